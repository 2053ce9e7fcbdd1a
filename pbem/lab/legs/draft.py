"""A letter of whole segments: the player plays on in a world that they make up, and writes down what they do there."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, RandomPlayer
from pbem.engine.decision import Decision, Json, Menu, Seat, Stack
from pbem.engine.game.segments import Segment
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.lab.legs.follower import own_segment
from pbem.lab.legs.imagine import imagine, sensible_answer, usual_answer
from pbem.orders.parse.branches import GO_ON
from pbem.orders.place.segments import segments_of
from pbem.orders.words.lines import line_of

MAX_LINES = 300
MAX_QUESTIONS = 600
"""The most questions that a bot thinks ahead."""
MAX_TIMES = 3
UNSURE = re.compile(r"\bplay\b|\bevent_")
"""Options that are not ordered for a segment to come: the card may never be drawn."""
TRIES = 10


class LetterDraft:
    """The lines of one letter of `seat`, for the segments up to the next Plan, or with `branches` to the one after a Plan.

    With `branches` an order on which dice have a say, or had before it, never stops those after it.
    """

    def __init__(self, table: Table[Any], seat: Seat, player: RandomPlayer, *, branches: bool) -> None:
        self._player, self._seat, self._branches = player, seat, branches
        self._rng = Random(player.rng.random())  # noqa: S311 - play, not secrets
        self._world = imagine(table, seat, self._rng)
        self._known = {segment.name for segment in segments_of(table, seat)}
        self._written: list[str] = []
        self._segment: Segment | None = None
        self._ahead = self._closed = self._interrupted = self._planned = self._rolled = False
        self._open = {(decision.key, decision.subject) for decision in table.open_to(seat)}

    def lines(self) -> list[str]:
        """Play on until what they write for is over."""
        for _ in range(MAX_QUESTIONS):
            questions = self._world.open()
            if not questions or len(self._written) >= MAX_LINES or not self._goes_on(questions):
                break
        self._close()
        return self._written

    def _goes_on(self, questions: tuple[Decision, ...]) -> bool:
        """Answer one question; False also where what is imagined does not fit what the rules have counted before that."""
        try:
            return self._take(questions)
        except (AssertionError, LookupError):
            return False

    def _take(self, questions: tuple[Decision, ...]) -> bool:
        """Answer one question; False when they have come to the end of what they write for."""
        own_question = next((d for d in questions if d.seat == self._seat), None)
        if own_question is None:
            self._interrupted = True
            return self._pass_over(questions[0])
        if own_segment(self._world, own_question):
            if isinstance(own_question.shape, Stack) and not self._may_plan():
                return False
            segment = segments_of(self._world, self._seat)[0]
            if segment.name not in self._known and not self._planned:
                return False
            if not self._can_write(segment, own_question):
                return False
            self._come_to(segment)
            return self._order(own_question)
        if self._interrupted or self._ahead or own_question.key.startswith(lab_of(self._world.rules).trial.between):
            return self._pass_over(own_question)
        return self._order(own_question)

    def _can_write(self, segment: Segment, decision: Decision) -> bool:
        """Whether an order can be given ahead: not one that hangs on what is drawn before, nor one that does not wait."""
        if (decision.key, decision.subject) in self._open:
            return True
        if decision.key in lab_of(self._world.rules).trial.drawn_for:
            self._closed = True
            return False
        words = [word for word in self._world.rules.words(self._world.state) if word.key == decision.key]
        is_next = self._segment is not None and segment.name != self._segment.name
        return not is_next or any(word.own or word.waits or word.policy for word in words)

    def _may_plan(self) -> bool:
        """Whether they write for the Plan that they have come to."""
        may = not self._planned and (self._branches or not self._written)
        self._planned = True
        return may

    def _pass_over(self, decision: Decision) -> bool:
        try:
            self._answer(decision, usual_answer(decision, self._rng))
        except DeadEnd:
            return False
        return True

    # Segments

    def _come_to(self, segment: Segment) -> None:
        if self._segment is not None and segment.name == self._segment.name:
            return
        self._close()
        if self._segment is not None:
            self._ahead = True
            self._written.append(f"{segment.heading}:")
        self._segment, self._closed, self._interrupted, self._rolled = segment, False, False, False

    def _close(self) -> None:
        """Say that the segment is over, also where it has ended by itself: it may not, when its time comes."""
        if self._segment is None or self._closed:
            return
        words = self._world.rules.words(self._world.state)
        closing = [word.verb for word in words if word.closes and word.key in self._segment.keys and word.usage == word.verb]
        self._written += closing[:1]

    # Orders

    def _order(self, decision: Decision) -> bool:
        try:
            answer = self._choose(decision)
        except DeadEnd:
            return False
        lines = line_of(self._world, decision, answer)
        verb = lines[0].partition(" ")[0]
        words = self._world.rules.words(self._world.state)
        words_fitting = [word for word in words if (word.key, word.verb) == (decision.key, verb)]
        self._closed = any(word.closes for word in words_fitting)
        before = len(self._world.entries)
        self._answer(decision, answer)
        self._interrupted = False
        if self._branches and isinstance(decision.shape, Menu) and not self._closed:
            if goal := lab_of(self._world.rules).trial.repeated.get(verb):
                self._repeat(decision, answer)
                lines = [f"{lines[0]} until {goal}, at most {MAX_TIMES}"]
            self._rolled |= any(entry.kind is EntryKind.ROLL for entry in self._world.entries[before:])
            lines += [f"else {GO_ON}"] if self._rolled and any(word.own for word in words_fitting) else []
        self._written += lines
        return True

    def _choose(self, decision: Decision) -> Json:
        """An answer to their taste; for a segment to come none that hangs on a card not drawn yet."""
        answer = sensible_answer(self._player, decision, self._world.state)
        for _ in range(TRIES):
            if not (self._ahead and isinstance(answer, str) and UNSURE.search(answer)):
                return answer
            answer = sensible_answer(self._player, decision, self._world.state)
        return usual_answer(decision, self._rng)

    def _repeat(self, first: Decision, answer: Json) -> None:
        """Give the same order again as often as it is open, as a repeated one does."""
        for _ in range(MAX_TIMES - 1):
            again = [d for d in self._world.open_to(self._seat) if (d.key, d.subject) == (first.key, first.subject)]
            if not again or again[0].shape.refusal(answer) is not None:
                break
            self._answer(again[0], answer)

    def _answer(self, decision: Decision, answer: Json) -> None:
        self._world.answer(decision.seat, decision.key, answer, subject=decision.subject)
