"""Tokens in a file that only its owner can read. They are renewed under a lock when they expire."""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .identity import ASKS_AGAIN, Account, IdentityRefusal, Tokens, refresh
from .ways import NoSecret, Showing

EARLY = 60.0
"""A token that expires sooner than this many seconds is renewed before use."""
PRIVATE = 0o600


class TokenFile:
    """The tokens of one account. Who changes them holds the lock beside the file: a refresh token counts once only."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[Tokens | None, str]:
        """The tokens, None if there are none; and why the provider takes them no longer, "" if it does. Raises NoSecret."""
        try:
            stored = json.loads(self.path.read_text(encoding="utf-8"))
            tokens = Tokens(str(stored["access_token"]), str(stored["refresh_token"]), float(stored["expires_at"]))
            return tokens, str(stored.get("refused", ""))
        except FileNotFoundError:
            return None, ""
        except OSError as error:
            raise NoSecret(f"{self.path} cannot be read ({error.strerror}); give it to the user of the service") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise NoSecret(f"{self.path} is damaged") from error

    def write(self, tokens: Tokens, refused: str = "") -> None:
        """Keep tokens, all or none of them, in a file with the mode 0600. Raises NoSecret.

        What root writes is given to the owner of the folder, so that the service can read it.
        """
        stored = {
            "access_token": tokens.access_token,
            "refresh_token": tokens.refresh_token,
            "expires_at": tokens.expires_at,
            "refused": refused,
        }
        part = self.path.with_name(f"{self.path.name}.part")
        try:
            part.unlink(missing_ok=True)
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(stored, file)
                file.flush()
                os.fsync(file.fileno())
            self._give_to_owner(part)
            part.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise NoSecret(f"{self.path} cannot be written ({error.strerror}); tokens are kept there") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes and threads from changing the tokens. Raises NoSecret."""
        lock = self.path.with_name(f"{self.path.name}.lock")
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, PRIVATE)
        except OSError as error:
            raise NoSecret(f"{lock} cannot be written ({error.strerror}); tokens are kept beside it") from error
        try:
            self._give_to_owner(lock)
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _give_to_owner(self, path: Path) -> None:
        if os.geteuid() == 0:
            folder = self.path.parent.stat()
            os.chown(path, folder.st_uid, folder.st_gid)


class TokenLogin:
    """The access token of an account, renewed when it has expired or a server rejects it."""

    def __init__(self, account: Account, file: TokenFile, showing: Showing = "token") -> None:
        self._account = account
        self._file = file
        self.showing = showing

    @property
    def advice(self) -> str:
        """What to do when the server refuses it."""
        again = f"run `pbem login {self._account.name}`"
        return f"check user, scope and that the mailbox allows this access (deploy/PROVIDERS.md), or {again}"

    def secret(self, refused: str = "") -> str:
        """An access token that is not over, and is not `refused`.

        A refresh token that the provider has refused is not shown again, until `pbem login` brings another. Raises NoSecret.
        """
        tokens = self._known()
        if self._holds(tokens, refused):
            return tokens.access_token
        with self._file.locked():
            tokens = self._known()
            if not self._holds(tokens, refused):  # nobody has renewed it meanwhile
                tokens = self._renewed(tokens)
        return tokens.access_token

    def _known(self) -> Tokens:
        again = f"run `pbem login {self._account.name}`"
        try:
            tokens, reason = self._file.read()
        except NoSecret as error:
            raise NoSecret(f"{error}; {again}") from error
        if tokens is None:
            raise NoSecret(f"there are no tokens for {self._account.name!r}; {again}")
        if reason:
            raise NoSecret(reason)
        return tokens

    def _holds(self, tokens: Tokens, refused: str) -> bool:
        return tokens.expires_at - EARLY > time.time() and tokens.access_token != refused

    def _renewed(self, tokens: Tokens) -> Tokens:
        if not tokens.refresh_token:
            again = f"run `pbem login {self._account.name}`, with a scope that allows renewal (offline_access)"
            raise NoSecret(f"the token of {self._account.name!r} is over, and there is none to renew it; {again}")
        # A refresh token may count once only: where the next one cannot be kept it is not shown.
        self._file.write(tokens)
        try:
            renewed = refresh(self._account, tokens.refresh_token)
        except IdentityRefusal as refusal:
            if refusal.code in ASKS_AGAIN:
                self._file.write(tokens, str(refusal))
            raise
        self._file.write(renewed)
        return renewed
