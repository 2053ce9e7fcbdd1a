"""4 The Event phase: what those choose whom a card concerns."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.game.terms import Term
from pbem.engine.log.entry import fingerprint
from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.event import CALL, DIES, EVENT, GUARD, KEEP, PORT, WINDOW, event_phase
from pbem.games.kingmaker.asking.options import PROCEED
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import Card, Phase
from pbem.games.kingmaker.components.state import Ship, State
from pbem.games.kingmaker.game import term
from pbem.games.kingmaker.preview.facts import companions_of, of_event
from tests.games.kingmaker.asked import asked, at_table, events, options, write
from tests.games.kingmaker.scene import BOARD, hand, on_top, put, table


def turned_up(s: State, card: str) -> Table[State]:
    """A game in which a card has just been turned up."""
    s.phase, s.events_left = Phase.EVENT, 1
    on_top(s, card)
    return at_table(s, event_phase)


def raid_on(*called: str) -> tuple[str, list[int]]:
    """An Event card that calls all of these, and by which calls."""
    for number, facts in BOARD.cards.events.items():
        calls = [n for n, call in enumerate(facts.calls) if call.who in called]
        if facts.kind is Happening.RAID and {facts.calls[n].who for n in calls} == set(called):
            return number, calls
    raise AssertionError("no such card")


def test_4_1_a_card_lies_open_until_the_active_player_goes_on() -> None:
    s = table()
    hand(s, "p2", "roos")
    game = turned_up(s, BOARD.cards.of_kind(Happening.FREE_MOVE)[-1])
    assert (asked(game), options(game, "p1")) == ([("p1", EVENT)], [PROCEED])
    write(game, "p2", "play Roos Belvoir")
    assert "roos" in s.nobles
    write(game, "p1", "proceed")
    assert (s.phase, s.players["p1"].free) == (Phase.MOVEMENT, [BOARD.cards.of_kind(Happening.FREE_MOVE)[-1]])


def watched(*hands: str, more: str = "") -> Table[State]:
    """An Event card lies open; p2 and p3 watch, with these hands of one card; p2 may have one `more`."""
    s = table()
    for seat, card in zip(("p2", "p3"), hands, strict=False):
        hand(s, seat, card)
    s.players["p2"].hand += [Card(more)] if more else []
    s.watching = ["p1", "p2", "p3"]
    return turned_up(s, BOARD.cards.of_kind(Happening.FREE_MOVE)[-1])


def test_4_1_who_watches_events_and_holds_a_card_is_asked_before_the_active_player() -> None:
    game = watched("roos", more="hastings")
    assert asked(game) == [("p2", WINDOW)]
    assert [term(game.state, decision) for decision in game.open()] == [Term.WINDOW]
    write(game, "p2", "play Roos Belvoir")
    assert asked(game) == [("p2", WINDOW)]
    write(game, "p2", "pass")
    assert asked(game) == [("p1", EVENT)]
    write(game, "p1", "proceed")
    assert game.state.phase is Phase.MOVEMENT


@pytest.mark.parametrize("line", ["play Roos Belvoir", "heed nothing"])
def test_4_1_the_time_of_who_has_no_card_left_or_watches_no_more_is_over(line: str) -> None:
    game = watched("roos")
    write(game, "p2", line)
    assert asked(game) == [("p1", EVENT)]
    with pytest.raises(Illegal, match=r"you have no time to play cards before .* takes effect"):
        write(game, "p2", "pass")
    write(game, "p2", "standing pass")


def test_4_1_all_who_watch_have_their_time_at_once() -> None:
    game = watched("roos", "hastings")
    assert asked(game) == [("p2", WINDOW), ("p3", WINDOW)]
    write(game, "p3", "pass")
    assert asked(game) == [("p2", WINDOW)]
    write(game, "p2", "pass")
    assert asked(game) == [("p1", EVENT)]


def test_4_1_whether_somebody_is_asked_hangs_on_no_card() -> None:
    """Which one is held makes no difference: a fitting one and one that cannot be played."""
    assert asked(watched("roos")) == asked(watched("marshal_of_england")) == [("p2", WINDOW)]
    assert asked(watched()) == [("p1", EVENT)]


def test_4_1_a_player_says_alone_whether_they_are_asked() -> None:
    s = table()
    hand(s, "p2", "roos")
    game = turned_up(s, BOARD.cards.of_kind(Happening.FREE_MOVE)[-1])
    before = fingerprint(game.state)
    write(game, "p2", "heed events")
    assert s.watching == ["p2"]
    assert asked(game) == [("p1", EVENT)]
    news = next(each.event for each in game.news if each.event.name == "watching")
    assert news.seen_by == frozenset({"p2"})
    write(game, "p2", "heed events")
    assert s.watching == ["p2"]
    write(game, "p2", "heed nothing")
    assert not s.watching
    assert fingerprint(game.state) == before


def test_4_1_of_two_players_each_turn_has_two_cards() -> None:
    """R40 One after the other."""
    s = table(players=2)
    on_top(s, *BOARD.cards.of_kind(Happening.FREE_MOVE)[:2])
    s.phase, s.events_left = Phase.EVENT, 2
    game = at_table(s, event_phase)
    write(game, "p1", "proceed", "proceed")
    assert (s.phase, len(s.players["p1"].free)) == (Phase.MOVEMENT, 2)


def twice_called() -> tuple[State, str, list[str]]:
    """p1 has a Noble whom a card calls to two places."""
    for number, facts in BOARD.cards.events.items():
        offices = [call for call in facts.calls if BOARD.cards.crown[call.who].sort.is_post]
        nobles = [call for call in facts.calls if BOARD.cards.crown[call.who].sort.is_noble]
        titled = [call for call in nobles if BOARD.cards.crown[call.who].title]
        if titled and offices and offices[0].to != titled[0].to:
            s = table()
            put(s, "p1", "field:london_area", titled[0].who, offices[0].who)
            return s, number, [call.to for call in facts.calls if call.who in (titled[0].who, offices[0].who)]
    raise AssertionError("no such card")


def test_4_2_who_is_called_twice_follows_a_standing_order() -> None:
    places = twice_called()[2]
    for place in places:
        s, card, _ = twice_called()
        game = turned_up(s, card)
        write(game, "p1", f"follow {BOARD.places[place].name}", "proceed")
        assert events(game, "called")[0]["place"] == place


def king_called() -> tuple[State, str]:
    """A Noble with the King is called away from two friends."""
    card, _ = raid_on("percy")
    s = table()
    put(s, "p1", "field:london_area", "percy", "henry_vi")
    put(s, "p1", "field:london_area", "roos")
    put(s, "p1", "field:london_area", "stanley")
    return s, card


def test_4_2_who_has_not_said_where_royals_go_is_asked_and_can_say_it_in_the_same_line() -> None:
    """R118, l. 320"""
    s, card = king_called()
    game = turned_up(s, card)
    write(game, "p1", "proceed")
    assert asked(game) == [("p1", GUARD)]
    assert options(game, "p1") == ["stanley", "roos", KEEP]
    write(game, "p1", "guard Roos")
    assert s.royals["henry_vi"].noble == "roos"
    for line, keeper in (("guard Stanley", "stanley"), ("guard none", "percy")):
        s, card = king_called()
        write(turned_up(s, card), "p1", "proceed", line)
        assert s.royals["henry_vi"].noble == keeper


def test_4_2_of_who_says_nothing_the_royals_go_along() -> None:
    """R118: handing them on is something that a player does."""
    s, card = king_called()
    game = turned_up(s, card)
    write(game, "p1", "proceed")
    (question,) = game.open_to("p1")
    assert question.default is not None
    game.answer("p1", question.key, question.default(), subject=question.subject)
    assert (s.royals["henry_vi"].noble, s.royals["henry_vi"].at) == ("percy", s.nobles["percy"].at)


def test_4_2_who_is_called_twice_is_asked_where_he_goes() -> None:
    s, card, places = twice_called()
    game = turned_up(s, card)
    write(game, "p1", "proceed")
    assert asked(game) == [("p1", CALL)]
    assert {*options(game, "p1")} == {*places}
    write(game, "p1", f"follow {BOARD.places[places[1]].name}")
    assert events(game, "called")[0]["place"] == places[1]


def test_4_2_a_standing_guard_says_otherwise() -> None:
    for line, keeper in (("guard Roos", "roos"), ("guard none", "percy")):
        s, card = king_called()
        write(turned_up(s, card), "p1", line, "proceed")
        assert s.royals["henry_vi"].noble == keeper


def test_4_3_nobody_goes_along_on_an_embassy_who_did_not_say_so() -> None:
    """D5"""
    card = next(number for number, facts in BOARD.cards.events.items() if facts.to == "canterbury")
    for lines, spot in (
        ([], "field:york_area"),
        (["escort Roos"], "field:canterbury_area"),
        (["escort all"], "field:canterbury_area"),
    ):
        s = table()
        put(s, "p1", "field:york_area", "grey", "henry_vi")
        put(s, "p1", "field:york_area", "roos")
        write(turned_up(s, card), "p1", *lines, "proceed")
        assert (s.nobles["grey"].at, s.nobles["roos"].at) == ("field:canterbury_area", spot)


def test_4_3_who_can_go_along_on_an_embassy_is_told_how() -> None:
    s = table()
    put(s, "p1", "field:york_area", "grey", "henry_vi")
    put(s, "p1", "field:york_area", "roos")
    put(s, "p1", "field:london_area", "neville")
    s.showing = next(number for number, facts in BOARD.cards.events.items() if facts.to == "canterbury")
    told = 'Who goes along with the King you say with "escort" and names, else nobody: Roos'
    assert told in [str(each) for each in of_event(s, "p1")]
    assert not companions_of(s, "p2")
    s.royals["edward_earl_of_march"].crowned = True
    assert not companions_of(s, "p1")


def storm() -> tuple[State, str]:
    """p1's ship with Roos lies in the Dover Strait; two ports there are as near."""
    s = table()
    put(s, "p1", "aboard:le_rose_piece", "roos", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:dover_strait", "le_rose_piece")
    return s, BOARD.cards.of_kind(Happening.STORMS)[0]


def test_4_4_of_equal_ports_the_ships_owner_is_asked() -> None:
    """R118"""
    s, card = storm()
    game = turned_up(s, card)
    write(game, "p1", "proceed")
    assert asked(game) == [("p1", PORT)]
    write(game, "p1", "port Dover")
    assert s.ships["le_rose_piece"].at == "port:dover"


def test_4_4_of_equal_ports_the_ships_owner_chooses_and_passengers_land_where_they_said() -> None:
    """D6, D33"""
    s, card = storm()
    put(s, "p1", "field:london_area", "pole", "constable_of_dover_castle")
    game = turned_up(s, card)
    write(game, "p1", "port Dover", "ashore Dover", "proceed")
    assert (s.ships["le_rose_piece"].at, s.nobles["roos"].at) == ("port:dover", "in:dover")


def test_4_6_of_equals_who_dies_is_asked_or_was_named() -> None:
    """R118; D7 is what the form offers"""
    card = next(number for number, facts in BOARD.cards.events.items() if facts.towns == ("london",))
    for lines in (["proceed", "sacrifice Roos"], ["sacrifice Roos", "proceed"]):
        s = table()
        put(s, "p1", "in:york", "pole", "constable_of_the_tower")
        put(s, "p1", "in:london", "roos", "bishop_of_norwich")
        put(s, "p1", "in:london", "grey")
        game = turned_up(s, card)
        write(game, "p1", lines[0])
        assert (asked(game), options(game, "p1")) == (
            ([("p1", DIES)], ["grey", "roos"]) if lines[0] == "proceed" else ([("p1", EVENT)], [PROCEED])
        )
        write(game, "p1", lines[1])
        assert {*s.nobles} == {"pole", "grey"}


def test_305_no_order_ahead_closes_the_time_to_play_cards() -> None:
    """L. 305, R80: whoever goes on has seen the card, and so have all others."""
    s = table()
    on_top(s, BOARD.cards.of_kind(Happening.FREE_MOVE)[0])
    s.phase, s.events_left = Phase.EVENT, 1
    game = at_table(s, event_phase)
    with pytest.raises(BadLine):
        write(game, "p1", "standing proceed")
    with pytest.raises(BadLine):
        write(game, "p2", "proceed")
    assert s.phase is Phase.EVENT
