"""Tables played by lines, and the Reports that the tests in this folder render."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from pbem.engine.dice import Fate
from pbem.engine.ending import ending_of
from pbem.engine.event import Event
from pbem.engine.standing import length_of, order_text
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.moderator.reading.report_questions import questions_for
from pbem.orders.carry.execute import execute
from pbem.orders.words.lexicon import Lexicon
from pbem.orders.words.lines import line_of, verb_for
from pbem.render.report import (
    About,
    ClockPart,
    Extras,
    Notes,
    PositionPart,
    Receipt,
    ReplyForm,
    Report,
    StandingLine,
    Status,
)
from pbem.render.templates.page import Page

ROOT = Path(__file__).parents[2]
RULES = GAMES["plantagenet"]
FATE = Fate(b"k" * 32)
PLAYERS = {"york": "Anne", "lancaster": "Bert"}
ARRAYS = {
    "york": (
        "give Final Charge Richard",
        "give Vanguard Norfolk",
        "give y1 Norfolk",
        "give y2 Northumberland",
        "array left Norfolk, centre Richard, right Northumberland",
    ),
    "lancaster": (
        "give Chevaliers Oxford",
        "give Church Blessing Henry",
        "give Expert Counsellors Henry",
        "give l1 Jasper",
        "array left Oxford, centre Henry, right Jasper",
    ),
}


def page() -> Page:
    """The project's own templates."""
    return Page(ROOT / "templates")


def bosworth() -> Table[Any]:
    """Bosworth before anything is chosen."""
    return Table.open_new(RULES, load_setup(RULES, "bosworth", ROOT / "scenarios"), FATE)


def arrayed() -> Table[Any]:
    """Bosworth after the reveal, by ARRAYS."""
    table = bosworth()
    for seat, lines in ARRAYS.items():
        for line in lines:
            execute(table, seat, line)
    return table


def fought() -> Table[Any]:
    """A whole Battle."""
    return fight_on(arrayed())


def fight_on(table: Table[Any]) -> Table[Any]:
    """Each seat sends its form back as it stands until the game is over."""
    while not table.over:
        seat = table.open()[0].seat
        for line in form_of(report(table, seat)):
            execute(table, seat, line)
    return table


def form_of(report: Report) -> list[str]:
    """The lines that the reply form prefills."""
    return [*(line for question in report.form.questions for line in question.lines), *report.form.segment]


def names_at(table: Table[Any]) -> Any:
    """Written names as they are now."""
    return Lexicon(partial(RULES.names, table.state)).name


PARTS: dict[str, Any] = {
    "about": About,
    "position": PositionPart,
    "notes": Notes,
    "receipt": Receipt,
    "form": ReplyForm,
    "clock": ClockPart,
    "extras": Extras,
}
OWN_NAMES = {
    "notes": ("notes", "lines"),
    "receipt": ("receipt", "lines"),
    "receipt_number": ("receipt", "number"),
    "newest_receipt": ("receipt", "newest"),
}


def report(table: Table[Any], seat: str, **facts: Any) -> Report:
    """The Report of `seat`; `facts` replace what the table says."""
    other = next(s for s in table.seats if s != seat)
    result = RULES.result(table.state)
    said: dict[str, Any] = {
        "game": "bosworth-1",
        "rules": RULES.name,
        "title": RULES.title,
        "scenario": RULES.scenarios["bosworth"],
        "seat": seat,
        "players": PLAYERS,
        "turn": RULES.turn(table.state),
        "view": RULES.view(table.state, seat),
        "names": names_at(table),
        "commitment": FATE.commitment,
        "status": Status.OVER if table.over else Status.PLAYING,
        "news": tuple(n.event for n in table.news if n.event.visible_to(seat)),
        "questions": questions_for(table, table.open_to(seat)),
        "given": tuple(line for d, answer in table.given_by(seat) for line in line_of(table, d, answer)),
        "segment": segment(table, seat),
        "standing": standing(table, seat),
        "waiting_for": (other,) if table.open_to(other) else (),
        "winners": ending_of(result).winners,
    }
    return grouped(**(said | facts))


def grouped(seat: str, **facts: Any) -> Report:
    """A Report from the fields of all its parts, those of its `receipt` and `notes` under their own names."""
    parts: dict[str, dict[str, Any]] = {name: {} for name in PARTS}
    whole: dict[str, Any] = {}
    for name, value in facts.items():
        part, own = OWN_NAMES.get(name) or next(((p, name) for p, cls in PARTS.items() if name in names_of(cls)), ("", name))
        (parts[part] if part else whole)[own] = value
    return Report(seat=seat, **{name: cls(**parts[name]) for name, cls in PARTS.items()}, **whole)


def names_of(cls: Any) -> set[str]:
    """The names of a class's fields."""
    return {each.name for each in fields(cls)}


def segment(table: Table[Any], seat: str) -> tuple[str, ...]:
    """The further lines of the form: those not asked already and not standing, once a Round runs."""
    if len(table.scopes()) < 2 or not table.open_to(seat):
        return ()
    taken = {verb_for(table, d) for d in table.open_to(seat)} | {o.verb for o in table.standing_orders(seat)}
    return tuple(line for line in RULES.orders.form(table.state, seat) if line.split(" ")[0] not in taken)


def standing(table: Table[Any], seat: str) -> tuple[StandingLine, ...]:
    """The seat's standing orders in words."""
    orders = table.orders_of(seat)
    return tuple(
        StandingLine(order_text(table.rules, table.state, o), o.scope.name, o.number, length=length_of(table.rules, o.scope))
        for o in orders
    )


def about_norfolk(name: str) -> Event:
    """An Event about Norfolk that needs no more than his name."""
    return Event("4.4.2", name, {"side": "york", "lord": "norfolk"})
