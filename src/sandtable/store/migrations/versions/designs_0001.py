"""Designs made in the editor, and their balance tests."""

import sqlalchemy as sa
from alembic import op

revision = "designs_0001"
down_revision = None
branch_labels = ("designs",)
depends_on = None


def upgrade() -> None:
    op.create_table(
        "designs",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("copied", sa.String(24)),
    )
    op.create_index("ix_designs_owner_changed", "designs", ["owner", "changed"])
    op.create_index("ix_designs_game_changed", "designs", ["game", "changed"])
    op.create_table(
        "balances",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("tally", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_balances_owner", "balances", ["owner"])


def downgrade() -> None:
    op.drop_table("balances")
    op.drop_table("designs")
