"""A game as far as its log goes: what each entry does to it, and which questions are open."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic
from weakref import finalize

from pbem.engine.agreements.ahead import AGREED_AHEAD
from pbem.engine.agreements.dealing import (
    carry_out,
    has_signed_ahead,
    party_events,
)
from pbem.engine.agreements.offers import Offer, OfferBook, deal_number, is_done
from pbem.engine.decision import DICE, GAMEMASTER, Asked, Decision, Json, Seat
from pbem.engine.dice import Mixed, RollId
from pbem.engine.event import Event
from pbem.engine.game.features import without
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import S, Setup
from pbem.engine.game.standing import Scope
from pbem.engine.log.cause import Cause
from pbem.engine.log.changes import Unfolding, draft_after
from pbem.engine.log.entry import NOT_ANSWERS, NOT_OF_THE_GAME, Entry, EntryKind, fingerprint
from pbem.engine.log.record import Sealed
from pbem.engine.log.seals import Seals
from pbem.engine.log.shares import Made, Shares, scheme_of
from pbem.engine.log.standing_book import BookAtPosition, Ended, StandingBook
from pbem.engine.log.waiting import WAITING, WaitingBook
from pbem.engine.questions import Questions
from pbem.engine.refusal import MET_A_FAULT, WaitingLine
from pbem.engine.standing import StandingOrder


class Diverged(Exception):
    """A log that these rules do not produce: the entry, the question that the rules ask there, and the problem.

    `taken`: the entry was carried out anyway, and led to another position.
    """

    def __init__(self, entry: Entry, asked: Asked, problem: str, *, taken: bool = False) -> None:
        self.entry = entry
        self.taken = taken
        self.asked = asked
        self.problem = problem
        super().__init__(f"entry {entry.number}: {problem!s}")


TOLD_TO_OWNER = {EntryKind.STANDING: "standing_order", EntryKind.WAITED: "waiting_order", EntryKind.FORCED: "order_not_kept"}
"""The Events that inform a player which of their orders answered for them, or could not be carried out."""
ORDER_FAILED = "order_failed"
"""The Event that informs a player that a standing order is ended because the program fails at it."""
ENDING = "ending"
"""The rule of Events about an end that the players have agreed on."""
INSTRUCTED = "instructed"
"""The rule of Events about standing orders."""
RULING, RULED, RULED_SO = "ruling", "ruled", "ruled_so"
"""The key of an entry by which the game master has corrected the position, and the Events for it: the reason, and the
change.
"""
BETWEEN_PARTS = ";"
"""The separator between the changes of one ruling; the game's checks are applied once, after all of them."""


@dataclass(frozen=True, slots=True)
class News:
    """An Event with the number of the entry that caused it (0: before the first)."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Rolled:
    """A random result with everything it was derived from."""

    entry: Entry
    roll: RollId
    shape: Any
    mixed: Mixed


class _Flow:
    """The coroutine of the rules. It is closed when it is no longer used or when the program ends: at the very end Python
    unloads modules, and rules that catch an exception of their own would not find it.
    """

    def __init__(self, play: Coroutine[Any, Any, None]) -> None:
        self.send = play.send
        finalize(self, play.close)


def _copy(answer: Json) -> Json:
    """A copy for the rules, which may keep and change it; the log must not change."""
    return answer.copy() if isinstance(answer, list | dict) else answer


class PlayedLog(Generic[S]):
    """A game as far as its log goes.

    `seats` are those of its setup, `state` is the position, `entries` the log so far, `carried` those entries that mean
    nothing to the rules (without fingerprints), `news` all Events, `drafts` the partial answers, `over` whether the rules
    have ended, `asked_at` the number of the entry that led to the open questions, `agreed` the result if the players have
    ended the game early. `standing`, `lines`, `shares`, `seals` and `offers` have the log's standing orders, waiting lines,
    shares in the dice, secret choices, and offers between players. If `audit` is given, it receives each random result in
    the log. `made` are the pools of earlier rolls (engine/log/shares).
    """

    def __init__(
        self,
        rules: Rules[S],
        setup: Setup,
        audit: Callable[[Rolled], None] | None = None,
        made: Mapping[Made, str] | None = None,
    ) -> None:
        self.rules = rules
        self.setup = setup
        self.seats = rules.seats(setup)
        self.without = without(setup)
        self.state = rules.new_state(setup)
        self.entries: list[Entry] = []
        self.carried: list[Entry] = []
        self.news: list[News] = []
        self.shares = Shares(scheme_of(setup.options), dict(made or {}))
        self.drafts: dict[tuple[Seat, str, str], dict[str, str]] = {}
        self.standing = BookAtPosition(rules)
        self.lines = WaitingBook()
        self.seals = Seals(rules)
        self.offers = OfferBook(self.seats)
        self.over = False
        self.agreed: dict[str, Json] | None = None
        self.asked_at = 0
        self.next_number = 1
        self._audit = audit
        self._questions = Questions()
        self._flow = _Flow(rules.play(self.state))
        self._step(None)

    def result(self) -> Json:
        """The result: agreed by the players, else by the rules (None: the game goes on)."""
        return self.agreed if self.agreed is not None else self.rules.result(self.state)

    # Questions

    def pending(self) -> Asked:
        """The questions without an answer, including those that no player is asked."""
        return self._questions.pending()

    def open(self) -> Asked:
        """The questions that players are asked."""
        return tuple(d for d in self.pending() if not d.automatic)

    def open_to(self, seat: Seat) -> Asked:
        """The open questions for `seat`."""
        return tuple(d for d in self.open() if d.seat == seat)

    def given_by(self, seat: Seat) -> list[tuple[Decision, Json]]:
        """The seat's answers to simultaneous questions that others have not answered yet; they can be changed."""
        return [(decision, answer) for decision, answer in self._questions.given() if decision.seat == seat]

    def given_to(self, decision: Decision) -> Json:
        """The answer to a simultaneous question that can still be changed; None if there is none."""
        return next((answer for given, answer in self.given_by(decision.seat) if given is decision), None)

    def acts_of(self, seat: Seat) -> Asked:
        """The acts of `seat` that are possible now (Rules.acts)."""
        return () if self.over or seat not in self.seats else self.rules.acts.open(self.state, seat)

    def find_act(self, seat: Seat, key: str, subject: str | None = None) -> Decision | None:
        """The act of a seat with this key and subject (None: the first with this key); None if it is not possible now."""
        return next((d for d in self.acts_of(seat) if d.key == key and subject in (None, d.subject)), None)

    def draft_of(self, decision: Decision) -> dict[str, str]:
        """The partial answer collected so far."""
        return self.drafts.get((decision.seat, decision.key, decision.subject), {})

    @property
    def waiting(self) -> dict[Seat, list[WaitingLine]]:
        """The lines of each seat that wait for their questions."""
        return self.lines.of

    @property
    def open_offers(self) -> list[Offer]:
        """The open offers between players, in order."""
        return [] if self.over else self.offers.open

    @property
    def salts(self) -> dict[Seat, str]:
        """Each seat's share in the dice that counts, in hex: the newest, in older games the first."""
        return self.shares.of

    def standing_orders(self, seat: Seat) -> list[StandingOrder]:
        """The seat's standing orders in force, by priority."""
        return self.standing.in_force(self.state, seat)

    def orders_of(self, seat: Seat) -> list[StandingOrder]:
        """The seat's standing orders by number, including those for a coming scope."""
        return self.standing.of(self.state, seat)

    def replaced_by(self, new: StandingOrder) -> list[StandingOrder]:
        """The standing orders that a new one replaces."""
        return self.standing.replaced_by(self.state, new)

    @property
    def book(self) -> StandingBook:
        """All standing orders as they were given."""
        return self.standing.book

    @property
    def ended(self) -> list[Ended]:
        """The standing orders that have expired."""
        return self.standing.book.ended

    @property
    def sealed(self) -> list[Sealed]:
        """The seats' secret choices."""
        return self.seals.made

    def withheld(self, decision: Decision, answer: Json = None) -> str:
        """The text for a player about a standing order of theirs that concerns a question but leaves it open; if there is
        only one legal `answer`, about an order that forbids it. "" if there is none.
        """
        return self.standing.withheld(self.state, decision, answer)

    def scopes(self) -> tuple[Scope, ...]:
        """The scopes for a standing order given now, shortest first."""
        return self.standing.scopes(self.state)

    def kept_line(self, seat: Seat, line: WaitingLine) -> Cause:
        """The cause of the entries that a seat's waiting line brings about."""
        return self.lines.cause(seat, line)

    def unfolding(self) -> Unfolding:
        """What expands the entries that are written from here on."""
        return Unfolding(self.waiting, self.drafts)

    # The log

    def replay(self, entry: Entry, *, check: bool = True) -> None:
        """Takes an entry of the log instead of asking; with `check` its fingerprint, if it has one, is compared.

        Raises Diverged, also if the rules fail at the entry: a log that they did not produce can contain anything. The Table
        must not be used afterwards.
        """
        asked = self._questions.asked
        try:
            self._take_logged(entry)
            self.offers.take(entry)
        except Diverged:
            raise
        except Exception as fault:
            raise Diverged(entry, asked, f"the rules cannot take it: {type(fault).__name__}: {fault}") from fault
        if check and entry.after and (after := fingerprint(self.state)) != entry.after:
            raise Diverged(
                entry, self._questions.asked, f"the state after it is {after}, the log says {entry.after}", taken=True
            )
        self._add(entry)

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)
        if entry.kind in NOT_OF_THE_GAME:
            self.carried.append(entry)
        self.next_number = entry.number + 1

    def _take_logged(self, entry: Entry) -> None:
        if entry.kind in NOT_ANSWERS:
            self._take_note(entry)
        else:
            self._take(self._place_for(entry), entry)

    def _place_for(self, entry: Entry) -> int:
        place, asked = self._questions.place_for(entry), self._questions.asked
        if place is not None:
            return place
        wanted = f'expected "{entry.key}" about {str(entry.subject)!r} to {entry.seat}'
        if self.over:
            raise Diverged(entry, (), f"{wanted}, the rules have ended the game")
        asks = " and ".join(f'"{d.key}" about {str(d.subject)!r} to {d.seat}' for d in asked)
        raise Diverged(entry, asked, f"{wanted}, the rules now ask {asks}")

    def _take_note(self, entry: Entry) -> None:
        match entry.kind:
            case EntryKind.DRAFT:
                about = entry.seat, entry.key, entry.subject
                self.drafts[about] = draft_after(self.drafts.get(about, {}), entry.answer)
            case EntryKind.SALT:
                self.shares.note(entry)
            case EntryKind.WAITING:
                if (stopped := self.lines.take(entry)) is not None:
                    self._tell_owner(entry, *stopped, WAITING)
            case EntryKind.INSTRUCTION:
                self.book.note(entry)
                if entry.note:
                    facts = {"order": entry.note, "problem": MET_A_FAULT}
                    self._tell_owner(entry, ORDER_FAILED, facts, INSTRUCTED)
            case EntryKind.ENDED:
                self._take_end(entry)
            case EntryKind.RULING:
                self._take_ruling(entry)
            case EntryKind.ACT if is_done(entry):
                self._take_deal(entry)
            case EntryKind.ACT:
                self._take_act(entry)
            case EntryKind.OFFER:
                self._tell_parties(entry)

    def _take_end(self, entry: Entry) -> None:
        winner = entry.answer["winner"]
        if self.over or winner not in (*self.seats, None) or entry.seat not in (*self.seats, GAMEMASTER):
            raise Diverged(entry, self._questions.asked, "the game cannot be ended so")
        allies = () if winner is None else self.rules.allies(self.state, winner)
        left = [each for each in allies if each not in (*self.offers.resigned, entry.seat)]
        self.agreed, self.over = {"winner": winner, "how": entry.key} | ({"allies": left} if left else {}), True
        self._questions = Questions()
        self.lines.forget_all()
        facts = {"seat": entry.seat} | ({"why": entry.note} if entry.note else {})
        self.news.append(News(entry.number, Event(ENDING, entry.key, facts)))

    def _take_ruling(self, entry: Entry) -> None:
        """A ruling of the game master, part by part, with its consequences by the rules; open questions are asked of the new
        position.
        """
        events = [Event(RULING, RULED, {"why": entry.note})]
        parts = [part.strip() for part in entry.subject.split(BETWEEN_PARTS)]
        for part in list(filter(None, parts)) or [""]:
            ruled = self.rules.rulings.change(self.state, part)
            events += [Event(RULING, RULED_SO, {"line": ruled.line}, ruled.seen_by), *self._told_by_rules()]
        self._ask_anew(entry, events)

    def _take_act(self, entry: Entry) -> None:
        """An act of a seat. It ends the game if the rules then have a result."""
        self.rules.acts.do(self.state, entry.seat, entry.key, _copy(entry.answer))
        if entry.note:
            self._tell_owner(entry, TOLD_TO_OWNER[EntryKind.WAITED], {"order": entry.note})
            self.lines.carry_out_first(entry.seat)
        self._ask_anew(entry, self._told_by_rules())
        self._end_by_result()

    def _take_deal(self, entry: Entry) -> None:
        """An agreement of players, as a whole."""
        offer = self.offers.named(deal_number(entry.subject))
        clauses = [signed["clause"] for signed in entry.answer]
        if offer is None or not offer.signed or (offer.seat, [*offer.clauses]) != (entry.seat, clauses):
            raise Diverged(entry, self._questions.asked, "that is not what players have agreed on")
        self._tell_parties(entry)
        carry_out(self.rules.deals, self.state, entry)
        self._ask_anew(entry, self._told_by_rules())
        self._end_by_result()

    def _tell_parties(self, entry: Entry) -> None:
        """Informs the parties of an agreement about its outcome."""
        deals = self.rules.deals
        if entry.key == AGREED_AHEAD and not has_signed_ahead(deals, self.state, self.offers, entry):
            raise Diverged(entry, self._questions.asked, "that is not what was agreed to in advance")
        events = party_events(deals, self.state, self.offers, entry)
        self.news += [News(entry.number, event) for event in events]

    def _end_by_result(self) -> None:
        """Ends the game if the rules have a result between two of their steps."""
        if self.rules.result(self.state) is not None:
            self._questions, self.over = Questions(), True

    def _told_by_rules(self) -> list[Event]:
        """The Events that the rules have told since the last call."""
        events = self.state.events[:]
        self.state.events.clear()
        return events

    def _ask_anew(self, entry: Entry, events: Iterable[Event]) -> None:
        """Reports what an entry did to the position between two steps of the rules; open questions are asked of the new
        position.
        """
        self.news += [News(entry.number, event) for event in events]
        self._questions.anew()

    def _tell_owner(self, entry: Entry, name: str, data: dict[str, Json], rule: str = "") -> None:
        self.news.append(News(entry.number, Event(rule or entry.key, name, data, frozenset({entry.seat}))))

    def _take(self, place: int, entry: Entry) -> None:
        if entry.seat == DICE:
            self._take_roll(self._questions.asked[place], entry)
        if entry.kind in TOLD_TO_OWNER and (entry.note or entry.kind is not EntryKind.FORCED):
            self._tell_owner(entry, TOLD_TO_OWNER[entry.kind], {"order": entry.note})
        if entry.kind is EntryKind.STANDING:
            self.book.fired(entry)
        if entry.kind is EntryKind.WAITED:
            self.lines.carry_out_first(entry.seat)
        self.drafts.pop((entry.seat, entry.key, entry.subject), None)
        self._questions.give(place, entry.answer, self.shares.newest)
        if self._questions.are_answered:
            answers = list(self._questions.answers())
            self.seals.close(entry, answers)
            self._step(tuple(_copy(answer) for _, answer, _ in answers), entry.number)
            self.seals.open(self.state, entry.number)

    def _take_roll(self, decision: Decision, entry: Entry) -> None:
        roll = self._roll_id(decision)
        mixed = self.shares.into(roll)
        self.shares.note_roll(roll)
        if self._audit is not None:
            self._audit(Rolled(entry, roll, decision.shape, mixed))

    def _roll_id(self, decision: Decision) -> RollId:
        return self.shares.next_roll(self.rules.turn(self.state), decision.key, decision.subject)

    def _step(self, answers: tuple[Json, ...] | None, number: int = 0) -> None:
        """Gives the rules these answers and runs them to their next question."""
        try:
            self._questions = Questions(self._flow.send(answers))
            self.asked_at = number
        except StopIteration:
            self._questions, self.over = Questions(), True
        self.standing.expire(self.state, number)
        self.news.extend([News(number, event) for event in self._told_by_rules()])
