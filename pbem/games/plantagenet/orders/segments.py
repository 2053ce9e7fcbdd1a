"""Segments of letters: a side's Levy, its Plan, the Command cards of its own Plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.segments import Segment
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.campaign.plan import PLAN, plan_cards, plan_question
from pbem.games.plantagenet.cards.arts_of_war import ASSIGN
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.names import cards_in, names
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import OF_WAR, PASS, Phase, State, Status, in_war, side_of
from pbem.games.plantagenet.levy.muster import MUSTER
from pbem.games.plantagenet.orders.reasons_shared import GONE, why_one_way
from pbem.games.plantagenet.wars.heirs import now
from pbem.i18n import Text

LEVY_KEYS = frozenset({ASSIGN, MUSTER})
PLAN_OF, LEVY_OF = Text("the Plan of Turn {turn}"), Text("the Levy of Turn {turn}")
CARD_OF = Text("{lords}'s card, {ordinals} of Turn {turn}")
ORDINALS = (
    Text("the 1st"),
    Text("the 2nd"),
    Text("the 3rd"),
    Text("the 4th"),
    Text("the 5th"),
    Text("the 6th"),
    Text("the 7th"),
)
SEGMENT_NAMES = (OF_WAR, PLAN_OF, LEVY_OF, CARD_OF, *ORDINALS)
"""The cards of a Plan (4.1)."""
KINDS = ("levy", "plan")
NUMBERED_KINDS = ("card",)
AT_A_LOCALE = ("march", "tax", "parley", "supply", "agitate")
AT_A_STRONGHOLD = ("tax", "parley", "supply", "agitate")
ALONE = ("march", "sail", "forage", "tax", "pass")
"""Orders on a Command card that need no Arts of War card."""
LEVIED = ("troops", "ship", "carts", "capability", "vassal")
OF_ONE_SIDE = {
    "agitate": Side.YORK,
    "exile": Side.YORK,
    "loyalty": Side.YORK,
    "king": Side.YORK,
    "heralds": Side.LANCASTER,
    "merchants": Side.LANCASTER,
}
"""Orders that only cards of one side allow."""
GONE_FOR_GOOD = (Status.DEAD, Status.SHIPWRECKED, Status.REMOVED)


def segments(s: State, seat: Seat, given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """2.2 The seat's next segments, as far as it knows them: after its Plan, those cards whose Lord is there, and the coming
    Levy. A Plan given in secret, or written ahead, also determines its cards.
    """
    if s.sheet.kind == BATTLE_ONLY or s.result is not None:
        return ()
    side = Side(seat)
    if s.phase is Phase.CAMPAIGN and (s.plans[side] or s.cards_played):
        return (*cards_left(s, side), *next_levy(s))
    levy = () if s.phase is Phase.CAMPAIGN or has_mustered(s, side) else (levy_of(s, s.turn),)
    stack = given.get(PLAN)
    later = () if stack is None else (*card_segments(s, stack), *next_levy(s, Text("next levy") if levy else "levy"))
    return (*levy, Segment(in_war(s, PLAN_OF.filled(turn=s.turn)), frozenset({PLAN}), "plan", number=s.turn), *later)


def levy_of(s: State, turn: int, heading: str = "levy") -> Segment:
    """3.0 The Levy of a Turn."""
    return Segment(in_war(s, LEVY_OF.filled(turn=turn)), LEVY_KEYS, heading, number=turn)


def next_levy(s: State, heading: str = "levy") -> tuple[Segment, ...]:
    """3.0 The Levy after this Campaign; none after the last."""
    return (levy_of(s, s.turn + 1, heading),) if s.turn < s.sheet.last_turn else ()


def has_mustered(s: State, side: Side) -> bool:
    """3.4 Whether the side's Muster is over while the other side's goes on."""
    return side is s.rebel and s.muster is not None and s.muster.side is s.king


def cards_left(s: State, side: Side) -> Iterator[Segment]:
    """4.2 The card under way, if it is the side's, and the remaining cards of its Plan."""
    left = list(s.plans[side])
    if s.command is not None and s.command.side is side:
        left = [s.command.lord, *left]
    return card_segments(s, left, plan_cards(s) - len(left) + 1)


def card_segments(s: State, cards: Sequence[str], first: int = 1) -> Iterator[Segment]:
    """4.2 The cards with a Lord who can act; during a Levy, with one who may be there by then. `first` is the number of the
    first card.
    """
    for number, card in enumerate(cards, first):
        if card != PASS and (s.phase is Phase.LEVY or card in s.mats):
            name = card_name(s, Lord(card), number)
            yield Segment(name, frozenset({COMMAND}), f"card {number}", card)


def card_name(s: State, lord: Lord, number: int) -> str:
    """A card's name: "York's card, the 2nd of Turn 1"."""
    return in_war(
        s,
        CARD_OF.filled(lords=s.box.lords[lord].name, ordinals=ORDINALS[number - 1], turn=s.turn),
    )


def foreseen(s: State, seat: Seat) -> tuple[Decision, ...]:
    """4.1 From the Levy on the coming Plan can be written, because the Command deck does not change any more."""
    side = Side(seat)
    to_come = s.phase is Phase.LEVY or not (s.plans[side] or s.cards_played)
    return (plan_question(s, side),) if s.sheet.kind != BATTLE_ONLY and to_come else ()


def why_over(s: State, seat: Seat, segment: str) -> str | None:  # noqa: ARG001 - as every game has it
    """6.0 Why a segment is over: 6.0 its War has ended; 4.2.1 the card's Lord is gone, or has used all his actions."""
    if not segment.endswith(in_war(s, "")):
        return Text("the War has ended")
    numbers = range(1, plan_cards(s) + 1)
    lord = next((lord for lord in s.box.lords for n in numbers if card_name(s, lord, n) == segment), None)
    if lord is None:
        return None
    who = s.box.lords[lord].name
    if (new := now(s, lord)) != lord:
        return Text("{who} is {lords} now", who=who, lords=s.box.lords[new].name)
    return Text("{who} had no action left", who=who) if lord in s.mats else Text("{who} is not on the map", who=who)


def why_never(s: State, seat: Seat, segment: Segment, verb: str, ids: list[str]) -> str | None:  # noqa: ARG001 - as every game has it
    """Why an order written ahead can never be carried out: a card of the other side, a Lord who is gone for good, no place
    or none that is possible.
    """
    side = Side(seat)
    if OF_ONE_SIDE.get(verb, side) is not side:
        return Text("{verb} is for {enemy} only", verb=verb, enemy=side.enemy.title())
    if verb == "muster" or is_levy_lord(s, verb, ids):
        named = [each for one in ids if one != "lord" for each in _as_lords(s, one)]
        if named and not any(one in s.lords for one in named):
            return Text("{named} is not a Lord of this scenario", named=names(s, named[0])[0])
        return why_no_such_lord(s, side, [Lord(one) for one in named if one in s.lords])
    cards = cards_in(s, ids)
    if verb in ALONE and cards:
        return Text(
            "{verb} takes no card ({cards}): another order is a line of its own", verb=verb, cards=names(s, cards[0])[0]
        )
    if verb in AT_A_LOCALE or verb == "sail":
        return why_no_such_place(s, verb, ids)
    if verb in ("play", "levy") and cards and all(s.box.cards[card].side is not side for card in cards):
        return Text("{named} is an Enemy card", named=names(s, cards[0])[0])
    return None


def _as_lords(s: State, one: str) -> list[str]:
    """The Lord named, or the Lords with that name too: Edward is Edward IV, unless he is a Lord himself."""
    lords = [] if one in s.lords else [lord for lord in s.lords if names(s, lord)[0].split()[0] == names(s, one)[0]]
    return [*lords] or [one]


def is_levy_lord(s: State, verb: str, ids: Sequence[str]) -> bool:
    """Whether a line Levies a Lord: it says so, or names nothing else that can be Levied."""
    others = any(one in s.box.vassals or one in LEVIED for one in ids) or bool(cards_in(s, ids))
    return verb == "levy" and ("lord" in ids or not others)


def why_no_such_lord(s: State, side: Side, lords: Sequence[Lord]) -> str | None:
    """1.5.1 Why a Lord cannot be meant: an Enemy, or out of the game for good."""
    own_lords = [lord for lord in lords if side_of(s, lord) is side]
    if lords and not own_lords:
        return Text("{lord} is an Enemy Lord", lord=names(s, lords[0])[0])
    out_of_game = [lord for lord in own_lords if s.lords[lord].status in GONE_FOR_GOOD]
    if not out_of_game or len(out_of_game) < len(own_lords):
        return None
    return Text("{lord} {gone}", lord=names(s, out_of_game[0])[0], gone=GONE[s.lords[out_of_game[0]].status])


def why_no_such_place(s: State, verb: str, ids: Sequence[str]) -> str | None:
    """4.3, 4.6.1 Why a place cannot be meant: the order needs one, and of the right kind."""
    known = [Locale(one) for one in ids if one in s.board.locales]
    if verb == "sail":
        if any(one in s.board.seas for one in ids) or any(s.board.locales[one].port for one in known):
            return None
        return Text("{option} is not a Port", option=names(s, known[0])[0]) if known else Text("sail needs a Port or a Sea")
    if not known:
        return Text("{verb} needs a Locale", verb=verb)
    if verb in AT_A_STRONGHOLD and not any(s.board.locales[one].stronghold for one in known):
        return Text("{option} is not a Stronghold", option=names(s, known[0])[0])
    if verb == "march" and (many := why_one_way(s, ids)):
        return many
    if verb == "march" and not any(s.board.ways.get(one) for one in known):
        return Text("no Way leads to {known}", known=names(s, known[0])[0])
    return None
