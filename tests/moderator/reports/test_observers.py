"""Observers: what they are written and when, and that nobody plays otherwise for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.event import Event
from pbem.engine.played_log import News
from pbem.engine.refusal import WaitingLine
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.battle.battle_at import battle_at
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State
from pbem.lab.games import lab_of
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.core.setups import load_setup
from pbem.moderator.correcting import correction
from pbem.moderator.reports.public_report import NOBODY, tell_observers, write_public_report
from pbem.moderator.seats.addresses import TOKEN_LETTERS
from pbem.moderator.seats.observers import add_observer
from pbem.orders.carry.execute import execute
from pbem.resources import scenarios_dir
from pbem.store.games import watchers
from tests.moderator.playing.test_secrets_on_the_board import LETTERS, TWINS, Change, battle_of_ely
from tests.support.conversation import MODERATOR, PLAYERS, ROUNDS, YORK_SETUP, Conversation
from tests.support.watching import CLIO, all_mails, headers, play_until, rounds_in, to_clio, to_players

RULES = GAMES["plantagenet"]


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
    mails = [mail for mail in all_mails(watched) if mail.to == CLIO.address]
    first, *later = mails
    assert len(later) > 1
    assert len({mail.message_id for mail in mails}) == len(mails)
    assert all(str(headers(mail)["References"]) == first.message_id for mail in later)
    players = {mail.message_id for mail in to_players(all_mails(watched))}
    assert not players & {mail.message_id for mail in mails}


def test_bosworth_is_told_round_by_round_and_at_its_end(watched: Conversation) -> None:
    watched.set_up()
    watched.play_to_the_end()
    mails = to_clio(all_mails(watched))[1:]
    begun = [news.event.data["round"] for news in watched.table().news if news.event.name == "round_begins"]
    assert [number for mail in mails for number in rounds_in(mail.text.partition("== The story")[0])] == begun
    over = mails[-1]
    assert "wins" in over.subject
    assert f"key={watched.game().key}" in over.text
    assert "The story of the game" in over.flat
    assert [part.get_filename() for part in headers(over).iter_attachments()] == ["bosworth-1.json.gz", "check_game.py.txt"]
    text = "\n".join(mail.text for mail in mails)
    assert all(watched.address(seat) not in text for seat in PLAYERS)
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
    player = RandomPlayer.from_seed("turns", RULES.sample.styles)
    table, told = talk.table(), []
    while not table.over:
        decision, begun = player.question(table), len(table.news)
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
        with talk.db.writing() as session:
            game = session.merge(talk.game())
            if not table.over:
                tell_observers(Context(session, talk.desk).of(game).at(table), f"answer-{len(table.entries)}")
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
        content = write_public_report(Context(session, talk.desk).of(talk.game()).at(table), 0)
    seen = [news.event for news in table.news if news.event.visible_to(None)]
    return content.text, content.html, table.rules.reports.picture(table.state, NOBODY, seen)


def keep_other_secrets(table: Table[Any], player: RandomPlayer) -> int:
    """Other answers in secret, standing orders, waiting lines, drafts, salts and news of both sides; gives how many
    answers.
    """
    revised = 0
    for seat in table.seats:
        for decision, _ in table.given_by(seat):
            table.answer(seat, decision.key, player.answer(decision), subject=decision.subject)
            revised += 1
        execute(table, seat, "standing flee none")
        table.wait(seat, [WaitingLine("forage", "card 1")])
        table.drafts[seat, "4.1 plan", seat] = {"warwick": "1"}
        table.salts[seat] = seat.encode().hex()
        drawn = Event("3.1.3", "held_drawn", {"side": seat, "card": "y1", "effect": ""}, frozenset({seat}))
        table.news.append(News(len(table.entries), drawn))
    return revised


@pytest.mark.parametrize("options", [{}, {"hidden_mats": True}], ids=["open mats", "hidden mats"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_3_1_3_4_1_1_5_3_neither_side_s_secrets_are_in_a_public_report(
    tmp_path: Path, options: dict[str, Any], seed: str
) -> None:
    talk = Conversation(tmp_path, scenario="ic_somersets_return", options=options)
    setup = load_setup(RULES, "ic_somersets_return", scenarios_dir(), options)
    player = RandomPlayer.from_seed(f"secrets {seed}", RULES.sample.styles)
    table, compared, revised = player.open_table(RULES, setup), 0, 0
    while not table.over:
        decision = player.question(table)
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
        if (len(table.entries) % 7 == 0 or any(map(table.given_by, table.seats))) and not table.over:
            twin = table.fork()
            changed = [
                lab_of(RULES).trial.other_world(twin.state, frozenset({seat}), player.rng.shuffle) for seat in table.seats
            ]
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
    monkeypatch.setattr("pbem.moderator.joining.opening.secrets.choice", lambda _: next(letters))


def mails_of_players(folder: Path, prepare: Callable[[Conversation], object]) -> list[bytes]:
    folder.mkdir()
    talk = Conversation(folder)
    prepare(talk)
    mails = [*talk.opening, *talk.set_up()]
    for seat in ("york", "lancaster", "york", "lancaster"):
        mails += talk.write(seat, ROUNDS[seat])
    correction.undo(talk.desk, talk.name, "a slip", after_the_end=True)
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
        raise ZeroDivisionError("one of the moderator's own templates")

    with monkeypatch.context() as patched:
        patched.setattr("pbem.moderator.reports.public_report.write_report", broken)
        watched.set_up()
        watched.play_to_the_end()
    mails = all_mails(watched)
    assert watched.game().status == "over"
    assert len(to_clio(mails)) == 1  # the one from before
    told = [mail for mail in mails if mail.kind == "observer_fault"]
    assert {mail.to for mail in told} == {"gm@example.test"}
    assert "ZeroDivisionError: one of the moderator's own templates" in told[0].flat
    assert "the observers of bosworth-1" in caplog.text
    with watched.db.writing() as session:
        tell_observers(Context(session, watched.desk).of(session.merge(watched.game())).at(watched.table()), "later")
    (late,) = to_clio(watched.new_mails())
    assert "ROUND 1" in late.text


# Moves taken back


def test_who_has_been_told_of_a_turn_is_told_that_it_is_taken_back(watched: Conversation) -> None:
    watched.set_up()
    play_until(watched, lambda mails: bool(to_clio(mails)))
    with watched.db.reading() as session:
        (clio,) = watchers.observers(session, watched.game().id)
    correction.undo(watched.desk, watched.name, "Ann meant Norfolk", to=clio.told - 1)
    (mail,) = to_clio(watched.new_mails())
    assert "Note: The game master has taken back moves: Ann meant Norfolk" in mail.flat


def test_what_is_taken_back_before_observers_were_told_of_it_is_not_told_them(watched: Conversation) -> None:
    watched.write("york", YORK_SETUP)
    correction.undo(watched.desk, watched.name, "Ann meant Norfolk")
    mails = watched.new_mails()
    assert len(to_players(mails)) == 2
    assert to_clio(mails) == []


def test_a_mail_about_moves_taken_back_does_not_count_what_was_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = []
    for name, york in (("one", "give y1 richard\n"), ("other", "give y1 richard\nstanding flee none\nreroll all\n")):
        (tmp_path / name).mkdir()
        same_tokens(monkeypatch)
        talk = Conversation(tmp_path / name)
        add_observer(talk.desk, talk.name, CLIO)
        talk.write("york", york)
        with talk.db.writing() as session:
            (clio,) = watchers.observers(session, talk.game().id)
            clio.told = 2
        correction.undo(talk.desk, talk.name, "a slip")
        mails = [mail for mail in talk.new_mails() if mail.to != PLAYERS["york"].address]
        assert [mail.to for mail in mails] == [PLAYERS["lancaster"].address, CLIO.address]
        worlds.append([mail.lasting for mail in mails])
        talk.db.close()
    assert worlds[0] == worlds[1]
