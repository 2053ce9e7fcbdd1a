"""The addresses of seats with their secret tokens, and players who move to another address.

Tokens are computed from our secret when needed, and stored as hashes only. An incoming letter has its tokens hidden first
(`hide`). A mail waits in the outbox without a token, and gets it when it is handed to the server (`ready_to_send`). A player
asks for another address in a letter; it is used once a mail to it is answered from there.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta
from hashlib import sha256
from itertools import count

from pbem.engine.decision import Seat
from pbem.engine.dice import Fate
from pbem.figures import is_number
from pbem.mail.address import hash_of, hashes_in, hide_tokens, is_of_mailbox, new_message_id, read_message_id, seat_address
from pbem.mail.letter import Draft, Letter
from pbem.mail.reading import read_header
from pbem.mail.writing import with_reply_to
from pbem.moderator.core.context import Context, GameContext, LetterContext, Writer
from pbem.moderator.core.desk import OFF, Desk
from pbem.moderator.deadlines.clock import stamp
from pbem.moderator.reading.query_words import ASKED_ENOUGH, NOT_FROM_HERE, OUR_MAILBOX
from pbem.moderator.reports.notices import Dispatch, may_warn, queue_draft, time_notice
from pbem.render.notice import render_notice
from pbem.store.errors import NotFound
from pbem.store.games import gatherings, lobby, watchers
from pbem.store.mail import outbox, reach
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.joining import GuestRow
from pbem.store.tables.mail import OutgoingRow

TOKEN_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # noqa: S105 - an alphabet without look-alikes
GUEST = "guest-"
"""Precedes the number of a guest in our Message-IDs."""
GAMEMASTER = "gamemaster"
"""Names mails to the game master in our Message-IDs."""
TOKEN_LENGTH = 20
"""100 bits, in letters that survive any mail program."""


def token_of(secret: bytes, commitment: str, seat: Seat, number: int) -> str:
    """The `number`th token of a seat. Nothing else that is keyed with the secret contains a NUL."""
    return _token(secret, "token", commitment, seat, str(number))


def guest_token_of(secret: bytes, commitment: str, address: str) -> str:
    """The token of somebody who is asked to play the game with this commitment."""
    return _token(secret, "guest", commitment, address.lower())


def desk_token_of(secret: bytes, address: str) -> str:
    """The token of the game master's desk, for the game master at this address."""
    return _token(secret, "desk", address.lower())


def _token(secret: bytes, *parts: str) -> str:
    digest = hmac.digest(secret, "\0".join(parts).encode(), "sha256")
    return "".join(TOKEN_LETTERS[byte % len(TOKEN_LETTERS)] for byte in digest[:TOKEN_LENGTH])


def address_of(context: GameContext, seat: SeatRow) -> str:
    """The address that a seat's player writes to.

    A token that does not follow from our secret (an older one, or one under another secret) is replaced, but still opens the
    seat.
    """
    desk = context.desk
    token = token_of(desk.secret, context.game.commitment, seat.name, seat.token_number)
    if hash_of(token) != seat.token_hash:
        token = give_token(context, seat, former=seat.token_hash)
    return seat_address(desk.mailbox, token)


def give_token(context: GameContext, seat: SeatRow, former: str | None = None) -> str:
    """Give a seat its next token. Of the older ones only that with the hash `former` still opens it."""
    commitment = context.game.commitment
    number = free_number(context, commitment, seat.name, seat.token_number + 1)
    token = token_of(context.desk.secret, commitment, seat.name, number)
    lobby.set_token(context.session, seat.id, number, hash_of(token), former)
    return token


def free_number(context: Context, commitment: str, seat: Seat, least: int = 1) -> int:
    """The number of a seat's next token: the same game may be here twice, under two names."""
    tokens = ((number, token_of(context.desk.secret, commitment, seat, number)) for number in count(least))
    return next(number for number, token in tokens if lobby.seat_by_token_hash(context.session, hash_of(token)) is None)


def ready_to_send(context: Context, mail: OutgoingRow) -> bytes:
    """A mail as it is handed to the server, with the address of its seat or guest in Reply-To. A mail to a former player, or
    to a former address, gets the mailbox without a token.
    """
    if mail.game_id is None or mail.seat is None:
        return _to_guest(context, mail)
    reader = lobby.seat_and_game(context.session, mail.game_id, mail.seat)
    if reader is None:
        return mail.raw
    seat, game = reader
    if mail.envelope_to.lower() not in (seat.address.lower(), seat.kept_address.lower()):
        return with_reply_to(mail.raw, context.desk.mailbox)
    return with_reply_to(mail.raw, address_of(context.of(game), seat))


def _to_guest(context: Context, mail: OutgoingRow) -> bytes:
    guest, desk = guest_in(context, mail.message_id), context.desk
    if guest is None:
        return _to_gamemaster(desk, mail)
    row = gatherings.gathering(context.session, guest.gathering_id)
    token = guest_token_of(desk.secret, Fate(bytes.fromhex(row.key)).commitment, guest.address)
    return with_reply_to(mail.raw, seat_address(desk.mailbox, token))


def _to_gamemaster(desk: Desk, mail: OutgoingRow) -> bytes:
    written_to = GAMEMASTER in (read_message_id(desk.secret, mail.message_id) or ())[1:2]
    master = desk.master_at(mail.envelope_to) if written_to and desk.letters.by_mail != OFF else None
    if master is None:
        return mail.raw
    return with_reply_to(mail.raw, seat_address(desk.mailbox, desk_token_of(desk.secret, master.address)))


def guest_in(context: Context, message_id: str) -> GuestRow | None:
    """The guest one of our mails was written to, by its Message-ID: its hash cannot be forged."""
    thread = (read_message_id(context.desk.secret, message_id) or ())[1:2]
    number = thread[0].removeprefix(GUEST) if thread and thread[0].startswith(GUEST) else ""
    return gatherings.guest(context.session, int(number)) if is_number(number) else None


def hide(desk: Desk, raw: bytes) -> bytes:
    """A letter or its header as it came, with each token replaced by its hash."""
    hidden = hide_tokens(raw, desk.mailbox)
    tokens = hashes_in(read_header(hidden).recipients, desk.mailbox)
    if not tokens:
        return hidden
    lowered = hidden.lower()
    if all(seat_address(desk.mailbox, f"sha256-{each}").lower().encode() in lowered for each in tokens):
        return hidden
    # An address with comments in it can be read as one with a hash that was not hidden here: then no address counts. One
    # that was hidden is there as a whole, which nobody else can write: hide_tokens would have hidden it again.
    return hidden.replace(b"+", b"-")


def new_token() -> str:
    """Random, in letters that survive any mail program."""
    return "".join(secrets.choice(TOKEN_LETTERS) for _ in range(TOKEN_LENGTH))


# Another address

WANTED, KIND = "address", "address_wanted"
DAY, MAX_A_DAY = timedelta(days=1), 3
"""How many mails of a game go out in a day to new addresses that players ask for: these can be anybody's."""
DIGITS = 16


def why_not_asked(context: LetterContext, address: str) -> str:
    """Why no mail goes to an address that a seat's player asks for; "" if one goes, or has gone."""
    if context.letter.sender != context.seat.address.lower() or context.letter.doubt:
        return NOT_FROM_HERE
    if is_of_mailbox(address, context.desk.mailbox):
        return OUR_MAILBOX
    since = context.desk.now() - DAY
    if outbox.count_mails(context.session, context.game.id, KIND, since) >= MAX_A_DAY:
        return ASKED_ENOUGH
    return ""


def ask_address(context: LetterContext, address: str) -> None:
    """Queue a mail to an address that a seat's player asks for. Only the registered player can ask; each address gets one
    mail, MAX_A_DAY in all.
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
    queue_draft(context, draft, Dispatch(KIND, context.row.id, game.id, not_before=when))


def confirmed(context: Context, letter: Letter) -> tuple[Writer, str] | None:
    """The seat whose player has answered our mail to a new address from that address; with the address."""
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
    """Change the address of a seat's player, with a new token, and tell both addresses. While somebody acts for them it is
    used afterwards.
    """
    actor, player = row.address, row.kept_player or row.player
    before, occasion = row.kept_address or row.address, f"address-{row.token_number}-{stamp(context.desk.now())}"
    context.writes.flush(context.session)
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
    """Why a seat's player cannot use an address, "" if they can: the address may belong to somebody who must not see the
    seat's secrets.
    """
    session, game, given = context.session, context.game, address.lower()
    if given == game.moderator.lower() != "":
        return f"{address} moderates {game.name}, and would see the secrets of all seats"
    if is_of_mailbox(given, context.desk.mailbox):
        return f"{address} is the mailbox of the program itself; give the player's address"
    others = [each for each in lobby.seats(session, game.id) if each.id != row.id]
    if taken := next((each for each in others if given in (each.address.lower(), each.kept_address.lower())), None):
        return f"{address} plays {taken.name} in {game.name} already"
    if any(each.address.lower() == given for each in watchers.observers(session, game.id)):
        return f"{address} observes {game.name}; `pbem observers {game.name} --remove` first"
    return ""


def _digest(game: GameRow, address: str) -> str:
    """A hash of an address in a game, different for another game of the same name."""
    return sha256(f"{game.commitment} {address.lower()}".encode()).hexdigest()[:DIGITS]
