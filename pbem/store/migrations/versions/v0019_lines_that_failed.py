"""How many lines the program has failed at, counted with its own work."""

import sqlalchemy as sa
from alembic import op

revision = "v0019"
down_revision = "v0018"


def upgrade() -> None:
    with op.batch_alter_table("service", recreate="always") as service:
        service.add_column(sa.Column("lines_failed", sa.Integer(), nullable=False, server_default="0"))
