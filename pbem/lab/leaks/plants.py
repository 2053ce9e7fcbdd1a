"""Planted leaks of kinds that any game can have: each reveals to a reader, in one place, something that they must not know.

They are for finding out whether twin worlds show them. A game's own are in its Trial.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Any
from zlib import crc32

from sqlalchemy import func
from sqlmodel import col, select

from pbem.engine.agreements.offers import OfferBook
from pbem.engine.decision import Die, Seat, Shuffle
from pbem.engine.dice import SEAL_DIGITS, Mixed, RollId
from pbem.engine.event import Event
from pbem.engine.game.rules import Rules
from pbem.engine.log.record import PUBLIC, Record, Seal, Sealed
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.lab.trial import Hidden, Plant, Put
from pbem.mail.letter import Attachment, Draft
from pbem.mail.writing import write_letter
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.playing import previews
from pbem.moderator.reading import answers as answering
from pbem.moderator.reading import asking
from pbem.moderator.reports import notices, notify, public_report, report_building, report_parts
from pbem.moderator.reports import report_parts as reports_records
from pbem.moderator.reports.report_building import build_report
from pbem.moderator.talk import deal_sentences
from pbem.moderator.talk.messages import Message
from pbem.orders.carry import preview as foresight
from pbem.orders.carry.preview import Preview
from pbem.orders.words.lines import line_of
from pbem.render.content import Content
from pbem.render.picture.draw import draw
from pbem.render.report import Asked, Report, write_report
from pbem.render.templates.phrases import Chapter
from pbem.store.games import lobby
from pbem.store.mail import outbox
from pbem.store.tables.mail import MessageRow

SMALL = 7
"""Numbers that plants tell are smaller."""
ANYTHING = tuple(map(str, range(SMALL)))
Tell = Callable[[Table[Any], Seat], str]
"""What is told to a seat."""


# What they tell


def others(table: Table[Any], seat: Seat) -> list[Seat]:
    """All but the seat."""
    return [other for other in table.seats if other != seat]


def first_of(table: Table[Any], seat: Seat) -> str:
    """What comes first of the first thing that the game hides; where it hides none, how the others' decks will lie."""
    things = _things(table, seat, 0)
    return things[0] if things else ""


def a_number(table: Table[Any], seat: Seat) -> str:
    """A small number that follows from all that the game hides."""
    return str(crc32(" ".join(lab_of(table.rules).trial.things(table.state, seat)).encode()) % SMALL)


def second(table: Table[Any], seat: Seat) -> str:
    """All of the second thing that the game hides, or of the first if there is only one."""
    return " ".join(_things(table, seat, 1))


def _things(table: Table[Any], seat: Seat, place: int) -> list[str]:
    named: list[Hidden] = [each for each in lab_of(table.rules).trial.secrets if each.things is not Hidden("").things]
    return list(named[place % len(named)].things(table.state, seat)) if named and seat in table.seats else []


def ahead(table: Table[Any], seat: Seat) -> str:
    """How many standing orders and waiting lines the others have."""
    return str(sum(len(table.book.of(each)) + len(table.waiting.get(each, ())) for each in others(table, seat)))


def begun(table: Table[Any], seat: Seat) -> str:
    """How many answers the others have begun."""
    return str(sum(about[0] != seat for about in table.drafts))


def given(table: Table[Any], seat: Seat) -> str:
    """What the others have answered in secret."""
    return " ".join(str(answer) for each in others(table, seat) for _, answer in table.given_by(each))


def offered(table: Table[Any], seat: Seat) -> str:
    """How many offers are open that do not concern the seat, and how many others have agreed to in advance."""
    book = table.offers
    return str(sum(seat not in each.parties for each in table.open_offers) + sum(each.seat != seat for each in book.ahead))


def unseen(table: Table[Any], seat: Seat) -> str:
    """A small number that follows from the Events that the seat may not see."""
    return str(crc32(str([news.event.data for news in table.news if not news.event.visible_to(seat)]).encode()) % SMALL)


def next_die(table: Table[Any], seat: Seat) -> str:
    """A die to come."""
    return str(
        table.chance(RollId(table.rules.turn(table.state), "die", seat, 1), Die(), table.shares.into(RollId("", "", "", 1)))
    )


def next_card(table: Table[Any], seat: Seat) -> str:
    """What would come first if something was shuffled now."""
    return str(table.chance(RollId(table.rules.turn(table.state), "deck", seat, 1), Shuffle(ANYTHING), Mixed())[0])


# Where they tell it


def in_report(change: Callable[[Report, str, Table[Any]], Report], tell: Tell) -> Callable[[Rules[Any], Put], Rules[Any]]:
    """In a field of the reader's reports."""

    def grow(rules: Rules[Any], put: Put) -> Rules[Any]:
        build = build_report

        def telling(context: Any, seat: Any, *rest: Any) -> Report:
            report = build(context, seat, *rest)
            return report if context.table.over else change(report, tell(context.table, seat.name), context.table)

        put(notify, "build_report", telling)
        return rules

    return grow


def in_mail(change: Callable[[Draft, str], Draft], tell: Tell) -> Callable[[Rules[Any], Put], Rules[Any]]:
    """In mails that follow a report."""

    def grow(rules: Rules[Any], put: Put) -> Rules[Any]:
        build, secret = build_report, [""]

        def spying(context: Any, seat: Any, *rest: Any) -> Report:
            secret[0] = "" if context.table.over else tell(context.table, seat.name)
            return build(context, seat, *rest)

        put(notify, "build_report", spying)
        put(notices, "write_letter", lambda draft, *rest: write_letter(change(draft, secret[0]), *rest))
        return rules

    return grow


def in_answers(word: str, tell: Tell) -> Callable[[Rules[Any], Put], Rules[Any]]:
    """In answers to lines that ask with this word."""

    def grow(rules: Rules[Any], put: Put) -> Rules[Any]:
        answer = asking.answers

        def telling(inquiry: Any, asked: Iterable[Any]) -> tuple[Asked, ...]:
            extra = Chapter(0, "", [tell(inquiry.table, inquiry.report.seat)])
            honest = answer(inquiry, asked)
            return tuple(replace(a, chapters=(*a.chapters, extra)) if a.line.startswith(word) else a for a in honest)

        put(report_building, "answers", telling)
        return rules

    return grow


def in_previews(tell: Tell) -> Callable[[Rules[Any], Put], Rules[Any]]:
    """Behind each line that is looked at."""

    def grow(rules: Rules[Any], put: Put) -> Rules[Any]:
        preview = foresight.preview

        def telling(table: Table[Any], seat: Seat, lines: Any, *, mends: bool) -> Preview:
            seen = preview(table, seat, lines, mends=mends)
            extra = tell(table, seat)
            return replace(seen, lines=tuple(replace(line, words=(*line.words, extra)) for line in seen.lines))

        put(previews, "preview", telling)
        return rules

    return grow


def note(report: Report, secret: str, _table: Table[Any]) -> Report:
    """Among the notes."""
    return replace(report, notes=replace(report.notes, lines=(*report.notes.lines, secret)))


def nearest(report: Report, secret: str, _table: Table[Any]) -> Report:
    """Among what is nearest to a line that is refused."""
    lines = tuple(replace(line, nearest=(*line.nearest, secret)) if line.problem else line for line in report.receipt.lines)
    return replace(report, receipt=replace(report.receipt, lines=lines))


def turned(report: Report, secret: str, _table: Table[Any]) -> Report:
    """The lines of questions, and what can be chosen, the other way round."""
    if int(secret) % 2:
        return report
    asked = tuple(replace(q, examples=q.examples[::-1], choices=q.choices[::-1]) for q in report.form.questions)
    return replace(report, form=replace(report.form, questions=asked))


def without_wait(report: Report, secret: str, _table: Table[Any]) -> Report:
    """Who is waited for: nobody who has begun."""
    return replace(report, clock=replace(report.clock, waiting_for=())) if int(secret) else report


def due(report: Report, secret: str, _table: Table[Any]) -> Report:
    """A deadline that is a minute later or not."""
    moved = replace(report.clock, due=report.clock.due.replace(":0", ":1"))
    return replace(report, clock=moved) if crc32(secret.encode()) % 2 else report


def subject(draft: Draft, secret: str) -> Draft:
    """The Subject line."""
    return replace(draft, subject=f"{draft.subject} ({secret})")


def message_id(draft: Draft, secret: str) -> Draft:
    """The Message-ID."""
    return replace(draft, message_id=draft.message_id.replace("@", f".{secret}@"))


def references(draft: Draft, secret: str) -> Draft:
    """The thread."""
    return replace(draft, references=(*draft.references, f"<{secret}@pbem.test>"))


def padding(draft: Draft, secret: str) -> Draft:
    """How long the mail is, by spaces that nobody sees."""
    return replace(draft, html=f"{draft.html or ''}{' ' * len(secret)}")


def comment(draft: Draft, secret: str) -> Draft:
    """A comment in the HTML."""
    return replace(draft, html=f"{draft.html or ''}<!-- {secret} -->")


def attribute(draft: Draft, secret: str) -> Draft:
    """An attribute in the HTML."""
    return replace(draft, html=(draft.html or "").replace("<body", f'<body data-n="{secret}"', 1))


def alt_text(draft: Draft, secret: str) -> Draft:
    """The picture in words."""
    return replace(draft, html=re.sub('alt="', f'alt="{secret} ', draft.html or ""))


def attachment(draft: Draft, secret: str) -> Draft:
    """The name of a file that comes along."""
    return replace(draft, attachments=(*draft.attachments, Attachment(f"notes-{secret}.txt", "text/plain", b"none")))


def dots(rules: Rules[Any], put: Put) -> Rules[Any]:
    """Dots in the picture."""
    look, seen = report_parts.picture_for, [""]

    def looking(table: Table[Any], seat: Seat) -> Any:
        seen[0] = first_of(table, seat)
        return look(table, seat)

    put(report_parts, "picture_for", looking)
    put(
        report_parts,
        "draw",
        lambda picture: draw(replace(picture, subtitle=picture.subtitle + "." * (crc32(seen[0].encode()) % SMALL))),
    )
    return rules


def calendar(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The number of the calendar entry counts all that was written."""
    put(Clock, "entries_about", lambda _clock, table, _seat: len(table.entries))
    return rules


def later(tell: Tell) -> Callable[[Rules[Any], Put], Rules[Any]]:
    """A mail is sent some seconds later."""

    def grow(rules: Rules[Any], put: Put) -> Rules[Any]:
        build, queue, wait = build_report, outbox.queue, [0]

        def spying(context: Any, seat: Any, *rest: Any) -> Report:
            wait[0] = int(tell(context.table, seat.name))
            return build(context, seat, *rest)

        put(notify, "build_report", spying)

        def delayed(session: Any, *mails: outbox.NewMail) -> None:
            queue(session, *(replace(mail, now=mail.now + timedelta(seconds=wait[0])) for mail in mails))

        put(outbox, "queue", delayed)
        return rules

    return grow


def observers_told(rules: Rules[Any], put: Put) -> Rules[Any]:
    """Observers are told all Events."""
    put(public_report, "_of_this_turn", lambda table: tuple(news.event for news in table.news))
    put(public_report, "_since", lambda table, told: tuple(news.event for news in table.news if news.number > told))
    return rules


def whole_history(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The history has the Events of others."""
    put(answering, "_seen", lambda table, _seat: (news.event for news in table.news))
    return rules


def all_events(rules: Rules[Any], put: Put) -> Rules[Any]:
    """Everybody sees all Events."""
    put(Event, "visible_to", lambda _event, _seat: True)
    return rules


def receipts(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The newest receipt of another is told."""
    build = build_report

    def telling(context: Any, seat: Any, *rest: Any) -> Report:
        known = [row.receipt for row in lobby.seats(context.session, context.game.id) if row.name != seat.name]
        return note(build(context, seat, *rest), " ".join(known), context.table)

    put(notify, "build_report", telling)
    return rules


def standing_orders(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The standing orders of all are listed."""
    honest = Table.orders_of
    put(Table, "orders_of", lambda table, _seat: [order for seat in table.seats for order in honest(table, seat)])
    return rules


def waiting_lines(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The waiting lines of all are listed."""
    honest = report_parts._waiting
    put(report_parts, "_waiting", lambda table, _seat: tuple(line for seat in table.seats for line in honest(table, seat)))
    return rules


def form_of_another(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The reply form is that of another who is asked."""
    build = build_report

    def telling(context: Any, seat: Any, *rest: Any) -> Report:
        table = context.table
        known = [about for each in others(table, seat.name) for about in table.given_by(each)]
        lines = [line for decision, answer in known for line in line_of(table, decision, answer)]
        report = build(context, seat, *rest)
        return replace(report, form=replace(report.form, segment=(*report.form.segment, *lines)))

    put(notify, "build_report", telling)
    return rules


def counted_offers(rules: Rules[Any], put: Put) -> Rules[Any]:
    """Offers are counted in the game, whomever they concern."""

    def counting(book: OfferBook, parties: Collection[Seat]) -> int:
        groups = book._groups()
        return 1 + groups.index(frozenset(parties)) + len(groups) * sum(book._made.values())

    put(OfferBook, "next_number", counting)
    return rules


def offers_told(rules: Rules[Any], put: Put) -> Rules[Any]:
    """All are told of every offer, by mails of their own too."""
    put(deal_sentences, "_concerns", lambda _offer, _reader: True)
    return rules


def messages_told(rules: Rules[Any], put: Put) -> Rules[Any]:
    """All are told every message."""
    put(Message, "is_for", lambda message, seat: seat != message.seat)
    return rules


def messages_counted(rules: Rules[Any], put: Put) -> Rules[Any]:
    """How many messages there are in the game, whomever they are for."""
    build = build_report

    def telling(context: Any, seat: Any, *rest: Any) -> Report:
        wanted = select(func.count()).select_from(MessageRow).where(col(MessageRow.game_id) == context.game.id)
        return note(build(context, seat, *rest), str(context.session.exec(wanted).one()), context.table)

    put(notify, "build_report", telling)
    return rules


def whole_record(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The record of what everybody knows is over all Events."""
    records = reports_records.records_of

    def telling(table: Table[Any], commitment: str) -> dict[Seat, Record]:
        digest = sha256(str([news.event.data for news in table.news]).encode()).hexdigest()
        return {**records(table, commitment), PUBLIC: Record(len(table.news), digest)}

    put(reports_records, "records_of", telling)
    return rules


def guessable(rules: Rules[Any], put: Put) -> Rules[Any]:
    """Seals are hashes of what is chosen and of nothing that is secret."""
    put(Sealed, "seal", lambda sealed, _fate: Seal(sha256(str(sealed.answer).encode()).hexdigest()[:SEAL_DIGITS], ""))
    return rules


def other_language(rules: Rules[Any], put: Put) -> Rules[Any]:
    """The text in any language but the first."""
    build, secret = build_report, [""]

    def spying(context: Any, seat: Any, *rest: Any) -> Report:
        secret[0] = first_of(context.table, seat.name)
        return build(context, seat, *rest)

    def writing(page: Any, report: Report) -> Content:
        content = write_report(page, report)
        text = content.text if page.language == page.languages[0] else f"{content.text}\n{secret[0]}"
        return Content(content.subject, text, content.html, content.pictures, content.enclosed)

    put(notify, "build_report", spying)
    put(report_building, "write_report", writing)
    return rules


PLANTS: Sequence[Plant] = (
    Plant("subject", "mail header", "a number made of all that is hidden", in_mail(subject, a_number)),
    Plant("message id", "mail header", "how much the others have written ahead", in_mail(message_id, ahead)),
    Plant("thread", "mail header", "a number made of all that is hidden", in_mail(references, a_number)),
    Plant("padding", "size of the HTML", "the second thing that is hidden, by its length", in_mail(padding, second)),
    Plant("comment", "comment in the HTML", "the first thing that is hidden", in_mail(comment, first_of)),
    Plant("attribute", "attribute in the HTML", "a number made of all that is hidden", in_mail(attribute, a_number)),
    Plant("picture in words", "alt text", "a number made of all that is hidden", in_mail(alt_text, a_number)),
    Plant("attachment", "name of a file", "how much the others have written ahead", in_mail(attachment, ahead)),
    Plant("dots", "picture", "the first thing that is hidden, by a number of dots", dots),
    Plant("calendar", "calendar file", "how many entries the log has", calendar),
    Plant("sent later", "when a mail is sent", "a number made of all that is hidden, in seconds", later(a_number)),
    Plant("deadline", "report", "how long what others have answered in secret is, by a minute", in_report(due, given)),
    Plant("observers", "public report", "Events that only a seat may see", observers_told),
    Plant("history", 'answer to "history"', "Events that only another may see", whole_history),
    Plant("map", 'answer to "map"', "the first thing that is hidden", in_answers("map", first_of)),
    Plant("help", 'answer to "help"', "the second thing that is hidden", in_answers("help", second)),
    Plant("status", 'answer to "status"', "how many answers others have begun", in_answers("status", begun)),
    Plant("order of choices", "report", "one bit of all that is hidden", in_report(turned, a_number)),
    Plant("nearest", "refusal", "the second thing that is hidden", in_report(nearest, second)),
    Plant("preview of orders", "preview", "how much the others have written ahead", in_previews(ahead)),
    Plant("preview of dice", "preview", "a die to come", in_previews(next_die)),
    Plant("receipts", "report", "the newest receipt of another", receipts),
    Plant("waiting for", "report", "whether somebody has begun to answer", in_report(without_wait, begun)),
    Plant("reply form", "report", "the answer of another, given in secret", form_of_another),
    Plant("standing orders", "report", "those of all", standing_orders),
    Plant("waiting lines", "report", "those of all", waiting_lines),
    Plant("seals", "report", "what another has answered in secret, by a hash that all can compute", guessable),
    Plant("record", "report", "a hash over what others have seen", whole_record),
    Plant("next card", "note in the report", "what a shuffle would bring", in_report(note, next_card)),
    Plant("other language", "text of the report", "the first thing that is hidden, but not in English", other_language),
    Plant("nearest orders", "refusal", "how much the others have written ahead", in_report(nearest, ahead)),
    Plant("order by orders", "report", "one bit of how much the others have written ahead", in_report(turned, ahead)),
    Plant("size by answers", "size of the HTML", "how long what others have answered in secret is", in_mail(padding, given)),
    Plant("number of events", "note in the report", "a number made of what only others have seen", in_report(note, unseen)),
    Plant("later by events", "when a mail is sent", "a number made of what only others have seen", later(unseen)),
    Plant("all events", "report and history", "Events that only another may see", all_events),
)
"""Of any game; of those that hide nothing in their positions the ones about orders, answers, dice and Events are found."""
OFFER_PLANTS: Sequence[Plant] = (
    Plant("offers", "report and notices", "what two others offer each other", offers_told),
    Plant("number of offers", "note in the report", "how many offers are open between others", in_report(note, offered)),
    Plant("nearest offers", "refusal", "how many offers are open between others", in_report(nearest, offered)),
    Plant("deadline of offers", "report", "how many offers are open between others, by a minute", in_report(due, offered)),
    Plant("later by offers", "when a mail is sent", "how many offers are open between others, in seconds", later(offered)),
    Plant("messages", "report and notices", "what two others write to each other", messages_told),
    Plant("number of messages", "note in the report", "how many messages others have written", messages_counted),
    Plant("numbers of offers", "answer to an offer", "how many offers others have made", counted_offers),
)
"""Of games whose players can agree on something."""
