"""Letters that reach further than what is asked: their lines wait, and are carried on."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.decision import Decision, Menu, Seat
from pbem.engine.game.forecast import Previews
from pbem.engine.game.orders import Orders, Word
from pbem.games import GAMES
from pbem.moderator.correcting import correction
from tests.support import conversation
from tests.support.conversation import Conversation, to

ROUNDS = 4
NAMED = ("york", "ely", "alone", "all")


def command(seat: Seat, number: int) -> Decision:
    options = ["march york", "march ely alone", "march ely all", "pass"]
    return Decision(
        seat, "4.2 command", f"card {number}", f"Card {number}: what now?", Menu(lambda: options), lambda: "pass"
    )


async def by_turns(_s: Any) -> None:
    """York and Lancaster, card by card."""
    for number in range(1, ROUNDS + 1):
        for seat in ("york", "lancaster"):
            await command(seat, number)


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Conversation]:
    """A game of commands by turns."""
    words = (
        Word[Any]("march", "4.2 command", "march LOCALE [GROUP]", "Go there.", waits=True),
        Word[Any]("pass", "4.2 command", "pass", "Do nothing.", waits=True),
    )
    rules = replace(
        GAMES["plantagenet"],
        play=by_turns,
        vocabulary=words,
        orders=Orders(known=lambda _s: NAMED),
        previews=Previews(),
    )
    monkeypatch.setattr(conversation, "GAMES", {"plantagenet": rules})
    talk = Conversation(tmp_path)
    yield talk
    talk.db.close()


def answers(talk: Conversation) -> list[tuple[str, str]]:
    """Seat and answer of what has been answered."""
    return [(e.seat, e.answer) for e in talk.table().entries if e.key == "4.2 command"]


def test_a_report_shows_a_menu_by_its_order_words(talk: Conversation) -> None:
    text = to("york", talk.opening).text
    assert "   march: 1a York, 1b Ely" in text
    assert "# march York\r\npass\r\n" in text


def test_a_letter_of_several_cards_carries_on_by_itself(talk: Conversation) -> None:
    receipt = to("york", talk.write("york", "march york\nmarch ely all\npass")).text
    assert "march ely all -> kept until it is asked: march Ely all" in " ".join(receipt.split())
    assert "== Your orders for later ==\r\n\r\n  march Ely all\r\n  pass\r\n" in receipt
    assert "write them again:\r\n# march Ely all\r\n# pass\r\n---" in receipt
    mails = talk.write("lancaster", "pass\nmarch ely alone\npass")
    assert answers(talk) == [
        *[("york", "march york"), ("lancaster", "pass")],
        *[("york", "march ely all"), ("lancaster", "march ely alone")],
        *[("york", "pass"), ("lancaster", "pass")],
    ]
    assert "Your waiting order is carried out: march Ely all." in " ".join(to("york", mails).text.split())
    assert "Card 4" in to("york", mails).text


def test_a_waiting_line_that_cannot_be_carried_out_is_told_with_what_is_asked(talk: Conversation) -> None:
    talk.write("york", "pass\nmarch york all\npass")
    text = " ".join(to("york", talk.write("lancaster", "pass")).text.split())
    assert 'Your waiting line is not carried out: "march york all" is not open to you now.' in text
    assert "Nor are the lines after it: pass." in text
    assert "Card 2: what now?" in text
    assert "Correct these and delete the #: # march York all # pass" in text


def test_new_orders_take_the_place_of_those_that_wait(talk: Conversation) -> None:
    talk.write("york", "pass\nmarch york")
    assert "Your orders for later" in to("york", talk.write("york", "report")).text
    text = " ".join(to("york", talk.write("york", "pass")).text.split())
    assert "Your letter replaces lines that were still waiting: march York." in text
    talk.write("lancaster", "pass")
    assert answers(talk)[2:] == [("york", "pass")]


def test_a_refused_line_takes_the_place_of_none_that_waits(talk: Conversation) -> None:
    talk.write("york", "pass\nmarch york\npass")
    text = " ".join(to("york", talk.write("york", "march oyrk")).text.split())
    assert "replaces" not in text
    assert [line.text for line in talk.table().waiting["york"]] == ["march York", "pass"]


def test_a_slip_in_a_line_that_waits_is_refused_at_once(talk: Conversation) -> None:
    text = " ".join(to("york", talk.write("york", "pass\nmarch oyrk")).text.split())
    assert 'I do not know what "oyrk" means here' in text
    assert "Nearest: march York" in text


def test_a_move_taken_back_leaves_no_line_to_a_question_it_was_not_meant_for(talk: Conversation) -> None:
    talk.write("york", "pass\nmarch york\npass\npass")
    talk.write("lancaster", "pass")
    log = talk.table().entries
    popped = next(e.number for e in log if e.kind == "waited") - 1
    correction.undo(talk.desk, talk.name, "a slip", to=popped)
    text = " ".join(to("york", talk.new_mails()).text.split())
    assert "is not carried out: moves have been taken back" in text
    assert answers(talk) == [("york", "pass"), ("lancaster", "pass")]


# Some lines wait, others were refused


def form_of(text: str) -> str:
    """The reply form of a report."""
    form = text.replace("\r\n", "\n").partition("--- orders ---\n")[2]
    return form.partition("--- end of orders ---")[0]


def test_whoever_mends_a_line_is_given_the_whole_list_in_order(talk: Conversation) -> None:
    form = form_of(to("york", talk.write("york", "march york\nmarch ely all\nmarch elyy\npass")).text)
    assert "send the whole list." in form
    assert form.endswith("# done: march york\nmarch Ely all\nmarch Ely\npass\n")
    again = form.replace("\nmarch Ely\n", "\nmarch Ely alone\n")
    talk.write("york", f"--- orders ---\n{again}--- end of orders ---\n")
    assert [line.text for line in talk.table().waiting["york"]] == ["march Ely all", "march Ely alone", "pass"]


def test_where_nothing_waits_only_the_refused_lines_are_to_be_corrected(talk: Conversation) -> None:
    form = form_of(to("york", talk.write("york", "march oyrk\nmarch ely all")).text)
    assert "delete the #:\nmarch York\nmarch ely all\n" in form
    assert "send the whole list" not in form
