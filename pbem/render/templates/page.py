"""The Jinja2 environment over folders of templates: in each `common/` and one folder a game.

The moderator may have a folder of their own. A template or a row of a TOML file that is there takes the place of the
project's own of that name; what is not there comes from the project.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache, partial
from gettext import NullTranslations
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    select_autoescape,
)
from jinja2.bccache import Bucket
from jinja2.utils import missing

from pbem.engine.event import Event
from pbem.i18n import said
from pbem.render.templates.catalogue import ENGLISH, languages, read_messages, read_words, translated
from pbem.render.templates.faults import TemplateFault, fault_of
from pbem.render.templates.filters import FILTERS, boxes, headings, listing, row
from pbem.render.templates.phrases import ANY_EVENT, Chapter, Names, Phrases, in_parts
from pbem.timing.zones import days_in

COMMON = "common"
MAX_COMPILED = 2048
"""Texts of data files that are kept compiled, over all languages."""
T = TypeVar("T")


class Unknown(StrictUndefined):
    """A fact that a template asks for and does not get: an error that names the nearest one there is."""

    @property
    def _undefined_message(self) -> str:
        message = super()._undefined_message
        if self._undefined_obj is missing or self._undefined_name is None:
            return message
        of = self._undefined_obj
        known = of if isinstance(of, Mapping) else [name for name in dir(of) if not name.startswith("_")]
        near = difflib.get_close_matches(str(self._undefined_name), map(str, known), n=1)
        return f"{message}; did you mean {near[0]!r}?" if near else message


class Page:
    """Fills templates, in one language. A fact that a template needs and does not get raises UndefinedError.

    What has been wrong with the moderator's own so far is in `faults`, for the pages of all languages together.
    """

    def __init__(self, templates: Path, own: Path | None = None, language: str = ENGLISH) -> None:
        self.templates = templates
        self.own = own
        self.language = language
        self.faults: list[TemplateFault] = []
        delivered_texts(templates)
        self.phrases = cache(self._read_phrases)
        self.speaking = cache(self._speaking)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where templates are looked for: the moderator's own folder first, if there is one, then the project's."""
        return (self.own, self.templates) if self.own else (self.templates,)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it can speak, English first."""
        return languages(self.folders)

    def _speaking(self, language: str) -> Page:
        """The same in another language; in this one, where that has no words (any more)."""
        known = language != self.language and language in self.languages
        if not known:
            return self
        page = Page(self.templates, self.own, language)
        page.faults = self.faults
        return page

    @cached_property
    def delivered(self) -> Page:
        """The same without what is the moderator's own."""
        return Page(self.templates).speaking(self.language) if self.own else self

    @cached_property
    def words(self) -> NullTranslations:
        """What is said for the words of templates in its language. Raises NoLanguage."""
        if self.own:
            return read_words(self.language, self.folders)
        return _delivered_words(self.templates, self.language)

    @cached_property
    def environment(self) -> Environment:
        """Strict about facts; HTML templates escape what they are given, text templates and phrases do not.

        Raises NoLanguage.
        """
        if self.own:
            return _environment(self.own, self.templates, self.language, self.words)
        return _delivered_environment(self.templates, self.language)

    def say(self, sentence: str) -> str:
        """A sentence that rules or orders have made, in this language. Raises NoLanguage."""
        return str(self.environment.filters["said"](sentence))

    def surely(self, make: Callable[[Page], T]) -> T:
        """What `make` makes of this page: where the moderator's own templates fail, of the project's.

        Then the fault is added to `faults`. Raises what `make` raises with the project's own.
        """
        if self.own is None:
            return make(self)
        try:
            return make(self)
        except Exception as error:  # a template can fail in any way
            made = make(self.delivered)
            self.faults.append(fault_of(error, self.folders))
            return made

    def take_faults(self) -> list[TemplateFault]:
        """The faults since the last time that they were taken, each once."""
        taken = list(dict.fromkeys(self.faults))
        self.faults.clear()
        return taken

    def story(self, game: str, events: Iterable[Event], names: Names) -> list[Chapter]:
        """The Events in words, surely. Raises NoPhrase for one that no phrase tells."""
        chapters = list(events)
        return self.surely(lambda sure: sure.phrases(game).story(chapters, names))

    def tell(self, game: str, events: Iterable[Event], names: Names) -> tuple[str, ...]:
        """Each of the Events in a sentence, surely. Raises NoPhrase for one that no phrase tells."""
        chapters = list(events)
        return self.surely(lambda sure: tuple(sure.phrases(game).tell(event, names) for event in chapters))

    def fill(self, template: str, **facts: Any) -> str:
        """The template `template` ("common/report.txt.j2") with `facts` in it."""
        return self.environment.get_template(template).render(**facts)

    def compile(self, text: str) -> Template:
        """A template that is a string of a data file: plain text, nothing is escaped."""
        return _compiled(self.environment, text)

    def read_toml(self, folder: str, name: str) -> dict[str, Any]:
        """A TOML file among the templates, the moderator's own rows in place of the project's, in this language.

        Empty where neither has it: no game needs one.
        """
        own_file = self.own / folder / name if self.own else None
        if own_file is None or not own_file.is_file():
            return dict(_delivered_rows(self.templates, self.words, f"{folder}/{name}"))
        project = delivered_texts(self.templates).get(f"{folder}/{name}", "")
        return dict(translated(_merged(tomllib.loads(project), _load(own_file)), self.words.gettext))

    def _read_phrases(self, game: str) -> Phrases:
        if self.own:
            return _phrases(self.environment, self.own, self.templates, game, self.words)
        return _delivered_phrases(self.templates, self.language, game)


class _Delivered(BaseLoader):
    """The project's own templates."""

    def __init__(self, templates: Path) -> None:
        self._templates, self._texts = templates, delivered_texts(templates)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:  # noqa: ARG002
        """Text and file of a template. Raises TemplateNotFound."""
        if template not in self._texts:
            raise TemplateNotFound(template)
        return self._texts[template], str(self._templates / template), lambda: True

    def list_templates(self) -> list[str]:
        return sorted(self._texts)


class _CompiledOnce(BytecodeCache):
    """Templates compiled once a process for all environments that are made alike: to compile them takes longer than to fill
    them.
    """

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code of a template with this text."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template with this text."""
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code


@cache
def _compiled_once(own: Path | None, templates: Path, language: str) -> _CompiledOnce:  # noqa: ARG001 - what code can hang on
    return _CompiledOnce()


def _environment(own: Path | None, templates: Path, language: str, words: NullTranslations) -> Environment:
    delivered, folders = _Delivered(templates), (own, templates) if own else (templates,)
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(own), delivered]) if own else delivered,
        undefined=Unknown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=select_autoescape(enabled_extensions=("html.j2",), default_for_string=False),
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=_compiled_once(own, templates, language),
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(words)  # type: ignore[attr-defined] # comes with the extension
    environment.filters.update(FILTERS | {"listing": partial(listing, conjunction=words.gettext(" and "))})
    messages = read_messages(language, folders)
    environment.filters["said"] = lambda text: days_in(
        said(text, lambda template: messages.get(template, template)), language
    )
    environment.globals.update(boxes=boxes, headings=headings, row=row, in_parts=in_parts, language=language)
    return environment


def _phrases(environment: Environment, own: Path | None, templates: Path, game: str, words: NullTranslations) -> Phrases:
    delivered = delivered_texts(templates)
    names = [name for folder in (COMMON, game) for name in sorted(delivered) if _has_phrases(name, folder)]
    rows: dict[str, Any] = {}
    for name in names:
        rows |= tomllib.loads(delivered[name])
    has_own = any(name.startswith(f"{game}/") for name in names)
    for folder in (own / COMMON, own / game) if own else ():
        for path in sorted(folder.glob("phrases*.toml")):
            rows |= _load(path)
            has_own = has_own or folder.name == game
    if has_own:
        rows.pop(ANY_EVENT, None)
    return Phrases.read(translated(rows, words.gettext), environment.from_string)


def _has_phrases(name: str, folder: str) -> bool:
    where, _, file = name.rpartition("/")
    return where == folder and file.startswith("phrases") and file.endswith(".toml")


# The project's own templates and words are read once a process: that takes longer than filling them. The templates are read
# at the beginning: while this version runs another may be installed, whose templates ask for facts that this one has not.


@cache
def delivered_texts(templates: Path) -> Mapping[str, str]:
    """The project's own templates and TOML files by their names ("common/report.txt.j2"), as they were at first."""
    names = FileSystemLoader(templates, followlinks=True).list_templates()
    return {name: (templates / name).read_text("utf-8") for name in names if name.endswith((".j2", ".toml"))}


@cache
def _delivered_words(templates: Path, language: str) -> NullTranslations:
    return read_words(language, (templates,))


@cache
def _delivered_rows(templates: Path, words: NullTranslations, name: str) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = translated(tomllib.loads(delivered_texts(templates).get(name, "")), words.gettext)
    return rows


@lru_cache(maxsize=MAX_COMPILED)
def _compiled(environment: Environment, text: str) -> Template:
    return environment.from_string(text)


@cache
def _delivered_environment(templates: Path, language: str) -> Environment:
    return _environment(None, templates, language, _delivered_words(templates, language))


@cache
def _delivered_phrases(templates: Path, language: str, game: str) -> Phrases:
    words = _delivered_words(templates, language)
    return _phrases(_delivered_environment(templates, language), None, templates, game, words)


def _load(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def _merged(rows: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """`rows` with `own` in their place; in a list whose tables have a `name` those of one name."""
    return {**rows, **{key: _named(rows.get(key), value) for key, value in own.items()}}


def _named(old: Any, new: Any) -> Any:
    if not (isinstance(old, list) and isinstance(new, list) and all("name" in table for table in (*old, *new))):
        return new
    by_name = {table["name"]: table for table in new}
    merged = [by_name.pop(table["name"], table) for table in old]
    return [*merged, *by_name.values()]
