"""Whether the clock is believed: since when it is not, and how long the machine had run at the last heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "v0014"
down_revision = "v0013"


def upgrade() -> None:
    with op.batch_alter_table("heartbeat", recreate="always") as heartbeat:
        heartbeat.add_column(sa.Column("doubt", sa.String(), nullable=True))
        heartbeat.add_column(sa.Column("boot", sa.String(), nullable=False, server_default=""))
        heartbeat.add_column(sa.Column("uptime", sa.Float(), nullable=False, server_default="0"))
