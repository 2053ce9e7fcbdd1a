"""The report on a finished game: prestige, Nobles and places by rounds, and the story in brief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pbem.engine.event import Event
from pbem.engine.game.reports import Chart, Chronicle, Series
from pbem.games.kingmaker.components.nobles import nobles_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.housekeeping import owners
from pbem.games.kingmaker.prestige import prestige

FIGURES = ("prestige", "nobles", "places")
TOLD_IN_BRIEF = frozenset(
    {
        *("turn_begins", "attacks", "battle", "siege", "besieged", "captured", "ransomed", "executed", "killed", "major"),
        *("royal_dead", "house_executed", "gained", "won", "handed_over", "crowned", "parliament", "city"),
        *("alliance", "left", "claimed", "claim_returned", "tile", "over", "entered"),
    }
)


def charts(s: State) -> tuple[Chart, ...]:
    """A chart for each figure, with a line for each Faction."""
    return tuple(Chart(figure, tuple(Series(f"{figure} {seat}", seat) for seat in s.seats)) for figure in FIGURES)


def measures(s: State) -> Mapping[str, int]:
    """13.5, 1.7 Each Faction's own prestige, its Nobles in play, and the places it holds."""
    held = Counter(owners(s).values())
    figures: dict[str, int] = {}
    for seat in s.seats:
        figures[f"prestige {seat}"] = prestige(s, seat)
        figures[f"nobles {seat}"] = len(nobles_of(s, seat))
        figures[f"places {seat}"] = held[seat]
    return figures


def brief(_s: State, turns: Sequence[Sequence[Event]]) -> list[list[Event]]:
    """Combats, Nobles lost and captured, Royals, Parliaments, Alliances; turns without any of these are left out."""
    return [_brief([event for event in turn if event.name in TOLD_IN_BRIEF]) for turn in turns]


def _brief(events: Sequence[Event]) -> list[Event]:
    """Events without the headings that have nothing below them."""
    ends = [*events[1:], None]
    return [event for event, after in zip(events, ends, strict=True) if not _is_bare(event, after)]


def _is_bare(event: Event, after: Event | None) -> bool:
    return event.name == "turn_begins" and (after is None or after.name == "turn_begins")


CHRONICLE: Chronicle[State] = Chronicle(charts=charts, measures=measures, brief=brief)
