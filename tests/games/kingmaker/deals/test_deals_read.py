"""Clauses are read forgivingly, in English and German, and what is written of them reads the same again."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from dataclasses import replace

import pytest
from babel.messages.pofile import read_po

from pbem.engine.agreements.deals import Parties
from pbem.engine.refusal import BadLine
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Captive, Parliament, Readings, State
from pbem.games.kingmaker.deals.agreements import DEALS
from pbem.games.kingmaker.deals.clauses import Promised, clause_of
from pbem.games.kingmaker.deals.limits import FORMS as AHEAD
from pbem.games.kingmaker.deals.reading import FORMS
from pbem.i18n import Text
from pbem.resources import templates_dir
from tests.games.kingmaker.agreed import PLAYERS, parties, read, written
from tests.games.kingmaker.scene import hand, put, table


def world() -> State:
    """p1's Neville and p2's Grey at York with cards and Royals, p3's Percy captive of p1, all kinds of things to give."""
    s = table(Phase.POLITICS, 5)
    s.head_claimed = True
    put(s, "p1", "field:york_area", "neville", "landsknechts_1", "bishop_of_durham", "henry_vi", "marshal_of_england")
    put(s, "p2", "field:york_area", "grey", "le_rose", "admiral_of_england")
    put(s, "p2", "field:london_area", "roos", "earl_of_kent")
    put(s, "p3", "field:york_area", "pole")
    s.captives["percy"] = Captive("p3", "p1", "york_area", ["landsknechts_2"])
    hand(s, "p1", "scots_archers_1", "hastings")
    hand(s, "p2", "burgundian_crossbowmen_1")
    return s


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            (
                "I give Scots Archers 1 to Beth",
                "I give Beth Scots Archers 1",
                "Beth gets Scots Archers 1 from me",
                "Anna hands over the hand card Scots Archers 1 to p2",
                "I trade Scots Archers 1 from my hand to Beth",
                "Ich gebe Scots Archers 1 an Beth",
                "Beth bekommt Scots Archers 1 von mir",
            ),
            "p1 gives the hand card Scots Archers 1 to p2",
        ),
        (
            (
                "Beth gives Burgundian Crossbowmen 1 to me",
                "Beth gives me Burgundian Crossbowmen 1",
                "Beth gibt mir Burgundian Crossbowmen 1",
            ),
            "p2 gives the hand card Burgundian Crossbowmen 1 to p1",
        ),
        (
            (
                "Beth gives Le Rose to me",
                "Beth gives the card Le Rose to Neville",
                "Grey gives Le Rose to Neville",
                "Beth gibt mir Le Rose",
            ),
            "p2 gives the card Le Rose to Neville",
        ),
        (
            ("I give Henry to Grey", "Neville gives Henry VI to Grey", "ich überlasse den Royal Henry VI an Grey"),
            "p1 gives the Royal Henry VI to Grey",
        ),
        (("Beth lends Le Rose to me", "Beth leiht mir Le Rose"), "p2 lends Le Rose to p1"),
        (
            ("alliance of Beth and me", "Alliance with Beth", "Beth and I ally", "I ally with Beth", "Bündnis mit Beth"),
            "Alliance of p1, p2",
        ),
        (
            ("alliance of Beth, Carl and me without York", "Bündnis zwischen Beth, Carl und mir, ohne das Haus York"),
            "Alliance of p1, p2, p3, executing the House of York",
        ),
        (
            (
                "force of Neville and Grey under Neville",
                "force Neville (commander), Grey",
                "Heer aus Grey und Neville unter Neville",
            ),
            None,
        ),
        (
            (
                "force of Neville and Grey under Neville, renewed while allied",
                "Heer aus Grey und Neville unter Neville, jede Runde erneuert",
            ),
            "Force of Grey, Neville under Neville, renewed while allied",
        ),
        (
            ("ransom Percy to Alnwick", "I ransom Percy", "Lösegeld für Percy", "ich lasse Percy frei"),
            None,
        ),
        (
            (
                "Beth grants me passage of York until round 6",
                "Beth lets me pass York until round 6",
                "Beth gewährt mir Durchzug durch York bis Runde 6",
            ),
            "p2 grants p1 passage of York until round 6",
        ),
        (
            ("I promise not to attack York until round 6",),
            'p1 promises "not to attack York" until round 6',
        ),
        (("ich verspreche, York nicht anzugreifen bis Runde 6",), 'p1 promises "York nicht anzugreifen" until round 6'),
    ],
)
def test_a_clause_is_read_and_written(lines: tuple[str, ...], told: str | None) -> None:
    s = world()
    said = []
    for line in lines:
        try:
            said.append(written(s, line))
        except BadLine as bad:
            said.append(f"{line}: {bad} {bad.nearest}")
    assert len(set(said)) == 1
    assert told is None or said[0] == told


def test_what_a_gift_costs_its_taker_is_told() -> None:
    """12.3 A new see takes the place of the old one; it need not be written, and is read in both languages."""
    s = world()
    put(s, "p2", "field:york_area", "percy", "bishop_of_durham")
    put(s, "p1", "field:york_area", "howard", "archbishop_of_york")
    told = "p1 gives the card Archbishop of York to Percy, in place of Bishop of Durham"
    for line in (
        "I give Archbishop of York to Percy",
        "Howard gives Archbishop of York to Percy, in place of Bishop of Durham",
    ):
        assert written(s, line) == told
    for line in ("I give Archbishop of York to Percy in place of Raby", "I give Raby to Beth in place of Le Rose"):
        with pytest.raises(BadLine, match="nothing is given in place of"):
            written(s, line)
    german = "ich gebe Archbishop of York an Percy, anstelle von Bishop of Durham"
    assert written(s, german) == told


def test_all_who_stand_there_can_form_a_force() -> None:
    """Of allies: before they are that, it is not known who they are."""
    s = world()
    with pytest.raises(BadLine, match="name the Nobles of the Force"):
        written(s, "force of all under Neville")
    s.alliances = [["p1", "p2"]]
    for line in ("force of all under Neville", "force of all of us under Neville", "Heer aus allen Nobles unter Neville"):
        assert written(s, line) == "Force of Grey, Neville under Neville"


GERMAN = {
    each.id: each.string
    for each in read_po((templates_dir() / "locale/de/LC_MESSAGES/pbem.po").read_text("utf-8").splitlines(True), locale="de")
}


@pytest.mark.parametrize(
    "line",
    [
        "I give Scots Archers 1 to Beth",
        "Beth gives Le Rose to me",
        "I give Henry to Grey",
        "Beth gives the ship Admiral 1 to me",
        "I give Raby to Beth",
        "Beth lends Le Rose to me",
        "Alliance of Beth and me",
        "Alliance of Beth, Carl and me without York",
        "Force of Neville and Grey under Neville",
        "Force of Neville and Grey under Neville, renewed while allied",
        "ransom Percy to Alnwick",
        "ransom Percy, keeping Landsknechts 2 for Neville",
        "Beth grants me passage of York until round 6",
        "I promise not to attack York until round 6",
        "I give Marshal of England to Beth",
    ],
)
def test_what_is_written_of_a_clause_reads_the_same_in_german(line: str) -> None:
    s = world()
    s.parliament = Parliament("p3", "york_area", ["neville", "roos"], [])
    clause = read(s, line)
    told = DEALS.write(s, clause)
    assert isinstance(told, Text)
    german = told.said(lambda template: str(GERMAN.get(template) or template))
    assert german != told
    assert (read(s, german), read(s, told)) == (clause, clause), german


@pytest.mark.parametrize("form", [form for form, _ in (*FORMS, *AHEAD)])
def test_what_help_shows_in_german_is_read_as_what_it_shows_in_english(form: str) -> None:
    assert GERMAN[form] != form
    assert outcome(GERMAN[form]) == outcome(form)


def outcome(text: str) -> object:
    """The limits that a text says with the second player for Blue, or why it says none. A promise has its own words."""
    s = world()
    text = text.replace("Blue", PLAYERS["p2"])
    try:
        limits = [clause_of(each) for each in DEALS.limits_in(s, "p1", parties(s), text)]
        return [replace(each, words="") if isinstance(each, Promised) else each for each in limits]
    except BadLine as bad:
        return str(bad.problem).replace(text, "...")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("you promise not to attack me until round 4", 'p2 promises "not to attack p1" until round 4'),
        (
            "Beth promises to give your Office to my Noble until round 4",
            "p2 promises \"to give p2's Office to p1's Noble\" until",
        ),
        ("I promise not to attack you until round 4", 'p1 promises "not to attack p2" until round 4'),
        ("ich verspreche dich nicht anzugreifen bis Runde 4", 'p1 promises "p2 nicht anzugreifen" until round 4'),
    ],
)
def test_a_promise_reads_the_same_to_all_its_parties(typed: str, told: str) -> None:
    s = table()
    two = Parties("p1", ("p1", "p2"), parties(s).names)
    clause = DEALS.read(s, "p1", two, typed)
    assert told in str(DEALS.write(s, clause))
    assert DEALS.read(s, "p2", two, str(DEALS.write(s, clause))) == clause


def test_you_who_can_be_several_must_be_named() -> None:
    with pytest.raises(BadLine, match='"you" can be several here: say who'):
        read(table(), "you promise not to attack me until round 4")


@pytest.mark.parametrize("who", ["us three", "all of us", "us"])
def test_all_parties_can_be_called_us(who: str) -> None:
    s = table(players=5)
    s.head_claimed = True
    three = Parties("p1", ("p1", "p2", "p4"), parties(s).names)
    assert DEALS.read(s, "p1", three, f"Alliance of {who}")[1] == ["p1", "p2", "p4"]


def test_of_several_it_is_not_plain_who_you_are() -> None:
    assert 'p1 promises "to help you" until round 4' in written(table(), "I promise to help you until round 4")


def test_a_promise_about_the_ship_of_newcastle_tells_nothing_of_newcastle() -> None:
    s = table()
    spares, holds = (
        read(s, f"I promise {words} until round 4") for words in ("the Ship of Newcastle", "to leave Newcastle")
    )
    assert (DEALS.so_far(s, spares), "Newcastle is nobody's" in DEALS.so_far(s, holds)) == ("", True)
    s.readings = Readings(told_as_before=True)
    assert "Newcastle is nobody's" in DEALS.so_far(s, spares)


@pytest.mark.parametrize("words", ["to give Marshal or Lancaster to Howard", "York will win", "the Duchy of Lancaster"])
def test_free_words_about_york_or_lancaster_tell_of_no_place(words: str) -> None:
    s = table()
    assert "nobody's" not in DEALS.so_far(s, read(s, f"I promise {words} until round 4"))


def test_what_is_given_for_a_time_is_given_and_promised_back() -> None:
    s = table()
    put(s, "p1", "field:york_area", "roos", "town_of_coventry")
    put(s, "p2", "field:york_area", "pole")
    with pytest.raises(BadLine, match="given for good") as refused:
        read(s, "I give Coventry to Beth until round 5")
    gift, promise = refused.value.nearest[0].split("; ")
    assert read(s, gift)[0] == "card"
    assert read(s, promise)[0] == "promise"


@pytest.mark.parametrize("clause", ["form a Force: Roos, Pole under Roos", "we form a Force of Roos and Pole, led by Roos"])
def test_ways_to_say_force(clause: str) -> None:
    s = table()
    put(s, "p1", "field:york_area", "roos")
    put(s, "p2", "field:york_area", "pole")
    assert read(s, clause) == read(s, "Force of Roos and Pole under Roos")


@pytest.mark.parametrize(
    ("clause", "near"),
    [("a Force with all we have", "Force of Neville"), ("an Alliance until the end", "Alliance of Blue and me")],
)
def test_what_is_no_clause_is_shown_the_forms_most_like_it(clause: str, near: str) -> None:
    with pytest.raises(BadLine) as refused:
        read(table(), clause)
    assert [each.startswith(near) for each in refused.value.nearest] == [True]


def test_what_one_does_not_have_is_no_unknown_word() -> None:
    with pytest.raises(BadLine, match=r'you do not have "York"$'):
        read(table(), "I give York to Beth")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("I promise peace until round 5 and Beth promises peace until round 6", "peace until round 5; Beth promises"),
        (
            "ich verspreche frieden bis runde 5 und Beth verspricht frieden bis runde 6",
            "frieden bis runde 5; Beth verspricht",
        ),
        ("I give Landsknechts 1 to Grey, Beth gives Le Rose to Neville", "to Grey; Beth gives Le Rose"),
    ],
)
def test_several_clauses_are_not_read_as_one(text: str, near: str) -> None:
    with pytest.raises(BadLine, match="write ; between them") as refused:
        read(world(), text)
    assert near in refused.value.nearest[0]


def test_of_several_clauses_it_is_told_which_cannot_be_done() -> None:
    s = world()
    s.nobles["grey"].at = "field:london_area"
    with pytest.raises(BadLine, match="Le Rose passes to a Noble in the same spot, and p1 has none with Grey"):
        read(s, "Beth gives me Le Rose and I give Beth Landsknechts 1")


@pytest.mark.parametrize(
    ("clause", "told"),
    [
        ("Beth gives Windsor to me", "p2 does not have Windsor"),
        ("I give Neville to Beth", "a Noble cannot be given: Neville"),
        ("he lends me Le Rose", "p2 has no ship in play"),
        ("Alliance of Beth and me until round 4", "an Alliance holds until somebody leaves it"),
        ("Alice gives Le Rose to me", '"Alice" is no player here: name p1 or p2'),
    ],
)
def test_why_a_clause_cannot_be_offered(clause: str, told: str) -> None:
    s = table()
    s.head_claimed = True
    put(s, "p1", "field:york_area", "neville")
    with pytest.raises(BadLine, match=told):
        DEALS.read(s, "p1", Parties("p1", ("p1", "p2"), parties(s).names), clause)


def test_a_promise_without_an_end_is_shown_with_one() -> None:
    with pytest.raises(BadLine, match="until which round") as refused:
        read(table(), "I promise to come to York")
    assert refused.value.nearest[0].startswith("I promise to come to York until round ")


@pytest.mark.parametrize("end", ["by round 4", "before round 4", "vor Runde 4"])
def test_until_when_a_promise_holds_can_be_said_otherwise(end: str) -> None:
    assert read(table(), f"I promise to come to York {end}") == read(table(), "I promise to come to York until round 4")


def test_a_promise_that_is_shown_instead_ends_when_its_writer_said() -> None:
    s = world()
    with pytest.raises(BadLine, match="nothing to agree on") as refused:
        read(s, "Beth does not attack me until round 5")
    (near,) = refused.value.nearest
    assert read(s, near) == read(s, "Beth promises: does not attack me until round 5")
