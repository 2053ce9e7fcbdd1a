"""The words for translators: taken out of templates and code, kept in a file of translations, and checked there."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from jinja2 import Environment, TemplateSyntaxError
from jinja2.ext import babel_extract
from jinja2.meta import find_undeclared_variables

from pbem import __version__
from pbem.i18n import SLOT, Text, has_words
from pbem.render.templates.catalogue import ENGLISH, TRANSLATED, find_locale, po_file, read_catalogue
from pbem.render.templates.filters import FILTERS

CODE = Path(__file__).parents[2]
CODE_FOLDERS = ("render", "moderator")
"""The packages whose code has words for players, as arguments of `gettext` and `ngettext`. Texts are found in all."""
KEYWORDS: dict[str, Any] = {"_": None, "gettext": None, "ngettext": (1, 2)}
SYNTAX = {
    "extensions": "jinja2.ext.i18n",
    "trimmed": "true",
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "silent": "false",
}
WIDTH = 110


@dataclass(frozen=True, slots=True)
class Tally:
    """A file of translations: how many messages it has, how many of them await a translation, how many are new."""

    messages: int
    waiting: int
    new: int


@dataclass(frozen=True, slots=True)
class Slip:
    """A translation that cannot be used: the line of its file, and what is wrong."""

    line: int
    wrong: str


def words_of(folders: Sequence[Path]) -> Catalog:
    """Every message of the templates in the folders and of the code, without translations."""
    catalog = Catalog(project="pbem", fuzzy=False)
    for folder in folders:
        methods = [("**.j2", babel_extract), ("**.toml", toml_words)]
        for name, line, message in _found(folder, "", methods, {"**.j2": SYNTAX}):
            catalog.add(message, None, [(name, line)])
    for name, line, message in _words_of_code():
        catalog.add(message, None, [(name, line)])
    return catalog


@cache
def _words_of_code() -> tuple[tuple[str, int, Any], ...]:
    """File, line and message; read once in a run."""
    words: list[tuple[str, int, Any]] = []
    for part in CODE_FOLDERS:
        words += _found(CODE / part, f"pbem/{part}/", [("**.py", "python")], {})
    words += _found(CODE, "pbem/", [("**.py", code_texts)], {})
    return tuple(words)


def _found(folder: Path, where: str, methods: list[Any], options: Mapping[str, Any]) -> Iterator[tuple[str, int, Any]]:
    for name, line, message, _, _ in extract_from_dir(str(folder), methods, dict(options), KEYWORDS):
        yield f"{where}{name}", line, message


def toml_words(
    file: BinaryIO,
    keywords: Mapping[str, Any],  # noqa: ARG001 - the signature is the library's
    tags: Sequence[str],  # noqa: ARG001
    options: Mapping[str, Any],  # noqa: ARG001
) -> Iterator[tuple[int, str, str, list[str]]]:
    """What catalogue.translated puts into other words: for Babel, each with its line (1: not known) and function."""
    for text in _told(tomllib.load(file)):
        yield 1, "gettext", text, []


def code_texts(
    file: BinaryIO,
    keywords: Mapping[str, Any],  # noqa: ARG001 - the signature is the library's
    tags: Sequence[str],  # noqa: ARG001
    options: Mapping[str, Any],  # noqa: ARG001
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The templates of the Texts in a module: for Babel, each with its line and function."""
    for line, template in templates_of(file.read().decode()):
        yield line, "gettext", template, []


def templates_of(source: str) -> Iterator[tuple[int, str]]:
    """The templates with words that Texts are made from in a module, each with its line: `Text("...")`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=Text.__name__), args=[ast.Constant(value=str(template))]) if has_words(template):
                yield node.lineno, template


def _told(rows: Any) -> Iterator[str]:
    for key, value in rows.items() if isinstance(rows, dict) else enumerate(rows):
        if isinstance(value, dict | list):
            yield from _told(value)
        elif key in TRANSLATED and isinstance(value, str) and value:
            yield value


def update(language: str, folder: Path, templates: Path) -> Tally:
    """Bring the file of a language below `folder` up to date with the project's `templates` and those in `folder`.

    Translations are kept; a message that looks like an old one gets that one's, marked fuzzy: not used until somebody
    takes the mark away. Raises NoLanguage, OSError.
    """
    path = po_file(folder, language)
    catalog = read_catalogue(path, language) if path.is_file() else _new(language)
    before = {message.id for message in catalog if message.id}
    catalog.update(words_of(list(dict.fromkeys([templates, folder]))), update_header_comment=False)
    for key in [key for key, message in catalog.obsolete.items() if not is_translated(message)]:
        del catalog.obsolete[key]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=WIDTH, sort_by_file=True, include_lineno=False)
    messages = [message for message in catalog if message.id]
    waiting = sum(not is_translated(message) for message in messages)
    return Tally(len(messages), 0 if language == ENGLISH else waiting, sum(message.id not in before for message in messages))


def _new(language: str) -> Catalog:
    locale = find_locale(language)
    about = f"# What pbem writes, in {locale.english_name}. `pbem lab messages` brings it up to date."
    nobody = {"msgid_bugs_address": "none", "last_translator": "none", "language_team": "none"}
    return Catalog(locale, project="pbem", version=__version__, header_comment=about, fuzzy=False, **nobody)


def is_translated(message: Message) -> bool:
    """Whether a message has a translation that is used."""
    sentences = message.string if isinstance(message.string, list | tuple) else [message.string]
    return all(sentences) and not message.fuzzy


def slips(catalog: Catalog) -> Iterator[Slip]:
    """The translations whose places for facts are not those of the message: a mail could not be filled in with them."""
    for message in catalog:
        if message.id and is_translated(message) and (wrong := _wrong(message)):
            yield Slip(message.lineno or 1, wrong)


def _wrong(message: Message) -> str:
    if isinstance(message.id, str) and SLOT.search(message.id) and "{{" not in message.id:
        asked, given = (sorted(SLOT.findall(str(each))) for each in (message.id, message.string))
        return "" if asked == given else f"filled in with {', '.join(given) or 'nothing'} instead of {', '.join(asked)}"
    if isinstance(message.id, str) and ("{{" in message.id or "{%" in message.id):
        return _wrong_template(message.id, str(message.string))
    return "; ".join(str(error) for error in message.check())


def _wrong_template(text: str, translation: str) -> str:
    try:
        asked, given = (find_undeclared_variables(_syntax().parse(each)) for each in (text, translation))
    except TemplateSyntaxError as error:
        return str(error.message)
    strange, lost = sorted(given - asked), sorted(asked - given)
    return "; ".join(
        ([f"unknown in the message: {', '.join(strange)}"] if strange else [])
        + ([f"left out: {', '.join(lost)}"] if lost else [])
    )


@cache
def _syntax() -> Environment:
    environment = Environment(extensions=["jinja2.ext.i18n"])  # noqa: S701 - it fills nothing
    environment.filters.update(FILTERS | {"said": str})
    return environment
