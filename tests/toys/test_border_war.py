"""What is done with any game, done with one for two to five houses: seats chosen at the opening, random games, bots, twin
worlds, figures, a game that is shown.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.doctor.random_play import PlayPolicy
from pbem.engine.decision import Seat
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.lab.bench import bench
from pbem.lab.bench import reports as bench_reports
from pbem.lab.bench.bench import Measured
from pbem.lab.fuzz import FuzzSettings, fuzz
from pbem.lab.leaks.planting import PlantSettings, try_plants
from pbem.lab.leaks.run import HuntSettings, leaktest
from pbem.lab.leaks.secret import OFFERS, ORDERS
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.run import Tour, count_legs
from pbem.lab.play.demo import ending_lines, play
from pbem.lab.play.random_games import play_at_random
from pbem.lab.play.stage import Files, desk_over, players_of
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.core.setups import load_setup
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.joining.opening import BadOpening, checked_options, open_game
from pbem.moderator.reports.past import report_of, whole_picture
from pbem.render.picture.draw import draw_svg
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import lobby
from tests.toys.border_war.game import RULES
from tests.toys.border_war.position import State
from tests.toys.border_war.telling import COLOURS, view
from tests.toys.files import toy_files

FIVE = ("percy", "neville", "scotland", "clifford", "stanley")
GAMES = {RULES.name: RULES}


@cache
def files() -> Files:
    return toy_files()


def setup(scenario: str = "marches", **options: int) -> Setup:
    return load_setup(RULES, scenario, files().scenarios, dict(options))


def players(*seats: Seat) -> dict[Seat, Player]:
    return {seat: Player(seat.title(), f"{seat}@pbem.test") for seat in seats}


# Seats


def test_seats_come_from_the_scenario_and_its_options() -> None:
    assert RULES.seats(setup()) == FIVE[:3]
    assert RULES.seats(setup(players=2)) == FIVE[:2]
    assert RULES.seats(setup("five_houses")) == FIVE
    assert RULES.seats(setup("five_houses", players=4)) == FIVE[:4]


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ((), "Border War, The Marches, needs a player for each of percy, neville, scotland; given: nobody"),
        (FIVE[:2], "needs a player for each of percy, neville, scotland; given: percy, neville"),
        (FIVE[:4], "Border War, The Marches, has no seat clifford; its seats are percy, neville, scotland"),
    ],
)
def test_wrong_seats_are_refused_by_name(tmp_path: Path, seats: tuple[Seat, ...], problem: str) -> None:
    db = Database.open(tmp_path / "pbem.sqlite")
    with pytest.raises(BadOpening, match=problem):
        open_game(desk_over(db, GAMES, files()), RULES.name, "marches", players(*seats))
    with db.reading() as session:
        assert lobby.games(session) == []
    db.close()


def test_options_are_read_as_the_game_has_them() -> None:
    assert checked_options(RULES, [("players", "4")]) == {"players": 4}
    with pytest.raises(BadOpening, match=r"has no option 'player' \(is it players\?\); it has players"):
        checked_options(RULES, [("player", "4")])
    with pytest.raises(BadOpening, match="cannot be '6'; it can be 2, 3, 4, 5"):
        checked_options(RULES, [("players", "6")])


def test_a_game_keeps_its_seats_wherever_it_is_moved(tmp_path: Path) -> None:
    one, other = (Database.open(tmp_path / name) for name in ("one.sqlite", "other.sqlite"))
    desk = desk_over(one, GAMES, files())
    name = open_game(desk, RULES.name, "five_houses", players(*FIVE[:4]), options={"players": 4}).name
    with one.reading() as session:
        document = export_game(session, lobby.find_game(session, name).id)
    there = desk_over(other, GAMES, files())
    move_in(there, document)
    with other.reading() as session:
        game = lobby.find_game(session, name)
        context = Context(session, there).of(game)
        assert rerun_game(context).exact
        for reader in (*FIVE[:4], "observer"):
            told = report_of(context, reader).text
            assert all(f"{seat.title()} ({seat.title()})" in told.replace("\n", " ") for seat in FIVE[:4]), reader
    document["seats"] = document["seats"][:3]
    with pytest.raises(BadOpening, match="needs a player for each of percy, neville, scotland, clifford"):
        move_in(there, document, "again")
    for db in (one, other):
        db.close()


# Pictures


def test_a_picture_has_every_house_in_its_own_colour_and_letter() -> None:
    table = play_at_random(RULES, setup("five_houses"), "picture", policy=PlayPolicy.SURVIVE, most=40)
    drawing = draw_svg(whole_picture(table) or pytest.fail("there is no picture"))
    assert all(colour in drawing for colour in COLOURS.values())
    for seat in FIVE:
        assert drawing.count(f">{seat.title()}<") == 2  # in the legend, and at its scale


# Random games, bots, twin worlds


def test_random_games_of_two_to_five_houses_have_no_faults_and_reach_everything() -> None:
    setups = [setup(), setup(players=2), setup("five_houses"), setup("five_houses", players=4), setup("watch")]
    report = fuzz(RULES, setups, 4, "toys", FuzzSettings(files=files()))
    assert [failure.problem for failure in report.failures] == []
    assert min(report.twins, report.worlds, report.previews, report.orders, report.lines, report.offers) > 0
    assert {"deal_done", "deal_agreed_ahead", "deal_refused", "deal_lapsed", "promise_due"} <= report.reach.events.keys()
    known = report.known["marches"]
    assert known.questions <= {key for reach in report.reaches.values() for key in (*reach.questions, *reach.rolls)}
    assert {event for reach in report.reaches.values() for event in reach.events} >= known.events


def test_a_hand_that_a_third_house_is_shown_is_found() -> None:
    def leaky(s: State, seat: Seat) -> Any:
        return replace(view(s, seat), allies=(*s.hands["neville"],)) if seat == "scotland" else view(s, seat)

    report = fuzz(replace(RULES, view=leaky), [setup()], 12, "planted", FuzzSettings(files=files()))
    found = [failure.problem for failure in report.failures]
    assert found
    assert all("scotland can tell from the View what" in problem for problem in found)


@pytest.mark.parametrize("profile", Profile)
def test_bots_of_every_kind_play_a_skirmish_by_mail(profile: Profile) -> None:
    count = count_legs(
        Tour(RULES, "skirmish", profile, options=(("players", 2 + (profile is not Profile.NAIVE)),), files=files()), 1
    )
    assert count.games == 1
    assert count.turns == 1
    assert count.letters >= 3


def test_no_reader_can_tell_worlds_apart_that_differ_in_what_two_others_hide() -> None:
    report = leaktest(RULES, [setup()], [0], "toys", HuntSettings(twins=2, secrets=("hands", ORDERS), files=files()))
    assert report.findings == []
    assert sum(report.twins.values()) == 2
    assert report.mails > 2


def test_no_reader_can_tell_worlds_apart_that_differ_in_what_two_others_offer_each_other() -> None:
    report = leaktest(RULES, [setup()], [0, 1], "offers", HuntSettings(twins=2, secrets=(OFFERS,), files=files()))
    assert report.findings == []
    assert report.steps["offers of two others in one world"] >= 4


def test_a_leak_of_offers_is_planted_and_found() -> None:
    (found,) = try_plants(RULES, [setup()], range(9), "o", PlantSettings(names=("offers",), limit=20, files=files()))
    assert found.found
    assert found.secret == OFFERS


@pytest.mark.long
def test_leaks_of_numbers_of_offers_are_planted_and_found() -> None:
    names = ("number of offers", "numbers of offers")
    found = try_plants(RULES, [setup()], range(60), "o", PlantSettings(names=names, files=files()))
    assert [each.found for each in found] == [True, True]


@pytest.mark.long
def test_leaks_of_any_game_are_planted_and_found() -> None:
    found = try_plants(RULES, [setup()], range(9), "toys", PlantSettings(names=("comment", "message id"), files=files()))
    assert [(each.name, each.found) for each in found] == [("message id", True), ("comment", True)]


# Figures, and a game that is shown


def test_every_figure_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WAVES_BY_CHANCE", 2)
    monkeypatch.setattr(bench_reports, "POSITIONS", 1)
    measured = Measured.of(RULES, files())
    assert bench.bench_engine(RULES, setup(), 1, 2)["decisions"] > 50
    assert bench.bench_mail(tmp_path, measured, 1, 1)["letters"] > 3
    assert set(bench_reports.bench_reports(RULES, setup(), "1", files())) == {"reports, early", "reports, late"}


def test_a_game_is_shown_with_the_pens_that_it_gives_and_forms_as_they_stand(tmp_path: Path) -> None:
    said: list[str] = []
    played = play(tmp_path, RULES, said.append, files=files())
    assert set(played.letters) == set(FIVE[:3])
    assert said[1] == "The game skirmish-1 is open: Anna plays percy, Ben plays neville, Cora plays scotland"
    assert min(played.letters.values()) >= 2
    told = "\n".join(ending_lines(played, RULES, files()))
    assert "play border_war --by-hand percy" in told
    assert "anna@pbem.test (percy), ben@pbem.test (neville), cora@pbem.test (scotland)" in told


def test_players_have_names_of_their_own_and_others_are_called_by_their_seat() -> None:
    assert [player.name for player in players_of(RULES, setup("five_houses")).values()] == [
        *("Anna", "Ben", "Cora", "Clifford", "Stanley")
    ]


def test_a_table_knows_its_seats() -> None:
    table: Table[State] = play_at_random(RULES, setup("five_houses", players=4), "seats", most=3)
    assert table.seats == FIVE[:4]
