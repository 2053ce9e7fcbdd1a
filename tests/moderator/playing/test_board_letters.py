"""Plantagenet on the board by letter: whole Levies, Plans, Command cards, and what is held or stands in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.board import (
    ASSIGN,
    assigned,
    by_seat,
    holds,
    names,
    opened,
    rolls,
    somerset_at,
    to_the_first_card,
    to_the_plan,
    to_turn,
)
from tests.support.conversation import PLAYERS, Conversation, Mail, form, offered, to


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    """Ia, just opened."""
    with opened(tmp_path) as talk:
        yield talk


# One letter


def test_a_levy_is_one_letter_a_side_and_carries_on_by_itself(tmp_path: Path) -> None:
    """York's letter of Turn 1 holds Capability, three Levies of two Lords and its Plan, before Lancaster has chosen."""
    with opened(tmp_path, key=bytes([7]) * 32) as ia:
        text = (
            "assign york\nmuster york\nparley bury\nlevy troops\nlevy carts\nmuster march\nlevy troops\nlevy carts\ndone\n"
        )
        receipt = to("york", ia.write("york", text + "plan york, march, york, march"))
        assert "kept for the Levy of Turn 1: levy troops" in receipt.flat
        assert "kept for the Plan of Turn 1: plan York, March, York, March" in receipt.flat
        mails = ia.write("lancaster", ASSIGN["lancaster"] + "muster henry\nlevy troops\ndone\n")
        assert "March Levies Troops at Ludlow." in to("lancaster", mails).flat
        assert "Your waiting order is carried out: levy Carts." in to("york", mails).flat
        assert ia.asked() == "lancaster"
        mails = ia.write("lancaster", "plan henry, somerset, henry, somerset")
        told = to("york", mails)
        assert "YORKIST CARD 1: YORK" in told.flat
        assert "York (2 of 2 Command actions left): what next?" in told.flat
        assert {"plan"} < {e.key.split()[1] for e in ia.table().entries if e.kind == "waited"}


def test_a_levy_of_a_later_turn_holds_pay_and_muster(ia: Conversation) -> None:
    mails = to_turn(ia, 2)
    text = offered(mails["york"]) + "\ndisband none\npay all\nmuster york\nlevy carts\nmuster march\nlevy carts\ndone\n"
    assert ia.asked() == "york"
    mails |= by_seat(ia.write("york", text))
    assert " --  " not in mails["york"].text
    while ia.asked() == "lancaster" and ia.table().state.muster is None:
        mails |= by_seat(ia.write("lancaster", offered(mails["lancaster"])))
    carried = [e.answer for e in ia.table().entries if e.kind == "waited"]
    assert carried[-5:] == ["muster york", "levy carts", "muster march", "levy carts", "done"]


def test_a_plan_is_one_line_and_stays_secret(ia: Conversation) -> None:
    to_the_plan(ia)
    mails = ia.write("york", "plan march, york, pass x2")
    assert "plan March, York, Pass, Pass" in to("york", mails).flat
    assert names(mails) == ["ann"]
    revised = to("york", ia.write("york", "plan york, 3 pass"))
    assert "plan York, Pass, Pass, Pass" in revised.flat


def test_a_command_card_is_one_letter(ia: Conversation) -> None:
    to_the_plan(ia)
    ia.write("lancaster", "plan henry, somerset, henry, somerset")
    mails = ia.write("york", "plan york, march, york, march\nforage\nsupply ely")
    assert "York Forages at Ely" in to("lancaster", mails).flat
    assert "Henry VI (2 of 2 Command actions left): what next?" in to("lancaster", mails).flat


# Lines that wait


def test_a_line_become_illegal_stops_the_rest_and_nothing_is_rolled_twice(ia: Conversation) -> None:
    letter = ASSIGN["york"] + "muster york\nparley bury\nlevy troops\nlevy troops\nmuster march\nlevy vassal devon\ndone\n"
    ia.write("york", letter)
    told = to("york", ia.write("lancaster", ASSIGN["lancaster"]))
    assert 'Your waiting line is not carried out: "levy' in told.flat
    assert "Exeter, the Seat of Devon, is not Friendly." in told.flat
    assert "Nor are the lines after it: done." in told.flat
    assert "# levy Vassal Devon\r\n# done\r\n" in form(told)
    before = rolls(ia, "1.4.2 check")
    assert len(before) == 1
    ia.write("york", "levy troops\ndone")
    assert rolls(ia, "1.4.2 check") == before


def test_an_exhausted_stronghold_stops_the_lines_behind(ia: Conversation) -> None:
    ia.write("york", ASSIGN["york"] + "muster york\nlevy troops\nlevy troops\nlevy troops\nmuster march\nlevy carts\ndone\n")
    told = to("york", ia.write("lancaster", ASSIGN["lancaster"]))
    assert '"levy troops" is not open to you now: Ely is Exhausted' in told.flat
    assert "Nor are the lines after it: muster March; levy Carts; done." in told.flat
    assert "York (1 of 3 Levy actions left): what next?" in told.flat


def test_a_lord_gone_meanwhile_stops_the_lines_behind(ia: Conversation) -> None:
    mails = to_turn(ia, 2)
    text = offered(mails["york"]).replace("disband none", "disband march")
    mails |= by_seat(ia.write("york", text + "\nmuster york\nlevy carts\nmuster march\nlevy troops\ndone\n"))
    while ia.asked() == "lancaster":
        mails |= by_seat(ia.write("lancaster", offered(mails["lancaster"])))
    assert 'Your waiting line "muster March" is not carried out' in mails["york"].flat
    assert "March is not on the map, he is on the Calendar in box 6." in mails["york"].flat
    assert "Nor are the lines after it: levy troops; done." in mails["york"].flat
    assert "York (2 of 3 Levy actions left): what next?" in mails["york"].flat


def test_lines_for_a_card_are_not_carried_out_on_another(ia: Conversation) -> None:
    """York's card has two actions: the third and fourth line are for nothing, and not for March's card."""
    to_the_plan(ia)
    ia.write("york", "plan york, march, york, march")
    ia.write("lancaster", "plan pass x4")
    told = to("york", ia.write("york", "forage\nforage\nforage\nforage"))
    assert "this line was for York's card, the 1st of Turn 1, which is over" in told.flat
    assert "March (3 of 3 Command actions left): what next?" in told.flat
    told = to("york", ia.write("york", "pass\nforage\npass"))
    assert ": PASS" in told.flat


def test_lines_written_while_the_enemy_acts_wait_for_ones_next_card_only(ia: Conversation) -> None:
    to_the_plan(ia)
    ia.write("york", "plan york, march, york, march\npass")
    ia.write("lancaster", "plan henry, somerset, pass x2\n")
    ia.write("york", "pass")
    assert ia.asked() == "lancaster"
    receipt = to("york", ia.write("york", "forage\nforage\nforage\nforage\nforage"))
    assert "kept for March's card, the 2nd of Turn 1: forage" in receipt.flat
    told = to("york", ia.write("lancaster", "pass"))
    assert 'Your waiting line is not carried out: "forage' in told.flat
    waited = [e for e in ia.table().entries if e.kind == "waited" and e.answer == "forage"]
    assert {e.subject for e in waited} == {"march"}


def test_pass_parts_the_lines_of_two_cards(ia: Conversation) -> None:
    to_the_first_card(ia)
    receipt = to("york", ia.write("york", "forage\npass\nsupply ludlow\npass\nsupply ely\npass"))
    assert "kept for March's card, the 2nd of Turn 1: supply Ludlow" in receipt.flat
    assert "kept for York's card, the 3rd of Turn 1: supply Ely" in receipt.flat
    ia.write("lancaster", "pass\npass")
    carried = [(e.subject, e.answer) for e in ia.table().entries if e.kind == "waited" and e.key == "4.2 command"]
    assert ("march", "supply ludlow") in carried
    assert ("york", "supply ely") in carried


def test_lines_of_a_levy_do_not_reach_the_next(ia: Conversation) -> None:
    assigned(ia)
    ia.write("york", "done")
    told = to("york", ia.write("york", "muster york\nlevy troops"))
    assert 'nothing asks for "muster" now, and it cannot wait yet' in told.flat
    assert ia.table().waiting.get("york", []) == []


# Errors


@pytest.mark.parametrize(
    ("line", "problem", "nearest"),
    [
        ("levy troops", "first name the Lord who takes his Levy actions", "muster York"),
        ("muster salisbury", "Salisbury is not on the map", "muster March"),
        ("muster somerset", "Somerset is an Enemy Lord", "muster York"),
        ("muster oyrk", 'I do not know what "oyrk" means here', "muster York"),
        ("muster york\nlevy vassal essex", "St Albans, the Seat of Essex, is not Friendly", "levy troops"),
        ("muster york\nlevy ship", "Ely is not a Port", "levy troops"),
        ("muster york\nlevy lord salisbury", "he is not Ready before Turn 2", "levy troops"),
        ("muster york\nlevy lord exeter", "Exeter is an Enemy Lord", "levy troops"),
        ("muster york\nlevy capability y20", "York's Favoured Son (y20) is not among your unused cards", "levy capability"),
        ("muster york\nparley ely", "Ely is Friendly already", "parley Cambridge"),
        ("muster york\nparley london", "an Enemy Lord is at London", "parley Cambridge"),
        ("muster york\nparley bury spend 1", "York checks on a rating of 5", "parley Bury St Edmunds"),
        ("muster york\nlevy trops", 'I do not know what "trops" means here', "levy troops"),
        ("muster york\nplay truce", "you do not hold Parliament's Truce (y12)", "levy troops"),
        ("muster york\nparley lodnon", "London, if you mean it, is not open to you now", "parley Cambridge"),
        ("umster york", '"umster" is not an order', "muster York"),
        ("forage", 'nothing asks for "forage" now', "muster York"),
    ],
)
def test_a_line_that_is_not_open_in_a_levy_is_told_why(ia: Conversation, line: str, problem: str, nearest: str) -> None:
    assigned(ia)
    told = to("york", ia.write("york", line))
    assert problem in told.flat
    assert nearest in told.text.partition("Nearest: ")[2].partition("==")[0]
    is_slip = "I do not know what" in problem or "not an order" in problem
    assert f"\r\n{nearest if is_slip else f'# {line.splitlines()[-1]}'}\r\n" in form(told)


def test_orders_joined_on_a_line_are_carried_out_one_by_one(ia: Conversation) -> None:
    assigned(ia)
    told = to("york", ia.write("york", "muster york, then levy troops, then done")).flat
    assert all(f"(read as: {line})" in told for line in ("muster york", "levy troops", "done")), told


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("march london", "no Way leads from Ely to London"),
        ("sail english channel", "Ely is not a Port"),
        ("tax lincoln", "York can Tax only his Seat Ely"),
        ("forage\nforage\nforage", "this line was for York's card, the 1st of Turn 1, which is over"),
        ("supply london", "London is not Friendly"),
        ("parley ely", "Ely is Friendly already"),
        ("heralds march", '"heralds" is not open to you now'),
        ("muster march", 'nothing asks for "muster" now'),
    ],
)
def test_a_line_that_is_not_open_on_a_card_is_told_why(ia: Conversation, line: str, problem: str) -> None:
    to_the_first_card(ia)
    assert problem in to("york", ia.write("york", line)).flat


def test_an_order_not_asked_now_is_shown_with_the_headings_it_can_have(ia: Conversation) -> None:
    to_the_first_card(ia)
    told = to("york", ia.write("york", "muster march")).flat
    assert 'nothing asks for "muster" now. Nearest: levy: muster march' in told


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("plan york, york, york, york", "there are 3 of York only"),
        ("plan york, march", "4 are needed, not 2"),
        ("plan york, march, awrwick, pass", 'I do not know what "awrwick" means here'),
    ],
)
def test_a_plan_that_cannot_be_is_told_why(ia: Conversation, line: str, problem: str) -> None:
    to_the_plan(ia)
    assert problem in to("york", ia.write("york", line)).flat


# Held Events


def somerset_comes(talk: Conversation) -> list[Mail]:
    """Somerset, next to Ely, Marches in with his first card; York's cards are Pass."""
    to_the_plan(talk)
    talk.write("york", "plan york, pass x3")
    return talk.write("lancaster", "plan somerset, pass x3") + talk.write("york", "pass")


def test_a_standing_order_plays_blocked_ford_at_an_approach(tmp_path: Path) -> None:
    """y11, l11: it is for the side that Approaches, which need not be asked."""
    with opened(tmp_path, somerset_at("cambridge", "l11"), key=bytes([28]) * 32) as talk:
        talk.write("lancaster", "standing game play blocked ford")
        somerset_comes(talk)
        mails = talk.write("lancaster", "march ely")
        for mail in (to("york", mails), to("lancaster", mails)):
            assert "The Lancastrians play the Held Event Blocked Ford (l11)" in mail.flat
        assert "Your standing orders answered: play Blocked Ford (l11)" in to("lancaster", mails).flat


def test_a_march_at_enemies_waits_for_a_refused_standing_order(tmp_path: Path) -> None:
    """What it would have answered can come at once; behind a Forage nothing can."""
    slip = "standing game play blokced ford\n"
    with opened(tmp_path, somerset_at("cambridge", "l11")) as talk:
        somerset_comes(talk)
        told = to("lancaster", talk.write("lancaster", f"{slip}march ely\n"))
        assert "2 .. march ely (not carried out: it depends on line 1)" in told.flat
        told = to("lancaster", talk.write("lancaster", f"{slip}forage\n"))
        assert "2 ok forage" in told.flat


def test_without_an_order_the_window_asks(tmp_path: Path) -> None:
    with opened(tmp_path, somerset_at("cambridge", "l11")) as talk:
        somerset_comes(talk)
        told = to("lancaster", talk.write("lancaster", "march ely"))
        assert "play Blocked Ford (l11)" in told.flat
        assert talk.asked() == "lancaster"


def test_an_order_that_finds_nothing_to_play_is_told_as_what_it_did(tmp_path: Path) -> None:
    with opened(tmp_path, somerset_at("cambridge", "y11"), key=bytes([15]) * 32) as talk:
        talk.write("york", "standing game play parliaments truce, none")
        somerset_comes(talk)
        told = to("york", talk.write("lancaster", "march ely"))
        assert "Your standing orders answered: play none" in told.flat


def test_an_order_does_not_pass_unasked_where_only_its_owner_knows_that_nothing_can_be_played(tmp_path: Path) -> None:
    """3.1.3: else the Enemy could tell a window in which something else could be played by the pause."""
    for held in ("y1", "y11"):
        with opened(tmp_path / held, somerset_at("cambridge", held), key=bytes([1]) * 32) as talk:
            talk.write("york", "standing game play parliaments truce")
            somerset_comes(talk)
            talk.write("lancaster", "march ely")
            assert talk.asked() == "york"


def test_a_truce_ordered_in_the_midst_of_the_enemys_card_is_kept_and_played(tmp_path: Path) -> None:
    """R70: nothing is asked of York, who holds Parliament's Truce; the next card is the next moment."""
    with opened(tmp_path, holds("y12")) as talk:
        to_the_plan(talk)
        talk.write("york", "plan york, march, york, march\npass")
        talk.write("lancaster", "plan henry, somerset, henry, somerset")
        talk.write("york", "pass")
        assert talk.asked() == "lancaster"
        kept = to("york", talk.write("york", "play parliaments truce"))
        assert "play Parliament's Truce (y12) (kept for this campaign)" in kept.flat
        mails = talk.write("lancaster", "pass")
        assert "The Yorkists play the Held Event Parliament's Truce (y12)" in to("york", mails).flat


HANDS = ("y12", "y11", "y13")


def worlds(folder: Path, play: Callable[[Conversation], list[Mail]]) -> list[list[Mail]]:
    """The same letters in worlds that differ in the one Event that York holds: all that Lancaster is sent."""
    told = []
    for card in HANDS:
        with opened(folder / card, somerset_at("cambridge", card), key=bytes([2]) * 32) as talk:
            mails = talk.opening + play(talk)
            told.append([m for m in mails if m.to == PLAYERS["lancaster"].address])
    return told


def test_the_enemys_mails_tell_nothing_of_what_is_held(tmp_path: Path) -> None:
    """An Approach, which Parliament's Truce could answer and the two others could not, with an order for none of them."""

    def play(talk: Conversation) -> list[Mail]:
        mails = talk.write("york", "standing game play escape ship")
        mails += somerset_comes(talk) + talk.write("lancaster", "march ely")
        assert talk.asked() == "york"
        return mails + talk.write("york", "play none") + talk.write("york", "report")

    first, *others = worlds(tmp_path, play)
    assert len(first) > 3
    assert all([m.lasting for m in first] == [m.lasting for m in other] for other in others)


def test_a_standing_order_that_finds_nothing_to_play_is_not_noticed(tmp_path: Path) -> None:
    """With an order for an Event not held the window passes automatic, as it does with "none"."""

    def play(talk: Conversation) -> list[Mail]:
        mails = talk.write("york", "standing game play none") + somerset_comes(talk)
        return mails + talk.write("lancaster", "march ely")

    first, *others = worlds(tmp_path, play)
    assert all([m.lasting for m in first] == [m.lasting for m in other] for other in others)


def test_an_answer_to_a_status_of_now_answers_no_older_report(ia: Conversation) -> None:
    """Cards are counted in the log and told a side at a time: the mail with the status has the count of the log too."""
    to_the_plan(ia)
    ia.write("york", "plan york, march, york, march\npass")
    ia.write("lancaster", "plan henry, somerset, pass x2\npass")
    assert ia.asked() == "york"
    status = to("york", ia.write("york", "status"))
    told = to("york", ia.write("york", "forage", change=lambda mail: mail.add_header("In-Reply-To", status.message_id)))
    assert "Your letter answers" not in told.flat
