"""Options of Plantagenet: whatever a Menu offers is read again as what it was, and nobody else takes options apart."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.phrase import NONE, Phrase, read_one
from pbem.games import plantagenet
from pbem.games.plantagenet.battle import battle, battle_events, strike
from pbem.games.plantagenet.campaign import command, intercept
from pbem.games.plantagenet.cards import events_york
from pbem.games.plantagenet.components import held
from pbem.games.plantagenet.components.options import EventOf, UnitOf
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy import muster, pillage
from tests.games.plantagenet.scene import IA, II, III, setup_of

FORMS: dict[str, tuple[type[Phrase], ...]] = {
    muster.MUSTER: muster.FORMS,
    command.COMMAND: command.FORMS,
    intercept.INTERCEPT: (intercept.Band,),
    strike.HIT: (UnitOf,),
    battle.ADVANCE: (battle.Advance,),
    battle_events.SUSPICION_KEY: (battle_events.Suspect,),
    battle_events.TRUST_KEY: (battle_events.Temptation,),
    events_york.TAX: (events_york.TaxBy,),
    held.PLAY: (EventOf,),
    pillage.PAY.share: (pillage.Share,),
    pillage.FEED.share: (pillage.Share,),
}
ROOMS = ("battle", "campaign", "cards", "levy", "preview")
CUTS = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith"}


@pytest.mark.parametrize(("scenario", "seed"), [(IA, "1"), (II, "2"), (III, "3")])
def test_every_option_offered_is_read_again_as_what_it_was(scenario: str, seed: str) -> None:
    player = RandomPlayer.of_policy(seed, PlayPolicy.SURVIVE, RULES)
    table = player.open_table(RULES, setup_of(scenario))
    seen: set[type[Phrase]] = set()
    for _ in range(150):
        if table.over:
            break
        decision = player.question(table)
        forms = FORMS.get(decision.key, ())
        for option in decision.shape.options() if forms else ():  # type: ignore[attr-defined]
            if option != NONE:
                again = read_one(forms, str(option))
                assert (type(again), vars(again)) == (type(option), vars(option))
                seen.add(type(option))
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
    assert len(seen) > 8


def test_no_form_reads_what_another_has_written() -> None:
    for forms in (muster.FORMS, command.FORMS):
        assert len({form.form for form in forms}) == len(forms)


def cut_in(path: Path) -> list[str]:
    """The calls in a file that take a text apart."""
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return [call.func.attr for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in CUTS]


def test_no_rule_and_no_forecast_takes_a_text_apart() -> None:
    rooms = [Path(plantagenet.__path__[0], room) for room in ROOMS]
    files = [path for room in rooms for path in room.glob("*.py")]
    assert len(files) > 40
    assert {path.name: cuts for path in files if (cuts := cut_in(path))} == {}
