"""What is known of a letter, of a mail and of a seat's correspondence."""

import re
from collections.abc import Mapping
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "v0005"
down_revision = "v0004"

NONE, ZERO = "", "0"
# A token in an address, which quoted-printable may have broken (RFC 2045 6.7).
TOKEN = re.compile(rb"\+((?:[A-Za-z0-9]|=\r?\n){4,60})@")
REPLY_TO = re.compile(rb"^(Reply-To:[^\r\n]*)\+[A-Za-z0-9]{4,60}@", re.MULTILINE | re.IGNORECASE)


def upgrade() -> None:
    with op.batch_alter_table("seat", recreate="always") as seat:
        seat.drop_constraint("uq_seat_token", type_="unique")
        seat.alter_column("token", new_column_name="token_hash")
    with op.batch_alter_table("seat", recreate="always") as seat:
        seat.create_unique_constraint("uq_seat_token_hash", ["token_hash"])
        seat.add_column(sa.Column("bounces", sa.Integer(), nullable=False, server_default=ZERO))
        seat.add_column(sa.Column("bounced", sa.String(), nullable=True))
        seat.add_column(sa.Column("auto_replied", sa.String(), nullable=True))
        seat.add_column(sa.Column("token_number", sa.Integer(), nullable=False, server_default=ZERO))
        seat.add_column(sa.Column("former_token_hash", sa.String(), nullable=True))
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
    _hash_tokens(op.get_bind())
    op.execute("UPDATE letter SET size = length(raw)")


def _hash_tokens(connection: sa.Connection) -> None:
    """Tokens become their hashes: with the seats, in letters, and in mails, which get theirs when they are sent."""
    seats = connection.execute(sa.text("SELECT id, token_hash FROM seat")).all()
    hashes = {token.lower(): sha256(token.lower().encode()).hexdigest() for _, token in seats}
    for number, token in seats:
        values = {"id": number, "hash": hashes[token.lower()]}
        connection.execute(sa.text("UPDATE seat SET token_hash = :hash WHERE id = :id"), values)
    for number in connection.execute(sa.text("SELECT id FROM letter WHERE length(raw) > 0")).scalars().all():
        raw = connection.execute(sa.text("SELECT raw FROM letter WHERE id = :id"), {"id": number}).scalar_one()
        if (hidden := _hidden(raw, hashes)) != raw:
            values = {"id": number, "raw": hidden, "digest": sha256(hidden).hexdigest()}
            connection.execute(sa.text("UPDATE letter SET raw = :raw, digest = :digest WHERE id = :id"), values)
    for number in connection.execute(sa.text("SELECT id FROM outgoing WHERE length(raw) > 0")).scalars().all():
        raw = connection.execute(sa.text("SELECT raw FROM outgoing WHERE id = :id"), {"id": number}).scalar_one()
        waiting = REPLY_TO.sub(rb"\1+seat@", raw, count=1)
        values = {"id": number, "raw": _hidden(waiting, hashes)}
        connection.execute(sa.text("UPDATE outgoing SET raw = :raw WHERE id = :id"), values)


def _hidden(raw: bytes, hashes: Mapping[str, str]) -> bytes:
    def hide(match: re.Match[bytes]) -> bytes:
        token = re.sub(rb"=\r?\n", b"", match[1]).decode().lower()
        return f"+sha256-{hashes[token]}@".encode() if token in hashes else match[0]

    return TOKEN.sub(hide, raw)
