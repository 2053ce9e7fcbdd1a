"""Identifies a letter's sender: a seat by the token in the address or by the thread, a game master at their desk, or nobody.

Letters are read with their tokens hidden (addresses.hide). A letter to the desk must come from the game master's address to
the desk's own address, with a signature if the configuration asks for one.

The header in the mailbox is read and identified once, and the result is handed on until the letter is stored. When the
letter is carried out its seat is decided again, in that transaction: the seat may have changed hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from hashlib import sha256
from typing import Any

from pbem.engine.decision import Seat
from pbem.mail.address import hash_of, hashes_in, read_message_id, tokens_in
from pbem.mail.dkim import verdict_of
from pbem.mail.imap.letters import FetchedHeader
from pbem.mail.letter import Letter
from pbem.mail.reading import read_header
from pbem.moderator.core.context import Context, Writer
from pbem.moderator.core.desk import OFF, Desk, Master
from pbem.moderator.reports.notices import MasterMail, tell_gamemaster
from pbem.moderator.seats.addresses import desk_token_of, hide
from pbem.store.errors import NotFound
from pbem.store.games import lobby
from pbem.store.mail import inbox, outbox
from pbem.store.tables.mail import LetterRow

BY_GAMEMASTER = "by-gamemaster"
"""In the Message-ID of a letter that the game master has written for a seat."""
NOT_ADDRESSED = "not sent to a seat's address and not a reply to one of our mails"
UNKNOWN_ADDRESS = "sent to no valid seat address, and not a reply to one of our mails"


@dataclass(frozen=True, slots=True)
class Nobody:
    """A letter that opens no seat. `because` is for the game master; `known` are the sender's own seats, if any."""

    because: str
    known: tuple[Writer, ...]
    kind = "wrong_token"

    @property
    def told(self) -> tuple[Writer, ...]:
        """Whom to tell: the sender once, about their newest game under way, or the newest of all."""
        going_on = [writer for writer in self.known if writer.game.status != "over"]
        return tuple((going_on or [*self.known])[-1:])

    def seats_of(self, reader: Writer) -> list[tuple[str, Seat]]:
        """Game and seat of those that the reader may have meant."""
        own_writers = [writer for writer in self.known if writer.address == reader.address]
        going_on = [writer for writer in own_writers if writer.game.status != "over"]
        return [(writer.game.name, writer.seat.name) for writer in going_on or own_writers]


@dataclass(frozen=True, slots=True)
class Unclear:
    """A letter that names several seats, or one without proof: nothing of it is carried out.

    `kind` is that of the notice to those who are `told`; `because` is for the game master; `known` are the seats it names.
    """

    kind: str
    because: str
    told: tuple[Writer, ...]
    known: tuple[Writer, ...]

    def seats_of(self, reader: Writer) -> list[tuple[str, Seat]]:
        """Game and seat of those that are the reader's own."""
        return [(writer.game.name, writer.seat.name) for writer in self.known if writer.address == reader.address]


@dataclass(frozen=True)
class LetterHeader:
    """A header as it was `fetched` from the mailbox, and what is read of it once."""

    desk: Desk
    fetched: FetchedHeader

    @cached_property
    def letter(self) -> Letter:
        """The letter as far as its header says, with its tokens hidden."""
        return read_header(hide(self.desk, self.fetched.header))


@dataclass(frozen=True, slots=True)
class HeaderIdentity:
    """The sender of a letter by its header: the `letter` read from that, the game of the seat it opens (0: none), and
    whether its signature must be examined. `digest` is a hash of the header as it came.
    """

    digest: bytes
    letter: Letter
    game_id: int
    is_signed: bool

    def is_of(self, raw: bytes) -> bool:
        """Whether a letter as it came has this header."""
        return self.digest == _digest_of_header(raw)


def header_identity(context: Context, raw: bytes, letter: Letter, writer: Writer | Nobody | Unclear) -> HeaderIdentity:
    """The identity of a letter, to be handed on; `raw` is the letter or its header as it came."""
    game_id, is_signed = 0, False
    if isinstance(writer, Writer):
        game_id, is_signed = writer.game.id, writer.game.auth == DKIM and not refused(writer, letter)
    is_signed = is_signed or (context.desk.letters.by_mail == DKIM and master_of_desk(context.desk, letter) is not None)
    return HeaderIdentity(_digest_of_header(raw), letter, game_id, is_signed)


def _digest_of_header(raw: bytes) -> bytes:
    return sha256(inbox.header_of(raw)).digest()


def identify(context: Context, letter: Letter) -> Writer | Nobody | Unclear:
    """Whose a letter is, by its token, else by its thread. If the game asks for it, the sender must also be the registered
    player (refused).

    A thread counts beside a token that opens nothing only if the registered player writes: the token may have been replaced
    because others had it.
    """
    tokens = tokens_in(letter.recipients, context.desk.mailbox)
    opened = _by_token(context, letter)
    answered = _by_thread(context, letter)
    if len(opened) > 1:
        return _several_tokens(opened, letter)
    if opened:
        return _one_token(opened[0], answered, letter)
    if answered is None:
        because = UNKNOWN_ADDRESS if tokens else NOT_ADDRESSED
        return Nobody(because, _seats_at(context, letter.sender))
    if tokens and letter.sender != answered.address and not refused(answered, letter):
        return Unclear(
            "wrong_token",
            "sent to no valid seat address, in reply to a mail that went to somebody else",
            (answered,),
            (answered,),
        )
    return answered


def written_for(context: Context, row: LetterRow) -> Writer | None:
    """The seat that the game master has written a letter for, by its Message-ID, whose hash cannot be forged. The seat's
    player knows that Message-ID, so a letter with it that came by mail does not count.
    """
    match read_message_id(context.desk.secret, row.message_id):
        case (_, seat, thread, _) if thread == BY_GAMEMASTER and row.game_id is not None:
            game = lobby.game(context.session, row.game_id)
            if row.sender in (context.desk.gamemaster_of(game), context.desk.gamemaster, context.desk.mailbox):
                return Writer(game, lobby.seat(context.session, game.id, seat))
    return None


def refused(writer: Writer, letter: Letter) -> bool:
    """Whether the game accepts only the registered sender, and this is or may be another."""
    return writer.game.auth != "token" and (letter.sender != writer.seat.address.lower() or bool(letter.doubt))


def unproved(writer: Writer, raw: bytes) -> str:
    """Why a kept letter does not prove its sender, where the game asks for that (`auth` dkim); "" where all is well."""
    return verdict_of(raw) if writer.game.auth == "dkim" else ""


def _several_tokens(opened: list[Writer], letter: Letter) -> Writer | Unclear:
    """The result for tokens of several seats. A stranger with no right to any of them is refused as at the first."""
    heard = [writer for writer in opened if writer.address == letter.sender]
    heard = heard or [writer for writer in opened if not refused(writer, letter)]
    if not heard:
        return opened[0]
    by_address = {writer.address: writer for writer in reversed(heard)}
    return Unclear("two_seats", "sent to the addresses of several seats", tuple(by_address.values()), tuple(opened))


def _one_token(writer: Writer, answered: Writer | None, letter: Letter) -> Writer | Unclear:
    """The result for the token of one seat; the letter may answer a mail to another."""
    if answered is None or answered.seat.id == writer.seat.id or refused(writer, letter):
        return writer
    return Unclear(
        "wrong_game", "sent to the address of one seat, in reply to a mail to another", (writer,), (writer, answered)
    )


def _by_token(context: Context, letter: Letter) -> list[Writer]:
    """The seats that the tokens among the recipients open, each once."""
    hashes = hashes_in(letter.recipients, context.desk.mailbox)
    seats = [seat for each in hashes if (seat := lobby.seat_by_token_hash(context.session, each)) is not None]
    return [Writer(lobby.game(context.session, seat.game_id), seat) for seat in {seat.id: seat for seat in seats}.values()]


def _by_thread(context: Context, letter: Letter) -> Writer | None:
    """The seat that one of our mails was written to which this letter answers; the hash in its Message-ID cannot be forged.

    A mail that went to another address than the seat has now was for a former player, or for a former address: it identifies
    only the registered player. So does a mail that is not here because a game of that name was deleted.
    """
    mails = {mail.message_id: mail for mail in outbox.mails_by_message_id(context.session, letter.references)}
    for reference in letter.references:
        parts = read_message_id(context.desk.secret, reference)
        if parts is not None and len(parts) >= 2:
            try:
                game = lobby.find_game(context.session, parts[0])
                writer = Writer(game, lobby.seat(context.session, game.id, parts[1]))
            except NotFound:
                continue
            mail = mails.get(reference)
            if writer.address in ("" if mail is None else mail.envelope_to.lower(), letter.sender):
                return writer
    return None


def _seats_at(context: Context, address: str) -> tuple[Writer, ...]:
    seats = lobby.seat_by_address(context.session, address) if address else []
    return tuple(Writer(lobby.game(context.session, seat.game_id), seat) for seat in seats)


# The game master's desk

FOR_THE_DESK = "for the game master's desk"
DONE = "for the desk: "
"""The outcome of a letter whose lines are done begins with this."""
HOUR = timedelta(hours=1)
DKIM = "dkim"


def master_of_desk(desk: Desk, letter: Letter) -> Master | None:
    """The game master whose desk a letter came to, if desks are in use; of several the one who wrote it."""
    if desk.letters.by_mail == OFF:
        return None
    given = hashes_in(letter.recipients, desk.mailbox)
    meant = [each for each in desk.masters if hash_of(desk_token_of(desk.secret, each.address)) in given]
    return next((each for each in meant if each.address.lower() == letter.sender), meant[0] if meant else None)


def is_theirs(master: Master, letter: Letter) -> bool:
    """Whether a letter says that the game master at this desk has written it."""
    return letter.sender == master.address.lower() and not letter.doubt


def tell_desk_waits(context: Context, master: Master) -> None:
    """Tell a game master, once a day, that the key of their letter's signature cannot be looked up."""
    why = "The DNS does not give the key of its DKIM signature. The letter is read as soon as it does."
    _tell(context, master, "desk-key", "a letter to the desk waits", why)


def is_flood(context: Context, master: Master, row: LetterRow) -> bool:
    """Whether a game master has sent more letters to the desk within an hour than are read. They are told once a day. A
    program that answers each answer with a command would go on for ever.
    """
    limit, since = context.desk.letters.letters_per_hour, context.desk.now() - HOUR
    if inbox.letters_with(context.session, row, (FOR_THE_DESK, DONE), since) < limit:
        return False
    lines = (
        f"More than {limit} letters to the desk have come from {master.address} in an hour: the others are not read.",
        "If a program answers these mails, switch it off.",
    )
    _tell(context, master, "desk-flood", "letters to the desk are not read", *lines)
    return True


def why_not_master(context: Context, master: Master, letter: Letter, raw: bytes) -> str:
    """Why a letter to a game master's desk is not theirs, "" where it is. They are told once a day: somebody else has the
    address of the desk.
    """
    desk, why = context.desk, ""
    if not is_theirs(master, letter):
        why = f"from {letter.sender or 'nobody'}, who is not the game master"
    elif desk.letters.by_mail == DKIM:
        why = verdict_of(raw)
    if why:
        advice = f"If you wrote it, write from {master.address}. If not, somebody else knows the address of your desk."
        sentence = f"A letter to the desk was not carried out: {why}."
        _tell(context, master, "desk", "a letter to the desk was refused", sentence, advice)
    return why


def _tell(context: Context, master: Master, occasion: str, heading: str, *lines: str) -> None:
    """Tell a game master something about letters to their desk, once a day."""
    facts: dict[str, Any] = {"heading": heading, "lines": lines, "more": 0, "daily": True}
    name = f"watch-{occasion}-{context.desk.now():%F}"
    tell_gamemaster(context, None, "watch", name, MasterMail(to=master.address, unproved=True), **facts)
