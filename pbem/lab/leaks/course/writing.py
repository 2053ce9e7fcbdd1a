"""What players write in twin worlds: questions, previews, slips, orders."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, RandomPlayer, random_answer, some_act
from pbem.engine.decision import Assign, Decision, Json, Pick, Seat
from pbem.engine.log.entry import NOT_ANSWERS, Entry, EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.fuzz.lines import lines_to_try, questions_to, random_order
from pbem.lab.fuzz.proofs import all_options
from pbem.lab.games import lab_of
from pbem.lab.legs.draft import LetterDraft
from pbem.lab.legs.slips import slip
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.deadlines.time_words import USAGE as TIME_LINES
from pbem.moderator.playing.order_lines import carry_out
from pbem.moderator.reading.letter_words import USAGE as NEWS_LINES
from pbem.moderator.reading.query_words import HELP, HISTORY, MAP, QUESTIONS, REPORT, STATUS
from pbem.orders.parse.branches import GO_ON
from pbem.orders.words.lexicon import ELSE
from pbem.orders.words.lines import line_of

MIN_QUESTIONS, MAX_QUESTIONS, MAX_LINES = 3, 7, 6
REPORT_SHARE, SLIP_SHARE, MEND_SHARE, AHEAD_SHARE, WHOLE_SHARE = 0.4, 0.1, 0.2, 0.5, 0.5
BRANCH_SHARE, HISTORY_SHARE, BLOCK_SHARE = 0.5, 0.5, 0.5
MAX_AHEAD = 8
TRIES = 3
MEND = "mend slips"
PREVIEW, CODES = "preview", "1a, 1c, 2b"
SAYINGS = ("We should talk.", "What do you make of this? I do not trust them, and would rather wait.")


def questions(table: Table[Any], rng: Random) -> list[str]:
    """Lines that only ask: always how the game stands, often what has happened, and of all the rest some."""
    words = [word.verb for word in table.rules.words(table.state)]
    places = table.rules.reports.atlas.places(table.state)
    lines = [line for each in QUESTIONS for line in (each.word, each.example)]
    lines += [f"{HELP} {word}" for word in rng.sample(words, min(3, len(words)))]
    lines += [f"{MAP} {place}" for place in rng.sample(list(places), min(2, len(places)))]
    lines += [f"{HISTORY} {number}" for number in range(1, 4)]
    asked = rng.sample([HISTORY, MAP, *lines], rng.randint(MIN_QUESTIONS, MAX_QUESTIONS))
    asked = list(dict.fromkeys([STATUS, *([HISTORY] if rng.random() < HISTORY_SHARE else []), *asked]))
    return [*asked, REPORT] if rng.random() < REPORT_SHARE else asked


def preview(table: Table[Any], seat: Seat, rng: Random) -> list[str]:
    """Lines to look at, codes of choices among them: the newest mail is answered."""
    return [PREVIEW, *_mistyped(_some(table, seat, rng), rng), CODES]


def harmless(table: Table[Any], seat: Seat, rng: Random) -> list[str]:
    """Orders that answer nothing now: lines for later, standing orders, the beginning of an answer, and what is refused.

    Empty where those drawn would answer something.
    """
    lines = _mistyped(_some(table, seat, rng), rng)
    return lines if not answers_something(table, seat, lines) else []


def _some(table: Table[Any], seat: Seat, rng: Random) -> list[str]:
    lines = lines_to_try(table, seat, rng)
    return rng.sample(lines, min(MAX_LINES, len(lines)))


def standing(table: Table[Any], seat: Seat, rng: Random) -> list[str]:
    """Standing orders and lines for later segments; empty where they would answer something."""
    lines = [*table.rules.orders.ahead(table.state, seat)] if rng.random() < AHEAD_SHARE else []
    lines += [line for line in (random_order(table, rng) for _ in range(2)) if line]
    return lines if lines and not answers_something(table, seat, lines) else []


def written_ahead(table: Table[Any], seat: Seat, rng: Random) -> list[str]:
    """Orders for segments to come, half of them with branches, such as a player writes who thinks ahead; empty where there
    are none, or they would answer something.
    """
    branches = rng.random() < BRANCH_SHARE
    draft = LetterDraft(table, seat, RandomPlayer(rng, 0.0), branches=branches).lines()
    later = next((n for n, line in enumerate(draft) if line.endswith(":")), len(draft)) if table.open_to(seat) else 0
    lines = draft[later : later + rng.randint(2, MAX_AHEAD)]
    if branches and len(lines) > 1 and not lines[-1].endswith(":"):
        lines.append(f"{ELSE[0]} {GO_ON}")
    return lines if lines and not answers_something(table, seat, lines) else []


def answers_something(table: Table[Any], seat: Seat, lines: list[str]) -> bool:
    """Whether a letter of these lines would answer a question, or act unasked, so that the position is another."""
    fork = table.fork()
    carry_out(fork, seat, list(enumerate(lines, 1)))
    fresh = fork.entries[len(table.entries) :]
    return any(entry.kind not in NOT_ANSWERS or entry.kind is EntryKind.ACT for entry in fresh)


def _mistyped(lines: list[str], rng: Random) -> list[str]:
    """Some with a slip, now and then with the line that asks for corrections."""
    typed = [" ".join(_word(word, rng) for word in line.split(" ")) for line in lines]
    return [*([MEND] if rng.random() < MEND_SHARE else []), *typed]


def _word(word: str, rng: Random) -> str:
    return slip(word, rng) if len(word) > 2 and rng.random() < SLIP_SHARE else word


def about_time(rng: Random) -> list[str]:
    """A line about time."""
    return [rng.choice([example for example, _ in TIME_LINES.values()])]


def about_news(rng: Random) -> list[str]:
    """A line that says when its writer wants to be told what others do."""
    return [rng.choice([*NEWS_LINES])]


def answer(table: Table[Any], seat: Seat, player: RandomPlayer, *, default: bool = False) -> list[str]:
    """Lines that answer what a seat is asked, at random or by the `default`, and now and then what its form adds to that.

    Empty where it is asked nothing.
    """
    if not (asked := table.open_to(seat)):
        return []
    decision = player.rng.choice(asked)
    lines = _lines(table, decision, decision.default() if default and decision.default else player.answer(decision))
    whole = not default and player.rng.random() < WHOLE_SHARE
    return [*lines, *table.rules.orders.form(table.state, seat)] if whole else lines


def common_answer(one: Table[Any], other: Table[Any], seat: Seat, player: RandomPlayer) -> list[str]:
    """Lines that answer what a seat is asked in both worlds, legal in both; empty where chance finds none soon."""
    asked = {(decision.key, decision.subject): decision for decision in other.open_to(seat)}
    for _ in range(TRIES):
        both = [decision for decision in one.open_to(seat) if (decision.key, decision.subject) in asked]
        if not both:
            return []
        decision = player.rng.choice(both)
        answer = player.answer(decision)
        twin = asked[decision.key, decision.subject]
        if twin.shape.refusal(answer) is None:
            lines = [_lines(table, each, answer) for table, each in ((one, decision), (other, twin))]
            if lines[0] == lines[1]:
                return lines[0]
    return []


def common_act(one: Table[Any], other: Table[Any], seat: Seat, rng: Random) -> list[str]:
    """A line by which a seat acts unasked, the same and legal in both worlds; empty where chance finds none soon."""
    for _ in range(TRIES):
        if (act := some_act(one, seat, rng)) is None:
            return []
        answer, twin = random_answer(rng, act.shape), other.find_act(seat, act.key, act.subject)
        if twin is not None and twin.shape.refusal(answer) is None:
            lines = [_lines(table, each, answer) for table, each in ((one, act), (other, twin))]
            return lines[0] if lines[0] == lines[1] else []
    return []


def acts_alike(
    one: Table[Any], other: Table[Any], seat: Seat, readers: Collection[Seat], rng: Random
) -> tuple[list[str], list[str]]:
    """Lines by which a seat acts unasked in two worlds, otherwise in each, and of which each of the readers may know the
    same; empty where chance finds none.
    """
    shown, act = lab_of(one.rules).trial.shown_of_act, some_act(one, seat, rng)
    twin = None if act is None else other.find_act(seat, act.key, act.subject)
    if act is None or twin is None:
        return [], []
    answer = random_answer(rng, act.shape)
    others = [
        each
        for each in all_options(twin)
        if each != answer and all(shown(twin, each, reader) == shown(act, answer, reader) for reader in readers)
    ]
    return (_lines(one, act, answer), _lines(other, twin, rng.choice(others))) if others else ([], [])


def act_apart(table: Table[Any], seat: Seat, readers: Collection[Seat], rng: Random) -> list[str]:
    """A line by which a seat acts unasked so that none of the readers may know of it; empty where there is none."""
    shown = lab_of(table.rules).trial.shown_of_act
    hidden = [
        (act, answer)
        for act in table.acts_of(seat)
        if isinstance(act.shape, Pick)
        for answer in act.shape.options()
        if not any(shown(act, answer, reader) for reader in readers)
    ]
    return _lines(table, *rng.choice(hidden)) if hidden else []


def message(seat: Seat, rng: Random) -> list[str]:
    """A message to a seat, on the line of its head or below."""
    saying, is_long = rng.choice(SAYINGS), rng.random() < BLOCK_SHARE
    return [f"tell {written(seat)}", saying, "end"] if is_long else [f"tell {written(seat)}: {saying}", "end"]


def begun(table: Table[Any], seat: Seat, player: RandomPlayer) -> list[str]:
    """The beginning of an answer that can be given piece by piece; empty where there is none."""
    for decision in table.open_to(seat):
        if isinstance(decision.shape, Assign):
            pairs = list(player.answer(decision).items())
            if (some_pairs := dict(pairs[: max(1, len(pairs) // 2)])) and (lines := _lines(table, decision, some_pairs)):
                return lines if not answers_something(table, seat, lines) else []
    return []


def played(table: Table[Any], seat: Seat, entry: Entry) -> list[str]:
    """The lines that give the answer of an entry; empty where the seat is not asked that now, or may not answer it so."""
    if entry.kind is not EntryKind.ANSWER or entry.seat != seat:
        return []
    asked = (d for d in table.open_to(seat) if (d.key, d.subject) == (entry.key, entry.subject))
    fits = (decision for decision in asked if decision.shape.refusal(entry.answer) is None)
    return next((_lines(table, decision, entry.answer) for decision in fits), [])


def other_answers(table: Table[Any], seat: Seat, player: RandomPlayer) -> tuple[list[str], list[str]]:
    """Two different answers in secret to the same of several simultaneous questions; empty where there is none.

    Another seat must have to answer still, so that neither comes to light.
    """
    others = any(table.open_to(other) for other in table.seats if other != seat)
    own_questions = questions_to(table, seat)
    if not others or not own_questions:
        return [], []
    decision = player.rng.choice(own_questions)
    try:
        return _lines(table, decision, player.answer(decision)), _lines(table, decision, player.answer(decision))
    except DeadEnd:
        return [], []


def _lines(table: Table[Any], decision: Decision, answer: Json) -> list[str]:
    try:
        return line_of(table, decision, answer)
    except BadLine:
        return []
