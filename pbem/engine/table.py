"""One game in play: drives the rules, answers what needs no player, writes the log, and restores itself from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Generic, NamedTuple

from pbem.effort import spend
from pbem.engine.agreements.ahead import AGREED_AHEAD
from pbem.engine.agreements.dealing import (
    DueEntry,
    ahead_entries,
    carried_out,
    carry_out,
    failed,
    has_signed_ahead,
    next_signed,
    over_entries,
    told_of,
)
from pbem.engine.agreements.offers import DEAL, Offer, OfferBook, deal_number, is_done
from pbem.engine.decision import DICE, GAMEMASTER, Asked, Assign, Decision, Json, Seat
from pbem.engine.dice import Chance, Mixed, RollId
from pbem.engine.event import Event
from pbem.engine.game.acts import UnsafeAct
from pbem.engine.game.features import Feature, without
from pbem.engine.game.rules import Rules, S, Scope, Setup
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.changes import KEPT, Unfolding, addition_of, draft_after, lines_after, with_said
from pbem.engine.log.entry import NOT_ANSWERS, NOT_OF_THE_GAME, OF_THE_RULES, Entry, EntryKind, fingerprint
from pbem.engine.log.record import Sealed
from pbem.engine.log.seals import Seals
from pbem.engine.log.shares import Made, Shares, scheme_of
from pbem.engine.log.standing_book import Ended, StandingBook, StandingOrders
from pbem.engine.log.waiting import BRANCHED, STOPPED, WAITING, WaitingBook
from pbem.engine.questions import Questions
from pbem.engine.refusal import MET_A_FAULT, Fault, Illegal, NotAsked, WaitingLine
from pbem.engine.standing import OrderFailed, StandingOrder


class Diverged(Exception):
    """A log that these rules do not lead to: the entry, what the rules ask there, and what is wrong.

    `taken` is whether the entry was taken all the same, and leads to another position.
    """

    def __init__(self, entry: Entry, asked: Asked, problem: str, *, taken: bool = False) -> None:
        self.entry = entry
        self.taken = taken
        self.asked = asked
        self.problem = problem
        super().__init__(f"entry {entry.number}: {problem!s}")


TOLD_TO_OWNER = {EntryKind.STANDING: "standing_order", EntryKind.WAITED: "waiting_order", EntryKind.FORCED: "order_not_kept"}
"""The Events that tell a player which of their orders answered for them, or could not be kept."""
ORDER_FAILED = "order_failed"
"""The Event that tells a player that a standing order is ended, because the program fails at it."""
ENDING = "ending"
"""The rule of the Events that tell of an end which the players have agreed on."""
INSTRUCTED = "instructed"
"""The rule of the Events that tell of standing orders."""
RULING, RULED, RULED_SO = "ruling", "ruled", "ruled_so"
"""The key of an entry by which the game master has changed the position, and the Events that tell of it: why, and what."""
BETWEEN_PARTS = ";"
"""Stands between the changes of one ruling, which the game's checks look at together."""
STEPS_AN_ANSWER = 10
"""The work of an answer carried out (pbem.effort)."""


class Point(NamedTuple):
    """A place in the log: how many `entries` stand before it, and the number of the next one."""

    entries: int
    next_number: int


@dataclass(frozen=True, slots=True)
class News:
    """An Event with its place in the log: the entry that brought it about (0: before the first)."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Rolled:
    """A random result with all it was bound to."""

    entry: Entry
    roll: RollId
    shape: Any
    mixed: Mixed


def _copy(answer: Json) -> Json:
    """What the rules get is theirs to keep and to change; the log is not."""
    return answer.copy() if isinstance(answer, list | dict) else answer


class Table(Generic[S]):
    """A game between its first question and its end.

    `seats` are those of its setup, `state` is the position, `entries` the log so far, `news` all Events, `drafts` the
    answers begun, `over` whether the rules have come to their end, `asked_at` the number of the entry that led to the open
    questions, `agreed` the result where the players have ended the game before its end. What the log says of `standing`
    orders, `lines` that wait, `shares` in the dice, `seals` of what was chosen in secret, and `offers` of players to each
    other is kept by these. With `audit` given, each random result met in the log is handed to it. `made` are the pools of
    rolls that were made before (engine/log/shares). `faults` are the lines and standing orders that the program has failed
    at since the Table was made: nothing of them is in the log but that they were given up. `cause` is that of the entries
    written now (None: nobody has said).
    """

    def __init__(
        self,
        rules: Rules[S],
        setup: Setup,
        chance: Chance,
        audit: Callable[[Rolled], None] | None = None,
        made: Mapping[Made, str] | None = None,
    ) -> None:
        self.rules = rules
        self.setup = setup
        self.seats = rules.seats(setup)
        self.without = without(setup)
        self.chance = chance
        self.state = rules.new_state(setup)
        self.entries: list[Entry] = []
        self.news: list[News] = []
        self.shares = Shares(scheme_of(setup.options), dict(made or {}))
        self.drafts: dict[tuple[Seat, str, str], dict[str, str]] = {}
        self.standing = StandingOrders(rules)
        self.lines = WaitingBook()
        self.seals = Seals(rules)
        self.offers = OfferBook(self.seats)
        self.over = False
        self.agreed: dict[str, Json] | None = None
        self.asked_at = 0
        self._origin: Table[S] | None = None
        self.next_number = 1
        self.faults: list[Fault] = []
        self.cause: Cause | None = None
        self._led = 0
        self._audit = audit
        self._unsealed = False
        self._unsafe: dict[int, int] = {}
        self._questions = Questions()
        self._flow = rules.play(self.state)
        self._step(None)

    @classmethod
    def open_new(cls, rules: Rules[S], setup: Setup, chance: Chance) -> Table[S]:
        """A new game, played on to its first question for a player."""
        table = cls(rules, setup, chance)
        with table.because(Cause(CauseKind.OPENING)):
            table.settle()
        return table

    @classmethod
    def restore(
        cls,
        rules: Rules[S],
        setup: Setup,
        chance: Chance,
        entries: Iterable[Entry],
        audit: Callable[[Rolled], None] | None = None,
        made: Mapping[Made, str] | None = None,
    ) -> Table[S]:
        """A game as its log left it. Raises Diverged at the first entry that these rules do not lead to.

        The newest fingerprint vouches for all before it; only where something is wrong is each one looked at.
        """
        log = list(entries)
        newest = next((entry for entry in reversed(log) if entry.after), None)
        try:
            table = cls(rules, setup, chance, audit, made)
            for entry in log:
                table.replay(entry, check=entry is newest)
        except Exception:  # a position that differs can make the rules fail in any way before it is compared
            cls(rules, setup, chance)._replay_checking_all(log)
            raise
        return table

    def _replay_checking_all(self, log: Iterable[Entry]) -> None:
        for entry in log:
            self.replay(entry)

    def fork(self) -> Table[S]:
        """A second table in the same position, for what-ifs: it shares nothing with this one."""
        spend(len(self.entries))
        other = type(self).restore(self.rules, self.setup, self.chance, self.entries, made=self.shares.made)
        other.next_number = self.next_number
        other._origin = self.origin
        return other

    @property
    def origin(self) -> Table[S]:
        """The table that this one was forked from, and that one from; itself where it was not forked."""
        return self._origin or self

    @property
    def point(self) -> Point:
        """The present place in the log, to come back to."""
        return Point(len(self.entries), self.next_number)

    def back_to(self, point: Point) -> None:
        """Stand where the log had come to at that point, whatever has begun since: a fault in the rules can leave half a
        position. Raises Diverged where the log does not lead there.
        """
        spend(point.entries)
        log, kept = self.entries[: point.entries], (self._audit, self.faults, self.cause, self._unsafe)
        vars(self).update(vars(type(self).restore(self.rules, self.setup, self.chance, log, made=self.shares.made)))
        self._audit, self.faults, self.cause, self._unsafe = kept
        self.next_number = point.next_number

    def for_reading(self, *, asked: bool = True) -> Table[S]:
        """A Table at which lines can be read as at this one: what is noted there is not noted here. It shares the position
        and the rules' place in it, so nothing may be answered there. `asked`: with the questions that are open here.
        """
        other = copy(self)
        if not asked:
            other._questions = Questions()
        other.entries, other.news, other.faults = list(self.entries), list(self.news), []
        other.drafts, other.shares = dict(self.drafts), self.shares.fork()
        other.standing, other.lines, other.seals = self.standing.copy(), self.lines.copy(), self.seals.copy()
        other.offers = self.offers.copy()
        return other

    # Questions

    def open(self) -> Asked:
        """The questions that wait for a player."""
        return tuple(d for d in self.pending() if not d.automatic)

    def pending(self) -> Asked:
        """The questions without an answer, those that no player is asked among them."""
        return self._questions.pending()

    def open_to(self, seat: Seat) -> Asked:
        """The questions that wait for `seat`."""
        return tuple(d for d in self.open() if d.seat == seat)

    def given_by(self, seat: Seat) -> list[tuple[Decision, Json]]:
        """The seat's answers to simultaneous questions that others have still to answer: they can be revised."""
        return [(decision, answer) for decision, answer in self._questions.given() if decision.seat == seat]

    def acts_of(self, seat: Seat) -> Asked:
        """What `seat` may do now without being asked (Rules.acts)."""
        return () if self.over or seat not in self.seats else self.rules.acts.open(self.state, seat)

    def find_act(self, seat: Seat, key: str, subject: str | None = None) -> Decision | None:
        """Of the `acts_of` a seat that with this key and (None: the first) this subject."""
        return next((d for d in self.acts_of(seat) if d.key == key and subject in (None, d.subject)), None)

    # Answers

    def answer(
        self,
        seat: Seat,
        key: str,
        answer: Json,
        kind: EntryKind = EntryKind.ANSWER,
        *,
        subject: str | None = None,
        note: str = "",
    ) -> None:
        """Answer the question `key`, and play on to the next question for a player.

        Of several simultaneous ones with that key it is the one about `subject`, or (None) the first without an answer. An
        answer to a simultaneous question can be given anew until the last is in. Raises NotAsked when the question is not
        open to `seat`, Illegal when the rules do not allow the answer; then nothing has happened.
        """
        place = self._questions.place_of(seat, key, subject)
        decision = self._questions.asked[place]
        if wrong := decision.shape.refusal(answer):
            raise Illegal(wrong)
        self._record(place, kind, answer, note)
        self.settle()

    def draft(self, seat: Seat, key: str, partial: dict[str, str], *, subject: str | None = None) -> None:
        """Keep the beginning of an answer to an Assign question; a complete one is answered. Raises as `answer` does."""
        decision = self._questions.asked[self._questions.place_of(seat, key, subject)]
        assert isinstance(decision.shape, Assign)
        if wrong := decision.shape.partial_refusal(partial):
            raise Illegal(wrong)
        if len(partial) == decision.shape.count:
            self.answer(seat, key, partial, subject=decision.subject)
        else:
            self._note(EntryKind.DRAFT, seat, key, decision.subject, addition_of(self.draft_of(decision), partial))

    def draft_of(self, decision: Decision) -> dict[str, str]:
        """What has been collected of an answer so far."""
        return self.drafts.get((decision.seat, decision.key, decision.subject), {})

    def instruct(self, order: StandingOrder) -> None:
        """Take a standing order, and play on if it answers an open question."""
        self._note(EntryKind.INSTRUCTION, order.seat, order.key, order.verb, order.as_answer())
        self.settle()

    def withdraw(self, seat: Seat, key: str, verb: str, number: int | None = None) -> None:
        """End the seat's standing order of that number, or (None) all for `key`."""
        self._note(EntryKind.INSTRUCTION, seat, key, verb, None if number is None else {"number": number})

    def wait(self, seat: Seat, lines: Sequence[WaitingLine]) -> None:
        """Keep these lines of the seat, and no others, until their questions open."""
        self._note(EntryKind.WAITING, seat, WAITING, seat, self.lines.change(seat, lines))

    def stop_waiting(
        self, seat: Seat, line: str, problem: str, dropped: Sequence[str] = (), kept: Sequence[WaitingLine] = ()
    ) -> None:
        """Give up a waiting line of the seat, which cannot be carried out, and those `dropped` with it; `kept` wait on."""
        answer = with_said({KEPT: self.lines.change(seat, kept), "dropped": list(dropped)}, problem)
        self._note(EntryKind.WAITING, seat, STOPPED, line, answer, problem)

    def branch(self, seat: Seat, lines: Sequence[WaitingLine], told: str) -> None:
        """Keep these lines of the seat from now on, for its orders have come to a branch, as `told` to its player."""
        self._note(EntryKind.WAITING, seat, BRANCHED, seat, with_said(self.lines.change(seat, lines), told), told)

    @property
    def waiting(self) -> dict[Seat, list[WaitingLine]]:
        """The lines of each seat that wait for their questions."""
        return self.lines.of

    def kept_line(self, seat: Seat, line: WaitingLine) -> Cause:
        """The cause of what a line of a seat brings that waits."""
        return self.lines.cause(seat, line)

    def unfolding(self) -> Unfolding:
        """What makes the entries whole that are written from here on."""
        return Unfolding(self.waiting, self.drafts)

    @property
    def open_offers(self) -> list[Offer]:
        """What players have proposed to each other and is open, in the order it was proposed."""
        return [] if self.over else self.offers.open

    @property
    def salts(self) -> dict[Seat, str]:
        """The share in the dice that counts of each seat, in hex: the newest, in older games the first."""
        return self.shares.of

    def salt(self, seat: Seat, salt: str) -> None:
        """Take a player's share in the dice (hex); one that is not wanted any more changes nothing."""
        if self.shares.wants(seat):
            self._note(EntryKind.SALT, seat, "salt", seat, salt)

    def without_share(self, before: Shares) -> bool:
        """Forget the newest entry, if that is a share in the dice and nothing has followed from it; `before` are the shares
        without it. Tells whether that was so.
        """
        if not self.entries or self.entries[-1].kind is not EntryKind.SALT:
            return False
        self.next_number = self.entries.pop().number
        self.shares = before
        return True

    def standing_orders(self, seat: Seat) -> list[StandingOrder]:
        """The seat's standing orders in force, in the order they are consulted."""
        return self.standing.in_force(self.state, seat)

    def orders_of(self, seat: Seat) -> list[StandingOrder]:
        """The seat's standing orders by their numbers, those for a time to come among them."""
        return self.standing.of(self.state, seat)

    def replaced_by(self, new: StandingOrder) -> list[StandingOrder]:
        """The standing orders that end where a new one is given."""
        return self.standing.replaced_by(self.state, new)

    @property
    def book(self) -> StandingBook:
        """All standing orders as they were given."""
        return self.standing.book

    @property
    def ended(self) -> list[Ended]:
        """The standing orders whose time is over."""
        return self.standing.book.ended

    @property
    def sealed(self) -> list[Sealed]:
        """What the seats have chosen in secret."""
        return self.seals.made

    def withheld(self, decision: Decision, answer: Json = None) -> str:
        """What a standing order of its seat says against a question, which it does not settle; with the only `answer` that
        there is, against that. "" where none does.
        """
        return self.standing.withheld(self.state, decision, answer)

    def scopes(self) -> tuple[Scope, ...]:
        """How long a standing order given now can hold, shortest first."""
        return self.standing.scopes(self.state)

    def result(self) -> Json:
        """How the game has ended: as the players have agreed, else by the rules (None while it goes on)."""
        return self.agreed if self.agreed is not None else self.rules.result(self.state)

    def end(self, seat: Seat, how: str, winner: Seat | None, why: str = "") -> None:
        """End the game now, as its players have agreed, or the game master says: `seat` has said the last word, `how` names
        the Event, which tells `why` if there is a reason.
        """
        self._note(EntryKind.ENDED, seat, how, seat, {"winner": winner}, why)

    def rule(self, line: str, why: str) -> None:
        """Change the position as the game master says (Rules.rulings; several changes have a ; between them), and play on if
        that leaves nothing to choose.

        Raises a BadLine, and nothing has happened, where the line cannot be read, or leads to a position that the game's own
        checks find fault with or from which its rules cannot go on.
        """
        known = set(self.rules.checks(self.state))
        with self._all_or_nothing():
            self._note(EntryKind.RULING, GAMEMASTER, RULING, line, None, why)
            if found := [fault for fault in self.rules.checks(self.state) if fault not in known]:
                raise Illegal(f"that cannot be: {'; '.join(found)}")
            try:
                self.settle()
                stuck = self._questions.dead_end()
            except Exception as fault:
                raise Illegal(f"the rules cannot go on from there ({type(fault).__name__}: {fault})") from fault
            if stuck:
                raise Illegal(f"{stuck.seat} would have no answer to: {stuck.prompt}")

    def act(self, seat: Seat, key: str, answer: Json, *, subject: str | None = None, note: str = "") -> None:
        """Do what a seat may do unasked: answer one of its `acts_of`, with that key and (None: the first) that subject. Then
        play on, if that leaves nothing to choose. `note` is the line that has waited for this.

        Raises NotAsked where the act is not open to the seat now, Illegal where the rules do not allow it, UnsafeAct where
        the game should not have opened it; then nothing has happened.
        """
        act = self.find_act(seat, key, subject)
        if act is None:
            raise NotAsked(f"{key} is not open to {seat} now")
        if wrong := act.shape.refusal(answer):
            raise Illegal(wrong)
        with self._all_or_nothing():
            spend(STEPS_AN_ANSWER)
            self._note(EntryKind.ACT, seat, key, act.subject, answer, note)
            self._check_answers(key)
            self.settle()
            self._check_dead_end(key)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Whatever fails within, the Table stands where it stood before."""
        point = self.point
        try:
            yield
        except Exception:
            self.back_to(point)
            raise

    def _check_answers(self, key: str) -> None:
        """Raise UnsafeAct where an answer that waits for others, or the beginning of one, has become illegal by an act."""
        if spoiled := self._questions.spoiled(self.draft_of):
            raise UnsafeAct(f"{key}: what {spoiled.seat} has answered to {spoiled.key} is not legal any more")

    def _check_dead_end(self, key: str) -> None:
        """Raise UnsafeAct where nobody could answer an open question."""
        if stuck := self._questions.dead_end():
            raise UnsafeAct(f"{key}: {stuck.seat} would have no answer to {stuck.key}")

    def note_again(self, entry: Entry) -> None:
        """Write a whole entry that answers nothing once more, as it stood in a part of the log that is struck."""
        assert entry.kind in NOT_ANSWERS
        keeps = entry.kind is EntryKind.WAITING and entry.key == WAITING
        answer = self.lines.change(entry.seat, lines_after([], entry.answer)) if keeps else entry.answer
        self._note(entry.kind, entry.seat, entry.key, entry.subject, answer, entry.note)

    def remark(self, kind: EntryKind, seat: Seat, key: str, subject: str, answer: Json, note: str = "") -> None:
        """Write an entry that changes nothing in the game (one of NOT_OF_THE_GAME)."""
        assert kind in NOT_OF_THE_GAME
        self._note(kind, seat, key, subject, answer, note)

    # Play

    def settle(self) -> None:
        """Answer everything that needs no player: dice, forced choices, standing orders, what nobody is asked. Between two
        steps, as soon as the game can be changed, what players have agreed on is carried out.
        """
        while self._settle_offer() or self.settle_one():
            pass
        self.seal()

    def _settle_offer(self) -> bool:
        """Write what is to be written of the agreements of players, if there is anything."""
        deals = self.rules.deals
        if self.over or not (self.offers.open or self.offers.promises):
            return False
        waiting = [number for number, tried in self._unsafe.items() if tried == self.next_number]
        offer = next_signed(deals, self.state, self.offers, waiting) if self._waits_for_players() else None
        if offer is not None:
            self._carry_out_deal(offer)
            return True
        ahead = ahead_entries(deals, self.state, self.offers) if self._waits_for_players() else ()
        due = next(chain(over_entries(deals, self.state, self.offers), ahead), None)
        if due is not None:
            self._note_due(due)
        return due is not None

    def _waits_for_players(self) -> bool:
        """Whether players alone are asked: a roll, and what nobody is asked, stand within a step of the rules."""
        return not any(decision.automatic or decision.seat == DICE for decision in self.pending())

    def _note_due(self, due: DueEntry) -> None:
        with self.because(due.cause):
            self._note(due.kind, due.seat, due.key, due.subject, due.answer, due.note)

    def _carry_out_deal(self, offer: Offer) -> None:
        """Carry out an agreement, all of it; or say why it cannot be, or leave it for another moment."""
        point = self.point
        try:
            self._note_due(carried_out(self.rules.deals, self.state, offer))
            self._check_answers(DEAL)
            self._check_dead_end(DEAL)
            return
        except UnsafeAct:
            self.back_to(point)
            self._unsafe[offer.number] = self.next_number
            return
        except Illegal as bad:
            problem = bad.problem
        except Exception as fault:
            self.faults.append(Fault(offer.seat, offer.about, fault))
            problem = MET_A_FAULT
        self.back_to(point)
        self._note_due(failed(offer, problem))

    def settle_one(self) -> bool:
        """Answer one question that needs no player, if there is one."""
        return any(self._answer_without_player(place, self._questions.asked[place]) for place in self._questions.places())

    def _answer_without_player(self, place: int, decision: Decision) -> bool:
        point, order = self.point, None
        try:
            found = self._settled(decision)
            if found is None:
                return False
            order, *due = found
            with self._ordered_by(order):
                self._record(place, *due)
        except OrderFailed as failed:
            self._end_failed(failed.order, failed.__cause__ or failed)
        except Exception as fault:
            if order is None:
                raise
            self.back_to(point)
            self._end_failed(order, fault)
        return True

    @contextmanager
    def _ordered_by(self, order: StandingOrder | None) -> Iterator[None]:
        """What is written within is what a standing order has answered, if there is one, and nobody else's doing."""
        if order is None:
            yield
        else:
            with self.because(Cause(CauseKind.STANDING, standard=f"{order.number}. {order.verb}", entry=order.given)):
                yield

    def _end_failed(self, order: StandingOrder, fault: BaseException) -> None:
        """End a standing order that the program fails at; its owner is told, and what it was for is asked of them."""
        text = self.standing.text(self.state, order)
        self.faults.append(Fault(order.seat, text, fault))
        with self._ordered_by(order):
            self._note(EntryKind.INSTRUCTION, order.seat, order.key, order.verb, {"number": order.number}, text)

    def settled(self, decision: Decision) -> tuple[EntryKind, Json, str] | None:
        """How a question is answered that needs no player: the kind of its entry, the answer, the note. None where it waits
        for a player.
        """
        found = self._settled(decision)
        return None if found is None else found[1:]

    def _settled(self, decision: Decision) -> tuple[StandingOrder | None, EntryKind, Json, str] | None:
        """The same, with the standing order that answers, if one does."""
        if decision.seat == DICE:
            roll = self._roll_id(decision)
            return None, EntryKind.ROLL, self.chance(roll, decision.shape, self.shares.into(roll)), ""
        only = decision.shape.forced()
        if only is not None and (decision.automatic or Feature.FORCED not in self.without):
            return None, EntryKind.FORCED, only[0], self.withheld(decision, only[0])
        if (fired := self.standing.answer_to(self.state, decision)) is not None:
            return fired[0], EntryKind.STANDING, *fired[1:]
        if decision.automatic:
            assert decision.default is not None
            return None, EntryKind.SILENT, decision.default(), ""
        return None

    def _roll_id(self, decision: Decision) -> RollId:
        return self.shares.next_roll(self.rules.turn(self.state), decision.key, decision.subject)

    # The log

    def _record(self, place: int, kind: EntryKind, answer: Json, note: str = "") -> None:
        spend(STEPS_AN_ANSWER)
        decision = self._questions.asked[place]
        turn = self.rules.turn(self.state)
        cause = self._cause_of(kind)
        draft = Entry(self.next_number, kind, decision.seat, decision.key, decision.subject, answer, "", turn, note, cause)
        self._take(place, draft)
        self._append(draft)

    def _note(self, kind: EntryKind, seat: Seat, key: str, subject: str, answer: Json, note: str = "") -> None:
        turn = self.rules.turn(self.state)
        entry = Entry(self.next_number, kind, seat, key, subject, answer, "", turn, note, self._cause_of(kind))
        self._take_note(entry)
        self._append(entry)
        self.seal()

    @contextmanager
    def because(self, cause: Cause | None) -> Iterator[None]:
        """The entries written within have this cause; what the rules alone make of one of them follows from it."""
        before, led, self.cause, self._led = self.cause, self._led, cause, 0
        try:
            yield
        finally:
            self.cause, self._led = before, 0 if before is None else self._led or led

    def _cause_of(self, kind: EntryKind) -> Cause | None:
        if kind in OF_THE_RULES and self._led:
            return Cause(CauseKind.FOLLOWS, entry=self._led)
        self._led = self.next_number if self.cause is not None else 0
        return self.cause

    def _append(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.next_number = entry.number + 1
        self.offers.take(entry)
        self._unsealed = True

    def seal(self) -> None:
        """Give the newest entry the fingerprint of the State: one for all that was played at a stretch."""
        if self._unsealed:
            self.entries[-1] = replace(self.entries[-1], after=fingerprint(self.state))
            self._unsealed = False

    def replay(self, entry: Entry, *, check: bool = True) -> None:
        """Take one entry of the log instead of asking; with `check` its fingerprint, if it has one, is compared.

        Raises Diverged, also where the rules fail on it: whoever wrote a log that they did not lead to can have written
        anything, and the Table is of no use then.
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
        self.entries.append(entry)
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
                    told = {"order": entry.note, "problem": MET_A_FAULT}
                    self._tell_owner(entry, ORDER_FAILED, told, INSTRUCTED)
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
        told = {"seat": entry.seat} | ({"why": entry.note} if entry.note else {})
        self.news.append(News(entry.number, Event(ENDING, entry.key, told)))

    def _take_ruling(self, entry: Entry) -> None:
        """The position as the game master wants it, part by part, and what follows from that by the rules; what is asked is
        asked of the new one.
        """
        told = [Event(RULING, RULED, {"why": entry.note})]
        parts = [part.strip() for part in entry.subject.split(BETWEEN_PARTS)]
        for part in list(filter(None, parts)) or [""]:
            ruled = self.rules.rulings.change(self.state, part)
            told += [Event(RULING, RULED_SO, {"line": ruled.line}, ruled.seen_by), *self._told_by_rules()]
        self._ask_anew(entry, told)

    def _take_act(self, entry: Entry) -> None:
        """What a seat does unasked. It ends the game where the rules find a result then."""
        self.rules.acts.do(self.state, entry.seat, entry.key, _copy(entry.answer))
        if entry.note:
            self._tell_owner(entry, TOLD_TO_OWNER[EntryKind.WAITED], {"order": entry.note})
            self.lines.carry_out_first(entry.seat)
        self._ask_anew(entry, self._told_by_rules())
        self._end_by_result()

    def _take_deal(self, entry: Entry) -> None:
        """What players have agreed on, all of it at once."""
        offer = self.offers.named(deal_number(entry.subject))
        said = [signed["clause"] for signed in entry.answer]
        if offer is None or not offer.signed or (offer.seat, [*offer.clauses]) != (entry.seat, said):
            raise Diverged(entry, self._questions.asked, "that is not what players have agreed on")
        self._tell_parties(entry)
        carry_out(self.rules.deals, self.state, entry)
        self._ask_anew(entry, self._told_by_rules())
        self._end_by_result()

    def _tell_parties(self, entry: Entry) -> None:
        """Tell the parties of an agreement what becomes of it."""
        deals = self.rules.deals
        if entry.key == AGREED_AHEAD and not has_signed_ahead(deals, self.state, self.offers, entry):
            raise Diverged(entry, self._questions.asked, "that is not what was agreed to in advance")
        told = told_of(deals, self.state, self.offers, entry)
        self.news += [News(entry.number, event) for event in told]

    def _end_by_result(self) -> None:
        """The game is over where its rules have found a result between two of their steps."""
        if self.rules.result(self.state) is not None:
            self._questions, self.over = Questions(), True

    def _told_by_rules(self) -> list[Event]:
        """The Events that the rules have told since they were last asked for."""
        told = self.state.events[:]
        self.state.events.clear()
        return told

    def _ask_anew(self, entry: Entry, told: Iterable[Event]) -> None:
        """Tell what an entry did to the position between two steps of the rules; what is asked is asked of the new one."""
        self.news += [News(entry.number, event) for event in told]
        self._questions.anew()

    def _tell_owner(self, entry: Entry, name: str, told: dict[str, Json], rule: str = "") -> None:
        self.news.append(News(entry.number, Event(rule or entry.key, name, told, frozenset({entry.seat}))))

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
            self.seals.close(entry, ((decision, _copy(answer), under) for decision, answer, under in answers))
            self._step(tuple(_copy(answer) for _, answer, _ in answers), entry.number)
            self.seals.open(self.state, entry.number)

    def _take_roll(self, decision: Decision, entry: Entry) -> None:
        roll = self._roll_id(decision)
        mixed = self.shares.into(roll)
        self.shares.note_roll(roll)
        if self._audit is not None:
            self._audit(Rolled(entry, roll, decision.shape, mixed))

    def _step(self, answers: tuple[Json, ...] | None, number: int = 0) -> None:
        """Give the rules their answers and run them to their next question."""
        try:
            self._questions = Questions(self._flow.send(answers))
            self.asked_at = number
        except StopIteration:
            self._questions, self.over = Questions(), True
        self.standing.expire(self.state, number)
        self.news.extend([News(number, event) for event in self._told_by_rules()])
