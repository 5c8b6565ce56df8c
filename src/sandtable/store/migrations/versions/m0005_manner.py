"""A seat keeps what the table answers for whoever has it."""

import sqlalchemy as sa
from alembic import op

revision = "m0005"
down_revision = "m0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("manner", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("seats", "manner")
