"""What guests and strangers write: accept, decline, join.

The game begins when no guest is missing. Strangers can ask to join only if the configuration allows it and a game is open to
all. A stranger's address can be forged, so nobody joins by asking: they get one mail, at most one a day, and join by
answering it. However many ask, nobody is kept out: of those who only ask the oldest are forgotten, but their answer to the
mail still counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from functools import partial
from importlib.resources import files
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.log.shares import share_of
from pbem.figures import has_digit
from pbem.mail.address import is_of_mailbox, new_message_id
from pbem.mail.letter import Draft, Letter
from pbem.mail.typed.orders import LineSigns, read_lines
from pbem.mail.typed.sent import LateSent
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.joining.gathering import (
    LetterRef,
    add_guest,
    asked_for,
    begin_if_full,
    is_told,
    seating_of,
    seats_of,
    tell_guest,
)
from pbem.moderator.reports.notices import Dispatch, may_warn, name_of, queue_draft, tell_gamemaster
from pbem.moderator.seats.addresses import GAMEMASTER
from pbem.orders.words.lexicon import plain_words
from pbem.render.notice import render_notice
from pbem.store.games import gatherings
from pbem.store.mail import outbox
from pbem.store.tables.joining import GatheringRow, GuestRow
from pbem.store.tables.mail import LetterRow
from pbem.values import fitted_name, is_address

_WORDS = tomllib.loads(files(__package__).joinpath("guest_words.toml").read_text("utf-8"))
ACCEPT, DECLINE, COURTESY, BEFORE_SEAT = (frozenset(_WORDS[key]) for key in ("accept", "decline", "courtesy", "before_seat"))
JOIN, TABLES = "join", "tables"
GUEST_LINES = LineSigns(tuple(sorted(ACCEPT | DECLINE | {TABLES})))
"""The words that lines for a game to come begin with."""


class ReplyKind(Enum):
    """What a guest has answered."""

    ACCEPT = "accept"
    DECLINE = "decline"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Reply:
    """A guest's answer: `wish` is the seat they ask for ("": none)."""

    answer: ReplyKind
    wish: Seat = ""


def reply_in(lines: Sequence[str], seats: Collection[Seat]) -> Reply:
    """The answer in a guest's lines. Other lines do not count; two different answers cancel each other."""
    replies = {reply for line in lines if (reply := _reply(line, seats)) is not None}
    return replies.pop() if len(replies) == 1 else Reply(ReplyKind.UNCLEAR)


def _reply(line: str, seats: Collection[Seat]) -> Reply | None:
    words = [word for word in plain_words(line) if word not in COURTESY]
    if not words or len(words) != len(set(words)):
        return None
    written = set(words)
    wished = [seat for seat in seats if set(plain_words(seat)) <= written]
    left = written - ACCEPT - BEFORE_SEAT - {word for seat in wished for word in plain_words(seat)}
    if written & ACCEPT and not left and len(wished) <= 1:
        return Reply(ReplyKind.ACCEPT, wished[0] if wished else "")
    return Reply(ReplyKind.DECLINE) if written <= DECLINE else None


@dataclass(frozen=True)
class JoinRequest:
    """What a stranger asks: the list of tables, or to join the one called `table` ("": they do not say which)."""

    table: str
    wish: str = ""


def asked_in(lines: Sequence[str], is_table: Callable[[str], bool]) -> JoinRequest | None:
    """The first request in a stranger's lines or Subject; None: there is none."""
    return next((asked for line in lines if (asked := _asked(line, is_table)) is not None), None)


def _asked(line: str, is_table: Callable[[str], bool]) -> JoinRequest | None:
    words = [word.strip(".,!?;\"'()") for word in line.casefold().split()]
    rest = [word for word in words if word and word not in COURTESY | BEFORE_SEAT]
    if rest in ([TABLES], [JOIN]):
        return JoinRequest("")
    if rest[:1] != [JOIN] or not 2 <= len(rest) <= 3:
        return None
    named = next((word for word in rest[1:] if is_table(word)), rest[1])
    if not (is_table(named) or has_digit(named)):  # "join us tomorrow"
        return None
    return JoinRequest(named, next((word for word in rest[1:] if word != named), ""))


MAX_A_DAY = 3
"""How often a day the game master is told one guest's answers."""
MAX_MAILS = 6
"""How many of our mails to a guest their letter is compared with, to find what it quotes."""


# Guests


def answer_guest(context: Context, guest: GuestRow, letter: Letter, row: LetterRow) -> str:
    """Do what a guest's letter says, and say in a line what became of it. Only their own address may answer."""
    table = gatherings.gathering(context.session, guest.gathering_id)
    answers = _GuestAnswers(context, table, guest, letter, row)
    if letter.sender != guest.address.lower() or letter.doubt:
        answers.tell("guest_sender", unproved=True, sender=letter.sender)
        return f"{table.name}: for the guest {guest.address}, from {letter.sender or 'nobody'}: not carried out"
    if guest.status == "dropped":
        answers.tell("dropped", unproved=True)
        return f"{table.name}: from {guest.address}, who is no longer invited"
    if table.status != "gathering":
        answers.tell("table_over", unproved=True, wait=True, begun=table.status == "begun")
        return f"{table.name}: from the guest {guest.address}, who is told that it {_past(table)}"
    reply = _read(context, table, guest, letter)
    if reply.answer is ReplyKind.UNCLEAR:
        answers.tell("guest_unclear", unproved=True, accepted=guest.status == "accepted")
        return f"{table.name}: neither accepted nor declined by {guest.address}"
    return _accept(answers, reply) if reply.answer is ReplyKind.ACCEPT else _decline(answers)


class _GuestAnswers:
    """Answers to one letter of a guest."""

    def __init__(self, context: Context, table: GatheringRow, guest: GuestRow, letter: Letter, row: LetterRow) -> None:
        self.context, self.table, self.guest, self.letter = context, table, guest, letter
        self._row = row

    def tell(self, kind: str, *, unproved: bool = False, wait: bool = False, **facts: Any) -> None:
        """Answer, once for each letter; `unproved`: anybody, or a program, can cause it, `wait`: it is not left out for
        that (notices.may_warn).
        """
        occasion = name_of(self.context.desk, self._row, kind)
        if is_told(self.context, self.table, self.guest, occasion):
            return
        when = may_warn(self.context, self.guest.address, wait=wait) if unproved else None
        if unproved and when is None:
            return
        to = LetterRef(self._row.id, self.letter.message_id)
        tell_guest(self.context, self.table, self.guest, kind, occasion, to=to, not_before=when, **facts)

    def tell_gamemaster(self, what: str) -> None:
        desk = self.context.desk
        names = [f"answered-{self.guest.id}-{desk.now():%F}-{number}" for number in range(MAX_A_DAY)]
        facts: dict[str, Any] = {
            "table": self.table.name,
            "player": self.guest.name,
            "address": self.guest.address,
            "what": what,
        }
        missing = seating_of(self.context, self.table).missing
        id_for = partial(new_message_id, desk.secret, desk.host, "", GAMEMASTER)
        if (occasion := next((name for name in names if not self.context.is_queued(id_for(name))), None)) is not None:
            facts |= {"letter_id": self._row.id, "missing": missing}
            tell_gamemaster(self.context, None, "guest_answered", occasion, **facts)

    def change(self, status: str, wish: str) -> None:
        gatherings.change_guest(self.context.session, self.guest, status, wish, self.context.desk.now())


def _past(table: GatheringRow) -> str:
    return "has begun" if table.status == "begun" else "was called off"


def _read(context: Context, table: GatheringRow, guest: GuestRow, letter: Letter) -> Reply:
    """What the guest typed, without quotes of our mails."""
    known = (outbox.outgoing_by_message_id(context.session, each) for each in letter.references)
    named = [mail for mail in known if mail is not None]
    mails = [*named, *outbox.newest_to(context.session, guest.address, MAX_MAILS)][:MAX_MAILS]
    typed = read_lines(letter, [LateSent(mail.raw) for mail in mails if mail.raw], GUEST_LINES)
    return reply_in([line.text for line in typed.lines], seats_of(context.desk, table))


def _accept(answers: _GuestAnswers, reply: Reply) -> str:
    context, table, guest = answers.context, answers.table, answers.guest
    wish = reply.wish or guest.wish
    is_known = (guest.status, guest.wish) == ("accepted", wish)
    answers.change("accepted", wish)
    gatherings.set_share(context.session, guest, share_of(answers.letter.message_id))
    game = begin_if_full(context, table)
    if game is None:
        seating = seating_of(context, table)
        answers.tell("guest_accepted", unproved=is_known, missing=seating.missing, waits=guest in seating.waiting)
        answers.tell_gamemaster("has accepted")
        return f"{table.name}: accepted by {guest.address}"
    return f"{table.name}: accepted by {guest.address}; the game has begun"


def _decline(answers: _GuestAnswers) -> str:
    """Decline for a guest. Their reserved seat is free for others, first for those on the waiting list."""
    context, table, guest = answers.context, answers.table, answers.guest
    is_known = guest.status == "declined"
    answers.change("declined", "")
    answers.tell("guest_declined", unproved=is_known)
    answers.tell_gamemaster("has declined")
    begun = begin_if_full(context, table) is not None
    return f"{table.name}: declined by {guest.address}{'; the game has begun' if begun else ''}"


MAX_ASKED_BYTES = 64 * 1024
"""A longer letter of a stranger is not read, in bytes."""
MAX_ASKED = 50
"""How many people who have asked and not confirmed are stored and listed: only the newest."""
# Strangers

TIME_TO_SEND = timedelta(hours=2)
"""How long somebody who asks is stored at least: until the mail to them has been sent."""
TIME_TO_CONFIRM = timedelta(days=3)
"""Who has not confirmed it by then is forgotten."""
MAX_NAME = 60


def strangers_are_read(context: Context) -> bool:
    """Whether letters of strangers are read at all."""
    return context.desk.letters.open_tables and bool(gatherings.open_to_strangers(context.session))


def answer_stranger(context: Context, letter: Letter, row: LetterRow) -> str:
    """Deal with a letter that asks to join a game, and say in a line what became of it; "" for any other letter."""
    if not strangers_are_read(context) or letter.doubt or not _can_be_asked(context, letter.sender):
        return ""
    tables = {table.name.lower(): table for table in gatherings.open_to_strangers(context.session)}
    lines = [line.text for line in read_lines(letter, (), GUEST_LINES).lines]
    asked = asked_in([letter.offered, *lines], tables.__contains__)
    if asked is None:
        return ""
    table = tables.get(asked.table)
    if table is None:
        _tell_tables(context, letter, row, list(tables.values()), asked.table)
        return f"from {letter.sender}: asks for {asked.table or 'open games'}; told which are open"
    return _invite(context, table, letter, row, asked)


def _can_be_asked(context: Context, sender: str) -> bool:
    desk = context.desk
    ours = is_of_mailbox(sender, desk.mailbox) or desk.master_at(sender) is not None
    return is_address(sender) and not ours


def _invite(context: Context, table: GatheringRow, letter: Letter, row: LetterRow, asked: JoinRequest) -> str:
    """The one mail that a stranger gets: who answers it has this address."""
    session, now = context.session, context.desk.now()
    guest = gatherings.guest_at(session, table.id, letter.sender)
    if guest is not None and guest.status == "dropped":
        return f"{table.name}: {letter.sender} asks to join, and is no longer invited"
    if guest is None:
        _forget_old(context, table)
        guest = _add(context, table, letter)
    if guest.status == "asked" and asked.wish in seats_of(context.desk, table):  # else anybody could write it for them
        gatherings.change_guest(session, guest, guest.status, asked.wish, now)
    occasion = f"asked-{now:%Y%m%d}"
    if is_told(context, table, guest, occasion) or (when := may_warn(context, guest.address, wait=True)) is None:
        return f"{table.name}: {letter.sender} asks to join, and has been written to a short while ago"
    to = LetterRef(row.id, letter.message_id)
    tell_guest(context, table, guest, "asked_to_join", occasion, to=to, not_before=when)
    return f"{table.name}: {letter.sender} asks to join, and is asked to confirm it"


def _forget_old(context: Context, table: GatheringRow) -> None:
    """Delete those who asked long ago and did not confirm, and the oldest beyond MAX_ASKED."""
    now = context.desk.now()
    asked = [each for each in gatherings.guests(context.session, table.id) if each.status == "asked"]
    for place, guest in enumerate(asked):
        is_one_of_many = len(asked) - place >= MAX_ASKED and guest.since < now - TIME_TO_SEND
        if is_one_of_many or guest.since < now - TIME_TO_CONFIRM:
            gatherings.remove_guest(context.session, guest)


def guest_again(context: Context, letter: Letter) -> GuestRow | None:
    """Somebody who asked, was forgotten, and now answers our mail, as a guest again."""
    table = asked_for(context, letter)
    return None if table is None or letter.doubt else _add(context, table, letter)


def _add(context: Context, table: GatheringRow, letter: Letter) -> GuestRow:
    name = fitted_name(letter.sender_name[:MAX_NAME])
    return add_guest(context, table, Player.named(name, letter.sender), "", "asked")


def _tell_tables(context: Context, letter: Letter, row: LetterRow, tables: list[GatheringRow], asked: str) -> None:
    """Mail the list of open games, to one address once a day."""
    desk = context.desk
    message_id = new_message_id(desk.secret, desk.host, "tables", letter.sender, f"{desk.now():%Y%m%d}")
    if context.is_queued(message_id) or may_warn(context, letter.sender) is None:
        return
    games = [
        (table.name, desk.games[table.rules].title, desk.games[table.rules].scenarios[table.scenario]) for table in tables
    ]
    subject, text, html = render_notice(desk.page, "open_tables", game="pbem", tables=games, asked=asked)
    references = (letter.message_id,) if letter.message_id else ()
    draft = Draft(
        to=letter.sender,
        subject=subject,
        text=text,
        html=html,
        message_id=message_id,
        reply_to=desk.mailbox,
        in_reply_to=letter.message_id or None,
        references=references,
        auto_submitted="auto-replied",
    )
    queue_draft(context, draft, Dispatch("invitation", row.id))
