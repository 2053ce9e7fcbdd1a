"""4.1 The time to play cards before an Event takes effect, by mail and by the clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.decision import Pick
from pbem.games.kingmaker.asking.event import EVENT, WINDOW
from pbem.games.kingmaker.asking.unasked import PLAY
from tests.games.kingmaker.newcomers import PLAYERS, answer, opened
from tests.support.conversation import Conversation

TERMS = {"deadline": "72h", "window": "12h"}


def at_an_event(folder: Path, **terms: str) -> Conversation:
    """Blue's first turn has ended. Blue holds cards and watches Events from now on."""
    return begun(folder, TERMS | terms)


def begun(folder: Path, terms: dict[str, str]) -> Conversation:
    """The same with just these terms."""
    talk = opened(folder, terms)
    for seat in PLAYERS:
        talk.write(seat, "ok")
    talk.write("blue", "heed events")
    end_turn(talk)
    return talk


def end_turn(talk: Conversation) -> None:
    """The active player does nothing, and discards the first card."""
    active = talk.table().state.active
    talk.write(active, "proceed\ndone")
    (discard,) = [decision.default() for decision in talk.table().open_to(active) if decision.default is not None]
    talk.write(active, str(discard))


def asked(talk: Conversation) -> list[tuple[str, str]]:
    return [(decision.seat, decision.key) for decision in talk.table().open()]


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """A game in which Blue watches Events, at the next turn's."""
    return at_an_event(tmp_path)


def test_its_turn_waits_for_who_watches_and_silence_plays_nothing(talk: Conversation) -> None:
    active = talk.table().state.active
    assert active != "blue"
    assert asked(talk) == [("blue", WINDOW)]
    said = answer(talk, "blue", "report")
    assert "lies open: play cards now, or write" in said
    mails = talk.tick(hours=13)
    assert asked(talk) == [(active, EVENT)]
    assert not any("late" in mail.subject for mail in mails)


def test_who_has_passed_is_not_waited_for(talk: Conversation) -> None:
    talk.write("blue", "pass")
    assert asked(talk) == [(talk.table().state.active, EVENT)]


def test_orders_of_the_active_player_wait_and_none_goes_before_the_event(talk: Conversation) -> None:
    active = talk.table().state.active
    said = answer(talk, active, "proceed\ndone")
    assert asked(talk) == [("blue", WINDOW)]
    assert "proceed" in said
    talk.write("blue", "pass")
    assert asked(talk)[0][0] == active


def test_the_last_card_played_closes_it_at_once(talk: Conversation) -> None:
    table = talk.table()
    while table.state.players["blue"].hand:
        assert asked(talk) == [("blue", WINDOW)]
        (act,) = [decision for decision in table.acts_of("blue") if decision.key == PLAY]
        assert isinstance(act.shape, Pick)
        talk.write("blue", str(act.shape.options()[0]))
        table = talk.table()
    assert asked(talk) == [(table.state.active, EVENT)]


def test_who_heeds_nothing_any_more_closes_it_at_once(talk: Conversation) -> None:
    talk.write("blue", "heed nothing")
    assert asked(talk) == [(talk.table().state.active, EVENT)]


def test_a_word_too_many_is_refused_and_not_kept_for_combats(talk: Conversation) -> None:
    said = answer(talk, "blue", "heed nothing\npass")
    assert "you have no time to play cards before" in said
    assert not talk.table().orders_of("blue")


def test_the_form_offers_what_does_not_hold_yet(talk: Conversation) -> None:
    assert "# heed nothing" in answer(talk, "blue", "report")
    assert "# heed events" not in answer(talk, "blue", "report")
    talk.write("blue", "heed nothing")
    assert "# heed events" in answer(talk, "blue", "report")


def test_a_game_that_says_nothing_of_windows_has_twelve_hours(tmp_path: Path) -> None:
    talk = opened(tmp_path, {"deadline": "72h"})
    for seat in PLAYERS:
        talk.write(seat, "ok")
    talk.write("blue", "heed events")
    end_turn(talk)
    assert asked(talk) == [("blue", WINDOW)]
    mails = talk.tick(hours=13)
    assert asked(talk) == [(talk.table().state.active, EVENT)]
    assert not any("late" in mail.subject for mail in mails)


def test_a_window_of_no_length_costs_nothing(tmp_path: Path) -> None:
    talk = at_an_event(tmp_path, window="none")
    assert asked(talk) == [(talk.table().state.active, EVENT)]


def test_who_watches_nothing_any_more_is_not_asked(talk: Conversation) -> None:
    talk.write("blue", "heed nothing")
    end_turn(talk)
    assert asked(talk)[0][1] == EVENT


def test_what_comes_after_the_event_is_refused_with_that_reason(talk: Conversation) -> None:
    active = talk.table().state.active
    assert "and others have time to play cards first" in answer(talk, active, "proceed")
    talk.write("blue", "pass")
    said = answer(talk, active, "move Pole Rye")
    assert 'nothing asks for "move" now: Plague has not taken effect yet: write "proceed" first.' in said
