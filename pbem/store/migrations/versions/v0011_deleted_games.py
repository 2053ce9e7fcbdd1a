"""The names of games that were deleted, which no other game gets."""

import sqlalchemy as sa
from alembic import op

revision = "v0011"
down_revision = "v0010"


def upgrade() -> None:
    name, commitment = sa.Column("name", sa.String(), primary_key=True), sa.Column("commitment", sa.String(), nullable=False)
    op.create_table("deleted_game", name, commitment)
