"""The messages of a letter: read, checked by the game's terms, stored, and shown to their readers.

A message is sent whatever becomes of the orders beside it, also while the game is on hold and after its end. An unsigned one
always waits for a report to its reader that another letter causes: the time of a mail of its own would reveal its writer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from gettext import NullTranslations
from typing import Any

from pbem.engine.decision import Seat
from pbem.i18n import Text
from pbem.mail.typed.passages import Passage
from pbem.moderator.core.context import GameContext, LetterContext
from pbem.moderator.core.line_results import TALKS, LineResult
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.message_headers import MODERATOR, MessageHeader, MessageHeaders, leaves_out
from pbem.render.press import PressMessage
from pbem.store.games import lobby, press, timekeeping, watchers
from pbem.store.tables.mail import MessageRow
from pbem.timing.duration import DAY, NONE
from pbem.timing.terms import ANONYMOUS, AT_ONCE, PUBLIC, Terms, read_terms

MAX_LENGTH = 4000
MAX_LINES = 80
MAX_A_LETTER = 5
MAX_A_DAY, MAX_A_DAY_FOR_EACH = 30, 15
"""The most messages of a player in a day, and for each other player (counted as two at least)."""
MAX_LEFT_TOLD = 5
"""The number of messages left at which their writer is told."""
MAX_ANSWERED = 20
"""How many messages of a letter an answer lists, sent or not."""
TOO_MANY = Text(
    "a letter can have {max_a_letter} messages at most; this one and those below are not sent", max_a_letter=MAX_A_LETTER
)
MAX_KB_A_DAY = 100
"""Of all messages of a seat, in thousands of bytes (UTF-8)."""
MAX_AT_ONCE = 10
"""How many messages of a player go out at once to each reader in a day; the others come with the next report."""
TELL_ALL, ASK_MODERATOR = "tell all", "ask moderator"
MAX_TOLD = 30
"""How many messages `messages` shows again."""
NOT_AGAIN = Text('the same letter came before: nothing is sent twice; write "again" on a line of its own if you mean it')
IN_PREVIEW = Text("a preview sends nothing: write the message in a letter without it")


END_OF_MESSAGE = "end"
"""Ends a message, as the program writes it."""
MAX_SAID_BACK = 200
"""Characters of a message in the line that is suggested instead."""


class NotSent(Exception):
    """Why a message is not sent, and the nearest lines that would be."""

    def __init__(self, problem: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.nearest = tuple(nearest)


@dataclass(frozen=True)
class Message:
    """A message of the letter that is dealt with: the `place`th of it. `seats` are its readers, None: everybody."""

    letter_id: int
    place: int
    seat: Seat
    seats: tuple[Seat, ...] | None
    unsigned: bool
    text: str

    @property
    def asks(self) -> bool:
        """Whether it is a question to the game master."""
        return self.seats == (MODERATOR,)

    @property
    def key(self) -> tuple[int, int]:
        """Its key before it is in the database."""
        return self.letter_id, self.place

    def is_for(self, seat: Seat) -> bool:
        """Whether a seat is to read it."""
        return seat != self.seat and (self.seats is None or seat in self.seats)

    def row(self, game_id: int, now: datetime) -> MessageRow:
        """Its row for the database."""
        readers = None if self.seats is None else list(self.seats)
        facts: dict[str, Any] = {"place": self.place, "seat": self.seat, "unsigned": self.unsigned, "text": self.text}
        return MessageRow(game_id=game_id, letter_id=self.letter_id, readers=readers, written=now, **facts)


@dataclass(frozen=True)
class Messages:
    """What has become of a letter's messages: a result each, and those that are sent."""

    results: tuple[LineResult, ...] = ()
    sent: tuple[Message, ...] = field(default=())

    @property
    def signed(self) -> tuple[Message, ...]:
        """Those with their writer's name."""
        return tuple(message for message in self.sent if not message.unsigned)


def message_headers(context: GameContext) -> MessageHeaders:
    """How the heads of messages are read in a game."""
    players = {seat.name: seat.player for seat in lobby.seats(context.session, context.game.id)}
    return MessageHeaders(players, context.desk.games[context.game.rules].orders.seats)


def speak(
    context: LetterContext,
    passages: Sequence[Passage],
    why_not: str = "",
    *,
    allies: Sequence[Seat] = (),
    again: bool = False,
) -> Messages:
    """Store the messages of a letter, except those that cannot be sent (all of them if there is a `why_not`). `allies` are
    those of its writer. A private message is refused if its reader's seat has changed hands since the letter was written,
    unless the letter says `again`.

    A letter that is dealt with again sends none: its messages were sent or refused the first time.
    """
    if not passages or press.is_answered(context.session, context.row.id):
        return Messages()
    heads, terms = message_headers(context), terms_of(context)
    since = context.desk.now() - DAY
    most = max(MAX_A_DAY, MAX_A_DAY_FOR_EACH * (len(lobby.seats(context.session, context.game.id)) - 1))
    left = most - press.written_since(context.session, context.game.id, context.seat.name, since)
    room = MAX_KB_A_DAY * 1000 - press.bytes_since(context.session, context.game.id, context.seat.name, since)
    newcomers = frozenset[Seat]() if again else _newcomers(context)
    results, sent = [], list[Message]()
    for place, passage in enumerate(passages):
        if place >= MAX_ANSWERED:
            results.append(LineResult(passage.number, passage.head, problem=TOO_MANY, asks=TALKS))
            break
        head = heads.read(passage.head)
        try:
            if why_not:
                raise NotSent(why_not)
            _must_be_whole(passage)
            message = _message(context, terms, head, passage, place, allies)
            _refuse_for_newcomers(message, newcomers)
            _refuse_too_many(len(sent), left, most)
            room = _room_behind(message, room)
        except NotSent as refused:
            problem, nearest = refused.problem, refused.nearest
            results.append(LineResult(passage.number, passage.head, problem=problem, nearest=nearest, asks=TALKS))
        else:
            sent.append(message)
            sentence = _with_left(_sent(context, terms, message, passage), left - len(sent))
            results.append(LineResult(passage.number, passage.head, understood=sentence, asks=TALKS))
    spoken = Messages(tuple(results), tuple(sent))
    keep(context, spoken.signed)
    return spoken


def _with_left(sentence: str, left: int) -> str:
    """The `sentence` about a message that was sent, with how many are left for the day if these are few."""
    if left > MAX_LEFT_TOLD:
        return sentence
    if left == 1:
        return Text("{told}; 1 more message can be written today", told=sentence)
    return Text("{told}; {left} more messages can be written today", told=sentence, left=left)


def _must_be_whole(passage: Passage) -> None:
    """Raise NotSent where it is not known how far a message goes."""
    if passage.doubtful:
        raise NotSent(
            Text(
                'it is not sent, and nothing down to the line "{end}" is carried out: between them stands a reply form or a '
                'quote, and I do not know whether it is part of the message. Write "{end}" right below the message',
                end=END_OF_MESSAGE,
            )
        )


def _newcomers(context: LetterContext) -> frozenset[Seat]:
    """The seats that another player has taken over since a letter was written (by its Date, or its arrival if earlier): it
    may have waited in the mailbox, or for its game.
    """
    received, date = context.row.received, context.letter.date
    written_at = received if date is None else min(received, date)
    return press.taken_over_since(context.session, context.game.id, written_at)


def _refuse_for_newcomers(message: Message, newcomers: Collection[Seat]) -> None:
    """Raise NotSent if a private message would be read by another player than it was written to."""
    if new := [seat for seat in message.seats or () if seat in newcomers]:
        raise NotSent(
            Text(
                "it is not sent: since your letter was written, somebody else plays {seats}. If it is for them, send the "
                'letter again with "again" on a line of its own',
                seats=Text(" and ").join(map(written, new)),
            )
        )


def keep(context: GameContext, messages: Iterable[Message]) -> None:
    """Write messages into the database, with all who are to read them."""
    for message in messages:
        context.writes.do(partial(_keep, context, message, context.desk.now()))


def _keep(context: GameContext, message: Message, now: datetime) -> None:
    session, game = context.session, context.game
    readers = [seat.name for seat in lobby.seats(session, game.id) if message.is_for(seat.name)]
    if message.seats is None:
        readers += [observer.thread for observer in watchers.observers(session, game.id)]
    press.add(session, message.row(game.id, now), readers)


def _refuse_too_many(sent: int, left: int, most: int) -> None:
    if sent >= MAX_A_LETTER:
        raise NotSent(TOO_MANY)
    if sent >= left:
        raise NotSent(
            Text(
                "you have written {max_a_day} messages within a day, as many as a player may; send it tomorrow",
                max_a_day=most,
            )
        )


def _room_behind(message: Message, room: int) -> int:
    """How many bytes may be written within the day after a message, of the `room` before it. Raises NotSent."""
    if (left := room - len(message.text.encode())) < 0:
        raise NotSent(
            Text(
                "within a day a player may write {max_kb_a_day} kB of messages; send it tomorrow, or write less",
                max_kb_a_day=MAX_KB_A_DAY,
            )
        )
    return left


def _message(
    context: LetterContext, terms: Terms, head: MessageHeader, passage: Passage, place: int, allies: Sequence[Seat]
) -> Message:
    """A passage as a message, or as a question to the game master. Raises NotSent."""
    if head.asks:
        return _question(context, head, passage, place)
    names = [seat.name for seat in lobby.seats(context.session, context.game.id) if seat.name != context.seat.name]
    if terms.press == NONE:
        raise NotSent(Text("players cannot write to each other in this game"))
    if head.lost:
        named = Text(", ").join([*map(written, names), Text("all")])
        raise NotSent(Text("whom shall I tell? Write one of these behind it: {named}", named=named))
    if head.unclear:
        raise _not_understood(head, context.seat.name, names)
    if head.everybody and not head.has_colon and any(map(leaves_out, passage.lines[:1])):
        raise NotSent(Text("it is not sent: write whom it is for on one line, with a colon behind"))
    if context.seat.name in head.seats:
        raise NotSent(Text("that is you"))
    if terms.press == PUBLIC and not head.everybody:
        raise NotSent(Text('in this game all read every message: begin it with "tell all"'))
    if head.unsigned and terms.press != ANONYMOUS:
        raise NotSent(Text("this game has no anonymous messages: write it again with your name"))
    if head.unsigned and context.game.status == "over":
        raise NotSent(Text("the game is over, and no report comes that could bring it; write it again with your name"))
    seats = None if head.everybody else _seats_meant(head, names, allies)
    return Message(context.row.id, place, context.seat.name, seats, head.unsigned, text_of(head, passage))


def _seats_meant(head: MessageHeader, others: Sequence[Seat], allies: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats that a head means whose every word is understood. Raises NotSent where that is nobody."""
    if head.allies and not allies:
        raise NotSent(Text("you have no allies now, and it is sent to nobody"))
    if head.all_but:
        seats = tuple(seat for seat in others if seat not in head.all_but)
    else:
        seats = tuple(dict.fromkeys((*head.seats, *(allies if head.allies else ()))))
    if not seats:
        raise NotSent(Text("nobody is left who could read it"))
    return seats


def _not_understood(head: MessageHeader, writer: Seat, others: Sequence[Seat]) -> NotSent:
    """Why a head is not understood that names somebody, with the lines that it can have meant."""
    groups = _readers_meant(head, [seat for seat in others if seat != writer])
    how = " anonymously" if head.unsigned else ""
    text_said = head.text if head.has_colon else ""
    text = (
        text_said if head.besides or (head.everybody and head.seats) else ": ".join(filter(None, (head.unclear, text_said)))
    )
    fits = len(text) <= MAX_SAID_BACK
    nearest = [f"tell {whom}{how}: {text or '...'}" for whom in groups if fits]
    if not head.has_colon:
        return NotSent(Text("it is not sent: write a colon behind the names of its readers"), nearest)
    shortened = head.unclear if len(head.unclear) <= MAX_SAID_BACK else f"{head.unclear[:MAX_SAID_BACK]}..."
    return NotSent(
        Text('it is not sent, for I do not know whom "{told}" means: name each reader, and then a colon', told=shortened),
        nearest,
    )


def _readers_meant(head: MessageHeader, others: Sequence[Seat]) -> list[str]:
    """The readers that a head which is not understood may mean, as they are written, without seats named after the unclear
    words.
    """
    some = " and ".join(written(seat) for seat in (head.seats or others) if seat not in head.besides)
    if head.everybody and leaves_out(head.unclear):
        return []
    if head.everybody and not head.besides:
        return [*([some] if head.seats else []), "all"]
    return [some] if some else []


def _question(context: LetterContext, head: MessageHeader, passage: Passage, place: int) -> Message:
    """A passage as a question to the game master. Raises NotSent."""
    if not context.desk.gamemaster_of(context.game):
        raise NotSent(Text("this game has no game master who could answer"))
    return Message(context.row.id, place, context.seat.name, (MODERATOR,), False, text_of(head, passage))


def question_ids(rows: Iterable[MessageRow]) -> dict[str, MessageRow]:
    """The questions to the game master among a game's messages, by their ids: a seat's first is "york-1"."""
    asked: dict[str, MessageRow] = {}
    counts: Counter[Seat] = Counter()
    for row in rows:
        if row.readers == [MODERATOR]:
            counts[row.seat] += 1
            asked[f"{row.seat}-{counts[row.seat]}"] = row
    return asked


def text_of(head: MessageHeader, passage: Passage) -> str:
    """What a passage says, without blank lines around it and control characters in it.

    Raises NotSent where that is nothing or too much.
    """
    lines = ["".join(sign for sign in line if sign.isprintable()).rstrip() for line in (head.text, *passage.lines)]
    text = "\n".join(lines).strip("\n")
    if not any(map(str.isalnum, text)) and not text.strip():
        raise NotSent(Text('there is nothing in it: write it on the same line, or on those below and then "end"'))
    if len(text) > MAX_LENGTH or text.count("\n") >= MAX_LINES:
        raise NotSent(
            Text(
                "it is too long, and was not sent: {max_length} characters and {max_lines} lines are the most",
                max_length=MAX_LENGTH,
                max_lines=MAX_LINES,
            )
        )
    return text


def _sent(context: LetterContext, terms: Terms, message: Message, passage: Passage) -> str:
    """What its writer is told of a message that is sent."""
    words = len(message.text.split())
    if message.asks:
        return Text("your question is with the game master, {in_words}; the answer comes by mail", in_words=_in_words(words))
    whom = Text("everybody") if message.seats is None else Text(" and ").join(map(written, message.seats))
    how = Text(" without your name") if message.unsigned else ""
    when = _when(context, terms, message)
    sentence = Text("sent to {whom}{how}, {when}, {in_words}", whom=whom, how=how, when=when, in_words=_in_words(words))
    return (
        sentence
        if passage.ended
        else Text('{told}; there was no line "end", so it goes down to the next form, quote or signature', told=sentence)
    )


def _in_words(number: int) -> str:
    return Text("1 word") if number == 1 else Text("{number} words", number=number)


def _when(context: LetterContext, terms: Terms, message: Message) -> str:
    """When its readers get a message, and why some get it later than others."""
    if not comes_at_once(context, terms) or message.unsigned:
        return Text("with the next report")
    late = [seat for seat in told_enough(context) if message.is_for(seat)]
    if not late:
        return Text("at once")
    facts = {"most": MAX_AT_ONCE, "late": Text(" and ").join(map(written, late))}
    seats = lobby.seats(context.session, context.game.id)
    if all(seat.name in late for seat in seats if message.is_for(seat.name)):
        return Text("with the next report, for only {most} a day to one player go at once", **facts)
    return Text("at once, but to {late} with the next report, for only {most} a day to one player go at once", **facts)


def told_enough(context: LetterContext) -> tuple[Seat, ...]:
    """The readers to whom a player has already written, in other letters of this day, as many messages as go out at once:
    their next ones come with a report. Nobody once the game is over, as no report comes then.
    """
    session, game, since = context.session, context.game, context.desk.now() - DAY
    if game.status == "over":
        return ()
    readers_written_to = press.readers_since(session, game.id, context.seat.name, since, besides=context.row.id)
    if len(readers_written_to) < MAX_AT_ONCE:
        return ()
    seats = [seat.name for seat in lobby.seats(session, game.id) if seat.name != context.seat.name]
    return tuple(each for each in seats if sum(to is None or each in to for to in readers_written_to) >= MAX_AT_ONCE)


def comes_at_once(context: GameContext, terms: Terms) -> bool:
    """Whether messages go out in a mail of their own: always when no report comes any more."""
    return terms.press_delivery == AT_ONCE or context.game.status == "over"


def terms_of(context: GameContext) -> Terms:
    """The terms of a game."""
    return read_terms(timekeeping.terms(context.session, context.game.id) or {})


# To their readers


def fresh_for(messages: Iterable[Message], seat: Seat) -> list[Message]:
    """Those of the letter's messages that a seat is to read."""
    return [message for message in messages if message.is_for(seat)]


def waiting_for(
    context: GameContext, reader: str, fresh: Iterable[Message] = ()
) -> tuple[list[PressMessage], list[tuple[int | None, int]]]:
    """The messages that a report brings to a reader (a seat, or an observer's thread), and what names them.

    `fresh` are those of the letter that causes the report, which may be in the database already.
    """
    rows: dict[tuple[int | None, int], MessageRow | Message] = {
        (row.letter_id, row.place): row for row in press.undelivered(context.session, context.game.id, reader)
    }
    rows |= {message.key: message for message in fresh}
    words = context.page_for(reader if reader in _seats(context) else "").words
    return [said_to(words, row, reader) for row in rows.values()], list(rows)


def mark_told(context: GameContext, reader: str, keys: Sequence[tuple[int | None, int]]) -> None:
    """Note that a mail tells a reader these messages."""
    if keys:
        change: Callable[[], None] = partial(
            press.mark_delivered, context.session, context.game.id, reader, frozenset(keys), context.desk.now()
        )
        context.writes.do(change)


def said_to(words: NullTranslations, row: MessageRow | Message, reader: str) -> PressMessage:
    """A message as a reader sees it. An unsigned one shows its writer to nobody else."""
    known = words.gettext("Somebody") if row.unsigned else _name_of(words, row.seat)
    whose = words.gettext("You") if row.seat == reader else known
    seats = row.readers if isinstance(row, MessageRow) else row.seats
    return PressMessage(whose, _whom(words, row, reader, seats), tuple(row.text.split("\n")), answering(row))


def _whom(words: NullTranslations, row: MessageRow | Message, reader: str, seats: Sequence[Seat] | None) -> str:
    """Whom a message is for, as a reader sees it. Whoever an unsigned message does not name may have written it."""
    if seats is None:
        return words.gettext("everybody")
    if row.unsigned and row.seat != reader and len(seats) > 1:
        return words.gettext("you and others")
    return ", ".join(words.gettext("you") if seat == reader else _name_of(words, seat) for seat in seats)


def answering(row: MessageRow | Message) -> str:
    """The words that begin an answer: to the writer, or to all if all read the message or it is unsigned."""
    if row.seat == MODERATOR:
        return ASK_MODERATOR
    seats = row.readers if isinstance(row, MessageRow) else row.seats
    return TELL_ALL if seats is None or row.unsigned else f"tell {written(row.seat)}"


def _name_of(words: NullTranslations, who: str) -> str:
    """A seat, or the game master, as people write it."""
    return words.gettext("Game master") if who == MODERATOR else written(who)


def newest_messages(context: GameContext, seat: Seat) -> tuple[PressMessage, ...]:
    """The newest messages that a seat has written or received, oldest first."""
    words = context.page_for(seat).words
    return tuple(said_to(words, row, seat) for row in press.readable(context.session, context.game.id, seat, MAX_TOLD))


def _seats(context: GameContext) -> set[str]:
    return {seat.name for seat in lobby.seats(context.session, context.game.id)}
