"""Five who write as people do: what is written again, changed in part, or said of one more Noble."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.asking.options import FORBEAR
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.orders.reasons import why_not
from pbem.games.kingmaker.orders.reasons_fighting import why_no_siege
from pbem.games.kingmaker.orders.reasons_moving import why_no_move
from pbem.games.kingmaker.turns import question
from pbem.moderator.core.desk import Player
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.line_kinds import Sorter
from tests.games.kingmaker.asked import at_table
from tests.games.kingmaker.deals.test_deals_by_mail import position
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn
from tests.games.kingmaker.scene import put
from tests.games.kingmaker.scene import table as scene
from tests.support.conversation import Conversation

PLAYERS = {
    seat: Player(name, f"{name.lower()}@example.test")
    for seat, name in {"red": "Anna", "blue": "Beth", "green": "Carl", "yellow": "Dora", "purple": "Emil"}.items()
}


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """A game whose players build their Factions."""
    return Conversation(tmp_path, scenario="five_players", game="kingmaker", players=PLAYERS, options={"setup": "random"})


def chosen(talk: Conversation, seat: str) -> dict[str, str]:
    """What a seat has answered so far, to what others have still to answer."""
    ((_, answer),) = talk.table().given_by(seat)
    assert isinstance(answer, dict)
    return answer


def test_lines_of_a_letter_refused_before_are_read_when_they_are_written_again(talk: Conversation) -> None:
    talk.write(
        "green", "captain of calais and chancellor to mowbray\nbishop greystoke, archers to mowbray\nwiltshire: holland"
    )
    (mail,) = talk.write("green", "captain of calais to mowbray\nbishop greystoke, archers to mowbray\nwiltshire to holland")
    for line in ("1 ok captain of calais", "2 -- bishop greystoke, archers", "3 ok wiltshire to holland"):
        assert line in mail.flat


def test_the_end_of_a_line_refused_before_is_read_as_a_line_of_its_own(talk: Conversation) -> None:
    talk.write("red", "kent for howard pls, talbot gets admiral and coventry")
    (mail,) = talk.write("red", "earl of kent to howard pls\ntalbot gets admiral and coventry")
    assert "2 ok talbot gets admiral and coventry" in mail.flat


def test_who_changes_a_part_of_an_answer_means_the_rest_to_stay(talk: Conversation) -> None:
    talk.write("red", "ok")
    before = chosen(talk, "red")
    (mail,) = talk.write("red", "sorry, coventry to roos please\nship of ipswich to howard")
    assert "give Town of Coventry Roos (chosen; you can still change it)" in mail.flat
    assert chosen(talk, "red") == before | {"town_of_coventry": "roos", "ship_of_ipswich": "howard"}


def test_what_does_not_go_with_a_changed_part_is_asked_again(talk: Conversation) -> None:
    talk.write("green", "give calais holland, chancellor mowbray, wiltshire holland, bishop greystoke, archers mowbray")
    before = chosen(talk, "green")
    (mail,) = talk.write("green", "give captain of calais mowbray")
    assert "your earlier answer stands until this one is whole" in mail.flat
    assert chosen(talk, "green") == before
    talk.write("green", "give chancellor to holland")
    assert chosen(talk, "green") == before | {"captain_of_calais": "mowbray", "chancellor_of_england": "holland"}


@pytest.mark.parametrize("line", ["Neville too", "Neville auch", "and Neville also", "Neville ebenfalls"])
def test_one_more_noble_is_no_talk_and_ends_no_turn(line: str) -> None:
    table = at_table(position(Setup("three_players", {})), own_turn)
    before = len(table.entries)
    results = carry_out_lines(table, "red", Sorter(table, "red").letter([(1, line), (2, "done")]))
    assert len(results) == 2
    assert len(table.entries) == before


def test_who_cannot_go_inside_is_told_which_field_is_meant() -> None:
    s = scene(Phase.MOVEMENT)
    put(s, "p1", "field:coventry_area", "grey")
    put(s, "p2", "in:warwick", "neville")
    assert why_no_move(s, "p1", ["grey", "in:warwick"]) == "Warwick is not yours: stop in the open field of Kenilworth"


def test_where_nothing_is_left_to_do_it_is_told_what_ends_the_turn() -> None:
    s = scene(Phase.COMBAT)
    assert why_not(s, question(s), FORBEAR, []) == 'nothing is left to do in your turn: "done" ends it'


def test_who_besieges_stands_behind_the_place() -> None:
    s = scene(Phase.COMBAT)
    s.round = 2
    put(s, "p1", "field:leicester_area", "neville", "earl_of_kent", "landsknechts_1", "scots_archers_1")
    told = why_no_siege(s, "p1", ["neville", "groby"])
    assert told == 'write "besiege Groby" for all who can; for some of them add "with" and who'
