"""A moderator that is killed (SIGKILL) between two signatures, and between the last one and the transfer."""

# mypy: disable-error-code="comparison-overlap"

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.state import State
from pbem.moderator.core.context import Context
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.intake.moderating import moderate_all
from tests.games.kingmaker.by_letter import PLAYERS, three, written
from tests.games.kingmaker.scene import hand, put
from tests.kill.test_agreements import AFTER, BETWEEN, dies
from tests.support.conversation import Conversation


def three_at_york() -> State:
    """A Noble of each of three stands at York. Red holds a hand card, Blue's Grey a ship, Green's Pole an Office."""
    s = three()
    put(s, "red", "field:york_area", "neville")
    put(s, "blue", "field:york_area", "grey", "le_rose")
    put(s, "green", "field:york_area", "pole", "bishop_of_durham")
    hand(s, "red", "scots_archers_1")
    return s


CLAUSES = "I give Scots Archers 1 to Carl; Carl gives Bishop of Durham to Grey; Grey gives Le Rose to Neville"


def whose(talk: Conversation) -> tuple[int, list[str]]:
    """How often the hand card is in Green's hand, and the cards of Neville, Grey and Pole."""
    s: State = talk.table().state
    cards = [",".join(s.nobles[noble].cards) for noble in s.nobles]
    return s.players["green"].hand.count("scots_archers_1"), cards


def letter(talk: Conversation, seat: str, text: str) -> bytes:
    player = PLAYERS[seat]
    head = f"From: {player.address}\r\nTo: {talk.address(seat)}\r\nSubject: orders\r\nMessage-ID: <kill-{seat}@x.test>"
    return f"{head}\r\n\r\n{text}\r\n".encode()


@pytest.mark.parametrize(
    ("first", "last"),
    [("after its orders are carried out", BETWEEN), ("before all of it is committed", AFTER)],
)
def test_an_agreement_of_three_is_carried_out_once(first: str, last: str, tmp_path: Path) -> None:
    talk = written(tmp_path, three_at_york)
    talk.write("red", f"offer Beth and Carl: {CLAUSES}")
    (offer,) = talk.table().open_offers
    before = whose(talk)
    assert before == (0, ["", "le_rose", "bishop_of_durham"])
    dies(talk, tmp_path, letter(talk, "blue", f"accept {offer.number}"), first)
    assert talk.table().open_offers[0].agreed == set()
    moderate_all(talk.desk)
    assert talk.table().open_offers[0].agreed == {"blue"}
    dies(talk, tmp_path, letter(talk, "green", f"accept {offer.number}"), last)
    assert (whose(talk), talk.table().open_offers[0].agreed) == (before, {"blue"})
    moderate_all(talk.desk)
    assert whose(talk) == (1, ["le_rose", "bishop_of_durham", ""])
    assert talk.table().open_offers == []
    told = [mail.to for mail in talk.new_mails() if f"agreement {offer.number} is carried out" in mail.flat]
    assert told.count(PLAYERS["green"].address) == 1
    assert len(told) == len({*told})
    with talk.db.reading() as session:
        assert rerun_game(Context(session, talk.desk).of(talk.game())).exact
