"""Odd lines, as nobody means them: each has a seed of its own, so one that breaks something is written again alone.

Every digit, quote and space of Unicode stands in some, words over and over, parts within parts, control signs, and very long
words and numbers; all around what lines of the game are made of.
"""

from __future__ import annotations

import random
import sys
import unicodedata
from collections.abc import Sequence
from functools import cache

from pbem.engine.table import Table
from pbem.moderator.reading.line_tests import LineWords
from pbem.orders.reading.misread.slips import slips_of

NUMBERS = ("Nd", "Nl", "No")
QUOTES = ("Pi", "Pf", "Ps", "Pe", "Pc", "Pd", "Po", "Lm", "Mn", "Me", "Sk")
SPACES = ("Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn")
KNOTS = (
    "if ", "if it fails: ", "else ", "else: ", "until ", "at most ", "at most 3 times ", "card 1: ", "levy: ",
    "plan: ", "2. ", "standing ", "withdraw ", "never ", "always ", "clear ", "preview: ", "mend slips; ", "tell ",
    "tell to ", "tell all but ", "ask moderator: ", "help ", "history ", "map ", "not ", "and ", "or ", "; ", ", ",
    "(", "[", "{", "<b>", "&#178;", "%s", "{}", "extend ", "absent ", "zone ", "pause for ", "resign ",
    "offer draw ", "wenn ", "sonst ", "bis ", "we have at least 2 ", "they are more than 1 to 1 and ",
    "round over 1 ", "bitte ", "I will ", "then ", "# ", "\\", "$(", "\N{COMBINING DIAERESIS}",
)  # fmt: skip


@cache
def _signs(categories: tuple[str, ...]) -> tuple[str, ...]:
    """The signs of these categories that mail can carry, the first few hundred of each and those of no category seldom."""
    found: dict[str, list[str]] = {}
    for number in (*range(1, 0xD800), *range(0xE000, min(sys.maxunicode, 0x1FFFF))):
        if chr(number) not in "\n\r":
            found.setdefault(unicodedata.category(chr(number)), []).append(chr(number))
    return tuple(sign for category in categories for sign in found.get(category, ())[:700])


def odd_lines(seeds: Sequence[int], words: Sequence[str]) -> list[str]:
    """A line for each seed, around the words that lines of a game are made of."""
    return [odd_line(seed, words) for seed in seeds]


def odd_line(seed: int, words: Sequence[str]) -> str:
    """The line of a seed. One of a thousand digits stands in each: all have had their turn after as many seeds."""
    chance = random.Random(seed)  # noqa: S311 - for tests
    digits = _signs(NUMBERS)
    digit = digits[seed % len(digits)]
    usual = " ".join(chance.choices(words, k=chance.randint(1, 4)))
    ways = (
        f"{usual} {digit}",
        f"{usual} until friendly, at most {digit}",
        f"{usual} until it succeeds, at most {digit}{chance.choice(digits)} times, spend {digit}",
        f"card {digit}: {usual}",
        f"{digit}{digit}. {usual}",
        f"standing {usual} if we have {digit} {usual}",
        f"{chance.choice(KNOTS)}{digit}",
        f"{chance.choice(KNOTS)}{usual} {digit}{chance.choice(KNOTS)}",
        chance.choice(KNOTS) * chance.choice([2, 30, 400]),
        (chance.choice(KNOTS) + chance.choice(KNOTS)) * chance.choice([2, 20, 40]),
        "".join(chance.choices(KNOTS, k=chance.randint(2, 60))),
        f"{usual} " * chance.choice([3, 30, 200]),
        f"{usual} {chance.choice(usual or digit) * chance.choice([50, 900, 5000])}",
        f"{usual} {digit * chance.choice([20, 4301])}",
        f"{usual} {chance.choice('123456789') * chance.choice([20, 4301, 9000])}",
        chance.choice(_signs(SPACES)).join(usual.split()) + chance.choice(_signs(SPACES)),
        chance.choice(_signs(QUOTES)) + usual + chance.choice(_signs(QUOTES)),
        "".join(chance.choices(_signs(QUOTES + SPACES), k=chance.randint(1, 40))),
        "".join(sign + chance.choice(["", "", chance.choice(_signs(QUOTES))]) for sign in usual),
        "(" * chance.choice([5, 900]) + usual + ")" * chance.choice([5, 900]),
    )
    line = ways[seed % len(ways)]
    return line if chance.randrange(4) else f"{chance.choice(words)} {line}"


def words_of(table: Table) -> list[str]:  # type: ignore[type-arg]
    """What lines of a game are made of: order words more often than others."""
    return [*sorted(LineWords.of(table).all) * 3, *sorted(slips_of(table).words)]
