"""Twin worlds of questions: worlds that differ only in what a reader must not know answer them the same, to the byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.engine.game.setup import Setup
from pbem.games import GAMES
from pbem.games.plantagenet.components.box import Card, Side
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import RULES
from tests.games.plantagenet.scene import capability, hold, put
from tests.support.conversation import LANCASTER_SETUP, PLAYERS, YORK_ROUND, YORK_SETUP, Conversation, Mail

QUESTIONS = "help\nhelp march\nhelp play\nhelp flee\nstatus\nmap\nmap ely\nmap london\nhistory\nhistory 1\nresend\n"
OTHER_YORK = (
    "give y1 richard\ngive y2 norfolk\ngive y9 norfolk\ngive y13 northumberland\n"
    "array left richard, centre norfolk, right northumberland\n"
)
Change = Callable[[State], None]


def bobs(mails: list[Mail], reader: str = "lancaster") -> list[bytes]:
    """What goes to a reader (Lancaster), without what the clock and chance write into it."""
    return [mail.lasting for mail in mails if mail.to == PLAYERS[reader].address]


def answers_at_bosworth(folder: Path, york: str) -> list[bytes]:
    """What Lancaster is answered before the reveal, York having written `york`, and after its own choices."""
    folder.mkdir()
    talk = Conversation(folder)
    talk.write("york", york)
    mails = [*talk.write("lancaster", QUESTIONS), *talk.write("lancaster", f"{QUESTIONS}give l5 oxford\n")]
    talk.db.close()
    return bobs(mails)


def test_answers_do_not_depend_on_what_the_enemy_has_chosen_in_secret(tmp_path: Path) -> None:
    one = answers_at_bosworth(tmp_path / "one", YORK_SETUP)
    assert len(one) == 4
    assert answers_at_bosworth(tmp_path / "other", OTHER_YORK) == one


def answers_on_the_board(folder: Path, change: Change, reader: str = "lancaster") -> list[bytes]:
    """What a reader is answered in the first Levy of Ia, with Hidden Mats, while York is asked something."""
    folder.mkdir()

    def new_state(setup: Setup) -> State:
        s = RULES.new_state(setup)
        change(s)
        return s

    rules: dict[str, Any] = {**GAMES, RULES.name: replace(RULES, new_state=new_state)}
    talk = Conversation(folder, scenario="ia_henry_vi", games=rules, options={"hidden_mats": True})
    mails = [*talk.opening, *talk.write(reader, QUESTIONS)]
    talk.db.close()
    return bobs(mails, reader)


OWN = (("y5", "y1", 2), ("y10", "y8", 5))


def york_has(cards: str = "", events: str = "", militia: int = 2) -> Change:
    """York's Capabilities and Held Events, and what lies on their mat."""

    def change(s: State) -> None:
        put(s, "york", "ely", militia=militia, coin=militia)
        capability(s, "york", *cards.split())
        hold(s, *events.split())
        deck = s.decks[Side.YORK]
        first = [card for card in (Card("y20"), Card("y3")) if card in deck]
        s.decks[Side.YORK] = [*first, *(card for card in deck if card not in first)]

    return change


def test_answers_do_not_depend_on_hidden_mats_and_hands_of_the_enemy(tmp_path: Path) -> None:
    one = answers_on_the_board(tmp_path / "one", york_has(*OWN[0]))
    assert len(one) == 3
    assert answers_on_the_board(tmp_path / "other", york_has(*OWN[1])) == one
    yorks = [answers_on_the_board(tmp_path / f"{n} york", york_has(*has), "york") for n, has in enumerate(OWN)]
    assert yorks[0][1:] != yorks[1][1:]


def test_answers_do_not_depend_on_orders_that_wait_or_stand_for_the_enemy(tmp_path: Path) -> None:
    worlds = []
    for number, lines in enumerate(("", "standing reroll all\nflee none\n", "standing flee none\nwithdraw flee\nstatus\n")):
        folder = tmp_path / str(number)
        folder.mkdir()
        talk = Conversation(folder)
        talk.set_up()
        mails = talk.write("york", lines) if lines else []
        assert bobs(mails) == []
        worlds.append(bobs(talk.write("lancaster", QUESTIONS)))
        talk.db.close()
    assert len(worlds[0]) == 2
    assert [len(world) for world in worlds] == [2, 2, 2]
    texts = [[strip_ids(raw) for raw in world] for world in worlds]
    assert texts[0] == texts[1] == texts[2]


def strip_ids(raw: bytes) -> bytes:
    """A mail without its headers: the Message-ID of Lancaster's own letter counts the letters written before.

    The boundaries follow from the Message-ID of the mail.
    """
    return re.sub(rb"==[0-9a-f]{32}==", b"", raw.partition(b"\r\n\r\n")[2])


# Receipts


def test_receipts_of_one_side_neither_cause_nor_change_a_mail_of_the_other(tmp_path: Path) -> None:
    worlds = []
    for number, letters in enumerate(([YORK_SETUP], YORK_SETUP.splitlines(keepends=True))):
        folder = tmp_path / str(number)
        folder.mkdir()
        talk = Conversation(folder)
        causes = [bobs(talk.write("york", letter)) for letter in letters]
        assert not any(causes)
        receipt = talk.seat("york").receipt.encode()
        mails = [*talk.write("lancaster", f"status\n{LANCASTER_SETUP}"), *talk.write("york", YORK_ROUND)]
        assert receipt
        assert not any(receipt in raw for raw in bobs(mails))
        worlds.append([mail.kind for mail in mails if mail.to == "bob@example.test"])
        talk.db.close()
    assert worlds[0] == worlds[1]
