"""A turn by letter: what each side is told of the other's blocks."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.game import RULES
from pbem.lab.leaks.run import HuntSettings, leaktest
from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.moderator.core.setups import LANGUAGE, load_setup
from pbem.moderator.reports.public_report import write_public_report
from pbem.resources import scenarios_dir
from tests.support.conversation import Conversation, to


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.once("cards", lambda talk: [*talk.write("york", "card 4"), *talk.write("lancaster", "card 4")])
    return talk


MOVES = """
sail March Kent
sail Warwick Kent
sail Earl of Salisbury Kent by north sea
recruit Norwich Levy East Anglia
done
"""


def test_moves_are_told_by_number(talk: Conversation) -> None:
    mails = talk.write("york", MOVES)
    theirs = to("lancaster", mails).flat
    assert "2 blocks Calais - English Channel - Kent" in theirs
    assert "KENT: 3 blocks of York" in theirs
    assert not any(name in theirs for name in ("Earl of March", "Earl of Warwick", "Norwich Levy"))
    assert "Earl of March from Calais to Kent" in to("york", mails).flat


def test_pages_show_no_markup_as_text(talk: Conversation) -> None:
    page = to("york", talk.write("york", MOVES)).html
    assert "Your pool: <b>" in page
    assert "&lt;" not in page


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("map kent", "Kent; major port; cathedral of Canterbury; feeds 4 blocks"),
        ("help lord stanley", "Noble of Lancaster; B2; full strength 4; loyalty number 1"),
        ("help force march", "its blocks march up to three areas"),
    ],
)
def test_what_stands_on_map_blocks_and_cards_can_be_asked(talk: Conversation, asked: str, told: str) -> None:
    assert told in to("york", talk.write("york", asked)).flat


def test_orders_can_be_written_in_german(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.write("york", "Karte 4 AP")
    talk.write("lancaster", "karte 4")
    told = to("york", talk.write("york", "verschiffe Warwick nach Kent\nrekrutiere Norwich Levy East Anglia\nfertig")).flat
    assert "Your blocks sail: Earl of Warwick from Calais to Kent" in told
    assert "You recruit: Norwich Levy in East Anglia" in told


def test_orders_for_battles_in_the_same_letter_come_in_time(talk: Conversation) -> None:
    talk.write("york", MOVES)
    mails = talk.write("lancaster", "march Henry VI Kent\nretreat middlesex if round over 1\ncharge if chance 1%\ndone")
    told = to("lancaster", mails).flat
    assert "Battle in Kent: Lancaster attacks" in told
    assert "Lancaster: Henry VI 4." in told


def test_a_line_that_is_not_open_says_why(talk: Conversation) -> None:
    (mail,) = talk.write("york", "recruit Duke of Clarence Kent")
    assert "is not in your pool" in mail.flat
    (mail,) = talk.write("york", "march York Kent")
    assert "Ireland has no border by land: sail from there" in mail.flat


def test_a_march_with_where_it_begins_is_refused_with_the_right_line(talk: Conversation) -> None:
    talk.write("york", "done")
    (mail,) = talk.write("lancaster", "march Henry VI Middlesex Kent")
    assert "name only where Henry VI goes, and not from where: march Henry VI Kent" in mail.flat


LANDED = """
sail March Kent
sail Warwick Kent
sail Earl of Salisbury Sussex
sail Earl of Kent Sussex
done
card 3
"""


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("Warwick and March to Middlesex", ["March", "Warwick"]),
        ("March and Warwick to Middlesex", ["March", "Warwick"]),
        ("March und Warwick nach Middlesex", ["March", "Warwick"]),
        ("March, Warwick and Salisbury to Middlesex", ["March", "Salisbury", "Warwick"]),
        ("March, Warwick to Middlesex", ["March", "Warwick"]),
        ("march March, Salisbury Middlesex", ["March", "Salisbury"]),
    ],
)
def test_of_several_blocks_on_a_line_all_go(talk: Conversation, line: str, who: list[str]) -> None:
    talk.write("york", LANDED)
    talk.write("lancaster", "done\ncard 2")
    flat = to("york", talk.write("york", line)).flat
    assert sorted(re.findall(r"-> march Earl of (\w+) Middlesex", flat)) == who


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Warwick to Middlesex, March", '"warwick" is a name: write what is done'),
        (
            "March and Salisbury and Rutland go to Middlesex",
            '"march" is an order word here, not a name: write a line for each who acts',
        ),
        (
            "march March and Salisbury and Rutland to Middlesex",
            'none of these is carried out, as "march Rutland Middlesex" cannot be',
        ),
        ("Kent: charge", "is a standing order: no name stands in front of it"),
    ],
)
def test_of_two_blocks_on_a_line_none_goes_alone_and_no_name_becomes_a_target(
    talk: Conversation, line: str, told: str
) -> None:
    talk.write("york", LANDED)
    talk.write("lancaster", "done\ncard 2")
    mail = to("york", talk.write("york", line))
    assert told in mail.flat
    assert " ok " not in mail.flat


def test_without_ap_a_second_block_sails_to_the_same_port_only(talk: Conversation) -> None:
    spent = "sail March Northumbria\nsail Warwick Rutland\nsail York Cumbria\nsail Earl of Kent Kent\n"
    mail = to("york", talk.write("york", f"{spent}sail Earl of Salisbury Sussex"))
    assert '"sail earl salisbury sussex" is not open to you now: no AP left' in mail.flat
    assert "ok sail Earl of Salisbury Kent" in to("york", talk.write("york", "sail Earl of Salisbury Kent")).flat


def test_a_card_that_is_not_held_is_never_kept_for_later(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "done\ncard 4\n"))
    assert '"card 4" can never be carried out: you do not hold 4 AP' in mail.flat
    mail = to("lancaster", talk.write("lancaster", "done\ncard 2"))
    assert "card 2 -> card 2 AP" in mail.flat


def test_german_conditions_are_answered_with_those_that_can_be_read(talk: Conversation) -> None:
    told = to("york", talk.write("york", "weiche Kent wenn Runde 2")).flat
    assert '"runde 2" is not a condition known here. Nearest: retreat Kent if round at least 2' in told


def test_an_attack_on_an_area_is_no_charge(talk: Conversation) -> None:
    assert " ok " not in to("york", talk.write("york", "Angriff auf Kent")).flat
    assert "charge Henry VI" in to("york", talk.write("york", "Sturmangriff Henry VI")).flat


def test_a_preview_says_that_it_does_not_try_lines_about_time(talk: Conversation) -> None:
    (mail,) = talk.write("lancaster", "preview\naway 24 Dec to 2 Jan")
    assert "1 ok" not in mail.flat
    assert "✓" not in mail.html
    assert "?? away 24 Dec to 2 Jan -> about time: a preview does not try it" in mail.flat


@pytest.mark.long
def test_nothing_leaks() -> None:
    setup = load_setup(RULES, "1460", scenarios_dir())
    report = leaktest(RULES, [setup], range(4), "r", HuntSettings(twins=3, pictures=False))
    assert report.findings == []


@pytest.fixture
def german(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path, scenario="1460", game="richard_iii", options={LANGUAGE: {"york": "de", "lancaster": "de"}})


ENGLISH = re.compile(r"\b(the|is|your|has|not|and|with|to|feeds|border|loyalty|phase|crown)\b")


@pytest.mark.parametrize(
    "asked", ["", "map", "map kent", "help lord stanley", "help rebel", "help bombard", "standing", "march York Kent"]
)
def test_a_german_letter_holds_no_english(german: Conversation, asked: str) -> None:
    told = to("york", german.write("york", asked))
    lines = re.sub(r'"[^"]*"|The Wars of the Roses', "", f"{told.subject}\n{told.flat}")
    assert ENGLISH.findall(lines.partition("--- ")[0]) == []


@pytest.mark.parametrize(("card", "read"), [("Gewaltmarsch", "force_march"), ("Pest", "plague"), ("Heerschau", "muster")])
def test_cards_areas_and_blocks_have_the_names_of_the_german_rulebook(talk: Conversation, card: str, read: str) -> None:
    state = talk.table().state
    assert card in names(state, read)
    assert "Schottland" in names(state, "scotland")
    assert "Graf von Warwick" in names(state, "warwick_y")
    assert "Walisische Soldtruppen" in names(state, "welsh_mercenary_l")
    line = "segle Graf von Warwick nach Kent"
    talk.write("york", f"preview\n{line}")
    assert "Earl of Warwick" in to("york", talk.write("york", line)).flat


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "march Oxford Kent via Middlesex",
            "1 ok march Oxford Kent via Middlesex -> march Earl of Oxford Kent via Middlesex",
        ),
        (
            "march Oxford Middlesex via Kent",
            "cannot go that way; march Earl of Oxford Middlesex takes another",
        ),
        ("march Henry VI Oxford Leicester", "the end comes first: march Henry VI Leicester via Oxford"),
        ("march Beaumont via Rutland to Essex", "-> march Viscount Beaumont Essex via Rutland"),
        ("march Clifford Derby über South Yorks", "march Lord Clifford Derby via South Yorks"),
    ],
)
def test_where_a_way_leads_and_over_what_are_never_exchanged(talk: Conversation, line: str, told: str) -> None:
    talk.write("york", "done")
    assert told in to("lancaster", talk.write("lancaster", line)).flat


def test_the_players_aid_in_german_explains_every_order_word_in_german(german: Conversation) -> None:
    mail = message_from_bytes(to("york", german.write("york", "help aid")).raw, policy=policy.default)
    aid = {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}
    for content in aid.values():
        assert isinstance(content, bytes)
        told = content.decode()
        assert "Wähle die Karte" in told
        for english in ("Choose the card", "Can be written", "Shows ", "Move a block"):
            assert english not in told
    assert len(aid) == 2


def test_facts_under_a_german_question_are_german(german: Conversation) -> None:
    german.write("york", "card 4")
    german.write("lancaster", "card 3")
    told = to("lancaster", german.write("york", "sail March Kent\nsail Warwick Kent\ndone")).flat
    assert "Henry VI 4: grenzt an Essex, Leicester, Oxford, Kent (2 gegnerische Blocks), Sussex" in told


def test_a_move_without_its_order_word_is_refused_with_what_it_can_mean(talk: Conversation) -> None:
    told = to("york", talk.write("york", "Warwick: Calais-Kent")).flat
    assert "is a name: write what is done" in told
    assert "sail Earl of Warwick Kent" in told
    assert "4 AP left" in told


@pytest.mark.parametrize("line", ["send Warwick by sea to Kent", "Warwick to Kent by sea", "Warwick -> Kent"])
def test_a_piece_and_where_it_goes_are_a_move(talk: Conversation, line: str) -> None:
    told = to("york", talk.write("york", line)).flat
    assert "sail Earl of Warwick Kent" in told
    assert "3 AP left" in told


def test_a_move_may_say_where_it_begins(talk: Conversation) -> None:
    assert "Earl of Warwick is in Calais." in to("york", talk.write("york", "sail Warwick from Ireland to Kent")).flat
    assert "-> sail Earl of Warwick Kent" in to("york", talk.write("york", "sail Warwick from Calais to Kent")).flat


def test_what_is_done_once_can_not_be_forbidden(talk: Conversation) -> None:
    told = to("york", talk.write("york", "never sail Warwick")).flat
    assert '"sail" is not an order that can stand, and none forbids it' in told
    assert "Write it as" not in told


def test_refused_lines_keep_the_heading_that_stood_above_them(talk: Conversation) -> None:
    text = to("york", talk.write("york", "sail Wrwick Kent\ncard 2:\ncard surprize\ncard 2: card piracie")).text
    form = text.replace("\r\n", "\n").partition("--- orders ---\n")[2]
    assert "\nsail Earl of Warwick Kent\n# card:\n# card surprize\n# card 2: card piracie\n" in form


def test_german_help_gives_the_german_names_of_event_cards_beside_the_printed_ones(german: Conversation) -> None:
    told = to("york", german.write("york", "help surprise")).flat
    for both in ("Piraterie (Piracy", "Gewaltmarsch (Force March", "Überraschung (Surprise", "Verrat (Treason"):
        assert both in told
    assert "Heerschau (Muster)" in told
    assert "Pest (Plague)" in told


def test_observers_are_told_what_areas_are(talk: Conversation) -> None:
    with talk.db.reading() as session:
        context = Context(session, talk.desk).of(talk.game())
        told = write_public_report(context.at(load_table(context))).text
    assert "CORNWALL (crown area): Lancaster 2, York 0" in told
    assert "MIDDLESEX (crown area, London): Lancaster 1, York 0" in told
    assert "IRELAND (exile of York): Lancaster 0, York 3" in told
    assert "Warwick" not in told


def test_headings_of_german_help_are_german_on_the_page(german: Conversation) -> None:
    page = to("york", german.write("york", "help")).html
    assert "Jederzeit" in page
    assert "Zeilen, die nur fragen" in page
    assert "Lines that only ask" not in page


@pytest.mark.parametrize("line", ["Shall I sail Warwick to Kent", "Will Warwick sail to Kent", "Would Warwick sail to Kent"])
def test_a_question_that_has_lost_its_mark_is_no_order(talk: Conversation, line: str) -> None:
    told = to("york", talk.write("york", line)).flat
    assert "there is no order in it that I know" in told
    assert re.search("sail (Earl of )?Warwick to Kent", told.partition("Nearest:")[2])
    assert "4 AP left" in told


@pytest.mark.parametrize(
    ("asked", "usage", "rule"),
    [
        ("help march", "march BLOCK AREA [via AREA]", "1 AP activates an area"),
        ("help retreat", "retreat AREA, AREA", "From round 2 blocks can retreat"),
        ("help card", "card CARD", "Both sides choose a card in secret"),
    ],
)
def test_help_with_an_order_tells_the_rule_and_how_it_is_written(
    talk: Conversation, asked: str, usage: str, rule: str
) -> None:
    told = to("york", talk.write("york", asked)).flat
    assert rule in told
    assert usage in told.partition(rule)[2]


def test_the_card_question_offers_no_mulligan_that_cannot_be(talk: Conversation) -> None:
    talk.write("york", "done")
    told = to("york", talk.write("lancaster", "done")).flat
    assert "turn 2, card phase" in told
    assert "| card mulligan" not in told
