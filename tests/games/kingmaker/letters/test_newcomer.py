"""What a newcomer writes who knows nothing but the mails: letters in, letters out."""

from __future__ import annotations

import pytest

from pbem.effort import MAX_STEPS, limited
from pbem.engine.refusal import BadLine, Illegal
from pbem.moderator.reading.line_kinds import Sorter
from tests.games.kingmaker.asked import write
from tests.games.kingmaker.newcomers import answer
from tests.games.kingmaker.questions.test_asked_turn_5 import turn
from tests.games.kingmaker.scene import put, table
from tests.support.conversation import Conversation


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("map coventry", ("Coventry (fortified town", "in the Area Coventry")),
        ("help windsor", ("Windsor (royal castle", "in the Area Windsor")),
        ("help York", ("York (City", "cathedral")),
        ("map greystoke", ("Greystoke (castle", "Noble without a Title")),
        ("help Bishop of Durham", ("holds Durham",)),
        ("help Margaret", ("nobody's, inside Kenilworth",)),
        ("help plague\nhelp archbishop", ("all Royals die", "card Archbishop of York")),
    ],
)
def test_what_is_asked_by_name_is_told(talk: Conversation, text: str, told: tuple[str, ...]) -> None:
    said = answer(talk, "red", text)
    assert [each for each in told if each not in said] == []
    assert "can mean" not in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("move all at Bramber Windsor", "move Mowbray Windsor"),
        ("move Mowbray inside Windsor", "move Mowbray Windsor"),
        ("move Mowbray Windsor inside", "move Mowbray Windsor"),
        ("move Mowbray into Windsor castle", "move Mowbray Windsor"),
        ("call parliament", "no Clamour for Parliament lies on the board"),
    ],
)
def test_own_words_are_read(begun: Conversation, line: str, told: str) -> None:
    assert told in answer(begun, "blue", line)


def test_who_may_not_pass_is_told_what_would_have_let_him(begun: Conversation) -> None:
    said = answer(begun, "blue", "passage Dover")
    assert "Blue asks Green to let them pass Dover. The answer is no: Green has no" in said
    assert 'standing order "let Blue pass Dover". Nobody has moved for it.' in said


def test_a_bare_yes_is_for_the_round_unless_it_says_that_it_stands(talk: Conversation) -> None:
    assert "claim yes (kept for this round)" in answer(talk, "red", "claim yes")
    assert "standing claim yes (kept for this game)" in answer(talk, "red", "standing claim yes")
    assert "let Blue pass Arundel (kept for this game)" in answer(talk, "red", "let Blue pass Arundel")


def test_the_set_up_lists_the_home_castles(talk: Conversation) -> None:
    assert "- FitzAlan: Arundel, Clun" in answer(talk, "red", "report")


def test_a_player_can_be_named_in_place_of_their_faction(begun: Conversation) -> None:
    assert "let Ann pass Coventry (read as: let Red pass Coventry) -> let Red pass Coventry" in answer(
        begun, "blue", "let Ann pass Coventry"
    )


def test_who_gives_to_another_player_is_told_how_and_not_led_to_end_the_turn(begun: Conversation) -> None:
    said = answer(begun, "blue", "give Hastings to Ann").partition("Your letter")[2].partition("==")[2].partition("==")[0]
    assert "offer Red: I give Hastings to Red" in said
    assert "Nearest" not in said


def test_awards_that_do_not_go_together_are_not_said_to_be_two_answers(talk: Conversation) -> None:
    said = answer(talk, "red", "give cornwall cromwell\ngive essex to grey")
    assert 'several lines that do not go together ("give cornwall cromwell", "give essex to grey")' in said
    assert "one answer" not in said


@pytest.fixture
def ending(begun: Conversation) -> Conversation:
    """The end of Blue's first turn: he has drawn Audley and Hastings."""
    begun.once("newcomers end a turn", lambda talk: talk.write("blue", "done"))
    return begun


def test_a_card_that_is_named_with_its_place_is_meant_to_be_played(ending: Conversation) -> None:
    assert "Nearest: play hastings ashby" in answer(ending, "blue", "hastings ashby")


def test_who_cannot_play_is_not_led_to_do_something_else(ending: Conversation) -> None:
    said = answer(ending, "blue", "play Hastings Ashby\nplay Audley Heighley")
    refused = said.partition("2 --")[2].partition("==")[0]
    assert "you keep one card to discard" in refused
    assert "Nearest" not in refused


def test_what_would_end_the_turn_is_not_shown_beside_what_is_written(ending: Conversation) -> None:
    said = refusal(answer(ending, "blue", "play audley"))
    assert "Nearest: play Audley Red Castle or: play Audley Heighley" in said
    assert "discard" not in said


def test_a_name_alone_discards_nothing(ending: Conversation) -> None:
    assert "Nearest: discard Audley" in refusal(answer(ending, "blue", "Audley, of course")).replace("audley", "Audley")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("attack p2 York with Stanley", "Stanley is in Helmsley, not in the open field of York"),
        ("besiege York with Percy", "York is held by 300 men, and you have"),
        ("besiege York with Percy and Roos", "York is held by 300 men, and you have 120 there"),
    ],
)
def test_6_2_1_who_attacks_with_some_is_told_why_not(line: str, why: str) -> None:
    s = table()
    for noble in ("percy", "roos"):
        put(s, "p1", "field:york_area", noble)
    put(s, "p1", "in:helmsley", "stanley")
    put(s, "p2", "field:york_area", "mowbray")
    with pytest.raises(Illegal, match=why):
        write(turn(s), "p1", line)


def test_9_1_what_is_lost_with_a_noble_is_told(begun: Conversation) -> None:
    """Plague at Coventry, Green's first Event, finds Mowbray there."""
    for line in ("move Mowbray Windsor", "again Mowbray Coventry", "done", "discard Audley"):
        answer(begun, "blue", line)
    said = answer(begun, "green", "proceed")
    lost = "Steward of the Royal Household, Ship of Ipswich and Town of Coventry"
    assert f"Mowbray of Blue is killed, and lost with him: {lost}." in said


def refusal(said: str) -> str:
    """What is told of a letter's first line."""
    return said.partition("1 --")[2].partition("==")[0]


@pytest.mark.parametrize(
    ("line", "told", "untold"),
    [
        ("I play no cards", ['"play" is done only where you write it'], "Nearest"),
        ("play none", ['"play" is done only where you write it'], "Nearest"),
        ("give Landsknechts 2 to Scrope", ['Now write "transfer Landsknechts 2 Scrope"'], "offer"),
        ("give Landsknechts 2 to Grey", ['write "offer Red: I give Landsknechts 2 to Grey"'], "Nearest"),
        ("give Chester to Ann", ['write "offer Red: I give Chester to Red"'], "passage"),
        ("give Coventry to Red", ['write "offer Red: I give Town of Coventry to Red"'], "Nearest"),
        ("give Audley to Scrope", ['"play CARD NOBLE"', '"transfer CARD NOBLE"'], "offer"),
        ("again Clifford Yrk", ["again Clifford"], "move Clifford"),
        (
            "offer until round 3: Alliance of Ann and me",
            ["name the players first", "Nearest: offer Red until round 3: Alliance of Ann and me"],
            "I do not know whom",
        ),
        ("attack London", ['for a place write "besiege London"', "no Noble in the open field there"], "first round"),
        ("attack Pole", ['write "besiege Sandwich"'], "Nearest"),
        ("besiege Lincoln", ["no Noble in the open field there: Lincoln"], "passage"),
        ("Scrope attacks York", ['write "besiege York"'], "turn to act"),
        ("Grey goes to London", ["Grey is Red's"], "turn to act"),
    ],
)
def test_what_is_refused_in_a_first_turn_is_answered_with_what_helps(
    begun: Conversation, line: str, told: list[str], untold: str
) -> None:
    said = refusal(answer(begun, "blue", line))
    assert [each for each in told if each not in said] == []
    assert untold not in said


def test_6_2_who_names_no_player_is_told_whom_they_can_attack() -> None:
    s = table()
    put(s, "p1", "field:york_area", "percy")
    put(s, "p2", "field:york_area", "mowbray")
    for line in ("attack York", "attack Mowbray"):
        with pytest.raises(Illegal, match='name the player whom you attack, and the Area: "attack p2 York"'):
            write(turn(s), "p1", line)


def test_2_4_cards_are_given_in_german_too(talk: Conversation) -> None:
    said = answer(talk, "red", "gib Town of Leicester an Grey, Bishop of Durham an Cromwell")
    assert "-> give Bishop of Durham Cromwell, Town of Leicester Grey" in said


def test_who_reads_german_is_told_in_german_whom_a_message_went_to(talk: Conversation) -> None:
    said = answer(talk, "red", "language german\ntell Blue, Green: Hello")
    assert "Blue und Green" in said
    assert "Blue and Green" not in said


# What is said at once, and what is not kept


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pass", "it adds nothing in a combat, and there is none. Nearest: standing pass"),
        ("discard 1", '"1" names nothing: a number on its own says nothing here. Nearest: discard CARD'),
        ("discard", '"discard" alone cannot wait: say all of it'),
        ("lege ab", '"discard" alone cannot wait: say all of it'),
        ("move 1", '"1" names nothing'),
        ("proceed", "who lets an Event card take effect has seen it"),
        ("move FitzAlan Leicester\nproceed", "who lets an Event card take effect has seen it"),
    ],
)
def test_what_can_never_be_read_is_not_kept(begun: Conversation, line: str, told: str) -> None:
    assert told in answer(begun, "red", line)
    table = begun.table()
    assert not table.orders_of("red")
    assert [each.text for each in table.waiting.get("red", [])] == ["move FitzAlan Leicester"] * ("move F" in line)


def test_a_pass_in_an_own_turn_says_how_that_ends(begun: Conversation) -> None:
    assert 'To end the actions of your turn write "done".' in answer(begun, "blue", "pass")
    assert "the Event card of this turn has taken effect" in answer(begun, "blue", "proceed")


def test_a_refused_line_leaves_waiting_ones_alone(begun: Conversation) -> None:
    begun.write("red", "move FitzAlan Leicester\ndone")
    said = answer(begun, "red", "attack Pole")
    assert "-- attack Pole" in said
    assert "replaces your orders" not in said
    assert [each.text for each in begun.table().waiting["red"]] == ["move FitzAlan Leicester", "done"]


@pytest.mark.parametrize("line", ["lege Landsknechts ab", "ich lege die Landsknechts ab", "lege ab Landsknechts"])
def test_a_card_is_discarded_in_german(begun: Conversation, line: str) -> None:
    assert "kept for your turn in round 1: discard Landsknechts" in answer(begun, "red", line)
    assert [each.text for each in begun.table().waiting["red"]] == ["discard Landsknechts"]


def test_general_orders_are_read_in_german(begun: Conversation) -> None:
    assert "fertig -> done" in answer(begun, "blue", "fertig")
    assert "lege Audley ab" in answer(begun, "blue", "lege Audley ab")
    assert "weiter (read as: proceed) -> proceed" in answer(begun, "green", "weiter")


# What a suggestion never does


@pytest.mark.parametrize(
    ("line", "told", "never"),
    [
        ("claim Edward", '"claim" is about this: Whether you claim the Prestige Victory card', "claim yes"),
        ("stay Mowbray", '"stay" is about this', "stay no"),
        ("Mowbray stays", "no name stands in front of it", "Mowbray Framlingham"),
        ("Mowbray stays", "no name stands in front of it", "stay yes"),
        ("Ally with Ann", "offer PLAYER: Alliance of PLAYER and me", "sally"),
        ("load Le Rose", "sail SHIP PORT with NOBLE", "lead COMMANDER"),
    ],
)
def test_nothing_else_is_suggested(begun: Conversation, line: str, told: str, never: str) -> None:
    said = answer(begun, "blue", line).partition("== The position")[0]
    assert told in said
    assert never not in said


def test_yes_and_no_are_suggested_for_a_slip_in_them(begun: Conversation) -> None:
    assert "Nearest: claim yes" in answer(begun, "blue", "claim yess")


@pytest.mark.parametrize(
    ("line", "near"),
    [("acept 1", "accept 1"), ("anehmen 1", "annehmen 1"), ("refse 1", "refuse 1"), ("acept 1.", "accept 1")],
)
def test_a_slip_in_an_answer_shows_what_was_meant_and_signs_nothing(begun: Conversation, line: str, near: str) -> None:
    begun.write("blue", "offer Ann: I promise peace until round 4")
    said = answer(begun, "red", f"mend slips\n{line}\nmove FitzAlan Leicester")
    assert f"Nearest: {near}" in said
    assert f"# {near}" in said.partition("--- orders ---")[2]
    assert "kept for your turn in round 1: move FitzAlan Leicester" in said
    assert [offer.agreed for offer in begun.table().open_offers] == [frozenset()]


# Read as it is meant


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("move Mowbray Leicester by road", "-> move Mowbray Leicester field"),
        ("ziehe Mowbray nach Leicester zu Fuß", "-> move Mowbray Leicester field"),
        ("move Mowbray and Clifford to Coventry, inside", "-> move Clifford Coventry"),
        ("Clifford to York", "-> move Clifford York field"),
        ("passage", "Write it as: passage PLACE"),
        ("Mowbray to London, then besiege London", "-> move Mowbray London field"),
    ],
)
def test_small_words_around_a_move(begun: Conversation, line: str, told: str) -> None:
    assert told in answer(begun, "blue", line)


def test_by_road_is_no_name_in_a_line_for_later(begun: Conversation) -> None:
    begun.write("red", "move FitzAlan Leicester by road")
    assert [each.text for each in begun.table().waiting["red"]] == ["move FitzAlan Leicester"]


def test_a_list_that_ends_with_another_place_or_noble_is_not_cut(begun: Conversation) -> None:
    assert "-- move Mowbray and Clifford to Coventry, Windsor" in answer(
        begun, "blue", "move Mowbray and Clifford to Coventry, Windsor"
    )


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        ("I give Town of Coventry to Grey in return Red gives Le Rose to Mowbray", "to Grey; Red gives the card Le Rose"),
        ("I give Town of Coventry to Grey; in return, Red gives Le Rose to Mowbray", "to Grey; Red gives the card Le Rose"),
        ("ich gebe Coventry an Grey, im Gegenzug gibt Red Le Rose an Mowbray", "to Grey; Red gives the card Le Rose"),
        ("I grant Red passage until round 4", 'say of which place: "Blue grants Red passage of PLACE until round 3"'),
        (
            "I grant Red passage of Lincoln and Leicester until round 4",
            "Nearest: offer Ann: Blue grants Red passage of Lincoln until round 4; Blue grants Red passage of Leicester",
        ),
    ],
)
def test_clauses_as_newcomers_write_them(begun: Conversation, clauses: str, told: str) -> None:
    assert told in answer(begun, "blue", f"offer Ann: {clauses}")


@pytest.mark.parametrize(
    ("whom", "told"),
    [
        ("Mowbray", '"transfer Archbishop of Canterbury Mowbray; transfer Landsknechts 2 Mowbray"'),
        ("Red", '"offer Red: I give Archbishop of Canterbury to Red; I give Landsknechts 2 to Red"'),
    ],
)
def test_who_gives_several_things_is_told_how_to_give_each(begun: Conversation, whom: str, told: str) -> None:
    assert told in answer(begun, "blue", f"give the Archbishop and the Landsknechts to {whom}")


def test_a_promise_quotes_its_writer_to_the_other_side(begun: Conversation) -> None:
    (mail,) = [m for m in begun.write("blue", "offer Ann: I promise I will help you until round 4") if "ann" in m.to]
    assert 'Blue promises "I will help Red" until round 4 (a promise, which binds nobody)' in mail.flat
    assert 'Blue promises "I will help you" until round 5' in answer(
        begun, "blue", 'offer Ann: Blue promises "I will help you" until round 5'
    )


def test_what_is_promised_already_is_asked_of_nobody_again(begun: Conversation) -> None:
    offer = "offer Ann: Red grants me passage of Leicester until round 5"
    begun.write("red", "standing accept Blue: I grant Blue passage of Leicester until round 6")
    assert "agreement 1 is made" in answer(begun, "blue", offer)
    mails = begun.write("blue", offer)
    assert [mail.to for mail in mails] == ["bob@example.test"]
    assert "all of that is promised already: agreement 1" in mails[0].flat


def test_openly_dealt_cards_are_not_among_those_unseen(begun: Conversation) -> None:
    unseen = (
        answer(begun, "blue", "report").partition("In the deck and in hands that you do not see:")[2].partition("Reply")[0]
    )
    assert "Town of Nottingham" in unseen
    assert "Le Rose" not in unseen


def test_help_in_german_shows_lines_that_are_read(begun: Conversation) -> None:
    begun.write("blue", "language german")
    said = answer(begun, "blue", "help offer")
    assert "biete SPIELER, SPIELER an: KLAUSEL; KLAUSEL" in said
    assert "als KLAUSEL: ich gebe Le Rose an Neville" in said
    assert "as a CLAUSE" not in said
    begun.write("red", "offer Bob: I promise peace until round 4")
    said = answer(begun, "blue", "report")
    assert 'Schreibe "annehmen 1", "ablehnen 1" oder "Gegenangebot 1: ...".' in said
    assert "verspricht „peace“ bis Runde 4" in said
    assert "1 ok annehmen 1" in answer(begun, "blue", "annehmen 1")


def test_what_ends_the_turn_stands_last_in_a_letter(begun: Conversation) -> None:
    """Else what stands behind it would be lost: both are refused, and nothing is done."""
    told = answer(begun, "blue", "done\nmove Mowbray Leicester")
    assert 'nothing behind "done" would be carried out, and "move Mowbray Leicester" stands there' in told
    assert "move Mowbray Leicester (not carried out: it depends on line 1)" in told
    assert 'put "done" last' in answer(begun, "blue", "preview\ndone\nmove Mowbray Leicester")
    told = answer(begun, "blue", "move Mowbray Leicester\ndone\ntell Ann: Your turn soon.")
    assert "2 ok done" in told
    card = told.partition("You draw ")[2].partition(" and ")[0]
    assert f'put "discard {card}" last' in answer(begun, "blue", f"discard {card}\noutside Scrope")


def test_who_writes_of_leaving_an_alliance_is_shown_the_word_for_it(begun: Conversation) -> None:
    """Nothing is ended by it that was not meant: the turn least of all."""
    begun.write("blue", "done")
    for line in ("end the alliance", "I leave the Alliance with Green"):
        told = answer(begun, "blue", line)
        assert "1 --" in told
        assert "finish" not in told.partition("Your letter")[2].partition("The position")[0]


@pytest.mark.parametrize("mends", [False, True])
@pytest.mark.parametrize(
    "line",
    [
        "I would like Mowbray and Clifford to move together to the open field by the town of Leicestr and to stay there",
        "Mowbray and Clifford move to the open field of Leicster, not into the town",
        "march Mowbray and Clifford together along the road into the open field near Leicestr, and then into the open field",
    ],
)
def test_a_word_of_most_places_in_a_long_line_costs_no_more_than_a_part_of_what_a_letter_may(
    begun: Conversation, line: str, mends: bool
) -> None:
    with limited() as effort:
        sorted_ = Sorter(begun.table().fork(), "blue", always_mends=mends).letter([(1, line)], alone=True)
    assert effort.spent < MAX_STEPS / 2
    near = [each.fault.nearest for each in sorted_.all if isinstance(each.fault, BadLine)]
    assert all("Leicester" in lines[0] for lines in near)
