"""One game in play: takes answers, answers what needs no player, carries out agreements, and writes the log of it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from pbem.effort import spend
from pbem.engine.agreements.dealing import (
    DueEntry,
    ahead_entries,
    carried_out,
    failed,
    next_signed,
    over_entries,
)
from pbem.engine.agreements.offers import DEAL, Offer
from pbem.engine.decision import DICE, GAMEMASTER, Assign, Decision, Json, Seat
from pbem.engine.dice import Chance
from pbem.engine.game.acts import UnsafeAct
from pbem.engine.game.features import Feature
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import S, Setup
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.changes import KEPT, addition_of, lines_after, with_said
from pbem.engine.log.entry import NOT_ANSWERS, NOT_OF_THE_GAME, OF_THE_RULES, Entry, EntryKind, fingerprint
from pbem.engine.log.shares import Made, Shares
from pbem.engine.log.waiting import BRANCHED, STOPPED, WAITING
from pbem.engine.played_log import RULING, PlayedLog, Rolled
from pbem.engine.questions import Questions
from pbem.engine.refusal import MET_A_FAULT, Fault, Illegal, NotAsked, WaitingLine
from pbem.engine.standing import OrderFailed, StandingOrder
from pbem.faults import note_fault

STEPS_AN_ANSWER = 10
"""The work of an answer carried out (pbem.effort)."""


class LogPoint(NamedTuple):
    """A place in the log: how many `entries` stand before it, and the number of the next one."""

    entries: int
    next_number: int


class Table(PlayedLog[S]):
    """A game between its first question and its end, which writes its own log: what players answer, what they are given
    without being asked, and what needs no player.

    `faults` are the lines and standing orders that the program has failed at since the Table was made: nothing of them is in
    the log but that they were given up. `cause` is that of the entries written now (None: nobody has said).
    """

    _is_logged = True

    def __init__(
        self,
        rules: Rules[S],
        setup: Setup,
        chance: Chance,
        audit: Callable[[Rolled], None] | None = None,
        made: Mapping[Made, str] | None = None,
    ) -> None:
        self.chance = chance
        self.faults: list[Fault] = []
        self.cause: Cause | None = None
        self._origin: Table[S] | None = None
        self._led = 0
        self._unsealed = False
        self._unsafe: dict[int, int] = {}
        super().__init__(rules, setup, audit, made)

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
        """The table that this one was made from, and that one from; itself where it was not made from another."""
        return self._origin or self

    def foresee(self, rules: Rules[S], chance: Chance) -> Table[S]:
        """A Table of other rules and dice, before its first question, that begins where this one stands. Its log is never
        kept: it has no fingerprints.
        """
        other = _Foreseen(rules, self.setup, chance)
        other._origin = self.origin
        return other

    @property
    def point(self) -> LogPoint:
        """The present place in the log, to come back to."""
        return LogPoint(len(self.entries), self.next_number)

    def back_to(self, point: LogPoint) -> None:
        """Stand where the log had come to at that point, whatever has begun since: a fault in the rules can leave half a
        position. Raises Diverged where the log does not lead there.
        """
        spend(point.entries)
        log, kept = self.entries[: point.entries], (self._audit, self.faults, self.cause, self._unsafe, self._origin)
        vars(self).update(vars(type(self).restore(self.rules, self.setup, self.chance, log, made=self.shares.made)))
        self._audit, self.faults, self.cause, self._unsafe, self._origin = kept
        self.next_number = point.next_number

    def for_reading(self, *, asked: bool = True) -> Table[S]:
        """A Table at which lines can be read as at this one: what is noted there is not noted here. It shares the position
        and the rules' place in it, so nothing may be answered there. `asked`: with the questions that are open here.
        """
        other = copy(self)
        other._origin = self.origin
        if not asked:
            other._questions = Questions()
        other.entries, other.carried, other.news = list(self.entries), list(self.carried), list(self.news)
        other.faults = []
        other.drafts, other.shares = dict(self.drafts), self.shares.fork()
        other.standing, other.lines, other.seals = self.standing.copy(), self.lines.copy(), self.seals.copy()
        other.offers = self.offers.copy()
        return other

    # Questions

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
        answer to a simultaneous question can be given again until the last is in. Raises NotAsked when the question is not
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

    def branch(self, seat: Seat, lines: Sequence[WaitingLine], sentence: str) -> None:
        """Keep these lines of the seat from now on, for its orders have come to a branch, as `sentence` to its player."""
        self._note(EntryKind.WAITING, seat, BRANCHED, seat, with_said(self.lines.change(seat, lines), sentence), sentence)

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
            if faults := [fault for fault in self.rules.checks(self.state) if fault not in known]:
                raise Illegal(f"that cannot be: {'; '.join(faults)}")
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
        """Write again, unchanged, an entry that answers nothing and is in a struck part of the log."""
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
        """Write the entries that follow from agreements of players, if there are any."""
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
            note_fault(fault, f"an offer of {offer.seat}")
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
            settled_answer = self._settled(decision)
            if settled_answer is None:
                return False
            order, *due = settled_answer
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
        note_fault(fault, f"the standing order {text!r} of {order.seat}")
        self.faults.append(Fault(order.seat, text, fault))
        with self._ordered_by(order):
            self._note(EntryKind.INSTRUCTION, order.seat, order.key, order.verb, {"number": order.number}, text)

    def settled(self, decision: Decision) -> tuple[EntryKind, Json, str] | None:
        """How a question is answered that needs no player: the kind of its entry, the answer, the note. None where it waits
        for a player.
        """
        settled_answer = self._settled(decision)
        return None if settled_answer is None else settled_answer[1:]

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
        self._add(entry)
        self.offers.take(entry)
        self._unsealed = True

    def seal(self) -> None:
        """Give the newest entry the fingerprint of the State, one for all entries that were played without a stop. A
        log that is not stored has none.
        """
        if self._unsealed and self._is_logged:
            self.entries[-1] = replace(self.entries[-1], after=fingerprint(self.state))
            self._unsealed = False


class _Foreseen(Table[S]):
    """A Table whose log nobody stores: no entry of it is ever compared with a replay."""

    _is_logged = False
