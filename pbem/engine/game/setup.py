"""What a game starts from: its position, and its scenario with the options chosen."""

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
    """What a game starts from: its scenario's name, what it unpacked from the data files, and the options chosen.

    `version` is that of the rules it began with (Rules.version): where these have changed since, the game goes on as it
    began. 0 stands for the present ones.
    """

    scenario: str
    data: Mapping[str, Any]
    options: Mapping[str, Json] = field(default_factory=dict)
    version: int = 0

    def began_before(self, version: int) -> bool:
        """Whether the game began with older rules than those of `version`."""
        return 0 < self.version < version


@dataclass(frozen=True, slots=True)
class GameOffer:
    """What a game offers whoever opens it: its title, its scenarios and options in words (Rules has the same)."""

    title: str
    scenarios: Mapping[str, str]
    options: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    about_options: Mapping[str, str] = field(default_factory=dict)


Seats = Callable[[Setup], tuple[Seat, ...]]


def always(*seats: Seat) -> Seats:
    """The same seats in every scenario."""
    return lambda _setup: seats
