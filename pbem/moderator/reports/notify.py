"""Who is written to, with what: Reports built from a Table, notices, and the outbox they wait in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from gettext import NullTranslations
from typing import Any

from pbem.codes import codes_in
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.features import Feature
from pbem.engine.refusal import BadLine, WaitingLine
from pbem.engine.standing import StandingOrder, order_text
from pbem.engine.table import WAITING_STOPPED, Table
from pbem.mail.address import read_message_id
from pbem.mail.reading.orders import LeftOut
from pbem.moderator.clock.clock import Clock
from pbem.moderator.clock.wording import news_for, topic_of
from pbem.moderator.deals.wording import answer_lines, deal_news, open_lines, played_on_lines, resumed_lines
from pbem.moderator.desk.context import GameContext, TableContext
from pbem.moderator.desk.tables import status_of
from pbem.moderator.lines.answers import Inquiry
from pbem.moderator.lines.asking import NOT_ANSWERED, answers, first_questions, is_map, wants_aid
from pbem.moderator.lines.coded import CODES, shown_codes
from pbem.moderator.lines.form_lines import OwnLetter, as_offered, gives_up
from pbem.moderator.lines.late import marks_of
from pbem.moderator.lines.mending import ALWAYS, SLIPS, always_mends
from pbem.moderator.lines.mending import USAGE as MENDING
from pbem.moderator.lines.play import TOO_MANY
from pbem.moderator.lines.questions import questions_for
from pbem.moderator.lines.results import TALKS, LineResult
from pbem.moderator.reports.final import with_final
from pbem.moderator.reports.notes import about_correction, about_dice, about_letter, about_overrun, about_play, why_left_out
from pbem.moderator.reports.notices import Spare, calendar_for, forgiving, queue_letter, shown_time, strictly, time_notice
from pbem.moderator.reports.observers import last_number, tell_observers
from pbem.moderator.reports.parties import ending, players_of
from pbem.moderator.reports.pictures import closeup_for, map_for
from pbem.moderator.reports.records import proof_for
from pbem.moderator.reports.reference import players_aid
from pbem.moderator.reports.score import score_of
from pbem.moderator.talk.messages import Message, fresh_for, mark_told, newest_messages, waiting_for
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
from pbem.render.report import FormLine, Outcome, ReceiptLine, Report, StandingLine, Waiting, write_report
from pbem.render.untold import bounded
from pbem.store import lobby, post
from pbem.store.tables import SeatRow
from pbem.timing.duration import DAY
from pbem.timing.terms import described

NEWS, MAX_NEWS = "time", 3
"""The kind of the notices of what others say about time, and ask and answer, and how many a seat is sent in a day."""
TOLD_OF_MENDING = "mending"
"""What the marks of a report have once its reader has been told of `mend slips`."""
ONLY_SHOWN = "preview"
"""The occasion of a report that is shown and not sent."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why reports go out. `id` makes their Message-IDs; the rest is about the letter that is answered, if one is.

    `stale` is the turn of the report that it answers, where the game had gone on when it came; `late`: lines of it were for
    what is over, and have not been carried out. `left_out` are its lines that are no orders, `source` is
    where its orders stood. `began` is the number of
    the first entry it has made (0: not told). `overrun` has the lines that the clock gave for a seat whose time was up.
    `messages` are those of the letter, with their writer's name. `corrected` is why the game master has put the game right,
    `fallen` are the lines of each seat that could then be carried out no longer, with why, `gone` is what each seat was told
    that counts no longer. The letter can have been written
    `by_gamemaster` for its seat; `asks_nobody`: it puts questions among its talk. `everybody`: every seat is written to.
    For one who takes over a seat `newcomer` is who has played it before, `left_orders` are the orders that they have left.
    """

    id: str
    letter_id: int | None = None
    sender: Seat | None = None
    message_id: str = ""
    results: Sequence[LineResult] = field(default_factory=tuple)
    receipt: str = ""
    oddity: str = ""
    stale: str = ""
    opening: bool = False
    taken_back: str = ""
    fall_anew: bool = False
    began: int = 0
    late: bool = False
    left_out: Sequence[LeftOut] = ()
    asks_nobody: bool = False
    source: str = ""
    overrun: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    messages: Sequence[Message] = ()
    corrected: str = ""
    by_gamemaster: bool = False
    everybody: bool = False
    newcomer: str = ""
    left_orders: Sequence[str] = ()
    fallen: Mapping[Seat, Sequence[tuple[str, str]]] = field(default_factory=dict)
    gone: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)

    @property
    def for_everybody(self) -> bool:
        """Whether every seat is written to, whether or not it has something to do."""
        return self.opening or self.everybody or bool(self.taken_back or self.overrun or self.corrected)


def tell_all(context: TableContext, occasion: Occasion) -> list[Seat]:
    """Queue a report for the letter's sender, and for every other seat that has something to do or to learn; gives them.

    A seat that gets none is told in a notice where another has taken more time or goes away. Observers are told at the end
    of a Turn; what is taken back is told them apart.
    """
    table, reported = context.table, list[Seat]()
    for seat in lobby.seats(context.session, context.game.id):
        if seat.acting_turn and (table.over or turn_of(table) != seat.acting_turn):
            seat_is_back(context, seat, "" if table.over else occasion.id)
        if seat.name == occasion.sender or occasion.for_everybody or is_due(table, seat):
            mail_report(context, seat, occasion)
            reported.append(seat.name)
        elif occasion.began and (
            news := _news(context.clock.speaking(context.page_for(seat.name).words), table, seat.name, occasion.began)
        ):
            tell_news(context, seat, occasion.id, news)
    if not (occasion.taken_back or occasion.corrected):
        tell_observers(context, occasion.id, occasion.letter_id)
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
    mine = occasion.sender == seat.name
    table, spare = context.table, forgiving(context)
    report = build_report(context, seat, occasion)
    messages, keys = waiting_for(context, seat.name, fresh_for(occasion.messages, seat.name))
    content = write_whole(context, replace(report, messages=tuple(messages)), occasion, spare)
    mark_told(context, seat.name, keys)
    answered = occasion.message_id if mine else ""
    # The turn lets a late answer be told from one to the newest report.
    parts = (occasion.id,) if occasion.opening else (occasion.id, table.rules.turn(table.state))
    calendar = calendar_for(context, seat)
    asked = asked_in(table, report)
    if tells_of_mending(context, seat, occasion) or (not occasion.newcomer and knows_of_mending(context, seat)):
        asked[TOLD_OF_MENDING] = True
    queue_letter(context, seat, content, parts, answered, occasion.letter_id, calendar=calendar, asked=asked)
    context.writes.do(partial(lobby.set_reported, context.session, seat.id, last_number(table)))


def asked_in(table: Table[Any], report: Report) -> dict[str, Json]:
    """The marks of what a report asks of its reader, and the codes of the choices that it shows."""
    return marks_of(table, report.seat) | ({} if report.brief else {CODES: shown_codes(table, report)})


def render_for(context: TableContext, seat: SeatRow, spare: Spare = strictly) -> Content:
    """The report that a seat would get now."""
    occasion = Occasion(ONLY_SHOWN)
    return write_whole(context, build_report(context, seat, occasion), occasion, spare)


def write_whole(context: TableContext, report: Report, occasion: Occasion, spare: Spare = strictly) -> Content:
    """A report as a mail, with all that goes with it and can be made (notices.forgiving)."""
    page = context.page_for(report.seat)
    aided = occasion.opening or bool(occasion.newcomer) or any(map(wants_aid, report.asked))
    whole = report
    if aided and not context.table.over:
        aid = spare("the player's aid", lambda: players_aid(page, context.game, context.table))
        whole = replace(whole, enclosed=aid or ())
    whole = with_map(context, with_final(context, whole, spare), spare)
    content = spare("all that goes with a report", lambda: write_report(page, whole))
    return content if content is not None else write_report(page, report)


def with_map(context: TableContext, report: Report, spare: Spare = strictly) -> Report:
    """A report with the pictures of the map, where the moderator wants pictures; a brief one if the map was asked for."""
    wanted = context.desk.pictures and (not report.brief or any(is_map(asked.line) for asked in report.asked))
    if not wanted:
        return report
    table, seat = context.table, report.seat
    page = context.page_for(seat)
    return replace(
        report,
        map=spare("the picture of the map", lambda: map_for(table, seat, page)),
        closeup=spare("the picture of what happened", lambda: closeup_for(table, seat, report.news, page)),
    )


def build_report(context: TableContext, seat: SeatRow, occasion: Occasion) -> Report:
    """All that a report for `seat` says, and nothing that the seat may not know."""
    game, table, name = context.game, context.table, seat.name
    rules, state = table.rules, table.state
    news = tuple(n.event for n in table.news if n.number > seat.told and n.event.visible_to(name))
    page = context.page_for(name)
    names = Lexicon(partial(rules.names, state)).name
    clock = context.clock.speaking(page.words)
    face = shown_time(clock, game, table, name)
    report = Report(
        game=game.name,
        rules=rules.name,
        title=rules.title,
        scenario=rules.scenarios[game.scenario],
        seat=name,
        players=players_of(context),
        turn=rules.reports.moment(rules.turn(state)),
        view=rules.view(state, name),
        names=names,
        commitment=game.commitment,
        status=status_of(game, table),
        opening=occasion.opening,
        headline=page.tell(rules.name, rules.reports.headline(state, name, news), names),
        score=score_of(page, rules, state, name, names),
        colour=colours_of(table.seats, rules.colours)[name],
        news=news,
        waiting_for=tuple(s for s in table.seats if s != name and table.open_to(s)),
        due=face.due,
        late=face.late,
        until=face.others,
        **ending(table),
        proof=proof_for(context, name, seat.told),
        salt=table.salts.get(name, ""),
        newest_receipt=seat.receipt,
        key=game.key if table.over else "",
        notes=(
            *_notes(page.words, clock, table, name, occasion, _news_from(context, seat, occasion)),
            *([_about_mending(page.words)] if tells_of_mending(context, seat, occasion) else []),
            *played_on_lines(clock, table, name, seat.told + 1),
            *face.away,
        ),
        gone=occasion.gone.get(name, ()),
        options=tuple(rules.told_options(context.desk.setup_of(game))) if occasion.opening else (),
    )
    report = _with_orders(report, table, seat)
    if always_mends(clock, table, name) and not table.over:
        report = replace(report, lasting=(ALWAYS,))
    report = _with_letter(report, context, occasion) if occasion.sender == name else report
    return _with_answers(replace(report, mend=_to_mend(report, occasion)), context, occasion)


def _with_orders(report: Report, table: Table[Any], seat: SeatRow) -> Report:
    """A report with what its reader is asked, and with the orders that they have given."""
    name = seat.name
    questions = table.open_to(name)
    segment, suggestions = _further_lines(table, name, questions)
    return replace(
        report,
        questions=questions_for(table, questions),
        given=tuple(line for d, answer in table.given_by(name) for line in line_of(table, d, answer)),
        segment=segment,
        suggestions=suggestions,
        waiting=() if table.over else _waiting(table, name),
        standing=() if table.over else tuple(_standing(table, order) for order in table.orders_of(name)),
        ended=() if table.over else _ended(table, name, seat.told),
    )


def _with_letter(report: Report, context: TableContext, occasion: Occasion) -> Report:
    """A report with what became of its reader's letter."""
    table, page = context.table, context.page_for(report.seat)
    receipt, untold = bounded(() if occasion.newcomer else _receipt_lines(occasion.results), _came_to_nothing)
    own = OwnLetter(table, report.seat, occasion.results, untold.numbers) if _refused(occasion) and not table.over else None
    return replace(
        report,
        receipt=receipt,
        untold=untold,
        receipt_number=occasion.receipt,
        newest_receipt=occasion.receipt or report.newest_receipt,
        letter=own.lines if own is not None else (),
        again=own.segments if own is not None else frozenset(),
        ready=_ready(table, report.seat, occasion),
        left_orders=tuple(occasion.left_orders),
        newcomer=bool(occasion.newcomer),
        left_out=tuple((each.text, why_left_out(page.words, each.why)) for each in occasion.left_out),
    )


def _with_answers(report: Report, context: TableContext, occasion: Occasion) -> Report:
    """A report with answers to the lines of its reader's letter that only ask."""
    table, name, page = context.table, report.seat, context.page_for(report.seat)
    mine = occasion.sender == name
    inquiry = Inquiry(report, table, page, report.newest_receipt, newest_messages(context, name) if mine else ())
    return replace(report, asked=answers(inquiry, _asking(occasion.results) if mine else ()))


def _notes(
    words: NullTranslations, clock: Clock, table: Table[Any], seat: Seat, occasion: Occasion, first: int
) -> Iterator[str]:
    """What is to be said before anything else: about the letter that is answered, the moderator's doings, the clock, what
    others have said about that since entry `first` (0: nothing).
    """
    yield from about_play(words, table.without if occasion.opening else frozenset(), occasion.taken_back)
    yield from about_correction(words, occasion.corrected, occasion.fallen.get(seat, ()))
    yield from about_dice(
        words,
        table.shares,
        opening=occasion.opening,
        fall_anew=occasion.fall_anew,
        corrected=bool(occasion.corrected),
    )
    if occasion.sender == seat:
        if occasion.newcomer:
            told = words.gettext("You take over this seat from %s. What it has seen so far is told below.")
            yield told % occasion.newcomer
        if occasion.by_gamemaster:
            yield words.gettext("The game master wrote this letter for you.")
        stale = table.rules.reports.moment(occasion.stale)
        replaced = [line for result in occasion.results for line in result.replaced]
        yield from about_letter(
            words,
            stale,
            replaced,
            occasion.oddity,
            late="" if not occasion.late else "ready" if _ready(table, seat, occasion) else "over",
            source=occasion.source,
            asks=occasion.asks_nobody,
        )
    yield from described(clock.terms) if occasion.opening and clock.runs else ()
    yield from news_for(clock, table, seat, first) if first else ()
    yield from answer_lines(clock, table, seat, first) if first else ()
    yield from resumed_lines(clock, table, seat, first) if first else ()
    yield from open_lines(clock, table, seat)
    yield from about_overrun(words, seat, occasion.overrun)


def tells_of_mending(context: TableContext, seat: SeatRow, occasion: Occasion) -> bool:
    """Whether a report is the first to answer a letter with a slip: it tells how slips can be corrected, once a game."""
    mine = occasion.sender == seat.name and any(result.meant for result in occasion.results)
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
    return told % (MENDING, ALWAYS)


def _news_from(context: TableContext, seat: SeatRow, occasion: Occasion) -> int:
    """The first entry whose news a report tells: what was held back since the last one as well."""
    held_back = occasion.id != ONLY_SHOWN and seat.told > 0 and count_news(context, seat) >= MAX_NEWS
    return seat.told + 1 if held_back else occasion.began


def _ready(table: Table[Any], seat: Seat, occasion: Occasion) -> tuple[FormLine, ...]:
    """The lines of the letter that came too late, for the reply form to send them again: where the first of them would do
    nothing now, they are about what is over, and none is offered.
    """
    late = tuple(result.read for result in occasion.results if result.late)
    try:
        return as_offered(table, late) if late and understand(table, seat, late[0]) else ()
    except BadLine:
        return ()


def _to_mend(report: Report, occasion: Occasion) -> tuple[str, ...]:
    """The reader's lines that came to nothing: too late, or given up after they had waited."""
    unread = set(report.untold.numbers)
    late = [r.read for r in occasion.results if r.late and not report.ready and r.number not in unread]
    stopped = [event.data for event in report.news if event.name == WAITING_STOPPED]
    given_up = [line for told in stopped for line in (told["line"], *told["dropped"])]
    fallen = [line for line, _ in occasion.fallen.get(report.seat, ())]
    mine = late if occasion.sender == report.seat else []
    return tuple([line for line in given_up if not is_case(line)] + mine + fallen)


def _refused(occasion: Occasion) -> list[LineResult]:
    """The lines of the letter that were refused, or wait for one that was."""
    return [result for result in occasion.results if result.is_refused]


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
            segment,
            tuple(line.text for line in lines),
            lines[0].made,
            tuple(now.get(line, "") for line in lines),
        )
        for segment, lines in grouped.items()
    )


def _standing(table: Table[Any], order: StandingOrder) -> StandingLine:
    text = order_text(table.rules, table.state, order)
    return StandingLine(text, order.scope.name, order.number, order.scope.coming)


def _ended(table: Table[Any], seat: Seat, told: int) -> tuple[StandingLine, ...]:
    """The seat's standing orders whose time has come to its end since its last report."""
    over = [ended.order for ended in table.ended if ended.number > told and ended.order.seat == seat]
    return tuple(_standing(table, order) for order in over)
