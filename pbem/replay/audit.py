"""Proof of a game from its exported archive alone: dice, shuffles and receipts computed again, the whole game played again.

Also the rerun of a live log under the rules as they are now: exact, or where and how it differs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from pbem.engine.agreements.offers import is_done
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.dice import Chance, Fate
from pbem.engine.event import Event
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.cause import Cause
from pbem.engine.log.entry import NOT_ANSWERS, Entry, EntryKind
from pbem.engine.log.shares import Shares, rolls_made, scheme_of, walk
from pbem.engine.played_log import Diverged, News, Rolled
from pbem.engine.table import Table
from pbem.replay.account import LogAccount
from pbem.replay.accounts import MAX_STANDING, Log, account
from pbem.replay.receipts import Chains, check_receipts
from pbem.replay.transcript import event_line
from pbem.values import one_line

MAX_FINDINGS, MAX_FINDING_LENGTH = 200, 400
"""Limits for reports on an archive, whose text can be anybody's."""
RECEIPTS_SINCE = "2026-11-22"
"""Games opened before that day can have letters without a receipt."""
CUT_OFF = "the archive ends while the game is being played: nothing can be said of what came after"
NO_GRACE = NO_TIME = "none"
"""What the terms of a game say where nobody is told to be late before the clock answers, or a window closes at once."""


class NotAnArchive(Exception):
    """The document is no archive of a game; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in an archive that is not as it should be; `number` is the entry's (0: the game as a whole)."""

    number: int
    problem: str

    def __str__(self) -> str:
        return f"entry {self.number}: {self.problem}" if self.number else self.problem


@dataclass(frozen=True, slots=True)
class AuditVerdict:
    """What an archive proves.

    `rolls` and `shuffles` were computed again, `struck` of them in parts of the log since taken back. `salts` are the
    players' shares in the dice, `receipts` the chains of what they have sent. `exact` is whether the rules lead through the
    whole log (None: not tried).
    """

    commitment_ok: bool
    rolls: int
    shuffles: int
    struck: int
    salts: Mapping[Seat, str]
    receipts: Chains
    differences: tuple[Difference, ...]
    exact: bool | None = None
    account: LogAccount | None = None
    over: bool = True

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against the game."""
        return self.commitment_ok and not self.differences and self.exact is not False

    def text(self, *, agreed: bool = True) -> str:
        """The verdict for people, a line a finding; `agreed` is whether the mails held against the game agree with it."""
        replayed = {None: "not tried", True: "EXACT", False: "DIFFERS"}[self.exact]
        salts = ", ".join(f"{seat} {salt}" for seat, salt in self.salts.items()) or "none"
        lines = [
            f"commitment: {'is that of the key' if self.commitment_ok else 'IS NOT THAT OF THE KEY'}",
            f"newest shares: {salts}",
            f"computed again: {self.rolls} dice and {self.shuffles} shuffles, {self.struck} of them taken back since",
            f"receipts: {self.receipts.text()}",
            *(self.account.lines() if self.account is not None else ()),
            f"played again: {replayed}",
            *self._told(),
            *([] if self.over else [CUT_OFF]),
            self._last_line() if self.ok and agreed else "THE GAME IS NOT AS IT WAS PROMISED.",
        ]
        return "\n".join(one_line(line, MAX_FINDING_LENGTH) for line in lines)

    def _last_line(self) -> str:
        """Says that nothing contradicts the game, and what nothing proves."""
        trust = self.account.on_trust() if self.account is not None else ""
        return f"The game is as it was promised. {trust}".strip()

    def _told(self) -> Iterator[str]:
        yield from map(str, self.differences[:MAX_FINDINGS])
        if (more := len(self.differences) - MAX_FINDINGS) > 0:
            yield f"and {more} more of this kind"


def verify(archive: Mapping[str, Any], rules: Rules[Any] | None = None, setup: Setup | None = None) -> AuditVerdict:
    """Everything an archive proves; with rules and setup the game is also played again. Raises NotAnArchive."""
    verdict = recompute(archive)
    if rules is None or setup is None:
        return verdict
    replayed = replay(archive, rules, setup)
    account = account_of(archive, rules, setup)
    problems = [Difference(*problem) for problem in account.problems]
    together = sorted(
        {*verdict.differences, *replayed, *problems}, key=lambda each: (not each.number, each.number, each.problem)
    )
    return replace(verdict, differences=tuple(together), exact=not replayed, account=account)


def account_of(archive: Mapping[str, Any], rules: Rules[Any], setup: Setup) -> LogAccount:
    """What has brought each entry of an archive's log. Raises NotAnArchive."""
    record = _Record.read(archive)
    return account(
        rules, setup, Fate(record.key), Log(record.entries, record.strikes, record.grace, record.receipted, record.closes)
    )


# The archive


@dataclass(frozen=True, slots=True)
class _Record:
    """What an archive says that matters here."""

    key: bytes
    commitment: str
    over: bool
    result: Json
    entries: list[Entry]
    strikes: list[tuple[int, int]]
    events: list[News]
    receipts: dict[Seat, str]
    gone: frozenset[int]
    scheme: int
    grace: bool
    receipted: bool
    closes: bool

    @classmethod
    def read(cls, archive: Mapping[str, Any]) -> _Record:
        """Raises NotAnArchive."""
        try:
            game = archive["game"]
            strikes = [(row["first"], row["last"]) for row in archive["strikes"]]
            return cls(
                bytes.fromhex(game["key"]),
                game["commitment"],
                game["status"] == "over",
                game["result"],
                [_entry(row) for row in archive["entries"]],
                strikes,
                [_news(row) for row in archive["events"]],
                {row["name"]: row["receipt"] for row in archive["seats"]},
                _struck_numbers(strikes, [row["number"] for row in archive["entries"]]),
                scheme_of(game["options"]),
                (archive.get("terms") or {}).get("grace", NO_GRACE) != NO_GRACE,
                game["created"] >= RECEIPTS_SINCE,
                (archive.get("terms") or {}).get("window", "") == NO_TIME,
            )
        except (KeyError, TypeError, ValueError) as wrong:
            raise NotAnArchive(f"this is no archive of a game: {type(wrong).__name__}: {wrong}") from wrong

    def struck(self, number: int) -> bool:
        """Whether an entry has been taken back."""
        return number in self.gone

    def live(self) -> list[Entry]:
        """The entries that count."""
        return [entry for entry in self.entries if not self.struck(entry.number)]


def _struck_numbers(strikes: Sequence[tuple[int, int]], numbers: Iterable[int]) -> frozenset[int]:
    """The numbers of these entries that have been taken back."""
    begins, ends = Counter(first for first, _ in strikes), Counter(last for _, last in strikes)
    struck, open_ = set(), 0
    for number in sorted({*begins, *ends, *numbers}):
        open_ += begins[number]
        if open_:
            struck.add(number)
        open_ -= ends[number]
    return frozenset(struck)


def _entry(row: Mapping[str, Any]) -> Entry:
    row_of_entry = {f.name: row[f.name] for f in fields(Entry) if f.name != "cause"}
    return Entry(**row_of_entry | {"kind": EntryKind(row["kind"]), "cause": Cause.from_json(row.get("cause"))})


def _news(row: Mapping[str, Any]) -> News:
    seen_by = None if row["seen_by"] is None else frozenset(row["seen_by"])
    return News(row["entry_number"], Event(row["rule"], row["name"], row["data"], seen_by))


def entries_of(archive: Mapping[str, Any]) -> list[Entry]:
    """The entries of an archive that count. Raises NotAnArchive."""
    return _Record.read(archive).live()


def whole_log_of(archive: Mapping[str, Any]) -> tuple[list[Entry], list[News]]:
    """All entries and Events of an archive, those taken back among them. Raises NotAnArchive."""
    record = _Record.read(archive)
    return record.entries, record.events


# Dice, without any rules


def recompute(archive: Mapping[str, Any]) -> AuditVerdict:
    """Compute the commitment and every die, shuffle and receipt from key and log alone, those taken back included.

    Raises NotAnArchive.
    """
    record = _Record.read(archive)
    fate = Fate(record.key)
    rolls = [entry for entry in record.entries if entry.kind is EntryKind.ROLL]
    shuffles = sum(isinstance(entry.answer, list) for entry in rolls)
    receipts = check_receipts(record.commitment, record.receipts, record.entries)
    return AuditVerdict(
        commitment_ok=fate.commitment == record.commitment,
        rolls=len(rolls) - shuffles,
        shuffles=shuffles,
        struck=sum(record.struck(entry.number) for entry in rolls),
        over=record.over,
        salts={entry.seat: entry.answer for entry in record.live() if entry.kind is EntryKind.SALT},
        receipts=receipts,
        differences=(
            *_gaps(record),
            *_false_strikes(record),
            *_false_rolls(record, fate),
            *(Difference(*problem) for problem in receipts.problems),
        ),
    )


def _gaps(record: _Record) -> Iterator[Difference]:
    numbers = Counter(entry.number for entry in record.entries)
    for expected in range(1, max(numbers, default=0) + 1):
        if numbers[expected] != 1:
            yield Difference(expected, f"is there {numbers[expected]} times")


def _false_strikes(record: _Record) -> Iterator[Difference]:
    """Moves are taken back up to the newest entry that counts: whoever strikes a later one first could hide what follows."""
    written, struck = 0, set[int]()
    for first, last in record.strikes:
        if any(number not in struck for number in range(last + 1, written + 1)):
            yield Difference(first, f"entries {first} to {last} are struck, and later ones had been written that count")
        written = max(written, last)
        struck.update(range(first, last + 1))


def _false_rolls(record: _Record, fate: Fate) -> Iterator[Difference]:
    for entry, shares in walk(record.scheme, record.entries, record.strikes):
        if entry.kind is EntryKind.ROLL and (wrong := _false_roll(entry, shares, fate)):
            yield Difference(entry.number, wrong)


def _false_roll(entry: Entry, shares: Shares, fate: Fate) -> str | None:
    roll = shares.next_roll(entry.turn, entry.key, entry.subject)
    if isinstance(entry.answer, list):
        due: Json = fate.order(roll, tuple(entry.answer), shares.into(roll))
    else:
        due = fate.die(roll, shares.into(roll))
    return None if entry.answer == due else f"{entry.key} about {entry.subject!r} gave {entry.answer}, the key gives {due}"


# The whole game, with the rules


def replay(archive: Mapping[str, Any], rules: Rules[Any], setup: Setup) -> list[Difference]:
    """Play the archive's live log again: every question, answer, die, position, Event and the result must be the same.

    Gives what is not. Raises NotAnArchive.
    """
    record = _Record.read(archive)
    fate = Fate(record.key)
    differences: list[Difference] = []

    def check(rolled: Rolled) -> None:
        due = fate(rolled.roll, rolled.shape, rolled.mixed)
        if rolled.entry.answer != due:
            differences.append(
                Difference(rolled.entry.number, f"the roll {rolled.roll} gives {due}, not {rolled.entry.answer}")
            )

    table = Table(rules, setup, fate, check, rolls_made(record.scheme, record.entries, record.strikes))
    for entry in record.live():
        divergence = follow(table, entry)
        if divergence is not None:
            return [*differences, Difference(entry.number, divergence.problem)]
    return [*differences, *_end_differences(record, table)]


def _end_differences(record: _Record, table: Table[Any]) -> Iterator[Difference]:
    if (record.over, record.result) != (table.over, table.result()):
        yield Difference(0, f"the game is said to have ended with {record.result}: the rules do not end it so")
    live = [news for news in record.events if not record.struck(news.number)]
    for number, line in changes(live, table.news):
        yield Difference(number, f"told {line}")


@dataclass(frozen=True, slots=True)
class Divergence:
    """An entry that the rules do not lead to, or not with the same position after it.

    `asked` are the questions the rules ask there; `goes_on` whether the entry could be taken anyway,
    `is_illegal` whether it answers a question as nobody may.
    """

    entry: Entry
    problem: str
    asked: tuple[str, ...]
    goes_on: bool
    is_illegal: bool = False


def follow(table: Table[Any], entry: Entry) -> Divergence | None:
    """Take an entry, unless it is not legal now."""
    turn = table.rules.turn(table.state)
    asked = tuple(f'"{d.key}" about {str(d.subject)!r} to {d.seat}' for d in table.open())
    decision = _question_of(table, entry)
    if entry.kind is EntryKind.ACT and decision is None and not is_done(entry):
        problem = f"{entry.key} about {str(entry.subject)!r} is not open to {entry.seat}"
        return Divergence(entry, problem, asked, goes_on=False, is_illegal=True)
    if decision is not None and (wrong := _refusal(decision, entry.answer)):
        return Divergence(entry, f"the answer is not legal: {wrong}", asked, goes_on=False, is_illegal=True)
    if len(table.book.orders) > MAX_STANDING:  # each new one is compared with all that stand
        return Divergence(entry, f"more than {MAX_STANDING} standing orders stand", asked, goes_on=False, is_illegal=True)
    try:
        table.replay(entry)
    except Diverged as other:
        return Divergence(entry, other.problem, asked, goes_on=other.taken)
    return None if turn == entry.turn else Divergence(entry, f"it is {turn!r}, not {entry.turn!r}", asked, goes_on=True)


def _refusal(decision: Decision, answer: Json) -> str | None:
    """Why an answer is not legal, whatever it is made of."""
    try:
        return decision.shape.refusal(answer)
    except Exception as fault:  # a list where a word belongs: shapes look at answers in many ways
        return f"it is no answer to this question at all ({type(fault).__name__})"


def _question_of(table: Table[Any], entry: Entry) -> Decision | None:
    if entry.kind is EntryKind.ACT:
        return table.find_act(entry.seat, entry.key, entry.subject)
    if entry.kind in NOT_ANSWERS:
        return None
    pending = [decision for decision in table.pending() if decision.seat == entry.seat]
    own_questions = [*pending, *(decision for decision, _ in table.given_by(entry.seat))]
    return next((d for d in own_questions if (d.key, d.subject) == (entry.key, entry.subject)), None)


def changes(reported: Iterable[News], now: Iterable[News]) -> Iterator[tuple[int, str]]:
    """Events that one side has and the other has not, by entry: "- " no longer, "+ " new."""
    before, after = _by_entry(reported), _by_entry(now)
    for number in sorted({*before, *after}):
        old, new = before.get(number, []), after.get(number, [])
        if old != new:
            known, still = set(old), set(new)
            yield from ((number, f"- {line}") for line in old if line not in still)
            yield from ((number, f"+ {line}") for line in new if line not in known)
            if sorted(old) == sorted(new):
                yield number, "in another order"


def _by_entry(news: Iterable[News]) -> dict[int, list[str]]:
    grouped: dict[int, list[str]] = {}
    for item in news:
        grouped.setdefault(item.number, []).append(event_line(item.event))
    return grouped


# Rerun


@dataclass(frozen=True, slots=True)
class RerunReport:
    """A log played again under the rules of today.

    `entries` could be taken. `first` is where it first differs (None: EXACT), `stopped` where it cannot be followed any
    more (None: to its end). `changed` are Events told then and not now (-) or the other way round (+). `listing` shows the
    entries of the turns concerned.
    """

    entries: int
    first: Divergence | None
    stopped: Divergence | None
    changed: tuple[str, ...]
    listing: tuple[str, ...]

    @property
    def exact(self) -> bool:
        """Whether nothing differs."""
        return self.first is None and not self.changed

    def text(self) -> str:
        """The report for the moderator."""
        lines = [f"EXACT: {self.entries} entries"] if self.exact else ["DIFFERS", *self._differences()]
        return "\n".join([*lines, *self.changed, *self.listing])

    def _differences(self) -> Iterator[str]:
        if self.first is not None:
            yield _in_words(self.first)
        if self.stopped is None:
            yield f"all {self.entries} entries can still be taken"
        else:
            yield f"only {self.entries} entries can be taken"
            if self.stopped is not self.first:
                yield _in_words(self.stopped)


def _in_words(divergence: Divergence) -> str:
    asked = " and ".join(divergence.asked) or "nothing"
    return f"entry {divergence.entry.number}: {divergence.problem}; logged: {entry_line(divergence.entry)}; asked: {asked}"


def entry_line(entry: Entry) -> str:
    """An entry on one line, for the moderator."""
    note = f" ({entry.note})" if entry.note else ""
    return f"{entry.number} {entry.turn}: {entry.seat} {entry.kind} {entry.key}, {entry.subject}: " + (
        json.dumps(entry.answer) + note
    )


def rerun(
    rules: Rules[Any],
    setup: Setup,
    chance: Chance,
    entries: Iterable[Entry],
    from_turn: str | None = None,
    events: Iterable[News] | None = None,
) -> RerunReport:
    """Play a live log again from history and say what differs; nothing is changed.

    A position that differs does not end the rerun, a question or an answer that no longer fits does. The listing begins
    with the first entry of `from_turn`, or of the turn that first differs. `events` are the Events as they were told.
    """
    table, log = Table(rules, setup, chance), list(entries)
    first: Divergence | None = None
    stopped: Divergence | None = None
    taken = 0
    for entry in log:
        divergence = follow(table, entry)
        first = first or divergence
        if divergence is not None and not divergence.goes_on:
            stopped = divergence
            break
        taken += 1
    turn = from_turn or (first.entry.turn if first else None)
    last = stopped.entry.number if stopped else None
    return RerunReport(taken, first, stopped, _changed(events, table, last), tuple(_listing(log, turn)))


def _changed(reported: Iterable[News] | None, table: Table[Any], before: int | None) -> tuple[str, ...]:
    """The Events that differ, as far as the rerun came."""
    if reported is None:
        return ()
    reached = [news for news in reported if before is None or news.number < before]
    return tuple(f"entry {number}: {line}" for number, line in changes(reached, table.news))


def _listing(entries: list[Entry], turn: str | None) -> Iterator[str]:
    begun = False
    for entry in entries:
        begun = begun or entry.turn == turn
        if begun:
            yield entry_line(entry)
