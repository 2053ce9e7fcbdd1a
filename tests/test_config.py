"""The configuration: what is read, what is refused and in which words."""

import os
import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel

from pbem.config.example import default_toml
from pbem.config.loading import ConfigError, find_config, load_settings
from pbem.config.sections import Section
from pbem.config.settings import Settings
from pbem.moderator.desk.from_settings import account_from

SECRETS = {
    "PBEM_SECRET": "a-key-of-enough-characters",
    "PBEM_IMAP__PASSWORD": "correct horse",
    "PBEM_SMTP__PASSWORD": "battery staple",
}


REQUIRED: dict[str, set[str] | bool] = {"imap": {"host", "user"}, "smtp": {"host", "sender"}, "moderator": True}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the secrets, whatever the tests are started with."""
    for name in [name for name in os.environ if name.upper().startswith("PBEM_")]:
        monkeypatch.delenv(name)
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)


def write(folder: Path, *changes: tuple[str, str]) -> Path:
    """The delivered file with some lines replaced."""
    text = default_toml()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "pbem.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load_settings(path)
    return str(caught.value)


def options(model: type[BaseModel], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every option as the keys that lead to it."""
    found: list[tuple[str, ...]] = []
    for name, field in model.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            found += options(kind, (*above, name))
        elif name in ("moderators", "oauth"):
            continue  # tables, not a line: see test_more_moderators and test_accounts_with_tokens
        else:
            found.append((*above, name))
    return found


@pytest.mark.parametrize("keys", options(Settings), ids=".".join)
def test_delivered_file_explains_every_option(keys: tuple[str, ...]) -> None:
    *section, key = keys
    text = default_toml()
    part = text.split(f"\n[{section[0]}]\n")[1].split("\n[")[0] if section else text.split("\n[")[0]
    assert f"\n{key} = " in part or f"\n# {key} = " in part
    assert f"Environment: PBEM_{'__'.join(keys).upper()}\n" in part


def test_delivered_file_loads_with_the_secrets_set(tmp_path: Path) -> None:
    settings = load_settings(write(tmp_path))
    assert settings.imap.host == "imap.example.org"
    assert settings.imap.password.get_secret_value() == "correct horse"
    assert settings.play.auth == "token+sender"


def test_delivered_file_writes_the_defaults(tmp_path: Path) -> None:
    required = '[imap]\nhost = "i"\nuser = "u"\n[smtp]\nhost = "s"\nsender = "m@example.org"\n'
    short = tmp_path / "short.toml"
    short.write_text('moderator = "gm@example.org"\n' + required, encoding="utf-8")
    delivered, bare = load_settings(write(tmp_path)), load_settings(short)
    assert delivered.model_dump(exclude=REQUIRED) == bare.model_dump(exclude=REQUIRED)


def test_more_moderators(tmp_path: Path) -> None:
    head, _, tables = default_toml().partition("# [[moderators]]")
    (tmp_path / "pbem.toml").write_text(
        f"{head}[[moderators]]{tables}".replace("# name =", "name =", 1).replace("# address =", "address =", 1)
    )
    (other,) = load_settings(tmp_path / "pbem.toml").moderators
    assert (other.name, other.address, other.rights) == ("Ann", "ann@example.org", ["see", "run"])


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ('adress = "a@example.org"', "moderators.0.adress: unknown key; did you mean 'address'?"),
        ('address = "a@example.org"\nrights = ["all"]', "moderators.0.rights.0: Input should be 'see', 'run' or 'correct'"),
        ('address = "GameMaster@example.org"', "moderators: gamemaster@example.org stands there twice, or is the owner's"),
    ],
)
def test_a_wrong_moderator_is_named(lines: str, problem: str, tmp_path: Path) -> None:
    path = write(tmp_path, ("# [[moderators]]", f"[[moderators]]\n{lines}"))
    assert problem in refusal(path)


def test_delivered_file_holds_no_secret() -> None:
    content = tomllib.loads(default_toml())
    assert "secret" not in content
    assert "password" not in content["imap"]
    assert "password" not in content["smtp"]


def test_missing_secret_names_its_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_IMAP__PASSWORD")
    path = write(tmp_path)
    told = "no password; set PBEM_IMAP__PASSWORD in the environment, or password, password_command or oauth here"
    assert refusal(path) == f"{path}: imap: {told}"


def test_secrets_do_not_show(tmp_path: Path) -> None:
    shown = repr(load_settings(write(tmp_path)))
    assert not [secret for secret in SECRETS.values() if secret in shown]


def test_environment_wins_over_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_IMAP__PORT", "1143")
    settings = load_settings(write(tmp_path))
    assert (settings.imap.port, settings.imap.host) == (1143, "imap.example.org")


def test_wrong_environment_variable_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_IMAP__PORT", "many")
    assert refusal(write(tmp_path)).startswith("environment variable PBEM_IMAP__PORT: imap.port: Input should be")


def test_misspelt_environment_variable_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_SMTP__PASSWROD", "x")
    assert "PBEM_SMTP__PASSWROD: smtp.passwrod: unknown key; did you mean 'password'?" in refusal(write(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("database =", "datbase =", "datbase: unknown key; did you mean 'database'?"),
        ("[mail]", "[mial]", "mial: unknown key; did you mean 'mail'?"),
        ("done_folder =", "donefolder =", "imap.donefolder: unknown key; did you mean 'done_folder'?"),
        ('"gamemaster@example.org"', '"me"', "moderator: 'me' is not a plain mail address such as ann@example.org"),
        ("port = 993", "port = 99300", "imap.port: Input should be less than or equal to 65535"),
        ('security = "tls"', 'security = "ssl"', "imap.security: Input should be 'tls', 'starttls' or 'none'"),
        ('# secret = ""', 'secret = "short"', "secret: must have at least 16 characters"),
    ],
)
def test_wrong_option(old: str, new: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, (old, new))
    if new.startswith("secret"):
        monkeypatch.delenv("PBEM_SECRET")
    assert f"{path}: {problem}" in refusal(path)


def test_every_problem_has_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, ("port = 993", "port = 0"), ("port = 587", "prot = 587"))
    assert len(refusal(path).splitlines()) == 2


def test_not_toml(tmp_path: Path) -> None:
    path = write(tmp_path, ("[imap]", "[imap"))
    assert refusal(path).startswith(f"{path}: not a TOML file: ")


def test_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "etc").mkdir()
    path = write(tmp_path / "etc", ('# scenarios = "scenarios"', 'scenarios = "mine"'))
    monkeypatch.chdir(tmp_path)
    settings = load_settings(path.relative_to(tmp_path))
    assert (settings.database, settings.scenarios) == (path.parent / "pbem.sqlite", path.parent / "mine")


def test_which_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"pbem.toml: no such file; write one with `pbem init`"):
        find_config()
    here = write(tmp_path)
    assert find_config() == here
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("PBEM_CONFIG", str(write(tmp_path / "elsewhere")))
    assert find_config() == tmp_path / "elsewhere" / "pbem.toml"
    assert find_config(here) == here


@pytest.mark.parametrize("section", ["imap", "smtp"])
def test_an_authority_that_cannot_be_read_is_named(section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"PBEM_{section.upper()}__CA_FILE", "mine.pem")
    path = write(tmp_path)
    assert f"{path}: {section}.ca_file: no certificates can be read from {tmp_path / 'mine.pem'}" in refusal(path)
    (tmp_path / "mine.pem").write_text("no certificate", encoding="utf-8")
    assert f"{path}: {section}.ca_file: no certificates can be read from {tmp_path / 'mine.pem'}" in refusal(path)


# Tokens and commands


def without_passwords(folder: Path, monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str]) -> Path:
    """The delivered file with no password anywhere, and some lines replaced."""
    monkeypatch.delenv("PBEM_IMAP__PASSWORD")
    monkeypatch.delenv("PBEM_SMTP__PASSWORD")
    return write(folder, *changes)


OAUTH = '# oauth = "moderator"'
USER = ('\nuser = ""', '\nuser = "moderator@example.org"')


def test_accounts_with_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """IMAP and SMTP share the account that the delivered file shows, its table without the #."""
    path = without_passwords(tmp_path, monkeypatch, (OAUTH, OAUTH[2:]), (OAUTH, OAUTH[2:]), USER)
    head, _, table = path.read_text(encoding="utf-8").partition("# [[oauth]]")
    lines = [line for line in table.splitlines() if " = " in line and "_url" not in line and "scope" not in line]
    path.write_text(f"{head}\n[[oauth]]\n" + "\n".join(line.removeprefix("# ") for line in lines), encoding="utf-8")
    settings = load_settings(path)
    (account,) = settings.oauth
    assert (settings.imap.oauth, settings.smtp.oauth, account.name) == ("moderator", "moderator", "moderator")
    known = account_from(account)
    assert known.token_url == "https://login.microsoftonline.com/common/oauth2/v2.0/token"  # noqa: S105 - of a stub
    assert known.scope.endswith("SMTP.Send offline_access")
    assert known.device_url.endswith("/devicecode")


def test_tokens_are_kept_beside_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_DATABASE", "games/pbem.sqlite")
    table = '[[oauth]]\nname = "{name}"\nprovider = "google"\nclient_id = "x"\n{more}\n'
    path = write(tmp_path)
    more = table.format(name="mine", more="") + table.format(name="other", more='tokens = "elsewhere.json"')
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    mine, other = load_settings(path).oauth
    assert (mine.tokens, other.tokens) == (tmp_path / "games" / "oauth-mine.json", tmp_path / "elsewhere.json")
    assert mine.way == "browser"


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("", "imap.oauth: no [[oauth]] table has the name 'moderator'; there is none"),
        ('name = "other"\nprovider = "google"', "no [[oauth]] table has the name 'moderator'; there are other"),
        ('name = "moderator"', "oauth.0: missing token_url, scope, device_url; provider ="),
        ('name = "moderator"\nflow = "browser"\nscope = "a"', "oauth.0: missing token_url, authorize_url"),
        ('name = "../x"\nprovider = "google"', "oauth.0.name: String should match pattern"),
        ('name = "moderator"\nprovider = "gogle"', "oauth.0.provider: Input should be 'microsoft', 'google' or 'other'"),
        (
            'name = "moderator"\nprovider = "google"\ntoken_url = "http://example.org/"',
            "oauth.0.token_url: 'http://example.org/' is",
        ),
    ],
)
def test_a_wrong_account_is_named(table: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = without_passwords(tmp_path, monkeypatch, (OAUTH, OAUTH[2:]))
    more = f'\n[[oauth]]\nclient_id = "x"\n{table}\n' if table else ""
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert problem in refusal(path)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ([("# password_command", "password_command")], "imap: password and password_command are both set; keep one of them"),
        (
            [('# password_command = "pass', "password_command = \"'pass")],
            "imap.password_command: a quotation mark is not closed",
        ),
        ([('# password_command = "pass show mail/moderator', 'password_command = "')], "password_command: names no program"),
    ],
)
def test_one_way_in(changes: list[tuple[str, str]], problem: str, tmp_path: Path) -> None:
    assert problem in refusal(write(tmp_path, *changes))


def test_a_command_in_place_of_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = without_passwords(tmp_path, monkeypatch, ('# password_command = "pass show', 'password_command = "echo'))
    settings = load_settings(path)
    assert settings.imap.password_command == "echo mail/moderator"  # noqa: S105 - of a stub
    monkeypatch.setenv("PBEM_SMTP__PASSWORD_COMMAND", "pass show x")
    assert "smtp: no user; set user" in refusal(path)
