"""How a line names and counts things: which options its words name, how often, and in which order. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import product, takewhile
from typing import Any, Final

from pbem.engine.decision import Assign, Decision, Json, Menu, Pick, PickSome, Split, Stack
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.table import Table
from pbem.orders.languages.words import Run, around, folded, listed, listed_words, meanings, patterns
from pbem.orders.reading.candidate import Kind, Part
from pbem.orders.reading.tokens import Token
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS
from pbem.orders.words.lines import example_lines, line_of

MIN_PLURAL_LENGTH: Final = 8
"""A word of so many letters that ends with an s may be several of something."""
MIN_TELLING_LENGTH: Final = 4
"""A word of a name that tells it without the others has so many letters."""
MAX_NUMBERS: Final = 40
COUNT: Final = re.compile(r"[x×]?([0-9]{1,2})[x×]?")
AWAY: Final = listed_words("counted_away")
TIMES: Final = listed_words("so_many_times")
"""Behind a figure these say how often: three times."""
BETWEEN: Final = (SMALL_WORDS | AWAY) - {run[0] for run in around().joints if len(run) == 1}
"""What can stand between a number and what is counted: "both his Troops and Arundel" counts no Arundel."""
COUNTED: Final = meanings("counted")
"""What is a number in front of what is counted."""

TWO: Final = listed_words("two")
"""All, where there are two."""
PAIR: Final = 2

Named = list[tuple[str, tuple[int, ...]]]
"""Options in the order of a line, each with the places of the words that name it."""


def named_in(
    tokens: Sequence[Token],
    ways: Mapping[str, tuple[Run, ...]],
    tell: Callable[[Named, int, Collection[str]], str] | None = None,
) -> Named:
    """The options that a line names, longer names and written ones first; [] where one cannot be told from another, nor by
    `tell`: from those named before, the place of the word, and those that it can name.
    """
    found: Named = []
    words = {word for token in tokens for word in (token.word, token.bare)}
    able = [(option, rank, run) for option, runs in ways.items() for rank, run in enumerate(runs) if run[0] in words]
    at = 0
    while at < len(tokens):
        fits = [
            (len(places), rank == 0, option, places)
            for option, rank, run in able
            if tokens[at].is_(run[0]) and (places := words_from(tokens, at, run))
        ]
        if not fits:
            at += 1
            continue
        best = max(each[:2] for each in fits)
        meant = {option: places for length, first, option, places in fits if (length, first) == best}
        whole = {option: places for option, places in meant.items() if any(len(run) == best[0] for run in ways[option])}
        told = tell(found, at, whole or meant) if tell is not None and len(meant) > 1 else ""
        if len(meant) > 1 and len(whole) != 1 and not told:
            return []
        option, places = (told, meant[told]) if told else next(iter((whole or meant).items()))
        found.append((option, places))
        at = places[-1] + 1
    return found


def options_of(decision: Decision) -> Sequence[str]:
    """All that an answer to a question can name; of a Menu nothing."""
    match decision.shape:
        case Pick() | PickSome() | InOrder() as shape:
            return shape.options()
        case Stack() | Split() as shape:
            return list(shape.limits())
        case Assign() as shape:
            return [*shape.items(), *shape.bins()]
    return ()


def with_telling_words(ways: Mapping[str, tuple[Run, ...]]) -> dict[str, tuple[Run, ...]]:
    """The ways to name options, with each word of a name that stands in the name of no other one: Essex, of the Earl of
    Essex. A word that stands around any order tells none.
    """
    around_ = around()
    dull = around_.titles | around_.fillers | around_.ways | around_.doing | around_.between
    holders: dict[str, set[str]] = {}
    for option, runs in ways.items():
        for word in {word for run in runs for word in run}:
            holders.setdefault(word, set()).add(option)

    def tells(word: str) -> bool:
        is_dull = (word,) in dull or word in SMALL_WORDS or word in NUMBERS
        return len(holders[word]) == 1 and len(word) >= MIN_TELLING_LENGTH and word.isalpha() and not is_dull

    return {
        option: tuple(dict.fromkeys([*runs, *((word,) for word in (runs[0] if runs else ()) if tells(word))]))
        for option, runs in ways.items()
    }


def words_from(tokens: Sequence[Token], at: int, run: Run) -> tuple[int, ...]:
    """The places, from one on, whose words name a run or its first words; a title alone names nobody."""
    places: list[int] = []
    behind = 0
    for place in range(at, len(tokens)):
        following = next((n for n in range(behind, len(run) if places else 1) if tokens[place].is_(run[n])), None)
        if behind >= len(run):
            break
        if following is not None:
            places.append(place)
            behind = following + 1
        elif not places or tokens[place].word not in SMALL_WORDS:
            break
    # "We" is not We done deeds of charity.
    dull = around().titles | around().fillers
    is_dull = len(places) == 1 < len(run) and (tokens[at].word,) in dull
    return () if is_dull else tuple(places)


def times_of(
    tokens: Sequence[Token], places: Sequence[int], between: Collection[str], counted_before: Collection[int]
) -> tuple[int, list[int]]:
    """How often a name is meant, and the words that say so: in front of it, or behind it, with such words `between`; but for
    those that belong to a name before it.
    """
    for start, step in ((places[0] - 1, -1), (places[-1] + 1, 1)):
        within = list(takewhile(lambda at: tokens[at].word in between, range(start, len(tokens) if step > 0 else -1, step)))
        at = start + step * len(within)
        if 0 <= at < len(tokens) and at not in counted_before and (counted := COUNT.fullmatch(figure_of(tokens[at].word))):
            also = [each for each in within if tokens[each].word in AWAY]
            also += [at + 1] if at + 1 < len(tokens) and tokens[at + 1].word in TIMES else []
            return max(1, min(int(counted[1]), MAX_NUMBERS)), [at, *also]
    return 1, []


def ordinals_in(tokens: Sequence[Token]) -> list[Part] | None:
    """The words that tell the order in which names stand: first, second, last. None where they tell another."""
    ranks = [
        (at, rank) for at, token in enumerate(tokens) for rank, words in enumerate(around().ranks) if token.word in words
    ]
    in_turn = [rank for _, rank in ranks]
    return [taken_part(tokens, [at]) for at, _ in ranks] if in_turn == sorted(set(in_turn)) else None


def figure_of(word: str) -> str:
    return COUNTED.get(word, NUMBERS.get(word, word))


def singulars(ways: Iterable[Run]) -> tuple[Run, ...]:
    """A Harbinger, South Midland."""
    ways = list(ways)
    return tuple(
        (*way[:at], way[at][:-1], *way[at + 1 :])
        for way in ways
        for at in range(len(way))
        if len(way[at]) >= MIN_PLURAL_LENGTH and way[at].endswith("s")
    )


def plurals(ways: Iterable[Run]) -> tuple[Run, ...]:
    """Burgundians, Irish mercenaries."""
    ways = list(ways)
    several = [(*way[:at], f"{way[at]}s", *way[at + 1 :]) for way in ways for at in (0, len(way) - 1)]
    return (*several, *((*way[:-1], f"{way[-1][:-1]}ies") for way in ways if way[-1].endswith("y")))


def said_as(number: int) -> tuple[Run, ...]:
    return ((str(number),), *((word,) for word, figure in NUMBERS.items() if figure == str(number)))


def all_of(number: int) -> tuple[Run, ...]:
    """All of so many, told by their number: the two of them, all three."""
    ways = [way.format(said[0]) for said in said_as(number) for way in patterns("all_of")] if number > 1 else []
    return tuple(folded(way) for way in ways)


def all_ways(number: int) -> tuple[Run, ...]:
    """All that there are, of so many: "both" of two alone."""
    every = (way for way in sorted(around().all) if number == PAIR or TWO.isdisjoint(way))
    return (*every, *all_of(number))


def taken_part(tokens: Sequence[Token], places: Sequence[int]) -> Part:
    """The part that these words say."""
    return Part(Kind.NAME, (tuple(tokens[at].bare for at in places), tuple(tokens[at].word for at in places)))


def paired(named: Sequence[str], items: Collection[str]) -> dict[str, str]:
    """What goes to whom, as a line names them: "y1 and y2 to Norfolk, ...", or "Norfolk takes y1 and y2, ..."; {} where it
    does neither throughout.
    """
    kinds = [option in items for option in named]
    if not named or kinds[0] == kinds[-1]:
        return {}
    pairs: dict[str, str] = {}
    taking = "" if kinds[0] else named[0]
    for option in named if not kinds[0] else reversed(named):
        if option in items:
            pairs[option] = taking
        else:
            taking = option
    return pairs if {*pairs.values()} == {each for each in named if each not in items} else {}


# Choices told by their place in a list: "the second one", "number 2", "the last one"


MAX_LISTED: Final = 4
"""So many choices stand in a mail with their codes."""
LAST: Final = "last"


def told_by_place(table: Table[Any], decision: Decision, answers: Sequence[Json]) -> list[tuple[Json, tuple[Run, ...]]]:
    """The answers, in the order of the question, each with the runs that tell its place; [] where the mail does not list all
    of them, or lists them in another order. Those of a Menu are listed once.
    """
    if not 1 < len(answers) <= MAX_LISTED:
        return []
    lines = [line_of(table, decision, answer)[0] for answer in answers]
    shown = lines if isinstance(decision.shape, Menu) else example_lines(table, decision)
    if shown[: len(lines)] != lines:
        return []
    # Who counts to the last may mean the last of the lines, which can be one that is no choice of theirs.
    is_last_of_all = len(shown) == len(lines)
    places = [ways_of_place(at, is_last=is_last_of_all and at == len(lines)) for at in range(1, len(lines) + 1)]
    return list(zip(answers, places, strict=True))


@cache
def ways_of_place(place: int, *, is_last: bool) -> tuple[Run, ...]:
    """The runs that tell a place, counted from 1: the 2nd one, number 2."""
    ranks = [*_said(str(place)), *(_said(LAST) if is_last else ())]
    nouns, articles, numbers = listed("counted_nouns"), listed("counted_articles"), listed("counted_numbers")
    runs = [
        *product(ranks, nouns),
        *product(articles, ranks),
        *((rank,) for rank in ranks if rank not in listed("counted_vaguely")),
        *((number, str(place)) for number in numbers),
    ]
    return tuple(dict.fromkeys(folded(" ".join(run)) for run in runs))


def _said(rank: str) -> list[str]:
    return [said for said, meant in meanings("ranks").items() if meant == rank]


TELL_ALONE: Final = frozenset(meanings("ranks")).difference(listed("counted_vaguely"))
"""The words that tell a place by themselves."""
