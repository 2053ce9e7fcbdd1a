"""Lines that name what could be attacked, discarded or condemned, and order nothing of the kind: a name alone, somebody else
who does it, and what is kept.
"""

from __future__ import annotations

import pytest

from tests.letters.natural.position import position
from tests.letters.natural.reading import effect


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("attack", "Red in Lincoln"),
        ("attack", "Red attacks Lincoln"),
        ("attack", "Red attacks!"),
        ("attack", "Rot greift Lincoln an"),
        ("end", "Stanley, of course"),
        ("end", "Stanley discards Courtenay"),
        ("end", "Blue shows Stanley"),
        ("office", "The Marshal of England, please"),
        ("captive", "Grey kills time"),
        ("captive", "Scrope hands over the Town of Coventry"),
        ("office", "Clifford outside, Berkeley inside"),
    ],
)
def test_who_is_named_is_not_who_it_is_done_to(at: str, line: str) -> None:
    assert effect(position("kingmaker", at), [line]).is_nothing


def test_what_is_kept_is_not_shown_to_be_discarded() -> None:
    found = effect(position("kingmaker", "office"), ["Keep the Marshal"])
    assert found.is_nothing
    assert "discard Treasurer of England" in found.suggested
    assert "discard Marshal of England" not in found.suggested


@pytest.mark.parametrize(
    ("at", "line", "did"),
    [
        ("attack", "Rot bei Lincoln angreifen", "attack red lincoln_area"),
        ("siege", "I attack Blue", "attack blue lincoln_area"),
        ("captive", "Mowbray hands Coventry to Scrope", "transfer town_of_coventry scrope"),
        ("captive", "Cromwell shall be executed", "condemn cromwell"),
        ("office", "I keep the Marshal and discard the other one.", "discard treasurer_of_england"),
        ("office", "Both Clifford and Berkeley step outside.", "outside berkeley_noble"),
        ("march", "Cromwell and Grey both move to Lincoln", "move grey field:lincoln_area"),
    ],
)
def test_what_is_said_otherwise_is_done(at: str, line: str, did: str) -> None:
    assert any(did in each for each in effect(position("kingmaker", at), [line]).did)
