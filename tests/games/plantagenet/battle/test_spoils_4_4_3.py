"""4.4.3 Spoils."""

from __future__ import annotations

from pbem.games.plantagenet.battle.spoils import give_spoils
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import CARTS, COIN, PROVENDER, SHIPS, Lord
from pbem.games.plantagenet.components.state import State
from tests.games.plantagenet.build import LANCASTER, YORK, run
from tests.games.plantagenet.scene import IA, favour, position, put

YORK_LORD, MARCH, HENRY, SOMERSET = map(Lord, ("york", "march", "henry_vi", "somerset_1"))
PLACE = Locale("oxford")


def after_battle() -> State:
    """York and March with 3 Carts each and 2 and 1 Provender; Henry and Somerset with nothing, all at Oxford."""
    s = position(IA)
    put(s, "york", "oxford", carts=3, provender=2, coin=5, ships=1)
    put(s, "march", "oxford", carts=3, provender=1)
    for lord in ("henry_vi", "somerset_1"):
        put(s, lord, "oxford", carts=0, provender=0, coin=0, ships=0)
    return s


def has(s: State, lord: Lord) -> tuple[int, int]:
    """Carts and Provender."""
    return s.mats[lord].assets[CARTS], s.mats[lord].assets[PROVENDER]


def test_4_4_3_the_winner_takes_all_where_he_is_favoured() -> None:
    s = after_battle()
    favour(s, LANCASTER, "oxford")
    run(give_spoils(s, [YORK_LORD, MARCH], [HENRY], PLACE))
    assert (has(s, HENRY), has(s, YORK_LORD), has(s, MARCH)) == ((6, 3), (0, 0), (0, 0))


def test_4_4_3_no_coin_and_no_ships_are_taken() -> None:
    s = after_battle()
    favour(s, LANCASTER, "oxford")
    run(give_spoils(s, [YORK_LORD, MARCH], [HENRY], PLACE))
    assert (s.mats[YORK_LORD].assets[COIN], s.mats[YORK_LORD].assets[SHIPS]) == (5, 1)
    assert (s.mats[HENRY].assets[COIN], s.mats[HENRY].assets[SHIPS]) == (0, 0)


def test_4_4_3_at_a_neutral_stronghold_totals_are_halved_rounding_up() -> None:
    s = after_battle()
    run(give_spoils(s, [YORK_LORD, MARCH], [HENRY], PLACE))
    assert (has(s, HENRY), has(s, YORK_LORD), has(s, MARCH)) == ((3, 2), (0, 0), (3, 1))


def test_4_4_3_where_the_losers_are_favoured_nothing_is_taken() -> None:
    s = after_battle()
    favour(s, YORK, "oxford")
    run(give_spoils(s, [YORK_LORD, MARCH], [HENRY], PLACE))
    assert (has(s, HENRY), has(s, YORK_LORD)) == ((0, 0), (3, 2))


def test_4_4_3_spoils_are_distributed_as_desired() -> None:
    s = after_battle()
    favour(s, LANCASTER, "oxford")
    shares = [{"henry_vi": 1, "somerset_1": 5}, {"somerset_1": 3}]
    run(give_spoils(s, [YORK_LORD, MARCH], [HENRY, SOMERSET], PLACE), *[(LANCASTER, "spoils", share) for share in shares])
    assert (has(s, HENRY), has(s, SOMERSET)) == ((1, 0), (5, 3))


def test_4_4_3_without_takers_nothing_changes_hands() -> None:
    s = after_battle()
    favour(s, LANCASTER, "oxford")
    run(give_spoils(s, [YORK_LORD], [], PLACE))
    assert has(s, YORK_LORD) == (3, 2)
