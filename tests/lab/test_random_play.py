"""Whatever is played, the log gives it back."""

import json
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.decision import Assign, Decision, Json, Number, Pick, PickSome, Sequence, Split, Stack, YesNo
from pbem.engine.log.cause import Cause
from pbem.engine.log.entry import Entry, EntryKind, fingerprint
from pbem.engine.standing import StandingOrder
from pbem.engine.table import Table
from pbem.games import GAMES
from tests.engine.toy import BLUE, CARTS, GOODS, RED, SEATS, Fair, open_fair, restored, tally_of


def some_answer(data: st.DataObject, decision: Decision) -> Json:
    """A legal answer."""
    match decision.shape:
        case YesNo():
            return data.draw(st.booleans())
        case Number(least, most):
            return data.draw(st.integers(least, most))
        case Pick(options):
            return data.draw(st.sampled_from(list(options())))
        case PickSome(options, least, most):
            return data.draw(st.lists(st.sampled_from(list(options())), min_size=least, max_size=most, unique=True))
        case Sequence(options):
            return data.draw(st.permutations(list(options())))
        case Assign():
            return dict(zip(data.draw(st.permutations(GOODS)), data.draw(st.permutations(CARTS)), strict=True))
        case Split():
            return data.draw(st.sampled_from([{"ely": 2, "york": 2}, {"york": 3, "kings_lynn": 1}, {"ely": 1, "york": 3}]))
        case Stack():
            return data.draw(st.permutations(["york", "york", "ely"]))
    raise AssertionError(decision.shape)


def interject(data: st.DataObject, table: Table[Fair]) -> None:
    """Something that answers nothing, or nothing yet."""
    seat = data.draw(st.sampled_from(SEATS))
    match data.draw(st.integers(0, 9)):
        case 0:
            table.salt(seat, data.draw(st.sampled_from(["aa", "bb"])))
        case 1:
            scope = data.draw(st.sampled_from(table.scopes()))
            table.instruct(StandingOrder(seat, "4 price", "price", data.draw(st.integers(0, 9)), scope))
        case 2:
            table.withdraw(seat, "4 price", "price")
        case 3:
            for decision in [d for d in table.open_to(seat) if isinstance(d.shape, Assign)]:
                table.draft(seat, decision.key, {"wool": data.draw(st.sampled_from(CARTS))})
        case 4:
            for decision, _ in table.given_by(seat):
                table.answer(seat, decision.key, some_answer(data, decision))


def play_on(data: st.DataObject, table: Table[Fair], answers: int) -> None:
    """Up to so many answers, with interjections."""
    for _ in range(answers):
        interject(data, table)
        if table.over:
            return
        decision = data.draw(st.sampled_from(table.open()))
        table.answer(decision.seat, decision.key, some_answer(data, decision))


def through_json(entries: list[Entry]) -> list[Entry]:
    lines: list[dict[str, Any]] = json.loads(json.dumps([asdict(e) for e in entries]))
    read: dict[str, Any] = {"kind": EntryKind, "cause": Cause.from_json}
    return [Entry(**{name: read.get(name, _as_it_is)(value) for name, value in line.items()}) for line in lines]


def _as_it_is(value: Any) -> Any:
    return value


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_restoring_gives_the_same_game(data: st.DataObject) -> None:
    table = open_fair(days=2)
    play_on(data, table, data.draw(st.integers(0, 60)))
    other = restored(table, through_json(table.entries))
    assert tally_of(other).looked == 0
    assert fingerprint(other.state) == fingerprint(table.state)
    assert other.entries == table.entries
    assert other.news == table.news
    assert (other.salts, other.drafts, other.book, other.over) == (table.salts, table.drafts, table.book, table.over)
    assert [d.key for d in other.open()] == [d.key for d in table.open()]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_restored_game_goes_on_like_the_first(data: st.DataObject) -> None:
    table = open_fair(days=1)
    play_on(data, table, data.draw(st.integers(0, 20)))
    other = restored(table)
    while not table.over:
        decision = table.open()[0]
        answer = some_answer(data, decision)
        table.answer(decision.seat, decision.key, answer)
        other.answer(decision.seat, decision.key, answer)
    assert other.entries == table.entries
    assert other.state.result == table.state.result


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_private_news_are_seen_by_their_owner_only(data: st.DataObject) -> None:
    table = open_fair(days=1)
    play_on(data, table, 4)
    for seat, other in ((RED, BLUE), (BLUE, RED)):
        hands = [n.event for n in table.news if n.event.name == "hand" and n.event.visible_to(seat)]
        assert [e.data["cards"] for e in hands] == ([table.state.hands[seat]] if table.state.hands else [])
        assert not any(e.visible_to(other) or e.visible_to(None) for e in hands)


def test_the_fingerprint_tells_positions_apart_and_skips_printed_facts() -> None:
    one, two = open_fair().state, open_fair().state
    assert one.tally is not two.tally
    assert fingerprint(one) == fingerprint(two)
    two.told.append(None)
    assert fingerprint(one) != fingerprint(two)


def test_play_on_the_way_meets_every_shape() -> None:
    table, met = open_fair(days=1), set()
    while not table.over:
        decision = table.open()[0]
        met.add(type(decision.shape).__name__)
        default = decision.default() if decision.default else "sing york"
        table.answer(decision.seat, decision.key, default)
    assert met == {"Assign", "YesNo", "Number", "Pick", "PickSome", "Sequence", "Split", "Stack", "Menu"}


def test_games_that_are_under_way_when_the_program_ends_end_quietly() -> None:
    program = (
        "import email, sys\n"  # a module that Python takes apart after ours
        "from pbem.doctor.random_play import RandomPlayer\n"
        "from pbem.games import GAMES\n"
        "from pbem.lab.play.stage import Files\n"
        "files, player = Files.delivered(), RandomPlayer.from_seed('end')\n"
        "tables = [player.open_table(rules, files.setup(rules)) for rules in GAMES.values()]\n"
        "email.kept = [*sys.modules.values(), tables]\n"
        "print(len(tables), any(table.over for table in tables))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert (done.stdout, done.stderr) == (f"{len(GAMES)} False\n", "")
