"""6.2.5, 6.2.6, 6.3 The choices after a combat's Event card is drawn. Standing orders answer first; nobody waits for a
reply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Decision, PickSome, Seat
from pbem.engine.event import tell
from pbem.games.kingmaker.asking.asked import choose, who_enter
from pbem.games.kingmaker.asking.event import sacrifices
from pbem.games.kingmaker.combat.battle import ATTACKER, INDECISIVE, is_very_weak, result_of, sides
from pbem.games.kingmaker.combat.captured_place import may_hold
from pbem.games.kingmaker.combat.draw import black_half, in_danger, new_keepers, victims
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
SHELTER = "10.4 shelter"
NOBODY = "nobody"


async def choices_after(s: State, fight: Fight) -> After:
    """6.2.5, 6.2.6, 6.3 All choices after the draw: who dies among equals, who gets Royals, the Major card and the place,
    who goes inside.
    """
    if black_half(s, fight).bad_weather:
        return After()
    if fight.place is None:
        return await after_battle(s, fight)
    return await after_siege(s, fight)


async def after_battle(s: State, fight: Fight) -> After:
    """6.2.5, 6.2.6 The choices after a battle."""
    result = result_of(s, fight)
    weak = is_very_weak(fight)
    sacrifice = {} if weak else await sacrifices(s, in_danger(s, fight))
    dead = [] if weak else victims(s, fight, sacrifice)
    winners, losers = sides(fight, result) if result != INDECISIVE else ([], [])
    survivors = strongest_first(s, [noble for noble in winners if noble not in dead])
    lost = losers if survivors else []
    heirs = await heirs_of(s, fight, dead, lost)
    if not survivors:
        return After(sacrifice, heirs)
    won = victors(s, fight, result == ATTACKER, survivors)
    royals = await winners_of(s, won.seat, [r for r in royals_with(s, *lost) if r not in heirs], own_first(s, fight, won))
    major = await major_to(s, fight, won) if fight.major else None
    return After(sacrifice, heirs, royals, major, await relievers(s, fight, survivors, losers))


async def after_siege(s: State, fight: Fight) -> After:
    """6.3, 6.4 The choices after a siege."""
    assert fight.place is not None
    sacrifice = await sacrifices(s, in_danger(s, fight))
    dead = victims(s, fight, sacrifice)
    survivors = strongest_first(s, [noble for noble in fight.attackers if noble not in dead])
    heirs = await heirs_of(s, fight, dead, fight.defenders if survivors else [])
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
    """The default order of Nobles: most men first, without bonuses."""
    return sorted(nobles, key=lambda noble: -plain_men(s, noble))


async def heirs_of(s: State, fight: Fight, dead: Sequence[NobleId], beaten: Sequence[NobleId]) -> Mapping[RoyalId, NobleId]:
    """6.2.5, 10.4 (l. 428, 455, 579) Asks who takes over the Royals of the dead and the beaten. Default: their owner's
    strongest Noble in the same spot.
    """
    heirs: dict[RoyalId, NobleId] = {}
    for noble in dict.fromkeys([*dead, *beaten]):
        able = new_keepers(s, fight, noble, [*dead, *beaten])
        for royal in royals_with(s, noble) if able else ():
            names = {"noble": name_of(s, noble), "royal": name_of(s, royal)}
            falls = Text("{noble} falls: who takes {royal}?", **names)
            loses = Text("{noble} is beaten: who takes {royal}?", **names)
            heir = await heir_of(s, royal, able, falls if noble in dead else loses)
            if heir is not None:
                heirs[royal] = heir
    return heirs


async def heir_of(s: State, royal: RoyalId, able: Sequence[NobleId], prompt: str) -> NobleId | None:
    """10.4 Asks a Royal's owner for the Noble who takes him over; None: nobody does.

    Another player's Noble needs that player's consent. If it is refused, the owner is informed and the next Noble they named
    is tried.
    """
    noble = s.royals[royal].noble
    assert noble is not None
    seat = s.nobles[noble].owner
    own = strongest_first(s, [other for other in able if s.nobles[other].owner == seat])
    others = [other for other in able if other not in own]
    while (answer := await choose(seat, HEIR, royal, prompt, [*own, NOBODY, *others])) in others:
        if await takes_in(s, NobleId(answer), royal, seat):
            break
        others.remove(NobleId(answer))
        tell(s, "10.4", "not_taken_in", seen_by=frozenset({seat}), royal=royal, noble=answer)
    return None if answer == NOBODY else NobleId(answer)


async def takes_in(s: State, noble: NobleId, royal: RoyalId, seat: Seat) -> bool:
    """10.4 (Ruling: K25, R103) Whether a Noble's player agrees that another player's Royal passes to him in a combat; by
    default no.
    """
    who, what = name_of(s, seat), name_of(s, royal)
    prompt = Text("{player} wants {royal} to pass to a Noble of yours: do you agree?", player=who, royal=what)
    shape = PickSome(lambda: [seat], 0, 1)
    return bool(await Decision(s.nobles[noble].owner, SHELTER, f"{royal} {noble}", prompt, shape, list, automatic=True))


def own_first(s: State, fight: Fight, won: Victors) -> list[NobleId]:
    """6.2.6 (l. 434, 659) The Nobles who may take the Royals won: the victor's own; after a Force's victory all who may, the
    victor's own first.
    """
    able = takers(s, fight.area, won)
    own = [noble for noble in able if s.nobles[noble].owner == won.seat]
    return own if won.force is None else [*own, *(noble for noble in able if noble not in own)]


async def winners_of(
    s: State, victor: Seat, royals: Sequence[RoyalId], able: Sequence[NobleId]
) -> Mapping[RoyalId, NobleId]:
    """6.2.6, 10.1, 13.2 (l. 659) Asks the victor (for a Force: its leader) which Noble takes each Royal won."""
    won: dict[RoyalId, NobleId] = {}
    for royal in royals:
        prompt = Text("{royal} is yours: with which Noble?", royal=name_of(s, royal))
        won[royal] = NobleId(await choose(victor, WON, royal, prompt, able))
    return won


async def major_to(s: State, fight: Fight, won: Victors) -> NobleId:
    """6.2.6 The Noble who gets the Major card: the winner's choice; with a Force its commander, if he survives (13.2)."""
    if won.force is not None and won.force in won.nobles:
        return won.force
    where = name_of(s, fight.place or fight.area)
    return NobleId(await choose(won.seat, MAJOR, where, Text("Who gets the Major card?"), won.nobles))


async def occupiers(s: State, fight: Fight, survivors: Sequence[NobleId]) -> tuple[NobleId, ...]:
    """6.3 (l. 468) Asks who goes inside a captured place: the leader's Nobles first, then the allies', each by their own
    player (D34).

    By default only those go in who must (Ruling: R85). By then all defenders have left the place.
    """
    place = fight.place
    assert place is not None
    friends = (in_area(s, fight.area, seat) for seat in in_turn(s, fight.leader) if seat in allied(s, fight.leader))
    free = (noble for nobles in friends for noble in nobles if not is_besieged(s, s.nobles[noble].at))
    able = [noble for noble in free if noble in survivors or noble not in fight.attackers]
    prompt = Text("{place} is yours: who goes inside?", place=name_of(s, place))
    return await who_enter(s, OCCUPY, place, prompt, able, s.board.capacity[s.board.places[place].kind])


async def relievers(s: State, fight: Fight, survivors: Sequence[NobleId], losers: Sequence[NobleId]) -> tuple[NobleId, ...]:
    """6.5 (l. 478; R77) Asks which victors over a besieger enter the relieved place; by default none (Ruling: R85)."""
    relieved = [place for place in s.besieged if s.board.places[place].area == fight.area]
    for place in (place for place in relieved if set(besiegers(s, place)) <= set(losers)):
        able = [noble for noble in survivors if is_open_to(s, s.nobles[noble].owner, place)]
        within = [noble for noble in at(s, inside(place)) if noble not in fight.inside]
        room = s.board.capacity[s.board.places[place].kind] - sum(plain_men(s, noble) for noble in within)
        if able:
            prompt = Text("The siege of {place} is over: who of yours goes inside?", place=name_of(s, place))
            return await who_enter(s, OCCUPY, place, prompt, able, room)
    return ()
