"""Accounts: logins and passwords, sessions instead of one token a player, codes of six digits."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Give each token a session of its own and each room's code two zeros in front."""
    _make_sessions()
    _change_players()
    _lengthen_codes()


def _make_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False, index=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("agent", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO sessions (id, player, token_hash, agent, created, seen) "
        "SELECT 's' || substr(token_hash, 1, 16), id, token_hash, '', created, created FROM players"
    )


def _change_players() -> None:
    # Made anew: SQLite cannot drop a column that is unique.
    op.create_table(
        "players_0002",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("login", sa.String(32), nullable=True),
        sa.Column("login_key", sa.String(128), nullable=True, unique=True),
        sa.Column("password", sa.String(128), nullable=True),
        sa.Column("owner", sa.String(32), nullable=True),
    )
    op.execute(
        "INSERT INTO players_0002 (id, name, created, seen) "
        "SELECT id, name, created, created FROM players"
    )
    op.drop_table("players")
    op.rename_table("players_0002", "players")
    for column in ("seen", "owner"):
        op.create_index(f"ix_players_{column}", "players", [column])


def _lengthen_codes() -> None:
    for table, column in (("rooms", "code"), ("tables", "room")):
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, existing_type=sa.String(4), type_=sa.String(6))
    op.execute("UPDATE tables SET room = '00' || room")
    rooms = sa.table("rooms", sa.column("code"), sa.column("state"))
    connection = op.get_bind()
    for code, state in connection.execute(sa.select(rooms.c.code, rooms.c.state)).all():
        longer = f"00{code}"
        whole = json.dumps({**json.loads(state), "code": longer}, ensure_ascii=False)
        change = sa.update(rooms).where(rooms.c.code == code).values(code=longer, state=whole)
        connection.execute(change)


def downgrade() -> None:
    """No way back: there is no one token of a player any more."""
    raise NotImplementedError("restore a backup that was made before")
