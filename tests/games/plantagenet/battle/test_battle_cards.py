"""The Capabilities that matter in a Battle, each with the edges of its card."""

import pytest

from pbem.games.plantagenet.battle.battle import battle, battle_round, engage, place_valour, spend_culverins, strike_in_order
from pbem.games.plantagenet.battle.forces import protection, rout_unit
from pbem.games.plantagenet.battle.strike import final_charge, strike, strike_step, take_hit, total_hits
from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import Card, Lord, Side, Strike
from pbem.games.plantagenet.components.capabilities import give_capability, objection_to
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.lords import discard_capability
from pbem.games.plantagenet.components.state import State
from tests.games.plantagenet.build import (
    HENRY,
    JASPER,
    LANCASTER,
    LONGBOWMEN,
    MEN_AT_ARMS,
    MILITIA,
    NORFOLK,
    NORTHUMBERLAND,
    OXFORD,
    RETINUE,
    RICHARD,
    YORK,
    arm,
    army,
    box,
    duel,
    field,
    fight,
    forces,
    give,
    hits,
    reroll,
    run,
    stand,
    steady,
    told,
)

MISSILES, MELEE = Strike.MISSILES, Strike.MELEE


def tops(s: State, lord: Lord, step: Strike = MELEE) -> dict[str, int]:
    """The protection of the common units."""
    return {unit: protection(s, lord, unit, step) for unit in (RETINUE, MEN_AT_ARMS, LONGBOWMEN, MILITIA)}


PRINTED = {"retinue": 4, "men_at_arms": 3, "longbowmen": 1, "militia": 1}


# y1 y2 l1 l2 Culverins and Falconets


@pytest.mark.parametrize(("lord", "card"), [(NORFOLK, "y1"), (NORFOLK, "y2"), (OXFORD, "l1"), (OXFORD, "l2")])
def test_culverins_are_spent_before_the_first_flee_and_go_back_to_the_deck(lord: Lord, card: str) -> None:
    s = duel()
    side = s.box.lords[lord].side
    s.decks[side].remove(s.box.cards[Card(card)].id)
    give(s, lord, card)
    run(spend_culverins(s, side), (side, "culverins", [lord]))
    assert s.mats[lord].capabilities == []
    assert s.decks[side] == army().decks[side]
    assert fight(s).culverins == [lord]


def test_culverins_are_not_offered_to_be_wasted_on_a_lord_in_reserve_or_in_a_ravine() -> None:
    s = field((NORFOLK, RICHARD, None), (None, OXFORD, None), reserve=[NORTHUMBERLAND])
    for lord in (NORFOLK, RICHARD, NORTHUMBERLAND):
        give(s, lord, "y1")
    fight(s).marked[Events.RAVINE] = RICHARD
    question = spend_culverins(s, YORK).send(None)[0]
    assert question.shape.options() == [NORFOLK, RICHARD, NORTHUMBERLAND]
    assert question.default() == [NORFOLK]


def test_culverins_can_be_kept() -> None:
    s = duel()
    give(s, NORFOLK, "y1")
    run(spend_culverins(s, YORK), (YORK, "culverins", []))
    assert (s.mats[NORFOLK].capabilities, fight(s).culverins) == (["y1"], [])


@pytest.mark.parametrize("attacker", list(Side))
def test_the_defender_spends_culverins_first_and_before_flight(attacker: Side) -> None:
    s = duel(attacker=attacker)
    give(s, NORFOLK, "y1")
    give(s, OXFORD, "l1")
    lord = {YORK: NORFOLK, LANCASTER: OXFORD}
    first, second = attacker.enemy, attacker
    lines = [(side, "culverins", [lord[side]]) for side in (first, second)]
    run(battle(s), *lines, (first, "flee", [lord[first]]))
    assert fight(s).culverins == [lord[first], lord[second]]


def test_culverins_add_a_die_to_the_missile_total_before_rounding() -> None:
    s = duel()
    arm(s, NORFOLK, militia=1)
    fight(s).culverins = [NORFOLK]
    assert run(total_hits(s, [NORFOLK, OXFORD], YORK, MISSILES), dice=[5]) == 6
    assert run(total_hits(s, [NORFOLK, OXFORD], YORK, MELEE)) == 1


def test_culverins_fire_in_round_1_only() -> None:
    s = duel()
    fight(s).culverins = [NORFOLK]
    fight(s).round = 2
    assert run(total_hits(s, [NORFOLK, OXFORD], YORK, MISSILES)) == 5


def test_two_lords_may_fire_culverins_in_one_engagement() -> None:
    s = field((NORTHUMBERLAND, NORFOLK, None), (None, OXFORD, None))
    fight(s).culverins = [NORTHUMBERLAND, NORFOLK]
    everybody = [NORTHUMBERLAND, NORFOLK, OXFORD]
    assert run(total_hits(s, everybody, YORK, MISSILES), dice=[6, 1]) == 17


def test_culverins_of_a_lord_who_fled_are_wasted() -> None:
    s = field((NORFOLK, RICHARD, None), (None, OXFORD, None))
    give(s, NORFOLK, "y1")
    place_valour(s)
    steady(s)
    run(spend_culverins(s, YORK), (YORK, "culverins", [NORFOLK]))
    arm(s, OXFORD, retinue=1, longbowmen=0)
    arm(s, RICHARD, retinue=1, militia=1)
    lines = [(YORK, "flee", [NORFOLK]), stand(LANCASTER), *hits(YORK, RICHARD, "retinue", 3)]
    run(battle_round(s), *lines, dice=[1] * 8)
    assert told(s, "culverins_fire") == []
    assert s.mats[NORFOLK].capabilities == []


def test_culverins_of_a_lord_in_reserve_may_be_spent_and_are_wasted() -> None:
    s = field((RICHARD, NORFOLK, None), (None, OXFORD, None), reserve=(NORTHUMBERLAND,))
    give(s, NORTHUMBERLAND, "y1")
    run(spend_culverins(s, YORK), (YORK, "culverins", [NORTHUMBERLAND]))
    assert run(total_hits(s, [RICHARD, NORFOLK, OXFORD], YORK, MISSILES)) == 13
    assert s.mats[NORTHUMBERLAND].capabilities == []


# y9 Barricades


def test_barricades_at_a_friendly_stronghold() -> None:
    s = duel(favour=YORK)
    give(s, NORFOLK, "y9")
    assert tops(s, NORFOLK) == {"retinue": 4, "men_at_arms": 4, "longbowmen": 2, "militia": 2}
    assert tops(s, OXFORD) == PRINTED


@pytest.mark.parametrize("attacker", list(Side))
def test_barricades_serve_attacker_and_defender(attacker: Side) -> None:
    s = duel(attacker=attacker, favour=YORK)
    give(s, NORFOLK, "y9")
    assert tops(s, NORFOLK)["militia"] == 2


@pytest.mark.parametrize("favour", [None, LANCASTER])
def test_barricades_do_nothing_elsewhere(favour: Side | None) -> None:
    s = duel(favour=favour)
    give(s, NORFOLK, "y9")
    assert tops(s, NORFOLK) == PRINTED


# y32 Final Charge


def charge(retinue: int = 1) -> State:
    s = duel(RICHARD, HENRY)
    give(s, RICHARD, "y32")
    arm(s, RICHARD, retinue=retinue, men_at_arms=1)
    arm(s, HENRY, retinue=1, men_at_arms=2)
    return s


def test_final_charge_costs_the_retinue_a_hit_and_the_enemy_three() -> None:
    s = charge()
    lines = [(YORK, "final charge", True), *hits(YORK, RICHARD, "retinue", 5), *hits(LANCASTER, HENRY, "retinue", 7)]
    run(strike_step(s, [RICHARD, HENRY], "centre", MELEE), *lines, dice=[4, *[1] * 12])
    assert [e.data["unit"] for e in told(s, "protection")] == ["retinue"] * 13


def test_final_charge_is_declined() -> None:
    assert run(final_charge(charge(), [RICHARD, HENRY]), (YORK, "final charge", False)) == 0


def test_final_charge_hits_count_though_the_retinue_routs_by_it() -> None:
    s = charge()
    assert run(final_charge(s, [RICHARD, HENRY]), (YORK, "final charge", True), dice=[5]) == 3
    assert forces(s, RICHARD) == {"men_at_arms": 1}


@pytest.mark.parametrize("attacker", list(Side))
def test_final_charge_comes_before_the_hits_of_the_totals_whoever_attacks(attacker: Side) -> None:
    s = charge()
    fight(s).attacker = attacker
    henry = hits(LANCASTER, HENRY, "men_at_arms", 7)
    richard = hits(YORK, RICHARD, "men_at_arms", 5)
    lines = [*richard, *henry] if attacker is LANCASTER else [*henry, *richard]
    # The Retinue stands the Hit of its own charge; the Enemy had five Hits to give before.
    run(strike_step(s, [RICHARD, HENRY], "centre", MELEE), (YORK, "final charge", True), *lines, dice=[4, *[1] * 12])
    assert [(e.data["york"], e.data["lancaster"]) for e in told(s, "hits")] == [(5, 4)]
    assert told(s, "protection")[0].data["unit"] == "retinue"


def test_final_charge_may_spend_valour_for_the_retinue() -> None:
    s = charge()
    steady(s, 1)
    assert run(final_charge(s, [RICHARD, HENRY]), (YORK, "final charge", True), reroll(YORK), dice=[5, 4]) == 3
    assert forces(s, RICHARD) == {"retinue": 1, "men_at_arms": 1}


def test_final_charge_needs_an_unrouted_retinue_in_the_engagement() -> None:
    assert run(final_charge(charge(retinue=0), [RICHARD, HENRY])) == 0
    elsewhere = field((NORFOLK, RICHARD, None), (OXFORD, HENRY, None))
    give(elsewhere, RICHARD, "y32")
    assert run(final_charge(elsewhere, [NORFOLK, OXFORD])) == 0


def test_final_charge_is_offered_once_in_each_melee_and_never_with_missiles() -> None:
    s = charge()
    arm(s, HENRY, retinue=1, longbowmen=0)
    lines = [(YORK, "final charge", False), *hits(YORK, RICHARD, "retinue", 3)]
    run(strike(s, [RICHARD, HENRY], "centre"), *lines, dice=[1] * 7)
    assert not told(s, "final_charge")


# y36 Vanguard


def vanguard_field() -> State:
    s = field((NORTHUMBERLAND, RICHARD, NORFOLK), (JASPER, HENRY, OXFORD))
    give(s, NORFOLK, "y36")
    for lord in s.mats:
        arm(s, lord)
    run(engage(s))
    return s


def test_vanguard_limits_round_1_to_norfolks_engagement() -> None:
    s = vanguard_field()
    run(strike_in_order(s), (YORK, "vanguard", True))
    assert [e.data["place"] for e in told(s, "hits")] == ["right", "right"]


def test_vanguard_may_stay_unused() -> None:
    s = vanguard_field()
    run(strike_in_order(s), (YORK, "vanguard", False), (LANCASTER, "order", ["left", "centre", "right"]))
    assert len(told(s, "hits")) == 6


def test_vanguard_works_in_round_1_only() -> None:
    s = vanguard_field()
    fight(s).round = 2
    run(strike_in_order(s), (LANCASTER, "order", ["left", "centre", "right"]))
    assert len(told(s, "hits")) == 6


def test_vanguard_is_not_offered_for_a_single_engagement_or_without_norfolk_in_one() -> None:
    single = field((None, RICHARD, NORFOLK), (None, HENRY, None))
    give(single, NORFOLK, "y36")
    behind = field((NORTHUMBERLAND, RICHARD, None), (JASPER, HENRY, None), reserve=(NORFOLK,))
    give(behind, NORFOLK, "y36")
    for s, lines in ((single, []), (behind, [(LANCASTER, "order", ["left", "centre"])])):
        for lord in s.mats:
            arm(s, lord)
        run(engage(s))
        run(strike_in_order(s), *lines)
        assert not told(s, "vanguard")


# l5 Church Blessing, l34 Piquiers, l36 Chevaliers


def test_church_blessing_raises_men_at_arms() -> None:
    s = duel()
    give(s, OXFORD, "l5")
    assert tops(s, OXFORD) == {**PRINTED, "men_at_arms": 4}


def test_piquiers_raise_men_at_arms_and_militia() -> None:
    s = duel()
    give(s, OXFORD, "l34")
    assert tops(s, OXFORD) == {**PRINTED, "men_at_arms": 4, "militia": 4}


def test_church_blessing_and_piquiers_do_not_add_up() -> None:
    s = duel()
    give(s, OXFORD, "l5", "l34")
    assert tops(s, OXFORD)["men_at_arms"] == 4


@pytest.mark.parametrize(
    ("men_at_arms", "militia", "lasting"), [(0, 2, True), (1, 1, True), (2, 1, False), (0, 3, False), (3, 0, False)]
)
def test_piquiers_end_with_the_third_rout_both_types_together(men_at_arms: int, militia: int, lasting: bool) -> None:
    s = duel()
    give(s, OXFORD, "l34")
    arm(s, OXFORD, retinue=1, men_at_arms=5, militia=5, longbowmen=5)
    for unit, number in ((MEN_AT_ARMS, men_at_arms), (MILITIA, militia), (LONGBOWMEN, 4)):
        for _ in range(number):
            rout_unit(s, OXFORD, unit)
    assert tops(s, OXFORD)["militia"] == (4 if lasting else 1)
    assert tops(s, OXFORD)["men_at_arms"] == (4 if lasting else 3)


def test_piquiers_still_cover_the_third_rout_and_its_reroll() -> None:
    s = duel()
    give(s, OXFORD, "l34")
    s.mats[OXFORD].routed = {MILITIA: 2}
    steady(s, 1)
    run(take_hit(s, OXFORD, MILITIA, MELEE), reroll(LANCASTER), dice=[5, 4])
    assert forces(s, OXFORD)["militia"] == 2
    run(take_hit(s, OXFORD, MILITIA, MELEE), dice=[5])
    run(take_hit(s, OXFORD, MILITIA, MELEE), dice=[4])
    assert s.mats[OXFORD].routed == {MILITIA: 4}


def test_church_blessing_outlasts_piquiers() -> None:
    s = duel()
    give(s, OXFORD, "l5", "l34")
    s.mats[OXFORD].routed = {MILITIA: 3}
    assert (tops(s, OXFORD)["men_at_arms"], tops(s, OXFORD)["militia"]) == (4, 1)


@pytest.mark.parametrize(("with_card", "top"), [((), 2), (("l5",), 3), (("l34",), 3)])
def test_chevaliers_lower_armour_against_missiles_whatever_raised_it(with_card: tuple[str, ...], top: int) -> None:
    s = duel()
    give(s, OXFORD, "l36", *with_card)
    assert tops(s, OXFORD, MISSILES)["men_at_arms"] == top
    assert tops(s, OXFORD, MELEE)["men_at_arms"] == top + 1
    assert tops(s, OXFORD, MISSILES)["retinue"] == 4


def test_chevaliers_men_at_arms_give_two_melee_hits() -> None:
    s = duel()
    give(s, OXFORD, "l36")
    arm(s, OXFORD, retinue=1, men_at_arms=3, militia=1)
    assert run(total_hits(s, [NORFOLK, OXFORD], LANCASTER, MELEE)) == 10
    assert run(total_hits(s, [NORFOLK, OXFORD], LANCASTER, MISSILES)) == 1


def test_cards_serve_their_own_lord_only() -> None:
    s = field((None, NORFOLK, None), (None, OXFORD, HENRY))
    give(s, OXFORD, "l5", "l34")
    assert tops(s, HENRY) == PRINTED


# What each pair of cards leaves of the ranges: Men-at-Arms against Missiles and in Melee, Militia
RANGES = {
    (): (3, 3, 1),
    ("l5",): (4, 4, 1),
    ("l34",): (4, 4, 4),
    ("l36",): (2, 3, 1),
    ("l5", "l34"): (4, 4, 4),
    ("l5", "l36"): (3, 4, 1),
    ("l34", "l36"): (3, 4, 4),
}
WITHOUT_PIQUIERS = {cards: RANGES[tuple(c for c in cards if c != "l34")] for cards in RANGES}


@pytest.mark.parametrize(("routed", "ranges"), [(2, RANGES), (3, WITHOUT_PIQUIERS)])
@pytest.mark.parametrize("cards", RANGES)
@pytest.mark.parametrize("idle", ["l1", "l3", "l35"])
def test_ranges_of_every_pair_of_cards_before_and_after_piquiers_end(
    cards: tuple[str, ...], routed: int, ranges: dict[tuple[str, ...], tuple[int, int, int]], idle: str
) -> None:
    s = duel(NORFOLK, HENRY, favour=LANCASTER)
    give(s, HENRY, *cards, *[idle] * (len(cards) < 2))
    s.mats[HENRY].routed = {MILITIA: routed - 1, MEN_AT_ARMS: 1, RETINUE: 1, LONGBOWMEN: 3}
    missiles, melee = tops(s, HENRY, MISSILES), tops(s, HENRY, MELEE)
    men_missiles, men_melee, militia = ranges[cards]
    assert missiles == {"retinue": 4, "men_at_arms": men_missiles, "longbowmen": 1, "militia": militia}
    assert melee == {"retinue": 4, "men_at_arms": men_melee, "longbowmen": 1, "militia": militia}
    assert protection(s, HENRY, Unit("vassal_thomas_stanley"), MISSILES) == 4


# l13 Expert Counsellors stands with Valour; l35 Thomas Stanley


def test_thomas_stanley_joins_as_a_vassal() -> None:
    s = duel(NORFOLK, HENRY)
    give_capability(s, s.box.cards[Card("l35")].id, HENRY)
    assert s.mats[HENRY].vassals == ["thomas_stanley"]
    assert run(total_hits(s, [NORFOLK, HENRY], LANCASTER, MELEE)) == 8


def test_thomas_stanley_routs_like_a_vassal_and_no_lord_routs_by_it() -> None:
    s = duel(NORFOLK, HENRY)
    give_capability(s, s.box.cards[Card("l35")].id, HENRY)
    run(take_hit(s, HENRY, Unit("vassal_thomas_stanley"), MELEE), dice=[5])
    assert (s.mats[HENRY].vassals, s.mats[HENRY].routed_vassals) == ([], ["thomas_stanley"])
    assert s.mats[HENRY].capabilities == ["l35"]


# 3.4.6 Who may hold what


@pytest.mark.parametrize(
    ("card", "may"),
    [
        ("y1", {RICHARD, NORTHUMBERLAND, NORFOLK}),
        ("y32", {RICHARD}),
        ("y33", {RICHARD}),
        ("y34", set()),
        ("y35", set()),
        ("y36", {NORFOLK}),
        ("l13", {HENRY, JASPER, OXFORD}),
        ("y37", {NORTHUMBERLAND}),
        ("l32", {HENRY}),
        ("l33", {HENRY, OXFORD}),
        ("l34", {HENRY, OXFORD}),
        ("l35", {HENRY, JASPER}),
        ("l36", {HENRY, JASPER, OXFORD}),
        ("l37", {HENRY, JASPER, OXFORD}),
    ],
)
def test_3_4_6_badges(card: str, may: set[Lord]) -> None:
    side = {RICHARD, NORTHUMBERLAND, NORFOLK} if card[0] == "y" else {HENRY, JASPER, OXFORD}
    s, facts = army(*sorted(side)), box().cards[Card(card)]
    assert {lord for lord in side if objection_to(s, facts.id, lord, []) is None} == may


def test_3_4_6_what_bars_a_card_that_shows_the_badge_is_its_text() -> None:
    s, young = army(RICHARD, NORFOLK), box().cards[Card("y34")].id
    assert objection_to(s, young, RICHARD, []) == "So wise, so young (y34) is not for Richard III"
    assert objection_to(s, young, NORFOLK, []) == "So wise, so young (y34) does not show Norfolk's badge"


def test_3_4_6_two_cards_a_lord_and_no_title_twice() -> None:
    s = army(OXFORD)
    l1, l2, l5, l13 = (box().cards[Card(c)].id for c in ("l1", "l2", "l5", "l13"))
    assert objection_to(s, l2, OXFORD, [l1]) == "Oxford would have Culverins and Falconets twice"
    assert objection_to(s, l13, OXFORD, [l1, l5]) == "Oxford would have more than 2 Capabilities"
    assert objection_to(s, l13, OXFORD, [l1]) is None


def test_1_9_1_a_discarded_card_returns_to_its_deck_in_printed_order() -> None:
    s = army(OXFORD)
    l5 = box().cards[Card("l5")].id
    before = list(s.decks[LANCASTER])
    give_capability(s, l5, OXFORD)
    assert l5 not in s.decks[LANCASTER]
    discard_capability(s, l5, OXFORD)
    assert (s.decks[LANCASTER], s.mats[OXFORD].capabilities) == (before, [])


def test_the_checks_find_cards_and_forces_in_the_wrong_place() -> None:
    s = field((None, NORFOLK, None), (None, OXFORD, None))
    assert checks(s) == []
    give(s, OXFORD, "l35", "l5", "l13")
    s.mats[NORFOLK].forces[MILITIA] -= 1
    s.mats[NORFOLK].valour = 3
    fight(s).front[YORK][0] = NORFOLK
    assert checks(s) == [
        "card l5 is in 2 places",
        "card l13 is in 2 places",
        "card l35 is in 2 places",
        "oxford has the Capabilities Thomas Stanley, Church Blessing, Expert Counsellors",
        "oxford may not have l35",
        "norfolk stands in 2 places of the Array",
        "norfolk has 1 militia of 2",
        "norfolk has 3 Valour markers",
    ]
