"""Degrees to paper: Mercator's projection, as old as most maps of these coasts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import asinh, radians, tan

from pbem.engine.game.picture import GlobePoint
from pbem.render.picture.canvas.geometry import Box, Point


@dataclass(frozen=True, slots=True)
class Projection:
    """Puts the part of the globe between two corners into a `frame`."""

    frame: Box
    west: float
    north: float
    scale: float

    @classmethod
    def fit(cls, corners: tuple[GlobePoint, GlobePoint], left: float, top: float, width: float) -> Projection:
        """The projection of what lies between a south-west and a north-east corner onto a map of this width."""
        south_west, north_east = corners
        scale = width / radians(north_east.lon - south_west.lon)
        height = scale * (_mercator(north_east.lat) - _mercator(south_west.lat))
        return cls(Box.sized(left, top, width, height), south_west.lon, north_east.lat, scale)

    def point(self, spot: GlobePoint) -> Point:
        """Where a spot of the globe is on the paper."""
        x = self.frame.x0 + self.scale * radians(spot.lon - self.west)
        return Point(x, self.frame.y0 + self.scale * (_mercator(self.north) - _mercator(spot.lat)))


@lru_cache(4_096)  # the spots of a board stay where they are
def _mercator(lat: float) -> float:
    return asinh(tan(radians(lat)))
