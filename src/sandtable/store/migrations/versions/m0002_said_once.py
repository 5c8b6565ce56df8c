"""What is said has the id of its message: sent again, to whichever worker, it is not said twice."""

import sqlalchemy as sa
from alembic import op

revision = "m0002"
down_revision = "m0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("talk", sa.Column("said", sa.String(32)))
    op.create_index("uq_talk_match_user_said", "talk", ["match", "user", "said"], unique=True)


def downgrade() -> None:
    op.drop_index("uq_talk_match_user_said", "talk")
    op.drop_column("talk", "said")
