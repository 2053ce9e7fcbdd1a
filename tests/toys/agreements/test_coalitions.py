"""Twin worlds for readers who compare notes: what none of them knows may differ, and they must not notice."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from random import Random

import pytest

from pbem.doctor.random_play import PlayPolicy
from pbem.lab.leaks.changed_position import table_of
from pbem.lab.leaks.moments import Course, Moment
from pbem.lab.leaks.other_world import other_world
from pbem.lab.leaks.planting import PlantSettings, try_plants
from pbem.lab.leaks.run import MAX_READERS, HuntSettings, coalition, leaktest
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files

FIVE = ("percy", "neville", "scotland", "clifford", "stanley")


@pytest.fixture
def quiet() -> Iterator[None]:
    """What worlds without a true key cannot export is no news."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def moments(scenario: str) -> list[Moment]:
    """Some of a random game."""
    files = toy_files()
    course = Course(RULES, files.setup(RULES, scenario), "coalitions", PlayPolicy.RANDOM)
    rng = Random(1)  # noqa: S311 - play, not secrets
    return [moment for _ in range(12) if (moment := course.moment(rng)) is not None]


def test_one_to_three_compare_notes_and_somebody_is_left() -> None:
    rng = Random(2)  # noqa: S311 - play, not secrets
    found = [coalition(FIVE, "clifford", rng) for _ in range(200)]
    assert {len(readers) for readers in found} == {1, 2, MAX_READERS}
    assert all(readers[0] == "clifford" and len(set(readers)) == len(readers) for readers in found)
    assert {reader for readers in found for reader in readers[1:]} == {*FIVE} - {"clifford"}
    assert {len(coalition(FIVE[:3], "percy", rng)) for _ in range(50)} == {1, 2}
    assert {len(coalition(FIVE[:3], "percy", rng, left=2)) for _ in range(50)} == {1}


def test_where_two_play_chance_is_not_asked() -> None:
    rng = Random(3)  # noqa: S311 - play, not secrets
    before = rng.getstate()
    assert coalition(("york", "lancaster"), "york", rng) == ("york",)
    assert rng.getstate() == before


@pytest.mark.parametrize("readers", [("percy",), ("percy", "stanley"), ("neville", "scotland", "clifford")])
def test_another_world_differs_in_what_none_of_the_readers_knows(readers: tuple[str, ...]) -> None:
    differed = set[str]()
    for number, moment in enumerate(moments("five_houses")):
        table = moment.table
        other = other_world(table, frozenset(readers), "hands", Random(number))  # noqa: S311 - play, not secrets
        if other is None:
            continue
        twin = table_of(other.rules, table.setup, table.chance, other.log)
        for seat in table.seats:
            if seat in readers:
                assert RULES.view(twin.state, seat) == RULES.view(table.state, seat)
            elif twin.state.hands[seat] != table.state.hands[seat]:
                differed.add(seat)
    assert differed == {*FIVE} - {*readers}


@pytest.mark.usefixtures("quiet")
def test_readers_who_compare_notes_cannot_tell_worlds_apart() -> None:
    setup = toy_files().setup(RULES, "five_houses")
    report = leaktest(
        RULES, [setup], [3], "coalitions", HuntSettings(twins=2, secrets=("hands",), files=toy_files(), pictures=False)
    )
    assert report.findings == []
    assert sum(report.twins.values()) == 2
    assert report.mails > 2


@pytest.mark.long
@pytest.mark.usefixtures("quiet")
def test_mails_whose_times_hang_on_what_is_hidden_are_found() -> None:
    setup = toy_files().setup(RULES, "marches")
    (found,) = try_plants(RULES, [setup], range(40), "toys", PlantSettings(names=("mails by cards",), files=toy_files()))
    assert found.found, str(found)
