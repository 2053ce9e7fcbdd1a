"""Geographical positions for pictures of the board; the rules do not use them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.engine.game.picture import Coast, GlobePoint
from pbem.engine.log.entry import Fixed

NOWHERE = (GlobePoint(0.0, 0.0), GlobePoint(1.0, 1.0))


@dataclass(frozen=True)
class Geography(Fixed):
    """Locales and Seas by id in degrees, the coast, the corners of the map, and Ways that are not straight (in both
    directions).
    """

    spots: Mapping[str, GlobePoint]
    coasts: tuple[Coast, ...]
    corners: tuple[GlobePoint, GlobePoint]
    bends: Mapping[tuple[str, str], tuple[GlobePoint, ...]]


def open_chart(data: Mapping[str, Any]) -> Geography:
    """The Geography from the parsed files map and coast; without the latter there is no coast."""
    coast = data.get("coast", {})
    corners = tuple(GlobePoint(*coast[end]) for end in ("south_west", "north_east")) if coast else NOWHERE
    bends: dict[tuple[str, str], tuple[GlobePoint, ...]] = {}
    for row in coast.get("bend", ()):
        one, other = row["between"]
        through = tuple(GlobePoint(*spot) for spot in row["through"])
        bends |= {(one, other): through, (other, one): through[::-1]}
    return Geography(
        spots={row["id"]: GlobePoint(row["lat"], row["lon"]) for row in data["map"]["locale"]}
        | {place: GlobePoint(*spot) for place, spot in coast.get("spots", {}).items()},
        coasts=tuple(
            Coast(row["name"], tuple(GlobePoint(*spot) for spot in row["outline"])) for row in coast.get("coast", ())
        ),
        corners=(corners[0], corners[1]),
        bends=bends,
    )
