"""Whom a message is for: by every word of its head, or nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.typed.passages import Opening
from pbem.moderator.talk.message_headers import MessageHeader, MessageHeaders
from tests.support.conversation import Conversation, to

PLAYERS = {"white": "Oscar Wilde", "red": "Neville Smith", "blue": "Ann Archer"}
HEADS = MessageHeaders(PLAYERS)


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("tell Oscar: hi", ("white",)),
        ("tell oscar wilde: hi", ("white",)),
        ("tell Oscar and Neville: hi", ("white", "red")),
        ("tell Oscar, Neville & Ann: hi", ("white", "red", "blue")),
        ("tell the Red and Blue: hi", ("red", "blue")),
        ("tell nev: hi", ("red",)),
        ('tell "Oscar": hi', ("white",)),
        ("Tell (Oscar) : hi", ("white",)),
        ("tell: Oscar: hi", ("white",)),
        ("tell *Oscar*", ("white",)),
    ],
)
def test_readers_are_named(text: str, seats: tuple[str, ...]) -> None:
    head = HEADS.read(text)
    assert head.is_understood
    assert head.seats == seats
    assert not head.everybody


FACTIONS = ("red", "blue", "green", "yellow")


@pytest.mark.parametrize(
    ("name", "text", "seats"),
    [
        ("Andrew", "tell Green and Yellow: a secret", ("green", "yellow")),
        ("Undine", "tell Green und Yellow: a secret", ("green", "yellow")),
        ("and", "tell Green and Yellow: a secret", ("green", "yellow")),
        ("The Moderator", "tell the Green: a secret", ("green",)),
        ("The Greens", "tell the Greens: a secret", ()),
        ("Green", "tell Green: a secret", ("green",)),
        ("Sir Bob", "tell Sir Green: a secret", ()),
        ("Sir Bob", "tell Sir Bob: a secret", ("red",)),
        ("Andrew", "tell Andrew and Green: a secret", ("red", "green")),
        ("Andrew", "tell Andr: a secret", ("red",)),
    ],
)
def test_no_name_makes_its_player_a_reader_of_what_is_for_others(name: str, text: str, seats: tuple[str, ...]) -> None:
    heads = MessageHeaders(dict.fromkeys(FACTIONS, "") | {"red": name}, {"green": ("Green", "the Greens")})
    assert heads.read(text).seats == seats
    assert heads.read(text).is_understood is bool(seats)


def test_a_player_called_allies_is_nobodys_allies() -> None:
    heads = MessageHeaders(dict.fromkeys(FACTIONS, "") | {"red": "My Allies"})
    assert heads.read("tell my allies: a secret").seats == ()
    assert heads.read("tell my allies: a secret").allies


@pytest.mark.parametrize("text", ["tell all: hi", "tell everybody: hi", "tell all anonymously: hi", "tell to all"])
def test_all_are_named(text: str) -> None:
    head = HEADS.read(text)
    assert head.is_understood
    assert head.everybody


@pytest.mark.parametrize(
    ("text", "but"),
    [
        ("tell all but Oscar: hi", ("white",)),
        ("tell all but neville: hi", ("red",)),
        ("tell everyone except Oscar and Ann: hi", ("white", "blue")),
        ("tell all but the Red, Blue anonymously: hi", ("red", "blue")),
        ("tell all but Oscar", ("white",)),
    ],
)
def test_all_but_some_are_named(text: str, but: tuple[str, ...]) -> None:
    head = HEADS.read(text)
    assert head.is_understood
    assert (head.all_but, head.everybody, head.seats) == (but, False, ())


@pytest.mark.parametrize(
    ("text", "seats"), [("tell allies: hi", ()), ("tell my allies: hi", ()), ("tell our Allies and Oscar: hi", ("white",))]
)
def test_allies_are_named_and_others_beside_them(text: str, seats: tuple[str, ...]) -> None:
    head = HEADS.read(text)
    assert head.is_understood
    assert (head.allies, head.everybody, head.seats) == (True, False, seats)


@pytest.mark.parametrize(
    "text",
    [
        "tell all but: hi",
        "tell all but Ned: hi",
        "tell all but all: hi",
        "tell all but not Oscar: hi",
        "tell Neville all but Oscar: hi",
        "tell all except for Oscar: hi",
        "tell allies all: hi",
        "tell his allies: hi",
        "tell (not) allies: hi",
        "tell all (not Oscar): hi",
        "tell all -Oscar: hi",
        "tell all - Oscar: hi",
        "tell all, !Oscar: hi",
        "tell all ¬Oscar: hi",
        "tell all-but-Oscar: hi",
        "tell all without Oscar: hi",
        "tell Neville but not Oscar: hi",
        "tell Neville, not Oscar: hi",
        "tell not Oscar: hi",
        "tell Oscar or Neville: hi",
        "tell Oscar, Ned: hi",
        "tell Oscar's friend Neville: hi",
        "tell Neville behind Oscar's back: hi",
        "tell all Oscar knows: hi",
        "tell Oscar all: hi",
        "tell all but Oscar hi there",
        "tell Oscar hi",
        "tell Oscar at 10:30 we march",
        "tell anonymously: hi",
        "tell " + "to " * 1000 + ": hi",
        "tell " + "and to the " * 1000,
    ],
)
def test_a_head_with_a_word_that_names_nobody_is_not_understood(text: str) -> None:
    assert not HEADS.read(text).is_understood


def test_what_stands_below_a_head_that_is_not_understood_is_no_order_either() -> None:
    assert HEADS.opens("tell all bar Oscar:") is Opening.BLOCK
    assert HEADS.opens("tell all bar Oscar") is Opening.MAYBE
    assert HEADS.opens("tell all bar Oscar: hi") is Opening.LINE
    assert HEADS.opens("tell Oscar") is Opening.BLOCK
    assert HEADS.opens("tellers") is None


def test_a_question_to_the_game_master_needs_no_colon() -> None:
    assert HEADS.read("ask moderator may I march?") == MessageHeader(asks=True, text="may I march?")


@pytest.mark.parametrize(
    ("text", "told", "nearest"),
    [
        ("tell all bar Ann: secret", 'whom "bar Ann" means', "name each reader, and then a colon"),
        ("tell all but Ann: secret", "nobody is left who could read it", "nobody"),
        ("tell allies: secret", "you have no allies now", "nobody"),
        ("tell york, never Henry VI: secret", 'whom "never Henry VI" means', "tell York: never Henry VI: secret"),
        ("tell york come to Ely at 10", "write a colon behind", "tell York: come to Ely at 10"),
        ("tell york the king: is dead", 'whom "king" means', "tell York: king: is dead"),
        ("tell york all: is lost", 'whom "york all" means', "tell all: is lost"),
    ],
)
def test_it_is_sent_to_nobody_and_said_back(tmp_path: Path, text: str, told: str, nearest: str) -> None:
    talk = Conversation(tmp_path)
    mails = talk.write("lancaster", text)
    assert [mail.to for mail in mails] == ["bob@example.test"]
    flat = to("lancaster", mails).flat
    assert told in flat
    assert nearest in flat
    if ":" in nearest:
        sent = talk.write("lancaster", nearest)
        assert any(mail.to == "ann@example.test" for mail in sent)
