"""Reading is linear in the letter: sixty shapes of letters, 2 and 8 kB, through the whole path. What is counted is how often
a line is parsed, candidates are made and a line is held against them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.moderator.intake import moderating
from pbem.orders.parse.parse import parse
from pbem.orders.reading.candidates import candidates
from pbem.orders.reading.match import fit_all
from tests.moderator.intake.test_work import counted
from tests.support.conversation import Conversation

KB = 1000
SIZES = (2 * KB, 8 * KB)
UNITS = {
    "order": "march york",
    "own words": "York goes over to Ely",
    "slip": "prly oxfrod",
    "name": "York",
    "number": "2 and 3",
    "nonsense": "sdjfh qwpo",
    "talk": "I was in March last week, lovely",
    "choice": "1a",
    "German": "York zieht nach Ely",
    "a no": "not York",
}
SHAPES = {
    "lines": "{0}\n",
    "on one line": "{0} ",
    "parted": "{0}; ",
    "with commas": "{0}, ",
    "conditions": "{0} if we have 3 or more, else {0}\n",
    "ahead": "card 1 York: {0}\n",
}
COUNTED = (parse, candidates, fit_all)
GROWTH = 1.25
"""So much more than the letter the work may grow; and SOME of each is always done."""
SOME = 600


def calls_of(talk: Conversation, text: str) -> Mapping[str, int]:
    """How often each of the counted functions is called for a letter of York's."""
    calls: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def count(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        return count

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moderating, "limited", lambda _most: counted([]))
        for function in COUNTED:
            name = function.__name__
            for module in [each for each in sys.modules.values() if getattr(each, name, None) is function]:
                patch.setattr(module, name, counting(name, function))
        talk.write("york", text)
    return calls


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("shape", SHAPES)
def test_reading_grows_no_faster_than_the_letter(shape: str, unit: str, tmp_path: Path) -> None:
    piece = SHAPES[shape].format(UNITS[unit])
    talk = Conversation(tmp_path, scenario="ia_henry_vi", letters_per_hour=10**6, in_memory=False)
    counts = [calls_of(talk, piece * (size // len(piece) + 1)) for size in SIZES]
    assert unit != "order" or all(counts[-1].values())
    few, many = counts
    for name in many:
        assert many[name] <= GROWTH * few[name] * SIZES[1] / SIZES[0] + SOME, (name, few[name], many[name])
