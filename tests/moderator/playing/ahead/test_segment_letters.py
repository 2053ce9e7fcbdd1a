"""A whole Turn in one letter: orders for the Levy, the Plan, each of its cards and the Levy to come, and branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.refusal import WaitingLine
from pbem.engine.table import Table
from pbem.moderator.correcting import correction
from pbem.orders.carry.stage import Stage
from pbem.replay.transcript import write_transcript
from pbem.replay.transcript_reader import play_transcript
from tests.support.board import ASSIGN, DONE, assigned, by_seat, opened, to_the_plan
from tests.support.conversation import Conversation, Mail, form, offered, to

PLAN = "plan york, march, york, march\n"
HIS_PLAN = "plan henry, somerset, henry, somerset\n"


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    """Ia at its first Plan."""
    with opened(tmp_path) as talk:
        to_the_plan(talk)
        yield talk


def waited(talk: Conversation) -> list[tuple[str, str]]:
    """The Commands that waiting lines have given: whose, and what."""
    return [(e.subject, e.answer) for e in talk.table().entries if e.kind == "waited" and e.key == "4.2 command"]


def waiting(talk: Conversation) -> dict[str, list[str]]:
    """York's waiting lines by their segments, in short."""
    found: dict[str, list[str]] = {}
    for line in talk.table().waiting.get("york", []):
        found.setdefault(line.segment, []).append(line.text)
    return found


FIRST, SECOND, THIRD, FOURTH = (
    f"{lord}'s card, the {number} of Turn 1"
    for lord, number in (("York", "1st"), ("March", "2nd"), ("York", "3rd"), ("March", "4th"))
)
NEXT = "the Levy of Turn 2"


def shown(mail: Mail) -> str:
    """The section of a mail that lists the lines that wait."""
    return mail.text.replace("\r", "").partition("== Your orders for later ==\n\n")[2].partition("\n== ")[0]


def test_with_its_plan_a_side_writes_the_orders_for_all_its_cards_and_the_levy_to_come(ia: Conversation) -> None:
    """The other side's Plan is still out: the own one, given in secret, tells the cards."""
    letter = f"{PLAN}card 1: forage; supply ely\n2nd card march:\nforage\npass\ncard 4: pass\nlevy: muster york; done\n"
    told = to("york", ia.write("york", letter))
    assert " --  " not in told.text
    assert waiting(ia) == {
        FIRST: ["forage", "supply Ely"],
        SECOND: ["forage", "pass"],
        FOURTH: ["pass"],
        NEXT: ["muster York", "done"],
    }
    assert f"\n  card 1 York: {FIRST}\n    forage\n    supply Ely\n  card 2 March: {SECOND}\n    forage\n" in shown(told)
    assert 'to drop it, write "withdraw" and its heading: "withdraw card 1 York".' in told.flat
    assert "# card 2 March: forage\r\n# card 2 March: pass\r\n# card 4 March: pass\r\n# levy: muster York\r\n" in form(told)
    ia.write("lancaster", HIS_PLAN + "pass\n")
    assert waited(ia) == [("york", "forage"), ("york", "supply ely"), ("march", "forage"), ("march", "pass")]
    assert waiting(ia) == {FOURTH: ["pass"], NEXT: ["muster York", "done"]}


def test_what_is_left_of_a_card_is_not_foreseen_as_done_on_the_next(ia: Conversation) -> None:
    """A card's "pass" behind both its actions passes no card of another Lord: what that is for is foreseen all the same."""
    ia.write("york", f"{PLAN}card 1: forage; supply ely; pass\ncard 2: forage; pass\ncard 3: pass\n")
    table = ia.table()
    seen = Stage(table, "york", table.waiting["york"]).course()
    in_words = [(line.segment, line.text) for line in seen]
    assert in_words == [(FIRST, "forage"), (FIRST, "supply Ely"), (SECOND, "forage"), (SECOND, "pass"), (THIRD, "pass")]


def test_the_report_on_a_letter_foresees_nothing_again(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    begin = Stage.__init__

    def count(stage: Stage, table: Table[Any], seat: str, kept: Iterable[WaitingLine] = ()) -> None:
        begun.append(seat)
        begin(stage, table, seat, kept)

    monkeypatch.setattr(Stage, "__init__", count)
    lines = "card 1: forage; supply ely; pass\ncard 2: forage; pass\nlevy: muster york; done\n"
    ia.write("york", PLAN + lines)
    assert begun == ["york"]


def test_two_lords_may_be_given_the_same_order(ia: Conversation) -> None:
    told = to("york", ia.write("york", f"{PLAN}levy: muster york; levy carts; muster march; levy carts; done\n"))
    assert waiting(ia)[NEXT].count("levy Carts") == 2
    assert "would do it" not in told.text


def test_the_plan_itself_may_be_written_in_the_levy_with_all_its_cards(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        told = to(
            "york", talk.write("york", f"{ASSIGN['york']}muster york\ndone\nplan: york, march, york, march\ncard 3: forage")
        )
        assert f"kept for {THIRD}: forage" in told.flat
        talk.write("lancaster", ASSIGN["lancaster"] + DONE["lancaster"])
        assert [answer for _, answer in talk.table().given_by("york")] == [["york", "march", "york", "march"]]
        assert waiting(talk) == {THIRD: ["forage"]}


def test_a_plan_needs_no_heading_and_is_kept_though_its_levy_is_not_ordered_to_its_end(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        assigned(talk)
        told = to(
            "york", talk.write("york", "muster york; levy troops; levy trops\nplan york, mar, york, march\ncard 2: pass")
        )
        assert "kept for the Plan of Turn 1: plan York, March, York, March" in told.flat
        assert waiting(talk) == {"the Plan of Turn 1": ["plan York, March, York, March"], SECOND: ["pass"]}
        told = to("york", talk.write("york", "plan york, march, york"))
        assert "4 are needed, not 3" in told.flat
        talk.write("york", "plan york, pass, york, march")
        assert waiting(talk)["the Plan of Turn 1"] == ["plan York, Pass, York, March"]


def test_orders_for_a_levy_wait_for_what_it_asks_first_and_its_answer_leaves_them_alone(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        told = to("york", talk.write("york", "levy: muster york; levy troops; muster march; levy carts; done"))
        assert "kept for the Levy of Turn 1: muster York" in told.flat
        assert "Give " in told.flat
        told = to("york", talk.write("york", "assign york"))
        assert "replaces lines" not in told.flat
        assert waiting(talk) == {"the Levy of Turn 1": ["muster York", "levy troops", "muster March", "levy Carts", "done"]}
        talk.write("lancaster", ASSIGN["lancaster"])
        assert waiting(talk) == {}
        mustered = [e.answer for e in talk.table().entries if e.kind == "waited" and e.key == "3.4 muster"]
        assert mustered == ["muster york", "levy troops", "muster march", "levy carts", "done"]


def test_a_line_for_what_a_levy_has_passed_is_left_out_and_told(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        talk.write("york", ASSIGN["york"])
        talk.write("lancaster", f"{ASSIGN['lancaster']}assign henry\nmuster henry\nlevy troops\ndone\n")
        told = to("lancaster", talk.write("york", "done"))
        assert "assign henry: not needed, it was not asked of you" in told.flat
        assert [e.answer for e in talk.table().entries if e.key == "3.4 muster" and e.seat == "lancaster"] == [
            *("muster henry_vi", "levy troops", "done")
        ]


def test_in_a_levy_a_branch_that_passes_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        assigned(talk)
        letter = "muster york; parley bury until friendly, at most 3; if it fails: levy troops; else pass\nlevy carts"
        told = to("york", talk.write("york", letter))
        assert "else pass -> else: go on" in told.flat
        done = [e.answer for e in talk.table().entries if e.key == "3.4 muster"]
        assert "levy carts" in done or "levy troops" in done
        assert "done" not in done


def test_a_card_may_begin_with_a_condition_and_what_else(ia: Conversation) -> None:
    """An order of another card before it is none of this one's."""
    told = to(
        "york", ia.write("york", f"{PLAN}card 1: forage; pass\ncard 3: if london is friendly: march london\nelse: forage")
    )
    assert " --  " not in told.text
    assert waiting(ia)[THIRD] == ["if London is friendly: march London", "else: forage"]


def test_a_plan_that_cannot_be_is_refused_when_it_is_written_ahead(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        told = to("york", talk.write("york", f"{ASSIGN['york']}muster york\ndone\nplan york, march\n"))
        assert "4 are needed, not 2" in told.flat


def test_a_plan_revised_gives_up_the_lines_of_cards_that_it_has_no_more(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: forage\ncard 2: supply ludlow; pass\ncard 3: forage\n")
    told = to("york", ia.write("york", "plan york, pass, york, march"))
    assert 'Your waiting line "supply Ludlow" is not carried out' in told.flat
    assert "your orders do not bring any more" in told.flat
    assert waiting(ia) == {FIRST: ["forage"], THIRD: ["forage"]}


def test_the_orders_for_one_card_are_replaced_alone(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: forage\ncard 3: forage; pass\nlevy: muster york; done\n")
    told = to("york", ia.write("york", "card 3: supply ely"))
    assert "Your letter replaces lines that were still waiting: forage; pass." in told.flat
    assert waiting(ia) == {FIRST: ["forage"], THIRD: ["supply Ely"], NEXT: ["muster York", "done"]}


def test_a_line_that_is_refused_replaces_nothing(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 3: forage\n")
    told = to("york", ia.write("york", "card 3: supply eyl\ncard 3: pass\ncard 4: forage"))
    assert "Nearest: card 3: supply Ely" in told.text
    assert "replaces lines" not in told.text
    assert waiting(ia) == {THIRD: ["forage"], FOURTH: ["forage"]}


def test_orders_without_a_heading_replace_those_of_the_segment_they_begin_with(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: forage\ncard 2: forage\n")
    ia.write("york", "supply ely\npass")
    assert waiting(ia) == {FIRST: ["supply Ely", "pass"], SECOND: ["forage"]}


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("withdraw card 3", {FIRST: ["forage"], NEXT: ["done"]}),
        ("withdraw levy", {FIRST: ["forage"], THIRD: ["forage", "pass"]}),
        ("withdraw orders", {}),
    ],
)
def test_lines_that_wait_can_be_withdrawn(ia: Conversation, line: str, left: dict[str, list[str]]) -> None:
    ia.write("york", f"{PLAN}card 1: forage\ncard 3: forage; pass\nlevy: done\n")
    told = to("york", ia.write("york", line))
    assert f"{line} -> {line} (" in told.flat
    assert waiting(ia) == left


@pytest.mark.parametrize(
    ("line", "problem", "nearest"),
    [
        ("card 2 york: forage", "card 2 is March's", "card 2 March:"),
        ("card 2 york: forage", "card 2 is March's", "card 1 York:"),
        ("card 5: forage", 'there is no "card 5" of yours to come', "card 1 York:"),
        ("card 2 tax ely", "a colon belongs behind the card", "card 2: tax ely"),
        ("levy: tax ely", '"tax" is not an order for the Levy of Turn 2', "card 1 York: tax ely"),
        ("card 2: muster march", f'"muster" is not an order for {SECOND}', "levy: muster march"),
        ("card 2: march londno", 'I do not know what "londno" means here', "card 2: march London"),
        ("card 2: marhc london", '"marhc" is not an order', "card 2: march london"),
        ("card 2: march ely, tax ely", "several orders on a line need a ; between them", "card 2: march ely; tax ely"),
        ("card 2: pass; forage", f'nothing can come behind "pass" for {SECOND}', "card 3 York: forage"),
        ("card 2: tax", '"tax" can never be carried out: tax needs a Locale', "card 2: tax LOCALE"),
        ("card 2: tax somerset", "tax needs a Locale", "card 2: tax LOCALE"),
        ("levy: muster somerset", "Somerset is an Enemy Lord", "levy: muster LORD"),
        (
            "card 2: forage\ncard 2: if it fails: levy troops",
            f'"levy" is not an order for {SECOND}',
            "card 2: if it fails: go on",
        ),
        ("card 2: parley ely until friendly", '"until" needs one limit', "card 2: parley ely until friendly, at most 3"),
        ("withdraw card 4", "no lines of yours wait for card 4", "withdraw card 1"),
    ],
)
def test_what_can_never_be_is_refused_at_once(ia: Conversation, line: str, problem: str, nearest: str) -> None:
    ia.write("york", f"{PLAN}card 1: forage\n")
    told = to("york", ia.write("york", line))
    assert problem in told.flat
    assert nearest in told.flat.partition("== Your letter")[2].partition(" == ")[2].partition(" == ")[0]
    assert waiting(ia)[FIRST] == ["forage"]
    assert set(waiting(ia)) <= {FIRST, SECOND}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("card 2: hold truce for york", '"hold" is always a standing order: write it without a heading'),
        ("withdraw all", '"all" can mean what waits for its moment, or your standing orders. Nearest: withdraw orders'),
    ],
)
def test_what_is_no_line_of_a_card_is_told(ia: Conversation, line: str, problem: str) -> None:
    ia.write("york", f"{PLAN}card 1: forage\n")
    assert problem in to("york", ia.write("york", line)).flat
    assert waiting(ia) == {FIRST: ["forage"]}


def test_a_line_that_fails_gives_up_its_own_card_only(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: tax lincoln; forage; pass\ncard 2: forage; pass\ncard 3: forage\n")
    told = to("york", ia.write("lancaster", HIS_PLAN))
    assert '"tax lincoln" is not open to you now: York can Tax only his Seat Ely' in told.flat
    assert "Nor are the lines after it: forage; pass." in told.flat
    assert "York (2 of 2 Command actions left): what next?" in told.flat
    assert waiting(ia) == {SECOND: ["forage", "pass"], THIRD: ["forage"]}
    assert "# tax Lincoln\r\n# forage\r\n# pass\r\n" in form(told)


def test_a_line_for_an_action_that_is_not_there_is_told(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: forage; supply ely; forage\ncard 2: pass\n")
    told = to("york", ia.write("lancaster", HIS_PLAN + "pass\npass\n"))
    assert f"it was for {FIRST}, which is over: York had no action left" in told.flat
    assert waiting(ia) == {}


def test_lines_that_run_out_leave_the_rest_of_the_card_to_the_player(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: forage\n")
    told = to("york", ia.write("lancaster", HIS_PLAN))
    assert "York (1 of 2 Command actions left): what next?" in told.flat


# Branches


def test_a_parley_is_repeated_until_friendly_and_its_case_comes(tmp_path: Path) -> None:
    """1.4.2: the check's die is what it is; whatever it shows, the letter goes on as it was written."""
    with opened(tmp_path) as talk:
        letter = "muster york; parley bury until friendly, at most 2\nif it fails: levy troops\nelse: levy carts\ndone\n"
        talk.write("york", ASSIGN["york"] + letter)
        told = to("york", talk.write("lancaster", ASSIGN["lancaster"] + DONE["lancaster"]))
        s = talk.table().state
        friendly = s.favour.get("bury_st_edmunds") == "york"
        done = [e.answer for e in talk.table().entries if e.kind == "waited"]
        assert ("levy carts" if friendly else "levy troops") in done
        assert ("levy troops" if friendly else "levy carts") not in done
        assert done.count("parley bury_st_edmunds") in ((1, 2) if friendly else (2,))
        assert f"Your orders: parley Bury St Edmunds {'succeeded' if friendly else 'failed after 2 tries'}" in told.flat


def test_the_case_for_an_order_that_cannot_be_done(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: tax lincoln; if it cannot be done: forage; pass\n")
    told = to("york", ia.write("lancaster", HIS_PLAN))
    assert waited(ia) == [("york", "forage"), ("york", "pass")]
    assert "Your orders: tax Lincoln could not be done" in told.flat


def test_a_case_that_was_not_foreseen_asks(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: forage; if it fails: pass\ncard 1: pass\ncard 3: pass\n")
    told = to("york", ia.write("lancaster", HIS_PLAN))
    assert "there is no case for it: forage succeeded" in told.flat
    assert "Nor are the lines after it: pass." in told.flat
    assert ia.asked() == "york"
    assert waiting(ia) == {THIRD: ["pass"]}


# Secrets


def test_the_enemy_learns_nothing_of_lines_that_wait(tmp_path: Path) -> None:
    """York's orders for later cards, their number and their replacing change no byte of what Lancaster is sent."""
    sent = []
    letters = (
        ["card 2: forage", "report"],
        ["card 4: tax ely; pass\nlevy: muster york; done", "withdraw orders"],
        ["report"] * 2,
    )
    for number, extra in enumerate(letters):
        with opened(tmp_path / str(number)) as talk:
            to_the_plan(talk)
            mails = talk.write("york", PLAN)
            for letter in extra:
                mails += talk.write("york", letter)
            mails += talk.write("lancaster", HIS_PLAN) + talk.write("york", "forage") + talk.write("lancaster", "report")
            sent.append([m.lasting for m in mails if m.to.startswith("bob")])
    assert len(sent[0]) > 1
    assert sent[0] == sent[1] == sent[2]


def test_an_undone_turn_gives_all_lines_back(ia: Conversation) -> None:
    ia.write("york", f"{PLAN}card 1: forage; pass\ncard 3: forage\n")
    ia.write("lancaster", HIS_PLAN)
    log = ia.table().entries
    first = next(e.number for e in log if e.kind == "waited" and e.key == "4.2 command")
    correction.undo(ia.desk, ia.name, "a slip", to=first - 1)
    told = to("york", ia.new_mails())
    assert "moves have been taken back. Nor are the lines after it: pass; forage." in told.flat
    assert waiting(ia) == {}


def test_the_levy_to_come_holds_pay_and_what_was_not_asked_is_told(ia: Conversation) -> None:
    """3.2: Pay comes before the Muster; a line for it waits for its question, and steps aside where none comes."""
    levy = "levy: disband none; pay all; muster york; levy troops; done"
    mails = {"york": to("york", ia.write("york", f"plan york, march, pass x2\ncard 1: pass\ncard 2: pass\n{levy}"))}
    mails |= by_seat(ia.write("lancaster", "plan pass x4"))
    while ia.table().state.turn < 2 or ia.table().state.muster is None:
        seat = ia.asked()
        mails |= by_seat(ia.write(seat, offered(mails[seat])))
    answers = [(e.key, e.answer) for e in ia.table().entries if e.kind == "waited"]
    assert answers[-4:] == [
        ("3.2.2 disband", []),
        *(("3.4 muster", each) for each in ("muster york", "levy troops", "done")),
    ]
    news = [each.event.data for each in ia.table().news if each.event.name == "branch_taken"]
    assert news == [{"told": "pay all: not needed, it was not asked of you"}]


def test_a_game_with_branches_is_a_transcript_that_plays_again(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        letter = "muster york; parley bury until friendly, at most 2\nif it fails: levy troops\nelse: levy carts\n"
        talk.write(
            "york", f"{ASSIGN['york']}{letter}levy ship\ndone\n{PLAN}card 1: forage; tax lincoln; pass\ncard 2: forage"
        )
        talk.write("lancaster", ASSIGN["lancaster"] + DONE["lancaster"] + HIS_PLAN)
        table = talk.table()
        text = write_transcript(table)
        assert {"waiting", "stopped", "branched"} <= {line.split()[1] for line in text.splitlines() if "york+" in line}
        again = play_transcript(table.rules, table.setup, text, table.chance)
        assert again.waiting == table.waiting
        assert [e.kind for e in again.entries] == [e.kind for e in table.entries if e.kind != "receipt"]


@pytest.mark.parametrize("heading", ["next levy", "levy of turn 2"])
def test_what_is_for_the_levy_to_come_is_not_done_in_this_one(tmp_path: Path, heading: str) -> None:
    with opened(tmp_path) as talk:
        seat = talk.asked()
        before = len(talk.table().entries)
        told = to(seat, talk.write(seat, f"{heading}: done")).flat
        assert 'there is no "' in told
        assert " of yours to come" in told
        assert len(talk.table().entries) == before
        talk.write(seat, "levy of turn 1: done")
        assert len(talk.table().entries) > before
