"""1.5.2 Ratings: the printed numbers of the Lord cards, and their changes by cards.

The printed Influence is used for Disband, Exile, rewards and comparisons (ruling R27); the modified one only for checks.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.plantagenet.components.board import StrongholdKind
from pbem.games.plantagenet.components.box import CLARENCE, GLOUCESTER, MARGARET, WARWICK_L, Card, Lord, Rank, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.state import (
    State,
    Status,
    all_vassals,
    favour_of,
    has_capability,
    in_force,
    lords_at,
    place_of,
    side_of,
)

GLOUCESTERS = frozenset({Lord("gloucester_1"), GLOUCESTER})
Lent = Mapping[Card, int]
"""How much each of the Capabilities at a Lord's mat adds to one of his ratings."""


def printed_influence(s: State, lord: Lord) -> int:
    """1.5.2 Influence as on the Lord card."""
    return s.box.lords[lord].influence


def influence_of(s: State, lord: Lord, parley: bool = False) -> int:
    """1.5.2 Influence for a check, with cards; `parley` for a Parley. Cards and a raise may bring it above 5."""
    return open_influence(s, lord, parley) + sum(influence_lent(s, lord, parley).values())


def open_influence(s: State, lord: Lord, parley: bool = False) -> int:
    """1.5.2 Influence for a check as everybody can compute it: as printed, with the Events in force."""
    rating = printed_influence(s, lord)
    if side_of(s, lord) is Side.YORK:
        rating += 2 * (Events.YORKIST_PARADE in s.this_levy) + (Events.PRIVY_COUNCIL in s.this_levy)
        rating += parley and Events.RICHARD_OF_YORK in s.this_levy
    return rating


def influence_lent(s: State, lord: Lord, parley: bool = False) -> Lent:
    """1.5.2 What Capabilities add to Influence for a check."""
    added = {card: _influence_by(s, lord, card, parley) for card in s.mats[lord].capabilities}
    return {card: number for card, number in added.items() if number}


def _influence_by(s: State, lord: Lord, card: Card, parley: bool) -> int:
    match card:
        case Capabilities.YORKS_FAVOURED_SON:
            return 1
        case Capabilities.FAIR_ARBITER:
            return int(fair_arbiter(s, lord))
        case Capabilities.FALLEN_BROTHER:
            return 2 * fallen_brother(s)
        case Capabilities.IN_THE_NAME_OF_THE_KING:
            return int(parley)
        case Capabilities.MARRIED_TO_A_NEVILLE:
            return 2 * married_to_a_neville(s, lord)
        case Capabilities.LOYAL_SOMERSET:
            return int(loyal_somerset(s, lord))
    return 0


def lordship_of(s: State, lord: Lord) -> int:
    """1.5.2 Lordship now, with cards (ruling R53)."""
    rating = s.box.lords[lord].lordship
    rating += has_capability(s, lord, Capabilities.FAIR_ARBITER) and fair_arbiter(s, lord)
    rating += has_capability(s, lord, Capabilities.FALLEN_BROTHER) and fallen_brother(s)
    rating += 3 * (s.loyalty_and_trust == lord)
    rating += 3 * (in_force(s, Events.EDWARD_V) and lord in GLOUCESTERS)
    return rating


def command_rating(s: State, lord: Lord) -> int:
    """1.5.2 Command when the card is revealed (ruling R63)."""
    return printed_command(s, lord) + sum(command_lent(s, lord).values())


def printed_command(s: State, lord: Lord) -> int:
    """1.5.2 Command as on the Lord card."""
    return s.box.lords[lord].command


def command_lent(s: State, lord: Lord) -> Lent:
    """1.5.2 What Capabilities add to Command."""
    added = {card: _command_by(s, lord, card) for card in s.mats[lord].capabilities}
    return {card: 1 for card, adds in added.items() if adds}


def _command_by(s: State, lord: Lord, card: Card) -> bool:
    match card:
        case Capabilities.THOMAS_BOURCHIER:
            return bourchier(s, lord)
        case Capabilities.YORKS_FAVOURED_SON:
            return True
        case Capabilities.HASTINGS:
            return "hastings" in all_vassals(s, lord)
        case Capabilities.MARRIED_TO_A_NEVILLE:
            return married_to_a_neville(s, lord)
    return False


def valour_of(s: State, lord: Lord) -> int:
    """1.5.2 Valour with cards, for Intercepts and Battles."""
    return printed_valour(s, lord) + sum(valour_lent(s, lord).values())


def printed_valour(s: State, lord: Lord) -> int:
    """1.5.2 Valour as on the Lord card."""
    return s.box.lords[lord].valour


def valour_lent(s: State, lord: Lord) -> Lent:
    """1.5.2 What Capabilities add to Valour."""
    added = {card: _valour_by(s, lord, card) for card in s.mats[lord].capabilities}
    return {card: number for card, number in added.items() if number}


def _valour_by(s: State, lord: Lord, card: Card) -> int:
    match card:
        case Capabilities.EXPERT_COUNSELLORS | Capabilities.VETERAN_OF_FRENCH_WARS:
            return 2
        case Capabilities.ANDREW_TROLLOPE | Capabilities.MY_FATHERS_BLOOD | Capabilities.EDWARD:
            return int(s.box.special_vassals[card] in all_vassals(s, lord))
        case Capabilities.LOYAL_SOMERSET:
            return int(loyal_somerset(s, lord))
    return 0


def fair_arbiter(s: State, lord: Lord) -> bool:
    """y22 Fair Arbiter: Influence and Lordship +1 at a Friendly Locale."""
    cylinder = s.lords[lord]
    return cylinder.status is Status.MAP and favour_of(s, place_of(s, lord)) is side_of(s, lord)


def fallen_brother(s: State) -> bool:
    """y26 Fallen Brother: Influence +2 and Lordship +1 once Clarence is out of the game (ruling R8)."""
    clarence = s.lords.get(Lord(CLARENCE))
    return clarence is not None and clarence.status in (Status.DEAD, Status.SHIPWRECKED, Status.REMOVED)


def bourchier(s: State, lord: Lord) -> bool:
    """y5 Thomas Bourchier: Command +1 at a Friendly City."""
    if s.lords[lord].status is not Status.MAP:
        return False
    here = place_of(s, lord)
    return s.board.locales[here].kind is StrongholdKind.CITY and favour_of(s, here) is side_of(s, lord)


def married_to_a_neville(s: State, lord: Lord) -> bool:
    """l24 Married to a Neville: Influence +2 and Command +1 at a Friendly Locale with Warwick."""
    if s.lords[lord].status is not Status.MAP:
        return False
    here = place_of(s, lord)
    return WARWICK_L in lords_at(s, here) and favour_of(s, here) is Side.LANCASTER


def loyal_somerset(s: State, lord: Lord) -> bool:
    """l28 Loyal Somerset: Influence and Valour +1 at the same Locale as Margaret."""
    if lord not in s.lords:
        return False
    return s.lords[lord].status is Status.MAP and MARGARET in lords_at(s, place_of(s, lord))


def is_marshal(s: State, lord: Lord) -> bool:
    """1.5.1 Whether a Lord is a Marshal, by rank or by Captain (y30), while no other Yorkist Marshal or Lieutenant is with
    him.
    """
    if s.box.lords[lord].rank is Rank.MARSHAL:
        return True
    if not has_capability(s, lord, Capabilities.CAPTAIN):
        return False
    others = [other for other in lords_at(s, s.lords[lord].where, side_of(s, lord)) if other != lord]
    return all(s.box.lords[other].rank is Rank.NONE for other in others)


def is_lieutenant(s: State, lord: Lord) -> bool:
    """1.5.1 Lieutenants."""
    return s.box.lords[lord].rank is Rank.LIEUTENANT


def companions(s: State, lord: Lord) -> list[Lord]:
    """4.3.1 Group March: the Lords whom this Lord could take along: a Marshal anybody, a Lieutenant anybody except
    Marshals.
    """
    others = [other for other in lords_at(s, s.lords[lord].where, side_of(s, lord)) if other != lord]
    if is_marshal(s, lord):
        return others
    return [other for other in others if not is_marshal(s, other)] if is_lieutenant(s, lord) else []
