"""2.1 Options for rules that can be read in two ways; the first reading of each is the standard."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.i18n import Text

NINE_LORDS = 9

ESCAPE_SHIPS = frozenset({Events.ESCAPE_SHIP_Y3, Events.ESCAPE_SHIP_Y9, Events.ESCAPE_SHIP_L3})
TRUCE = frozenset({Events.PARLIAMENTS_TRUCE, Events.PARLIAMENT_TRUCE})
YORKIST_AREA_CARDS = frozenset({Capabilities.WELSHMEN, Capabilities.SOUTHERNERS})
EDWARDS_HAVEN = "foreign_haven_edward"


class Doubled(StrEnum):
    """What Tax Collectors (y10) double: the whole yield, all except So wise, so young (y34), or the table's number."""

    ALL = "all"
    YIELD = "yield"
    TABLE = "table"


@dataclass(frozen=True)
class Reading:
    """One reading of a rule: the value of the option, the value of the field of Readings, and the text for players."""

    value: str
    means: bool | Doubled
    told: str


@dataclass(frozen=True)
class ReadingOption:
    """An option: the `field` of Readings that it sets, what it decides, its readings, and the games in which it matters."""

    name: str
    field: str
    about: str
    readings: tuple[Reading, Reading]
    comes_up: Callable[[Setup], bool]

    def chosen(self, setup: Setup) -> Reading:
        """The reading chosen in a Setup."""
        given = setup.options.get(self.name)
        return next((each for each in self.readings if each.value == given), self.readings[0])


# Where they come up


def on_a_map(setup: Setup) -> bool:
    """Everywhere except in a Battle without a map (6.0)."""
    return bool(setup.data["sheet"].kind != "battle_only")


def of_parts(setup: Setup) -> bool:
    """6.3 In a game of several Wars, which use all Lords and cards."""
    return bool(setup.data["page"].get("parts"))


def with_nine_lords(setup: Setup) -> bool:
    """1.7.3 In games with at least nine Lords who can have Ships."""
    return of_parts(setup) or (on_a_map(setup) and len(setup.data["page"]["lord"]) >= NINE_LORDS)


def with_cards(*any_of: frozenset[str]) -> Callable[[Setup], bool]:
    """1.9.1 In games with a card of each of these sets."""
    return lambda setup: of_parts(setup) or (on_a_map(setup) and all(cards & setup.data["sheet"].cards for cards in any_of))


def with_escapes(setup: Setup) -> bool:
    """4.4.3 In games where a card or a special rule lets Lords go into Exile instead of a Death check."""
    return with_cards(ESCAPE_SHIPS)(setup) or EDWARDS_HAVEN in setup.data["sheet"].special_rules


def in_war(code: str, can_be: Callable[[Collection[str]], bool]) -> Callable[[Setup], bool]:
    """6.3 In the campaign, or in this War played alone if `can_be` says that the question can arise; it is given the lost
    Heirs and the other choices about earlier Wars.
    """

    def comes_up(setup: Setup) -> bool:
        page = setup.data["page"]
        chosen = {name.removeprefix("lost_") for name, value in setup.options.items() if value}
        return bool(page["kind"] == "wars" or (page.get("code") == code and can_be(chosen)))

    return comes_up


def margaret_is_king(chosen: Collection[str]) -> bool:
    """6.3 Whether Margaret is King at the set-up of IIL."""
    return "henry_vi" in chosen and "margaret" not in chosen


def rutland_and_one_more(chosen: Collection[str]) -> bool:
    """6.3 Whether Rutland remains, and one other Yorkist Heir; y28 removes Rutland beside Gloucester."""
    others = [heir for heir in ("york", "march", "gloucester") if heir not in chosen]
    named = others == ["gloucester"] and "gloucester_as_heir" in chosen
    return "rutland" not in chosen and len(others) == 1 and not named


# The options

OPTIONS = (
    ReadingOption(
        "lords_at_sea",
        "at_sea_on_map",
        Text("whether a Lord at Sea counts as on the map (R38)"),
        (
            Reading(
                Text("off the map"),
                False,
                Text(
                    "A Lord at Sea is not on the map: he does not count for Gain Lords Influence, nor for cards that need "
                    "a Lord on the map (R38)."
                ),
            ),
            Reading(
                Text("on the map"),
                True,
                Text(
                    "A Lord at Sea is on the map: he counts for Gain Lords Influence, and for cards that need a Lord on the "
                    "map (R38)."
                ),
            ),
        ),
        on_a_map,
    ),
    ReadingOption(
        "sharing_at_sea",
        "shares_at_sea",
        Text("whether Lords on the same Sea Share Provender (R39)"),
        (
            Reading("yes", True, Text("Lords on the same Sea Share as if at one Locale (R39).")),
            Reading("no", False, Text("Lords at Sea Share nothing but the Ships of their Group (R39).")),
        ),
        on_a_map,
    ),
    ReadingOption(
        "intercept_into_enemies",
        "intercept_into_enemies",
        Text("whether a Lord may Intercept where others of the Marching side already stand (R72)"),
        (
            Reading(
                "yes", True, Text("A Lord may also Intercept where other Lords of the Marching side already stand (R72).")
            ),
            Reading("no", False, Text("Nobody Intercepts where other Lords of the Marching side already stand (R72).")),
        ),
        on_a_map,
    ),
    ReadingOption(
        "highway_after_truce",
        "highway_after_truce",
        Text("whether a second Highway is free after Parliament's Truce has sent a March back (R276)"),
        (
            Reading(
                "no", False, Text("After Parliament's Truce has sent a March back, a second Highway costs an action (R276).")
            ),
            Reading("yes", True, Text("After Parliament's Truce has sent a March back, a second Highway is free (R276).")),
        ),
        with_cards(TRUCE),
    ),
    ReadingOption(
        "second_ship_at_nine",
        "second_ship_at_nine",
        Text("whether one of nine Lords with Ships may Levy his second (R54)"),
        (
            Reading("yes", True, Text("When nine Lords have Ships, one of them may still Levy his second (R54).")),
            Reading("no", False, Text("While nine Lords have Ships, nobody Levies another (R54).")),
        ),
        with_nine_lords,
    ),
    ReadingOption(
        "neville_joined",
        "neville_joined",
        Text("whether Clarence gains an action when he joins Warwick during his card (R63)"),
        (
            Reading(
                "no",
                False,
                Text("Married to a Neville gives its action only if Clarence begins his card with Warwick (R63)."),
            ),
            Reading(
                "yes",
                True,
                Text("Married to a Neville gives its action also when Clarence joins Warwick during his card (R63)."),
            ),
        ),
        with_cards(frozenset({Capabilities.MARRIED_TO_A_NEVILLE})),
    ),
    ReadingOption(
        "jack_cade_by_cards",
        "cade_by_cards",
        Text("whether Welshmen and Southerners make an Area Dominated for Jack Cade (R20)"),
        (
            Reading("no", False, Text("Welshmen and Southerners work in Tides of War only, not for Jack Cade (R20).")),
            Reading("yes", True, Text("Welshmen and Southerners make an Area Dominated for Jack Cade, too (R20).")),
        ),
        with_cards(YORKIST_AREA_CARDS, frozenset({Events.JACK_CADE})),
    ),
    ReadingOption(
        "escape_past_enemies",
        "escape_past_enemies",
        Text("whether the Route of an Escape Ship may pass Enemy Lords (R97)"),
        (
            Reading("no", False, Text("An Escape Ship needs a Route free of Enemy Lords (R97).")),
            Reading("yes", True, Text("The Route of an Escape Ship may pass Enemy Lords (R97).")),
        ),
        with_cards(ESCAPE_SHIPS),
    ),
    ReadingOption(
        "free_escapes",
        "free_escapes",
        Text("whether Exile instead of a Death check is free of Influence (R97, R116)"),
        (
            Reading("no", False, Text("Exile instead of a Death check costs Influence, as on an Approach (R97, R116).")),
            Reading("yes", True, Text("Exile instead of a Death check costs no Influence (R97, R116).")),
        ),
        with_escapes,
    ),
    ReadingOption(
        "tax_collectors",
        "collectors_double",
        Text("whether Tax Collectors double what a Capability adds to a Tax (R69)"),
        (
            Reading("all", Doubled.ALL, Text("Tax Collectors double all that a Tax brings, from Capabilities too (R69).")),
            Reading(
                "table",
                Doubled.TABLE,
                Text("Tax Collectors double the Strongholds table alone (R69)."),
            ),
        ),
        with_cards(frozenset({Events.TAX_COLLECTORS})),
    ),
    ReadingOption(
        "off_calendar",
        "off_calendar_reached",
        Text("whether cards that name Lords on the Calendar reach those off its ends (R132)"),
        (
            Reading("reached", True, Text("Cards that name Lords on the Calendar reach those off its ends, too (R132).")),
            Reading(
                "stays",
                False,
                Text("No card that names Lords on the Calendar reaches those off its ends (R132)."),
            ),
        ),
        on_a_map,
    ),
    ReadingOption(
        "margaret_as_king",
        "margaret_king_at_london",
        Text("where Margaret sets up in War IIL if she is King (R126)"),
        (
            Reading("calendar", False, Text("If Margaret is King as War IIL begins, she waits in Calendar box 1 (R126).")),
            Reading("london", True, Text("If Margaret is King as War IIL begins, she sets up Mustered at London (R126).")),
        ),
        in_war("IIL", margaret_is_king),
    ),
    ReadingOption(
        "northumberland_with_rutland",
        "northumberland_with_rutland",
        Text("whether Northumberland (2) joins War IIIY when Rutland and one other Yorkist Heir remain (R123)"),
        (
            Reading("no", False, Text("Northumberland (2) joins War IIIY only if one Yorkist Heir remains in all (R123).")),
            Reading(
                "yes",
                True,
                Text("Northumberland (2) joins War IIIY also if Rutland and one other Yorkist Heir remain (R123)."),
            ),
        ),
        in_war("IIIY", rutland_and_one_more),
    ),
)
READING_OPTIONS = {option.name: tuple(each.value for each in option.readings) for option in OPTIONS}
ABOUT_READINGS = {
    option.name: Text("{about}; usually {value}", about=option.about, value=option.readings[0].value) for option in OPTIONS
}


def chosen(setup: Setup) -> dict[str, Any]:
    """The fields of Readings that a game's options set."""
    return {option.field: option.chosen(setup).means for option in OPTIONS}


def bad_readings(setup: Setup) -> str:
    """A message if an option is given for a rule that never applies in the scenario; else ""."""
    idle = [option for option in OPTIONS if option.name in setup.options and not option.comes_up(setup)]
    return (
        Text("{data} needs no {idle}: it never comes up there", data=setup.data["sheet"].name, idle=idle[0].name)
        if idle
        else ""
    )
