"""2 Set-up: what everybody is asked before the first turn."""

from __future__ import annotations

import pytest

from pbem.engine.dice import Fate
from pbem.engine.ending import ending_of
from pbem.engine.refusal import Illegal
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.setting_up import AWARD, CASTLE, DROP, TAKEN, award_question
from pbem.games.kingmaker.checks import checks
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import nobles_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.setup.dealt import band, men
from pbem.games.kingmaker.turns import TURN
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import execute
from pbem.resources import scenarios_dir
from tests.games.kingmaker.asked import KEY, asked, events, write

PLAYERS = {2: "two_players", 3: "three_players", 4: "four_players", 5: "five_players"}


def opened(players: int, key: bytes = KEY, **options: object) -> Table[State]:
    """A new game."""
    return Table.open_new(RULES, load_setup(RULES, PLAYERS[players], scenarios_dir(), options), Fate(key))


def by_default(table: Table[State], *keys: str) -> None:
    """Answer by the defaults, as long as one of these questions is open."""
    while decisions := [decision for decision in table.open() if decision.key in keys]:
        assert decisions[0].default is not None
        table.answer(decisions[0].seat, decisions[0].key, decisions[0].default(), subject=decisions[0].subject)


@pytest.mark.parametrize("players", PLAYERS)
def test_2_2_everybody_awards_and_places_in_one_letter(players: int) -> None:
    table = opened(players)
    seats = table.seats
    assert {(seat, AWARD) for seat in seats} <= set(asked(table)) <= {(s, k) for s in seats for k in (AWARD, CASTLE)}
    by_default(table, AWARD, CASTLE)
    assert table.state.phase is Phase.EVENT
    assert checks(table.state) == []
    assert all(not player.hand for player in table.state.players.values())
    assert len(table.state.chancery) == 2
    assert [data["seat"] for data in events(table, "faction")] == list(seats)


def three() -> Table[State]:
    """Three players; red has Pole's Faction."""
    table = opened(3)
    assert {"pole", "greystoke_noble", "holland"} == set(nobles_of(table.state, "red"))
    return table


def test_2_4_an_office_may_be_named_before_the_title_of_its_noble() -> None:
    """1.3 As long as there is a Title for him."""
    table = three()
    write(table, "red", "give Constable of Dover Castle Holland", "give Earl of Kent Holland")
    rest = ("Warden of the Cinque Ports Pole", "Bishop of Lincoln Pole", "Town of Shrewsbury Pole")
    write(table, "red", *(f"give {each}" for each in rest), "give Scots Archers 2 Pole, Ship of Newcastle Pole")
    assert (AWARD, "holland") in [(d.key, a["constable_of_dover_castle"]) for d, a in table.given_by("red")]


def test_2_4_a_title_that_another_noble_needs_is_not_given_away() -> None:
    table = three()
    write(table, "red", "give Constable of Dover Castle Holland")
    with pytest.raises(Illegal, match="needs"):
        execute(table, "red", "give Earl of Kent Greystoke")
    with pytest.raises(Illegal, match="none left"):
        execute(table, "red", "give Warden of the Cinque Ports Greystoke")


def test_2_4_a_noble_begins_in_a_home_castle_of_his() -> None:
    table = three()
    with pytest.raises(Illegal, match="home castles"):
        execute(table, "green", "place Grey London")


def test_2_6_the_senior_see_in_play_begins() -> None:
    table = three()
    by_default(table, AWARD, CASTLE)
    assert table.state.first == "blue"
    assert "archbishop_of_canterbury" in [
        card for n in nobles_of(table.state, "blue") for card in table.state.nobles[n].cards
    ]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("players", PLAYERS)
def test_2_3_factions_by_controlled_chance_are_inside_the_band(players: int, number: int) -> None:
    table = opened(players, bytes([number]) * 32, setup="random")
    by_default(table, AWARD, TAKEN, DROP, CASTLE)
    s = table.state
    assert checks(s) == []
    assert all(band(s)[0] <= men(s, seat) < band(s)[1] for seat in s.seats)
    assert all(not player.hand for player in s.players.values())
    assert s.phase is Phase.EVENT


def test_2_3_what_is_dealt_is_the_players_own_until_it_is_shown() -> None:
    table = opened(3, setup="random")
    dealt = [news.event for news in table.news if news.event.name == "dealt"]
    assert [event.seen_by for event in dealt] == [frozenset({seat}) for seat in table.seats]


@pytest.mark.parametrize(("options", "held"), [({}, "npf"), ({"npf": False}, None)])
def test_2_7_two_can_play_with_a_faction_that_nobody_plays(options: dict[str, object], held: str | None) -> None:
    s = opened(2, **options).state
    assert ("london" in s.unplayed) is (held is not None)


def test_2_8_a_game_that_nobody_writes_for_comes_to_its_time_limit() -> None:
    """D1-D35 Every question has a default."""
    table = opened(4, rounds=3)
    while not table.over:
        decision = table.open()[0]
        assert decision.default is not None, decision.key
        table.answer(decision.seat, decision.key, decision.default(), subject=decision.subject)
    assert table.result()["kind"] == "minor"
    assert ending_of(table.result()).winners
    assert table.state.round == 3
    assert TURN in {entry.key for entry in table.entries}
    restored = Table.restore(RULES, table.setup, table.chance, table.entries)
    assert restored.state == table.state


def test_2_3_who_holds_nothing_that_fits_is_not_asked() -> None:
    """2.3e The cards are replaced."""
    table = opened(3)
    state = table.state
    hand = state.players["red"].hand
    hand[:] = [card for card in state.board.cards.crown if state.facts(card).sort is Sort.OFFICE][:2]
    for noble in nobles_of(state, "red"):
        state.nobles[noble].cards[:] = [card for card in state.board.cards.crown if state.facts(card).sort is Sort.OFFICE][
            2:3
        ]
    question = award_question(state, "red")
    assert question.shape.forced() == ({},)
    assert question.automatic


def test_2_4_nobody_learns_in_which_order_awards_were_written() -> None:
    ways = []
    for turned in (False, True):
        table = three()
        question = next(each for each in table.open() if (each.seat, each.key) == ("red", AWARD))
        assert question.default is not None
        given = question.default()
        table.answer("red", AWARD, dict(reversed(given.items())) if turned else given, subject=question.subject)
        by_default(table, AWARD, CASTLE)
        cards = [table.state.nobles[noble].cards for noble in nobles_of(table.state, "red")]
        ways.append((cards, [list(data["awards"]) for data in events(table, "set_up")]))
    assert ways[0] == ways[1]
