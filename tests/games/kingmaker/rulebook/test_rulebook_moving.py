"""The rulebook on movement (l. 339-401), line by line, as it is offered and carried out."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.asked import options, write
from tests.games.kingmaker.questions.test_asked_turn_5 import at_sea, turn
from tests.games.kingmaker.scene import BOARD, put


def free_moves(s: State, seat: str, number: int) -> None:
    """Free Move cards before a player."""
    for card in BOARD.cards.of_kind(Happening.FREE_MOVE)[:number]:
        s.event_deck.remove(card)
        s.players[seat].free.append(card)


def test_395_a_ship_with_all_its_passengers_is_one_piece_for_a_free_move() -> None:
    s = at_sea()
    put(s, "p1", "field:dover_area", "grey", "margaret_of_anjou")
    free_moves(s, "p1", 1)
    game = turn(s)
    write(game, "p1", "sail Le Rose Dover Strait with all", "again Le Rose Shoreham")
    assert {s.nobles["roos"].at, s.nobles["grey"].at, s.royals["margaret_of_anjou"].at} == {"field:bramber_area"}
    assert s.players["p1"].free == []


def test_394_a_free_move_may_come_before_the_normal_move() -> None:
    """l. 396: by sea with a card for the ship, then each passenger normally by land, and the ship normally too."""
    s = at_sea()
    put(s, "p1", "field:dover_area", "grey")
    free_moves(s, "p1", 1)
    game = turn(s)
    write(game, "p1", "again Le Rose Shoreham with all")
    write(game, "p1", "move Roos Chichester", "move Grey Chichester", "sail Le Rose Southampton")
    assert {s.nobles["roos"].at, s.nobles["grey"].at} == {"field:chichester_area"}
    assert s.ships["le_rose_piece"].at == "port:southampton"
    assert s.phase is Phase.MOVEMENT


def test_394_a_noble_may_go_by_land_with_a_free_move_and_then_normally() -> None:
    s = at_sea()
    free_moves(s, "p1", 1)
    game = turn(s)
    write(game, "p1", "again Roos Canterbury", "move Roos Dover field")
    assert (s.nobles["roos"].at, s.players["p1"].free) == ("field:dover_area", [])
    assert not options(game, "p1", "move roos")


def test_400_no_piece_has_two_free_moves_in_a_phase() -> None:
    s = at_sea()
    free_moves(s, "p1", 3)
    game = turn(s)
    write(game, "p1", "again Roos Canterbury", "move Roos Dover field")
    assert not options(game, "p1", "again roos")
    assert not [each for each in options(game, "p1", "again le_rose") if "with roos" in each]
    assert options(game, "p1", "again le_rose")


def test_371_any_nobles_board_whose_men_the_ship_carries() -> None:
    """Le Rose carries 100 men: Roos and Grey, not Mowbray beside them."""
    s = at_sea()
    put(s, "p1", "field:dover_area", "grey")
    put(s, "p1", "field:dover_area", "mowbray", "landsknechts_1", "landsknechts_2")
    game = turn(s)
    aboard = {each.partition(" with ")[2] for each in options(game, "p1", "sail le_rose_piece sea:dover_strait")}
    assert aboard == {"", "roos", "grey", "mowbray", "roos grey", "roos mowbray", "grey mowbray"}
    write(game, "p1", "sail Le Rose Shoreham with Roos Grey")
    assert {s.nobles["roos"].at, s.nobles["grey"].at, s.nobles["mowbray"].at} == {"field:bramber_area", "field:dover_area"}
