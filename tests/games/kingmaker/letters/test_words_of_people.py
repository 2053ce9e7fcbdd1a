"""Lines in people's own words: each does what its standard form does, or nothing at all."""

from __future__ import annotations

from typing import Any

from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import fingerprint
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.line_kinds import Sorter
from tests.games.kingmaker.asked import at_table
from tests.games.kingmaker.deals.test_deals_by_mail import position
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn

LINES = {
    "Neville moves to York field at Ely": None,
    "Neville goes to Durham": "move Neville Durham",
    "Please move Neville to Durham": "move Neville Durham",
    "Neville rides to Durham": "move Neville Durham",
    "Neville heads for Lincoln": "move Neville Lincoln",
    "Neville marches to Lincoln": "move Neville Lincoln",
    "Neville zieht nach Durham": "move Neville Durham",
    "That is all": None,
    "Das ist alles": None,
    "Go ahead": None,
    "Nothing to add": None,
    "I'll pass it on to her": None,
    "play Scots Archers 1 to Neville": "play Scots Archers 1 Neville",
    "Bring into play Scots Archers 1 Neville": "play Scots Archers 1 Neville",
    "spiele Scots Archers 1 Neville": "play Scots Archers 1 Neville",
    "I may go to Durham next turn.": None,
    "What if Neville goes to Durham?": None,
    "Grey goes to Durham": None,
    "Don't move Neville to Durham": None,
}
UNDERSTOOD = 8
"""So many of these are carried out at least."""


def come_to(line: str) -> tuple[str, list[tuple[str, str, Any]]]:
    """The position after a letter of Red's, and what that has done."""
    table = at_table(position(Setup("three_players", {})), own_turn)
    before = len(table.entries)
    carry_out_lines(table, "red", Sorter(table, "red").letter([(1, line)]))
    return fingerprint(table.state), [(each.key, each.seat, each.answer) for each in table.entries[before:]]


def test_no_line_does_what_it_does_not_mean_and_most_are_understood() -> None:
    nothing, understood = come_to("Hello!"), 0
    assert not nothing[1]
    for typed, means in LINES.items():
        done = come_to(typed)
        wanted = nothing if means is None else come_to(means)
        assert means is None or wanted != nothing, f"{means} does nothing"
        assert done in (nothing, wanted), f"{typed} did {done[1]}"
        understood += means is not None and done == wanted
    assert understood >= UNDERSTOOD


def test_german_lines_give_and_move_as_their_english_ones_do() -> None:
    for typed, means in (
        ("ziehe Neville nach Durham", "move Neville Durham"),
        ("bewege Neville nach Durham", "move Neville Durham"),
    ):
        assert come_to(typed) == come_to(means) != come_to("Hello!")
