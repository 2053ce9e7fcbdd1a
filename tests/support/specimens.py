"""A letter of each kind, as the moderator would send it: the same code gives the same letters.

The games are played at random from fixed seeds up to a question that is named; no position is made by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.doctor.samples import NOTICES, SEAT
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.core.games import save
from pbem.moderator.reading.help_pages import order_book
from pbem.moderator.reports.notify import mail_report
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.reports.past import content_of
from pbem.moderator.reports.public_report import write_public_report
from pbem.moderator.reports.report_parts import picture_for
from pbem.render.content import Content
from pbem.render.notice import render_notice
from pbem.render.order_book import render_order_book
from pbem.render.picture.draw import draw
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from pbem.store.games import lobby
from tests.support.conversation import PLAYERS, ROUNDS, Conversation, Mail, to

PLANTAGENET, WARRIORS, RICHARD, KINGMAKER = "plantagenet", "warriors_of_england", "richard_iii", "kingmaker"
IA = "ia_henry_vi"
TERMS = {"deadline": "Mon Thu 20:00 Europe/London"}
MOST = 3000
SLIPS = """
give Culverins and Falconets (y1) Richard III
give Final Charge (y32) Richard III
give Vanguard (y36) Norflok
array left Northumberland
"""
LOOK = "preview\nmarch York with all\ntax Cambridge\nforage\nmarch Nowhere\npass\n"
AHEAD = """
forage
card 4: march Wells with all; if it cannot be done: forage; pass
card 3: tax Newcastle until successful, at most 3; if it fails: forage; else go on
intercept with Somerset at Wells if they are fewer
standing game play none
hits: militia, then longbowmen, retinue last
extend 24h
march Atlantis
"""
QUESTIONS = "status\nmap York\nhelp march\n"


SHORT = (("rounds", 5),)
"""So few rounds is a game of Kingmaker II short."""
FACTIONS = ("red", "blue", "green", "yellow", "purple")
PLAYERS_OF = {
    KINGMAKER: {
        seat: Player(name, f"{name.lower()}@example.test")
        for seat, name in zip(FACTIONS[:3], ("Anna", "Beth", "Carl"), strict=True)
    }
}
"""Of games that are for more than two."""
MIXED = """
proceed
standing discard newest
standing attend none
offer Carl: I promise peace until round 6
tell all: Peace to you all!
summon Nevil
ready
"""
ABOUT = "map\nstatus\nhelp prestige\nhelp York\nhelp offer\n"

WAR = """
pass
placing: place none
standing game lose usual
withdraw wales if outnumbered 2 to 1
intrigue stanley, arundel
extend 24h
march Atlantis
"""
ASKED = "map\nmap warwick\nmap london\nhelp battle\nhelp withdraw\nhelp conditions\nhistory 1\n"


class Specimen(NamedTuple):
    """A letter: what it says, and as it went out, if it did."""

    content: Content
    raw: bytes = b""


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
    game: str = PLANTAGENET
    options: tuple[tuple[str, Json], ...] = ()

    def play(self, table: Table[Any]) -> None:
        """Play a game from its beginning up to there. Raises AssertionError where it does not come there."""
        player, count = RandomPlayer.of_policy(self.seed, PlayPolicy.SURVIVE, GAMES[self.game]), 0
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
RESPITE = Scene("wotr_wars_of_the_roses", "screens 3", 4, "york", "3.1.2 assign", since=40)
WARS_OVER = Scene("wotr_wars_of_the_roses", "screens 3", 0, "york", "")
MARCH = Scene("campaign", "screens 4", 5, "york", "6.0 campaign", game=WARRIORS)
ROUND = Scene("campaign", "screens 2", 5, "york", "7.6 withdraw", since=12, game=WARRIORS)
DRAW = Scene("campaign", "screens 2", 4, "lancaster", "11.1 draft", since=40, game=WARRIORS)
OVER = Scene("campaign", "screens 2", 0, "york", "", game=WARRIORS)
CARD = Scene("1460", "screens 5", 3, "lancaster", "1.1 card", since=30, game=RICHARD)
ACTION = Scene("1460", "screens 5", 4, "york", "5.0 act", nth=3, since=12, game=RICHARD)
TURN_BEGINS = Scene("three_players", "screens 11", 10, "blue", "4.1 event", since=40, game=KINGMAKER, options=SHORT)
ADDING = Scene("three_players", "screens 11", 11, "green", "6.2.4 add", since=12, game=KINGMAKER, options=SHORT)
TIMED_OUT = Scene("three_players", "screens 11", 0, "red", "", game=KINGMAKER, options=SHORT)
ENTHRONED = Scene("1460", "screens 5", 0, "york", "", game=RICHARD)


class Played(Conversation):
    """A game of which the log up to a scene stands in the database."""

    def __init__(self, folder: Path, scene: Scene, **more: Any) -> None:
        players, options = PLAYERS_OF.get(scene.game, PLAYERS), {**dict(scene.options), **more.pop("options", {})}
        super().__init__(
            folder,
            scenario=scene.scenario,
            terms=TERMS,
            pictures=True,
            game=scene.game,
            players=players,
            options=options or None,
            **more,
        )
        self.scene = scene
        table = self.table()
        begun = table.next_number
        scene.play(table)
        with self.db.writing() as session:
            save(session, lobby.find_game(session, self.name), table, begun, None, self.clock())
            lobby.set_reported(session, self.seat(scene.seat).id, max(0, len(table.entries) - scene.since))

    def report(self) -> Specimen:
        """What the seat that is asked is mailed."""
        with self.db.writing() as session:
            seat = self.seat(self.scene.seat)
            mail_report(Context(session, self.desk).of(self.game()).at(self.table()), seat, Occasion("again"))
        return self.specimen(self.new_mails())

    def public(self) -> Specimen:
        """What an observer would be mailed."""
        with self.db.reading() as session:
            return Specimen(write_public_report(Context(session, self.desk).of(self.game()).at(self.table())))

    def answer(self, lines: str) -> Specimen:
        """The moderator's answer to a letter of the seat that is asked."""
        return self.specimen(self.write(self.scene.seat, lines))

    def specimen(self, mails: list[Mail], seat: Seat = "") -> Specimen:
        """The one mail of these that goes to a seat (usually: that which is asked)."""
        (raw,) = [mail.raw for mail in mails if mail.to == self.players[seat or self.scene.seat].address]
        return Specimen(content_of(raw), raw)

    def map(self) -> bytes:
        """The picture of the map as the seat that is asked sees it."""
        picture = picture_for(self.table(), self.scene.seat)
        assert picture is not None
        return draw(picture)


def specimen(seat: Seat, mails: list[Mail]) -> Specimen:
    """The one mail of these that goes to a seat."""
    raw = to(seat, mails).raw
    return Specimen(content_of(raw), raw)


PLAYED: Mapping[str, Callable[[Path], Specimen]] = {
    "opening": lambda at: _opening(Played(at, MIDDLE)),
    "report": lambda at: Played(at, MIDDLE).report(),
    "german": lambda at: Played(at, MIDDLE, options={"language": {"": "de"}}).report(),
    "levy": lambda at: Played(at, LEVY).report(),
    "observer": lambda at: Played(at, MIDDLE).public(),
    "battle": lambda at: Played(at, FIGHT).report(),
    "final": lambda at: Played(at, END).report(),
    "wars respite": lambda at: Played(at, RESPITE).report(),
    "wars final": lambda at: Played(at, WARS_OVER).report(),
    "preview": lambda at: Played(at, MIDDLE).answer(LOOK),
    "questions": lambda at: Played(at, MIDDLE).answer(QUESTIONS),
    "ahead": lambda at: Played(at, MIDDLE).answer(AHEAD),
    "slips": lambda at: _slips(Conversation(at, terms=TERMS)),
    "round": lambda at: _round(Conversation(at, terms=TERMS)),
    "warriors opening": lambda at: _opening(Played(at, MARCH)),
    "warriors report": lambda at: Played(at, MARCH).report(),
    "warriors battle": lambda at: Played(at, ROUND).report(),
    "warriors draw": lambda at: Played(at, DRAW).report(),
    "warriors observer": lambda at: Played(at, DRAW).public(),
    "warriors final": lambda at: Played(at, OVER).report(),
    "warriors preview": lambda at: Played(at, MARCH).answer(f"preview\n{WAR}"),
    "warriors answer": lambda at: Played(at, MARCH).answer(WAR),
    "warriors questions": lambda at: Played(at, MARCH).answer(ASKED),
    "kingmaker opening": lambda at: _opening(Played(at, TURN_BEGINS), "blue"),
    "kingmaker report": lambda at: Played(at, TURN_BEGINS).report(),
    "kingmaker german": lambda at: Played(at, TURN_BEGINS, options={"language": {"": "de"}}).report(),
    "kingmaker observer": lambda at: Played(at, TURN_BEGINS).public(),
    "kingmaker battle": lambda at: Played(at, ADDING).report(),
    "kingmaker final": lambda at: Played(at, TIMED_OUT).report(),
    "kingmaker answer": lambda at: _asked(Played(at, TURN_BEGINS)).answer(MIXED),
    "kingmaker questions": lambda at: Played(at, TURN_BEGINS).answer(ABOUT),
    "richard opening": lambda at: _opening(Played(at, CARD)),
    "richard report": lambda at: Played(at, CARD).report(),
    "richard action": lambda at: Played(at, ACTION).report(),
    "richard observer": lambda at: Played(at, ACTION).public(),
    "richard final": lambda at: Played(at, ENTHRONED).report(),
    "richard slips": lambda at: Played(at, CARD).answer("card Plague\nmuster Warwik\nstatus\n"),
}
REFERENCES = {"orders": PLANTAGENET, "warriors orders": WARRIORS, "richard orders": RICHARD, "kingmaker orders": KINGMAKER}
NAMES = (*PLAYED, *REFERENCES, *(f"notice {kind}" for kind in NOTICES))
"""Of the letters there are."""


@cache
def letter(name: str) -> Specimen:
    """A letter of NAMES."""
    if name in REFERENCES:
        return _reference(REFERENCES[name])
    if name not in PLAYED:
        return _notice(name.removeprefix("notice "))
    with TemporaryDirectory(prefix="pbem-letters-") as folder:
        return PLAYED[name](Path(folder))


def map_alone(scene: Scene = MIDDLE) -> bytes:
    """The picture of the map as it goes with the report."""
    with TemporaryDirectory(prefix="pbem-letters-") as folder:
        return Played(Path(folder), scene).map()


def _opening(talk: Played, seat: Seat = "lancaster") -> Specimen:
    return talk.specimen(talk.opening, seat)


def _asked(talk: Played) -> Played:
    """The seat has got its report, and answers that."""
    talk.report()
    return talk


def _slips(talk: Conversation) -> Specimen:
    return specimen("york", talk.write("york", SLIPS))


def _round(talk: Conversation) -> Specimen:
    """After a Round of Bosworth."""
    talk.set_up()
    talk.write("lancaster", ROUNDS["lancaster"])
    return specimen("york", talk.write("york", ROUNDS["york"]))


def _notice(kind: str) -> Specimen:
    return Specimen(Content(*render_notice(Page(templates_dir()), kind, **SEAT | NOTICES[kind])))


def _reference(game: str) -> Specimen:
    page = Page(templates_dir())
    return Specimen(Content("", *render_order_book(page, order_book(page, GAMES[game]))))
