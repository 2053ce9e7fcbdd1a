"""For several daemons: the game that a letter seems to be for; on PostgreSQL the games about which somebody has written."""

import sqlalchemy as sa
from alembic import op

from pbem.store.dialect.turns import NOTES

revision = "v0021"
down_revision = "v0020"

HAS_TEXT = sa.text("length(raw) > 0")


def upgrade() -> None:
    column = sa.Column("for_game", sa.Integer(), nullable=False, server_default="0")
    if op.get_bind().dialect.name == "postgresql":
        op.add_column("letter", column)
        for statement in NOTES:
            op.execute(statement)
        return
    # Not the tables that it refers to, whose indexes on lower() cannot be reflected.
    with op.batch_alter_table("letter", recreate="always", reflect_kwargs={"resolve_fks": False}) as letter:
        letter.add_column(column, insert_before="raw")
        for name in ("answers", "typed"):  # an empty default is reflected as an expression
            letter.alter_column(name, server_default="")
