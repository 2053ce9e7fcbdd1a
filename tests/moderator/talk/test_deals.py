"""What players agree on: to resign, a draw, an order taken back, a pause. Letters in, letters out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.log.entry import EntryKind
from pbem.games import GAMES
from pbem.moderator.correcting.correction import undo
from pbem.moderator.reports.report_building import MAX_NEWS, NEWS
from pbem.moderator.talk.messages import MAX_AT_ONCE
from pbem.replay.audit import verify
from pbem.store.archive.transfer import export_game
from tests.support.conversation import LANCASTER_SETUP, YORK_SETUP, Conversation, offered, to


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path, terms={"deadline": "72h"})


def is_as_promised(talk: Conversation) -> bool:
    with talk.db.reading() as session:
        document = export_game(session, talk.game().id, public=True)
    verdict = verify(document, GAMES["plantagenet"], talk.desk.setup_of(talk.game()))
    return verdict.ok and verdict.exact is True


def test_resigning_takes_two_lines_and_the_other_wins(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    first = to("york", talk.write("york", "resign"))
    assert 'nothing has changed yet: write "resign yes"' in first.flat
    assert talk.game().status == "playing"
    mails = talk.write("york", "resign yes")
    for seat in ("york", "lancaster"):
        last = to(seat, mails)
        assert "Lancaster wins" in last.subject
        assert "York has resigned." in last.flat
        assert talk.game().key in last.text
    assert talk.game().result == {"winner": "lancaster", "how": "resigned"}
    assert is_as_promised(talk)
    assert talk.table().over


def test_the_last_report_of_a_game_without_a_turn_has_no_story(talk: Conversation) -> None:
    mails = talk.write("york", "resign\nresign yes")
    assert "The story of the game" not in to("lancaster", mails).text
    assert "No dice have been rolled." in to("lancaster", mails).flat


def test_resign_yes_alone_ends_nothing_and_a_wish_is_the_players_secret(talk: Conversation) -> None:
    assert 'write "resign" first' in to("york", talk.write("york", "resign yes")).flat
    mails = talk.write("york", f"resign\n{YORK_SETUP}")
    assert "resign yes" not in "".join(mail.text for mail in mails if mail.to != "ann@example.test")
    assert "resign" not in to("lancaster", talk.write("lancaster", "report")).text.partition("Order words")[0]
    assert 'write "resign" first' in to("york", talk.write("york", "resign yes")).flat


@pytest.mark.parametrize(
    "line",
    ["I give up", "I give up!", "I concede", "We resign", "Well, we surrender. You have won.", "I'd like to concede",
     "I quit", "Ich gebe auf", "Wir geben das Spiel auf.", "ich möchte aufgeben", "I give up.\n> quoted", "ok\nI give up"],
)  # fmt: skip
def test_who_gives_up_in_a_sentence_is_told_how_to_resign(talk: Conversation, line: str) -> None:
    before = talk.table().next_number
    answer = to("york", talk.write("york", line))
    assert 'nothing has changed: to give the game up, write "resign". Nearest: resign' in answer.flat
    assert "# resign" not in answer.text.replace("#   resign", "")
    assert talk.table().next_number == before
    talk.write("york", "resign")
    assert 'write "resign yes". Nearest: resign yes' in to("york", talk.write("york", line)).flat
    assert talk.game().status == "playing"


@pytest.mark.parametrize(
    "line",
    ["I give up Wales", "I won't give up", "never give up", "gives up", "auf", "Norfolk concedes", "I give up my turn"],
)
def test_other_sentences_have_nothing_to_do_with_that(talk: Conversation, line: str) -> None:
    assert "to give the game up" not in to("york", talk.write("york", line)).flat


def test_both_lines_in_one_letter_will_do(talk: Conversation) -> None:
    talk.write("lancaster", "resign\nresign yes")
    assert talk.game().result == {"winner": "york", "how": "resigned"}


def test_a_draw_is_offered_and_accepted(talk: Conversation) -> None:
    mails = talk.write("york", "offer draw")
    assert 'York offers a draw. Write "accept draw"' in to("lancaster", mails).flat
    assert "You have offered a draw." in to("york", mails).flat
    assert "accept draw" in to("lancaster", talk.write("lancaster", "report")).flat
    mails = talk.write("lancaster", "accept draw")
    assert all("a draw" in to(seat, mails).subject for seat in ("york", "lancaster"))
    assert talk.game().result == {"winner": None, "how": "draw_agreed"}
    assert is_as_promised(talk)


def test_a_player_is_told_that_an_order_has_declined_the_draw(talk: Conversation) -> None:
    talk.write("york", "offer draw")
    talk.write("lancaster", LANCASTER_SETUP)
    told = "Lancaster plays on: your offer of a draw holds no longer."
    assert told in to("york", talk.write("york", "give y32 richard")).flat
    assert told not in to("york", talk.write("york", "clear")).flat


@pytest.mark.parametrize("answer", ["decline draw", LANCASTER_SETUP])
def test_a_draw_is_declined_by_a_line_or_an_order(talk: Conversation, answer: str) -> None:
    talk.write("york", "offer draw")
    talk.write("lancaster", answer)
    assert "nothing like that is asked" in to("lancaster", talk.write("lancaster", "accept draw")).flat
    assert talk.game().status == "playing"


def test_an_offer_is_withdrawn_and_none_accepts_their_own(talk: Conversation) -> None:
    talk.write("york", "offer draw")
    assert "nothing like that is asked" in to("york", talk.write("york", "accept draw")).flat
    talk.write("york", "offer no draw")
    talk.write("lancaster", "accept draw")
    assert talk.game().status == "playing"


def test_offers_back_and_forth_fill_no_mailbox_and_what_was_held_back_is_told(talk: Conversation) -> None:
    """Each of these lines is news for Lancaster, who gets three mails of the kind a day."""
    lines = ["offer draw", "offer no draw", "pause 1 week", "no pause"] * 5 + ["offer draw"]
    told = [len([mail for mail in talk.write("york", line) if mail.to == "bob@example.test"]) for line in lines]
    assert sum(told) == MAX_NEWS[NEWS]
    mails = talk.write("lancaster", "decline draw")
    assert "York offers a draw" not in to("lancaster", mails).flat
    assert to("york", mails)
    talk.write("york", "offer draw")
    talk.clock.move(days=1, hours=1)
    assert len([mail for mail in talk.write("york", "offer no draw\noffer draw") if mail.to == "bob@example.test"]) == 1


def test_what_others_have_answered_meanwhile_comes_with_the_next_report(talk: Conversation) -> None:
    for _ in range(6):
        talk.write("york", "offer draw")
        mails = talk.write("lancaster", "decline draw")
    assert [mail.to for mail in mails] == ["bob@example.test"]
    assert "Lancaster declines a draw." in to("york", talk.write("york", "give y32 richard")).flat


def test_messages_beyond_ten_a_day_come_with_the_next_report(talk: Conversation) -> None:
    to_bob = [mail for number in range(14) for mail in talk.write("york", f"tell Lancaster: this is {number}")]
    assert len([mail for mail in to_bob if mail.to == "bob@example.test"]) == MAX_AT_ONCE
    assert "with the next report" in to_bob[-1].flat
    report = to("lancaster", talk.write("lancaster", "give l5 oxford")).flat
    assert [f"this is {number}" in report for number in (9, 10, 13)] == [False, True, True]


def test_agree_alone_never_ends_the_game(talk: Conversation) -> None:
    talk.write("york", "offer draw")
    mail = to("lancaster", talk.write("lancaster", "I agree\nagree"))
    assert "accept draw" in mail.flat
    assert talk.game().status == "playing"


@pytest.fixture
def campaign(tmp_path: Path) -> Conversation:
    """A campaign of Warriors of England in which Lancaster has passed, and York is asked."""
    talk = Conversation(tmp_path, game="warriors_of_england", scenario="campaign")
    while talk.asked() != "lancaster" or "6.0 campaign" not in {d.key for d in talk.table().open()}:
        seat = talk.asked()
        talk.write(seat, offered(to(seat, talk.write(seat, "report"))).splitlines()[0])
    talk.write("lancaster", "pass")
    return talk


def test_an_order_is_taken_back_when_the_other_agrees(campaign: Conversation) -> None:
    before = campaign.table().state
    mails = campaign.write("lancaster", "ask to take back")
    assert 'Lancaster asks to take their last order back. Write "agree take back"' in to("york", mails).flat
    mails = campaign.write("york", "agree take back\npass")
    for seat in ("york", "lancaster"):
        told = "Lancaster has asked to take the last order back, and all agree"
        assert told in to(seat, mails).flat
    assert campaign.asked() == "lancaster"
    assert vars(campaign.table().state) != vars(before)
    assert campaign.write("lancaster", "pass") != []
    assert campaign.asked() == "york"


def test_orders_for_later_bar_nothing_and_stay(campaign: Conversation) -> None:
    """Lancaster must not learn from a refusal that York has written ahead."""
    campaign.write("york", "standing game lose usual")
    assert campaign.table().orders_of("york")
    mails = campaign.write("lancaster", "ask to take back")
    assert "somebody else has acted" not in to("lancaster", mails).flat
    campaign.write("york", "agree take back")
    assert campaign.asked() == "lancaster"
    assert [order.number for order in campaign.table().orders_of("york")] == [1]


def test_it_is_not_taken_back_when_refused_or_played_on(campaign: Conversation) -> None:
    campaign.write("lancaster", "ask to take back")
    mails = campaign.write("york", "refuse")
    assert "York does not agree to take an order back." in to("lancaster", mails).flat
    campaign.write("lancaster", "ask to take back")
    campaign.write("york", "pass")
    assert "nothing like that is asked" in to("york", campaign.write("york", "agree")).flat
    assert "somebody else has acted" in to("lancaster", campaign.write("lancaster", "ask to take back")).flat


def test_it_is_not_taken_back_behind_a_draw(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="Ia")
    assert "you have given no order yet" in to("york", talk.write("york", "ask to take back")).flat
    talk.write("york", "assign York")
    assert "a card drawn since" in to("york", talk.write("york", "ask to take back")).flat


def test_an_order_that_was_answered_with_others_stays(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    mail = to("york", talk.write("york", "ask to take back"))
    assert "others are asked something" in mail.flat or "somebody else has acted" in mail.flat


def test_the_clock_stands_still_while_all_agree(talk: Conversation) -> None:
    mails = talk.write("york", "pause 2 weeks")
    assert 'York asks for a pause. Write "agree pause" or "refuse pause". It lasts 14 days.' in to("lancaster", mails).flat
    mails = talk.write("lancaster", "agree")
    assert "The game pauses until" in to("lancaster", mails).flat
    assert "The game pauses until" in to("york", mails).flat
    assert talk.tick(days=13) == []
    assert talk.game().status == "playing"
    mails = talk.write("york", "resume")
    assert "York has ended the pause." in to("lancaster", mails).flat
    assert any("late" in mail.subject or "due" in mail.flat for mail in talk.tick(days=4))


def test_a_pause_ends_by_itself_and_may_be_refused(talk: Conversation) -> None:
    talk.write("york", "pause 2 days")
    assert "Lancaster does not agree to a pause." in to("york", talk.write("lancaster", "refuse pause")).flat
    talk.write("york", "pause 2 days")
    talk.write("lancaster", "agree pause")
    assert talk.tick(days=2) == []
    assert talk.tick(days=3) != []
    assert "the game does not pause" in to("york", talk.write("york", "resume")).flat


def test_prose_that_begins_like_that_is_none(talk: Conversation) -> None:
    talk.write("york", "offer draw")
    talk.write("lancaster", "Accept my apologies for the delay.\nI accept that this will be hard.")
    assert talk.game().status == "playing"


def test_a_wish_to_resign_is_taken_back_alone(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    before = talk.table().entries
    talk.write("york", "resign")
    assert len(talk.table().entries) == len(before) + 1
    undo(talk.desk, talk.name, "a slip")
    assert talk.table().entries[: len(before)] == before
    assert all(entry.kind is not EntryKind.OFFER for entry in talk.table().entries)
