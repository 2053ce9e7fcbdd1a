"""What a player's letter is for: a preview, answers to its questions, messages, or orders to be carried out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pbem.engine.agreements.offers import RESIGNED, Offer, is_signature
from pbem.engine.decision import Seat
from pbem.engine.log.changes import whole_log
from pbem.engine.log.entry import EntryKind
from pbem.engine.played_log import Diverged
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.moderator.clock.deadline_changes import hold_if_abandoned
from pbem.moderator.core.context import LetterOutcome
from pbem.moderator.core.games import load_table
from pbem.moderator.core.line_results import TALKS, LineResult
from pbem.moderator.core.setups import with_language
from pbem.moderator.deadlines.time_sentences import news_for, written
from pbem.moderator.playing.letter_log import (
    duplicate_of,
    give_share,
    hear_player,
    only_asks,
    receipt_for,
    report_if_late,
    share_counts,
    since_report,
    stale_turn,
    strike_from,
    unseen_offers,
    write_entries,
    write_some,
)
from pbem.moderator.playing.order_lines import carry_out_lines, question_line
from pbem.moderator.playing.previews import preview_lines
from pbem.moderator.reading.letter_lines import LineKind
from pbem.moderator.reading.letter_words import SLIPS
from pbem.moderator.reading.query_words import (
    ADDRESS,
    LANGUAGE,
    NO_LANGUAGE,
    ONE_ADDRESS,
    REPORT,
    RESEND,
    address_in,
    language_in,
)
from pbem.moderator.reading.seat_letter import ReadLetter
from pbem.moderator.reports.notices import MasterMail, answer_letter, name_of, notice, report_fault, tell_gamemaster
from pbem.moderator.reports.notify import answer_questions, deliver, send_again, tell_all, tell_news
from pbem.moderator.reports.occasion import AnsweredLetter, Occasion, Talk, why_left_out
from pbem.moderator.seats.addresses import ask_address, why_not_asked
from pbem.moderator.talk.messages import (
    IN_PREVIEW,
    NOT_AGAIN,
    Messages,
    speak,
)
from pbem.moderator.talk.seat_log import given_ahead, last_order
from pbem.orders.carry.preview import PREVIEW_WORD
from pbem.store.games import lobby
from pbem.store.mail import outbox

log = logging.getLogger(__name__)
LANGUAGE_LINES = ("language english", "language german")


@dataclass(frozen=True)
class PlayedLetter:
    """A letter whose lines have been carried out: what became of each, its messages, the number of its `first` entry, and
    the turn of the report that it answers if the game has gone on since (`stale`).
    """

    letter: ReadLetter
    results: Sequence[LineResult]
    messages: Messages
    first: int
    stale: str


def play(letter: ReadLetter) -> LetterOutcome:
    """Do what a letter is for, and say what became of it. Raises Diverged where its game cannot be restored."""
    if (verdict := _unplayed(letter)) is not None:
        return verdict
    at_table, seat, lines = letter.at_table, letter.context.seat.name, letter.read.lines
    late_for, stale, first = report_if_late(letter), stale_turn(letter), letter.table.next_number
    hear_player(letter)  # before its lines: what a regency consents to its player does not
    share = give_share(letter)
    known = since_report(letter, at_table.table)
    unseen = unseen_offers(letter)
    results = carry_out_lines(at_table.table, seat, lines, at_table.clock, late_for=late_for, since=known, unseen=unseen)
    if share is not None and not share_counts(letter, results) and not at_table.table.without_share(share):
        at_table = letter.context.at(load_table(letter.context))
        hear_player(replace(letter, game=at_table))
        known = since_report(letter, at_table.table)
        results = carry_out_lines(at_table.table, seat, lines, at_table.clock, late_for=late_for, since=known, unseen=unseen)
    letter = replace(letter, game=at_table)
    messages = speak(letter.context, letter.read.to_send, allies=_allies(letter), again=letter.read.means_again)
    results = [*_with_choices(letter, results), *messages.results]
    return _answered(PlayedLetter(letter, results, messages, first, stale))


def _unplayed(letter: ReadLetter) -> LetterOutcome | None:
    """The outcome of a letter of which nothing is carried out; None for one to be played. Raises Diverged."""
    context, game = letter.context, letter.context.game
    if letter.can_be_played and letter.read.lines.previews:
        return _preview(letter)
    if (
        letter.can_be_played
        and game.status != "playing"
        and (letter.read.message_blocks or any(map(only_asks, letter.lines)))
    ):
        return _answer_while_stopped(letter)
    if game.status == "over":
        notice(context, "over")
        return letter.settled("done", f"{game.name} is over")
    if game.status == "held":
        notice(context, "held")
        return letter.settled("held", f"{game.name} is held: {game.held_because}")
    if letter.is_too_long:
        notice(context, "too_long")
        return letter.settled("done", f"{context.row.size} bytes are too many")
    if letter.at_table and (same := duplicate_of(letter)) is not None:
        _hear_unplayed(letter)
        notice(context, "again", when=f"{same.received:%d %b %Y %H:%M} UTC")
        return letter.settled("done", f"repeats letter {same.id}, not carried out again")
    return None


def _allies(letter: ReadLetter) -> tuple[Seat, ...]:
    """The writer's present allies by the rules; none if the game cannot be restored."""
    if isinstance(letter.game, Diverged):
        return ()
    table = letter.table
    return table.rules.allies(table.state, letter.context.seat.name)


# Previews and questions


def _preview(letter: ReadLetter) -> LetterOutcome:
    """Answer with the effect that the lines would have, and with answers to questions. Nothing is carried out, and nothing
    counts as reported.
    """
    context, lines = letter.context, letter.read.lines
    _hear_unplayed(letter)
    if questions := [question_line(line) for line in letter.lines if line.kind is LineKind.QUESTION]:
        _answer(letter, _with_choices(letter, questions))
    rest = replace(lines, all=tuple(line for line in letter.lines if line.kind is not LineKind.QUESTION))
    try:
        page = context.page_for(context.seat.name)
        left_out = [(each.text, why_left_out(page.words, each.why)) for each in letter.read.worth_telling]
        unsent = [(each.text, each.problem) for each in speak(context, letter.read.to_send, IN_PREVIEW).results]
        content = preview_lines(page, context.game.name, letter.table, context.seat.name, rest, left_out, unsent)
    except Exception as fault:  # a rule's fault on a trial run: the game itself is sound and goes on
        note_fault(fault, f"a preview of letter {context.row.id}")
        return _no_preview(letter, f"{type(fault).__name__}: {fault}")
    answer_letter(context, PREVIEW_WORD, content)
    return letter.settled("done", f"{letter.whose}: a preview")


def _hear_unplayed(letter: ReadLetter) -> None:
    """Note that the player has written when a letter has no other effect: a preview, a question to a game on hold, a letter
    sent twice. While a game is on hold no clock is set.
    """
    first = letter.table.next_number
    if letter.context.game.status == "playing":
        hear_player(letter)
        write_entries(letter, first)
        _tell_heard(letter, first)
    elif letter.context.game.status == "held":
        hear_player(letter)
        write_some(letter, first, letter.table.next_number)


def _no_preview(letter: ReadLetter, fault: str) -> LetterOutcome:
    """The outcome of a preview at which the rules failed: their Table cannot be used again."""
    notice(letter.context, "no_preview")
    report_fault(letter.context, fault, kind="preview_fault")
    return LetterOutcome("done", f"{letter.whose}: no preview: {fault}")


def _answer_while_stopped(letter: ReadLetter) -> LetterOutcome:
    """Answer the questions of a letter to a game that is held or over.

    The answer says why its orders are not carried out; those to a game on hold wait.
    """
    over = letter.context.game.status == "over"
    _hear_unplayed(letter)
    why = Text("the game is over") if over else Text("the game is on hold: this line is kept until it goes on")
    results = [
        question_line(line) if only_asks(line) else LineResult(line.number, line.typed, problem=why) for line in letter.lines
    ]
    why_not = NOT_AGAIN if duplicate_of(letter) is not None else ""
    again = letter.read.means_again
    spoken = speak(letter.context, letter.read.to_send, why_not, allies=_allies(letter), again=again)
    outcome = _answer(letter, [*_with_choices(letter, results), *spoken.results])
    deliver(letter.context, spoken)
    return letter.settled("done" if over or all(result.asks for result in results) else "held", outcome)


def _answer(letter: ReadLetter, results: Sequence[LineResult], stale: str = "", began: int = 0) -> str:
    """Queue a mail with answers alone; gives the outcome of the letter."""
    context = letter.context
    id_ = name_of(context.desk, context.row, "answers")
    occasion = Occasion(id_, _as_answered(letter, results, stale=stale), began=began)
    _send_besides(letter, results)
    answer_questions(context, letter.at_table, occasion)
    return f"{letter.whose}: {sum(bool(result.asks) for result in results)} questions answered"


def _with_choices(letter: ReadLetter, results: Sequence[LineResult]) -> list[LineResult]:
    """The results, after lines about the writer's own mails (address, language) have taken effect."""
    return [_with_language(letter, result) for result in _with_addresses(letter, results)]


def _with_language(letter: ReadLetter, result: LineResult) -> LineResult:
    """The result of a line that names a language. It takes effect at once, so that the answer is in that language; a
    language without translations is refused. If the letter was answered while its game was on hold the line took effect
    then, and a later letter may have changed it.
    """
    language = language_in(result.read.partition(" ")[2]) if result.asks == LANGUAGE else ""
    if not language:
        return result
    context = letter.context
    if language not in context.desk.page.languages:
        return replace(result, understood="", problem=NO_LANGUAGE, nearest=LANGUAGE_LINES, asks=TALKS)
    answers = outbox.mails_to(context.session, context.game.id, context.seat.name, "answers")
    if any(mail.letter_id == context.row.id for mail in answers):
        return replace(result, reading=replace(result.reading, mended=LANGUAGE))
    context.game.options = with_language(context.game.options, context.seat.name, language)
    context.writes.do(partial(lobby.set_options, context.session, context.game.id, context.game.options))
    return result


def _with_addresses(letter: ReadLetter, results: Sequence[LineResult]) -> list[LineResult]:
    """The results. A new address is refused if no mail will go to it; of several all but the first are."""
    asked = [place for place, result in enumerate(results) if result.asks == ADDRESS and _address_of(result) is not None]
    checked = list(results)
    for place in asked:
        checked[place] = _refused_address(letter, checked[place], is_first=place == asked[0])
    return checked


def _address_of(result: LineResult) -> str | None:
    """The address that a line names, if it is one."""
    return address_in(result.read.partition(" ")[2])


def _refused_address(letter: ReadLetter, result: LineResult, *, is_first: bool) -> LineResult:
    why = why_not_asked(letter.context, _address_of(result) or "") if is_first else ONE_ADDRESS
    return replace(result, understood="", problem=why, asks=TALKS) if why else result


def _send_besides(letter: ReadLetter, results: Sequence[LineResult]) -> None:
    """What lines ask for that comes in a mail of its own: the newest report again, a mail to a new address."""
    if any(result.asks == RESEND for result in results):
        send_again(letter.context, letter.at_table)
    for result in results:
        if result.asks == ADDRESS and (address := _address_of(result)) is not None:
            ask_address(letter.context, address)


# Orders


def _answered(played: PlayedLetter) -> LetterOutcome:
    """Write what a letter has done, and report it to everybody."""
    letter, results, messages = played.letter, played.results, played.messages
    if only_questions(results) and not wants_report(results):
        write_entries(letter, played.first)
        _tell_heard(letter, played.first)
        outcome = _answer(letter, results, played.stale, played.first)
        deliver(letter.context, messages)
        return letter.settled("done", outcome)
    if (wanted := letter.table.offers.agreed_back()) is not None:
        return _take_back(played, wanted)
    receipt = receipt_for(letter, results)
    write_entries(letter, played.first)
    _send_besides(letter, results)
    id_ = name_of(letter.context.desk, letter.context.row, "letter")
    answered = _as_answered(letter, played.results, receipt, played.stale, played)
    occasion = Occasion(id_, answered, began=played.first)
    _tell_of_resigning(played)
    deliver(letter.context, messages, tell_all(letter.at_table, occasion))
    hold_if_abandoned(letter.at_table)
    good = sum(result.accepted for result in results)
    return letter.settled("done", f"{letter.whose}: {good} of {len(results)} lines accepted")


def _tell_heard(letter: ReadLetter, first: int) -> None:
    """Tell the other players that the writer's seat is no longer a regency, if this letter causes no other mail to them."""
    context, occasion = letter.at_table, name_of(letter.context.desk, letter.context.row, "heard")
    for seat in lobby.seats(context.session, context.game.id):
        clock = context.clock.speaking(context.page_for(seat.name).words)
        if news := news_for(clock, context.table, seat.name, first):
            tell_news(context, seat, occasion, news)


def _tell_of_resigning(played: PlayedLetter) -> None:
    """Tell the game master that a player has given up a game that goes on: they decide what becomes of the seat."""
    context = played.letter.context
    fresh = (entry for entry in played.letter.table.entries if entry.number >= played.first)
    resigned = any(entry.kind is EntryKind.OFFER and entry.key == RESIGNED for entry in fresh)
    if resigned and not played.letter.table.over:
        facts: dict[str, Any] = {"seat": context.seat.name, "player": context.seat.player}
        occasion = name_of(context.desk, context.row, RESIGNED)
        tell_gamemaster(context, context.game, RESIGNED, occasion, MasterMail(context.row.id), **facts)


def _take_back(played: PlayedLetter, wanted: Offer) -> LetterOutcome:
    """Take back a player's last order, as all have agreed, and tell all players."""
    letter, table = played.letter, played.letter.table
    context, number = letter.context, last_order(table, wanted.seat)
    write_entries(letter, played.first)
    context.writes.flush(context.session)
    whole = whole_log(table.entries)
    since = [entry for entry in whole if entry.number >= number]
    kept_entries = [entry for entry in since if given_ahead(entry, wanted.seat) or is_signature(entry)]
    why = f"{written(wanted.seat)} has asked to take the last order back, and all agree"
    strike_from(context, number, why, _as_answered(played.letter, played.results, played=played), kept_entries)
    deliver(context, played.messages, table.seats)
    return letter.settled("done", f"{letter.whose}: agreed to take an order back")


def _as_answered(
    letter: ReadLetter, results: Sequence[LineResult], receipt: str = "", stale: str = "", played: PlayedLetter | None = None
) -> AnsweredLetter:
    """The letter for the reports that answer it. If it was `played`, with its messages and why it has no orders."""
    context, read = letter.context, letter.read
    return AnsweredLetter(
        id=context.row.id,
        sender=context.seat.name,
        message_id=context.letter.message_id,
        results=results,
        receipt=receipt,
        oddity=letter.oddity if played else "",
        stale="" if any(result.late for result in results) else stale,
        talk=Talk(
            left_out=read.worth_telling, asks_nobody=read.asks_nobody, to_nobody=read.talks_to_nobody, reply=read.reply
        ),
        source=read.source,
        messages=played.messages.signed if played else (),
        by_gamemaster=context.by_gamemaster if played else False,
    )


def only_questions(results: Sequence[LineResult]) -> bool:
    """Whether the lines only ask, at least one of them: `mend slips` by itself asks nothing."""
    return all(result.asks for result in results) and any(result.asks != SLIPS for result in results)


def wants_report(results: Sequence[LineResult]) -> bool:
    """Whether a line asks for the whole report."""
    return any(result.asks == REPORT for result in results)


# Messages
