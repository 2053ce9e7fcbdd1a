"""The odds of combats, by the printed Event cards, and what a hand could add."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.decision import Decision, OpenMenu
from pbem.engine.event import Event
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.options import Attack, Besiege, Execute, Move, Transfer
from pbem.games.kingmaker.asking.unasked import EXECUTE, TRANSFER
from pbem.games.kingmaker.combat import battle
from pbem.games.kingmaker.combat.battle import Battle
from pbem.games.kingmaker.combat.reserves import hand_men
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Claim, State
from pbem.games.kingmaker.preview.facts import facts
from pbem.games.kingmaker.preview.forecast import forecast
from pbem.games.kingmaker.preview.odds import battle_of, chances, drawable, siege_of
from pbem.games.kingmaker.report.headline import headline, score
from pbem.games.kingmaker.turns import TURN
from tests.games.kingmaker.scene import BOARD, hand, put, table

YORK = "field:york_area"
BLACK = {card: facts.black for card, facts in BOARD.cards.events.items() if facts.black is not None}
FAIR = sum(not black.bad_weather for black in BLACK.values()) / len(BLACK)


@pytest.fixture
def s() -> State:
    s = table(Phase.COMBAT)
    put(s, "p1", YORK, "neville")
    put(s, "p2", YORK, "percy")
    return s


def question(key: str, seat: str = "p1") -> Decision:
    return Decision(seat, key, "turn 4", "?", OpenMenu(list), lambda: None)


def test_6_2_5_even_strength_wins_nothing_and_bad_weather_is_as_likely_as_printed(s: State) -> None:
    put(s, "p1", YORK, "mowbray")
    found = chances(s, battle_of(s, "p1", "york_area", "p2", ["neville", "mowbray"]))
    assert found.outcomes == {"indecisive": pytest.approx(FAIR), "bad_weather": pytest.approx(1 - FAIR)}


def test_6_2_5_each_card_counts_with_its_odds_and_its_killed(s: State) -> None:
    put(
        s,
        "p1",
        YORK,
        "mowbray",
        "burgundian_crossbowmen_1",
        "burgundian_crossbowmen_2",
        "scots_archers_1",
        "scots_archers_2",
    )
    fight = battle_of(s, "p1", "york_area", "p2", ["neville", "mowbray"])
    found = chances(s, fight)  # 200 men against 100
    enough = [card for card, black in BLACK.items() if not black.bad_weather and (black.odds or 1) <= 2]
    assert found.of("attacker") == pytest.approx(len(enough) / len(BLACK))
    listed = [card for card, black in BLACK.items() if "percy" in black.killed]
    assert found.killed["percy"] == pytest.approx(len(listed) / len(BLACK))


def test_6_2_5_a_lone_winner_who_would_fall_has_not_won(s: State) -> None:
    put(s, "p2", YORK, "grey")
    del s.nobles["percy"]
    found = chances(s, battle_of(s, "p1", "york_area", "p2", ["neville"]))  # 50 against 20
    falls = [c for c, black in BLACK.items() if "neville" in black.killed and not black.bad_weather]
    wins = [c for c, black in BLACK.items() if not black.bad_weather and (black.odds or 1) <= 2.5 and c not in falls]
    assert found.of("attacker") == pytest.approx(len(wins) / len(BLACK))


def test_6_2_5_less_than_a_quarter_is_lost_but_for_the_weather(s: State) -> None:
    put(s, "p1", YORK, "howard")
    found = chances(s, battle_of(s, "p1", "york_area", "p2", ["howard"]))
    assert found.outcomes == {"defender": pytest.approx(FAIR), "bad_weather": pytest.approx(1 - FAIR)}
    assert found.killed == {}


def test_6_3_a_siege_fails_if_nobody_survives(s: State) -> None:
    s.nobles["neville"].cards.append("marshal_of_england")
    found = chances(s, siege_of(s, "p1", "helmsley", ["neville"]))
    falls = sum("neville" in black.killed for black in BLACK.values())
    assert found.of("failed") == pytest.approx(falls / len(BLACK))
    assert sum(found.outcomes.values()) == pytest.approx(1)


def test_6_3_a_siege_that_is_too_weak_comes_to_nothing(s: State) -> None:
    found = chances(s, siege_of(s, "p1", "york", ["neville"]))
    assert (found.outcomes, found.killed) == ({"too_weak": 1}, {})


def test_cards_that_lie_open_are_not_drawn(s: State) -> None:
    chancellor = next(card for card, facts in BOARD.cards.events.items() if facts.kind.value == "chancellor")
    before = len(drawable(s))
    s.players["p2"].chancellors = [chancellor]
    s.showing = next(card for card in drawable(s))
    assert len(drawable(s)) == before - 2


def test_the_order_of_the_deck_makes_no_odds(s: State) -> None:
    fight = battle_of(s, "p1", "york_area", "p2", ["neville"])
    before = chances(s, fight)
    s.event_deck.reverse()
    s.event_discard, s.event_deck = s.event_deck[:40], s.event_deck[40:]
    assert chances(s, fight) == before


def test_6_2_4_a_hand_adds_a_title_first_then_the_office_it_opens(s: State) -> None:
    put(s, "p1", YORK, "grey")
    hand(s, "p1", "chancellor_of_lancaster", "earl_of_kent", "earl_of_essex", "landsknechts_1", "talbot")
    fight = battle_of(s, "p1", "york_area", "p2", ["grey"])
    assert hand_men(s, fight, "p1") == 30 + 50 + 10
    s.stamps.traded = ["landsknechts_1"]
    assert hand_men(s, fight, "p1") == 30 + 50
    assert hand_men(s, fight, "p2") == 0


def test_6_2_4_a_hand_does_not_reach_those_who_sally_nor_beyond_the_room(s: State) -> None:
    hand(s, "p1", "burgundian_crossbowmen_1", "scots_archers_1")
    fight = battle_of(s, "p1", "york_area", "p2", ["neville"])
    fight.inside = ("neville",)
    assert hand_men(s, fight, "p1") == 0
    hand(s, "p2", "marshal_of_england", "burgundian_crossbowmen_2")
    s.nobles["percy"].at = "in:alnwick"
    within = siege_of(s, "p1", "alnwick", ["neville"])
    assert hand_men(s, within, "p2") == 100


def test_the_odds_stand_under_the_question_with_and_without_the_hand(s: State) -> None:
    put(s, "p1", YORK, "stanley")
    hand(s, "p1", "burgundian_crossbowmen_1")
    s.fight = battle.declare(s, Battle("york_area", ("neville", "stanley"), "p2"))
    first, second, *_ = facts(s, question(ADD))
    assert first.startswith("Attack on P2 at York, 100 men against 100: nobody wins")
    assert second.startswith("with 30 men of your hand: the attacker wins")
    assert not any("hand" in line for line in facts(s, question(ADD, "p2")))


def test_what_could_be_attacked_is_told_while_moving(s: State) -> None:
    s.phase = Phase.MOVEMENT
    lines = facts(s, question(TURN))
    assert any(line.startswith("Attack on P2 at York, 50 men against 100") for line in lines)
    assert s.phase is Phase.MOVEMENT


def test_an_event_card_is_told_in_words_with_whom_it_calls(s: State) -> None:
    s.phase = Phase.EVENT
    s.showing = next(card for card, facts in BOARD.cards.events.items() if any(c.who == "percy" for c in facts.calls))
    told = facts(s, question(EVENT))
    assert told[0].startswith(BOARD.cards.events[s.showing].name)
    assert told[1].startswith("Called: ")
    assert "Percy of P2 to " in told[1]


@pytest.mark.parametrize("phase", [Phase.MOVEMENT, Phase.COMBAT])
def test_a_preview_has_the_chance_of_an_attack(s: State, phase: Phase) -> None:
    s.phase = phase
    told = forecast(s, "p1", question(TURN), Attack("p2", "york_area"))
    assert told.chance == 0.0
    (risks,) = [words for words in told.words if words.startswith("killed: ")]
    assert "Neville" in risks
    siege_ = forecast(s, "p1", question(TURN), Besiege("york"))
    assert siege_.chance is not None
    assert forecast(s, "p1", question(TURN), Move(("neville",), "field:derby_area")).words == ()


# The headline


def fought(*events: tuple[str, dict[str, object]]) -> list[Event]:
    return [Event("6.2", name, data) for name, data in events]


ATTACKS = ("attacks", {"seat": "p1", "against": "p2", "sides": {}, "where": {}})
BATTLE = ("battle", {"result": "attacker", "area": "york_area", "seat": "p1", "against": "p2", "men": {}})


def test_a_battle_is_told_once_with_those_lost_in_it(s: State) -> None:
    lost = ("killed", {"noble": "grey", "seat": "p2"}), ("captured", {"noble": "percy", "victor": "p1", "seat": "p2"})
    told = headline(s, "p2", fought(ATTACKS, *lost, BATTLE))
    assert [event.name for event in told] == ["head_battle", "head_score"]
    assert told[0].data == {
        "seat": "p1",
        "killed": ["grey"],
        "captured": ["percy"],
        "result": "attacker",
        "area": "york_area",
    }


def test_whoever_was_asked_in_a_battle_is_told_its_end_in_the_same_words(s: State) -> None:
    lost = ("killed", {"noble": "grey", "seat": "p2"}), ("captured", {"noble": "percy", "victor": "p1", "seat": "p2"})
    for seat in ("p1", "p2"):
        assert headline(s, seat, fought(*lost, BATTLE)) == headline(s, seat, fought(ATTACKS, *lost, BATTLE))


def test_what_was_called_off_is_no_headline_and_plague_is(s: State) -> None:
    off = ("called_off", {"seat": "p1", "area": "york_area", "place": ""})
    assert headline(s, "p1", fought(ATTACKS, off)) == []
    dead = fought(ATTACKS, off, ("killed", {"noble": "grey", "seat": "p1"}), ("royal_dead", {"royal": "henry_vi"}))
    (first, _) = headline(s, "p1", dead)
    assert first.data == {"who": ["grey", "henry_vi"], "plague": []}


def test_the_end_of_the_game_comes_first(s: State) -> None:
    over = Event("13", "over", {"kind": "royalty", "winners": ["p1"]})
    assert headline(s, "", [*fought(ATTACKS, BATTLE), over])[0] is over


def test_13_5_the_score_tells_who_is_ahead_of_the_reader_and_who_claims(s: State) -> None:
    put(s, "p3", "in:helmsley", "roos", "henry_vi")
    s.claim = Claim("p3", 2)
    assert score(s, "p1").data == {
        "seat": "p1", "points": 0, "target": 13, "allied": False, "ranks": [["p3", 5]], "claim": ["p3", 5, 13],
    }  # fmt: skip
    assert score(s, "").data["ranks"][0] == ["p3", 5]


def test_6_3_a_siege_taken_is_told_with_its_place(s: State) -> None:
    ends = ("siege", {"result": "captured", "place": "york", "seat": "p1", "men": {}})
    assert headline(s, "p3", fought(ATTACKS, ends))[0].data["place"] == "york"


def test_10_7_13_4_who_kills_the_last_royals_is_told_that_the_game_is_over() -> None:
    s = table()
    put(s, "p1", "field:york_area", "neville", "henry_vi")
    put(s, "p1", "field:york_area", "grey", "george_duke_of_clarence")
    for royal in s.royals:
        if s.royals[royal].noble is None:
            s.royals[royal].at = "dead"
    ends = forecast(s, "p1", question(EXECUTE), Execute("george_duke_of_clarence")).words
    assert ends == ("the game is over with it: p1 win",)
    assert forecast(s, "p1", question(EXECUTE), Execute("henry_vi")).words == ("Henry VI is a King",)
    s.royals["george_duke_of_clarence"].at, s.royals["george_duke_of_clarence"].noble = "dead", None
    lost = forecast(s, "p1", question(ADD), Execute("henry_vi")).words
    assert lost == ("the game is over with it: no Royal is left alive, and all lose",)


def test_12_3_who_replaces_a_see_is_told_so() -> None:
    s = table()
    put(s, "p1", "field:york_area", "neville", "bishop_of_durham")
    put(s, "p1", "field:york_area", "grey", "archbishop_of_york")
    told = forecast(s, "p1", question(TRANSFER), Transfer("archbishop_of_york", "neville")).words
    assert told == ("Neville loses Bishop of Durham to it, which is discarded",)
    assert forecast(s, "p1", question(TRANSFER), Transfer("bishop_of_durham", "grey")).words != ()
