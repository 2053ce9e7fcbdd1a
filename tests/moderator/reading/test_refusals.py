"""What a refused line is answered with: why it was refused, and the lines that its writer can have meant."""

from __future__ import annotations

import pytest

from tests.letters.natural.position import position
from tests.letters.natural.reading import effect

ROWS = [
    ("levy", "parley Oxford\nif it fails:\nlevy troops", "needs an order behind it, on the same line",
     ["if it fails: levy troops", "if it fails: go on"]),
    ("levy", "parley Oxford\nif it fails\nlevy troops", "a colon belongs between",
     ["if it fails: levy troops", "if it fails: go on"]),
    ("levy", "parley Oxford\nif it fails: levy carts\nelse\nlevy troops", "needs an order behind it",
     ["else: levy troops", "else: go on"]),
    ("levy", "parley Oxford\nwenn nicht:\nlevy troops", "needs an order behind it",
     ["wenn nicht: levy troops", "if it fails: go on"]),
    ("levy", "parley Oxford\nif it fails, levy troops\notherwise, levy carts", "a colon belongs between",
     ["if it fails: levy troops"]),
    ("levy", "parley Oxford\nelse levy troops", '"else" follows an "if"', ["if it fails: levy troops"]),
    ("command", "march Oxford with all", "March cannot lead Warwick",
     ["march Oxford", "march Guildford", "march Rochester"]),
    ("command", "march Oxford alone", "March goes alone anyway: name only the place",
     ["march Oxford", "march Guildford", "march Rochester"]),
    ("command", "steuern aus Oxford", "March can Tax only his Seat Ludlow",
     ["tax Arundel", "tax London", "tax Calais"]),
    ("plan", "plan March, York, March, York, pass", "4 are needed, not 5: 1 too many", ["plan March, York, March, York"]),
    ("plan", "plan March, York", "4 are needed, not 2: 2 missing. Write it as: plan March, York, LORD, LORD", []),
    ("plan", "plan York, York, York, York", "there are 3 of York only. Write it as: plan York, York, York, LORD", []),
    ("propaganda", "name Carlisle, Ely", "3 are needed, not 2. Write it as: name Carlisle, Ely, LOCALE", []),
    ("levy", "done: muster Norfolk", 'nothing stands behind "done"', ["muster Norfolk", "done"]),
    ("command", "forage London", 'nothing stands behind "forage"', ["forage"]),
    ("command", "levy: done muster York", 'nothing stands behind "done"', ["levy: done"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "typed", "why", "nearest"), ROWS)
def test_what_is_said_and_shown(name: str, typed: str, why: str, nearest: list[str]) -> None:
    refused = effect(position("plantagenet", name), typed.split("\n")).refused
    assert refused is not None
    assert why in refused.problem
    assert list(refused.nearest[:3]) == nearest
