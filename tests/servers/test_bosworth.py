"""One Bosworth game from the opening to its end through Postfix and Dovecot, woken by IDLE."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from imapclient import IMAPClient  # type: ignore[import-untyped]

from pbem.lab.games import LAB_GAMES
from pbem.lab.play.demo import ScriptedPlayer, run_game
from pbem.lab.play.stage import Connections
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.moderator.core.desk import Player
from pbem.moderator.joining.opening import open_game
from pbem.store.games import lobby

from .conftest import Servers
from .site import desk_of

PENS = LAB_GAMES["plantagenet"].showcase.pens


def connections(servers: Servers, name: str) -> Connections:
    account = servers.account(name)
    imap = Server(*servers.imap, account.name, account.password, security="none")
    return Connections(imap, Server(*servers.smtp, security="none"))


def test_a_battle_is_fought_by_mail(servers: Servers, log_in: Callable[[str], IMAPClient], tmp_path: Path) -> None:
    for name in ("moderator", "york", "lancaster"):
        log_in(name)
    with Mailbox(connections(servers, "moderator").imap) as mailbox:
        assert mailbox.can_idle
    players = {seat: Player(seat.title(), servers.account(seat).address) for seat in ("york", "lancaster")}
    desk = desk_of(servers, tmp_path)
    game = open_game(desk, "plantagenet", "bosworth", players)
    scripted = [
        ScriptedPlayer(seat, player, connections(servers, seat), print, PENS[seat]) for seat, player in players.items()
    ]
    asyncio.run(run_game(desk, connections(servers, "moderator"), scripted, print))
    with desk.db.reading() as session:
        ended = lobby.find_game(session, game.name)
    desk.db.close()
    assert ended.status == "over"
    assert ended.result["winner"] in (*players, None)
    assert {player.seat: player.written for player in scripted}["lancaster"] == 1
