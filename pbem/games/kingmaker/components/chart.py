"""The map for pictures; the rules do not use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.engine.game.picture import Coast, GlobePoint
from pbem.games.kingmaker.components.ids import Sea


@dataclass(frozen=True)
class Chart:
    """1.4 The coast lines, the corners of the map (south-west and north-east), the centres of sea Areas, and the borders of
    Regions.
    """

    coasts: tuple[Coast, ...]
    corners: tuple[GlobePoint, GlobePoint]
    seas: Mapping[Sea, GlobePoint]
    borders: tuple[tuple[GlobePoint, ...], ...]


def chart_of(files: Mapping[str, Any]) -> Chart:
    """The chart from the game's data files."""
    coast, board = files["coast"], files["map"]
    return Chart(
        coasts=tuple(
            Coast(row["name"], tuple(GlobePoint(*spot) for spot in row["outline"])) for row in coast.get("coast", ())
        ),
        corners=(GlobePoint(*coast["south_west"]), GlobePoint(*coast["north_east"])),
        seas={Sea(row["id"]): GlobePoint(row["lat"], row["lon"]) for row in board["sea_area"]},
        borders=tuple(tuple(GlobePoint(*spot) for spot in row["line"]) for row in files["borders"]["border"]),
    )
