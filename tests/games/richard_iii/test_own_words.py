"""Orders and conditions as players of the board game write them, in English and German."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.dice import Fate
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.richard_iii.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import execute
from pbem.orders.carry.nearest import Nearest
from pbem.orders.place.segments import Cursor
from pbem.orders.reading.standard import standard_lines
from pbem.resources import scenarios_dir
from tests.support.conversation import Conversation, Mail, to


@pytest.fixture(scope="module")
def table() -> Table[Any]:
    return Table.open_new(RULES, load_setup(RULES, "1460", scenarios_dir()), Fate(b"k" * 32))


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        (
            "I would like to sail March and Warwick from Calais to Kent.",
            ["sail March Kent from Calais", "sail Warwick Kent from Calais"],
        ),
        ("Sail Warwick, Salisbury and Kent to Kent", ["sail Warwick Kent", "sail Salisbury Kent", "sail Kent Kent"]),
        ("sail Warwick to Kent, Salisbury to Sussex", ["sail Warwick Kent", "sail Salisbury Sussex"]),
        ("Recruit the Norwich Levy in East Anglia", ["recruit Norwich Levy East Anglia"]),
        ("attack Kent with Warwick and March", ["march Warwick Kent", "march March Kent"]),
        ("march Warwick to Kent with Salisbury", ["march Warwick Kent", "march Salisbury Kent"]),
        ("march Beaumont via Rutland to Essex", ["march Beaumont Essex via Rutland"]),
        ("Ziehe mit Henry VI. und Oxford nach Kent", ["march Henry VI Kent", "march Oxford Kent"]),
        ("Greife Kent mit Henry VI und Oxford an", ["march Henry VI Kent", "march Oxford Kent"]),
        ("K\u00f6nig Henry VI. marschiert von Middlesex nach Kent.", ["march Henry VI Kent from Middlesex"]),
        ("marschiere Wiltshire von Wilts durch Sussex nach Kent", ["march Wiltshire Kent via Sussex from Wilts"]),
        ("Segle Herzog von Exeter von Cornwall nach Sussex", ["sail Duke Exeter Sussex from Cornwall"]),
        ("Hebe das Aufgebot von Coventry in Leicester aus", ["recruit Aufgebot von Coventry Leicester"]),
        ("Ich spiele die Karte 3 AP.", ["card 3 AP"]),
        ("Warwick falls back to Kent", []),
        ("March charges Henry VI if chance 60%", ["charge Henry VI if March acts and chance 60%"]),
        ("Turn Oxford with Warwick", ["turn Oxford if Warwick acts"]),
        (
            "retreat Warwick and March to Kent if he has 1 strength or less",
            [
                "retreat Kent if Warwick acts and Warwick has 1 strength or less",
                "retreat Kent if March acts and March has 1 strength or less",
            ],
        ),
        ("march Oxford Kent via Middlesex", []),
        ("st\u00fcrme nicht mit March", []),
        ("I\u2019d sail March and Warwick from Calais to Kent.", []),
        ("sail Warwick Kent, Salisbury Kent", []),
        ("Warwick retreats to Kent unless defending", ["Warwick: retreat to Kent unless defending"]),
    ],
)
def test_what_a_line_is_in_the_standard_form(table: Table[Any], line: str, orders: list[str]) -> None:
    assert standard_lines(table, line) == orders


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("chance >= 60%", "chance 60%"),
        ("the chance is at least 50%", "chance 50%"),
        ("there's a 60% chance", "chance 60%"),
        ("chance 60% or better", "chance 60%"),
        ("we\u2019re outnumbered 2 to 1", "outnumbered 2 to 1"),
        ("Henry has 2 steps or less", "Henry VI has at most 2 strength"),
        ("strength under 2", "it has under 2 strength"),
        ("St\u00e4rke unter 2", "it has under 2 strength"),
        ("Kampfrunde \u00fcber 2", "round over 2"),
        ("ab Kampfrunde 3", "round at least 3"),
        ("wir unterlegen sind", "they are more"),
        ("wir 2 zu 1 unterlegen sind", "outnumbered 2 to 1"),
        ("sie mehr sind als wir", "they are more"),
        ("die Chance mindestens 60 % ist", "chance 60%"),
        ("Warwick nicht dort ist", "Earl of Warwick is not there"),
        ("ich K\u00f6nig bin", "I am King"),
        ("wir nicht angreifen", "not attacking"),
        ("Henry VI weniger als 2 St\u00e4rke hat", "Henry VI has under 2 strength"),
        ("wir weniger als 5 St\u00e4rke haben", "we have under 5 strength"),
        ("Warwick am Zug ist", "Earl of Warwick acts"),
        ("wir in Unterzahl sind oder Kampfrunde \u00fcber 2", "they are more or round over 2"),
    ],
)
def test_conditions_are_read_in_english_and_german(table: Table[Any], said: str, read: str) -> None:
    situations = RULES.standing.situations
    assert situations is not None
    assert situations.write(table.state, situations.read(table.state, "york", said, ())) == read


@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("March has 1 strength", "march has at most 1 strength"),
        ("round 3", "round at least 3"),
        ("Runde \u00fcber 2", "turn over 2"),
        ("chance over 60%", "chance 60%"),
        ("we are losing", "they are more"),
    ],
)
def test_conditions_that_can_mean_several_things_are_refused_with_these(table: Table[Any], said: str, near: str) -> None:
    situations = RULES.standing.situations
    assert situations is not None
    with pytest.raises(BadLine) as refused:
        situations.read(table.state, "york", said, ())
    assert any(near in each for each in [*refused.value.nearest, refused.value.problem])


def test_blocks_of_a_list_go_together(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.write("york", "card 4")
    talk.write("lancaster", "card 3")
    told = to("york", talk.write("york", "sail March and Clarence to Kent\nsail Warwick Kent")).flat
    assert 'none of these is carried out, as "sail Clarence Kent" cannot be' in told
    assert "4 AP left" in told
    told = to("york", talk.write("york", "sail March and Warwick from Calais to Kent")).flat
    assert "3 AP left" in told
    assert "Earl of March from Calais to Kent (English Channel); Earl of Warwick from Calais to Kent" in told


@pytest.fixture
def landed(tmp_path: Path) -> Conversation:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.once("landed", land)
    return talk


def land(talk: Conversation) -> list[Mail]:
    talk.write("york", "card 4")
    talk.write("lancaster", "card 3")
    talk.write("york", "sail March, Warwick and Salisbury to Kent\nsail Earl of Kent to Kent\ndone")
    talk.write("lancaster", "done\ncard 2")
    return talk.write("york", "card 3")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("retreat Kent if strength under 2", "retreat Kent if it has under 2 strength (kept for this turn)"),
        ("retreat to Kent if Warwick acts", "retreat Kent if Earl of Warwick acts (kept for this turn)"),
        ("spare Earl of March and Warwick", "spare Earl of March, Earl of Warwick (kept for this turn)"),
        ("spare March if strength under 2", "spare Earl of March if Earl of March has under 2 strength"),
        ("charge the King", "charge Henry VI (kept for this turn)"),
        ("charge anybody if chance 60% or better", "charge if chance 60% (kept for this turn)"),
        ("fight Middlesex first", "fight Middlesex (kept for this turn)"),
        ("Sturmangriff Henry VI falls Chance >= 60%", "charge Henry VI if chance 60% (kept for this turn)"),
        ("From Kent march Warwick to Middlesex", "-> march Earl of Warwick Middlesex"),
    ],
)
def test_orders_in_own_words_are_taken_as_meant(landed: Conversation, line: str, told: str) -> None:
    flat = to("york", landed.write("york", line)).flat
    assert "1 ok" in flat
    assert told in flat


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("Retreat to Kent in round 3", "Nearest: retreat to Kent if round at least 3"),
        ("retreat Kent after round 2", "Nearest: retreat Kent if round at least 3"),
        ("turn oxford in round 2", "Nearest: turn oxford if round at least 2"),
        ("retreat March if strength under 2", "retreat AREA if Earl of March acts"),
        ("Warwick should try to turn Oxford", "Nearest: turn Oxford if Earl of Warwick acts"),
        ("after the battle, regroup to Kent", "Nearest: regroup to Kent"),
        ("don't charge", "Nearest: never charge"),
    ],
)
def test_orders_that_are_refused_are_answered_with_what_they_mean(landed: Conversation, line: str, near: str) -> None:
    flat = to("york", landed.write("york", line)).flat
    assert "1 --" in flat
    assert near in flat


def test_a_card_needs_no_order_word_where_it_is_asked_for(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    assert "card 3 AP" in to("york", talk.write("york", "3 AP")).flat
    assert [entry.answer for entry in talk.table().entries if entry.key.endswith("card")] or talk.table().given_by("york")


def test_a_german_order_under_a_long_one_is_a_line_of_its_own(landed: Conversation) -> None:
    long = "marschiere Earl of Warwick von Kent nach Middlesex durch das Gebiet Essex"
    told = to("york", landed.write("york", f"{long}\nrekrutiere Suffolk in East Anglia")).flat
    assert "1 -- marschiere" in told
    assert "2 .. rekrutiere Suffolk" in told


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("do not charge Henry", ["never charge Henry"]),
        ("do not sail Warwick to Kent", []),
        ("can Warwick charge", ["charge if Earl of Warwick acts", "charge"]),
        ("shall we retreat to Sussex", ["retreat to Sussex"]),
        ("what if I charge Henry VI", ["charge Henry VI"]),
        ("all but Warwick: hold", []),
        ("Warwick should not sail to Kent", []),
        ("Warwick stays, March sails to Kent", []),
        ("unless attacking, charge Henry VI", ["charge Henry VI unless attacking"]),
        ("if chance 60%: charge Henry VI", ["charge Henry VI if chance 60%", "if chance 60%: go on"]),
        ("charge Henry VI, but only if chance 60%", ["charge Henry VI if chance 60%", "charge [BLOCK, BLOCK]"]),
    ],
)
def test_no_hint_turns_a_line_into_its_opposite(table: Table[Any], line: str, near: list[str]) -> None:
    with pytest.raises(BadLine) as refused:
        execute(table.fork(), "york", line)
    assert list(Nearest(table, "york").to(line, Cursor(table, "york"), refused.value)) == near


@pytest.mark.parametrize("line", ["sail Warwick to Kent?", "sail Warwick to Kent and back", "do not\nsail Warwick to Kent"])
def test_what_is_asked_denied_or_goes_back_is_not_carried_out(tmp_path: Path, line: str) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.write("york", "card 4")
    talk.write("lancaster", "card 3")
    told = to("york", talk.write("york", line)).flat
    assert "4 AP left" in told
    assert "1 -- " in told
