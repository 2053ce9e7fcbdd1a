"""The moderator's own templates, read without filling them: files that replace nothing, syntax errors, unknown names."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.meta import find_referenced_templates, find_undeclared_variables
from jinja2.runtime import LoopContext

from pbem.render.templates.catalogue import LOCALE, TRANSLATED, NoLanguage, read_catalogue
from pbem.render.templates.faults import TemplateFault
from pbem.render.templates.messages import slips
from pbem.render.templates.page import COMMON, Page
from pbem.render.templates.phrases import EventPhrase

NOTICES = "notices.toml"
PHRASES = "phrases"
OF_PYTHON = {name for kind in (str, list, dict, set, tuple, int, LoopContext) for name in dir(kind)}
"""Names that a template may ask of what is no fact of ours."""

OF_JINJA = {"self", "super", "caller", "varargs", "kwargs", "loop"}
"""Names that Jinja gives by itself where they make sense."""


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What templates are given beyond what the project's own ask for: names of parts of facts, and the facts of Events."""

    parts: set[str] = field(default_factory=set)
    events: Mapping[str, set[str]] = field(default_factory=dict)


def read_own(page: Page, known: KnownFacts) -> list[TemplateFault]:
    """What is wrong with the moderator's own files, as far as reading them tells; [] where there are none."""
    if page.own is None:
        return []
    reader = _Reader(page, page.own, known)
    return sorted({fault for name in own_files(page.own) for fault in reader.read(name)})


def own_files(folder: Path) -> list[str]:
    """The files in a folder of templates, as templates are called. Hidden ones and an editor's copies do not count."""
    paths = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    return [path.as_posix() for path in paths if not path.name.endswith("~") and not any(p[0] == "." for p in path.parts)]


class _Reader:
    def __init__(self, page: Page, own: Path, known: KnownFacts) -> None:
        self.page, self.own, self.known = page, own, known
        self.delivered = page.delivered.environment.list_templates()
        self.trees = {name: tree for name in self.delivered if name.endswith(".j2") and (tree := self._delivered(name))}
        self.names = {name for tree in self.trees.values() for name in find_undeclared_variables(tree)}
        self.names |= set(page.environment.globals) | OF_JINJA
        self.parts = {part.attr for tree in self.trees.values() for part in tree.find_all(nodes.Getattr)}
        self.parts |= known.parts | OF_PYTHON
        own_trees = list(self._own())
        self.included = {taken for tree in own_trees for taken in find_referenced_templates(tree) if taken}
        self.parts |= {macro.name for tree in (*self.trees.values(), *own_trees) for macro in tree.find_all(nodes.Macro)}

    def _delivered(self, name: str) -> nodes.Template:
        environment = self.page.delivered.environment
        return environment.parse((self.page.templates / name).read_text(encoding="utf-8"))

    def _own(self) -> Iterator[nodes.Template]:
        """The moderator's templates, as far as they can be read."""
        for name in own_files(self.own):
            if name.endswith(".j2"):
                with suppress(TemplateSyntaxError, UnicodeDecodeError, OSError):  # told where it is read
                    yield self.page.environment.parse(self._text(name))

    def _text(self, name: str) -> str:
        return (self.own / name).read_text(encoding="utf-8")

    def read(self, name: str) -> Iterator[TemplateFault]:
        """What is wrong with one file."""
        folder, _, file = name.rpartition("/")
        try:
            if name.startswith(f"{LOCALE}/"):
                yield from self._words(name)
            elif file.startswith(PHRASES) and file.endswith(".toml") and folder in self._folders():
                yield from self._rows(name, self._phrases(folder), {each.name for each in fields(EventPhrase)})
            elif name not in self.delivered and name not in self.included:
                yield self._in_vain(name)
            elif file == NOTICES:
                yield from self._rows(name, self.page.delivered.read_toml(COMMON, NOTICES), {"subject", "text"})
            elif file.endswith(".toml"):
                tomllib.loads(self._text(name))
            elif file.endswith(".j2"):
                yield from self._template(name)
        except TemplateSyntaxError as error:
            yield TemplateFault(name, error.lineno, str(error.message))
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"at line ([0-9]+)", str(error))
            yield TemplateFault(name, int(place[1]) if place else 0, f"it is no TOML file: {error}")
        except (UnicodeDecodeError, OSError) as error:
            yield TemplateFault(name, 0, f"it cannot be read: {error}")

    def _folders(self) -> set[str]:
        return {name.rpartition("/")[0] for name in self.delivered}

    def _in_vain(self, name: str) -> TemplateFault:
        return TemplateFault(name, 0, f"it takes the place of no file of the project{_near(name, self.delivered)}")

    # Translations

    def _words(self, name: str) -> Iterator[TemplateFault]:
        language = name.split("/")[1]
        if not name.endswith("/LC_MESSAGES/pbem.po"):
            yield TemplateFault(name, 0, f"words stand in {LOCALE}/LANGUAGE/LC_MESSAGES/pbem.po")
            return
        try:
            catalogue = read_catalogue(self.own / name, language)
        except NoLanguage as wrong:
            yield TemplateFault(name, 0, str(wrong))
            return
        yield from (TemplateFault(name, slip.line, slip.wrong) for slip in slips(catalogue))

    # Rows of TOML files

    def _phrases(self, folder: str) -> dict[str, Any]:
        rows: dict[str, Any] = {}
        for name in self.delivered:
            if re.fullmatch(rf"{re.escape(folder)}/{PHRASES}[^/]*\.toml", name):
                rows |= self.page.delivered.read_toml(folder, name.rpartition("/")[2])
        return rows

    def _rows(self, name: str, delivered: Mapping[str, Any], keys: set[str]) -> Iterator[TemplateFault]:
        text = self._text(name)
        for row, entry in tomllib.loads(text).items():
            line = _line_of(row, text)
            if row not in delivered:
                yield TemplateFault(name, line, f"[{row}] takes the place of no row of the project{_near(row, delivered)}")
            elif not isinstance(entry, dict):
                yield TemplateFault(name, line, f"{row} is no table")
            else:
                yield from (
                    TemplateFault(name, line, f"[{row}] {wrong}") for wrong in self._row(row, entry, delivered[row], keys)
                )

    def _row(self, row: str, entry: Mapping[str, Any], delivered: Mapping[str, Any], keys: set[str]) -> Iterator[str]:
        yield from (f"has an unknown key {key!r}{_near(key, keys)}" for key in entry if key not in keys)
        needed = ("subject", "text") if "subject" in keys else () if "text" in entry else ("lead", "bit", "fold")
        yield from (f"lacks {key!r}" for key in needed if key not in entry)
        facts = {"name"} | self.known.events.get(row, set()) | set(self.page.environment.globals)
        facts |= {fact for key in TRANSLATED for fact in self._facts(str(delivered.get(key, "")))}
        for key in TRANSLATED:
            try:
                strange = self._facts(str(entry.get(key, ""))) - facts
            except TemplateSyntaxError as error:
                yield f"{key}: {error.message}"
            else:
                yield from (f"{key}: {fact!r} is not known{_near(fact, facts)}" for fact in sorted(strange))

    def _facts(self, text: str) -> set[str]:
        return find_undeclared_variables(self.page.environment.parse(text))

    # Templates

    def _template(self, name: str) -> Iterator[TemplateFault]:
        self.page.environment.get_template(name)  # knows filters and tests, which parsing alone does not
        tree = self.page.environment.parse(self._text(name))
        strange = find_undeclared_variables(tree) - self.names
        for place in tree.find_all(nodes.Name):
            if place.name in strange:
                yield TemplateFault(name, place.lineno, f"{place.name!r} is not known{_near(place.name, self.names)}")
        for part in tree.find_all(nodes.Getattr):
            if part.attr not in self.parts and not _of_jinja(part.node):
                yield TemplateFault(
                    name, part.lineno, f"nothing has a {part.attr!r}{_near(part.attr, self.parts - OF_PYTHON)}"
                )
        for taken in find_referenced_templates(tree):
            if taken is not None and taken not in self.page.environment.list_templates():
                yield TemplateFault(name, 0, f"there is no template {taken!r}{_near(taken, self.delivered)}")


def _of_jinja(node: nodes.Expr) -> bool:
    """Whether something is asked of `self`, which has the blocks of the template."""
    return isinstance(node, nodes.Name) and node.name == "self"


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _line_of(row: str, text: str) -> int:
    """The line on which a table of a TOML file begins (0: not found)."""
    begins = re.compile(rf"\s*\[+\s*[\"']?{re.escape(row)}[\"']?\s*\]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), 0)


def parts_of(thing: object, known: set[str]) -> None:
    """Add to `known` what can be asked of a fact, and of all that it holds."""
    _gather(thing, known, set())


def _gather(thing: object, known: set[str], met: set[int]) -> None:
    if id(thing) in met or isinstance(thing, str | bytes | int | float | None):
        return
    met.add(id(thing))
    if isinstance(thing, Mapping):
        known |= {key for key in thing if isinstance(key, str)}
        for value in thing.values():
            _gather(value, known, met)
    elif isinstance(thing, list | tuple | set | frozenset):
        for each in thing:
            _gather(each, known, met)
    elif hasattr(thing, "__dataclass_fields__"):
        names = [name for name in dir(thing) if not name.startswith("_")]
        known |= set(names)
        for name in names:
            _gather(getattr(thing, name), known, met)
