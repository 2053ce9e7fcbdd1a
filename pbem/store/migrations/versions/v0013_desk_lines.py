"""The lines of letters to the desk, until they are answered."""

import sqlalchemy as sa
from alembic import op

revision = "v0013"
down_revision = "v0012"


def upgrade() -> None:
    op.create_table(
        "desk_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("line", sa.String(), nullable=False),
        sa.Column("told", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_desk_line_letter_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_desk_line")),
        sa.UniqueConstraint("letter_id", "place", name=op.f("uq_desk_line_letter_id_place")),
    )
