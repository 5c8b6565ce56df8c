"""Accounts have the skeleton of their name: what it looks like.  Names of before that look alike stay as they are."""

import sqlalchemy as sa
from alembic import op

from sandtable.store.names import skeleton

revision = "accounts_0003"
down_revision = "accounts_0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("skeleton", sa.Text))
    op.create_index("ix_account_skeleton", "account", ["skeleton"])
    account = sa.table(
        "account", sa.column("id", sa.Text), sa.column("name", sa.Text), sa.column("kind", sa.Text), sa.column("skeleton", sa.Text)
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(account.c.id, account.c.name).where(account.c.kind == "user")).all():
        connection.execute(account.update().where(account.c.id == row.id).values(skeleton=skeleton(row.name)))


def downgrade() -> None:
    op.drop_index("ix_account_skeleton", "account")
    op.drop_column("account", "skeleton")
