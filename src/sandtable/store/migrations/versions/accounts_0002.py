"""The second factor."""

import sqlalchemy as sa
from alembic import op

revision = "accounts_0002"
down_revision = "accounts_0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "second_factor",
        sa.Column("account", sa.Text, sa.ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("confirmed_at", sa.BigInteger),
        sa.Column("last_step", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("recovery", sa.Text, nullable=False, server_default=""),
    )


def downgrade() -> None:
    op.drop_table("second_factor")
