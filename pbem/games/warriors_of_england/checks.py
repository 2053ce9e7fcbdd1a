"""Invariants from the rulebook that must hold after every answer. Each finding is a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.warriors_of_england.aftermath.tower import TRIALS_LESS
from pbem.games.warriors_of_england.battle.attack import MARKS
from pbem.games.warriors_of_england.components.board import HENRY_VI, LONDON, NOWHERE, ROYAL, Area, Colour, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, side_up, stars, useful_stars
from pbem.games.warriors_of_england.components.state import (
    ASIDE,
    CUP,
    DRAWN,
    OFF,
    OUT,
    TOWER,
    Battle,
    Noble,
    Phase,
    Shown,
    State,
    covert,
)

COVERT = {covert(side): side for side in Side}
ALWAYS = {TOWER, OUT, *COVERT, CUP}
OTHERS = {DRAWN: (Phase.SETUP, Phase.DRAFT), ASIDE: (Phase.DRAFT,), OFF: (Phase.SETUP,)}
"""11.1, 3.0 Boxes in use during these phases only."""
UNUSED = (CUP, DRAWN, ASIDE, OFF)
"""The boxes of Nobles who have not been in play, and so have not been flipped."""
MIN_VALUE, MAX_VALUE = 2, 7
"""5.0 The limits of the Initiative value: the losing die, and 1 more."""
SEPARATED = (Phase.LEVY, Phase.TOWER, Phase.DRAFT)
"""8.0 From the end of the battles to the placing no Noble is with an enemy, and there is no Aggressor marker."""
BEFORE_AWARDS = (Phase.SETUP, Phase.CAMPAIGNS, Phase.BATTLES, Phase.LEVY)


def checks(s: State) -> list[str]:
    """Everything that is wrong with the position; empty if it is correct."""
    return [
        *noble_findings(s),
        *control_findings(s),
        *aggressor_findings(s),
        *track_findings(s),
        *tower_findings(s),
        *battle_findings(s),
        *end_findings(s),
    ]


# Nobles


def noble_findings(s: State) -> Iterator[str]:
    """2.2 Every Noble is in one place; on the map he is controlled by a side, has at most the Troops he can lead, and is not
    in an enemy Foreign Area.
    """
    if s.nobles.keys() != s.board.nobles.keys():
        yield f"there are {len(s.nobles)} Nobles of {len(s.board.nobles)}"
        return
    for noble, each in s.nobles.items():
        if each.at in s.board.areas:
            yield from _on_map(s, noble, each)
        else:
            yield from _off_map(s, noble, each)


def _on_map(s: State, noble: NobleId, each: Noble) -> Iterator[str]:
    if each.by is None:
        yield f"{noble} is nobody's"
    if not 0 <= each.troops <= s.board.per_star * stars(s, noble):
        yield f"{noble} has {each.troops} Troops"
    if each.at in s.board.foreign and s.board.foreign[each.at].faction is not each.by:
        yield f"{noble} is in the enemy's Foreign Area"
    if each.disgraced and s.phase is not Phase.BATTLES:
        yield f"{noble} is still disgraced"


def _off_map(s: State, noble: NobleId, each: Noble) -> Iterator[str]:
    """2.1, 7.5, 10.0, 14.0 A Noble off the map is in a box; only in a Covert Box he has an owner."""
    if each.at not in ALWAYS and s.phase not in OTHERS.get(each.at, ()):
        yield f"{noble} is at {each.at}"
    if each.by is not COVERT.get(each.at):
        yield f"{noble} is {each.by}'s at {each.at}"
    if each.troops or each.disgraced:
        yield f"{noble} has Troops or disgrace off the map"
    flipped = each.shown is Shown.REVERSE
    if each.at == OUT and not flipped and noble != HENRY_VI:
        yield f"{noble} is out without having been flipped"
    if each.at in UNUSED and flipped:
        yield f"{noble} is flipped at {each.at}"
    if each.at == TOWER and noble == HENRY_VI and not flipped:
        yield f"{noble} is healthy in the Tower"
    neutral = side_up(s, noble).colour is Colour.GREEN
    if (each.at in (OFF, ASIDE) and neutral) or (s.phase is Phase.SETUP and each.at in (CUP, DRAWN) and not neutral):
        yield f"{noble} has the wrong colour for {each.at}"


# Control and marks


def control_findings(s: State) -> Iterator[str]:
    """8.0.9 Foreign Areas have no marker; 8.0.7, 8.0.8 only a side with a 3-star Noble there controls London, except during
    a battle there.
    """
    yield from (f"{area} has a control marker" for area in s.control if area not in s.board.regions)
    holder = s.control.get(LONDON)
    battle = s.battle is not None and s.battle.at == LONDON
    if not battle and holder is not None and not any(useful_stars(s, n) >= ROYAL for n in at(s, LONDON, holder)):
        yield f"{holder.value.capitalize()} controls London without a 3-star Noble"


def aggressor_findings(s: State) -> Iterator[str]:
    """6.3 Markers are only where both sides have Nobles; during battles also where they have had, later nowhere."""
    owners: dict[Area, set[Side | None]] = {}
    for each in s.nobles.values():
        owners.setdefault(each.at, set()).add(each.by)
    mixed = {area for area in s.board.regions if len(owners.get(area, ())) > 1}
    if s.phase in SEPARATED:
        yield from (f"both sides stand in {area}" for area in mixed)
    if s.phase is not Phase.SETUP:
        yield from (f"both sides stand in {area} without an Aggressor" for area in mixed - s.aggressor.keys())
    if s.phase is not Phase.BATTLES:
        yield from (f"an Aggressor marker lies in {area}" for area in s.aggressor.keys() - mixed)


# Tracks


def track_findings(s: State) -> Iterator[str]:
    """4.0 The turn is in range; 5.0, 6.1, 11.2 so is the Initiative value, and impulses and plays are used in turn."""
    if not 1 <= s.turn <= s.board.turns:
        yield f"it is turn {s.turn}"
    if s.initiative is None:
        return
    if not MIN_VALUE <= s.value <= MAX_VALUE:
        yield f"the Initiative value is {s.value}"
    for what, left, step in (("impulses", s.impulses, Phase.CAMPAIGNS), ("plays", s.plays, Phase.PLACING)):
        mine, theirs = left[s.initiative], left[s.initiative.enemy]
        if min(mine, theirs) < 0:
            yield f"{mine} and {theirs} {what} are left"
        elif s.phase is step and (mine > s.value or mine - theirs not in (0, 1)):
            yield f"{mine} and {theirs} {what} are left of {s.value}"
    if s.phase is not Phase.CAMPAIGNS and any(s.impulses.values()):
        yield "impulses are left behind the campaigns"


def tower_findings(s: State) -> Iterator[str]:
    """10.0 Trials are within the limit, each of a different Noble."""
    if s.tried and s.phase is not Phase.TOWER:
        yield f"{s.tried} are still marked as tried"
    if len(set(s.tried)) < len(s.tried) or len(s.tried) > max(0, s.value - TRIALS_LESS):
        yield f"{s.tried} have been tried with the value {s.value}"


# Battle


def battle_findings(s: State) -> Iterator[str]:
    """7.0 A battle is in its phase, between the right sides; 7.3.3 the Missed marker has two sides."""
    battle = s.battle
    if battle is None:
        return
    if s.phase is not Phase.BATTLES or battle.at not in s.board.regions:
        yield f"a battle is fought at {battle.at} in the step {s.phase}"
    if battle.aggressor is not s.aggressor.get(battle.at, Side.YORK):
        yield f"{battle.aggressor} is the Aggressor at {battle.at} against the marker"
    if not 0 <= battle.missed <= min(MARKS, battle.round) or (battle.third_miss and battle.missed < MARKS):
        yield f"the Missed marker is {battle.missed} in round {battle.round}"
    if min(battle.hits.values()) < 0:
        yield f"the hits are {battle.hits}"
    for side, noble in battle.commander.items():
        yield from _commander_findings(s, battle, side, noble)
    yield from _withdrawal_findings(s, battle)


def _commander_findings(s: State, battle: Battle, side: Side, noble: NobleId) -> Iterator[str]:
    """7.1 A commander has the highest rank of his side and 7.5.3 is the last to leave, except when his side flees.

    Nobody of a higher rank can join during a battle: intrigue wins over lower ranks only (7.2.1).
    """
    there = at(s, battle.at, side)
    if noble not in there:
        if there and battle.to == NOWHERE and not battle.third_miss:
            yield f"{noble} commands {side} and is not there"
        return
    led = battle.retreating if noble in battle.retreating else there
    if stars(s, noble) < max(stars(s, each) for each in led if each in there):
        yield f"{noble} commands {side} and is not of the highest rank"


def _withdrawal_findings(s: State, battle: Battle) -> Iterator[str]:
    """7.6.3-7.6.5 Nobles who withdraw go together to one adjacent area, no more than the border allows, and not to
    enemies.
    """
    if battle.to == NOWHERE:
        return
    border = s.board.borders[battle.at].get(battle.to)
    owners = {s.nobles[noble].by for noble in battle.retreating if s.nobles[noble].at == battle.at}
    there = {each.by for each in s.nobles.values() if each.at == battle.to}
    if border is None or len(battle.retreating) > border.limit:
        yield f"{len(battle.retreating)} Nobles withdraw from {battle.at} to {battle.to}"
    elif owners and there - owners:
        yield f"they withdraw to their enemies in {battle.to}"


# The end


def end_findings(s: State) -> Iterator[str]:
    """13.0 A side with 15 VP at the end of a turn has won; after the last turn, the side with more."""
    over = abs(s.vp) >= s.board.winning
    if s.result is None:
        if over and s.phase in BEFORE_AWARDS:
            yield f"the game goes on with {s.vp} VP"
        return
    leader = None if s.vp == 0 else Side.LANCASTER if s.vp > 0 else Side.YORK
    fits = {"points": over, "most": s.vp != 0 and not over, "heirs": s.vp == 0}
    last = over or s.turn == s.board.turns
    if not fits[s.result["how"]] or not last or (leader is not None and s.result["winner"] is not leader):
        yield f"the game has ended with {s.vp} VP in turn {s.turn}: {s.result}"
