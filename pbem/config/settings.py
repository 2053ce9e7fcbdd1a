"""Everything the owner can set, as one value."""

from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, Field, PlainValidator, SecretStr, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from pbem.config.sections import (
    NESTING,
    PREFIX,
    Imap,
    Mail,
    MailAddress,
    OAuthAccount,
    OtherModerator,
    Play,
    Running,
    Smtp,
    long_enough,
)
from pbem.database_url import DatabaseUrl, Location, read_location


def location_of(given: object) -> Location:
    return given if isinstance(given, Path | DatabaseUrl) else read_location(str(given))


class Settings(BaseSettings):
    """Everything the owner can set. Build it with load_settings()."""

    model_config = SettingsConfigDict(
        extra="forbid",
        frozen=True,
        env_prefix=PREFIX,
        env_nested_delimiter=NESTING,
    )

    database: Annotated[Location, PlainValidator(location_of)] = Field(
        Path("pbem.sqlite"),
        description="The database with all games: a file, relative to the folder of this one, or the URL of a PostgreSQL "
        'database, "postgresql+psycopg://USER:PASSWORD@HOST/NAME"; one with a password is better in the environment.',
    )
    secret: Annotated[SecretStr, AfterValidator(long_enough)] = Field(
        description="Secret with which pbem recognises replies to its own mails, at least 16 characters; keep it for the "
        "life of the database, better in the environment than in this file."
    )
    moderator: MailAddress = Field(
        description="Address of the human game master, who gets the notices.", examples=["gamemaster@example.org"]
    )
    moderators: list[OtherModerator] = Field(
        [],
        description="Game masters with games of their own, a table [[moderators]] each with name, address and rights; "
        "`pbem moderator` gives them games.",
    )
    scenarios: Path | None = Field(
        None,
        description="A folder of your own scenario files instead of the delivered ones; relative to the folder of "
        "this file.",
        examples=["scenarios"],
    )
    templates: Path | None = Field(
        None,
        description="A folder of your own templates: a file or a row there takes the place of the delivered one of the "
        "same name; relative to the folder of this file. `pbem doctor` says what is wrong with them.",
        examples=["my-templates"],
    )
    imap: Imap = Field(description="The mailbox letters arrive in.")
    smtp: Smtp = Field(description="The server that takes the mails going out.")
    oauth: list[OAuthAccount] = Field(
        [],
        description="An account whose provider takes tokens (OAuth2) instead of passwords, a table [[oauth]] each. `pbem "
        "login` gets the first token, pbem renews it.",
    )
    mail: Mail = Field(default_factory=Mail, description="Limits for letters.")
    play: Play = Field(default_factory=Play, description="What a new game begins with.")
    running: Running = Field(default_factory=Running, description="What the running moderator tells of itself.")

    @model_validator(mode="after")
    def _each_address_once(self) -> Self:
        addresses = [self.moderator.lower(), *(each.address.lower() for each in self.moderators)]
        twice = sorted({address for address in addresses if addresses.count(address) > 1})
        if twice:
            raise ValueError(f"moderators: {twice[0]} stands there twice, or is the owner's (moderator)")
        return self

    @model_validator(mode="after")
    def _each_account_is_there(self) -> Self:
        names = [account.name for account in self.oauth]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"oauth: two tables have the name {twice[0]!r}")
        for section, wanted in (("imap", self.imap.oauth), ("smtp", self.smtp.oauth)):
            if wanted and wanted not in names:
                known = f"there are {', '.join(names)}" if names else "there is none"
                raise ValueError(f"{section}.oauth: no [[oauth]] table has the name {wanted!r}; {known}")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the signature is the library's
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the file, whose content load_settings() passes as arguments."""
        return env_settings, init_settings
