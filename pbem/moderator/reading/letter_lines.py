"""The lines of a letter, each with what it is; line_kinds tells that.

| kind     | what it is                                                                | `word`                        |
|----------|---------------------------------------------------------------------------|-------------------------------|
| ORDER    | an order of the game, or what was meant as one                            |                               |
| QUESTION | `help`, `status`, `report`, `map`, `card`, `history` ...: it only asks    | the question                  |
| TIME     | `extend`, `absent`, `present`, `zone`: about time, no order of the game   | the word about time           |
|          | or another choice of a player that lasts, `always mend slips`             | that line                     |
| DEAL     | `resign`, `offer draw`, `offer Ann: ...`, `accept 7`, `pause` ...: what   | the word of talk.deal_words   |
|          | players agree on                                                          |                               |
| CODE     | the code of a choice that the mail answered shows (report_questions)      | the code                      |
| LETTER   | about the letter itself: `mend slips`, `ok`, `now`, `again`, `preview`    | which of them (SLIPS, OK ...) |
| TALK     | plainly none of these                                                     |                               |
| FAULT    | a line that is too long, that the program fails to tell the kind of, or   |                               |
|          | that may be an order where a letter has no other; one with a slip in the  | the word of talk.deal_words   |
|          | word by which it would agree on something                                 |                               |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from pbem.engine.log.cause import line_names
from pbem.engine.refusal import Misread
from pbem.i18n import Text
from pbem.moderator.reading.letter_words import WORDS
from pbem.moderator.reading.report_questions import Shown
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.orders.foresight.preview import PREVIEW_WORD
from pbem.orders.languages.words import listed
from pbem.orders.words.lexicon import plain_words

WHOLE = frozenset({*WORDS, PREVIEW_WORD})
"""What is said of a letter as a whole."""

DENIED = Text("another line of this letter says that it is not meant")
_DENYING = frozenset({*listed("denied"), "not", "no", "nein"})


class LineKind(Enum):
    """What a line is."""

    ORDER = "order"
    QUESTION = "question"
    TIME = "time"
    DEAL = "deal"
    CODE = "code"
    LETTER = "letter"
    TALK = "talk"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class LetterLine:
    """One of the parts of a letter's lines, with the number of its line, as it was `typed` and as it is read (`text`).

    Its `kind` and `word` are told in the table of this module. Of a FAULT the `fault` says what was raised: a BadLine is the
    line's own, anything else the program's. `name` is what the log calls it (engine/log/cause); LetterLines.named have one.
    One that `is_part` is one of several orders that were typed as one. `said` is how a preview understands one that is no
    order, `warns` what it warns of.
    """

    number: int
    typed: str
    text: str
    kind: LineKind
    word: str = ""
    fault: Exception | None = None
    name: str = ""
    is_part: bool = False
    said: str = ""
    warns: tuple[str, ...] = ()


@dataclass(frozen=True)
class LetterLines:
    """The lines of a letter. `mends`: it has its slips put right; `previews`: it wants a preview of itself, or has orders
    and a line that `halts` ("Wait!"). `shown` is what the codes of the mail that it answers stand for, `heads` has how
    players are named (None: by their seats).
    """

    all: tuple[LetterLine, ...] = ()
    mends: bool = False
    previews: bool = False
    halts: str = ""
    shown: Mapping[str, Shown] = field(default_factory=dict)
    heads: MessageHeaders | None = None

    def of(self, kind: LineKind) -> tuple[LetterLine, ...]:
        """Those of one kind."""
        return tuple(line for line in self.all if line.kind is kind)

    @cached_property
    def said(self) -> frozenset[str]:
        """The words about the letter that stand in it."""
        return frozenset(line.word for line in self.of(LineKind.LETTER))

    @cached_property
    def acted_on(self) -> tuple[LetterLine, ...]:
        """Those that are answered one by one: all but talk, and words that are said of the letter as a whole."""
        return tuple(line for line in self.all if line.kind is not LineKind.TALK and line.word not in WHOLE)

    @cached_property
    def named(self) -> tuple[LetterLine, ...]:
        """Those that are acted on, each with its name."""
        names = line_names(line.number for line in self.acted_on)
        return tuple(
            line if line.name else replace(line, name=name) for line, name in zip(self.acted_on, names, strict=True)
        )


def without_denied_codes(lines: Iterable[LetterLine], others: Iterable[LetterLine]) -> Iterator[LetterLine]:
    """The lines; a code is refused that one of the `others` of its letter denies ("not 1a")."""
    said = [plain_words(line.text) for line in others if line.kind is LineKind.TALK]
    denied = {word for words in said if not _DENYING.isdisjoint(words) for word in words}
    for line in lines:
        is_denied = line.kind is LineKind.CODE and line.word in denied
        yield replace(line, kind=LineKind.FAULT, word="", fault=Misread(DENIED)) if is_denied else line
