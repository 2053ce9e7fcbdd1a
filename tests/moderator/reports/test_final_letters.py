"""The last letters of a game: charts in them, the archive with them, and that the archive proves the game."""

import gzip
import json
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.games import GAMES
from pbem.moderator.desk.archive_files import read_document, verify_document
from pbem.moderator.reports.final import archive_of
from pbem.replay.audit import NotAnArchive
from pbem.resources import scenarios_dir
from pbem.store.errors import StoreError
from tests.support.conversation import BATTLE_KEY, PLAYERS, Conversation, Mail, to


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path)


def with_pictures(talk: Conversation) -> Conversation:
    talk.desk = replace(talk.desk, mails=replace(talk.desk.mails, pictures=True))
    return talk


def play(talk: Conversation) -> list[Mail]:
    talk.set_up()
    return talk.play_to_the_end()


def parts(mail: Mail) -> dict[str, EmailMessage]:
    """The files and pictures of a mail by their names."""
    message = message_from_bytes(mail.raw, policy=policy.default)
    return {
        str(part.get_filename()): part for part in message.walk() if isinstance(part, EmailMessage) and part.get_filename()
    }


def archive(mail: Mail) -> bytes:
    data = parts(mail)["bosworth-1.json.gz"].get_payload(decode=True)
    assert isinstance(data, bytes)
    return data


def test_both_players_get_the_same_archive_and_its_sha256(talk: Conversation) -> None:
    last = play(talk)
    york, lancaster = (archive(to(seat, last)) for seat in PLAYERS)
    assert york == lancaster
    for seat in PLAYERS:
        assert sha256(york).hexdigest() in to(seat, last).text
        assert parts(to(seat, last))["bosworth-1.json.gz"].get_content_type() == "application/gzip"


def test_the_archive_proves_the_game_as_attached(talk: Conversation, tmp_path: Path) -> None:
    file = tmp_path / "as-attached.json.gz"
    file.write_bytes(archive(to("york", play(talk))))
    verdict = verify_document(read_document(file), GAMES, scenarios_dir())
    assert verdict.ok
    assert verdict.exact
    assert verdict.rolls > 50
    assert set(verdict.receipts.counts) == set(PLAYERS)
    assert "played again: EXACT" in verdict.text()


def test_a_die_changed_in_the_archive_is_found(talk: Conversation, tmp_path: Path) -> None:
    document = json.loads(gzip.decompress(archive(to("york", play(talk)))))
    roll = next(entry for entry in document["entries"] if entry["kind"] == "roll" and isinstance(entry["answer"], int))
    roll["answer"] = roll["answer"] % 6 + 1
    file = tmp_path / "changed.json.gz"
    file.write_bytes(gzip.compress(json.dumps(document).encode()))
    verdict = verify_document(read_document(file), GAMES, scenarios_dir())
    assert not verdict.ok
    assert verdict.differences[0].number == roll["number"]


def test_nothing_private_is_in_the_archive(talk: Conversation) -> None:
    last = play(talk)
    text = gzip.decompress(archive(to("york", last))).decode()
    private = [player.address for player in PLAYERS.values()] + [talk.seat(seat).token_hash for seat in PLAYERS]
    for secret in (*private, "@example.test", "letter-", "Message-ID"):
        assert secret not in text
    document = json.loads(text)
    assert (document["public"], document["letters"], document["mails"]) == (True, [], [])
    assert all(entry["letter"] is None for entry in document["entries"])
    assert {seat["told"] for seat in document["seats"]} == {0}


def test_the_last_letter_shows_its_charts_and_tells_the_story(talk: Conversation) -> None:
    mail = to("york", play(with_pictures(talk)))
    picture = parts(mail)["units.png"]
    cid = str(picture["Content-ID"]).strip("<>")
    assert f'src="cid:{cid}"' in mail.html
    assert "== The story of the game ==" in mail.text
    assert "== The dice ==" in mail.text
    assert f"key={BATTLE_KEY.hex()}" in mail.text


def test_a_moderator_who_wants_no_pictures_sends_no_charts(talk: Conversation) -> None:
    assert not talk.desk.mails.pictures
    mail = to("york", play(talk))
    assert list(parts(mail)) == ["bosworth-1.json.gz", "check_game.py.txt"]
    assert "== Units by Round ==" in mail.text


def test_while_a_game_runs_there_is_no_archive_and_no_key(talk: Conversation) -> None:
    for mail in (*talk.opening, *talk.set_up()):
        assert not [name for name in parts(mail) if name.endswith(".gz")]
        assert BATTLE_KEY.hex() not in mail.text
        assert "story of the game" not in mail.text
    with talk.db.reading() as session, pytest.raises(StoreError, match="is not over"):
        archive_of(session, talk.game())


def test_a_question_after_the_end_is_answered_briefly_and_a_report_has_it_all_again(talk: Conversation) -> None:
    first = archive(to("york", play(talk)))
    brief = to("york", talk.write("york", "history 1"))
    assert not parts(brief)
    assert "story of the game" not in brief.text
    whole = to("york", talk.write("york", "report"))
    assert archive(whole) == first
    assert "== The story of the game ==" in whole.text


def test_a_damaged_archive_is_told(talk: Conversation, tmp_path: Path) -> None:
    whole = archive(to("york", play(talk)))
    for number, data in enumerate((whole[:-40], whole[:200] + b"xxxx" + whole[204:])):
        file = tmp_path / f"{number}.json.gz"
        file.write_bytes(data)
        with pytest.raises(NotAnArchive, match="is damaged and cannot be unpacked"):
            read_document(file)
