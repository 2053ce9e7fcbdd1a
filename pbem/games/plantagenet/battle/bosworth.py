"""6.0 III(B) Bosworth: one Battle without map, Calendar or Influence.

Each side secretly gives four Capabilities to its Lords and Arrays them; both reveal, and the Battle is fought out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Assign, Decision, Together
from pbem.engine.event import tell
from pbem.games.plantagenet.battle.array import offered
from pbem.games.plantagenet.battle.battle import battle
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import give_capability, objection_to
from pbem.games.plantagenet.components.state import COLUMNS, Battle, State, lords_of
from pbem.i18n import Text

CAPABILITIES = "6.0 capabilities"
ARRAY = "6.0 array"
CAPABILITIES_A_SIDE = 4


async def bosworth(s: State) -> None:
    """6.0 The mini-scenario Bosworth Field: the winner of the Battle wins; if all Rout, it is a draw."""
    sides = (s.rebel, s.king)
    answers = await Together(tuple(ask(s, side) for side in sides for ask in (ask_capabilities, ask_array)))
    for side, cards in zip(sides, answers[::2], strict=True):
        reveal_capabilities(s, side, cards)
    s.battle = open_field(s)
    for side, places in zip(sides, answers[1::2], strict=True):
        reveal_array(s, side, places)
    won = await battle(s)
    s.result = {"winner": won}
    tell(s, "6.0", "game_won" if won else "game_drawn", side=won)


def ask_capabilities(s: State, side: Side) -> Decision:
    """6.0 The choice of four Capabilities and their Lords. Badges, two per Lord and no title twice still apply (3.4.6)."""

    def objection(card: str, lord: str, so_far: Mapping[str, str]) -> str | None:
        return objection_to(s, Card(card), Lord(lord), [Card(c) for c, holder in so_far.items() if holder == lord])

    shape = Assign(lambda: s.decks[side], lambda: lords_of(s, side), CAPABILITIES_A_SIDE, objection)
    prompt = Text(
        "Give {capabilities_a_side} Capability cards from your deck to your Lords.", capabilities_a_side=CAPABILITIES_A_SIDE
    )
    return Decision(side, CAPABILITIES, side, prompt, shape, lambda: offered_capabilities(s, side, shape))


def offered_capabilities(s: State, side: Side, shape: Assign) -> dict[str, str]:
    """The four cards that a reply form offers: those that work in a Battle first, distributed over the Lords."""
    given: dict[str, str] = {}
    for card in working_first(s, side):
        lords = sorted(lords_of(s, side), key=lambda lord: list(given.values()).count(lord))
        fitting = [lord for lord in lords if shape.pair_refusal(card, lord, given) is None]
        if fitting and len(given) < shape.count:
            given[card] = fitting[0]
    return given


def working_first(s: State, side: Side) -> list[Card]:
    """The deck, with the cards first that have an effect in a Battle on a Neutral field."""
    return sorted(s.decks[side], key=lambda card: not s.box.cards[card].in_any_battle)


def ask_array(s: State, side: Side) -> Decision:
    """6.0 A Lord for Front left, centre and right, chosen blind.

    Ruling: left is the left of the drawing for both sides, so left faces left.
    """

    def objection(_column: str, lord: str, so_far: Mapping[str, str]) -> str | None:
        taken = [column for column, holder in so_far.items() if holder == lord]
        return Text("{lords} already stands {taken}", lords=s.box.lords[Lord(lord)].name, taken=taken[0]) if taken else None

    lords = lords_of(s, side)
    shape = Assign(lambda: COLUMNS, lambda: lords, len(COLUMNS), objection)
    prompt = Text("Array your Lords: one left, one centre, one right. Your left faces their left.")
    return Decision(side, ARRAY, side, prompt, shape, lambda: offered_array(s, lords))


def offered_array(s: State, lords: Sequence[Lord]) -> dict[str, str]:
    """The Array that a reply form offers: a Marshal in the centre if there is one."""
    array = offered(s, list(COLUMNS), list(lords))
    return {column: array[column] for column in COLUMNS}


def reveal_capabilities(s: State, side: Side, cards: Mapping[str, str]) -> None:
    """6.0 Puts the chosen cards at their Lords' mats, in printed order, visible to all."""
    for card in [c for c in s.box.cards if c in cards]:
        give_capability(s, card, Lord(cards[card]))
        tell(s, "6.0", "capability", side=side, lord=cards[card], card=card)


def open_field(s: State) -> Battle:
    """6.0 The Battle that is about to begin.

    Ruling: Lancaster, the Rebel side, attacks; the field is Neutral, in no Area, near no Port and on no Route.
    """
    return Battle(s.rebel, None, {side: [None, None, None] for side in Side}, {side: [] for side in Side})


def reveal_array(s: State, side: Side, places: Mapping[str, str]) -> None:
    """6.0 Places a side's Lords in Front."""
    assert s.battle is not None
    s.battle.front[side] = [Lord(places[column]) for column in COLUMNS]
    tell(s, "6.0", "arrayed", side=side, front=[places[column] for column in COLUMNS])
