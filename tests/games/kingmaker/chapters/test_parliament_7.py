"""7, 8 Parliament and coronation."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import DEAD, Phase
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import Claim, Peace, State
from pbem.games.kingmaker.coronation import crown, crowns
from pbem.games.kingmaker.parliament import Summons, award_parliament, must_award, next_phase, summon, summons
from pbem.games.kingmaker.royals import execute_royal
from pbem.games.kingmaker.turn_end import end_turn
from tests.games.kingmaker.scene import DECKS, put, shuffled, table


def called(**more: Any) -> State:
    """Neville of p1 with the King at York's open field, where Grey of p2 comes; two cards are in Chancery."""
    s = table(Phase.PARLIAMENT)
    put(s, "p1", "field:kendal_area", "neville", "henry_vi")
    put(s, "p2", "field:york_area", "grey")
    s.clamours = ["E084"]
    s.event_deck.remove("E084")
    s.chancery = ["earl_of_essex", "marshal_of_england"]
    for card in s.chancery:
        s.crown_deck.remove(card)
    for name, value in more.items():
        setattr(s, name, value)
    return s


def sits(s: State, **attend: tuple[str, ...]) -> State:
    """A Parliament that has been called."""
    shuffled(summon(s, Summons("grey", attend), DECKS))
    return s


def test_7_3_nobles_come_and_7_4_as_many_cards_are_drawn() -> None:
    """L. 496-505."""
    s = sits(called())
    assert s.nobles["grey"].at == "field:kendal_area"
    assert s.parliament is not None
    assert (s.parliament.attending, sorted(s.parliament.cards)) == (
        ["grey", "neville"],
        ["earl_of_essex", "marshal_of_england"],
    )
    assert s.peace == Peace("kendal_area", "p1")


@pytest.mark.parametrize(
    "change",
    [
        {"clamours": []},
        {"turned": "E085"},
        {"claim": Claim("p1", 2)},
        {"phase": Phase.COMBAT},
    ],
)
def test_7_1_when_no_parliament_is_called(change: dict[str, Any]) -> None:
    with pytest.raises(Illegal, match="cannot call"):
        sits(called(**change))


def test_7_1_with_two_kings_the_chancellor_calls_and_spends_a_card() -> None:
    s = called()
    s.royals["richard_duke_of_york"].crowned = True
    assert summons(s) is None
    put(s, "p1", "field:kendal_area", "pole", "chancellor_of_england")
    s.players["p1"].chancellors = ["E088"]
    sits(s)
    assert (s.players["p1"].chancellors, s.event_discard) == ([], ["E088"])


@pytest.mark.parametrize("spot", ["field:calais_area", "in:peel", "aboard:le_rose_piece"])
def test_7_3_nobody_overseas_is_summoned(spot: str) -> None:
    """R29: nobody else is there."""
    s = called()
    s.nobles["grey"].at = spot
    assert summons(s) is None


def test_7_4_all_that_can_be_awarded_must_be() -> None:
    """R30: the Title lets Grey have the Office."""
    s = sits(called())
    assert must_award(s) == 2
    with pytest.raises(Illegal, match="all that can be"):
        award_parliament(s, [["award", "marshal_of_england", "neville"]])
    assert s.parliament is not None
    assert len(s.parliament.cards) == 2
    award_parliament(s, [["award", "earl_of_essex", "grey"], ["award", "marshal_of_england", "grey"]])
    assert s.nobles["grey"].cards == ["earl_of_essex", "marshal_of_england"]
    assert (s.turned, s.clamours, s.phase) == ("E084", [], Phase.CORONATION)


def test_7_5_an_office_passes_between_two_awards_if_all_agree() -> None:
    """L. 503."""
    s = called()
    put(s, "p1", "field:kendal_area", "pole", "treasurer_of_england")
    sits(s, p1=("pole",))
    steps = [
        ["award", "earl_of_essex", "grey"],
        ["swap", "treasurer_of_england", "pole", "grey"],
        ["award", "marshal_of_england", "pole"],
    ]
    with pytest.raises(Illegal, match="must agree: p2"):
        award_parliament(s, steps, ["p1"])
    award_parliament(s, steps, ["p1", "p2"])
    assert s.nobles["grey"].cards == ["earl_of_essex", "treasurer_of_england"]


def test_7_4_what_fits_nobody_is_discarded() -> None:
    s = called()
    s.nobles["neville"].cards = ["treasurer_of_england"]
    s.nobles["grey"].cards = ["earl_of_kent", "steward_of_the_royal_household"]
    assert award_parliament(sits(s), []) == s.crown_discard


def coronation(royal: str, *sees: str, at: str = "field:lichfield_area") -> State:
    """A Royal with Neville, who holds one of the sees, and Roos, who holds the other."""
    s = table(Phase.CORONATION)
    put(s, "p1", at, "neville", *sees[:1], royal)
    put(s, "p1", at, "roos", *sees[1:])
    return s


@pytest.mark.parametrize(
    ("sees", "can"),
    [
        (("archbishop_of_york",), True),
        (("bishop_of_durham", "bishop_of_carlisle"), True),
        (("bishop_of_durham",), False),
    ],
)
def test_8_it_takes_an_archbishop_or_two_bishops(sees: tuple[str, ...], can: bool) -> None:
    s = coronation("richard_duke_of_york", *sees)
    assert (crowns(s) == {"richard_duke_of_york": "lichfield"}) is can


def test_8_george_is_crowned_once_his_elders_are_dead() -> None:
    """L. 188."""
    s = coronation("george_duke_of_clarence", "archbishop_of_york")
    with pytest.raises(Illegal, match="cannot be crowned"):
        crown(s, "george_duke_of_clarence")
    for elder in ("richard_duke_of_york", "edward_earl_of_march"):
        s.royals[elder].at = DEAD
    assert crown(s, "george_duke_of_clarence") == ("lichfield", 2)


def test_8_one_of_a_house_is_crowned_in_a_turn() -> None:
    """R30c: not the heir of a King crowned and executed in it."""
    s = coronation("richard_duke_of_york", "archbishop_of_york")
    attach(s, "edward_earl_of_march", "roos")
    crown(s, "richard_duke_of_york")
    execute_royal(s, "p1", "richard_duke_of_york")
    assert crowns(s) == {}
    s.phase = Phase.NO_DISCARD
    end_turn(s)
    s.active = "p1"
    assert crowns(s) == {"edward_earl_of_march": "lichfield"}


def test_8_the_phases_follow_each_other() -> None:
    s = table(Phase.PARLIAMENT)
    next_phase(s)
    next_phase(s)
    assert s.phase is Phase.END
    with pytest.raises(Illegal, match="neither"):
        next_phase(s)
