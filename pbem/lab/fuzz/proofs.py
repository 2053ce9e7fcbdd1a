"""What must be true of a game in play: its log leads back to it, lines say what answers say, and secrets stay secret."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from collections.abc import Sequence as Seq
from dataclasses import asdict
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any

from pbem.engine.decision import Assign, Decision, Json, Pick, PickSome, Seat, Shape, Split, Stack
from pbem.engine.dice import Mixed, RollId
from pbem.engine.event import Event
from pbem.engine.log.cause import Cause
from pbem.engine.log.entry import NOT_ANSWERS, Entry, EntryKind, fingerprint
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.lab.fuzz.lines import lines_to_try
from pbem.lab.games import lab_of
from pbem.orders.carry.execute import execute
from pbem.orders.words.lines import line_of

Letters = Callable[[Table[Any], Seat], tuple[str, ...]]
"""What a seat is written about a game: subject, text, HTML."""


Previews = Callable[[Table[Any], Seat, list[str]], tuple[str, ...]]
"""What a seat is written about lines that it wants to look at."""


class GameFault(Exception):
    """Something that must not be; the message says what."""


def compare_restored(table: Table[Any]) -> None:
    """The game out of its log as a database keeps it must be the same. Raises Fault, Diverged."""
    log = json.loads(json.dumps([asdict(entry) for entry in table.entries]))
    entries = [Entry(**row | {"kind": EntryKind(row["kind"]), "cause": Cause.from_json(row["cause"])}) for row in log]
    restored = Table.restore(table.rules, table.setup, table.chance, entries)
    same = {
        "entries": restored.entries == table.entries,
        "position": fingerprint(restored.state) == fingerprint(table.state),
        "news": restored.news == table.news,
        "questions": _asked(restored) == _asked(table) and restored.over == table.over,
        "standing orders": restored.book == table.book,
        "lines that wait": _not_empty(restored.waiting) == _not_empty(table.waiting),
        "answers begun": restored.drafts == table.drafts,
        "salts": restored.salts == table.salts,
    }
    if wrong := [what for what, fits in same.items() if not fits]:
        raise GameFault(f"restored from its log the game has other {', '.join(wrong)}")


def _not_empty(lines: Mapping[Seat, Seq[Any]]) -> dict[Seat, list[Any]]:
    return {seat: list(each) for seat, each in lines.items() if each}


def compare_course(table: Table[Any]) -> None:
    """What has happened must fit together, and lead to the position. Raises Fault."""
    events = [news.event for news in table.news]
    begun = table.rules.new_state(table.setup)
    if wrong := list(lab_of(table.rules).trial.course(begun, table.state, events)):
        raise GameFault(f"course: {'; '.join(wrong)}")


def compare_json(table: Table[Any]) -> None:
    """What Events say must stay the same in a database. Raises Fault."""
    for news in table.news:
        if json.loads(json.dumps(news.event.data)) != news.event.data:
            raise GameFault(f"the data of the Event {news.event.name} changes in JSON: {news.event.data}")


def _asked(table: Table[Any]) -> list[tuple[Seat, str, str, str]]:
    return [(d.seat, d.key, d.subject, d.prompt) for d in table.open()]


def compare_lines(table: Table[Any], fork: Table[Any], decision: Decision, answer: Json) -> None:
    """The answer given as lines on a fork must lead where the answer itself has led. Raises Fault."""
    lines = line_of(fork, decision, answer)
    try:
        for line in lines:
            execute(fork, decision.seat, line)
    except BadLine as bad:
        raise GameFault(f"{lines} should answer {decision.key} with {answer}, and is refused: {bad}") from bad
    if fork.drafts or not _same_answers(table, fork):
        raise GameFault(f"{lines} should answer {decision.key} with {answer}, and gives {_answers(fork)[-1:]}")


def _same_answers(table: Table[Any], fork: Table[Any]) -> bool:
    return _answers(table) == _answers(fork) and fingerprint(table.state) == fingerprint(fork.state)


def _answers(table: Table[Any]) -> list[tuple[str, str, Json]]:
    """The answers and acts of a log; of an answer that was changed at once, pair by pair, what has come of it."""
    done = (entry for entry in table.entries if entry.kind not in NOT_ANSWERS or entry.kind is EntryKind.ACT)
    answers = [(entry.seat, entry.key, entry.subject, entry.answer) for entry in done]
    runs = (list(run) for _, run in groupby(answers, key=itemgetter(0, 1, 2)))
    return [(key, subject, answer) for run in runs for _, key, subject, answer in run[-1:]]


def compare_views(table: Table[Any], twin: Table[Any], secret: Decision) -> None:
    """Two games that differ in the answer to `secret` only must look the same to everybody else. Raises Fault.

    Once the last answer to its moment is in they need not: then nothing is compared. Standing orders may have led on since,
    to secret answers of a later moment.
    """
    if all(_is_secret(each, secret) for each in (table, twin)):
        compare_known(table, twin, [seat for seat in table.seats if seat != secret.seat], secret.seat)


def _is_secret(table: Table[Any], decision: Decision) -> bool:
    """Whether a decision has been answered, and others of its moment have not."""
    given = table.given_by(decision.seat)
    return (decision.key, decision.subject) in {(each.key, each.subject) for each, _ in given}


def compare_known(table: Table[Any], twin: Table[Any], seats: Seq[Seat], secret_of: Seat) -> None:
    """Two games that differ in what another has done in secret must look the same to these seats. Raises Fault."""
    for seat in seats:
        one, other = _known(table, seat), _known(twin, seat)
        if wrong := [what for what in one if one[what] != other[what]]:
            raise GameFault(f"{seat} can tell from {', '.join(wrong)} what {secret_of} has answered in secret")


def _known(table: Table[Any], seat: Seat) -> dict[str, Any]:
    """All that leaves the game for a seat."""
    return {
        "the View": table.rules.view(table.state, seat),
        "the Events": _visible(table, seat),
        "the questions": [(q, d.default() if d.default else None) for q, d in zip(_asked(table), table.open(), strict=True)],
        "the acts": _acts(table, seat),
        "the reply form": table.rules.orders.form(table.state, seat),
    }


def _acts(table: Table[Any], seat: Seat) -> list[tuple[Any, ...]]:
    """What is open to a seat that is not asked."""
    return [(act.key, act.subject, act.prompt, all_options(act)) for act in table.acts_of(seat)]


def _visible(table: Table[Any], seat: Seat) -> list[Event]:
    return [news.event for news in table.news if news.event.visible_to(seat)]


class OtherWorld(Table[Any]):
    """A Table that differs in what a seat does not know, of which its log tells nothing; and so do its forks.

    `differs`: whether anything is hidden from the seat.
    """

    _seat: Seat
    _seed: int
    _common: int
    differs: bool

    @classmethod
    def of(cls, table: Table[Any], seat: Seat, seed: int, common: int | None = None) -> OtherWorld:
        """The world of this seed. Behind the `common` entries (None: all of them) it has gone on by itself."""
        log = table.entries[:common]
        twin = cls.restore(table.rules, table.setup, table.chance, log, made=table.shares.made)
        assert isinstance(twin, cls)
        twin._seat, twin._seed, twin._common = seat, seed, len(log)
        mix = Random(seed).shuffle  # noqa: S311 - play, not secrets
        twin.differs = lab_of(table.rules).trial.other_world(twin.state, frozenset({seat}), mix)
        for entry in table.entries[len(log) :]:
            twin.replay(entry, check=False)
        return twin

    def fork(self) -> Table[Any]:
        """The same world once more."""
        return self.of(self, self._seat, self._seed, self._common)


def compare_worlds(table: Table[Any], seat: Seat, rng: Random, letters: Letters) -> bool:
    """Whatever the enemy may hold in secret, `seat` must be asked and written the same. Raises Fault.

    False when nothing is hidden from the seat: once the game is over a game may show all of it.
    """
    if table.over:
        return False
    twin = OtherWorld.of(table, seat, rng.getrandbits(64))
    if not twin.differs:
        return False
    one, other = ({**_seen(world, seat), **_written(letters(world, seat))} for world in (table, twin))
    if wrong := [what for what in one if one[what] != other[what]]:
        raise GameFault(f"{seat} can tell from {wrong[0]} what is hidden: {_difference(one[wrong[0]], other[wrong[0]])}")
    return True


def compare_previews(table: Table[Any], seat: Seat, rng: Random, previews: Previews) -> bool:
    """Whatever the enemy may hold in secret, a preview of the same lines must say the same, and leave the game alone.

    False when nothing is hidden from the seat. Raises Fault.
    """
    twin = OtherWorld.of(table, seat, rng.getrandbits(64))
    if not twin.differs:
        return False
    lines, before = lines_to_try(table, seat, rng), _traces(table)
    one, other = (_previewed(world, seat, lines, previews) for world in (table, twin))
    if one != other:
        raise GameFault(f"{seat} can tell from a preview of {lines} what is hidden: {_difference(one, other)}")
    if _traces(table) != before:
        raise GameFault(f"a preview of {lines} has left traces")
    return True


def _previewed(world: Table[Any], seat: Seat, lines: list[str], previews: Previews) -> tuple[str, ...]:
    """The preview at a Table without dice."""
    chance, world.chance = world.chance, _no_die
    try:
        return previews(world, seat, lines)
    finally:
        world.chance = chance


def _no_die(roll: RollId, shape: Shape, mixed: Mixed) -> Json:
    """The Chance of a preview: there is none."""
    raise GameFault(f"a preview rolls {roll}, {shape}, {mixed}")


def _traces(table: Table[Any]) -> tuple[Any, ...]:
    return len(table.entries), fingerprint(table.state), dict(table.waiting), dict(table.drafts), list(table.book.orders)


def compare_futures(
    table: Table[Any], twin: Table[Any], seat: Seat, begun: int, lit_by: Collection[str] = frozenset()
) -> None:
    """After the same answer of `seat` to the same question, what its enemy hides must not show. Raises Fault.

    `begun` is the number of Events before that answer. Nothing is compared once something has come to light, by Events and
    rolls among `lit_by`.
    """
    one, other = (_course(world, seat, begun, lit_by) for world in (table, twin))
    if one is not None and other is not None and one != other:
        raise GameFault(f"{seat} can tell from what follows what is held: {_difference(one, other)}")


def _course(
    world: Table[Any], seat: Seat, begun: int, lit_by: Collection[str]
) -> tuple[list[Event], list[tuple[str, ...]]] | None:
    """What the seat sees happen, and who is asked what then; None when hidden things have come to light."""
    news = world.news[begun:]
    numbers = {each.number for each in news}
    came = {each.event.name for each in news} | {entry.key for entry in world.entries if entry.number in numbers}
    if came.intersection(lit_by):
        return None
    visible = [each.event for each in news if each.event.visible_to(seat)]
    return visible, [(d.seat, d.key, d.subject) for d in world.open()]


def _seen(world: Table[Any], seat: Seat) -> dict[str, Any]:
    """What a seat is shown and asked, with all that is open to it."""
    own_questions = world.open_to(seat)
    return {
        "the View": world.rules.view(world.state, seat),
        "the questions": [(d.key, d.subject, d.prompt, d.default() if d.default else None) for d in own_questions],
        "the options": [all_options(d) for d in own_questions],
        "the acts": _acts(world, seat),
        "the reply form": world.rules.orders.form(world.state, seat),
    }


def _written(letter: tuple[str, ...]) -> dict[str, Any]:
    return {f"their letter ({part})": text for part, text in zip(("subject", "text", "HTML"), letter, strict=True)}


def _difference(one: Any, other: Any) -> str:
    """The first place where two things differ when they are written out."""
    left, right = str(one), str(other)
    place = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return f"...{left[max(0, place - 60) : place + 60]!r} or {right[max(0, place - 60) : place + 60]!r}"


def all_options(decision: Decision) -> Json:
    """What can be answered, as far as it can be listed."""
    match decision.shape:
        case Pick(options) | PickSome(options):
            return list(options())
        case Assign(items, bins):
            return [list(items()), list(bins())]
        case Split(limits) | Stack(limits):
            return dict(limits())
    return None


def check_visible_events(table: Table[Any]) -> None:
    """No Event may name to a seat what is hidden from it when it is told. Raises Fault."""
    again = Table(table.rules, table.setup, table.chance)
    for entry in table.entries:
        known = len(again.news)
        again.replay(entry, check=False)
        events = [news.event for news in again.news[known:]]
        for seat in table.seats:
            visible = [event for event in events if event.visible_to(seat)]
            if leaks := list(lab_of(table.rules).trial.leaked(again.state, seat, visible)):
                raise GameFault(f"entry {entry.number}: told to {seat}: {', '.join(leaks)}")
