"""What a game gives to be shown and measured: who plays it, and what they write with nobody at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pbem.engine.decision import Json, Seat

Pen = Callable[[list[str], str], list[str]]
"""Makes the lines of a letter out of a reply form (comments included) and the text of the report that has it."""
Letters = Mapping[Seat, str]
"""A letter's text for each seat that writes one."""


@dataclass(frozen=True, slots=True)
class Showcase:
    """Who plays, and how, where a game is shown (`pbem play`) or measured (`pbem lab bench`).

    `scenario` is the one to be shown ("": the game's first), with these `options` where all seats are scripted. `players`
    are first names by seat; a seat without one is called by its own. `pens` tell how scripted players write in `pbem play`;
    a seat without one sends its form as it is. `closing` is said when a game has been shown, with {command} for how to
    play on by hand.

    `opening` is the first letter of each seat in a measured game, `letter` every later one, until the game is over; a game
    without them is measured with answers by chance. `turn` is another scenario, with a letter of a whole Turn.
    """

    scenario: str = ""
    options: Mapping[str, Json] = field(default_factory=dict)
    players: Mapping[Seat, str] = field(default_factory=dict)
    pens: Mapping[Seat, Pen] = field(default_factory=dict)
    closing: str = ""
    opening: Letters = field(default_factory=dict)
    letter: Letters = field(default_factory=dict)
    turn: tuple[str, Letters] = ("", {})
