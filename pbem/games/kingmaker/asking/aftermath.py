"""6.2.5, 6.2.6, 6.3 What players choose once the card of a combat is drawn; nobody is asked where standing orders speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Decision, PickSome
from pbem.games.kingmaker.asking.asked import choose
from pbem.games.kingmaker.asking.event import sacrifices
from pbem.games.kingmaker.combat.battle import INDECISIVE, is_very_weak, result_of, sides
from pbem.games.kingmaker.combat.draw import black_half, in_danger, victims
from pbem.games.kingmaker.combat.fight import After
from pbem.games.kingmaker.combat.winning import takers
from pbem.games.kingmaker.components.ids import NobleId, Place, RoyalId, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import at, in_field, loose_royals, plain_men, royals_with
from pbem.games.kingmaker.components.state import Fight, State
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
    royals = await winners_of(s, royals_with(s, *lost), takers_of(s, fight, survivors))
    major = await major_to(s, fight, survivors) if fight.major else None
    return After(sacrifice, heirs, royals, major)


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
    royals = await winners_of(s, [*royals_with(s, *fight.defenders), *inner], survivors)
    major = await major_to(s, fight, survivors) if fight.major else None
    holder = NobleId(
        await told(s, fight, HOLDER, Text("{place} is yours: through whom?", place=name_of(s, fight.place)), survivors)
    )
    occupy = await occupiers(s, fight, survivors)
    return After(sacrifice, heirs, royals, major, occupy, holder)


def strongest_first(s: State, nobles: Sequence[NobleId]) -> list[NobleId]:
    """The order in which Nobles are named where nobody says otherwise."""
    return sorted(nobles, key=lambda noble: -plain_men(s, noble))


def takers_of(s: State, fight: Fight, survivors: Sequence[NobleId]) -> list[NobleId]:
    """6.2.6 Who may take Royals won."""
    return takers(s, fight, survivors) if survivors else []


async def told(s: State, fight: Fight, key: str, prompt: str, options: Sequence[str]) -> str:
    """What the winner wants; of one option nothing is said."""
    seat = s.nobles[NobleId(options[0])].owner
    return await choose(seat, key, name_of(s, fight.place or fight.area), prompt, options)


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


async def winners_of(s: State, royals: Sequence[RoyalId], able: Sequence[NobleId]) -> Mapping[RoyalId, NobleId]:
    """6.2.6, 10.1 With which winner each Royal won stands."""
    won: dict[RoyalId, NobleId] = {}
    for royal in royals if able else ():
        prompt = Text("{royal} is yours: with which Noble?", royal=name_of(s, royal))
        won[royal] = NobleId(await choose(s.nobles[able[0]].owner, WON, royal, prompt, able))
    return won


async def major_to(s: State, fight: Fight, survivors: Sequence[NobleId]) -> NobleId | None:
    """6.2.6 Who gets the Major card; of a Force its living commander (13.2)."""
    if not survivors or fight.force in survivors:
        return fight.force if survivors else None
    return NobleId(await told(s, fight, MAJOR, Text("Who gets the Major card?"), survivors))


async def occupiers(s: State, fight: Fight, survivors: Sequence[NobleId]) -> tuple[NobleId, ...]:
    """6.3 (l. 469) Who goes inside a place taken; by default nobody but who must (Ruling: R85)."""
    place = fight.place
    assert place is not None
    able = in_field(s, fight.area, fight.leader)
    able = [noble for noble in able if noble in survivors or noble not in fight.attackers]
    prompt = Text("{place} is yours: who goes inside?", place=name_of(s, place))
    shape = PickSome(lambda: able, 0, len(able))
    wanted = await Decision(fight.leader, OCCUPY, place, prompt, shape, list, automatic=True)
    return tuple(as_many_as_fit(s, place, [NobleId(noble) for noble in wanted]))


def as_many_as_fit(s: State, place: Place, wanted: Sequence[NobleId]) -> list[NobleId]:
    """1.6 Those who find room, in the order named; all defenders are gone by then."""
    room, inside_ = s.board.capacity[s.board.places[place].kind], list[NobleId]()
    for noble in wanted:
        if plain_men(s, noble) <= room:
            room -= plain_men(s, noble)
            inside_.append(noble)
    return inside_
