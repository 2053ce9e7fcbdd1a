"""Why an attack is not possible."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.games.kingmaker.asking.options import LeadAgainst
from pbem.games.kingmaker.combat.fight import attack_men, defence_men, unspent
from pbem.games.kingmaker.combat.reserves import hand_men, is_too_weak
from pbem.games.kingmaker.components.ids import Area, NobleId, Phase, Place, inside
from pbem.games.kingmaker.components.nobles import allied, are_friends, area_of, at, in_field
from pbem.games.kingmaker.components.state import Fight, Force, State
from pbem.games.kingmaker.control import is_empty_town, is_friendly
from pbem.games.kingmaker.forces import owners_of
from pbem.games.kingmaker.legal.choices import sallies
from pbem.games.kingmaker.orders.whereabouts import (
    Ids,
    areas_in,
    name,
    nobles_in,
    own_in,
    places_in,
    where,
    why_not_mine,
    why_too_late,
)
from pbem.i18n import Text

FORCE = "force"
"""13.2 The word in a line for an allied Force."""
ANY_PLAYER = "PLAYER"
ATTACKED = Text("{noble} has attacked in an earlier turn of the round, so the Force does not")
MOVED = Text("{noble} has moved in an earlier turn of the round, so the Force does not")
NO_NOBLES_YET = Text("in the first round no Nobles of another player are attacked")


def why_nobody_fights(s: State, seat: Seat, area: Area) -> str | None:
    """6.1, 7.6 Why nobody can fight in an Area: the phase is over, the King's Peace, or no Noble there who can attack."""
    if why := why_too_late(s, Phase.COMBAT):
        return why
    if s.peace is not None and s.peace.area == area:
        return Text("the King's Peace forbids all combat in {area}", area=name(s, area))
    if not in_field(s, area, seat):
        return Text("you have no Noble in the open field there: {area}", area=name(s, area))
    if not unspent(s, area):
        return Text("your Nobles there have attacked already")
    return None


def why_no_attack(s: State, seat: Seat, ids: Ids) -> str | None:
    """6.2 Why a battle is not possible: nobody to fight, or nobody who can."""
    if FORCE in ids:
        return why_led(s, seat, ids)
    areas, enemies = areas_in(s, ids), [each for each in ids if each in s.seats]
    if not enemies and (why := why_no_player(s, seat, ids)):
        return why
    if s.round == 1:
        return NO_NOBLES_YET
    if not areas:
        return Text("name the player whom you attack, and the Area")
    if why := why_nobody_fights(s, seat, areas[0]):
        return why
    for enemy in enemies:
        if not in_field(s, areas[0], enemy):
            return Text("{player} has no Noble in {area}", player=name(s, enemy), area=name(s, areas[0]))
        if why := why_not_these(s, seat, areas[0], ids):
            return why
        return Text("{player} cannot be attacked there: an ally, or attacked already", player=name(s, enemy))
    return Text("name the player whom you attack")


def why_led(s: State, seat: Seat, ids: Ids) -> str:
    """13.2 Why `attack` is the wrong word: a Force attacks and besieges by an order word of its own."""
    commander = next((each.commander for each in s.forces if seat in owners_of(s, each)), None)
    if commander is None:
        return Text("no allied Force has Nobles of yours")
    target = next((each for each in ids if each in s.seats), None) or next(iter(places_in(s, ids)), None)
    target_name = name(s, target) if target is not None else ANY_PLAYER
    return Text(
        'a Force is led by its commander: "lead {noble} against {target}"', noble=name(s, commander), target=target_name
    )


def why_no_player(s: State, seat: Seat, ids: Ids) -> str | None:
    """6.2, 6.3 Why an attack needs a player with a Noble in the open field; a place is besieged instead."""
    friends = allied(s, seat)
    foes = [s.nobles[noble] for noble in nobles_in(s, ids) if noble in s.nobles and s.nobles[noble].owner not in friends]
    named: Ids = [foe.at for foe in foes] or list(ids)
    for area in () if foes and places_in(s, named) else areas_in(s, named):
        if able := [other for other in s.seats if other not in friends and in_field(s, area, other)]:
            if s.round == 1:
                return NO_NOBLES_YET
            lines = Text(" or ").join(f'"attack {name(s, other)} {name(s, area)}"' for other in able)
            return Text("name the player whom you attack, and the Area: {lines}", lines=lines)
    for place in places_in(s, named):
        if s.board.places[place].fortified and not is_friendly(s, seat, place):
            sentence = Text(
                'only a player in the open field is attacked; for a place write "besiege {place}"', place=name(s, place)
            )
            why = why_no_siege(s, seat, [place])
            return Text("{besiege}. Now that cannot be done either: {why}", besiege=sentence, why=why) if why else sentence
    return None


def why_no_siege(s: State, seat: Seat, ids: Ids) -> str | None:
    """6.3 Why a siege is not possible: the place is no target, or too strong."""
    if FORCE in ids:
        return why_led(s, seat, ids)
    for place in places_in(s, ids):
        facts = s.board.places[place]
        if not facts.fortified:
            return Text("{place} is not fortified", place=name(s, place))
        if is_friendly(s, seat, place):
            return Text("{place} is yours or an ally's", place=name(s, place))
        if is_empty_town(s, place):
            return Text("{place} is an Open Town and stands empty: enter it", place=name(s, place))
        if why := why_nobody_fights(s, seat, facts.area):
            return why
        if why := why_not_besieged(s, seat, place):
            return why
        if why := why_not_these(s, seat, facts.area, ids):
            return why
        named = own_in(s, seat, ids)
        advice = Text('write "besiege {place}" for all who can; for some of them add "with" and who', place=name(s, place))
        return why_too_few(s, seat, place, named or in_field(s, facts.area, seat)) or (advice if named else None)
    return Text("name the place that you besiege")


def why_not_besieged(s: State, seat: Seat, place: Place) -> str | None:
    """6.3, 6.5 Why a place is no target: another's siege, attacked already, or the first round."""
    within = at(s, inside(place))
    if s.besieged.get(place, seat) != seat:
        return Text("{player} besieges {place}: beat them first", player=name(s, s.besieged[place]), place=name(s, place))
    if any(each in s.stamps.targets for each in (place, *within)):
        return Text("{place} has been attacked already", place=name(s, place))
    if s.round == 1 and within:
        return NO_NOBLES_YET
    return None


def why_not_these(s: State, seat: Seat, area: Area, ids: Ids) -> str | None:
    """6.2.1, 6.3 Why Nobles in the line cannot attack there."""
    named, there = own_in(s, seat, ids), [noble for noble in in_field(s, area, seat) if noble in unspent(s, area)]
    for noble in named:
        if why := why_not_mine(s, seat, noble):
            return why
        if noble not in in_field(s, area, seat):
            return Text("{where}, not in the open field of {area}", where=where(s, noble), area=name(s, area))
        if noble not in there:
            return Text("{noble} has attacked already", noble=name(s, noble))
    if len(named) > 1 and {*named} != {*there}:
        return Text("name one of yours there, or nobody: then all of them attack")
    return None


def why_too_few(s: State, seat: Seat, place: Place, nobles: Sequence[NobleId]) -> str | None:
    """6.3 Why the Nobles are too few: fewer men than the garrison and those inside, even with all that the player can add.
    None if they are enough.
    """
    fight = Fight(s.board.places[place].area, seat, list(nobles), at(s, inside(place)), None, place)
    if not is_too_weak(s, fight):
        return None
    facts = {"place": name(s, place), "held": defence_men(s, fight), "men": attack_men(s, fight)}
    if more := hand_men(s, fight, seat):
        return Text("{place} is held by {held} men, and you have {men} there and {more} in your hand", **facts, more=more)
    return Text("{place} is held by {held} men, and you have {men} there", **facts)


def why_not_led(s: State, seat: Seat, ids: Ids) -> str | None:
    """13.2 Why a Force cannot attack: there is none, one of it has moved or attacked, or its commander's player has
    refused.
    """
    force = next((force for force in s.forces if force.commander in ids), None)
    if force is None:
        nobles = nobles_in(s, ids)
        return Text("{noble} commands no allied Force", noble=name(s, nobles[0])) if nobles else None
    leader = name(s, s.nobles[force.commander].owner)
    if seat not in owners_of(s, force):
        return Text("you have no Noble in that Force")
    if any(read.commander == force.commander and read.target in ids for read in map(LeadAgainst.read, s.declined)):
        return Text("{player} does not lead it there in this turn", player=leader)
    for stamped, sentence in ((s.stamps.earlier_attacked, ATTACKED), (s.stamps.earlier_moved, MOVED)):
        if spent := [noble for noble in force.nobles if noble in stamped]:
            return sentence.filled(noble=name(s, spent[0]))
    if why := why_not_against(s, force, ids):
        return why
    if s.phase is Phase.MOVEMENT and s.nobles[force.commander].owner != seat:
        return Text("{player} moves it in your turn; you say only what it attacks", player=leader)
    return None


def why_not_against(s: State, force: Force, ids: Ids) -> str | None:
    """13.2 Why a Force cannot attack a target: not where it is, forbidden to it, or too strong."""
    seat, area = s.nobles[force.commander].owner, area_of(s, force.commander)
    for place in (place for place in places_in(s, ids) if area is not None and s.board.places[place].area == area):
        if s.board.places[place].fortified and not is_empty_town(s, place) and not is_friendly(s, seat, place):
            return why_not_besieged(s, seat, place) or why_too_few(s, s.active, place, force.nobles)
    for enemy in (each for each in ids if each in s.seats):
        if s.round == 1:
            return NO_NOBLES_YET
        if are_friends(s, seat, enemy):
            return Text("{player} is an ally", player=name(s, enemy))
        if area is not None and not in_field(s, area, enemy):
            return Text("{player} has no Noble in {area}", player=name(s, enemy), area=name(s, area))
    for noble in (each for each in nobles_in(s, ids) if each in s.nobles and not are_friends(s, s.nobles[each].owner, seat)):
        slots = {"player": name(s, s.nobles[noble].owner), "noble": name(s, noble), "leader": name(s, force.commander)}
        return Text('{noble} is {player}\'s, who is attacked with all there: "lead {leader} against {player}"', **slots)
    return None


def why_no_sally(s: State, seat: Seat, ids: Ids) -> str | None:
    """6.5 Why a sally is not possible: nobody is besieged there."""
    if why := why_too_late(s, Phase.COMBAT):
        return why
    for place in places_in(s, ids):
        if place not in s.besieged:
            return Text("{place} is not besieged", place=name(s, place))
        if not any(s.nobles[noble].at == inside(place) for noble in sallies(s, seat)):
            return Text("no Noble of yours in {place} can sally", place=name(s, place))
    return Text("name the besieged place")
