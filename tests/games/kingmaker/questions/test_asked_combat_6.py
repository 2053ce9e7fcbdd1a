"""6.2.4-6.4 The adding step, and what comes after the card; 9.2 captives."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import BadLine, Illegal, Misread, NotAsked
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.ending import END, SENTENCE, end_of_turn
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.unasked import ENTRUST, PLAY
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.turns import TURN
from pbem.orders.carry.nearest import Nearest
from pbem.orders.place.segments import Cursor
from tests.games.kingmaker.asked import asked, at_table, events, open_to, options, write
from tests.games.kingmaker.chapters.test_combat_6 import black
from tests.games.kingmaker.questions.test_asked_turn_5 import MIGHTY, own_turn, turn
from tests.games.kingmaker.scene import BOARD, hand, next_crown, on_top, put, table


def facing(*cards: str, card: str = "") -> tuple[State, Table[State]]:
    """Percy of p1 has attacked Mowbray of p2 at York; p2 holds these cards."""
    s = table()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "mowbray")
    hand(s, "p2", *cards)
    on_top(s, card or black("2-1", lists=("percy", "mowbray")))
    game = turn(s)
    write(game, "p1", "attack p2 York")
    return s, game


def test_6_2_4_who_has_neither_cards_nor_a_royal_is_not_asked() -> None:
    s, game = facing()
    assert "mowbray" in s.captives
    assert asked(game) == [("p1", TURN)]


def test_6_2_4_who_holds_any_card_is_asked_whether_it_helps_or_not() -> None:
    """Being asked tells nothing of a hand."""
    _, game = facing("earl_of_kent")
    assert (asked(game), options(game, "p2")) == ([("p2", ADD)], ["pass"])


def test_6_2_4_cards_are_added_turn_about_until_all_have_passed_in_a_row() -> None:
    """R27a The attacker is asked once somebody has added."""
    s, game = facing("marshal_of_england", "landsknechts_1")
    assert options(game, "p2", "add") == ["add marshal_of_england mowbray", "add landsknechts_1 mowbray"]
    write(game, "p2", "add Marshal Mowbray")
    assert asked(game) == [("p1", ADD)]
    assert options(game, "p1") == ["abandon", "pass"]
    write(game, "p1", "pass")
    assert asked(game) == [("p2", ADD)]
    write(game, "p2", "pass")
    assert asked(game) == [("p1", TURN)]
    assert events(game, "battle")[0]["men"]["defence"] == 150
    assert "percy" in s.nobles


def test_6_2_4_the_attacker_calls_off_and_has_attacked() -> None:
    """K12"""
    s, game = facing("marshal_of_england")
    write(game, "p2", "add Marshal Mowbray")
    write(game, "p1", "abandon")
    assert (s.fight, s.stamps.attacked) == (None, ["percy"])
    assert events(game, "battle") == []


def test_who_writes_another_word_is_not_led_to_call_off() -> None:
    _, game = facing("marshal_of_england")
    write(game, "p2", "add Marshal Mowbray")
    with pytest.raises(BadLine) as refused:
        write(game, "p1", "attack")
    near = Nearest(game, "p1").to("attack", Cursor(game, "p1"), refused.value)
    assert "abandon" not in near


def test_6_2_4_a_royal_is_killed_before_he_is_lost() -> None:
    s = table()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "mowbray", "margaret_of_anjou")
    on_top(s, black("2-1", lists=("percy", "mowbray")))
    game = turn(s)
    write(game, "p1", "attack p2 York")
    write(game, "p2", "execute Margaret", "pass")
    assert s.royals["margaret_of_anjou"].at == "dead"


def battle_orders(line: str) -> State:
    """Percy attacks Mowbray, whose player has left a standing order and holds the Marshal."""
    s = table()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "mowbray")
    hand(s, "p2", "marshal_of_england", "landsknechts_1")
    on_top(s, black("2-1", lists=("percy", "mowbray")))
    game = turn(s)
    write(game, "p2", f"standing {line}", "standing pass")
    write(game, "p1", "attack p2 York")
    if asked(game) == [("p1", ADD)]:
        write(game, "p1", "pass")
    assert asked(game) == [("p1", TURN)]
    return s


def test_6_2_4_standing_battle_orders_add_what_they_say() -> None:
    assert battle_orders("add Marshal Mowbray if outnumbered").nobles["mowbray"].cards == ["marshal_of_england"]
    assert "mowbray" in battle_orders("add Landsknechts 1 if I attack").captives


def test_6_2_4_who_adds_nothing_passes() -> None:
    with pytest.raises(Misread, match="pass"):
        battle_orders("add none")


@pytest.mark.parametrize("line", ["add never Marshal", "keeper never Roos", "occupy never Roos", "discard never nobles"])
def test_orders_of_preference_know_no_never(line: str) -> None:
    with pytest.raises(Misread, match="never"):
        battle_orders(line)


def test_6_2_6_royals_and_the_major_card_go_to_whom_standing_orders_name() -> None:
    for lines, winner in (([], "percy"), (["keeper Roos", "major Roos"], "roos")):
        s = table()
        put(s, "p1", "field:york_area", "percy")
        put(s, "p1", "field:york_area", "roos", "earl_of_kent", "treasurer_of_england")
        put(s, "p2", "field:york_area", "mowbray", "chancellor_of_england", "margaret_of_anjou")
        on_top(s, black("majority", lists=("percy", "roos", "mowbray")))
        game = turn(s)
        write(game, "p2", "standing pass")
        write(game, "p1", *lines, "attack p2 York")
        assert s.royals["margaret_of_anjou"].noble == winner
        assert any(BOARD.cards.all[card].sort.is_major for card in s.nobles[winner].cards)


def test_6_2_5_a_falling_nobles_royal_passes_to_a_friend() -> None:
    for lines, heir in (([], "roos"), (["keeper none"], None)):
        s = table()
        put(s, "p1", "field:york_area", "percy")
        put(s, "p2", "field:york_area", "mowbray", "admiral_of_england", "margaret_of_anjou")
        put(s, "p2", "field:york_area", "roos")
        on_top(s, black("4-1", "mowbray", lists=("percy", "roos")))
        game = turn(s)
        write(game, "p2", "standing pass", *lines)
        write(game, "p1", "attack p2 York")
        assert "mowbray" not in s.nobles
        assert s.royals["margaret_of_anjou"].noble == heir


def test_6_3_nobles_join_a_siege_of_ones_own() -> None:
    s = table()
    put(s, "p1", "field:canterbury_area", "mowbray", *MIGHTY)
    put(s, "p1", "field:canterbury_area", "roos")
    hand(s, "p1", "earl_of_kent")
    on_top(s, black("2-1", lists=("mowbray", "roos")))
    game = turn(s)
    write(game, "p1", "besiege Canterbury with Mowbray")
    assert "join roos" in options(game, "p1")
    write(game, "p1", "join Roos", "pass")
    assert s.stamps.attacked == ["mowbray", "roos"]
    assert s.conquered["canterbury"].player == "p1"


def test_12_1_nobody_acts_in_a_combat() -> None:
    """R82. But for Royals, who pass to another Noble (l. 579)."""
    s, game = facing("roos")
    assert [act.key for seat in ("p2", "p3") for act in game.acts_of(seat)] == [ENTRUST, ENTRUST]
    with pytest.raises(NotAsked):
        game.act("p2", PLAY, "play roos in:helmsley")
    write(game, "p2", "play Roos Helmsley")
    assert "roos" in s.players["p2"].hand
    write(game, "p2", "pass")
    assert s.nobles["roos"].at == "in:helmsley"


def test_6_2_4_why_a_card_cannot_be_added() -> None:
    _, game = facing("earl_of_kent", "landsknechts_1")
    for line, why in (("add Landsknechts 2 Mowbray", "not in your hand"), ("add Landsknechts 1 Percy", "Percy is p1's")):
        with pytest.raises(Illegal, match=why):
            write(game, "p2", line)


def test_9_2_captives_are_executed_when_the_turn_ends_and_their_cards_shared_out() -> None:
    """R75"""
    for lines, keeper in (([], "percy"), (["spoils Roos"], "roos")):
        s = table()
        put(s, "p1", "field:york_area", "percy")
        put(s, "p1", "field:york_area", "roos")
        put(s, "p2", "field:york_area", "pole", "le_rose", "bishop_of_durham")
        on_top(s, black("2-1", lists=("percy", "roos", "pole")))
        next_crown(s, "earl_of_essex", "earl_of_kent", "grey", "hastings", "holland")
        game = at_table(s, own_turn, end_of_turn)
        write(game, "p1", *lines, "attack p2 York", "done")
        assert ("pole" in s.captives, open_to(game, "p1").key) == (True, SENTENCE)
        write(game, "p1", "condemn all")
        assert ("pole" in s.crown_discard, open_to(game, "p1").key) == (True, END)
        assert "le_rose" in s.nobles[keeper].cards
