"""What is known of a letter, of a mail and of a seat's correspondence."""

import sqlalchemy as sa
from alembic import op

revision = "v0005"
down_revision = "v0004"

NONE, ZERO = "", "0"


def upgrade() -> None:
    with op.batch_alter_table("seat", recreate="always") as seat:
        seat.add_column(sa.Column("bounces", sa.Integer(), nullable=False, server_default=ZERO))
        seat.add_column(sa.Column("bounced", sa.String(), nullable=True))
        seat.add_column(sa.Column("auto_replied", sa.String(), nullable=True))
    with op.batch_alter_table("letter", recreate="always") as letter:
        letter.add_column(sa.Column("size", sa.Integer(), nullable=False, server_default=ZERO), insert_before="raw")
        letter.add_column(sa.Column("answers", sa.String(), nullable=False, server_default=NONE), insert_before="raw")
        letter.add_column(sa.Column("typed", sa.String(), nullable=False, server_default=NONE), insert_before="raw")
        letter.create_index("ix_letter_game_id_seat_received", ["game_id", "seat", "received"])
    with op.batch_alter_table("outgoing", recreate="always") as outgoing:
        outgoing.add_column(sa.Column("asked", sa.JSON(), nullable=True), insert_before="raw")
        outgoing.create_index("ix_outgoing_letter_id", ["letter_id"])
    op.create_index("ix_entry_letter_id", "entry", ["letter_id"])
    with op.batch_alter_table("game", recreate="always") as game:
        game.drop_constraint("ck_game_auth", type_="check")
        game.create_check_constraint("ck_game_auth", "auth IN ('token', 'token+sender', 'dkim')")
    op.execute("UPDATE letter SET size = length(raw)")
