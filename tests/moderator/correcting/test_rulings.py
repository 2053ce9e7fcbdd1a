"""Positions changed by hand, each kind of piece of both games: what can be, what is refused, and who is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.correcting.aftermath import CorrectionReport
from pbem.moderator.correcting.by_hand import CannotCorrect, rule, ruling_forms
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.seats.observers import add_observer
from tests.support.board import opened
from tests.support.conversation import Conversation, Mail, to
from tests.support.watching import CLIO


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    with opened(tmp_path) as talk:
        talk.once("assigned", assigned)
        yield talk


def assigned(talk: Conversation) -> list[Mail]:
    talk.write("york", "assign york")
    return talk.write("lancaster", "assign henry; assign somerset")


@pytest.fixture
def hidden(tmp_path: Path) -> Iterator[Conversation]:
    talk = Conversation(tmp_path, scenario="ia_henry_vi", options={"hidden_mats": True})
    add_observer(talk.desk, talk.name, CLIO)
    talk.write("york", "assign march; assign york")
    talk.write("lancaster", "assign henry; assign somerset")
    talk.new_mails()
    yield talk
    talk.db.close()


@pytest.fixture
def war(tmp_path: Path) -> Iterator[Conversation]:
    folder = tmp_path / "war"
    folder.mkdir()
    talk = Conversation(folder, scenario="campaign", game="warriors_of_england")
    yield talk
    talk.db.close()


def ruled(talk: Conversation, line: str) -> CorrectionReport:
    """A ruling, after which every replay leads to the same position."""
    found = rule(talk.desk, talk.name, line, "a slip of mine")
    with talk.db.reading() as session:
        assert rerun_game(Context(session, talk.desk).of(talk.game())).exact
    return found


# Plantagenet


@pytest.mark.parametrize(
    ("line", "changed", "told"),
    [
        ("york at cambridge", "lords, York, where: Ely -> Cambridge", "Ruling: York at Cambridge."),
        ("march at burgundy", "lords, March, where: Ludlow -> Burgundy", "Ruling: March at Burgundy."),
        ("warwick at calais", "lords, Warwick, where: none -> Calais", "Warwick Musters at Calais."),
        ("march calendar 7", "lords, March, box: 0 -> 7", "March Disbands to Calendar box 7."),
        ("march calendar 7 in exile", "lords, March, exile: no -> yes", "Ruling: March Calendar 7, in Exile."),
        ("warwick calendar 9", "lords, Warwick, box: 3 -> 9", "Ruling: Warwick Calendar 9."),
        ("somerset dead", "lords, Somerset, status: map -> dead", "Somerset is dead and leaves the game."),
        ("york provender 4", "mats, York, assets, provender: 2 -> 4", "Ruling: York provender 4."),
        ("york ships 1", "mats, York, assets, ships: 0 -> 1", "Ruling: York ships 1."),
        ("york militia 3", "mats, York, forces, Militia: 2 -> 3", "Ruling: York Militia 3."),
        ("york valour 2", "mats, York, valour: 0 -> 2", "Ruling: York Valour 2."),
        ("york moved", "mats, York, moved: no -> yes", "Ruling: York moved."),
        ("essex with york", "mats, York, vassals: with Essex", "Vassal Essex Musters with York; Pay is due in Turn 2."),
        ("essex calendar 9", "disbanded, Essex: none -> 9", "Ruling: Essex Disbanded, Calendar 9."),
        ("harbingers (y7) with york", "mats, York, capabilities: with Harbingers (y7)", "Harbingers (y7) with York."),
        ("y7 held", "held, York: with Harbingers (y7)", "Ruling: Harbingers (y7) held."),
        ("y20 in the deck", "mats, March, capabilities: without York's Favoured Son (y20)", "(y20) in the deck."),
        ("y7 in force", "this levy: with Harbingers (y7)", "Ruling: Harbingers (y7) in force."),
        ("l7 out", "out of game: with Harbingers (l7)", "Ruling: Harbingers (l7) out of the game."),
        ("favour ely none", "favour, Ely: York -> none", "Ruling: Favour Ely none."),
        ("ely exhausted", "wear, Ely: none -> exhausted", "Ruling: Ely exhausted."),
        (
            "influence lancaster 12",
            "influence: neither side leads -> Lancaster leads by 12",
            "Ruling: Influence Lancaster 12.",
        ),
    ],
)
def test_every_kind_of_piece_can_be_put_elsewhere(ia: Conversation, line: str, changed: str, told: str) -> None:
    found = ruled(ia, line)
    assert changed in found.position
    reader = "lancaster" if line.startswith("l7") else "york"
    assert told in to(reader, ia.new_mails()).flat


def test_a_vassal_comes_and_goes(ia: Conversation) -> None:
    ruled(ia, "essex with york; essex calendar 9")
    assert ia.table().state.service["essex"] == 9
    ruled(ia, "essex with march")
    state = ia.table().state
    assert (state.mats["york"].vassals, state.mats["march"].vassals) == ([], ["essex"])
    ruled(ia, "essex disbanded 4")
    assert ia.table().state.disbanded == {"essex": 4}
    ruled(ia, "essex ready")
    state = ia.table().state
    assert "essex" in state.ready
    assert not state.disbanded


def test_a_lord_at_sea(ia: Conversation) -> None:
    for seat, lines in (
        ("york", "muster york\nlevy carts\ndone\nplan york, york, march, march"),
        ("lancaster", "muster henry\nlevy troops\ndone\nplan henry, henry, somerset, somerset"),
    ):
        ia.write(seat, lines)
    assert ia.table().state.phase == "campaign"
    with pytest.raises(CannotCorrect, match=r"York is acting now and cannot leave the map"):
        ruled(ia, "york calendar 5")
    assert "lords, March, where: Ludlow -> North Sea" in ruled(ia, "march at north sea").position


def test_several_changes_are_looked_at_together(ia: Conversation) -> None:
    with pytest.raises(CannotCorrect, match="Lords of both sides are at London"):
        ruled(ia, "york at london")
    assert ia.table().state.lords["york"].where == "ely"
    ruled(ia, "york at london; henry at ely; somerset at ely")
    assert {lord: ia.table().state.lords[lord].where for lord in ("york", "henry_vi", "somerset_1")} == {
        "york": "london",
        "henry_vi": "ely",
        "somerset_1": "ely",
    }


def test_of_several_changes_all_are_done_or_none(ia: Conversation) -> None:
    before = ia.table().state
    with pytest.raises(CannotCorrect, match="no Locale"):
        ruled(ia, "york provender 5; favour atlantis york")
    assert ia.table().state == before
    assert ia.new_mails() == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("york at yorck", r'there is no place called "yorck" \(nearest: .*York'),
        ("yrok at ely", r'there is no Lord called "yrok" \(nearest: York'),
        ("york at france", r"France is not an Exile box of York's \(nearest: York at Ireland\)"),
        ("york at north sea", "York is at Sea in Levy"),
        ("warwick at north sea", r"he Musters at a Locale \(nearest: Warwick at Newcastle\)"),
        ("york calendar 17", r"15 at most \(nearest: york calendar 15\)"),
        ("warwick calendar 7 perhaps", r"nearest: Warwick calendar 7 in exile"),
        ("york calendar soon", r'"soon" is not a number \(nearest: york calendar 15\)'),
        ("york ships 3", r"3 is too much: 2 at most \(nearest: york ships 2\)"),
        ("york militia 50", r"50 is too much: 40 at most \(nearest: york militia 40\)"),
        ("york valour 5", r"5 is too much: 2 at most \(nearest: york valour 2\)"),
        ("warwick provender 2", r'no Lord on the map called "warwick" \(nearest: Henry VI; Somerset; York; March\)'),
        ("york men-at-arms 0; york longbowmen 0; york militia 0", "York is on the map without Troops"),
        ("essx ready", r'no Vassal with a Seat called "essx" \(nearest: Essex\)'),
        ("essex disbanded 19", r"16 at most \(nearest: essex disbanded 16\)"),
        ("l5 with york", r"is a card of Lancaster \(nearest: l5 with Henry VI; l5 with Somerset\)"),
        ("y20 with york", r"does not show York's badge \(nearest: y20 with March\)"),
        ("harbingers held", r"can mean Harbingers \(y7\) or Harbingers \(l7\)"),
        ("y99 out", r'no card called "y99" \(nearest: Welshmen \(y19\)'),
        ("favour elly york", r'no Locale called "elly" \(nearest: Ely\)'),
        ("favour ely kent", r'"kent" is not a side \(nearest: York; Lancaster\)'),
        ("favour ireland york", "ireland has a Favour marker"),
        ("influence york 46", r"45 at most \(nearest: influence york 45\)"),
        ("york provender many", r"I do not know what to change \(nearest: Norfolk provender 3"),
        (";", "I do not know what to change"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_near(ia: Conversation, line: str, why: str) -> None:
    with pytest.raises(CannotCorrect, match=why):
        ruled(ia, line)
    assert ia.new_mails() == []


def test_a_drawn_card_waits_until_it_is_resolved(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        (card,) = talk.table().state.drawn
        with pytest.raises(CannotCorrect, match="has been drawn and is being resolved"):
            rule(talk.desk, talk.name, f"{card} held", "a trial")


# Who is told


@pytest.mark.parametrize("line", ["york provender 5", "york moved", "y7 held", "y7 in the deck", "y7 with york", "y20 held"])
def test_what_is_hidden_is_told_to_its_owner_only(hidden: Conversation, line: str) -> None:
    ruled(hidden, line)
    mails = hidden.new_mails()
    assert "Ruling:" in to("york", mails).flat
    for mail in mails:
        assert "a slip of mine" in mail.flat
        if mail.to != "ann@example.test":
            assert "Ruling:" not in mail.flat + mail.html


def test_with_open_mats_cards_are_told_as_far_as_they_lie_open(ia: Conversation) -> None:
    for line, open_ in (("y7 held", False), ("y7 with york", True), ("y7 in deck", True), ("y7 in deck", False)):
        ruled(ia, line)
        assert ("Ruling:" in to("lancaster", ia.new_mails()).flat) is open_, line


def test_a_hidden_mats_vassal_by_card_is_no_news_for_the_enemy(hidden: Conversation) -> None:
    """A Special Vassal comes and goes with his card; with Hidden Mats only his owner knows of him."""
    for line in ("l21 with henry", "l21 in deck"):
        ruled(hidden, line)
        mails = hidden.new_mails()
        assert "Ruling:" in to("lancaster", mails).flat
        assert all("Ruling:" not in mail.flat and "l21" not in mail.flat for mail in mails if mail.to != "bob@example.test")
    assert not hidden.table().state.mats["henry_vi"].vassals


# Warriors of England


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("york at calais", "nobles, York, at: West Midlands -> Calais"),
        ("warwick at wales for york", "nobles, Warwick, at: the cup -> Wales"),
        ("york for lancaster", "nobles, York, by: York -> Lancaster"),
        ("york at tower", "nobles, York, at: West Midlands -> the Tower"),
        ("york at out of the game", "nobles, York, shown: Face -> Reverse"),
        ("york at covert box of york", "nobles, York, troops: 4 -> 0"),
        ("york troops 2", "nobles, York, troops: 4 -> 2"),
        ("york reverse", "nobles, York, shown: Face -> Reverse"),
        ("control wales york", "control, Wales: none -> York"),
        ("impulses york 2", "impulses, York: 0 -> 2"),
        ("vp york 3", "vp: neither side leads -> York leads by 3"),
        ("somerset at wales; york at wales; aggressor wales york", "aggressor, Wales: none -> York"),
    ],
)
def test_every_kind_of_counter_can_be_put_elsewhere(war: Conversation, line: str, changed: str) -> None:
    assert changed in rule(war.desk, war.name, line, "a trial", commit=False).position


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("control kentucky york", "no Region"),
        ("york at wailes", r'no area called "wailes" \(nearest: Wales'),
        ("warwick at wales", r"nearest: Warwick at Wales for Lancaster; Warwick at Wales for York"),
        ("warwick troops 2", "no Noble on the map"),
        ("york troops 30", r"6 at most \(nearest: york troops 6\)"),
        ("york at covert box", "Covert Box of Lancaster or Covert Box of York"),
        ("york disgraced", "that cannot be: york is still disgraced"),
        ("impulses york 9", "7 at most"),
        ("vp york 16", r"15 at most \(nearest: vp york 15\)"),
        ("york to wales", "I do not know what to change"),
    ],
)
def test_what_cannot_be_in_a_war_is_refused(war: Conversation, line: str, why: str) -> None:
    with pytest.raises(CannotCorrect, match=why):
        rule(war.desk, war.name, line, "a trial")


# What is listed


def test_what_is_listed_can_be_done(ia: Conversation, war: Conversation) -> None:
    forms = [form for form, _ in ruling_forms(ia.desk, ia.name)]
    assert "Norfolk at Ely" in forms
    for form in forms:
        line = form.replace("Norfolk", "March").replace("valour 1", "valour 3")
        rule(ia.desk, ia.name, line, "a trial", commit=False)
    rule(war.desk, war.name, "warwick at west midlands for york", "he is found")
    for form, _ in ruling_forms(war.desk, war.name):
        if form not in ("Warwick disgraced", "aggressor Wales York"):  # in a battle step; where both sides stand
            rule(war.desk, war.name, form, "a trial", commit=False)
