"""What one letter of orders is for: a side's Levy, its Plan, the Command cards of its own Plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.rules import Segment
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.campaign.plan import PLAN, plan_cards, plan_question
from pbem.games.plantagenet.cards.arts_of_war import ASSIGN
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.names import cards_in, names
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import PASS, Phase, State, side_of
from pbem.games.plantagenet.levy.muster import MUSTER

LEVY_KEYS = frozenset({ASSIGN, MUSTER})
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
KINDS = ("levy", "plan")
NUMBERED_KINDS = ("card",)
AT_A_LOCALE = ("march", "tax", "parley", "supply", "agitate")
AT_A_STRONGHOLD = ("tax", "parley", "supply", "agitate")


def segments(s: State, seat: Seat, given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """2.2 What is the seat's to do next, as far as it can tell: after its Plan, those of its cards whose Lord is there, and
    the Levy to come. A Plan that it has given, though in secret, or written ahead, tells its cards.
    """
    if s.sheet.kind == BATTLE_ONLY or s.result is not None:
        return ()
    side = Side(seat)
    if s.phase is Phase.CAMPAIGN and (s.plans[side] or s.cards_played):
        return (*cards_left(s, side), *next_levy(s))
    levy = () if s.phase is Phase.CAMPAIGN or has_mustered(s, side) else (levy_of(s.turn),)
    stack = given.get(PLAN)
    later = () if stack is None else (*card_segments(s, stack), *next_levy(s, "next levy" if levy else "levy"))
    return (*levy, Segment(f"the Plan of Turn {s.turn}", frozenset({PLAN}), "plan"), *later)


def levy_of(turn: int, heading: str = "levy") -> Segment:
    """3.0 The Levy of a Turn."""
    return Segment(f"the Levy of Turn {turn}", LEVY_KEYS, heading)


def next_levy(s: State, heading: str = "levy") -> tuple[Segment, ...]:
    """3.0 The Levy that follows this Campaign, but for the last."""
    return (levy_of(s.turn + 1, heading),) if s.turn < s.sheet.last_turn else ()


def has_mustered(s: State, side: Side) -> bool:
    """3.4 Whether the side's Muster is over while the other side's goes on."""
    return side is s.rebel and s.muster is not None and s.muster.side is s.king


def cards_left(s: State, side: Side) -> Iterator[Segment]:
    """4.2 The card under way, if it is the side's, and those of its Plan that are still to come."""
    left = list(s.plans[side])
    if s.command is not None and s.command.side is side:
        left = [s.command.lord, *left]
    return card_segments(s, left, plan_cards(s) - len(left) + 1)


def card_segments(s: State, cards: Sequence[str], first: int = 1) -> Iterator[Segment]:
    """4.2 The cards that show a Lord who can act; in a Levy, who may be there by then. `first` is the first one's number."""
    for number, card in enumerate(cards, first):
        if card != PASS and (s.phase is Phase.LEVY or card in s.mats):
            name = card_name(s, Lord(card), number)
            yield Segment(name, frozenset({COMMAND}), f"card {number}", card)


def card_name(s: State, lord: Lord, number: int) -> str:
    """ "York's card, the 2nd of Turn 1"."""
    return f"{s.box.lords[lord].name}'s card, the {ordinal(number)} of Turn {s.turn}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    return ORDINALS.get(number, f"{number}th")


def foreseen(s: State, seat: Seat) -> tuple[Decision, ...]:
    """4.1 From the Levy on the Plan to come can be written: the Command deck changes no more."""
    side = Side(seat)
    to_come = s.phase is Phase.LEVY or not (s.plans[side] or s.cards_played)
    return (plan_question(s, side),) if s.sheet.kind != BATTLE_ONLY and to_come else ()


def why_over(s: State, seat: Seat, segment: str) -> str | None:  # noqa: ARG001 - as every game has it
    """4.2.1 Why no order is left to a card: its Lord is gone, or has done what he could."""
    numbers = range(1, plan_cards(s) + 1)
    lord = next((lord for lord in s.box.lords for n in numbers if card_name(s, lord, n) == segment), None)
    if lord is None:
        return None
    who = s.box.lords[lord].name
    return f"{who} had no action left" if lord in s.mats else f"{who} is not on the map"


def why_never(s: State, seat: Seat, segment: Segment, verb: str, ids: list[str]) -> str | None:  # noqa: ARG001 - as every game has it
    """Why an order written ahead can never be carried out: it names no Locale, none that will do, or an Enemy Lord."""
    side, known = Side(seat), [one for one in ids if one in s.board.locales]
    lords = [Lord(one) for one in ids if one in s.box.lords]
    if verb == "muster" or (verb == "levy" and "lord" in ids):
        mine = [lord for lord in lords if side_of(s, lord) is side]
        return f"{names(s, lords[0])[0]} is an Enemy Lord" if lords and not mine else None
    if verb in AT_A_LOCALE and not known:
        return f"{verb} needs a Locale"
    strongholds = [one for one in known if s.board.locales[Locale(one)].stronghold]
    if verb in AT_A_STRONGHOLD and not strongholds:
        return f"{names(s, known[0])[0]} is no Stronghold"
    cards = cards_in(s, ids)
    if verb == "play" and cards and all(s.box.cards[card].side is not side for card in cards):
        return f"{names(s, cards[0])[0]} is the Enemy's"
    return None
