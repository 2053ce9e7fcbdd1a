"""Several orders on one line, with and without headings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders.parse.parse import numbered_parts, parts_of, run_together
from pbem.orders.words.headings import HeadingWords

HEADINGS = HeadingWords(("card",), ("levy", "plan"))


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("tax ely", ["tax ely"]),
        ("tax ely; march york;pass", ["tax ely", "march york", "pass"]),
        ("tax ely;; pass ;", ["tax ely", "pass"]),
        ("tax ely # it is rich; or so they say", ["tax ely"]),
        ("tax ely;# then home", ["tax ely"]),
        ("# nothing; at all", []),
        (" ; ", []),
        ("hits: militia, longbowmen; reroll: all", ["hits: militia, longbowmen", "reroll: all"]),
        ("card 2: march ely; tax ely; pass", ["card 2: march ely", "card 2: tax ely", "card 2: pass"]),
        ("Card 2 York : march ely; pass", ["Card 2 York : march ely", "Card 2 York : pass"]),
        ("2nd card: march ely; pass", ["2nd card: march ely", "2nd card: pass"]),
        ("first card: march ely; pass", ["first card: march ely", "first card: pass"]),
        ("• my card two (York): march ely; pass", ["• my card two (York): march ely", "• my card two (York): pass"]),
        ("Levy of turn 3: muster york; done", ["Levy of turn 3: muster york", "Levy of turn 3: done"]),
        ("discard: suspicion; pass", ["discard: suspicion", "pass"]),
        ("levy capability: scourers; done", ["levy capability: scourers", "done"]),
        ("card 2:", ["card 2:"]),
        ("please muster york; then levy troops", ["muster york", "levy troops"]),
        ("I will muster york; I'll levy troops", ["muster york", "levy troops"]),
        ("1. muster york; 2) and then levy troops", ["muster york", "levy troops"]),
        ("Please, card 2: march ely; 2. tax ely", ["card 2: march ely", "card 2: tax ely"]),
        ("2 york", ["2 york"]),
        ("please", ["please"]),
        ("card 2", ["card 2"]),
        ("pass; card 3: march ely; pass", ["pass", "card 3: march ely", "card 3: pass"]),
        ("card 1: pass; card 2: pass", ["card 1: pass", "card 2: pass"]),
        ("next levy: muster york; levy troops", ["next levy: muster york", "next levy: levy troops"]),
        ("levy troops; levy carts", ["levy troops", "levy carts"]),
        ("plan york, ely x2; card 1: pass", ["plan york, ely x2", "card 1: pass"]),
        ("if it fails: levy troops; levy carts", ["if it fails: levy troops", "if it fails: levy carts"]),
        (
            "parley ely until friendly, at most 3; if it fails: levy troops; else pass",
            ["parley ely until friendly, at most 3", "if it fails: levy troops", "else pass"],
        ),
        (
            "card 2: parley ely; if it fails: tax ely; pass; else: march york; pass",
            [
                "card 2: parley ely",
                "card 2: if it fails: tax ely",
                "card 2: if it fails: pass",
                "card 2: else: march york",
                "card 2: else: pass",
            ],
        ),
        ("otherwise", ["otherwise"]),
        ("elsewhere; ely", ["elsewhere", "ely"]),
        ("intercept york if they are fewer; pass", ["intercept york if they are fewer", "pass"]),
        ("preview march ely; tax ely", ["preview march ely", "preview tax ely"]),
        ("prev card 2: march ely; tax ely", ["prev card 2: march ely", "prev card 2: tax ely"]),
        ("preview", ["preview"]),
    ],
)
def test_a_line_may_hold_several_orders(line: str, parts: list[str]) -> None:
    assert parts_of(line, HEADINGS) == parts


@given(st.text(alphabet="aceflirdtsvypn :;#12\t"))
def test_parts_have_no_parts(line: str) -> None:
    parts = parts_of(line, HEADINGS)
    assert [again for part in parts for again in parts_of(part, HEADINGS)] == parts
    assert not any(";" in part for part in parts)


def test_every_order_keeps_the_number_of_its_line() -> None:
    lines = [(1, "tax ely; pass"), (2, "#"), (3, "march york")]
    assert numbered_parts(lines, HEADINGS) == [(1, "tax ely"), (1, "pass"), (2, "#"), (3, "march york")]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("muster york, then levy troops and then done", ["muster york", "levy troops", "done"]),
        ("march St. Albans, tax St. Albans", ["march St. Albans", "tax St. Albans"]),
        ("march ely with york, salisbury and rutland", ["march ely with york, salisbury and rutland"]),
        ("tax ely", ["tax ely"]),
    ],
)
def test_orders_run_together_are_told_apart(line: str, orders: list[str]) -> None:
    verbs = {"muster", "levy", "done", "march", "tax"}
    assert run_together(line, lambda piece: piece.split()[0] in verbs) == orders
