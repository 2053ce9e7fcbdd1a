"""The log and its strikes can be added to, never changed: the database itself refuses.

A step that rebuilds one of these tables must lay its triggers anew: SQLite drops them with the table.
"""

from alembic import op

revision = "v0002"
down_revision = "v0001"

# SQLite's REPLACE deletes without asking a delete trigger, so an insert over a row that is there is refused as well.
SAME = {"entry": "id = NEW.id OR (game_id = NEW.game_id AND number = NEW.number)", "strike": "id = NEW.id"}


def upgrade() -> None:
    for table, same in SAME.items():
        _guard(table, "update", "")
        _guard(table, "delete", "")
        _guard(table, "insert", f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})")  # noqa: S608 - constants above


def _guard(table: str, verb: str, when: str) -> None:
    op.execute(
        f"CREATE TRIGGER {table}_guards_{verb} BEFORE {verb.upper()} ON {table} {when} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: nothing in the log is changed or removed'); END"
    )
