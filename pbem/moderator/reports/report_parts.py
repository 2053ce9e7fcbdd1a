"""Parts of every report: who leads, who plays and has won, what binds the moderator, pictures of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any
from weakref import WeakKeyDictionary

from pbem.engine.decision import Seat
from pbem.engine.ending import CLOSED, ending_of
from pbem.engine.event import Event
from pbem.engine.game.picture import Picture, Words
from pbem.engine.game.rules import Rules
from pbem.engine.log.record import PUBLIC, Record, Records
from pbem.engine.log.shares import POOLED
from pbem.engine.table import Table
from pbem.moderator.core.context import TableContext
from pbem.render.content import MailPicture
from pbem.render.picture.alt import alt_text
from pbem.render.picture.closeup.alt import closeup_alt
from pbem.render.picture.closeup.draw import draw_closeup
from pbem.render.picture.draw import draw
from pbem.render.report import Proof, SealLine
from pbem.render.templates.page import Page
from pbem.store.games import lobby


def score_of(page: Page, rules: Rules[Any], state: Any, seat: Seat, names: Callable[[str], str]) -> str:
    """What the game says of the score to a seat ("": an observer), in the reader's language; "" where it says nothing."""
    event = rules.reports.score(state, seat)
    return " ".join(page.tell(rules.name, [event], names)) if event is not None else ""


# Who plays


def players_of(context: TableContext) -> dict[Seat, str]:
    """The name of each seat's player, in the order of the game's seats."""
    names = {row.name: row.player for row in lobby.seats(context.session, context.game.id)}
    return {seat: names[seat] for seat in context.table.seats}


def ending(table: Table[Any]) -> dict[str, Any]:
    """Of a game that is over, who has won it, whether all have lost it, and whether the game master has closed it, as a
    Report has that.
    """
    if not table.over:
        return {}
    found = ending_of(table.result())
    closed = table.agreed is not None and found.how == CLOSED
    return {"winners": found.winners, "all_lose": found.all_lose, "closed": closed}


# Proof

_kept: WeakKeyDictionary[Table[Any], Records] = WeakKeyDictionary()
"""The records of Tables in memory as far as they are known: Events are only ever added to a Table."""


def records_of(table: Table[Any], commitment: str) -> dict[Seat, Record]:
    """The record of each seat, and (PUBLIC) of what everybody may know, up to the newest Event."""
    records = _kept.get(table)
    if records is None:
        records = _kept[table] = Records(commitment, table.seats)
    records.take([news.event for news in table.news[records.taken :]])
    return records.of


def proof_for(context: TableContext, reader: Seat, told: int) -> Proof | None:
    """What a report to `reader` shows (PUBLIC: an observer), who was told last what entry `told` has brought. None in games
    that were begun before there was any of it.
    """
    table = context.table
    if table.shares.scheme != POOLED:
        return None
    of = records_of(table, context.game.commitment)
    own = str(of[reader]) if reader != PUBLIC else ""
    return Proof(str(of[PUBLIC]), own, tuple(_seals(context, reader, told)))


def _seals(context: TableContext, reader: Seat, told: int) -> Iterator[SealLine]:
    table, fate = context.table, context.desk.machine.fate(bytes.fromhex(context.game.key))
    words = {word.key: word.verb for word in table.rules.vocabulary if word.answers}
    for sealed in table.sealed:
        if sealed.seat != reader and max(sealed.number, sealed.opened) > told:
            seal = sealed.seal(fate)
            when = table.rules.reports.moment(sealed.turn)
            text = seal.text if sealed.opened else ""
            yield SealLine(sealed.seat, words.get(sealed.key, sealed.key), when, seal.digest, text)


# Pictures

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
    if picture is None or drawn is None:
        return None
    return MailPicture(CLOSEUP_FILE, drawn, closeup_alt(picture, seat, page.words))


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
