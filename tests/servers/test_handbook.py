"""The game master's handbook, followed word by word on an empty Debian until the first letter of a game arrives.

The Debian is a folder that mmdebstrap fills and commands are confined to (chroot); its mail servers are those of these
tests.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path

import pytest
from imapclient import IMAPClient  # type: ignore[import-untyped]

from .conftest import Servers

ROOT = Path(__file__).parents[2]
HANDBOOK = (ROOT / "deploy" / "GAMEMASTER.md").read_text(encoding="utf-8")
HERE = "/root/pbem"
"""The copy of the project on the host."""
PATIENCE = 60
"""Seconds for the opening letters to arrive."""
STOPPING = 30
"""Seconds for the service to stop."""
INSIDE = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" bash -c "$1"'
NEVER_ENDS = "journalctl"
"""What the handbook shows last of a service; a folder has no journal, and no systemd that runs."""
OWN_NETWORK = ("PIP_", "SSL_", "http_proxy", "https_proxy", "no_proxy")
"""Variables that tell how this machine reaches the archives that packages come from."""


class Host:
    """An empty Debian, with a copy of the project."""

    def __init__(self, root: Path) -> None:
        self.root = root
        own = [name for name in os.environ if name.startswith(OWN_NETWORK)]
        self._environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
        self._environment["SYSTEMD_OFFLINE"] = "1"  # systemctl keeps what it is told, and starts nothing
        self._environment |= {name: os.environ[name] for name in own}

    def command(self, script: str) -> list[str]:
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", INSIDE, str(self.root), script]

    def run(self, script: str, folder: str = "/root") -> str:
        """What a script prints; fails the test if it fails."""
        whole = self.command(f"set -euo pipefail; cd {folder}; {script}")
        done = subprocess.run(whole, env=self._environment, capture_output=True, text=True, timeout=600, check=False)  # noqa: S603
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @contextmanager
    def service(self) -> Iterator[None]:
        """The service as its unit tells: what systemd would start, as the user and with the environment it names."""
        unit = dict(re.findall(r"^(\w+)=(.+)$", (self.root / "etc/systemd/system/pbem.service").read_text(), re.MULTILINE))
        user = f"setpriv --reuid {unit['User']} --regid {unit['Group']} --init-groups"
        script = f"set -a; . {unit['EnvironmentFile']}; cd {unit['WorkingDirectory']}; exec {user} {unit['ExecStart']}"
        with subprocess.Popen(self.command(script), env=self._environment) as process:  # noqa: S603
            try:
                yield
            finally:
                # Not unshare: what it started has another user by now, and would outlive it.
                (service,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
                os.kill(int(service), signal.SIGTERM)
                assert process.wait(STOPPING) == 0


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    root = tmp_path_factory.mktemp("debian") / "root"
    sources = "".join(path.read_text() for path in sorted(Path("/etc/apt").rglob("*.sources")))
    sources = sources or "".join(path.read_text() for path in sorted(Path("/etc/apt").rglob("*.list")))
    subprocess.run(  # noqa: S603
        ["mmdebstrap", "--quiet", "--variant=minbase", "--include=ca-certificates,systemd", "bookworm", str(root), "-"],  # noqa: S607
        input=sources,
        text=True,
        check=True,
    )
    root.chmod(0o755)
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n", encoding="ascii")
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607
    for name in filter(None, files.split("\0")):
        (root / HERE[1:] / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / HERE[1:] / name)
    for kept in ("etc/pip.conf", "root/.config/pip/pip.conf", "root/.pip/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", kept).is_file():
            (root / kept).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path("/", kept), root / kept)
    yield Host(root)
    shutil.rmtree(root)


def blocks(heading: str) -> list[str]:
    """The indented blocks below a heading of the handbook, up to the next."""
    part = re.split(r"^#+ ", HANDBOOK.partition(f" {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    found = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", part, re.MULTILINE)
    assert found, heading
    return [re.sub(r"^ {4}", "", block, flags=re.MULTILINE).strip("\n") for block in found]


def written(command: str) -> str:
    """A command that the handbook has in a sentence."""
    assert f"`{command}`" in HANDBOOK
    return command


def set_options(text: str, told: str, values: dict[str, str]) -> str:
    """pbem.toml with the options that the handbook tells, our servers in place of its examples."""
    section = ""
    for line in told.splitlines():
        if line.startswith("["):
            section = line
        elif " = " in line:
            key, _, value = line.partition(" = ")
            for example, ours in values.items():
                value = value.replace(f'"{example}"', f'"{ours}"')
            head, mark, rest = text.partition(f"\n{section}\n") if section else ("", "", text)
            rest, count = re.subn(rf"^(# )?{key} = .*$", f"{key} = {value}", rest, count=1, flags=re.MULTILINE)
            assert count == 1, line
            text = head + mark + rest
    return text


def test_from_an_empty_debian_to_a_running_game(host: Host, servers: Servers, log_in: Callable[[str], IMAPClient]) -> None:
    log_in("moderator")  # emptied, and nobody else's
    for each in blocks("Installing"):
        host.run(each, HERE)

    init, options = blocks("The configuration")[:2]
    host.run(init)
    ours = servers.account("moderator")
    config = host.root / "etc/pbem/pbem.toml"
    values = {"imap.example.org": "localhost", "smtp.example.org": "localhost", "moderator@example.org": ours.address}
    text = set_options(config.read_text(encoding="utf-8"), options, values)
    text = set_options(text, '[imap]\nuser = "login"\n[smtp]\nuser = "login"', {"login": ours.name})
    for section, port in (("imap", servers.imaps_port), ("smtp", servers.submission_port)):
        text = set_options(text, f'[{section}]\nca_file = "/etc/pbem/ca.pem"\nport = {port}', {})
    config.write_text(text, encoding="utf-8")
    shutil.copy(servers.ca_file, host.root / "etc/pbem/ca.pem")
    (host.root / "etc/pbem/ca.pem").chmod(0o644)
    host.run(written("chgrp pbem pbem.toml && chmod 640 pbem.toml"), "/etc/pbem")
    passwords = blocks("The configuration")[2].replace("PBEM_SECRET='...'", f"PBEM_SECRET={secrets.token_hex(16)}")
    host.run(f"umask 077; cat > secrets.env <<'END'\n{passwords.replace('...', ours.password)}\nEND", "/etc/pbem")

    (command,) = blocks("Commands of your own")
    found = host.run(f"{command}\npbem doctor || true")
    assert not re.search(r"^\s*fault", found, re.MULTILINE), found

    service = [line for line in blocks("As a service")[0].splitlines() if NEVER_ENDS not in line]
    host.run("\n".join(service).replace(" --now", ""))  # no systemd runs there: `service` starts what the unit tells
    box = log_in("york")
    lists_seats, opens = blocks("The first game")[0].splitlines()
    for example, seat in (("ann", "york"), ("bob", "lancaster")):
        opens = opens.replace(f"{example}@example.org", servers.account(seat).address)
    with host.service():
        assert "needs a player for each of york, lancaster" in host.run(
            f"{command}\n{lists_seats.partition('#')[0]} 2>&1 || true"
        )
        host.run(f"{command}\n{opens}")
        assert "bosworth-1" in subject_of_first(box)
        assert "bosworth-1" in host.run(f"{command}\npbem tables")  # its players are asked first


def subject_of_first(box: IMAPClient) -> str:
    end = time.monotonic() + PATIENCE
    while not (found := box.search()):
        assert time.monotonic() < end, "no letter has come"
        time.sleep(0.5)
        box.noop()
    raw = box.fetch(found[:1], ["RFC822"])[found[0]][b"RFC822"]
    return str(message_from_bytes(raw)["Subject"])
