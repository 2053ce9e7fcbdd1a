"""The board of a game as a picture, as one seat may see it."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.render.content import Shown
from pbem.render.picture.alt import alt_text
from pbem.render.picture.draw import draw

FILE = "map.png"


def map_for(table: Table[Any], seat: Seat) -> Shown | None:
    """The map as `seat` ("": an observer) may see it now, with what has moved; None where the game has none."""
    seen = [news.event for news in table.news if news.event.visible_to(seat or None)]
    picture = table.rules.picture(table.state, seat, seen)
    return None if picture is None else Shown(FILE, draw(picture), alt_text(picture))
