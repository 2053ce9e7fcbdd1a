"""What houses agree to in advance, by letter: exactly that is signed, once, and nobody else learns of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.engine.agreements.ahead import AGREED_AHEAD
from pbem.engine.log.cause import CauseKind
from pbem.moderator.core.desk import Player
from pbem.moderator.correcting.correction import redo, undo
from pbem.moderator.desk.archive_files import verify_document
from pbem.moderator.seats.handover import hand_over
from pbem.moderator.talk.acceptances import MAX_AHEAD
from pbem.store.archive.transfer import export_game
from tests.support.conversation import Conversation
from tests.toys.agreements.test_agreements import GAMES, cards, is_exact, open_numbers, third, to_impulses
from tests.toys.border_war.game import RULES
from tests.toys.border_war.play import COURT
from tests.toys.files import toy_files
from tests.toys.houses import NEVILLE, PERCY, PLAYERS, SCOTLAND, assert_refused, of, readers


@pytest.fixture
def war(tmp_path: Path) -> Conversation:
    """A war of three houses."""
    return war_in(tmp_path)


def war_in(folder: Path) -> Conversation:
    folder.mkdir(exist_ok=True)
    return Conversation(
        folder, scenario="marches", game=RULES.name, games=GAMES, files=toy_files(), players=PLAYERS, same_as=RULES.name
    )


def trade(war: Conversation) -> tuple[str, str]:
    """A card of Percy's, and one of Neville's."""
    return cards(war, PERCY)[0], cards(war, NEVILLE)[0]


def test_an_offer_within_it_is_signed_and_carried_out_at_once(war: Conversation) -> None:
    mine, other = trade(war)
    mails = war.write(NEVILLE, f"standing accept Anna: trade of {mine} for {other}")
    told = f"Percy gives {mine.title()} to Neville; Neville gives {other.title()} to Percy"
    assert f"acceptance 1: the first offer by Percy of exactly this, and of nothing else: {told}" in of(NEVILLE, mails)
    assert readers(mails) == {NEVILLE}
    assert "by acceptance 1: the first offer by Percy" in of(NEVILLE, war.write(NEVILLE, "report"))
    mails = war.write(PERCY, f"offer Ben: Ben gives {other} to me; I give {mine} to Ben")
    assert "all have agreed in advance: agreement 1 is carried out" in of(PERCY, mails)
    assert "Neville has agreed to offer 1 in advance. Agreement 1 is carried out" in of(NEVILLE, mails)
    assert readers(mails) == {PERCY, NEVILLE}
    assert mine in cards(war, NEVILLE)
    (entry,) = [entry for entry in war.table().entries if entry.key == AGREED_AHEAD]
    assert entry.cause is not None
    assert (entry.seat, entry.cause.kind, entry.cause.standard) == (NEVILLE, CauseKind.STANDING, "acceptance 1")
    assert war.table().entries[entry.cause.entry - 1].key == "accepts_ahead"
    assert "You agree in advance" not in of(NEVILLE, war.write(NEVILLE, "report"))
    assert war.table().offers.ahead == []
    assert is_exact(war)


@pytest.mark.parametrize(
    "offer",
    [
        "offer Ben: Ben gives {other} to me",
        "offer Ben: I give {mine} to Ben",
        "offer Ben: Ben gives {other} to me; I give {mine} to Ben; Ben keeps out of Kelso until turn 1",
        "offer Ben: Ben gives {other} to me; I give {mine} to Ben; I keep out of Kelso until turn 1",
        "offer Ben and Cora: Ben gives {other} to me; I give {mine} to Ben",
        "offer Ben: Ben gives {second} to me; I give {mine} to Ben",
    ],
)
def test_an_offer_of_anything_else_is_asked_as_ever(war: Conversation, offer: str) -> None:
    mine, other = trade(war)
    war.write(NEVILLE, f"standing accept Anna: trade of {mine} for {other}")
    mails = war.write(PERCY, offer.format(mine=mine, other=other, second=cards(war, NEVILLE)[1]))
    assert "nothing of it happens before all have agreed" in of(PERCY, mails)
    assert "in advance" not in of(PERCY, mails)
    assert 'Write "accept' in of(NEVILLE, mails)
    assert not any(entry.key == AGREED_AHEAD for entry in war.table().entries)


def test_a_promise_is_signed_for_no_longer_than_the_limit_says_and_again(war: Conversation) -> None:
    mails = war.write(NEVILLE, "standing accept Percy, Scotland: I keep out of Kelso until turn 2")
    assert "acceptance 1: each offer by Percy or Scotland of exactly this" in of(NEVILLE, mails)
    assert "agreement 1 is made" in of(PERCY, war.write(PERCY, "offer Ben: Ben keeps out of Kelso until turn 2"))
    assert "agreement 3 is made" in of(SCOTLAND, war.write(SCOTLAND, "offer Ben: Ben keeps out of Kelso until turn 1"))
    war.write(PERCY, "offer Ben: Ben keeps out of Kelso until turn 3")
    assert open_numbers(war) == [5]
    assert len(war.table().offers.ahead) == 1


def test_of_three_the_last_is_still_asked(war: Conversation) -> None:
    other = trade(war)[1]
    line = f"Ben gives {other} to Cora; Cora keeps out of Kelso until turn 1"
    war.write(NEVILLE, f"standing accept Percy and Scotland: {line}")
    mails = war.write(PERCY, f"offer Ben and Cora: {line}")
    assert "in advance" not in of(PERCY, mails)
    assert "You have agreed to Percy's offer 4" not in of(NEVILLE, war.write(NEVILLE, "report"))
    assert "agreement 4 is carried out" in of(SCOTLAND, war.write(SCOTLAND, "accept 4"))
    assert other in cards(war, SCOTLAND)


def test_what_is_open_already_is_signed_when_it_is_given(war: Conversation) -> None:
    mine, other = trade(war)
    war.write(PERCY, f"offer Ben: Ben gives {other} to me; I give {mine} to Ben")
    mails = war.write(NEVILLE, f"standing accept Percy: trade of {mine} for {other}")
    assert "by that you agree to offer 1, which is open" in of(NEVILLE, mails)
    assert "Agreement 1 is carried out" in of(PERCY, mails)


@pytest.mark.parametrize("below", ["refuse 1", "counter 1: neville gives {other} to Percy", "standing accept none"])
def test_a_line_below_that_says_otherwise_holds_it_back(war: Conversation, below: str) -> None:
    mine, other = trade(war)
    war.write(PERCY, f"offer Ben: Ben gives {other} to me; I give {mine} to Ben")
    line = f"standing accept Anna: trade of {mine} for {other}"
    assert "says otherwise. Write the one that you mean" in of(
        NEVILLE, war.write(NEVILLE, f"{line}\n\n{below.format(other=other)}")
    )
    assert mine in cards(war, PERCY)


def test_with_an_answer_beside_it_each_is_dealt_with_by_name(war: Conversation) -> None:
    mine, other = trade(war)
    war.write(PERCY, f"offer Ben: Ben gives {other} to me; I give {mine} to Ben")
    told = of(NEVILLE, war.write(NEVILLE, f"standing accept Anna: trade of {mine} for {other}\n\naccept 1"))
    assert "by that you agree to offer 1, which is open" in told
    assert "offer 1 is open no longer" in told
    war.write(PERCY, f"offer Ben: Ben gives {mine} to me")
    told = of(NEVILLE, war.write(NEVILLE, f"refuse 5\n\nstanding accept Anna: trade of {other} for {mine}"))
    assert "offer 5 is over" in told
    assert "you agree in advance, by acceptance 2" in told


def test_it_waits_for_a_safe_moment_as_any_agreement(war: Conversation) -> None:
    to_impulses(war)
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury north sea; pass")
    war.write(SCOTLAND, "pass")
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury edinburgh")
    mine = cards(war, PERCY)[0]
    war.write(SCOTLAND, f"standing accept Percy: Percy gives {mine} to me")
    mails = war.write(PERCY, f"offer Cora: I give {mine} to Cora")
    assert "nothing of it happens before all have agreed" in of(PERCY, mails)
    assert war.table().offers.ahead != []
    war.write(SCOTLAND, "retreat yes")
    assert mine in cards(war, SCOTLAND)
    assert is_exact(war)


def test_it_is_withdrawn_and_ends_when_it_says(war: Conversation) -> None:
    mine, other = trade(war)
    line = f"trade of {mine} for {other}"
    war.write(NEVILLE, f"standing accept Percy until turn 2: {line}")
    assert "you agree to that in advance already, by acceptance 1" in of(
        NEVILLE, war.write(NEVILLE, f"again\nstanding accept Percy until turn 2: {line}")
    )
    war.write(NEVILLE, "standing accept Scotland: I keep out of Kelso until turn 2")
    assert "say which. Nearest: withdraw acceptance 1 or: withdraw acceptance 2" in of(
        NEVILLE, war.write(NEVILLE, "withdraw acceptance")
    )
    mails = war.write(NEVILLE, "withdraw acceptance 1")
    assert "you agree to that in advance no longer: acceptance 1" in of(NEVILLE, mails)
    assert readers(mails) == {NEVILLE}
    war.write(PERCY, f"offer Ben until turn 2: Ben gives {other} to me; I give {mine} to Ben")
    assert open_numbers(war) == [1]
    war.write(PERCY, "withdraw offer 1")
    war.write(NEVILLE, f"standing accept Percy until turn 2: {line}")
    to_impulses(war)
    for _ in range(2):
        for seat in (PERCY, NEVILLE, SCOTLAND):
            war.write(seat, "pass")
    told = of(NEVILLE, war.write(NEVILLE, "report"))
    assert "by acceptance 2" in told
    assert "by acceptance 3" not in told
    assert [given.number for given in war.table().offers.ahead] == [2, 3]
    assert "you agree to that in advance no longer: acceptance 2, 3" in of(
        NEVILLE, war.write(NEVILLE, "standing accept none")
    )


def test_lines_that_agree_to_nothing_are_refused_by_name(war: Conversation) -> None:
    mine, other = trade(war)
    lines = (
        ("standing accept", "write whom it is for, a colon, and what is offered"),
        ("standing accept Percy:", "it agrees to nothing"),
        ("standing accept Percy: peace", "that is nothing to agree on here"),
        ("standing accept Beth: I keep out of Kelso until turn 1", 'I do not know whom "Beth" means'),
        ("standing accept I keep out of Kelso until turn 1", "say whose offers"),
        (f"standing accept Percy: Scotland gives {mine} to me", "it needs the consent of players whom it is not for"),
        ("standing accept Percy: Percy keeps out of Kelso until turn 1", "that does not need your consent"),
        (f"standing accept Percy: trade of {mine} for {other};", "it ends with ; and nothing follows"),
        (f"standing accept trade of {mine} for {other}", "say with whom"),
        ("withdraw acceptance 1", "no acceptance 1 of yours holds"),
        ("standing accept none", "you agree to nothing in advance"),
    )
    assert_refused(war, NEVILLE, lines)


def test_so_many_can_hold_and_no_more(war: Conversation) -> None:
    areas = list(war.table().state.board.areas)[:MAX_AHEAD]
    lines = [f"standing accept Percy: I keep out of {area} until turn {turn}" for turn in (1, 2) for area in areas]
    mails = war.write(NEVILLE, "\n".join(lines[: MAX_AHEAD + 1]))
    assert f"{MAX_AHEAD} acceptances of yours hold, and that is the most" in of(NEVILLE, mails)


def test_a_preview_tells_nobody_what_others_agree_to_in_advance(war: Conversation) -> None:
    mine, other = trade(war)
    line = f"offer Ben: Ben gives {other} to me; I give {mine} to Ben"
    before = of(PERCY, war.write(PERCY, f"again\npreview\n{line}"))
    war.write(NEVILLE, f"standing accept Percy: trade of {mine} for {other}")
    first = war.table().next_number
    again = of(PERCY, war.write(PERCY, f"again\npreview\n{line}"))
    assert "offer 1 to Neville" in again
    assert re.sub(r"\W", "", before.partition("preview")[2]) == re.sub(r"\W", "", again.partition("preview")[2])
    shown = of(NEVILLE, war.write(NEVILLE, "preview\nstanding accept Percy: I keep out of Kelso until turn 1"))
    assert "acceptance 2: each offer by Percy" in shown
    assert war.table().next_number == first


def test_nothing_that_a_third_is_sent_differs_by_it(tmp_path: Path) -> None:
    worlds = []
    for folder in ("one", "other"):
        war = war_in(tmp_path / folder)
        ahead = folder == "one"
        mine, other = trade(war)
        letters = [
            (NEVILLE, f"standing accept Percy: trade of {mine} for {other}" if ahead else "status"),
            (PERCY, f"offer Ben: Percy gives {mine} to Ben" if ahead else "status"),
            (NEVILLE, "standing accept all: I keep out of Kelso until turn 2" if ahead else "status"),
            (PERCY, "court none; aim durham"),
            (NEVILLE, "court none; aim durham"),
        ]
        worlds.append(third(war, *letters))
    assert worlds[0] == worlds[1]


def test_what_others_agree_to_does_not_show_in_what_the_offerer_is_sent_before(tmp_path: Path) -> None:
    worlds = []
    for folder in ("one", "other"):
        war = war_in(tmp_path / folder)
        mine, other = trade(war)
        ahead = f"standing accept Percy: trade of {mine} for {other}" if folder == "one" else "status"
        found = [*war.write(NEVILLE, ahead)]
        for text in (
            "report\nstatus\nhistory",
            f"offer Ben: I give {mine} to Ben",
            f"preview\noffer Ben: I give {mine} to Ben",
        ):
            found += war.write(PERCY, text)
        worlds.append([mail.lasting for mail in found if mail.to == PLAYERS[PERCY].address])
    assert worlds[0] == worlds[1]


def test_it_is_proved_moved_and_undone(war: Conversation) -> None:
    mine, other = trade(war)
    war.write(NEVILLE, f"court none\nstanding accept Percy: trade of {mine} for {other}")
    line = f"offer Ben: Ben gives {other} to me; I give {mine} to Ben"
    war.write(PERCY, line)
    with war.desk.db.reading() as session:
        document = export_game(session, war.game().id)
    verdict = verify_document(document, GAMES, war.desk.scenarios)
    assert verdict.ok
    assert verdict.exact
    assert verdict.account is not None
    assert verdict.account.problems == ()
    undo(war.desk, war.name, "a slip")
    assert mine in cards(war, PERCY)
    assert [given.number for given in war.table().offers.ahead] == [1]
    assert is_exact(war)
    war.write(PERCY, f"again\n{line}")
    assert mine in cards(war, NEVILLE)
    assert is_exact(war)


def test_what_was_taken_back_is_given_signed_and_carried_out_again(war: Conversation) -> None:
    mine, other = trade(war)
    war.write(SCOTLAND, "court none")
    war.write(NEVILLE, f"court none\nstanding accept Percy: trade of {mine} for {other}")
    war.write(PERCY, f"offer Ben: Ben gives {other} to me; I give {mine} to Ben")
    first = next(entry.number for entry in war.table().entries if entry.key == COURT)
    undo(war.desk, war.name, "a slip", to=first - 1)
    assert mine in cards(war, PERCY)
    assert war.table().offers.ahead == []
    assert redo(war.desk, war.name, "no slip").again.fallen == ()
    assert mine in cards(war, NEVILLE)
    assert is_exact(war)


def test_one_taken_back_is_over_and_its_number_names_no_other(war: Conversation) -> None:
    war.write(NEVILLE, "standing accept Percy: I keep out of Kelso until turn 1")
    undo(war.desk, war.name, "a slip")
    war.write(PERCY, "offer Ben: Ben keeps out of Kelso until turn 1")
    assert open_numbers(war) == [1]
    assert "acceptance 2:" in of(NEVILLE, war.write(NEVILLE, "standing accept Percy: I keep out of Kelso until turn 2"))
    assert is_exact(war)


def test_an_order_taken_back_with_the_consent_of_all_leaves_it(war: Conversation) -> None:
    mine, other = trade(war)
    to_impulses(war)
    war.write(PERCY, "pass")
    war.write(NEVILLE, f"play {cards(war, NEVILLE)[1]} dacre")
    war.write(NEVILLE, f"standing accept Percy: trade of {mine} for {other}")
    war.write(PERCY, f"offer Ben: Ben gives {other} to me; I give {mine} to Ben")
    war.write(NEVILLE, "take back")
    war.write(PERCY, "agree take back")
    war.write(SCOTLAND, "agree take back")
    assert mine in cards(war, NEVILLE)
    assert is_exact(war)


def test_a_newcomer_has_agreed_to_nothing(war: Conversation) -> None:
    mine, other = trade(war)
    war.write(NEVILLE, f"standing accept Percy: trade of {mine} for {other}")
    hand_over(war.desk, war.name, NEVILLE, Player("Dora", "dora@example.test"))
    war.write(PERCY, f"offer Neville: Neville gives {other} to me; I give {mine} to Neville")
    assert open_numbers(war) == [1]
