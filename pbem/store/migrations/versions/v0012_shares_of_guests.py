"""The share in the dice that a guest gives by accepting."""

import sqlalchemy as sa
from alembic import op

revision = "v0012"
down_revision = "v0011"


def upgrade() -> None:
    op.add_column("guest", sa.Column("share", sa.String(), nullable=False, server_default=""))
