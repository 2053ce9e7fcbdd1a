"""How to reach a mail server."""

import ssl
from dataclasses import dataclass, field
from typing import Literal

from .login.ways import FixedPassword, Login

Security = Literal["tls", "starttls", "none"]


@dataclass(frozen=True)
class Server:
    """Address, login and encryption of an IMAP or SMTP server; `timeout` in seconds, `end_timeout` that behind a whole
    message (RFC 5321 4.5.3.2.6), and that until an answer of IMAP is whole.

    `user` may be empty for SMTP: then nobody logs in. Where there is an `other_login`, `password` is not used. Certificates
    are verified unless `context` says otherwise.
    """

    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)
    security: Security = "tls"
    timeout: float = 60.0
    end_timeout: float = 600.0
    context: ssl.SSLContext | None = None
    other_login: Login | None = None

    @property
    def login(self) -> Login:
        """Where the password or token comes from."""
        return self.other_login or FixedPassword(self.password)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def what_to_mend(error: BaseException, server: Server) -> str:
    """A sentence for the owner: why `server` could not be reached and which setting to look at."""
    match error:
        case ssl.SSLCertVerificationError():
            return f"the certificate is not good ({error.verify_message}); {_to_mend_certificate(error, server)}"
        case ssl.SSLError():
            return f"no encryption could be agreed on ({error}); check that port {server.port} speaks {server.security}"
        case TimeoutError():
            return f"no answer within {server.timeout:g} s ({error}); check host, port, security and the firewall"
        case ConnectionRefusedError():
            return f"nobody listens there ({error}); check host and port, and that the server runs"
        case _:
            return f"{error}; check host, port and security"


# OpenSSL's reasons (openssl-verification-options(1), Diagnostics): the chain ends in a certificate nobody here trusts.
_EXPIRED, _UNKNOWN_AUTHORITY, _OTHER_NAME = (10,), (18, 19, 20, 21), (62, 64)


def _to_mend_certificate(error: ssl.SSLCertVerificationError, server: Server) -> str:
    if error.verify_code in _OTHER_NAME:
        return f"set host to the name in the server's certificate, which is not {server.host}"
    if error.verify_code in _UNKNOWN_AUTHORITY:
        return "if you trust who signed it, name the file with their certificate as ca_file"
    if error.verify_code in _EXPIRED:
        return f"who runs {server.host} must renew it; see also that this machine's clock is right"
    return "check host, security and ca_file"
