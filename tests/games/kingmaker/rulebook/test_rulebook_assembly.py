"""The rulebook on Parliaments, coronations and the end of a turn (l. 495-526), as they are asked and carried out."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.asking.assembling import ATTEND
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Peace, State
from tests.games.kingmaker.asked import asked, options, write
from tests.games.kingmaker.questions.test_asked_assembly_7 import ending
from tests.games.kingmaker.questions.test_asked_turn_5 import turn
from tests.games.kingmaker.scene import put, table


def at_canterbury(friend: str = "") -> State:
    """Neville of p1 stands with the King before Canterbury, which is p1's; Grey of p2 can be summoned."""
    s = table(Phase.PARLIAMENT, players=4)
    if friend:
        s.head_claimed = True
        ally(s, ["p1", friend])
    put(s, "p1", "field:canterbury_area", "neville", "henry_vi")
    put(s, "p1", "field:london_area", "roos", "archbishop_of_canterbury")
    put(s, "p3", "field:york_area", "pole")
    put(s, "p2", "field:york_area", "grey")
    s.clamours = ["E084"]
    s.event_deck.remove("E084")
    s.chancery = ["earl_of_essex", "marshal_of_england"]
    for card in s.chancery:
        s.crown_deck.remove(card)
    return s


def test_501_who_attends_may_enter_a_town_of_their_own_or_an_allys() -> None:
    """By default nobody does (R85); rivals cannot, and count as attending all the same."""
    for friend, spot in (("", "field:canterbury_area"), ("p3", "in:canterbury")):
        s = at_canterbury(friend)
        game = turn(s)
        for seat in ("p1", "p2", "p3"):
            write(game, seat, "occupy all")
        write(game, "p1", "summon Grey", "attend Roos")
        write(game, "p2", "attend none")
        write(game, "p3", "attend Pole")
        assert s.parliament is not None
        assert set(s.parliament.attending) == {"neville", "roos", "grey", "pole"}
        assert {s.nobles["neville"].at, s.nobles["roos"].at, s.royals["henry_vi"].at} == {"in:canterbury"}
        assert (s.nobles["grey"].at, s.nobles["pole"].at) == ("field:canterbury_area", spot)


def test_501_nobody_enters_who_does_not_say_so() -> None:
    s = at_canterbury()
    game = turn(s)
    write(game, "p1", "summon Grey", "attend Roos")
    for seat in ("p2", "p3"):
        write(game, seat, "attend none")
    assert {unit.at for noble, unit in s.nobles.items() if noble != "pole"} == {"field:canterbury_area"}


def test_499_besieged_and_overseas_nobles_neither_must_come_nor_may() -> None:
    s = at_canterbury()
    put(s, "p2", "field:calais_area", "holland")
    put(s, "p3", "in:calais", "percy", "captain_of_calais")
    game = turn(s)
    assert options(game, "p1", "summon") == ["summon grey", "summon pole"]
    write(game, "p1", "summon Grey")
    assert asked(game) == [("p1", ATTEND), ("p3", ATTEND)]


def test_504_505_peace_and_clamour_last_until_the_end_of_the_callers_next_combat_phase() -> None:
    s = at_canterbury()
    s.clamours.append("E085")
    s.event_deck.remove("E085")
    game = turn(s)
    write(game, "p1", "summon Grey", "attend none")
    write(game, "p3", "attend none")
    write(game, "p1", "award Earl of Essex Roos", "award Marshal Roos")
    assert (s.peace, s.turned, s.clamours) == (Peace("canterbury_area", "p1"), "E084", ["E085"])
    s.phase = Phase.PARLIAMENT
    assert options(turn(s), "p1", "summon") == []
    s.phase = Phase.COMBAT
    write(turn(s), "p1", "summon Grey")
    assert (s.turned, s.event_discard, s.summoned) == (None, ["E084"], "grey")


def test_512_allies_may_enter_where_a_royal_is_crowned() -> None:
    s = table(Phase.CORONATION, players=4)
    s.head_claimed = True
    ally(s, ["p1", "p3"])
    put(s, "p1", "field:canterbury_area", "roos", "archbishop_of_canterbury", "richard_duke_of_york")
    put(s, "p3", "field:canterbury_area", "pole")
    put(s, "p2", "field:canterbury_area", "grey")
    game = turn(s)
    for seat in ("p2", "p3"):
        write(game, seat, "occupy all")
    write(game, "p1", "crown Richard Duke of York")
    assert s.royals["richard_duke_of_york"].crowned
    spots = [s.nobles[noble].at for noble in ("roos", "pole", "grey")]
    assert spots == ["field:canterbury_area", "in:canterbury", "field:canterbury_area"]


def parted(*lines: tuple[str, str]) -> State:
    """p1 leaves an Alliance of three at the end of a turn."""
    s = table(players=5)
    s.head_claimed = True
    ally(s, ["p1", "p2", "p3"])
    put(s, "p1", "field:york_area", "pole")
    game = ending(s)
    for seat, line in lines:
        write(game, seat, line)
    write(game, "p1", "part")
    return s


def test_663_the_two_others_of_three_may_agree_to_stay_allied() -> None:
    """D27a. They do unless one of them has said no."""
    assert parted().alliances == [["p2", "p3"]]
    assert parted(("p3", "stay no")).alliances == []
    assert parted(("p2", "stay yes"), ("p3", "stay yes")).alliances == [["p2", "p3"]]
