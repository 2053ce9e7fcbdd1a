"""The tables of the settings file: what each option is, what it may be, and what it is without being set."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, model_validator
from pydantic.fields import FieldInfo

from pbem import values
from pbem.timing.terms import STANDARD, read_terms

PREFIX = "PBEM_"
NESTING = "__"
TOKEN_ROOM = 21
"""Characters of `+TOKEN` in the addresses that players reply to."""
Security = Literal["tls", "starttls", "none"]
Sasl = Literal["auto", "password", "xoauth2", "oauthbearer"]
Flow = Literal["device", "browser"]
Auth = Literal["token", "token+sender", "dkim"]


def _with_room(mailbox: str) -> str:
    """The address that players write to, with room for a token in it. Raises BadValue."""
    longest = values.MAX_LOCAL - TOKEN_ROOM
    if len(mailbox.rpartition("@")[0]) > longest:
        raise values.BadValue(f"{mailbox} has more than {longest} signs before the @: name+TOKEN@... would be too long")
    return mailbox


def _name_if_any(text: str) -> str:
    return values.person_name(text) if text else ""


def long_enough(secret: SecretStr) -> SecretStr:
    if len(secret.get_secret_value()) < 16:
        raise ValueError("must have at least 16 characters")
    return secret


def _term(name: str) -> Callable[[str], str]:
    """A check of one term about time. Raises ValueError (BadTime)."""

    def check(text: str) -> str:
        read_terms({name: text})
        return text

    return check


def _safe_url(text: str) -> str:
    parts = urlsplit(text)
    on_this_machine = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1", "localhost")
    if not parts.hostname or not (parts.scheme == "https" or on_this_machine):
        raise ValueError(f"{text!r} is not an address that begins with https://")
    return text


def _command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"a quotation mark is not closed ({error})") from error
    if not words:
        raise ValueError("names no program")
    return text


MailAddress = Annotated[str, AfterValidator(values.address)]
PersonName = Annotated[str, AfterValidator(_name_if_any)]
Port = Annotated[int, Field(ge=1, le=65535)]
SafeUrl = Annotated[str, AfterValidator(_safe_url)]
Command = Annotated[str, AfterValidator(_command)]


class Section(BaseModel):
    """A table of the file: unknown keys are errors, values do not change after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class _Entrance(Section):
    """Login to a server: `password`, `password_command` or `oauth`."""

    def _check_ways_in(self) -> None:
        """Raises ValueError if there is more than one."""
        given = [name for name in ("password", "password_command", "oauth") if _is_set(getattr(self, name))]
        if len(given) > 1:
            raise ValueError(f"{' and '.join(given)} are both set; keep one of them (a password can be in the environment)")


def _is_set(value: object) -> bool:
    return bool(value.get_secret_value() if isinstance(value, SecretStr) else value)


def _command_field() -> Any:
    return Field(
        None,
        description="Instead of password: a command whose first line of output is the password. It runs at each login, "
        "without a shell, for at most 30 seconds; what it prints is never logged.",
        examples=["pass show mail/moderator"],
    )


def _oauth_field() -> Any:
    return Field(
        None,
        description="Instead of password: the name of an [[oauth]] table, for providers that take tokens only. `pbem login` "
        "gets the first one.",
        examples=["moderator"],
    )


def _sasl_field() -> Any:
    return Field(
        "auto",
        description="How the login is shown: auto takes a password for a password, and a token by OAUTHBEARER or XOAUTH2, "
        "what the server offers. xoauth2 or oauthbearer with password_command: the command prints an access token.",
    )


class Imap(_Entrance):
    """The mailbox letters arrive in."""

    host: str = Field(min_length=1, description="Name of the IMAP server.", examples=["imap.example.org"])
    port: Port = Field(993, description="Port: usually 993 for tls, 143 for starttls and none.")
    security: Security = Field(
        "tls", description="tls, starttls or none. Certificates are verified; use none only on this machine itself."
    )
    ca_file: Path | None = Field(
        None,
        description="PEM file with the certificate of the authority that signed the server's, trusted instead of those the "
        "system knows; relative to the folder of this file.",
        examples=["ca.pem"],
    )
    user: str = Field(min_length=1, description="User name of the mailbox.", examples=["moderator@example.org"])
    password: SecretStr = Field(
        SecretStr(""), description="Password of the mailbox; better in the environment than in this file."
    )
    password_command: Command | None = _command_field()
    oauth: str | None = _oauth_field()
    sasl: Sasl = _sasl_field()
    folder: str = Field("INBOX", min_length=1, description="Folder the letters arrive in.")
    done_folder: str = Field(
        "pbem-done", min_length=1, description="Folder the letters are moved to once moderated; made if missing."
    )
    idle: bool = Field(True, description="Let the server announce new letters (IDLE, RFC 2177) where it can.")
    poll_seconds: int = Field(
        60, ge=5, description="Seconds between looks into the folder, also the fallback where IDLE fails."
    )

    @model_validator(mode="after")
    def _one_way_in(self) -> Self:
        self._check_ways_in()
        if not (_is_set(self.password) or self.password_command or self.oauth):
            name = variable("imap", "password")
            raise ValueError(f"no password; set {name} in the environment, or password, password_command or oauth here")
        return self


class Smtp(_Entrance):
    """The server that takes the mails going out."""

    host: str = Field(
        min_length=1, description="Name of the server that takes outgoing mail.", examples=["smtp.example.org"]
    )
    port: Port = Field(587, description="Port: usually 587 for starttls, 465 for tls, 25 for none.")
    security: Security = Field(
        "starttls",
        description="tls, starttls or none. Certificates are verified; use none only on this machine itself.",
    )
    ca_file: Path | None = Field(
        None,
        description="PEM file with the certificate of the authority that signed the server's, trusted instead of those the "
        "system knows; relative to the folder of this file.",
        examples=["ca.pem"],
    )
    user: str = Field("", description="User name; empty: send without logging in.")
    password: SecretStr = Field(
        SecretStr(""), description="Password for the login; better in the environment than in this file."
    )
    password_command: Command | None = _command_field()
    oauth: str | None = _oauth_field()
    sasl: Sasl = _sasl_field()
    sender: Annotated[MailAddress, AfterValidator(_with_room)] = Field(
        description="The address players write to; best one whose mailbox also receives name+anything@...",
        examples=["moderator@example.org"],
    )
    mails_per_hour: int = Field(
        0,
        ge=0,
        description="The most mails that are sent in an hour; the others wait, and players who must decide something come "
        "first. 0: no limit.",
    )
    mails_per_day: int = Field(
        0, ge=0, description="The same for 24 hours; set it below what your provider allows. 0: no limit."
    )

    @model_validator(mode="after")
    def _one_way_in(self) -> Self:
        self._check_ways_in()
        if not self.user and (self.password_command or self.oauth):
            raise ValueError("no user; set user, whom password_command or oauth logs in")
        return self


class OAuthAccount(Section):
    """An account whose provider takes tokens instead of passwords, and pbem's registration there."""

    name: str = Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$",
        description="What `oauth` in [imap] and [smtp] calls it; both can name the same.",
        examples=["moderator"],
    )
    provider: Literal["microsoft", "google", "other"] = Field(
        "other",
        description="microsoft (Microsoft 365 and Outlook.com) and google (Gmail) set all URLs and scope; other needs "
        "token_url, scope, and device_url or authorize_url. See deploy/PROVIDERS.md.",
        examples=["microsoft"],
    )
    tenant: str = Field(
        "common",
        pattern=r"^[A-Za-z0-9.-]+$",
        description="microsoft only: common, consumers (Outlook.com), organizations, or the id of your tenant.",
    )
    client_id: str = Field(
        min_length=1,
        description="The id that the provider gave you when you registered pbem with it.",
        examples=["00000000-0000-0000-0000-000000000000"],
    )
    client_secret: SecretStr = Field(SecretStr(""), description="The secret that came with it, if there is one.")
    flow: Flow | None = Field(
        None,
        description="How `pbem login` gets the first token: device (type a code in any browser) or browser (log in and "
        "paste an address back). Default: device, for google browser.",
        examples=["device"],
    )
    scope: str | None = Field(
        None,
        description="What is asked for, several words with a space between them.",
        examples=["openid email offline_access"],
    )
    device_url: SafeUrl | None = Field(
        None, description="Where a device code is given (RFC 8628).", examples=["https://login.example.org/device"]
    )
    authorize_url: SafeUrl | None = Field(
        None, description="The login page, for browser.", examples=["https://login.example.org/authorize"]
    )
    token_url: SafeUrl | None = Field(
        None, description="Where tokens are given and renewed.", examples=["https://login.example.org/token"]
    )
    redirect_url: SafeUrl = Field(
        "http://127.0.0.1:8765/",
        description="For browser: where the login page leads to. Nothing need listen there; it may have to be registered.",
    )
    tokens: Path | None = Field(
        None,
        description="The file for the tokens, relative to the folder of this file; only the service must read it. Default: "
        "oauth-NAME.json beside the database.",
        examples=["/var/lib/pbem/oauth-moderator.json"],
    )

    @property
    def way(self) -> Flow:
        """How the first token is obtained."""
        return self.flow or ("browser" if self.provider == "google" else "device")

    @model_validator(mode="after")
    def _has_urls(self) -> Self:
        needed = {"token_url": self.token_url, "scope": self.scope}
        needed |= {"device_url": self.device_url} if self.way == "device" else {"authorize_url": self.authorize_url}
        missing = [name for name, value in needed.items() if not value]
        if self.provider == "other" and missing:
            raise ValueError(f'missing {", ".join(missing)}; provider = "microsoft" or "google" sets them by itself')
        return self


class Mail(Section):
    """Limits for letters, and what goes into ours."""

    retention_days: int = Field(
        90, ge=1, description="Days the raw letters and mails are kept; what they did to the game is kept for ever."
    )
    max_letter_bytes: int = Field(1_000_000, ge=1_000, description="Letters longer than this many bytes are not read.")
    letters_per_hour: int = Field(60, ge=1, description="More letters than this in an hour for one seat are not answered.")
    strangers_per_hour: int = Field(
        200, ge=1, description="More letters than this in an hour that belong to no seat are counted and not kept."
    )
    open_tables: bool = Field(
        False,
        description='Whether strangers may ask by mail to join a game that `pbem invite --open` has opened to them ("join '
        'NAME"). Their letters are read then, as many in an hour as strangers_per_hour says.',
    )
    desk: Literal["off", "token", "dkim"] = Field(
        "off",
        description="Whether the game master can command their desk by mail: off, token (from their own address, to the "
        "address that replies to our notices go to) or dkim (with a valid DKIM signature of that address's domain as well).",
    )
    pictures: bool = Field(
        True, description="Send a picture of the map with each report; it says nothing the text does not."
    )


class Play(Section):
    """Defaults for a new game."""

    auth: Auth = Field(
        "token+sender",
        description="What a letter must show: token+sender (the secret in the address it was sent to, or that it answers a "
        "letter to the seat, and the player's own address as its sender), dkim (a valid DKIM signature of that address's "
        "domain as well) or token (whoever sends it).",
    )
    deadline: Annotated[str, AfterValidator(_term("deadline"))] = Field(
        STANDARD["deadline"],
        description='When orders are due: "72h" after being asked, "Mon Thu 20:00 Europe/London", or none.',
    )
    zone: Annotated[str, AfterValidator(_term("zone"))] = Field(
        STANDARD["zone"], description="Time zone in which times are told, unless a player asks for their own."
    )
    reminder: Annotated[str, AfterValidator(_term("reminder"))] = Field(
        STANDARD["reminder"], description="How long before a deadline a reminder goes out, or none."
    )
    grace: Annotated[str, AfterValidator(_term("grace"))] = Field(
        STANDARD["grace"], description="What is given after a deadline before anything happens, or none."
    )
    extensions: Annotated[str, AfterValidator(_term("extensions"))] = Field(
        STANDARD["extensions"], description="How many extensions a player may take in a game, and how long each, or none."
    )
    absence: Annotated[str, AfterValidator(_term("absence"))] = Field(
        STANDARD["absence"], description="How many days a player may be away in a game, or none."
    )
    language: str = Field("en", min_length=2, description="Language of the letters: en, de, or one you have words of.")
    no_show: Annotated[str, AfterValidator(_term("no_show"))] = Field(
        STANDARD["no_show"],
        description="What comes when no orders do: default (the rules' safe default answers), hold (the game is held) or "
        "standing (only standing orders answer, and the game waits).",
    )

    def terms(self) -> dict[str, str]:
        """The terms about time, by their names in timing.terms."""
        return {name: getattr(self, name) for name in STANDARD}


class Running(Section):
    """Logs, health file and metrics of the running moderator."""

    log: Literal["text", "json"] = Field(
        "text", description="text: lines for people; json: one JSON object a line, for programs that gather logs."
    )
    health: Path | None = Field(
        None,
        description="A JSON file that `pbem serve` writes every minute: when it looked, what waits. Relative to the folder "
        "of this file.",
        examples=["/run/pbem/health.json"],
    )
    metrics: Path | None = Field(
        None,
        description="The same as text for the textfile collector of Prometheus; relative to the folder of this file.",
        examples=["/var/lib/prometheus/node-exporter/pbem.prom"],
    )


class OtherModerator(Section):
    """A game master besides the owner."""

    name: PersonName = Field("", description="Their name.", examples=["Ann"])
    address: MailAddress = Field(
        description="Their address, which gets the notices about their games.", examples=["ann@example.org"]
    )
    rights: list[Literal["see", "run", "correct"]] = Field(
        ["see", "run"],
        description="What they may do by mail in their games: see (look at everything), run (hold, release, extend, tell, "
        "answer), correct (seat, undo, redo, rerun, rule). Default: see and run.",
    )


def variable(*keys: str) -> str:
    """The environment variable of an option: variable("imap", "host") is PBEM_IMAP__HOST."""
    return PREFIX + NESTING.join(keys).upper()


def section_of(field: FieldInfo) -> type[Section] | None:
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, Section) else None


def table_of(field: FieldInfo) -> type[Section] | None:
    """What the tables of an option are of which there can be several."""
    return next((kind for kind in get_args(field.annotation) if isinstance(kind, type) and issubclass(kind, Section)), None)
