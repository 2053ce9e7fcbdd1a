"""Lines as players write them: every way of writing an answer gives it, and a slip of the pen gives no other."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from string import ascii_lowercase

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Assign, Decision, Json, Menu
from pbem.engine.refusal import Ambiguous, BadLine
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.components.state import State
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import understand
from pbem.orders.place.placed import Placed
from pbem.orders.words.grammar import NO_WORDS, NONE_WORDS, YES_WORDS
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import line_of
from pbem.resources import scenarios_dir

RULES = GAMES["plantagenet"]
SHARE, MOST_OPTIONS, MAX_LINES = 0.06, 3, 50
WHOLE = {*NO_WORDS, *NONE_WORDS, *YES_WORDS}
"""Words that mean something by themselves, though longer ones begin with them."""

IN_SHORT = ("ia_henry_vi", "iii_my_kingdom_for_a_horse", "bosworth", "wotr_wars_of_the_roses")
SCENARIOS = [
    scenario if scenario in IN_SHORT else pytest.param(scenario, marks=pytest.mark.long) for scenario in RULES.scenarios
]
"""The others have the words of these: they take long, and come in the long run."""

Case = tuple[Table[State], Decision, Json, str]


def generator(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - play, not secrets


def cases(scenario: str, rng: Random) -> Iterator[Case]:
    """Answers to questions of random games, each with the line that gives it."""
    found = (case for number in count() for case in cases_of_game(scenario, number, rng))
    return islice(found, MAX_LINES)


def cases_of_game(scenario: str, number: int, rng: Random) -> Iterator[Case]:
    """Those of one game. An answer collected over several lines is none of them."""
    player = RandomPlayer.of_policy(f"reading {scenario} {number}", PlayPolicy.SURVIVE, RULES)
    table = player.open_table(RULES, load_setup(RULES, scenario, scenarios_dir()))
    while not table.over:
        decision = player.question(table)
        if rng.random() < SHARE and not isinstance(decision.shape, Assign):
            for answer in answers_to(decision, player, rng):
                yield table, decision, answer, line_of(table, decision, answer)[0]
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)


def answers_to(decision: Decision, player: RandomPlayer, rng: Random) -> list[Json]:
    """Some options of a Menu, one answer to another question."""
    if not isinstance(decision.shape, Menu):
        return [player.answer(decision)]
    options = list(decision.shape.options())
    return rng.sample(options, min(MOST_OPTIONS, len(options)))


def gives(table: Table[State], deed: Placed, decision: Decision, answer: Json) -> bool:
    """Whether a line gives the answer, or that with the better means where it names none."""
    wanted = RULES.orders.better(table.state, decision, answer) if isinstance(answer, str) else answer
    return deed.decision is not None and deed.decision.key == decision.key and deed.answer in (answer, wanted)


def cut_short(line: str) -> Iterator[str]:
    """The line with one word cut short, unless what is left is another word."""
    words = line.split(" ")
    for place, word in enumerate(words):
        for length in range(1, len(word)):
            if plain_words(word[:length]) and plain_words(word[:length])[0] not in WHOLE:
                yield " ".join([*words[:place], word[:length], *words[place + 1 :]])


def slips(rng: Random, line: str) -> Iterator[str]:
    """The line with one letter left out, doubled, replaced, put in, or in the place of the next."""
    letters = [place for place, letter in enumerate(line) if letter.isalpha()]
    at, other = rng.choice(letters), rng.choice(ascii_lowercase)
    before, letter, after = line[:at], line[at], line[at + 1 :]
    yield before + after
    yield before + letter + letter + after
    yield before + other + after
    yield before + other + letter + after
    yield before + after[:1] + letter + after[1:]


def whole_words(line: str) -> bool:
    """Whether the slip has made another word that means something by itself."""
    return any(word in WHOLE for word in plain_words(line))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_line_is_read_however_it_is_written(scenario: str) -> None:
    seen = 0
    for table, decision, answer, line in cases(scenario, generator(1)):
        bare = ", ".join(" ".join(plain_words(part)) for part in line.split(","))
        for written in (line, line.upper(), bare, "  • " + line.replace(" ", "\t") + ". "):
            seen += 1
            assert gives(table, understand(table, decision.seat, written), decision, answer), written
    assert seen > 100


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_word_cut_short_means_the_same_or_is_asked_about(scenario: str) -> None:
    rng, same, asked = generator(2), 0, 0
    for table, decision, answer, line in cases(scenario, rng):
        cuts = list(cut_short(line))
        for written in rng.sample(cuts, min(10, len(cuts))):
            try:
                deed = understand(table, decision.seat, written)
            except BadLine as bad:
                asked += isinstance(bad, Ambiguous)
                continue
            assert deed.decision is None or gives(table, deed, decision, answer), (line, written, deed.said)
            same += deed.decision is not None
    assert same > asked > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_slip_is_never_another_answer(scenario: str) -> None:
    rng, refused = generator(3), 0
    for table, decision, answer, line in cases(scenario, rng):
        for written in (slip for _ in range(2) for slip in slips(rng, line) if not whole_words(slip)):
            try:
                deed = understand(table, decision.seat, written)
            except BadLine as bad:
                refused += bool(bad.problem)
                continue
            assert deed.decision is None or gives(table, deed, decision, answer), (line, written, deed.said)
    assert refused > 50
