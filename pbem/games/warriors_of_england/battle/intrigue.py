"""7.2 Intrigue."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Pick
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.warriors_of_england.battle.commanders import name_commander
from pbem.games.warriors_of_england.components.board import NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, side_up, stars, useful_stars
from pbem.games.warriors_of_england.components.state import State, battle_of
from pbem.i18n import Text

RULE = "7.2"
INTRIGUE = f"{RULE} intrigue"


async def intrigues(s: State) -> None:
    """7.2 Each side may try once, the Aggressor last."""
    for side in (battle_of(s).aggressor.enemy, battle_of(s).aggressor):
        if at(s, battle_of(s).at, side) and targets(s, side):
            await intrigue(s, side)


async def intrigue(s: State, side: Side) -> None:
    """7.2.1 A side tries to win over an enemy Noble; if it succeeds, he changes sides at once, with his Troops. 7.2.4 A
    commander who does so is replaced.
    """
    battle = battle_of(s)

    def open_() -> list[str]:
        return [NONE, *targets(s, side)]

    question = Text("Intrigue in {areas}: win over which enemy Noble, if any?", areas=s.board.areas[battle.at].name)
    noble = await Decision(side, INTRIGUE, battle.at, question, Pick(open_), lambda: best_target(s, side))
    if noble == NONE:
        tell(s, RULE, "no_intrigue", side=side, at=battle.at)
        return
    least = needed(s, side, noble)
    die = await roll(INTRIGUE, f"{battle.at} {noble}")
    turned = die <= least
    tell(s, "7.2.1", "intrigue", side=side, noble=noble, die=die, needed=least, turned=turned)
    if turned:
        await turn_coat(s, side, noble)


async def turn_coat(s: State, side: Side, noble: NobleId) -> None:
    """7.2.1 The Noble changes sides; 7.2.4 if he was the commander, his side names another."""
    battle = battle_of(s)
    s.nobles[noble].by = side
    left = at(s, battle.at, side.enemy)
    if battle.commander[side.enemy] == noble and left:
        del battle.commander[side.enemy]
        await name_commander(s, side.enemy, left)


def needed(s: State, side: Side, noble: NobleId) -> int:
    """7.2.1 The highest die that succeeds; 7.2.2 one less if he shows the enemy's colour (Ruling: J5)."""
    return needed_by(s, side, battle_of(s).commander[side], noble)


def needed_by(s: State, side: Side, commander: NobleId, noble: NobleId) -> int:
    """The same for a given commander of the side."""
    mine, theirs = useful_stars(s, commander), stars(s, noble)
    return mine - theirs - (side_up(s, noble).colour.value == side.enemy.value)


def targets(s: State, side: Side) -> list[NobleId]:
    """7.2.1 Enemy Nobles who can be won over. Ruling: W8 an intrigue that cannot succeed is not offered."""
    return [noble for noble in at(s, battle_of(s).at, side.enemy) if needed(s, side, noble) > 0]


def best_target(s: State, side: Side) -> NobleId:
    """D6 The default: the best chance, then most stars, then most Troops."""
    return best_among(s, side, battle_of(s).commander[side], targets(s, side))


def best_among(s: State, side: Side, commander: NobleId, candidates: Sequence[NobleId]) -> NobleId:
    """The best target among candidates, under a given commander."""
    return max(candidates, key=lambda one: (needed_by(s, side, commander, one), stars(s, one), s.nobles[one].troops))
