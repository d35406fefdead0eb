"""Which node has a room, and which one serves a player."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add them; so far every node was alone."""
    op.add_column("rooms", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    op.create_index("ix_rooms_owner", "rooms", ["owner"])
    op.add_column("players", sa.Column("home", sa.String(64), nullable=True))
