"""What a player is written to of at once, and how long they have."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Decision, YesNo
from pbem.engine.event import Event
from pbem.engine.game.terms import Term
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.components.ids import field, inside
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.turns import TURN
from tests.games.kingmaker.scene import put, table


def told(name: str, seen_by: frozenset[str] | None = None, **data: object) -> Event:
    return Event("1", name, data, seen_by)


@pytest.mark.parametrize(
    ("event", "concerned"),
    [
        (told("moved", nobles=["neville"], to=field("bristol")), ("p2",)),
        (told("called", noble="percy", place="hull"), ("p3",)),
        (told("besieged", place="raby", seat="p1"), ("p1", "p2")),
        (told("killed", noble="roos", seat="p3"), ("p3",)),
        (told("drawn", seat="p1", card="plague", says={"killed": ["neville", "percy"]}), ()),
        (told("drew", frozenset({"p1"}), seat="p1", cards=[]), ("p1",)),
        (told("turn_begins", seat="p2", round=2, turn=5, first=False), ()),
        (told("claimed", seat="p1"), ("p1", "p2", "p3")),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_player_is_written_to_of_what_is_theirs(event: Event, concerned: tuple[str, ...]) -> None:
    s = table()
    put(s, "p2", inside("raby"), "neville")
    put(s, "p3", field("london"), "percy")
    readers = [seat for seat in s.seats if event.seen_by is None or seat in event.seen_by]
    assert tuple(seat for seat in readers if RULES.reports.concerns(s, seat, event)) == concerned


def test_others_have_the_time_of_an_answer() -> None:
    asked = {key: RULES.term(table(), Decision("p1", key, "", "", YesNo())) for key in (TURN, ADD, END)}
    assert asked == {TURN: Term.TURN, ADD: Term.ANSWER, END: Term.ANSWER}
