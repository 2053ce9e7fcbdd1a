"""What players agree to in advance, as it is read and written, and which offers are within it."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

import pytest

from pbem.engine.agreements.ahead import AGREED_AHEAD
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.agreements import DEALS
from tests.games.kingmaker.agreed import acts, say
from tests.games.kingmaker.deals.test_deals_done import at_turn
from tests.games.kingmaker.deals.test_deals_read import world


def started() -> Table[State]:
    """p1's turn."""
    s = world()
    s.phase = Phase.MOVEMENT
    return at_turn(s)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "passage for Beth until round 6",
            "each offer by P2 of exactly this, and of nothing else: p1 grants p2 passage of any place until round 6",
        ),
        ("passage for Beth of York until round 6", "p1 grants p2 passage of York until round 6"),
        ("I grant Beth passage until round 6", "p1 grants p2 passage of any place until round 6"),
        ("Durchzug für Beth durch York bis Runde 6", "p1 grants p2 passage of York until round 6"),
        (
            "trades of Le Rose for Landsknechts 1",
            "the first offer by P2 of exactly this, and of nothing else: "
            "p2 gives Le Rose to a Noble of p1; p1 gives Landsknechts 1 to a Noble of p2",
        ),
        (
            "trade of Landsknechts 1 for Le Rose",
            "p2 gives Le Rose to a Noble of p1; p1 gives Landsknechts 1 to a Noble of p2",
        ),
        (
            "Beth: trade of Burgundian Crossbowmen 1 for Scots Archers 1",
            "p2 gives the hand card Burgundian Crossbowmen 1 to p1; p1 gives the hand card Scots Archers 1 to p2",
        ),
        (
            "Beth: any Mercenary for a Town",
            "p2 gives one card of the Mercenaries to p1; p1 gives one card of the Towns to p2",
        ),
        (": any Mercenary for Scots Archers 1", None),
        ("Beth gives Le Rose to me", "p2 gives Le Rose to a Noble of p1"),
        ("Beth gives Le Rose to Neville", "p2 gives the card Le Rose to Neville"),
        ("Beth: I promise not to attack York until round 6", 'p1 promises "not to attack York" until round 6'),
    ],
)
def test_a_limit_is_read_and_shown_in_words(line: str, told: str | None) -> None:
    table = started()
    try:
        said = say(table, "p1", f"standing accept {line}" if not line.startswith(":") else f"standing accept{line}")
    except BadLine as bad:
        said = f"{bad.problem} {bad.nearest}"
        assert told is None, said
    assert told is None or told in said


@pytest.mark.parametrize(
    ("limit", "offer", "signs"),
    [
        ("passage for Beth until round 6", "Anna grants me passage of York until round 6", True),
        ("passage for Beth until round 6", "Anna grants me passage of Bristol until round 4", True),
        ("passage for Beth until round 6", "Anna grants me passage of York until round 7", False),
        ("passage for Beth until round 6", "Anna grants Carl passage of York until round 5", False),
        ("passage for Beth of York until round 6", "Anna grants me passage of Bristol until round 6", False),
        (
            "passage for Beth until round 6",
            "Anna grants me passage of York until round 6; Anna gives Landsknechts 1 to Grey",
            False,
        ),
        ("trades of Le Rose for Landsknechts 1", "I give Le Rose to Neville; Anna gives Landsknechts 1 to Grey", True),
        ("trades of Le Rose for Landsknechts 1", "Anna gives Landsknechts 1 to Grey", False),
        (
            "Beth: any Mercenary for a Mercenary",
            "I give Burgundian Crossbowmen 1 to Anna; Anna gives Scots Archers 1 to me",
            True,
        ),
        ("Beth: any Mercenary for a Mercenary", "Anna gives Scots Archers 1 to me", False),
        (
            "Beth: any Mercenary for a Mercenary",
            "I give Burgundian Crossbowmen 1 to Anna; Anna gives Scots Archers 1 to me; Anna gives Landsknechts 1 to Grey",
            False,
        ),
    ],
)
def test_what_is_within_it_is_signed_and_nothing_else(limit: str, offer: str, signs: bool) -> None:
    table = started()
    say(table, "p1", f"standing accept {limit}")
    told = say(table, "p2", f"offer Anna{' and Carl' if 'Carl' in offer else ''}: {offer}")
    assert any(entry.key == AGREED_AHEAD for entry in table.entries) == signs
    assert ("all have agreed in advance" in told) == signs
    assert len(acts(table)) == signs


def test_a_limit_for_promises_is_over_with_its_round() -> None:
    table = started()
    say(table, "p1", "standing accept passage for Beth until round 4")
    (given,) = table.offers.ahead
    assert not DEALS.limits.is_over(table.state, given.limits[0])
    table.state.round = 4
    assert DEALS.limits.is_over(table.state, given.limits[0])
