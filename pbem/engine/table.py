"""A game in play: takes answers, answers what needs no player, carries out agreements, and writes the log."""

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
    expiry_entries,
    failed,
    next_signed,
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
"""The cost of carrying out an answer (pbem.effort)."""


class LogPoint(NamedTuple):
    """A point in the log: the number of `entries` before it, and the number of the next one."""

    entries: int
    next_number: int


class Table(PlayedLog[S]):
    """A game from its first question to its end, which writes its own log: players' answers, acts, and what needs no player.

    `faults` are the lines and standing orders at which the program has failed since the Table was made; the log has only
    that they were given up. `cause` is the cause of the entries being written (None: unknown).
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
        """A new game, played to its first question for a player."""
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
        """A game restored from its log. Raises Diverged at the first entry that these rules do not produce.

        Only the newest fingerprint is compared, since it covers all before it; if it differs, every entry is checked.
        """
        log = list(entries)
        newest = next((entry for entry in reversed(log) if entry.after), None)
        try:
            table = cls(rules, setup, chance, audit, made)
            for entry in log:
                table.replay(entry, check=entry is newest)
        except Exception:  # in a different position the rules can fail in any way before it is compared
            cls(rules, setup, chance)._replay_checking_all(log)
            raise
        return table

    def _replay_checking_all(self, log: Iterable[Entry]) -> None:
        for entry in log:
            self.replay(entry)

    def fork(self) -> Table[S]:
        """An independent table in the same position, for what-ifs."""
        spend(len(self.entries))
        other = type(self).restore(self.rules, self.setup, self.chance, self.entries, made=self.shares.made)
        other.next_number = self.next_number
        other._origin = self.origin
        return other

    @property
    def origin(self) -> Table[S]:
        """The table that this one was copied from, and that one from, and so on; itself if it is no copy."""
        return self._origin or self

    def foresee(self, rules: Rules[S], chance: Chance) -> Table[S]:
        """A new Table with other rules and dice, before its first question, that starts from this position. Its log is never
        stored, so it has no fingerprints.
        """
        other = _Foreseen(rules, self.setup, chance)
        other._origin = self.origin
        return other

    @property
    def point(self) -> LogPoint:
        """The present point in the log, for back_to."""
        return LogPoint(len(self.entries), self.next_number)

    def back_to(self, point: LogPoint) -> None:
        """Returns to a point in the log, whatever has begun since: a fault in the rules can leave half a position. Raises
        Diverged if the log does not lead there.
        """
        spend(point.entries)
        log, kept = self.entries[: point.entries], (self._audit, self.faults, self.cause, self._unsafe, self._origin)
        vars(self).update(vars(type(self).restore(self.rules, self.setup, self.chance, log, made=self.shares.made)))
        self._audit, self.faults, self.cause, self._unsafe, self._origin = kept
        self.next_number = point.next_number

    def for_reading(self, *, asked: bool = True) -> Table[S]:
        """A Table for reading lines: what is noted there is not noted here. It shares the position and the rules' place in
        it, so nothing may be answered there. `asked`: with the questions that are open here.
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
        """Answers the question `key`, and plays on to the next question for a player.

        Among simultaneous questions with that key it is the one about `subject`, or (None) the first without an answer. An
        answer to a simultaneous question can be changed until the last is in. Raises NotAsked if the question is not open to
        `seat`, Illegal if the rules do not allow the answer; then nothing has happened.
        """
        place = self._questions.place_of(seat, key, subject)
        decision = self._questions.asked[place]
        if wrong := decision.shape.refusal(answer):
            raise Illegal(wrong)
        self._record(place, kind, answer, note)
        self.settle()

    def draft(self, seat: Seat, key: str, partial: dict[str, str], *, subject: str | None = None) -> None:
        """Stores a partial answer to an Assign question; a complete one is answered. Raises as `answer` does."""
        decision = self._questions.asked[self._questions.place_of(seat, key, subject)]
        assert isinstance(decision.shape, Assign)
        if wrong := decision.shape.partial_refusal(partial):
            raise Illegal(wrong)
        if len(partial) == decision.shape.count:
            self.answer(seat, key, partial, subject=decision.subject)
        else:
            self._note(EntryKind.DRAFT, seat, key, decision.subject, addition_of(self.draft_of(decision), partial))

    def instruct(self, order: StandingOrder) -> None:
        """Takes a standing order, and plays on if it answers an open question."""
        self._note(EntryKind.INSTRUCTION, order.seat, order.key, order.verb, order.as_answer())
        self.settle()

    def withdraw(self, seat: Seat, key: str, verb: str, number: int | None = None) -> None:
        """Ends the seat's standing order of that number, or (None) all for `key`."""
        self._note(EntryKind.INSTRUCTION, seat, key, verb, None if number is None else {"number": number})

    def wait(self, seat: Seat, lines: Sequence[WaitingLine]) -> None:
        """From now on exactly these lines of the seat wait for their questions."""
        self._note(EntryKind.WAITING, seat, WAITING, seat, self.lines.change(seat, lines))

    def stop_waiting(
        self, seat: Seat, line: str, problem: str, dropped: Sequence[str] = (), kept: Sequence[WaitingLine] = ()
    ) -> None:
        """Gives up a waiting line of the seat that cannot be carried out, and those `dropped` with it; the lines in `kept`
        still wait.
        """
        answer = with_said({KEPT: self.lines.change(seat, kept), "dropped": list(dropped)}, problem)
        self._note(EntryKind.WAITING, seat, STOPPED, line, answer, problem)

    def branch(self, seat: Seat, lines: Sequence[WaitingLine], sentence: str) -> None:
        """A branch was taken: from now on these lines of the seat wait; `sentence` informs its player."""
        self._note(EntryKind.WAITING, seat, BRANCHED, seat, with_said(self.lines.change(seat, lines), sentence), sentence)

    def salt(self, seat: Seat, salt: str) -> None:
        """Takes a player's share in the dice (hex). A share that no longer counts changes nothing."""
        if self.shares.wants(seat):
            self._note(EntryKind.SALT, seat, "salt", seat, salt)

    def without_share(self, before: Shares) -> bool:
        """Removes the newest entry if it is a share in the dice from which nothing has followed; `before` are the shares
        without it. Returns whether it did.
        """
        if not self.entries or self.entries[-1].kind is not EntryKind.SALT:
            return False
        self.next_number = self.entries.pop().number
        self.shares = before
        return True

    def end(self, seat: Seat, how: str, winner: Seat | None, why: str = "") -> None:
        """Ends the game, by agreement of its players or by the game master: `seat` had the last word, `how` names the Event,
        `why` is its reason, if any.
        """
        self._note(EntryKind.ENDED, seat, how, seat, {"winner": winner}, why)

    def rule(self, line: str, why: str) -> None:
        """Corrects the position as the game master says (Rules.rulings; several changes are separated by ;), and plays on if
        nothing is left to choose.

        Raises a BadLine, and nothing has happened, if the line cannot be read, or leads to a position that fails the game's
        checks or from which its rules cannot continue.
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
        """Carries out an act of a seat: one of its `acts_of`, with that key and subject (None: the first with the key). Then
        plays on, if nothing is left to choose. `note` is the line that has waited for it.

        Raises NotAsked if the act is not open to the seat now, Illegal if the rules do not allow it, UnsafeAct if the game
        should not have offered it; then nothing has happened.
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
        """If anything fails within, the Table returns to where it was."""
        point = self.point
        try:
            yield
        except Exception:
            self.back_to(point)
            raise

    def _check_answers(self, key: str) -> None:
        """Raises UnsafeAct if an act has made a stored answer, or partial answer, illegal."""
        if spoiled := self._questions.spoiled(self.draft_of):
            raise UnsafeAct(f"{key}: what {spoiled.seat} has answered to {spoiled.key} is not legal any more")

    def _check_dead_end(self, key: str) -> None:
        """Raises UnsafeAct if an open question has no legal answer."""
        if stuck := self._questions.dead_end():
            raise UnsafeAct(f"{key}: {stuck.seat} would have no answer to {stuck.key}")

    def note_again(self, entry: Entry) -> None:
        """Writes again, unchanged, an entry of a struck part of the log that answers no question."""
        assert entry.kind in NOT_ANSWERS
        keeps = entry.kind is EntryKind.WAITING and entry.key == WAITING
        answer = self.lines.change(entry.seat, lines_after([], entry.answer)) if keeps else entry.answer
        self._note(entry.kind, entry.seat, entry.key, entry.subject, answer, entry.note)

    def remark(self, kind: EntryKind, seat: Seat, key: str, subject: str, answer: Json, note: str = "") -> None:
        """Writes an entry that changes nothing in the game (one of NOT_OF_THE_GAME)."""
        assert kind in NOT_OF_THE_GAME
        self._note(kind, seat, key, subject, answer, note)

    # Play

    def settle(self) -> None:
        """Answers everything that needs no player: dice, forced choices, standing orders, questions that nobody is asked. As
        soon as the game can be changed between two steps, carries out agreements.
        """
        while self._settle_offer() or self.settle_one():
            pass
        self.seal()

    def _settle_offer(self) -> bool:
        """Writes the next entry that follows from agreements. Returns whether there was one."""
        deals = self.rules.deals
        if self.over or not (self.offers.open or self.offers.promises):
            return False
        waiting = [number for number, tried in self._unsafe.items() if tried == self.next_number]
        offer = next_signed(deals, self.state, self.offers, waiting) if self._waits_for_players() else None
        if offer is not None:
            self._carry_out_deal(offer)
            return True
        ahead = ahead_entries(deals, self.state, self.offers) if self._waits_for_players() else ()
        due = next(chain(expiry_entries(deals, self.state, self.offers), ahead), None)
        if due is not None:
            self._note_due(due)
        return due is not None

    def _waits_for_players(self) -> bool:
        """Whether only players are being asked. A roll, or a question that nobody is asked, is in the middle of a step of
        the rules.
        """
        return not any(decision.automatic or decision.seat == DICE for decision in self.pending())

    def _note_due(self, due: DueEntry) -> None:
        with self.because(due.cause):
            self._note(due.kind, due.seat, due.key, due.subject, due.answer, due.note)

    def _carry_out_deal(self, offer: Offer) -> None:
        """Carries out an agreement as a whole; or reports why that is impossible, or postpones it."""
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
        """Answers one question that needs no player. Returns whether there was one."""
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
        """The entries written within are caused by this standing order, if one is given."""
        if order is None:
            yield
        else:
            with self.because(Cause(CauseKind.STANDING, standard=f"{order.number}. {order.verb}", entry=order.given)):
                yield

    def _end_failed(self, order: StandingOrder, fault: BaseException) -> None:
        """Ends a standing order at which the program fails, and informs its owner, who is then asked the question."""
        text = self.standing.text(self.state, order)
        note_fault(fault, f"the standing order {text!r} of {order.seat}")
        self.faults.append(Fault(order.seat, text, fault))
        with self._ordered_by(order):
            self._note(EntryKind.INSTRUCTION, order.seat, order.key, order.verb, {"number": order.number}, text)

    def settled(self, decision: Decision) -> tuple[EntryKind, Json, str] | None:
        """The entry for a question that needs no player: its kind, answer and note. None if it waits for a player."""
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
        """The entries written within have this cause; entries of the rules after one of them follow from it."""
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
        """Adds the fingerprint of the State to the newest entry: one for all entries since the last stop. A log that is not
        stored has none.
        """
        if self._unsealed and self._is_logged:
            self.entries[-1] = replace(self.entries[-1], after=fingerprint(self.state))
            self._unsealed = False


class _Foreseen(Table[S]):
    """A Table whose log is never stored or compared with a replay."""

    _is_logged = False
