"""What reports and refusals tell those who have only the mails."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Area, NobleId, Phase
from pbem.games.kingmaker.components.state import Captive, State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.report.factions import NOT_PLACED, faction_view
from tests.games.kingmaker.by_letter import PLAYERS, of, three, written
from tests.games.kingmaker.scene import BOARD, hand, put
from tests.support.conversation import Conversation

SOUTHAMPTON = BOARD.places["southampton"].area


def position() -> State:
    """Red has two ships at Southampton, and Percy of Blue is Red's captive."""
    s = three()
    put(s, "red", f"field:{SOUTHAMPTON}", "neville", "admiral_of_england")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:york_area", "pole")
    hand(s, "red", "scots_archers_1")
    hand(s, "blue", "roos")
    s.crown_deck.remove("percy")
    s.captives[NobleId("percy")] = Captive("blue", "red", Area("york_area"), [])
    return s


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return written(tmp_path, position)


def test_captor_and_owner_are_told_how_a_ransom_is_agreed_on(talk: Conversation) -> None:
    for seat, other in (("blue", "Red"), ("red", "Blue")):
        told = of(seat, talk.write(seat, "report"))
        assert f"To ransom for nothing: offer {other}: ransom Percy to Alnwick" in told
    assert "To ransom for nothing" not in of("green", talk.write("green", "report"))


def test_who_has_still_to_answer_is_told_all_of_an_offer_each_time(talk: Conversation) -> None:
    talk.write("red", "offer Beth: I give Scots Archers 1 to Beth; Beth promises peace until round 5")
    whole = 'Red gives the hand card Scots Archers 1 to Blue; Blue promises "peace" until round 5'
    for _ in range(2):
        assert whole in of("blue", talk.write("blue", "status"))
    talk.write("red", "status")
    assert "Scots Archers 1 to Blue; and 1 more" in of("red", talk.write("red", "show nothing"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("sail fleet at Southampton to Kent", "name where the fleet sails: a port or a sea Area"),
        ("sail fleet at Southampton to Newcastle", "Newcastle is more than 5 points away"),
        ("standing ransom Grey", '"ransom" is not an order: players agree on that: write "offer PLAYER: CLAUSE"'),
        ("Tausch Le Rose gegen Roos", "players agree on that"),
        ("tausche Le Rose gegen Roos", "players agree on that"),
        ("card Scots Archers", "There are 2 cards that say this: Scots Archers 1, Scots Archers 2."),
        ("card Bishop", "card Bishop of Durham card Bishop of Carlisle"),
    ],
)
def test_what_a_line_means_or_lacks_is_said(line: str, told: str, talk: Conversation) -> None:
    assert told in of("red", talk.write("red", line))


def test_where_no_ship_can_sail_each_is_told_why(talk: Conversation) -> None:
    talk.write("red", "sail fleet to Calais")
    told = of("red", talk.write("red", "sail fleet Rye"))
    assert "no ship of yours can sail: Admiral's Ship 1 has moved, and you have no Free Move card" in told


def test_2_4_no_noble_is_said_to_stand_anywhere_before_all_are_placed(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game=RULES.name, players=PLAYERS)
    s: State = talk.table().state
    assert s.phase is Phase.SETUP
    assert {noble.where for seat in s.seats for noble in faction_view(s, seat).nobles} == {NOT_PLACED}
    told = of("red", talk.write("red", "report"))
    assert "No Noble is on the board yet." in told
    assert "Clamours on the board" not in told


def test_2_4_who_has_one_home_castle_begins_there_anyway(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game=RULES.name, players=PLAYERS)
    s: State = talk.table().state
    seat, noble = next((unit.owner, noble) for noble, unit in s.nobles.items() if len(s.facts(noble).places) == 1)
    home = s.board.names[s.facts(noble).places[0]]
    told = of(seat, talk.write(seat, f"place {s.board.names[noble]} in {home}"))
    assert f"has one home castle only, and begins in {home} anyway" in told
    other = next(each for each, unit in s.nobles.items() if unit.owner == seat and len(s.facts(each).places) > 1)
    both = f"place {s.board.names[other]} {s.board.names[s.facts(other).places[0]]}, {s.board.names[noble]} {home}"
    assert f"has one home castle only, and begins in {home} anyway" in of(seat, talk.write(seat, both))
