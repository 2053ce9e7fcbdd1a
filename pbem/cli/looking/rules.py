"""Commands that need no desk: rulebooks, orders, receipts."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.terminal.listing import AsJson, print_json
from pbem.cli.terminal.saying import say_plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.engine.game.rules import Rules

rules_app = typer.Typer()
USUAL_GAME = ""
"""The first of GAMES."""
RULING = re.compile(r"\b[Rr][0-9]+\b")


@rules_app.command("rules")
def rules_(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="The game.")],
    number: Annotated[
        str, typer.Argument(help="A section of its rulebook (4.3.4), a chapter (4.3), or the number of a ruling (R72).")
    ],
    table: Annotated[
        str,
        typer.Option("--table", metavar="NAME", help="Add how the game of this name, from `pbem games`, reads it."),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print how pbem reads a section of the rulebook.

    It names the code and the tests of that section. One ruling has its number (R72).
    """
    from pbem.moderator.desk.plain_data import told_options
    from pbem.moderator.reading.help_pages import read_rulings, read_sections
    from pbem.resources import docs_dir

    rules, docs = rules_of(game), docs_dir()
    ruling = RULING.fullmatch(number)
    sections = (read_rulings if ruling else read_sections)(docs, rules.name, number)
    read_so = ""
    if table:
        with ctx.obj.desk() as desk:
            read_so = in_force(table, told_options(desk, table), "\n".join(map(str, sections)))
    if as_json:
        print_json([{"text": each} if isinstance(each, str) else asdict(each) for each in sections])
    else:
        say_plain("\n\n".join(filter(None, [*map(str, sections), read_so])))


def in_force(table: str, option_lines: Iterable[str], text: str) -> str:
    """What the options of a game say of the rulings that a text is about."""
    numbers = set(RULING.findall(text))
    lines_about = [line for line in option_lines if numbers & set(RULING.findall(line))]
    return "\n".join([f"In {table}:", *lines_about]) if lines_about else f"No option of {table} is about this."


@rules_app.command("orders")
def orders_(
    game: Annotated[str, typer.Argument(help="The game.")],
    scenario: Annotated[
        str | None, typer.Option("--scenario", help="Only the order words of this scenario.", show_default="all")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write it as a page of HTML to this file instead.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print all orders of a game with examples.

    It also says how a letter is written. --html makes a page for your players.
    """
    from pbem.moderator.core.setups import find_scenario, load_setup
    from pbem.moderator.reading.help_pages import order_book
    from pbem.render.order_book import render_order_book
    from pbem.render.templates.page import Page
    from pbem.resources import scenarios_dir, templates_dir

    rules, page = rules_of(game), Page(templates_dir())
    setup = None if scenario is None else load_setup(rules, find_scenario(rules, scenario), scenarios_dir())
    book = order_book(page, rules, setup)
    if as_json:
        print_json(asdict(book))
        return
    text, as_html = render_order_book(page, book)
    if html is None:
        say_plain(text.rstrip())
    else:
        html.write_text(as_html, encoding="utf-8")


def read_commitment(text: str) -> str:
    """The hash that is at the end of the first letter of a game."""
    if re.fullmatch(r"[0-9a-f]{64}", text.lower()) is None:
        raise typer.BadParameter("the commitment is the hash of 64 hex digits at the end of the game's first letter")
    return text.lower()


@rules_app.command("receipt")
def receipt_(
    commitment: Annotated[
        str,
        typer.Argument(callback=read_commitment, help="The hash of the game's dice key, from its first letter."),
    ],
    seat: Annotated[str, typer.Argument(help="The seat.")],
    file: Annotated[Path, typer.Argument(help="The letter's orders, one a line, as the report repeats them.")],
    previous: Annotated[str, typer.Option("--previous", help="The seat's receipt before.", show_default="none")] = "",
    as_json: AsJson = False,
) -> None:
    """Compute the receipt of a letter, to compare with a report."""
    from pbem.replay.receipts import receipt_of

    orders = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    receipt = receipt_of(commitment, seat.lower(), previous.lower(), orders)
    if as_json:
        print_json({"seat": seat.lower(), "receipt": receipt, "previous": previous.lower(), "orders": orders})
    else:
        say_plain(receipt)


def rules_of(name: str) -> Rules[Any]:
    """The game of that name ("": the first there is). Raises typer.BadParameter."""
    from pbem.games import GAMES

    wanted = name or next(iter(GAMES))
    if wanted not in GAMES:
        raise typer.BadParameter(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[wanted]
