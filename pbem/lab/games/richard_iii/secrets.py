"""What a seat hides from the other, and how it could be otherwise: who the blocks are, the pool, the hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.engine.log.entry import fingerprint
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER, MUSTER_AT
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.components.blocks import of_side, side_of
from pbem.games.richard_iii.components.board import REBEL, BlockId, Side
from pbem.games.richard_iii.components.state import POOL, Phase, State
from pbem.games.richard_iii.political.home import HOME
from pbem.games.richard_iii.supply.supply import STARVE
from pbem.lab.trial import Hidden, Mix, for_one

SHOWN = frozenset(
    {
        *("battle_begins", "deploy", "eliminated", "treachery", "new_king", "new_pretender", "enters", "plague", "cards"),
        *("actions", "too_many", "gone_home", "usurpation", "overflows", "regrouped", "mulligan"),
    }
)
"""What shows who blocks are, or what their owner can do with them."""


def other_blocks(s: State, seat: Seat, mix: Mix) -> bool:
    """The enemy's upright blocks, but for the Rebel, exchange their places; those in a battle are open."""
    if s.battle is not None:
        return False
    side = Side(seat).enemy
    blocks = [b for b in of_side(s, side) if b != REBEL and not s.blocks[b].moved and b not in s.came]
    places = [(s.blocks[b].at, s.blocks[b].steps) for b in blocks]
    before = list(places)
    mix(places)
    for block, (at, _) in zip(blocks, places, strict=True):
        s.blocks[block].at = at
    return before != places


def other_steps(s: State, seat: Seat, mix: Mix) -> bool:
    """The enemy's upright blocks have other strengths."""
    if s.battle is not None:
        return False
    changed = False
    for block in of_side(s, Side(seat).enemy):
        steps = list(range(1, s.board.blocks[block].strength + 1))
        mix(steps)
        changed = changed or steps[0] != s.blocks[block].steps
        s.blocks[block].steps = steps[0]
    return changed


def other_hand(s: State, seat: Seat, mix: Mix) -> bool:
    """The enemy holds other cards, of those that nobody has seen; not while a card is chosen, which may be given already."""
    if s.phase is Phase.CARD:
        return False
    side = Side(seat).enemy
    seen = [card for each in Side for card in s.played[each]] + s.hands[Side(seat)]
    left = [card for card, facts in s.board.cards.items() for _ in range(facts.count - seen.count(card))]
    before = list(s.hands[side])
    mix(left)
    s.hands[side] = sorted(left[: len(before)])
    return before != s.hands[side]


def in_the_open(s: State, seat: Seat) -> str:
    """The position with the enemy's blocks counted and their hand covered."""
    side = Side(seat).enemy
    counts: dict[str, int] = defaultdict(int)
    for block in of_side(s, side):
        counts[s.blocks[block].at] += 1
    own = {block: piece for block, piece in s.blocks.items() if side_of(s, block) is not side}
    return fingerprint([dict(counts), own, s.hands[Side(seat)], len(s.hands[side]), s.played, s.king, s.pretender])


def blocks(s: State, seat: Seat) -> Iterator[str]:
    """Who stands where, with what strength."""
    for block in of_side(s, Side(seat).enemy):
        yield f"{block} {s.blocks[block].at} {s.blocks[block].steps}"


def hand(s: State, seat: Seat) -> Iterator[str]:
    """What the enemy holds."""
    yield from s.hands[Side(seat).enemy]


def pool(s: State, seat: Seat) -> Iterator[BlockId]:
    """Who is in the enemy's pool."""
    side = Side(seat).enemy
    yield from (b for b, piece in s.blocks.items() if piece.at == POOL and side_of(s, b) is side)


LEADS_ON = frozenset({ACT, STARVE})
OF_BLOCKS = frozenset({ACT, MUSTER, MUSTER_AT, HOME})
SECRETS = (
    Hidden(
        "blocks",
        vary=for_one(other_blocks),
        lit_by=SHOWN,
        asked_alike=False,
        leads_on=LEADS_ON,
        bears_on=OF_BLOCKS,
        often=2,
        things=blocks,
    ),
    Hidden(
        "strengths",
        vary=for_one(other_steps),
        lit_by=SHOWN,
        asked_alike=False,
        leads_on=LEADS_ON,
        bears_on=OF_BLOCKS,
        things=pool,
    ),
    Hidden("hand", vary=for_one(other_hand), lit_by=SHOWN, asked_alike=False, bears_on=frozenset({CARD}), things=hand),
)
"""R42 What is hidden: who stands where, with what strength, and the hand."""
