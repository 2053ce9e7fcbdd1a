"""Orders that crossed with what others did: the position has changed since the report that their writer answers.

An order with a worse outcome now than at the position of that report is held, and its writer is asked again
(engine/prospect); all others are carried out. An answer can only cross with acts, for anything else would have asked its
writer another question. An act can cross with whatever others do.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from pbem.effort import spend
from pbem.engine.agreements.offers import is_done
from pbem.engine.decision import Seat
from pbem.engine.log.entry import NOT_ANSWERS, Entry, EntryKind
from pbem.engine.prospect import worse
from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.carry.execute import carry_out
from pbem.orders.carry.stage import prospect_of
from pbem.orders.parse.branches import cut_even
from pbem.orders.place.placed import Act, Answer, Placed
from pbem.orders.words.vocabulary import vocabulary_of


class Since:
    """The game as it was at a report to a seat, before others did anything. The orders of the letter are carried out there
    too, as long as they are legal there.
    """

    def __init__(self, before: Table[Any], seat: Seat) -> None:
        self._before: Table[Any] | None = before
        self._seat = seat

    def check(self, table: Table[Any], placed: Placed, line: str) -> None:
        """Raise Illegal for an order that is worse now than its writer was shown, unless its line allows that."""
        then = self._then(placed)
        if self._before is None or then is None:
            return
        shown, now = prospect_of(self._before, self._seat, then), prospect_of(table, self._seat, placed)
        if shown is None or now is None:
            return
        reasons = worse(shown, now, vocabulary_of(table).grammar.lexicon.name, cut_even(line)[1])
        if reasons:
            raise Illegal(
                Text("now {told}. It is not done: send it again if you still want it", told=Text("; ").join(reasons))
            )

    def follow(self, placed: Placed) -> None:
        """An order was carried out: those after it were meant for the position that it leads to."""
        then, before = self._then(placed), self._before
        self._before = None
        if before is not None and then is not None:
            with suppress(BadLine):
                carry_out(before, self._seat, then)
                self._before = before

    def _then(self, placed: Placed) -> Placed | None:
        """The same order at the earlier position; None if it was not asked there, or not legal."""
        if self._before is None or not isinstance(placed.action, Answer | Act):
            return None
        is_act, key, subject = isinstance(placed.action, Act), placed.action.decision.key, placed.action.decision.subject
        decisions = self._before.acts_of(self._seat) if is_act else self._before.open_to(self._seat)
        asked = next((each for each in decisions if (each.key, each.subject) == (key, subject)), None)
        if asked is None or asked.shape.refusal(placed.answer) is not None:
            return None
        return replace(placed, action=replace(placed.action, decision=asked))


def is_doing(entry: Entry) -> bool:
    """Whether an entry has brought the game on."""
    return entry.kind is EntryKind.ACT or entry.kind not in NOT_ANSWERS


def since(table: Table[Any], seat: Seat, report_entry: int) -> Since | None:
    """The game at the seat's report after `report_entry`; None if others have done nothing since that the seat can see."""
    fresh = [entry for entry in table.entries if entry.number > report_entry and is_doing(entry)]
    others = {entry.number for entry in fresh if entry.seat != seat or is_done(entry)}
    if not any(news.number in others and news.event.visible_to(seat) for news in table.news):
        return None
    log = [entry for entry in table.entries if entry.number <= report_entry]
    spend(len(log))
    before = Table.restore(table.rules, table.setup, table.chance, log, made=table.shares.made)
    before.settle()
    return Since(before, seat)
