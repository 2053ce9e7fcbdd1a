"""A player at another address: wished for in a letter, done when a mail to that address is answered from there."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from pbem.mail.address import new_message_id, read_message_id
from pbem.mail.letter import Draft, Letter
from pbem.moderator.clock.clock import stamp
from pbem.moderator.desk.context import Context, GameContext
from pbem.moderator.desk.identify import Writer
from pbem.moderator.desk.letter_context import LetterContext
from pbem.moderator.desk.tokens import give_token
from pbem.moderator.reports.notices import queue_draft, time_notice
from pbem.render.notice import render_notice
from pbem.store import lobby, post, reach
from pbem.store.errors import NotFound
from pbem.store.tables import SeatRow

WANTED, KIND = "address", "address_wanted"
DAY, MOST_A_DAY = timedelta(days=1), 3
"""So many mails of a game go out in a day to addresses that are wished for: they are anybody's."""
DIGITS = 16


def ask_address(context: LetterContext, address: str) -> None:
    """Queue a mail to an address that a seat's player wants their letters to go to. Only the registered player can want it;
    each address is asked once, and MOST_A_DAY at most.
    """
    if context.letter.sender != context.seat.address.lower() or context.letter.doubt:
        return
    desk, game, seat = context.desk, context.game, context.seat
    known = post.count_mails(context.session, game.id, KIND, desk.now() - DAY)
    parts = (game.name, seat.name, WANTED, _digest(address), str(seat.token_number))
    message_id = new_message_id(desk.secret, desk.host, *parts)
    if known >= MOST_A_DAY or context.is_queued(message_id):
        return
    content = render_notice(context.page_for(seat.name), KIND, game=game.name, seat=seat.name, address=address)
    draft = Draft(address, *content, message_id, desk.mailbox)
    queue_draft(context, draft, KIND, letter_id=context.row.id, game_id=game.id)


def confirmed(context: Context, letter: Letter) -> tuple[Writer, str] | None:
    """The seat whose player has answered the mail to an address that was wished for, from there; with the address."""
    for reference in letter.references:
        match read_message_id(context.desk.secret, reference):
            case (name, seat, thread, digest, number) if thread == WANTED:
                if digest != _digest(letter.sender) or letter.doubt:
                    continue
                try:
                    game = lobby.find_game(context.session, name)
                    row = lobby.seat(context.session, game.id, seat)
                except NotFound:
                    continue
                if str(row.token_number) == number and game.status != "over":
                    return Writer(game, row), letter.sender
    return None


def move_to(context: GameContext, row: SeatRow, address: str) -> None:
    """Keep another address for a seat's player, with a new token, and tell both."""
    before, occasion = row.address, f"address-{row.token_number}-{stamp(context.desk.now())}"
    context.writes.release()
    time_notice(context, row, "address_left", occasion, player=row.player, address=address)
    row.address = address
    give_token(context, row)
    reach.has_written(context.session, row)
    time_notice(context, row, "address_moved", occasion, player=row.player, before=before)


def _digest(address: str) -> str:
    return sha256(address.lower().encode()).hexdigest()[:DIGITS]
