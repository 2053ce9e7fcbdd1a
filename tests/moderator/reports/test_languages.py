"""Letters in the language of their seat, which the other side and the log know nothing of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.moderator.core.setups import LANGUAGE, BadLanguage, language_of, languages_of, option_of, set_languages
from pbem.moderator.reports.public_report import build_public_report, write_public_report
from pbem.store.archive.transfer import export_game
from tests.support.conversation import PLAYERS, YORK_SETUP, Conversation, Mail, to

SEATS, KNOWN = ("york", "lancaster"), ("en", "de")


def talk_in(folder: Path, **chosen: str) -> Conversation:
    folder.mkdir()
    return Conversation(folder, options={LANGUAGE: chosen} if chosen else {}, terms={"deadline": "72h"})


def letters(talk: Conversation) -> list[Mail]:
    """All mails of some letters of every kind: reports, answers, previews, a notice."""
    mails = [*talk.opening]
    for text in ("", "preview\ngive Final Charge Richard", "status\nhelp flee", "give nobody"):
        mails += talk.write("york", text)
    mails += talk.set_up()
    mails += talk.tick(hours=60)
    return mails


def to_seat(mails: list[Mail], seat: str) -> list[tuple[str, str, str]]:
    """What a seat is written, without the secret of its address."""

    def plain(part: str) -> str:
        return re.sub(r"moderator\+\w+@", "moderator@", part)

    own = [mail for mail in mails if mail.to == PLAYERS[seat].address]
    return [(plain(mail.subject), plain(mail.text), plain(mail.html)) for mail in own]


def test_a_seat_is_written_to_in_its_language(tmp_path: Path) -> None:
    mails = letters(talk_in(tmp_path / "one", york="de"))
    for subject, text, html in to_seat(mails, "york"):
        assert '<html lang="de">' in html
        assert not re.search(r"Your (letter|reply|orders)|How to write", subject + text)
    subjects = [subject for subject, _, _ in to_seat(mails, "york")]
    for part in ("Du bist am Zug", "Vorschau: Nichts wird ausgeführt", "Du fragtest: ", "Erinnerung: "):
        assert any(part in subject for subject in subjects)


def test_the_other_side_and_the_log_know_nothing_of_it(tmp_path: Path) -> None:
    english, german = talk_in(tmp_path / "english"), talk_in(tmp_path / "german", york="de")
    written = [to_seat(letters(talk), "lancaster") for talk in (english, german)]
    assert written[0] == written[1]
    assert len(written[0]) == 2
    assert english.table().entries == german.table().entries
    assert LANGUAGE not in german.table().setup.options


def test_observers_are_told_in_the_language_of_all(tmp_path: Path) -> None:
    talk = talk_in(tmp_path / "one", **{"": "de", "york": "en"})
    with talk.db.reading() as session:
        table = load_table(Context(session, talk.desk).of(talk.game()))
        content = write_public_report(Context(session, talk.desk).of(talk.game()).at(table))
        assert build_public_report(Context(session, talk.desk).of(talk.game()).at(table)).seat == ""
    assert content.subject.startswith("[bosworth-1 Beobachter ")
    assert "== Die Lage ==" in content.text


def test_the_language_can_be_changed_while_the_game_goes_on(tmp_path: Path) -> None:
    talk = talk_in(tmp_path / "one")
    before = talk.table().entries
    set_languages(talk.db, talk.name, ["york=de"], KNOWN)
    assert "Du bist am Zug" in to("york", talk.write("york", "")).subject
    assert languages_of(talk.game().options, SEATS) == {"york": "de", "lancaster": "en", "observers": "en"}
    set_languages(talk.db, talk.name, ["en"], KNOWN)
    assert LANGUAGE not in talk.game().options
    assert talk.table().entries == before


def test_the_language_goes_with_an_exported_game(tmp_path: Path) -> None:
    talk = talk_in(tmp_path / "one", york="de")
    with talk.db.reading() as session:
        assert export_game(session, talk.game().id)["game"]["options"][LANGUAGE] == {"york": "de"}


@pytest.mark.parametrize(
    ("texts", "usual", "languages"),
    [
        ((), "en", ("en", "en", "en")),
        ((), "de", ("de", "de", "de")),
        (("de",), "en", ("de", "de", "de")),
        (("york=de",), "en", ("de", "en", "en")),
        (("York = en",), "de", ("en", "de", "de")),
        (("york=en", "de"), "en", ("de", "de", "de")),
        (("de", "york=en"), "en", ("en", "de", "de")),
    ],
)
def test_who_is_told_in_what(texts: tuple[str, ...], usual: str, languages: tuple[str, ...]) -> None:
    options = option_of(texts, usual, SEATS, KNOWN)
    assert tuple(language_of(options, seat) for seat in (*SEATS, "")) == languages


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("york=fr", "there is no language 'fr'; there are en, de"),
        ("", "there is no language ''"),
        ("yrok=de", "there is no seat 'yrok' to write to in a language; there are york, lancaster"),
    ],
)
def test_what_there_is_not_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadLanguage, match=re.escape(problem)):
        option_of([text], "en", SEATS, KNOWN)


def test_what_is_said_about_time_is_in_the_readers_language(tmp_path: Path) -> None:
    talk = talk_in(tmp_path / "one", york="de")
    opening = to("york", talk.opening)
    assert "bis Di., 25. Aug. 2026 12:00 UTC, in 72 Stunden:" in opening.flat
    talk.write("york", YORK_SETUP)
    mails = talk.tick(hours=73)
    late = next(mail for mail in mails if "Lancaster sind überfällig" in mail.subject)
    assert "antwortet die sichere Vorgabe für Lancaster" in late.flat
    reminder = next(mail for mail in mails if mail.subject.endswith("due in 24 hours"))
    assert reminder.to == PLAYERS["lancaster"].address
    talk.write("lancaster", "absent 2026-12-20 to 2027-01-03")
    told = to("york", talk.write("york", "status"))
    assert "Lancaster ist von So., 20. Dez. 2026 bis So., 3. Jan. 2027 abwesend." in told.flat


def test_what_is_wrong_with_a_message_is_said_in_the_readers_language(tmp_path: Path) -> None:
    talk = talk_in(tmp_path / "one", york="de")
    text = f"tell lancaster: {'x' * 4001}\nend\ntell lancaster\nend\ntell nobody: x\nend"
    mail = to("york", talk.write("york", text))
    assert "4000 Zeichen und 80 Zeilen sind das Höchste" in mail.flat
    assert "es steht nichts darin" in mail.flat
    assert "wem soll ich es sagen?" in mail.flat
