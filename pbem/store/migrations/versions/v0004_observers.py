"""Those who watch a game and play no seat."""

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"


def upgrade() -> None:
    op.create_table(
        "observer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("thread", sa.String(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_observer"),
        sa.UniqueConstraint("game_id", "address", name="uq_observer_game_id_address"),
        sa.UniqueConstraint("thread", name="uq_observer_thread"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_observer_game_id"),
    )
