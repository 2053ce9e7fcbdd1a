"""Tokens and passwords: from an identity server, a file, a command."""

from __future__ import annotations

import errno
import json
import logging
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from pbem.mail.login.command import CommandLogin
from pbem.mail.login.identity import (
    TOKEN_SECONDS,
    DeviceCode,
    IdentityRefusal,
    IdentityTrouble,
    Tokens,
    await_device_login,
    begin_browser_login,
    begin_device_login,
    finish_browser_login,
    refresh,
)
from pbem.mail.login.sasl import TokenExchange, mechanism_for
from pbem.mail.login.tokens import TokenFile, TokenLogin
from pbem.mail.login.ways import NoSecret
from tests.support.identity import DENIED, EXPIRED, PENDING, SLOW_DOWN, IdentityServer, identity_server


@pytest.fixture
def identity() -> Iterator[IdentityServer]:
    with identity_server() as server:
        yield server


class Sleeper:
    """Sleeps at once, and remembers how long."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)

    def clock(self) -> float:
        return sum(self.slept)


def log_in(identity: IdentityServer, sleeper: Sleeper) -> Tokens:
    account = identity.account()
    return await_device_login(account, begin_device_login(account), sleeper, sleeper.clock)


# The device code (RFC 8628)


def test_a_device_code_is_waited_for_as_long_as_the_server_says(identity: IdentityServer) -> None:
    identity.polls = [PENDING, SLOW_DOWN, PENDING]
    sleeper = Sleeper()
    tokens = log_in(identity, sleeper)
    assert sleeper.slept == [5, 5, 10, 10]
    assert (tokens.access_token, tokens.refresh_token) == ("access-1", "refresh-1")
    assert 3500 < tokens.expires_at - time.time() <= 3600
    assert identity.asked[0] == ("device", {"client_id": "pbem-client", "scope": "mail offline_access"})
    assert identity.asked[1][1]["device_code"] == "d-1"


@pytest.mark.parametrize(
    ("polls", "told"),
    [
        ([PENDING, DENIED], "declined in the browser"),
        ([EXPIRED], "not confirmed in time; run `pbem login moderator` again"),
        ([PENDING] * 1000, "not confirmed in time"),
        (["unauthorized_client"], "check client_id and flow"),
        (["shrug"], r"\(shrug\); check the \[\[oauth\]\] table"),
    ],
)
def test_a_device_login_that_fails_says_what_to_do(polls: list[str], told: str, identity: IdentityServer) -> None:
    identity.polls = polls
    with pytest.raises(IdentityRefusal, match=told):
        log_in(identity, Sleeper())


def test_a_server_that_is_down_while_we_wait_is_asked_again_more_slowly(identity: IdentityServer) -> None:
    account, sleeper = identity.account(), Sleeper()
    code = begin_device_login(account)
    identity.down = True

    def sleep(seconds: float) -> None:
        sleeper(seconds)
        identity.down = len(sleeper.slept) < 3

    assert await_device_login(account, code, sleep, sleeper.clock).access_token == "access-1"  # noqa: S105 - of a stub
    assert sleeper.slept == [5, 10, 20]


def test_a_server_that_is_down_at_first_is_told(identity: IdentityServer) -> None:
    identity.down = True
    with pytest.raises(IdentityTrouble, match="answers 503"):
        begin_device_login(identity.account())


@pytest.mark.parametrize("part", ["header", "body", "proxy"])
def test_an_answer_without_end_is_hung_up_on(part: str, identity: IdentityServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.login.identity.END_SECONDS", 0.2)
    identity.trickles = part
    account = identity.account()
    if part == "proxy":
        monkeypatch.setenv("https_proxy", identity.url(""))
        account = replace(account, device_url="https://login.example.test/device")
    with pytest.raises(IdentityTrouble, match="its answer has no end"):
        begin_device_login(account)


def test_a_server_that_is_not_there_is_told() -> None:
    with identity_server() as server:
        account = server.account()
    with pytest.raises(IdentityTrouble, match="cannot be reached"):
        begin_device_login(account)


def test_odd_answers_are_no_codes(identity: IdentityServer, monkeypatch: pytest.MonkeyPatch) -> None:
    odd: list[tuple[int, object]] = [(200, {}), (200, []), (400, "no"), (302, {}), (200, {"user_code": "x"})]
    for answer in odd:
        monkeypatch.setattr(identity, "answer", lambda *_, answer=answer: answer)
        with pytest.raises(IdentityTrouble):
            begin_device_login(identity.account())


GOOD: dict[str, object] = {"access_token": "a", "token_type": "Bearer", "expires_in": 3600}


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        (GOOD | {"expires_in": "soon"}, TOKEN_SECONDS),
        (GOOD | {"expires_in": "3600.5"}, 3600),
        (GOOD | {"expires_in": [3600]}, TOKEN_SECONDS),
        (GOOD | {"expires_in": float("inf")}, TOKEN_SECONDS),
        (GOOD | {"expires_in": float("nan")}, TOKEN_SECONDS),
        (GOOD | {"scope": 5}, 3600),
        (GOOD | {"scope": {"mail": True}}, 3600),
        (GOOD | {"error": None}, 3600),
        (GOOD | {"refresh_token": None}, 3600),
    ],
)
def test_what_stands_beside_a_token_may_be_odd(
    answer: dict[str, object], seconds: float, identity: IdentityServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "answer", lambda *_: (200, answer))
    tokens = refresh(identity.account(), "old")
    assert (tokens.access_token, tokens.refresh_token) == ("a", "old")
    assert seconds - 60 < tokens.expires_at - time.time() <= seconds + 1


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (200, GOOD | {"access_token": None}),
        (200, GOOD | {"access_token": ""}),
        (200, GOOD | {"access_token": ["a"]}),
        (200, GOOD | {"access_token": "a\r\nb"}),
        (200, GOOD | {"access_token": "\ud800"}),
        (400, {"error": None}),
        (400, {"error": "temporarily_unavailable"}),
        (400, {"error": "server_error", "error_description": "try\r\nlater"}),
    ],
)
def test_no_token_is_trouble_that_may_pass(
    status: int, answer: dict[str, object], identity: IdentityServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "answer", lambda *_: (status, answer))
    with pytest.raises(IdentityTrouble):
        refresh(identity.account(), "old")


def test_a_secret_is_shown_as_http_basic_to_a_server_that_wants_it_so(
    identity: IdentityServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = replace(identity.account(), client_secret="s+:\u00e9")  # noqa: S106 - of a stub
    monkeypatch.setattr(
        identity,
        "answer",
        lambda _, form: (
            (200, GOOD) if form.get("basic") == "pbem-client:s%2B%3A%C3%A9" else (401, {"error": "invalid_client"})
        ),
    )
    assert refresh(account, "old").access_token == "a"  # noqa: S105 - of a stub
    with pytest.raises(IdentityRefusal, match="check client_id and client_secret"):
        refresh(replace(account, client_secret="wrong"), "old")  # noqa: S106 - of a stub


def test_what_a_server_says_cannot_steer_a_terminal(identity: IdentityServer, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "device_code": "d",
        "user_code": "A\x1b[2J",
        "verification_uri": "http://x/\r\n",
        "interval": "7",
        "expires_in": -1,
    }
    monkeypatch.setattr(identity, "answer", lambda *_: (200, told))
    code = begin_device_login(identity.account())
    assert code == DeviceCode("A [2J", "http://x/", "", 1800, 7, "d")


# The browser (RFC 7636)


def test_a_browser_login_is_finished_with_the_address_it_leads_to(identity: IdentityServer) -> None:
    login = begin_browser_login(identity.account())
    asked = {name: values[0] for name, values in parse_qs(urlsplit(login.url).query).items()}
    assert asked["code_challenge_method"] == "S256"
    assert asked["redirect_uri"] == "http://127.0.0.1:8765/"
    tokens = finish_browser_login(identity.account(), login, f" http://127.0.0.1:8765/?code=good&state={asked['state']}\n")
    assert tokens.access_token == "access-1"  # noqa: S105 - of a stub
    assert identity.asked[0][1]["code_verifier"] == login.verifier


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("code=good&state=other", "copy the whole of it"),
        ("", "copy the whole of it"),
        ("state={state}", "has no code in it"),
        ("error=access_denied&state={state}", "declined in the browser"),
        ("code=old&state={state}", "invalid_grant"),
    ],
)
def test_an_address_that_brings_no_token_is_refused(query: str, told: str, identity: IdentityServer) -> None:
    login = begin_browser_login(identity.account())
    address = f"http://127.0.0.1:8765/?{query.format(state=login.state)}"
    with pytest.raises(NoSecret, match=told):
        finish_browser_login(identity.account(), login, address)


# The file


@pytest.fixture
def file(tmp_path: Path, identity: IdentityServer) -> TokenFile:
    """Tokens as `pbem login` leaves them."""
    file = TokenFile(tmp_path / "tokens.json")
    file.write(log_in(identity, Sleeper()))
    return file


def age(file: TokenFile) -> None:
    """The access token is over."""
    tokens, _ = file.read()
    assert tokens is not None
    file.write(Tokens(tokens.access_token, tokens.refresh_token, time.time()))


def test_the_file_is_for_its_owner_only_and_whole(file: TokenFile) -> None:
    assert file.path.stat().st_mode & 0o777 == 0o600
    file.path.chmod(0o644)
    age(file)
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.path.parent.iterdir()] == ["tokens.json"]


def test_a_token_is_shown_until_it_is_over_and_then_renewed(file: TokenFile, identity: IdentityServer) -> None:
    login = TokenLogin(identity.account(), file)
    assert [login.secret(), login.secret()] == ["access-1", "access-1"]
    age(file)
    assert [login.secret(), login.secret()] == ["access-2", "access-2"]
    assert identity.count("token") == 2


def test_a_token_that_a_server_refuses_is_renewed_before_its_time(file: TokenFile, identity: IdentityServer) -> None:
    login = TokenLogin(identity.account(), file)
    assert login.secret(refused="access-1") == "access-2"
    assert login.secret(refused="access-1") == "access-2"


def test_a_refresh_token_that_rotates_is_kept(file: TokenFile, identity: IdentityServer) -> None:
    identity.rotates = True
    for number in (2, 3, 4):
        age(file)
        assert TokenLogin(identity.account(), file).secret() == f"access-{number}"
        assert json.loads(file.path.read_text())["refresh_token"] == f"refresh-{number}"


def test_a_refresh_token_is_not_spent_while_its_file_cannot_be_written(
    file: TokenFile, identity: IdentityServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full: who asked for tokens then would lose the only one that counts."""
    identity.rotates = True
    age(file)
    login = TokenLogin(identity.account(), file)
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", raises_no_space)
        with pytest.raises(NoSecret, match="No space left"):
            login.secret()
    assert login.secret() == "access-2"


def raises_no_space(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_many_who_need_a_token_renew_it_once(file: TokenFile, identity: IdentityServer) -> None:
    identity.rotates = True
    age(file)
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(TokenLogin(identity.account(), TokenFile(file.path)).secret()))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["access-2"] * 8
    assert identity.count("token") == 2


def test_a_refused_refresh_token_is_told_and_not_shown_again(file: TokenFile, identity: IdentityServer) -> None:
    age(file)
    identity.refreshing.clear()
    login = TokenLogin(identity.account(), file)
    for _ in range(3):
        with pytest.raises(NoSecret, match=r"invalid_grant: AADSTS700082: the token is too old.*run `pbem login moderator`"):
            login.secret()
    assert identity.count("token") == 2
    file.write(log_in(identity, Sleeper()))
    assert login.secret() == "access-2"


def test_a_server_that_is_down_loses_no_token(file: TokenFile, identity: IdentityServer) -> None:
    age(file)
    login = TokenLogin(identity.account(), file)
    identity.down = True
    with pytest.raises(IdentityTrouble):
        login.secret()
    identity.down = False
    identity.refuses = "invalid_client"  # the owner can put that right in the configuration
    with pytest.raises(IdentityRefusal, match="check client_id"):
        login.secret()
    identity.refuses = ""
    assert login.secret() == "access-2"


def test_a_file_that_is_missing_or_damaged_is_told(file: TokenFile, identity: IdentityServer, tmp_path: Path) -> None:
    with pytest.raises(NoSecret, match=r"no tokens for 'moderator'; run `pbem login moderator`"):
        TokenLogin(identity.account(), TokenFile(tmp_path / "none.json")).secret()
    for text in ("", "[]", '{"access_token": "a"}', "\0"):
        file.path.write_text(text)
        with pytest.raises(NoSecret, match=r"tokens.json is damaged; run `pbem login moderator`"):
            TokenLogin(identity.account(), file).secret()


def test_no_token_is_logged_or_shown(file: TokenFile, identity: IdentityServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    age(file)
    TokenLogin(identity.account(), file).secret()
    tokens, _ = file.read()
    assert tokens is not None
    for told in (caplog.text, repr(tokens), repr(begin_browser_login(identity.account()))):
        assert not any(word in told for word in ("access-", "refresh-", "verifier="))


# Commands


def test_a_command_gives_its_first_line() -> None:
    assert CommandLogin("printf 'pa ss\\nuser: ann\\n'").secret() == "pa ss"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("sh -c 'echo hush; exit 3'", r"password_command \(sh\) failed with exit code 3"),
        ("no-such-program hush", r"cannot be run \(no-such-program: No such file"),
        ("true hush", "prints nothing on its first line"),
        ("sh -c 'echo; echo hush'", "prints nothing on its first line"),
        ("printf '\\377hush'", "not UTF-8"),
        ("head -c 100000 /dev/zero", "more than 65536 bytes"),
    ],
)
def test_a_command_that_gives_no_secret_is_told_without_its_output(
    command: str, told: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(NoSecret, match=told) as caught:
        CommandLogin(command).secret()
    assert "hush" not in str(caught.value) + caplog.text + "".join(capfd.readouterr())


def test_a_command_that_waits_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    number = tmp_path / "pid"
    with pytest.raises(NoSecret, match=r"gave nothing in 0.3 seconds.*must not ask"):
        CommandLogin(f"sh -c 'sleep 60 & echo $! > {number}; wait'", seconds=0.3).secret()
    status = Path(f"/proc/{number.read_text().strip()}/stat")
    for _ in range(500):  # a killed process takes a moment to end
        if not status.exists() or status.read_text().split()[2] == "Z":
            break
        time.sleep(0.01)
    else:
        pytest.fail("what the command has started goes on")


# How tokens are shown (RFC 7628)


def test_the_messages_are_those_of_the_standard() -> None:
    bearer = TokenExchange("OAUTHBEARER", "a,b=c@example.org", "t0k", "imap.example.org", 993)
    assert bearer.answer(b"") == (
        b"n,a=a=2Cb=3Dc@example.org,\x01host=imap.example.org\x01port=993\x01auth=Bearer t0k\x01\x01"
    )
    assert bearer.answer(b'{"status":"invalid_token","scope":"mail"}') == b"\x01"
    assert bearer.problem == "invalid_token"
    assert bearer.answer(b"and?") is None
    older = TokenExchange("XOAUTH2", "ann@example.org", "t0k", "imap.example.org", 993)
    assert older.answer(b"") == b"user=ann@example.org\x01auth=Bearer t0k\x01\x01"
    assert older.answer(b"not JSON") == b""
    assert older.problem == ""


def test_the_mechanism_is_one_that_the_server_offers() -> None:
    assert mechanism_for("token", ["PLAIN", "xoauth2", "OAUTHBEARER"], "s") == "OAUTHBEARER"
    assert mechanism_for("token", ["PLAIN", "XOAUTH2"], "s") == "XOAUTH2"
    assert mechanism_for("xoauth2", ["XOAUTH2", "OAUTHBEARER"], "s") == "XOAUTH2"
    with pytest.raises(NoSecret, match="s takes no tokens by OAUTHBEARER: it offers PLAIN, XOAUTH2"):
        mechanism_for("oauthbearer", ["PLAIN", "XOAUTH2"], "s")
    with pytest.raises(NoSecret, match="offers no login here; check security"):
        mechanism_for("token", [], "s")
