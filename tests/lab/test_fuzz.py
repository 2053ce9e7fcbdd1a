"""Random play: Bosworth is clean, and every kind of fault that a game can have is found."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Coroutine, Mapping
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pbem.doctor.random_play import DeadEnd, PlayPolicy, RandomPlayer, random_answer
from pbem.engine.decision import (
    DICE,
    Assign,
    Decision,
    Die,
    Json,
    Menu,
    Number,
    Pick,
    PickSome,
    Seat,
    Sequence,
    Shape,
    Split,
    Together,
    YesNo,
)
from pbem.engine.dice import Fate, Mixed, RollId, roll
from pbem.engine.event import Event, tell
from pbem.engine.game.forecast import Forecast, Previews
from pbem.engine.game.orders import Orders, Word
from pbem.engine.game.rules import Rules
from pbem.engine.game.sample import BotStyle
from pbem.engine.game.setup import Setup, always
from pbem.engine.game.standing import Scope, Standing
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.lab.fuzz import FuzzReport, FuzzSettings, events_named, fuzz, fuzz_game
from pbem.lab.fuzz.proofs import GameFault, check_visible_events, compare_futures, compare_previews, compare_worlds
from pbem.lab.games import LAB_GAMES, LabGame
from pbem.lab.play.random_games import play_at_random
from pbem.lab.trial import Hidden, Mix, Readers, Trial
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.preview import preview
from pbem.resources import scenarios_dir

PLANTAGENET = GAMES["plantagenet"]
BOSWORTH = load_setup(PLANTAGENET, "bosworth", scenarios_dir())
GOODS = ("wool", "salt", "cloth")
CARTS = ("first", "second")
SETUP = Setup("fair", {})
RED, BLUE = "red", "blue"


@dataclass
class Fair:
    """A small position."""

    told: list[Json] = field(default_factory=list)
    peeked: list[Json] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


Play = Callable[[Fair], Coroutine[Any, Any, None]]


def ask(shape: Shape, seat: Seat = RED, key: str = "1 ask") -> Decision:
    return Decision(seat, key, seat, "?", shape)


def load(seat: Seat) -> Decision:
    """Which good goes where; at most two on a cart."""

    def objection(_item: str, bin_: str, so_far: Mapping[str, str]) -> str | None:
        return "full" if list(so_far.values()).count(bin_) == 2 else None

    return ask(Assign(lambda: GOODS, lambda: CARTS, 3, objection), seat, "2 load")


async def good(s: Fair) -> None:
    """One question of every shape, a secret round and a die."""
    s.told += await Together((load(RED), load(BLUE)))
    shapes = (
        YesNo(),
        Number(2, 9),
        Pick(lambda: GOODS),
        PickSome(lambda: GOODS, 0, 2),
        Sequence(lambda: GOODS),
        Split(lambda: {"wool": 2, "salt": 3}, 4),
    )
    for number, shape in enumerate(shapes):
        s.told.append(await ask(shape, RED, f"{number + 3} ask"))
    s.told.append(await roll("9 end", "end"))
    tell(s, "9", "ended", told=[str(each) for each in s.told])


VOCABULARY: tuple[Word[Fair], ...] = (
    Word("ask", "1 ask", "", ""),
    Word("load", "2 load", "", ""),
    *(Word(f"ask{number}", f"{number} ask", "", "") for number in range(3, 9)),
)


def rules_of(play: Play, **other: Any) -> Rules[Any]:
    """A toy game."""
    toy: Rules[Fair] = Rules(
        name="fair",
        title="The Fair",
        version=1,
        seats=always(RED, BLUE),
        scenarios={"fair": "A fair"},
        new_state=lambda _setup: Fair(),
        play=play,
        view=lambda s, _seat: list(s.told),
        turn=lambda _s: "day 1",
        standing=Standing(scopes=lambda _s: (Scope("fair", "all"),)),
        names=lambda _s, option: (option,),
        result=lambda s: len(s.told),
        vocabulary=VOCABULARY,
    )
    return replace(toy, **other)


def problem(rules: Rules[Any], games: int = 40) -> str:
    """The first thing found."""
    report = fuzz(rules, [SETUP], games, "toy", FuzzSettings(max_decisions=50))
    assert not report.clean
    assert "FAILURE seed toy/" in report.summary()
    return report.failures[0].problem


@pytest.mark.long
def test_bosworth_is_clean() -> None:
    report = fuzz(PLANTAGENET, [BOSWORTH], 30, "bosworth")
    assert report.clean, report.summary()
    assert report.games == 30
    assert min(report.decisions, report.lines, report.twins, report.longest) > 20
    assert "30 games" in report.summary()
    questions, events, *_ = (line for line in report.summary().splitlines() if " never reached in " in line)
    assert questions.startswith("questions")
    assert "4.4.2 advance" in questions
    assert events.startswith("events")
    assert "advances" in events


@pytest.mark.long
def test_the_same_seed_plays_the_same_games() -> None:
    one, other = (fuzz(PLANTAGENET, [BOSWORTH], 3, 5).summary() for _ in range(2))
    assert one == other
    assert play_at_random(PLANTAGENET, BOSWORTH, "x").entries == play_at_random(PLANTAGENET, BOSWORTH, "x").entries


@pytest.mark.long
@pytest.mark.parametrize("hidden_mats", [False, True])
def test_the_board_is_clean(hidden_mats: bool) -> None:
    setup = load_setup(PLANTAGENET, "ic_somersets_return", scenarios_dir(), {"hidden_mats": hidden_mats})
    report = fuzz(PLANTAGENET, [setup], 6, "board")
    assert report.clean, report.summary()
    assert report.worlds > 0
    assert "Turn 5 6" in report.summary()


@pytest.mark.long
def test_processes_share_the_games_and_find_the_same() -> None:
    alone, together = (fuzz(PLANTAGENET, [BOSWORTH], 8, "share", jobs=jobs) for jobs in (1, 2))
    assert alone.summary() == together.summary()
    assert together.games == 8


def test_who_wants_to_survive_lives_longer() -> None:
    setup = load_setup(PLANTAGENET, "ia_henry_vi", scenarios_dir())
    turns = [sum(played_turns(setup, policy)) for policy in (PlayPolicy.RANDOM, PlayPolicy.SURVIVE)]
    assert turns[0] * 1.5 < turns[1]


def played_turns(setup: Setup, policy: PlayPolicy) -> list[int]:
    return [play_at_random(PLANTAGENET, setup, f"t/{n}", policy=policy).state.turn for n in range(12)]


@pytest.mark.long
def test_what_no_game_reached_is_told_by_scenario_and_for_all() -> None:
    towton = load_setup(PLANTAGENET, "ib_towton", scenarios_dir())
    summary = fuzz(PLANTAGENET, [BOSWORTH, towton], 2, "reach").summary()
    assert "questions never reached in bosworth: " in summary
    assert "questions never reached in ib_towton: " in summary
    assert "rules never reached in any scenario: " in summary
    never = next(line for line in summary.splitlines() if line.startswith("things never reached in any scenario"))
    assert "Event " not in never, "Towton has one Turn: no Events are drawn"


def test_a_taste_gives_weight_to_order_words() -> None:
    options = ["pass", "march york", "march ely", "levy lord york", "levy troops"]
    taste = BotStyle({"levy lord": 1, "pass": 0, "march": 0, "levy": 0})
    rng = RandomPlayer.from_seed("x").rng
    assert {random_answer(rng, Menu(lambda: options), taste) for _ in range(30)} == {"levy lord york"}
    last = BotStyle({"pass": 0, "levy": 0}, last={"ely": 0})
    assert {random_answer(rng, Menu(lambda: options), last) for _ in range(30)} == {"march york"}


def test_a_toy_with_every_shape_is_clean() -> None:
    report = fuzz(rules_of(good), [SETUP], 60, 1)
    assert report.clean, report.summary()
    assert "questions never reached in any scenario: 1 ask" in report.summary().splitlines()
    assert report.reach.never_chosen() == {}


async def broken(s: Fair) -> None:
    s.told.append(await ask(YesNo()))
    if s.told[0]:
        raise ZeroDivisionError("the fair has no bread")


async def endless(s: Fair) -> None:
    while True:
        s.peeked = [await ask(YesNo())]


async def never_the_same(s: Fair) -> None:
    s.told.append(next(COUNT))
    s.told.append(await ask(YesNo()))


COUNT = itertools.count()


async def told_in_tuples(s: Fair) -> None:
    s.told.append(await ask(YesNo()))
    tell(s, "1", "pair", pair=(1, 2))


async def one_good(s: Fair) -> None:
    for _ in range(9):
        s.told.append(await ask(Pick(lambda: GOODS)))


async def leaky(s: Fair) -> None:
    """A rule that notes on the State what it is asked to judge."""

    def objection(item: str, bin_: str, _so_far: Mapping[str, str]) -> str | None:
        s.peeked = [item, bin_]
        return None

    shape = Assign(lambda: GOODS, lambda: CARTS, 2, objection)
    await Together((ask(shape, RED, "2 load"), ask(shape, BLUE, "2 load")))


def test_a_crash_is_found_with_its_log() -> None:
    report = fuzz(rules_of(broken), [SETUP], 20, "toy", FuzzSettings(max_decisions=50))
    failure = report.failures[0]
    assert "ZeroDivisionError: the fair has no bread" in failure.problem
    assert [entry.kind for entry in failure.log] == ["salt", "salt"]
    again = FuzzReport()
    fuzz_game(rules_of(broken), SETUP, failure.seed, 50, again, PlayPolicy(failure.policy))
    assert again.failures[0].log == failure.log


def test_a_broken_invariant_is_found() -> None:
    rules = rules_of(good, checks=lambda s: ["too much told"] if len(s.told) > 3 else [])
    assert problem(rules) == "GameFault: checks: too much told"


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        (Pick(lambda: ()), "nothing to choose from"),
        (PickSome(lambda: GOODS, 4, 5), "at least 4"),
        (Number(3, 2), "at least 3"),
        (Split(lambda: {"wool": 1, "salt": 1}, 3), "room for 2"),
        (Assign(lambda: GOODS, lambda: CARTS, 1, lambda _i, _b, _s: "no"), "cannot be found"),
    ],
)
def test_a_dead_end_is_found(shape: Shape, found: str) -> None:
    async def stuck(s: Fair) -> None:
        s.told.append(await ask(shape))

    assert problem(rules_of(stuck)).startswith("DeadEnd: ")
    assert found in problem(rules_of(stuck))


def test_a_game_without_end_is_found() -> None:
    assert problem(rules_of(endless)) == "GameFault: not over after 50 decisions"


def test_a_log_that_does_not_lead_back_is_found() -> None:
    assert problem(rules_of(never_the_same)).startswith("Diverged: entry 1: the state after it is")


def test_events_that_change_in_the_database_are_found() -> None:
    assert "the data of the Event pair changes in JSON" in problem(rules_of(told_in_tuples))


def test_names_that_cannot_be_read_back_are_found() -> None:
    assert "is refused" in problem(rules_of(one_good, names=lambda _s, option: (f"{option}, best",)))


def test_names_that_mean_something_else_are_found() -> None:
    swapped = {"wool": "salt", "salt": "wool"}
    rules = rules_of(one_good, names=lambda _s, option: (swapped.get(option, option), option))
    assert "is refused" in problem(rules)


def test_a_leak_through_the_position_is_found() -> None:
    found = problem(rules_of(leaky, view=lambda s, _seat: list(s.peeked)))
    assert "can tell from the View what" in found


def test_a_leak_through_the_reply_form_is_found() -> None:
    segment = lambda s, _seat: tuple(s.peeked)  # noqa: E731
    assert "can tell from the reply form what" in problem(
        rules_of(leaky, orders=Orders(form=segment), seats=always(RED, BLUE))
    )


def test_a_reply_form_that_is_refused_is_found() -> None:
    found = problem(rules_of(good, orders=Orders(form=lambda _s, _seat: ("dance",))))
    assert 'the reply form offers red "dance", which is refused' in found or 'offers blue "dance"' in found


async def hiding(s: Fair) -> None:
    """Red holds something that only they may know."""
    s.told = ["wool"]
    tell(s, "1", "bought", seen_by=frozenset({RED}), good="wool")
    await ask(Pick(lambda: list(GOODS)), BLUE)


def another_good(s: Fair, readers: Readers, _mix: Mix) -> bool:
    s.told = ["salt"]
    return readers == {BLUE}


def named(s: Fair, seat: Seat, events: Seq[Event]) -> list[Json]:
    return [event.data["good"] for event in events if seat == BLUE and event.data["good"] in s.told]


HIDDEN: dict[str, Any] = {"name": "hidden fair", "view": lambda s, seat: s.told if seat == RED else []}
LAB_GAMES["hidden fair"] = LabGame(Trial(secrets=(Hidden("good", vary=another_good),)))
LAB_GAMES["told fair"] = LabGame(Trial(leaked=named))


def world_of(rules: Rules[Any]) -> Table[Any]:
    return Table.open_new(rules, SETUP, Fate(bytes(32)))


def no_letters(_table: Table[Any], _seat: Seat) -> tuple[str, ...]:
    return "", "", ""


def test_worlds_that_differ_in_secrets_look_the_same() -> None:
    rng = RandomPlayer.from_seed("x").rng
    table = world_of(rules_of(hiding, **HIDDEN))
    assert compare_worlds(table, BLUE, rng, no_letters)
    assert not compare_worlds(table, RED, rng, no_letters)


@pytest.mark.parametrize(
    ("leak", "found"),
    [
        ({"view": lambda s, _seat: list(s.told)}, "the View"),
        ({"orders": Orders(form=lambda s, _seat: tuple(s.told))}, "the reply form"),
    ],
)
def test_a_leak_of_what_is_hidden_is_found(leak: dict[str, Any], found: str) -> None:
    table = world_of(rules_of(hiding, **{**HIDDEN, **leak}))
    with pytest.raises(GameFault, match=f"can tell from {found}"):
        compare_worlds(table, BLUE, RandomPlayer.from_seed("x").rng, no_letters)


def test_a_leak_in_a_letter_is_found() -> None:
    table = world_of(rules_of(hiding, **HIDDEN))
    with pytest.raises(GameFault, match=r"can tell from their letter \(text\) what is hidden: ...'wool' or 'salt'"):
        compare_worlds(table, BLUE, RandomPlayer.from_seed("x").rng, lambda t, _: ("", t.state.told[0], ""))


def told_costs(table: Table[Any], seat: Seat, lines: list[str]) -> tuple[str, ...]:
    """What a preview says of these lines."""
    foreseen = preview(table, seat, list(enumerate(lines, 1))).lines
    return tuple(f"{line.understood} {line.problem} {line.words}" for line in foreseen)


def test_previews_in_worlds_that_differ_in_secrets_are_the_same() -> None:
    rng = RandomPlayer.from_seed("x").rng
    table = world_of(rules_of(hiding, **HIDDEN))
    assert compare_previews(table, BLUE, rng, told_costs)
    assert not compare_previews(table, RED, rng, told_costs)


def test_a_leak_in_a_forecast_is_found() -> None:
    leak: dict[str, Any] = {"previews": Previews(forecast=lambda s, *_: Forecast(words=(f"there is {s.told[0]}",)))}
    table = world_of(rules_of(hiding, **{**HIDDEN, **leak}))
    with pytest.raises(GameFault, match=r"can tell from a preview of .* what is hidden: .*wool"):
        compare_previews(table, BLUE, RandomPlayer.from_seed("x").rng, told_costs)


def test_a_preview_that_rolls_is_found() -> None:
    table = world_of(rules_of(hiding, **HIDDEN))
    die = RollId("fair", "1 die", "goods", 1)
    with pytest.raises(GameFault, match="a preview rolls fair"):
        compare_previews(
            table, BLUE, RandomPlayer.from_seed("x").rng, lambda t, _seat, _lines: (str(t.chance(die, Die(), Mixed())),)
        )


def test_a_preview_that_leaves_traces_is_found() -> None:
    table = world_of(rules_of(hiding, **HIDDEN))

    def careless(world: Table[Any], seat: Seat, _lines: list[str]) -> tuple[str, ...]:
        world.salt(seat, "00")
        return ()

    with pytest.raises(GameFault, match="has left traces"):
        compare_previews(table, BLUE, RandomPlayer.from_seed("x").rng, careless)


def test_a_leak_through_an_event_is_found() -> None:
    check_visible_events(world_of(rules_of(hiding, name="told fair")))

    async def careless(s: Fair) -> None:
        s.told = ["wool"]
        await ask(YesNo())
        tell(s, "1", "bought", good="wool")

    table = world_of(rules_of(careless, name="told fair"))
    table.answer(RED, "1 ask", True)
    with pytest.raises(GameFault, match="entry 1: told to blue: wool"):
        check_visible_events(table)


async def windows(s: Fair) -> None:
    """Blue may trade; red answers with what they hold: in `told` that they are asked whatever it is."""
    s.told, s.peeked = ["ask always"], ["wool"]
    if await ask(YesNo(), BLUE) and ("ask always" in s.told or "salt" in s.peeked):
        await ask(YesNo(), RED, "2 load")
    tell(s, "1", "shown", good=s.peeked[0])


def other_good(s: Fair, _seat: Seat, _mix: Mix) -> bool:
    s.peeked = ["salt"]
    return True


def courses(rules: Rules[Any], always: bool) -> tuple[Table[Any], Table[Any]]:
    """The same answer of Blue's with Red holding wool, and salt."""
    worlds = world_of(rules), world_of(rules)
    other_good(worlds[1].state, BLUE, lambda _: None)
    for world in worlds:
        world.state.told = ["ask always"] if always else []
        world.answer(BLUE, "1 ask", True)
    return worlds


def test_a_question_that_opens_whatever_is_held_tells_nothing() -> None:
    compare_futures(*courses(rules_of(windows), always=True), BLUE, 0)


def test_a_question_that_opens_for_some_cards_only_is_found() -> None:
    with pytest.raises(GameFault, match="can tell from what follows what is held"):
        compare_futures(*courses(rules_of(windows), always=False), BLUE, 0)


def test_nothing_is_compared_once_it_has_come_to_light() -> None:
    compare_futures(*courses(rules_of(windows), always=False), BLUE, 0, frozenset({"shown"}))


@pytest.mark.long
def test_a_hand_that_is_shown_is_found() -> None:
    def too_much(s: Any, seat: Seat) -> Any:
        board = PLANTAGENET.view(s, seat)
        return replace(board, out=tuple(card.title for card in PLANTAGENET.view(s, board.enemy).hand))

    setup = load_setup(PLANTAGENET, "ic_somersets_return", scenarios_dir())
    report = fuzz(replace(PLANTAGENET, view=too_much), [setup], 12, "hand", FuzzSettings(policies=[PlayPolicy.SURVIVE]))
    assert any("can tell from the View what is hidden" in failure.problem for failure in report.failures)


def test_the_dice_are_no_player() -> None:
    with pytest.raises(TypeError, match="no player is asked"):
        random_answer(RandomPlayer.from_seed("x").rng, Die())


def test_a_game_can_be_broken_off() -> None:
    table = play_at_random(rules_of(endless), SETUP, "x", 5)
    assert len([entry for entry in table.entries if entry.seat != DICE]) == 5


def test_a_dead_end_is_an_exception_of_its_own() -> None:
    with pytest.raises(DeadEnd):
        random_answer(RandomPlayer.from_seed("x").rng, Pick(lambda: ()))


def test_the_events_of_a_game_are_read_from_its_sources() -> None:
    assert {"flees", "game_won", "game_drawn", "advances"} <= events_named(PLANTAGENET)
