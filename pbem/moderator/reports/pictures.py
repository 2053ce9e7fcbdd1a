"""The board of a game as a picture, as one seat may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.picture import Picture
from pbem.engine.table import Table
from pbem.render.content import Shown
from pbem.render.picture.alt import alt_text
from pbem.render.picture.closeup.alt import closeup_alt
from pbem.render.picture.closeup.draw import draw_closeup
from pbem.render.picture.draw import draw

FILE, CLOSEUP_FILE = "map.png", "closeup.png"


def map_for(table: Table[Any], seat: Seat) -> Shown | None:
    """The map as `seat` ("": an observer) may see it now, with what has moved; None where the game has none."""
    picture = picture_for(table, seat)
    return None if picture is None else Shown(FILE, draw(picture), alt_text(picture))


def closeup_for(table: Table[Any], seat: Seat, told: Sequence[Event]) -> Shown | None:
    """The part of the map where something happened by the Events `told`, which `seat` may see, drawn for a narrow screen;
    where nothing did, where the seat's own pieces stand. None where the game has no map, or nothing stands on it.
    """
    picture = table.rules.reports.picture(table.state, seat, told)
    drawn = None if picture is None else draw_closeup(picture, seat)
    return None if picture is None or drawn is None else Shown(CLOSEUP_FILE, drawn, closeup_alt(picture, seat))


def picture_for(table: Table[Any], seat: Seat) -> Picture | None:
    """The board as `seat` ("": an observer) may see it, with what has moved; None where the game has none."""
    seen = [news.event for news in table.news if news.event.visible_to(seat or None)]
    return table.rules.reports.picture(table.state, seat, seen)
