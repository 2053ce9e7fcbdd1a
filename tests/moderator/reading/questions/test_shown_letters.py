"""An order is what it was when it was given: what has become worse until its moment is held, and its writer asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.log.waiting import STOPPED
from pbem.engine.prospect import Prospect, Worsening, worse
from pbem.engine.refusal import WaitingLine
from pbem.engine.table import Table
from pbem.moderator.desk.archive_files import verify_document
from pbem.store.archive.transfer import export_game
from tests.support.board import opened, to_the_first_card, to_the_plan
from tests.support.conversation import Conversation, Mail, form, to


@contextmanager
def warriors(folder: Path) -> Iterator[Conversation]:
    """The first impulse of York's in Warriors of England."""
    talk = Conversation(folder, game="warriors_of_england", scenario="campaign")
    talk.once("impulse", to_the_first_impulse)
    yield talk
    talk.db.close()


def to_the_first_impulse(talk: Conversation) -> list[Mail]:
    for line in ("choose stanley", "choose kildare", "choose scrope", "choose rhys", "pass"):
        mails = talk.write(talk.table().open()[0].seat, line)
    return mails


@contextmanager
def richard(folder: Path) -> Iterator[Conversation]:
    """Lancaster is second player in Richard III."""
    talk = Conversation(folder, scenario="1460", game="richard_iii")
    talk.once("cards", lambda talk: [*talk.write("york", "card 4"), *talk.write("lancaster", "card 4")])
    yield talk
    talk.db.close()


@contextmanager
def plantagenet(folder: Path) -> Iterator[Conversation]:
    """York has the first Command card."""
    with opened(folder) as talk:
        to_the_first_card(talk)
        yield talk


CASES = [
    pytest.param(
        warriors,
        "york",
        "march Stanley Northeast\nmarch York North Midlands{even}",
        ["march Somerset, Buckingham North Midlands"],
        "an attack in North Midlands, strength 6 against your 5",
        id="warriors_of_england",
    ),
    pytest.param(
        richard,
        "lancaster",
        "actions: march Oxford East Anglia{even}\nactions: done",
        ["sail March East Anglia\ndone"],
        "an attack on one hidden block in East Anglia",
        id="richard_iii",
    ),
    pytest.param(
        plantagenet,
        "york",
        "standing intercept none\nmarch Cambridge\npass\ncard 2: pass\ncard 3: march St Albans{even}",
        ["march St Albans alone\npass", "pass"],
        "an attack on Henry VI, 9 units against your 7",
        id="plantagenet",
    ),
]


def last_answer(table: Table[Any], seat: str) -> tuple[str, str]:
    """How a seat has answered last, and the question."""
    return next(
        (e.kind, str(e.answer)) for e in reversed(table.entries) if e.seat == seat and e.kind in ("waited", "answer")
    )


def played(talk: Conversation, seat: str, letter: str, theirs: list[str]) -> list[Mail]:
    """A letter, and what the other side does until its lines come to their moment."""
    other = "york" if seat == "lancaster" else "lancaster"
    talk.write(seat, letter)
    mails: list[Mail] = []
    for each in theirs:
        mails = talk.write(other, each)
    return mails


@pytest.mark.parametrize(("game", "seat", "letter", "theirs", "attack"), CASES)
def test_a_walk_that_has_become_an_attack_is_held(
    game: Callable[[Path], AbstractContextManager[Conversation]],
    seat: str,
    letter: str,
    theirs: list[str],
    attack: str,
    tmp_path: Path,
) -> None:
    with game(tmp_path) as talk:
        mail = to(seat, played(talk, seat, letter.format(even=""), theirs))
        assert f"is not carried out: now {attack}" in mail.flat
        assert "It is not done: send it again if you still want it." in mail.flat
        assert [e.key for e in talk.table().entries if e.seat == seat and e.key == STOPPED] == [STOPPED]
        order = next(e.subject for e in talk.table().entries if e.key == STOPPED)
        assert f"# {order}" in form(mail)
        talk.write(seat, order)
        assert ("answer", seat) in [(e.kind, e.seat) for e in talk.table().entries[-8:]]
        with talk.db.reading() as session:
            verdict = verify_document(export_game(session, talk.game().id), talk.desk.games, talk.desk.scenarios)
        assert (verdict.ok, verdict.exact) == (True, True), verdict.text()


@pytest.mark.parametrize("even", [" even if it is an attack", ", attack", " auch wenn es ein Angriff ist", " even so"])
def test_whoever_says_so_attacks(even: str, tmp_path: Path) -> None:
    with warriors(tmp_path) as talk:
        letter = f"march Stanley Northeast\nmarch York North Midlands{even}"
        played(talk, "york", letter, ["march Somerset, Buckingham North Midlands"])
        assert last_answer(talk.table(), "york") == ("waited", "march york north_midlands")


def test_until_its_moment_each_mail_marks_it_and_the_log_keeps_what_it_was(tmp_path: Path) -> None:
    with warriors(tmp_path) as talk:
        talk.write("york", "march Stanley Northeast\nmarch Stanley Yorkshire\nmarch York North Midlands")
        (first, second) = talk.table().waiting["york"]
        assert first.shown == Prospect(who=("stanley",), start="northeast")
        assert second.shown == Prospect(odds=50, who=("york",), start="west_midlands")
        talk.write("lancaster", "march Somerset, Buckingham North Midlands")
        told = to("york", talk.write("york", "report")).text.replace("\r", "").partition("Your orders for later")[2]
        assert "march York North Midlands\n      - now: an attack in North Midlands" in told
        assert "now: an attack" in to("york", talk.write("york", "status")).flat


@pytest.mark.parametrize(
    ("shown", "now", "told"),
    [
        (Prospect(), Prospect(), []),
        (Prospect(meets=True, odds=60), Prospect(meets=True, odds=41), []),
        (Prospect(meets=True, odds=60), Prospect(meets=True, odds=40), ["odds of 40 %, not 60 %"]),
        (Prospect(), Prospect(odds=83), ["odds of 83 %"]),
        (Prospect(), Prospect(odds=100), []),
        (Prospect(costs=(("AP", 1),)), Prospect(costs=(("AP", 2),)), ["it costs 2 AP, not 1"]),
        (Prospect(costs=(("AP", 2),)), Prospect(), []),
        (Prospect(who=("york",)), Prospect(who=("march",)), ["March would do it, not York"]),
        (Prospect(who=("york",), start="ely"), Prospect(who=("york",), start="lynn"), ["from Lynn, not from Ely"]),
        (Prospect(whole=False), Prospect(odds=10, who=("york",)), []),
        (Prospect(meets=True, against=40), Prospect(meets=True, against=59, words="an attack"), []),
        (Prospect(meets=True, against=40), Prospect(meets=True, against=60, words="an attack"), ["an attack"]),
        (Prospect(meets=True), Prospect(meets=True, against=90, words="an attack"), []),
        (Prospect(whole=False), Prospect(meets=True, words="an attack"), ["an attack"]),
    ],
)
def test_what_is_worse_in_kind(shown: Prospect, now: Prospect, told: list[str]) -> None:
    assert worse(shown, now, str.capitalize) == told
    assert worse(shown, now, str.capitalize, list(Worsening)) == []
    line = WaitingLine("march", shown=shown)
    assert WaitingLine.from_json(line.as_json()) == line


@pytest.mark.parametrize(("even", "held"), [("", True), (" even if the odds are worse", False)])
def test_an_attack_on_many_more_than_were_shown_is_held(tmp_path: Path, even: str, held: bool) -> None:
    with opened(tmp_path) as talk:
        to_the_plan(talk)
        talk.write("york", "plan york, march, york, march")
        talk.write("lancaster", "plan somerset, henry, somerset, henry")
        talk.write("york", "standing intercept none\nmarch Cambridge\npass")
        talk.write("lancaster", "march St Albans\npass")
        shown = to("york", talk.write("york", f"card 3: march St Albans{even}\ncard 2: pass"))
        assert "Approaches the Enemy at St Albans" in shown.flat
        mail = to("york", talk.write("lancaster", "march St Albans\npass"))
        assert ("is not carried out: now an attack on Henry VI, Somerset, 14 units against your 7" in mail.flat) == held
        done = [e.answer for e in talk.table().entries if (e.seat, e.kind) == ("york", "waited")]
        assert ("march st_albans" in done) != held
