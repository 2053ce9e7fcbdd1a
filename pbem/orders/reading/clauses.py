"""A line by its clauses, before it is held against anything: what asks, what tells something, and what tells nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from pbem.engine.decision import Menu
from pbem.engine.phrase import words_of
from pbem.engine.table import Table
from pbem.figures import has_digit
from pbem.orders.languages.ordinary import is_only_word_of
from pbem.orders.languages.words import Run, around, listed, not_ordered, patterns
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH, QUESTION
from pbem.orders.place.position import Position
from pbem.orders.reading.bearers import BEFORE_A_NAME, PEERAGE
from pbem.orders.reading.naming import TELL_ALONE, options_of
from pbem.orders.reading.reasons import (
    MIN_REMARK_LENGTH,
    describes,
    is_remark,
    is_small_talk_of,
    states,
    tells_nothing,
    without_reasons,
)
from pbem.orders.reading.sayings import CLAUSES, Sayings, named_by, sayings_of
from pbem.orders.reading.taking import THIRD_PERSON
from pbem.orders.reading.tokens import Token, doubts, tokens_of, turns_round
from pbem.orders.words.lexicon import NUMBERS, plain_words
from pbem.orders.words.lines import verbs_for

ASKING, ASKED = frozenset(listed("asking")), frozenset(listed("asked"))
MIN_QUESTION_LENGTH: Final = 3
GERMAN: Final = "de"
NAME_AND_TITLE: Final = 2
MIN_OWNER_LENGTH: Final = 5
ANSWERS, NOT_OURS = frozenset(listed("answer_nouns")), frozenset(listed("not_ours"))
TIMES: Final = frozenset(listed("times"))
SEVERAL: Final = 2
COLON: Final = ":"


def without_request(line: str) -> tuple[str, bool]:
    """A line without "could you please" in front, and whether that stood there: it asks the moderator, and nothing else. Who
    is to do it stays: "could March please tax London".
    """
    for request in _requests():
        if (found := request.match(line[:MAX_LINE_LENGTH])) is not None:
            who = found.groupdict().get("who") or ""
            return QUESTION.sub("", f"{who} {line[found.end() :]}").strip(), True
    return line, False


@cache
def _requests() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\s*{each}", re.IGNORECASE) for each in patterns("requests"))


def with_owners(tokens: Sequence[Token], sayings: Sayings) -> list[Token]:
    """The words; of one that is nothing but a name with an s the name is the bare one: "norfolks militia"."""
    names = sayings.sense.names

    def is_owner(word: str) -> bool:
        return len(word) >= MIN_OWNER_LENGTH and word.endswith("s") and word[:-1] in names and not is_known(word)

    def is_known(word: str) -> bool:
        return sayings.means_something(word) or word in names or word in sayings.known

    return [Token(token.word, token.word[:-1]) if is_owner(token.word) else token for token in tokens]


def without_asides(tokens: Sequence[Token], sayings: Sayings) -> list[Token]:
    """The words of a sentence without what is told of somebody between commas: "Norfolk, who has two of them, uses"."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        end = next((n for n in range(at + 1, len(tokens)) if not tokens[n].word), len(tokens))
        is_within = end < len(tokens) or _can_end(tokens[at + 1 : end])
        if not tokens[at].word and found and is_within and _is_aside(tokens[at + 1 : end], found[-1], sayings):
            at = end + 1
            continue
        found.append(tokens[at])
        at += 1
    return found


def _can_end(clause: Sequence[Token]) -> bool:
    """Whether a clause at the end of a sentence can tell of somebody: "who has two of them" does, "who needs them" asks."""
    begins = (clause[0].word,) if clause else ()
    tells = len(clause) >= MIN_REMARK_LENGTH and clause[1].word in listed("being")
    describes = (
        bool(clause)
        and clause[0].word in listed("describing")
        and any(token.word in listed("described") for token in clause)
    )
    return begins in around().subjects or (begins in around().asides and tells) or describes


def _is_aside(clause: Sequence[Token], before: Token, sayings: Sayings) -> bool:
    """Whether a clause behind a name tells of it: who it is, or how strong ("3 strong")."""
    begins, words = clause[0].word if clause else "", [token.word for token in clause]
    is_description = any((word,) in around().descriptions for word in words) and sayings.sense.names.isdisjoint(words)
    is_told = (begins,) in around().asides or is_description or _is_apposition(clause, before, sayings)
    told = [token for token in clause[(begins,) in around().asides :] if (token.word,) not in around().abilities]
    return before.bare in sayings.sense.names and is_told and not turns_round(told)


def _is_apposition(clause: Sequence[Token], before: Token, sayings: Sayings) -> bool:
    """Whether a clause calls somebody by their title, the Duke of Norfolk, or says what they are: a three-star Noble."""
    words = [token.word for token in clause if token.word not in BEFORE_A_NAME]
    if len(words) == NAME_AND_TITLE and words[0] in PEERAGE:
        return (PEERAGE[words[0]], words[1]) in sayings.sense.bearers.titles_of(before.bare)
    return bool(words) and clause[0].word in listed("appositions") and describes(clause[1:], sayings)


def clauses_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """What commas part; of few words or many. A colon is the last of its clause."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.word or token.bare == COLON:
            clauses[-1].append(token)
        if not token.word:
            clauses.append([])
    return [clause for clause in clauses if clause]


def joined(clauses: Sequence[Sequence[Token]]) -> list[Token]:
    found: list[Token] = []
    for clause in clauses:
        found += [Token("", ""), *clause] if found else clause
    return found


def telling_clauses(position: Position, clauses: Sequence[Sequence[Token]], sayings: Sayings) -> list[Sequence[Token]]:
    """The clauses that say something of the game, or answer, but for remarks on the first of them."""
    telling = [clause for clause in clauses if tells(clause, sayings)]
    if len(telling) > 1:
        telling = [clause for clause in telling if not is_small_talk_of(clause, sayings)] or telling
    if len(telling) < SEVERAL:
        return telling
    chosen = _chosen(position)
    return telling[:1] + [clause for clause in telling[1:] if not is_remark(clause, sayings, chosen)]


def _chosen(position: Position) -> frozenset[str]:
    """The words of all that can be named in an answer."""
    ids = {word for decision in position.questions for option in options_of(decision) for word in words_of(option)}
    known = ids.intersection(position.vocabulary.known)
    return frozenset(word for each in known for run in named_by(position.vocabulary, each) for word in run)


def adds_nothing(position: Position, text: str, line: str, *, ends: bool) -> bool:
    """Whether a text beside a choice that has been made adds nothing to its line: it says why, or what else comes to its
    writer's mind. It doubts and denies nothing, and orders and names nothing that can be chosen but what the line does;
    where that `ends` something, it can say that nothing is done.
    """
    table, sayings = position.table, sayings_of(position.table)
    choice = Token(line, line)
    tokens = without_reasons([choice, Token("", ","), *tokens_of(text[:MAX_LINE_LENGTH])], sayings)[2:]
    around_, words = around(), [token.word for token in tokens]
    answers = frozenset[Run]() if ends else around_.answers
    if doubts(tokens, not_ordered() | around_.negations | around_.sharing | answers, but=listed("told_beside")):
        return False
    said = {*plain_words(line), *sayings.sense.shared}
    menus = (
        words_of(each) for question in position.open if isinstance(question.shape, Menu) for each in question.shape.options()
    )
    chosen = _chosen(position) | {
        word for _, *named in menus for each in named for run in named_by(position.vocabulary, each) for word in run
    }
    asked = {verb for question in position.open for verb in verbs_for(table, question)} - said
    ordered = {sayings.order_at(words, at)[0] for at, word in enumerate(words) if word not in sayings.sense.names}
    others = (chosen - said) | CLAUSES
    goes_on = bool(words) and (words[0],) in around_.joints and len(ordered) > 1  # "1a, then done"
    is_no = bool(words) and around_.no.issuperset((word,) for word in words if word)  # "1w - no!"
    return (
        not (goes_on or is_no)
        and _are_told(clauses_of(tokens), ends=ends)
        and ordered.isdisjoint(asked)
        and others.isdisjoint(word for token in tokens for word in (token.word, token.bare))
    )


def _are_told(clauses: Sequence[Sequence[Token]], *, ends: bool) -> bool:
    """Whether each clause beside a choice tells something; beside one that ends something what says so says it all."""
    if ends and clauses and clauses[0][0].word in listed("nothing_more"):
        return True
    return all(map(_is_told, clauses))


def _is_told(clause: Sequence[Token]) -> bool:
    """Whether a clause beside a choice tells something: "that will teach you". "As a backup" says how it is meant."""
    words = [token.word for token in clause]
    begins = (*listed("telling_of"), *listed("told_beside"), *listed("nothing_more"))
    return (
        tells_nothing(clause) or states(clause) or (words[0],) in around().subjects | around().reasons or words[0] in begins
    )


def tells(clause: Sequence[Token], sayings: Sayings) -> bool:
    """Whether a clause says something of the game, or answers."""
    around_ = around()
    if len(clause) > 1 and tuple(token.word for token in clause) in around_.chatter | around_.courtesy:
        return False
    answers = around_.negations | around_.none | around_.no | around_.yes | around_.all
    if len(clause) >= MIN_REMARK_LENGTH and (clause[0].word,) in around_.subjects:
        answers = frozenset()
    words = tuple(token.word for token in clause)
    return (
        words in answers
        or words in sayings.short_answers
        or any(
            sayings.means_something(token.word)
            or sayings.means_something(token.bare)
            or (token.word,) in answers
            or token.word in TELL_ALONE
            for token in clause
        )
    )


def tells_circumstances(clause: Sequence[Token]) -> bool:
    """Whether a clause in front of an order tells when it would be given: "in an ideal world, ..."."""
    return len(clause) > 1 and (clause[0].word,) in around().circumstances


def leads_in_doubt(clause: Sequence[Token]) -> bool:
    """Whether what stands before a colon doubts what stands behind it, though an order can be said so ("we should have:"),
    or says that it is another's or of another time: "his answer:", "old orders:".
    """
    if clause[-1].bare != COLON:
        return False
    is_answer = any(token.word in ANSWERS for token in clause)
    return turns_round(clause) or (is_answer and any(token.word in NOT_OURS for token in clause))


def denies(tokens: Sequence[Token]) -> bool:
    return any((token.word,) in around().negations for token in tokens)


def only_counts_time(tokens: Sequence[Token]) -> bool:
    """Whether a line is a heading that names a time, and no number that can be chosen: Turn 3."""
    words = [token.word for token in tokens if token.word]
    return len(words) == SEVERAL and words[0] in TIMES and (has_digit(words[1]) or words[1] in NUMBERS)


def is_doubtful(table: Table[Any], line: str) -> bool:
    """Whether a line asks something: Shall I sail, Will Warwick sail. "Will sail" has only lost its "I"."""
    tokens, names = tokens_of(line[:MAX_LINE_LENGTH]), sayings_of(table).sense.names
    if QUESTION.search(line) is not None or _has_verb_first(table, tokens):
        return True
    if len(tokens) < MIN_QUESTION_LENGTH or tokens[0].word not in ASKING:
        return False
    second = tokens[1].word
    return second in ASKED or second in names


def _has_verb_first(table: Table[Any], tokens: Sequence[Token]) -> bool:
    """Whether an inflected verb begins a line, and who does it follows: "Segelt Warwick nach Kent" asks, or tells several
    people to do it, and "Returns Clarence" may tell what he does.
    """
    sayings, synonyms = sayings_of(table), table.rules.orders.synonyms
    begins, words = tokens[0].word if tokens else "", [token.word for token in tokens]
    verb = sayings.order_at(words, 0)[0]
    if not begins.endswith(THIRD_PERSON) or begins in sayings.sense.names or not verb:
        return False
    behind = next((token.bare for token in tokens[1:] if token.word not in BEFORE_A_NAME), "")
    if is_only_word_of(begins, GERMAN):
        return behind in sayings.sense.names
    is_done_to_pieces = verb in synonyms.done_by or verb in synonyms.prepositions
    return is_done_to_pieces and behind in sayings.sense.bearers.by_word and (begins,) in sayings.forms


def in_own_words(table: Table[Any], line: str) -> bool:
    """Whether a line can be an order in its writer's own words: it asks and doubts nothing, and each of its words is known
    in full. Cut short, a word of a sentence can be anything ("Going to bed").
    """
    clause = CLAUSE.search(line)
    tokens = tokens_of(line[: clause.start()] if clause is not None else line)
    sayings = sayings_of(table)
    is_sure = not (is_doubtful(table, line) or doubts(tokens) or sayings.sense.bearers.names_nobody(tokens))
    return is_sure and all(_is_known(token, sayings) for token in tokens)


def _is_known(token: Token, sayings: Sayings) -> bool:
    words = {token.word, token.bare}
    return not token.word or any(sayings.means_something(word) or word in sayings.known for word in words)
