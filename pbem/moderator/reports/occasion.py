"""Why reports are sent: a letter is answered, moves were taken back or corrected, somebody takes over a seat. Also the notes
at the head of a report that say so, and that list earlier reports which no longer hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from gettext import NullTranslations
from textwrap import wrap

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.features import Feature, in_words
from pbem.engine.log.shares import SALTED, Shares
from pbem.mail.typed.orders import ASIDE, CUT, UNSEEN, UNTICKED, LeftOut
from pbem.moderator.core.context import TableContext
from pbem.moderator.core.line_results import LineResult
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.messages import Message
from pbem.orders.words.lexicon import Lexicon
from pbem.replay.transcript import event_line
from pbem.store.games.journal import EventLine

ONLY_SHOWN = "preview"
"""The occasion of a report that is shown and not sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """The lines of a letter that are no orders (`left_out`). `asks_nobody`: there are questions among them; `to_nobody`:
    there is talk without questions, and `reply` is the line that would send it ("": none).
    """

    left_out: Sequence[LeftOut] = ()
    asks_nobody: bool = False
    to_nobody: bool = False
    reply: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredLetter:
    """The letter that reports answer, or none (`sender` None).

    `stale` is the turn of the report that it answers, if the game had gone on when it came; `oddity` why it has no order
    lines; `source` where its orders were. `messages` are its signed messages. `by_gamemaster`: the game master wrote it for
    its seat.
    """

    id: int | None = None
    sender: Seat | None = None
    message_id: str = ""
    results: Sequence[LineResult] = ()
    receipt: str = ""
    oddity: str = ""
    stale: str = ""
    talk: Talk = Talk()
    source: str = ""
    messages: Sequence[Message] = ()
    by_gamemaster: bool = False

    @property
    def is_late(self) -> bool:
        """Whether lines of it were for what is over, and have not been carried out."""
        return any(result.late for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of the past: moves `taken_back`, or the game `corrected`, each with the reason ("": not). `lines_lost` are
    the lines of each seat that could no longer be carried out, with the reasons, `retracted` the reported Events of each
    seat that no longer count; dice can `fall_anew`.
    """

    taken_back: str = ""
    corrected: str = ""
    fall_anew: bool = False
    lines_lost: Mapping[Seat, Sequence[tuple[str, str]]] = field(default_factory=dict)
    retracted: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why reports are sent. `id` makes their Message-IDs; `everybody`: every seat gets one.

    `began` is the number of the first new entry (0: not given). `overrun` has the lines that the clock gave for a seat whose
    time was up, `delegated` those for a player who is away and wants it so. For somebody who takes over a seat, `newcomer`
    is the former player and `left_orders` are the orders these left.
    """

    id: str
    letter: AnsweredLetter = AnsweredLetter()
    change: Change = Change()
    opening: bool = False
    everybody: bool = False
    began: int = 0
    overrun: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    delegated: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    newcomer: str = ""
    left_orders: Sequence[str] = ()

    @property
    def is_change(self) -> bool:
        """Whether what has happened was changed."""
        return bool(self.change.taken_back or self.change.corrected)

    @property
    def for_everybody(self) -> bool:
        """Whether every seat is written to, whether or not it has something to do."""
        return self.opening or self.everybody or bool(self.overrun or self.delegated) or self.is_change

    def answers(self, seat: Seat) -> bool:
        """Whether a letter from this seat is answered."""
        return self.letter.sender == seat


NOTE_WIDTH = 250
"""A longer note would be cut off."""


def about_play(words: NullTranslations, without: frozenset[Feature], taken_back: str) -> Iterator[str]:
    """The features that the game is played `without`, if the report says so, and why moves were `taken_back` ("": none)."""
    if without:
        yield words.gettext("This game is played without %s.") % in_words(without)
    if taken_back:
        yield words.gettext("The game master has taken back moves: %s") % taken_back


def about_dice(words: NullTranslations, shares: Shares, *, opening: bool, fall_anew: bool, corrected: bool) -> Iterator[str]:
    """The players' shares in the dice before the first roll, and the fact that dice taken back (or of a `corrected` letter)
    are rolled again: everybody is told both.
    """
    if shares.scheme == SALTED:
        return
    if opening and shares.of:
        share_list = ", ".join(f"{written(seat)} {share}" for seat, share in shares.of.items())
        yield (
            words.gettext(
                'First shares in the dice: %s. They come from the mails that accepted the invitation; "help dice" tells how.'
            )
            % share_list
        )
    elif opening:
        yield words.gettext(
            "This game was opened without asking its players first, so the dice before their first letters come from the "
            "moderator's key alone."
        )
    if fall_anew and corrected:
        yield words.gettext(
            "The letter that the game master has put in gets fresh dice. Later letters keep the dice they rolled."
        )
    elif fall_anew:
        yield words.gettext("The dice of those moves no longer count. Whoever writes again gets fresh dice.")


def about_letter(
    words: NullTranslations, letter: AnsweredLetter, stale: str, late: str, *, has_gamemaster: bool
) -> Iterator[str]:
    """Of the letter answered: the turn of the report it answers, where that has passed (`stale`, in words), whether lines of
    it came too `late` ("ready": they would do for the present decision; "over": they would not), where its orders stood, the
    waiting lines it has replaced, and why it had no orders. A question in its talk can be put to a game master only where
    there is one.
    """
    if letter.by_gamemaster:
        yield words.gettext("The game master wrote this letter for you.")
    if late == "over":
        yield words.gettext(
            "Your letter answers an older report, and what its lines were about is over. They were not carried out."
        )
    elif late:
        yield words.gettext(
            "Your letter answers an older report, and the game has gone on since. Its lines were not carried out; they are "
            'in the form below. If you mean them for the position as it is now, answer "ok" and nothing else.'
        )
    if letter.source in ("attachment", "subject"):
        places = {"attachment": words.gettext("the attached text file"), "subject": words.gettext("the Subject")}
        yield words.gettext("Your letter had no orders in its text; those in %s were read.") % places[letter.source]
    if stale:
        sentence = words.gettext("Your letter answers the report of %s; its lines were read for your present decision.")
        yield sentence % stale
    if replaced := [line for result in letter.results for line in result.notes.replaced]:
        yield words.gettext("Your letter replaces lines that were still waiting: %s.") % "; ".join(replaced)
    if letter.oddity:
        yield _no_orders(words, letter.oddity)
    if letter.talk.asks_nobody and has_gamemaster:
        yield words.gettext(
            'A program reads your letter, and it cannot answer questions in your own words. "help" lists what it explains; '
            'a line "ask moderator: ..." asks the game master, "tell NAME: ..." another player.'
        )
    elif letter.talk.asks_nobody:
        yield words.gettext(
            'A program reads your letter, and it cannot answer questions in your own words. "help" lists what it explains; '
            'a line "tell NAME: ..." asks another player.'
        )


def _no_orders(words: NullTranslations, oddity: str) -> str:
    """Why a letter had no orders."""
    sentences = {
        "empty": words.gettext("Your letter had no orders; nothing has changed."),
        "attachment": words.gettext(
            "Your letter had only an attachment. Write your orders in the letter itself. Nothing has changed."
        ),
        "untouched": words.gettext(
            "Your letter has no orders of your own: the reply form came back unchanged, so nothing has changed. To send the "
            "form as it stands, answer with one word: ok."
        ),
        "talk": words.gettext(
            "No line of your letter could be read as an order; nothing has changed. To send the reply form as it stands, "
            "answer with one word: ok."
        ),
        "no form": words.gettext(
            'You wrote "ok", but the form had no lines to send: a line behind "#" is a comment, as it may end your turn or '
            "give something up. To send that line, write it without the #. Nothing has changed."
        ),
        "which form": words.gettext(
            'You wrote "ok", but your letter does not say which mail it answers, and several have lines to send. Write the '
            "lines that you mean. Nothing has changed."
        ),
        "unreadable": words.gettext(
            "Your letter is encrypted or in an unknown format, and could not be read. Write your orders as plain text. "
            "Nothing has changed."
        ),
        "disguised": words.gettext(
            "Your letter has so many style sheets that a program cannot tell what in it is seen. Write your orders as plain "
            "text. Nothing has changed."
        ),
    }
    return sentences[oddity]


def why_left_out(words: NullTranslations, why: str) -> str:
    """Why a line was not read as an order, in the reader's language."""
    sentences = {
        "not an order": words.gettext("not an order"),
        "struck out": words.gettext("struck out"),
        "a greeting": words.gettext("a greeting"),
        "below a signature or a closing": words.gettext("below your signature or closing"),
        "a footer": words.gettext("a footer"),
        "quoted": words.gettext("quoted"),
        "written by a mail program": words.gettext("written by a mail program"),
        ASIDE: words.gettext("put aside as a comment"),
        UNTICKED: words.gettext("its box is not ticked, and another one is"),
        UNSEEN: words.gettext("hidden in the letter, nobody who reads it sees it"),
        CUT: words.gettext("the letter is too long: nothing after this line was read"),
        "it sends the form where no order stands beside it": words.gettext(
            "it sends the form only if no order stands beside it; to send the form too, write its lines as well"
        ),
        "no form": words.gettext("the form had no lines to send; to send a line behind #, write it without the #"),
        "which form": words.gettext(
            "several mails have a form with lines to send, and your letter does not say which it answers; write the lines"
        ),
    }
    return sentences.get(why, why)


def about_overrun(words: NullTranslations, reader: Seat, overrun: Mapping[Seat, Iterable[str]]) -> Iterator[str]:
    """What the default has answered for seats whose time was up, as `reader` is told it: of their own, each line."""
    for late, lines in overrun.items():
        if late == reader:
            yield words.gettext("Your orders did not come in time. The safe default has answered for you.")
            yield from wrap(words.gettext("Its orders: %s.") % "; ".join(lines), NOTE_WIDTH)
        else:
            sentence = words.gettext("%s's orders did not come in time. The safe default has answered.")
            yield sentence % written(late)


def about_delegated(words: NullTranslations, reader: Seat, delegated: Mapping[Seat, Iterable[str]]) -> Iterator[str]:
    """The same of seats whose players are away and let the default answer."""
    for away, lines in delegated.items():
        if away == reader:
            yield words.gettext("You are away: the safe default has answered for you, as you wanted.")
            yield from wrap(words.gettext("Its orders: %s.") % "; ".join(lines), NOTE_WIDTH)
        else:
            yield words.gettext("%s is away: the safe default has answered.") % written(away)


def about_correction(words: NullTranslations, why: str, fallen: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Why the game master has put the game right ("": they have not), and which lines of the reader's had to go, and why."""
    if why:
        yield words.gettext("The game master has corrected the game: %s") % why
    for line, problem in fallen:
        yield words.gettext('Your line "%(line)s" can no longer be carried out: %(problem)s') % {
            "line": line,
            "problem": problem,
        }


# Retracted

MAX_RETRACTED = 10


def retracted_lines(
    context: TableContext, seat: Seat | None, last_entry: int, before: Sequence[EventLine]
) -> tuple[str, ...]:
    """The Events `before` that no longer count, in the reader's language: those that `seat` (None: an observer) was told in
    mails up to entry `last_entry`, and that have not happened again. The first MAX_RETRACTED, and how many more there are.

    `before` begins where the game was changed, so all that the table has made since then has the number of its first or a
    higher one.
    """
    if not before:
        return ()
    table, page = context.table, context.page_for(seat or "")
    first = before[0].entry_number
    again = Counter(event_line(news.event) for news in table.news if news.number >= first and news.event.visible_to(seat))
    retracted = list[Event]()
    for line in before:
        event = Event(line.rule, line.name, line.data, line.seen_by)
        if line.entry_number > last_entry or not event.visible_to(seat):
            continue
        if again[event_line(event)]:
            again[event_line(event)] -= 1
        else:
            retracted.append(event)
    rules = table.rules
    names = Lexicon(partial(rules.names, table.state)).name
    lines = [line for line in page.tell(rules.name, retracted, names) if line.strip()]
    more = len(lines) - MAX_RETRACTED
    return (*lines[:MAX_RETRACTED], page.words.gettext("and %d more") % more) if more > 0 else tuple(lines)
