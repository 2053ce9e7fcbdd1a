"""Observers: what they are written and when, what becomes of their letters, and that nobody plays otherwise for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes, policy
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.obey import obey
from pbem.engine.order import WaitingLine
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.battle_at import battle_at
from pbem.games.plantagenet.board import Locale
from pbem.games.plantagenet.box import Side
from pbem.games.plantagenet.state import State
from pbem.moderator import gm
from pbem.moderator.observers import NOBODY, tell_observers, write_public_report
from pbem.moderator.opening import TOKEN_LETTERS, Player, move_in
from pbem.moderator.random_play import RandomPlayer
from pbem.moderator.receive import moderate_all, take_in
from pbem.moderator.scenario_files import load_setup
from pbem.moderator.watching import BadObserver, add_observer, remove_observer
from pbem.resources import scenarios_dir
from pbem.store import watchers
from pbem.store.archive import export_game
from pbem.store.database import Database
from pbem.store.errors import Duplicate, NotFound
from tests.moderator.conversation import MODERATOR, PLAYERS, ROUNDS, YORK_SETUP, Conversation, Mail
from tests.moderator.test_secrets_on_the_board import LETTERS, TWINS, Change, battle_of_ely

CLIO = Player("Clio", "clio@example.test")
RULES = GAMES["plantagenet"]


@pytest.fixture
def watched(talk: Conversation) -> Conversation:
    """A Bosworth game that Clio watches; her first report is looked at already."""
    add_observer(talk.desk, talk.name, CLIO)
    talk.new_mails()
    return talk


def to_clio(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to == CLIO.address]


def to_players(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to in {player.address for player in PLAYERS.values()}]


def rounds_in(text: str) -> list[int]:
    """The Rounds whose headings stand in a text."""
    return [int(line.removeprefix("ROUND ")) for line in text.splitlines() if line.startswith("ROUND ")]


def headers(mail: Mail) -> Any:
    return message_from_bytes(mail.raw, policy=policy.default)


# What they are written


def test_the_first_report_tells_the_position_and_how_to_stop(talk: Conversation) -> None:
    add_observer(talk.desk, talk.name, CLIO)
    (mail,) = talk.new_mails()
    assert (mail.to, mail.subject) == (CLIO.address, "[bosworth-1 Observer array] waiting for York and Lancaster")
    assert mail.flat.startswith("Observer, array. The game goes on: waiting for York and Lancaster.")
    assert "York (Ann) against Lancaster (Bob)" in mail.flat
    assert "RICHARD III" in mail.text
    assert "HENRY TUDOR" in mail.text
    for said in (mail.flat, mail.html):
        assert "Observers cannot give orders." in said
        assert "--- orders ---" not in said
    top = headers(mail)
    assert top["Reply-To"] == MODERATOR
    assert top["Auto-Submitted"] == "auto-generated"


def test_an_observer_s_mails_are_one_thread_of_his_own(watched: Conversation) -> None:
    mails = [*watched.set_up(), *watched.play_to_the_end()]
    mails = [mail for mail in _all_mails(watched) if mail.to == CLIO.address]
    first, *later = mails
    assert len(later) > 1
    assert len({mail.message_id for mail in mails}) == len(mails)
    assert all(str(headers(mail)["References"]) == first.message_id for mail in later)
    players = {mail.message_id for mail in to_players(_all_mails(watched))}
    assert not players & {mail.message_id for mail in mails}


def _all_mails(talk: Conversation) -> list[Mail]:
    talk._seen = 0
    return talk.new_mails()


def test_bosworth_is_told_round_by_round_and_at_its_end(watched: Conversation) -> None:
    watched.set_up()
    watched.play_to_the_end()
    mails = to_clio(_all_mails(watched))[1:]
    begun = [news.event.data["round"] for news in watched.table().news if news.event.name == "round_begins"]
    assert [number for mail in mails for number in rounds_in(mail.text.partition("== The story")[0])] == begun
    over = mails[-1]
    assert "wins" in over.subject
    assert f"key={watched.game().key}" in over.text
    assert "The story of the game" in over.flat
    assert [part.get_filename() for part in headers(over).iter_attachments()] == ["bosworth-1.json.gz"]
    text = "\n".join(mail.text for mail in mails)
    assert all(str(watched.seat(seat).token) not in text for seat in PLAYERS)
    assert not any(player.address in text for player in PLAYERS.values())


def test_within_a_turn_nothing_is_written(watched: Conversation) -> None:
    watched.set_up()
    watched.new_mails()
    turn = watched.table().rules.turn(watched.table().state)
    for seat, lines in (("york", "flee none\n"), ("lancaster", "help\nreport\n"), ("york", "nonsense\n")):
        assert to_clio(watched.write(seat, lines)) == []
    assert watched.table().rules.turn(watched.table().state) == turn


def test_2_2_a_turn_of_the_board_is_told_when_the_next_begins_and_only_then(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="ic_somersets_return")
    add_observer(talk.desk, talk.name, CLIO)
    talk.new_mails()
    player = RandomPlayer.from_seed("turns", RULES.trial.tastes)
    table, told = talk.table(), []
    while not table.over:
        decision, begun = player.question(table), len(table.news)
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
        with talk.db.writing() as session:
            game = session.merge(talk.game())
            if not table.over:
                tell_observers(session, talk.desk, game, table, f"answer-{len(table.entries)}")
        new_turn = any(news.event.name == "levy_begins" for news in table.news[begun:])
        mails = talk.new_mails()
        assert len(mails) == (new_turn and not table.over)
        told += mails
    assert [re.search(r"turn \d+, levy", mail.subject) is not None for mail in told] == [True, True]
    assert "LEVY OF TURN 5" not in told[0].text  # it had begun when she was added
    assert [f"LEVY OF TURN {turn}" in mail.text for mail in told for turn in (6, 7)] == [True, False, False, True]
    assert all(f"CAMPAIGN OF TURN {turn}" in mail.text for mail, turn in zip(told, (5, 6), strict=True))
    talk.db.close()


# What they may know


def public(talk: Conversation, table: Table[Any]) -> tuple[str, str, Any]:
    """The public report of a Table, with what its picture would show."""
    with talk.db.reading() as session:
        content = write_public_report(session, talk.desk, talk.game(), table, 0)
    seen = [news.event for news in table.news if news.event.visible_to(None)]
    return content.text, content.html, table.rules.picture(table.state, NOBODY, seen)


def keep_other_secrets(table: Table[Any], player: RandomPlayer) -> int:
    """Other answers in secret, standing orders, waiting lines, drafts and salts of both sides; gives how many answers."""
    revised = 0
    for seat in table.rules.seats:
        for decision, _ in table.given_by(seat):
            table.answer(seat, decision.key, player.answer(decision), subject=decision.subject)
            revised += 1
        obey(table, seat, "standing flee none")
        table.wait(seat, [WaitingLine("forage", "card 1")])
        table.drafts[seat, "4.1 plan", seat] = {"warwick": "1"}
        table.salts[seat] = seat.encode().hex()
    return revised


@pytest.mark.parametrize("options", [{}, {"hidden_mats": True}], ids=["open mats", "hidden mats"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_3_1_3_4_1_1_5_3_neither_side_s_secrets_are_in_a_public_report(
    tmp_path: Path, options: dict[str, Any], seed: str
) -> None:
    talk = Conversation(tmp_path, scenario="ic_somersets_return", options=options)
    setup = load_setup(RULES, "ic_somersets_return", scenarios_dir(), options)
    player = RandomPlayer.from_seed(f"secrets {seed}", RULES.trial.tastes)
    table, compared, revised = player.open_table(RULES, setup), 0, 0
    while not table.over:
        decision = player.question(table)
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
        if (len(table.entries) % 7 == 0 or any(map(table.given_by, RULES.seats))) and not table.over:
            twin = table.fork()
            changed = [RULES.trial.other_world(twin.state, seat, player.rng.shuffle) for seat in RULES.seats]
            revised += keep_other_secrets(twin, player)
            assert public(talk, table) == public(talk, twin)
            compared += any(changed)
    assert compared > 5
    assert revised > 0
    talk.db.close()


def battle_told(folder: Path, change: Change) -> list[tuple[str, str]]:
    """The public report before and after each letter of a Battle with Hidden Mats, as long as it is fought."""
    folder.mkdir()

    async def play(s: State) -> None:
        await battle_at(s, Locale("ely"), Side.YORK)
        s.result = {"winner": None}

    rules = replace(RULES, new_state=partial(battle_of_ely, change), play=play)
    talk = Conversation(folder, scenario="ia_henry_vi", games={**GAMES, RULES.name: rules})
    told = [public(talk, talk.table())[:2]]
    for seat, text in LETTERS[:2]:
        talk.write(seat, text)
        told.append(public(talk, talk.table())[:2])
    assert talk.game().status == "playing"
    talk.db.close()
    return told


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
def test_1_5_3_4_4_in_battle_neither_held_cards_nor_other_mats_are_told(
    tmp_path: Path, twins: tuple[Change, Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = []
    for name, change in zip(("one", "other"), twins, strict=True):
        same_tokens(monkeypatch)
        worlds.append(battle_told(tmp_path / name, change))
    assert worlds[0] == worlds[1]
    assert "HENRY VI" in worlds[0][0][0]


def test_what_both_may_see_is_in_it(tmp_path: Path) -> None:
    """The comparison above would hold of an empty page."""
    talk = Conversation(tmp_path, scenario="ic_somersets_return")
    table = talk.table()
    text, _, picture = public(talk, table)
    assert "SOMERSET at Bamburgh" in text
    table.state.influence -= 3
    other_text, _, other_picture = public(talk, table)
    assert text != other_text
    assert picture != other_picture
    talk.db.close()


def test_6_0_what_is_chosen_in_secret_changes_no_byte_of_their_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = []
    for name, york in (
        ("one", YORK_SETUP),
        ("other", "give y1 richard\n"),
        ("third", f"standing flee none\n{YORK_SETUP.splitlines()[0]}\n"),
    ):
        (tmp_path / name).mkdir()
        same_tokens(monkeypatch)
        talk = Conversation(tmp_path / name)
        talk.write("york", york)
        add_observer(talk.desk, talk.name, CLIO)
        worlds.append([mail.lasting for mail in talk.new_mails()])
        talk.db.close()
    assert worlds[0] != worlds[1]  # York is asked still, which both sides are told
    assert worlds[1] == worlds[2]


# Nobody plays otherwise for them


def same_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on tokens are given in one and the same order."""
    letters = cycle(TOKEN_LETTERS)
    monkeypatch.setattr("pbem.moderator.opening.secrets.choice", lambda _: next(letters))


def mails_of_players(folder: Path, prepare: Callable[[Conversation], object]) -> list[bytes]:
    folder.mkdir()
    talk = Conversation(folder)
    prepare(talk)
    mails = [*talk.opening, *talk.set_up()]
    for seat in ("york", "lancaster", "york", "lancaster"):
        mails += talk.write(seat, ROUNDS[seat])
    gm.undo(talk.desk, talk.name, "a slip", after_the_end=True)
    mails += talk.new_mails()
    talk.db.close()
    return [mail.lasting for mail in to_players(mails)]


def watch(talk: Conversation) -> None:
    add_observer(talk.desk, talk.name, CLIO)
    add_observer(talk.desk, talk.name, Player("Dan", "dan@example.test"))


def test_players_letters_are_the_same_with_observers_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same_tokens(monkeypatch)
    alone = mails_of_players(tmp_path / "alone", lambda _: None)
    assert len(alone) > 6
    same_tokens(monkeypatch)
    assert mails_of_players(tmp_path / "watched", watch) == alone


def test_where_their_report_cannot_be_written_the_game_goes_on(
    watched: Conversation, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a template of the moderator's own")

    with monkeypatch.context() as patched:
        patched.setattr("pbem.moderator.observers.write_report", broken)
        watched.set_up()
        watched.play_to_the_end()
    mails = _all_mails(watched)
    assert watched.game().status == "over"
    assert len(to_clio(mails)) == 1  # the one from before
    told = [mail for mail in mails if mail.kind == "observer_fault"]
    assert {mail.to for mail in told} == {"gm@example.test"}
    assert "ZeroDivisionError: a template of the moderator's own" in told[0].flat
    assert "the observers of bosworth-1" in caplog.text
    with watched.db.writing() as session:
        tell_observers(session, watched.desk, session.merge(watched.game()), watched.table(), "later")
    (late,) = to_clio(watched.new_mails())
    assert "ROUND 1" in late.text


# Moves taken back


def test_who_has_been_told_of_a_turn_is_told_that_it_is_taken_back(watched: Conversation) -> None:
    watched.set_up()
    while not to_clio(watched.new_mails()):
        watched.write(watched.asked(), ROUNDS[watched.asked()])
        watched._seen -= 5
    watched.new_mails()
    with watched.db.reading() as session:
        (clio,) = watchers.observers(session, watched.game().id)
    gm.undo(watched.desk, watched.name, "Ann meant Norfolk", to=clio.told - 1)
    (mail,) = to_clio(watched.new_mails())
    assert "Note: The moderator has taken moves back: Ann meant Norfolk" in mail.flat


def test_what_is_taken_back_before_observers_were_told_of_it_is_not_told_them(watched: Conversation) -> None:
    watched.write("york", YORK_SETUP)
    gm.undo(watched.desk, watched.name, "Ann meant Norfolk")
    mails = watched.new_mails()
    assert len(to_players(mails)) == 2
    assert to_clio(mails) == []


# Their letters


def write(talk: Conversation, text: str, *, answers: str = "", sender: str = CLIO.address, **fields: str) -> list[Mail]:
    """A letter to the bare mailbox, in answer to a mail if one is named."""
    talk._written += 1
    lines = {"From": sender, "To": MODERATOR, "Subject": "Re: the game", "Message-ID": f"<o-{talk._written}@example.test>"}
    lines |= {"In-Reply-To": answers} if answers else {}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in (lines | fields).items())
    return talk.deliver(f"{head}\r\n{text}".encode())


def first_of(talk: Conversation) -> Mail:
    return to_clio(_all_mails(talk))[0]


def names_of(talk: Conversation) -> list[str]:
    with talk.db.reading() as session:
        return [row.name for row in watchers.observers(session, talk.game().id)]


def test_orders_of_an_observer_are_answered_once_in_all(watched: Conversation) -> None:
    first, log = first_of(watched).message_id, watched.table().entries
    (notice,) = write(watched, "flee none", answers=first)
    assert (notice.to, notice.subject) == (CLIO.address, "[bosworth-1 Observer] Observers cannot give orders")
    assert headers(notice)["Auto-Submitted"] == "auto-replied"
    assert headers(notice)["Reply-To"] == MODERATOR
    assert write(watched, "give y1 richard", answers=first) == []
    assert write(watched, "a letter that answers nothing") == []
    assert watched.table().entries == log
    assert watched.letter(1).status == watched.letter(2).status == "done"
    assert watched.letter(2).outcome == "bosworth-1: from an observer, who can give no orders and was told so before"
    assert names_of(watched) == ["Clio"]


@pytest.mark.parametrize("text", ["stop", "STOP.", "Stop!\r\n-- \r\nClio", "Thank you.\r\n\r\nstop", "unsubscribe"])
def test_a_stop_word_ends_the_letters(watched: Conversation, text: str) -> None:
    (notice,) = write(watched, text, answers=first_of(watched).message_id)
    assert (notice.to, notice.subject) == (CLIO.address, "[bosworth-1 Observer] You get no more letters")
    assert names_of(watched) == []
    watched.set_up()
    watched.play_to_the_end()
    assert to_clio(watched.new_mails()) == []
    assert write(watched, "stop", answers=first_of(watched).message_id) == []


def test_a_stop_word_may_be_the_subject(watched: Conversation) -> None:
    write(watched, "", Subject="stop")
    assert names_of(watched) == []


def test_a_quoted_stop_word_stops_nothing(watched: Conversation) -> None:
    write(watched, "What a battle!\r\n\r\n> stop\r\n", answers=first_of(watched).message_id)
    assert names_of(watched) == ["Clio"]


def test_a_stop_that_answers_a_mail_ends_that_game_only_and_any_other_all(watched: Conversation) -> None:
    document = _export(watched)
    for seat in document["seats"]:
        seat["token"] += "2"
    document["observers"] = []
    for part in (document["letters"], document["mails"]):
        part.clear()
    move_in(watched.desk, document, "bosworth-2")
    add_observer(watched.desk, "bosworth-2", CLIO)
    write(watched, "stop", answers=first_of(watched).message_id)
    with watched.db.reading() as session:
        assert [row.game_id for row in watchers.by_address(session, CLIO.address)] == [2]
    add_observer(watched.desk, watched.name, CLIO)
    watched.new_mails()
    (notice,) = write(watched, "stop")
    assert notice.subject == "[bosworth-2, bosworth-1 Observer] You get no more letters"
    with watched.db.reading() as session:
        assert watchers.by_address(session, CLIO.address) == []


def _export(talk: Conversation) -> dict[str, Any]:
    with talk.db.reading() as session:
        return json.loads(json.dumps(export_game(session, talk.game().id)))  # type: ignore[no-any-return]


def test_whoever_answers_for_her_the_notice_goes_to_the_observer(watched: Conversation) -> None:
    (notice,) = write(watched, "stop", answers=first_of(watched).message_id, sender="work@example.test")
    assert notice.to == CLIO.address


def test_automatic_mail_and_strangers_get_no_answer(watched: Conversation) -> None:
    first = first_of(watched).message_id
    assert write(watched, "stop", answers=first, Auto_Submitted="auto-replied") == []
    assert write(watched, "I am away", answers=first, Auto_Submitted="auto-replied") == []
    assert write(watched, "stop", sender="stranger@example.test") == []
    assert write(watched, "stop", answers=first.replace("observer", "observed"), sender="stranger@example.test") == []
    assert names_of(watched) == ["Clio"]


def test_a_player_who_watches_another_game_is_still_told_how_to_write(watched: Conversation) -> None:
    add_observer(watched.desk, watched.name, Player("Eve", "eve@example.test"))
    with watched.db.writing() as session:
        watchers.observer(session, watched.game().id, "eve@example.test").address = PLAYERS["york"].address
    watched.new_mails()
    (mail,) = write(watched, "flee none", sender=PLAYERS["york"].address)
    assert "could not be matched to a game" in mail.subject
    write(watched, "stop", sender=PLAYERS["york"].address)
    assert names_of(watched) == ["Clio"]


def test_an_observer_is_known_by_his_thread_after_a_move(watched: Conversation, tmp_path: Path) -> None:
    first, db = first_of(watched).message_id, Database.open(tmp_path / "elsewhere.sqlite")
    desk = replace(watched.desk, db=db)
    move_in(desk, _export(watched), "moved")
    take_in(desk, f"From: {CLIO.address}\r\nTo: {MODERATOR}\r\nIn-Reply-To: {first}\r\n\r\nstop\r\n".encode())
    assert moderate_all(desk) == [f"letter 1: {CLIO.address} watches moved no longer"]
    db.close()


# The moderator's side


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("clio", "'clio' is not a mail address of plain letters, such as clio@example.org"),
        ("clío@example.test", "not a mail address of plain letters"),
        ("ANN@example.test", "ANN@example.test plays York in bosworth-1, and is told more than an observer"),
        ("Moderator@example.test", "is the moderator's own mailbox"),
        ("moderator+abc@example.test", "is the moderator's own mailbox"),
    ],
)
def test_who_cannot_be_an_observer(talk: Conversation, address: str, problem: str) -> None:
    with pytest.raises(BadObserver, match=re.escape(problem)):
        add_observer(talk.desk, talk.name, Player("Clio", address))
    assert names_of(talk) == []
    assert talk.new_mails() == []


def test_adding_and_removing_are_answered_clearly(watched: Conversation) -> None:
    with pytest.raises(Duplicate, match="is an observer of bosworth-1 already"):
        add_observer(watched.desk, watched.name, Player("Clio", "Clio@Example.test"))
    with pytest.raises(NotFound, match="there is no game bosworth-9"):
        add_observer(watched.desk, "bosworth-9", CLIO)
    with pytest.raises(NotFound, match=r"has no observer dan@example\.test; it has: clio@example\.test"):
        remove_observer(watched.desk, watched.name, "dan@example.test")
    assert remove_observer(watched.desk, watched.name, "CLIO@example.test").name == "Clio"
    assert watched.new_mails() == []
    add_observer(watched.desk, watched.name, CLIO)
    assert len(to_clio(watched.new_mails())) == 1


def test_a_game_that_is_over_takes_no_observers(talk: Conversation) -> None:
    talk.set_up()
    talk.play_to_the_end()
    with pytest.raises(BadObserver, match=r"over; .*`pbem show bosworth-1 --as observer` has its last report"):
        add_observer(talk.desk, talk.name, CLIO)


def test_a_held_game_says_so(talk: Conversation) -> None:
    gm.hold(talk.desk, talk.name, "a question of rules")
    add_observer(talk.desk, talk.name, CLIO)
    (mail,) = talk.new_mails()
    assert mail.flat.startswith("Observer, array. The moderator holds the game.")


def test_the_report_of_now_tells_the_turn_under_way(watched: Conversation) -> None:
    watched.set_up()
    while watched.table().rules.turn(watched.table().state) != "round 2":
        watched.write(watched.asked(), ROUNDS[watched.asked()])
    with watched.db.reading() as session:
        text = write_public_report(session, watched.desk, watched.game(), watched.table()).text
    assert rounds_in(text) == [2]
    assert NOBODY == ""


def test_no_letter_to_a_player_names_an_observer(watched: Conversation) -> None:
    watched.set_up()
    watched.play_to_the_end()
    told = b"".join(mail.raw for mail in to_players(_all_mails(watched)))
    assert not re.search(rb"clio|observer", told, re.IGNORECASE)
