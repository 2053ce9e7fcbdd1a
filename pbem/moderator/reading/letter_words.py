"""Words about letters and mails: how this letter is meant, how all letters are read, which news is mailed at once. Each is a
line of its own and no order.

`ok` sends the reply form as it is. With `now` a letter is carried out although it answers an older report, with `again`
although the same lines came before.

`mend slips` has the slips in this letter corrected; the answer shows each corrected line as it was read. `always mend slips`
does so for all letters of a seat's player, until `never mend slips`; like other lasting choices of a player it is an entry
of kind CLOCK. Without such a line a line with a slip is refused, and the line meant is shown.

`news every turn`, `news what concerns me`, `news every round` choose when a player is told of what others do. It is an entry
of kind CHOICE, which counts even if it is struck: moves taken back do not change what a player wants to hear. By default two
players are told at the end of every turn, more players of what concerns them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rapidfuzz.distance import OSA

from pbem.engine.decision import Seat
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import Misread
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.mail.letter import OrderLine
from pbem.moderator.core.context import TableContext
from pbem.moderator.core.games import entry_of
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, note
from pbem.moderator.talk.seat_log import is_handover
from pbem.orders.languages.words import alternatives, listed
from pbem.orders.words.lexicon import plain_words
from pbem.store.games import journal

OK, NOW, AGAIN = "ok", "now", "again"
WORDS = {
    OK: Text("alone in a letter: sends the reply form as it stands"),
    NOW: Text("on a line of its own: carries out a reply to an older report for your present decision"),
    AGAIN: Text("on a line of its own: carries out lines again that you have already sent in answer to the same report"),
}
"""What each word says."""
_SYNONYMS = {"okay": OK}
_POLITE = frozenset(listed("thanks"))
_SENDS_FORM = re.compile(alternatives("sends_form"))
_MAX_LENGTH = 80


def words_in(lines: Iterable[OrderLine]) -> frozenset[str]:
    """The words about the letter that are in it."""
    return frozenset(word for line in lines for word in letter_words(line.text))


def without_words(lines: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
    """The other lines."""
    return tuple(line for line in lines if not letter_words(line.text))


def letter_words(text: str) -> Sequence[str]:
    """The words about the letter in a line that has nothing else but thanks; OK for a sentence that means it ("send the form
    as it stands"); [] for any other line, and for a question ("ok?").
    """
    if "?" in text:
        return ()
    words = [_SYNONYMS.get(word, word) for word in plain_words(text) if word not in _POLITE]
    if all(word in WORDS for word in words):
        return words
    return (OK,) if len(text) <= _MAX_LENGTH and _SENDS_FORM.fullmatch(" ".join(words)) else ()


# Slips

SLIPS = "slips"
MENDING = "mend slips"
ABOUT_MENDING = Text("anywhere in a letter: corrects slips that can mean one line only, and shows each correction")
MENDING_UNDERSTOOD = Text("slips in this letter that can mean one line only are corrected")
ALWAYS_MENDING, NEVER_MENDING = f"always {MENDING}", f"never {MENDING}"
ABOUT_ALWAYS_MENDING = Text(
    'corrects the slips of all your letters so, from now on; "{never_mending}" ends it', never_mending=NEVER_MENDING
)
ALWAYS_MENDING_UNDERSTOOD = Text(
    'slips in all your letters that can mean one line only are corrected from now on; "{never_mending}" ends it',
    never_mending=NEVER_MENDING,
)
NEVER_MENDING_UNDERSTOOD = Text(
    'slips in your letters are not corrected any more, but where a letter says "{mending}"', mending=MENDING
)
_MENDING_WRITTEN = (
    *(MENDING, "mend slip", "mend typos", "mend all slips", "mend my slips"),
    *("tippfehler verbessern", "tippfehler korrigieren", "verbessere tippfehler", "korrigiere tippfehler"),
)
_LASTING = {
    **dict.fromkeys(("always", "immer"), ALWAYS_MENDING),
    **dict.fromkeys(("never", "nie", "niemals", "withdraw", "withdraw always"), NEVER_MENDING),
}
_LINE_OF = {
    words: line
    for when, line in _LASTING.items()
    for what in _MENDING_WRITTEN
    for words in (f"{when} {what}", f"{what} {when}")
}
MAX_SLIPS = 2
"""How many slips such a line, or one about news, may have itself."""


def is_mend(text: str) -> bool:
    """Whether a line asks for slips to be mended; it may have some itself."""
    written = _without_thanks(text)
    return written in _MENDING_WRITTEN or OSA.distance(written, MENDING, score_cutoff=MAX_SLIPS) <= MAX_SLIPS


def _without_thanks(text: str) -> str:
    return " ".join(word for word in plain_words(text) if word not in _POLITE)


def lasting_mend(text: str) -> str:
    """Which of ALWAYS_MENDING and NEVER_MENDING a line says, "" for any other; it may have slips itself."""
    written = _without_thanks(text[:_MAX_LENGTH])
    near = (
        line for line in (ALWAYS_MENDING, NEVER_MENDING) if OSA.distance(written, line, score_cutoff=MAX_SLIPS) <= MAX_SLIPS
    )
    return _LINE_OF.get(written) or next(near, "")


def set_lasting(table: Table[Any], seat: Seat, line: str) -> str:
    """Note that a seat's player has all their slips corrected from now on, or not any more; gives what was understood."""
    note(table, seat, clock_state.SLIPS, line == ALWAYS_MENDING)
    return ALWAYS_MENDING_UNDERSTOOD if line == ALWAYS_MENDING else NEVER_MENDING_UNDERSTOOD


def always_mends(clock: Clock, table: Table[Any], seat: Seat) -> bool:
    """Whether a seat's player has the slips of all their letters corrected: it ends where they leave the seat."""
    since = clock.mends(table, seat)
    left = (entry.number for entry in table.entries if is_handover(entry) and entry.seat == seat)
    return since is not None and max(left, default=0) < since


# News

NEWS = "news"
EVERY_TURN, CONCERNS, EVERY_ROUND = CHOICES = ("every turn", "what concerns me", "every round")
TWO = 2
USAGE: Mapping[str, tuple[str, str]] = {
    f"{NEWS} {EVERY_TURN}": (
        f"{NEWS} {EVERY_TURN}",
        Text("sends you a report when you are asked something, or something concerns you, and one whenever a turn is over"),
    ),
    f"{NEWS} {CONCERNS}": (
        f"{NEWS} {CONCERNS}",
        Text("sends you a report only when you are asked something, or something concerns you; the next one has the rest"),
    ),
    f"{NEWS} {EVERY_ROUND}": (
        f"{NEWS} {EVERY_ROUND}",
        Text("sends you such reports, and one at the end of each round"),
    ),
}
"""How each line is written, and what it does."""
IN_FORCE: Mapping[str, str] = {
    EVERY_TURN: Text("you get a report when you are asked, or something concerns you, and after every turn"),
    CONCERNS: Text("you get a report when you are asked, or something concerns you; your next report has the rest"),
    EVERY_ROUND: Text("you get a report when you are asked, or something concerns you, and at the end of each round"),
}
"""Says to a player which choice is in force."""
WHICH = Text("which news do you want to get at once?")
_WORDS = ("news", "neues", "neuigkeiten")
_WRITTEN: Mapping[str, str] = {
    **dict.fromkeys(("every turn", "each turn", "jeden zug", "jeder zug", "alle zuge"), EVERY_TURN),
    **dict.fromkeys(
        (
            "what concerns me",
            "what concerns us",
            "which concerns me",
            "concerning me",
            "was mich betrifft",
            "was mich angeht",
        ),
        CONCERNS,
    ),
    **dict.fromkeys(("every round", "each round", "jede runde", "alle runden"), EVERY_ROUND),
}
_BEGINNINGS = frozenset(written.split()[0] for written in _WRITTEN)


def news_line(text: str) -> str:
    """The line that a text means, "news every round"; NEWS alone where it does not say which news; "" for any other text.
    It may have slips.
    """
    first, *rest = plain_words(text[:_MAX_LENGTH]) or [""]
    if first not in _WORDS:
        return ""
    written = " ".join(rest)
    near = (each for each in _WRITTEN if OSA.distance(written, each, score_cutoff=MAX_SLIPS) <= MAX_SLIPS)
    choice = _WRITTEN.get(written) or next((_WRITTEN[each] for each in near), "")
    if choice:
        return f"{NEWS} {choice}"
    return NEWS if not rest or rest[0] in _BEGINNINGS else ""


def is_news(line: str) -> bool:
    """Whether a line, as `news_line` gives it, is about news."""
    return line == NEWS or line in USAGE


def choose_news(table: Table[Any], seat: Seat, line: str) -> str:
    """Note which news a seat's player gets at once, as `news_line` has it; gives what was understood. Raises Misread."""
    choice = line.removeprefix(NEWS).strip()
    if choice not in CHOICES:
        raise Misread(WHICH, [*USAGE])
    table.remark(EntryKind.CHOICE, seat, NEWS, seat, choice)
    return Text("from now on {in_force}", in_force=IN_FORCE[choice])


def usual_news(seats: Sequence[Seat]) -> str:
    """The choice of a player who has said nothing."""
    return EVERY_TURN if len(seats) <= TWO else CONCERNS


def news_chosen(context: TableContext, seat: Seat) -> str:
    """Which of CHOICES is in force for a seat. A player's choice ends when they leave the seat."""
    table, usual = context.table, usual_news(context.table.seats)
    chosen = [entry for entry in _choices(context) if (entry.key, entry.seat) == (NEWS, seat)]
    if not chosen or chosen[-1].answer not in CHOICES:
        return usual
    left = max((entry.number for entry in table.entries if is_handover(entry) and entry.seat == seat), default=0)
    return str(chosen[-1].answer) if chosen[-1].number > left else usual


def news_in_force(context: TableContext, seat: Seat) -> str:
    """The same in words, if more than two play or the player has not the usual choice; else ""."""
    chosen = news_chosen(context, seat)
    is_told = len(context.table.seats) > TWO or chosen != usual_news(context.table.seats)
    return IN_FORCE[chosen] if is_told else ""


def _choices(context: TableContext) -> list[Entry]:
    """All that players have chosen about their mails up to the Table's last entry, struck or not."""
    stored = context.once("choices", lambda: _stored_choices(context))
    known = max((entry.number for entry in stored), default=0)
    fresh = [entry for entry in context.table.entries if entry.kind is EntryKind.CHOICE and entry.number > known]
    return [entry for entry in (*stored, *fresh) if entry.number < context.table.next_number]


def _stored_choices(context: TableContext) -> list[Entry]:
    return [entry_of(line) for line, _ in journal.read_kind(context.session, context.game.id, EntryKind.CHOICE)]
