"""Lines that name what could be attacked, discarded or condemned, and order nothing of the kind: a name alone, somebody else
who does it, and what is kept.
"""

from __future__ import annotations

import pytest

from tests.letters.natural.position import position
from tests.letters.natural.reading import effect


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("attack", "Red in Lincoln"),
        ("attack", "Red attacks Lincoln"),
        ("attack", "Red attacks!"),
        ("attack", "Rot greift Lincoln an"),
        ("end", "Stanley, of course"),
        ("end", "Stanley discards Courtenay"),
        ("end", "Blue shows Stanley"),
        ("office", "The Marshal of England, please"),
        ("captive", "Grey kills time"),
        ("captive", "Scrope hands over the Town of Coventry"),
        ("office", "Clifford outside, Berkeley inside"),
    ],
)
def test_who_is_named_is_not_who_it_is_done_to(at: str, line: str) -> None:
    assert effect(position("kingmaker", at), [line]).is_nothing


def test_what_is_kept_is_not_shown_to_be_discarded() -> None:
    found = effect(position("kingmaker", "office"), ["Keep the Marshal"])
    assert found.is_nothing
    assert "discard Treasurer of England" in found.suggested
    assert "discard Marshal of England" not in found.suggested


@pytest.mark.parametrize(
    ("at", "line", "did"),
    [
        ("attack", "Rot bei Lincoln angreifen", "attack red lincoln_area"),
        ("siege", "I attack Blue", "attack blue lincoln_area"),
        ("captive", "Mowbray hands Coventry to Scrope", "transfer town_of_coventry scrope"),
        ("captive", "Cromwell shall be executed", "condemn cromwell"),
        ("office", "I keep the Marshal and discard the other one.", "discard treasurer_of_england"),
        ("office", "Both Clifford and Berkeley step outside.", "outside berkeley_noble"),
        ("march", "Cromwell and Grey both move to Lincoln", "move grey field:lincoln_area"),
    ],
)
def test_what_is_said_otherwise_is_done(at: str, line: str, did: str) -> None:
    assert any(did in each for each in effect(position("kingmaker", at), [line]).did)


@pytest.mark.parametrize(
    ("game", "at", "line"),
    [
        ("richard_iii", "sail", "Suffolk recruits in Oxford"),
        ("richard_iii", "land", "York Church recruits"),
        ("kingmaker", "end", "Stanley plays in Lathom"),
        ("kingmaker", "end", "Stanley shows Blue"),
        ("kingmaker", "attack", "Ship of Ipswich transfers"),
        ("warriors_of_england", "choose", "Stanley chooses"),
        ("warriors_of_england", "choose", "Stanley hires"),
        ("warriors_of_england", "draft", "Edward IV gives"),
        ("warriors_of_england", "draft", "Returns Clarence"),
        ("warriors_of_england", "campaign", "Returns Clarence"),
        ("warriors_of_england", "intrigue", "Grey of Ruthin intrigues"),
        ("warriors_of_england", "place", "Southwick places"),
        ("warriors_of_england", "trial", "Stanley tries"),
        ("warriors_of_england", "york_draws", "Clarence takes"),
        ("warriors_of_england", "five_impulses", "Stanley's march to Ireland"),
        ("plantagenet", "assign", "Somerset assigns"),
        ("plantagenet", "pay", "Norfolk and Essex pay for it"),
        ("plantagenet", "command", "Calais pays tax"),
        ("plantagenet", "jasper_commands", "Pembroke marches"),
        ("plantagenet", "approach", "Jasper fights in exile"),
        ("plantagenet", "levy", "The King goes first"),
        ("plantagenet", "henry_levies", "King Henry goes first"),
    ],
)
def test_who_does_something_is_not_whom_or_where_it_is_done_to(game: str, at: str, line: str) -> None:
    assert effect(position(game, at), [line]).is_nothing


@pytest.mark.parametrize(
    ("game", "at", "line", "did"),
    [
        ("richard_iii", "sail", "Recruit Suffolk in Oxford", "recruit suffolk_y oxford"),
        ("kingmaker", "end", "Stanley comes in at Lathom", "play stanley in:lathom"),
        ("kingmaker", "late_turn", "The Calais Ship sails for the Strait of Dover.", "sail calais_ship"),
        ("warriors_of_england", "choose", "We choose Stanley", "stanley"),
        ("warriors_of_england", "five_impulses", "Stanley's men march to Ireland", "march stanley ireland"),
        ("plantagenet", "jasper_commands", "To Pembroke marches Jasper", "march pembroke"),
        ("plantagenet", "jasper_commands", "Jasper marches Pembroke", "march pembroke"),
        ("plantagenet", "approach", "Jasper fights, no exile", "exile harlech: []"),
        ("plantagenet", "henry_levies", "Somerset goes first", "muster somerset_1"),
    ],
)
def test_whom_and_where_it_is_done_to_is_told(game: str, at: str, line: str, did: str) -> None:
    assert any(did in each for each in effect(position(game, at), [line]).did)


def test_what_is_shown_may_name_first_where_it_leads() -> None:
    assert "march Pembroke" in effect(position("plantagenet", "jasper_commands"), ["Pembroke marches"]).suggested


@pytest.mark.parametrize(
    ("game", "at", "line", "did"),
    [
        ("warriors_of_england", "south_midlands", "Arundel goes back to Southwest", "withdraw southwest"),
        ("warriors_of_england", "stand_or_go", "Buckingham runs to London", "withdraw london"),
        ("warriors_of_england", "stand_or_go", "back to London with Buckingham", "withdraw london"),
        ("warriors_of_england", "two_losses", "take 2 from Somerset", '{"somerset": 2}'),
        ("warriors_of_england", "two_losses", "Both hits on Somerset.", '{"somerset": 2}'),
        ("plantagenet", "plan", "My four cards: York, York, March, pass", '["york", "york", "march", "pass"]'),
        ("plantagenet", "march_commands", "parley Hereford, afterwards supply from Ludlow", "supply ludlow"),
        ("richard_iii", "york_two_left", "Norfolk sails round to Middlesex", "sail norfolk_y middlesex"),
        ("warriors_of_england", "york_draws", "I would like to take Clarence, if that is possible", "take clarence"),
    ],
)
def test_who_goes_back_and_what_is_counted_is_told_in_other_words(game: str, at: str, line: str, did: str) -> None:
    assert any(did in each for each in effect(position(game, at), [line]).did)


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("south_midlands", "Somerset and Buckingham fall back to West Midlands."),
        ("south_midlands", "Somerset: withdraw West Midlands"),
        ("stand_or_go", "I go to London"),
        ("stand_or_go", "I am off to London"),
        ("stand_or_go", "going to East"),
        ("stand_or_go", "Henry VI comes to London"),
    ],
)
def test_others_and_who_only_says_where_they_go_do_not_withdraw(at: str, line: str) -> None:
    assert effect(position("warriors_of_england", at), [line]).is_nothing
