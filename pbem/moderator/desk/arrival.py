"""Imports a game from elsewhere, after trying it out: to be played here, or as a sandbox.

Whoever wrote the archive may mean harm: nothing of it enters the database before all of it is checked. Only some of the
mails and letters that wait in it may be sent or moderated here. A copy has no address, token, letter or mail of the
original.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import Message
from email.utils import getaddresses
from hashlib import sha256
from typing import Any, Final

from pbem.engine.decision import CLOCK, DICE, GAMEMASTER, Seat
from pbem.engine.dice import Fate
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import EntryKind
from pbem.engine.played_log import Diverged
from pbem.engine.table import Table
from pbem.mail.address import hash_of, read_message_id, tokens_in
from pbem.mail.reading import read_letter
from pbem.moderator.clock.deadline_changes import deadlines, restart, standing_lines
from pbem.moderator.core.context import Context, GameContext, Writer
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table
from pbem.moderator.core.setups import check_languages, load_exactly
from pbem.moderator.desk.archive_files import bad_note
from pbem.moderator.intake.identify import identify
from pbem.moderator.joining.opening import BadOpening, checked_name
from pbem.moderator.reports.past import OBSERVER, report_of
from pbem.moderator.seats.addresses import new_token
from pbem.replay.audit import entries_of, follow
from pbem.store.archive.form import Archive, LetterPart, SeatPart, parse
from pbem.store.archive.transfer import import_game
from pbem.store.database import Session
from pbem.store.errors import StoreError
from pbem.store.games import lobby, watchers
from pbem.store.mail import inbox, outbox
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import LetterRow, OutgoingRow
from pbem.timing.terms import read_terms

HOST = "sandbox.invalid"
"""A domain that no mail ever goes to (RFC 2606 2)."""
MAX_LETTERS: Final = 1_000
"""Letters of an archive that wait to be moderated."""
MAX_MAIL_BYTES: Final = 5 * 2**20


def as_sandbox(archive: Archive, name: str) -> Archive:
    """The same game under another name, with Message-IDs of its own and seats that no mail opens; without mails, observers
    and deadlines.
    """

    def own(message_id: str) -> str:
        return f"<{sha256(f'{name} {message_id}'.encode()).hexdigest()[:40]}@{HOST}>"

    def own_letter(letter: LetterPart) -> LetterPart:
        status = "done" if letter.status in ("new", "held") else letter.status
        return letter.model_copy(update={"message_id": own(letter.message_id), "status": status})

    def own_seat(seat: SeatPart) -> SeatPart:
        no_token = {"token_hash": hash_of(new_token()), "token_number": 0, "former_token_hash": None}
        return seat.model_copy(update={"address": f"{seat.name}@{HOST}", **no_token})

    entries = [
        entry.model_copy(update={"letter": None if entry.letter is None else own(entry.letter)}) for entry in archive.entries
    ]
    messages = [
        message.model_copy(update={"letter": None if message.letter is None else own(message.letter), "deliveries": []})
        for message in archive.messages
    ]
    return archive.model_copy(
        update={
            "seats": [own_seat(seat) for seat in archive.seats],
            "letters": [own_letter(letter) for letter in archive.letters],
            "entries": entries,
            "messages": messages,
            "mails": [],
            "observers": [],
            "terms": None,
        }
    )


# Mails and letters

OURS: Final = frozenset(
    {"from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted", "x-pbem"}
    | {"mime-version", "content-type", "content-transfer-encoding"}
)
"""The fields that our mails have: none that names another reader, or where to send a mail on."""
BARE_LINE_END: Final = re.compile(rb"\r(?!\n)|(?<!\r)\n")
"""Line ends about which servers disagree (RFC 5321 2.3.8): one could take the rest for another mail."""


def letters_here(session: Session, archive: Archive) -> frozenset[str]:
    """The Message-IDs of those letters of an archive that are in this database already."""
    names = [letter.message_id for letter in archive.letters]
    return frozenset(name for name in names if inbox.letter_by_message_id(session, name) is not None)


def set_mails_aside(context: GameContext) -> int:
    """Hold back the mails of an imported game that we have not written ourselves; gives how many.

    They are listed with those that a server has refused. A mail that may go is from this mailbox and to one reader of the
    game.
    """
    session, desk, game = context.session, context.desk, context.game
    players = {row.address.lower() for row in lobby.seats(session, game.id)}
    observers = {row.address.lower() for row in watchers.observers(session, game.id)}
    readers = players | observers | {desk.gamemaster.lower(), desk.gamemaster_of(game).lower()}
    mails = [(mail, _why_not(desk, mail, readers)) for mail in outbox.waiting_mails_of(session, game.id)]
    aside = [(mail, why) for mail, why in mails if why]
    for mail, why in aside:
        mail.status, mail.last_error = "refused", f"not sent: it came with an archive, and {why}"
    session.flush()
    return len(aside)


def _why_not(desk: Desk, mail: OutgoingRow, readers: Collection[str]) -> str:
    """Why a mail is not sent; "" where it may be."""
    if read_message_id(desk.secret, mail.message_id) is None:
        return "it was not written here"
    if mail.envelope_to.lower() not in readers:
        return "nobody of this game reads mail there"
    if len(mail.raw) > MAX_MAIL_BYTES:
        return "it is too large"
    head = mail.raw.partition(b"\r\n\r\n")[0]
    if BARE_LINE_END.search(mail.raw) or not head.isascii() or b"\0" in mail.raw:
        return "it is no mail in the form of mails"
    return _wrong_header(desk, mail, message_from_bytes(head + b"\r\n\r\n", policy=policy.compat32))


def _wrong_header(desk: Desk, mail: OutgoingRow, header: Message) -> str:
    names = [name.lower() for name in header]
    if strange := sorted({*names} - OURS) or sorted({name for name in names if names.count(name) > 1}):
        return f"its header has {strange[0]!r} where our mails have none, or one"
    due = {"From": desk.mailbox, "To": mail.envelope_to, "Message-ID": mail.message_id}
    if wrong := [name for name, value in due.items() if str(header[name]) != value]:
        return f"its {wrong[0]} is not that of our mail to this reader"
    answers = [address for _, address in getaddresses([str(header["Reply-To"])])]
    if len(answers) != 1 or not (answers == [desk.mailbox] or tokens_in(answers, desk.mailbox)):
        return "its Reply-To leads elsewhere"
    return ""


def set_letters_aside(context: GameContext, archive: Archive, here: Collection[str]) -> int:
    """Reject the waiting letters of an archive that are not for its game; gives how many.

    The archive's writer could have written them under any name, without the checks of a mailbox. Those that were `here`
    before are genuine.
    """
    names = [each.message_id for each in archive.letters if each.status in ("new", "held") and each.message_id not in here]
    rows = [row for name in names if (row := inbox.letter_by_message_id(context.session, name)) is not None]
    aside = [(row, why) for row in rows if (why := _why_not_read(context, row))]
    for row, why in aside:
        inbox.settle(context.session, row.id, "dead", f"it came with the archive of {context.game.name}, and {why}")
    return len(aside)


def _why_not_read(context: GameContext, row: LetterRow) -> str:
    if len(row.raw) > context.desk.letters.max_letter_bytes:
        return f"has {len(row.raw)} bytes, more than are read"
    letter = read_letter(row.raw)
    if letter.message_id != row.message_id:
        return "is another letter by its header"
    writer = identify(context, letter)
    return "is not for this game" if not isinstance(writer, Writer) or writer.game.id != context.game.id else ""


# Taken in


@dataclass(frozen=True, slots=True)
class Arrival:
    """An imported game, and how many of its waiting `mails` and `letters` are set aside."""

    game: GameRow
    mails: int = 0
    letters: int = 0


def move_in(desk: Desk, document: object, name: str | None = None, *, sandbox: bool = False) -> Arrival:
    """Import an exported game, if it can be played here; as a `sandbox` it is a copy to try things with.

    A game whose log the rules do not lead to is imported as it is; `pbem rerun` shows where it differs. Raises StoreError,
    BadOpening, NoScenario, BadLanguage and BadTime; then nothing is changed.
    """
    archive = parse(document)
    rules = desk.games.get(archive.game.rules)
    if rules is None:
        raise BadOpening(f"there is no game {archive.game.rules!r} here; there are {', '.join(desk.games)}")
    was = archive.game
    setup = load_exactly(rules, was.scenario, desk.scenarios, was.options, was.rules_version)
    _check(desk, rules, rules.seats(setup), archive)
    checked_name(name or archive.game.name)
    _check_log(rules, setup, archive)
    if sandbox:
        archive = as_sandbox(archive, name or archive.game.name)
    with desk.db.writing() as session:
        here = letters_here(session, archive)
        game = import_game(session, archive.model_dump(mode="json"), rename=name)
        game.is_sandbox = sandbox
        session.flush()
        context = Context(session, desk).of(game)
        letters = set_letters_aside(context, archive, here)
        mails = set_mails_aside(context)
        _try_out(context)
        return Arrival(game, mails, letters)


def _check(desk: Desk, rules: Rules[Any], seats: Sequence[Seat], archive: Archive) -> None:
    """Raise unless it is a game of these rules whose seats, terms and languages exist."""
    if sorted(seat.name for seat in archive.seats) != sorted(seats):
        raise BadOpening(f"{rules.title} needs a player for each of {', '.join(seats)}")
    if strange := {entry.kind for entry in archive.entries} - set(EntryKind):
        raise BadOpening(f"entries of an unknown kind: {', '.join(sorted(strange))}")
    named = {entry.seat for entry in archive.entries} - {DICE, CLOCK, GAMEMASTER}
    named |= {letter.seat for letter in archive.letters if letter.filed and letter.seat is not None}
    named |= {mail.seat for mail in archive.mails if mail.seat is not None}
    if strange := named - set(seats):
        raise BadOpening(f"there are no seats {', '.join(sorted(strange))}, of whom it tells")
    if sum(letter.status in ("new", "held") for letter in archive.letters) > MAX_LETTERS:
        raise BadOpening(f"more than {MAX_LETTERS} letters wait to be dealt with")
    check_languages(archive.game.options, seats, desk.page.languages)
    read_terms(archive.terms or {})


def _check_log(rules: Rules[Any], setup: Setup, archive: Archive) -> None:
    """Raises BadOpening where an entry cannot be what it says. Rules that ask something else are no fault of the archive."""
    if wrong := bad_note(archive.entries):
        raise BadOpening(wrong)
    table = Table(rules, setup, Fate(bytes.fromhex(archive.game.key)))
    for entry in entries_of(archive.model_dump(mode="json")):
        divergence = follow(table, entry)
        if divergence is not None and divergence.is_illegal:
            raise BadOpening(f"entry {entry.number}: {divergence.problem}")
        if divergence is not None and not divergence.goes_on:
            return


def _try_out(context: GameContext) -> None:
    """Give new deadlines, as those of the archive may be long past, and write every report once.

    A game that does not replay is left as it is. Raises BadOpening where something in it cannot be shown.
    """
    with suppress(Diverged):
        at_table = context.at(load_table(context))
        try:
            if context.game.status == "playing":
                restart(at_table)
            deadlines(context.session, context.game, at_table.table, context.desk.now())
            standing_lines(context.at(at_table.table))
            for seat in (*(row.name for row in lobby.seats(context.session, context.game.id)), OBSERVER):
                report_of(context, seat)
        except (Diverged, StoreError):
            raise
        except Exception as fault:  # a log can hold anything: better to report it now than with the next letter
            raise BadOpening(f"it cannot be shown here: {type(fault).__name__}: {fault}") from fault
