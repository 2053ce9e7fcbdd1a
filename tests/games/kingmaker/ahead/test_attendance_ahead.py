"""7.3 Who comes to a Parliament on a condition, in people's words, and ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.asking.assembling import ATTEND
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.orders.attendance import read_attendance, write_attendance
from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.questions.test_attendance_refused import calling
from tests.games.kingmaker.scene import put

UNLESS_BLUE = "attend Pole unless Blue"


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("attend Pole unless Blue", UNLESS_BLUE),
        ("attend Pole if Blue sends nobody", UNLESS_BLUE),
        ("attend Pole, if Blue sends no one", UNLESS_BLUE),
        ("attend Pole if Blue sends anybody", "attend Pole with Blue"),
        ("attend Pole, wenn Blau niemanden schickt", UNLESS_BLUE),
        ("attend Pole if Blue sends nobody, Pole with Red", "attend Pole unless Blue, Pole with Red"),
    ],
)
def test_a_condition_on_a_player_is_understood_at_once_and_ahead(line: str, means: str, tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    assert f"-> standing {means} (kept for this game" in of("green", talk.write("green", f"standing {line}"))
    talk.write("green", "withdraw attend")
    talk.write("red", "summon Stanley")
    assert f"-> {means} Nothing" in of("green", talk.write("green", line))


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("attend Stanley, Pole only unless Blue", "Pole unless Blue, Stanley"),
        ("attend Pole unless Blue, Stanley", "Pole unless Blue, Stanley"),
        ("attend Pole with Beth, Stanley", "Pole with Blue, Stanley"),
        ("attend Stanley and Scrope, Pole only if Beth sends nobody", "Pole unless Blue, Stanley, Scrope"),
        ("Pole if Beth sends nobody", "Pole unless Blue"),
        ("Pole, Scrope", "Pole, Scrope"),
        ("Pole, Stanley and Scrope", "Pole, Stanley, Scrope"),
        ("Pole und Scrope", "Pole, Scrope"),
        ("Pole unless Beth comes", "Pole unless Blue"),
        ("Pole, but only if Blue sends someone", "Pole with Blue"),
        ("Pole nur, wenn Beth niemanden schickt", "Pole unless Blue"),
        ("Scrope, Pole nur wenn Beth niemanden schickt", "Pole unless Blue, Scrope"),
        ("Scrope und Stanley, Pole aber nur wenn Beth jemanden schickt", "Pole with Blue, Scrope, Stanley"),
    ],
)
def test_nobles_with_and_without_a_condition_in_peoples_words(line: str, means: str, tmp_path: Path) -> None:
    talk = written(tmp_path, with_scrope)
    talk.write("red", "summon Grey")
    talk.write("blue", "attend none")
    assert f"-> attend {means} ==" in of("green", talk.write("green", line))


def test_a_list_of_names_with_one_that_cannot_come_is_refused(tmp_path: Path) -> None:
    talk = written(tmp_path, with_scrope)
    talk.write("red", "summon Grey")
    assert '"attend Pole, Neville" is not open to you now' in of("green", talk.write("green", "Pole, Neville"))
    assert not talk.table().given_by("green")


def with_scrope() -> State:
    """Green has Scrope too, and Blue has Percy beside Grey, who is summoned."""
    s = calling()
    put(s, "green", "field:york_area", "scrope")
    put(s, "blue", "field:york_area", "percy")
    return s


@pytest.mark.parametrize("line", ["I wonder if Blue comes", "Pole would like it if Blue sends nobody, says he"])
def test_talk_about_who_comes_sends_nobody(line: str, tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    talk.write("red", "summon Stanley")
    talk.write("green", line)
    assert [each.key for each in talk.table().open_to("green")] == [ATTEND]


@pytest.mark.parametrize("line", ["Pole unless both Blue and Red", "Pole unless Blue, Pole unless Red"])
def test_r141_who_is_named_twice_stays_away_only_if_both_send(line: str, tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    told = of("green", talk.write("green", f"standing attend {line}"))
    assert "-> standing attend Pole unless both Blue and Red (kept for this game" in told
    talk.write("blue", "attend Grey")
    mails = talk.write("red", "summon Stanley")
    assert "Pole" in of("green", mails)


def test_a_standing_order_answers_by_its_condition(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    talk.write("green", "standing attend Pole with Blue")
    talk.write("blue", "attend Grey")
    mails = talk.write("red", "summon Stanley")
    assert "There attend Grey, Neville, Pole and Stanley" in of("green", mails)


def test_where_the_other_decides_later_the_player_is_asked(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    talk.write("blue", "standing attend Grey unless Green")
    talk.write("red", "summon Stanley")
    assert [each.key for each in talk.table().open_to("blue")] == [ATTEND]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("standing attend Pole unless Blue until round 6", "standing attend Pole unless Blue if round under 6"),
        ("standing attend Pole if round over 3", "standing attend Pole if round over 3"),
        ("standing let Red pass Durham until round 6", "standing let Red pass Durham if round under 6"),
        (
            "standing let Red pass Durham if they are more until round 6",
            "standing let Red pass Durham if they are more and round under 6",
        ),
    ],
)
def test_until_a_round_is_a_condition_beside_others_and_is_read_again(line: str, kept: str, tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    assert f"-> {kept} (kept for this game" in of("green", talk.write("green", line))
    talk.write("green", "withdraw 1")
    assert f"-> {kept} (kept for this game" in of("green", talk.write("green", kept))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("standing attend Pole unless Green", "name another player behind Pole"),
        ("standing attend Grey unless Red", "Grey"),
        ("standing attend Pole unless Blue unless Red", "one condition can stand behind a Noble"),
        ("standing let Red pass Durham unless outnumbered until round 6", 'say until when in the condition: "if ... and'),
        ("standing attend Pole unless both Blue and Green", "name another player behind Pole"),
        ("standing attend Pole unless Blue until the cows come home", '"until"'),
    ],
)
def test_what_cannot_be_meant_is_refused(line: str, why: str, tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    told = of("green", talk.write("green", line))
    assert "1 -- " in told
    assert why in told


@pytest.mark.parametrize(
    "line", ["attend Pole unless Blue unless Red", "attend Pole with Green", "attend Pole with Blue and Red"]
)
def test_what_is_asked_now_is_refused_alike(line: str, tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    talk.write("red", "summon Stanley")
    assert "1 -- " in of("green", talk.write("green", line))
    assert [each.key for each in talk.table().open_to("green")] == [ATTEND]


def test_who_is_named_often_is_kept_once(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    assert "-> standing attend Pole unless Blue (kept" in of(
        "green", talk.write("green", "standing attend " + ", ".join(["Pole unless Blue"] * 40))
    )


def test_the_words_are_read_again_as_written() -> None:
    s = calling()
    for text in ("Pole unless Blue, Stanley with Red", "Pole unless both Blue and Red", "Pole, Stanley", "all", "none"):
        plan = read_attendance(s, "green", text)
        assert read_attendance(s, "green", write_attendance(s, plan)) == plan


def test_the_question_says_what_lies_in_chancery(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    told = of("green", talk.write("red", "summon Stanley"))
    assert "As many are drawn as Nobles attend." in told


@pytest.mark.parametrize(
    "line",
    ["attend Stanley, Pole unless Blue", "standing attend Stanley, Pole unless Blue", "attend Stanley and Pole with Red"],
)
def test_a_condition_behind_a_list_is_asked_about(line: str, tmp_path: Path) -> None:
    talk = written(tmp_path, with_scrope)
    told = of("green", talk.write("green", line))
    condition = line.partition("Pole ")[2]
    assert f'is "{condition}" for all of them, or for Pole alone?' in told
    assert f"attend Stanley {condition}, Pole {condition}" in told
    assert f"attend Pole {condition}, Stanley" in told
    assert not talk.table().orders_of("green")


@pytest.mark.parametrize("line", ["Stanley unless Blue, Pole unless Blue", "Pole unless Blue, Stanley"])
def test_the_lines_that_are_shown_then_are_carried_out(line: str, tmp_path: Path) -> None:
    talk = written(tmp_path, with_scrope)
    assert f"-> standing attend {line} (kept" in of("green", talk.write("green", f"standing attend {line}"))
