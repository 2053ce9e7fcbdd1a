"""The names that players read and may write."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.plantagenet.components.board import Locale, Sea, Unit, Vassal
from pbem.games.plantagenet.components.box import Card, Lord
from pbem.games.plantagenet.components.options import EventOf, Spend
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.components.units import unit_type, vassal_in
from pbem.i18n import Text

SPELLINGS: dict[str, tuple[str, ...]] = {
    "side_york": (Text("Yorkist"), "White Rose"),
    "side_lancaster": (Text("Lancastrian"), "Red Rose"),
    "centre": ("centre", "center", "middle"),
    "men_at_arms": ("Men-at-Arms", "MAA", "men of arms", "footmen"),
    "retinue": ("Retinue", "household"),
    "mercenaries": ("Mercenaries", "mercs", "hired men"),
    "handgunners": ("Handgunners", "gunners", "handguns"),
    "militia": ("Militia", "mil", "billmen"),
    "longbowmen": ("Longbowmen", "LB", "bows", "bowmen", "archers"),
    Spend(1): ("spend 1", "+1", "spend one", "1 Influence", "spend 1 Influence"),
    Spend(3): ("spend 3", "+3", "spend three", "3 Influence", "spend 3 Influence"),
    "by_way": ("by land", "overland"),
    "militia_1": ("1 militia", "one more militia"),
    "militia_2": ("2 militia", "two more militia"),
    "king_richard": ("crown Richard", "king Richard"),
    "routed": ("Routed", "Routed Troops", "losses"),
    "carts": ("Carts", "wagons", "Transport"),
    "ship": ("Ship", "ships"),
    "provender": ("provender", "food"),
    "coin": ("coin", "money", "gold"),
    "alone": ("alone",),
    "irishmen": ("Irishmen",),
    "warwick": ("Beloved Warwick",),
    "lordship": ("by Lordship", "Lordship"),
    "stay": ("stay",),
    "none": ("none", "nobody", "no one", "nothing"),
    "all": ("all", "everybody", "everyone"),
    "pass": ("Pass",),
    "london": ("London",),
    "st_albans": ("St Albans", "Saint Albans"),
    "bury_st_edmunds": ("Bury St Edmunds", "Bury"),
    "english_channel": ("English Channel", "Channel", "the Narrow Sea"),
    "irish_sea": ("Irish Sea", "West Sea"),
    "north_sea": ("North Sea", "East Sea"),
    "lynn": ("Lynn", "King's Lynn", "Bishop's Lynn"),
}


def names(s: State, option: str) -> tuple[str, ...]:
    """The written name of an id, then its alternatives."""
    if option in SPELLINGS:
        return SPELLINGS[option]
    if (event := EventOf.fits(option)) is not None:
        return event_names(s, event.card)
    if option in s.box.cards:
        return card_names(s, Card(option))
    if option in s.box.lords:
        return lord_names(s, Lord(option))
    if option in s.board.locales:
        return (s.board.locales[Locale(option)].name,)
    if option in s.board.seas:
        return (s.board.seas[Sea(option)].name,)
    unit = Unit(option)
    if (vassal := vassal_in(unit)) is not None:
        return (f"Vassal {s.box.vassals[vassal].name}", s.box.vassals[vassal].name)
    if option in s.box.vassals:
        return (s.box.vassals[Vassal(option)].name,)
    return (unit_type(s, unit).name,) if unit in s.box.units else (option,)


def cards_in(s: State, options: Iterable[str]) -> list[Card]:
    """The cards that ids name, by either half."""
    halves = (event.card if (event := EventOf.fits(option)) is not None else Card(option) for option in options)
    return [card for card in halves if card in s.box.cards]


def lord_names(s: State, lord: Lord) -> tuple[str, ...]:
    """A Lord by his card, and by his other names in history: King Edward IV, Duke of York, Edward Earl of March."""
    card = s.box.lords[lord]
    rank, first = card.called[-1].partition(" ")[0], card.called[0].partition(" ")[0]
    besides = ("the Kingmaker",) if card.name == "Warwick" else ()
    return tuple(dict.fromkeys((card.name, *card.called, f"{rank} {card.name}", f"{first} {card.called[-1]}", *besides)))


def card_names(s: State, card: Card) -> tuple[str, ...]:
    """A card by its Capability's title, without commas, because commas separate names in orders."""
    return (f"{s.box.cards[card].title.replace(',', '')} ({card})",)


def event_names(s: State, card: Card) -> tuple[str, ...]:
    """A card by its Event's title."""
    return (f"{s.box.cards[card].event.title.replace(',', '')} ({card})",)
