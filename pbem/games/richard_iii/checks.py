"""Contradictions in a position that no sequence of legal actions can produce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.games.richard_iii.actions.land import MAX_BORDERS
from pbem.games.richard_iii.components.blocks import (
    at,
    heirs_of,
    is_barred,
    is_contested,
    is_heir,
    minors_of,
    on_map,
    side_of,
)
from pbem.games.richard_iii.components.board import NOBODY, Area, BlockId, Fate, Side
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.state import AWAY, MINOR, POOL, REMOVED, Block, Phase, State
from pbem.games.richard_iii.supply.supply import is_local, surplus
from pbem.games.richard_iii.turns import TURNS

OFF_MAP = (POOL, MINOR, AWAY, REMOVED)
OUT = (AWAY, REMOVED)
ROUNDS = 4


def checks(s: State) -> list[str]:
    """Everything that is wrong, in words."""
    return [*_blocks(s), *_cards(s), *_battles(s), *_moves(s), *_roles(s), *_end(s)]


# Blocks


def _blocks(s: State) -> Iterator[str]:
    for block, piece in s.blocks.items():
        if piece.at not in s.board.areas and piece.at not in OFF_MAP:
            yield f"{block} is at {piece.at}"
            continue
        yield from _steps(s, block, piece)
        yield from _face(s, block, piece)
        yield from _twins(s, block, piece)
        if on_map(s, block) and is_barred(s, piece.at, side_of(s, block)):
            yield f"{block} is in the enemy's exile"
        if piece.at == MINOR and not is_heir(s, block):
            yield f"{block} is a minor and no heir"


def _steps(s: State, block: BlockId, piece: Block) -> Iterator[str]:
    """3.1 Steps are within the strength; off the map blocks are at full strength, because they cannot lose steps there."""
    full = s.board.blocks[block].strength
    if piece.at in OUT:
        if piece.steps:
            yield f"{block} is {piece.at} and has {piece.steps} steps"
    elif not 1 <= piece.steps <= full:
        yield f"{block} has {piece.steps} steps"
    elif piece.steps != full and (piece.at not in s.board.areas or piece.face_down):
        yield f"{block} is at {piece.at} with {piece.steps} steps"


def _face(s: State, block: BlockId, piece: Block) -> Iterator[str]:
    """6.8 A block is face down only in its pool or its home, as its kind requires."""
    facts = s.board.blocks[block]
    if piece.face_down and piece.at != (facts.homes[0] if facts.fate is Fate.HOME else POOL):
        yield f"{block} lies face down at {piece.at}"
    if piece.at == REMOVED and facts.fate is not Fate.REMOVED:
        yield f"{block} is out of the game"


def _twins(s: State, block: BlockId, piece: Block) -> Iterator[str]:
    """3.22 One of two twins is in play, or both are out."""
    twin = s.board.blocks[block].twin
    if not twin:
        if piece.at == AWAY:
            yield f"{block} has no twin to be away for"
        return
    other = s.blocks[twin]
    if piece.at not in OUT and other.at not in OUT:
        yield f"{block} and its twin are both in play"
    if (piece.at == REMOVED) is not (other.at == REMOVED) or (piece.at == AWAY and other.at == AWAY):
        yield f"{block} is {piece.at} and its twin {other.at}"


# Battles and moves


def _battles(s: State) -> Iterator[str]:
    if s.phase in (Phase.CARD, Phase.SUPPLY, Phase.POLITICAL) and s.result is None:
        yield from (f"{area} is contested" for area in s.board.areas if is_contested(s, area))
    if s.phase in (Phase.ACTION, Phase.BATTLE) and s.result is None:
        begun = (area for area in s.board.areas if is_contested(s, area) and area not in s.attacker)
        yield from (f"{area} is contested without an attacker" for area in begun)
    battle = s.battle
    if battle is None or s.result is not None:
        return
    if s.phase is not Phase.BATTLE or not 0 <= battle.round <= ROUNDS:
        yield f"round {battle.round} is fought in the {s.phase} phase"
    for side in Side:
        if sorted((*battle.engaged[side], *battle.reserve[side])) != sorted(at(s, battle.where, side)):
            yield f"{side} has {battle.engaged[side]} and {battle.reserve[side]} in {battle.where}"


def _moves(s: State) -> Iterator[str]:
    """5.2-5.22 Border limits and the borders of attacks hold, and nobody has spent more AP than they had."""
    more = int(s.acting is not None and s.cards.get(s.acting) == Cards.SURPRISE)
    for one, near in s.board.borders.items():
        for other, border in near.items():
            if one < other and s.crossed.get(f"{one}/{other}", 0) > border.limit + more:
                yield f"{s.crossed[f'{one}/{other}']} blocks have crossed from {one} to {other}"
    if s.ap < 0:
        yield f"{s.ap} AP are left"
    over = Counter((entry.side, entry.to) for entry in s.entered if entry.start in s.board.areas)
    yield from (f"{side} attacks {to} over {number} borders" for (side, to), number in over.items() if number > MAX_BORDERS)
    if s.phase in (Phase.ACTION, Phase.BATTLE):
        yield from (f"{block} is in Reserve off the map" for block in s.reserves if not on_map(s, block))
    yield from _fed(s)


def _fed(s: State) -> Iterator[str]:
    """7.2, 8.5 When a campaign begins, exile areas can feed everybody there, and mercenaries in them are at home."""
    if s.phase is not Phase.CARD or s.turn > 1 or s.campaign == 1:
        return
    for side in Side:
        yield from (f"{area} holds too many" for area in s.board.exiles(side) if surplus(s, area, side))
    for block, facts in s.board.blocks.items():
        if facts.fate is Fate.HOME and not is_local(s, block, Area(s.blocks[block].at)):
            yield f"{block} is not at home"


# Cards


def _cards(s: State) -> Iterator[str]:
    """1.0, 5.1 Seven cards each, out of one deck; one is played a turn."""
    counts = Counter(card for side in Side for card in (*s.hands[side], *s.played[side]))
    yield from (f"{number} cards {card}" for card, number in counts.items() if number > s.board.cards[card].count)
    for side in Side:
        hand, played = len(s.hands[side]), len(s.played[side])
        if hand + played not in (0, s.board.hand):
            yield f"{side} holds {hand} cards and has played {played}"
        if hand + played and s.result is None and played != s.turn - int(s.phase is Phase.CARD and s.turn <= TURNS):
            yield f"{side} has played {played} cards in turn {s.turn}"


# Heirs


def _roles(s: State) -> Iterator[str]:
    """3.21, 6.81 King and Pretender are living heirs of the two sides; the throne alone can be vacant."""
    if s.king != NOBODY and s.king not in heirs_of(s, s.king_side):
        yield f"{s.king} is King of {s.king_side}"
    if s.pretender not in heirs_of(s, s.pretender_side) and s.result is None:
        yield f"{s.pretender} is Pretender of {s.pretender_side}"
    for side, role in ((s.king_side, s.king), (s.pretender_side, s.pretender)):
        if role != NOBODY:
            yield from _seniority(s, side, role)
        if s.due[side] < 0:
            yield f"{s.due[side]} minors of {side} are due"
    for side in Side:
        ranks = [s.board.blocks[minor].rank for minor in minors_of(s, side)]
        come = [b for b in heirs_of(s, side) if s.blocks[b].at != MINOR]
        yield from (f"{b} has come before a senior minor" for b in come if _is_early(s, b, ranks))


def _seniority(s: State, side: Side, role: BlockId) -> Iterator[str]:
    """3.21 Nobody senior to King or Pretender lives, except persons who were with the enemy when the role was given (ruling
    R32).
    """
    rank = s.board.blocks[role].rank
    senior = [b for b in heirs_of(s, side) if s.board.blocks[b].rank < rank and not s.board.blocks[b].twin]
    yield from (f"{b} is senior to {role}" for b in senior)


def _is_early(s: State, block: BlockId, ranks: list[int]) -> bool:
    return s.board.blocks[block].start == MINOR and any(rank < s.board.blocks[block].rank for rank in ranks)


# The end


def _end(s: State) -> Iterator[str]:
    """9.0 The game is over without heirs or after the last campaign, and not before."""
    bare = [side for side in Side if not heirs_of(s, side)]
    if s.result is None:
        yield from (f"{side} has no heir, and the game goes on" for side in bare)
        if s.campaign > s.campaigns:
            yield f"campaign {s.campaign} is played"
        return
    winner = Side(s.result["winner"])
    last = s.campaign == s.campaigns and winner is s.king_side and not bare
    if not (bare == [winner.enemy] if s.result["how"] == "heirs" else last):
        yield f"the game has ended in campaign {s.campaign}: {s.result}"
