"""Games put right and seats given away on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.conversation import YORK_SETUP
from tests.support.owner import Owner


@pytest.fixture
def game(owner: Owner) -> str:
    """A game of Bosworth with two letters by the game master."""
    owner.once(begin)
    return "bosworth-1"


def begin(owner: Owner) -> None:
    owner.pbem("new", "bosworth", "--at-once", "york=Ann <ann@example.test>", "lancaster=Bob <bob@example.test>")
    owner.pbem("order", "bosworth-1", "york", "; ".join(YORK_SETUP.splitlines()))


def test_orders_are_given_and_refused_by_name(owner: Owner, game: str) -> None:
    assert "accepted" in owner.pbem("order", game, "lancaster", "give l5 oxford").stdout
    assert '"give l5 oxforf" is refused' in owner.pbem("order", game, "lancaster", "give l5 oxforf", code=1).stderr


def test_a_letter_is_replaced_dry_and_for_good(owner: Owner, game: str, tmp_path: Path) -> None:
    file = tmp_path / "corrected.txt"
    file.write_text("give y32 richard\n", encoding="utf-8")
    dry = owner.pbem("rerun", game, "--replace", "1", str(file)).stdout
    assert "DRY RUN, nothing is changed" in dry
    assert "To: ann@example.test" in owner.pbem("rerun", game, "--replace", "1", str(file), "--mails").stdout
    assert "--because" in owner.pbem("rerun", game, "--replace", "1", str(file), "--commit", code=2).stderr
    done = owner.pbem("rerun", game, "--replace", "1", str(file), "--commit", "--because", "a slip").stdout
    assert "DONE" in done
    assert "EXACT" in owner.pbem("rerun", game).stdout
    assert "put in by the game master: a slip" in owner.pbem("letters", "show", "2", code=0).stdout or done


def test_what_does_not_fit_together_is_refused(owner: Owner, game: str) -> None:
    assert "give one of" in owner.pbem("rerun", game, "--without", "1", "--rules", code=2).stderr
    assert "--seat and --before" in owner.pbem("rerun", game, "--insert", "x.txt", code=2).stderr
    assert "there is nothing to correct" in owner.pbem("rerun", game, "--rules", code=1).stderr
    assert "No such file" in owner.pbem("rerun", game, "--replace", "1", "nowhere.txt", code=1).stderr
    assert "has no entries that count" in owner.pbem("rerun", game, "--without", "99", code=1).stderr
    assert "it is no letter" in owner.pbem("rerun", game, "--replace", "1", "/dev/zero", code=2).stderr


def test_options_that_would_be_passed_over_are_refused(owner: Owner, game: str) -> None:
    for options in (("--commit", "--because", "a slip"), ("--seat", "york"), ("--before", "1")):
        assert "go with" in owner.pbem("rerun", game, *options, code=2).stderr
    assert "no such letter" in owner.pbem("rerun", game, "--replace", "0", "/dev/null", code=2).stderr


@pytest.mark.parametrize("reason", ["", "  "])
def test_who_changes_a_game_says_why(owner: Owner, game: str, reason: str) -> None:
    """Without a reason the players would not be told at all."""
    for command in (("undo", game), ("redo", game), ("close", game), ("hold", game)):
        assert "say why" in owner.pbem(*command, "--because", reason, code=2).stderr
    without_reason = [("rerun", game, "--without", "1", "--commit"), ("rule", game, "Norfolk provender 1")]
    for arguments in without_reason:
        assert "--because" in owner.pbem(*arguments, "--because", reason, code=2).stderr


def test_numbers_without_measure_are_refused_in_a_line(owner: Owner, game: str) -> None:
    many = "9" * 30
    for command in (("undo", game, "--because", "x", "--to", many), ("letters", "show", many), ("letters", "discard", many)):
        assert "cannot be the number" in owner.pbem(*command, code=2).stderr
    assert "surrogates" in owner.pbem("order", game, "york", "\udcff", code=1).stderr


def test_undo_and_redo(owner: Owner, game: str) -> None:
    assert "DRY RUN" in owner.pbem("undo", game, "--because", "a slip", "--dry-run").stdout
    assert "is taken back" in owner.pbem("undo", game, "--because", "a slip").stdout
    assert "DONE" in owner.pbem("redo", game, "--because", "it was right").stdout
    assert "others have been made" in owner.pbem("redo", game, "--because", "again", code=1).stderr


def test_rulings_need_a_reason_and_a_position_that_can_be(owner: Owner) -> None:
    owner.pbem("new", "Ia", "--at-once", "york=Ann <ann@example.test>", "lancaster=Bob <bob@example.test>")
    game = "ia-henry-vi-1"
    assert "Norfolk at Ely" in owner.pbem("rule", game).stdout
    assert "--because" in owner.pbem("rule", game, "york at cambridge", code=2).stderr
    assert "Lords of both sides" in owner.pbem("rule", game, "york at london", "--because", "a slip", code=1).stderr
    done = owner.pbem("rule", game, "york at cambridge", "--because", "a slip").stdout
    assert "lords, York, where: Ely -> Cambridge" in done


def test_seats_are_given_away(owner: Owner, game: str) -> None:
    assert "is Cyd's now" in owner.pbem("seat", game, "york", "Cyd <cyd@example.test>").stdout
    assert "You play york" in owner.pbem("seat", game, "york", "--acting").stdout
    assert "is Cyd's again" in owner.pbem("seat", game, "york", "--back").stdout
    assert "go to cyd@example.net" in owner.pbem("address", game, "york", "cyd@example.net").stdout
    assert "plays lancaster" in owner.pbem("address", game, "york", "bob@example.test", code=1).stderr
    assert "--acting" in owner.pbem("seat", game, "york", code=2).stderr


def test_a_game_is_closed_archived_and_deleted(owner: Owner, game: str, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    assert "close it first" in owner.pbem("delete", game, str(file), "--yes", code=1).stderr
    assert not file.exists()
    assert "This cannot be undone." in owner.pbem("close", game, "--because", "nobody plays", code=1).stdout
    assert "is closed" in owner.pbem("close", game, "--because", "nobody plays", "--yes").stdout
    assert "is archived" in owner.pbem("archive", game, str(file)).stdout
    assert game not in owner.pbem("games").stdout
    assert game in owner.pbem("games", "--all").stdout
    assert "is there already" in owner.pbem("delete", game, str(file), "--yes", code=1).stderr
    assert "is deleted" in owner.pbem("delete", game, str(file), "--yes", "--force").stdout
    assert "there is no game" in owner.pbem("show", game, code=1).stderr
    owner.pbem("import", str(file), "--name", "copy", "--sandbox")
    assert "ok" in owner.pbem("verify", "copy").stdout or "as it was promised" in owner.pbem("verify", "copy").stdout


def test_the_help_of_rerun_has_no_default_that_nobody_could_give(owner: Owner) -> None:
    assert "[default: 0" not in owner.pbem("rerun", "--help").output
