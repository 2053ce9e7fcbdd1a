"""4.3.5 A Lord goes into Exile, by Approach or by card; England is my Home (y8) and Foreign Haven (6.0)."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.influence import lose, standing_of
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.state import State, has_capability, on_calendar, side_of

FOREIGN_HAVEN = frozenset({"foreign_haven", "foreign_haven_war"})


def stays_home(s: State, lord: Lord, rule: str) -> bool:
    """y8 England is my Home: the Lord Disbands to the next Turn's box instead, unmarked and at no cost. Returns whether he
    did.
    """
    if not has_capability(s, lord, Capabilities.ENGLAND_IS_MY_HOME):
        return False
    tell(s, rule, "stays_at_home", side=side_of(s, lord), lord=lord)
    disband_lord(s, lord, rule, exile=False, box=s.turn + 1)
    return True


def pay_for_exile(s: State, lord: Lord, where: Locale, rule: str, *, free: bool = False) -> None:
    """4.3.5 The side loses the Lord's printed Influence and one per Vassal on his mat; nothing if it is `free`."""
    tell(s, rule, "exile", side=side_of(s, lord), lord=lord, where=where)
    if not free:
        lose(s, side_of(s, lord), standing_of(s, lord), rule, "Exile")


def foreign_haven(s: State) -> None:
    """6.0 Foreign Haven: Lancastrians on the Calendar move left to this Turn, then Yorkists to the next (ruling R1)."""
    if not FOREIGN_HAVEN & s.sheet.special_rules:
        return
    tell(s, "6.0", "foreign_haven", turn=s.turn)
    for side, box in ((Side.LANCASTER, s.turn), (Side.YORK, s.turn + 1)):
        for lord, cylinder in s.lords.items():
            if side_of(s, lord) is side and on_calendar(s, lord):
                cylinder.box = min(cylinder.box, box)
