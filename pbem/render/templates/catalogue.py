"""The words of the templates in other languages: `locale/LANGUAGE/LC_MESSAGES/pbem.po` below a folder of templates.

English needs no file: it is what is in the templates. A message without a translation is told in English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

ENGLISH = "en"
LOCALE = "locale"
PO_LINE = re.compile(r'(#.*|((msgctxt|msgid|msgid_plural|msgstr(\[[0-9]\])?)\s*)?"([^"\\]|\\.)*")?')
TRANSLATED = ("subject", "text", "lead", "bit", "bare", "closes", "title", "about")
"""The keys of the TOML files among the templates whose values are words for players."""


class NoLanguage(Exception):
    """There is no such language, or its file cannot be read; the message says which there are, or where it is wrong."""


def po_file(folder: Path, language: str) -> Path:
    """Where the words of a language stand below a folder of templates."""
    return folder / LOCALE / language / "LC_MESSAGES" / "pbem.po"


def languages(folders: Iterable[Path]) -> tuple[str, ...]:
    """The languages that templates can be filled in: English, then those that one of the folders has words of."""
    translated_into = {path.parents[1].name for folder in folders for path in folder.glob(str(po_file(Path(), "*")))}
    return (ENGLISH, *sorted(translated_into - {ENGLISH}))


def read_words(language: str, folders: Sequence[Path]) -> NullTranslations:
    """The words of a language from those of the folders that have some; an earlier folder wins. Raises NoLanguage."""
    paths = [path for folder in folders if (path := po_file(folder, language)).is_file()]
    if language != ENGLISH and not paths:
        raise NoLanguage(f"there is no language {language!r}; there are {', '.join(languages(folders))}")
    words = NullTranslations()
    for path in reversed(paths):
        packed = BytesIO()
        write_mo(packed, read_catalogue(path, language))
        packed.seek(0)
        more = GNUTranslations(packed)
        more.add_fallback(words)
        words = more
    return words


def read_messages(language: str, folders: Sequence[Path]) -> dict[str, str]:
    """What is said in a language for whole messages without a plural; an earlier folder wins. Raises NoLanguage."""
    translations: dict[str, str] = {}
    for path in (po_file(folder, language) for folder in reversed(folders)):
        if path.is_file():
            messages = (message for message in read_catalogue(path, language) if isinstance(message.id, str))
            translations |= {
                str(each.id): str(each.string) for each in messages if each.id and each.string and not each.fuzzy
            }
    return translations


def read_catalogue(path: Path, language: str) -> Catalog:
    """A file of translations (GNU gettext's PO format). Raises NoLanguage, with the line that is wrong."""
    locale = find_locale(language)
    try:
        content = path.read_bytes()
        _check_lines(path, content.decode())
        return read_po(BytesIO(content), locale=locale, abort_invalid=True)
    except PoFileError as error:
        raise NoLanguage(f"{path}, line {error.lineno + 1}: {error}") from error
    except ValueError as error:
        raise NoLanguage(f"{path}: {error}") from error


def _check_lines(path: Path, text: str) -> None:
    """Babel reads a text that is not closed as if its last letter were its end."""
    for number, line in enumerate(text.splitlines(), 1):
        if not PO_LINE.fullmatch(line.strip()):
            raise NoLanguage(
                f"{path}, line {number}: a text must stand between quotation marks, with \\ in front of those in it"
            )


def find_locale(language: str) -> Locale:
    """A language by its code, such as de or pt_BR. Raises NoLanguage."""
    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise NoLanguage(f"{language!r} is not the code of a language, such as de or pt_BR") from error


def translated(entry: Any, say: Callable[[str], str]) -> Any:
    """What a TOML file says, with what is meant for players put into other words by `say`."""
    if isinstance(entry, list):
        return [translated(each, say) for each in entry]
    if not isinstance(entry, dict):
        return entry
    return {
        key: say(value) if key in TRANSLATED and isinstance(value, str) and value else translated(value, say)
        for key, value in entry.items()
    }
