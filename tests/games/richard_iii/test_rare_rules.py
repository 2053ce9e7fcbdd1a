"""Rules that an ordinary game meets rarely, by hand."""

from __future__ import annotations

from pbem.engine.decision import Decision, OpenMenu
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER, MUSTER_AT, PLAGUE, plague, plague_areas
from pbem.games.richard_iii.actions.land import march, paths
from pbem.games.richard_iii.actions.sea import sail
from pbem.games.richard_iii.battle.battle import begin, begin_round, charge, next_in_turn, settle
from pbem.games.richard_iii.battle.retreat import Way, retreat, retreats
from pbem.games.richard_iii.battle.treachery import may_try, treachery
from pbem.games.richard_iii.checks import checks
from pbem.games.richard_iii.components.blocks import is_friendly
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Kind, Side
from pbem.games.richard_iii.components.death import eliminate
from pbem.games.richard_iii.components.state import MINOR, POOL, REMOVED, BorderEntry, Phase, State, battle_of
from pbem.games.richard_iii.orders.reasons import why_not
from pbem.games.richard_iii.political.home import homes_of
from pbem.games.richard_iii.political.usurpation import usurpation
from pbem.games.richard_iii.preview.facts import of_homes
from pbem.games.richard_iii.report.map_text import about
from pbem.games.richard_iii.report.view import view
from pbem.games.richard_iii.supply.succession import minors
from tests.games.richard_iii.scene import LANCASTER, YORK, at, attack, empty, kill, play, put, set_up

B = BlockId


def test_5_22_an_unpinned_block_does_not_come_round_into_its_battle_by_the_border_that_the_enemy_used() -> None:
    """5.22 With Force March three steps lead back to the start, but not the way the enemy came."""
    s = empty("force_march")
    put(s, "leicester", "hastings_y", "arundel_y")
    put(s, "rutland", "clifford_l")
    s.ap = 1
    march(s, B("clifford_l"), (Area("rutland"), Area("leicester")))
    found = set(paths(s, B("hastings_y")))
    assert ("leicester", "essex", "middlesex", "leicester") in found
    assert ("leicester", "essex", "rutland", "leicester") not in found
    assert ("leicester", "essex", "rutland") in found


def test_8_2_the_king_who_is_deposed_is_pretender_even_beside_a_senior_heir_who_came_back() -> None:
    """8.2 The former King goes to exile as Pretender; the new King is the senior heir of the other side."""
    s = empty()
    kill(s, "henry_vi_l", "prince_edward_l", "york_y", "march_y", "rutland_y")
    put(s, "kent", "exeter_l", "somerset_l")
    put(s, "essex", "clarence_y", "gloucester_y", "essex_y")
    s.king, s.pretender = B("somerset_l"), B("gloucester_y")
    usurpation(s)
    assert (s.king_side, s.king, s.pretender) == (YORK, "clarence_y", "somerset_l")
    assert s.pretender_side is LANCASTER


def test_6_3_who_joins_a_battle_by_piracy_is_in_reserve_and_leaves_by_that_sea_only() -> None:
    """5.1, 6.3 Both have played an event; P2 sails into the battle that P1 has begun."""
    s = empty("piracy")
    s.cards[LANCASTER] = CardId("surprise")
    put(s, "kent", "arundel_y")
    put(s, "middlesex", "oxford_l")
    put(s, "calais", "march_y")
    s.ap = 2
    march(s, B("oxford_l"), (Area("middlesex"), Area("kent")))
    assert sail(s, B("march_y"), Area("kent"), "english_channel") == "reserve_joins_defence"
    begin(s, Area("kent"))
    assert battle_of(s).reserve[YORK] == ["march_y"]
    assert {way.to for way in retreats(s, B("march_y"))} == {"calais", "sussex", "dorset", "cornwall"}
    assert [way.to for way in retreats(s, B("arundel_y"))] == ["sussex"]


def test_6_6_over_a_border_that_both_have_used_only_p2_retreats() -> None:
    s = empty()
    put(s, "kent", "arundel_y", "suffolk_y", "henry_vi_l")
    attack(s, "kent", LANCASTER, "middlesex")
    s.entered.append(BorderEntry(YORK, "middlesex", Area("kent")))
    begin(s, Area("kent"))
    assert {way.to for way in retreats(s, B("arundel_y"))} == {"middlesex", "sussex"}
    assert {way.to for way in retreats(s, B("henry_vi_l"))} == {"sussex"}


def test_6_6_each_round_a_border_bears_its_limit_afresh() -> None:
    """5.21 A red border bears two blocks."""
    s = empty()
    put(s, "cumbria", "clifford_l", "oxford_l", "devon_l", "arundel_y")
    attack(s, "cumbria", YORK, "lancaster")
    begin(s, Area("cumbria"))
    battle_of(s).round = 1
    begin_round(s)
    for block in ("clifford_l", "oxford_l"):
        retreat(s, B(block), Way(Area("north_yorks")))
    assert "north_yorks" not in {way.to for way in retreats(s, B("devon_l"))}
    begin_round(s)
    assert "north_yorks" in {way.to for way in retreats(s, B("devon_l"))}


def test_6_9_who_has_changed_sides_is_not_won_back_in_the_same_battle_and_fights_from_the_next_round() -> None:
    s = empty()
    put(s, "kent", "york_y", "henry_vi_l", "buckingham_y", "rivers_l")
    attack(s, "kent", LANCASTER, "middlesex")
    begin(s, Area("kent"))
    begin_round(s)
    play(treachery(s, B("henry_vi_l"), B("buckingham_y")), dice=[2])
    assert battle_of(s).reserve[LANCASTER] == ["buckingham_l"]
    begin_round(s)
    assert "buckingham_l" in battle_of(s).engaged[LANCASTER]
    assert may_try(s, B("york_y")) == ["rivers_l"]
    assert may_try(s, B("henry_vi_l")) == []


def test_5_1_plague_can_kill_the_pretender_who_is_succeeded_at_once() -> None:
    """6.81, 6.82 The next heir is Pretender, and a minor is due."""
    s = empty("plague")
    put(s, "south_yorks", "york_y", steps=1)
    put(s, "south_yorks", "arundel_y")
    put(s, "middlesex", "oxford_l", "hastings_y")
    assert plague_areas(s, LANCASTER) == ["south_yorks"]
    play(plague(s, LANCASTER), ["south_yorks"])
    assert (at(s, "york_y"), s.blocks[B("arundel_y")].steps) == (REMOVED, 2)
    assert (s.pretender, s.due[YORK]) == ("march_y", 1)


def test_6_82_a_royal_minor_waits_while_no_crown_area_is_open() -> None:
    s = set_up()
    eliminate(s, B("somerset_l"), "6.8")
    crowns = [area for area, place in s.board.areas.items() if place.crown]
    nobles = [block for block, facts in s.board.blocks.items() if facts.side is YORK and facts.kind is Kind.NOBLE]
    for area, block in zip(crowns, nobles, strict=False):
        put(s, area, block)
    play(minors(s))
    assert (at(s, "prince_edward_l"), s.due[LANCASTER]) == (MINOR, 1)
    s.blocks[B(nobles[0])].at = POOL
    play(minors(s))
    assert (at(s, "prince_edward_l"), s.due[LANCASTER]) == (crowns[0], 0)


def test_6_84_mercenaries_fall_back_to_their_home_and_the_welsh_and_the_rebel_to_a_pool() -> None:
    """6.84, 6.85 Face down: none of them is in play again before the next campaign."""
    s = empty()
    put(s, "kent", "irish_mercenary_y", "welsh_mercenary_l", "rebel")
    for block in ("irish_mercenary_y", "welsh_mercenary_l", "rebel"):
        eliminate(s, B(block), "6.8")
    assert [at(s, block) for block in ("irish_mercenary_y", "welsh_mercenary_l", "rebel")] == ["ireland", POOL, POOL]
    assert all(s.blocks[B(block)].face_down for block in ("irish_mercenary_y", "welsh_mercenary_l", "rebel"))
    assert not is_friendly(s, Area("ireland"), YORK)


def test_8_3_the_nevilles_go_to_the_shields_of_their_dead_and_warwick_of_lancaster_not_to_calais() -> None:
    s = empty()
    put(s, "oxford", "kent_y", "warwick_l")
    assert homes_of(s, B("kent_y")) == ["east_yorks"]
    assert set(homes_of(s, B("warwick_l"))) == {"glamorgan", "warwick"}
    kill(s, "warwick_l", "warwick_y", "salisbury_l", "salisbury_y")
    assert set(homes_of(s, B("kent_y"))) == {"east_yorks", "north_yorks", "glamorgan", "warwick", "calais"}
    put(s, "oxford", "kent_l")
    assert set(homes_of(s, B("kent_l"))) == {"east_yorks", "north_yorks", "glamorgan", "warwick"}


def test_9_1_exeter_turned_goes_to_cornwall_and_clarence_turned_to_a_vacant_york_shield() -> None:
    s = empty()
    put(s, "oxford", "exeter_y")
    put(s, "rutland", "clarence_l")
    put(s, "hereford", "oxford_l")
    assert homes_of(s, B("exeter_y")) == ["cornwall"]
    assert set(homes_of(s, B("clarence_l"))) == {"south_yorks", "rutland"}
    put(s, "cornwall", "devon_l")
    put(s, "rutland", "beaumont_l")
    put(s, "south_yorks", "shrewsbury_y")
    assert homes_of(s, B("exeter_y")) == homes_of(s, B("clarence_l")) == []


def test_6_5_a_reserve_that_deployed_in_round_1_fires_back_when_it_is_charged() -> None:
    """R62 It has no turn in that round (6.3), but answers the charge."""
    s = empty()
    put(s, "kent", "york_y", "devon_l", "oxford_l")
    attack(s, "kent", YORK, "sussex")
    s.reserves = [B("oxford_l")]
    begin(s, Area("kent"))
    begin_round(s)
    eliminate(s, B("devon_l"), "6.8")
    play(settle(s))
    assert next_in_turn(s) == (YORK, ["york_y"])
    play(charge(s, B("york_y"), B("oxford_l")), dice=[6, 6, 6, 6, 1, 2, 6])
    assert (s.blocks[B("york_y")].steps, s.blocks[B("oxford_l")].steps) == (2, 3)


# Why a line is refused


def _refused(s: State, side: Side, verb: str, *ids: str) -> str:
    s.phase = Phase.ACTION
    return why_not(s, Decision(side.value, ACT, "", "", OpenMenu(tuple)), verb, ids) or ""


def test_5_1_only_a_city_that_plague_spares_is_named_as_spared() -> None:
    s = empty("plague")
    put(s, "south_yorks", "henry_vi_l")
    decision = Decision(YORK.value, PLAGUE, "", "", OpenMenu(tuple))
    assert why_not(s, decision, "plague", ["south_yorks"]) is None
    assert why_not(s, decision, "plague", ["kent"]) == "the enemy does not hold a city alone in Kent"


def test_5_22_who_would_leave_by_the_border_of_the_attack_is_told_that() -> None:
    s = empty()
    put(s, "leicester", "hastings_y", "arundel_y")
    put(s, "rutland", "clifford_l")
    s.ap = 2
    march(s, B("clifford_l"), (Area("rutland"), Area("leicester")))
    s.crossed = {"essex/leicester": 3, "leicester/lincoln": 4, "leicester/middlesex": 4, "derby/leicester": 3}
    s.crossed |= {"leicester/warwick": 4, "leicester/oxford": 4}
    told = "the enemy has come from Rutland into Leicester: nobody leaves that way, and no other is open"
    assert _refused(s, YORK, "march", "arundel_y", "rutland") == told


def test_6_3_who_would_attack_over_a_fourth_border_or_join_over_a_third_is_told_that() -> None:
    s = empty()
    put(s, "leicester", "hastings_y")
    starts = {"derby": "clifford_l", "warwick": "oxford_l", "lincoln": "beaumont_l", "middlesex": "devon_l"}
    for area, block in starts.items():
        put(s, area, block)
    s.ap = 4
    for area in list(starts)[:3]:
        march(s, B(starts[area]), (Area(area), Area("leicester")))
    told = "your blocks come into Leicester over {} borders already: more are not allowed"
    assert _refused(s, LANCASTER, "march", "devon_l", "leicester") == told.format(3)
    joining = {"rutland": "worcester_y", "essex": "essex_y", "gloucester": "suffolk_y"}
    for area, block in joining.items():
        put(s, area, block)
    for area in list(joining)[:2]:
        march(s, B(joining[area]), (Area(area), Area("leicester")))
    assert _refused(s, YORK, "march", "suffolk_y", "leicester") == told.format(2)


def test_5_1_a_pirate_without_ap_is_not_told_that_the_enemy_bars_the_way() -> None:
    s = empty("piracy")
    put(s, "sussex", "arundel_y")
    put(s, "france", "henry_vi_l")
    s.ap = 0
    assert _refused(s, LANCASTER, "sail", "henry_vi_l", "sussex") == "no AP left"
    s.cards[LANCASTER] = CardId("ap_4")
    assert _refused(s, LANCASTER, "sail", "henry_vi_l", "sussex") == "the enemy stands in Sussex"


def test_5_2_who_goes_where_they_stand_is_not_told_that_ap_are_lacking() -> None:
    s = empty()
    put(s, "essex", "oxford_l")
    s.ap = 3
    told = "Earl of Oxford stands in Essex already"
    assert _refused(s, LANCASTER, "march", "oxford_l", "essex") == told
    assert _refused(s, LANCASTER, "sail", "oxford_l", "essex") == told


def test_5_2_5_21_what_bars_a_way_by_land_is_what_is_told() -> None:
    """The nearest way tells: its length, enemies on it, a red border, borders that are full."""
    s = empty()
    s.ap = 3
    put(s, "scotland", "henry_vi_l", "french_mercenary_l")
    assert _refused(s, LANCASTER, "march", "henry_vi_l", "derby").startswith(
        "Derby is too far for Henry VI: no way of at most 2"
    )
    red = "who crosses the red border into Cumbria stops there: Lancaster is too far that way"
    assert _refused(s, LANCASTER, "march", "henry_vi_l", "lancaster") == red
    s.crossed = {"cumbria/scotland": 2}
    full = "2 blocks have crossed the border of Scotland and Cumbria: no more may, and no other way is open"
    assert _refused(s, LANCASTER, "march", "henry_vi_l", "cumbria") == full
    s.crossed = {}
    put(s, "kent", "oxford_l")
    put(s, "middlesex", "arundel_y")
    put(s, "sussex", "hastings_y")
    stopped = "the enemy in Middlesex stops who goes that way to Essex"
    assert _refused(s, LANCASTER, "march", "oxford_l", "essex") == stopped


def test_5_4_an_heir_in_the_pool_is_told_that_they_need_a_crown_area() -> None:
    """R17."""
    s = empty()
    s.ap = 1
    nobles = [b for b, facts in s.board.blocks.items() if facts.side is YORK and facts.kind in (Kind.NOBLE, Kind.LEVY)]
    for area, noble in zip((a for a, place in s.board.areas.items() if place.crown), nobles, strict=False):
        put(s, area, noble)
    told = "there is no place for Henry VI now: it needs a friendly or vacant crown area"
    assert _refused(s, LANCASTER, "recruit", "henry_vi_l", "lancaster") == told


def test_6_3_why_a_main_attack_cannot_come_over_a_border_is_told() -> None:
    s = empty()
    s.ap = 4
    put(s, "kent", "arundel_y", "hastings_y")
    put(s, "middlesex", "oxford_l")
    put(s, "sussex", "clifford_l")
    put(s, "essex", "suffolk_y")
    assert _refused(s, LANCASTER, "main", "kent", "sussex") == "nobody attacks in Kent"
    march(s, B("oxford_l"), (Area("middlesex"), Area("kent")))
    assert _refused(s, LANCASTER, "main", "kent", "middlesex") == "the main attack on Kent comes from Middlesex already"
    told = "none of your blocks has come into Kent from Sussex"
    assert _refused(s, LANCASTER, "main", "kent", "sussex") == told
    march(s, B("clifford_l"), (Area("sussex"), Area("kent")))
    assert _refused(s, LANCASTER, "main", "kent", "sussex") == ""
    told = "in Kent the enemy attacks: your blocks that have come there are in Reserve"
    assert _refused(s, YORK, "main", "kent", "sussex") == told
    told = "main needs the area that you attack, and the area from which the main attack comes"
    assert _refused(s, LANCASTER, "main", "kent") == told


def test_5_1_who_cannot_muster_is_told_why() -> None:
    s = empty("muster")
    put(s, "kent", "arundel_y")
    put(s, "middlesex", "oxford_l")
    where = Decision(LANCASTER.value, MUSTER_AT, "", "", OpenMenu(tuple))
    assert why_not(s, where, "muster", ["kent"]) == "the enemy stands in Kent"
    assert why_not(s, where, "muster", ["calais"]) == "Calais is the enemy's exile"
    which = Decision(LANCASTER.value, MUSTER, "chester", "", OpenMenu(tuple))
    assert why_not(s, which, "march", ["oxford_l", "essex"]) == "your blocks muster to Chester, and go nowhere else"
    told = "Chester is too far for Earl of Oxford: no way of at most 2 areas leads there from Middlesex"
    assert why_not(s, which, "march", ["oxford_l", "chester"]) == told
    assert why_not(s, which, "march", ["arundel_y"]) == "Earl of Arundel fights for the enemy"


# What is told of blocks


def test_3_13_the_loyalty_of_a_block_is_told_for_both_sides_and_for_warwick() -> None:
    """6.91 Warwick rolls one die against his family; 6.2 a bombard has A in round 1."""
    s = set_up()
    told = {
        "rivers_l": "loyalty number 1 as Lancastrian, 2 as Yorkist",
        "exeter_l": "loyalty number 2 as Lancastrian, 1 as Yorkist",
        "stanley_l": "loyalty number 1",
        "kent_y": "loyalty number 2, 1 where Warwick tries",
        "warwick_y": "loyalty number 3",
        "oxford_l": "never defects",
    }
    for block, words in told.items():
        assert about(s, B(block)).lines[0].split("; ")[-1] == words
    assert "; D3, in round 1 A3 unless it comes from Reserve; " in about(s, B("bombard_l")).lines[0]


def test_6_8_who_is_dead_is_told_once_of_the_side_that_they_began_with() -> None:
    s = set_up()
    for block in ("exeter_l", "exeter_y", "warwick_l", "warwick_y", "oxford_l"):
        s.blocks[B(block)].at = REMOVED
    dead = {each.side: each.dead for each in view(s, YORK).sides}
    assert dead == {LANCASTER: ("Duke of Exeter", "Earl of Oxford"), YORK: ("Earl of Warwick",)}


def test_8_5_a_pretender_whose_heirs_go_home_is_told_that_exile_areas_hold_no_more_than_they_feed() -> None:
    s = empty()
    put(s, "kent", "york_y", "arundel_y")
    s.phase = Phase.POLITICAL
    assert "What an exile area cannot feed goes to the pool before the next campaign; you choose which blocks." in list(
        of_homes(s, YORK)
    )
    put(s, "essex", "henry_vi_l")
    assert not [line for line in of_homes(s, LANCASTER) if "exile" in line]


def test_checks_a_reserve_that_has_regrouped_and_gone_home_is_no_fault() -> None:
    """6.7, 8.1 It is no longer in Reserve for anything."""
    s = set_up()
    s.reserves, s.phase = [B("bristol_levy_l")], Phase.SUPPLY
    assert checks(s) == []
    s.phase = Phase.BATTLE
    assert checks(s) == ["bristol_levy_l is in Reserve off the map"]
