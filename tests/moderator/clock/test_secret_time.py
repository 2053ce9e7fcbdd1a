"""One deadline for all that a player answers in secret: nobody else sees it move, in mails or on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from pbem.engine.game.setup import Setup
from pbem.games import GAMES
from pbem.games.plantagenet.campaign.approach import approach
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import Phase, State
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy.pay import disband_at_will
from pbem.moderator.core.context import Context
from pbem.moderator.reports.past import OBSERVER, report_of
from pbem.store.games import lobby
from tests.games.plantagenet.scene import active, capability, hold, put
from tests.support.conversation import Conversation

Change = Callable[[State], None]
TERMS = {"deadline": "72h", "reminder": "24h", "grace": "24h"}
YORK, HENRY = Lord("york"), Lord("henry_vi")


def ely(change: Change, setup: Setup) -> State:
    """York has Marched to Ely, where Henry VI stands, with Hidden Mats."""
    s = RULES.new_state(setup)
    s.phase, s.hidden_mats = Phase.CAMPAIGN, True
    put(s, "york", "ely", men_at_arms=2)
    put(s, "henry_vi", "ely", men_at_arms=2)
    hold(s, "l1")
    change(s)
    active(s, "york", 4)
    return s


def talk_of(folder: Path, change: Change) -> Conversation:
    """The Approach to Ely, by letter."""
    folder.mkdir()

    async def play(s: State) -> None:
        await approach(s, Locale("ely"), [YORK], {YORK: "lynn"}, [YORK])
        await disband_at_will(s, Side.YORK)
        s.result = {"winner": None}

    rules = replace(RULES, new_state=partial(ely, change), play=play)
    return Conversation(folder, scenario="ia_henry_vi", games={**GAMES, RULES.name: rules}, terms=TERMS)


def parley(s: State) -> None:
    """King's Parley lies on Henry's mat."""
    capability(s, "henry_vi", "l15")


def other_card(s: State) -> None:
    """Another card lies there."""
    capability(s, "henry_vi", "l13")


def test_a_secret_answer_moves_no_deadline(tmp_path: Path) -> None:
    """With King's Parley on the mat Lancaster is asked once more: York and observers see the same."""
    seen = []
    for name, change, letters in (("one", parley, ("parley no", "help")), ("other", other_card, ("help", "help"))):
        talk = talk_of(tmp_path / name, change)
        mails = [mail for mail in talk.opening if mail.to == "ann@example.test"]
        for letter in letters:
            talk.clock.move(hours=10)
            talk.write("lancaster", letter)
            mails += talk.write("york", "status\nreport\n")
            mails += [mail for mail in talk.tick(hours=1) if mail.to == "ann@example.test"]
        mails += [mail for mail in talk.tick(hours=60) if mail.to == "ann@example.test"]
        with talk.db.reading() as session:
            context = Context(session, talk.desk).of(lobby.find_game(session, talk.name))
            shown = [report_of(context, who, None).text for who in ("york", OBSERVER)]
        assert talk.table().open_to("lancaster")[0].key == "3.1.3 play"
        talk.db.close()
        seen.append(([mail.lasting for mail in mails], shown))
    assert len(seen[0][0]) >= 4
    assert seen[0] == seen[1]


def test_a_new_deadline_begins_with_what_everybody_sees(tmp_path: Path) -> None:
    """Nothing shows of King's Parley and the window for Held Events; the Battle that follows has new time."""
    talk = talk_of(tmp_path / "one", parley)
    first = talk.write("york", "status")[0].flat
    due = "until Tue 25 Aug 2026 12:00 UTC"
    assert due in first
    talk.clock.move(hours=10)
    talk.write("lancaster", "parley no\nplay none")
    assert due in talk.write("york", "status")[0].flat
    talk.clock.move(hours=10)
    talk.write("lancaster", "exile none")
    assert due not in talk.write("york", "status")[0].flat
    talk.db.close()


@pytest.mark.parametrize("asked", ["parley no", "parley no\nplay none"])
def test_more_time_belongs_to_the_whole_of_it(tmp_path: Path, asked: str) -> None:
    talk = talk_of(tmp_path / "one", parley)
    talk.write("lancaster", f"{asked}\nextend 24h")
    assert "until Wed 26 Aug 2026 12:00 UTC" in talk.write("york", "status")[0].flat
    assert "late" in "".join(mail.flat for mail in talk.tick(hours=97) if mail.to == "bob@example.test")
    talk.db.close()
