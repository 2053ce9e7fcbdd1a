"""The rulebook on combat (l. 402-483), line by line, as it is offered, asked and carried out."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Peace, Ship, State
from pbem.games.kingmaker.forces import form_force
from pbem.games.kingmaker.preview.facts import facts
from pbem.games.kingmaker.turns import TURN
from tests.games.kingmaker.asked import asked, events, open_to, options, write
from tests.games.kingmaker.chapters.test_combat_6 import BAD_WEATHER, black
from tests.games.kingmaker.questions.test_asked_turn_5 import MIGHTY, turn
from tests.games.kingmaker.scene import BOARD, hand, on_top, put, table

THERE = ("holland", "mowbray", "percy", "neville", "stanley")


def beleaguered(friend: str = "p1") -> State:
    """Holland of a friend is besieged in Canterbury by p2's Nobles; Mowbray and Percy of p1 are there to relieve him."""
    s = table(players=4)
    if friend != "p1":
        s.head_claimed = True
        ally(s, ["p1", friend])
    put(s, friend, "in:canterbury", "holland", "archbishop_of_canterbury")
    put(s, "p1", "field:canterbury_area", "mowbray", *MIGHTY)
    put(s, "p1", "field:canterbury_area", "percy")
    put(s, "p2", "field:canterbury_area", "neville", "admiral_of_england")
    put(s, "p2", "field:canterbury_area", "stanley", "earl_of_richmond", "constable_of_the_tower")
    s.besieged["canterbury"] = "p2"
    return s


@pytest.mark.parametrize("friend", ["p1", "p3"])
def test_478_the_victors_over_a_besieger_may_enter(friend: str) -> None:
    """R77. Of one's own place or an ally's; by default they do not."""
    for lines, spot in (([], "field:canterbury_area"), (["occupy Mowbray"], "in:canterbury")):
        s = beleaguered(friend)
        on_top(s, black("majority", lists=THERE))
        game = turn(s)
        write(game, "p1", *lines, "attack p2 Canterbury")
        assert (s.besieged, s.nobles["mowbray"].at, "neville" in s.captives) == ({}, spot, True)


def test_478_nobody_enters_a_place_that_stays_besieged() -> None:
    s = beleaguered()
    on_top(s, BAD_WEATHER)
    write(turn(s), "p1", "occupy all", "attack p2 Canterbury")
    assert (s.besieged, s.nobles["mowbray"].at) == ({"canterbury": "p2"}, "field:canterbury_area")


def test_477_a_sally_joins_an_allys_relief_where_its_player_has_said_so() -> None:
    """R45. It counts as their attack of the round; who wins stands outside (K14)."""
    lines_ = (["sortie none"], ["sortie yes"], ["sortie Holland"], ["sortie Roos"])
    for lines, joined in zip(lines_, ([], ["holland"], ["holland"], []), strict=True):
        s = beleaguered("p3")
        on_top(s, black("majority", lists=THERE))
        game = turn(s)
        write(game, "p3", *lines)
        write(game, "p1", "attack p2 Canterbury")
        assert s.stamps.attacked == ["mowbray", "percy", *joined]
        assert s.nobles["holland"].at == ("field:canterbury_area" if joined else "in:canterbury")


def test_477_who_sallies_in_vain_is_besieged_again() -> None:
    s = beleaguered("p3")
    on_top(s, BAD_WEATHER)
    game = turn(s)
    write(game, "p3", "sortie yes")
    write(game, "p1", "attack p2 Canterbury")
    assert (s.nobles["holland"].at, s.besieged) == ("in:canterbury", {"canterbury": "p2"})


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("sally Canterbury", ["holland", "roos"]),
        ("sally Canterbury by Roos", ["roos"]),
        ("sally Canterbury by Roos Percy", ["percy", "roos"]),
        ("sally Canterbury with relief", ["holland", "mowbray", "percy", "roos"]),
        ("sally Canterbury with Holland and Mowbray", ["holland", "mowbray"]),
    ],
)
def test_477_any_of_the_besieged_sally_with_any_who_relieve_them(line: str, out: list[str]) -> None:
    """L. 414. Who stays inside is no attacker, and neither captured nor stamped."""
    s = beleaguered()
    put(s, "p1", "in:canterbury", "roos")
    s.nobles["stanley"].cards += ["flemish_crossbowmen_1", "flemish_crossbowmen_2", "scots_archers_1"]
    on_top(s, BAD_WEATHER)
    write(turn(s), "p1", line)
    assert sorted(s.stamps.attacked) == out
    assert {s.nobles[noble].at for noble in ("holland", "roos")} == {"in:canterbury"}


def before_canterbury(*nobles: str) -> State:
    """p1 has Nobles before Canterbury, which is p2's and empty."""
    s = table(players=4)
    for noble in nobles:
        put(s, "p1", "field:canterbury_area", noble)
    put(s, "p2", "field:york_area", "pole", "archbishop_of_canterbury")
    on_top(s, black("majority", lists=nobles))
    return s


def test_449_any_of_ones_nobles_who_are_strong_enough_together_besiege() -> None:
    """One stays free for another attack of the same phase (l. 405)."""
    s = before_canterbury("percy", "mowbray", "neville", "roos")
    game = turn(s)
    found = options(game, "p1", "besiege")
    assert "besiege canterbury with percy mowbray neville" in found
    assert "besiege canterbury with percy roos" not in found
    write(game, "p1", "besiege Canterbury with Percy Mowbray Neville")
    assert s.stamps.attacked == ["percy", "mowbray", "neville"]


def test_407_attackers_are_split_as_one_likes() -> None:
    s = table()
    nobles = ["percy", "mowbray", "neville", "roos", "grey", "stanley"]
    for noble in nobles:
        put(s, "p1", "field:york_area", noble)
    put(s, "p2", "field:york_area", "pole")
    put(s, "p3", "field:york_area", "holland")
    on_top(s, *[BAD_WEATHER])
    game = turn(s)
    write(game, "p1", "attack p2 York with Mowbray Roos Grey")
    assert s.stamps.attacked == ["mowbray", "roos", "grey"]
    assert "attack p3 york_area with percy neville stanley" not in options(game, "p1")
    assert "attack p3 york_area" in options(game, "p1")


def test_468_allies_in_the_area_may_go_inside_too() -> None:
    """D34. Their own players say so."""
    s = before_canterbury("percy", "mowbray", "neville")
    s.head_claimed = True
    ally(s, ["p1", "p3"])
    put(s, "p3", "field:canterbury_area", "grey")
    game = turn(s)
    write(game, "p3", "occupy all")
    write(game, "p1", "besiege Canterbury")
    assert (s.nobles["grey"].at, s.nobles["percy"].at) == ("in:canterbury", "field:canterbury_area")


def test_468_a_noble_inside_another_place_of_the_area_may_go_in() -> None:
    s = table()
    put(s, "p1", "in:sheriff_hutton", "neville")
    assert s.board.places["sheriff_hutton"].area == s.board.places["helmsley"].area
    put(s, "p1", f"field:{s.board.places['helmsley'].area}", "percy", *MIGHTY)
    put(s, "p2", "field:london_area", "roos")
    on_top(s, black("majority", lists=("percy",)))
    write(turn(s), "p1", "occupy Neville", "besiege Helmsley")
    assert (s.nobles["neville"].at, s.conquered["helmsley"].player) == ("in:helmsley", "p1")


def test_660_of_a_force_the_commanders_player_says_who_holds_the_place() -> None:
    """The strongest of the Force is an ally's; an ally beside it can be given the place (K49)."""
    for place, card in (("tonbridge", "stafford"), ("canterbury", "archbishop_of_canterbury")):
        s = table(players=4)
        s.head_claimed = True
        ally(s, ["p1", "p3"])
        area = s.board.places[place].area
        put(s, "p1", f"field:{area}", "roos")
        put(s, "p3", f"field:{area}", "mowbray", *MIGHTY)
        put(s, "p3", f"field:{area}", "holland")
        put(s, "p2", "field:york_area", *(("pole", card) if card.startswith("arch") else (card,)))
        form_force(s, "p1", ["roos", "mowbray"], "roos", ["p3"])
        on_top(s, black("majority", lists=("roos", "mowbray")))
        game = turn(s)
        write(game, "p3", "holder Mowbray")
        write(game, "p1", "holder Holland", f"lead Roos against {s.board.places[place].name}")
        assert (s.conquered[place].player, s.conquered[place].noble) == ("p3", "holland")


def test_660_of_a_force_nobody_who_falls_holds_the_place() -> None:
    """Whom the Event card kills still stands in the Area while it is asked through whom the place is held."""
    s = table(players=4)
    s.head_claimed = True
    ally(s, ["p1", "p3"])
    area = s.board.places["tonbridge"].area
    put(s, "p1", f"field:{area}", "roos", *MIGHTY)
    put(s, "p3", f"field:{area}", "mowbray")
    put(s, "p2", "field:york_area", "pole", "stafford")
    form_force(s, "p1", ["roos", "mowbray"], "roos", ["p3"])
    on_top(s, black("majority", "mowbray", lists=("roos", "mowbray")))
    game = turn(s)
    write(game, "p1", "holder Mowbray, Roos", "lead Roos against Tonbridge")
    assert "mowbray" not in s.nobles
    assert s.conquered["tonbridge"].noble == "roos"


def test_530_a_royal_killed_in_the_adding_step_wins_at_once() -> None:
    """p2 controls the last two Royals, one of them crowned, in a battle that is as good as lost."""
    s = table()
    put(s, "p1", "field:york_area", "mowbray", *MIGHTY)
    put(s, "p2", "field:york_area", "roos", "henry_vi", "george_duke_of_clarence")
    for royal in s.royals:
        if s.royals[royal].noble is None:
            s.royals[royal].at = "dead"
    on_top(s, black("majority", lists=("mowbray", "roos")))
    game = turn(s)
    write(game, "p1", "attack p2 York")
    assert asked(game) == [("p2", ADD)]
    write(game, "p2", "execute George")
    assert (game.over, s.result) == (True, {"kind": "royalty", "winners": ["p2"]})
    assert "roos" in s.nobles


def test_428_a_free_move_drawn_in_combat_is_kept_and_a_clamour_laid_out() -> None:
    s = table()
    put(s, "p1", "field:york_area", "mowbray", *MIGHTY)
    put(s, "p2", "field:york_area", "roos")
    free, clamour = (BOARD.cards.of_kind(kind)[0] for kind in (Happening.FREE_MOVE, Happening.CLAMOUR))
    on_top(s, free, clamour, black("majority", lists=("mowbray", "roos")))
    game = turn(s)
    write(game, "p1", "attack p2 York")
    assert (s.players["p1"].free, s.clamours, "roos" in s.captives) == ([free], [clamour], True)


def test_265_410_in_the_first_round_only_places_without_nobles_are_attacked() -> None:
    s = before_canterbury("percy", "mowbray", "neville")
    s.round = 1
    put(s, "p3", "field:canterbury_area", "grey")
    assert options(turn(s), "p1", "attack") == []
    assert options(turn(s), "p1", "besiege")
    put(s, "p2", "in:canterbury", "holland")
    assert options(turn(s), "p1", "besiege") == []


def test_504_nothing_is_attacked_under_the_kings_peace() -> None:
    s = before_canterbury("percy", "mowbray", "neville")
    put(s, "p3", "field:canterbury_area", "grey")
    assert {option.split()[0] for option in options(turn(s), "p1")} >= {"attack", "besiege"}
    s.peace = Peace("canterbury_area", "p2")
    assert not {option.split()[0] for option in options(turn(s), "p1")} & {"attack", "besiege"}


def test_382_an_assault_that_is_not_made_leaves_all_aboard() -> None:
    s = table()
    put(s, "p1", "field:dover_area", "mowbray", *MIGHTY)
    put(s, "p1", "field:london_area", "neville", "admiral_of_england")
    put(s, "p1", "field:london_area", "pole", "constable_of_dover_castle")
    for ship in ("admiral_ship_1", "admiral_ship_2"):
        s.ships[ship] = Ship("port:dover")
    game = turn(s)
    write(game, "p1", "assault Sandwich fleet with Mowbray", "done")
    assert (s.nobles["mowbray"].at, s.assaults) == ("aboard:admiral_ship_1", {})
    assert s.phase is not Phase.COMBAT
    assert asked(game) == [] or asked(game)[0][1] != TURN


def before_tonbridge(*cards: str, noble: str = "mowbray") -> State:
    """p1's Noble is before Tonbridge, a castle of p2's with 100 men; p1 holds these cards."""
    s = table(players=4)
    put(s, "p2", "field:york_area", "stafford_noble")
    put(s, "p1", f"field:{s.board.places['tonbridge'].area}", noble)
    hand(s, "p1", *cards)
    on_top(s, black("majority", lists=("mowbray", "roos", "grey", "stanley", "howard")))
    return s


def test_449_a_siege_needs_its_men_after_cards_have_been_added() -> None:
    """R113. "The final combined troop strength": 50 men and a card of 100 against 100."""
    s = before_tonbridge("marshal_of_england")
    game = turn(s)
    write(game, "p1", "besiege Tonbridge")
    assert asked(game) == [("p1", ADD)]
    assert any("with 100 men of your hand: it is taken" in line for line in facts(s, open_to(game, "p1")))
    write(game, "p1", "add Marshal Mowbray", "pass")
    assert s.conquered["tonbridge"].player == "p1"


def test_451_who_is_too_weak_after_adding_has_attacked_in_vain() -> None:
    """K12: the attackers are spent, the place is not, and no card is drawn."""
    s = before_tonbridge("marshal_of_england")
    top = s.event_deck[0]
    game = turn(s)
    write(game, "p1", "besiege Tonbridge", "pass")
    assert (s.stamps.attacked, s.stamps.targets, s.event_deck[0]) == (["mowbray"], [], top)
    assert [told["place"] for told in events(game, "too_weak")] == ["tonbridge"]


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ((), "you have 50 there$"),
        (("landsknechts_1",), "you have 50 there and [0-9]+ in your hand"),
        (("howard",), "you have 50 there$"),
    ],
)
def test_449_with_too_few_there_and_in_hand_nobody_besieges(cards: tuple[str, ...], why: str) -> None:
    game = turn(before_tonbridge(*cards))
    assert not options(game, "p1", "besiege")
    with pytest.raises(Illegal, match=why):
        write(game, "p1", "besiege Tonbridge")


@pytest.mark.parametrize("beside", [True, False])
def test_450_a_force_that_is_too_weak_besieges_where_others_can_add(beside: bool) -> None:
    """p1's Stanley stands beside it, or p2's ally p3, who is in it, holds a card: that is all that p1 knows of it."""
    s = before_tonbridge()
    s.head_claimed = True
    ally(s, ["p1", "p3"])
    area = f"field:{s.board.places['tonbridge'].area}"
    put(s, "p3", area, "grey")
    form_force(s, "p1", ["mowbray", "grey"], "mowbray", ["p3"])
    s.phase = Phase.MOVEMENT
    s.forces[0].turn -= 1
    assert not options(turn(s), "p1", "lead mowbray against")
    if beside:
        put(s, "p1", area, "stanley", *MIGHTY)
    else:
        hand(s, "p3", "landsknechts_1")
    game = turn(s)
    write(game, "p1", "lead Mowbray against Tonbridge")
    write(game, *(("p1", "join Stanley", "pass") if beside else ("p3", "pass")))
    assert ("tonbridge" in s.conquered, bool(events(game, "too_weak"))) == (beside, not beside)


def test_385_no_card_reaches_passengers_so_an_assault_needs_its_men_at_once() -> None:
    s = before_tonbridge()
    s.nobles["mowbray"].at = "aboard:le_rose_piece"
    s.nobles["mowbray"].cards = ["le_rose"]
    s.ships["le_rose_piece"] = Ship("sea:dover_strait", "le_rose_piece")
    hand(s, "p1", "marshal_of_england", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    s.assaults = {"le_rose_piece": "sandwich"}
    s.phase = Phase.COMBAT
    assert not options(turn(s), "p1", "besiege")
