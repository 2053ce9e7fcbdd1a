"""What houses agree on by letter: offers to some of them, private, carried out as a whole when all have agreed, or not."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.agreements.offers import is_of_deal
from pbem.engine.log.entry import EntryKind
from pbem.lab.play.stage import desk_over
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.core.games import load_table
from pbem.moderator.correcting.correction import Correction, Insertion, redo, rework, undo
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.reports.report_building import AGREEMENTS, MAX_NEWS
from pbem.moderator.seats.handover import hand_over
from pbem.moderator.talk.agreements import MAX_OPEN
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import lobby
from tests.support.conversation import Conversation, Mail
from tests.toys.border_war.game import RULES
from tests.toys.border_war.play import COURT
from tests.toys.files import toy_files
from tests.toys.houses import NEVILLE, PERCY, PLAYERS, SCOTLAND, SEATS, assert_refused, of, readers

GAMES = {RULES.name: RULES}


@pytest.fixture
def war(tmp_path: Path) -> Conversation:
    """A war of three houses."""
    return Conversation(
        tmp_path,
        scenario="marches",
        game=RULES.name,
        games=GAMES,
        files=toy_files(),
        players=PLAYERS,
        same_as=RULES.name,
    )


def cards(war: Conversation, seat: str) -> list[str]:
    return list(war.table().state.hands[seat])


def gift(war: Conversation, seat: str, whom: str, place: int = 0) -> str:
    """A clause by which a house gives one of its cards away."""
    return f"{seat} gives {cards(war, seat)[place]} to {whom}"


def offer_a_card(war: Conversation) -> list[Mail]:
    """Offer 1: Ben gets a card of Anna's."""
    return war.write(PERCY, f"offer Ben: {gift(war, PERCY, 'Neville')}")


def open_numbers(war: Conversation) -> list[int]:
    return [offer.number for offer in war.table().open_offers]


def is_exact(war: Conversation) -> bool:
    with war.desk.db.reading() as session:
        return rerun_game(Context(session, war.desk).of(war.game())).exact


# Offered, accepted


def test_an_offer_is_carried_out_when_the_other_accepts_and_a_third_learns_nothing(war: Conversation) -> None:
    mine, other = cards(war, PERCY)[0], cards(war, NEVILLE)[0]
    mails = war.write(
        PERCY, f"offer Ben: I give {mine} to Ben; Neville gives {other} to me; I keep out of Kelso until turn 1"
    )
    assert readers(mails) == {PERCY, NEVILLE}
    told = f"Percy gives {mine.title()} to Neville; Neville gives {other.title()} to Percy; Percy keeps out of Kelso"
    assert f"-> offer 1 to Neville: {told}" in of(PERCY, mails)
    assert "nothing of it happens before all have agreed" in of(PERCY, mails)
    assert f"Percy offers you (offer 1): {told}" in of(NEVILLE, mails)
    assert 'Write "accept 1", "refuse 1" or "counter 1: ...".' in of(NEVILLE, mails)
    assert "offer" not in of(SCOTLAND, war.write(SCOTLAND, "report")).partition("Your reply")[0]
    mails = war.write(NEVILLE, "accept 1")
    assert readers(mails) == {PERCY, NEVILLE}
    assert "accept 1 -> agreement 1 is carried out" in of(NEVILLE, mails)
    assert "Agreement 1 is carried out" in of(PERCY, mails)
    assert "Promised in agreement 1: Percy keeps out of Kelso until turn 1. That binds nobody." in of(PERCY, mails)
    assert mine in cards(war, NEVILLE)
    assert other in cards(war, PERCY)
    third = of(SCOTLAND, war.write(SCOTLAND, "report"))
    assert "Percy gives Neville a card." in third
    assert not re.search(r"greement|offer|romised", third)
    assert is_exact(war)
    (entry,) = [entry for entry in war.table().entries if entry.kind is EntryKind.ACT]
    signed: Any = entry.answer
    assert (entry.seat, entry.key, [each["signers"] for each in signed]) == (
        PERCY,
        "deal",
        [[PERCY, NEVILLE], [NEVILLE, PERCY], [PERCY]],
    )


def test_three_sign_and_the_last_one_brings_it(war: Conversation) -> None:
    first, second = gift(war, PERCY, "Scotland"), gift(war, SCOTLAND, "Ben")
    mails = war.write(PERCY, f"offer Ben and Cora: {first}; {second}")
    assert "Percy offers you and Scotland (offer 4)" in of(NEVILLE, mails)
    mails = war.write(SCOTLAND, "accept")
    assert "you agree to offer 4; still to answer: Neville" in of(SCOTLAND, mails)
    assert "Scotland agrees to offer 4." in of(NEVILLE, mails)
    assert "Scotland agrees to offer 4." in of(PERCY, mails)
    mails = war.write(NEVILLE, "accept offer 4")
    assert all("Agreement 4 is carried out" in of(seat, mails) for seat in (PERCY, SCOTLAND))
    assert len(cards(war, NEVILLE)) == 3


def test_a_name_of_anybody_not_meant_is_refused_by_name(war: Conversation) -> None:
    clause = gift(war, PERCY, "Neville")
    lines = (
        (f"offer Beth: {clause}", 'I do not know whom "Beth" means'),
        (f"offer all but Beth: {clause}", 'I do not know whom "but Beth" means'),
        (f"offer Ben anonymously: {clause}", "I do not know whom"),
        (f"offer Percy: {clause}", "your own part is in it anyway"),
        (f"offer Scotland: {clause}", "it needs the consent of players whom it is not for: Neville. Nearest: offer Neville"),
        (f"offer allies: {clause}", "you have no allies now"),
        ("offer Ben: Percy gives Neville peace", "that is nothing to agree on here"),
        ("offer Ben: I give gold and silver to Ben", "gold and silver is none of"),
        (f"offer Ben: {clause}; march hotspur kelso", "that is nothing to agree on here"),
        ("offer Ben:", "it offers nothing"),
        (f"offer Ben {clause}", "write whom it is for, a colon, and what is offered"),
        (f"offer Ben until turn 1: {clause}", "an offer ends with a Turn to come"),
        (f"offer Ben: {'; '.join([clause] * 11)}", "10 clauses at most"),
        ("counter 1: " + clause, "no offer 1 is open to you"),
        ("accept 1", "no offer 1 has been made to you"),
        ("withdraw offer 1", "no offer 1 of yours is open"),
    )
    assert_refused(war, PERCY, lines)


def test_an_offer_to_allies_and_to_all_but_one(war: Conversation) -> None:
    war.write(PERCY, "court neville; aim durham")
    war.write(NEVILLE, "court percy; aim hexham")
    war.write(SCOTLAND, "court none; aim carlisle")
    assert "-> offer 1 to Neville" in of(PERCY, war.write(PERCY, f"offer allies: {gift(war, PERCY, 'Neville')}"))
    mails = war.write(PERCY, f"offer all but Cora: {gift(war, PERCY, 'Neville')}")
    assert "-> offer 5 to Neville" in of(PERCY, mails)
    mails = war.write(PERCY, "tell allies: We march.")
    assert "sent to Neville, at once" in of(PERCY, mails)
    assert readers(mails) == {PERCY, NEVILLE}
    mails = war.write(SCOTLAND, "tell all but Percy: Stop them.")
    assert readers(mails) == {SCOTLAND, NEVILLE}


# Answered otherwise


def test_it_is_refused_withdrawn_or_answered_with_another(war: Conversation) -> None:
    clause = gift(war, PERCY, "Neville")
    war.write(PERCY, f"offer Ben: {clause}")
    mails = war.write(NEVILLE, "refuse 1")
    assert "Neville does not agree to offer 1, which is over" in of(PERCY, mails)
    war.write(PERCY, f"offer Ben: {clause}")
    mails = war.write(PERCY, "withdraw 5")
    assert "offer 5 is withdrawn; told so: Neville" in of(PERCY, mails)
    assert "Percy withdraws offer 5" in of(NEVILLE, mails)
    assert "offer 5 is open no longer" in of(NEVILLE, war.write(NEVILLE, "accept 5"))
    war.write(PERCY, f"offer Ben: {clause}")
    mails = war.write(NEVILLE, f"counter 9: {clause}; {gift(war, NEVILLE, 'Percy')}")
    assert "-> offer 13 to Percy" in of(NEVILLE, mails)
    assert "Neville does not agree to offer 9, which is over" in of(PERCY, mails)
    assert "Neville offers you (offer 13)" in of(PERCY, mails)
    assert "offer 13 is your own" in of(NEVILLE, war.write(NEVILLE, "accept 13"))
    assert "agreement 13 is carried out" in of(PERCY, war.write(PERCY, "accept"))
    assert is_exact(war)


def test_who_has_agreed_can_refuse_until_the_last_has_agreed(war: Conversation) -> None:
    war.write(PERCY, f"offer all: {gift(war, PERCY, 'Neville')}")
    war.write(NEVILLE, "accept 4")
    assert "you have agreed to offer 4 already" in of(NEVILLE, war.write(NEVILLE, "accept 4"))
    assert "Neville does not agree to offer 4" in of(SCOTLAND, war.write(NEVILLE, "refuse 4"))
    assert open_numbers(war) == []


def test_lines_about_offers_are_carried_out_in_the_order_written(war: Conversation) -> None:
    first, second = gift(war, PERCY, "Neville"), gift(war, PERCY, "Neville", 1)
    told = of(PERCY, war.write(PERCY, f"offer Ben: {first}\nwithdraw 1"))
    assert "offer 1 is withdrawn; told so: Neville" in told
    assert open_numbers(war) == []
    told = of(PERCY, war.write(PERCY, f"withdraw 5\noffer Ben: {second}"))
    assert "no offer 5 of yours is open" in told
    assert open_numbers(war) == [5]
    told = of(PERCY, war.write(PERCY, f"offer Ben: {first}\nwithdraw 5"))
    assert "offer 5 is withdrawn" in told
    assert open_numbers(war) == [9]
    told = of(NEVILLE, war.write(NEVILLE, f"counter 9: {gift(war, NEVILLE, 'Percy')}\nwithdraw 13"))
    assert "offer 13 is withdrawn" in told
    assert open_numbers(war) == []
    assert is_exact(war)


def test_nobody_withdraws_what_others_offer(war: Conversation) -> None:
    war.once("offered", offer_a_card)
    assert "no offer 1 of yours is open" in of(NEVILLE, war.write(NEVILLE, "withdraw 1"))
    assert 'no standing order "2"' in of(NEVILLE, war.write(NEVILLE, "withdraw 2"))
    assert 'no standing order "1"' in of(SCOTLAND, war.write(SCOTLAND, "withdraw 1"))


def test_accept_alone_means_the_only_offer_and_never_a_draw(war: Conversation) -> None:
    war.once("offered", offer_a_card)
    war.write(SCOTLAND, "offer draw")
    told = of(NEVILLE, war.write(NEVILLE, "accept"))
    assert "say what you answer" in told
    assert "agree 1; accept draw" in told or "accept draw" in told
    war.write(SCOTLAND, "offer no draw")
    assert "agreement 1 is carried out" in of(NEVILLE, war.write(NEVILLE, "accept"))


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        ("'accept 1'", "in quotation marks it says nothing"),
        ('"accept 1"', "in quotation marks it says nothing"),
        ("`accept 1`", "in quotation marks it says nothing"),
        ("accept 1\nor not?", '"or not?" makes that doubtful'),
        ("accept 1\n\nOr should I refuse?", "makes that doubtful"),
        ("accept 1\nmaybe not", "makes that doubtful"),
        ("ask Cora: shall I accept 1?\naccept 1", "makes that doubtful"),
        ("accept 1\ntell Cora: is that deal good for us?", "makes that doubtful"),
        ("tell Cora\nDear Cora. Shall I sign\nthis 1? You know him.\nend\naccept 1", "makes that doubtful"),
        ("accept 1\ntell Cora: What about offer 1?", '"tell Cora: What about offer 1?" makes that doubtful'),
        ("accept 1\nActually, no.", "makes that doubtful"),
        ("accept 1\nHm, let me think about it.", "makes that doubtful"),
        ("accept 1\noder lieber nicht", "makes that doubtful"),
        ("accept 1\nno, refuse 1", "makes that doubtful"),
        ("Only if Cora moves off:\naccept 1", "makes that doubtful"),
        ("I refuse to\naccept 1", "makes that doubtful"),
        ("Anna wrote:\naccept 1", "makes that doubtful"),
        ("Wenn Anna abzieht:\naccept 1", "makes that doubtful"),
        ("accept 1\nThanks Anna!\nActually no, I do not want it", "makes that doubtful"),
        ("accept 1\nprovided that Cora moves off", "makes that doubtful"),
        ("accept 1\nassuming that Cora moves off", "makes that doubtful"),
        ("accept 1\nscrap that", "None of your letter is carried out"),
        ("accept 1\nrefuse 1", "says otherwise. Write the one that you mean"),
        ("accept\nrefuse 1", "says otherwise. Write the one that you mean"),
        ("accept 1\nwithdraw 1", '"withdraw 1" says otherwise. Write the one that you mean'),
        ("withdraw 1; accept", "says otherwise. Write the one that you mean"),
        ("Only if Cora moves off:\n\naccept 1", "makes that doubtful"),
        ("Anna said:\n\naccept 1", "makes that doubtful"),
        ("accept 1 # not really", '"not really" makes that doubtful'),
        ("accept 1 // lieber nicht", '"lieber nicht" makes that doubtful'),
        ("accept 1; not really", '"not really" makes that doubtful'),
        ("tell Anna: I do not\naccept 1", '"tell Anna: I do not" makes that doubtful'),
        ("tell Anna: I would,\naccept 1", "makes that doubtful"),
        ("accept 1\n-- \nnot really", "None of your letter is carried out"),
        ("accept 1\n-- \nBen\nPS: If Cora moves off, that is.", "makes that doubtful"),
        ("accept 1\nRegards, Ben\nPS: on second thought no", '"PS: on second thought no" makes that doubtful'),
        ("accept 1\n\nViele Gruesse\nBen\n\nPS: doch nicht", '"PS: doch nicht" makes that doubtful'),
        ("accept 1\nThanks, but no thanks", '"Thanks, but no thanks" makes that doubtful'),
        ("From: Anna\nTo: Ben\nSubject: deal\n\naccept 1", '"From: Anna" makes that doubtful'),
        ("Hallo\n*Von:* Anna\n*Gesendet:* Samstag\n*An:* Ben\n\nHallo Ben,\naccept 1", "makes that doubtful"),
        ("From: Anna <a@b.test>\nSent: 22 August 2026\nTo: Ben\n\naccept 1\n\n> older words", "makes that doubtful"),
        ("Begin forwarded message:\n\naccept 1", '"Begin forwarded message:" makes that doubtful'),
        ("Anfang der weitergeleiteten Nachricht:\n\nHallo Ben,\naccept 1", "makes that doubtful"),
        ("On Sat, 22 Aug 2026, Anna wrote:\n\nHi Ben,\naccept 1\nAnna", "makes that doubtful"),
        ("Am 22.08.2026 um 14:00 schrieb Anna:\n\naccept 1", "makes that doubtful"),
        ("[22.08.26, 20:31:07] Anna: accept 1", "put aside as a comment"),
        ("[22.08.26, 20:31:07] Ben: accept 1", "makes that doubtful"),
        ("```\naccept 1\n```", "makes that doubtful"),
        ("What would happen if\n\naccept 1", '"What would happen if" makes that doubtful'),
        ("It would be foolish to\n\naccept 1", "makes that doubtful"),
        ("DRAFT - do not send\n\naccept 1", "makes that doubtful"),
        ("tell Anna: my answer will be\n\naccept 1", '"tell Anna: my answer will be" makes that doubtful'),
        ("tell Anna: I shall,\n\naccept 1", "makes that doubtful"),
        ("e.g.\naccept 1", '"e.g." makes that doubtful'),
        ("z. B.\naccept 1", "makes that doubtful"),
        ("accept 1\n\nJust testing.", "makes that doubtful"),
        ("Hi, Cora asks to\naccept 1", "makes that doubtful"),
        ("[ ] accept 1", '"[ ] accept 1" makes that doubtful'),
        ("☐ accept 1", '"☐ accept 1" makes that doubtful'),
        ("❌ accept 1", "struck out"),
        ("[ ] accept 1\n[x] map", "its box is not ticked"),
        ("tell Anna: I never wanted\naccept 1", "makes that doubtful"),
        ("tell Anna: Ben told me to\naccept 1", "makes that doubtful"),
        ('"ich nehme 1 an"', "in quotation marks it says nothing"),
        ("annehmen 1\noder lieber nicht", "makes that doubtful"),
        ("Wenn Anna abzieht:\nich nehme 1 an", "makes that doubtful"),
        ("ich nehme 1 an\nablehnen 1", "says otherwise. Write the one that you mean"),
        ("Anna schrieb:\nich nehme 1 an", "makes that doubtful"),
        ("ich nehme 1 an # vielleicht", "makes that doubtful"),
    ],
)
def test_nobody_signs_by_a_quoted_or_a_doubtful_line(war: Conversation, letter: str, told: str) -> None:
    war.once("offered", offer_a_card)
    assert told in of(NEVILLE, war.write(NEVILLE, letter))
    assert open_numbers(war) == [1]


@pytest.mark.parametrize(
    "letter",
    [
        "Hi\n\n---------- Forwarded message ---------\nFrom: Anna <a@b.test>\nSubject: deal\n\naccept 1",
        "Von: Anna <a@b.test>\nGesendet: Samstag, 22. August 2026 14:00\nAn: Ben\nBetreff: deal\n\naccept 1",
        "-----Original Message-----\naccept 1",
        "accept 1 (not sure)",
        "ich nehme an",
        "ich nehme 1 nicht an",
        "Soll ich 1 annehmen?",
        "> ich nehme 1 an",
        "> accept 1",
        "Yes, I agree, thanks",
        "ok, accept",
        "accept, please",
        "accept 1, thanks but no",
    ],
)
def test_what_is_no_line_of_the_writers_signs_nothing_either(war: Conversation, letter: str) -> None:
    war.once("offered", offer_a_card)
    war.write(NEVILLE, letter)
    assert open_numbers(war) == [1]


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("<p>Anna wants this:</p><p><q>accept 1</q></p>", "in quotation marks it says nothing"),
        ("<p>Hm.</p><blockquote>accept 1</blockquote>", ""),
        ("<p><b>Von:</b> Anna<br><b>An:</b> Ben<br><b>Betreff:</b> x</p><p>accept 1</p>", ""),
        ("<p>Hm.</p><q>It says:<br>accept 1<br>I am told.</q>", ""),
    ],
)
def test_what_a_page_quotes_signs_nothing(war: Conversation, page: str, told: str) -> None:
    def as_page(message: EmailMessage) -> None:
        message.set_content(page, subtype="html")

    war.once("offered", offer_a_card)
    assert told in of(NEVILLE, war.write(NEVILLE, "", change=as_page))
    assert open_numbers(war) == [1]


def test_a_file_signs_nothing_that_its_letter_doubts(war: Conversation) -> None:
    def with_file(message: EmailMessage) -> None:
        message.add_attachment("accept 1\n", filename="answer.txt")

    war.once("offered", offer_a_card)
    assert "makes that doubtful" in of(NEVILLE, war.write(NEVILLE, "I am not sure of it.", change=with_file))
    assert open_numbers(war) == [1]
    assert "agreement 1 is carried out" in of(NEVILLE, war.write(NEVILLE, "See the file.", change=with_file))


def test_a_subject_signs_nothing(war: Conversation) -> None:
    def re_accept(message: EmailMessage) -> None:
        message.replace_header("Subject", "Re: accept 1")

    war.once("offered", offer_a_card)
    war.write(NEVILLE, "Not sure yet.", change=re_accept)
    assert open_numbers(war) == [1]


@pytest.mark.parametrize(
    "letter",
    [
        "Hi Anna,\naccept 1\nThanks, a fine idea!\nBen",
        "*accept 1*",
        "- accept 1",
        "accept 1\nThanks, Ben",
        "accept 1\ncourt none",
        "accept 1\nGood luck!\nstatus",
        "Hallo Anna\n\naccept 1\n\nViele Gruesse\nBen",
        "Hi Anna,\n\nHere is my answer:\n\naccept 1\n\nBest wishes,\nBen\n\nSent from my phone",
        "accept 1 # gladly",
        "accept: 1",
        "Yes, accept 1",
        "ok accept 1",
        "accept 1, thanks",
        "accept 1 please",
        "I hereby accept offer 1.",
        "We agree to 1",
        "Ja, accept 1, danke",
        "accept the offer",
        "accept your offer, thank you",
        "**accept 1**",
        "[x] accept 1",
        "Dear moderator\naccept 1",
        "Thanks for the offer\naccept 1",
        "tell Anna: deal\n\naccept 1",
        "tell Anna: Fine by me.\naccept 1",
        "tell Anna:\nI do not mind\nend\naccept 1",
        "accept 1\ntell Cora: I will not attack you.",
        "accept 1\n-- \nBen\nIf you can read this, you are too close to my horse.",
        "accept 1\n\n> older words",
        "On Sat, 22 Aug 2026, Anna wrote:\n\n> older words\n\naccept 1",
        "From: Anna <a@b.test>\nSent: 22 August 2026\nTo: Ben\n\n> older words\n\naccept 1",
        "tell Anna: Fine by me\naccept 1",
        "accept 1\ntell Cora: Your offer failed. So we need one. Can you get 300 men for York? Then we agree at once.",
        "accept 1\ntell Cora\nThank you. A great deal has happened. If Ben would like it, what would you give?\nend",
        "accept 1\ntell Cora: will you accept 77?",
        "accept 1\nsag Cora: Danke für die Vereinbarung. Wohin ziehst du?",
        "sag Anna: Gut so\nich nehme 1 an",
        "Hallo Anna,\nich nehme 1 an\nDanke!",
        "annehmen 1",
        "annehmen",
        "Ja, ich nehme das Angebot gern an, danke",
    ],
)
def test_a_plain_line_signs_whatever_is_said_around_it(war: Conversation, letter: str) -> None:
    war.once("offered", offer_a_card)
    assert "agreement 1 is carried out" in of(NEVILLE, war.write(NEVILLE, letter))


def test_of_two_that_need_the_same_card_the_first_letter_has_it(war: Conversation) -> None:
    mine = cards(war, PERCY)[0]
    war.write(PERCY, f"offer Ben: I give {mine} to Ben")
    war.write(PERCY, f"offer Cora: I give {mine} to Cora")
    war.write(SCOTLAND, "accept 2")
    mails = war.write(NEVILLE, "accept 1")
    assert f"agreement 1 is not carried out, nothing of it: Percy does not hold {mine.title()}" in of(NEVILLE, mails)
    assert f"Agreement 1 is not carried out, nothing of it: Percy does not hold {mine.title()}" in of(PERCY, mails)
    assert mine in cards(war, SCOTLAND)
    assert readers(mails) == {PERCY, NEVILLE}


def to_impulses(war: Conversation) -> None:
    war.once("impulses", campaign)


def campaign(war: Conversation) -> list[Mail]:
    war.write(PERCY, "court none; aim durham")
    war.write(NEVILLE, "court none; aim hexham")
    return war.write(SCOTLAND, "court none; aim carlisle")


def test_it_ends_with_the_offerers_next_own_turn_or_when_it_says(war: Conversation) -> None:
    war.write(NEVILLE, f"offer Cora: {gift(war, NEVILLE, 'Scotland')}")
    mails = war.write(NEVILLE, f"offer Cora until turn 2: {gift(war, NEVILLE, 'Scotland', 1)}")
    assert "(open until turn 2)" in of(NEVILLE, mails)
    to_impulses(war)
    assert open_numbers(war) == [3, 7]
    mails = war.write(PERCY, "pass")
    assert open_numbers(war) == [7]
    assert "Offer 3 is over, it was open until impulse 1 of turn 1" in of(NEVILLE, mails)
    assert readers(mails) == {PERCY, NEVILLE}
    war.write(NEVILLE, "pass")
    assert "offer 3 is open no longer" in of(SCOTLAND, war.write(SCOTLAND, "accept 3"))
    for _ in range(2):
        for seat in SEATS:
            war.write(seat, "pass")
    assert war.table().state.turn == 2
    assert open_numbers(war) == []


@pytest.mark.parametrize("line", ["accept 3", "counter 3: {gift}", "refuse 3", "offer Ben: {gift}"])
def test_an_answer_by_number_to_an_older_report_holds_while_its_orders_are_asked_again(war: Conversation, line: str) -> None:
    """An offer is open or not: it is no part of what the report asked."""
    old = next(mail for mail in war.write(SCOTLAND, "report") if mail.to == PLAYERS[SCOTLAND].address)
    war.write(NEVILLE, f"offer Cora until turn 2: {gift(war, NEVILLE, 'Scotland')}")
    to_impulses(war)

    def to_the_old_one(message: EmailMessage) -> None:
        message["In-Reply-To"] = old.message_id

    written = line.format(gift=gift(war, SCOTLAND, "Neville"))
    told = of(SCOTLAND, war.write(SCOTLAND, f"{written}\naim carlisle", change=to_the_old_one))
    assert f"ok {written} ->" in told
    assert "Its lines were not carried out" in told or "They were not carried out" in told


def test_what_a_promise_has_come_to_is_set_beside_it(war: Conversation) -> None:
    war.write(PERCY, "offer Ben: I keep out of Kelso until turn 1")
    war.write(NEVILLE, "accept")
    assert "== Offers and promises ==" in of(PERCY, war.write(PERCY, "report"))
    told = "Percy keeps out of Kelso until turn 1. That binds nobody. Now: Kelso is held by Scotland."
    assert told in of(NEVILLE, war.write(NEVILLE, "report"))
    assert "Offers and promises" not in of(SCOTLAND, war.write(SCOTLAND, "report"))
    to_impulses(war)
    for _ in range(2):
        for seat in SEATS:
            war.write(seat, "pass")
    told = "Promised in agreement 1: Percy keeps out of Kelso until turn 1. What has happened: Kelso is held by Scotland."
    assert told in of(PERCY, war.write(PERCY, "history 2"))
    assert told in of(NEVILLE, war.write(NEVILLE, "history 2"))
    assert told not in of(SCOTLAND, war.write(SCOTLAND, "history 2"))
    assert war.table().offers.promises == []


def test_while_a_band_is_under_way_it_waits_and_is_done_right_behind(war: Conversation) -> None:
    to_impulses(war)
    war.write(PERCY, f"offer Cora: {gift(war, PERCY, 'Scotland')}")
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury north sea; pass")
    war.write(SCOTLAND, "pass")
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury edinburgh")
    table = war.table()
    assert [decision.key for decision in table.open_to(SCOTLAND)] == ["4.3 retreat"]
    war.write(PERCY, f"offer Cora: {gift(war, PERCY, 'Scotland')}")
    mails = war.write(SCOTLAND, "accept")
    assert "all have agreed to offer 6, which is carried out as soon as that is possible" in of(SCOTLAND, mails)
    assert "All have agreed to offer 6" in of(PERCY, war.write(PERCY, "report"))
    assert "is carried out as soon as it can be" in of(SCOTLAND, war.write(SCOTLAND, "refuse 6"))
    war.write(SCOTLAND, "retreat yes")
    assert len(cards(war, SCOTLAND)) == 3
    assert is_exact(war)


def test_behind_a_default_the_parties_are_told_what_has_become_of_it(tmp_path: Path) -> None:
    terms = {"deadline": "72h", "grace": "24h", "no_show": "default"}
    war = Conversation(
        tmp_path,
        scenario="marches",
        game=RULES.name,
        games=GAMES,
        files=toy_files(),
        players=PLAYERS,
        terms=terms,
        same_as=RULES.name,
    )
    to_impulses(war)
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury north sea; pass")
    war.write(SCOTLAND, "pass")
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury edinburgh")
    mine = cards(war, PERCY)[0]
    war.write(PERCY, f"offer Cora: I give {mine} to Cora")
    war.write(PERCY, f"offer Ben: I give {mine} to Ben")
    war.write(SCOTLAND, "accept")
    war.write(NEVILLE, "accept")
    mails = war.tick(days=5)
    assert "Agreement 2 is carried out" in of(PERCY, mails)
    assert "Agreement 2 is carried out" in of(SCOTLAND, mails)
    assert "Agreement 1 is not carried out, nothing of it" in of(PERCY, mails)
    assert "Agreement 1 is not carried out, nothing of it" in of(NEVILLE, mails)
    assert is_exact(war)


# Private


FULL = "tell Ben: Let us be friends and march together on the Scots, will you? I"


@pytest.mark.parametrize(
    "line",
    [
        "court neville",
        "offer Cora: I promise not to attack Ben until turn 3",
        "counter 1: I promise peace until turn 3",
        "withdraw 6",
        "standing accept Cora: I promise peace until turn 3",
        "standing retreat Carlisle",
        "preview pass",
    ],
)
def test_an_order_right_below_a_full_message_goes_to_nobody_and_is_asked_back(war: Conversation, line: str) -> None:
    mails = war.write(PERCY, f"{FULL}\n{line}")
    assert readers(mails) == {PERCY}
    assert f'it is not sent, and "{line}" right below it is not carried out' in of(PERCY, mails)


def test_what_stands_below_a_message_that_may_hold_an_order_waits_with_it(war: Conversation) -> None:
    mails = war.write(PERCY, f"{FULL}\ncourt neville\npass")
    assert readers(mails) == {PERCY}
    assert 'and "court neville" right below it is not carried out' in of(PERCY, mails)
    assert "pass (not carried out: it depends on line 1)" in of(PERCY, mails)
    previewed = of(PERCY, war.write(PERCY, f"preview\n{FULL}\ncourt neville\npass"))
    assert 'and "court neville" right below it is not carried out' in previewed
    assert "sent as it is, it depends on line 2" in previewed
    assert "court neville -> court Neville" in of(PERCY, war.write(PERCY, f"{FULL}\n\ncourt neville"))


def test_an_order_above_a_full_message_is_carried_out_and_said_to_nobody(war: Conversation) -> None:
    mails = war.write(PERCY, f"again\ncourt neville\n{FULL}")
    assert "court neville -> court Neville" in of(PERCY, mails)
    assert "court neville" not in of(NEVILLE, mails)


def test_a_message_can_begin_with_its_german_word(war: Conversation) -> None:
    assert readers(war.write(PERCY, "sag Ben: Hallo")) == {PERCY, NEVILLE}
    assert readers(war.write(PERCY, "sage allen: Guten Tag")) == {PERCY, NEVILLE, SCOTLAND}
    assert readers(war.write(PERCY, "sag Beth: Hallo")) == {PERCY}


def test_what_can_be_the_rest_of_a_full_message_is_not_sent(war: Conversation) -> None:
    mails = war.write(PERCY, f"{FULL}\nhope so, as summer ends")
    assert readers(mails) == {PERCY}
    assert 'not sent: is "hope so, as summer ends" the rest of your message?' in of(PERCY, mails)


def test_a_question_to_a_player_is_a_message(war: Conversation) -> None:
    assert readers(war.write(PERCY, "frag Ben: Kommst du?")) == {PERCY, NEVILLE}
    assert readers(war.write(PERCY, "frage an Ben und Cora: Frieden?")) == {PERCY, NEVILLE, SCOTLAND}
    assert readers(war.write(PERCY, "ask Cora: Peace?")) == {PERCY, SCOTLAND}
    assert readers(war.write(PERCY, "ask Beth: Peace?")) == {PERCY}
    assert readers(war.write(PERCY, "Frage: Kommst du?")) == {PERCY}
    assert readers(war.write(PERCY, "frag Ben")) == {PERCY}


def test_offers_are_made_and_answered_in_german(war: Conversation) -> None:
    mine, other = gift(war, PERCY, "Neville"), gift(war, NEVILLE, "Percy")
    assert "offer 1 to Neville" in of(PERCY, war.write(PERCY, f"Biete Ben an: {mine}"))
    assert "offer 1 is over" in of(NEVILLE, war.write(NEVILLE, "ich lehne 1 ab"))
    number = open_number(of(PERCY, war.write(PERCY, f"Angebot an Ben: {mine}")))
    told = of(NEVILLE, war.write(NEVILLE, f"Gegenangebot {number}: {mine}; {other}"))
    assert "offer " in told
    (number,) = open_numbers(war)
    assert "is your own" in of(NEVILLE, war.write(NEVILLE, f"annehmen {number}"))
    assert f"offer {number} is withdrawn" in of(NEVILLE, war.write(NEVILLE, f"zurückziehen {number}"))
    assert "you agree in advance, by acceptance 1" in of(NEVILLE, war.write(NEVILLE, f"immer annehmen von Anna: {mine}"))
    assert "no longer: acceptance 1" in of(NEVILLE, war.write(NEVILLE, "Annahme 1 zurückziehen"))


def open_number(told: str) -> int:
    """The number of an offer that its writer is told."""
    return int(told.partition("-> offer ")[2].split()[0])


def test_an_offer_in_german_without_a_colon_shows_the_form(war: Conversation) -> None:
    assert "Nearest: offer PLAYER: CLAUSE; CLAUSE" in of(PERCY, war.write(PERCY, "biete Ben Frieden"))


def test_a_german_number_withdraws_a_standing_order(war: Conversation) -> None:
    war.write(PERCY, "standing retreat Carlisle")
    assert "withdraw 1" in of(PERCY, war.write(PERCY, "zurückziehen 1"))
    assert war.table().orders_of(PERCY) == []


@pytest.mark.parametrize("below", ["withdraw 4", "refuse 4", "accept 4", "ablehnen 4", "ich nehme 4 an", "counter 4: x"])
def test_a_line_about_an_offer_right_below_a_full_one_is_no_part_of_it(war: Conversation, below: str) -> None:
    offer = "offer Ben: I promise to leave the whole of your Marches alone until turn 3"
    assert 72 <= len(offer) <= 80
    told = of(PERCY, war.write(PERCY, f"{offer}\n{below}"))
    assert f"{offer} ->" in told or f"{offer}: nothing is offered" in told
    assert f"2 -- {below}: " in told


@pytest.mark.parametrize("rest", ["Anna alone until turn 3", "until turn 3", "accord until turn 3", "zur Ruhe until turn 3"])
def test_the_rest_of_an_offer_that_a_mail_program_has_wrapped_belongs_to_it(war: Conversation, rest: str) -> None:
    offer = "offer Ben: I promise to leave the whole of your Marches and all their castles"
    assert 72 <= len(offer) <= 80
    assert f"{offer} {rest}" in of(PERCY, war.write(PERCY, f"{offer}\n{rest}"))


def test_what_comes_later_is_refused_with_the_reason(war: Conversation) -> None:
    told = of(PERCY, war.write(PERCY, "pass"))
    assert 'nothing asks for "pass" now: the campaign of all houses comes first.' in told


def test_offers_fill_no_mailbox(war: Conversation) -> None:
    told, line = [], f"offer Ben: {gift(war, PERCY, 'Neville')}"
    for _ in range(12):
        number = war.table().offers.next_number((PERCY, NEVILLE))
        told.append(readers(war.write(PERCY, line)))
        told.append(readers(war.write(PERCY, f"withdraw {number}")))
    others = 2
    assert sum(NEVILLE in each for each in told) == MAX_NEWS[AGREEMENTS] * others
    assert not any(SCOTLAND in each for each in told)


def third(war: Conversation, *letters: tuple[str, str]) -> list[bytes]:
    """All that the third is sent when these letters come, and behind each of them how the game stands for it."""
    found = []
    for seat, text in letters:
        mails = [*war.write(seat, text), *war.write(SCOTLAND, "report\nstatus\nhistory")]
        found += [mail.lasting for mail in mails if mail.to == PLAYERS[SCOTLAND].address]
    return found


def test_nothing_that_a_third_is_sent_differs_by_what_two_others_offer_each_other(tmp_path: Path) -> None:
    """The same number of letters come in both worlds, so that nothing else tells of one more."""
    worlds = []
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        war = Conversation(
            tmp_path / folder,
            scenario="marches",
            game=RULES.name,
            games=GAMES,
            files=toy_files(),
            players=PLAYERS,
            terms={"deadline": "72h"},
            same_as=RULES.name,
        )
        offers = folder == "one"
        clause, other = gift(war, PERCY, "Neville"), gift(war, SCOTLAND, "Percy")
        letters = [
            (PERCY, f"offer Ben: {clause}" if offers else "status"),
            (NEVILLE, f"counter 1: {clause}; Percy keeps out of Kelso until turn 1" if offers else "status"),
            (PERCY, f"offer all: {other}"),
            (PERCY, "refuse 5" if offers else "status"),
            (PERCY, f"offer Cora: {other}"),
            (PERCY, "court none; aim durham"),
            (NEVILLE, "court none; aim durham\nwithdraw 5" if offers else "court none; aim durham"),
        ]
        worlds.append(third(war, *letters))
        assert open_numbers(war) == [4, 2]
    assert worlds[0] == worlds[1]


def test_a_preview_says_how_an_offer_is_understood_and_sends_none(war: Conversation) -> None:
    clause, first = gift(war, PERCY, "Neville"), war.table().next_number
    mails = war.write(PERCY, f"preview\noffer Ben: {clause}; {clause}\noffer Ben: peace\naccept 1")
    assert "offer 1 to Neville: Percy gives" in of(PERCY, mails)
    assert "(in a letter without preview; now nobody is told)" in of(PERCY, mails)
    assert 'nothing is offered, because of "peace": that is nothing to agree on here' in of(PERCY, mails)
    assert "between players: a preview does not try it" in of(PERCY, mails)
    assert readers(mails) == {PERCY}
    assert war.table().next_number == first


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("offer", "offer PLAYER, PLAYER: CLAUSE; CLAUSE Offers an agreement to these players"),
        ("offer", "as a CLAUSE: I give gold to Neville A card changes hands."),
        ("offer", "offer draw Offers a draw"),
        ("accept", "accept 7 Agrees to offer 7"),
        ("counter", "counter 7: CLAUSE; CLAUSE Refuses offer 7"),
        ("withdraw", "withdraw 7 Ends offer 7, which you have made. withdraw 1 Ends the standing order"),
        ("", "refuse 7 ends offer 7"),
    ],
)
def test_help_says_how_players_agree(war: Conversation, word: str, told: str) -> None:
    assert told.casefold() in of(SCOTLAND, war.write(SCOTLAND, f"help {word}")).casefold()


def test_a_seat_has_so_many_offers_open_and_a_counter_offer_beyond_refuses_nothing(war: Conversation) -> None:
    war.write(NEVILLE, f"offer Anna: {gift(war, NEVILLE, 'Percy')}")
    war.write(PERCY, "\n".join([f"offer Cora: {gift(war, PERCY, 'Scotland')}"] * (MAX_OPEN + 1)))
    assert len(open_numbers(war)) == 1 + MAX_OPEN
    told = of(PERCY, war.write(PERCY, f"counter 1: {gift(war, PERCY, 'Neville')}"))
    assert f"{MAX_OPEN} offers of yours are open, and that is the most" in told
    assert 1 in open_numbers(war)


def test_a_number_can_be_an_offer_and_a_standing_order(war: Conversation) -> None:
    war.write(PERCY, f"standing game retreat yes\noffer Ben: {gift(war, PERCY, 'Neville')}")
    told = of(PERCY, war.write(PERCY, "withdraw 1"))
    assert "offer 1 is yours, and so is standing order 1" in told
    war.write(PERCY, "withdraw standing 1")
    assert war.table().orders_of(PERCY) == []
    assert "offer 1 is withdrawn" in of(PERCY, war.write(PERCY, "withdraw 1"))
    assert "offer 1 is withdrawn" not in of(PERCY, war.write(PERCY, "withdraw 1"))


def test_no_slip_is_put_right_in_what_is_offered(war: Conversation) -> None:
    told = of(PERCY, war.write(PERCY, "mend slips\noffer Ben: I keep out of Durhan until turn 2"))
    assert "Durhan is none of" in told


# Corrected


def test_an_offer_taken_back_is_over_and_its_number_names_no_other(war: Conversation) -> None:
    clause = gift(war, PERCY, "Neville")
    war.write(PERCY, f"offer Ben: {clause}")
    undo(war.desk, war.name, "a slip")
    assert open_numbers(war) == []
    assert "Offer 1 is over, moves have been taken back" in of(NEVILLE, war.write(NEVILLE, "report"))
    mails = war.write(PERCY, f"offer Ben: {gift(war, PERCY, 'Neville', 1)}")
    assert "-> offer 5 to Neville" in of(PERCY, mails)
    assert "offer 1 is open no longer" in of(NEVILLE, war.write(NEVILLE, "accept 1"))
    assert is_exact(war)


def test_what_was_taken_back_is_offered_and_signed_again_under_its_number(war: Conversation) -> None:
    war.write(PERCY, f"court none\noffer Ben: {gift(war, PERCY, 'Neville')}")
    war.write(NEVILLE, "court none\naccept 1")
    assert len(cards(war, NEVILLE)) == 3
    first = next(entry.number for entry in war.table().entries if entry.key == COURT)
    undo(war.desk, war.name, "a slip", to=first - 1)
    assert len(cards(war, NEVILLE)) == 2
    report = redo(war.desk, war.name, "no slip")
    assert report.again.fallen == ()
    assert len(cards(war, NEVILLE)) == 3
    assert is_exact(war)


def test_a_letter_left_out_takes_its_offer_along_and_no_other_is_accepted_for_it(war: Conversation) -> None:
    first, second = gift(war, PERCY, "Neville"), gift(war, PERCY, "Neville", 1)
    war.write(PERCY, f"court none\noffer Ben: {first}")
    war.write(PERCY, f"offer Ben until turn 2: {second}")
    war.write(NEVILLE, "court none\naccept 1")
    report = rework(war.desk, war.name, "never sent", Correction(letter=1, without=True), commit=True)
    assert [str(each) for each in report.again.fallen] == ["neville, letter 3: agreed deal 1: offer 1 is open no longer"]
    assert open_numbers(war) == [5]
    assert len(cards(war, NEVILLE)) == 2
    assert is_exact(war)


def test_an_agreement_is_done_again_when_an_earlier_letter_is_put_right(war: Conversation) -> None:
    war.write(SCOTLAND, "court none")
    war.once("offered", offer_a_card)
    war.write(NEVILLE, "accept 1")
    report = rework(war.desk, war.name, "a slip", Correction(letter=1, insert=Insertion(b"court percy\n")), commit=True)
    assert report.again.fallen == ()
    assert len(cards(war, NEVILLE)) == 3
    assert [entry.key for entry in war.table().entries if is_of_deal(entry)] == ["offered", "agreed", "deal"]
    assert is_exact(war)


def test_an_order_taken_back_with_the_consent_of_all_takes_no_agreement_along(war: Conversation) -> None:
    to_impulses(war)
    war.write(PERCY, "pass")
    war.write(NEVILLE, f"play {cards(war, NEVILLE)[0]} dacre")
    war.write(PERCY, f"offer Cora: {gift(war, PERCY, 'Scotland')}")
    war.write(SCOTLAND, "accept")
    assert len(cards(war, SCOTLAND)) == 3
    mails = war.write(NEVILLE, "take back")
    assert "asked: your last order is taken back" in of(NEVILLE, mails)
    war.write(PERCY, "agree take back")
    war.write(SCOTLAND, "agree take back")
    assert len(cards(war, NEVILLE)) == 2
    assert len(cards(war, SCOTLAND)) == 3
    assert is_exact(war)


def test_who_takes_a_seat_over_or_has_resigned_has_no_part_in_old_offers(war: Conversation) -> None:
    war.once("offered", offer_a_card)
    war.write(PERCY, f"offer Cora: {gift(war, PERCY, 'Scotland')}")
    hand_over(war.desk, war.name, NEVILLE, Player("Dora", "dora@example.test"))
    assert open_numbers(war) == [2]
    war.write(SCOTLAND, "resign\nresign yes")
    assert open_numbers(war) == []
    clause = gift(war, PERCY, "Neville")
    assert "resigned, and can agree on nothing: Scotland" in of(PERCY, war.write(PERCY, f"offer Cora: {clause}"))


def test_a_game_with_agreements_moves_and_is_proved(war: Conversation, tmp_path: Path) -> None:
    war.write(PERCY, f"court none\noffer Ben: {gift(war, PERCY, 'Neville')}; I keep out of Kelso until turn 2")
    war.write(NEVILLE, "court none\naccept 1")
    war.write(PERCY, f"offer Cora until turn 3: {gift(war, PERCY, 'Scotland')}")
    war.write(SCOTLAND, "standing accept Percy: I keep out of Kelso until turn 2")
    assert "agreement 6 is made" in of(PERCY, war.write(PERCY, "offer Cora: Cora keeps out of Kelso until turn 1"))
    war.write(NEVILLE, "standing accept Percy: I keep out of Kelso until turn 3\nwithdraw acceptance 1")
    with war.desk.db.reading() as session:
        document = export_game(session, war.game().id)
    verdict = verify_document(document, GAMES, war.desk.scenarios)
    assert verdict.ok
    assert verdict.exact
    assert verdict.account is not None
    assert verdict.account.problems == ()
    there = Database.open(tmp_path / "there.sqlite")
    desk = desk_over(there, GAMES, toy_files())
    move_in(desk, document)
    with there.reading() as session:
        table = load_table(Context(session, desk).of(lobby.find_game(session, war.name)))
    assert table.offers == war.table().offers
    assert [offer.number for offer in table.open_offers] == [2]
    there.close()


# What was typed, and what was shown


def answers_to(mails: list[Mail], seat: str) -> Callable[[EmailMessage], None]:
    """What makes a letter an answer to the mail that a seat got."""
    (mail,) = (mail for mail in mails if mail.to == PLAYERS[seat].address)

    def change(message: EmailMessage) -> None:
        message["In-Reply-To"] = mail.message_id

    return change


def test_offers_that_were_refused_are_read_when_they_are_typed_again_below_another_line(war: Conversation) -> None:
    for place in range(MAX_OPEN):
        war.write(PERCY, f"offer Ben: {gift(war, PERCY, 'Neville', place % 2)}")
    kept = ("Kelso", "Durham")
    lines = [f"offer Ben: {gift(war, PERCY, 'Neville', n)}; I keep out of {kept[n]} until turn 2" for n in range(2)]
    assert "12 offers of yours are open" in of(PERCY, war.write(PERCY, "\n".join(lines)))
    told = of(PERCY, war.write(PERCY, "\n".join(["withdraw 1", "withdraw 5", *lines])))
    assert f"3 ok {lines[0]} -> offer 49" in told
    assert f"4 ok {lines[1]} -> offer 53" in told


def test_an_offer_that_breaks_off_behind_a_semicolon_is_not_made(war: Conversation) -> None:
    clause, other = gift(war, PERCY, "Neville"), gift(war, NEVILLE, "Percy")
    mails = war.write(PERCY, f"offer Ben: {clause};\n{other}")
    assert "it ends with ; and nothing is offered" in of(PERCY, mails)
    assert readers(mails) == {PERCY}
    war.write(NEVILLE, f"offer Anna: {other}")
    assert "it ends with ;" in of(PERCY, war.write(PERCY, f"counter 1: {clause};"))
    assert open_numbers(war) == [1]


def test_who_has_too_many_offers_open_refuses_nothing_by_a_counter_offer(war: Conversation) -> None:
    for _ in range(MAX_OPEN):
        war.write(NEVILLE, f"offer Cora: {gift(war, NEVILLE, 'Scotland')}")
    war.once("offered", offer_a_card)
    mails = war.write(NEVILLE, f"counter 1: {gift(war, PERCY, 'Neville')}")
    assert "12 offers of yours are open" in of(NEVILLE, mails)
    assert readers(mails) == {NEVILLE}
    assert 1 in open_numbers(war)


def test_accept_alone_is_no_answer_to_an_offer_that_came_meanwhile(war: Conversation) -> None:
    mine, other = gift(war, PERCY, "Neville"), gift(war, NEVILLE, "Percy")
    first = war.write(PERCY, f"offer Ben: {other}; {mine}")
    war.clock.move(hours=1)
    war.write(PERCY, "withdraw 1")
    second = war.write(PERCY, f"offer Ben: {other}")
    mails = war.write(NEVILLE, "accept", change=answers_to(first, NEVILLE))
    assert "say what you answer: something else is offered since the mail that you answer. Nearest: accept 5" in of(
        NEVILLE, mails
    )
    assert readers(mails) == {NEVILLE}
    assert "say what you answer" in of(NEVILLE, war.write(NEVILLE, "refuse", change=answers_to(first, NEVILLE)))
    assert "agreement 5 is carried out" in of(NEVILLE, war.write(NEVILLE, "accept", change=answers_to(second, NEVILLE)))


def test_who_answers_an_offer_that_is_over_is_shown_no_other_one(war: Conversation) -> None:
    other = gift(war, NEVILLE, "Percy")
    war.write(PERCY, f"offer Ben: {other}; {gift(war, PERCY, 'Neville')}")
    war.write(PERCY, "withdraw 1")
    war.write(PERCY, f"offer Ben: {other}")
    told = of(NEVILLE, war.write(NEVILLE, "accept 1"))
    assert "offer 1 is open no longer" in told
    assert "Nearest" not in told
    assert "no offer 9 has been made to you. Nearest: accept 5" in of(NEVILLE, war.write(NEVILLE, "accept 9"))


def test_a_line_that_stops_a_letter_stops_its_messages(war: Conversation) -> None:
    for letter in ("Wait!\ntell Ben: We march.", "tell Ben: We march.\nWait!", "tell Ben\nWe march.\nend\nWait!"):
        mails = war.write(PERCY, letter)
        assert readers(mails) == {PERCY}
        assert "a preview sends nothing" in of(PERCY, mails)


def test_withdrawing_an_offer_that_is_over_withdraws_no_standing_order(war: Conversation) -> None:
    war.write(PERCY, "standing retreat no")
    war.once("offered", offer_a_card)
    war.write(NEVILLE, "refuse 1")
    assert "your offer 1 is over, and standing order 1 is yours" in of(PERCY, war.write(PERCY, "withdraw 1"))
    assert [order.number for order in war.table().orders_of(PERCY)] == [1]
    assert "no offer 1 of yours is open" in of(PERCY, war.write(PERCY, "withdraw offer 1"))
    war.write(PERCY, "withdraw standing 1")
    assert not war.table().orders_of(PERCY)
    assert "no offer 1 of yours is open" in of(PERCY, war.write(PERCY, "again\nwithdraw 1"))


def test_whoever_is_to_be_left_out_is_never_written_to_or_offered_the_message(war: Conversation) -> None:
    for letter in ("tell all\nbut Cora: Stop her.", "tell all butCora: Stop her.", "tell all but Corra: Stop her."):
        mails = war.write(PERCY, letter)
        assert readers(mails) == {PERCY}
        assert "it is not sent" in of(PERCY, mails)
        assert "Nearest" not in of(PERCY, mails)


def test_each_party_is_told_why_an_offer_cannot_be_carried_out_as_far_as_it_knows(war: Conversation) -> None:
    """7.1 Percy gives one card twice; then Neville asks for a card that Percy may hold, for all that Neville knows."""
    mine, other = cards(war, PERCY)[0], cards(war, NEVILLE)[0]
    why = "s things stand this cannot be carried out: "
    mails = war.write(PERCY, f"offer Ben: I give {mine} to Ben; I give {mine} to Ben")
    assert f"- a{why}" in of(PERCY, mails)
    assert why not in of(NEVILLE, mails)
    mails = war.write(NEVILLE, f"offer Anna: Anna gives {other} to me")
    assert why not in of(NEVILLE, mails)
    assert "A" + why in of(PERCY, mails)


def test_a_preview_says_only_of_the_first_of_many_long_offers_what_they_are(war: Conversation) -> None:
    """What is said in words is longer than what is written. The form repeats all lines, as `ok` sends them."""
    offer = f"offer Ben: {'; '.join([gift(war, PERCY, 'Neville')] * 9)}"
    (mail,) = war.write(PERCY, "\n".join(["preview", *[offer] * 40]))
    assert mail.flat.count("nobody is told") < 30
    assert mail.flat.count("send a preview of fewer lines") > 10
    assert mail.text.count(offer[:60]) >= 40
    assert len(mail.text) < 40_000
