"""The rulebook on allied Forces and shared ships (l. 389-390, 647-668), as they are offered and carried out."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.asking.event import PORT, event_phase
from pbem.games.kingmaker.asking.leading_against import ASSENT
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase, Place, at_sea
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.events.storms import nearest_ports
from pbem.games.kingmaker.forces import end_force, form_force
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.preview.facts import facts
from pbem.games.kingmaker.setup.options import new_state
from pbem.games.kingmaker.turn_end import end_turn
from pbem.games.kingmaker.turns import TURN
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.kingmaker.asked import asked, at_table, events, open_to, options, write
from tests.games.kingmaker.chapters.test_combat_6 import BAD_WEATHER, black
from tests.games.kingmaker.questions.test_asked_assembly_7 import ending
from tests.games.kingmaker.questions.test_asked_turn_5 import MIGHTY, turn
from tests.games.kingmaker.rulebook.test_rulebook_moving import free_moves
from tests.games.kingmaker.scene import BOARD, hand, on_top, put, table

CREW = ("roos", "grey", "holland")


def three_allies(*cards: str) -> State:
    """Roos of p1 commands a Force at Dover with Grey of p2 and Holland of p3; p3's Le Rose and p2's Le Michael lie there."""
    s = table(players=5)
    s.head_claimed = True
    ally(s, ["p1", "p2", "p3"])
    put(s, "p1", "field:dover_area", "roos", *cards)
    put(s, "p2", "field:dover_area", "grey", "le_michael")
    put(s, "p3", "field:dover_area", "holland", "le_rose")
    put(s, "p1", "field:london_area", "pole", "constable_of_dover_castle")
    s.ships["le_rose_piece"], s.ships["le_michael_piece"] = Ship("port:dover"), Ship("port:dover")
    form_force(s, "p1", list(CREW), "roos", ["p2", "p3"])
    return s


def spots(s: State) -> set[str]:
    """Where the Force is."""
    return {s.nobles[noble].at for noble in CREW}


def test_648_three_factions_sail_in_a_ship_of_any_of_them() -> None:
    """K39. Each Noble and the ship have moved then, also for their own turns of the round (l. 653)."""
    s = three_allies()
    game = turn(s)
    assert "lead roos aboard le_rose_piece port:shoreham" in options(game, "p1", "lead")
    write(game, "p1", "lead Roos aboard Le Rose Shoreham")
    assert (spots(s), s.ships["le_rose_piece"].at) == ({"field:bramber_area"}, "port:shoreham")
    assert {*CREW, "le_rose_piece"} <= set(s.stamps.moved)
    assert not options(game, "p1", "lead")


def test_654_the_commanders_free_moves_serve_any_piece_of_the_force() -> None:
    s = three_allies()
    free_moves(s, "p1", 1)
    game = turn(s)
    write(game, "p1", "lead Roos aboard Le Rose Dover Strait", "lead Roos aboard Le Rose Shoreham free")
    assert (spots(s), s.players["p1"].free) == ({"field:bramber_area"}, [])
    s = three_allies()
    free_moves(s, "p2", 3)
    game = turn(s)
    write(game, "p1", "lead Roos Canterbury")
    assert not options(game, "p1", "lead")
    s = three_allies()
    free_moves(s, "p1", 3)
    game = turn(s)
    write(game, "p1", "lead Roos Canterbury", "lead Roos Rochester free")
    assert (spots(s), s.players["p1"].free) == ({"field:rochester_area"}, [])


def test_382_a_force_besieges_from_the_sea() -> None:
    s = three_allies("earl_of_kent", "marshal_of_england", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    put(s, "p2", "field:london_area", "neville", "admiral_of_england")
    for ship in ("admiral_ship_1", "admiral_ship_2"):
        s.ships[ship] = Ship("port:dover")
    on_top(s, black("majority", lists=CREW))
    game = turn(s)
    write(game, "p1", "lead Roos aboard fleet at Dover Sandwich assault")
    assert s.assaults
    write(game, "p1", "lead Roos against Sandwich")
    assert (s.conquered["sandwich"].player, spots(s), s.assaults) == ("p1", {"field:sandwich_area"}, {})


def test_390_after_the_round_any_of_those_aboard_sails_unless_another_says_no() -> None:
    """R64, R95."""
    for line, spot in (("share yes", "field:bramber_area"), ("share no", "aboard:le_rose_piece")):
        s = three_allies()
        game = turn(s)
        write(game, "p1", "lead Roos aboard Le Rose Dover Strait", "done")
        s.active, s.phase, s.forces = "p2", Phase.MOVEMENT, []
        s.stamps.moved = []
        s.stamps.cards_moved = {}
        game = turn(s)
        write(game, "p3", line)
        write(game, "p2", "sail Le Rose Shoreham")
        assert spots(s) == {spot}


def test_656_an_embassy_takes_the_king_out_of_a_force() -> None:
    s = three_allies("henry_vi")
    s.royals["henry_vi"].at, s.royals["henry_vi"].noble = "field:dover_area", "roos"
    s.phase, s.events_left = Phase.EVENT, 1
    on_top(s, next(card for card in BOARD.cards.of_kind(Happening.EMBASSY) if BOARD.cards.events[card].to != "dover"))
    write(at_table(s, event_phase), "p1", "proceed")
    assert s.nobles["roos"].at != "field:dover_area"
    assert s.forces == []
    assert {s.nobles[noble].at for noble in ("grey", "holland")} == {"field:dover_area"}


def test_667_rivals_at_sea_are_driven_into_port_when_one_leaves() -> None:
    s = three_allies()
    game = turn(s)
    write(game, "p1", "lead Roos aboard Le Rose Dover Strait", "done")
    game = ending(s)
    write(game, "p1", "part")
    assert not any(s.nobles[noble].at.startswith("aboard") for noble in CREW)
    assert s.alliances == [["p2", "p3"]]


def at_sea_together() -> tuple[State, list[Place]]:
    """The three are aboard p3's Le Rose where several ports are nearest; those."""
    s = three_allies()
    write(turn(s), "p1", "lead Roos aboard Le Rose Dover Strait", "done")
    for water in map(at_sea, BOARD.seas):
        s.ships["le_rose_piece"].at = water
        if len(ports := nearest_ports(s, "le_rose_piece")) > 1:
            return s, ports
    raise AssertionError("there is no such sea Area")


def test_667_the_owner_of_the_ship_chooses_among_the_nearest_ports() -> None:
    """L. 325. They are asked, whoever leaves, and nothing is played meanwhile."""
    s, ports = at_sea_together()
    hand(s, "p3", "stanley")
    game = ending(s)
    write(game, "p1", "part")
    assert asked(game) == [("p3", PORT)]
    write(game, "p3", "play Stanley Lathom")
    assert "stanley" not in s.nobles
    write(game, "p3", f"port {s.board.names[ports[-1]]}")
    assert s.ships["le_rose_piece"].at == f"port:{ports[-1]}"
    assert spots(s) == {f"field:{BOARD.places[ports[-1]].area}"}
    assert "stanley" in s.nobles


def test_667_in_games_that_began_before_the_first_of_the_nearest_ports_is_taken() -> None:
    s, ports = at_sea_together()
    s.readings = replace(s.readings, first_port_when_left=True)
    write(ending(s), "p1", "part")
    assert s.ships["le_rose_piece"].at == f"port:{ports[0]}"
    setup = load_setup(RULES, "three_players", scenarios_dir())
    assert [new_state(replace(setup, version=number)).readings.first_port_when_left for number in (4, 5)] == [True, False]


def test_651_a_force_moves_in_the_turn_of_any_ally_in_it_as_its_commanders_player_says() -> None:
    """R52"""
    s = three_allies()
    s.active = "p2"
    game = turn(s)
    assert not options(game, "p2", "lead")
    with pytest.raises(Illegal, match="command no Force"):
        write(game, "p3", "command Roos Canterbury")
    write(game, "p1", "command Roos aboard Le Rose Shoreham")
    assert spots(s) == {"field:bramber_area"}
    assert not options(game, "p2", "move grey")


def test_654_the_commanders_own_free_moves_serve_in_an_allys_turn_too() -> None:
    """K36. Nobody else's do."""
    for owner, spot in (("p1", "field:rochester_area"), ("p2", "field:canterbury_area")):
        s = three_allies()
        s.active = "p2"
        free_moves(s, owner, 3)
        game = turn(s)
        write(game, "p1", "command Roos Canterbury")
        if owner == "p1":
            write(game, "p1", "command Roos Rochester free")
        else:
            with pytest.raises(Illegal):
                write(game, "p1", "command Roos Rochester free")
        assert (spots(s), len(s.players[owner].free)) == ({spot}, 0 if owner == "p1" else 3)


def test_651_not_in_the_turn_of_an_ally_with_no_noble_in_it() -> None:
    s = three_allies()
    s.forces = []
    form_force(s, "p1", ["roos", "grey"], "roos", ["p2", "p3"])
    s.active = "p3"
    game = turn(s)
    with pytest.raises(Illegal, match="command no Force"):
        write(game, "p1", "command Roos Canterbury")


def marching(*, lists: tuple[str, ...] = ("roos", "grey", "mowbray")) -> State:
    """p2's turn. Roos of p1 commands a Force at York with Grey of p2, before Mowbray of p3."""
    s = table(players=5)
    s.head_claimed = True
    ally(s, ["p1", "p2"])
    put(s, "p1", "field:york_area", "roos", *MIGHTY)
    put(s, "p2", "field:york_area", "grey")
    put(s, "p3", "field:york_area", "mowbray")
    form_force(s, "p1", ["roos", "grey"], "roos", ["p2"])
    s.active = "p2"
    on_top(s, black("majority", lists=lists))
    return s


def test_651_a_force_attacks_in_the_turn_of_an_ally_in_it_if_its_commanders_player_agrees() -> None:
    """R99. The captives are the commander's player's, and none of the Force attacks again in this round (l. 655)."""
    s = marching()
    game = turn(s)
    write(game, "p2", "lead Roos against p3")
    assert asked(game) == [("p1", ASSENT)]
    write(game, "p1", "assent yes")
    assert (s.captives["mowbray"].captor, s.stamps.attacked, s.players["p2"].free) == ("p1", ["grey", "roos"], [])


def test_651_who_commands_may_say_so_ahead_or_say_no_once_and_for_all_in_the_turn() -> None:
    s = marching()
    game = turn(s)
    write(game, "p1", "standing game assent yes")
    write(game, "p2", "lead Roos against p3")
    assert "mowbray" in s.captives
    s = marching()
    game = turn(s)
    write(game, "p2", "lead Roos against p3")
    write(game, "p1", "assent no")
    assert (s.stamps.attacked, options(game, "p2", "lead")) == ([], [])
    with pytest.raises(Illegal, match="p1 does not lead it there"):
        write(game, "p2", "lead Roos against p3")
    assert events(game, "declined") == [{"seat": "p1", "noble": "roos", "target": "p3"}]
    write(game, "p2", "attack p3 York")
    assert s.stamps.attacked == ["grey"]


def test_651_an_order_ahead_may_look_at_the_odds_which_the_question_tells() -> None:
    for line, fought in (("assent yes if we outnumber them 3 to 1", True), ("assent yes if outnumbered", False)):
        s = marching()
        game = turn(s)
        write(game, "p1", "standing game " + line)
        write(game, "p2", "lead Roos against p3")
        assert ("mowbray" in s.captives) is fought
    assert any("200 men against 50" in line for line in facts(s, open_to(game, "p1")))


def test_657_what_has_changed_while_the_commanders_player_was_asked_is_looked_at_afresh() -> None:
    s = marching()
    s.forces[0].turn -= 1
    game = turn(s)
    write(game, "p2", "lead Roos against p3")
    write(game, "p1", "disband Roos", "assent yes")
    assert (s.stamps.attacked, asked(game)) == ([], [("p2", TURN)])
    assert events(game, "not_possible")


def test_655_a_force_of_which_one_has_attacked_in_this_round_attacks_nobody() -> None:
    for stamped in ("attacked", "earlier_attacked"):
        s = marching()
        getattr(s.stamps, stamped).append("roos")
        game = turn(s)
        assert options(game, "p2", "lead") == []
    with pytest.raises(Illegal, match="Roos has attacked in an earlier turn"):
        write(game, "p2", "lead Roos against p3")


HEDINGHAM = "field:" + BOARD.places["hedingham"].area


def before_hedingham(owner: str, *cards: str) -> State:
    """p2's turn. Roos of p1 commands a Force with Grey of p2 before Hedingham, a castle of de Vere, who is in York."""
    s = marching(lists=("roos", "grey", "mowbray", "percy", "holland"))
    for noble in ("roos", "grey", "mowbray"):
        s.nobles[noble].at = HEDINGHAM
    s.nobles["grey"].cards.extend(cards)
    put(s, owner, "field:york_area", "de_vere")
    return s


def test_660_a_siege_in_an_allys_turn_is_the_commanders_players() -> None:
    """K47. Bad weather makes them the besieger, and the Force renews the siege, whose place is theirs too."""
    s = before_hedingham("p3")
    s.nobles["mowbray"].at = "field:york_area"
    on_top(s, BAD_WEATHER)
    game = turn(s)
    write(game, "p1", "standing game assent yes")
    write(game, "p2", "lead Roos against Hedingham")
    assert s.besieged == {"hedingham": "p1"}
    s.stamps.attacked, s.stamps.targets, s.stamps.cards_attacked = [], [], []
    on_top(s, black("majority", lists=("roos", "grey")))
    write(game, "p2", "lead Roos against Hedingham")
    assert (s.conquered["hedingham"].player, s.besieged) == ("p1", {})


def besieged(side: str) -> State:
    """p3 besieges Hedingham with 260 men."""
    s = before_hedingham("p1")
    put(s, "p3", HEDINGHAM, "percy", "earl_of_kent", "steward_of_the_royal_household")
    put(s, "p2", "in:hedingham", "holland")
    if side == "in":
        s.nobles["roos"].at = s.nobles["grey"].at = "in:hedingham"
        s.nobles["roos"].cards = []
    s.besieged["hedingham"] = "p3"
    return s


@pytest.mark.parametrize("side", ["in", "out"])
def test_477_besieged_nobles_come_out_with_a_force_where_their_player_says_so(side: str) -> None:
    """R99. The Force itself sallies as a whole."""
    for lines, out in (([], ["grey", "roos"]), (["sortie yes"], ["grey", "holland", "roos"])):
        s = besieged(side)
        on_top(s, BAD_WEATHER)
        game = turn(s)
        write(game, "p1", "standing game assent yes")
        write(game, "p2", *lines, "lead Roos against p3")
        assert sorted(s.stamps.attacked) == out
        assert (s.nobles["holland"].at, s.besieged) == ("in:hedingham", {"hedingham": "p3"})


def test_450_nobles_of_a_faction_in_the_force_join_its_siege_if_their_player_agrees() -> None:
    """R57, R100."""
    for lines, joining in (([], []), (["enlist yes"], ["join holland"])):
        s = before_hedingham("p3")
        s.active = "p1"
        put(s, "p2", HEDINGHAM, "holland")
        put(s, "p1", HEDINGHAM, "stanley")
        game = turn(s)
        write(game, "p2", *lines)
        write(game, "p1", "lead Roos against Hedingham")
        assert options(game, "p1", "join") == ["join stanley", *joining]
        write(game, "p1", *options(game, "p1", "join"), "pass")
        assert sorted(s.stamps.attacked) == sorted(["roos", "grey", "stanley", *(["holland"] if joining else [])])


def test_656_657_a_force_goes_on_without_the_king_who_was_sent_away() -> None:
    """The commander's Free Move moves who is left; who was sent away moves in his own Faction's turn (l. 309)."""
    s = three_allies()
    s.royals["henry_vi"].at, s.royals["henry_vi"].noble = "field:dover_area", "grey"
    s.phase, s.events_left = Phase.EVENT, 1
    free_moves(s, "p1", 3)
    on_top(s, "E038")
    write(at_table(s, event_phase), "p1", "proceed")
    assert (s.forces[0].nobles, s.nobles["grey"].at[-16:]) == (["holland", "roos"], "southampton_area")
    game = turn(s)
    write(game, "p1", "lead Roos Canterbury", "lead Roos Rochester free")
    assert {s.nobles[noble].at for noble in ("roos", "holland")} == {"field:rochester_area"}
    assert len(s.players["p1"].free) == 1
    s.active = "p2"
    assert options(turn(s), "p2", "move grey")


def test_653_655_what_moved_and_attacked_with_a_force_does_so_again_in_the_next_round_only() -> None:
    s = marching()
    s.active = "p1"
    game = turn(s)
    write(game, "p1", "lead Roos Doncaster", "done")
    assert s.phase not in (Phase.MOVEMENT, Phase.COMBAT)
    rounds = []
    for _ in range(6):
        s.phase = Phase.NO_DISCARD
        end_turn(s)
        s.phase = Phase.MOVEMENT
        rounds.append((s.active, bool(options(turn(s), s.active, "move"))))
        if s.active == "p1":
            break
    assert dict(rounds) == {"p2": False, "p3": True, "p4": False, "p5": False, "p1": True}
    assert (s.round, s.forces, s.stamps.earlier_moved) == (3, [], [])


def test_651_382_a_force_that_landed_in_an_allys_turn_besieges_in_it_or_stays_aboard() -> None:
    for line, spot in (("assent yes", "field:sandwich_area"), ("assent no", "aboard:admiral_ship_1")):
        s = three_allies("earl_of_kent", "marshal_of_england", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
        put(s, "p2", "field:london_area", "neville", "admiral_of_england")
        for ship in ("admiral_ship_1", "admiral_ship_2"):
            s.ships[ship] = Ship("port:dover")
        for ship in ("le_rose_piece", "le_michael_piece"):
            s.ships[ship] = Ship("port:rye")
        s.active = "p2"
        on_top(s, black("majority", lists=CREW))
        game = turn(s)
        write(game, "p1", "command Roos aboard fleet at Dover Sandwich assault")
        write(game, "p2", "lead Roos against Sandwich")
        write(game, "p1", line)
        write(game, "p2", "done")
        assert (spots(s), s.assaults) == ({spot}, {})


def attacked(named: str, *, card: str) -> State:
    """Mowbray of p3 has attacked allies at York, naming one of them: Roos of p1 commands Grey of p2 there; Pole of p2 and
    Audley of p1, who are in no Force, stand beside them. Mowbray and Grey hold Offices, Margaret is with Mowbray.
    """
    s = table(players=5)
    s.head_claimed = True
    ally(s, ["p1", "p2"])
    put(s, "p1", "field:york_area", "roos", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    put(s, "p2", "field:york_area", "grey", "earl_of_kent", "treasurer_of_england")
    put(s, "p2", "field:york_area", "pole", "admiral_of_england")
    put(s, "p1", "field:york_area", "audley")
    put(s, "p3", "field:york_area", "mowbray", "chancellor_of_england", "margaret_of_anjou")
    form_force(s, "p1", ["roos", "grey"], "roos", ["p2"])
    s.active = "p3"
    on_top(s, card)
    game = turn(s)
    write(game, "p3", "standing pass")
    write(game, "p1", "standing keeper Grey", "standing major Pole")
    write(game, "p2", "standing keeper Pole", "standing major Pole")
    write(game, "p3", f"attack {named} York")
    return s


@pytest.mark.parametrize("named", ["p1", "p2"])
def test_659_what_a_force_that_is_attacked_gains_is_its_commanders_players_whoever_is_named(named: str) -> None:
    """R112. The Major card is the living commander's (l. 661); the Royal goes to any allied Noble, as that player says."""
    s = attacked(named, card=black("majority", lists=("roos", "grey", "pole", "audley", "mowbray")))
    captive = s.captives["mowbray"]
    assert (captive.captor, captive.force, s.royals["margaret_of_anjou"].noble) == ("p1", True, "grey")
    assert "major_battle_1" in s.nobles["roos"].cards


def test_659_a_fallen_commanders_player_keeps_the_word() -> None:
    s = attacked("p2", card=black("majority", "roos", lists=("mowbray", "pole", "grey")))
    assert "roos" not in s.nobles
    assert (s.captives["mowbray"].captor, s.royals["margaret_of_anjou"].noble) == ("p1", "grey")
    assert "major_battle_1" in s.nobles["pole"].cards


def test_659_allied_defenders_without_a_force_gain_for_whom_the_attacker_names() -> None:
    """K13."""
    for named in ("p1", "p2"):
        s = table(players=5)
        s.head_claimed = True
        ally(s, ["p1", "p2"])
        put(s, "p1", "field:york_area", "roos", *MIGHTY)
        put(s, "p2", "field:york_area", "grey")
        put(s, "p3", "field:york_area", "mowbray")
        s.active = "p3"
        on_top(s, black("majority", lists=("roos", "grey", "mowbray")))
        write(turn(s), "p3", f"attack {named} York")
        assert s.captives["mowbray"].captor == named


def test_659_of_two_forces_in_one_stack_the_larger_ones_commander_gains() -> None:
    """R112."""
    s = table(players=5)
    s.head_claimed = True
    ally(s, ["p1", "p2"])
    put(s, "p1", "field:york_area", "roos")
    put(s, "p2", "field:york_area", "grey")
    put(s, "p1", "field:york_area", "audley", *MIGHTY)
    put(s, "p2", "field:york_area", "pole")
    put(s, "p3", "field:york_area", "mowbray")
    form_force(s, "p1", ["roos", "grey"], "roos", ["p2"])
    form_force(s, "p1", ["audley", "pole"], "pole", ["p2"])
    s.active = "p3"
    on_top(s, black("majority", lists=("roos", "grey", "audley", "pole", "mowbray")))
    write(turn(s), "p3", "attack p1 York")
    assert s.captives["mowbray"].captor == "p2"


@pytest.mark.parametrize(
    ("change", "line", "why"),
    [
        (lambda s: s.forces.clear(), "lead Roos against p3", "Roos commands no allied Force"),
        (lambda _: None, "lead Grey against p3", "Grey commands no allied Force"),
        (lambda s: setattr(s, "round", 1), "lead Grey against p3", "Grey commands no allied Force"),
        (lambda s: setattr(s, "round", 1), "lead Roos against p3", "in the first round no Nobles"),
        (lambda _: None, "lead Roos against p4", "p4 has no Noble in York"),
        (lambda _: None, "lead Roos against p2", "p2 is an ally"),
        (lambda _: None, "lead Roos against York", "York is held by 300 men, and you have 200 there"),
    ],
)
def test_648_why_a_force_does_not_attack_is_said_by_name(change: Callable[[State], None], line: str, why: str) -> None:
    """Also where no attack is open at all, and "against" is in no option."""
    s = marching()
    s.active = "p1"
    change(s)
    with pytest.raises(Illegal, match=why):
        write(turn(s), "p1", line)


def test_651_in_an_allys_turn_the_first_round_is_said_before_who_moves_the_force() -> None:
    s = marching()
    s.round = 1
    with pytest.raises(Illegal, match="in the first round no Nobles"):
        write(turn(s), "p2", "lead Roos against p3")


def test_651_the_odds_of_a_force_are_told_to_all_who_can_have_it_attack() -> None:
    """In p2's turn, whose Noble is in it, and p1 commands it."""
    s = marching()
    own = [line for line in facts(s, open_to(turn(s), "p2")) if line.startswith("Force under Roos: Attack on P3 at York")]
    assert len(own) == 1
    s.forces.clear()
    assert not any("Force under" in line for line in facts(s, open_to(turn(s), "p2")))


def test_651_in_an_allys_turn_its_commanders_player_orders_no_attack_and_none_is_kept_for_a_round_without_it() -> None:
    """R99, R115; all Forces end with the round (K32)."""
    game = turn(marching())
    with pytest.raises(Illegal, match="over when the round ends; in this turn p2 orders what it attacks"):
        write(game, "p1", "lead Roos against p3")
    with pytest.raises(Illegal, match="p2 orders in their turn what the Force attacks"):
        write(game, "p1", "command Roos against p3")
    assert not game.waiting.get("p1")


def at_rounds_end(*, renewed: bool = True) -> State:
    """The last turn of a round, p5's, before its discard. Roos of p1 commands a Force with Grey of p2 at York."""
    s = table(Phase.NO_DISCARD, players=5)
    s.head_claimed, s.first, s.active = True, "p1", "p5"
    ally(s, ["p1", "p2"])
    put(s, "p1", "field:york_area", "roos")
    put(s, "p2", "field:york_area", "grey")
    form_force(s, "p1", ["roos", "grey"], "roos", ["p2"], renewed)
    return s


def test_657_a_renewed_force_is_formed_again_with_the_round() -> None:
    """R117; it binds its Nobles for the Event phase, and can be ended behind that."""
    s = at_rounds_end()
    end_turn(s)
    assert [(force.turn, force.phase, force.renewed) for force in s.forces] == [(s.turn, Phase.EVENT, True)]
    assert s.forces[0].nobles == ["grey", "roos"]
    with pytest.raises(Illegal, match="for a phase at least"):
        end_force(s, "p2", "roos")
    s.phase = Phase.MOVEMENT
    end_force(s, "p2", "roos")
    assert s.forces == []


def test_657_all_other_forces_are_over_with_the_round() -> None:
    """K32, R117; so are those at sea, and those beside which another ally stands who has not agreed."""
    plain = at_rounds_end(renewed=False)
    sailing = at_rounds_end()
    put(sailing, "p1", "field:london_area", "pole", "le_rose")
    sailing.ships["le_rose_piece"] = Ship("sea:the_wash", "le_rose_piece")
    for noble in ("roos", "grey"):
        sailing.nobles[noble].at = "aboard:le_rose_piece"
    beside = at_rounds_end()
    beside.alliances = [["p1", "p2", "p3"]]
    put(beside, "p3", "field:york_area", "mowbray")
    for s, told in ((plain, []), (sailing, [True]), (beside, [True])):
        s.events.clear()
        end_turn(s)
        assert s.forces == []
        assert [event.data["renewed"] for event in s.events if event.name == "force_over"] == told


def test_652_a_force_of_an_earlier_turn_of_the_round_is_led_in_ones_own_turn_to_come() -> None:
    s = marching()
    s.first = "p2"
    game = turn(s)
    write(game, "p1", "lead Roos against p3")
    assert [line.text for line in game.waiting["p1"]] == ["lead Roos against p3"]
