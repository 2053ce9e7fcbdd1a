"""A letter of each kind, as the moderator would send it: the same code gives the same letters.

The games are played at random from fixed seeds up to a question that is named; no position is made by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.engine.decision import Decision, Seat
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.map_file import picture_for
from pbem.moderator.notify import render_for
from pbem.moderator.observers import write_public_report
from pbem.moderator.past import content_of
from pbem.moderator.play import save
from pbem.moderator.random_play import Policy, RandomPlayer
from pbem.moderator.reference import order_book
from pbem.moderator.samples import NOTICES, SEAT
from pbem.render.content import Content
from pbem.render.notice import render_notice
from pbem.render.order_book import render_order_book
from pbem.render.page import Page
from pbem.render.picture.draw import draw
from pbem.resources import templates_dir
from pbem.store import lobby
from pbem.store.tables import SeatRow
from tests.moderator.conversation import ROUNDS, Conversation, to

RULES = GAMES["plantagenet"]
IA = "ia_henry_vi"
TERMS = {"deadline": "Mon Thu 20:00 Europe/London"}
MOST = 3000
TOKENS: Mapping[Seat, str] = {"york": "m4kd7wtqh2sv9xye", "lancaster": "r8bn3gzpc6ju5fka"}
SLIPS = """
give Culverins and Falconets (y1) Richard III
give Final Charge (y32) Richard III
give Vanguard (y36) Norflok
array left Northumberland
"""
LOOK = "preview\nmarch York with all\ntax Cambridge\nforage\nmarch Nowhere\npass\n"
QUESTIONS = "status\nmap York\nhelp march\n"


@dataclass(frozen=True)
class Scene:
    """A position: the first question of this key to this seat in this Turn of the game with this seed, or the nth; its
    report tells what the last `since` entries brought.
    """

    scenario: str
    seed: str
    turn: int
    seat: Seat
    key: str
    nth: int = 1
    since: int = 60

    def play(self, table: Table[Any]) -> None:
        """Play a game from its beginning up to there. Raises AssertionError where it does not come there."""
        player, count = RandomPlayer.of_policy(self.seed, Policy.SURVIVE, RULES), 0
        for _ in range(MOST):
            if table.over:
                break
            decision = player.question(table)
            count += self._is_at(table, decision)
            if count == self.nth:
                return
            table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
        assert table.over, f"the game of {self} does not come there"
        assert not self.key, f"the game of {self} is over before"

    def _is_at(self, table: Table[Any], decision: Decision) -> bool:
        return (table.state.turn, decision.seat, decision.key) == (self.turn, self.seat, self.key)


MIDDLE = Scene(IA, "screens 21", 6, "lancaster", "4.2 command")
LEVY = Scene(IA, "screens 21", 6, "lancaster", "3.4 muster", since=90)
FIGHT = Scene(IA, "screens 29", 11, "lancaster", "4.4.2 hit", nth=3)
END = Scene(IA, "screens 37", 0, "york", "")


class Played(Conversation):
    """A game of which the log up to a scene stands in the database."""

    def __init__(self, folder: Path, scene: Scene) -> None:
        super().__init__(folder, scenario=scene.scenario, terms=TERMS, pictures=True)
        self.scene = scene
        table = self.table()
        begun = table.next_number
        scene.play(table)
        with self.db.writing() as session:
            save(session, lobby.find_game(session, self.name), table, begun, None, self.clock())

    def report(self) -> Content:
        """What the seat that is asked would be mailed."""
        table, row = self.table(), self.seat(self.scene.seat)
        told = max(0, len(table.entries) - self.scene.since)
        with self.db.reading() as session:
            seat = SeatRow(**row.model_dump() | {"told": told})
            return self.cleaned(render_for(session, self.desk, self.game(), table, seat))

    def public(self) -> Content:
        """What an observer would be mailed."""
        with self.db.reading() as session:
            return self.cleaned(write_public_report(session, self.desk, self.game(), self.table()))

    def answer(self, lines: str) -> Content:
        """The moderator's answer to a letter of the seat that is asked."""
        return self.cleaned(content_of(to(self.scene.seat, self.write(self.scene.seat, lines)).raw))

    def map(self) -> bytes:
        """The picture of the map as the seat that is asked sees it."""
        picture = picture_for(self.table(), self.scene.seat)
        assert picture is not None
        return draw(picture)

    def cleaned(self, content: Content) -> Content:
        """With the same tokens every time."""
        return masked(self, content)


def masked(talk: Conversation, content: Content) -> Content:
    """A letter with TOKENS in place of the tokens that chance has given."""
    for seat, token in TOKENS.items():
        chance = talk.seat(seat).token
        content = content._replace(text=content.text.replace(chance, token), html=content.html.replace(chance, token))
    return content


@dataclass(frozen=True)
class Made:
    """All that is shown: letters by name, and the map alone."""

    letters: Mapping[str, Content]
    map: bytes


@cache
def made() -> Made:
    """A letter of each kind."""
    with TemporaryDirectory(prefix="pbem-letters-") as folder:
        return _made(Path(folder))


def _made(folder: Path) -> Made:
    def fresh(make: Callable[[Path], Conversation], name: str) -> Any:
        (folder / name).mkdir()
        return make(folder / name)

    middle, levy, fight, end = (
        fresh(lambda at, scene=scene: Played(at, scene), f"scene{number}")
        for number, scene in enumerate((MIDDLE, LEVY, FIGHT, END))
    )
    bosworth = fresh(lambda at: Conversation(at, terms=TERMS), "bosworth")
    letters = {
        "opening": masked(middle, content_of(to("lancaster", middle.opening).raw)),
        "report": middle.report(),
        "levy": levy.report(),
        "observer": middle.public(),
        "battle": fight.report(),
        "final": end.report(),
        "preview": middle.answer(LOOK),
        "questions": middle.answer(QUESTIONS),
        "slips": masked(bosworth, content_of(to("york", bosworth.write("york", SLIPS)).raw)),
        "round": _round(bosworth),
        "orders": _reference(),
        **{f"notice {kind}": _notice(kind) for kind in NOTICES},
    }
    return Made(letters, middle.map())


def _round(talk: Conversation) -> Content:
    """After a Round of Bosworth."""
    talk.set_up()
    talk.write("lancaster", ROUNDS["lancaster"])
    return masked(talk, content_of(to("york", talk.write("york", ROUNDS["york"])).raw))


def _notice(kind: str) -> Content:
    return Content(*render_notice(Page(templates_dir()), kind, **SEAT | NOTICES[kind]))


def _reference() -> Content:
    page = Page(templates_dir())
    return Content("", *render_order_book(page, order_book(page, RULES)))
