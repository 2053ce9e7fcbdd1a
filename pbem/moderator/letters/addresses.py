"""A player at another address: wished for in a letter, done when a mail to that address is answered from there."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from pbem.mail.address import is_of_mailbox, new_message_id, read_message_id
from pbem.mail.letter import Draft, Letter
from pbem.moderator.clock.clock import stamp
from pbem.moderator.desk.context import Context, GameContext
from pbem.moderator.desk.letter_context import LetterContext, Writer
from pbem.moderator.desk.tokens import give_token
from pbem.moderator.lines.asking import ASKED_ENOUGH, NOT_FROM_HERE, OUR_MAILBOX
from pbem.moderator.reports.notices import may_warn, queue_draft, time_notice
from pbem.render.notice import render_notice
from pbem.store import lobby, post, reach, watchers
from pbem.store.errors import NotFound
from pbem.store.tables import GameRow, SeatRow

WANTED, KIND = "address", "address_wanted"
DAY, MOST_A_DAY = timedelta(days=1), 3
"""So many mails of a game go out in a day to addresses that are wished for: they are anybody's."""
DIGITS = 16


def why_not_asked(context: LetterContext, address: str) -> str:
    """Why no mail goes to an address that a seat's player wants their letters to go to, "" where one does, or has gone."""
    if context.letter.sender != context.seat.address.lower() or context.letter.doubt:
        return NOT_FROM_HERE
    if is_of_mailbox(address, context.desk.mailbox):
        return OUR_MAILBOX
    since = context.desk.now() - DAY
    if post.count_mails(context.session, context.game.id, KIND, since) >= MOST_A_DAY:
        return ASKED_ENOUGH
    return ""


def ask_address(context: LetterContext, address: str) -> None:
    """Queue a mail to an address that a seat's player wants their letters to go to. Only the registered player can want it;
    each address is asked once, and MOST_A_DAY at most.
    """
    if why_not_asked(context, address):
        return
    desk, game, seat = context.desk, context.game, context.seat
    parts = (game.name, seat.name, WANTED, _digest(game, address), str(seat.token_number))
    message_id = new_message_id(desk.secret, desk.host, *parts)
    if context.is_queued(message_id):
        return
    if (when := may_warn(context, address, wait=True)) is None:
        return
    content = render_notice(context.page_for(seat.name), KIND, game=game.name, seat=seat.name, address=address)
    draft = Draft(address, *content, message_id, desk.mailbox)
    queue_draft(context, draft, KIND, letter_id=context.row.id, game_id=game.id, not_before=when)


def confirmed(context: Context, letter: Letter) -> tuple[Writer, str] | None:
    """The seat whose player has answered the mail to an address that was wished for, from there; with the address."""
    for reference in letter.references:
        match read_message_id(context.desk.secret, reference):
            case (name, seat, thread, digest, number) if thread == WANTED:
                try:
                    game = lobby.find_game(context.session, name)
                    row = lobby.seat(context.session, game.id, seat)
                except NotFound:
                    continue
                if digest != _digest(game, letter.sender) or letter.doubt or str(row.token_number) != number:
                    continue
                if game.status != "over" and not why_not_at(context.of(game), row, letter.sender):
                    return Writer(game, row), letter.sender
    return None


def move_to(context: GameContext, row: SeatRow, address: str) -> None:
    """Keep another address for a seat's player, with a new token, and tell both. While somebody acts for them their letters
    go there afterwards.
    """
    actor, player = row.address, row.kept_player or row.player
    before, occasion = row.kept_address or row.address, f"address-{row.token_number}-{stamp(context.desk.now())}"
    context.writes.release()
    row.address = before
    time_notice(context, row, "address_left", occasion, player=player, address=address)
    row.address = address
    give_token(context, row)
    reach.has_written(context.session, row)
    time_notice(context, row, "address_moved", occasion, player=player, before=before)
    if row.acting_turn:
        row.address, row.kept_address = actor, address
        context.session.flush()


def why_not_at(context: GameContext, row: SeatRow, address: str) -> str:
    """Why a seat's player cannot be at an address, "" if they can: who is there must not see what both sides hide."""
    session, game, given = context.session, context.game, address.lower()
    if given == game.moderator.lower() != "":
        return f"{address} moderates {game.name}, and would see the other side's secrets"
    if is_of_mailbox(given, context.desk.mailbox):
        return f"{address} is the mailbox of the program itself; give the player's address"
    others = [each for each in lobby.seats(session, game.id) if each.id != row.id]
    if taken := next((each for each in others if given in (each.address.lower(), each.kept_address.lower())), None):
        return f"{address} plays {taken.name} in {game.name} already"
    if any(each.address.lower() == given for each in watchers.observers(session, game.id)):
        return f"{address} observes {game.name}; `pbem observers {game.name} --remove` first"
    return ""


def _digest(game: GameRow, address: str) -> str:
    """Of an address in a game, whatever other game had its name before."""
    return sha256(f"{game.commitment} {address.lower()}".encode()).hexdigest()[:DIGITS]
