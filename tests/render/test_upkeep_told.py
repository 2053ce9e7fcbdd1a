"""What a report says a Lord Feeds and Pays is what the rules take of him, cards that excuse him counted (l14, l28)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.report.view import view
from pbem.render.report import render_report
from tests.games.plantagenet.scene import IA, III, active, capability, position, put
from tests.render.tables import bosworth, page, report

LANCASTER = Side.LANCASTER
FORMS = (0, 1)
"""A report as text and as HTML."""


def shown(seen: object, form: int) -> str:
    """The report of a reader who sees this position."""
    return " ".join(render_report(page(), report(bosworth(), LANCASTER, view=seen))[form].split())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("where", ["carlisle", "london"])
def test_l14_who_pays_nothing_in_the_north_is_shown_so(form: int, where: str) -> None:
    s = position(IA, turn=2)
    s.mats = {}
    put(s, "northumberland_l", where, militia=4, coin=0, provender=2)
    capability(s, "northumberland_l", "l14")
    told = shown(view(s, LANCASTER), form)
    assert ("Pays nothing there" in told) == (where == "carlisle")
    assert ("Pays 1 Coin" in told) == (where == "london")
    assert "Feeds 1 Provender if he moves or fights" in told


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("supplied", [True, False])
def test_l28_who_need_not_feed_after_this_card_is_shown_so(form: int, supplied: bool) -> None:
    s = position(III)
    s.mats = {}
    put(s, "oxford", "southampton", militia=4, coin=1, provender=4)
    command = active(s, "oxford")
    s.mats[Lord("oxford")].moved = True
    command.depot = [Lord("oxford")] if supplied else []
    told = shown(view(s, LANCASTER), form)
    assert ("need not Feed after this card" in told) == supplied
    assert ("must Feed 1 Provender" in told) == (not supplied)
