"""The log and its strikes can be added to, never changed: the database itself refuses.

A step that rebuilds one of these tables must lay its triggers anew: SQLite drops them with the table.
"""

from alembic import op

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    for table in ("entry", "strike"):
        for verb in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_refuses_{verb} BEFORE {verb.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: nothing in the log is changed or removed'); END"
            )
