"""What one letter of orders is for: a side's Levy, its Plan, the Command cards of its own Plan."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.rules import Stint
from pbem.games.plantagenet.arts_of_war import ASSIGN
from pbem.games.plantagenet.box import Lord, Side
from pbem.games.plantagenet.command import COMMAND
from pbem.games.plantagenet.muster import MUSTER
from pbem.games.plantagenet.plan import PLAN, plan_cards
from pbem.games.plantagenet.setup import BATTLE_ONLY
from pbem.games.plantagenet.state import Phase, State

LEVY_KEYS = frozenset({ASSIGN, MUSTER})
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def stints(s: State, seat: Seat) -> tuple[Stint, ...]:
    """2.2 What is the seat's to do next, as far as it can tell: after its Plan, those of its cards whose Lord is there."""
    if s.sheet.kind == BATTLE_ONLY or s.result is not None:
        return ()
    side = Side(seat)
    plan = Stint(f"the Plan of Turn {s.turn}", frozenset({PLAN}))
    if s.phase is Phase.LEVY:
        return (plan,) if has_mustered(s, side) else (Stint(f"the Levy of Turn {s.turn}", LEVY_KEYS), plan)
    if not s.plans[side] and not s.cards_played:
        return (plan,)
    return (*card_stints(s, side), Stint(f"the Levy of Turn {s.turn + 1}", LEVY_KEYS))


def has_mustered(s: State, side: Side) -> bool:
    """3.4 Whether the side's Muster is over while the other side's goes on."""
    return side is s.rebel and s.muster is not None and s.muster.side is s.king


def card_stints(s: State, side: Side) -> list[Stint]:
    """4.2 The card under way, if it is the side's, and those of its Plan that show a Lord who can act now."""
    left = list(s.plans[side])
    if s.command is not None and s.command.side is side:
        left = [s.command.lord, *left]
    first = plan_cards(s) - len(left) + 1
    return [
        Stint(f"{s.box.lords[Lord(card)].name}'s card, the {ordinal(number)} of Turn {s.turn}", frozenset({COMMAND}))
        for number, card in enumerate(left, first)
        if card in s.mats
    ]


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    return ORDINALS.get(number, f"{number}th")
