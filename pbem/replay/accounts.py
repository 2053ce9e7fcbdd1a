"""Every entry of a log accounted for: which letter, order, clock or game master it is of.

The log is played once more as it was written, with what was taken back at its time. At each entry there is a Table. An entry
says what has brought it (engine/log/cause), and the Table tells whether that can be; of an entry of an older log, which does
not say, each is tried:

- a die, a forced answer, a standing order: what the Table itself would do there;
- a line that waited: what the lines of its seat that wait would do there;
- an order of a letter: it has the words that the letter's receipt, after it, has for it, in their order;
- the clock: where it has noted before that its seat was late;
- the game master, and what players have agreed on: these are told by name, for nothing else proves them.

What is none of these is in no letter. An order of a receipt that brought nothing must be one that brings nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.agreements.offers import HANDED_OVER, is_done, is_of_deal, is_signature
from pbem.engine.decision import DICE, Decision, Seat
from pbem.engine.dice import Chance
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.changes import has_waited, whole_log
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import SALTED
from pbem.engine.log.waiting import STOPPED, WAITING
from pbem.engine.noting import NotingTable
from pbem.engine.played_log import Diverged
from pbem.engine.refusal import MET_A_FAULT, WaitingLine
from pbem.engine.table import Table
from pbem.orders.carry.consents import consents_of, follows_from_silence
from pbem.orders.carry.waiting import next_step
from pbem.orders.place.segments import segments_of
from pbem.orders.words.vocabulary import HABITS, SPECIAL, STANDING, vocabulary_of
from pbem.replay.account import LogAccount
from pbem.replay.clock_notes import ClockNotes
from pbem.replay.read_again import RereadLetter, change_of_lines, content_of, givers, keeps_lines, segments_for, texts_of
from pbem.replay.receipts import read_receipt
from pbem.replay.undone import TakenBack

TAKEN_BACK: Final = "moves have been taken back"
"""Why waiting lines are given up where entries are struck."""
BY_ITSELF: Final = frozenset({EntryKind.FORCED, EntryKind.STANDING, EntryKind.SILENT})
OF_A_LETTER: Final = frozenset({EntryKind.ANSWER, EntryKind.DRAFT, EntryKind.INSTRUCTION, EntryKind.WAITING, EntryKind.ACT})
BROUGHT_BY: Final = {
    EntryKind.STANDING: (CauseKind.STANDING,),
    EntryKind.WAITED: (CauseKind.WAITING,),
    EntryKind.TIMEOUT: (CauseKind.CLOCK, CauseKind.AGAIN),
}
"""What alone can bring these."""
WAITING_WORDS: Final = ("kept", "if", "else")
"""How the words begin of orders that wait."""
IS_OVER: Final = (" is over already)", " is over)")
"""How an order ends that came too late to do anything."""
MAX_STANDING: Final = 300
"""A log with more standing orders is not read: each new one is compared with all that stand."""


@dataclass(frozen=True, slots=True)
class Log:
    """What is written of a game: all its entries, what of them was struck, whether its deadlines have a `grace`, whether
    each of its letters has a receipt (`receipted`), or the first can have none, and whether its windows take no time
    (`closes`).
    """

    entries: Sequence[Entry]
    strikes: Sequence[tuple[int, int]]
    grace: bool
    receipted: bool
    closes: bool = False


def account(rules: Rules[Any], setup: Setup, chance: Chance, log: Log) -> LogAccount:
    """Tell of every entry of a log what has brought it, struck ones among them."""
    return _Accounting(lambda: Table(rules, setup, chance), log).run()


class _Accounting:
    """A log on its way through the account."""

    def __init__(self, new: Callable[[], Table[Any]], log: Log) -> None:
        self._new = new
        self.entries = list(whole_log(log.entries, log.strikes))
        self.strikes = list(log.strikes)
        self.live = _live(self.entries, log.strikes)
        self.clock = ClockNotes(grace=log.grace, closes=log.closes)
        self.receipts = _receipts_behind(self.entries, log.strikes)
        self._table: Table[Any] | None = self._new()
        self.noting = NotingTable.of(self.table)
        self.letter: RereadLetter | None = None
        self.had_receipts = log.receipted
        self.said: set[int] = set()
        self.undone = TakenBack(self.entries, self.receipts)
        self.not_read: set[int] = set()
        self.follows_strike = False
        self.leaving: Seat = ""
        self.overrun: Seat = ""
        self.aside: dict[int, list[WaitingLine]] = {}
        self.letters = 0
        self.headings: set[str] = set()
        self.shared: set[int] = set()
        self.perhaps_shared: set[int] = set()
        self.found: dict[str, list[Any]] = {}

    @property
    def table(self) -> Table[Any]:
        """The game before the entry that is looked at; none is looked at where these rules do not lead."""
        assert self._table is not None
        return self._table

    def run(self) -> LogAccount:
        """From the first entry to the last."""
        strikes, past = list(self.strikes), list[Entry]()
        for place, entry in enumerate(self.entries):
            while strikes and strikes[0][1] < entry.number:
                past = self._take_back(past, *strikes.pop(0))
            if self._table is not None:
                self._one(place, entry)
            elif entry.kind is EntryKind.RECEIPT and entry.number not in self.live:
                self._find("unread", entry.number)
            if self._table is None:
                self.not_read.add(entry.number)
            past.append(entry)
        return LogAccount(self.letters, **{name: tuple(findings) for name, findings in self.found.items()})

    def _find(self, what: str, finding: Any) -> None:
        self.found.setdefault(what, []).append(finding)

    def _take_back(self, past: list[Entry], first: int, last: int) -> list[Entry]:
        """The log once a strike was made, and a Table that is at its end (None: these rules do not lead there)."""
        self.undone.take_back([entry for entry in past if first <= entry.number <= last], self.not_read)
        past = [entry for entry in past if not first <= entry.number <= last]
        self._find("master", (first, f"entries {first} to {last} taken back"))
        self._table, self.letter, self.overrun, self.leaving = self._new(), None, "", ""
        self.follows_strike = True
        self.clock.go_back_to(past)
        try:
            for entry in past:
                self.table.replay(entry, check=False)
        except Diverged:
            self._table = None
        return past

    # One entry

    def _one(self, place: int, entry: Entry) -> None:
        problem = self._problem_of_any(place, entry)
        if problem and entry.number not in self.live and (entry.kind in BY_ITSELF or has_waited(entry)):
            self._table = None  # the rules were others then
            return
        if problem:
            self._find("problems", (entry.number, problem))
        try:
            self.table.replay(entry, check=False)
        except Diverged:
            self._table = None
        if self._table is not None and len(self.table.book.orders) > MAX_STANDING:
            self._table = None

    def _problem_of_any(self, place: int, entry: Entry) -> str:
        """What is wrong with an entry, whatever it is made of."""
        try:
            self._open_letter(place)
            return "" if place in self.said else self._problem(place, entry)
        except Exception as fault:  # a log from elsewhere can hold anything, and the rules may fail on it
            return f"it cannot be read ({type(fault).__name__})"

    def _open_letter(self, place: int) -> None:
        """Lay the orders of the letter out that this entry can be of."""
        receipt = self.receipts[place]
        if receipt is None:
            self.letter = None
        elif self.letter is None or self.letter.receipt is not receipt:
            self.letter = RereadLetter(receipt, read_receipt(receipt.answer)[0] or [])
            self.headings = (
                {each.name for each in segments_of(self.table, receipt.seat)} if self._table is not None else set()
            )

    def _problem(self, place: int, entry: Entry) -> str:
        """What is wrong with an entry; "" if it is accounted for."""
        if entry.seat != DICE and entry.kind in {EntryKind.ROLL}:
            return f"a {entry.kind} is nothing of {entry.seat}'s"
        if entry.cause is not None and (wrong := _cannot_be(entry, entry.cause)):
            return wrong
        if is_of_deal(entry) and not is_signature(
            entry
        ):  # it follows from signatures and the position: the Table sees to it
            return ""
        if entry.kind in BY_ITSELF:
            return self._by_itself(entry)
        if entry.kind is EntryKind.WAITED or entry.kind in OF_A_LETTER:
            return self._of_a_letter(place, entry)
        if entry.kind is EntryKind.TIMEOUT:
            return self._by_the_clock(entry)
        if entry.kind is EntryKind.SALT:
            return self._share(place, entry)
        self._note_others(entry)
        return self._receipt(entry) if entry.kind is EntryKind.RECEIPT else ""

    def _note_others(self, entry: Entry) -> None:
        """Name the entries that nothing proves."""
        if entry.kind is EntryKind.ROLL:
            return
        if entry.kind is EntryKind.CLOCK:
            self.clock.note(entry)
            return
        self.overrun = ""
        if entry.kind is EntryKind.RULING:
            self._find("master", (entry.number, f'a ruling, "{entry.subject}" (entry {entry.number})'))
        elif entry.kind is EntryKind.ENDED:
            self._find("master", (entry.number, f"the end, {entry.key} by {entry.seat} (entry {entry.number})"))
        elif entry.kind is EntryKind.OFFER and entry.key == HANDED_OVER:
            self._find("master", (entry.number, f"{entry.seat} handed over (entry {entry.number})"))
            self.leaving = entry.seat

    # By itself

    def _by_itself(self, entry: Entry) -> str:
        decision = self._question(entry)
        settled = self.table.settled(decision) if decision is not None else None
        if settled is not None and (settled[0], settled[1]) == (entry.kind, entry.answer):
            return self._ordered_elsewhere(entry)
        due = "nothing is" if settled is None else f"{settled[0]} {json.dumps(settled[1])} is"
        return f"{entry.seat}'s answer {json.dumps(entry.answer)} is said to be {entry.kind}: {due} due by itself"

    def _ordered_elsewhere(self, entry: Entry) -> str:
        """What is wrong with the standing order that is said to have answered ("": nothing, or it is not said)."""
        if entry.kind is not EntryKind.STANDING or entry.cause is None:
            return ""
        given = {order.given for order in self.table.book.of(entry.seat)}
        return "" if entry.cause.entry in given else f"entry {entry.cause.entry} is no standing order of {entry.seat}'s"

    def _question(self, entry: Entry) -> Decision | None:
        table = self.table
        assert table is not None
        asked = [*table.pending(), *(decision for decision, _ in table.given_by(entry.seat))]
        if entry.kind is EntryKind.ACT:
            return table.find_act(entry.seat, entry.key, entry.subject)
        wanted = entry.seat, entry.key, entry.subject
        return next((d for d in asked if (d.seat, d.key, d.subject) == wanted), None)

    # The clock

    def _by_the_clock(self, entry: Entry) -> str:
        """The clock answers whom it has noted to be late for what is asked; and on, while nobody else is asked."""
        decision = self._question(entry)
        says_why = self.clock.is_late(self.table, entry) or self.clock.is_at_once(self.table, entry, decision)
        if self.overrun != entry.seat and not says_why and not self._again(entry):
            return f"the clock answers for {entry.seat}, who is not late"
        if decision is not None and self.table.settled(decision) is not None:
            return f"the clock answers for {entry.seat}, who is not asked"
        self.overrun = entry.seat
        self._find("clock", entry.number)
        return ""

    # Letters

    def _of_a_letter(self, place: int, entry: Entry) -> str:
        if any(way(place, entry) for way in self._ways(entry)):
            return ""
        if not self.had_receipts and not self._is_next(place, entry):
            self._find("unshown", entry.number)
            return ""
        what = "line that waited" if has_waited(entry) else str(entry.kind)
        return f"{entry.seat}'s {what} {entry.key}, {entry.subject}: {json.dumps(entry.answer)}: it stands in no letter"

    def _ways(self, entry: Entry) -> Sequence[Callable[[int, Entry], bool]]:
        """Ways to tell whether something has brought an entry: what it says, or where it does not, each."""
        checks_by_kind: dict[CauseKind, list[Callable[[int, Entry], bool]]] = {
            CauseKind.LINE: [self._by_orders],
            CauseKind.WAITING: [self._by_waiting_lines, self._by_a_fault],
            CauseKind.STANDING: [self._by_a_fault],
            CauseKind.ASIDE: [self._puts_aside],
            CauseKind.CLOCK: [self._by_silence],
            CauseKind.MASTER: [self._by_leaving],
            CauseKind.UNDO: [self._by_leaving, self._outrun],
            CauseKind.AGAIN: [self._is_again],
        }
        if entry.cause is not None:
            return checks_by_kind.get(entry.cause.kind, [])
        first: list[Callable[[int, Entry], bool]] = [self._by_waiting_lines, self._by_orders]
        more_lines = keeps_lines(entry) and bool(change_of_lines(self.table, entry)[0])
        if more_lines or not (has_waited(entry) or entry.kind is EntryKind.WAITING):
            first.reverse()
        return [*first, self._by_a_fault, self._puts_aside, self._by_leaving, self._outrun, self._is_again]

    def _by_orders(self, _place: int, entry: Entry) -> bool:
        """Whether an entry is what an order of the letter gives that is being read."""
        letter = self.letter
        if has_waited(entry) or letter is None or letter.receipt.seat != entry.seat:
            return False
        self.overrun = ""
        if not any(letter.first_that(gives) for gives in givers(self.table, entry, self._question(entry), entry.cause)):
            return False
        letter.segments |= segments_for(self.table, entry)
        return True

    def _is_next(self, place: int, entry: Entry) -> bool:
        """Whether an entry is right before a receipt of its seat, with nothing between that ends a letter."""
        for other in self.entries[place + 1 :]:
            if other.kind is EntryKind.RECEIPT:
                return other.seat == entry.seat
            if other.kind in (EntryKind.CLOCK, EntryKind.TIMEOUT, EntryKind.RULING):
                return False
            if (
                other.kind in (EntryKind.ANSWER, EntryKind.INSTRUCTION, EntryKind.ACT)
                and other.seat != entry.seat
                and not is_done(other)
            ):
                return False
        return False

    def _by_waiting_lines(self, place: int, entry: Entry) -> bool:
        """Whether the lines of a seat that wait bring this entry, and those after it that come of the same line."""
        if not self.table.waiting.get(entry.seat):
            return False
        self.noting.take_place_of(self.table)
        step = list(map(self.table.unfolding().whole, next_step(self.noting, entry.seat)))
        written = self.entries[place : place + len(step)]
        if not step or list(map(content_of, step)) != list(map(content_of, written)):
            return False
        if any(each.cause not in (None, due.cause) for each, due in zip(written, step, strict=True)):
            return False
        self.said.update(range(place, place + len(step)))
        return True

    def _puts_aside(self, _place: int, entry: Entry) -> bool:
        """Whether an entry takes lines off that its seat's letter writes again, or puts them back since that was refused."""
        if not keeps_lines(entry):
            return False
        more, less = change_of_lines(self.table, entry)
        lines = self.aside.get(entry.number - 1, [])
        if more and not less and Counter(more) <= Counter(lines):
            self.found["aside"].remove(entry.number - 1)
            return True
        if more:
            return False
        self.aside[entry.number] = less
        self._find("aside", entry.number)
        return True

    def _by_a_fault(self, _place: int, entry: Entry) -> bool:
        """Whether an entry gives up a waiting line or a standing order of its seat, because the program has failed at it.
        Nothing proves that it has.
        """
        if not self._gives_up(entry):
            return False
        self._find("master", (entry.number, f"a fault of the program, told to {entry.seat} (entry {entry.number})"))
        return True

    def _gives_up(self, entry: Entry) -> bool:
        if entry.kind is EntryKind.INSTRUCTION:
            numbers = [order.number for order in self.table.book.of(entry.seat)]
            return bool(entry.note) and set(entry.answer or ()) == {"number"} and entry.answer["number"] in numbers
        if entry.key != STOPPED or entry.note != MET_A_FAULT:
            return False
        left = [WaitingLine.from_json(line).text for line in entry.answer["kept"]]
        return Counter([entry.subject, *entry.answer["dropped"], *left]) == Counter(
            texts_of(self.table.waiting.get(entry.seat, []))
        )

    def _by_silence(self, _place: int, entry: Entry) -> bool:
        """Whether an entry gives a seat for which nobody writes what it consents to, or ends that; or what bars it in a
        seat whose player has resigned.
        """
        if not follows_from_silence(entry):
            return False
        resigned = entry.seat in self.table.offers.resigned
        if set(entry.answer or ()) != {"number"}:
            is_silent = resigned or self.clock.is_regency(entry.seat)
            return is_silent and entry.answer in [order.as_answer() for order in consents_of(self.table, entry.seat)]
        ended = [order for order in self.table.book.of(entry.seat) if order.number == entry.answer["number"]]
        return any(order.consents or resigned for order in ended)

    def _by_leaving(self, _place: int, entry: Entry) -> bool:
        """Whether an entry ends what a player leaves behind whose seat has just been handed over."""
        ends = entry.kind is EntryKind.INSTRUCTION and set(entry.answer or {"number"}) == {"number"}
        return entry.seat == self.leaving and (ends or (entry.key == WAITING and not entry.answer))

    def _outrun(self, _place: int, entry: Entry) -> bool:
        """Whether an entry gives up the lines that waited when moves were taken back."""
        lines = texts_of(self.table.waiting.get(entry.seat, []))
        outrun = self.follows_strike and entry.key == STOPPED and entry.note == TAKEN_BACK
        return outrun and not entry.answer["kept"] and [entry.subject, *entry.answer["dropped"]] == lines

    def _is_again(self, _place: int, entry: Entry) -> bool:
        return self._again(entry)

    def _again(self, entry: Entry, shown: bool = False) -> bool:
        """Whether an entry is one that was taken back, and has been carried out again as it stood; `shown` is whether it is
        known already to belong there.
        """
        if not self.undone.comes_again(entry):
            return False
        if self.undone.is_unproved(entry):
            self._find("unproved", entry.number)
        else:
            self._find("reread" if shown or self._is_ordered_again(entry) else "again", entry.number)
        return True

    def _is_ordered_again(self, entry: Entry) -> bool:
        """Whether the line of a letter that ordered an entry before it was taken back orders it where it stands again,
        after what has come again of the lines before it.
        """
        first, receipt = self.undone.first_of(entry), self.undone.receipt_of(entry)
        if entry.kind not in OF_A_LETTER or first is None or first.cause is None or receipt is None:
            return False
        orders = read_receipt(receipt.answer)[0] or []
        ways = givers(self.table, entry, self._question(entry), first.cause)
        return any(gives(order) for gives in ways for order in orders) and self.undone.goes_on_to(first)

    # Shares in the dice

    def _share(self, place: int, entry: Entry) -> str:
        """Each share is that of a letter with a receipt, or of the answer by which a seat's player took part."""
        shares, receipt = self.table.shares, self.receipts[place]
        if shares.scheme == SALTED:
            return ""
        has_own_receipt = receipt is not None and receipt.seat == entry.seat
        begins = all(each.kind is EntryKind.SALT for each in self.entries[:place])
        if begins and entry.seat in self.table.seats and entry.seat not in shares.of:
            if receipt is not None and has_own_receipt:  # in a game that was opened at once it is that of the first letter
                self.perhaps_shared.add(receipt.number)
            return ""
        if receipt is None or not has_own_receipt or receipt.number in self.shared:
            again = self._again(entry, self._brings_its_letter(place))
            return "" if again else f"{entry.seat}'s share in the dice {entry.answer} is that of no letter"
        self.undone.use(entry)  # it has come again, by a letter that is read again
        self.shared.add(receipt.number)
        behind = self.letter is not None and self.letter.used
        return f"{entry.seat}'s share in the dice {entry.answer} stands behind orders of its letter" if behind else ""

    def _brings_its_letter(self, place: int) -> bool:
        """Whether a share that has come again is followed by what its letter ordered."""
        behind = self.entries[place + 1 : place + 2]
        receipt = self.undone.receipt_of(self.entries[place])
        return receipt is not None and any(self.undone.receipt_of(each) is receipt for each in behind)

    # Receipts

    def _receipt(self, entry: Entry) -> str:
        """What is wrong with the orders of a letter that is over: those that have brought nothing must be of that kind."""
        letter, self.letter, self.had_receipts = self.letter, None, True
        self.letters += 1
        assert letter is not None
        self._replaced_by(letter)
        undone = next((order for order in letter.unused() if not self._is_idle(order)), None)
        if undone is not None:
            return f'{entry.seat}\'s receipt {entry.subject} has "{undone}", which was not carried out'
        if self.table.shares.scheme != SALTED and entry.number not in self.shared | self.perhaps_shared:
            return f"{entry.seat}'s letter with the receipt {entry.subject} has given no share in the dice"
        return ""

    def _replaced_by(self, letter: RereadLetter) -> None:
        """Lines are not put aside without an order where the letter has others for their segment."""
        aside, self.aside = self.aside, {}
        for number, lines in aside.items():
            if number in self.found.get("aside", []) and {line.segment for line in lines} <= letter.segments | {
                *letter.orders
            }:
                self.found["aside"].remove(number)

    def _is_idle(self, order: str) -> bool:
        """Whether an order brings no entry that the rules take: it is about time, a heading, a list, or too late."""
        if order.startswith(f"{STANDING} (") or order.endswith(IS_OVER):
            return True
        verbs = {word.verb.partition(" ")[0] for word in vocabulary_of(self.table).words}
        return order in self.headings or order.partition(" ")[0] not in {*verbs, *SPECIAL, *HABITS, *WAITING_WORDS}


def _cannot_be(entry: Entry, cause: Cause) -> str:
    """Why an entry can never have this cause, in any log ("": it can)."""
    if cause.kind not in BROUGHT_BY.get(EntryKind.WAITED if has_waited(entry) else entry.kind, (cause.kind,)):
        return f"a {entry.kind} is said to be brought by {cause.kind}"
    return f"it is said to go back to entry {cause.entry}, which stands behind it" if cause.entry >= entry.number else ""


def _live(entries: Sequence[Entry], strikes: Collection[tuple[int, int]]) -> frozenset[int]:
    numbers = [entry.number for entry in entries]
    return frozenset(number for number in numbers if not any(first <= number <= last for first, last in strikes))


def _receipts_behind(entries: Sequence[Entry], strikes: Iterable[tuple[int, int]]) -> list[Entry | None]:
    """For each entry the next receipt after it, before anything is taken back."""
    ends, receipts, behind = {last for _, last in strikes}, list[Entry | None](), None
    for entry in reversed(entries):
        if entry.number in ends:
            behind = None
        if entry.kind is EntryKind.RECEIPT:
            behind = entry
        receipts.append(behind)
    return receipts[::-1]
