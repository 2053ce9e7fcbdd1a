"""The program that players check a game with: one file, the standard library, and the archive alone."""

from __future__ import annotations

import gzip
import json
import mailbox
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.log.shares import SALTED, SCHEME
from pbem.moderator.correcting.correction import redo, undo
from pbem.moderator.reports.final import checker
from pbem.replay.witness import Evidence, hear, told_in
from pbem.store.archive.transfer import export_game
from pbem.verifier import check_game
from tests.begun import record
from tests.support.conversation import KEY, LANCASTER_ROUND, YORK_ROUND, Conversation, Mail, to

Archive = dict[str, Any]


def run(folder: Path, archive: Archive | bytes, *arguments: str) -> tuple[int, str]:
    """What the program says, alone in a folder, and its exit code."""
    program, file = folder / "check_game.py", folder / "game.json"
    program.write_bytes(checker().data)
    file.write_bytes(archive if isinstance(archive, bytes) else json.dumps(archive).encode())
    command = [sys.executable, "-I", str(program), str(file), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)  # noqa: S603 - our own file
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Archive, list[Mail]]:
    """A battle with letters taken back and carried out again, and all its mails."""
    talk = Conversation(tmp_path_factory.mktemp("checked"))
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    undo(talk.desk, talk.name, "a slip")
    redo(talk.desk, talk.name, "it was right")
    undo(talk.desk, talk.name, "once more")
    talk.play_to_the_end()
    talk.see_again()
    with talk.db.reading() as session:
        return export_game(session, talk.game().id, public=True), talk.new_mails()


def test_an_honest_game_is_as_it_was_promised(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    archive, mails = played
    folder = tmp_path / "mails"
    folder.mkdir()
    for number, mail in enumerate(mails):
        (folder / f"{number}.eml").write_bytes(mail.raw)
    code, told = run(tmp_path, archive, "--mails", str(folder))
    assert told.endswith("All that was checked is as it was promised.\n")
    assert code == 0
    assert "dice and 0 decks computed again" in told
    assert f"{len(mails)} read" in told


@pytest.mark.parametrize("name", record.games())
def test_games_begun_before_are_checked_too(tmp_path: Path, name: str) -> None:
    code, told = run(tmp_path, record.archive_of(name))
    assert (code, "NOT RIGHT" in told) == (0, False)


def test_older_dice_are_computed_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    talk = Conversation(tmp_path / "game", options={SCHEME: SALTED}, key=KEY)
    talk.set_up()
    talk.play_to_the_end()
    with talk.db.reading() as session:
        archive = export_game(session, talk.game().id)
    assert run(tmp_path, archive)[0] == 0
    assert run(tmp_path, gzip.compress(json.dumps(archive).encode()))[0] == 0


def first(archive: Archive, kind: str) -> Archive:
    return next(entry for entry in archive["entries"] if entry["kind"] == kind)


def other_die(archive: Archive) -> None:
    first(archive, "roll")["answer"] = first(archive, "roll")["answer"] % 6 + 1


def other_share(archive: Archive) -> None:
    first(archive, "salt")["answer"] = "ab" * 16


def other_receipt(archive: Archive) -> None:
    first(archive, "receipt")["answer"]["orders"].append("charge yes")


def other_key(archive: Archive) -> None:
    archive["game"]["key"] = "00" * 32


def share_of_nobody(archive: Archive) -> None:
    newest = archive["entries"][-1]["number"]
    archive["entries"].append(first(archive, "salt") | {"number": newest + 1, "answer": "cd" * 16})


def share_left_out(archive: Archive) -> None:
    """No rolls hang on it: the game has not begun to roll."""
    share = first(archive, "salt")
    share |= {"kind": "clock", "key": "deadline"}


def share_moved(archive: Archive) -> None:
    entries = archive["entries"]
    receipt = entries.index(first(archive, "receipt"))
    entries.insert(receipt - 1, entries.pop(entries.index(first(archive, "salt"))))
    for number, entry in enumerate(entries, 1):
        entry["number"] = number


def strike_from_behind(archive: Archive) -> None:
    last = len(archive["entries"])
    archive["strikes"] = [{"first": last, "last": last}, {"first": 2, "last": 2}]


def entry_left_out(archive: Archive) -> None:
    archive["entries"].remove(first(archive, "receipt"))


@pytest.mark.parametrize(
    ("forge", "problem"),
    [
        (other_die, "the key gives"),
        (other_share, "the key gives"),
        (other_receipt, "receipt"),
        (other_key, "the key is not the one"),
        (share_of_nobody, "is that of no letter"),
        (share_left_out, "has given no share in the dice"),
        (share_moved, "stands behind orders of its letter"),
        (strike_from_behind, "cannot have been taken back like this"),
        (entry_left_out, "entries of the log are missing"),
    ],
)
def test_a_forged_game_is_found(
    tmp_path: Path, played: tuple[Archive, list[Mail]], forge: Callable[[Archive], None], problem: str
) -> None:
    archive = deepcopy(played[0])
    forge(archive)
    code, told = run(tmp_path, archive)
    assert code == 1
    assert any("NOT RIGHT" in line and problem in line for line in told.splitlines())
    assert "THE GAME IS NOT AS IT WAS PROMISED." in told


def test_a_game_retold_is_found_by_the_mails(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    archive, mails = deepcopy(played[0]), played[1]
    (tmp_path / "last.eml").write_bytes(to("york", mails[-2:]).raw)
    archive["events"][3]["name"] = "retold"
    code, told = run(tmp_path, archive, "--mails", str(tmp_path))
    assert code == 1
    assert "which this game never had" in told


def test_any_terminal_can_show_it(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    archive = deepcopy(played[0])
    archive["game"]["name"] = "Łódź"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(archive), encoding="utf-8")
    program = tmp_path / "check_game.py"
    program.write_bytes(checker().data)
    done = subprocess.run(  # noqa: S603 - our own file
        [sys.executable, str(program), str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert done.stdout.startswith("game: ?")


def test_a_game_that_says_it_has_older_dice_or_another_name_is_found_by_the_mails(
    tmp_path: Path, played: tuple[Archive, list[Mail]]
) -> None:
    (tmp_path / "last.TXT").write_bytes(to("york", played[1][-2:]).raw)
    (tmp_path / "folder.eml").mkdir()
    for change, problem in (({"options": {}}, "which this game never had"), ({"name": "other"}, "nothing was compared")):
        archive = deepcopy(played[0])
        archive["game"] |= change
        code, told = run(tmp_path, archive, "--mails", str(tmp_path))
        assert code == 1
        assert problem in told


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\x1f\x8bnothing", b"[1]", b'{"format": "pbem-game"}', b'{"format": "pbem-game", "entries": 3}']
)
def test_what_is_no_game_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    code, told = run(tmp_path, content)
    assert code == 2
    assert len(told.splitlines()) == 1


WRONG: list[Any] = [None, True, 1.0, -1, "ä", "\ud800", [], [1], {}, {"a": []}, float("nan"), 10**30]


def places(value: Any, deep: int = 4) -> Iterator[tuple[Any, Any]]:
    """Each value in a document, by its group or list and its place there; of a long list the first and last rows."""
    if not deep or not isinstance(value, (dict, list)):
        return
    keys = list(value) if isinstance(value, dict) else [*range(min(12, len(value)))]
    for key in keys:
        yield value, key
        yield from places(value[key], deep - 1)


def test_whatever_stands_in_a_file_is_answered_with_a_clear_sentence(
    tmp_path: Path, played: tuple[Archive, list[Mail]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Values of another type, wherever they stand. What is looked at is found wrong; nothing ends in a fault."""
    archive, file = deepcopy(played[0]), tmp_path / "game.json"
    archive["entries"], archive["events"], archive["strikes"] = archive["entries"][:11], archive["events"][:2], []
    for seat in archive["seats"]:
        newest = [e["subject"] for e in archive["entries"] if e["kind"] == "receipt" and e["seat"] == seat["name"]]
        seat["receipt"] = newest[-1]
    file.write_text(json.dumps(archive))
    assert check_game.main([str(file)]) == 0
    capsys.readouterr()
    looked_at = {(id(archive["game"]), key) for key in check_game.GAME}
    looked_at |= {(id(row), key) for name, form in check_game.ROWS.items() for row in archive[name] for key in form}
    for number, (group, key) in enumerate([each for name in check_game.FORM for each in places(archive[name])]):
        kept = group[key]
        group[key] = WRONG[number % len(WRONG)]
        file.write_text(json.dumps(archive))
        code, said = check_game.main([str(file)]), capsys.readouterr().out
        if (id(group), key) in looked_at and type(group[key]) is not type(kept):
            assert (code, len(said.splitlines())) == (2, 1), (key, group[key], said)
            assert "Error" not in said
        assert code in (0, 1, 2)
        group[key] = kept


def as_yes(archive: Archive) -> None:
    next(e for e in archive["entries"] if e["answer"] == 1 and e["kind"] == "roll")["answer"] = True


def as_fraction(archive: Archive) -> None:
    first(archive, "roll")["answer"] = float(first(archive, "roll")["answer"])


def as_word(archive: Archive) -> None:
    first(archive, "receipt")["answer"]["orders"] = "charge"


def without_readers(archive: Archive) -> None:
    del archive["events"][0]["seen_by"]


@pytest.mark.parametrize(
    ("forge", "problem"),
    [
        (as_yes, "its answer is not a whole number"),
        (as_fraction, "its answer is not a whole number"),
        (as_word, "answer: its orders is not a list of texts"),
        (without_readers, "events, row 1: it has no data, or its seen_by is not a list of texts"),
    ],
)
def test_a_value_of_another_type_is_named(
    tmp_path: Path, played: tuple[Archive, list[Mail]], forge: Callable[[Archive], None], problem: str
) -> None:
    archive = deepcopy(played[0])
    forge(archive)
    code, told = run(tmp_path, archive)
    assert (code, len(told.splitlines())) == (2, 1)
    assert problem in told


def test_a_log_that_is_cut_off_says_so(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    archive = deepcopy(played[0])
    said = "the archive ends while the game is being played: nothing can be said of what came after"
    assert said not in run(tmp_path, archive)[1]
    archive["game"]["status"] = "playing"
    assert said in run(tmp_path, archive)[1]


def test_mails_are_read_as_mail_programs_keep_them(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    """A Maildir, an mbox without an ending, and a mail whose Subject has no more than the game's name in brackets."""
    archive, mails = played
    (tmp_path / "kept").mkdir()
    maildir = mailbox.Maildir(tmp_path / "kept" / "Maildir")
    maildir.add(to("york", mails[-2:]).raw)
    box = mailbox.mbox(tmp_path / "kept" / "Inbox")
    box.add(to("lancaster", mails[-2:]).raw)
    box.close()
    bare = to("york", mails[-2:]).raw.replace(b"[bosworth-1 York", b"[bosworth-1] (York")
    (tmp_path / "kept" / "accepted.eml").write_bytes(bare)
    code, told = run(tmp_path, archive, "--mails", "kept")
    assert code == 0
    assert "mails: 3 read, 3 of them with a record of this game" in told
    heard = told_in(archive)
    assert heard is not None
    assert hear(tmp_path / "kept", "bosworth-1", heard) == Evidence(3, 3, ())


def test_a_mail_that_nobody_can_read_is_passed_over_by_name(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "a.eml").write_bytes(b"Subject: =?utf-8?q?=ff?=\nContent-Type: text/plain; charset=\xff\n\n\xff")
    (tmp_path / "mails" / "b.eml").write_bytes(to("york", played[1][-2:]).raw)
    assert run(tmp_path, played[0], "--mails", "mails")[0] == 0


def test_a_folder_of_mails_that_is_not_there_is_one_clear_line(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    code, told = run(tmp_path, played[0], "--mails", "nowhere")
    assert (code, told) == (2, "nowhere is no folder\n")


def test_a_folder_without_mails_of_the_game_proves_nothing(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    (tmp_path / "mails").mkdir()
    code, told = run(tmp_path, played[0], "--mails", "mails")
    assert code == 1
    assert "nothing was compared" in told


def test_a_file_cannot_steer_a_terminal(tmp_path: Path, played: tuple[Archive, list[Mail]]) -> None:
    archive = deepcopy(played[0])
    archive["game"]["name"] = "\x1b[2Jgame"
    assert "\x1b" not in run(tmp_path, archive)[1]


def test_it_goes_with_the_last_report_and_is_told_there(played: tuple[Archive, list[Mail]]) -> None:
    last = to("york", played[1][-2:])
    assert b"check_game.py.txt" in last.raw
    assert "save the other attachment, check_game.py.txt, as check_game.py" in last.flat
