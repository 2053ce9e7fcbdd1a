"""A game's map as a file, for one reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.picture import Picture
from pbem.engine.table import Table
from pbem.moderator.desk.context import GameContext
from pbem.moderator.reports.past import MODERATOR, OBSERVER, table_at
from pbem.moderator.reports.pictures import picture_for
from pbem.render.picture.draw import draw, draw_svg
from pbem.store import lobby
from pbem.store.errors import NotFound


def _as_svg(picture: Picture) -> bytes:
    return draw_svg(picture).encode()


FORMS: Mapping[str, Callable[[Picture], bytes]] = {".png": draw, ".svg": _as_svg}
"""What a map can be written as, by the ending of its file."""


def map_file(context: GameContext, reader: Seat, turn: str | None, form: str) -> bytes:
    """The map as a seat, an "observer" or the "moderator" (who sees all) may see it, at the end of a Turn or (None) now.

    `form` is one of FORMS. Raises NotFound, Diverged.
    """
    if reader not in (OBSERVER, MODERATOR):
        lobby.seat(context.session, context.game.id, reader)
    table = table_at(context, turn)[0].table
    picture = whole_picture(table) if reader == MODERATOR else picture_for(table, "" if reader == OBSERVER else reader)
    if picture is None:
        raise NotFound(f"{context.game.name} has no map: {table.rules.scenarios[context.game.scenario]}")
    return FORMS[form](picture)


def whole_picture(table: Table[Any]) -> Picture | None:
    """The board with nothing hidden: each piece as its own side sees it, all that has moved."""
    told = [news.event for news in table.news]
    pictures = {seat: table.rules.reports.picture(table.state, seat, told) for seat in table.seats}
    first = next(iter(pictures.values()))
    if first is None:
        return None
    pieces = [(seat, piece) for seat, picture in pictures.items() if picture for piece in picture.pieces]
    own = {piece.id: piece for seat, piece in pieces if piece.side == seat}
    return replace(first, pieces=tuple(own[piece.id] for piece in first.pieces))
