"""What the result of a game says of its end."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Json
from pbem.engine.ending import Ending, ending_in_words, ending_of


@pytest.mark.parametrize(
    ("result", "ending", "words"),
    [
        ({"winner": "red"}, Ending(("red",)), "red wins"),
        ({"winner": "red", "allies": ["blue"]}, Ending(("red", "blue")), "red and blue win"),
        (
            {"winners": ["red", "blue", "green"], "kind": "claim"},
            Ending(("red", "blue", "green")),
            "red, blue and green win",
        ),
        ({"winner": None}, Ending(), "a draw"),
        ({"winner": None, "how": "draw_agreed"}, Ending(how="draw_agreed"), "a draw"),
        ({"winner": None, "how": "closed"}, Ending(how="closed"), "closed without a result"),
        ({"lost": "all"}, Ending(all_lose=True), "all lose"),
        ({"winner": None, "allies": [], "lost": "all"}, Ending(all_lose=True), "all lose"),
        ({"winners": ["red"], "lost": "all"}, Ending(("red",)), "red wins"),
    ],
)
def test_a_result_says_who_has_won_if_anybody_has(result: Json, ending: Ending, words: str) -> None:
    assert ending_of(result) == ending
    assert ending_in_words(ending) == words
