"""What leaves the State: all that lies open to everybody, a hand to its owner alone, and of what is hidden the numbers."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from pbem.engine.decision import Decision, OpenMenu
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.combat import battle
from pbem.games.kingmaker.combat.battle import Battle
from pbem.games.kingmaker.components.draws import draw_to_hand
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Captive, Claim, Peace, State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.prestige import prestige
from pbem.games.kingmaker.preview.facts import facts
from pbem.games.kingmaker.report.factions import faction_view
from pbem.games.kingmaker.report.hand import hand_card
from pbem.games.kingmaker.report.headline import score
from pbem.games.kingmaker.report.map_text import ATLAS
from pbem.games.kingmaker.report.view import ClaimView, view
from pbem.games.kingmaker.setup.start import new_table
from pbem.games.kingmaker.turns import TURN
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from tests.games.kingmaker.random_play import Game
from tests.games.kingmaker.scene import BOARD, DECKS, by_rule, conquer, hand, put

PAGES = ["position.txt.j2", "position.html.j2", "board.txt.j2", "board.html.j2"]
READERS = ["", "red", "blue", "green"]


@pytest.fixture
def s() -> State:
    """Red's Neville stands with Blue's Percy in the field; all have hands."""
    s = new_table(BOARD, ["red", "blue", "green"], non_player=False)
    s.phase, s.round, s.turn, s.event_deck = Phase.COMBAT, 2, 4, list(BOARD.cards.events)
    put(s, "red", "field:york_area", "neville", "marshal_of_england")
    put(s, "red", "in:lathom", "stanley", "bishop_of_durham")
    put(s, "blue", "field:york_area", "percy", "henry_vi")
    put(s, "green", "in:helmsley", "roos")
    hand(s, "red", "landsknechts_1", "earl_of_essex", "talbot")
    hand(s, "blue", "scots_archers_1", "scots_archers_2")
    hand(s, "green", "town_of_ipswich")
    return s


def mixed(s: State, reader: str, seed: int) -> State:
    """The same for `reader`, who cannot see other hands and the decks: they hold other cards, and lie in another order."""
    twin, random = deepcopy(s), Random(seed)  # noqa: S311 - no secret
    others = [player.hand for seat, player in twin.players.items() if seat != reader]
    pool = [card for pile in (*others, twin.crown_deck) for card in pile]
    random.shuffle(pool)
    for pile in (*others, twin.crown_deck):
        pile[:] = [pool.pop() for _ in pile]
    events = [*twin.event_deck, *twin.event_aside, *twin.event_discard]
    random.shuffle(events)
    for each in (twin.event_deck, twin.event_aside, twin.event_discard):
        each[:] = [events.pop() for _ in each]
    return twin


def asked(seat: str, key: str) -> Decision:
    return Decision(seat, key, "turn 4", "?", OpenMenu(list), lambda: None)


def told(s: State, reader: str) -> list[object]:
    """All that reports can say to a reader."""
    keys = [facts(s, asked(reader, key)) for key in (TURN, ADD, EVENT)] if reader else []
    leaves = [ATLAS.place(s, reader, each) for each in (*s.nobles, *s.royals)]
    return [view(s, reader), RULES.reports.picture(s, reader, []), ATLAS.whole(s, reader), leaves, score(s, reader), keys]


@pytest.mark.parametrize("reader", READERS)
def test_1_2_hands_of_others_and_the_order_of_decks_are_nowhere(s: State, reader: str) -> None:
    battle.declare(s, Battle("york_area", ("neville",), "blue"))
    before = told(s, reader)
    for seed in range(5):
        assert told(mixed(s, reader, seed), reader) == before


def test_the_own_hand_is_seen_by_its_owner_alone(s: State) -> None:
    assert [card.id for card in view(s, "red").hand] == ["landsknechts_1", "earl_of_essex", "talbot"]
    assert view(s, "").hand == ()
    assert [faction.hand for faction in view(s, "green").factions] == [3, 2, 1]


def test_all_but_a_reader_s_own_hand_is_unseen_together(s: State) -> None:
    unseen = {reader: view(s, reader).table.unseen for reader in ("", "red", "blue")}
    assert "Landsknechts 1" in unseen["blue"]
    assert "Landsknechts 1" not in unseen["red"]
    assert len(unseen[""]) == len(unseen["red"]) + 3 == len(unseen["blue"]) + 2 == len(s.crown_deck) + 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_event_names_no_card_that_its_reader_cannot_see(players: int) -> None:
    game = Game(players, players)
    s, seen = game.s, 0
    attempt = game.attempt

    def watched(what: str, deed: object) -> bool:
        nonlocal seen
        done = attempt(what, deed)
        for reader in (*s.seats, None):
            hidden = [card for seat, player in s.players.items() if seat != reader for card in player.hand]
            for event in s.events:
                if event.visible_to(reader) and event.name not in PRINTED:
                    assert not names_in(event.data) & {*hidden, *s.crown_deck} or what in MIXES, (event, reader)
                    seen += 1
        return done

    game.attempt = watched
    game.play(10)
    assert seen > 100


PRINTED = ("event", "drawn", "traded")
"""They tell what stands on an Event card, and to two players what they have traded."""
MIXES = ("draw_two", "execute", "event", "battle", "siege", "assault", "battle of a Force", "siege of a Force", "build")
"""Where the discard may be shuffled and drawn from once all have seen what goes into it."""


def names_in(data: object) -> set[str]:
    """All texts in plain data."""
    match data:
        case str():
            return {data}
        case dict():
            return {name for each in (*data.keys(), *data.values()) for name in names_in(each)}
        case list() | tuple():
            return {name for each in data for name in names_in(each)}
    return set()


def test_1_2_11_2_others_are_told_how_many_cards_are_drawn_and_the_player_which(s: State) -> None:
    s.events.clear()
    cards = by_rule(draw_to_hand(s, DECKS, "red", 2, "11.2", "draws"))
    number, which = s.events
    assert (number.name, number.seen_by, number.data) == ("draws", None, {"seat": "red", "number": 2})
    assert (which.name, which.seen_by, which.data["cards"]) == ("drew", {"red"}, cards)


# What each card could do


def test_12_1_a_noble_enters_at_home_and_takes_his_neutral_castles(s: State) -> None:
    uses = hand_card(s, "red", "talbot").uses
    assert uses == ("enters inside Goodrich / inside Sheffield (play Talbot Goodrich)", "takes Goodrich, Sheffield")


def test_12_1_a_card_says_to_whom_it_can_go_or_why_to_nobody(s: State) -> None:
    assert hand_card(s, "red", "landsknechts_1").uses == ("can go to Neville, Stanley (play Landsknechts 1 Neville)",)
    assert hand_card(s, "red", "earl_of_essex").uses == ("can go to Stanley (play Earl of Essex Stanley)",)
    hand(s, "green", "captain_of_calais")
    assert hand_card(s, "green", "captain_of_calais").uses == (
        "cannot be awarded: it takes a Noble with a Title who has no Office yet",
    )
    s.besieged["helmsley"] = "red"
    assert hand_card(s, "green", "town_of_ipswich").uses == ("cannot be awarded now, besieged or at sea: Roos",)
    del s.nobles["roos"]
    assert hand_card(s, "green", "town_of_ipswich").uses == ("cannot be awarded: you have no Noble in play",)


def test_12_3_a_see_says_which_one_it_would_replace(s: State) -> None:
    hand(s, "red", "archbishop_of_york")
    uses = hand_card(s, "red", "archbishop_of_york").uses
    assert "Stanley would lose Bishop of Durham" in uses
    assert "brings the City of York" in uses


def test_12_5_traded_men_are_told_not_to_fight(s: State) -> None:
    s.stamps.traded = ["landsknechts_1"]
    assert "traded: its men do not fight in this turn" in hand_card(s, "red", "landsknechts_1").uses


def test_12_1_a_town_that_somebody_else_holds_is_not_taken(s: State) -> None:
    put(s, "blue", "in:red_castle", "audley")
    hand(s, "red", "duke_of_exeter")
    conquer(s, "exeter", "audley")
    assert hand_card(s, "red", "duke_of_exeter").uses == (
        "can go to Stanley (play Duke of Exeter Stanley)",
        "Exeter is held by Blue",
    )


# Factions


def test_13_5_the_parts_of_the_prestige_make_its_sum(s: State) -> None:
    put(s, "blue", "in:cockermouth", "howard", "archbishop_of_york", "duke_of_exeter")
    s.alliances = [["blue", "green"]]
    for seat in s.seats:
        seen = faction_view(s, seat)
        assert sum(part.points for part in seen.parts) == seen.prestige
        assert sum(part.points for part in seen.shared_parts) == seen.shared
        assert seen.target is not None
        assert seen.missing == max(0, seen.target - seen.shared)
    assert faction_view(s, "blue").target == 18
    assert faction_view(s, "red").target == 13
    assert faction_view(s, "green").has_king
    assert not faction_view(s, "red").has_king


def test_1_4_a_noble_is_told_with_his_men_here_and_without_bonus(s: State) -> None:
    (percy,) = faction_view(s, "blue").nobles
    assert (percy.men, percy.here, percy.where, percy.royals) == (100, 100, "in the field at York", ("Henry VI, King",))
    put(s, "green", "field:york_area", "hastings", "bishop_of_carlisle")
    hastings = faction_view(s, "green").nobles[-1]
    assert (hastings.men, hastings.here) == (10, 40)
    assert (percy.bonus, hastings.bonus) == ("", "40 here with the bonus of Bishop of Carlisle")


def test_1_4_the_position_says_of_which_card_and_where_a_noble_has_more_men(s: State) -> None:
    put(s, "green", "in:harlech", "grey", "chamberlain_of_chester")
    put(s, "green", "field:york_area", "talbot", "warden_of_the_northern_marches")
    told = " ".join(Page(templates_dir()).fill("kingmaker/position.txt.j2", view=view(s, "red")).split())
    assert "here with the bonus of Chamberlain" in told
    assert "(200 more men in: Wales)" in told
    assert told.count("(100 more men in: North of the Tees)") == 1


# The templates


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("file", PAGES)
def test_whatever_lies_on_the_table_is_told(s: State, file: str, language: str) -> None:
    page = Page(templates_dir()).speaking(language)
    s.captives["howard"] = Captive("green", "red", "york_area", ["landsknechts_2"])
    s.peace, s.claim = Peace("derby_area", "blue"), Claim("blue", 2)
    s.alliances, s.besieged = [["blue", "green"]], {"lathom": "green"}
    s.both, s.showing, s.unplayed = {"red": 3}, s.event_deck[0], ["shrewsbury"]
    battle.declare(s, Battle("york_area", ("neville",), "blue"))
    for reader in READERS:
        assert page.fill(f"kingmaker/{file}", view=view(s, reader)).strip()


def test_13_3_whoever_reads_of_a_claim_is_told_below_what_it_falls_and_when_it_wins(s: State) -> None:
    s.claim = Claim("blue", 2)
    assert view(s, "red").claim == ClaimView("blue", prestige(s, "blue"), 13, 3)
    told = " ".join(Page(templates_dir()).fill("kingmaker/position.txt.j2", view=view(s, "red")).split())
    assert f"Blue holds the Prestige Victory card with {prestige(s, 'blue')} points. It goes back below 13, and wins" in told
    assert "at the end of their turn of round 3." in told


@pytest.mark.parametrize("players", [2, 5])
def test_random_games_are_told_from_turn_to_turn(players: int) -> None:
    page, game = Page(templates_dir()), Game(3, players)
    for _ in range(5):
        game.turn()
        for file in PAGES:
            assert page.fill(f"kingmaker/{file}", view=view(game.s, game.s.active))


@pytest.mark.parametrize("file", PAGES[:2])
def test_5_8_a_noble_who_has_had_a_free_move_is_not_told_to_have_moved(s: State, file: str) -> None:
    def told() -> str:
        return " ".join(Page(templates_dir()).fill(f"kingmaker/{file}", view=view(s, "red")).split())

    s.stamps.freed = ["neville"]
    assert "has had a Free Move" in told()
    assert "has moved" not in told()
    s.stamps.moved = ["neville"]
    assert "has moved, has had a Free Move" in told()


def test_the_text_names_the_fight_the_hand_and_what_is_missing(s: State) -> None:
    battle.declare(s, Battle("york_area", ("neville",), "blue"))
    text = " ".join(Page(templates_dir()).fill("kingmaker/position.txt.j2", view=view(s, "red")).split())
    assert "Battle at York: Neville of Red with 150 men against Percy with 100." in text
    assert "RED (your Faction): prestige 1 of 13, 12 missing, no King" in text
    assert "Landsknechts 1: Mercenaries; 10 men - can go to Neville, Stanley (play Landsknechts 1 Neville)" in text
    assert "Scots Archers" not in text
