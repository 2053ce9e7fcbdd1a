"""3.2 Pay: Troops with Sharing and Pillage, Lords, Vassals."""

import pytest

from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import COIN, PROVENDER, Lord
from pbem.games.plantagenet.components.influence import MAX_INFLUENCE
from pbem.games.plantagenet.components.state import Depletion, State, Status
from pbem.games.plantagenet.levy.pay import madame_la_grande, pay, pay_lords, pay_troops, pay_vassals, percys_power
from pbem.games.plantagenet.levy.pillage import cost_of
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import (
    IA,
    IC,
    III,
    capability,
    favour,
    lead,
    on_calendar,
    position,
    put,
    read_as,
    vassal,
    worn,
)

SHARE, DISBAND = "share", "disband"
NOBODY: list[str] = []


def alone(scenario: str = IA, turn: int = 2) -> State:
    """A position without Lords on the map."""
    s = position(scenario, turn)
    for lord in list(s.mats):
        on_calendar(s, lord, 15)
    return s


def coin(s: State, lord: str) -> int:
    return s.mats[Lord(lord)].assets[COIN]


def statuses(s: State, *lords: str) -> list[Status]:
    return [s.lords[Lord(lord)].status for lord in lords]


# 3.2.1 Pay Troops


@pytest.mark.parametrize(("militia", "cost"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3)])
def test_3_2_1_one_coin_per_six_troops_rounded_up_retinue_and_vassals_apart(militia: int, cost: int) -> None:
    s = alone()
    put(s, "york", "ely", militia=militia)
    vassal(s, "suffolk", "york", 5)
    assert cost_of(s, Lord("york")) == cost


def test_3_2_1_pay_takes_what_is_due_and_no_more() -> None:
    s = alone()
    put(s, "york", "ely", militia=7, coin=5)
    run(pay_troops(s, YORK))
    assert coin(s, "york") == 3


def test_3_2_1_sharing_pays_for_who_has_too_little() -> None:
    s = alone()
    put(s, "york", "ely", militia=6, coin=3)
    put(s, "march", "ely", militia=7, coin=1)
    run(pay_troops(s, YORK))
    assert (coin(s, "york"), coin(s, "march")) == (1, 0)
    assert not told(s, "pillages")


def test_3_2_1_no_sharing_between_places() -> None:
    s = alone()
    put(s, "york", "ely", militia=6, coin=3)
    put(s, "march", "ludlow", militia=6, coin=0)
    run(pay_troops(s, YORK))
    assert [event.data["lord"] for event in told(s, "pillages")] == ["march"]
    assert coin(s, "york") == 2


def test_3_2_1_the_owner_chooses_who_gives_where_more_is_there_than_needed() -> None:
    s = alone()
    put(s, "york", "ely", militia=6, coin=2)
    put(s, "warwick_y", "ely", militia=6, coin=2)
    put(s, "march", "ely", militia=6, coin=0)
    run(pay_troops(s, YORK), (YORK, SHARE, "warwick_y march"))
    assert (coin(s, "york"), coin(s, "warwick_y")) == (1, 0)


def test_3_2_1_nobody_is_asked_where_every_coin_is_needed() -> None:
    s = alone()
    put(s, "york", "ely", militia=6, coin=2)
    put(s, "warwick_y", "ely", militia=6, coin=2)
    put(s, "march", "ely", militia=7, coin=0)
    run(pay_troops(s, YORK))
    assert (coin(s, "york"), coin(s, "warwick_y"), coin(s, "march")) == (0, 0, 0)
    assert not told(s, "pillages")


def test_3_2_1_the_owner_chooses_whose_troops_are_paid_where_coin_is_scarce() -> None:
    s = alone()
    worn(s, Depletion.EXHAUSTED, "ely")
    put(s, "york", "ely", militia=6, coin=2)
    put(s, "march", "ely", militia=6, coin=0)
    put(s, "salisbury", "ely", militia=6, coin=0)
    run(pay_troops(s, YORK), (YORK, SHARE, "york salisbury"))
    assert statuses(s, "york", "march", "salisbury") == [Status.MAP, Status.CALENDAR, Status.MAP]


def test_3_2_1_coin_may_not_be_withheld_even_from_part_of_what_is_due() -> None:
    s = alone()
    put(s, "york", "ely", militia=6, coin=2)
    put(s, "march", "ely", militia=13, coin=1)
    put(s, "salisbury", "ludlow", militia=1)
    run(pay_troops(s, YORK))
    assert [event.data["lord"] for event in told(s, "pillages")] == ["march"]
    assert coin(s, "york") == 0


# Pillage


def test_3_2_1_pillage_gives_assets_for_influence_exhausts_and_turns_favour() -> None:
    s = alone()
    favour(s, YORK, "london", "oxford")
    favour(s, LANCASTER, "st_albans")
    favour(s, None, "guildford", "rochester")
    s.london_for_york = True
    put(s, "york", "london", militia=6, coin=0, provender=0)
    run(pay_troops(s, YORK))
    assert (coin(s, "york"), s.mats[Lord("york")].assets[PROVENDER]) == (2, 3)
    assert s.influence == 12
    assert s.wear[Locale("london")] is Depletion.EXHAUSTED
    around = ("london", "oxford", "st_albans", "guildford", "rochester")
    assert [s.favour.get(Locale(locale)) for locale in around] == [LANCASTER, None, LANCASTER, LANCASTER, LANCASTER]
    assert not s.london_for_york


def test_3_2_1_pillage_shifts_no_exile_box() -> None:
    s = alone()
    put(s, "somerset_1", "bamburgh", militia=6, coin=0)
    run(pay_troops(s, LANCASTER))
    assert Locale("scotland") not in s.favour
    assert s.favour[Locale("newcastle")] is YORK


def test_3_2_1_one_pillager_a_stronghold_chosen_by_the_owner() -> None:
    s = alone()
    put(s, "york", "london", militia=6, coin=0)
    put(s, "march", "london", militia=6, coin=0)
    run(pay_troops(s, YORK), (YORK, "pillage", "march"))
    assert [event.data["lord"] for event in told(s, "pillages")] == ["march"]
    assert (coin(s, "march"), coin(s, "york")) == (1, 0)
    assert statuses(s, "york", "march") == [Status.MAP, Status.MAP]


def test_3_2_1_only_lords_who_are_short_may_pillage() -> None:
    s = alone()
    put(s, "york", "london", militia=6, coin=1)
    put(s, "march", "london", militia=6, coin=0)
    run(pay_troops(s, YORK))
    assert [event.data["lord"] for event in told(s, "pillages")] == ["march"]


def test_3_2_1_after_a_pillage_the_unpaid_owe_all_again_and_the_paid_nothing() -> None:
    """R44: March gave 1 of 2, and owes 2 after the Pillage; York has Paid."""
    s = alone()
    put(s, "york", "winchester", militia=6, coin=1)
    put(s, "march", "winchester", militia=7, coin=1)
    run(pay_troops(s, YORK))
    assert (coin(s, "york"), coin(s, "march")) == (0, 0)
    assert statuses(s, "york", "march") == [Status.MAP, Status.MAP]


@pytest.mark.parametrize("coins", [(3, 2, 0), (1, 1, 1), (0, 0, 0)])
def test_1_5_3_with_hidden_mats_three_lords_together_are_asked_about_sharing(coins: tuple[int, int, int]) -> None:
    """R275: whoever has Coin, York is asked, and so two Lords are asked who Pillages."""
    s = alone()
    s.hidden_mats = True
    for lord, number in zip(("york", "march", "salisbury"), coins, strict=True):
        put(s, lord, "winchester", militia=6, coin=number)
    share = (YORK, SHARE, "york salisbury" if coins == (3, 2, 0) else "none")
    pillage = [(YORK, "pillage", "york"), (YORK, SHARE, "york march")] if coins == (0, 0, 0) else []
    run(pay_troops(s, YORK), share, *pillage)


def test_1_5_3_with_hidden_mats_who_pillages_is_asked_where_one_is_short() -> None:
    """R275."""
    s = alone()
    s.hidden_mats = True
    put(s, "york", "london", militia=6, coin=1)
    put(s, "march", "london", militia=6, coin=0)
    run(pay_troops(s, YORK), (YORK, "pillage", "march"))


def test_1_5_3_a_game_begun_before_asks_only_where_there_is_a_choice() -> None:
    s = alone()
    s.hidden_mats = True
    read_as(s, mats_put_no_questions=False)
    for lord in ("york", "march", "salisbury"):
        put(s, lord, "winchester", militia=6, coin=1)
    run(pay_troops(s, YORK))


def test_3_2_1_who_is_short_after_the_pillage_too_disbands_unpaid() -> None:
    """The Pillager Pays his own first; York is left without, and loses 5 and 1 for his Vassal on top of the Pillage."""
    s = alone(turn=3)
    put(s, "york", "southampton", militia=6, coin=0)
    put(s, "march", "southampton", militia=6, coin=0)
    vassal(s, "suffolk", "york", 9)
    run(pay_troops(s, YORK), (YORK, "pillage", "march"))
    assert s.influence == 4 + 5 + 1
    assert statuses(s, "york", "march") == [Status.CALENDAR, Status.MAP]
    cylinder = s.lords[Lord("york")]
    assert (cylinder.box, cylinder.exile) == (3 + 6 - 5, False)
    assert s.disbanded == {Vassal("suffolk"): 3 + 6 - 3}


def test_3_2_1_no_pillage_at_an_exhausted_stronghold() -> None:
    s = alone()
    worn(s, Depletion.EXHAUSTED, "ely")
    put(s, "march", "ely", militia=6, coin=0)
    run(pay_troops(s, YORK))
    assert not told(s, "pillages")
    assert (statuses(s, "march"), s.influence) == ([Status.CALENDAR], 2)


def test_3_2_1_a_depleted_stronghold_can_be_pillaged() -> None:
    s = alone()
    worn(s, Depletion.DEPLETED, "ely")
    put(s, "march", "ely", militia=6, coin=0)
    run(pay_troops(s, YORK))
    assert (statuses(s, "march"), s.influence, s.wear[Locale("ely")]) == ([Status.MAP], 8, Depletion.EXHAUSTED)


def test_3_2_1_unpaid_in_an_exile_box_disbands_with_an_exile_mark() -> None:
    s = alone()
    put(s, "york", "ireland", militia=6, coin=0)
    run(pay_troops(s, YORK))
    assert (s.lords[Lord("york")].exile, s.influence) == (True, 5)


def test_3_2_1_the_worked_example_of_salisbury_and_rutland() -> None:
    """Both with a Vassal: 3 and 2 and 2."""
    s = alone()
    worn(s, Depletion.EXHAUSTED, "ely")
    put(s, "salisbury", "ely", militia=6, coin=0)
    put(s, "rutland", "ely", militia=6, coin=0)
    vassal(s, "suffolk", "salisbury", 9)
    vassal(s, "essex", "rutland", 9)
    run(pay_troops(s, YORK))
    assert s.influence == 7


# 3.2.2 Pay Lords


def test_3_2_2_one_at_a_stronghold_two_in_an_exile_box_none_on_the_calendar() -> None:
    s = alone()
    put(s, "york", "ely")
    put(s, "march", "burgundy")
    pay_lords(s, YORK)
    assert s.influence == 3


def test_3_2_2_disband_at_will_is_free_and_comes_before_both_sides_pay() -> None:
    """R46: the Rebel (York), then the King Disband; then both pay."""
    s = alone()
    put(s, "york", "ely")
    put(s, "march", "burgundy")
    put(s, "henry_vi", "london")
    run(pay(s), (YORK, DISBAND, ["march"]), (LANCASTER, DISBAND, NOBODY))
    assert s.lords[Lord("march")].exile
    assert [(e.data["side"], e.data["points"]) for e in told(s, "influence")] == [(YORK, -1), (LANCASTER, -1)]
    order = [e.name for e in s.events if e.name in ("disbands", "influence")]
    assert order == ["disbands", "influence", "influence"]


def test_3_2_steps_are_taken_by_both_sides_before_the_next() -> None:
    """R43: York's Troops, Lancaster's Troops, then York's Lords."""
    s = alone()
    put(s, "york", "ely")
    put(s, "henry_vi", "london")
    run(pay(s), (YORK, DISBAND, NOBODY), (LANCASTER, DISBAND, NOBODY))
    steps = [e.rule for e in s.events if e.rule.startswith("3.2")]
    assert steps == sorted(steps)
    assert [e.data["lord"] for e in told(s, "asset_spent")] == ["york", "henry_vi"]


# 3.2.3 Pay Vassals


def test_3_2_3_pays_those_in_this_box_only() -> None:
    s = alone(turn=4)
    put(s, "york", "ely")
    for name, box in (("suffolk", 4), ("essex", 4), ("oxford", 5)):
        vassal(s, name, "york", box)
    run(pay_vassals(s, YORK), (YORK, "pay", ["essex"]))
    assert s.influence == 1
    assert s.service == {Vassal("essex"): 5, Vassal("oxford"): 5}
    assert s.disbanded == {Vassal("suffolk"): 4 + 6 - 3}
    assert s.mats[Lord("york")].vassals == ["essex", "oxford"]


def test_3_2_3_a_marker_shifts_off_the_end_and_never_comes_due_again() -> None:
    s = alone(turn=15)
    put(s, "york", "ely")
    vassal(s, "suffolk", "york", 15)
    run(pay_vassals(s, YORK), (YORK, "pay", ["suffolk"]))
    assert s.service == {Vassal("suffolk"): 16}


def test_3_2_3_special_vassals_are_not_due() -> None:
    s = position(IC, 6)
    run(pay_vassals(s, YORK))
    assert "montagu" in s.mats[Lord("warwick_y")].vassals


def test_1_4_1_the_track_holds_no_more_than_45() -> None:
    s = alone()
    lead(s, LANCASTER, 44)
    put(s, "york", "ely")
    put(s, "march", "burgundy")
    pay_lords(s, YORK)
    assert s.influence == MAX_INFLUENCE


# Cards


def percy(northumberland: str, other: str) -> State:
    """Northumberland and Somerset, neither with Coin, with a Vassal due."""
    s = alone(turn=3)
    put(s, "northumberland_l", northumberland, militia=6, coin=0)
    put(s, "somerset_1", other, militia=6, coin=0)
    capability(s, "northumberland_l", "l14")
    vassal(s, "suffolk", "somerset_1", 3)
    return s


def test_l14_percys_power_excuses_troops_lords_and_vassals_in_the_north() -> None:
    """R138: every Lancastrian in the North, and the Vassals due move on free of charge."""
    s = percy("hexham", "newcastle")
    run(pay(s), (LANCASTER, DISBAND, NOBODY))
    assert s.influence == 0
    assert s.service == {Vassal("suffolk"): 4}
    assert not told(s, "pillages")


def test_l14_percys_power_ends_where_the_north_ends() -> None:
    s = percy("hexham", "york")
    assert percys_power(s, Lord("northumberland_l"))
    assert not percys_power(s, Lord("somerset_1"))


def test_l14_percys_power_needs_northumberland_in_the_north() -> None:
    s = percy("york", "newcastle")
    assert not percys_power(s, Lord("somerset_1"))


def test_l14_percys_power_does_not_cover_scotland_or_yorkists() -> None:
    s = percy("hexham", "scotland")
    put(s, "york", "carlisle")
    assert not percys_power(s, Lord("somerset_1"))
    assert not percys_power(s, Lord("york"))


@pytest.mark.parametrize(
    ("where", "friend", "gained"),
    [
        ("southampton", "southampton", 1),
        ("winchester", "southampton", 1),
        ("guildford", "southampton", 0),
        ("winchester", "winchester", 0),
        ("harlech", "harlech", 0),
        ("france", "calais", 0),
    ],
)
def test_l37_madame_la_grande_at_or_one_way_from_a_friendly_channel_port(where: str, friend: str, gained: int) -> None:
    s = alone(III, 4)
    put(s, "oxford", where, coin=0)
    capability(s, "oxford", "l37")
    favour(s, YORK, "calais")
    favour(s, LANCASTER, friend)
    madame_la_grande(s)
    assert coin(s, "oxford") == gained


def test_l37_madame_la_grande_opens_the_pay_step() -> None:
    """Her Coin Pays Oxford's Troops at once, although a Yorkist Lord stands at the Port."""
    s = alone(III, 4)
    put(s, "oxford", "winchester", militia=6, coin=0)
    put(s, "norfolk", "southampton", militia=1)
    capability(s, "oxford", "l37")
    favour(s, LANCASTER, "southampton")
    lines: list[Line] = [(side, DISBAND, NOBODY) for side in (LANCASTER, YORK)]
    run(pay(s), *lines)
    assert not told(s, "pillages")
    assert coin(s, "oxford") == 0


def test_3_2_1_pillage_under_hidden_mats_keeps_the_mats_hidden() -> None:
    s = position(IA, 2, hidden_mats=True)
    put(s, "york", "ely", militia=6, coin=0)
    run(pay_troops(s, YORK))
    assert told(s, "pillages")[0].seen_by is None
    assert {event.seen_by for event in told(s, "short")} == {frozenset({"york"})}


def test_1_5_3_l37_madame_la_grande_pays_in_secret_with_hidden_mats() -> None:
    s = position(III, 4, hidden_mats=True)
    put(s, "oxford", "calais")
    capability(s, "oxford", "l37")
    favour(s, LANCASTER, "calais")
    madame_la_grande(s)
    assert [event.name for event in s.events if event.visible_to(YORK)] == []
    assert "card_pays" in [event.name for event in s.events if event.visible_to(LANCASTER)]
