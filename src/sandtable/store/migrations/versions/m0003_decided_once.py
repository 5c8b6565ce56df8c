"""A decision has the id of its message in a column with a unique key: sent again, however late, it counts once.

Matches of before have their ids beside each decision, as JSON.  There an id could count twice (after an undo, or after some
other answers): the first has it, the others have none.
"""

import base64
import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "m0003"
down_revision = "m0002"
branch_labels = None
depends_on = None

SLICE = 1000  # rows changed in one go


def upgrade() -> None:
    op.add_column("inputs", sa.Column("said", sa.String(16)))
    _fill(op.get_bind())
    op.create_index(
        "uq_inputs_match_seat_said",
        "inputs",
        ["match", "seat", "said"],
        unique=True,
        sqlite_where=sa.text("said IS NOT NULL"),
        postgresql_where=sa.text("said IS NOT NULL"),
    )


def _fill(connection: sa.Connection) -> None:
    inputs = sa.table("inputs", *(sa.column(name) for name in ("match", "n", "seat", "extra", "said")))
    change = inputs.update().where(inputs.c.match == sa.bindparam("m"), inputs.c.n == sa.bindparam("k")).values(said=sa.bindparam("s"))
    for match in connection.execute(sa.select(inputs.c.match).distinct()).scalars().all():
        query = sa.select(inputs.c.n, inputs.c.seat, inputs.c.extra).where(inputs.c.match == match, inputs.c.extra.is_not(None))
        seen: set[tuple[int, str]] = set()
        rows = []
        for n, seat, extra in connection.execute(query.order_by(inputs.c.n)):
            said = json.loads(extra).get("i", "")
            if said and (seat, said) not in seen:
                seen.add((seat, said))
                rows.append({"m": match, "k": n, "s": base64.b64encode(hashlib.sha256(said.encode()).digest()[:12]).decode()})
        for start in range(0, len(rows), SLICE):
            connection.execute(change, rows[start : start + SLICE])


def downgrade() -> None:
    op.drop_index("uq_inputs_match_seat_said", "inputs")
    op.drop_column("inputs", "said")
