"""Games whose players are asked before they are opened."""

import sqlalchemy as sa
from alembic import op

revision = "v0008"
down_revision = "v0007"


def upgrade() -> None:
    op.create_table(
        "gathering",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("rules", sa.String(), nullable=False),
        sa.Column("scenario", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("by_lot", sa.Boolean(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_gathering"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_gathering_game_id"),
        sa.CheckConstraint("status IN ('gathering', 'begun', 'off')", name="ck_gathering_status"),
    )
    op.create_table(
        "guest",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("gathering_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("wish", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("since", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guest"),
        sa.ForeignKeyConstraint(["gathering_id"], ["gathering.id"], name="fk_guest_gathering_id"),
        sa.UniqueConstraint("gathering_id", "address", name="uq_guest_gathering_id_address"),
        sa.UniqueConstraint("token_hash", name="uq_guest_token_hash"),
        sa.CheckConstraint("status IN ('invited', 'asked', 'accepted', 'declined', 'dropped')", name="ck_guest_status"),
    )
    op.create_index("ix_gathering_game_id", "gathering", ["game_id"])
    op.create_index("ix_gathering_status", "gathering", ["status"])
