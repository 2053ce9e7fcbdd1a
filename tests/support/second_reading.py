"""A second reading of a game's rules watches it being played."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.engine.event import Event


class Told(list[Event]):
    """Events, each of which a second reading of the rules follows as it comes (`happens`); what it objects to is noted."""

    def __init__(self, happens: Callable[[Event], Iterable[str]], objections: list[str]) -> None:
        super().__init__()
        self.happens, self.objections = happens, objections

    def append(self, event: Event) -> None:
        """A new Event."""
        super().append(event)
        self.objections += self.happens(event)
