"""What players write to each other, and to whom it has been told."""

import sqlalchemy as sa
from alembic import op

revision = "v0007"
down_revision = "v0006"


def upgrade() -> None:
    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("readers", sa.JSON(), nullable=True),
        sa.Column("unsigned", sa.Boolean(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_message"),
        sa.UniqueConstraint("letter_id", "place", name="uq_message_letter_id_place"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_message_game_id"),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name="fk_message_letter_id"),
    )
    op.create_table(
        "delivery",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("reader", sa.String(), nullable=False),
        sa.Column("told", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_delivery"),
        sa.UniqueConstraint("message_id", "reader", name="uq_delivery_message_id_reader"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_delivery_game_id"),
        sa.ForeignKeyConstraint(["message_id"], ["message.id"], name="fk_delivery_message_id"),
    )
    op.create_index("ix_message_game_id_seat_written", "message", ["game_id", "seat", "written"])
    op.create_index("ix_delivery_game_id_told", "delivery", ["game_id", "told"])
