"""Letters that the game master writes for a seat: kept and carried out like any other, and marked as theirs."""

from __future__ import annotations

import secrets
from email.message import EmailMessage

from pbem.engine.decision import Seat
from pbem.mail.address import new_message_id
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.desk.context import GameContext
from pbem.moderator.desk.identify import BY_GAMEMASTER
from pbem.store import lobby, post
from pbem.store.tables import LetterRow

NONCE_BYTES = 8


def written_letter(context: GameContext, seat: Seat, content: bytes, *, is_mail: bool = False) -> LetterRow:
    """Keep a letter of the game master's for a seat: order lines in UTF-8, or a whole mail (`is_mail`). Raises NotFound.

    It is not dealt with here. Its Message-ID tells that it is theirs, and nobody else can make one.
    """
    session, desk, game = context.session, context.desk, context.game
    name, sender = lobby.seat(session, game.id, seat).name, desk.gamemaster_of(game) or desk.mailbox
    nonce = secrets.token_hex(NONCE_BYTES)
    message_id = new_message_id(desk.secret, desk.host, game.name, name, BY_GAMEMASTER, nonce)
    raw = content if is_mail else _mail(sender, desk.mailbox, content, message_id)
    letter, _ = post.accept(session, raw, message_id, sender, desk.now())
    letter.game_id, letter.seat = game.id, name
    session.flush()
    return letter


def _mail(sender: str, to: str, lines: bytes, message_id: str) -> bytes:
    mail = EmailMessage(policy=WHOLE_LINES)
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to, "orders", message_id
    mail.set_content(lines.decode("utf-8", "replace").replace("\r\n", "\n"))
    return bytes(mail)
