"""How an agreement is told that has promises in it, and what a clause is told that is too long."""

from __future__ import annotations

from pathlib import Path

from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.questions.test_attendance_refused import calling


def test_promises_are_made_and_not_carried_out(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    talk.write("red", "offer Carl: I grant Carl passage of London until round 4")
    told = of("green", talk.write("green", "accept"))
    assert "agreement 2 is made: Red grants Green passage of London until round 4 (a promise, which binds nobody)" in told
    assert "Agreement 2 is made" in told
    assert "carried out" not in told


def test_what_is_carried_out_is_told_before_a_promise(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    talk.write("red", "offer Carl: I promise not to attack York until round 4; I give Raby to Green")
    told = of("red", talk.write("green", "accept"))
    assert "Agreement 2 is carried out: Red gives the place Raby to Green; and 1 more." in told


def test_a_clause_that_is_too_long_is_named_with_its_length(tmp_path: Path) -> None:
    words = "not to attack York and " * 12
    told = of("red", written(tmp_path, calling).write("red", f"offer Carl: I promise {words}so on until round 4"))
    assert 'nothing is offered, because of "I promise not to attack York and' in told
    assert "a clause has 250 characters at most, and this one has 305: say it in fewer, or in several clauses" in told
