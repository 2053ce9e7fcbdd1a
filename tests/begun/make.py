"""Play games by letters, export them in the midst, and record what further letters are answered.

    python -m tests.begun.make            # those that are not there yet
    python -m tests.begun.make --anew ia-plan   # one again, by the code as it is now: read README.md first
    python -m tests.begun.make --told ia-plan   # the same game and letters, answered by the code as it is now

The same code makes the same files: keys of dice, seeds of players, hours and Message-IDs are fixed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Assign
from pbem.games import GAMES
from pbem.lab.fuzz.lines import lines_to_try, random_order
from pbem.lab.legs.bot import Bot, standing_lines
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.slips import SlipTyper
from pbem.orders.words.lines import line_of
from pbem.render.report import FORM_BEGIN, FORM_END
from tests.begun import record
from tests.begun.program import BEGAN, SEATS, Mail, Program, at_work, mails_to
from tests.begun.slippery import BATTLE, BOARD

RULES = GAMES["plantagenet"]
MOST_LETTERS = 400
MOST_STANDING = 3
"""Bots would give a hundred standing orders, which no player does."""
SLIP_SHARE = 0.35
TIMED = {"deadline": "72h", "zone": "Europe/London", "extensions": "3 x 48h", "absence": "20 days"}
CASES = (
    "else go on",
    "if it fails: go on\nelse go on",
    "if it cannot be done: go on\nif it fails: forage\nelse go on",
    "if it succeeds: go on\nif it fails: pass\nelse go on",
)
SPARE = (
    "parley ely until friendly, at most 2\nif it fails: pass\nelse go on",
    "parley london until friendly, at most 3\nif it cannot be done: go on\nelse go on",
)


class Played:
    """A game and the bots that play it by letters."""

    def __init__(self, program: Program, seed: str, profile: Profile) -> None:
        self.program, self.rng = program, Random(seed)  # noqa: S311 - play, not secrets
        self.bots = {
            seat: Bot(seat, profile, RandomPlayer.of_policy(f"{seed} {seat}", PlayPolicy.SURVIVE, RULES)) for seat in SEATS
        }
        self.letters = 0
        self.in_vain = False
        self.mails: list[Mail] = []

    def asked(self) -> str:
        """A seat that is asked something, "" if there is none."""
        table = self.program.table()
        return next((seat for seat in SEATS if table.open_to(seat)), "")

    def lines(self, seat: str) -> str:
        """What the seat's bot writes now; branches of many kinds where it writes the plainest one."""
        lines = self.bots[seat].letter(self.program.table(), plain=self.in_vain)
        standing = [line for line in lines if line.startswith("standing ")]
        for line in self.rng.sample(standing, max(0, len(standing) - MOST_STANDING)):
            lines.remove(line)
        return "\n".join(self.rng.choice(CASES) if line == CASES[0] else line for line in lines)

    def write(self, seat: str, text: str) -> None:
        """A letter, in answer to the newest report; an hour passes."""
        self.program.now += record.HOUR
        first = self.program.next_number()
        self.mails = record.deliver(self.program, {"from": seat, "text": text, "answers": 0})
        self.in_vain = self.program.next_number() == first
        self.letters += 1

    def play(self, until: Callable[[Played], bool]) -> Played:
        """Letters until something holds, or the game is over."""
        for _ in range(MOST_LETTERS):
            if self.program.status() != "playing" or until(self):
                return self
            seat = self.asked()
            self.write(seat, self.lines(seat))
        raise SystemExit("this game does not come to where it is wanted")


def letters(number: int) -> Callable[[Played], bool]:
    """Until so many letters have been written."""
    return lambda played: played.letters >= number


def over(played: Played) -> bool:
    """To the end."""
    return played.program.status() == "over"


def waiting(pattern: str, least: int, seats: int = 1) -> Callable[[Played], bool]:
    """Until lines wait in which something stands, of so many seats, and so many letters at least have been written."""

    def holds(played: Played) -> bool:
        lines = played.program.table().waiting
        told = ["\n".join(line.text for line in lines.get(seat, [])) for seat in SEATS]
        return played.letters >= least and sum(re.search(pattern, text) is not None for text in told) >= seats

    return holds


def half_given(played: Played) -> None:
    """Every seat that is asked to assign gives the first part of its answer; one more gives what it can for later."""
    for seat in SEATS:
        table = played.program.table()
        for decision in table.open_to(seat):
            if isinstance(decision.shape, Assign) and decision.default is not None:
                given = dict(list(decision.default().items())[:1])
                played.write(seat, "\n".join(line_of(table, decision, given)))


def orders_for_later(played: Played) -> None:
    """Both seats give standing orders with conditions, and orders for a segment to come as their report suggests."""
    for seat in SEATS:
        table = played.program.table()
        orders = [*standing_lines(table, seat)[:3], *(random_order(table, played.rng) for _ in range(4))]
        for line in [*orders, "\n".join(table.rules.orders.ahead(table.state, seat)), *SPARE]:
            if line:
                played.write(seat, line)


def taken_back(played: Played) -> None:
    """The moderator takes back the last letter, and the game goes on a little."""
    played.program.undo("a slip of the moderator's")
    played.play(letters(played.letters + 2))


def held(played: Played) -> None:
    """The moderator holds the game; a letter comes meanwhile."""
    played.program.hold("a question about the rules")
    played.write(played.asked(), "status\npass")


def about_time(played: Played) -> None:
    """Somebody takes more time, somebody is away, and a reminder comes."""
    played.write("york", "extend 24h\nzone America/New_York")
    played.write("lancaster", "absent 2026-08-30 to 2026-09-05\nzone Kolkata")
    played.program.wait(60)
    played.play(letters(played.letters + 1))
    played.program.wait(80)


def watched(played: Played) -> None:
    """An observer comes, and the game goes on."""
    played.program.let_watch()
    played.play(letters(played.letters + 2))


@dataclass(frozen=True)
class Begun:
    """A game to be made: how it is opened and played, until when, what is done `then`, and whether mails still wait."""

    name: str
    scenario: str
    until: Callable[[Played], bool]
    profile: Profile = Profile.PLANNER
    then: Sequence[Callable[[Played], object]] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    unsent: bool = False
    first: Callable[[Played], object] | None = None


GERMAN = {"language": {"york": "de"}}
DELEGATOR, NAIVE = Profile.DELEGATOR, Profile.NAIVE
ALL = (
    Begun("bosworth-early", "bosworth", letters(0), NAIVE, (half_given,), unsent=True),
    Begun(
        "bosworth-midst", "bosworth", letters(4), NAIVE, then=(orders_for_later,), options={"language": {"lancaster": "de"}}
    ),
    Begun("bosworth-over", "bosworth", over, DELEGATOR),
    Begun("ia-early", "ia_henry_vi", letters(2), then=(orders_for_later,), unsent=True),
    Begun("ia-plan", "ia_henry_vi", waiting(r"(?s) until .*(if it|else)", 3), DELEGATOR),
    Begun("ia-undo", "ia_henry_vi", letters(10), then=(taken_back, orders_for_later), terms=TIMED),
    Begun("ib-early", "ib_towton", letters(2), DELEGATOR),
    Begun("ib-over", "ib_towton", over, first=watched),
    Begun("ic-watched", "ic_somersets_return", letters(3), DELEGATOR, (watched, orders_for_later)),
    Begun("ic-without", "ic_somersets_return", letters(30), NAIVE, options={"without": ["ahead", "branches"]}),
    Begun("ii-german", "ii_warwicks_rebellion", waiting(r"if it", 5), DELEGATOR, options=GERMAN),
    Begun("ii-held", "ii_warwicks_rebellion", letters(7), then=(orders_for_later, held)),
    Begun("iii-away", "iii_my_kingdom_for_a_horse", letters(2), then=(about_time, orders_for_later, watched), terms=TIMED),
    Begun(
        "iii-without", "iii_my_kingdom_for_a_horse", letters(36), NAIVE, options={"without": ["forced", "standing"]} | GERMAN
    ),
    Begun("iii-late", "iii_my_kingdom_for_a_horse", waiting(r".", 7, seats=2)),
)


def make_archive(begun: Begun, folder: Path) -> str:
    """Play a game, and give its archive as text."""
    with at_work(folder / "played.sqlite", BEGAN) as program:
        program.open(begun.scenario, sha256(begun.name.encode()).digest(), begun.options, begun.terms)
        played = Played(program, begun.name, begun.profile)
        if begun.first is not None:
            begun.first(played)
        played.play(begun.until)
        for each in begun.then:
            each(played)
        if (program.status() == "over") is (begun.until is not over):
            raise SystemExit(f"{begun.name} is {program.status()}, after {played.letters} letters")
        if not begun.unsent:
            program.send_all()
        return json.dumps(program.export(), ensure_ascii=False, separators=(",", ":"))


# Letters written since


class Since:
    """Letters of all kinds to a game taken in again; what they were answered is recorded as they come."""

    def __init__(self, program: Program, begun: Begun) -> None:
        self.program, self.begun = program, begun
        self.played = Played(program, f"{begun.name} since", begun.profile)
        self.rng = self.played.rng
        self.letters: list[dict[str, Any]] = []
        self.told: list[str] = []
        self.newest: dict[str, Mail] = {}
        self.first = program.next_number()
        self.slips = SlipTyper(SLIP_SHARE, self.rng)

    def send(self, sender: str, text: str, answers: int | None = 0, **more: object) -> None:
        """A letter comes."""
        self._deliver({"from": sender, "text": text} | ({} if answers is None else {"answers": answers}) | more)

    def pass_time(self, hours: int) -> None:
        """Hours pass."""
        self._deliver({"hours": hours})

    def release(self) -> None:
        """The moderator lets a held game go on, and the letters that were kept meanwhile are dealt with."""
        self._deliver({"release": True})

    def _deliver(self, letter: dict[str, Any]) -> None:
        mails = record.deliver(self.program, letter)
        self.letters.append(letter)
        self.told.append(record.told_by(self.program, len(self.letters), letter, mails))
        for seat in SEATS:
            for mail in mails_to(mails, seat):
                if FORM_BEGIN in mail.text:
                    self.newest[seat] = mail

    def write_all(self) -> None:
        """Letters of every kind, one or two of each."""
        one, other = self._seats()
        is_even = ALL.index(self.begun) % 2 == 0
        if is_even:
            self.send(one, f"status\nmap\nhistory\nhelp {self._verb()}\nhelp writing", thread=True)
        else:
            self.send(other, f"report\nhelp {self._verb()[:-1]}\nhistory 1\nmap london\nhelp\n", thread=True)
        self.send(one, self._slipped(one, 4))
        if not is_even:
            self.send(other, "\n".join(["preview", *self._tries(other, 5)]))
            self.send(one, self._lasting(one))
        else:
            self.send(one, "\n".join(["preview", self._own(one)]))
            self.send(other, f"{self._lasting(other)}\nwithdraw standing 1\nwithdraw card 2")
        if is_even:
            self._untouched(one)
        else:
            tried = self._tries(one, 1)[0]
            self.send(one, f"Dear moderator,\n\nthanks for the game, and greetings to {other}.\n\n{tried}\n\nAnn")
        self._twins()
        if ALL.index(self.begun) % 3:
            self._mended()
        self.send(one, "withdraw orders\nwithdraw all\nwithdraw standing all\nclear")
        if self.begun.terms:
            self.send(
                one, "extend 24h\nextend 9 weeks\nabsent tomorrow\nabsent 2026-12-20 to 2027-01-03\nzone Berlin\npresent"
            )
            self.pass_time(60)
        if ALL.index(self.begun) % 3 != 1:
            self._late(other)
        if "watched" in self.begun.name:
            self.send("observer", "march london", None)
            self.send("observer", "stop", None)
        self._ok()
        if self.program.status() == "held":
            self.release()
        self._play_on(1)

    def _seats(self) -> tuple[str, str]:
        """The seat that is asked something, and the other one."""
        one = self.played.asked() or "york"
        return one, next(seat for seat in SEATS if seat != one)

    def _verb(self) -> str:
        return self.rng.choice([word.verb for word in RULES.words(self.program.table().state)])

    def _tries(self, seat: str, number: int) -> list[str]:
        lines = lines_to_try(self.program.table(), seat, self.rng)
        return self.rng.sample(lines, min(number, len(lines)))

    def _slipped(self, seat: str, number: int) -> str:
        return "\n".join(map(self.slips.type, self._tries(seat, number)))

    def _own(self, seat: str) -> str:
        """What its bot would write now."""
        return self.played.lines(seat) if self.program.table().open_to(seat) else "forage\npass"

    def _lasting(self, seat: str) -> str:
        table = self.program.table()
        lines = [*standing_lines(table, seat), *(random_order(table, self.rng) for _ in range(2))]
        chosen = self.rng.sample(lines, min(4, len(lines)))
        return "\n".join([*filter(None, chosen), *table.rules.orders.ahead(table.state, seat)[:6]]) or "standing flee none"

    def _untouched(self, seat: str) -> None:
        """The whole report comes back with its form as it was, and a word of thanks."""
        if seat in self.newest:
            quoted = "\n".join(f"> {line}".rstrip() for line in self.newest[seat].text.splitlines())
            self.send(seat, f"Thanks!\n\nThe moderator wrote:\n{quoted}\n")

    def _twins(self) -> None:
        """The same letter comes twice, and once more with `again`."""
        seat = self.played.asked()
        if seat:
            text = self._own(seat)
            self.send(seat, text)
            self.send(seat, text, 1)
            if ALL.index(self.begun) % 3 == 0:
                self.send(seat, f"again\n{text}", 1)

    def _mended(self) -> None:
        """A letter with slips that are to be put right."""
        seat = self.played.asked()
        if seat:
            self.send(seat, f"mend slips\n{SlipTyper(0.15, self.rng).type(self._own(seat))}")

    def _late(self, seat: str) -> None:
        """Answers to an older report, and the same with `now`."""
        seat = self.played.asked() or seat
        text = self._own(seat)
        self.send(seat, text, 2)
        self.send(seat, f"{text}\nnow", 2)

    def _ok(self) -> None:
        """`ok` alone, and a form that was changed."""
        seat = self.played.asked()
        if seat:
            self.send(seat, "ok")
        seat = self.played.asked()
        if seat in self.newest:
            form = self.newest[seat].text.partition(FORM_BEGIN)[2].partition(FORM_END)[0]
            lines = [line.removeprefix("# ") for line in form.splitlines() if line]
            kept = "\n".join(lines[: len(lines) // 2 + 1])
            self.send(seat, f"{FORM_BEGIN}\n{kept}\n{FORM_END}")

    def _play_on(self, number: int) -> None:
        """Good orders; plainer ones where they were in vain."""
        for _ in range(number):
            seat = self.played.asked()
            if not seat or self.program.status() != "playing":
                return
            first = self.program.next_number()
            self.send(seat, self._own(seat))
            self.played.in_vain = self.program.next_number() == first


def corpus(begun: Begun, table: Any) -> list[str]:
    """Lines for one game: its share of those by hand, and those made of its position, many with slips."""
    rng = Random(f"{begun.name} lines")  # noqa: S311 - play, not secrets
    is_battle = begun.scenario == "bosworth"
    same = [each for each in ALL if (each.scenario == "bosworth") is is_battle]
    by_hand = (BATTLE if is_battle else BOARD)[same.index(begun) :: len(same)]
    made = list(_made(table, rng))
    slips = SlipTyper(SLIP_SHARE, rng)
    mixed = [slips.type(line) if rng.random() < 0.6 else line for line in rng.sample(made, min(MADE, len(made)))]
    return list(dict.fromkeys([*by_hand, *(line for line in mixed if "\n" not in line)]))


MADE = 9


def _made(table: Any, rng: Random) -> Iterator[str]:
    for _ in range(2):
        for seat in SEATS:
            yield from lines_to_try(table, seat, rng)
    words = rng.sample(table.rules.words(table.state), 6)
    yield from (word.usage for word in words)
    yield from (word.example for word in words)
    yield from (f"card {rng.randint(1, 6)}: {word.example}" for word in words)
    yield from (random_order(table, rng) for _ in range(6))


def make(begun: Begun, folder: Path) -> None:
    """Write all files of a game. Raises SystemExit where the program does not agree with itself."""
    text = make_archive(begun, folder)
    document = json.loads(text)
    record.write(begun.name, record.ARCHIVE, text)
    with at_work(folder / "since.sqlite") as program:
        if found := program.is_proved(document):
            raise SystemExit(f"{begun.name}: {found}")
        last = max(entry["number"] for entry in document["entries"])
        program.take_in(document)
        program.new_mails()
        table = program.table()
        lines = corpus(begun, table)
        record.write(begun.name, record.LINES, "\n".join(lines) + "\n")
        record.write(begun.name, record.READINGS, "".join(f"{each}\n" for each in record.readings(table, lines)))
        program.take_reports()
        since = Since(program, begun)
        since.write_all()
        record.write(begun.name, record.LETTERS, json.dumps(since.letters, ensure_ascii=False, indent=1) + "\n")
        record.write(begun.name, record.TOLD, "".join(f"{each}\n" for each in since.told))
        record.write(begun.name, record.ENTRIES, record.entries_in_words(program.entries(last)))


def tell_anew(name: str, folder: Path) -> None:
    """Write down what the same game answers to the same letters and lines now."""
    document = record.archive_of(name)
    with at_work(folder / "since.sqlite") as program:
        program.take_in(document)
        program.new_mails()
        readings = record.readings(program.table(), record.lines_of(name))
        record.write(name, record.READINGS, "".join(f"{each}\n" for each in readings))
        program.take_reports()
        told = record.answers_to_letters(program, name)
        record.write(name, record.TOLD, "".join(f"{each}\n" for each in told))
        last = max(entry["number"] for entry in document["entries"])
        record.write(name, record.ENTRIES, record.entries_in_words(program.entries(last)))


def main(arguments: Sequence[str]) -> None:
    """Make what is not there yet, and what is wanted anew."""
    parser = argparse.ArgumentParser(prog="python -m tests.begun.make")
    parser.add_argument("--anew", nargs="*", default=[], metavar="NAME", help="make these again")
    parser.add_argument("--told", nargs="*", default=[], metavar="NAME", help="only their answers to the same letters")
    options = parser.parse_args(arguments)
    wanted = options.anew
    for begun in ALL:
        if begun.name in options.told:
            with TemporaryDirectory() as folder:
                tell_anew(begun.name, Path(folder))
            print(begun.name, flush=True)
        elif begun.name in wanted or begun.name not in record.games():
            with TemporaryDirectory() as folder:
                make(begun, Path(folder))
            print(begun.name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
