"""`ok` beside offers, messages and questions: the form is sent, and they are dealt with too. No form kills anybody."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.games.kingmaker.asking.ending import SENTENCE
from pbem.games.kingmaker.components.ids import NobleId, Phase
from pbem.games.kingmaker.components.state import Captive, State
from pbem.moderator.reading.form_lines import gives_up
from tests.games.kingmaker.by_letter import PLAYERS, of, three, written
from tests.games.kingmaker.scene import hand, put
from tests.support.conversation import Conversation, Mail, form

NEVILLE = NobleId("neville")


def own_turn() -> State:
    """Red's turn."""
    s = three(Phase.MOVEMENT)
    put(s, "red", "field:york_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    put(s, "green", "field:london_area", "pole")
    return s


def captured() -> State:
    """Red holds Percy of Blue captive, and the turn comes to its end."""
    s = three(Phase.END)
    put(s, "red", "field:york_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    put(s, "green", "field:london_area", "pole")
    s.captives["percy"] = Captive("blue", "red", "york_area", [])
    s.crown_deck.remove("percy")
    hand(s, "red", "scots_archers_1")
    return s


def to(seat: str, mails: list[Mail]) -> Mail:
    """The newest mail to a seat."""
    return [mail for mail in mails if mail.to == PLAYERS[seat].address][-1]


def answer(talk: Conversation, seat: str, mail: Mail, text: str) -> str:
    """What a seat is sent when it answers a mail."""

    def refer(message: EmailMessage) -> None:
        message["In-Reply-To"] = mail.message_id

    return of(seat, talk.write(seat, text, change=refer))


def sent(mail: Mail) -> list[str]:
    """The lines that `ok` sends."""
    return [line for each in form(mail).splitlines() if (line := each.strip()) and not line.startswith("#")]


OFFER = 'offer Beth: I promise "I do not attack Grey" until round 4'


@pytest.mark.parametrize(
    "letter",
    [f"ok\n{OFFER}", f"{OFFER}\nok", "ok\n\ntell Beth: I go to London.", "ok\nstatus", "status\n\nok\n" + OFFER],
)
def test_ok_sends_the_form_beside_what_is_no_order_of_it(tmp_path: Path, letter: str) -> None:
    talk = written(tmp_path, own_turn)
    shown = to("red", talk.write("red", "preview move Neville field at Durham"))
    assert any("move Neville" in line for line in sent(shown))
    told = answer(talk, "red", shown, letter)
    assert talk.table().state.nobles[NEVILLE].at == "field:durham_area"
    assert ("offer" in letter) == bool(talk.table().offers.open), told


def test_beside_an_order_it_is_said_what_to_write(tmp_path: Path) -> None:
    talk = written(tmp_path, own_turn)
    shown = to("red", talk.write("red", "preview move Neville field at Durham"))
    told = answer(talk, "red", shown, "ok\nmove Neville field at London")
    assert "to send the form too, write its lines as well" in told


def test_ok_of_a_form_without_lines_is_answered_beside_an_offer_that_is_made(tmp_path: Path) -> None:
    talk = written(tmp_path, own_turn)
    told = answer(
        talk,
        "blue",
        to("blue", talk.write("blue", "report")),
        'ok\noffer Anna: I promise "I do not attack Neville" until round 4',
    )
    assert "ok (the form had no lines to send; to send a line behind #, write it without the #)" in told
    assert talk.table().offers.open


def test_no_form_condemns_a_captive(tmp_path: Path) -> None:
    talk = written(tmp_path, captured)
    assert talk.table().open()[0].key == SENTENCE
    for letter in ("report", "offer Beth: ransom Percy"):
        mail = to("red", talk.write("red", letter))
        assert "# condemn all" in form(mail)
        assert not any("condemn" in line for line in sent(mail))
    answer(talk, "red", mail, "ok")
    assert talk.table().state.captives


@pytest.mark.parametrize(
    "line",
    ["condemn all", "standing condemn all", "turn: execute Henry VI", "sacrifice Grey", "renounce York", "drop Le Rose"],
)
def test_what_kills_or_throws_away_is_in_no_form(tmp_path: Path, line: str) -> None:
    assert gives_up(written(tmp_path, own_turn).table(), line)


def test_what_can_be_done_at_any_time_is_shown_by_what_does_no_harm(tmp_path: Path) -> None:
    def with_heir() -> State:
        s = own_turn()
        put(s, "red", "field:york_area", "stanley", "richard_duke_of_york")
        hand(s, "red", "scots_archers_1")
        return s

    mail = to("red", written(tmp_path, with_heir).write("red", "report"))
    assert "execute" not in form(mail)
    assert "show Scots Archers" not in form(mail)
    assert "# play Scots Archers 1" in form(mail)
