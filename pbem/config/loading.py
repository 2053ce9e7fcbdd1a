"""Reads the settings from their file and the environment, and says what is wrong with them."""

import difflib
import os
import ssl
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pbem.config.sections import Imap, OAuthAccount, Smtp, section_of, table_of, variable
from pbem.config.settings import Settings, location_of
from pbem.database_url import DatabaseUrl, Location
from pbem.figures import is_number

FILE_NAME = "pbem.toml"
FILE_VARIABLE = "PBEM_CONFIG"


class ConfigError(Exception):
    """The configuration is missing or wrong; the message names file, key and problem, one problem a line."""


def find_config(option: Path | None = None) -> Path:
    """The file to read: `option`, else `$PBEM_CONFIG`, else `pbem.toml` here. Raises ConfigError if it is no file."""
    path = option or Path(os.environ.get(FILE_VARIABLE) or FILE_NAME)
    if not path.is_file():
        raise ConfigError(f"{path}: no such file; write one with `pbem init`, or name one with --config or {FILE_VARIABLE}")
    return path.absolute()


def load_settings(option: Path | None = None) -> Settings:
    """The settings from the file (see find_config) and the environment, paths made absolute. Raises ConfigError."""
    path = find_config(option)
    try:
        settings = Settings(**_read(path))
    except ValidationError as error:
        raise ConfigError("\n".join(_explain(path, problem) for problem in error.errors())) from error
    base = path.parent
    folders = {"scenarios": settings.scenarios, "templates": settings.templates}
    own_folders = {name: folder and base / folder for name, folder in folders.items()}
    servers = {name: _with_ca_file(path, name, section) for name, section in _servers(settings)}
    files = {"health": settings.running.health, "metrics": settings.running.metrics}
    running = settings.running.model_copy(update={name: file and base / file for name, file in files.items()})
    paths = {"database": _absolute(base, settings.database), "running": running}
    accounts = [account.model_copy(update={"tokens": _token_file(path, settings, account)}) for account in settings.oauth]
    return settings.model_copy(update={**paths, "oauth": accounts, **own_folders, **servers})


def _absolute(base: Path, location: Location) -> Location:
    return base / location if isinstance(location, Path) else location


def _token_file(path: Path, settings: Settings, account: OAuthAccount) -> Path:
    """Where the tokens of an account are kept: where the service may write, unless the owner says otherwise."""
    database = _absolute(path.parent, settings.database)
    folder = database.parent if isinstance(database, Path) else path.parent
    return path.parent / account.tokens if account.tokens else folder / f"oauth-{account.name}.json"


def _servers(settings: Settings) -> Iterator[tuple[str, Imap | Smtp]]:
    yield "imap", settings.imap
    yield "smtp", settings.smtp


def _with_ca_file(path: Path, name: str, section: Imap | Smtp) -> Imap | Smtp:
    """The section with its ca_file made absolute. Raises ConfigError if nothing can be trusted by it."""
    if section.ca_file is None:
        return section
    ca_file = path.parent / section.ca_file
    try:
        ssl.create_default_context(cafile=ca_file)
    except OSError as error:  # ssl.SSLError is one
        raise ConfigError(f"{path}: {name}.ca_file: no certificates can be read from {ca_file}: {error}") from error
    return section.model_copy(update={"ca_file": ca_file})


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not a TOML file: {error}") from error


def has_secrets(path: Path) -> bool:
    """Whether a file has a secret or a password in it."""
    given = _read(path)
    passwords = [given[part].get("password") for part in ("imap", "smtp") if isinstance(given.get(part), dict)]
    accounts = given.get("oauth")
    registered = [a.get("client_secret") for a in accounts if isinstance(a, dict)] if isinstance(accounts, list) else []
    return any([given.get("secret"), *passwords, *registered, _password_of(given.get("database"))])


def _password_of(database: object) -> str:
    try:
        location = location_of(database)
    except ValueError:
        return ""
    return location.password if isinstance(location, DatabaseUrl) else ""


def _explain(path: Path, problem: ErrorDetails) -> str:
    keys = [str(part) for part in problem["loc"]]
    name = variable(*keys)
    given = next((known for known in os.environ if known.upper() == name), None)
    if problem["type"] == "missing":
        made = (
            ", to 16 or more characters that nobody can guess (`openssl rand -hex 16` makes some)"
            if keys == ["secret"]
            else ""
        )
        return f"{path}: {'.'.join(keys)}: missing; set it there or in the environment as {name}{made}"
    what = _unknown(keys) if problem["type"] == "extra_forbidden" else _reason(problem)
    return f"{f'environment variable {given}' if given else path}: {'.'.join(keys)}: {what}"


def _reason(problem: ErrorDetails) -> str:
    return problem["msg"].removeprefix("Value error, ")


def _unknown(keys: list[str]) -> str:
    *above, key = keys
    known = _fields(above)
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.0)
    return f"unknown key; did you mean {near[0]!r}?" if near else "unknown key"


def _fields(keys: list[str]) -> dict[str, FieldInfo]:
    model: type[BaseModel] = Settings
    for key in keys:
        if is_number(key):  # which of several tables it is
            continue
        section = section_of(model.model_fields[key]) or table_of(model.model_fields[key])
        if section is None:
            return {}
        model = section
    return model.model_fields
