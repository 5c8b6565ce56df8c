"""Matches, their inputs and talk, ratings, times without a server."""

import sqlalchemy as sa
from alembic import op

revision = "m0001"
down_revision = None
branch_labels = ("matches",)
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("dice_key", sa.LargeBinary, nullable=False),
        sa.Column("dice_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("result", sa.Text),
        sa.Column("affairs", sa.Text, nullable=False),
        sa.Column("follows", sa.String(24)),
        sa.UniqueConstraint("link", name="uq_matches_link"),
    )
    op.create_index("ix_matches_state_created", "matches", ["state", "created"])
    op.create_index("ix_matches_deadline", "matches", ["deadline"])
    op.create_table(
        "seats",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", name="fk_seats_match"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("user", sa.String(64)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64)),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("link", sa.String(64), nullable=False),
        sa.UniqueConstraint("link", name="uq_seats_link"),
    )
    op.create_index("ix_seats_user", "seats", ["user"])
    op.create_table(
        "devices",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", name="fk_devices_match"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user", sa.String(64), primary_key=True),
    )
    op.create_index("ix_devices_user", "devices", ["user"])
    op.create_table(
        "inputs",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", name="fk_inputs_match"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("extra", sa.Text),
    )
    op.create_table(
        "talk",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", name="fk_talk_match"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("user", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("user", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
    )
    op.create_table("rated", sa.Column("match", sa.String(24), sa.ForeignKey("matches.id", name="fk_rated_match"), primary_key=True))
    op.create_table("beats", sa.Column("worker", sa.String(32), primary_key=True), sa.Column("at", sa.BigInteger, nullable=False))
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("outages", "beats", "rated", "ratings", "talk", "inputs", "devices", "seats", "matches"):
        op.drop_table(table)
