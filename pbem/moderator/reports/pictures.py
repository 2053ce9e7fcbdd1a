"""The board of a game as a picture, as one seat may see it."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.picture import Picture
from pbem.engine.table import Table
from pbem.render.content import Shown
from pbem.render.picture.alt import alt_text
from pbem.render.picture.draw import draw

FILE = "map.png"


def map_for(table: Table[Any], seat: Seat) -> Shown | None:
    """The map as `seat` ("": an observer) may see it now, with what has moved; None where the game has none."""
    picture = picture_for(table, seat)
    return None if picture is None else Shown(FILE, draw(picture), alt_text(picture))


def picture_for(table: Table[Any], seat: Seat) -> Picture | None:
    """The board as `seat` ("": an observer) may see it, with what has moved; None where the game has none."""
    seen = [news.event for news in table.news if news.event.visible_to(seat or None)]
    return table.rules.reports.picture(table.state, seat, seen)
