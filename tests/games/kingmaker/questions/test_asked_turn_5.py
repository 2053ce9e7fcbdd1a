"""5, 6.1, 7, 8 The active player's own turn: one menu from the first move to the last coronation."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.refusal import Illegal, Misread
from pbem.engine.table import Table
from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Peace, Ship, State
from pbem.games.kingmaker.forces import form_force
from pbem.games.kingmaker.orders.reasons import why_not
from pbem.games.kingmaker.turns import advance, carry_out, question
from pbem.orders.carry.execute import execute
from tests.games.kingmaker.asked import at_table, open_to, options, write
from tests.games.kingmaker.chapters.test_combat_6 import BAD_WEATHER, black
from tests.games.kingmaker.scene import BOARD, conquer, on_top, put, table


async def own_turn(s: State) -> None:
    """The phases of which the active player is asked."""
    while s.phase in (Phase.MOVEMENT, Phase.COMBAT, Phase.PARLIAMENT, Phase.CORONATION) and s.result is None:
        answer = await question(s)
        await (advance(s) if answer == "done" else carry_out(s, answer))


def turn(s: State) -> Table[State]:
    """p1's turn."""
    return at_table(s, own_turn)


def test_5_1_nobles_move_one_by_one_or_all_of_a_spot() -> None:
    s = table()
    for noble in ("roos", "grey", "holland"):
        put(s, "p1", "field:london_area", noble)
    game = turn(s)
    moved = {option.rpartition(" ")[0] for option in options(game, "p1", "move")}
    assert moved == {"move roos", "move grey", "move holland", "move all:field:london_area"}
    with pytest.raises(Illegal, match="a line for each"):
        execute(game, "p1", "move Roos Holland St Albans")
    write(game, "p1", "move all St Albans")
    assert {unit.at for unit in s.nobles.values()} == {"field:st_albans_area"}


def test_5_1_nobody_ends_inside_a_place_that_is_not_theirs() -> None:
    s = table()
    put(s, "p1", "field:london_area", "roos")
    game = turn(s)
    assert "move roos field:canterbury_area" in options(game, "p1")
    assert "move roos in:canterbury" not in options(game, "p1")
    write(game, "p1", "move Roos Canterbury")
    assert s.nobles["roos"].at == "field:canterbury_area"


def test_5_1_a_place_of_ones_own_means_its_inside_and_the_field_is_said() -> None:
    for line, spot in (("move Roos Canterbury", "in:canterbury"), ("move Roos Canterbury field", "field:canterbury_area")):
        s = table()
        put(s, "p1", "field:london_area", "roos", "archbishop_of_canterbury")
        write(turn(s), "p1", line)
        assert s.nobles["roos"].at == spot


def test_5_8_a_second_move_is_ordered_as_a_free_move() -> None:
    s = table()
    put(s, "p1", "field:london_area", "roos")
    game = turn(s)
    write(game, "p1", "move Roos Canterbury field")
    assert not options(game, "p1", "move")
    s = table()
    put(s, "p1", "field:london_area", "roos")
    s.players["p1"].free.append(s.event_deck.pop(s.event_deck.index(BOARD.cards.of_kind(Happening.FREE_MOVE)[0])))
    game = turn(s)
    write(game, "p1", "move Roos Canterbury field")
    assert not options(game, "p1", "move")
    with pytest.raises(Illegal, match="again"):
        execute(game, "p1", "move Roos Dover field")
    write(game, "p1", "again Roos Dover field")
    assert (s.nobles["roos"].at, s.players["p1"].free) == ("field:dover_area", [])


def at_sea() -> State:
    """Roos of p1 stands at Dover, where p1 has Le Rose."""
    s = table()
    put(s, "p1", "field:dover_area", "roos", "le_rose")
    s.ships["le_rose_piece"] = Ship("port:dover")
    put(s, "p1", "field:london_area", "pole", "constable_of_dover_castle")
    return s


def test_5_5_nobles_board_sail_and_land() -> None:
    s = at_sea()
    write(turn(s), "p1", "sail Le Rose Shoreham with Roos")
    assert (s.nobles["roos"].at, s.ships["le_rose_piece"].at) == ("field:bramber_area", "port:shoreham")


def test_5_6_an_enemy_port_is_assaulted_and_stormed() -> None:
    s = at_sea()
    put(s, "p1", "field:dover_area", "mowbray", *MIGHTY, "admiral_of_england")
    s.nobles["mowbray"].cards.remove("admiral_of_england")
    s.nobles["pole"].cards.append("admiral_of_england")
    for ship in ("admiral_ship_1", "admiral_ship_2"):
        s.ships[ship] = Ship("port:dover")
    on_top(s, black("2-1", lists=("mowbray",)))
    game = turn(s)
    with pytest.raises(Illegal, match="carries 100 men"):
        execute(game, "p1", "assault Sandwich Le Rose with Mowbray")
    write(game, "p1", "assault Sandwich fleet with Mowbray")
    assert s.assaults == {"admiral_ship_1": "sandwich"}
    write(game, "p1", "occupy all", "besiege Sandwich")
    assert s.conquered["sandwich"].player == "p1"
    assert s.nobles["mowbray"].at == "in:sandwich"


def test_5_10_royals_are_gained_when_movement_ends() -> None:
    for lines, keeper in (([], "stanley"), (["keeper Roos"], "roos")):
        s = table()
        put(s, "p1", "field:london_area", "roos")
        put(s, "p1", "field:london_area", "stanley")
        s.royals["henry_vi"].at = "field:london_area"
        game = turn(s)
        write(game, "p1", *lines, "done")
        assert s.royals["henry_vi"].noble == keeper


def test_6_1_an_attack_ends_the_movement() -> None:
    s = table()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "mowbray")
    on_top(s, black("2-1", lists=("percy", "mowbray")))
    game = turn(s)
    assert options(game, "p1", "attack") == ["attack p2 york_area"]
    write(game, "p1", "attack p2 York")
    assert (s.phase, sorted(s.captives)) == (Phase.COMBAT, ["mowbray"])
    assert not options(game, "p1", "move")


def test_6_2_1_some_of_several_attack() -> None:
    s = table()
    for noble in ("percy", "roos", "grey"):
        put(s, "p1", "field:york_area", noble)
    put(s, "p2", "field:york_area", "mowbray")
    found = options(turn(s), "p1", "attack")
    assert len(found) == 7
    assert "attack p2 york_area with percy roos" in found


def test_6_3_only_who_is_strong_enough_besieges() -> None:
    """L. 449"""
    s = table()
    put(s, "p1", "field:york_area", "roos")
    game = turn(s)
    assert not options(game, "p1", "besiege")
    with pytest.raises(Illegal, match="held by 300 men"):
        execute(game, "p1", "besiege York")


def test_6_5_the_besieged_sally() -> None:
    s = table()
    put(s, "p1", "in:canterbury", "percy", "archbishop_of_canterbury")
    put(s, "p2", "field:canterbury_area", "mowbray", *MIGHTY)
    put(s, "p2", "field:canterbury_area", "neville", "admiral_of_england")
    s.besieged["canterbury"] = "p2"
    game = turn(s)
    on_top(s, BAD_WEATHER)
    assert options(game, "p1", "sally") == ["sally canterbury"]
    write(game, "p1", "sally Canterbury")
    assert s.nobles["percy"].at == "in:canterbury"


MIGHTY = ("marshal_of_england", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
"""With them a Noble of 50 has 210 men."""
REASONS: list[tuple[str, str]] = [
    ("move Percy Berwick", "Percy is p2's"),
    ("move Stanley York", "Stanley is not in play"),
    ("move Roos Peel", "neither its Region nor a free road"),
    ("move Roos Calais", "neither its Region nor a free road"),
    ("attack p2 York", "no Noble in the open field there"),
    ("attack p3 London", "p3 has no Noble in London"),
    ("besiege Canterbury", "no Noble in the open field there"),
    ("besiege London", "held by 300 men, and you have 20"),
    ("sally York", "York is not besieged"),
    ("summon Percy", "no Clamour"),
    ("crown Henry VI", "crowned already"),
    ("crown Margaret", "do not control"),
    ("sail Le Rose Dover", "not in play"),
]


@pytest.mark.parametrize(("line", "why"), REASONS)
def test_why_an_order_is_not_open(line: str, why: str) -> None:
    s = table()
    put(s, "p1", "field:london_area", "roos")
    put(s, "p2", "field:york_area", "percy")
    with pytest.raises(Illegal, match=why):
        execute(turn(s), "p1", line)


def test_7_6_the_kings_peace_forbids_what_would_be_open() -> None:
    s = table(Phase.COMBAT)
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "mowbray")
    s.peace = Peace("york_area", "p2")
    game = turn(s)
    assert options(game, "p1") == ["done"]
    assert why_not(s, open_to(game, "p1"), "attack", ["p2", "york_area"]) == "the King's Peace forbids all combat in York"


def test_8_an_own_royal_is_crowned_by_default() -> None:
    """D22 The sees are with the same spot; a cathedral is in the Area."""
    s = table()
    put(s, "p1", "in:canterbury", "roos", "archbishop_of_canterbury", "richard_duke_of_york")
    game = turn(s)
    decision: Any = open_to(game, "p1")
    assert decision.default() == "crown richard_duke_of_york"
    write(game, "p1", "crown York")
    assert s.royals["richard_duke_of_york"].crowned
    assert s.phase is Phase.CORONATION


def test_6_4_a_place_is_held_through_whom_the_order_names() -> None:
    for lines, holder in (([], "mowbray"), (["holder Roos"], "roos")):
        s = table()
        put(s, "p1", "field:canterbury_area", "mowbray", *MIGHTY)
        put(s, "p1", "field:canterbury_area", "roos")
        on_top(s, black("2-1", lists=("mowbray", "roos")))
        game = turn(s)
        write(game, "p1", *lines, "besiege Canterbury", "done")
        assert s.conquered["canterbury"].noble == holder


def test_conquests_are_told_apart_in_a_menu() -> None:
    """6.5 No siege of one's own place."""
    s = table(Phase.COMBAT)
    put(s, "p1", "field:canterbury_area", "percy", "landsknechts_1", "landsknechts_2")
    conquer(s, "canterbury", "percy")
    assert not options(turn(s), "p1", "besiege")


def barred() -> State:
    """Roos of p1 is at Dover; London is p2's and bars the road to the north."""
    s = table()
    put(s, "p1", "field:dover_area", "roos")
    put(s, "p2", "field:york_area", "pole", "constable_of_the_tower")
    return s


def test_5_3_passage_is_asked_for_and_granted_by_a_standing_order() -> None:
    """L. 364, D9"""
    s = barred()
    game = turn(s)
    place = options(game, "p1", "passage")[0].removeprefix("passage ")
    before = set(options(game, "p1", "move"))
    write(game, "p1", f"passage {place}")
    assert (s.passages, set(options(game, "p1", "move"))) == ([], before)
    write(game, "p2", f"let all pass {place}")
    write(game, "p1", f"passage {place}")
    assert s.passages == [place]
    assert set(options(game, "p1", "move")) > before
    write(game, "p1", "done")
    assert s.passages == []


@pytest.mark.parametrize(
    ("line", "granted"), [("let p1 pass all", True), ("let p3 pass all", False), ("let p1 pass York", False)]
)
def test_5_3_a_grant_is_for_whom_and_where_it_says(line: str, granted: bool) -> None:
    s = barred()
    game = turn(s)
    write(game, "p2", line)
    write(game, "p1", options(game, "p1", "passage")[0])
    assert bool(s.passages) is granted
    (told,) = [news.event for news in game.news if news.event.name == "passage"]
    assert told.seen_by == frozenset({"p1", "p2"})


def test_5_3_grants_add_up_until_they_are_withdrawn() -> None:
    """What one player was let pass stays so when another one is, or elsewhere."""
    s = barred()
    game = turn(s)
    place = options(game, "p1", "passage")[0].removeprefix("passage ")
    write(game, "p2", f"let p1 pass {place}", "let p3 pass York", "let p1 pass York", "let p1 pass York")
    assert [order.policy["seats"] for order in game.orders_of("p2")] == [["p1"], ["p3"], ["p1"]]
    write(game, "p1", f"passage {place}")
    assert s.passages == [place]
    write(game, "p2", "withdraw 1")
    assert len(game.orders_of("p2")) == 2


@pytest.mark.parametrize("line", ["withdraw 1, withdraw 2", "withdraw 1, 2", "withdraw 1 and 2", "withdraw 1; withdraw 2"])
def test_several_standing_orders_are_withdrawn_in_one_line(line: str) -> None:
    game = turn(barred())
    write(game, "p2", "let p3 pass York", "let p1 pass York")
    write(game, "p2", line)
    assert game.orders_of("p2") == []


def test_of_several_that_are_withdrawn_one_that_is_none_is_named() -> None:
    game = turn(barred())
    write(game, "p2", "let p3 pass York", "let p1 pass York")
    with pytest.raises(Misread, match='no standing order "7"') as refused:
        write(game, "p2", "withdraw 1, withdraw 7")
    assert refused.value.nearest == ("withdraw 1",)
    assert len(game.orders_of("p2")) == 2


def with_a_force() -> State:
    """p1 and p2 are allied; Neville of p1 commands a Force with Grey of p2."""
    s = table(players=4)
    s.head_claimed = True
    put(s, "p1", "field:york_area", "neville", "marshal_of_england")
    put(s, "p2", "field:york_area", "grey")
    put(s, "p3", "field:york_area", "mowbray")
    ally(s, ["p1", "p2"])
    form_force(s, "p1", ["neville", "grey"], "neville", ["p2"])
    return s


def test_13_2_a_force_moves_and_attacks_as_a_whole() -> None:
    s = with_a_force()
    game = turn(s)
    assert not options(game, "p1", "move")
    assert "lead neville field:doncaster_area" in options(game, "p1", "lead")
    on_top(s, black("2-1", lists=("neville", "grey", "mowbray")))
    write(game, "p1", "lead Neville against p3")
    assert s.captives["mowbray"].force
    assert s.stamps.attacked == ["grey", "neville"]


def test_13_2_a_force_goes_by_land() -> None:
    s = with_a_force()
    write(turn(s), "p1", "lead Neville Doncaster")
    assert {s.nobles[noble].at for noble in ("neville", "grey")} == {"field:doncaster_area"}
