"""6 The Combat phase."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.adding import act, order
from pbem.games.kingmaker.combat.battle import Battle, battle, conclude, declare
from pbem.games.kingmaker.combat.draw import in_danger, reveal
from pbem.games.kingmaker.combat.end import end_combat
from pbem.games.kingmaker.combat.fight import After, Outcome, close
from pbem.games.kingmaker.combat.siege import Siege, give_up_siege, siege
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Peace, Ship, State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.hands.award import award_card
from pbem.games.kingmaker.hands.exchange import trade
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.loss import kill, tied
from pbem.games.kingmaker.turn_end import draw_two
from tests.games.kingmaker.scene import BOARD, DECKS, by_rule, conquer, hand, next_crown, on_top, put, table


def black(odds: str, *killed: str, lists: tuple[str, ...] = ()) -> str:
    """An Event card with these odds that kills these, and none of the others listed."""
    wanted = {"2-1": 2, "3-1": 3, "majority": None, "4-1": 4}[odds]
    for number, facts in BOARD.cards.events.items():
        half = facts.black
        if half is None or half.bad_weather or half.odds != wanted or not set(killed) <= set(half.killed):
            continue
        if not set(lists) & (set(half.killed) - set(killed)):
            return number
    raise AssertionError("no such card")


BAD_WEATHER = next(number for number, facts in BOARD.cards.events.items() if facts.black and facts.black.bad_weather)


def field() -> State:
    """The Combat phase, before anybody is in play."""
    return table(Phase.COMBAT)


def fight(s: State, *attackers: str, card: str, against: str = "p2", **more: Any) -> Outcome:
    """A battle at York."""
    on_top(s, card)
    return by_rule(battle(s, Battle("york_area", attackers, against, **more), DECKS))


@pytest.mark.parametrize(("mine", "result"), [("percy", "attacker"), ("stanley", "indecisive"), ("roos", "defender")])
def test_6_2_5_the_larger_side_wins_at_the_printed_odds(mine: str, result: str) -> None:
    """L. 417-445: 100 to 50 at 2-1 wins, 50 to 50 does not."""
    s = field()
    put(s, "p1", "field:york_area", mine)
    put(s, "p2", "field:york_area", "mowbray")
    outcome = fight(s, mine, card=black("2-1", lists=(mine, "mowbray")))
    assert outcome.result == result
    assert ("mowbray" in s.captives) is (result == "attacker")
    assert (s.stamps.attacked, s.stamps.targets) == ([mine], ["mowbray"])


def test_6_2_5_below_a_quarter_the_attacker_is_captured_whatever_the_list() -> None:
    """L. 444; R6: exactly a quarter is a battle."""
    s = field()
    put(s, "p1", "field:york_area", "audley", "henry_vi")
    put(s, "p2", "field:york_area", "mowbray")
    outcome = fight(s, "audley", card=black("2-1", "mowbray"))
    assert (outcome.result, outcome.killed, outcome.victor) == ("defender", [], "p2")
    assert s.captives["audley"].captor == "p2"
    assert s.royals["henry_vi"].noble == "mowbray"


def test_6_2_5_a_lone_winner_who_falls_has_not_won() -> None:
    """L. 435. His Royal stays alone (10.3)."""
    s = field()
    put(s, "p1", "field:york_area", "percy", "henry_vi")
    put(s, "p2", "field:york_area", "roos")
    outcome = fight(s, "percy", card=black("2-1", "percy", lists=("roos",)))
    assert (outcome.result, outcome.killed) == ("indecisive", ["percy"])
    assert "roos" in s.nobles
    assert (s.royals["henry_vi"].noble, s.royals["henry_vi"].at) == (None, "field:york_area")


def test_6_2_5_c_a_faction_loses_one_the_strongest() -> None:
    """L. 439-441: the ratio stays."""
    s = field()
    listed = BOARD.cards.events[black("2-1", "mowbray")].black
    assert listed is not None
    put(s, "p1", "field:york_area", "percy", "marshal_of_england")
    for noble in listed.killed:
        put(s, "p2", "field:york_area", noble)
    outcome = fight(s, "percy", card=black("2-1", "mowbray"))
    assert outcome.killed == ["mowbray"]
    assert sorted(outcome.captured) == sorted(set(listed.killed) - {"mowbray"})


def test_6_2_5_bad_weather_spends_the_attackers() -> None:
    s = field()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "roos")
    assert fight(s, "percy", card=BAD_WEATHER).result == "bad_weather"
    with pytest.raises(Illegal, match="has attacked already"):
        fight(s, "percy", card=BAD_WEATHER)


def test_6_2_5_a_free_move_is_kept_and_a_clamour_laid_down() -> None:
    s = field()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "roos")
    on_top(s, "E073", "E084", BAD_WEATHER)
    outcome = by_rule(battle(s, Battle("york_area", ("percy",), "p2"), DECKS))
    assert (outcome.card, s.players["p1"].free, s.clamours) == (BAD_WEATHER, ["E073"], ["E084"])


@pytest.mark.parametrize("card", [card for card, facts in BOARD.cards.events.items() if facts.black is None])
def test_6_2_5_each_card_without_a_black_half_is_kept_or_laid_down(card: str) -> None:
    """L. 428: a Free Move is the attacker's, a Clamour lies on the board, and another card decides."""
    s = field()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "mowbray")
    on_top(s, card, BAD_WEATHER)
    outcome = by_rule(battle(s, Battle("york_area", ("percy",), "p2"), DECKS))
    is_free = BOARD.cards.events[card].kind is Happening.FREE_MOVE
    kept = (s.players["p1"].free, s.clamours)
    assert (outcome.card, kept, s.event_discard) == (BAD_WEATHER, ([card], []) if is_free else ([], [card]), [BAD_WEATHER])


@pytest.mark.parametrize(("taken", "earned"), [(3, "major_siege_4"), (4, None)])
def test_6_3_the_last_major_siege_is_earned_and_then_none_is_left(taken: int, earned: str | None) -> None:
    """L. 460: an Office on both sides; the cards are four."""
    s = field()
    area = BOARD.places["helmsley"].area
    put(s, "p1", f"field:{area}", "percy", "marshal_of_england", "landsknechts_1", "landsknechts_2")
    put(s, "p2", "in:helmsley", "roos", "treasurer_of_england")
    put(s, "p3", "field:london_area", "grey", *[f"major_siege_{number}" for number in range(1, taken + 1)])
    on_top(s, black("majority", lists=("percy", "roos")))
    outcome = by_rule(siege(s, Siege("helmsley", ("percy",)), DECKS))
    assert (outcome.result, outcome.major) == ("captured", earned and (earned, "percy"))


def test_6_2_6_a_major_battle_earns_a_card() -> None:
    """L. 434."""
    s = field()
    put(s, "p1", "field:york_area", "percy", "marshal_of_england")
    put(s, "p2", "field:york_area", "pole", "treasurer_of_england")
    outcome = fight(s, "percy", card=black("2-1", lists=("percy", "pole")))
    assert outcome.major == ("major_battle_1", "percy")
    assert "major_battle_1" in s.nobles["percy"].cards


def test_6_2_4_cards_are_added_in_turns_until_all_have_passed() -> None:
    """L. 425; traded men do not count (l. 426)."""
    s = field()
    put(s, "p1", "field:york_area", "roos")
    put(s, "p2", "field:york_area", "stanley")
    hand(s, "p1", "earl_of_kent", "scots_archers_1", "landsknechts_1")
    hand(s, "p3", "flemish_crossbowmen_1")
    trade(s, "p1", "p3", (), ("flemish_crossbowmen_1",))
    adding = [
        ("p2", []),
        ("p1", [["award", "earl_of_kent", "roos"], ["award", "flemish_crossbowmen_1", "roos"]]),
        ("p2", []),
        ("p1", [["award", "scots_archers_1", "roos"]]),
        ("p2", []),
        ("p1", []),
    ]
    late = [*adding, ("p2", []), ("p1", [["award", "landsknechts_1", "roos"]])]
    with pytest.raises(Illegal, match="adding is over"):
        fight(s, "roos", card=BAD_WEATHER, adding=late)
    assert s.nobles["roos"].cards == []
    outcome = fight(s, "roos", card=BAD_WEATHER, adding=adding)
    assert (outcome.attack, outcome.defence) == (70, 50)


def test_6_2_4_called_off_the_attackers_are_spent_and_the_target_is_not() -> None:
    """K12."""
    s = field()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "roos")
    outcome = fight(s, "percy", card=BAD_WEATHER, adding=[("p2", []), ("p1", "call_off")])
    assert outcome.result == "called_off"
    assert (s.stamps.attacked, s.stamps.targets, s.event_deck[0]) == (["percy"], [], BAD_WEATHER)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s: setattr(s, "round", 1), "first round"),
        (lambda s: setattr(s, "peace", Peace("york_area", "p3")), "King's Peace"),
        (lambda s: setattr(s, "alliances", [["p1", "p2"]]), "not an enemy"),
        (lambda s: setattr(s, "phase", Phase.MOVEMENT), "not the Combat phase"),
        (lambda s: s.stamps.targets.append("roos"), "attacked already"),
        (lambda s: s.stamps.earlier_attacked.append("percy"), "earlier turn"),
    ],
)
def test_6_1_when_nothing_fights(change: Any, why: str) -> None:
    s = field()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "roos")
    change(s)
    with pytest.raises(Illegal, match=why):
        fight(s, "percy", card=BAD_WEATHER)


def test_6_2_a_battle_is_fought_step_by_step() -> None:
    """As it is when players are asked between its steps."""
    s = field()
    put(s, "p1", "field:york_area", "percy")
    for noble in ("roos", "grey"):
        put(s, "p2", "field:york_area", noble)
    card = next(n for n, e in BOARD.cards.events.items() if e.black and {"roos", "grey"} <= set(e.black.killed))
    on_top(s, card)
    fight = declare(s, Battle("york_area", ("percy",), "p2"))
    assert order(s, fight) == ["p2", "p1"]
    act(s, fight, "p2", [])
    by_rule(reveal(s, fight, DECKS))
    assert s.fight is fight
    assert (fight.attack, fight.defence, fight.card) == (100, 40, card)
    assert tied(s, in_danger(s, fight)) == {"p2": ["roos", "grey"]}
    outcome = by_rule(conclude(s, fight, After(sacrifice={"p2": "grey"}), DECKS))
    close(s)
    assert (outcome.killed, s.fight) == (["grey"], None)


# Sieges


def besiege(s: State, place: str, *attackers: str, card: str, **more: Any) -> Outcome:
    """A siege."""
    on_top(s, card)
    return by_rule(siege(s, Siege(place, attackers, **more), DECKS))


def test_6_4_northampton_is_taken_and_its_card_goes_to_an_attacker() -> None:
    """L. 471: from Herbert to Beth's attacker."""
    s = field()
    put(s, "p2", "field:london_area", "herbert", "town_of_northampton")
    percy = put(s, "p1", "field:northampton_area", "percy", "marshal_of_england")
    outcome = besiege(s, "northampton", percy, card=black("4-1", lists=(percy,)))
    assert (outcome.result, outcome.fetched) == ("captured", ("town_of_northampton", "play"))
    assert owner(s, "northampton") == "p1"


def test_6_4_london_changes_hands_and_falls_back_to_the_constable() -> None:
    """L. 616: Neville is Constable, Stanley takes London and dies."""
    s = field()
    hand(s, "p1", "constable_of_the_tower")
    put(s, "p1", "field:york_area", "neville")
    award_card(s, "p1", "constable_of_the_tower", "neville")
    assert "city_of_london" in s.nobles["neville"].cards
    s.active = "p2"
    percy = put(s, "p2", "field:london_area", "percy", "marshal_of_england", "landsknechts_1", "earl_of_wiltshire")
    stanley = put(s, "p2", "field:london_area", "stanley", "burgundian_crossbowmen_1", "landsknechts_2")
    choice = After(holder=stanley, royals={"henry_vi": stanley})
    besiege(s, "london", percy, stanley, card=black("4-1", lists=(percy, stanley)), after=choice)
    assert (owner(s, "london"), s.nobles[stanley].at) == ("p2", "in:london")
    by_rule(kill(s, [stanley], DECKS))
    settle(s)
    assert owner(s, "london") == "p1"
    assert "city_of_london" in s.nobles["neville"].cards


def test_6_4_a_town_card_in_the_deck_comes_when_it_is_drawn() -> None:
    """L. 470."""
    s = field()
    percy = put(s, "p1", "field:northampton_area", "percy", "marshal_of_england")
    outcome = besiege(s, "northampton", percy, card=black("4-1", lists=(percy,)))
    assert (outcome.fetched, s.conquered["northampton"].noble) == (None, percy)
    next_crown(s, "roos", "town_of_northampton", "grey")
    s.phase = Phase.END
    assert by_rule(draw_two(s, DECKS)) == ["roos", "grey"]
    assert "town_of_northampton" in s.nobles[percy].cards
    assert s.conquered == {}


def test_6_3_too_few_besiege_nothing() -> None:
    """L. 449."""
    s = field()
    percy = put(s, "p1", "field:northampton_area", "percy")
    with pytest.raises(Illegal, match="too weak"):
        besiege(s, "northampton", percy, card=BAD_WEATHER)


def besieged() -> State:
    """Mowbray of p2 inside Framlingham is besieged by Percy of p1."""
    s = field()
    put(s, "p2", "in:framlingham", "mowbray")
    percy = put(s, "p1", "field:framlingham_area", "percy", "marshal_of_england")
    besiege(s, "framlingham", percy, card=BAD_WEATHER)
    assert s.besieged == {"framlingham": "p1"}
    return s


def test_6_5_the_besieged_get_no_cards_and_the_siege_ends_when_the_besiegers_go() -> None:
    """L. 474-481."""
    s = besieged()
    hand(s, "p2", "treasurer_of_england")
    with pytest.raises(Illegal, match="besieged"):
        award_card(s, "p2", "treasurer_of_england", "mowbray")
    s.nobles["percy"].at = "field:york_area"
    put(s, "p3", "field:york_area", "grey")
    assert s.besieged == {}


def test_6_5_a_siege_is_given_up_by_the_besieger() -> None:
    s = besieged()
    with pytest.raises(Illegal, match="do not besiege"):
        give_up_siege(s, "p2", "framlingham")
    give_up_siege(s, "p1", "framlingham")
    assert s.besieged == {}


def test_6_5_who_sallies_and_does_not_win_is_back_inside() -> None:
    """L. 477: a battle without the garrison; who wins stands in the field (K14)."""
    s = besieged()
    s.active, s.stamps.attacked, s.stamps.targets = "p2", [], []
    on_top(s, BAD_WEATHER)
    choice = Battle("framlingham_area", (), "p1", ("mowbray",))
    assert by_rule(battle(s, choice, DECKS)).attack == 50
    assert s.nobles["mowbray"].at == "in:framlingham"
    assert s.besieged == {"framlingham": "p1"}


@pytest.mark.parametrize(("enter", "spot"), [((), "field:framlingham_area"), (("mowbray",), "in:framlingham")])
def test_6_5_relief_with_a_sally_ends_the_siege(enter: tuple[str, ...], spot: str) -> None:
    """R27h; the victors may enter (l. 478)."""
    s = besieged()
    s.active, s.stamps.attacked, s.stamps.targets = "p2", [], []
    put(s, "p2", "field:framlingham_area", "stanley", "treasurer_of_england", "burgundian_crossbowmen_1", "earl_of_richmond")
    s.nobles["stanley"].cards += ["scots_archers_1", "scots_archers_2", "flemish_crossbowmen_1", "flemish_crossbowmen_2"]
    on_top(s, black("majority", lists=("percy", "stanley", "mowbray")))
    choice = Battle("framlingham_area", ("stanley",), "p1", ("mowbray",), after=After(occupy=enter))
    outcome = by_rule(battle(s, choice, DECKS))
    assert (outcome.result, outcome.captured) == ("attacker", ["percy"])
    assert (s.besieged, s.nobles["mowbray"].at) == ({}, spot)


def test_6_5_nobody_else_besieges_before_the_besieger_is_beaten() -> None:
    s = besieged()
    s.active = "p3"
    put(s, "p3", "field:framlingham_area", "pole", "treasurer_of_england", "earl_of_kent")
    s.stamps.targets = []
    with pytest.raises(Illegal, match="beat the besieger"):
        besiege(s, "framlingham", "pole", card=BAD_WEATHER)


def test_5_6_an_assault_from_the_sea_lands_when_it_is_resolved() -> None:
    """L. 384. With bad weather the passengers are ashore (K11)."""
    s = field()
    percy = put(s, "p1", "aboard:le_rose_piece", "percy", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:yarmouth_sea", "le_rose_piece")
    s.assaults = {"le_rose_piece": "caister"}
    outcome = besiege(s, "caister", percy, card=BAD_WEATHER, ships="le_rose_piece")
    assert (outcome.result, s.nobles[percy].at, s.assaults) == ("bad_weather", "field:caister_area", {})
    assert vars(s.ships["le_rose_piece"]) == {"at": "port:caister", "group": None}
    assert s.besieged == {"caister": "p1"}


def test_6_3_a_royal_in_the_place_is_taken_inside_with_room_or_without() -> None:
    """L. 469; K15."""
    s = field()
    s.royals["margaret_of_anjou"].at = "in:tiverton"
    percy = put(s, "p1", "field:tiverton_area", "percy", "marshal_of_england", "treasurer_of_england")
    put(s, "p1", "field:tiverton_area", "roos")
    outcome = besiege(s, "tiverton", percy, card=black("4-1", lists=(percy,)), after=After(occupy=["roos", percy]))
    assert outcome.result == "captured"
    assert (s.nobles["roos"].at, s.royals["margaret_of_anjou"].noble) == ("in:tiverton", percy)
    assert s.royals["margaret_of_anjou"].at == "in:tiverton"


def test_6_3_an_empty_open_town_is_not_besieged_and_a_held_one_has_its_garrison() -> None:
    """L. 449, 612; K16."""
    s = field()
    percy = put(s, "p1", "field:hereford_area", "percy", "marshal_of_england")
    with pytest.raises(Illegal, match="stands empty"):
        besiege(s, "hereford", percy, card=BAD_WEATHER)
    put(s, "p2", "in:hereford", "grey")
    with pytest.raises(Illegal, match="too weak to besiege 220"):
        besiege(s, "hereford", percy, card=BAD_WEATHER)


def test_7_6_the_peace_and_the_clamour_end_with_the_callers_combat() -> None:
    """L. 505-506."""
    s = field()
    put(s, "p1", "field:york_area", "percy")
    conquer(s, "peel", "percy")
    s.peace, s.turned = Peace("york_area", "p2"), "E084"
    end_combat(s)
    assert s.peace is not None
    s.phase, s.active = Phase.COMBAT, "p2"
    end_combat(s)
    assert (s.peace, s.turned, s.event_discard) == (None, None, ["E084"])
