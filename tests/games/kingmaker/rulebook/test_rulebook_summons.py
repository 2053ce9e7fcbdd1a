"""The rulebook on Embassies, Parliaments, sieges and ransom, paragraph by paragraph (l. 327-331, 449-505)."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap, arg-type"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally
from pbem.games.kingmaker.combat.captives import execute, ransom
from pbem.games.kingmaker.combat.siege import Siege, siege
from pbem.games.kingmaker.components.ids import NobleId, Phase
from pbem.games.kingmaker.components.state import Captive, Claim, Peace, Ship, State
from pbem.games.kingmaker.events.embassy import embassy, may_accompany
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.parliament import award_one, may_call, summons
from pbem.games.kingmaker.prestige import may_claim
from tests.games.kingmaker.chapters.test_combat_6 import BAD_WEATHER, black
from tests.games.kingmaker.chapters.test_parliament_7 import called, sits
from tests.games.kingmaker.scene import BOARD, DECKS, by_rule, conquer, on_top, put, table


def allied_four(phase: Phase) -> State:
    """p1 and p3 of four are allied."""
    s = table(phase, players=4)
    s.head_claimed = True
    ally(s, ["p1", "p3"])
    return s


# Embassies (l. 327-331)


@pytest.mark.parametrize("spot", ["in:york", "field:calais_area", "field:anglesey_area", "aboard:le_rose_piece"])
def test_330_a_king_besieged_overseas_or_at_sea_stays(spot: str) -> None:
    s = table(Phase.EVENT)
    put(s, "p1", "field:york_area", "roos", "city_of_york", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:dover_strait", "le_rose_piece")
    put(s, "p1", spot, "grey", "henry_vi")
    s.besieged["york"] = "p2"
    assert not embassy(s, "canterbury", ())["effect"]
    assert s.nobles["grey"].at == spot


def test_329_allies_in_the_same_spot_may_go_along_and_nobody_else() -> None:
    s = allied_four(Phase.EVENT)
    put(s, "p1", "field:york_area", "grey", "henry_vi")
    put(s, "p3", "field:york_area", "roos")
    put(s, "p2", "field:york_area", "pole")
    put(s, "p3", "field:london_area", "howard")
    assert may_accompany(s, "grey") == ["roos"]
    for other in ("pole", "howard"):
        with pytest.raises(Illegal, match="no friend in the same spot"):
            embassy(s, "canterbury", (other,))
    embassy(s, "canterbury", ("roos",))
    assert (s.nobles["roos"].at, s.royals["henry_vi"].at) == ("field:canterbury_area", "field:canterbury_area")


def test_328_a_besieged_place_is_not_entered() -> None:
    s = table(Phase.EVENT)
    put(s, "p1", "field:york_area", "grey", "henry_vi")
    put(s, "p1", "field:london_area", "pole", "archbishop_of_canterbury")
    s.besieged["canterbury"] = "p2"
    embassy(s, "canterbury", ())
    assert s.nobles["grey"].at == "field:canterbury_area"


# Parliament (l. 496-505)


def test_505_nobody_calls_while_they_or_an_ally_hold_the_prestige_victory_card() -> None:
    s = allied_four(Phase.PARLIAMENT)
    put(s, "p1", "field:kendal_area", "neville", "henry_vi")
    s.clamours = ["E084"]
    for holder, can in (("p1", False), ("p3", False), ("p2", True)):
        s.claim = Claim(holder, 2)
        assert may_call(s) is can
    s.claim, s.peace = None, Peace("kendal_area", "p2")
    assert not may_claim(s, "p1")


def test_499_no_ally_is_summoned() -> None:
    s = allied_four(Phase.PARLIAMENT)
    put(s, "p1", "field:kendal_area", "neville", "henry_vi")
    put(s, "p3", "field:london_area", "howard")
    put(s, "p2", "field:york_area", "pole")
    s.clamours = ["E084"]
    assert summons(s) == ["pole"]


def test_496_while_there_is_a_sole_king_no_chancellor_calls() -> None:
    for crowned, can in ((True, False), (False, True)):
        s = table(Phase.PARLIAMENT)
        put(s, "p2", "field:york_area", "pole", "henry_vi")
        put(s, "p1", "field:kendal_area", "neville", "chancellor_of_england")
        s.clamours, s.players["p1"].chancellors = ["E084"], ["E088"]
        s.royals["henry_vi"].crowned = crowned
        assert may_call(s) is can


def test_500_royals_come_with_their_nobles() -> None:
    s = called()
    put(s, "p2", "field:london_area", "mowbray", "edward_of_westminster")
    sits(s, p2=("mowbray",))
    assert s.royals["edward_of_westminster"].at == "field:kendal_area"


def test_501_who_is_inside_a_castle_of_the_area_attends_where_he_is_unless_besieged() -> None:
    castle = next(place for place, facts in BOARD.places.items() if facts.area == "tattershall_area" and facts.fortified)
    for besieged in (False, True):
        s = called()
        s.nobles["neville"].at = s.royals["henry_vi"].at = "field:tattershall_area"
        put(s, "p2", f"in:{castle}", "cromwell")
        if besieged:
            s.besieged[castle] = "p1"
            with pytest.raises(Illegal, match="cannot attend"):
                sits(s, p2=("cromwell",))
        else:
            sits(s, p2=("cromwell",))
            assert s.parliament is not None
            assert ("cromwell" in s.parliament.attending, s.nobles["cromwell"].at) == (True, f"in:{castle}")


@pytest.mark.parametrize("spot", ["field:london_area", "in:helmsley", "aboard:le_rose_piece"])
def test_503_awards_go_to_anybody_but_who_is_besieged_or_at_sea(spot: str) -> None:
    s = called()
    put(s, "p3", "field:london_area", "roos", "le_rose")
    s.ships["le_rose_piece"] = Ship("sea:dover_strait", "le_rose_piece")
    put(s, "p3", spot, "howard")
    for besieger in ("percy", "mowbray"):
        put(s, "p2", f"field:{BOARD.places['helmsley'].area}", besieger)
    s.besieged["helmsley"] = "p2"
    sits(s)
    if spot == "field:london_area":
        award_one(s, "earl_of_essex", "howard")
        award_one(s, "marshal_of_england", "howard")
        assert s.nobles["howard"].cards == ["earl_of_essex", "marshal_of_england"]
    else:
        with pytest.raises(Illegal, match="cannot hold"):
            award_one(s, "earl_of_essex", "howard")


# Sieges (l. 449-481)


def before_helmsley(*attackers: str) -> State:
    """p1's Nobles before Roos's castle, in which he is."""
    s = table(Phase.COMBAT)
    for noble in attackers:
        put(s, "p1", f"field:{BOARD.places['helmsley'].area}", noble)
    put(s, "p2", "in:helmsley", "roos")
    return s


def test_456_a_place_stays_besieged_in_bad_weather_again_and_falls_later() -> None:
    s = before_helmsley("percy", "mowbray")
    for card, result, besieged in (
        (BAD_WEATHER, "bad_weather", True),
        (BAD_WEATHER, "bad_weather", True),
        ("", "captured", False),
    ):
        on_top(s, card or black("majority", lists=("percy", "mowbray", "roos")))
        s.stamps.attacked, s.stamps.targets, s.stamps.earlier_attacked, s.stamps.cards_attacked = [], [], [], []
        outcome = by_rule(siege(s, Siege("helmsley", ("percy", "mowbray")), DECKS))
        assert (outcome.result, "helmsley" in s.besieged) == (result, besieged)


def test_460_the_odds_on_the_card_do_not_matter() -> None:
    s = before_helmsley("percy", "mowbray")
    on_top(s, black("4-1", lists=("percy", "mowbray", "roos")))
    assert by_rule(siege(s, Siege("helmsley", ("percy", "mowbray")), DECKS)).result == "captured"


def test_480_the_siege_ends_when_the_besiegers_are_called_away() -> None:
    s = before_helmsley("percy", "mowbray")
    s.besieged["helmsley"] = "p1"
    settle(s)
    assert s.besieged == {"helmsley": "p1"}
    for noble in ("percy", "mowbray"):
        s.nobles[noble].at = "field:london_area"
    settle(s)
    assert s.besieged == {}


# Ransom (l. 489-491)


def captive(*cards: str) -> State:
    """Percy of p2 is p1's captive at York, where Neville stands."""
    s = table(Phase.POLITICS)
    put(s, "p1", "field:york_area", "neville", "bishop_of_lincoln")
    put(s, "p2", "field:york_area", "percy", *cards)
    unit = s.nobles.pop(NobleId("percy"))
    s.captives["percy"] = Captive("p2", "p1", "york_area", unit.cards)
    settle(s)
    return s


def test_489_who_is_ransomed_stands_before_a_home_castle_that_is_an_enemys() -> None:
    s = captive()
    home = s.facts("percy").places[0]
    conquer(s, home, "neville")
    ransom(s, "percy", home, {})
    assert s.nobles["percy"].at == f"field:{BOARD.places[home].area}"


def test_490_491_posts_fill_chancery_and_the_rest_is_the_victors() -> None:
    s = captive("marshal_of_england", "le_rose", "bishop_of_carlisle", "city_of_york", "major_battle_1")
    by_rule(execute(s, ["percy"], {}, DECKS))
    assert "marshal_of_england" in s.chancery
    assert set(s.nobles["neville"].cards) == {"bishop_of_lincoln", "le_rose", "city_of_york"}
    assert {"percy", "bishop_of_carlisle"} <= set(s.crown_discard)
    assert "major_battle_1" in s.display
