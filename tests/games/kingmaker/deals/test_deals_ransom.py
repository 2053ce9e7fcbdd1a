"""9.2 Captives stand aside until their captor says so; until then they are ransomed by agreement. R88 What waits."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

import pytest

from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.ending import END, SENTENCE, end_of_turn
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import Captive, State
from pbem.games.kingmaker.deals.clauses import Ransom, clause_of
from pbem.games.kingmaker.deals.doing import objection, together
from tests.games.kingmaker.agreed import acts, agree, game_at, say, told
from tests.games.kingmaker.asked import asked, open_to, write
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn
from tests.games.kingmaker.scene import hand, next_crown, put, table


def taken(*sees: str) -> Table[State]:
    """p1 has taken Percy of p2 and Pole of p3 at York, and has ended the turn's actions; p1's Neville holds these sees."""
    s = table(Phase.END)
    put(s, "p1", "field:york_area", "neville", *sees)
    put(s, "p2", "field:london_area", "grey")
    for noble, owner, cards in (("percy", "p2", ["earl_of_kent", "landsknechts_1", "bishop_of_durham"]), ("pole", "p3", [])):
        s.captives[noble] = Captive(owner, "p1", "york_area", cards)
        for card in (noble, *cards):
            s.crown_deck.remove(card)
    hand(s, "p2", "scots_archers_1")
    next_crown(s, "roos", "earl_of_essex", "hastings", "holland")
    return game_at(s, end_of_turn)


def test_9_2_the_captor_is_asked_before_anybody_is_executed() -> None:
    game = taken()
    assert asked(game) == [("p1", SENTENCE)]
    write(game, "p1", "condemn Pole")
    assert (sorted(game.state.captives), asked(game)) == (["percy", "pole"], [("p1", SENTENCE)])
    write(game, "p1", "condemn all")
    assert (game.state.captives, asked(game)) == ({}, [("p1", END)])


def test_9_2_who_writes_ahead_waits_for_nobody() -> None:
    game = taken()
    write(game, "p1", "standing condemn all")
    assert (game.state.captives, asked(game)) == ({}, [("p1", END)])


def test_9_2_a_ransom_with_its_consideration_and_what_the_captor_keeps() -> None:
    game = taken()
    told = agree(game, "ransom Percy, keeping Landsknechts 1 for Neville; I give Scots Archers 1 to Anna", "p1", seat="p2")
    assert "ransom of Percy to Alnwick, keeping Landsknechts 1 for Neville" in told
    s = game.state
    assert (s.nobles["percy"].owner, s.nobles["percy"].cards) == ("p2", ["earl_of_kent", "bishop_of_durham"])
    assert ("landsknechts_1" in s.nobles["neville"].cards, "scots_archers_1" in s.players["p1"].hand) == (True, True)
    assert sorted(s.captives) == ["pole"]
    write(game, "p1", "condemn all")
    assert asked(game) == [("p1", END)]


def test_9_2_once_all_are_ransomed_nothing_is_asked() -> None:
    game = taken()
    agree(game, "ransom Percy", "p2")
    agree(game, "ransom Pole", "p3")
    assert (game.state.captives, asked(game)) == ({}, [("p1", END)])
    assert len(acts(game)) == 2


@pytest.mark.parametrize(
    ("clause", "why"),
    [
        ("ransom Percy for Scots Archers 1", "stands in a clause of its own"),
        ("ransom Percy, keeping Earl of Kent for Neville", "Earl of Kent goes back with Percy"),
        ("ransom Percy to York", "I do not know what"),
        ("ransom Neville", "Neville is not possible here now"),
    ],
)
def test_9_2_what_no_ransom_is(clause: str, why: str) -> None:
    with pytest.raises(BadLine, match=why):
        say(taken(), "p2", f"offer Anna: {clause}")


def test_9_2_what_a_captor_cannot_keep_is_refused_with_what_can_stay_and_without_a_bare_ransom() -> None:
    """A ransom without what its writer wants for it would be a gift."""
    with pytest.raises(Illegal) as refused:
        say(taken(), "p2", "offer Anna: ransom Percy, keeping Earl of Kent for Neville")
    assert "Earl of Kent goes back with Percy; of his cards the captor can keep: " in refused.value.problem
    assert {"Landsknechts 1", "Bishop of Durham"} <= {*refused.value.problem.rpartition(": ")[2].split(", ")}
    assert not any("ransom of Percy" in near for near in refused.value.nearest)


def test_9_2_each_card_that_stays_can_have_a_word_of_its_own() -> None:
    told_of = say(
        taken(), "p2", "offer Anna: ransom Percy, keeping Landsknechts 1 for Neville, keeping Bishop of Durham for Neville"
    )
    assert "keeping Landsknechts 1 for Neville, Bishop of Durham for Neville" in told_of


def test_9_2_too_late_is_refused_with_its_reason() -> None:
    game = taken()
    say(game, "p2", "offer Anna: ransom Percy; I give Scots Archers 1 to Anna")
    write(game, "p1", "condemn all")
    assert "Percy is no captive" in told(game, "p1", "accept")
    assert "scots_archers_1" in game.state.players["p2"].hand


def test_r88_in_a_combat_agreements_wait_until_it_is_over() -> None:
    s = table(Phase.COMBAT)
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "grey")
    hand(s, "p2", "scots_archers_1")
    hand(s, "p3", "scots_archers_2")
    game = game_at(s, own_turn)
    write(game, "p1", "attack p2 York")
    assert open_to(game, "p2").key == ADD
    told = agree(game, "I give Scots Archers 2 to Beth", "p2", seat="p3")
    assert "as soon as that is possible" in told
    assert "scots_archers_2" in game.state.players["p3"].hand
    with pytest.raises(Illegal):
        write(game, "p2", "add Scots Archers 2 Grey")
    write(game, "p2", "pass")
    assert (game.state.fight, "scots_archers_2" in game.state.players["p2"].hand) == (None, True)


def test_r131_the_terms_of_a_ransom_say_which_see_is_lost_to_one_that_is_kept() -> None:
    game = taken("bishop_of_lincoln")
    told = agree(game, "ransom Percy, keeping Bishop of Durham for Neville", "p1", seat="p2")
    assert "keeping Bishop of Durham for Neville, in place of Bishop of Lincoln" in told
    assert (game.state.nobles["neville"].cards, game.state.crown_discard) == (["bishop_of_durham"], ["bishop_of_lincoln"])


def test_r131_a_loss_that_no_signer_was_shown_takes_a_new_offer() -> None:
    s = taken("bishop_of_lincoln").state
    clause = Ransom("p1", "p2", "percy", "alnwick", (("bishop_of_durham", "neville"),))
    assert "Bishop of Lincoln would be lost by it" in objection(s, [clause.as_json()])
    assert objection(s, together(s, [clause.as_json()])) == ""
    assert clause_of(clause.as_json()) == clause


@pytest.mark.parametrize(
    "clause",
    [
        "Anna gives Percy back",
        "Anna sends Percy home to Alnwick",
        "you ransom Percy",
        "du gibst mir Percy zurück",
        "Lösegeld Percy nach Alnwick",
    ],
)
def test_9_2_ways_to_say_that_a_captive_comes_back(clause: str) -> None:
    game = taken()
    told = agree(game, f"{clause}; I give Scots Archers 1 to you", "p1", seat="p2")
    assert "ransom of Percy to Alnwick; p2 gives the hand card Scots Archers 1 to p1" in told


@pytest.mark.parametrize(
    ("clause", "near"),
    [
        ("Tausch Scots Archers gegen Percy", "ransom Percy; I give Scots Archers to p1"),
        ("I trade Scots Archers 1 for Grey", "I give Scots Archers 1 to p1; p1 gives Grey to me"),
        ("I award Earl of Kent to Neville", 'p2 promises "award Earl of Kent to Neville" until round 4'),
    ],
)
def test_12_4_what_is_no_clause_is_shown_as_what_can_be_agreed_on(clause: str, near: str) -> None:
    with pytest.raises(BadLine) as bad:
        agree(taken(), clause, "p1", seat="p2")
    assert any(near in str(each) for each in bad.value.nearest)


@pytest.mark.parametrize(
    ("clause", "neville", "percy", "lost"),
    [
        ("ransom Percy, gaining Bishop of Lincoln", [], "bishop_of_lincoln", ["bishop_of_durham"]),
        (
            "ransom Percy, keeping Bishop of Durham for Neville and gaining Bishop of Lincoln",
            ["bishop_of_durham"],
            "bishop_of_lincoln",
            [],
        ),
    ],
)
def test_r133_a_ransomed_noble_gains_cards_of_the_captor_in_the_area(
    clause: str, neville: list[str], percy: str, lost: list[str]
) -> None:
    game = taken("bishop_of_lincoln")
    s = game.state
    told = agree(game, clause, "p1", seat="p2")
    assert "gaining Bishop of Lincoln" in told
    assert (", in place of" in told) is bool(lost)
    assert (s.nobles["neville"].cards, s.crown_discard) == (neville, lost)
    assert percy in s.nobles["percy"].cards


@pytest.mark.parametrize("card", ["Le Rose", "Neville", "Roos"])
def test_r133_nothing_else_is_gained_so(card: str) -> None:
    with pytest.raises(BadLine):
        agree(taken(), f"ransom Percy, gaining {card}", "p1", seat="p2")
