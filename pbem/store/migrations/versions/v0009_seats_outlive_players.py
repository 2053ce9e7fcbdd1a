"""Who plays a seat for somebody else for a while; games that are copies to try things with, and games put away."""

import sqlalchemy as sa
from alembic import op

revision = "v0009"
down_revision = "v0008"


def upgrade() -> None:
    for name in ("is_sandbox", "is_archived"):
        op.add_column("game", sa.Column(name, sa.Boolean(), nullable=False, server_default="0"))
    for name in ("kept_player", "kept_address", "acting_turn"):
        op.add_column("seat", sa.Column(name, sa.String(), nullable=False, server_default=""))
