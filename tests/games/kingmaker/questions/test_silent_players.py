"""Players who do not write, or are away: the defaults answer in turns, battles, Parliaments and for captives.

Nobody waits, and nobody agrees to anything in their name.
"""

from __future__ import annotations

from pathlib import Path

from pbem.games.kingmaker.asking.ending import SENTENCE
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.turns import TURN
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.deadlines.clock import open_clock
from pbem.moderator.deadlines.clock_state import Clocks
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.seats.handover import hand_over
from tests.games.kingmaker.by_letter import written
from tests.games.kingmaker.late import late
from tests.games.kingmaker.letters.test_parliament_by_mail import with_percy
from tests.games.kingmaker.newcomers import PLAYERS, answer, opened
from tests.support.conversation import Conversation, Mail

TERMS = {"deadline": "72h", "answer": "24h", "window": "12h"}
SOON = TERMS | {"regency": "1"}
AWAY = "absent 2026-08-20 to 2026-09-20"


def asked(talk: Conversation) -> list[tuple[str, str]]:
    return [(decision.seat, decision.key) for decision in talk.table().open()]


def clocks(talk: Conversation) -> Clocks:
    """What the log says of each player's time."""
    with talk.db.reading() as session:
        return open_clock(session, talk.game().id, talk.clock()).clocks(talk.table())


def is_exact(talk: Conversation) -> bool:
    with talk.db.reading() as session:
        return rerun_game(Context(session, talk.desk).of(talk.game())).exact


def sent(talk: Conversation, seat: str, mails: list[Mail]) -> str:
    """All that a seat's player is sent, on one line."""
    return " ".join(mail.flat for mail in mails if mail.to == talk.players[seat].address)


def ok_to_two(talk: Conversation) -> list[Mail]:
    for seat in ("red", "blue"):
        talk.write(seat, "ok")
    return talk.tick(hours=97)


def without_green(folder: Path) -> Conversation:
    """A game of three in which Green has not written since it began, and is a regency. It is Blue's turn."""
    talk = opened(folder, SOON)
    talk.once("without Green", ok_to_two)
    assert [*clocks(talk).regencies] == ["green"]
    assert asked(talk) == [("blue", EVENT)]
    return talk


def play_turn(talk: Conversation) -> list[Mail]:
    """The turn of whoever is asked, in which nothing is done, in one letter."""
    ((seat, _),) = asked(talk)
    return talk.write(seat, "standing discard newest\nproceed\ndone")


# A regency


def test_nobody_waits_for_the_turns_of_a_regency_and_all_are_told(tmp_path: Path) -> None:
    talk = without_green(tmp_path)
    begun = talk.clock()
    for _ in range(4):
        assert asked(talk)[0][0] != "green"
        play_turn(talk)
    assert (talk.table().state.round, talk.clock()) == (3, begun)
    assert "Note: Green is a regency, as its player does not write" in answer(talk, "blue", "status")
    assert "GREEN'S TURN" in answer(talk, "red", "history 1")
    assert is_exact(talk)


def test_any_letter_ends_it_and_the_others_wait_again(tmp_path: Path) -> None:
    talk = without_green(tmp_path)
    mails = talk.write("green", "help")
    for seat in ("red", "blue"):
        assert "Green is a regency no longer: its player writes again." in sent(talk, seat, mails)
    assert not clocks(talk).regencies
    while asked(talk)[0][0] != "green":
        play_turn(talk)
    assert asked(talk) == [("green", EVENT)]


def test_a_newcomer_takes_a_regency_over_and_is_told_what_was_answered(tmp_path: Path) -> None:
    talk = without_green(tmp_path)
    hand_over(talk.desk, talk.name, "green", Player("Dora", "dora@example.test"))
    assert not clocks(talk).regencies
    mails = talk.new_mails()
    kit = next(mail.flat for mail in mails if mail.to == "dora@example.test")
    assert "You take over this seat from Cleo" in kit
    assert "YOUR HAND" in kit
    assert "Dora" in sent(talk, "red", mails)
    assert is_exact(talk)


def test_a_regency_agrees_to_nothing_and_its_player_can_later(tmp_path: Path) -> None:
    talk = without_green(tmp_path)
    mails = talk.write("red", "offer Cleo until round 6: I promise peace until round 6")
    assert "Red offers you (offer" in sent(talk, "green", mails)
    play_turn(talk)
    assert [offer.agreed for offer in talk.table().open_offers] == [set()]
    assert "agreement" in answer(talk, "green", "accept")
    assert talk.table().open_offers == []


# Away


def test_the_turn_of_who_is_away_ends_with_its_time_and_nobody_is_late(tmp_path: Path) -> None:
    talk = opened(tmp_path, TERMS)
    for seat in PLAYERS:
        talk.write(seat, "ok")
    assert "the safe default answers at their end" in answer(talk, "blue", AWAY)
    mails = talk.tick(hours=73)
    assert asked(talk)[0] != ("blue", EVENT)
    assert not [mail.subject for mail in mails if "overdue" in mail.subject or "Reminder" in mail.subject]
    assert not clocks(talk).unplayed["blue"]


def test_who_is_away_and_delegates_has_nobody_wait_in_a_battle_or_for_captives(tmp_path: Path) -> None:
    talk = late(tmp_path, terms=TERMS)
    begun = talk.clock()
    talk.write("blue", f"{AWAY}, delegate")
    talk.write("red", "proceed\nlead Greystoke against Blue")
    talk.write("green", "assent yes")
    assert asked(talk) == [("red", ADD)]
    talk.write("red", "pass")
    assert asked(talk) == [("red", TURN)]
    assert {each.owner for each in talk.table().state.captives.values()} == {"blue"}
    talk.write("green", "offer Blue: FitzAlan is ransomed; Blue promises peace until round 6")
    talk.write("red", "standing discard newest\ndone")
    assert asked(talk) == [("green", SENTENCE)]
    assert [offer.agreed for offer in talk.table().open_offers] == [set()]
    talk.write("green", "condemn all")
    assert not talk.table().state.captives
    assert talk.clock() == begun
    assert is_exact(talk)


def test_who_is_away_and_delegates_sends_nobody_to_a_parliament(tmp_path: Path) -> None:
    talk = written(tmp_path, with_percy, TERMS)
    talk.write("green", f"{AWAY}, delegate")
    talk.write("red", "summon Grey")
    assert [seat for seat, _ in asked(talk)] == ["blue"]
    talk.write("blue", "attend none")
    parliament = talk.table().state.parliament
    assert parliament is not None
    assert "pole" not in parliament.attending
    assert "grey" in parliament.attending
