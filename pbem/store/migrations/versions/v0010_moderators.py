"""Game masters who have games of their own."""

import sqlalchemy as sa
from alembic import op

revision = "v0010"
down_revision = "v0009"


def upgrade() -> None:
    op.add_column("game", sa.Column("moderator", sa.String(), nullable=False, server_default=""))
