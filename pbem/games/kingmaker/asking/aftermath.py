"""6.2.5, 6.2.6, 6.3 What players choose once the card of a combat is drawn; nobody is asked where standing orders speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.games.kingmaker.asking.asked import choose, who_enter
from pbem.games.kingmaker.asking.event import sacrifices
from pbem.games.kingmaker.combat.battle import ATTACKER, INDECISIVE, is_very_weak, result_of, sides
from pbem.games.kingmaker.combat.captured_place import may_hold
from pbem.games.kingmaker.combat.draw import black_half, in_danger, standing_by, victims
from pbem.games.kingmaker.combat.fight import After
from pbem.games.kingmaker.combat.winning import Victors, takers, victors
from pbem.games.kingmaker.components.ids import NobleId, RoyalId, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import (
    allied,
    at,
    in_area,
    in_turn,
    is_besieged,
    loose_royals,
    plain_men,
    royals_with,
)
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.control import is_open_to
from pbem.games.kingmaker.housekeeping import besiegers
from pbem.i18n import Text

HEIR, WON, MAJOR, HOLDER, OCCUPY = "6.2.5 heir", "6.2.6 won", "6.2.6 major", "6.4 holder", "6.3 occupy"
NOBODY = "nobody"


async def choices_after(s: State, fight: Fight) -> After:
    """6.2.5, 6.2.6, 6.3 Who dies among equals, who takes Royals, the Major card and the place, and who goes inside."""
    if black_half(s, fight).bad_weather:
        return After()
    if fight.place is None:
        return await after_battle(s, fight)
    return await after_siege(s, fight)


async def after_battle(s: State, fight: Fight) -> After:
    """6.2.5, 6.2.6 Of a battle."""
    result = result_of(s, fight)
    weak = is_very_weak(fight)
    sacrifice = {} if weak else await sacrifices(s, in_danger(s, fight))
    dead = [] if weak else victims(s, fight, sacrifice)
    winners, losers = sides(fight, result) if result != INDECISIVE else ([], [])
    survivors = strongest_first(s, [noble for noble in winners if noble not in dead])
    lost = losers if survivors else []
    heirs = await heirs_of(s, [noble for noble in dead if noble not in lost], dead)
    saved = await saved_of(s, fight, lost)
    if not survivors:
        return After(sacrifice, heirs)
    won = victors(s, fight, result == ATTACKER, survivors)
    royals = await winners_of(s, won.seat, [r for r in royals_with(s, *lost) if r not in saved], own_first(s, fight, won))
    major = await major_to(s, fight, won) if fight.major else None
    return After(sacrifice, {**heirs, **saved}, royals, major, await relievers(s, fight, survivors, losers))


async def after_siege(s: State, fight: Fight) -> After:
    """6.3, 6.4 Of a siege."""
    assert fight.place is not None
    sacrifice = await sacrifices(s, in_danger(s, fight))
    dead = victims(s, fight, sacrifice)
    survivors = strongest_first(s, [noble for noble in fight.attackers if noble not in dead])
    fallen = [noble for noble in dead if noble in fight.attackers or not survivors]
    heirs = await heirs_of(s, fallen, dead)
    if not survivors:
        return After(sacrifice, heirs)
    inner = loose_royals(s, inside(fight.place))
    royals = await winners_of(s, fight.leader, [*royals_with(s, *fight.defenders), *inner], survivors)
    major = await major_to(s, fight, victors(s, fight, True, survivors)) if fight.major else None
    prompt = Text("{place} is yours: through whom?", place=name_of(s, fight.place))
    holder = await choose(fight.leader, HOLDER, name_of(s, fight.place), prompt, may_hold(s, fight, survivors))
    occupy = await occupiers(s, fight, survivors)
    return After(sacrifice, heirs, royals, major, occupy, NobleId(holder))


def strongest_first(s: State, nobles: Sequence[NobleId]) -> list[NobleId]:
    """The order in which Nobles are named where nobody says otherwise."""
    return sorted(nobles, key=lambda noble: -plain_men(s, noble))


async def heirs_of(s: State, fallen: Sequence[NobleId], dead: Sequence[NobleId]) -> Mapping[RoyalId, NobleId]:
    """6.2.5, 10.4 To whom the Royals of the fallen pass: by default to their owner's strongest Noble in the same spot."""
    heirs: dict[RoyalId, NobleId] = {}
    for noble in fallen:
        unit = s.nobles[noble]
        able = strongest_first(s, [other for other in at(s, unit.at, unit.owner) if other not in dead])
        for royal in royals_with(s, noble) if able else ():
            prompt = Text("{noble} falls: who takes {royal}?", noble=name_of(s, noble), royal=name_of(s, royal))
            answer = await choose(unit.owner, HEIR, royal, prompt, [*able, NOBODY])
            if answer != NOBODY:
                heirs[royal] = NobleId(answer)
    return heirs


async def saved_of(s: State, fight: Fight, lost: Sequence[NobleId]) -> dict[RoyalId, NobleId]:
    """10.4 (l. 428; R103) To whom Royals of the beaten pass: by default to their owner's strongest Noble who stands by."""
    saved: dict[RoyalId, NobleId] = {}
    for noble in lost:
        able = strongest_first(s, standing_by(s, fight, noble))
        for royal in royals_with(s, noble) if able else ():
            prompt = Text("{noble} is beaten: who takes {royal}?", noble=name_of(s, noble), royal=name_of(s, royal))
            answer = await choose(s.nobles[noble].owner, HEIR, royal, prompt, [*able, NOBODY])
            if answer != NOBODY:
                saved[royal] = NobleId(answer)
    return saved


def own_first(s: State, fight: Fight, won: Victors) -> list[NobleId]:
    """6.2.6 (l. 434, 659) Who may take Royals won: the victor's Nobles; of a Force all who may, its leader's first."""
    able = takers(s, fight.area, won)
    own = [noble for noble in able if s.nobles[noble].owner == won.seat]
    return own if won.force is None else [*own, *(noble for noble in able if noble not in own)]


async def winners_of(
    s: State, victor: Seat, royals: Sequence[RoyalId], able: Sequence[NobleId]
) -> Mapping[RoyalId, NobleId]:
    """6.2.6, 10.1, 13.2 (l. 659) With which winner each Royal won stands: the victor says, of a Force its leader."""
    won: dict[RoyalId, NobleId] = {}
    for royal in royals:
        prompt = Text("{royal} is yours: with which Noble?", royal=name_of(s, royal))
        won[royal] = NobleId(await choose(victor, WON, royal, prompt, able))
    return won


async def major_to(s: State, fight: Fight, won: Victors) -> NobleId:
    """6.2.6 Who gets the Major card; of a Force its living commander (13.2)."""
    if won.force is not None and won.force in won.nobles:
        return won.force
    where = name_of(s, fight.place or fight.area)
    return NobleId(await choose(won.seat, MAJOR, where, Text("Who gets the Major card?"), won.nobles))


async def occupiers(s: State, fight: Fight, survivors: Sequence[NobleId]) -> tuple[NobleId, ...]:
    """6.3 (l. 468) Who goes inside a place taken, the leader's first, then allies as their own players say (D34).

    By default nobody but who must (Ruling: R85). All defenders are gone by then.
    """
    place = fight.place
    assert place is not None
    friends = (in_area(s, fight.area, seat) for seat in in_turn(s, fight.leader) if seat in allied(s, fight.leader))
    free = (noble for nobles in friends for noble in nobles if not is_besieged(s, s.nobles[noble].at))
    able = [noble for noble in free if noble in survivors or noble not in fight.attackers]
    prompt = Text("{place} is yours: who goes inside?", place=name_of(s, place))
    return await who_enter(s, OCCUPY, place, prompt, able, s.board.capacity[s.board.places[place].kind])


async def relievers(s: State, fight: Fight, survivors: Sequence[NobleId], losers: Sequence[NobleId]) -> tuple[NobleId, ...]:
    """6.5 (l. 478; R77) Who of the victors over a besieger enters the place relieved; by default nobody (Ruling: R85)."""
    relieved = [place for place in s.besieged if s.board.places[place].area == fight.area]
    for place in (place for place in relieved if set(besiegers(s, place)) <= set(losers)):
        able = [noble for noble in survivors if is_open_to(s, s.nobles[noble].owner, place)]
        within = [noble for noble in at(s, inside(place)) if noble not in fight.inside]
        room = s.board.capacity[s.board.places[place].kind] - sum(plain_men(s, noble) for noble in within)
        if able:
            prompt = Text("The siege of {place} is over: who of yours goes inside?", place=name_of(s, place))
            return await who_enter(s, OCCUPY, place, prompt, able, room)
    return ()
