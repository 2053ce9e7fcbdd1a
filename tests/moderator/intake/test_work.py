"""How much work a letter may cause: what is past that is set aside, and its game and the others' letters go on."""

from __future__ import annotations

import re
from cProfile import Profile
from dataclasses import replace
from pathlib import Path
from pstats import Stats
from random import Random
from typing import Any

import pytest

from pbem import effort
from pbem.effort import TooMuchWork, limited, spend
from pbem.engine.decision import Decision
from pbem.games.kingmaker.game import RULES as KINGMAKER
from pbem.moderator.intake import moderating
from pbem.moderator.talk.agreements import MAX_OPEN
from tests.games.kingmaker import newcomers
from tests.letters.odd_lines import words_of
from tests.support.conversation import PLAYERS, YORK_SETUP, Conversation, to

GAMES = {
    "plantagenet": ("ia_henry_vi", PLAYERS),
    "warriors_of_england": ("campaign", PLAYERS),
    "richard_iii": ("1460", PLAYERS),
    "kingmaker": ("three_players", newcomers.PLAYERS),
}
SHAPES = {
    "words over and over": "{0}\n",
    "many on a line": "{0}; ",
    "one long line": "{0} ",
    "standing orders": "standing {0} if we have 3 or more\n",
    "cases": "bis {0} , sonst map\n",
    "headings": "card 1: {0}\n",
    "heads": "tell to {0} to\n",
    "questions": "help {0}\n",
    "a preview": "preview: {0}\n",
    "slips": "mend slips; {0}x\n",
}
UNITS = ("march york", "sdjfh", "treason", "2 and 3")


def steps_of(talk: Conversation, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The steps of work that a letter causes, without a limit."""
    efforts: list[effort.Effort] = []
    monkeypatch.setattr(moderating, "limited", lambda _most: counted(efforts))
    talk.write(next(iter(talk.players)), text)
    monkeypatch.undo()
    return efforts[-1].spent


class counted:  # noqa: N801 - in the place of a context manager's function
    """Counts the work within."""

    def __init__(self, efforts: list[effort.Effort]) -> None:
        self._limited, self._efforts = limited(effort.UNLIMITED), efforts

    def __enter__(self) -> None:
        self._efforts.append(self._limited.__enter__())

    def __exit__(self, *raised: Any) -> None:
        self._limited.__exit__(*raised)


def test_steps_are_counted_within_a_letter_only() -> None:
    spend(10**9)
    with limited(10) as within:
        spend(10)
        with pytest.raises(TooMuchWork):
            spend(1)
    assert within.spent == 11


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_letter_of_64_kilobytes_costs_no_more_than_a_letter_may(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario, players = GAMES[game]
    talk = Conversation(tmp_path, scenario=scenario, game=game, players=players, letters_per_hour=10**6, in_memory=False)
    for name, shape in SHAPES.items():
        for number, unit in enumerate(UNITS):
            piece = shape.format(unit)
            if number and name != "one long line":
                continue
            steps = steps_of(talk, piece * (64_000 // len(piece)), monkeypatch)
            assert steps <= 2 * effort.MAX_STEPS, (name, unit)


def test_twice_as_many_lines_cost_twice_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Conversation(tmp_path, scenario="ia_henry_vi", in_memory=False)
    for name, shape in SHAPES.items():
        piece = shape.format("march york")
        some, more = (steps_of(talk, f"again\n{piece * count}", monkeypatch) for count in (20, 40))
        assert more <= 2.2 * some + 1000, name


def test_each_part_of_a_line_that_may_be_talk_counts(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (steps_of(talk, ("march;" * parts + "\n") * 100, monkeypatch) for parts in (1, 50))
    assert many > 10 * few


@pytest.mark.parametrize("line", ["kroy hcram", "I am away from 24 December until 2 January", f"I go{' and I go' * 60}"])
def test_talk_takes_no_longer_than_its_steps(talk: Conversation, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, profile = f"{line}\n" * 200, Profile()
    steps = steps_of(talk, text, monkeypatch)
    profile.runcall(talk.write, "york", f"again\n{text}")
    assert Stats(profile).total_calls <= CALLS_A_STEP * steps + CALLS_OF_A_LETTER  # type: ignore[attr-defined]


ANSWERS = {
    "a condition": "accept if Cleo accepts {0}",
    "a number": "accept {0}",
    "behind a number": "accept {0} if you like",
    "another": "counter {0}: I promise peace until round 9",
    "none": "refuse {0}",
}


def test_letters_about_all_open_offers_keep_to_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = newcomers.opened(tmp_path)
    newcomers.begin(talk)
    for seat in newcomers.PLAYERS:
        others = [player.name for other, player in newcomers.PLAYERS.items() if other != seat]
        lines = (f"offer {name}: I promise peace until round {last}" for name in others for last in range(3, 9))
        talk.write(seat, "\n".join(lines))
    assert len(talk.table().open_offers) == len(newcomers.PLAYERS) * MAX_OPEN
    for answer in ANSWERS.values():
        text = "preview\n" + "\n".join(answer.format(number) for number in range(400))
        assert steps_of(talk, text, monkeypatch) <= effort.MAX_STEPS


def test_what_can_be_chosen_is_worked_out_once_for_all_lines_that_may_be_rows_of_it(tmp_path: Path) -> None:
    asked: list[str] = []

    def facts(_state: Any, decision: Decision) -> tuple[str, ...]:
        asked.append(decision.key)
        return ()

    rules = replace(KINGMAKER, orders=replace(KINGMAKER.orders, facts=facts))
    talk = Conversation(
        tmp_path,
        scenario="three_players",
        game=rules.name,
        games={rules.name: rules},
        players=newcomers.PLAYERS,
        key=newcomers.KEY,
    )
    newcomers.begin(talk)
    counts = []
    for lines in (1, 40):
        asked.clear()
        talk.write("blue", "again\n" + "Rivers (green): home in the Southeast\n" * lines)
        counts.append(len(asked))
    assert counts[0] == counts[1] > 0


def test_what_is_shown_twenty_times_is_worked_out_twenty_times(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [steps_of(talk, "".join(f"help word{number}\n" for number in range(count)), monkeypatch) for count in (20, 400)]
    assert steps[1] - steps[0] < 380 * 100


def test_a_letter_past_its_work_is_set_aside_and_the_game_goes_on(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderating.moderate_waiting, "__defaults__", (None, 100))
    mails = talk.write("york", YORK_SETUP)
    assert "is set aside for the game master" in to("york", mails).flat
    (told,) = [mail for mail in mails if mail.to == "gm@example.test"]
    assert "Letter 1 is set aside" in told.subject
    assert "pbem letters retry 1" in told.text
    row = talk.letter(1)
    assert (row.status, row.seat) == ("dead", "york")
    assert row.outcome == "set aside: TooMuchWork: more than 100 steps of work"
    assert talk.table().entries == []
    assert talk.game().status == "playing"
    monkeypatch.undo()
    assert talk.write("york", YORK_SETUP)
    assert talk.asked() == "lancaster"


ENDLESS = {
    "refused": "marhc yrok to ely and thn\n",
    "long": "march " + "york " * 50 + "\n",
    "signs": "march " + "<&>" * 60 + "\n",
    "many on a line": "marhc yrok;" * 20 + "\n",
    "a preview": "preview marhc ely\n",
    "for later": "levy: marhc yrok to ely if we have 3 or more\n",
}


@pytest.mark.parametrize("piece", ENDLESS.values(), ids=ENDLESS)
def test_a_letter_of_refused_lines_does_not_come_back_many_times_as_long(tmp_path: Path, piece: str) -> None:
    talk = Conversation(tmp_path, scenario="ia_henry_vi", in_memory=False)
    (mail,) = talk.write("york", piece * (60_000 // len(piece)))
    assert len(mail.text) + len(mail.html) < 100_000
    assert re.search(r"And [0-9]+ more lines that (are not|could not be) carried out: [0-9]+-[0-9]+\.", mail.flat)


MANY_WORDS = {
    "standing orders": "standing {0} {1} if we have at least 3 {2}\n",
    "ends": "{0} {1} until {2} succeeds at most 3 times\n",
    "remarks": "{0} (({1})) [{2}]\n",
}
CALLS_A_STEP = 90
"""A step is ten microseconds, in which so many functions are called."""
CALLS_OF_A_LETTER = 150_000
"""What each letter takes, whatever it says: its report above all."""


@pytest.mark.long
@pytest.mark.parametrize("shape", MANY_WORDS)
def test_a_letter_of_other_words_in_each_line_takes_no_longer_than_its_steps(shape: str, tmp_path: Path) -> None:
    talk = Conversation(tmp_path, letters_per_hour=10**6, in_memory=False)
    words = words_of(talk.table())
    Random(5).shuffle(words)  # noqa: S311 - for tests
    lines = (MANY_WORDS[shape].format(*(words[at * way % len(words)] for way in (1, 7, 3))) for at in range(500))
    text, profile = "".join(lines), Profile()
    talk.write("york", "status")
    profile.runcall(talk.write, "york", text)
    assert Stats(profile).total_calls <= CALLS_A_STEP * effort.MAX_STEPS  # type: ignore[attr-defined]
