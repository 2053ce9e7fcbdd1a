"""6 The Combat phase: what the active player can attack, and the questions of an attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from pbem.engine.decision import Decision, PickSome
from pbem.games.kingmaker.asking.aftermath import choices_after
from pbem.games.kingmaker.asking.asked import now
from pbem.games.kingmaker.asking.joining_in import adding_step
from pbem.games.kingmaker.asking.options import Attack, Besiege, Sally
from pbem.games.kingmaker.combat import battle, siege
from pbem.games.kingmaker.combat.battle import Battle
from pbem.games.kingmaker.combat.draw import reveal
from pbem.games.kingmaker.combat.fight import close, spend, unspent
from pbem.games.kingmaker.combat.reserves import can_suffice
from pbem.games.kingmaker.combat.siege import Siege
from pbem.games.kingmaker.components.draws import Decks
from pbem.games.kingmaker.components.ids import NobleId, Phase, Place, ShipId, inside, place_in
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, are_friends, area_of, at, fighting_men, in_field
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.control import defence, is_open_to
from pbem.games.kingmaker.forces import bound_nobles, guard_of
from pbem.games.kingmaker.legal.attacks import battles, besiegeable, sallied
from pbem.games.kingmaker.legal.choices import sallies
from pbem.games.kingmaker.movement.ships import passengers
from pbem.i18n import Text

DECKS = Decks()
SORTIE = "6.5 sortie"
MAX_GROUPED = 7
"""If more Nobles than this can attack, not every group is listed: only each alone, all but one, and all (Ruling: R94)."""


def combat_options(s: State) -> Iterator[str]:
    """6 All attacks that are open in the Combat phase."""
    if s.phase is Phase.COMBAT:
        yield from battle_options(s)
        yield from siege_options(s)
        yield from assault_options(s)
        yield from sally_options(s)


def named_in_full(s: State, options: Sequence[str]) -> dict[str, str]:
    """6.2.1 Attacks by all who can, keyed by the same attack with all names written out."""
    short_forms: dict[str, str] = {}
    for attack_ in Attack.among(options):
        if not attack_.nobles:
            nobles = tuple(unbound(s, unspent(s, attack_.area)))
            short_forms[Attack(attack_.seat, attack_.area, nobles)] = attack_
    for siege_ in Besiege.among(options):
        if not siege_.nobles and siege_.place not in s.assaults.values():
            nobles = tuple(unbound(s, unspent(s, s.board.places[siege_.place].area)))
            short_forms[Besiege(siege_.place, nobles)] = siege_
    return short_forms


def unbound(s: State, nobles: Sequence[NobleId]) -> list[NobleId]:
    """13.2 The Nobles among these who are not bound to a Force formed in this phase."""
    bound = bound_nobles(s)
    return [noble for noble in nobles if noble not in bound]


def attack_groups(nobles: Sequence[NobleId]) -> Iterator[tuple[NobleId, ...]]:
    """6.2.1 The groups of Nobles that can attack together; () stands for all of them."""
    if nobles:
        yield ()
    sizes = range(1, len(nobles)) if len(nobles) <= MAX_GROUPED else (1, len(nobles) - 1)
    for size in sizes:
        yield from combinations(nobles, size)


def battle_options(s: State) -> Iterator[Attack]:
    """6.2 Battles against each player of each enemy stack."""
    for target in battles(s):
        for group in attack_groups(unbound(s, unspent(s, target.area))):
            yield from (Attack(seat, target.area, group) for seat in target.players)


def siege_options(s: State) -> Iterator[Besiege]:
    """6.3 (l. 449-452) Sieges by every group that is strong enough, or could be after the adding step."""
    for place in besiegeable(s):
        nobles, area = unbound(s, unspent(s, s.board.places[place].area)), s.board.places[place].area
        for group in attack_groups(nobles):
            ours = list(group or nobles)
            if can_suffice(s, Fight(area, s.active, ours, at(s, inside(place)), None, place)):
                yield Besiege(place, group)


def assault_options(s: State) -> Iterator[Besiege]:
    """5.6 Sieges from the sea, by passengers of ships that came for it."""
    yield from (Besiege(place) for lead, place in s.assaults.items() if can_land(s, lead))


def can_land(s: State, lead: ShipId, force: Sequence[NobleId] = ()) -> bool:
    """5.6, 6.3 Whether the passengers are the active player's or a Force's, strong enough, and free to attack.

    Ruling: R135 not if the port has become friendly, or is an Open Town that everybody has left.
    """
    place, crew = s.assaults[lead], passengers(s, lead)
    within = at(s, inside(place))
    held = defence(s, place) + sum(fighting_men(s, noble, attacks=False) for noble in within)
    men = sum(fighting_men(s, noble, attacks=True, bonuses=False) for noble in crew)
    is_leaders = bool(force) or (all(s.nobles[noble].owner == s.active for noble in crew) and unbound(s, crew) == crew)
    spent = (*s.stamps.attacked, *s.stamps.earlier_attacked)
    touched = any(each in s.stamps.targets for each in (place, *within)) or any(noble in spent for noble in crew)
    peace = s.peace is not None and s.peace.area == s.board.places[place].area
    first = s.round == 1 and bool(within)
    barred = touched or peace or first or place in s.besieged or is_open_to(s, s.active, place)
    return is_leaders and men >= held and not barred


def sally_options(s: State) -> Iterator[Sally]:
    """6.5 Sallies from each besieged place, alone or together with Nobles in the open field, by all or some of them."""
    for place in sallied(s):
        within, field = ready_inside(s, place), unbound(s, unspent(s, s.board.places[place].area))
        if within:
            yield Sally(place)
            groups = (group for group in attack_groups([*within, *field]) if sallies_in_part(group, within, field))
            yield from (Sally(place, group) for group in groups)
        if within and field:
            yield Sally(place, relief=True)


def ready_inside(s: State, place: Place) -> list[NobleId]:
    """6.5 The active player's Nobles in a besieged place who can come out."""
    return [noble for noble in unbound(s, sallies(s, s.active)) if s.nobles[noble].at == inside(place)]


def sallies_in_part(group: Sequence[NobleId], within: Sequence[NobleId], field: Sequence[NobleId]) -> bool:
    """6.2.1 Whether a group includes Nobles from inside, but is neither all of these alone nor everybody."""
    some = any(noble in within for noble in group)
    return some and list(group) not in ([*within], [*within, *field])


# An attack


async def attack(s: State, order: Attack) -> None:
    """6.2 Fights a battle in the open field."""
    nobles = order.nobles or tuple(unbound(s, unspent(s, order.area)))
    await fight(s, await relieved(s, Battle(order.area, nobles, order.seat)))


async def sally(s: State, order: Sally) -> None:
    """6.5 Fights a battle against the besiegers."""
    area = s.board.places[order.place].area
    within, field = ready_inside(s, order.place), unbound(s, unspent(s, area))
    out = tuple(noble for noble in within if not order.nobles or noble in order.nobles)
    relief = tuple(noble for noble in field if order.relief or noble in order.nobles)
    await fight(s, await relieved(s, Battle(area, relief, s.besieged[order.place], out)))


async def relieved(s: State, choice: Battle) -> Battle:
    """6.5 (l. 477; R45) Asks which allies' besieged Nobles join a battle against their besiegers.

    If a Force fights it, everybody in the Alliance is asked: besieged Nobles are not in the Force, or sally with it.
    """
    out, agreed = list(choice.sally), list(choice.agreed)
    for seat in (seat for seat in allied(s, s.active) if choice.force is not None or seat != s.active):
        ready = [noble for noble in unbound(s, sallies(s, seat)) if noble not in choice.sally]
        within = [noble for noble in ready if is_besieged_by(s, noble, choice)]
        who, where = name_of(s, s.active), name_of(s, choice.area)
        prompt = Text("{player} attacks your besiegers at {area}: who of yours sallies?", player=who, area=where)
        shape = PickSome(partial(list, within), 0, len(within))
        named = await Decision(seat, SORTIE, now(s), prompt, shape, list, automatic=True) if within else []
        if named:
            out, agreed = [*out, *map(NobleId, named)], [*agreed, seat]
    return replace(choice, sally=tuple(out), agreed=tuple(agreed))


def is_besieged_by(s: State, noble: NobleId, choice: Battle) -> bool:
    """6.5 Whether a besieged Noble is in the Area of a battle against his besiegers."""
    place = place_in(s.nobles[noble].at)
    return place in s.besieged and area_of(s, noble) == choice.area and are_friends(s, s.besieged[place], choice.against)


async def besiege(s: State, order: Besiege) -> None:
    """6.3, 5.6 Besieges by land, or from the sea with the passengers who came for it."""
    lead = None if order.nobles else assaulting(s, order.place)
    area = s.board.places[order.place].area
    all_ = passengers(s, lead) if lead else unbound(s, unspent(s, area))
    await fight(s, Siege(order.place, order.nobles or tuple(all_), lead))


def assaulting(s: State, place: Place) -> ShipId | None:
    """5.6 The lead ship of an assault on a place."""
    return next((lead for lead, port in s.assaults.items() if port == place and can_land(s, lead)), None)


async def fight(s: State, choice: Battle | Siege) -> None:
    """6.2, 6.3 Runs a combat from its declaration to its conclusion."""
    if isinstance(choice, Battle):
        attacked = in_field(s, choice.area, *allied(s, choice.against))
        under_way = battle.declare(s, replace(choice, guard=guard_of(s, attacked)))
    else:
        under_way = siege.declare(s, choice)
    await adding_step(s, under_way)
    if s.result is None and not broken_off(s, under_way):
        await reveal(s, under_way, DECKS)
        after = await choices_after(s, under_way)
        conclude = battle.conclude if isinstance(choice, Battle) else siege.conclude
        await conclude(s, under_way, after, DECKS)
    close(s)


def broken_off(s: State, under_way: Fight) -> bool:
    """6.2.4, 6.3 Whether the attacker calls off, or is too weak for a siege; then the combat ends here."""
    if under_way.place is None:
        return retreat(s, under_way)
    return siege.broken_off(s, under_way, call_off=False) is not None


def retreat(s: State, under_way: Fight) -> bool:
    """6.2.4 Whether the attacker calls a battle off; the attackers have then used their attack (Ruling: K12)."""
    if under_way.called_off:
        spend(s, under_way)
    return under_way.called_off
