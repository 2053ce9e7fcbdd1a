"""Twin worlds on the board: Battles that differ only in what York must not know; its mail must be the same to the byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest

from pbem.engine.game.setup import Setup
from pbem.games import GAMES
from pbem.games.plantagenet.battle.battle_at import battle_at
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import Phase, State
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy.pay import disband_at_will, pay_troops
from tests.games.plantagenet.scene import capability, favour, hold, put
from tests.support.conversation import Conversation

Change = Callable[[State], None]
LETTERS = (
    ("lancaster", "play none\n"),
    ("york", "report\n"),
    ("lancaster", "flee henry\n"),
    ("lancaster", "play none\n"),
)


@pytest.fixture(autouse=True)
def tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same tokens in both worlds: they are in the addresses and would differ otherwise."""
    letters = cycle("abcdefghijkmnpqr" + "stuvwxyz23456789")
    monkeypatch.setattr("pbem.moderator.joining.opening.secrets.choice", lambda _: next(letters))


def battle_of_ely(change: Change, setup: Setup) -> State:
    """Henry VI Defends Ely against York, with Hidden Mats; Somerset and Buckingham are elsewhere."""
    s = RULES.new_state(setup)
    s.phase, s.hidden_mats = Phase.CAMPAIGN, True
    put(s, "york", "ely", men_at_arms=2)
    put(s, "henry_vi", "ely", men_at_arms=2)
    put(s, "somerset_1", "wells", militia=2, coin=1)
    put(s, "buckingham", "london", militia=2, coin=1)
    favour(s, Side.LANCASTER, "ely", "lynn")
    change(s)
    return s


def yorks_mail(folder: Path, change: Change) -> list[bytes]:
    """All that York is written while Henry VI Flees and Dies, or lives."""
    folder.mkdir()

    async def play(s: State) -> None:
        await battle_at(s, Locale("ely"), Side.YORK)
        await disband_at_will(s, Side.YORK)  # he is asked again: the end of a game would bring all to light
        s.result = {"winner": None}

    rules = replace(RULES, new_state=partial(battle_of_ely, change), play=play)
    talk = Conversation(folder, scenario="ia_henry_vi", games={**GAMES, RULES.name: rules})
    mails = [*talk.opening]
    for seat, text in LETTERS:
        mails += talk.write(seat, text)
    talk.db.close()
    return [mail.lasting for mail in mails if mail.to == "ann@example.test"]


def holding(*cards: str) -> Change:
    """These Held Events."""
    return lambda s: hold(s, *cards)


def somersets_mat(card: str, coin: int) -> Change:
    """A card at Somerset's mat, and what else lies there."""

    def change(s: State) -> None:
        hold(s, "l2")
        capability(s, "somerset_1", card)
        put(s, "somerset_1", "wells", longbowmen=coin, coin=coin)

    return change


def mat_and_hand(lies: str, held: str) -> Change:
    """A card at Somerset's mat, and one that is held."""

    def change(s: State) -> None:
        capability(s, "somerset_1", lies)
        hold(s, held)

    return change


TWINS: dict[str, tuple[Change, Change]] = {
    "which card is held, in the Event step": (holding("l1"), holding("l2")),
    "which of two": (holding("l1", "l5"), holding("l3", "l16")),
    "what lies at the mat of a Lord who is elsewhere": (somersets_mat("l13", 1), somersets_mat("l5", 4)),
    "whether a card is held or lies at a hidden mat": (
        mat_and_hand("l7", "l1"),
        mat_and_hand("l1", "l7"),
    ),
}


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
def test_3_1_3_and_1_5_3_yorks_mail_does_not_depend_on_what_is_hidden(tmp_path: Path, twins: tuple[Change, Change]) -> None:
    one, other = (yorks_mail(tmp_path / name, change) for name, change in zip(("one", "other"), twins, strict=True))
    assert len(one) >= 3
    assert one == other


def coins(*numbers: int) -> Change:
    """York, March and Salisbury stand together with so much Coin."""

    def change(s: State) -> None:
        for lord, number in zip(("york", "march", "salisbury"), numbers, strict=True):
            put(s, lord, "winchester", militia=6, coin=number)

    return change


def lancasters_mail(folder: Path, change: Change, share: str) -> list[bytes]:
    """All that Lancaster is written while York Pays with Hidden Mats."""
    folder.mkdir()

    def pay_at_winchester(setup: Setup) -> State:
        s = RULES.new_state(setup)
        s.hidden_mats = True
        change(s)
        return s

    async def play(s: State) -> None:
        await pay_troops(s, Side.YORK)
        await disband_at_will(s, Side.LANCASTER)
        s.result = {"winner": None}

    rules = replace(RULES, new_state=pay_at_winchester, play=play)
    talk = Conversation(folder, scenario="ia_henry_vi", games={**GAMES, RULES.name: rules}, terms={"deadline": "72h"})
    mails = [*talk.opening, *talk.write("lancaster", "status\n")]
    talk.clock.move(hours=5)
    mails += [*talk.write("york", share), *talk.write("lancaster", "report\n")]
    talk.db.close()
    return [mail.lasting for mail in mails if mail.to == "bob@example.test"]


def test_1_5_3_and_3_2_1_lancasters_mail_does_not_tell_who_has_coin(tmp_path: Path) -> None:
    """R275: York is asked about Sharing whether there is a choice or none; a standing order answers both."""
    rich = lancasters_mail(tmp_path / "rich", coins(3, 2, 0), "share york salisbury\n")
    assert lancasters_mail(tmp_path / "even", coins(1, 1, 1), "share none\n") == rich
    ahead = "standing game pay from march first, the others\n"
    assert lancasters_mail(tmp_path / "ahead", coins(3, 2, 0), ahead) == rich
    assert lancasters_mail(tmp_path / "none", coins(1, 1, 1), ahead) == rich
    assert len(rich) >= 3
