"""7, 8, 10, 11, 12, 13 Parliament, coronation, the end of a turn, and what is done unasked."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.assembling import ATTEND, AWARDS, coronation
from pbem.games.kingmaker.asking.ending import END, HOUSE, close_turn, end_of_turn
from pbem.games.kingmaker.asking.options import Crown
from pbem.games.kingmaker.asking.unasked import ENTRUST, EXECUTE, LIFT, PLAY, SHOW, TRANSFER
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.turns import TURN, question
from tests.games.kingmaker.asked import asked, at_table, events, open_to, options, write
from tests.games.kingmaker.chapters.test_parliament_7 import called
from tests.games.kingmaker.questions.test_asked_turn_5 import turn
from tests.games.kingmaker.scene import hand, next_crown, put, table


def summoned() -> tuple[State, Table[State]]:
    """Neville of p1 calls a Parliament; Grey of p2 must come, Percy of p2 and Pole of p3 can."""
    s = called()
    put(s, "p2", "field:york_area", "percy")
    put(s, "p3", "field:london_area", "pole")
    put(s, "p1", "field:london_area", "roos")
    game = turn(s)
    write(game, "p1", "summon Grey")
    return s, game


def test_7_3_all_are_asked_at_once_and_in_secret() -> None:
    s, game = summoned()
    assert asked(game) == [("p1", ATTEND), ("p2", ATTEND), ("p3", ATTEND)]
    write(game, "p2", "attend Percy")
    assert game.given_by("p2")[0][1] == ["percy"]
    assert s.nobles["percy"].at == "field:york_area"
    assert game.acts_of("p3") == ()


@pytest.mark.parametrize(
    ("lines", "come"),
    [
        ({}, {"grey", "neville"}),
        ({"p3": "attend all"}, {"grey", "neville", "pole"}),
        ({"p2": "attend Percy", "p3": "attend Pole unless p2"}, {"grey", "neville", "percy"}),
        ({"p3": "attend Pole unless p1"}, {"grey", "neville", "pole"}),
        ({"p3": "attend Pole unless p2"}, {"grey", "neville", "pole"}),
        ({"p1": "attend Roos", "p3": "attend Pole with p1"}, {"grey", "neville", "roos", "pole"}),
    ],
)
def test_7_3_conditions_look_at_those_who_answer_before_clockwise(lines: dict[str, str], come: set[str]) -> None:
    """R28. p2 sends Grey in any case, whom the caller names."""
    s, game = summoned()
    for seat in ("p3", "p2", "p1"):
        write(game, seat, lines.get(seat, "attend none"))
    assert s.parliament is not None
    assert set(s.parliament.attending) == come


@pytest.mark.parametrize(
    ("seat", "line", "before"),
    [("p1", "attend Roos unless p2", "nobody"), ("p2", "attend Percy with p3", "p1")],
)
def test_7_3_whoever_decides_later_is_no_condition(seat: str, line: str, before: str) -> None:
    """R28. The line is refused, and says who decides before."""
    _, game = summoned()
    with pytest.raises(Illegal, match=f"decides after you; before you: {before}"):
        write(game, seat, line)


def test_7_4_the_caller_awards_until_nothing_more_fits() -> None:
    """A Title opens an Office on the same Noble."""
    s, game = summoned()
    for seat in ("p1", "p2", "p3"):
        write(game, seat, "attend none")
    assert open_to(game, "p1").key == AWARDS
    write(game, "p1", "award Earl of Essex Roos", "award Marshal Roos")
    assert s.nobles["roos"].cards == ["earl_of_essex", "marshal_of_england"]
    assert (s.parliament, s.phase, s.turned) == (None, Phase.CORONATION, "E084")
    assert open_to(game, "p1").key == TURN


def test_7_4_by_default_ones_own_nobles_come_first() -> None:
    s, game = summoned()
    write(game, "p1", "standing award usual")
    for seat in ("p1", "p2", "p3"):
        write(game, seat, "attend none")
    assert "earl_of_essex" in s.nobles["roos"].cards
    assert s.parliament is None


def test_8_friends_go_inside_where_they_say() -> None:
    for lines, spot in (([], "field:canterbury_area"), (["occupy all"], "in:canterbury")):
        s = table(Phase.CORONATION)
        put(s, "p1", "field:canterbury_area", "roos", "archbishop_of_canterbury", "richard_duke_of_york")
        put(s, "p2", "field:london_area", "pole")
        game = at_table(s, wait_for_word, lambda s: coronation(s, Crown("richard_duke_of_york")))
        write(game, "p1", *lines)
        write(game, "p1", "done")
        assert s.nobles["roos"].at == spot


async def wait_for_word(s: State) -> None:
    """A question before what follows."""
    await question(s)


def ending(s: State) -> Table[State]:
    """p1's End of Turn."""
    s.phase = Phase.END
    return at_table(s, end_of_turn)


def test_11_5_the_first_card_drawn_is_discarded_by_default() -> None:
    """D28"""
    s = table()
    put(s, "p1", "in:york", "pole")
    next_crown(s, "earl_of_essex", "earl_of_kent")
    hand(s, "p1", "roos")
    game = ending(s)
    decision = open_to(game, "p1")
    assert decision.default is not None
    assert decision.default() == "discard earl_of_essex"
    assert options(game, "p1", "discard") == ["discard roos", "discard earl_of_essex", "discard earl_of_kent"]


@pytest.mark.parametrize(
    ("line", "card"), [("discard titles", "earl_of_essex"), ("discard oldest", "roos"), ("discard newest", "earl_of_kent")]
)
def test_11_5_a_standing_order_discards(line: str, card: str) -> None:
    s = table()
    put(s, "p1", "field:york_area", "pole")
    next_crown(s, "earl_of_essex", "earl_of_kent")
    hand(s, "p1", "roos")
    write(ending(s), "p1", line)
    assert s.crown_discard == [card]
    assert s.active == "p2"


def test_11_5_a_card_that_has_left_the_hand_since_it_was_chosen_is_not_discarded() -> None:
    s = table(Phase.POLITICS)
    put(s, "p1", "in:york", "pole")
    hand(s, "p1", "roos", "earl_of_essex")
    game = at_table(s, lambda s: close_turn(s, "earl_of_kent", ["roos", "earl_of_essex"]))
    assert open_to(game, "p1").key == END
    write(game, "p1", "discard Roos")
    assert (s.crown_discard, s.players["p1"].hand, s.active) == (["roos"], ["earl_of_essex"], "p2")


def test_11_3_nobles_step_outside_before_the_discard() -> None:
    s = table()
    put(s, "p1", "in:canterbury", "pole", "archbishop_of_canterbury")
    game = ending(s)
    write(game, "p1", "outside Pole")
    assert s.nobles["pole"].at == "field:canterbury_area"
    assert open_to(game, "p1").key == END


def test_11_5_who_drew_fewer_than_two_discards_nothing() -> None:
    s = table()
    put(s, "p1", "field:york_area", "pole")
    s.crown_deck, s.crown_discard = ["roos"], []
    game = ending(s)
    assert options(game, "p1") == ["finish"]
    write(game, "p1", "finish")
    assert (s.active, s.players["p1"].hand) == ("p2", ["roos"])


def both_houses() -> State:
    """p1 has held Henry and York for a turn."""
    s = table()
    put(s, "p1", "field:york_area", "pole", "henry_vi", "richard_duke_of_york")
    s.both["p1"] = 1
    return s


def test_10_6_who_keeps_both_houses_says_which_is_executed() -> None:
    """R118; the form offers the one of less prestige (D29)."""
    for lines, dead in (
        (["standing discard newest", "renounce York"], "richard_duke_of_york"),
        (["renounce Lancaster", "standing discard newest"], "henry_vi"),
    ):
        s = both_houses()
        game = ending(s)
        write(game, "p1", lines[0])
        if lines[0].startswith("standing"):
            assert (asked(game), open_to(game, "p1").default()) == ([("p1", HOUSE)], "house_of_york")
        write(game, "p1", lines[1])
        assert s.royals[dead].at == "dead"
        assert s.active == "p2"


def test_2_8_a_timed_game_ends_early_where_all_agree() -> None:
    """D35"""
    for willing, over in ((("p1", "p2", "p3"), True), (("p1", "p3"), False)):
        s = table()
        s.rounds, s.active = 9, "p3"
        put(s, "p3", "field:york_area", "pole")
        game = ending(s)
        for seat in willing:
            write(game, seat, "agree yes")
        write(game, "p3", "standing discard newest")
        assert (s.result is not None) is over


# 12 Unasked


def idle() -> tuple[State, Table[State]]:
    """p1's turn; p2 has Roos and Grey with Margaret and a bishop in one field."""
    s = table()
    put(s, "p1", "field:london_area", "pole")
    put(s, "p2", "field:york_area", "roos", "bishop_of_durham", "margaret_of_anjou")
    put(s, "p2", "field:york_area", "grey")
    hand(s, "p2", "landsknechts_1", "stanley")
    return s, turn(s)


def test_12_1_cards_are_played_in_anybodys_turn() -> None:
    s, game = idle()
    write(game, "p2", "play Landsknechts 1 Grey", "play Stanley Lathom")
    assert (s.nobles["grey"].cards, s.nobles["stanley"].at) == (["landsknechts_1"], "in:lathom")
    assert open_to(game, "p1").key == TURN


def test_12_2_10_4_cards_and_royals_pass_between_ones_own_nobles() -> None:
    s, game = idle()
    write(game, "p2", "transfer Bishop of Durham Grey", "entrust Margaret Grey")
    assert (s.nobles["grey"].cards, s.royals["margaret_of_anjou"].noble) == (["bishop_of_durham"], "grey")


def test_12_6_a_card_is_shown_to_one_player_and_nobody_else_learns_of_it() -> None:
    _, game = idle()
    write(game, "p2", "show Stanley p3")
    (shown,) = [news.event for news in game.news if news.event.name == "shown"]
    assert shown.seen_by == frozenset({"p2", "p3"})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("show Stanley p1 p3", 'one at a time: "show Stanley p1; show Stanley p3"'),
        ("show Stanley p2", "name the player to whom you show it"),
    ],
)
def test_12_6_why_a_card_is_not_shown(line: str, why: str) -> None:
    _, game = idle()
    with pytest.raises(Illegal) as refused:
        write(game, "p2", line)
    assert why in str(refused.value)


def test_10_5_the_last_royal_may_be_killed_and_all_lose() -> None:
    s, game = idle()
    for royal in s.royals:
        if royal != "margaret_of_anjou":
            s.royals[royal].at = "dead"
    write(game, "p2", "execute Margaret")
    assert (game.over, s.result) == (True, {"kind": "all_lose", "winners": []})


def test_12_only_what_can_be_done_is_open() -> None:
    _, game = idle()
    open_ = {act.key: list(act.shape.options()) for act in game.acts_of("p2")}  # type: ignore[attr-defined]
    assert open_[EXECUTE] == ["execute margaret_of_anjou"]
    assert open_[TRANSFER] == ["transfer bishop_of_durham grey"]
    assert open_[ENTRUST] == ["entrust margaret_of_anjou grey"]
    assert open_[LIFT] == []
    assert len(open_[SHOW]) == 4
    assert "play stanley in:lathom" in open_[PLAY]
    with pytest.raises(Illegal, match="not in your hand"):
        write(game, "p2", "play Landsknechts 2 Grey")


def test_11_4_one_card_is_kept_to_discard() -> None:
    s = table()
    put(s, "p1", "field:york_area", "pole")
    next_crown(s, "landsknechts_1", "landsknechts_2")
    game = ending(s)
    write(game, "p1", "play Landsknechts 1 Pole")
    with pytest.raises(Illegal, match="keep one card"):
        write(game, "p1", "play Landsknechts 2 Pole")
    write(game, "p1", "discard Landsknechts 2")
    assert events(game, "discarded")[0]["card"] == "landsknechts_2"
