"""The names of games that were deleted, which no other game gets."""

import sqlalchemy as sa
from alembic import op

revision = "v0011"
down_revision = "v0010"


def upgrade() -> None:
    op.create_table(
        "deleted_game",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_deleted_game"),
    )
