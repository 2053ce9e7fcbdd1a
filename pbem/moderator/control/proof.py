"""A stored or exported game put to the proof: rerun under the rules of today, or verified as a document."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.engine.dice import Fate
from pbem.engine.event import Event
from pbem.engine.rules import Rules
from pbem.engine.table import News
from pbem.moderator.desk.context import GameContext
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.scenario_files import load_exactly, scenario_version
from pbem.moderator.desk.tables import entry_of
from pbem.replay.audit import RerunReport, Verdict, rerun, verify
from pbem.replay.witness import KnownRecords, told_in
from pbem.store import journal
from pbem.store.archive_format import parse
from pbem.store.tables import GameRow


def rerun_game(context: GameContext, from_turn: str | None = None) -> RerunReport:
    """Play a game's live log again and compare positions, questions and what was told; nothing is changed."""
    session, desk, game = context.session, context.desk, context.game
    entries = map(entry_of, journal.read(session, game.id))
    told = [
        News(line.entry_number, Event(line.rule, line.name, line.data, line.seen_by))
        for line in journal.events_since(session, game.id, -1)
    ]
    fate = Fate(bytes.fromhex(game.key))
    return rerun(desk.rules_of(game), desk.setup_of(game), fate, entries, from_turn, told)


def verify_document(document: object, games: Mapping[str, Rules[Any]], scenarios: Path) -> Verdict:
    """What an exported game proves, by its dice and by playing it again. Raises BadArchive and NoScenario.

    A game of rules that are not among `games` is proved by its dice alone.
    """
    archive = parse(document).model_dump(mode="json")
    game = archive["game"]
    rules = games.get(game["rules"])
    if rules is None:
        return verify(archive)
    began = game["scenario"], scenarios, game["options"], game["rules_version"]
    return verify(archive, rules, load_exactly(rules, *began))


def told_in_document(document: object) -> tuple[str, KnownRecords | None]:
    """The name of an exported game, and what its mails can have told (None: they told no record). Raises BadArchive."""
    archive = parse(document).model_dump(mode="json")
    return archive["game"]["name"], told_in(archive)


def changed_files(desk: Desk, game: GameRow) -> str:
    """A line when the scenario files are not those the game began with, or nothing."""
    version = scenario_version(desk.rules_of(game), game.scenario, desk.scenarios)
    if version == game.scenario_version:
        return ""
    return f"its scenario files have changed: version {game.scenario_version} when it began, now {version}"
