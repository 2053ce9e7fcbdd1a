"""What `help`, `map` and `card` are answered with in a letter: several things at once, names in full, the topics."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.games.kingmaker.components.nobles import nobles_of
from pbem.games.kingmaker.report.card_text import card_text
from pbem.games.kingmaker.report.where import label
from pbem.moderator.reading.asking import MAX_ANSWERS
from pbem.moderator.talk.messages import MAX_A_DAY, MAX_A_DAY_FOR_EACH, MAX_AT_ONCE, MAX_LEFT_TOLD
from tests.games.kingmaker.newcomers import PLAYERS, opened
from tests.games.kingmaker.newcomers import answer as reply
from tests.support.conversation import Conversation


def sections(talk: Conversation, line: str, seat: str = "red") -> dict[str, str]:
    """By what was asked, what it is answered with, on one line."""
    text = next(mail.text for mail in talk.write(seat, line) if mail.to == PLAYERS[seat].address)
    found = re.findall(r"== You asked: (.*?) ==\r?\n(.*?)(?=\r?\n== |\r?\n--- |\Z)", text, re.DOTALL)
    return {asked: " ".join(answer.split()) for asked, answer in found}


# Several things on one line


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("help combat, prestige, turn and absence", ["help combat", "help prestige", "help turn", "help absence"]),
        ("help combat, help prestige", ["help combat", "help prestige"]),
        ("help combat & prestige", ["help combat", "help prestige"]),
        ("help on combat and prestige", ["help combat", "help prestige"]),
        ("help Kampf und Prestige", ["help Kampf", "help Prestige"]),
        ("map London, York and Bristol", ["map London", "map York", "map Bristol"]),
        ("card Le Rose and Scots Archers 1", ["card Le Rose", "card Scots Archers 1"]),
        ("help Percy and Neville quarrel and combat", ["help Percy and Neville quarrel", "help combat"]),
    ],
)
def test_each_thing_that_a_question_names_is_answered(talk: Conversation, line: str, asked: list[str]) -> None:
    answers = sections(talk, line)
    assert [*answers] == asked
    assert all(answers.values())


def test_a_name_with_and_in_it_stays_whole(talk: Conversation) -> None:
    assert [*sections(talk, "map Nottingham and Derby")] == ["map Nottingham and Derby"]


def test_each_thing_counts_as_a_question(talk: Conversation) -> None:
    many = ", ".join(f"word{number}" for number in range(MAX_ANSWERS + 3))
    mail = next(mail for mail in talk.write("red", f"help {many}\nstatus") if mail.to == PLAYERS["red"].address)
    assert mail.text.count("== You asked: help word") == MAX_ANSWERS
    assert mail.flat.count("a letter gets 20 answers at most; ask this in another letter") == 2
    assert "== You asked: more ==" in mail.text


# Names in full


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("help De Vere", "Noble"),
        ("help Le Rose", "Ship"),
        ("help Grey", "Noble"),
        ("help Town of Lancaster", "Town"),
        ("help City of London", "City"),
    ],
)
def test_a_name_in_full_is_no_order_word_cut_short(talk: Conversation, line: str, told: str) -> None:
    (answer,) = sections(talk, line).values()
    assert answer.casefold().startswith(f"{line.removeprefix('help ').casefold()} {told.casefold()}")


def test_every_name_in_full_is_no_order_word(talk: Conversation) -> None:
    table = talk.table()
    cards = table.rules.reports.cards.names(table.state)
    for names in [*cards.values()][::4]:
        if len(names[0].split()) > 1 and "(" not in names[0]:
            (answer,) = sections(talk, f"help {names[0]}").values()
            assert "It is not open to you now" not in answer
            assert "is not a word of this game" not in answer


# Topics

ASKED = {
    "ship": "A ship has 5 points",
    "ships": "A ship has 5 points",
    "crowning": "crowned in an Area with a cathedral",
    "calls": "A call costs no move",
    "revolt": "He is not asked",
    "raids": "A call costs no move",
    "Open Town": "No card names an Open Town",
    "open": "anybody goes in, without a siege",
    "plague": "all Royals die, and all Nobles",
    "major": "2 points for a battle (6.2), 1 for a siege (6.3)",
    "major siege": "at least one Noble with an Office",
    "display": "the Major cards that nobody has won",
    "chancellor card": "nobody can call",
    "clamour": "stays on the board",
    "offers": "offer PLAYER",
    "alliance": "Alliances are possible once",
    "office bonus": "while their Noble is on land in certain Regions",
    "letters": "Write one order per line",
    "anytime": "withdraw 1",
    "questions": "status",
    "prestige": "of two Factions 18 points instead of 13",
    "siege": "A siege needs at least as many men",
}


@pytest.mark.parametrize(("asked", "told"), ASKED.items())
def test_what_players_asked_for_is_told(talk: Conversation, asked: str, told: str) -> None:
    (answer,) = sections(talk, f"help {asked}").values()
    assert told in answer


def test_the_rules_of_sieges_are_told_without_those_of_battles(talk: Conversation) -> None:
    assert "In a battle your Nobles" not in sections(talk, "help siege")["help siege"]


@pytest.mark.parametrize("asked", ["turn order", "order of play", "order"])
def test_the_order_of_play_is_told(begun: Conversation, asked: str) -> None:
    (answer,) = sections(begun, f"help {asked}").values()
    assert "Order of play: Blue, Green, Red." in answer
    (mail,) = (mail for mail in begun.write("red", "report") if mail.to == PLAYERS["red"].address)
    assert "Order of play: Blue, Green, Red." in mail.flat


def test_a_card_that_lies_open_is_the_one_that_is_asked_about(talk: Conversation) -> None:
    for seat in PLAYERS:
        talk.write(seat, "ok")
    table = talk.table()
    name = table.rules.reports.cards.names(table.state)[table.state.showing][-1]
    (answer,) = sections(talk, f"help {name}").values()
    assert f"({table.state.showing})" in answer
    (answer,) = sections(talk, "help raid").values()
    assert "A call costs no move" in answer


# Places and cards


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("help Town of Shrewsbury", "Town; brings Shrewsbury: garrison 200, room inside for 300 men"),
        ("help Town of Shrewsbury", "In play: Pole of Green holds it. Shrewsbury is held by Green."),
        ("help City of York", "York is neutral."),
        ("help Town of Coventry", "In play: Mowbray of Blue holds it. Coventry is held by Blue."),
        ("card City of London", "brings London: garrison 300, room inside for 500 men"),
        ("card Chamberlain of Chester", "200 more men in: Wales (Regions: "),
        ("map Kenilworth", "next to: "),
        ("map Kenilworth", "also in the Area: Warwick (castle, neutral)"),
        ("map Belvoir", "next to: "),
        ("map Cardigan", "anybody goes in while no Noble is inside; then garrison 200"),
    ],
)
def test_what_a_place_or_card_gives_is_told(begun: Conversation, line: str, told: str) -> None:
    assert told in sections(begun, line)[line]


def test_men_of_an_older_edition_are_told_of_a_card_that_brings_men_only(begun: Conversation) -> None:
    table = begun.table()
    book, facts = table.rules.reports.cards, table.state.board.cards.all
    for card in book.names(table.state):
        lines = [str(line) for leaf in book.card(table.state, card) for line in leaf.lines]
        if card in facts and not facts[card].strength:
            assert not any("older edition" in line and " men" in line for line in lines)


def test_each_part_of_the_map_is_told_once(begun: Conversation) -> None:
    for place in ("Coventry", "Kenilworth", "Belvoir", "London"):
        text = next(mail.text for mail in begun.write("red", f"map {place}") if mail.to == PLAYERS["red"].address)
        titles = re.findall(r"^  (\S.*?)\r?$", text.partition("== You asked")[2].partition("== Your reply")[0], re.M)
        assert len(titles) == len(set(titles))
        assert len(re.findall(rf"^ +{place} \(", text.partition("== You asked")[2], re.M)) == 1


# Messages, and where there is no game master


def test_help_says_how_many_messages_go_in_a_day(talk: Conversation) -> None:
    for asked in ("tell", "messages"):
        answer = sections(talk, f"help {asked}")[f"help {asked}"]
        assert f"{MAX_AT_ONCE} of yours a day to each reader go at once" in answer
        assert f"{MAX_A_DAY_FOR_EACH} messages a day for each other player, and at least {MAX_A_DAY}" in answer


def test_a_receipt_says_how_many_messages_are_left_when_few_are(begun: Conversation) -> None:
    said = [reply(begun, "red", f"tell Blue: Number {number}.") for number in range(MAX_A_DAY)]
    assert not any("more message" in each for each in said[: MAX_A_DAY - MAX_LEFT_TOLD - 1])
    for left in range(2, MAX_LEFT_TOLD + 1):
        assert f"{left} more messages can be written today" in said[MAX_A_DAY - left - 1]
    assert "1 more message can be written today" in said[-2]
    assert "0 more messages can be written today" in said[-1]


@pytest.mark.parametrize("seat", PLAYERS)
def test_the_examples_of_the_first_letter_name_another_player(talk: Conversation, seat: str) -> None:
    (mail,) = (mail for mail in talk.opening if mail.to == PLAYERS[seat].address)
    assert f"tell {seat.title()}: ..." not in mail.flat
    assert ': ..." writes to one of them' in mail.flat


@pytest.mark.parametrize("line", ["who plays after Blue?", "help", "help moderator"])
def test_a_game_without_a_game_master_offers_none_to_ask(tmp_path: Path, line: str) -> None:
    talk = opened(tmp_path)
    alone = next(mail.flat for mail in talk.write("red", line) if mail.to == PLAYERS["red"].address)
    assert "moderator" in alone.partition("== You asked")[2] or "ask moderator" in alone
    talk.desk = replace(talk.desk, staff=replace(talk.desk.staff, gamemaster=""))
    alone = next(mail.flat for mail in talk.write("red", line) if mail.to == PLAYERS["red"].address)
    assert "ask moderator" not in alone
    assert "help moderator A question" not in alone


# Questions


def test_the_set_up_tells_what_each_card_gives_and_where_each_noble_begins(talk: Conversation) -> None:
    state = talk.table().state
    for seat, player in PLAYERS.items():
        (mail,) = (mail for mail in talk.opening if mail.to == player.address)
        position = mail.flat.partition("== The position")[0]
        for card in state.players[seat].hand:
            assert f"- {label(state, card)} ({card_text(state, card)})" in position
        for noble in nobles_of(state, seat):
            if len(state.facts(noble).places) == 1:
                castle = label(state, state.facts(noble).places[0])
                assert f"- {label(state, noble)} begins in {castle}, his only home castle: no line is needed." in position
