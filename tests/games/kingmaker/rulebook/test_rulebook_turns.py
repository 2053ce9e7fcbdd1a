"""The rulebook on turns, the end of a turn, victory, captives and Rally (l. 295-301, 488-494, 515-569, 632-635)."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.kingmaker.asking.ending import END, end_of_turn
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Captive, Claim, Peace, State
from pbem.games.kingmaker.turns import TURN, turn
from tests.games.kingmaker.asked import asked, at_table, events, open_to, options, write
from tests.games.kingmaker.questions.test_asked_assembly_7 import ending
from tests.games.kingmaker.scene import BOARD, hand, next_crown, on_top, put, table

FREE = BOARD.cards.of_kind(Happening.FREE_MOVE)


async def rounds(s: State) -> None:
    """Turns until the game is over."""
    while s.result is None:
        await turn(s)


def running(players: int = 3, *, first: int = 2) -> tuple[State, Table[State]]:
    """Each player has one Noble; p1's turn of a round begins."""
    s = table(players=players)
    for number, noble in enumerate(("pole", "roos", "grey", "holland", "stanley")[:players], 1):
        put(s, f"p{number}", "field:york_area", noble)
    s.round, s.phase, s.events_left = first, Phase.EVENT, 2 if players == 2 else 1
    on_top(s, *FREE)
    return s, at_table(s, rounds)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_295_players_take_turns_clockwise_and_a_round_is_one_turn_of_each(players: int) -> None:
    s, game = running(players)
    order = [f"p{number + 1}" for number in range(players)]
    seen = []
    for _ in range(players + 1):
        seen.append((s.active, s.round))
        cards = 2 if players == 2 else 1
        write(game, s.active, *["proceed"] * cards, "done", "discard newest")
    assert seen == [*((seat, 2) for seat in order), ("p1", 3)]


def test_301_of_two_players_each_event_has_its_own_window() -> None:
    _, game = running(2)
    assert asked(game) == [("p1", EVENT)]
    write(game, "p1", "proceed")
    assert asked(game) == [("p1", EVENT)]
    write(game, "p1", "proceed")
    assert asked(game) == [("p1", TURN)]


def test_298_a_player_without_nobles_takes_a_turn() -> None:
    """R39 They draw and discard."""
    s, game = running()
    del s.nobles["pole"]
    hand(s, "p1", "landsknechts_1")
    write(game, "p1", "proceed", "done")
    assert (open_to(game, "p1").key, len(s.players["p1"].hand)) == (END, 3)
    write(game, "p1", "discard Landsknechts 1")
    assert s.active == "p2"


def test_518_the_claim_comes_before_the_cards_of_the_turn() -> None:
    """l. 533 and is not possible while the King's Peace is in effect, anywhere."""
    for peace, claimed in ((None, True), (Peace("kendal_area", "p2"), False)):
        s = table(players=5)
        put(s, "p1", "field:york_area", "neville", "henry_vi", *("treasurer_of_england",))
        put(s, "p1", "field:york_area", "percy", "chancellor_of_england", "archbishop_of_york")
        put(s, "p1", "field:york_area", "mowbray", "marshal_of_england", "archbishop_of_canterbury")
        s.peace = peace
        game = ending(s)
        assert (s.claim is not None) is claimed
        names = [news.event.name for news in game.news]
        assert not claimed or names.index("claimed") < names.index("draws")


def test_534_the_card_is_won_at_the_end_of_the_claimers_next_turn() -> None:
    s = table(players=5)
    put(s, "p1", "field:york_area", "neville", "henry_vi", "treasurer_of_england")
    put(s, "p1", "field:york_area", "percy", "chancellor_of_england", "archbishop_of_york")
    put(s, "p1", "field:york_area", "mowbray", "marshal_of_england", "archbishop_of_canterbury")
    s.claim = Claim("p1", 1)
    game = ending(s)
    assert s.result is None
    write(game, "p1", "discard newest")
    assert s.result == {"kind": "prestige", "winners": ["p1"]}


def test_541_the_time_limit_ends_a_round_and_a_tie_is_the_chancellors() -> None:
    s, game = running()
    s.rounds = 2
    write(game, "p1", "proceed", "done", "discard newest")
    put(s, "p2", "field:kendal_area", "neville", "chancellor_of_england")
    put(s, "p1", "field:kendal_area", "percy", "marshal_of_england")
    write(game, "p2", "proceed", "done", "discard newest")
    assert s.result is None
    write(game, "p3", "proceed", "done", "discard newest")
    assert s.result == {"kind": "minor", "winners": ["p2"]}


def test_491_an_executed_nobles_posts_go_to_chancery_and_the_rest_to_the_victor() -> None:
    """l. 633 a card of Rally for every two Crown cards lost, drawn before they are put away; no City card counts."""
    s = table(Phase.END)
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:kendal_area", "grey")
    next_crown(s, "scots_archers_1", "scots_archers_2", "landsknechts_1", "landsknechts_2")
    unit = ["earl_of_kent", "chancellor_of_cornwall", "town_of_lancaster", "le_rose", "york_city"]
    city = next(card for card in s.display if BOARD.cards.all[card].places == ("york",))
    unit[-1] = city
    for card in unit:
        (s.display if card == city else s.crown_deck).remove(card)
    s.crown_deck.remove("berkeley_noble" if "berkeley_noble" in s.crown_deck else "berkeley")
    berkeley = next(noble for noble in BOARD.cards.nobles if noble.startswith("berkeley"))
    s.captives[berkeley] = Captive("p2", "p1", "york_area", unit)
    game = at_table(s, end_of_turn)
    write(game, "p1", "condemn all", "discard newest")
    assert s.players["p2"].hand == ["landsknechts_1", "landsknechts_2"]
    assert set(s.chancery) == {"earl_of_kent", "chancellor_of_cornwall"}
    assert set(s.nobles["percy"].cards) == {"town_of_lancaster", "le_rose", city}
    assert berkeley in s.crown_discard


def test_494_with_the_chancellor_of_england_all_chancellor_cards_go() -> None:
    s = table()
    chancellor = BOARD.cards.of_kind(Happening.CHANCELLOR)
    put(s, "p2", "in:london", "neville", "chancellor_of_england", "constable_of_the_tower")
    s.phase, s.events_left = Phase.EVENT, 1
    plague = next(number for number, facts in BOARD.cards.events.items() if facts.towns == ("london",))
    on_top(s, plague)
    s.event_deck.remove(chancellor[0])
    s.players["p2"].chancellors = [chancellor[0]]
    write(at_table(s, turn), "p1", "proceed")
    assert (s.players["p2"].chancellors, chancellor[0] in s.event_discard) == ([], True)


def test_337_the_tile_shows_when_no_card_lies_above_it() -> None:
    s = table()
    s.phase, s.events_left, s.tile_above = Phase.EVENT, 1, 2
    on_top(s, *FREE[:3])
    game = at_table(s, rounds)
    assert s.tile_above == 1
    write(game, "p1", "proceed", "done", "discard newest")
    assert s.tile_above is None
    assert events(game, "tile")


def test_523_in_the_last_phase_one_steps_outside_parts_and_discards_and_nothing_else_is_asked() -> None:
    s = table()
    put(s, "p1", "in:canterbury", "pole", "archbishop_of_canterbury")
    next_crown(s, "scots_archers_1", "scots_archers_2")
    game = ending(s)
    assert options(game, "p1") == ["outside pole", "discard scots_archers_1", "discard scots_archers_2"]
