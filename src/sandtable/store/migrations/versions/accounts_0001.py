"""Accounts, sessions, links in mails, API tokens, devices, OpenID links."""

import sqlalchemy as sa
from alembic import op

revision = "accounts_0001"
down_revision = None
branch_labels = ("accounts",)
depends_on = None


def _owner() -> sa.Column[str]:
    return sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True)


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, unique=True),
        sa.Column("email", sa.Text, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("disabled_at", sa.BigInteger),
        sa.Column("about", sa.Text, nullable=False, server_default=""),
        sa.Column("notify_mail", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("webhook_url", sa.Text),
        sa.Column("webhook_key", sa.Text),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        _owner(),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("idle_seconds", sa.Integer, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
    )
    op.create_table(
        "mail_token",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), index=True),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("expires_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        _owner(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger),
        sa.Column("expires_at", sa.BigInteger),
    )
    op.create_table(
        "device",
        sa.Column("hash", sa.Text, primary_key=True),
        _owner(),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "oidc_link",
        sa.Column("issuer", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        _owner(),
    )
    op.create_table(
        "oidc_pending",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("verifier", sa.Text, nullable=False),
        sa.Column("next", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("oidc_pending", "oidc_link", "device", "api_token", "mail_token", "session", "account"):
        op.drop_table(table)
