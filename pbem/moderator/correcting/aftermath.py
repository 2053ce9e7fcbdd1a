"""The result of correcting a game: what differs in the position, who has been told what is untrue now, what would be sent.

Where the rules no longer lead to a position, it is compared by what the reports showed of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from difflib import SequenceMatcher
from functools import partial
from typing import Any

from pbem.effort import spend
from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import POOLED, scheme_of
from pbem.engine.log.waiting import BRANCH_TAKEN, WAITING_STOPPED
from pbem.engine.played_log import TOLD_TO_OWNER
from pbem.engine.table import Table
from pbem.moderator.core.context import GameContext
from pbem.moderator.core.games import entry_of
from pbem.moderator.correcting.replaying import Dropped
from pbem.moderator.reports.past import content_of
from pbem.orders.words.lexicon import Lexicon
from pbem.replay.differences import differences
from pbem.replay.transcript import event_line
from pbem.store.games import journal, lobby, watchers
from pbem.store.mail import outbox
from pbem.store.tables.mail import OutgoingRow

HEADING = "== {} =="
POSITION = "The position"

Shown = Mapping[Seat, tuple[str, ...]]
"""The lines that show the position in the newest report of each seat, each with the heading above it."""


def shown_now(context: GameContext) -> Shown:
    """What the newest report of each seat shows, if its text is still stored."""
    shown_lines: dict[Seat, tuple[str, ...]] = {}
    for row in lobby.seats(context.session, context.game.id):
        reports = outbox.mails_to(context.session, context.game.id, row.name, "report")
        heading = HEADING.format(context.page_for(row.name).words.gettext(POSITION))
        texts = (content_of(mail.raw).text for mail in reports if mail.raw)
        if (text := next((text for text in texts if heading in text), None)) is not None:
            shown_lines[row.name] = tuple(_lines(text, heading))
    return shown_lines


def compare_shown(before: Shown, after: Shown) -> list[str]:
    """The differences between reports, a line each: "- York's report: ..." is no longer there, "+ York's report: ..." is
    new.
    """
    changed_lines: list[str] = []
    for seat in before:
        old, new = before[seat], after.get(seat, ())
        for kind, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind != "equal":
                changed_lines += [f"- {seat}'s report: {line}" for line in old[first:last]]
                changed_lines += [f"+ {seat}'s report: {line}" for line in new[begin:end]]
    return changed_lines


def _lines(text: str, heading: str) -> Iterator[str]:
    """The lines of the position, those that are indented with the line above them that is not."""
    above = ""
    for line in text.partition(heading)[2].strip().splitlines():
        if line.startswith("=="):
            return
        if line.startswith(" ") and above:
            yield f"{above}: {line.strip()}"
        elif line.strip():
            above = line.strip()
            yield above


# The result

Written = tuple[datetime, int | None]
"""When an entry was written, and by which letter."""
OBSERVERS = ""
MAX_LINES = 200
STEPS_A_MAIL = 500
"""The work of reading one of our mails (pbem.effort)."""
OWN_ORDERS = frozenset({*TOLD_TO_OWNER.values(), WAITING_STOPPED, BRANCH_TAKEN})
"""Events that report to a seat only what its own orders did."""
AS_REPORTED = "The rules no longer lead to the position that was; compared is what the last reports showed of it."


@dataclass(frozen=True, slots=True)
class ReaderKnowledge:
    """What a reader knows: what is `untrue` now, the part of it that only they were told (`in_secret`), and the `dice` they
    have seen. These will fall the same when rolled again, or differently for another letter (`fall_anew`). `mails` are the
    reports that told any of it.
    """

    reader: str
    untrue: tuple[str, ...] = ()
    in_secret: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    mails: tuple[str, ...] = ()
    fall_anew: bool = False

    def lines(self, *, dice: bool = True) -> Iterator[str]:
        """For people. `_lost_event_lines` lists what is untrue; `dice`: with each die that the reader knows."""
        if not (self.untrue or self.in_secret or self.dice):
            yield f"Nothing {self.reader} was told has become untrue"
            return
        if self.mails:
            yield f"{self.reader} was told by {', '.join(self.mails)}"
        if self.dice:
            number = "1 die" if len(self.dice) == 1 else f"{len(self.dice)} dice"
            known = (
                f"{self.reader} knows {number} that will {'be rolled afresh' if self.fall_anew else 'fall the same again'}"
            )
            yield f"{known}:" if dice else f"{known} (list: --dice)"
            yield from (f"  {line}" for line in self.dice if dice)


@dataclass(frozen=True, slots=True)
class Mailed:
    """A mail that the correction will send."""

    to: str
    seat: Seat
    subject: str
    text: str


@dataclass(frozen=True)
class CarriedOutAgain:
    """How many `letters` were carried out again, and their lines that no longer could be (`fallen`). `refused` and `unread`
    are the lines of an inserted letter that cannot be carried out, and that are no orders.
    """

    letters: int = 0
    refused: tuple[str, ...] = ()
    fallen: tuple[Dropped, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class CorrectionReport:
    """The result of a correction. `struck` has the numbers of the first and last entry taken back (None: none), `again` what
    became of the letters carried out again, `notes` anything else to know.
    """

    game: str
    committed: bool
    struck: tuple[int, int] | None
    again: CarriedOutAgain = CarriedOutAgain()
    position: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()
    told: tuple[ReaderKnowledge, ...] = ()
    mails: tuple[Mailed, ...] = ()
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For programs: all of it by name."""
        facts: dict[str, Any] = asdict(self)
        again: dict[str, Any] = facts.pop("again")
        return {name: facts[name] for name in ("game", "committed", "struck")} | again | facts

    def text(self, *, whole_mails: bool = False, dice: bool = True) -> str:
        """For people, a line a finding; with each mail in full, and each die that somebody knows."""
        struck = "nothing" if self.struck is None else f"entries {self.struck[0]} to {self.struck[1]}"
        lines = [
            f"{self.game}: {'DONE' if self.committed else 'DRY RUN, nothing is changed'}",
            f"taken back: {struck}; letters carried out again: {self.again.letters}",
            *self.notes,
            *_section("Lines left out:", self.again.unread),
            *_section("Lines refused:", self.again.refused),
            *_section("Lines that can no longer be carried out:", map(str, self.again.fallen)),
            *_section("The position differs:", self.position, "The position is the same."),
            *_lost_event_lines(self.gone, self.told),
            *_section("Happened instead:" if self.gone else "Happened:", self.come),
            *(line for knowledge in self.told for line in knowledge.lines(dice=dice)),
            *_section("Mails:", (f"to {mail.to}: {mail.subject}" for mail in self.mails), "No mails."),
        ]
        if whole_mails:
            lines += [f"\nTo: {mail.to}\nSubject: {mail.subject}\n\n{mail.text}" for mail in self.mails]
        return "\n".join(lines)


def _lost_event_lines(gone: Sequence[str], readers_knowledge: Sequence[ReaderKnowledge]) -> Iterator[str]:
    """The Events that are lost, each once, below those who had been told of it."""
    remaining = [(each.reader, Counter(each.untrue), Counter(each.in_secret)) for each in readers_knowledge]
    groups: dict[tuple[str, ...], list[str]] = {}
    for line in gone:
        readers = []
        for reader, untrue, secret in remaining:
            known, mark = (untrue, "") if untrue[line] else (secret, " (a secret they should not know)")
            if known[line]:
                known[line] -= 1
                readers.append(f"{reader}{mark}")
        groups.setdefault(tuple(readers), []).append(line)
    for whose, lines in groups.items():
        yield from _section(f"No longer happened, told to {' and '.join(whose) or 'nobody'}:", lines)


def _section(heading: str, lines: Iterable[str], nothing: str = "") -> list[str]:
    section_lines = list(lines)
    if not section_lines:
        return [nothing] if nothing else []
    more = [f"  and {len(section_lines) - MAX_LINES} more"] if len(section_lines) > MAX_LINES else []
    return [heading, *(f"  {line}" for line in section_lines[:MAX_LINES]), *more]


@dataclass(frozen=True)
class PositionBefore:
    """A game as it was before its correction: its Events and rolls since entry `first`, and the last entry reported to each
    seat (`told`) and each observer (`watching`).

    `table` is the position (None: the rules do not lead there), `shown` what the newest reports show of it. `since` is when
    that entry was written, `letter_id` the first letter that is taken back (0: none).
    """

    first: int
    table: Table[Any] | None
    shown: Shown
    events: tuple[journal.EventLine, ...]
    rolls: tuple[Entry, ...]
    told: Mapping[Seat, int]
    watching: Mapping[str, int]
    since: datetime
    letter_id: int
    newest_mail: int
    wrote: Mapping[int, Written]

    @classmethod
    def of(cls, context: GameContext, first: int, table: Table[Any] | None) -> PositionBefore:
        """The game as it is."""
        session, game = context.session, context.game
        lines = journal.read(session, game.id, first - 1)
        return cls(
            first,
            table,
            shown_now(context),
            tuple(journal.events_since(session, game.id, first - 1)),
            tuple(entry for entry in map(entry_of, lines) if entry.kind is EntryKind.ROLL),
            {seat.name: seat.told for seat in lobby.seats(session, game.id)},
            {row.name: row.told for row in watchers.observers(session, game.id)},
            lines[0].written if lines else context.desk.now(),
            next((line.letter_id for line in lines if line.letter_id is not None), 0),
            outbox.newest_mail_number(session),
            {line.number: (line.written, line.letter_id) for line in lines},
        )


def compare(context: GameContext, before: PositionBefore, after: Table[Any], since: int) -> dict[str, Any]:
    """The parts of a CorrectionReport that compare the game before and after: `after` is the corrected game, whose entries
    from `since` on are new.
    """
    rules = context.desk.rules_of(context.game)
    names = Lexicon(partial(rules.names, after.state)).name
    now = [news.event for news in after.news if news.number >= since]
    then = [Event(line.rule, line.name, line.data, line.seen_by) for line in before.events]
    gone, come = _without(then, now), _without(now, then)
    old_rolls, new_rolls = _rolls(before.rolls), _rolls(e for e in after.entries if e.number >= since)

    def in_words(events: Sequence[Event], reader: Seat = OBSERVERS) -> tuple[str, ...]:
        return tuple(filter(None, context.page_for(reader).tell(rules.name, events, names)))

    return {
        "position": tuple(
            differences(rules, before.table.state, after.state)
            if before.table is not None
            else compare_shown(before.shown, shown_now(context))
        ),
        "notes": () if before.table is not None else (AS_REPORTED,),
        "gone": in_words(gone),
        "come": in_words(come),
        "told": (
            *(_seat_knowledge(context, before, seat, gone, old_rolls - new_rolls, in_words) for seat in before.told),
            *(_observer_knowledge(before, name, gone, in_words) for name in before.watching),
        ),
        "mails": tuple(map(_mailed, outbox.mails_after(context.session, context.game.id, before.newest_mail))),
    }


def _without(some: Sequence[Event], others: Sequence[Event]) -> list[Event]:
    """The Events that the others lack: the difference of two multisets."""
    left = Counter(map(event_line, others))
    rest = []
    for event in some:
        line = event_line(event)
        if left[line]:
            left[line] -= 1
        else:
            rest.append(event)
    return rest


def _rolls(entries: Iterable[Entry]) -> Counter[tuple[str, str, str]]:
    return Counter((entry.turn, entry.key, entry.subject) for entry in entries if entry.kind is EntryKind.ROLL)


def _seat_knowledge(
    context: GameContext,
    before: PositionBefore,
    seat: Seat,
    gone: Sequence[Event],
    rolls: Counter[tuple[str, str, str]],
    in_words: Callable[..., tuple[str, ...]],
) -> ReaderKnowledge:
    """What a seat knows and should not: the lost Events it was told, and dice it has seen. That one of its own orders has
    answered is no secret from it.
    """
    known = before.told[seat]
    entries_told = defaultdict[str, list[int]](list)
    for each in before.events:
        if each.entry_number <= known:
            entries_told[event_line(_event(each))].append(each.entry_number)
    events, facts = list[Event](), list[tuple[int, str]]()
    for event in gone:
        numbers = entries_told[event_line(event)]
        if event.visible_to(seat) and numbers:
            events.append(event)
            facts.append((numbers.pop(0), " ".join(in_words([event], seat))))
    seen = {
        (entry.turn, entry.key, entry.subject): entry.number
        for entry in before.rolls
        if entry.number <= known and _is_die(entry)
    }
    dice = [f"{turn}: {key} {subject}" for turn, key, subject in rolls if (turn, key, subject) in seen]
    secret = [event for event in events if event.seen_by is not None and event.name not in OWN_ORDERS]
    open_ = [event for event in events if event.seen_by is None or event.name in OWN_ORDERS]
    reports = outbox.mails_to(context.session, context.game.id, seat, "report") if events or dice else []
    since = [mail for mail in reversed(reports) if _may_have_told(mail, before)]
    facts += [(seen[roll], "") for roll in rolls if roll in seen]
    mails = _mails_that_told(since, [(before.wrote.get(number), words) for number, words in facts])
    fall_anew = scheme_of(context.game.options) == POOLED
    return ReaderKnowledge(seat, in_words(open_), in_words(secret), tuple(dice), tuple(map(_named, mails)), fall_anew)


def _mails_that_told(reports: Sequence[OutgoingRow], facts: Iterable[tuple[Written | None, str]]) -> list[OutgoingRow]:
    """The reports to a seat (oldest first) that told any of the facts, each of which is the time of its entry and its
    sentence. A fact in none of them, whose text is deleted, counts as told by the first report after its entry.
    """
    spend(STEPS_A_MAIL * len(reports))
    texts = {mail.id: _flat(content_of(mail.raw).text) if mail.raw else "" for mail in reports}
    telling = set[int]()
    for written, sentence in facts:
        saying = {id_ for id_, text in texts.items() if sentence and _flat(sentence) in text}
        first = next((mail.id for mail in reports if written is not None and _is_after(mail, *written)), None)
        telling |= saying or ({first} if first is not None else set())
    return [mail for mail in reports if mail.id in telling]


def _is_after(mail: OutgoingRow, written: datetime, letter_id: int | None) -> bool:
    """Whether a mail was written with an entry, or after it."""
    return mail.queued >= written and (mail.letter_id is None or letter_id is None or mail.letter_id >= letter_id)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _observer_knowledge(
    before: PositionBefore, name: str, gone: Sequence[Event], in_words: Callable[[Sequence[Event]], tuple[str, ...]]
) -> ReaderKnowledge:
    """What an observer knows that is untrue now: of what everybody may see."""
    lines_told = Counter(event_line(_event(line)) for line in before.events if line.entry_number <= before.watching[name])
    public = [event for event in gone if event.visible_to(None) and lines_told[event_line(event)]]
    return ReaderKnowledge(f"observer {name}", in_words(public))


def _is_die(entry: Entry) -> bool:
    """A shuffle's order is nobody's to see."""
    return not isinstance(entry.answer, list)


def _event(line: journal.EventLine) -> Event:
    return Event(line.rule, line.name, line.data, line.seen_by)


def _may_have_told(mail: OutgoingRow, before: PositionBefore) -> bool:
    """Whether a report was written after the first entry that is taken back, and before the correction."""
    if mail.id > before.newest_mail:
        return False
    return mail.queued >= before.since and (mail.letter_id is None or mail.letter_id >= before.letter_id)


def _named(mail: OutgoingRow) -> str:
    return f"mail {mail.id} ({mail.queued:%Y-%m-%d %H:%M} UTC, {mail.status})"


def _mailed(mail: OutgoingRow) -> Mailed:
    content = content_of(mail.raw)
    return Mailed(mail.envelope_to, mail.seat or "", content.subject, content.text)
