"""Dice for twin worlds: the same whatever has been written, for the enemy writes in one world what nobody may notice."""

from __future__ import annotations

from pbem.engine.decision import Json, Shape
from pbem.engine.dice import NOTHING_MIXED, Fate, Mixed, RollId

SALT = "0" * 32


class Unmixed(Fate):
    """Dice into which no share goes, and seals that are all alike: a hash tells nothing of what is sealed."""

    def __call__(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:  # noqa: ARG002 - a Chance is given it
        """As if nobody had given a share."""
        return super().__call__(roll, shape, NOTHING_MIXED)

    def seal_salt(self, about: str) -> str:  # noqa: ARG002
        """The same for all."""
        return SALT

    def seal(self, text: str) -> str:  # noqa: ARG002
        """The same for all."""
        return super().seal("")
