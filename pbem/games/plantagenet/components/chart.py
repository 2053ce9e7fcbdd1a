"""Where things lie on the globe, for a picture of the board: no rule asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.engine.game.picture import Coast, Spot
from pbem.engine.log.entry import Fixed

NOWHERE = (Spot(0.0, 0.0), Spot(1.0, 1.0))


@dataclass(frozen=True)
class Chart(Fixed):
    """Locales and Seas by id in degrees, the coast, the ends of the map, and Ways that do not run straight (both ways)."""

    spots: Mapping[str, Spot]
    coasts: tuple[Coast, ...]
    corners: tuple[Spot, Spot]
    bends: Mapping[tuple[str, str], tuple[Spot, ...]]


def open_chart(data: Mapping[str, Any]) -> Chart:
    """The Chart from the parsed files map and coast; without the latter there is no coast."""
    coast = data.get("coast", {})
    corners = tuple(Spot(*coast[end]) for end in ("south_west", "north_east")) if coast else NOWHERE
    bends: dict[tuple[str, str], tuple[Spot, ...]] = {}
    for row in coast.get("bend", ()):
        one, other = row["between"]
        through = tuple(Spot(*spot) for spot in row["through"])
        bends |= {(one, other): through, (other, one): through[::-1]}
    return Chart(
        spots={row["id"]: Spot(row["lat"], row["lon"]) for row in data["map"]["locale"]}
        | {place: Spot(*spot) for place, spot in coast.get("spots", {}).items()},
        coasts=tuple(Coast(row["name"], tuple(Spot(*spot) for spot in row["outline"])) for row in coast.get("coast", ())),
        corners=(corners[0], corners[1]),
        bends=bends,
    )
