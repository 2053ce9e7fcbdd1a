"""The worked examples of the rulebook, in its order: the map, moves by land and by sea, recruits."""

from __future__ import annotations

import pytest

from pbem.games.richard_iii.actions.actions import act
from pbem.games.richard_iii.actions.land import paths
from pbem.games.richard_iii.actions.recruit import places_for
from pbem.games.richard_iii.actions.sea import destinations, sail
from pbem.games.richard_iii.battle.battle import begin
from pbem.games.richard_iii.battle.combat import firepower
from pbem.games.richard_iii.battle.treachery import loyalty
from pbem.games.richard_iii.components.blocks import at as blocks_at
from pbem.games.richard_iii.components.blocks import minors_of, shields_of
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Kind
from pbem.games.richard_iii.components.options import DONE, March, Recruit
from pbem.games.richard_iii.components.state import Role, State
from tests.games.richard_iii.scene import LANCASTER, YORK, at, attack, empty, go, kill, play, put, set_up

B = BlockId
GROUP = ("oxford_l", "devon_l", "clifford_l", "beaumont_l", "wiltshire_l", "pembroke_l")

BY_SEA_ONLY = (("glamorgan", "somerset"), ("east_yorks", "lincoln"), ("kent", "essex"))
"""River mouths: no border, however near."""


def ends(s: State, block: str) -> set[Area]:
    """Where a block can go by land."""
    return {path[-1] for path in paths(s, B(block))}


# Cards, the map and the blocks


@pytest.mark.parametrize("moves", [3, 2, 1, 0])
def test_1_2_three_ap_are_moves_and_recruits_in_any_mixture(moves: int) -> None:
    """1.2 Example: AP3 gives 3 moves, or 2 and 1 recruit, or 1 and 2, or 3 recruits; then nothing is left."""
    s = empty("ap_3")
    starts = {"oxford_l": "kent", "devon_l": "lincoln", "clifford_l": "cornwall"}
    for block, area in starts.items():
        put(s, area, block)
    marches = [
        March(B("oxford_l"), Area("sussex")),
        March(B("devon_l"), Area("rutland")),
        March(B("clifford_l"), Area("dorset")),
    ]
    recruits = [
        Recruit(B("beaumont_l"), Area("lincoln")),
        Recruit(B("newcastle_levy_l"), Area("northumbria")),
        Recruit(B("york_levy_l"), Area("south_yorks")),
    ]
    chosen = [*marches[:moves], *recruits[: 3 - moves]]
    asked = play(act(s, LANCASTER), [*chosen, DONE])
    assert len(asked) == 4
    assert asked[-1].prompt.startswith("What do you do? No AP left")


def test_2_2_somersets_shield_is_every_heirs_when_he_is_killed() -> None:
    """2.2 Beside the royal shields: Dorset is Somerset's, and every Lancastrian heir's once he is dead."""
    s = set_up()
    assert Area("dorset") in shields_of(s, B("somerset_l"))
    assert Area("dorset") not in shields_of(s, B("henry_vi_l"))
    kill(s, "somerset_l")
    assert all(Area("dorset") in shields_of(s, B(heir)) for heir in ("henry_vi_l", "exeter_l", "richmond_l"))


def test_2_3_exeter_defends_cornwall_with_three_unless_an_older_heir_has_the_crown() -> None:
    """2.3 IMPORTANT: shield and crown make Exeter A3; an older heir there takes the crown's +1."""
    s = empty()
    put(s, "cornwall", "exeter_l", "arundel_y")
    attack(s, "cornwall", YORK, "dorset")
    begin(s, Area("cornwall"))
    assert (s.board.blocks[B("exeter_l")].initiative, firepower(s, B("exeter_l"))) == ("A", 3)
    s.battle = None
    put(s, "cornwall", "prince_edward_l")
    begin(s, Area("cornwall"))
    assert (firepower(s, B("exeter_l")), firepower(s, B("prince_edward_l"))) == (2, 2)


def test_2_5_the_archbishops_are_blocks_of_both_sides_that_can_turn() -> None:
    """2.5 Beside the cathedrals: one of Canterbury, one of York; neither is loyal for certain."""
    board = empty().board
    churches = {block: facts for block, facts in board.blocks.items() if facts.kind is Kind.CHURCH}
    assert {area.cathedral for area in board.areas.values() if area.cathedral} == {"canterbury", "york"}
    assert len(churches) == 4
    assert all(facts.loyalty and facts.twin in churches for facts in churches.values())


def test_3_13_rivers_is_worth_one_to_lancaster_and_two_to_york() -> None:
    """3.13 IMPORTANT: Rivers has loyalty 1 with Lancaster and 2 with York."""
    s = empty()
    assert (loyalty(s, B("rivers_l"), Role.PRETENDER), loyalty(s, B("rivers_y"), Role.KING)) == (1, 2)


def test_4_5_prince_edward_is_lancasters_second_heir_and_a_minor() -> None:
    """4.5 Three heirs of each side in play, two minors; Prince Edward is number 2."""
    s = set_up()
    assert minors_of(s, LANCASTER) == ["prince_edward_l", "richmond_l"]
    assert s.board.blocks[B("prince_edward_l")].rank == 2
    assert minors_of(s, YORK) == ["clarence_y", "gloucester_y"]


# 5.2 by land


@pytest.mark.parametrize("by", ["leicester", "sussex"])
def test_5_21_the_fifth_block_from_middlesex_to_oxford_goes_round(by: str) -> None:
    """5.21 Example: four go straight to Oxford, the fifth by Leicester or Sussex; all for 1 AP."""
    s = empty()
    put(s, "middlesex", *GROUP[:5])
    s.ap = 1
    for block in GROUP[:4]:
        go(s, block, "middlesex", "oxford")
    assert (Area("middlesex"), Area("oxford")) not in set(paths(s, B(GROUP[4])))
    go(s, GROUP[4], "middlesex", by, "oxford")
    assert (len(blocks_at(s, Area("oxford"))), s.ap) == (5, 0)


def test_5_2_blocks_of_east_anglia_go_to_five_areas_for_one_ap() -> None:
    """5.2 Move example: Essex, Middlesex, Rutland, Leicester, Lincoln; alone or together, all for 1 AP."""
    s = empty()
    put(s, "east_anglia", *GROUP[:5])
    s.ap = 1
    places = ("essex", "middlesex", "rutland", "leicester", "lincoln")
    assert ends(s, "oxford_l") >= set(places)
    ways = {
        "essex": ("essex",),
        "middlesex": ("essex", "middlesex"),
        "rutland": ("rutland",),
        "leicester": ("essex", "leicester"),
        "lincoln": ("rutland", "lincoln"),
    }
    for block, place in zip(GROUP, places, strict=False):
        go(s, block, "east_anglia", *ways[place])
    assert [at(s, block) for block in GROUP[:5]] == list(places)
    assert s.ap == 0


def test_5_21_three_go_straight_to_rutland_and_three_more_by_essex() -> None:
    """5.21 Move example: the river lets 3 blocks into Rutland, 3 more come by Essex."""
    s = empty()
    put(s, "east_anglia", *GROUP)
    s.ap = 1
    for block in GROUP[:3]:
        go(s, block, "east_anglia", "rutland")
    assert (Area("east_anglia"), Area("rutland")) not in set(paths(s, B(GROUP[3])))
    for block in GROUP[3:]:
        go(s, block, "east_anglia", "essex", "rutland")
    assert (len(blocks_at(s, Area("rutland"))), s.ap) == (6, 0)


def test_5_22_three_of_five_are_pinned_in_chester() -> None:
    """5.22 Pinning example: 3 from Derby pin 3 of 5; 1 from Warwick is in Reserve and pins nobody; 2 leave elsewhere."""
    s = empty()
    put(s, "chester", "hastings_y", "arundel_y", "suffolk_y", "essex_y", "worcester_y")
    put(s, "derby", *GROUP[:3])
    put(s, "warwick", GROUP[3])
    s.ap = 4
    for block in GROUP[:3]:
        go(s, block, "derby", "chester")
    assert go(s, GROUP[3], "warwick", "chester") == "reserve_attack"
    s.crossed, s.active = {}, []
    starts = {path[1] for path in paths(s, B("hastings_y"))}
    assert starts == {"lancaster", "caernarvon", "powys", "hereford"}
    go(s, "hastings_y", "chester", "powys")
    go(s, "arundel_y", "chester", "hereford")
    assert not any(ends(s, block) for block in ("suffolk_y", "essex_y", "worcester_y"))


def test_5_2_from_glamorgan_to_somerset_by_hereford_and_gloucester() -> None:
    """5.2 River mouths: three moves, so not in one turn; nor East Yorks to Lincoln or Kent to Essex."""
    s = empty("ap_4")
    put(s, "glamorgan", "oxford_l")
    s.ap = 4
    assert Area("somerset") not in ends(s, "oxford_l")
    s.cards[LANCASTER] = CardId("force_march")
    assert [path for path in paths(s, B("oxford_l")) if path[-1] == "somerset"] == [
        ("glamorgan", "hereford", "gloucester", "somerset")
    ]
    borders = s.board.borders
    assert not any(
        b in borders[Area(a)] for a, b in (("glamorgan", "somerset"), ("east_yorks", "lincoln"), ("kent", "essex"))
    )


# 5.3 by sea


def test_5_3_what_the_sea_zones_example_says() -> None:
    """5.3 Sea zones and river mouths: which areas Cornwall, Kent and Scotland sail to; Middlesex is a port."""
    s = empty()
    s.ap = 4
    coasts = s.board.areas
    seas = {"cornwall": {"english_channel", "irish_sea"}, "kent": {"english_channel", "north_sea"}}
    for start, zones in {**seas, "scotland": {"north_sea", "irish_sea"}}.items():
        put(s, start, "oxford_l")
        found = {to for _, to in destinations(s, B("oxford_l"))}
        barred = {start, "calais", "ireland"}
        assert found == {area for area, place in coasts.items() if zones & set(place.coast)} - barred
        assert not found & {"south_yorks", "hereford", "gloucester"}
    assert coasts[Area("middlesex")].port
    assert all(s.board.seas_between(Area(a), Area(b)) for a, b in BY_SEA_ONLY[1:])


@pytest.mark.parametrize("places", ["kent kent kent kent", "kent kent east_anglia east_anglia", "kent kent essex"])
def test_5_31_what_two_ap_can_carry_from_calais(places: str) -> None:
    """5.31 Sea examples: 4 to Sandwich (Kent), or 2 each to two ports, or 2 to a port and 1 to an area without."""
    s = empty()
    blocks = ("march_y", "warwick_y", "salisbury_y", "kent_y", "rutland_y")
    put(s, "calais", *blocks)
    s.ap = 2
    for block, place in zip(blocks, places.split(), strict=False):
        assert Area(place) in [to for _, to in destinations(s, B(block))]
        sail(s, B(block), Area(place))
    assert s.ap == 0
    assert not destinations(s, B("rutland_y"))


def test_5_31_four_sail_from_calais_to_any_port_of_the_channel_or_the_north_sea() -> None:
    """5.31 Sea examples: any other port of these seas does as well as Sandwich."""
    s = empty()
    seas = {"english_channel", "north_sea"}
    ports = [a for a, place in s.board.areas.items() if place.port and place.exile is None and seas & set(place.coast)]
    assert len(ports) > 5
    for port in ports:
        put(s, "calais", "march_y", "warwick_y", "salisbury_y", "kent_y")
        for piece in s.blocks.values():
            piece.moved = False
        s.ap = 2
        for block in ("march_y", "warwick_y", "salisbury_y", "kent_y"):
            sail(s, B(block), port)
        assert s.ap == 0


# 5.4 recruits


@pytest.mark.parametrize(
    ("side", "area", "blocks"),
    [
        (LANCASTER, "northumbria", ("northumberland_l", "newcastle_levy_l")),
        (YORK, "east_anglia", ("norfolk_y", "suffolk_y", "norwich_levy_y")),
    ],
)
def test_5_4_an_area_with_several_symbols_takes_a_recruit_for_each(side: str, area: str, blocks: tuple[str, ...]) -> None:
    """5.4 Recruiting example: 2 AP in Northumberland, 3 AP in East Anglia, in one turn."""
    s = set_up()
    house = LANCASTER if side == LANCASTER else YORK
    s.p1, s.cards = house, {each: CardId(f"ap_{len(blocks)}") for each in (LANCASTER, YORK)}
    assert all(Area(area) in places_for(s, B(block)) for block in blocks)
    asked = play(act(s, house), [*(Recruit(B(block), Area(area)) for block in blocks), DONE])
    assert [at(s, block) for block in blocks] == [area] * len(blocks)
    assert asked[-1].prompt.startswith("What do you do? No AP left")
