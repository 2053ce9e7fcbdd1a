"""The rulebook's worked examples, played: what players write, and the numbers that the rulebook says come of it."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import men_here
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.movement.land import Ground, barriers
from pbem.games.kingmaker.prestige import prestige
from tests.games.kingmaker.agreed import agree, game_at
from tests.games.kingmaker.asked import asked, options, write
from tests.games.kingmaker.chapters.test_combat_6 import black
from tests.games.kingmaker.questions.test_asked_events_4 import turned_up
from tests.games.kingmaker.questions.test_asked_turn_5 import MIGHTY, own_turn, turn
from tests.games.kingmaker.rulebook.test_rulebook_moving import free_moves
from tests.games.kingmaker.scene import BOARD, hand, next_crown, on_top, put, table

BETH, OSCAR = "p1", "p2"
"""In agreements p2 is called Beth, as in all tests of them."""


def plague(town: str) -> str:
    """An Event card that strikes a town."""
    return next(each for each in BOARD.cards.of_kind(Happening.PLAGUE) if town in BOARD.cards.events[each].towns)


def peasants_call(noble: str) -> str:
    """A raid or revolt that calls a Noble, or who holds a card."""
    raids = (each for each in BOARD.cards.of_kind(Happening.RAID))
    return next(each for each in raids if any(call.who == noble for call in BOARD.cards.events[each].calls))


def test_188_george_is_crowned_when_richard_of_york_and_edward_of_march_have_died() -> None:
    s = table()
    put(s, BETH, "in:canterbury", "roos", "archbishop_of_canterbury", "george_duke_of_clarence")
    put(s, BETH, "field:york_area", "grey", "richard_duke_of_york")
    put(s, BETH, "field:york_area", "pole", "edward_earl_of_march")
    game = turn(s)
    with pytest.raises(Illegal):
        write(game, BETH, "crown George")
    write(game, BETH, "execute Richard Duke of York")
    assert not [each for each in options(game, BETH, "crown") if "george" in each]
    write(game, BETH, "execute March", "crown George")
    assert s.royals["george_duke_of_clarence"].crowned


def test_196_a_unit_of_100_is_130_north_of_the_trent() -> None:
    """30 of Pole, 70 of cards, and 30 of the Bishop of Durham in the north, where he marches to."""
    s = table()
    put(s, BETH, "field:lincoln_area", "pole", "bishop_of_durham", "burgundian_crossbowmen_1", "earl_of_westmorland")
    game = turn(s)
    assert men_here(s, "pole") == 100
    write(game, BETH, "move Pole York")
    assert men_here(s, "pole") == 130


def test_317_the_admiral_goes_to_plymouth_with_two_ships_and_leaves_his_third() -> None:
    """Weymouth is on the mainland; a ship in Calais does not respond, nor one at sea."""
    for spot, ships, there in (
        ("field:york_area", ("port:weymouth", "port:weymouth"), ["admiral_ship_1", "admiral_ship_2"]),
        ("field:york_area", ("port:weymouth", "port:calais"), ["admiral_ship_1"]),
        ("field:calais_area", ("sea:dover_strait", "port:weymouth"), ["admiral_ship_2"]),
    ):
        s = table()
        put(s, BETH, spot, "neville", "admiral_of_england", "le_rose")
        s.ships = {"le_rose_piece": Ship("port:weymouth")}
        s.ships |= {f"admiral_ship_{n + 1}": Ship(at) for n, at in enumerate(ships)}
        write(turned_up(s, "E005"), BETH, "proceed")
        assert sorted(ship for ship, piece in s.ships.items() if piece.at == "port:plymouth") == there
        assert (s.nobles["neville"].at == "field:plymouth_area") is (spot == "field:york_area")


def test_364_oscar_passes_shrewsbury_with_beths_leave_and_else_stops_before_it() -> None:
    """The promise of a passage in return binds nobody: Beth is asked when he comes, and only her order lets him."""
    for lines, passes in (([], False), (["let p2 pass Shrewsbury"], True)):
        s = table()
        put(s, BETH, "field:london_area", "neville", "town_of_shrewsbury")
        start = next(
            area for area in BOARD.region if area not in ("shrewsbury_area",) and reaches_only_by(s, area, "shrewsbury")
        )
        put(s, OSCAR, f"field:{start}", "stanley")
        s.active = OSCAR
        game = turn(s)
        write(game, BETH, *lines)
        assert "move stanley field:shrewsbury_area" in options(game, OSCAR, "move")
        before = len(options(game, OSCAR, "move"))
        write(game, OSCAR, "passage Shrewsbury")
        assert (len(options(game, OSCAR, "move")) > before) is passes


def reaches_only_by(s: State, area: str, place: str) -> bool:
    """Whether a road leads on from an Area through a place that bars it."""
    s.nobles["probe"] = s.nobles["neville"].__class__(OSCAR, f"field:{area}")
    found = place in barriers(s, "probe", Ground(s, s.nobles["probe"].owner, ()))
    del s.nobles["probe"]
    return found


def test_380_cromwell_boards_at_boston_from_tattershall_and_pole_at_caister_from_wingfield_does_not() -> None:
    s = table()
    put(s, BETH, "in:tattershall", "cromwell", "le_rose")
    put(s, BETH, "in:wingfield", "pole", "le_michael")
    s.ships = {"le_rose_piece": Ship("port:boston"), "le_michael_piece": Ship("port:caister")}
    game = turn(s)
    with pytest.raises(Illegal):
        write(game, BETH, "sail Le Michael Lynn with Pole")
    write(game, BETH, "sail Le Rose The Wash with Cromwell")
    assert (s.nobles["cromwell"].at, s.nobles["pole"].at) == ("aboard:le_rose_piece", "in:wingfield")
    assert not options(game, BETH, "move cromwell")


@pytest.mark.parametrize(("port", "points"), [("pevensey", 4), ("chichester", 5), ("corfe", 6)])
def test_383_how_far_it_is_to_london(port: str, points: int) -> None:
    s = table()
    put(s, BETH, "field:york_area", "roos", "le_rose")
    s.ships["le_rose_piece"] = Ship(f"port:{port}")
    game = turn(s)
    assert ("sail le_rose_piece port:london" in options(game, BETH, "sail")) is (points <= 5)
    assert len(s.board.route(f"port:{port}", "port:london", 9)) == points


def test_399_no_second_free_move_takes_the_same_noble_by_ship() -> None:
    s = table()
    put(s, BETH, "field:dover_area", "roos", "le_rose")
    put(s, BETH, "field:london_area", "pole", "constable_of_dover_castle")
    s.ships["le_rose_piece"] = Ship("port:dover")
    free_moves(s, BETH, 2)
    game = turn(s)
    write(game, BETH, "move Roos Canterbury", "again Roos Dover field")
    assert (s.nobles["roos"].at, len(s.players[BETH].free)) == ("field:dover_area", 1)
    assert not [each for each in options(game, BETH) if each.startswith(("again", "sail")) and "roos" in each]


def test_471_beth_takes_northampton_with_its_card_from_herbert() -> None:
    s = table()
    put(s, OSCAR, "field:london_area", "herbert", "town_of_northampton")
    put(s, BETH, f"field:{s.board.places['northampton'].area}", "percy", *MIGHTY)
    on_top(s, black("majority", lists=("percy",)))
    write(turn(s), BETH, "besiege Northampton")
    assert (s.nobles["herbert"].cards, s.nobles["percy"].cards[-1]) == ([], "town_of_northampton")


def test_486_the_bishop_of_norwich_takes_the_city_back_when_its_holder_dies_of_plague() -> None:
    s = table()
    put(s, OSCAR, "in:coventry", "herbert", "town_of_coventry", "city_of_norwich")
    put(s, BETH, "field:york_area", "grey", "bishop_of_norwich")
    write(turned_up(s, plague("coventry")), BETH, "proceed")
    assert ("herbert" in s.nobles, s.nobles["grey"].cards) == (False, ["bishop_of_norwich", "city_of_norwich"])


def test_560_two_cities_each_are_eight_points_for_the_alliance() -> None:
    """2 for each Faction alone; allied 4 for four Cities and 4 for dominion over them."""
    s = table()
    s.head_claimed = True
    put(s, BETH, "field:york_area", "roos", "city_of_bristol", "city_of_london")
    put(s, OSCAR, "field:york_area", "grey", "city_of_norwich", "city_of_york")
    game = game_at(s, own_turn)
    assert agree(game, "alliance with Beth", OSCAR)
    assert [prestige(game.state, seat) for seat in (BETH, OSCAR)] == [2, 2]
    assert (game.state.alliances, prestige(game.state, BETH, OSCAR)) == ([[BETH, OSCAR]], 8)


def test_580_the_king_passes_from_neville_to_herbert_before_the_revolt_and_mercenaries_do_not() -> None:
    """In the same open field; not to a Noble inside the place."""
    for spot, passes in (("field:london_area", True), ("in:london", False)):
        s = table()
        put(s, BETH, "field:york_area", "pole", "constable_of_the_tower")
        put(s, BETH, "field:london_area", "neville", "marshal_of_england", "landsknechts_1", "henry_vi")
        put(s, BETH, spot, "herbert")
        game = turned_up(s, peasants_call("marshal_of_england"))
        with pytest.raises(Illegal, match="Event card lies open"):
            write(game, BETH, "transfer Landsknechts 1 Herbert")
        if passes:
            write(game, BETH, "entrust Henry VI Herbert", "proceed")
        else:
            with pytest.raises(Illegal):
                write(game, BETH, "entrust Henry VI Herbert")
            write(game, BETH, "proceed")
        assert s.royals["henry_vi"].noble == ("herbert" if passes else "neville")
        assert s.nobles["neville"].at != "field:london_area"


def test_616_london_goes_from_beth_to_oscar_by_siege_and_back_by_plague() -> None:
    """2 points for Beth; 1 less for her and 1 more for Oscar; and back."""
    s = table()
    put(s, BETH, "field:york_area", "neville")
    put(s, OSCAR, "field:london_area", "stanley", *MIGHTY, "flemish_crossbowmen_1", "flemish_crossbowmen_2")
    put(s, OSCAR, "field:london_area", "percy")
    s.royals["henry_vi"].at = "in:harlech"
    hand(s, BETH, "constable_of_the_tower")
    game = turn(s)
    points = prestige(s, BETH), prestige(s, OSCAR)
    write(game, BETH, "play Constable of the Tower Neville")
    assert (prestige(s, BETH) - points[0], s.nobles["neville"].cards[-1]) == (2, "city_of_london")
    s.active, s.phase = OSCAR, Phase.MOVEMENT
    on_top(s, black("majority", lists=("stanley", "percy")))
    game = turn(s)
    write(game, OSCAR, "holder Stanley", "occupy Stanley", "besiege London")
    while asked(game)[0][1] == ADD:
        write(game, asked(game)[0][0], "pass")
    assert [prestige(s, seat) - was for seat, was in zip((BETH, OSCAR), points, strict=True)] == [1, 1]
    assert "city_of_london" in s.nobles["stanley"].cards
    s.active = BETH
    s.nobles["stanley"].at = "in:london"
    write(turned_up(s, plague("london")), BETH, "proceed")
    assert ("stanley" in s.nobles, s.nobles["neville"].cards[-1]) == (False, "city_of_london")
    assert prestige(s, BETH) - points[0] == 2


def test_635_berkeley_falls_with_five_crown_cards_and_oscar_draws_two() -> None:
    """In a battle that Oscar wins: the card lists him as killed."""
    s = table(players=3)
    cards = ("earl_of_kent", "chancellor_of_cornwall", "town_of_lancaster", "le_rose", "city_of_york")
    put(s, OSCAR, "field:york_area", "berkeley_noble", *cards)
    put(s, OSCAR, "field:york_area", "mowbray", *MIGHTY)
    put(s, BETH, "field:york_area", "roos")
    next_crown(s, "stanley", "percy", "pole")
    on_top(s, black("2-1", "berkeley_noble", lists=("mowbray", "roos")))
    s.active = OSCAR
    write(turn(s), OSCAR, "attack p1 York")
    assert (s.players[OSCAR].hand, "roos" in s.captives) == (["stanley", "percy"], True)
    assert sorted(s.chancery) == ["chancellor_of_cornwall", "earl_of_kent"]
    assert sorted(s.crown_discard) == ["berkeley_noble", "le_rose", "town_of_lancaster"]
    assert "city_of_york" in s.display


def test_638_plague_in_london_kills_henry_and_who_has_margaret_may_make_alliances() -> None:
    s = table()
    put(s, BETH, "field:kenilworth_area", "roos", "margaret_of_anjou")
    assert s.royals["henry_vi"].at == "in:london"
    game = game_at(s, own_turn)
    agree(game, "alliance with Beth", OSCAR)
    assert not game.state.alliances
    write(turned_up(s, plague("london")), BETH, "proceed")
    assert (s.royals["henry_vi"].at, s.head_claimed) == ("dead", True)
    s.phase = Phase.MOVEMENT
    game = game_at(s, own_turn)
    agree(game, "alliance with Beth", OSCAR)
    assert game.state.alliances == [[BETH, OSCAR]]
