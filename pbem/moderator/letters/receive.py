"""One letter, one transaction.

`take_in` keeps the raw letter; only then may the mailbox forget it. `moderate` does all that the letter causes, entries,
Events and outgoing mails, or nothing. A fault in the rules holds the game and keeps the letter for later.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlmodel import Session

from pbem.engine.table import Diverged, Table
from pbem.mail.address import read_message_id
from pbem.mail.letter import Letter
from pbem.mail.reading import read_letter
from pbem.moderator.clock.clock import open_clock
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.identify import Nobody, Unclear, Writer, identify, refused, unproved
from pbem.moderator.desk.tables import load_table, save
from pbem.moderator.letters.admission import HOUR, settle_refused, take_in, tell_of_faults
from pbem.moderator.letters.answering import answer_questions, send_again
from pbem.moderator.letters.bounces import heed_bounce, note_absence
from pbem.moderator.letters.loops import is_loop
from pbem.moderator.letters.reading import Read, read_for_seat
from pbem.moderator.letters.set_aside import set_aside
from pbem.moderator.letters.watching import heed_observer
from pbem.moderator.lines.asking import REPORT, RESEND, is_asking
from pbem.moderator.lines.beginnings import beginnings_of, beginnings_of_games
from pbem.moderator.lines.late import is_late
from pbem.moderator.lines.mending import SLIPS, as_read
from pbem.moderator.lines.play import carry_out, question_line
from pbem.moderator.lines.previews import preview_letter, wants_preview
from pbem.moderator.lines.results import LineResult
from pbem.moderator.reports.notices import answer_letter, name_of, notice, report_fault
from pbem.moderator.reports.notify import Occasion, tell_all
from pbem.orders.foresight.preview import PREVIEW_WORD
from pbem.orders.parse.parts import MOST_LINES, numbered_parts
from pbem.orders.words.headings import HeadingWords, headings_of
from pbem.replay.receipts import give_receipt
from pbem.store import lobby, post, reach
from pbem.store.errors import NotNow
from pbem.store.tables import LetterRow

__all__ = ["moderate", "moderate_all", "take_in", "wants_report"]

log = logging.getLogger(__name__)


def moderate_all(desk: Desk) -> list[str]:
    """Deal with every letter that waits, oldest first. Gives one line a letter; a fault of one stops none of the others."""
    with desk.db.reading() as session:
        waiting = post.pending_ids(session)
    outcomes = [moderate(desk, letter_id) for letter_id in waiting]
    try:
        tell_of_faults(desk)
    except Exception:  # told with the next letters
        log.exception("telling of letters that could not be read")
    return outcomes


def moderate(desk: Desk, letter_id: int) -> str:
    """Deal with one letter, and say in a line what became of it."""
    try:
        with desk.db.writing() as session:
            return _Moderation(session, desk, letter_id).run()
    except NotNow as later:  # nothing is wrong with letter or game: it stays new for the next look
        return f"letter {letter_id}: {later}"
    except Exception as fault:  # whatever a rule or a template does wrong, the letter must not be lost
        log.exception("letter %s", letter_id)
        return set_aside(desk, letter_id, fault)


class _Moderation:
    """One letter on its way through the desk."""

    def __init__(self, session: Session, desk: Desk, letter_id: int) -> None:
        self.session = session
        self.desk = desk
        self.row: LetterRow = post.letter(session, letter_id)
        self.letter: Letter = read_letter(self.row.raw)
        self.read: Read | None = None
        self.headings = HeadingWords()

    def run(self) -> str:
        """Deal with the letter, unless another process of ours has done so meanwhile."""
        if self.row.status != "new":
            return f"letter {self.row.id}: dealt with already"
        if self.letter.bounce_of:
            return self._settle("done", heed_bounce(self.session, self.desk, self.letter))
        if self.letter.vacation:
            return self._settle("done", note_absence(self.session, self.desk, self.letter))
        if self.letter.automatic:
            return self._settle("done", f"automatic mail ({self.letter.automatic}), not answered")
        writer = identify(self.session, self.desk, self.letter)
        if not isinstance(writer, Writer):
            return self._refuse(writer)
        if refused(writer, self.letter):
            return self._turn_away(writer)
        if why := unproved(writer, self.row.raw):
            return self._turn_away(writer, why)
        self.row.game_id, self.row.seat = writer.game.id, writer.seat.name
        self.headings = headings_of(self.desk.rules_of(writer.game))
        self.session.flush()
        if post.seat_letters_since(self.session, self.row, self._an_hour_ago) > self.desk.letters_per_hour:
            limit = str(self.desk.letters_per_hour)
            notice(self.session, self.desk, writer, self.letter, self.row, "flood", hourly=True, limit=limit)
            return self._stop_flood()
        reach.has_written(self.session, writer.seat)
        self._read_for(writer)
        if not self.letter.lines and is_loop(self.session, self.row):
            return self._settle("dead", "the third letter in a row that says the same and orders nothing: not answered")
        return self._from_player(writer)

    def _read_for(self, writer: Writer) -> None:
        """Read the letter as an answer to what was written to its seat."""
        try:
            table = load_table(self.session, self.desk, writer.game)
        except Diverged:
            table = None
        words = beginnings_of_games(self.desk.games) if table is None else beginnings_of(table)
        self.read = read_for_seat(self.session, writer.game.id, writer.seat.name, self.letter, self.row, table, words)
        self.letter = replace(self.letter, lines=self.read.lines)
        self.row.answers = self.read.answered.message_id if self.read.answered is not None else ""
        self.row.typed = self.read.typed

    def _settle(self, status: post.Settled, outcome: str) -> str:
        post.settle(self.session, self.row.id, status, outcome)
        return f"letter {self.row.id}: {outcome}"

    @property
    def _an_hour_ago(self) -> datetime:
        return self.desk.now() - HOUR

    def _stop_flood(self) -> str:
        """Letters beyond the limit wait for `pbem letters retry`."""
        return self._settle("dead", f"more than {self.desk.letters_per_hour} letters in an hour, not dealt with")

    def _turn_away(self, writer: Writer | Nobody | Unclear, why: str = "") -> str:
        told = settle_refused(self.session, self.desk, self.letter, self.row, writer, why)
        return f"letter {self.row.id}: {told}"

    def _refuse(self, nobody: Nobody | Unclear) -> str:
        """Strangers get no answer; a player we know is told how to write, at the registered address only.

        An observer is told that they have no orders to give, or get no more letters.
        """
        if post.letters_since(self.session, self.row, self._an_hour_ago) > self.desk.letters_per_hour:
            return self._stop_flood()
        is_player = bool(nobody.known)
        if isinstance(nobody, Nobody) and (
            outcome := heed_observer(self.session, self.desk, self.letter, self.row, player=is_player)
        ):
            return self._settle("done", outcome)
        for writer in nobody.told:
            facts: dict[str, Any] = {"because": nobody.because, "seats": nobody.seats_of(writer)}
            notice(self.session, self.desk, writer, self.letter, self.row, nobody.kind, **facts)
        return self._turn_away(nobody)

    def _from_player(self, writer: Writer) -> str:
        if (table := self._table_to_look_at(writer)) is not None:
            return self._preview(writer, table)
        if writer.game.status != "playing" and (answered := self._answer_while_stopped(writer)):
            return answered
        if writer.game.status == "over":
            notice(self.session, self.desk, writer, self.letter, self.row, "over")
            return self._settle("done", f"{writer.game.name} is over")
        if writer.game.status == "held":
            notice(self.session, self.desk, writer, self.letter, self.row, "held")
            return self._settle("held", f"{writer.game.name} is held: {writer.game.held_because}")
        return self._play(writer)

    def _table_to_look_at(self, writer: Writer) -> Table[Any] | None:
        """The game, for a letter that wants a preview. What keeps it from one is met again where letters are played."""
        wanted = wants_preview(line.text for line in self.letter.lines)
        if not wanted or self._is_too_long:
            return None
        try:
            return load_table(self.session, self.desk, writer.game)
        except Diverged:
            return None

    def _preview(self, writer: Writer, table: Table[Any]) -> str:
        """Say what the lines would come to, and answer those that ask. Nothing is carried out, nothing counts as told."""
        asked = [(part, question_line(table, *part)) for part in self._parts()]
        if questions := [question for _, question in asked if question is not None and question.asks != SLIPS]:
            self._answer(writer, table, questions)
        lines = [part for part, question in asked if question is None or question.asks == SLIPS]
        page = self.desk.page_for(writer.game, writer.seat.name)
        try:
            content = preview_letter(page, writer.game.name, table, writer.seat.name, lines)
        except Exception as fault:  # a rule's fault on a trial run: the game itself is sound and goes on
            log.exception("letter %s", self.row.id)
            return self._no_preview(writer, f"{type(fault).__name__}: {fault}")
        answer_letter(self.session, self.desk, writer, self.letter, self.row, PREVIEW_WORD, content)
        return self._settle("done", f"{writer.game.name} {writer.seat.name}: a preview")

    def _no_preview(self, writer: Writer, fault: str) -> str:
        notice(self.session, self.desk, writer, self.letter, self.row, "no_preview")
        report_fault(self.session, self.desk, writer, self.row, fault, kind="preview_fault")
        return self._settle("done", f"{writer.game.name} {writer.seat.name}: no preview: {fault}")

    def _answer_while_stopped(self, writer: Writer) -> str:
        """Answer the questions of a letter to a game that is held or over; "" where there is none to answer.

        Its orders are told why they are not carried out; those to a held game are kept.
        """
        if (table := self._table_for_questions(writer)) is None:
            return ""
        over = writer.game.status == "over"
        why = "the game is over" if over else "the game is held: this line is kept until it goes on"
        results = [question_line(table, *part) or LineResult(*part, problem=why) for part in self._parts()]
        told = self._answer(writer, table, results)
        return self._settle("done" if over or all(r.asks for r in results) else "held", told)

    def _table_for_questions(self, writer: Writer) -> Table[Any] | None:
        if self._is_too_long:
            return None
        try:
            table = load_table(self.session, self.desk, writer.game)
        except Diverged:
            return None
        return table if any(question_line(table, *part) for part in self._parts()) else None

    @property
    def _is_too_long(self) -> bool:
        """Whether a letter is longer than is read: then only its header may be here."""
        return max(self.row.size, len(self.row.raw)) > self.desk.max_letter_bytes

    def _parts(self) -> list[tuple[int, str]]:
        """The orders and questions of the letter, each with the number of its line."""
        return numbered_parts(((line.number, line.text) for line in self.letter.lines), self.headings)[:MOST_LINES]

    def _answer(self, writer: Writer, table: Table[Any], results: list[LineResult], stale: str = "") -> str:
        """Write a letter with answers alone, and say in a line what became of the letter."""
        id_ = name_of(self.desk, self.row, "answers")
        occasion = Occasion(id_, self.row.id, writer.seat.name, self.letter.message_id, results, stale=stale)
        self._send_again(writer, table, results)
        answer_questions(self.session, self.desk, writer, table, self.row, occasion)
        return f"{writer.game.name} {writer.seat.name}: {sum(bool(r.asks) for r in results)} questions answered"

    def _send_again(self, writer: Writer, table: Table[Any], results: list[LineResult]) -> None:
        """The newest report once more, if a line asks for it."""
        if any(result.asks == RESEND for result in results):
            send_again(self.session, self.desk, writer, table, self.row)

    def _play(self, writer: Writer) -> str:
        if self._is_too_long:
            notice(self.session, self.desk, writer, self.letter, self.row, "too_long")
            return self._settle("done", f"{self.row.size} bytes are more than are read")
        table = load_table(self.session, self.desk, writer.game)
        if (twin := self._twin(table)) is not None:
            notice(
                self.session, self.desk, writer, self.letter, self.row, "again", when=f"{twin.received:%d %b %Y %H:%M} UTC"
            )
            return self._settle("done", f"the lines of letter {twin.id} once more, not carried out again")
        late_for = self._late_for(table, writer)
        first, stale = table.next_number, self._stale(table)
        results = self._carry_out(table, writer, late_for)
        late = any(result.late for result in results)
        if results and all(result.asks for result in results) and not wants_report(results):
            return self._settle("done", self._answer(writer, table, results, stale))
        receipt = self._receipt(table, writer, results)
        if any(e.number >= first for e in table.entries):
            save(self.session, writer.game, table, first, self.row.id, self.desk.now())
        occasion = Occasion(
            name_of(self.desk, self.row, "letter"),
            self.row.id,
            writer.seat.name,
            self.letter.message_id,
            results,
            receipt,
            self._oddity(),
            "" if late else stale,
            began=first,
            late=late,
            left_out=self.read.worth_telling if self.read is not None else (),
            source=self.read.source if self.read is not None else "",
        )
        self._send_again(writer, table, results)
        tell_all(self.session, self.desk, writer.game, table, occasion)
        good = sum(r.accepted for r in results)
        return self._settle("done", f"{writer.game.name} {writer.seat.name}: {good} of {len(results)} lines accepted")

    def _twin(self, table: Table[Any]) -> LetterRow | None:
        """The letter that came before with the same lines, in answer to the same mail, unless this one means them anew."""
        assert self.read is not None
        meant = self.read.means_again or self.read.means_now
        asking = all(is_asking(table, text) for _, text in self._parts())
        return None if meant or asking else post.same_letter(self.session, self.row)

    def _late_for(self, table: Table[Any], writer: Writer) -> object:
        """What was asked in the report that this letter answers, if it is too late for that; else None."""
        assert self.read is not None
        answered = self.read.answered
        if answered is None or self.read.means_now:
            return None
        then = post.asked_by(self.session, answered)
        return then if is_late(table, writer.seat.name, then) else None

    def _stale(self, table: Table[Any]) -> str:
        """The turn of the report that this letter answers, if the game has gone on since; else ""."""
        ours = (read_message_id(self.desk.secret, reference) for reference in self.letter.references)
        answered = next((parts for parts in ours if parts is not None), ())
        turn = answered[3] if len(answered) > 3 else ""
        return turn if turn != table.rules.turn(table.state) else ""

    def _carry_out(self, table: Table[Any], writer: Writer, late_for: object) -> list[LineResult]:
        """The lines, with the player's salt in front of their first accepted letter's."""
        lines = [(line.number, line.text) for line in self.letter.lines]
        clock = open_clock(self.session, writer.game.id, self.desk.now())
        if not lines or writer.seat.name in table.salts:
            return carry_out(table, writer.seat.name, lines, clock, late_for=late_for)
        parts = as_read(table, writer.seat.name, self._parts())
        orders = [part for part in parts if question_line(table, *part) is None]
        trial = carry_out(table.fork(), writer.seat.name, orders[:1], clock, late_for=late_for)
        if trial and trial[0].accepted:
            table.salt(writer.seat.name, salt_from(self.letter.message_id, [text for _, text in lines]))
        return carry_out(table, writer.seat.name, lines, clock, late_for=late_for)

    def _oddity(self) -> str:
        """Why a letter has no order lines: the name of the note that explains it, or "" for one that has some."""
        if self.letter.lines:
            return ""
        if self.read is not None and self.read.form:
            return self.read.form
        if self.letter.unreadable:
            return "unreadable"
        return "attachment" if self.letter.attachments else "empty"

    def _receipt(self, table: Table[Any], writer: Writer, results: list[LineResult]) -> str:
        """The receipt of this letter, "" if none of its orders was carried out."""
        orders = [result.understood for result in results if result.ordered]
        if not orders:
            return ""
        receipt = give_receipt(table, writer.game.commitment, writer.seat.name, writer.seat.receipt, orders)
        lobby.set_receipt(self.session, writer.seat.id, receipt)
        return receipt


def wants_report(results: Sequence[LineResult]) -> bool:
    """Whether a line asks for the whole report."""
    return any(result.asks == REPORT for result in results)


def salt_from(message_id: str, texts: Sequence[str]) -> str:
    """A player's share in the dice: 32 hex digits of the SHA-256 over his Message-ID and his lines."""
    return sha256("\n".join([message_id, *texts]).encode()).hexdigest()[:32]
