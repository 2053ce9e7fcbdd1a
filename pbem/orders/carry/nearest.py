"""Suggestions for a refused line: with its slips corrected, or what it can have been meant as.

A slip is never corrected in silence: unless a letter allows mending, the line stays refused, and the line meant is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.engine.table import Table
from pbem.orders.carry.execute import BETWEEN, understand
from pbem.orders.languages.words import alternatives, listed
from pbem.orders.parse.caution import as_cautious
from pbem.orders.parse.parse import DENIED, is_denied
from pbem.orders.place.placed import Keep, Leave, Placed
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor
from pbem.orders.reading.denied import but_for_denied, undenied
from pbem.orders.reading.misread.slips import MAX_MEANT, MAX_TRIED, only, slips_of
from pbem.orders.reading.read import meant_by
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.words.headings import cut_heading
from pbem.orders.words.lexicon import plain_words, telling
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import NEVER, vocabulary_of

CASE: Final = re.compile(rf"\s*(?P<case>{alternatives('conditions')}\b[^:,]*)[:,]\s*(?P<order>.+)", re.IGNORECASE)
ONLY: Final = re.compile(rf",?\s*\b{alternatives('but_only')}\s+(?={alternatives('conditions')}\b)", re.IGNORECASE)
EXCEPTED: Final = frozenset(listed("excepted"))
"""Who is named beside such a word is not simply the one who acts."""
STAYING: Final = frozenset(listed("staying"))
"""Who is named beside such a word goes nowhere."""
MAX_HELPED: Final = 60
"""The most refused lines of a letter for which suggestions are looked for."""
MAX_LOOKED_AT: Final = 40
"""Words of a line among which order words are looked for."""
MAX_CHECKED: Final = 4
"""So many suggestions are tried before they are shown."""
IN_CAPITALS: Final = re.compile(r"\b(?![IVX]+\b)[A-Z]{3,}\b")
"""What a usage names, in place of a name."""
COLON: Final = ":"
MAX_WORDS: Final = 12
"""A longer line is a sentence."""


class Nearest:
    """Tells for one seat which lines would do, as the game stands now, behind those that a cursor has come from."""

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.slips = slips_of(table)
        self._helped = 0

    def can_help(self) -> bool:
        """Whether suggestions are looked for once more: for no more lines than are shown."""
        self._helped += 1
        return self._helped <= MAX_HELPED

    def mended(self, line: str, cursor: Cursor) -> str:
        """A line as it is where it would do, else with the only meaning that would, or with the only meaning: the answer
        then says what is wrong with that.
        """
        return line if self.would_do(line, cursor) else self.meant(line, cursor) or self.slips.plainly_meant(line) or line

    def meant(self, line: str, cursor: Cursor) -> str:
        """The only meaning of a line with slips that would do; "" for none or several. A word cut short can have been a slip
        as well, if nothing else is meant.
        """
        for lines in (self.slips.meant(line), self.slips.meant_with_beginnings(line)):
            placed = {each: reading for each in lines if (reading := self._placed(each, cursor)) is not None}
            branches = [each for each, reading in placed.items() if reading.branches]
            line_by_order = {placed[each].said: each for each in reversed(branches or list(placed))}
            if line_by_order:
                return only(list(line_by_order.values()))
        return ""

    def to(self, line: str, cursor: Cursor, refused: BadLine) -> tuple[str, ...]:
        """The nearest lines for one refused: those meant that would do, before what the refusal has found. Of those with an
        order word that is not suggested only such as have what was written; none moves who is said to stay.
        """
        order_at, words = sayings_of(self.table).order_at, plain_words(line)[:MAX_LOOKED_AT]
        order_words = {*words, *(order_at(words, at)[0] for at in range(len(words)))}
        synonyms = self.table.rules.orders.synonyms
        hidden = synonyms.unsuggested - order_words
        hidden |= synonyms.moves if STAYING & {*words} else frozenset()
        near = [each for each in self._near(line, cursor, refused) if not hidden & {*plain_words(each)[:1]}]
        near = [each for each in near[:MAX_CHECKED] if self._is_accepted(each, cursor)] + near[MAX_CHECKED:]
        return but_for_denied(self.table, line, near)

    def _is_accepted(self, near: str, cursor: Cursor) -> bool:
        """Whether a line would do when it is sent as shown; how an order word is used, or several orders, may stand."""
        vocabulary = vocabulary_of(self.table)
        begins = vocabulary.begins(near)
        if not begins and near.count(COLON) == 1:
            heading, rest = cut_heading(near, vocabulary.headings)
            begins = heading is not None and bool(rest)
        is_order = begins and BETWEEN not in near and not IN_CAPITALS.search(near)
        return not is_order or self.would_do(near, cursor)

    def _near(self, line: str, cursor: Cursor, refused: BadLine) -> tuple[str, ...]:
        if is_denied(line):
            return (*self._acting(line, cursor), *self._undenied(line, cursor))
        meant = [each for each in self.slips.meant(line) if self.would_do(each, cursor)][:MAX_MEANT]
        if not meant and (near := self._near_the_mended(line, cursor)):
            return self._closing_last(line, near)
        if not meant:
            acting = self._acting(line, cursor) if isinstance(refused, Misread) else ()
            return self._closing_last(line, [*acting, *refused.nearest])
        slips = self.slips.found(line)
        others = [near for near in refused.nearest if not slips.keys() & set(plain_words(near))]
        in_full = {telling(plain_words(near)): near for near in reversed(others)}
        in_standard_form = [in_full.get(telling(plain_words(each)), self._in_standard_form(each)) for each in meant]
        return self._closing_last(line, [*in_standard_form, *others])

    def _near_the_mended(self, line: str, cursor: Cursor) -> tuple[str, ...]:
        """What would do where the only meaning of a line with slips is refused as well: it keeps the card that is named."""
        mended = self.slips.plainly_meant(line)
        if not mended:
            return ()
        try:
            understand(self.table, self.seat, mended, cursor=cursor, shows=False)
        except Illegal as bad:
            begins = vocabulary_of(self.table).begins
            return tuple(
                near for near in bad.nearest if begins(near) and not near.endswith(":") and not IN_CAPITALS.search(near)
            )
        except BadLine:
            pass
        return ()

    def _in_standard_form(self, line: str) -> str:
        """What a line says in its writer's own words, in the standard form if that leaves out no caution."""
        meant = meant_by(Position(self.table, self.seat), line)
        return meant if meant and as_cautious(line, [meant]) else line

    def _undenied(self, line: str, cursor: Cursor) -> tuple[str, ...]:
        """The order that the rest of a line says beside what is not to be done: "don't attack, besiege Lincoln"."""
        meant = meant_by(Position(self.table, self.seat), undenied(self.table, line))
        return (meant,) if meant and self.would_do(meant, cursor) else ()

    def _closing_last(self, line: str, near: Sequence[str]) -> tuple[str, ...]:
        """The lines in their order, but last those that end a segment by a word that was not typed: copied in haste, they
        would end it unplayed.
        """
        closing = {word.verb for word in vocabulary_of(self.table).words if word.closes} - {*plain_words(line)}
        return tuple(sorted(dict.fromkeys(near), key=lambda each: bool(closing & {*plain_words(each)[:1]})))

    def _acting(self, line: str, cursor: Cursor) -> tuple[str, ...]:
        """Of the orders that a line can have been meant as those that would do something now."""
        tried = islice(_suggested(self.table, self.seat, line), MAX_TRIED)
        return tuple(islice((each for each in tried if self.acts(each, cursor)), MAX_MEANT))

    def would_do(self, line: str, cursor: Cursor) -> bool:
        """Whether a line would be understood."""
        return self._placed(line, cursor) is not None

    def only(self, meant: str, nearest: Sequence[str], cursor: Cursor) -> str:
        """The only line that one refused can have `meant` ("": none or several), as it is written among the `nearest`."""
        placed = self._placed(meant, cursor) if meant else None
        other = self._placed(nearest[0], cursor) if placed is not None and nearest else None
        same = placed is not None and other is not None and (placed.said, placed.action) == (other.said, other.action)
        return nearest[0] if same else meant

    def acts(self, line: str, cursor: Cursor) -> bool:
        """Whether a line would do something now: one that is kept for later is not looked at closely enough to tell."""
        placed = self._placed(line, cursor)
        return placed is not None and not isinstance(placed.action, Keep | Leave)

    def _placed(self, line: str, cursor: Cursor) -> Placed | None:
        try:
            return understand(self.table, self.seat, line, cursor=cursor, shows=False)
        except BadLine:
            return None


def _suggested(table: Table[Any], seat: Seat, line: str) -> Iterator[str]:
    """What a line can have been meant as that is read as no order: forbidden, where it says "do not"; with its condition
    behind the order; from an order word on that stands in it; behind each open order word, where it only names things.
    """
    if is_denied(line):
        denied = DENIED.fullmatch(line)
        yield from [f"{NEVER} {denied['order'].rstrip('.!')}"] if denied is not None else ()
    elif (case := CASE.fullmatch(line)) is not None:
        yield f"{case['order'].rstrip('.!')} {case['case']}"
    elif ONLY.search(line):
        yield ONLY.sub(" ", line)
    else:
        yield from _from_order_word(table, line)
        words = telling(plain_words(line))
        if 0 < len(words) <= MAX_WORDS and vocabulary_of(table).name_words.issuperset(words):
            open_now = (*table.open_to(seat), *table.acts_of(seat))
            verbs = (verb for decision in open_now for verb in verbs_for(table, decision))
            yield from (f"{verb} {line}" for verb in dict.fromkeys(verbs))


def _from_order_word(table: Table[Any], line: str) -> Iterator[str]:
    """What stands behind an order word in a sentence, with who is named before it: "Warwick should try to turn Oxford"."""
    words, vocabulary, synonyms = line.rstrip(" .!?").split(), vocabulary_of(table), table.rules.orders.synonyms
    folded = ["".join(plain_words(word)) for word in words]
    names, order_at = vocabulary.name_words, sayings_of(table).order_at
    orders = ((at, *order_at(folded, at)) for at in range(1, len(words)) if folded[at] not in names)
    at, verb, length = next((order for order in orders if order[1]), (0, "", 0))
    if not verb or len(words) > MAX_WORDS or not synonyms.moves or EXCEPTED & set(folded):
        return
    rest = " ".join([verb, *words[at + length :]])
    named = " ".join(word for word, plain in zip(words[:at], folded, strict=False) if plain in names and len(plain) > 1)
    for who in map(vocabulary.grammar.lexicon.name, vocabulary.named_in(named)[:1]):
        by_whom = synonyms.by_whom.get(verb)
        yield f"{rest} if {by_whom.format(who)}" if by_whom else rest.replace(verb, f"{verb} {who}", 1)
    yield rest
