"""How far dice stray from fair ones: figures worked by hand, or from printed tables."""

import pytest

from pbem.moderator.reports.final import chance_of_faces, chi_square, distribution, luck, one_in
from pbem.render.final import RAREST, Chances


def test_chi_square_is_the_sum_of_squares_over_what_was_expected() -> None:
    # 51 dice, 8.5 of each to be expected: 2.25 + 0.25 + 12.25 + 20.25 + 2.25 + 6.25 = 43.5, over 8.5.
    assert chi_square((7, 8, 5, 13, 7, 11)) == pytest.approx(43.5 / 8.5)
    assert chi_square((10, 10, 10, 10, 10, 10)) == 0
    assert chi_square((0, 0, 0, 0, 0, 0)) == 0


@pytest.mark.parametrize(
    ("chi", "chance"),
    [(0.0, 1.0), (1.145, 0.95), (4.351, 0.5), (9.236, 0.1), (11.070, 0.05), (15.086, 0.01), (20.515, 0.001)],
)
def test_the_chance_of_faces_is_that_of_the_tables_for_five_degrees(chi: float, chance: float) -> None:
    assert chance_of_faces(chi) == pytest.approx(chance, abs=0.0001)


def test_the_distribution_of_dice_that_need_different_numbers() -> None:
    assert distribution([]) == [1.0]
    assert distribution([3, 3]) == pytest.approx([0.25, 0.5, 0.25])
    # A sure one and one on 1-2: one success on 4 of 6, two on 2 of 6.
    assert distribution([6, 2]) == pytest.approx([0, 4 / 6, 2 / 6])
    assert sum(distribution([0, 1, 2, 3, 4, 5, 6] * 20)) == pytest.approx(1)


def test_luck_is_told_from_the_side_on_which_it_was() -> None:
    # No success in four even chances: one time in sixteen. Three or four: five in sixteen. Two: eleven in sixteen.
    def of(successes: int) -> Chances:
        return luck("york", [(3, place < successes) for place in range(4)])

    assert of(0) == Chances("york", 4, 0, 2.0, one_in=16, good=False)
    assert of(3) == Chances("york", 4, 3, 2.0, one_in=3, good=True)
    assert of(2) == Chances("york", 4, 2, 2.0, one_in=1, good=False)


@pytest.mark.parametrize(
    ("chance", "times"),
    [(1.0, 1), (0.67, 1), (0.5, 2), (0.34, 3), (0.05, 20), (0.0104, 96), (0.0041, 240), (0.001, RAREST), (0.0, RAREST)],
)
def test_a_chance_is_one_time_in_so_many(chance: float, times: int) -> None:
    assert one_in(chance) == times
