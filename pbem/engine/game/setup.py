"""The start of a game: its position, and its scenario with the options chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from pbem.engine.decision import Json, Seat
from pbem.engine.event import Event


class State(Protocol):
    """A game's position: a dataclass of plain data."""

    events: list[Event]


S = TypeVar("S", bound=State)


S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Setup:
    """The start of a game: its scenario's name, the unpacked data files, and the options chosen.

    `version` is that of the rules it began with (Rules.version): it continues under those. 0 stands for the present version.
    """

    scenario: str
    data: Mapping[str, Any]
    options: Mapping[str, Json] = field(default_factory=dict)
    version: int = 0

    def began_before(self, version: int) -> bool:
        """Whether the game began under rules older than `version`."""
        return 0 < self.version < version


@dataclass(frozen=True, slots=True)
class GameOffer:
    """What can be chosen when a game is opened: its title, its scenarios and options in words (Rules has the same)."""

    title: str
    scenarios: Mapping[str, str]
    options: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    about_options: Mapping[str, str] = field(default_factory=dict)


Seats = Callable[[Setup], tuple[Seat, ...]]


def always(*seats: Seat) -> Seats:
    """The same seats in every scenario."""
    return lambda _setup: seats
