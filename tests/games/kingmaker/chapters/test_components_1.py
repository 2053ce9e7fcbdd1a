"""1 Units, strength, limits, places and who controls them."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from collections import Counter

import pytest

from pbem.games.kingmaker.components.cards import Happening, Sort
from pbem.games.kingmaker.components.nobles import can_hold, men_here, plain_men, room_in
from pbem.games.kingmaker.control import is_empty_town, is_open_to, owner
from tests.games.kingmaker.scene import BOARD, conquer, put, table

UNIT = ("bishop_of_durham", "treasurer_of_england", "flemish_crossbowmen_1")


@pytest.mark.parametrize(
    ("spot", "men"), [("field:york_area", 130), ("field:london_area", 100), ("aboard:le_rose_piece", 100)]
)
def test_1_4_a_unit_of_100_is_130_north_of_the_trent(spot: str, men: int) -> None:
    """L. 196."""
    s = table()
    pole = put(s, "p1", spot, "pole", *UNIT)
    assert (plain_men(s, pole), men_here(s, pole)) == (100, men)


@pytest.mark.parametrize(("spot", "men"), [("field:plymouth_area", 180), ("field:london_area", 80)])
def test_1_4_the_duchy_of_cornwall_is_worth_more_at_home(spot: str, men: int) -> None:
    """L. 603."""
    s = table()
    assert men_here(s, put(s, "p1", spot, "pole", "chancellor_of_cornwall")) == men


@pytest.mark.parametrize(
    ("noble", "cards", "card", "fits"),
    [
        ("pole", (), "earl_of_kent", False),
        ("roos", (), "earl_of_kent", True),
        ("roos", ("earl_of_kent",), "earl_of_essex", False),
        ("roos", (), "marshal_of_england", False),
        ("roos", ("earl_of_kent",), "marshal_of_england", True),
        ("pole", ("marshal_of_england",), "treasurer_of_england", False),
        ("pole", ("bishop_of_durham",), "bishop_of_carlisle", False),
        ("pole", ("town_of_coventry",), "town_of_leicester", True),
        ("pole", (), "roos", False),
    ],
)
def test_1_3_a_card_fits_within_the_limits(noble: str, cards: tuple[str, ...], card: str, fits: bool) -> None:
    s = table()
    assert can_hold(s, put(s, "p1", "field:york_area", noble, *cards), card, replacing=False) is fits


def test_1_6_capacity_is_counted_without_bonuses() -> None:
    """R4."""
    s = table()
    put(s, "p1", "in:dover", "fitzalan", "constable_of_dover_castle")
    assert room_in(s, "in:dover") == BOARD.capacity[BOARD.places["dover"].kind] - 80


def test_1_7_a_conquest_comes_before_a_card_and_falls_with_its_holder() -> None:
    """R7, R8."""
    s = table()
    put(s, "p2", "field:york_area", "pole")
    assert owner(s, "wingfield") == "p2"
    roos = put(s, "p1", "field:york_area", "roos")
    conquer(s, "wingfield", roos)
    assert owner(s, "wingfield") == "p1"
    del s.nobles[roos]
    assert owner(s, "wingfield") == "p2"


def test_1_7_an_open_town_is_whose_noble_is_inside() -> None:
    """R10, l. 612."""
    s = table()
    assert is_empty_town(s, "hereford")
    assert is_open_to(s, "p1", "hereford")
    put(s, "p2", "in:hereford", "grey")
    assert owner(s, "hereford") == "p2"
    assert not is_open_to(s, "p1", "hereford")


def test_1_2_the_decks_are_counted_as_the_rulebook_counts_them() -> None:
    """L. 311-338, 592-599."""
    sorts = Counter(facts.sort for facts in BOARD.cards.crown.values())
    assert [sorts[sort] for sort in (Sort.UNTITLED, Sort.TITLED, Sort.TITLE, Sort.OFFICE, Sort.SEE)] == [14, 10, 9, 14, 6]
    assert [sorts[sort] for sort in (Sort.MERCENARY, Sort.SHIP, Sort.TOWN)] == [8, 4, 9]
    kinds = Counter(facts.kind for facts in BOARD.cards.events.values())
    assert [kinds[kind] for kind in Happening] == [37, 6, 9, 3, 17, 11, 4, 5]
