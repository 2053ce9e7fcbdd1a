"""Indexes by which what is asked about one game is found among many, and when the first orders for a game are due.

Those that most games or seats are not in have no others. A step that rebuilds a table must lay the ones on expressions anew.
"""

import json
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "v0020"
down_revision = "v0019"

NAMED = ("game", "deleted_game", "gathering")
LENGTH, LOWER = sa.text("length(name)"), sa.text("lower(name)")
PARTS = (
    ("ix_game_listed", "game", "id", "is_archived = 0"),
    ("ix_game_signed", "game", "status", "auth = 'dkim'"),
    ("ix_seat_unreached", "seat", "game_id", "(bounces > 0 OR auto_replied IS NOT NULL)"),
    ("ix_seat_acted_for", "seat", "game_id", "acting_turn <> ''"),
    ("ix_terms_regency", "terms", "game_id", "json_extract(texts, '$.regency') IS NOT NULL"),
    ("ix_outgoing_urgent", "outgoing", "urgency", "urgency > 1"),
)


def upgrade() -> None:
    for table in NAMED:
        if table != "game":
            op.create_index(f"ix_{table}_lower_name", table, [LOWER])
        op.create_index(f"ix_{table}_long_name", table, [LENGTH, LOWER])
    op.create_index("ix_game_lower_moderator", "game", [sa.text("lower(moderator)")])
    version = ["status", "rules", "scenario", "scenario_version"]
    op.create_index(f"ix_game_{'_'.join(version)}", "game", version)
    op.create_index("ix_guest_lower_address", "guest", [sa.text("lower(address)")])
    op.create_index("ix_outgoing_envelope_to", "outgoing", ["envelope_to"])
    op.create_index("ix_outgoing_game_id_seat_kind", "outgoing", ["game_id", "seat", "kind"])
    op.drop_index("ix_outgoing_game_id", "outgoing")
    for name, table, column, where in PARTS:
        op.create_index(name, table, [column], sqlite_where=sa.text(where))
    with op.batch_alter_table("progress", recreate="always", reflect_kwargs={"resolve_fks": False}) as progress:
        progress.add_column(sa.Column("due", sa.String(), nullable=True))
        progress.create_index("ix_progress_due", ["due"])
    _fill_due(op.get_bind())


def _fill_due(connection: sa.Connection) -> None:
    rows = connection.execute(sa.text("SELECT game_id, waits FROM progress")).all()
    for game_id, waits in rows:
        moments = [datetime.fromisoformat(due).astimezone(UTC) for _, due, _ in json.loads(waits) if due is not None]
        if moments:
            due = min(moments).isoformat(timespec="microseconds")
            connection.execute(
                sa.text("UPDATE progress SET due = :due WHERE game_id = :game"), {"due": due, "game": game_id}
            )
