"""What a newcomer writes who knows nothing but the mails: letters in, letters out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.moderator.core.desk import Player
from tests.support.conversation import Conversation, Mail

PLAYERS = {
    seat: Player(name, f"{name.lower()}@example.test")
    for seat, name in zip(("red", "blue", "green"), ("Ann", "Bob", "Cleo"), strict=True)
}
KEY = b"a" * 32
"""Blue has the first turn; the first Event is the raid on Sandwich."""


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path, scenario="three_players", game="kingmaker", players=PLAYERS, key=KEY)


@pytest.fixture
def begun(talk: Conversation) -> Conversation:
    """Blue's first turn, his Event done."""

    def begin(talk: Conversation) -> list[Mail]:
        for mail in list(talk.opening):
            seat = next(seat for seat, player in PLAYERS.items() if player.address == mail.to)
            talk.write(seat, form_of(mail))
        return talk.write("blue", "proceed")

    talk.once("newcomers begin", begin)
    return talk


def form_of(mail: Mail) -> str:
    return mail.text.replace("\r", "").partition("--- orders ---")[2].partition("--- end of orders ---")[0]


def answer(talk: Conversation, seat: str, text: str) -> str:
    """The mail back to the writer, on one line."""
    return next(mail.flat for mail in talk.write(seat, text) if mail.to == PLAYERS[seat].address)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("map coventry", ("Coventry (fortified town", "in the Area Coventry")),
        ("help windsor", ("Windsor (royal castle", "in the Area Windsor")),
        ("help York", ("York (City", "cathedral")),
        ("map greystoke", ("Greystoke (castle", "Noble without a Title")),
        ("help Bishop of Durham", ("holds Durham",)),
        ("help Margaret", ("nobody's, inside Kenilworth",)),
        ("help plague\nhelp archbishop", ("card E056", "card archbishop_of_york")),
    ],
)
def test_what_is_asked_by_name_is_told(talk: Conversation, text: str, told: tuple[str, ...]) -> None:
    said = answer(talk, "red", text)
    assert [each for each in told if each not in said] == []
    assert "can mean" not in said
