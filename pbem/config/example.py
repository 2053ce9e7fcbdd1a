"""A settings file with every option and what it means."""

import json
import textwrap

from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from pbem.config.sections import Section, section_of, table_of, variable
from pbem.config.settings import Settings


def default_toml() -> str:
    """The file `pbem init` writes: every option with its meaning, default and environment variable.

    It loads as it stands once the secrets are in the environment.
    """
    top, sections, tables = [_comment(_HEAD)], [], []
    for name, field in Settings.model_fields.items():
        section = section_of(field)
        if table := table_of(field):
            tables.append(_tables(name, field, table))
        elif section is None:
            top.append(_option((name,), field))
        else:
            sections.append(f"[{name}]\n{_comment(field.description or '')}")
            sections += [_option((name, key), inner) for key, inner in section.model_fields.items()]
    return "\n\n".join(top + sections + tables) + "\n"


_HEAD = (
    "Configuration of pbem. Every option can be given as an environment variable instead; the variable wins over this "
    "file, and is the better place for secrets. An option behind a # is not set."
)


def _option(keys: tuple[str, ...], field: FieldInfo) -> str:
    """The lines for one option; secrets and options without a value are commented out."""
    value = next(iter(field.examples or [""])) if field.default in (None, PydanticUndefined) else field.default
    default = "Must be set" if field.is_required() else f"Default: {_toml(field.default)}"
    unset = _is_secret(field) or field.default is None
    line = f"{'# ' if unset else ''}{keys[-1]} = {_toml(value)}"
    return f"{_comment(field.description or '')}\n# {default}. Environment: {variable(*keys)}\n{line}"


def _tables(name: str, field: FieldInfo, table: type[Section]) -> str:
    """The lines for an option that can have several tables: one of them, commented out."""
    lines = [_comment(field.description or ""), f"# Default: none. Environment: {variable(name)} (as JSON)", f"# [[{name}]]"]
    for key, inner in table.model_fields.items():
        value = inner.examples[0] if inner.examples else inner.default
        default = "" if isinstance(value, SecretStr) else value
        lines += [_comment(inner.description or ""), f"# {key} = {json.dumps(default)}"]
    return "\n".join(lines)


def _is_secret(field: FieldInfo) -> bool:
    return field.annotation is SecretStr


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if value is None:
        return "none"
    return f'"{value}"'


def _comment(text: str) -> str:
    return textwrap.fill(text, 100, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
