"""Orders of a letter that crossed with what others did unasked: what its writer was shown is not what there is now.

An order that is worse now than at the position which the report had is held, and its writer asked again, as one that was
kept (engine/prospect). Nothing else is: most acts of others change nothing for it.
"""

from __future__ import annotations

from typing import Any

from pbem.effort import spend
from pbem.engine.decision import Decision, Seat
from pbem.engine.entry import EntryKind
from pbem.engine.prospect import worse
from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.carry.stage import prospect_of
from pbem.orders.parse.even import cut_even
from pbem.orders.place.placed import Answer, Placed
from pbem.orders.words.vocabulary import vocabulary_of


class Since:
    """The game as a report had told it to a seat, before others acted. Orders of the letter are followed there, as long as
    they can be.
    """

    def __init__(self, before: Table[Any], seat: Seat) -> None:
        self._before: Table[Any] | None = before
        self._seat = seat

    def check(self, table: Table[Any], placed: Placed, line: str) -> None:
        """Raise Illegal for an order that is worse now than its writer was shown, unless its line allows that."""
        decision = self._asked(placed)
        if self._before is None or decision is None:
            return
        then = Placed(placed.said, Answer(decision, placed.answer, placed.said))
        shown, now = prospect_of(self._before, self._seat, then), prospect_of(table, self._seat, placed)
        if shown is None or now is None:
            return
        told = worse(shown, now, vocabulary_of(table).grammar.lexicon.name, cut_even(line)[1])
        if told:
            raise Illegal(Text("now {told}. It is held: send it again if you mean it so", told=Text("; ").join(told)))

    def follow(self, placed: Placed) -> None:
        """An order was carried out: what stands behind it was meant for the position that it leads to."""
        decision, before = self._asked(placed), self._before
        self._before = None
        if before is not None and decision is not None:
            try:
                before.answer(self._seat, decision.key, placed.answer, subject=decision.subject)
            except BadLine:
                return
            self._before = before

    def _asked(self, placed: Placed) -> Decision | None:
        """The question that an order answers, as it was asked before; None where it was not, or not so."""
        if self._before is None or not isinstance(placed.action, Answer):
            return None
        wanted = placed.action.decision.key, placed.action.decision.subject
        asked = (each for each in self._before.open_to(self._seat) if (each.key, each.subject) == wanted)
        return next((each for each in asked if each.shape.refusal(placed.answer) is None), None)


def since(table: Table[Any], seat: Seat, told: int) -> Since | None:
    """What a seat was told by a report behind entry `told`, where others have acted since in a way that it can see."""
    acts = {e.number for e in table.entries if e.kind is EntryKind.ACT and e.number > told and e.seat != seat}
    if not any(news.number in acts and news.event.visible_to(seat) for news in table.news):
        return None
    log = [entry for entry in table.entries if entry.number <= told]
    spend(len(log))
    before = Table.restore(table.rules, table.setup, table.chance, log, made=table.shares.made)
    before.settle()
    return Since(before, seat)
