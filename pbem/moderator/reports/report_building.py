"""A Report built from a Table: all that its reader may know, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from hashlib import blake2b
from typing import Any

from pbem.engine.agreements.dealing import BY_ONE
from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.mail.address import read_message_id
from pbem.moderator.core.context import TableContext
from pbem.moderator.core.games import status_of
from pbem.moderator.core.setups import language_of
from pbem.moderator.deadlines.time_sentences import news_for, regency_over_line, window_line
from pbem.moderator.reading.answers import Inquiry
from pbem.moderator.reading.asking import answers
from pbem.moderator.reading.help_pages import players_aid
from pbem.moderator.reading.letter_words import ALWAYS_MENDING, MENDING, always_mends
from pbem.moderator.reading.query_words import REPORT, STATUS, is_map, wants_aid
from pbem.moderator.reports.final import last_parts
from pbem.moderator.reports.notices import (
    Spare,
    forgiving,
    local_time,
    strictly,
)
from pbem.moderator.reports.occasion import (
    ONLY_SHOWN,
    Occasion,
    about_correction,
    about_delegated,
    about_dice,
    about_letter,
    about_overrun,
    about_play,
)
from pbem.moderator.reports.report_parts import (
    asking_lines,
    board_for,
    closeup_for,
    ending,
    lines_ready,
    map_for,
    players_of,
    proof_for,
    receipt_of,
    reply_form,
    score_of,
)
from pbem.moderator.talk.deal_sentences import (
    ALL_ANEW,
    ReadUpTo,
    agreement_lines,
    answer_lines,
    open_lines,
    played_on_lines,
    resumed_lines,
)
from pbem.moderator.talk.messages import newest_messages
from pbem.orders.words.lexicon import Lexicon
from pbem.render.colours import colours_of
from pbem.render.content import Content
from pbem.render.press import PressMessage
from pbem.render.report import (
    About,
    ClockPart,
    Extras,
    Notes,
    PositionPart,
    Report,
    position_text,
    write_report,
)
from pbem.store.mail import outbox
from pbem.store.tables.games import SeatRow
from pbem.timing.duration import DAY
from pbem.timing.terms import described

NEWS, AGREEMENTS = "time", "agreements"
"""Kinds of notices: what others say about time, ask and answer; and offers that concern a seat."""
MAX_NEWS = {NEWS: 3, AGREEMENTS: 10}
"""How many of each kind a seat gets a day, for each other player."""
POSITION = "position"
"""The key of the position that it shows (shown_position) in the data stored with a report."""
TOLD_OF_MENDING = "mending"
"""The key in the data stored with a report that has told its reader of `mend slips`."""


def render_for(context: TableContext, seat: SeatRow) -> Content:
    """The report that a seat would get now."""
    occasion = Occasion(ONLY_SHOWN)
    return write_whole(context, build_report(context, seat, occasion), occasion)


def write_whole(context: TableContext, report: Report, occasion: Occasion, spare: Spare = strictly) -> Content:
    """A report as a mail, with the extras that can be made (notices.forgiving)."""
    page, extras = context.page_for(report.seat), _extras(context, report, occasion, spare)
    content = spare("all that goes with a report", lambda: write_report(page, replace(report, extras=extras)))
    return content if content is not None else write_report(page, report)


def _extras(context: TableContext, report: Report, occasion: Occasion, spare: Spare) -> Extras:
    """What goes along: the last report's story and archive, the player's aid, the pictures of the map where the moderator
    wants pictures; with a brief report that only if the map was asked for.
    """
    table, seat, page = context.table, report.seat, context.page_for(report.seat)
    final, enclosed = last_parts(context, report, spare)
    aided = occasion.opening or bool(occasion.newcomer) or any(map(wants_aid, report.asked))
    if aided and not table.over:
        has_gamemaster = bool(context.desk.gamemaster_of(context.game))
        aid = f"the player's aid in {language_of(context.game.options, seat)}"
        enclosed = (
            spare(
                "the player's aid", lambda: context.once(aid, lambda: players_aid(page, context.game, table, has_gamemaster))
            )
            or ()
        )
    left_out = report.seen_before or (report.brief and not any(is_map(asked.line) for asked in report.asked))
    if left_out or not context.desk.mails.pictures:
        return Extras(final=final, enclosed=enclosed)
    map_ = spare("the picture of the map", lambda: map_for(context, seat, page))
    closeup = spare("the picture of what happened", lambda: closeup_for(table, seat, report.position.news, page))
    return Extras(map=map_, closeup=closeup, final=final, enclosed=enclosed)


def build_report(
    context: TableContext, seat: SeatRow, occasion: Occasion, messages: Iterable[PressMessage] = (), *, brief: bool = False
) -> Report:
    """Everything that a report for `seat` says, and nothing that the seat may not know. `messages` are those that no mail
    has brought yet; a `brief` report only answers.
    """
    table, name, page = context.table, seat.name, context.page_for(seat.name)
    face = local_time(context.clock.speaking(page.words), context.game, table, name)
    position = _position(context, seat)
    report = Report(
        seat=name,
        about=_about(context, name, occasion),
        position=position,
        notes=Notes(
            lines=(*_notes(context, seat, occasion), *face.away),
            gone=occasion.change.retracted.get(name, ()),
            messages=tuple(messages),
            agreements=_agreements(context, seat, occasion),
        ),
        receipt=receipt_of(context, seat, occasion, position.news),
        form=reply_form(context, seat),
        clock=ClockPart(
            due=face.due,
            late=face.late,
            until=face.others,
            waiting_for=tuple(s for s in table.seats if s != name and table.open_to(s)),
        ),
        proof=proof_for(context, name, seat.told),
        opening=occasion.opening,
        brief=brief,
    )
    if not occasion.answers(name):
        return report
    has_gamemaster = bool(context.desk.gamemaster_of(context.game))
    inquiry = Inquiry(report, table, page, report.receipt.newest, newest_messages(context, name), has_gamemaster)
    seen_before = not brief and _is_seen_before(context, seat, report, occasion)
    return replace(report, asked=answers(inquiry, asking_lines(occasion.letter.results)), seen_before=seen_before)


def shown_position(context: TableContext, seat: SeatRow, report: Report) -> str:
    """Sixteen hex digits over the position, the board and the map as the reader of a report sees them, and their address:
    they change if anything of that changes, and reveal nothing hidden.
    """
    shown = f"the position that {report.seat} is shown at {context.table.next_number}, read at {seat.address}"
    return context.once(shown, lambda: _digest_of_position(context, seat, report))


def _digest_of_position(context: TableContext, seat: SeatRow, report: Report) -> str:
    position = position_text(context.page_for(report.seat), report)
    map_ = forgiving(context)("the picture of the map", lambda: board_for(context, report.seat))
    return blake2b(f"{seat.address} {position}{map_!r}".encode(), digest_size=8).hexdigest()


def _is_seen_before(context: TableContext, seat: SeatRow, report: Report, occasion: Occasion) -> bool:
    """Whether the answer to a letter can leave the position out: it is the same for its reader as in the newest report, that
    report has not bounced, and the letter does not ask for it.
    """
    if report.opening or occasion.newcomer or occasion.is_change or context.table.over or seat.bounces:
        return False
    if any(word == REPORT or is_map(line) for word, line in asking_lines(occasion.letter.results)):
        return False
    marks = _lately(context).asked.get(seat.name)
    return isinstance(marks, dict) and marks.get(POSITION) == shown_position(context, seat, report)


def _agreements(context: TableContext, seat: SeatRow, occasion: Occasion) -> tuple[str, ...]:
    """The open agreements: in full once, and again if the letter that is answered asks for the status."""
    clock = context.clock.speaking(context.page_for(seat.name).words)
    answers_letter = occasion.answers(seat.name)
    is_asked = answers_letter and any(word in (STATUS, REPORT) for word, _ in asking_lines(occasion.letter.results))
    since = ReadUpTo(seat.told, occasion.began if answers_letter else 0)
    return tuple(agreement_lines(clock, context.table, seat.name, ALL_ANEW if is_asked else since))


def _about(context: TableContext, seat: Seat, occasion: Occasion) -> About:
    game, table, rules = context.game, context.table, context.table.rules
    return About(
        game=game.name,
        rules=rules.name,
        title=rules.title,
        scenario=rules.scenarios[game.scenario],
        players=players_of(context),
        names=_names(table),
        commitment=game.commitment,
        key=game.key if table.over else "",
        salt=table.salts.get(seat, ""),
        options=tuple(rules.told_options(context.desk.setup_of(game))) if occasion.opening else (),
        colour=colours_of(table.seats, rules.colours)[seat],
    )


def _names(table: Table[Any]) -> Callable[[str], str]:
    return Lexicon(partial(table.rules.names, table.state)).name


def _position(context: TableContext, seat: SeatRow) -> PositionPart:
    table, name, page = context.table, seat.name, context.page_for(seat.name)
    rules, state, names = table.rules, table.state, _names(table)
    heard = (n.event for n in table.news if n.number > seat.told and n.event.visible_to(name))
    news = tuple(event for event in heard if not (event.name in BY_ONE and event.data["seat"] == name))
    return PositionPart(
        turn=rules.reports.moment(rules.turn(state)),
        view=rules.view(state, name),
        status=status_of(context.game, table),
        news=news,
        headline=page.tell(rules.name, rules.reports.headline(state, name, news), names),
        score=score_of(page, rules, state, name, names),
        **ending(table),
    )


def _notes(context: TableContext, seat: SeatRow, occasion: Occasion) -> Iterator[str]:
    """The notes at the head of a report: about the letter that is answered, the game master's corrections, the clock,
    and what others have said about that.
    """
    table, name, words = context.table, seat.name, context.page_for(seat.name).words
    clock, first = context.clock.speaking(words), _news_from(context, seat, occasion)
    yield from about_play(words, table.without if occasion.opening else frozenset(), occasion.change.taken_back)
    yield from about_correction(words, occasion.change.corrected, occasion.change.lines_lost.get(name, ()))
    yield from about_dice(
        words,
        table.shares,
        opening=occasion.opening,
        fall_anew=occasion.change.fall_anew,
        corrected=bool(occasion.change.corrected),
    )
    if occasion.answers(name):
        yield from _notes_of_letter(context, name, occasion)
    yield from described(clock.terms) if occasion.opening and clock.runs else ()
    yield from news_for(clock, table, name, first) if first else ()
    yield from answer_lines(clock, table, name, first) if first else ()
    yield from resumed_lines(clock, table, name, first) if first else ()
    yield from open_lines(clock, table, name)
    yield from about_overrun(words, name, occasion.overrun)
    own_notes = [regency_over_line(clock, table, name, first) if first else "", window_line(clock, table, name)]
    yield from filter(None, own_notes)
    yield from about_delegated(words, name, occasion.delegated)
    if tells_of_mending(context, seat, occasion):
        yield _about_mending(words)
    yield from played_on_lines(clock, table, name, seat.told + 1)


def _notes_of_letter(context: TableContext, name: Seat, occasion: Occasion) -> Iterator[str]:
    """What is noted of the letter that a report answers, and of a seat's first report to a newcomer."""
    table, words, letter = context.table, context.page_for(name).words, occasion.letter
    if occasion.newcomer:
        sentence = words.gettext("You take over this seat from %s. What it has seen so far is told below.")
        yield sentence % occasion.newcomer
    stale = table.rules.reports.moment(letter.stale)
    late = "" if not letter.is_late else "ready" if lines_ready(table, name, occasion) else "over"
    yield from about_letter(words, letter, stale, late, has_gamemaster=bool(context.desk.gamemaster_of(context.game)))


def tells_of_mending(context: TableContext, seat: SeatRow, occasion: Occasion) -> bool:
    """Whether a report is the first to answer a letter with a slip: it tells how slips can be corrected, once a game."""
    is_answered = occasion.answers(seat.name) and any(result.meant for result in occasion.letter.results)
    return is_answered and not always_mends(context.clock, context.table, seat.name) and not knows_of_mending(context, seat)


def knows_of_mending(context: TableContext, seat: SeatRow) -> bool:
    """Whether a report has told a seat's player how slips can be corrected."""
    asked = _lately(context).asked.get(seat.name)
    return isinstance(asked, dict) and TOLD_OF_MENDING in asked


def _lately(context: TableContext) -> outbox.Lately:
    """The newest report to each seat, and the notices within a day, before what is written now."""
    game, since = context.game, context.desk.now() - DAY
    return context.once("lately", lambda: outbox.lately(context.session, game.id, context.table.seats, since))


def _about_mending(words: NullTranslations) -> str:
    sentence = words.gettext(
        'A slip can be corrected for you where it can mean one line only: write "%s" in a letter, or once "%s" for all your '
        "letters."
    )
    return sentence % (MENDING, ALWAYS_MENDING)


def count_news(context: TableContext, seat: SeatRow, kind: str = NEWS) -> int:
    """How many such notices a seat was sent within a day."""
    ids = [message_id for to, message_id in _lately(context).notices if to == seat.name]
    occasions = [(read_message_id(context.desk.secret, each) or ())[2:3] for each in ids]
    return sum(f"-{kind}" in occasion[0] for occasion in occasions if occasion)


def is_told_enough(context: TableContext, seat: SeatRow, kind: str = NEWS) -> bool:
    """Whether a seat was sent as many such notices within a day as it gets."""
    return count_news(context, seat, kind) >= MAX_NEWS[kind] * (len(context.table.seats) - 1)


def _news_from(context: TableContext, seat: SeatRow, occasion: Occasion) -> int:
    """The first entry whose news a report tells, including what was held back since the last one."""
    held_back = occasion.id != ONLY_SHOWN and seat.told > 0 and is_told_enough(context, seat)
    return seat.told + 1 if held_back else occasion.began
