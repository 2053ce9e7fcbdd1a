"""The last report's figures, dice and proof, held against the game's log and its states."""

import hmac
import re
import subprocess
from collections import Counter
from hashlib import sha256
from pathlib import Path
from shutil import which
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.doctor.random_play import PlayPolicy
from pbem.engine.dice import Fate
from pbem.engine.log.entry import EntryKind
from pbem.engine.played_log import Rolled
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.moderator.reports.final import by_hand, final_of
from pbem.render.final import Faces, Final, GameProof, final_facts
from pbem.render.templates.page import Page
from pbem.replay.transcript_reader import play_transcript
from pbem.replay.turns import by_turn
from pbem.resources import scenarios_dir, templates_dir

RULES = GAMES["plantagenet"]
FATE = Fate(b"k" * 32)
TOWTON = Path(__file__).parents[2] / "transcripts" / "plantagenet" / "towton.txt"
SALTS = ("york", "5a17" * 8), ("lancaster", "ab12" * 8)


def towton() -> Table[Any]:
    return play_transcript(RULES, load_setup(RULES, "ib_towton", scenarios_dir()), TOWTON.read_text(), FATE)


def henry(seed: str = "3", **options: Any) -> Table[Any]:
    return play_at_random(RULES, load_setup(RULES, "ia_henry_vi", scenarios_dir(), options), seed, policy=PlayPolicy.SURVIVE)


def salted() -> Table[Any]:
    """A game whose players have given their shares in the dice."""
    table = Table.open_new(RULES, load_setup(RULES, "bosworth", scenarios_dir()), FATE)
    for seat, salt in SALTS:
        table.salt(seat, salt)
    while not table.over:
        decision = table.open()[0]
        assert decision.default is not None
        table.answer(decision.seat, decision.key, decision.default(), subject=decision.subject)
    return table


def proof(table: Table[Any]) -> GameProof:
    assert isinstance(table.chance, Fate)
    return GameProof(table.chance.key.hex(), table.chance.commitment, "ia-1.json.gz", "0" * 64)


def dice_of(table: Table[Any]) -> list[Any]:
    return [e for e in table.entries if e.kind is EntryKind.ROLL and isinstance(e.answer, int)]


# Figures


@pytest.mark.parametrize("seed", ["3", "9"])
def test_the_figures_of_each_turn_are_those_of_the_events_and_of_the_states(seed: str) -> None:
    table = henry(seed)
    influence, strongholds = final_of(table, "york").figures
    start = RULES.new_state(table.setup)
    turns, _ = by_turn(table, (news.event for news in table.news))
    assert influence.labels == (None, *(stamp for stamp, _ in turns)) == strongholds.labels
    assert len(turns) > 1
    marker, favour = start.influence, dict(start.favour)
    assert influence.rows[0] == (marker,)
    for place, (_, events) in enumerate(turns, 1):
        for event in events:
            if event.name == "influence":
                marker = event.data["total"]
            if event.name == "favour":
                favour[event.data["locale"]] = event.data["side"]
        assert influence.rows[place] == (marker,)
        assert strongholds.rows[place] == tuple(net(start, favour, kind) for kind in ("city", "town", "fortress"))
    assert influence.rows[-1] == (table.state.influence,)


def net(state: Any, favour: Any, kind: str) -> int:
    here = [favour.get(locale) for locale, facts in state.board.locales.items() if facts.kind == kind]
    return here.count("lancaster") - here.count("york")


def test_at_bosworth_the_figures_are_the_units_that_stand() -> None:
    (units,) = final_of(salted(), "york").figures
    assert units.word == "Round"
    assert units.rows[0] == (25, 21)
    assert 0 in units.rows[-1]
    assert all(before[0] >= after[0] for before, after in zip(units.rows, units.rows[1:], strict=False))


def test_a_game_that_has_not_begun_has_no_figures() -> None:
    table = Table.open_new(RULES, load_setup(RULES, "bosworth", scenarios_dir()), FATE)
    final = final_of(table, None)
    assert (final.story, final.figures) == ((), ())
    assert (final.dice.faces, final.dice.tries) == ((), ())


# Dice


def test_every_die_of_the_log_is_counted_once_and_belongs_to_a_side() -> None:
    table = henry("9")
    rows = {row.seat or row.key: row for row in final_of(table, None).dice.faces}
    seen = Counter(entry.answer for entry in dice_of(table))
    assert len(dice_of(table)) > 20
    assert rows[""].counts == tuple(seen[face] for face in range(1, 7))
    assert rows["york"].rolled + rows["lancaster"].rolled == rows[""].rolled
    purposes = [row for row in rows.values() if row.key]
    assert sum(row.rolled for row in purposes) == rows[""].rolled
    checks = Counter(e.answer for e in dice_of(table) if e.key == "1.4.2 check")
    assert rows["1.4.2 check"].counts == tuple(checks[face] for face in range(1, 7))


def test_what_came_off_is_what_the_events_tell() -> None:
    table = henry("9")
    dice = final_of(table, None).dice
    assert dice.seats == ("york", "lancaster")
    for place, seat in enumerate(dice.seats):
        checks = [n.event.data for n in table.news if n.event.name == "check" and n.event.data["side"] == seat]
        told = next(row.seats[place] for row in dice.tries if row.key == "1.4.2 check")
        assert told is not None
        assert (told.rolled, told.succeeded) == (len(checks), sum(check["passed"] for check in checks))
        assert told.expected == pytest.approx(sum(check["rating"] for check in checks) / 6)
    all_ = dice.tries[-1]
    assert (all_.key, sum(each.rolled for each in all_.seats if each)) == ("", len(dice_of(table)))


def test_too_few_dice_are_not_tested_and_purposes_never() -> None:
    rows = {row.seat or row.key: row for row in final_of(towton(), None).dice.faces}
    assert rows[""].counts == (7, 8, 5, 13, 7, 11)
    assert rows[""].chi == pytest.approx(43.5 / 8.5)
    assert rows[""].odd == 2
    assert rows["york"].odd == rows["lancaster"].odd == rows["4.4.2 protection"].odd == 0
    assert rows["4.4.2 protection"].rolled > 30
    assert Faces("", "", (1, 2, 3, 4, 5, 6)).mean == pytest.approx(91 / 21)


# Who is told what


def test_hidden_mats_are_not_told_in_the_story() -> None:
    table = henry("5", hidden_mats=True)
    hidden = [news for news in table.news if news.event.seen_by is not None]
    assert len(hidden) > 5
    stories = [final_of(table, seat).story for seat in (*table.seats, None)]
    assert stories[0] == stories[1] == stories[2]
    assert len(stories[0]) > 1


# One die by hand


def lines_of(final: Final) -> str:
    """What the report says to type, as a shell reads it."""
    page = Page(templates_dir())
    reader = SimpleNamespace(seat="york", about=SimpleNamespace(players={"york": "Anne", "lancaster": "Bert"}))
    text = page.fill("common/final.txt.j2", report=reader, **final_facts(page, "plantagenet", final, str))
    key = next(line for line in text.splitlines() if line.startswith("key="))
    commands = re.search(r"^hmac\(\).*?hmac \$dice$", text, re.M | re.S)
    assert commands is not None
    return f"{key}\n{commands[0]}\n"


@pytest.mark.skipif(which("openssl") is None, reason="openssl is not here")
@pytest.mark.parametrize("made", [towton, salted])
def test_the_lines_for_the_shell_give_the_die(made: Any) -> None:
    table = made()
    final = final_of(table, "york", proof(table))
    assert final.proof is not None
    told = final.proof.by_hand
    assert told is not None
    out = subprocess.run(["sh", "-c", lines_of(final)], capture_output=True, text=True, check=True).stdout  # noqa: S603, S607
    assert out.startswith(told.byte)
    assert int(out[:2], 16) == told.number
    assert told.number % 6 + 1 == told.die
    number = re.match(r"entry (\d+),", told.about)
    assert number is not None
    assert next(e.answer for e in table.entries if e.number == int(number[1])) == told.die


def test_what_is_hashed_has_roll_and_salts_and_fits_on_lines() -> None:
    table = salted()
    rolled: list[Rolled] = []
    Table.restore(RULES, table.setup, FATE, table.entries, rolled.append)
    told = by_hand(FATE.key.hex(), rolled)
    assert told is not None
    first = rolled[0]
    salts = "lancaster=" + "ab12" * 8 + "|york=" + "5a17" * 8
    assert "".join(told.parts) == f"{first.roll}|{salts}|0"
    assert max(map(len, told.parts)) <= 70
    dice = hmac.digest(FATE.key, b"dice", "sha256")
    assert hmac.new(dice, "".join(told.parts).encode(), sha256).hexdigest().startswith(told.byte)


def test_a_game_without_dice_has_none_to_compute() -> None:
    assert by_hand(FATE.key.hex(), []) is None
