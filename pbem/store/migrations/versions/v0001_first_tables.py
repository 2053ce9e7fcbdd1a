"""Games, seats, the log, its events, letters and mails."""

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None


def upgrade() -> None:
    _game()
    _seat()
    _letter()
    _entry()
    _strike()
    _event()
    _outgoing()


def _game() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("rules", sa.String(), nullable=False),
        sa.Column("scenario", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("scenario_version", sa.String(), nullable=False),
        sa.Column("code_version", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("held_because", sa.String(), nullable=False),
        sa.Column("result", sa.JSON()),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("created", sa.String(), nullable=False),
        sa.Column("finished", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("name", name="uq_game_name"),
        sa.CheckConstraint("status IN ('playing', 'held', 'over')", name="ck_game_status"),
        sa.CheckConstraint("auth IN ('token', 'token+sender')", name="ck_game_auth"),
    )


def _seat() -> None:
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("salt", sa.String()),
        sa.Column("receipt", sa.String(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seat"),
        sa.UniqueConstraint("game_id", "name", name="uq_seat_game_id_name"),
        sa.UniqueConstraint("token", name="uq_seat_token"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id"),
    )


def _letter() -> None:
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("received", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer()),
        sa.Column("seat", sa.String()),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_letter"),
        sa.UniqueConstraint("message_id", name="uq_letter_message_id"),
        sa.CheckConstraint("status IN ('new', 'done', 'held', 'dead')", name="ck_letter_status"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_letter_game_id"),
    )
    op.create_index("ix_letter_game_id", "letter", ["game_id"])
    op.create_index("ix_letter_status", "letter", ["status"])
    op.create_index("ix_letter_sender_received", "letter", ["sender", "received"])


def _entry() -> None:
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("after", sa.String(), nullable=False),
        sa.Column("turn", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("letter_id", sa.Integer()),
        sa.Column("written", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entry"),
        sa.UniqueConstraint("game_id", "number", name="uq_entry_game_id_number"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_entry_game_id"),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name="fk_entry_letter_id"),
    )


def _strike() -> None:
    op.create_table(
        "strike",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("struck", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_strike"),
        sa.CheckConstraint("first <= last", name="ck_strike_range"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_strike_game_id"),
    )
    op.create_index("ix_strike_game_id", "strike", ["game_id"])


def _event() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("entry_number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("seen_by", sa.JSON()),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
        sa.UniqueConstraint("game_id", "entry_number", "place", name="uq_event_game_id_entry_number_place"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_event_game_id"),
    )


def _outgoing() -> None:
    op.create_table(
        "outgoing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer()),
        sa.Column("seat", sa.String()),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("envelope_to", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("queued", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", sa.String(), nullable=False),
        sa.Column("last_error", sa.String(), nullable=False),
        sa.Column("sent", sa.String()),
        sa.Column("letter_id", sa.Integer()),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outgoing"),
        sa.UniqueConstraint("message_id", name="uq_outgoing_message_id"),
        sa.CheckConstraint("status IN ('waiting', 'sent', 'refused')", name="ck_outgoing_status"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_outgoing_game_id"),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name="fk_outgoing_letter_id"),
    )
    op.create_index("ix_outgoing_game_id", "outgoing", ["game_id"])
    op.create_index("ix_outgoing_status_next_attempt", "outgoing", ["status", "next_attempt"])
