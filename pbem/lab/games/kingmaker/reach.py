"""What there is to reach: Event cards, Crown cards in play, what happens, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.event import Event
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.victory import ALL_LOSE, MINOR, PRESTIGE, ROYALTY

HAPPENED = (
    *("alliance", "awarded", "battle", "begins", "besieged", "called", "called_off", "captured", "chancery", "city"),
    *("claim_returned", "claimed", "crowned", "discarded", "drawn", "drew", "driven", "embassy", "entered", "event"),
    *("executed", "expelled", "force", "force_over", "gained", "gift_over", "given", "handed_over", "house_executed"),
    *("hands_traded", "joins", "killed", "left", "lent", "lost_places", "major", "moved", "office_given", "over"),
    *("parliament", "parliament_over", "plague"),
    *(
        "peace_over",
        "placed",
        "rallies",
        "ransomed",
        "reallocated",
        "rebuilt",
        "recalled",
        "royal_dead",
        "sailed",
        "ship_lost",
    ),
    *("shown", "siege", "siege_given_up", "siege_lifted", "stepped_out", "summoned", "taken", "tile", "town_drawn"),
    *("traded", "turn_begins", "won"),
)
"""Events of every game."""
OF_PRESET, OF_DEALT = ("faction", "set_up"), ("dealt", "dropped", "replaced", "set_up", "taken_in")
RESULTS = {
    "battle": ("attacker", "defender", "indecisive", "bad_weather"),
    "siege": ("captured", "failed"),
}
"""6.2.5, 6.3 How combats come out."""


def reached(s: State, events: Sequence[Event]) -> Iterator[str]:
    """What Events tell, Event cards that took effect or decided a combat, cards in play, and the end."""
    for event in events:
        yield event.name
        if event.name in ("event", "drawn"):
            yield f"{event.name} {event.data['card']}"
        if event.name in RESULTS:
            yield f"{event.name}: {event.data['result']}"
    yield from (f"{card} in play" for noble, unit in s.nobles.items() for card in (noble, *unit.cards))
    if s.result is not None:
        yield f"end: {s.result['kind']}, {len(s.result['winners'])}"


def reachable(s: State) -> Iterator[str]:
    """All there is of these."""
    yield from HAPPENED
    yield from OF_DEALT if s.dealt else OF_PRESET
    yield from (f"event {card}" for card in s.board.cards.events)
    yield from (f"drawn {card}" for card in s.board.cards.events)
    yield from (f"{card} in play" for card in s.board.cards.all)
    yield from (f"{name}: {result}" for name, results in RESULTS.items() for result in results)
    yield from (f"end: {kind}, 1" for kind in (ROYALTY, PRESTIGE, MINOR))
    yield f"end: {ALL_LOSE}, 0"
    if len(s.seats) > 2:
        yield from (f"end: {kind}, 2" for kind in (ROYALTY, PRESTIGE))
