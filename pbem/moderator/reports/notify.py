"""Who is written to, with what: Reports built from a Table, notices, and the outbox they wait in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from typing import Any

from pbem.codes import codes_in
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.event import Event
from pbem.engine.features import Feature
from pbem.engine.refusal import BadLine, WaitingLine
from pbem.engine.standing import StandingOrder, length_of, order_text
from pbem.engine.table import WAITING_STOPPED, Table
from pbem.mail.address import read_message_id
from pbem.moderator.core.context import GameContext, TableContext
from pbem.moderator.core.games import status_of
from pbem.moderator.core.line_results import TALKS, LineResult
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.deadlines.time_sentences import news_for, topic_of
from pbem.moderator.reading.answers import Inquiry
from pbem.moderator.reading.asking import NOT_ANSWERED, answers, first_questions, is_map, wants_aid
from pbem.moderator.reading.form_lines import OwnLetter, as_offered, gives_up
from pbem.moderator.reading.letter_words import ALWAYS_MENDING, MENDING, SLIPS, always_mends
from pbem.moderator.reading.line_kinds import TOO_MANY
from pbem.moderator.reading.older_reports import open_questions
from pbem.moderator.reading.report_questions import CODES, questions_for, shown_codes
from pbem.moderator.reports.final import last_parts
from pbem.moderator.reports.notes import about_correction, about_dice, about_letter, about_overrun, about_play, why_left_out
from pbem.moderator.reports.notices import (
    Dispatch,
    Spare,
    calendar_for,
    forgiving,
    local_time,
    queue_letter,
    strictly,
    time_notice,
)
from pbem.moderator.reports.observers import last_number, tell_observers
from pbem.moderator.reports.occasion import ONLY_SHOWN, Occasion
from pbem.moderator.reports.reference import players_aid
from pbem.moderator.reports.report_parts import closeup_for, ending, map_for, players_of, proof_for, score_of
from pbem.moderator.talk.deal_sentences import answer_lines, deal_news, open_lines, played_on_lines, resumed_lines
from pbem.moderator.talk.messages import fresh_for, mark_told, newest_messages, waiting_for
from pbem.orders.carry.execute import understand
from pbem.orders.carry.stage import other_now
from pbem.orders.parse.branches import is_case
from pbem.orders.place.segments import heading_of, segments_of
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lexicon import Lexicon
from pbem.orders.words.lines import line_of, verbs_for
from pbem.orders.words.vocabulary import STANDING
from pbem.render.colours import colours_of
from pbem.render.content import Content
from pbem.render.press import PressMessage
from pbem.render.report import (
    About,
    ClockPart,
    Extras,
    FormLine,
    Notes,
    Outcome,
    Position,
    Receipt,
    ReceiptLine,
    ReplyForm,
    Report,
    StandingLine,
    Waiting,
    write_report,
)
from pbem.render.untold import bounded
from pbem.store import lobby, post
from pbem.store.tables import SeatRow
from pbem.timing.duration import DAY
from pbem.timing.terms import described

NEWS, MAX_NEWS = "time", 3
"""The kind of the notices of what others say about time, and ask and answer, and how many a seat is sent in a day."""
TOLD_OF_MENDING = "mending"
"""What the marks of a report have once its reader has been told of `mend slips`."""


def tell_all(context: TableContext, occasion: Occasion) -> list[Seat]:
    """Queue a report for the letter's sender, and for every other seat that has something to do or to learn; gives them.

    A seat that gets none is told in a notice where another has taken more time or goes away. Observers are told at the end
    of a Turn; what is taken back is told them apart.
    """
    table, reported = context.table, list[Seat]()
    for seat in lobby.seats(context.session, context.game.id):
        if seat.acting_turn and (table.over or turn_of(table) != seat.acting_turn):
            seat_is_back(context, seat, "" if table.over else occasion.id)
        if occasion.answers(seat.name) or occasion.for_everybody or is_due(table, seat):
            mail_report(context, seat, occasion)
            reported.append(seat.name)
        elif occasion.began and (
            news := _news(context.clock.speaking(context.page_for(seat.name).words), table, seat.name, occasion.began)
        ):
            tell_news(context, seat, occasion.id, news)
    if not occasion.is_change:
        tell_observers(context, occasion.id, occasion.letter.id)
    return reported


def tell_news(context: TableContext, seat: SeatRow, occasion: str, news: Sequence[str]) -> None:
    """Tell a seat in a notice what others have said about time, and have asked and answered: MAX_NEWS a day, for whoever
    offers a draw and withdraws it fills the other's mailbox. What is held back comes with the next report.
    """
    if count_news(context, seat) < MAX_NEWS:
        time_notice(context, seat, NEWS, occasion, topic=topic_of(news), lines=news)


def count_news(context: GameContext, seat: SeatRow) -> int:
    """How many such notices a seat was sent within a day."""
    since = context.desk.now() - DAY
    ids = post.ids_of_mails(context.session, context.game.id, seat.name, "notice", since)
    occasions = [(read_message_id(context.desk.secret, each) or ())[2:3] for each in ids]
    return sum(f"-{NEWS}" in occasion[0] for occasion in occasions if occasion)


def seat_is_back(context: GameContext, seat: SeatRow, occasion: str) -> None:
    """A seat's player plays it again, for whom the game master has acted: all players are told, by this `occasion` ("": the
    game is over, and nobody plays on).
    """
    player, seat.address = seat.kept_player, seat.kept_address  # what is written from now on goes to them
    context.writes.do(partial(lobby.seat_is_back, context.session, seat))
    for each in lobby.seats(context.session, context.game.id) if occasion else ():
        time_notice(context, each, "acted", occasion, whose=seat.name, player=player)


def turn_of(table: Table[Any]) -> str:
    """The Turn, without what is done in it, by which it is told when somebody has acted for a player long enough."""
    return table.rules.turn(table.state).partition(",")[0]


def _news(clock: Clock, table: Table[Any], seat: Seat, first: int) -> tuple[str, ...]:
    """What others have said about time, and have asked and answered, since entry `first`."""
    return (*deal_news(clock, table, seat, first), *news_for(clock, table, seat, first))


def is_due(table: Table[Any], seat: SeatRow) -> bool:
    """Whether a seat has been asked something since its last report, or a turn has passed of which it may know something.

    What happens within a turn waits for its end: else a player who answers Hit by Hit fills the other's mailbox.
    """
    if table.open_to(seat.name) and table.asked_at > seat.told:
        return True
    turn_told = next((e.turn for e in table.entries if e.number > seat.told), "")
    turn_passed = table.over or turn_told != table.rules.turn(table.state)
    return turn_passed and any(n.number > seat.told and n.event.visible_to(seat.name) for n in table.news)


def mail_report(context: TableContext, seat: SeatRow, occasion: Occasion) -> None:
    """Queue one seat's report, and note what it has been told."""
    mine = occasion.answers(seat.name)
    table, spare = context.table, forgiving(context)
    messages, keys = waiting_for(context, seat.name, fresh_for(occasion.letter.messages, seat.name))
    report = build_report(context, seat, occasion, messages)
    content = write_whole(context, report, occasion, spare)
    mark_told(context, seat.name, keys)
    answered = occasion.letter.message_id if mine else ""
    # The turn lets a late answer be told from one to the newest report.
    parts = (occasion.id,) if occasion.opening else (occasion.id, table.rules.turn(table.state))
    calendar = calendar_for(context, seat)
    asked = asked_in(table, report)
    if tells_of_mending(context, seat, occasion) or (not occasion.newcomer and knows_of_mending(context, seat)):
        asked[TOLD_OF_MENDING] = True
    dispatch = Dispatch("report", occasion.letter.id, asked=asked)
    queue_letter(context, seat, content, parts, dispatch, answered=answered, calendar=calendar)
    context.writes.do(partial(lobby.set_reported, context.session, seat.id, last_number(table)))


def asked_in(table: Table[Any], report: Report) -> dict[str, Json]:
    """The marks of what a report asks of its reader, and the codes of the choices that it shows."""
    return open_questions(table, report.seat) | ({} if report.brief else {CODES: shown_codes(table, report)})


def render_for(context: TableContext, seat: SeatRow, spare: Spare = strictly) -> Content:
    """The report that a seat would get now."""
    occasion = Occasion(ONLY_SHOWN)
    return write_whole(context, build_report(context, seat, occasion), occasion, spare)


def write_whole(context: TableContext, report: Report, occasion: Occasion, spare: Spare = strictly) -> Content:
    """A report as a mail, with all that goes with it and can be made (notices.forgiving)."""
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
        enclosed = spare("the player's aid", lambda: players_aid(page, context.game, table)) or ()
    if not context.desk.pictures or (report.brief and not any(is_map(asked.line) for asked in report.asked)):
        return Extras(final=final, enclosed=enclosed)
    map_ = spare("the picture of the map", lambda: map_for(table, seat, page))
    closeup = spare("the picture of what happened", lambda: closeup_for(table, seat, report.position.news, page))
    return Extras(map=map_, closeup=closeup, final=final, enclosed=enclosed)


def build_report(
    context: TableContext, seat: SeatRow, occasion: Occasion, messages: Iterable[PressMessage] = (), *, brief: bool = False
) -> Report:
    """All that a report for `seat` says, and nothing that the seat may not know. `messages` are those that no mail has told
    its player yet; a `brief` one only answers.
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
        ),
        receipt=_receipt(context, seat, occasion, position.news),
        form=_form(context, seat),
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
    inquiry = Inquiry(report, table, page, report.receipt.newest, newest_messages(context, name))
    return replace(report, asked=answers(inquiry, _asking(occasion.letter.results)))


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


def _position(context: TableContext, seat: SeatRow) -> Position:
    table, name, page = context.table, seat.name, context.page_for(seat.name)
    rules, state, names = table.rules, table.state, _names(table)
    news = tuple(n.event for n in table.news if n.number > seat.told and n.event.visible_to(name))
    return Position(
        turn=rules.reports.moment(rules.turn(state)),
        view=rules.view(state, name),
        status=status_of(context.game, table),
        news=news,
        headline=page.tell(rules.name, rules.reports.headline(state, name, news), names),
        score=score_of(page, rules, state, name, names),
        **ending(table),
    )


def _form(context: TableContext, seat: SeatRow) -> ReplyForm:
    """What a report's reader is asked, and the orders that they have given."""
    table, name = context.table, seat.name
    questions = table.open_to(name)
    segment, suggestions = _further_lines(table, name, questions)
    asked = questions_for(table, questions)
    given = tuple(line for d, answer in table.given_by(name) for line in line_of(table, d, answer))
    if table.over:
        return ReplyForm(questions=asked, given=given, segment=segment, suggestions=suggestions)
    return ReplyForm(
        questions=asked,
        given=given,
        segment=segment,
        suggestions=suggestions,
        waiting=_waiting(table, name),
        standing=tuple(_standing(table, order) for order in table.orders_of(name)),
        ended=_ended(table, name, seat.told),
        lasting=(ALWAYS_MENDING,) if always_mends(context.clock, table, name) else (),
    )


def _receipt(context: TableContext, seat: SeatRow, occasion: Occasion, news: Iterable[Event]) -> Receipt:
    """What became of the reader's letter, if that is answered, and of their lines that waited."""
    table, name, letter = context.table, seat.name, occasion.letter
    if not occasion.answers(name):
        return Receipt(newest=seat.receipt, mend=_to_mend(occasion, name, news))
    lines, untold = bounded(() if occasion.newcomer else _receipt_lines(letter.results), _came_to_nothing)
    refused = any(result.is_refused for result in letter.results)
    own = OwnLetter(table, name, letter.results, untold.numbers) if refused and not table.over else None
    ready, words = _ready(table, name, occasion), context.page_for(name).words
    unread = set(untold.numbers)
    late = [result.read for result in letter.results if result.late and not ready and result.number not in unread]
    return Receipt(
        lines=lines,
        untold=untold,
        number=letter.receipt,
        newest=letter.receipt or seat.receipt,
        letter=own.lines if own is not None else (),
        again=own.segments if own is not None else frozenset(),
        ready=ready,
        mend=_to_mend(occasion, name, news, late),
        left_out=tuple((each.text, why_left_out(words, each.why)) for each in letter.left_out),
        left_orders=tuple(occasion.left_orders),
        newcomer=bool(occasion.newcomer),
    )


def _notes(context: TableContext, seat: SeatRow, occasion: Occasion) -> Iterator[str]:
    """What is to be said before anything else: about the letter that is answered, the game master's corrections, the clock,
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
        if occasion.newcomer:
            told = words.gettext("You take over this seat from %s. What it has seen so far is told below.")
            yield told % occasion.newcomer
        if occasion.letter.by_gamemaster:
            yield words.gettext("The game master wrote this letter for you.")
        stale = table.rules.reports.moment(occasion.letter.stale)
        replaced = [line for result in occasion.letter.results for line in result.replaced]
        yield from about_letter(
            words,
            stale,
            replaced,
            occasion.letter.oddity,
            late="" if not occasion.letter.is_late else "ready" if _ready(table, name, occasion) else "over",
            source=occasion.letter.source,
            asks=occasion.letter.asks_nobody,
        )
    yield from described(clock.terms) if occasion.opening and clock.runs else ()
    yield from news_for(clock, table, name, first) if first else ()
    yield from answer_lines(clock, table, name, first) if first else ()
    yield from resumed_lines(clock, table, name, first) if first else ()
    yield from open_lines(clock, table, name)
    yield from about_overrun(words, name, occasion.overrun)
    if tells_of_mending(context, seat, occasion):
        yield _about_mending(words)
    yield from played_on_lines(clock, table, name, seat.told + 1)


def tells_of_mending(context: TableContext, seat: SeatRow, occasion: Occasion) -> bool:
    """Whether a report is the first to answer a letter with a slip: it tells how slips can be corrected, once a game."""
    mine = occasion.answers(seat.name) and any(result.meant for result in occasion.letter.results)
    return mine and not always_mends(context.clock, context.table, seat.name) and not knows_of_mending(context, seat)


def knows_of_mending(context: GameContext, seat: SeatRow) -> bool:
    """Whether a report has told a seat's player how slips can be corrected."""
    newest = post.newest_mail(context.session, context.game.id, seat.name, "report")
    return newest is not None and isinstance(newest.asked, dict) and TOLD_OF_MENDING in newest.asked


def _about_mending(words: NullTranslations) -> str:
    told = words.gettext(
        'A slip can be corrected for you where it can mean one line only: write "%s" in a letter, or once "%s" for all your '
        "letters."
    )
    return told % (MENDING, ALWAYS_MENDING)


def _news_from(context: TableContext, seat: SeatRow, occasion: Occasion) -> int:
    """The first entry whose news a report tells: what was held back since the last one as well."""
    held_back = occasion.id != ONLY_SHOWN and seat.told > 0 and count_news(context, seat) >= MAX_NEWS
    return seat.told + 1 if held_back else occasion.began


def _ready(table: Table[Any], seat: Seat, occasion: Occasion) -> tuple[FormLine, ...]:
    """The lines of the letter that came too late, for the reply form to send them again: where the first of them would do
    nothing now, they are about what is over, and none is offered.
    """
    late = tuple(result.read for result in occasion.letter.results if result.late)
    try:
        return as_offered(table, late) if late and understand(table, seat, late[0]) else ()
    except BadLine:
        return ()


def _to_mend(occasion: Occasion, seat: Seat, news: Iterable[Event], late: Sequence[str] = ()) -> tuple[str, ...]:
    """The reader's lines that came to nothing: given up after they had waited, too `late`, or lost by a correction."""
    stopped = [event.data for event in news if event.name == WAITING_STOPPED]
    given_up = [line for told in stopped for line in (told["line"], *told["dropped"])]
    lost = [line for line, _ in occasion.change.lines_lost.get(seat, ())]
    return (*(line for line in given_up if not is_case(line)), *late, *lost)


def _asking(results: Iterable[LineResult]) -> list[tuple[str, str]]:
    """The lines that ask something of us, each with the word of its question."""
    return [(result.asks, result.read) for result in results if result.asks not in ("", SLIPS, TALKS)]


def _receipt_lines(results: Sequence[LineResult]) -> tuple[ReceiptLine, ...]:
    """The lines of a letter in the order in which they were written, whatever was done first. Questions that get no answer,
    for there are too many, are refused.
    """
    too_many = set(first_questions(_asking(results))[1])
    told = [
        replace(result, understood="", problem=NOT_ANSWERED) if (result.asks, result.read) in too_many else result
        for result in results
    ]
    lines = [_receipt_line(result, results) for result in told]
    return tuple(sorted(lines, key=lambda line: line.number))


def _came_to_nothing(line: ReceiptLine) -> bool:
    """Whether a line can be among those that are only counted; the one at which the reading ended is told."""
    return line.outcome is not Outcome.DONE and line.problem != TOO_MANY


def _receipt_line(result: LineResult, results: Sequence[LineResult]) -> ReceiptLine:
    outcome = Outcome.DONE if result.accepted else Outcome.REFUSED if result.problem else Outcome.NOT_DONE
    behind = 0 if result.waits_for is None else results[result.waits_for].number
    text, mended = result.text, result.mended
    if result.code and (result.accepted or codes_in(text)):
        text, mended = f"{result.code}: {mended}", ""
    return ReceiptLine(
        result.number,
        text,
        outcome,
        result.understood,
        result.problem,
        result.nearest,
        mended=mended,
        behind=behind,
        warns=result.warns,
    )


def _further_lines(
    table: Table[Any], seat: Seat, questions: tuple[Decision, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Lines that carry a letter further than the open questions: prefilled ones, and as suggestions what the next segment
    may hold and standing orders.

    Prefilled only while a narrow scope runs: nobody should give an order for the whole game by returning a form.
    """
    lines = table.rules.orders.form(table.state, seat)
    scopes = table.scopes()
    ahead = () if table.waiting.get(seat) else table.rules.orders.ahead(table.state, seat)
    lasting = {word.verb for word in table.rules.vocabulary if word.policy is not None}
    asked = {verb for d in questions for verb in verbs_for(table, d)} & lasting
    held = {(o.verb, o.scope.name) for o in table.standing_orders(seat)}
    verbs_held = {verb for verb, _ in held}
    segment = [line for line in lines if (verb := line.split(" ")[0]) not in asked and verb not in verbs_held]
    usual = next((scope.name for scope in scopes if scope.usual), scopes[-1].name)
    wide = [line for line in lines if (verb := line.split(" ")[0]) in lasting and (verb, usual) not in held]
    prefilled = tuple(line for line in segment if not gives_up(table, line)) if len(scopes) > 1 and questions else ()
    given = tuple(f"{STANDING} {verb} " for verb in verbs_held)
    suggestions = (*(line for line in ahead if not line.startswith(given)), *(f"{STANDING} {line}" for line in wide))
    return _with_means_of(table, prefilled, suggestions)


def _with_means_of(
    table: Table[Any], prefilled: tuple[str, ...], suggestions: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines without those that the game is played without."""
    needed = {line: Feature.STANDING if line.startswith(f"{STANDING} ") else Feature.AHEAD for line in suggestions}
    whole = not table.without & {Feature.STANDING, Feature.AHEAD}
    return prefilled if whole else (), tuple(line for line in suggestions if needed[line] not in table.without)


def _waiting(table: Table[Any], seat: Seat) -> tuple[Waiting, ...]:
    """The seat's waiting lines, segment by segment."""
    lexicon = Grammar(table.rules, table.state).lexicon
    headings = {segment.name: heading_of(segment, lexicon) for segment in segments_of(table, seat)}
    grouped: dict[str, list[WaitingLine]] = {}
    for line in table.waiting.get(seat, []):
        grouped.setdefault(line.segment, []).append(line)
    now = other_now(table, seat)
    return tuple(
        Waiting(
            headings.get(segment, ""),
            table.rules.segments.named(segment),
            tuple(line.text for line in lines),
            lines[0].made,
            tuple(now.get(line, "") for line in lines),
        )
        for segment, lines in grouped.items()
    )


def _standing(table: Table[Any], order: StandingOrder) -> StandingLine:
    text = order_text(table.rules, table.state, order)
    return StandingLine(text, order.scope.name, order.number, order.scope.coming, length_of(table.rules, order.scope))


def _ended(table: Table[Any], seat: Seat, told: int) -> tuple[StandingLine, ...]:
    """The seat's standing orders whose time has come to its end since its last report."""
    over = [ended.order for ended in table.ended if ended.number > told and ended.order.seat == seat]
    return tuple(_standing(table, order) for order in over)
