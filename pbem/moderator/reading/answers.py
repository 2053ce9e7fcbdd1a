"""The answers to questions about a game: its position, the map, a card, the story of a Turn.

All of it comes from the asker's Report, the Events that they may see, and the map as they see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pbem.engine.event import Event
from pbem.engine.game.atlas import Leaf, TurnLabel
from pbem.engine.log.cause import CauseKind
from pbem.engine.log.entry import Entry
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.reading.query_words import (
    ADDRESS,
    LANGUAGE,
    NO_ADDRESS,
    REPORT,
    RESEND,
    address_in,
    language_in,
)
from pbem.moderator.talk.seat_log import is_handover
from pbem.orders.words.lexicon import Lexicon, plain_words, telling
from pbem.render.final_words import FinalWords
from pbem.render.press import PressMessage
from pbem.render.report import Asked, Report, StandingLine, summary
from pbem.render.templates.filters import written
from pbem.render.templates.page import Page
from pbem.render.templates.phrases import Chapter
from pbem.replay.turns import by_turn, find_turn, wanted_turn

OWN_LINE = "own_line"
"""The Event that shows a reader which line of their own caused the following ones."""


LANGUAGES: Mapping[str, str] = {"en": Text("English"), "de": Text("German")}
"""The name of each language, by its code."""

IN_WHICH = Text('Write "language german" or "language english" to change that.')


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The sources of answers. `report` is the asker's, `receipt` their newest one ("": none), `messages` are the newest that
    they have written or received; `has_gamemaster`: somebody answers questions to the game master.
    """

    report: Report
    table: Table[Any]
    page: Page
    receipt: str = ""
    messages: Sequence[PressMessage] = ()
    has_gamemaster: bool = True


# status


def status(inquiry: Inquiry, text: str) -> Asked:
    """Whose turn it is, what is asked, until when, waiting lines, standing orders, and the newest receipt."""
    del text
    report, words = inquiry.report, inquiry.page.words
    situation, say = summary(inquiry.page, report), inquiry.page.say
    lines = [situation] if inquiry.table.over else [words.gettext("It is %s.") % say(report.position.turn), situation]
    lines += [words.gettext("Your decision: %s") % say(question.prompt) for question in report.form.questions]
    lines += [words.gettext("Answered, but you can revise it: %s") % line for line in report.form.given]
    lines += [words.gettext("Waiting for %s%s.") % (written(s), _until(report, s)) for s in report.clock.waiting_for]
    for each in report.form.waiting:
        heading = f"{each.heading}: " if each.heading else ""
        for line, now in each.marked:
            lines.append(words.gettext("Kept for later: %s") % f"{heading}{line}")
            lines += [words.gettext("now: %s") % say(now)] if now else []
    lines += [_standing(inquiry.page, order) for order in report.form.standing]
    lines += [words.gettext("For all your letters: %s") % line for line in report.form.lasting]
    lines += [words.gettext("News: %s.") % say(report.form.news)] if report.form.news else []
    lines.append(words.gettext("Your latest receipt: %s.") % (inquiry.receipt or words.gettext("none")))
    return Asked("status", (Chapter(0, "", lines),))


def _standing(page: Page, order: StandingLine) -> str:
    words = page.words
    if order.coming:
        return words.gettext("Standing order: %s (for the next %s)") % (order.line, order.scope)
    return words.gettext("Standing order: %s (for %s)") % (order.line, page.say(order.length))


def _until(report: Report, seat: str) -> str:
    return f" ({report.clock.until[seat]})" if seat in report.clock.until else ""


# messages


def messages(inquiry: Inquiry, text: str) -> Asked:
    """The newest messages that the asker has written or received, with a bar before each line."""
    del text
    say = inquiry.page.words.gettext
    chapters = [
        Chapter(2, say("%s to %s:") % (message.whose, message.whom), [f"| {line}" for line in message.lines])
        for message in inquiry.messages
    ]
    return Asked("messages", tuple(chapters) or (Chapter(0, "", [say(Text("There are no messages."))]),))


# map


def map_(inquiry: Inquiry, text: str) -> Asked:
    """The board, or one place of it."""
    table, seat = inquiry.table, inquiry.report.seat
    atlas, state = table.rules.reports.atlas, table.state
    places = atlas.places(state)
    if not places:
        return _said("map", Text("This scenario has no map."))
    if not plain_words(text):
        return Asked("map", chapters_of_leaves(inquiry, 1, atlas.whole(state, seat)))
    lexicon = Lexicon(partial(table.rules.names, state))
    try:
        places_meant = _called_just_so(lexicon, text, places) or [lexicon.read_one(text, places)]
    except BadLine as bad:
        near = tuple(f"map {lexicon.name(place)}" for place in bad.nearest)
        return _said(f"map {text}", Text("{problem}.", problem=bad.problem), near)
    leaves = dict.fromkeys(leaf for each in places_meant for leaf in atlas.place(state, seat, each))
    return Asked(f"map {lexicon.name(places_meant[0])}", chapters_of_leaves(inquiry, 2, leaves))


def _called_just_so(lexicon: Lexicon, text: str, places: Sequence[str]) -> list[str]:
    """The places with this written name. Others may have it too ("kent", and its Earl); if several places do (a town and the
    land around it), all are shown.
    """
    return [place for place in places if plain_words(lexicon.name(place)) == plain_words(text)]


def chapters_of_leaves(inquiry: Inquiry, level: int, leaves: Iterable[Leaf]) -> tuple[Chapter, ...]:
    """The parts of a map or card as chapters of a mail."""
    return tuple(Chapter(level, inquiry.page.say(leaf.title), list(leaf.lines)) for leaf in leaves)


def _said(asked: str, text: str, orders: tuple[str, ...] = ()) -> Asked:
    return Asked(asked, (Chapter(0, "", [text]),), orders)


# card

MAX_FITS = 12
"""How many cards are listed if several fit."""


def card(inquiry: Inquiry, text: str) -> Asked:
    """The text of a card; if several fit, the one that lies open, or a list. Printed cards are no secret."""
    table = inquiry.table
    book = table.rules.reports.cards
    known = book.names(table.state)
    if not known:
        return _said("card", Text("There are no cards in this scenario."))
    lexicon, tokens = Lexicon(known.__getitem__), telling(plain_words(text))
    if not tokens:
        return _said("card", Text("Name the card that you want to read."), (f"card {next(iter(known))}",))
    cards = fitting_cards(table, text)
    shown = set(book.shown(table.state))
    cards = [each for each in cards if each in shown] or cards
    if len(cards) == 1:
        return Asked(f"card {text}", chapters_of_leaves(inquiry, 2, book.card(table.state, cards[0])))
    texts = [[leaf.lines for leaf in book.card(table.state, each)] for each in cards[:MAX_FITS]]
    if texts and all(each == texts[0] for each in texts):
        names = Text(", ").join(map(lexicon.name, cards))
        alike = Chapter(
            0,
            "",
            [inquiry.page.say(Text("There are {number} cards that say this: {names}.", number=len(cards), names=names))],
        )
        return Asked(f"card {text}", (alike, *chapters_of_leaves(inquiry, 2, book.card(table.state, cards[0]))))
    near = tuple(_named_card(table, lexicon, each) for each in (cards or lexicon.nearest(tokens, [*known]))[:MAX_FITS])
    return _said(
        f"card {text}", Text("Several cards fit:") if cards else Text("No card of this scenario is called so."), near
    )


def _named_card(table: Table[Any], lexicon: Lexicon, card: str) -> str:
    """The line that asks for a card: by its number; where it has none but an id of several words, by its name."""
    name = lexicon.name(card)
    by_name = "_" in card and fitting_cards(table, name) == [card]
    return f"card {name}" if by_name else f"card {card}    # {name}"


def fitting_cards(table: Table[Any], text: str) -> list[str]:
    """The ids of the cards of the scenario that a text can name."""
    known, tokens = table.rules.reports.cards.names(table.state), telling(plain_words(text))
    return Lexicon(known.__getitem__).matches(tokens, known) if tokens else []


# history


def history(inquiry: Inquiry, text: str) -> Asked:
    """The list of Turns, or the story of one as the asker saw it; before the first one, everything reported."""
    turns, before = turns_told(inquiry)
    if not turns:
        return _story(inquiry, "history", before) if before else _said("history", Text("Nothing has happened yet."))
    labels, page = [label for label, _ in turns], inquiry.page
    words = page.surely(lambda sure: FinalWords(sure, inquiry.report.about.rules))
    wanted, spans, many = wanted_turn(labels, text), words.spans(labels), len(labels)
    if not wanted:
        there = page.words.ngettext("There is %s.", "There are %s.", many) % spans
        return _said("history", there, (f"history {labels[-1].written}",))
    place = find_turn(labels, wanted)
    if place is None:
        facts = {"turn": f"{words.turn(labels[0].word)} {wanted}", "spans": spans}
        sentence = page.words.ngettext(
            "%(turn)s does not exist: there is %(spans)s.", "%(turn)s does not exist: there are %(spans)s.", many
        )
        return _said(f"history {wanted}", sentence % facts)
    label, events = turns[place]
    return _story(inquiry, f"history {label.written}", before + events if place == 0 else events)


def _story(inquiry: Inquiry, asked: str, events: Sequence[Event]) -> Asked:
    return Asked(asked, tuple(inquiry.page.story(inquiry.report.about.rules, events, inquiry.report.about.names)))


def turns_told(inquiry: Inquiry) -> tuple[list[tuple[TurnLabel, list[Event]]], list[Event]]:
    """The Events that the asker may see, by Turn, and those before the first Turn. Before Events caused by a line of their
    own comes that line.
    """
    return by_turn(inquiry.table, _seen(inquiry.table, inquiry.report.seat))


def _seen(table: Table[Any], seat: str) -> Iterator[Event]:
    brought, causes_shown = _own_lines(table, seat), set[int]()
    for news in table.news:
        if not news.event.visible_to(seat):
            continue
        first = brought.get(news.number)
        if first is not None and first.cause is not None and first.number not in causes_shown:
            causes_shown.add(first.number)
            yield Event("", OWN_LINE, {"line": first.cause.typed}, frozenset((seat,)))
        yield news.event


def _own_lines(table: Table[Any], seat: str) -> Mapping[int, Entry]:
    """Maps the number of an entry to the first entry of its cause, if that is a line of the seat's present player. Lines
    from before a hand-over are another's; answers of standing orders have a report of their own.
    """
    since = max((each.number for each in table.entries if each.seat == seat and is_handover(each)), default=0)
    firsts: dict[int, Entry | None] = {}
    for entry in table.entries:
        cause = entry.cause
        if cause is None or cause.kind is CauseKind.STANDING:
            firsts[entry.number] = None
        elif cause.entry:
            firsts[entry.number] = firsts.get(cause.entry)
        else:
            is_own = entry.seat == seat and entry.number > since and cause.kind is CauseKind.LINE and cause.typed
            firsts[entry.number] = entry if is_own else None
    return {number: first for number, first in firsts.items() if first is not None}


def report_(inquiry: Inquiry, text: str) -> Asked:
    """The report itself goes with this answer."""
    del inquiry, text
    return Asked(REPORT)


def resend_(inquiry: Inquiry, text: str) -> Asked:
    """The report goes out in a letter of its own."""
    del inquiry, text
    return Asked(RESEND, (Chapter(0, "", [Text("Your latest report is sent again, in a separate letter.")]),))


def address_(inquiry: Inquiry, text: str) -> Asked:
    """A mail goes to the address, to be answered from there."""
    del inquiry
    if address_in(text) is None:
        how = Text('Write your new address behind it: "address ann@example.org".')
        return Asked(ADDRESS, (Chapter(0, "", [NO_ADDRESS, how] if text.strip() else [how]),))
    sentence = Text(
        "A mail goes to {text}. Reply to it from there, and your letters come to that address from then on.",
        text=text.strip(),
    )
    return Asked(f"{ADDRESS} {text}", (Chapter(0, "", [sentence]),))


def language_(inquiry: Inquiry, text: str) -> Asked:
    """The language of the seat's mails; from now on the one that the line names, if any."""
    name = LANGUAGES.get(inquiry.page.language, inquiry.page.language)
    if not language_in(text):
        now = Text("Your letters come in {language}.", language=name)
        return Asked(LANGUAGE, (Chapter(0, "", [now, IN_WHICH]),))
    return Asked(
        f"{LANGUAGE} {text}", (Chapter(0, "", [Text("From now on your letters come in {language}.", language=name)]),)
    )
