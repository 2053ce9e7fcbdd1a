"""The board of a game as a picture, as one seat may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.picture import Picture, Words
from pbem.engine.table import Table
from pbem.render.content import MailPicture
from pbem.render.picture.alt import alt_text
from pbem.render.picture.closeup.alt import closeup_alt
from pbem.render.picture.closeup.draw import draw_closeup
from pbem.render.picture.draw import draw
from pbem.render.templates.page import Page

FILE, CLOSEUP_FILE = "map.png", "closeup.png"

Say = Callable[[str], str]
"""Says an English sentence in a reader's language."""


def map_for(table: Table[Any], seat: Seat, page: Page) -> MailPicture | None:
    """The map as `seat` ("": an observer) may see it now, with what has moved, in words of the page; None where the game
    has none.
    """
    picture = in_words_of(picture_for(table, seat), page.say)
    return None if picture is None else MailPicture(FILE, draw(picture), alt_text(picture, page.words))


def closeup_for(table: Table[Any], seat: Seat, told: Sequence[Event], page: Page) -> MailPicture | None:
    """The part of the map where something happened by the Events `told`, which `seat` may see, drawn for a narrow screen;
    where nothing did, where the seat's own pieces stand. None where the game has no map, or nothing stands on it.
    """
    picture = in_words_of(table.rules.reports.picture(table.state, seat, told), page.say)
    drawn = None if picture is None else draw_closeup(picture, seat)
    return (
        None
        if picture is None or drawn is None
        else MailPicture(CLOSEUP_FILE, drawn, closeup_alt(picture, seat, page.words))
    )


def picture_for(table: Table[Any], seat: Seat) -> Picture | None:
    """The board as `seat` ("": an observer) may see it, with what has moved; None where the game has none."""
    seen = [news.event for news in table.news if news.event.visible_to(seat or None)]
    return table.rules.reports.picture(table.state, seat, seen)


def in_words_of(picture: Picture | None, say: Say) -> Picture | None:
    """The picture with its subtitle, its legend and the notes beside places in a reader's language."""
    if picture is None:
        return None
    words = {each.name: _said(getattr(picture.words, each.name), say) for each in fields(picture.words)}
    places = tuple(
        replace(place, notes=tuple(replace(note, text=say(note.text)) for note in place.notes)) for place in picture.places
    )
    return replace(picture, subtitle=say(picture.subtitle), words=Words(**words), places=places)


def _said(words: Any, say: Say) -> Any:
    """A word of a legend, or its row of signs with their words."""
    return say(words) if isinstance(words, str) else tuple((sign, say(word)) for sign, word in words)
