"""Servers that can do little: IMAP without IDLE and MOVE, and SMTP that loses the +token of an address on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from imapclient import IMAPClient  # type: ignore[import-untyped]
from sqlmodel import select

from pbem.lab.play.demo import ScriptedPlayer, run_game
from pbem.lab.play.stage import Connections
from pbem.mail.imap.mailbox import Mailbox
from pbem.moderator.core.desk import Player
from pbem.store.games import lobby
from pbem.store.tables.mail import LetterRow

from .conftest import Servers
from .site import Site, site_of
from .test_bosworth import PENS, connections


def poor_connections(servers: Servers, name: str) -> Connections:
    """An account at the poor servers."""
    good = connections(servers, name)
    return replace(good, imap=replace(good.imap, host=servers.poor), smtp=replace(good.smtp, host=servers.poor))


def play(site: Site, players: list[ScriptedPlayer], said: list[str]) -> None:
    """Let moderator and players write to each other until the game is over."""
    asyncio.run(run_game(site.desk, poor_connections(site.servers, "moderator"), players, said.append))


def test_a_battle_without_idle_and_tokens(servers: Servers, log_in: Callable[[str], IMAPClient], tmp_path: Path) -> None:
    for name in ("moderator", "york", "lancaster"):
        log_in(name)
    with Mailbox(poor_connections(servers, "moderator").imap) as mailbox:
        assert not mailbox.can_idle
    with site_of(servers, tmp_path) as site:
        seats = {seat: Player(seat.title(), servers.account(seat).address) for seat in ("york", "lancaster")}
        players = [
            ScriptedPlayer(seat, player, poor_connections(servers, seat), print, PENS[seat])
            for seat, player in seats.items()
        ]
        play(site, players, [])
        with site.desk.db.reading() as session:
            assert lobby.game(session, site.game.id).status == "over"
            letters = list(session.exec(select(LetterRow)))
        assert sum(player.written for player in players) == len(letters) > 1
        assert [letter.id for letter in letters if b"moderator+" in letter.raw.split(b"\r\n\r\n")[0]] == []
        assert {(letter.status, letter.game_id) for letter in letters} == {("done", site.game.id)}
