"""Common parts of forecasts for Levy and Campaign: names, Influence checks, Naval Blockade. No hidden information is
used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pbem.engine.game.forecast import FACES, Odds, Units, faces, odds
from pbem.engine.phrase import Phrase, words_of
from pbem.games.plantagenet.components.assets import pool
from pbem.games.plantagenet.components.blockade import PASSES, feared_sea
from pbem.games.plantagenet.components.board import Locale, Sea, Unit
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.influence import check_succeeds_on, useful_raises
from pbem.games.plantagenet.components.lords import CAPTURE_REWARD, captives_of
from pbem.games.plantagenet.components.names import names
from pbem.games.plantagenet.components.ratings import influence_of, valour_of
from pbem.games.plantagenet.components.state import State, mat_hidden, side_of
from pbem.i18n import Text

CART = "Cart"
UNITS: Units = (
    {"Influence": "Influence", "Coin": "Coin", "Provender": "Provender", "Valour": "Valour", CART: "Carts"},
    {Text("Levy action"): Text("Levy actions"), Text("Command action"): Text("Command actions")},
)
"""The units of costs, with their plurals: actions come last."""


def name(s: State, option: str) -> str:
    return names(s, option)[0]


def order_words(s: State, order: Phrase) -> str:
    """An order as written in a line, with a capital at the beginning: "Tax Ely"."""
    line = " ".join(name(s, word) for word in words_of(order))
    return line[:1].upper() + line[1:]


def check_words(rating: int, spend: int) -> list[str]:
    """1.4.2 The odds of an Influence check against `rating` with this raise, and on a second line those with other
    raises.
    """
    raises = useful_raises(rating)
    others = [
        Text(
            "with spend {points} on {check_succeeds_on}",
            points=other,
            check_succeeds_on=faces(check_succeeds_on(rating, other)),
        )
        for other in raises
        if other != spend
    ]
    return [odds(check_succeeds_on(rating, spend)), *([Text("; ").join(others)] if others else [])]


def check_of(s: State, lord: Lord, spend: int, modifier: int = 0, *, parley: bool = False) -> list[str]:
    """1.4.2 The same for a Lord."""
    return check_words(influence_of(s, lord, parley) + modifier, spend)


def blockade_words(s: State, lord: Lord, seas: Collection[Sea]) -> list[str]:
    """y15 The roll that an action past a blockaded Sea needs first; with Hidden Mats, past one where the card could be."""
    barred = feared_sea(s, side_of(s, lord))
    if barred is None or barred not in seas:
        return []
    first = Text("if a Naval Blockade bars") if s.hidden_mats else Text("Naval Blockade of")
    words = Text(
        "{first} the {barred}: goes ahead on {passes} only, else it is spent but costs no Influence",
        first=first,
        barred=name(s, barred),
        passes=faces(PASSES),
    )
    return [Odds(words, PASSES / FACES)]


def troop_words(s: State, troops: Mapping[Unit, int]) -> str:
    """1.6 Troops that join, as far as the pool has them. With Hidden Mats the pool's limit is not shown."""
    come = troops if s.hidden_mats else {unit: min(number, pool(s, unit)) for unit, number in troops.items()}
    named = Text(", ").join(
        (Text("{number} {unit}", number=number, unit=name(s, unit)) for unit, number in come.items() if number)
    )
    short = s.hidden_mats or any(come[unit] < number for unit, number in troops.items())
    return Text(
        "brings {named}{as_far}", named=named or Text("no Troops"), as_far=Text(", as far as the pool goes") if short else ""
    )


def wear_words(s: State, locale: Locale) -> str:
    """1.3.1 The effect of another Depleted marker on a Locale."""
    return Text("{exhausts} {locale}", exhausts="Exhausts" if locale in s.wear else "Depletes", locale=name(s, locale))


def valour_words(s: State, lord: Lord) -> Odds:
    """4.3.4 The odds of an Intercept by this Lord; for a hidden mat by the printed Valour."""
    hidden = mat_hidden(s, lord)
    valour = s.box.lords[lord].valour if hidden else valour_of(s, lord)
    roll = odds(valour)
    return Odds(Text("{told} by the Valour printed on his card", told=roll), roll.chance) if hidden else roll


def freed_words(s: State, captor: Lord) -> list[str]:
    """6.0 Capture of the King: the consequence if a Lord who holds Henry VI leaves the map."""
    return [
        Text("{captive} is free, and Lancaster gains {reward} Influence", captive=name(s, lord), reward=CAPTURE_REWARD)
        for lord in captives_of(s, captor)
    ]


def lords_in_words(s: State, lords: Iterable[Lord]) -> str:
    """In words: "York, Rutland"."""
    return ", ".join(name(s, lord) for lord in lords)
