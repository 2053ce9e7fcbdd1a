"""What the players of a game have agreed on about time, and when the moderator was last at work."""

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"


def upgrade() -> None:
    op.create_table(
        "terms",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_terms"),
        sa.UniqueConstraint("game_id", name="uq_terms_game_id"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_terms_game_id"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("beat", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
