"""`pbem play`: one whole battle through real servers, then everything it left behind is read as its players would."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session, select

from pbem.engine.ending import ending_of
from pbem.games import GAMES
from pbem.lab.play.demo import Played, play
from pbem.lab.play.stage import DATABASE, Files, players_of
from pbem.moderator.desk.archive_files import verify_document
from pbem.resources import scenarios_dir
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import lobby
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.log import EntryRow

RULES = GAMES["plantagenet"]
PLAYERS = players_of(RULES, Files.delivered().setup(RULES))
READERS = {seat: player.address.partition("@")[0] for seat, player in PLAYERS.items()}
LARGEST_HTML = 100_000


@dataclass(frozen=True)
class Record:
    """The game in the database that a demonstration left."""

    game: GameRow
    seats: dict[str, SeatRow]
    entries: list[EntryRow]


@dataclass(frozen=True)
class Mail:
    """A mail as its reader's program shows it: headers, text and page, decoded."""

    subject: str
    headers: str
    text: str
    html: str

    @property
    def everything(self) -> str:
        """All that could give something away."""
        return "\n".join([self.headers, self.text, self.html])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """One battle, played to its end."""
    return play(tmp_path_factory.mktemp("play") / "battle", RULES, lambda _line: None)


@contextmanager
def session_of(played: Played) -> Iterator[Session]:
    """A look into the database left behind."""
    db = Database.open(played.folder / DATABASE)
    try:
        with db.reading() as session:
            yield session
    finally:
        db.close()


@pytest.fixture(scope="module")
def record(played: Played) -> Record:
    """What stands in the database."""
    with session_of(played) as session:
        game = lobby.find_game(session, played.game)
        seats = {row.name: row for row in lobby.seats(session, game.id)}
        return Record(game, seats, list(session.exec(select(EntryRow).order_by("number"))))


def mails_to(played: Played, seat: str) -> list[Mail]:
    """All mail written to a player, in the order of its delivery."""
    return [read(file) for file in sorted(played.folder.glob(f"mails/*-to-{READERS[seat]}.eml"))]


def read(file: Path) -> Mail:
    message = message_from_bytes(file.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert html is not None
    headers = "\n".join(f"{name}: {value}" for name, value in message.items())
    return Mail(str(message["Subject"]), headers, str(text.get_content()), str(html.get_content()))


def before_the_reveal(mails: list[Mail]) -> list[Mail]:
    """The reports written while both sides still chose in secret."""
    return [mail for mail in mails if re.match(r"\[\S+ \w+ array\]", mail.subject)]


def enemy(seat: str) -> str:
    (other,) = set(PLAYERS) - {seat}
    return other


def test_the_battle_ends_and_both_are_told_so(played: Played, record: Record) -> None:
    assert record.game.status == "over"
    assert ending_of(record.game.result) == played.ending
    assert set(played.ending.winners) <= set(PLAYERS)
    for seat in PLAYERS:
        last = mails_to(played, seat)[-1]
        assert "The game is over" in last.text
        assert record.game.key in last.text


def test_every_mail_is_there_to_be_opened(played: Played) -> None:
    mails = sorted(played.folder.glob("mails/*.eml"))
    assert len(mails) == played.mails
    for number, mail in enumerate(mails, 1):
        assert mail.name.startswith(f"{number:03d}-")
        assert mail.with_suffix(".txt").read_text(encoding="utf-8").startswith("Subject: ")
        assert mail.with_suffix(".html").exists() is ("-to-moderator" not in mail.stem)


def test_few_letters_are_written(played: Played, record: Record) -> None:
    rounds = {entry.turn for entry in record.entries if entry.turn.startswith("round ")}
    assert played.letters["lancaster"] == 1
    # Before the Rounds: a letter with the slip, and the one that mends it.
    assert played.letters["york"] <= 2 + len(rounds)
    assert len(list(played.folder.glob("mails/*-to-moderator.eml"))) == sum(played.letters.values())


def test_the_slip_is_answered_with_the_nearest_legal_line(played: Played) -> None:
    answer = mails_to(played, "york")[1].text
    assert 'i do not know what "norflok"' in answer.casefold()
    assert "give Vanguard (y36) Norfolk" in answer


@pytest.mark.parametrize("seat", PLAYERS)
def test_every_die_is_in_the_letters_of_both(played: Played, record: Record, seat: str) -> None:
    rolled = Counter(str(entry.answer) for entry in record.entries if entry.kind == "roll")
    told = Counter(die for mail in mails_to(played, seat) for die in re.findall(r"\[([1-6])\]", mail.text))
    assert sum(rolled.values()) > 0
    assert told == rolled


@pytest.mark.parametrize("public", [True, False])
def test_the_exported_game_is_proved(played: Played, record: Record, *, public: bool) -> None:
    with session_of(played) as session:
        document = export_game(session, record.game.id, public=public)
    verdict = verify_document(document, GAMES, scenarios_dir())
    assert verdict.ok
    assert verdict.exact is True
    assert verdict.rolls == sum(entry.kind == "roll" for entry in record.entries)
    assert set(verdict.salts) == set(PLAYERS)


@pytest.mark.parametrize("seat", PLAYERS)
def test_the_enemys_secrets_are_in_no_mail_before_the_reveal(played: Played, record: Record, seat: str) -> None:
    mails = mails_to(played, seat)
    early = before_the_reveal(mails)
    secrets = secrets_of(record, enemy(seat))
    assert 0 < len(early) < len(mails)
    assert [secret for secret in secrets for mail in early if secret in mail.everything] == []


@pytest.mark.parametrize("seat", PLAYERS)
def test_the_search_for_secrets_finds_them_where_they_may_stand(played: Played, record: Record, seat: str) -> None:
    own = "\n".join(mail.everything for mail in before_the_reveal(mails_to(played, seat)))
    assert [secret for secret in chosen_by(record, seat) if secret not in own] == []


def secrets_of(record: Record, seat: str) -> list[str]:
    """What a player chose, and their share in the dice, which is told to those who ask for it."""
    salt = record.seats[seat].salt
    assert salt is not None
    return [*chosen_by(record, seat), salt]


def chosen_by(record: Record, seat: str) -> list[str]:
    """What a player chose, as their own letters write it: cards given, and the Array."""
    mine = [entry for entry in record.entries if entry.seat == seat]
    cards = next(entry.answer for entry in mine if (entry.kind, entry.key) == ("answer", "6.0 capabilities"))
    array = next(entry.answer for entry in mine if (entry.kind, entry.key) == ("answer", "6.0 array"))
    assert (len(cards), len(array)) == (4, 3)
    lords = {"northumberland_y2": "Northumberland", "richard_iii": "Richard III", "norfolk": "Norfolk"}
    lords |= {"jasper_tudor_2": "Jasper Tudor", "henry_tudor": "Henry Tudor", "oxford": "Oxford"}
    placed = [f"{column} {lords[lord]}" for column, lord in array.items()]
    return [*(f"({card})" for card in cards), *placed]


def test_the_key_of_the_dice_is_in_no_mail_before_the_end(played: Played, record: Record) -> None:
    for seat in PLAYERS:
        assert [mail.subject for mail in mails_to(played, seat)[:-1] if record.game.key in mail.everything] == []


def test_mails_stay_below_the_size_that_readers_cut_off(played: Played) -> None:
    pages = [mail.html.encode() for seat in PLAYERS for mail in mails_to(played, seat)]
    assert all(0 < len(page) < LARGEST_HTML for page in pages)


def test_the_database_is_sound(played: Played) -> None:
    db = Database.open(played.folder / DATABASE)
    try:
        assert db.integrity() == []
    finally:
        db.close()


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(GAMES) - {RULES.name}))
def test_every_game_that_is_shown_ends_and_nobody_writes_unasked(name: str, tmp_path: Path) -> None:
    said: list[str] = []
    shown = play(tmp_path / "game", GAMES[name], said.append)
    assert set(shown.ending.winners) <= set(shown.letters)
    letters = [line for line in said if re.search(r"lines accepted", line)]
    assert len(letters) == sum(shown.letters.values())
    assert not [line for line in letters if " 0 of " in line]
