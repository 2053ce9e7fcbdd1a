"""Which functions carry out each card, and which tests play it: `python -m tests.cards` writes docs/cards.md.

The cards of a game are the constants of its `components/card_ids.py`. A function carries out a card if it uses the constant,
or a table or set that has it, or is its value in a table; or if its docstring begins with the card's id and title. A scene
plays a card that it `shows`; a test, if its name has the card's id and a word of its title. A card without halves is also
played by every test that has its id in its text.
"""

from __future__ import annotations

import ast
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pbem.games import GAMES
from tests.rules_coverage import named_list

ROOT = Path(__file__).parents[1]
CODE = ROOT / "pbem" / "games"
PAGE = ROOT / "docs" / "cards.md"
MIN_WORD = 5
"""Shorter words of a title are in many names of tests."""
HALVES = {"Events": "event", "Capabilities": "capability"}
NO_RULES = frozenset(
    {"conformance", "orders", "preview", "report", "trials", "names.py", "reading_options.py", "readings.py"}
)
"""Folders and modules whose functions carry out no card: they read orders, report, test, or name and choose things."""

HEAD = """# {title}: the cards

Every card, the functions of `pbem/games/{game}/` that carry it out, and the tests and scenes that play it. Written by
`python -m tests.cards`; a test fails when this page is stale or a card has none of them. Cards that only have a number of
action points need no function.

| card | title | functions | tests |
| --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Card:
    """A card, or half of one. `constant` is its name in the code, "Events.SCOTS"; `plain` if it does nothing of its own."""

    id: str
    half: str
    title: str
    constant: str
    plain: bool

    @property
    def label(self) -> str:
        """What the page and the scenes call it: "y1 event", "piracy"."""
        return f"{self.id} {self.half}".strip()


def games() -> list[str]:
    """The games that have cards."""
    return sorted(path.parts[-3] for path in CODE.glob("*/components/card_ids.py"))


@cache
def cards(game: str) -> tuple[Card, ...]:
    """The cards of the game's cards.toml, in its order."""
    tables = tomllib.loads((ROOT / "scenarios" / game / "cards.toml").read_text())
    if rows := tables.get("card"):
        return tuple(
            Card(row["id"], half, row[half]["title"], f"{holder}.{constant_of(row, half, rows)}", plain=False)
            for row in rows
            for holder, half in HALVES.items()
        )
    rows = [*tables["action_card"], *tables["event_card"]]
    return tuple(Card(row["id"], "", row["name"], f"Cards.{row['id'].upper()}", "effect" not in row) for row in rows)


def constant_of(row: dict[str, Any], half: str, rows: list[dict[str, Any]]) -> str:
    """The title as a constant; where several cards have the same, with the id."""
    name = slug(row[half]["title"]).upper()
    alike = [other for other in rows if slug(other[half]["title"]) == name.lower()]
    return f"{name}_{row['id'].upper()}" if len(alike) > 1 else name


def slug(title: str) -> str:
    """A title as part of a name: "Parliament's Truce" is parliaments_truce."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")


def constants(game: str) -> dict[str, str]:
    """The ids by the constants of the game's card_ids.py, "Events.SCOTS": "l14"."""
    module = import_module(f"pbem.games.{game}.components.card_ids")
    holders = {name: vars(holder) for name, holder in vars(module).items() if isinstance(holder, type)}
    return {f"{name}.{key}": id_ for name, inside in holders.items() for key, id_ in inside.items() if key.isupper()}


# Functions


@dataclass
class Module:
    """What a module says of cards: the names that each of its tables and functions uses, its functions' docstrings, and the
    functions that are `values` of a card in a table.
    """

    name: str
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)
    functions: dict[str, tuple[str, set[str]]] = field(default_factory=dict)
    values: list[tuple[str, str]] = field(default_factory=list)


@cache
def functions(game: str) -> dict[str, list[str]]:
    """The functions for each constant."""
    modules = {module.name: module for module in _modules(game)}
    found: dict[str, list[str]] = defaultdict(list)
    for module in modules.values():
        for function, (docstring, used) in module.functions.items():
            constants_used = {constant for name in used for constant in _constants_of(modules, module, name)}
            constants_used |= {constant for constant, value in module.values if value == function}
            constants_used |= {card.constant for card in cards(game) if _begins_with(docstring, card)}
            for constant in constants_used:
                found[constant].append(f"{module.name}.{function}")
    return found


def _modules(game: str) -> Iterator[Module]:
    for path in sorted((CODE / game).rglob("*.py")):
        where = path.relative_to(CODE / game)
        if not NO_RULES & set(where.parts):
            yield _module(game, str(where.with_suffix("")), ast.parse(path.read_text()))


def _module(game: str, name: str, tree: ast.Module) -> Module:
    module, package = Module(name), f"pbem.games.{game}."
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(source)) if source.startswith(package):
                where = source.removeprefix(package).replace(".", "/")
                module.imported.update({each.asname or each.name: (where, each.name) for each in node.names})
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                module.functions[node.name] = (ast.get_docstring(node) or "", _used(node))
            case ast.Assign(targets=[ast.Name(id=target)]) | ast.AnnAssign(target=ast.Name(id=target)):
                module.names[target] = _used(node.value) - _values(module, node.value)
    return module


def _used(node: ast.AST | None) -> set[str]:
    """The names that a piece of code uses, and constants as "Events.SCOTS"."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} if node else set()
    parts = [each for each in ast.walk(node) if isinstance(each, ast.Attribute)] if node else []
    return names | {f"{each.value.id}.{each.attr}" for each in parts if isinstance(each.value, ast.Name)}


def _values(module: Module, node: ast.AST | None) -> set[str]:
    """The constants whose value in a table is a function of the module; they are added to `values`."""
    pairs = list(zip(node.keys, node.values, strict=True)) if isinstance(node, ast.Dict) else []
    pairs_found = [(ast.unparse(key), value.id) for key, value in pairs if key and isinstance(value, ast.Name)]
    pairs_found = [(constant, name) for constant, name in pairs_found if name in module.functions]
    module.values += pairs_found
    return {constant for constant, _ in pairs_found}


def _constants_of(modules: dict[str, Module], module: Module, name: str) -> set[str]:
    """The constants that a name leads to: itself, or those of the table or set with that name."""
    if re.fullmatch(r"[A-Z]\w+\.[A-Z0-9_]+", name):
        return {name}
    where, name = module.imported.get(name, (module.name, name))
    home = modules.get(where)
    if home is None:
        return set()
    inside = home.names.get(name, set()) - {name}
    return {constant for each in inside for constant in _constants_of(modules, home, each)}


def _begins_with(docstring: str, card: Card) -> bool:
    """Whether a docstring begins with the ids of cards and this title: "y3 y9 l3 Escape Ship: ..."."""
    ids = re.match(r"(?:[ly][0-9]+ )+", docstring)
    rest = slug(docstring[ids.end() :]) if ids else ""
    return card.id in ids[0].split() and rest.startswith(slug(card.title)) if ids else False


# Tests


@cache
def played(game: str) -> dict[str, list[str]]:
    """The scenes and tests for each card, by its label."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests" / "transcripts" / game / "cards").glob("*.txt")):
        for label in re.findall(r"^shows (.*)$", path.read_text(), re.M):
            found[label].append(f"cards/{path.name}")
    for path in sorted((ROOT / "tests" / "games" / game).rglob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for label in _played_by(node, path.stem, game):
                    found[label].append(f"{path.stem}::{node.name}")
    return found


def _played_by(test: ast.FunctionDef, module: str, game: str) -> Iterator[str]:
    """The cards that a test plays."""
    words, texts = set(test.name.split("_")), {each.value for each in ast.walk(test) if isinstance(each, ast.Constant)}
    for card in cards(game):
        title = {word for word in slug(card.title).split("_") if len(word) >= MIN_WORD}
        if card.half:
            plays = card.id in words and (title & words or f"_{card.half}s_" in module)
        else:
            plays = module != "test_conformance" and (card.id in texts or slug(card.title) in words)
        if plays:
            yield card.label


# The page


def page() -> str:
    """The whole page: a chapter a game."""
    return "\n".join(map(chapter, games()))


def chapter(game: str) -> str:
    """What the page says of one game."""
    code, tests = functions(game), played(game)
    rows = [
        (card.label, card.title, named_list(code.get(card.constant, [])), named_list(tests.get(card.label, [])))
        for card in cards(game)
    ]
    return HEAD.format(title=GAMES[game].title, game=game) + "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    PAGE.write_text(page())
