"""What players write and are told in a late position, by letter alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Card, EventCard, NobleId, Phase, RoyalId
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import State
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from tests.games.kingmaker.by_letter import PLAYERS, of
from tests.games.kingmaker.late import late
from tests.games.kingmaker.scene import on_top
from tests.support.conversation import Conversation, offered

CALLS_SCROPE = "E032"
MARGARET, SCROPE, CLIFFORD = RoyalId("margaret_of_anjou"), NobleId("scrope"), NobleId("clifford")


def keeper(talk: Conversation) -> NobleId | None:
    """With whom Margaret is."""
    state: State = talk.table().state
    return state.royals[MARGARET].noble


def raided(folder: Path) -> Conversation:
    """The card of Red's turn calls Scrope, with whom Margaret is, away from two friends."""
    return late(folder, lambda s: on_top(s, EventCard(CALLS_SCROPE)))


def test_who_is_called_away_with_a_royal_is_said_before_and_where_it_goes_in_the_same_line(tmp_path: Path) -> None:
    """R118"""
    talk = raided(tmp_path)
    told = 'Margaret of Anjou is with Scrope: write "guard" and one of these, or "guard none": Mowbray, Clifford'
    assert told in of("red", talk.opening)
    assert told in of("red", talk.write("red", "preview\nproceed"))
    assert "guard Clifford" in of("red", talk.write("red", "proceed; guard Clifford"))
    assert keeper(talk) == CLIFFORD


PREVIEWED = "preview\nmove Mowbray Skipton"
PLACE_OF = "Mowbray of Red moves from Lancaster into Skipton"


def about(subject: str) -> Callable[[EmailMessage], object]:
    """A letter with this Subject, and no other sign of what it answers."""
    return lambda message: message.replace_header("Subject", subject)


def test_ok_to_a_preview_that_only_its_subject_names_sends_the_previewed_lines(tmp_path: Path) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    (preview,) = talk.write("red", PREVIEWED)
    assert PLACE_OF in of("red", talk.write("red", "ok", change=about(f"AW: {preview.subject}")))


@pytest.mark.parametrize(
    "letter",
    [
        "ok\noffer Carl: I promise peace until round 9",
        "offer Carl: I promise peace until round 9\n\nok",
        "ok\ntell Carl: Off I go.",
    ],
)
def test_ok_beside_an_offer_or_a_message_sends_the_previewed_lines_too(tmp_path: Path, letter: str) -> None:
    """They are no orders of the turn, and answer nothing that the form answers."""
    talk = late(tmp_path)
    talk.write("red", "proceed")
    (preview,) = talk.write("red", PREVIEWED)
    told = of("red", talk.write("red", letter, change=about(f"AW: {preview.subject}")))
    assert PLACE_OF in told
    assert "sends the form only if" not in told
    assert re.search(r"offer \d+ to Green: Red promises|sent to Green", told)


def test_ok_beside_a_refused_offer_sends_the_previewed_lines_as_they_were_shown(tmp_path: Path) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    (preview,) = talk.write("red", PREVIEWED)
    told = of("red", talk.write("red", "offer Carl: Nonsense\nok", change=about(f"AW: {preview.subject}")))
    assert "that is nothing to agree on in this game" in told
    assert PLACE_OF in told


def test_ok_that_could_answer_two_mails_sends_neither_and_is_told_so(tmp_path: Path) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    (preview,) = talk.write("red", PREVIEWED)
    told = "your letter does not say which mail it answers"
    assert told in of("red", talk.write("red", "ok", change=about("orders")))
    talk.write("red", PREVIEWED)
    talk.write("red", "preview\nmove Scrope Skipton")
    mails = talk.write("red", "ok", change=about(f"Re: {preview.subject}"))
    assert told in of("red", mails)
    assert PLACE_OF not in of("red", mails)


def test_ok_without_any_sign_sends_the_form_of_the_only_mail_that_it_can_answer(tmp_path: Path) -> None:
    talk = raided(tmp_path)
    talk.write("red", "proceed")
    talk.write("red", "help guard")
    talk.write("red", "ok", change=about(""))
    assert keeper(talk) == SCROPE


@pytest.mark.parametrize(
    ("line", "phase"),
    [
        ("encamp", Phase.COMBAT),
        ("I encamp.", Phase.COMBAT),
        ("lagere", Phase.COMBAT),
        ("forbear", Phase.PARLIAMENT),
        ("verzichte", Phase.PARLIAMENT),
    ],
)
def test_movement_ends_without_an_attack_by_a_plain_word_that_the_question_names(
    tmp_path: Path, line: str, phase: Phase
) -> None:
    """R83"""
    talk = late(tmp_path)
    assert 'Movement comes first; an attack ends it, "encamp" does too.' in of("red", talk.write("red", "proceed"))
    mails = talk.write("red", f"move Mowbray Skipton; {line}")
    assert PLACE_OF in of("red", mails)
    assert talk.table().state.phase is phase


@pytest.mark.parametrize("line", ["part", "Leave the Alliance", "verlasse das Bündnis", "verlasse die Allianz"])
def test_an_alliance_is_left_in_plain_words(tmp_path: Path, line: str) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed\ndone")
    assert "Red leaves the Alliance" in of("red", talk.write("red", line))


@pytest.mark.parametrize("slip", ["asent yes", "assent yse"])
def test_a_line_that_corrects_a_slip_is_in_the_form_once(tmp_path: Path, slip: str) -> None:
    """A second one would be kept for the rest of the round."""
    talk = late(tmp_path)
    talk.write("red", "proceed\nlead Greystoke against Blue")
    mails = talk.write("green", f"{slip}\nassent yes")
    assert offered(next(mail for mail in mails if mail.to == PLAYERS["green"].address)) == "assent yes"


def with_hand(s: State, *cards: str) -> None:
    """Red holds these Crown cards."""
    s.crown_deck = [card for card in s.crown_deck if card not in cards]
    s.players["red"].hand += map(Card, cards)


@pytest.mark.parametrize(
    ("card", "line"),
    [("bishop_of_carlisle", "play Bishop of Carlisle Scrope"), ("scots_archers_1", "play Scots Archers 1 Scrope")],
)
def test_award_of_a_card_in_hand_plays_it(tmp_path: Path, card: str, line: str) -> None:
    talk = late(tmp_path, lambda s: with_hand(s, card))
    talk.write("red", "proceed\ndone")
    award = line.replace("play", "award")
    mails = talk.write("red", award)
    assert f"{award} -> {line}" in of("red", mails)
    assert card not in talk.table().state.players["red"].hand


def test_award_of_a_card_in_hand_is_refused_where_none_is_played_now(tmp_path: Path) -> None:
    talk = late(tmp_path, lambda s: with_hand(s, "bishop_of_carlisle"))
    mails = talk.write("blue", "award Bishop of Carlisle Scrope")
    assert "-> play" not in of("blue", mails)
    mails = talk.write("red", "standing award Bishop of Carlisle Scrope")
    assert 'one of your hand is played: "play CARD NOBLE"' in of("red", mails)


@pytest.mark.parametrize("heading", ["", "turn: "])
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_word_of_the_set_up_is_refused_by_name_later(tmp_path: Path, heading: str, seat: str) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    for line in ("place Mowbray in Framlingham", "drop Scots Archers 1"):
        mails = talk.write(seat, heading + line)
        assert "it is a word of the set-up" in of(seat, mails)
        assert "kept" not in of(seat, mails)


def test_of_two_cards_with_one_name_the_one_in_hand_is_meant_and_of_two_in_hand_is_asked(tmp_path: Path) -> None:
    talk = late(tmp_path, lambda s: with_hand(s, "scots_archers_1", "flemish_crossbowmen_1", "flemish_crossbowmen_2"))
    talk.write("red", "proceed")
    assert "add Scots Archers 1 Mowbray (kept" in of("red", talk.write("red", "add Scots Archers Mowbray"))
    asked = of("red", talk.write("red", "add Flemish Crossbowmen Mowbray"))
    assert '"flemish crossbowmen" can mean Flemish Crossbowmen 1 or Flemish Crossbowmen 2' in asked


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("attack Blue Lancaster with Force", '"lead Greystoke against Blue"'),
        ("attack Blue with the Force", '"lead Greystoke against Blue"'),
        ("besiege Lancaster with Force", '"lead Greystoke against Lancaster"'),
        ("attack Grey", 'name the player whom you attack, and the Area: "attack Blue Lancaster"'),
        ("entrust Margaret, Henry Mowbray", '"entrust Margaret of Anjou Mowbray; entrust Henry VI Mowbray"'),
        (
            "entrust Margaret to Mowbray and Henry to Clifford",
            '"entrust Margaret of Anjou Mowbray; entrust Henry VI Clifford"',
        ),
    ],
)
def test_a_line_that_is_written_otherwise_is_refused_with_the_right_one(tmp_path: Path, line: str, told: str) -> None:
    talk = late(tmp_path, lambda s: attach(s, RoyalId("henry_vi"), SCROPE))
    talk.write("red", "proceed")
    assert told in of("red", talk.write("red", line))


@pytest.mark.parametrize("word", ["force", "leave", "alliance", "Bündnis", "loan", "Durchzug", "ransom", "Tausch"])
def test_each_word_of_agreements_has_a_help(tmp_path: Path, word: str) -> None:
    talk = late(tmp_path)
    assert "is not a word of this game" not in of("red", talk.write("red", f"help {word}"))


@pytest.mark.parametrize(
    "line",
    [
        "standing accept Carl bis Runde 6: I give Berwick to Green",
        "offer Carl bis Ende der Runde 5: ich schenke Berwick an Green",
        "Angebot Carl until round 6: ich gebe Berwick an Green",
        "biete Carl: Durchzug für Green durch Berwick bis Ende der Runde 5",
    ],
)
def test_limits_of_agreements_are_read_in_both_languages(tmp_path: Path, line: str) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    assert "until round 6" in of("red", talk.write("red", line))


def test_an_offer_behind_an_order_is_offered_with_all_its_clauses_or_not_at_all(tmp_path: Path) -> None:
    talk = late(tmp_path)
    mails = talk.write("red", "proceed; offer Carl: I give Berwick to Green; Green grants me passage of Rye until round 4")
    both = "Red gives the place Berwick to Green; Green grants Red passage of Rye until round 4"
    assert both in of("green", mails)
    assert "Storms at Sea has no effect" in of("red", mails)
    mails = talk.write("red", "move Mowbray Skipton; offer Carl: I give Coventry to Green; move Scrope York")
    assert PLACE_OF in of("red", mails)
    assert "nothing is offered" in of("red", mails)
    assert not of("green", mails)


PASSAGE = "offer Carl: I grant Green passage of Coventry until round 5; I give Berwick to Green"
GRANTED = "Red grants Green passage of Coventry until round 5"


def test_an_offer_is_said_once_in_full_and_then_by_its_number_and_first_clause(tmp_path: Path) -> None:
    talk = late(tmp_path)
    mine = of("red", talk.write("red", PASSAGE))
    assert mine.count("Red gives the place Berwick to Green") == 1
    again = of("red", talk.write("red", "proceed"))
    assert f"offer 2): {GRANTED} (a promise, which binds nobody); and 1 more" in again
    assert "Red gives the place Berwick to Green" in of("red", talk.write("red", "status"))
    refused = of("green", talk.write("green", "refuse 2"))
    assert "Green does not agree" not in refused


@pytest.mark.parametrize("line", ["standing let Green pass Coventry", "standing let all pass all"])
def test_a_grant_that_a_standing_order_keeps_says_so_to_its_player_alone(tmp_path: Path, line: str) -> None:
    talk = late(tmp_path)
    talk.write("red", f"proceed\n{line}")
    talk.write("red", PASSAGE)
    accepted = talk.write("green", "accept 2")
    assert "Now: your standing order 1 does it." in of("red", talk.write("red", "status"))
    assert "standing order 1 does it" not in of("green", accepted)
    assert 'Red lets them pass by the line "standing let Green pass Coventry"' in of("green", accepted)


def test_a_promise_is_said_once_with_the_line_that_does_it_and_then_by_its_number(tmp_path: Path) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    talk.write("red", PASSAGE)
    accepted = of("green", talk.write("green", "accept 2"))
    assert 'Red lets them pass by the line "standing let Green pass Coventry"' in accepted
    later = of("green", talk.write("green", "heed events"))
    assert 'Promised in agreement 2 ("status" tells what)' in later
    assert GRANTED not in later
    assert GRANTED in of("green", talk.write("green", "status"))


def test_a_german_story_is_german_throughout() -> None:
    """Factions are called as in all mails, and a round is no English one."""
    german = Page(templates_dir(), language="de").words.gettext
    assert german("Round") == "Runde"
    assert [german(name) for name in ("Red", "Blue", "Green", "Yellow", "Purple")] == [
        "Red",
        "Blue",
        "Green",
        "Yellow",
        "Purple",
    ]


def test_an_order_behind_a_message_is_neither_told_nor_passed_over(tmp_path: Path) -> None:
    talk = late(tmp_path)
    talk.write("red", "proceed")
    mails = talk.write("red", "tell Carl: I leave you alone; move Mowbray Skipton")
    assert '"move Mowbray Skipton" in it is not carried out' in of("red", mails)
    assert "leave you alone" not in of("green", mails)
    mails = talk.write("red", "move Mowbray Skipton; tell Carl: I leave you alone")
    assert PLACE_OF in of("red", mails)
    assert "it is not sent: a message stands on a line of its own" in of("red", mails)
    assert "leave; see you" in of("green", talk.write("red", "tell Carl: I leave; see you"))


def test_who_says_nothing_of_a_royal_is_asked_and_loses_none(tmp_path: Path) -> None:
    """R118"""
    talk = raided(tmp_path)
    asked = of("red", talk.write("red", "proceed"))
    assert 'Scrope is called away: who takes Margaret of Anjou? With "guard none" they go along.' in asked
    talk.write("red", "guard none")
    assert keeper(talk) == SCROPE
