"""Parts of every report: who leads, who plays and has won, what binds the moderator, pictures of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any, Final
from weakref import WeakKeyDictionary

from pbem.engine.decision import Decision, Seat
from pbem.engine.ending import CLOSED, ending_of
from pbem.engine.event import Event
from pbem.engine.game.features import Feature
from pbem.engine.game.picture import Picture, SignNames
from pbem.engine.game.rules import Rules
from pbem.engine.log.record import PUBLIC, Record, Records
from pbem.engine.log.shares import POOLED
from pbem.engine.log.waiting import WAITING_STOPPED
from pbem.engine.refusal import BadLine, NotAsked, WaitingLine
from pbem.engine.standing import StandingOrder, length_of, order_text
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.core.context import TableContext
from pbem.moderator.core.line_results import TALKS, LineResult
from pbem.moderator.reading.asking import NOT_ANSWERED, first_questions
from pbem.moderator.reading.form_lines import OwnLetter, as_offered, gives_up
from pbem.moderator.reading.letter_words import ALWAYS_MENDING, SLIPS, always_mends, news_in_force
from pbem.moderator.reading.line_kinds import TOO_MANY
from pbem.moderator.reading.report_questions import questions_for
from pbem.moderator.reports.occasion import Occasion, why_left_out
from pbem.orders.carry.execute import understand
from pbem.orders.carry.stage import other_now
from pbem.orders.parse.branches import is_case
from pbem.orders.place.segments import heading_among, segments_of
from pbem.orders.words.lines import codes_in, example_lines, line_of, verbs_for
from pbem.orders.words.vocabulary import STANDING, vocabulary_of
from pbem.render.content import MailPicture
from pbem.render.omitted_lines import bounded
from pbem.render.picture.alt import alt_text
from pbem.render.picture.closeup.alt import closeup_alt
from pbem.render.picture.closeup.draw import draw_closeup
from pbem.render.picture.draw import draw
from pbem.render.report import (
    FormLine,
    Outcome,
    Proof,
    Receipt,
    ReceiptLine,
    ReplyForm,
    SealLine,
    StandingLine,
    Waiting,
)
from pbem.render.templates.page import Page
from pbem.store.games import lobby
from pbem.store.tables.games import SeatRow


def score_of(page: Page, rules: Rules[Any], state: Any, seat: Seat, names: Callable[[str], str]) -> str:
    """The score as the game shows it to a seat ("": an observer), in the reader's language; "" if it shows none."""
    event = rules.reports.score(state, seat)
    return " ".join(page.tell(rules.name, [event], names)) if event is not None else ""


# Who plays


def players_of(context: TableContext) -> dict[Seat, str]:
    """The name of each seat's player, in the order of the game's seats."""
    names = {row.name: row.player for row in lobby.seats(context.session, context.game.id)}
    return {seat: names[seat] for seat in context.table.seats}


def ending(table: Table[Any]) -> dict[str, Any]:
    """The fields of a Report about the end of a game: who has won, whether all have lost, and whether the game master closed
    it.
    """
    if not table.over:
        return {}
    outcome = ending_of(table.result())
    closed = table.agreed is not None and outcome.how == CLOSED
    return {"winners": outcome.winners, "all_lose": outcome.all_lose, "closed": closed}


# Proof

_kept: WeakKeyDictionary[Table[Any], Records] = WeakKeyDictionary()
"""The records of Tables in memory, as far as they are computed: Events are only ever added to a Table."""


def records_of(table: Table[Any], commitment: str) -> dict[Seat, Record]:
    """The record of each seat, and (PUBLIC) of what everybody may know, up to the newest Event."""
    records = _kept.get(table)
    if records is None:
        records = _kept[table] = Records(commitment, table.seats)
    records.take([news.event for news in table.news[records.taken :]])
    return records.of


def proof_for(context: TableContext, reader: Seat, reported: int) -> Proof | None:
    """The records and seals in a report to `reader` (PUBLIC: an observer); the last one went up to entry `reported`. None in
    games that were begun before there were any.
    """
    table = context.table
    if table.shares.scheme != POOLED:
        return None
    of = records_of(table, context.game.commitment)
    own_record = str(of[reader]) if reader != PUBLIC else ""
    return Proof(str(of[PUBLIC]), own_record, tuple(_seals(context, reader, reported)))


def _seals(context: TableContext, reader: Seat, since: int) -> Iterator[SealLine]:
    table, fate = context.table, context.desk.machine.fate(bytes.fromhex(context.game.key))
    words = {word.key: word.verb for word in table.rules.vocabulary if word.answers}
    for sealed in table.sealed:
        if sealed.seat != reader and max(sealed.number, sealed.opened) > since:
            seal = sealed.seal(fate)
            when = table.rules.reports.moment(sealed.turn)
            text = seal.text if sealed.opened else ""
            yield SealLine(sealed.seat, words.get(sealed.key, sealed.key), when, seal.digest, text)


# Pictures

FILE, CLOSEUP_FILE = "map.png", "closeup.png"

Say = Callable[[str], str]
"""Says an English sentence in a reader's language."""


def map_for(context: TableContext, seat: Seat, page: Page) -> MailPicture | None:
    """The map as `seat` ("": an observer) may see it now, with what has moved, in words of the page; None where the game
    has none.
    """
    picture = in_words_of(board_for(context, seat), page.say)
    return None if picture is None else MailPicture(FILE, draw(picture), alt_text(picture, page.words))


def closeup_for(table: Table[Any], seat: Seat, events: Sequence[Event], page: Page) -> MailPicture | None:
    """The part of the map with these `events`, which `seat` may see, drawn for a narrow screen; without events the part with
    the seat's own pieces. None if the game has no map, or nothing is on it.
    """
    picture = in_words_of(table.rules.reports.picture(table.state, seat, events), page.say)
    drawn = None if picture is None else draw_closeup(picture, seat)
    if picture is None or drawn is None:
        return None
    return MailPicture(CLOSEUP_FILE, drawn, closeup_alt(picture, seat, page.words))


def board_for(context: TableContext, seat: Seat) -> Picture | None:
    """What picture_for gives, worked out once for all that is made of it."""
    table = context.table
    return context.once(f"the board that {seat} sees at {table.next_number}", lambda: picture_for(table, seat))


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
        replace(place, notes=tuple(replace(note, text=say(note.text)) for note in place.notes)) if place.notes else place
        for place in picture.places
    )
    return replace(picture, subtitle=say(picture.subtitle), words=SignNames(**words), places=places)


def _said(words: Any, say: Say) -> Any:
    """Translates a word of a legend, or its row of signs with their words."""
    return say(words) if isinstance(words, str) else tuple((sign, say(word)) for sign, word in words)


MAX_ACTS: Final = 8
"""How many lines show what can be done unasked."""


def reply_form(context: TableContext, seat: SeatRow) -> ReplyForm:
    """The questions to a report's reader, and the orders that they have given."""
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
        acts=_acts(table, name),
        waiting=_waiting(table, name),
        standing=tuple(_standing(table, order) for order in table.orders_of(name)),
        ended=_ended(table, name, seat.told),
        lasting=(ALWAYS_MENDING,) if always_mends(context.clock, table, name) else (),
        news=news_in_force(context, name),
    )


def _acts(table: Table[Any], seat: Seat) -> tuple[tuple[str, str], ...]:
    """Examples of what a seat may do without being asked, each with what it is about: one for each order word, MAX_ACTS at
    most; none that ends something, or that cannot be taken back.
    """
    acts, synonyms = () if seat in table.offers.resigned else table.acts_of(seat), table.rules.orders.synonyms
    untold = synonyms.harmful | synonyms.unsuggested
    lines = ((act.prompt, line) for act in acts for line in example_lines(table, act, MAX_ACTS))
    examples = ((about, line) for about, line in lines if line.partition(" ")[0] not in untold)
    return tuple(islice(examples, MAX_ACTS))


def _further_lines(
    table: Table[Any], seat: Seat, questions: tuple[Decision, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Lines for more than the open questions: prefilled ones, and suggestions for the next segment and for standing orders.

    Prefilled only while a narrow scope runs: nobody should give an order for the whole game by returning a form.
    """
    lines = table.rules.orders.form(table.state, seat)
    scopes = table.scopes()
    ahead = () if table.waiting.get(seat) else table.rules.orders.ahead(table.state, seat)
    lasting = {word.verb for word in table.rules.vocabulary if word.policy is not None}
    asked = {verb for d in questions for verb in verbs_for(table, d)} & lasting
    verbs_given = {(o.verb, o.scope.name) for o in table.standing_orders(seat)}
    verbs_held = {verb for verb, _ in verbs_given}
    segment = [line for line in lines if (verb := line.split(" ")[0]) not in asked and verb not in verbs_held]
    usual = next((scope.name for scope in scopes if scope.usual), scopes[-1].name)
    wide = [line for line in lines if (verb := line.split(" ")[0]) in lasting and (verb, usual) not in verbs_given]
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
    lexicon = vocabulary_of(table).grammar.lexicon
    segments = segments_of(table, seat)
    headings = {segment.name: heading_among(segment, segments, lexicon) for segment in segments}
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
    length = Text("as long as nobody writes for your seat") if order.consents else length_of(table.rules, order.scope)
    return StandingLine(text, order.scope.name, order.number, order.scope.coming, length)


def _ended(table: Table[Any], seat: Seat, since: int) -> tuple[StandingLine, ...]:
    """The seat's standing orders whose time has come to its end since its last report."""
    over = [ended.order for ended in table.ended if ended.number > since and ended.order.seat == seat]
    return tuple(_standing(table, order) for order in over)


def receipt_of(context: TableContext, seat: SeatRow, occasion: Occasion, news: Iterable[Event]) -> Receipt:
    """The results of the reader's letter, if it is answered, and of their lines that waited."""
    table, name, letter = context.table, seat.name, occasion.letter
    if not occasion.answers(name):
        return Receipt(newest=seat.receipt, mend=_to_mend(table, occasion, name, news))
    lines, untold = bounded(() if occasion.newcomer else _receipt_lines(table, letter.results), _came_to_nothing)
    refused = any(result.is_refused for result in letter.results)
    own_letter = OwnLetter(table, name, letter.results, untold.numbers) if refused and not table.over else None
    ready, words = lines_ready(table, name, occasion), context.page_for(name).words
    unread = set(untold.numbers)
    late = [result.read for result in letter.results if result.late and not ready and result.number not in unread]
    return Receipt(
        lines=lines,
        untold=untold,
        number=letter.receipt,
        newest=letter.receipt or seat.receipt,
        letter=own_letter.lines if own_letter is not None else (),
        again=own_letter.segments if own_letter is not None else frozenset(),
        ready=ready,
        mend=_to_mend(table, occasion, name, news, late),
        left_out=tuple((each.text, why_left_out(words, each.why)) for each in letter.talk.left_out),
        talks=letter.talk.to_nobody,
        reply=letter.talk.reply,
        left_orders=tuple(occasion.left_orders),
        newcomer=bool(occasion.newcomer),
    )


def lines_ready(table: Table[Any], seat: Seat, occasion: Occasion) -> tuple[FormLine, ...]:
    """The lines of a late letter, for the reply form to send them again; none if the first of them would do nothing now, as
    they are about what is over.
    """
    late = tuple(result.read for result in occasion.letter.results if result.late)
    try:
        return as_offered(table, late) if late and understand(table, seat, late[0]) else ()
    except BadLine:
        return ()


def _to_mend(
    table: Table[Any], occasion: Occasion, seat: Seat, news: Iterable[Event], late: Sequence[str] = ()
) -> tuple[str, ...]:
    """The reader's lines that came to nothing: given up after they had waited, too `late`, or lost by a correction."""
    lost = [line for line, _ in occasion.change.lines_lost.get(seat, ())]
    given_up = [line for line in lines_given_up(table, news) if not is_case(line) and not asks_no_more(table, seat, line)]
    return (*given_up, *late, *lost)


def asks_no_more(table: Table[Any], seat: Seat, line: str) -> bool:
    """Whether nothing asks any more for what a line that had waited was for."""
    try:
        understand(table, seat, line)
    except NotAsked:
        return True
    except BadLine:
        return False
    return False


def lines_given_up(table: Table[Any], news: Iterable[Event]) -> list[str]:
    """The waiting lines that were given up in this Turn: those of earlier Turns are useless now."""
    lines: list[str] = []
    for event in news:
        if table.rules.reports.stamp(table.state, event) is not None:
            lines = []
        if event.name == WAITING_STOPPED:
            lines += [event.data["line"], *event.data["dropped"]]
    return lines


def _receipt_lines(table: Table[Any], results: Sequence[LineResult]) -> tuple[ReceiptLine, ...]:
    """The lines of a letter in the order in which they were written, whatever was done first. Questions beyond the limit are
    refused.
    """
    too_many = set(first_questions(table, asking_lines(results))[1])
    receipt_lines = [
        replace(result, understood="", problem=NOT_ANSWERED) if (result.asks, result.read) in too_many else result
        for result in results
    ]
    lines = [_receipt_line(result, results) for result in receipt_lines]
    return tuple(sorted(lines, key=lambda line: line.number))


def _came_to_nothing(line: ReceiptLine) -> bool:
    """Whether a line can be among those that are only counted. The one at which reading ended is always shown."""
    return line.outcome is not Outcome.DONE and line.problem != TOO_MANY


def _receipt_line(result: LineResult, results: Sequence[LineResult]) -> ReceiptLine:
    outcome = Outcome.DONE if result.accepted else Outcome.REFUSED if result.problem else Outcome.NOT_DONE
    behind = 0 if result.place.waits_for is None else results[result.place.waits_for].number
    text, mended = result.text, result.reading.mended
    if result.reading.code and (result.accepted or codes_in(text)):
        text, mended = f"{result.reading.code}: {mended}", ""
    return ReceiptLine(
        result.number,
        text,
        outcome,
        result.understood,
        result.problem,
        result.nearest,
        mended=mended,
        behind=behind,
        warns=result.notes.warns,
    )


def asking_lines(results: Iterable[LineResult]) -> list[tuple[str, str]]:
    """The lines that ask something of us, each with the word of its question."""
    return [(result.asks, result.read) for result in results if result.asks not in ("", SLIPS, TALKS)]
