"""Bots that play by mail, and the count of their letters."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.dice import Fate
from pbem.engine.refusal import WaitingLine
from pbem.engine.table import Table
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.sample import FIGHT
from pbem.lab.games import lab_of
from pbem.lab.leaks.changed_position import twisted
from pbem.lab.legs.bot import Bot, standing_lines
from pbem.lab.legs.by_mail import MailedReport
from pbem.lab.legs.corrected_letter import TypedLine, answers_now, mended
from pbem.lab.legs.count import Count
from pbem.lab.legs.draft import LetterDraft
from pbem.lab.legs.follower import Follower
from pbem.lab.legs.kinds import LastLetter, Leg, has_news, kind_of_leg
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.run import Tour, count_legs, play_game
from pbem.lab.legs.slips import SlipTyper, Typing, slip
from pbem.lab.legs.writer import LegsWriter, shows
from pbem.moderator.core.setups import load_setup
from pbem.render.report import Outcome
from pbem.resources import scenarios_dir

IB, IA = "ib_towton", "ia_henry_vi"


class Game:
    """A game without mail, followed as a match by mail follows it."""

    def __init__(self, scenario: str = IB) -> None:
        self.table: Table[Any] = Table.open_new(RULES, load_setup(RULES, scenario, scenarios_dir()), Fate(b"\x02" * 32))
        self.seen = Table(RULES, self.table.setup, self.table.chance)
        self.follower = Follower(RULES)
        self.last: dict[str, LastLetter] = {}
        self.follow()

    def follow(self) -> None:
        """Show the follower what is new."""
        for entry in self.table.entries[len(self.seen.entries) :]:
            self.follower.see(self.seen, entry)
            self.seen.replay(entry)

    def letter(self, seat: str, answer: Any = None) -> Leg:
        """The seat answers its question, by default as the form does. Gives the kind of that leg."""
        kind = kind_of_leg(self.table, self.follower, seat, self.last.get(seat), ["x"])
        decision = self.table.open_to(seat)[0]
        assert decision.default is not None
        first = self.table.next_number
        asked = frozenset((d.key, d.subject) for d in self.table.open_to(seat))
        self.table.answer(seat, decision.key, decision.default() if answer is None else answer, subject=decision.subject)
        self.last[seat] = LastLetter(first, self.table.next_number, asked)
        self.follow()
        return kind

    def to_muster(self, seat: str) -> None:
        """Go on until the seat is asked for its Muster."""
        while (decision := self.table.open()[0]).key != "3.4 muster" or decision.seat != seat:
            self.letter(decision.seat)

    def choose(self, seat: str, begins: str) -> Leg:
        """The seat takes the first option of its Menu that begins so."""
        options = self.table.open_to(seat)[0].shape.options()  # type: ignore[attr-defined]
        return self.letter(seat, next(option for option in options if option.startswith(begins)))


# Kinds of legs


def test_the_first_question_of_a_segment_is_a_hand_over_the_next_one_his_own_dice() -> None:
    game = Game()
    game.to_muster("york")
    assert game.choose("york", "muster") is Leg.HAND_OVER
    assert game.choose("york", "levy") is Leg.OWN_DICE


def test_a_plan_after_a_levy_is_another_segment() -> None:
    game = Game()
    game.to_muster("lancaster")
    game.choose("lancaster", "done")
    assert game.letter("lancaster") is Leg.HAND_OVER
    assert game.letter("york") is Leg.HAND_OVER


def test_what_comes_in_the_midst_of_the_other_sides_card_is_a_reaction() -> None:
    kinds = set()
    for seed in range(3):
        game, player = Game(IA), RandomPlayer.from_seed(f"reaction {seed}", [FIGHT])
        while not game.table.over:
            decision = game.table.open()[0]
            kind = game.letter(decision.seat, player.answer(decision))
            kinds.add((decision.key[:3], kind))
    assert ("4.3", Leg.REACTION) in kinds  # Intercept, Approach
    assert ("4.4", Leg.REACTION) in kinds
    assert {kind for key, kind in kinds if key == "4.4"} == {Leg.REACTION}
    assert {kind for key, kind in kinds if key == "4.1"} == {Leg.HAND_OVER}


def test_a_slip_makes_the_next_leg_an_error_and_so_does_a_refusal_without_dice() -> None:
    game = Game()
    game.to_muster("york")
    game.choose("york", "muster")
    game.last["york"].slipped = True
    assert game.choose("york", "levy") is Leg.ERROR
    last = game.last["york"]
    game.last["york"] = LastLetter(game.table.next_number, game.table.next_number, last.asked, refused=True)
    assert kind_of_leg(game.table, game.follower, "york", game.last["york"]) is Leg.ERROR


def test_to_be_asked_what_one_has_answered_is_a_confirmation() -> None:
    game = Game()
    game.to_muster("york")
    asked = frozenset((d.key, d.subject) for d in game.table.open_to("york"))
    number = game.table.next_number
    assert kind_of_leg(game.table, game.follower, "york", LastLetter(number, number, asked)) is Leg.CONFIRMATION


def test_who_has_forgotten_to_answer_is_asked_again_by_his_own_error() -> None:
    game = Game()
    game.to_muster("york")
    asked = frozenset((d.key, d.subject) for d in game.table.open_to("york"))
    number = game.table.next_number
    last = LastLetter(number, number, asked, answers=False)
    assert kind_of_leg(game.table, game.follower, "york", last) is Leg.ERROR


@pytest.mark.parametrize("lines", [["help"], ["extend 24h"], ["resend", "absent none"]])
def test_a_letter_that_only_asks_or_is_about_time_is_admin(lines: list[str]) -> None:
    game = Game()
    game.to_muster("york")
    assert kind_of_leg(game.table, game.follower, "york", None, lines) is Leg.ADMIN
    assert kind_of_leg(game.table, game.follower, "york", None, [*lines, "done"]) is Leg.HAND_OVER


def test_only_what_one_has_not_caused_oneself_is_something_new() -> None:
    game = Game()
    game.to_muster("york")
    game.choose("york", "muster")
    assert not has_news(game.table, "york", game.last["york"])
    game.choose("york", "done")
    game.choose("lancaster", "muster")
    assert has_news(game.table, "york", game.last["york"])


# Bots know no more than players do


@pytest.mark.parametrize(("profile", "letters"), [(Profile.PLANNER, 25), (Profile.DELEGATOR, 6)])
def test_a_letter_is_the_same_in_worlds_that_differ_in_dice_to_come_and_in_the_other_sides_secrets(
    profile: Profile, letters: int
) -> None:
    rng, compared = Random(5), 0  # noqa: S311 - any will do, but always the same
    player = RandomPlayer.from_seed("worlds", RULES.sample.styles)
    table = player.open_table(RULES, load_setup(RULES, IA, scenarios_dir()))
    while not table.over:
        decision = player.question(table)
        seat, other = decision.seat, next(seat for seat in table.seats if seat != decision.seat)
        if compared < letters and rng.random() < 0.5:
            twin = table.fork()
            twin.chance = Fate(rng.randbytes(32))
            lab_of(RULES).trial.other_world(twin.state, frozenset({seat}), rng.shuffle)
            twin.waiting[other] = [WaitingLine("march london", "")]
            written = [
                Bot(seat, profile, RandomPlayer.of_policy("the same", PlayPolicy.SURVIVE, RULES)).letter(world)
                for world in (table, twin)
            ]
            assert written[0] == written[1]
            compared += len(written[0]) > 3
        table.answer(seat, decision.key, player.answer(decision), subject=decision.subject)
    assert compared == letters


def test_who_delegates_gives_orders_for_what_comes_in_between() -> None:
    lines = standing_lines(Game().table, "york")
    assert "standing game pay all" in lines
    assert "standing game intercept March, Norfolk, Warwick if they are fewer else none" in lines


# Slips


def _cannot_be(_s: State) -> None:
    raise AssertionError


def test_who_imagines_what_cannot_be_thinks_no_further() -> None:
    """The other side's mats are imagined in the midst of a rule, which may have counted on others."""

    def draft(at: int) -> list[str]:
        broken = twisted(RULES, at, _cannot_be)
        table = RandomPlayer.from_seed("draft").open_table(broken, load_setup(RULES, "ia_henry_vi", scenarios_dir()))
        return LetterDraft(table, table.open()[0].seat, RandomPlayer(Random(3), 0.0), branches=False).lines()  # noqa: S311

    whole, begun = draft(1000), draft(6)
    assert 0 < len(begun) < len(whole)


def test_a_slip_swaps_drops_or_doubles_one_letter() -> None:
    rng = Random(1)  # noqa: S311
    made = {slip("march", rng) for _ in range(200)}
    assert {"amrch", "mach", "marrch"} <= made
    assert {len(word) for word in made} == {4, 5, 6}


def test_that_share_of_the_words_is_misspelt() -> None:
    rng = Random(1)  # noqa: S311
    assert SlipTyper(0, rng).type("march Bury St Edmunds") == "march Bury St Edmunds"
    pen = SlipTyper(0.02, rng)
    words = " ".join(["march"] * 5000)
    differ = sum(word != "march" for word in pen.type(words).split())
    assert differ == pen.made
    assert 60 <= differ <= 140


REPORT = MailedReport(
    "[g York turn 1] Your move",
    "== Your letter ==\r\n\r\n  1 ok  march london -> march London\r\n"
    '  2 --  mrach york: "mrach" is not an order.\r\n        Nearest: march York\r\n  3 ..  pass  (not carried out)\r\n',
    "",
    "",
)


def test_a_bot_reads_what_became_of_its_lines() -> None:
    assert REPORT.outcomes == {1: Outcome.DONE, 2: Outcome.REFUSED, 3: Outcome.NOT_DONE}
    assert shows(REPORT, "march York")
    assert not shows(REPORT, "march London")


class Dictated(Bot):
    """Writes what it is told."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("lancaster", Profile.PLANNER, RandomPlayer.from_seed("dictated"))
        self.dictated = lines

    def letter(self, table: Table[Any], *, plain: bool = False) -> list[str]:
        """The lines, whatever is asked."""
        assert not table.over
        assert not plain
        return self.dictated


class Clumsy(SlipTyper):
    """Misspells one word, and this only."""

    def __init__(self) -> None:
        super().__init__(1.0, Random(1))  # noqa: S311

    def type(self, line: str) -> str:
        """The line as it comes out."""
        return line.replace("march york", "mrach york")


def test_a_slip_is_mended_and_the_lines_behind_it_are_sent_again() -> None:
    table = Game().table
    writer = LegsWriter(Dictated(["march london", "march york", "pass"]), Clumsy())
    assert [line.typed for line in writer.write(table)] == ["march london", "mrach york", "pass"]
    writer.last = LastLetter(1, 2, frozenset())
    writer.hear(REPORT, table)
    assert (writer.last.slipped, writer.refused, writer.marred, writer.shown) == (True, 1, 1, 1)
    assert [line.typed for line in writer.write(table)] == ["march york", "pass"]


def test_what_the_position_has_closed_is_no_slip_however_it_is_worded() -> None:
    game = Game()
    game.to_muster("york")
    closed = TypedLine("muster henry", "we muster Henry VI", "we muster Henry VI")
    spelt = TypedLine("muster march", "March shall come to us", "March shall come to us")
    writer = LegsWriter(Dictated([]), SlipTyper(0, Random(1)))  # noqa: S311
    writer.bot.seat = "york"
    for line, marred in ((closed, 0), (spelt, 1)):
        writer.lines, writer.last, writer.marred = [line], LastLetter(1, 2, frozenset()), 0
        writer.hear(MailedReport("", f"== Your letter ==\r\n\r\n  1 --  {line.typed}: no.\r\n", "", ""), game.table)
        assert (writer.marred, writer.last.refused) == (marred, True)


def lines_of(*orders: str) -> list[TypedLine]:
    """Orders as meant; `mrach` is a slip."""
    return [TypedLine(order.replace("mrach", "march"), order) for order in orders]


def test_of_a_segment_to_come_all_lines_are_sent_again_of_one_that_is_over_none() -> None:
    game = Game()
    game.to_muster("york")
    for seat in ("york", "lancaster"):
        game.choose(seat, "done")
    game.letter("york")
    letter = lines_of("card 2:", "tax york", "mrach ely", "pass", "card 3:", "pass", "card 9:", "mrach ely")
    outcomes = dict.fromkeys(range(1, 9), Outcome.DONE) | {3: Outcome.REFUSED, 4: Outcome.NOT_DONE, 8: Outcome.REFUSED}
    again = mended(game.table, "york", letter, outcomes, "the Plan of Turn 1")
    assert [line.typed for line in again] == ["card 2:", "tax york", "march ely", "pass"]


def test_of_the_segment_under_way_only_what_came_to_nothing_is_sent_again() -> None:
    game = Game()
    game.to_muster("york")
    letter = lines_of("standing mrach none", "muster march", "mrach ely", "else go on", "levy carts", "done")
    outcomes = {1: Outcome.REFUSED, 2: Outcome.DONE, 3: Outcome.DONE} | dict.fromkeys((4, 5, 6), Outcome.NOT_DONE)
    again = mended(game.table, "york", letter, outcomes, "the Levy of Turn 1")
    assert [line.typed for line in again] == ["standing march none", "levy carts", "done"]
    outcomes[1] = Outcome.DONE
    again = mended(game.table, "york", letter, outcomes, "the Levy of Turn 1")
    assert [line.typed for line in again] == ["levy carts", "done"]
    assert mended(game.table, "york", letter, outcomes, "the Levy of Turn 0") == []


def test_who_is_asked_what_his_mended_lines_leave_open_writes_anew() -> None:
    game = Game()
    game.to_muster("york")
    writer = LegsWriter(Dictated(["muster march", "done"]), SlipTyper(0, Random(1)))  # noqa: S311
    writer.bot.seat = "york"
    spared, later = TypedLine("standing flee none", "standing flee none"), TypedLine("card 1: pass", "card 1: pass")
    writer.to_mend = [spared, TypedLine("card 1:", "card 1:"), later]
    assert [line.typed for line in writer.write(game.table)] == ["standing flee none", "muster march", "done"]
    writer.to_mend = [TypedLine("levy carts", "levy carts")]
    assert not answers_now(game.table, "york", ["levy carts"])
    assert answers_now(game.table, "york", ["muster march"])
    assert answers_now(game.table, "york", ["levy:", "muster march"])
    assert not answers_now(game.table, "york", ["card 3:", "pass", "levy:", "muster march"])


# Whole games


@pytest.fixture(scope="module")
def counts() -> dict[Profile, Count]:
    """Ib by each profile."""
    return {profile: count_legs(Tour(RULES, IB, profile), 1) for profile in Profile}


@pytest.mark.long
def test_every_letter_is_one_leg_of_one_kind(counts: dict[Profile, Count]) -> None:
    for count in counts.values():
        told = count.as_json()
        assert count.legs.total() == count.letters
        assert sum(told[kind.name.lower()] for kind in Leg) == pytest.approx(told["legs_per_turn"], abs=0.01)
        assert (told["games"], told["turns"]) == (1, 1)


@pytest.mark.long
def test_whole_stints_take_less_than_half_of_the_letters(counts: dict[Profile, Count]) -> None:
    naive, planner, delegator = (counts[profile].legs.total() for profile in Profile)
    assert planner <= naive / 2
    assert delegator <= naive / 2


@pytest.mark.long
def test_who_delegates_writes_less_than_four_letters_a_turn() -> None:
    count = play_game(Tour(RULES, IA, Profile.DELEGATOR, turns=3), 0)
    assert count.turns == 3
    assert count.legs.total() <= 4 * 3


@pytest.mark.long
def test_no_letter_has_to_be_confirmed_and_without_slips_none_goes_wrong(counts: dict[Profile, Count]) -> None:
    for count in counts.values():
        assert count.legs[Leg.CONFIRMATION] == count.legs[Leg.ERROR] == count.slips == 0
        assert 0 < count.floor <= count.legs[Leg.HAND_OVER]


@pytest.mark.long
def test_the_same_seed_plays_the_same_games() -> None:
    tour = Tour(RULES, IB, Profile.DELEGATOR, "again")
    assert play_game(tour, 1).as_json() == play_game(tour, 1).as_json()


def test_slips_cost_legs_and_games_come_to_their_end_all_the_same() -> None:
    count = play_game(Tour(RULES, IB, Profile.PLANNER, typing=Typing(0.1)), 0)
    assert count.slips > 0
    assert count.legs[Leg.ERROR] > 0
    assert count.turns == 1


def test_the_command_prints_one_object() -> None:
    result = CliRunner().invoke(
        app,
        ["lab", "legs", "plantagenet", "--scenario", "ib", "--profile", "planner", "--games", "1", "--jobs", "1", "--json"],
    )
    told = json.loads(result.stdout)
    assert (told["scenario"], told["profile"], told["games"]) == (IB, "planner", 1)
    parts = {"hand_over", "own_dice", "reaction", "error", "confirmation", "admin", "floor"}
    assert parts | {"legs_per_turn", "turns", "letters", "lines", "slips", "typos", "seed"} <= set(told)
    assert told["legs_per_turn"] == pytest.approx(sum(told[part] for part in parts - {"floor"}), abs=0.01)
