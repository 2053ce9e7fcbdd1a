"""What is told beside an order and orders nothing: a reason ("because he is weak", "to help Buckingham"), or a remark in a
clause of its own ("it is his home after all"). Pure: words in, words out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from pbem.orders.languages.ordinary import is_word
from pbem.orders.languages.words import LANGUAGES, MAX_RUN_LENGTH, alternatives, around, harmless, listed, listed_words
from pbem.orders.reading.sayings import Sayings
from pbem.orders.reading.tokens import Token, doubts, tokens_of, turns_round
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS

COMMA: Final = ","
NOTHING: Final = frozenset[str]()
TO_DO: Final = listed_words("to_do")
"""With one of these what was can say what is to be done: he was not to go. "To me" does not."""
PERSONS: Final = listed_words("persons")
TELLING_NOTHING: Final = frozenset(
    run[0] for run in around().fillers | around().chatter | around().courtesy | around().self if len(run) == 1
).difference(listed("no_small_talk"))
MIN_REASON_LENGTH: Final = 2
MIN_REMARK_LENGTH: Final = 4
"""So many words has a clause of its own that says something of an order, and takes nothing back."""
STATED_WITHIN: Final = 4
"""So many words from its first on a reason or a remark says what holds of whom it tells of."""
NAMED_WITHIN: Final = 5
"""The same behind names."""
FOLLOWS_WITHIN: Final = 4
"""So many words behind an "and" stands the order word of another order."""


def without_reasons(tokens: Sequence[Token], sayings: Sayings) -> list[Token]:
    """The words of a sentence without its reasons: each from the word that begins it to the next comma. One that may hold
    another order, or takes back what it stands beside, stays.
    """
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        length = _begins_reason(tokens, at, sayings)
        end = next((n for n in range(at, len(tokens)) if not tokens[n].word), len(tokens))
        words = tokens[at + length : end]
        leads = not found and end < len(tokens) and tokens[end].bare == COMMA and not turns_round(words)
        is_oath = bool(length) and doubts(tokens[at:end], around().retracts)  # um Himmels willen
        if length and not is_oath and (found or leads) and _is_reason(words, sayings):
            at = end if found else end + 1
            continue
        found.append(tokens[at])
        at += 1
    return found


def _begins_reason(tokens: Sequence[Token], at: int, sayings: Sayings) -> int:
    """How many words begin a reason there; 0 for none."""
    around_, words = around(), [token.word for token in tokens[at : at + MAX_RUN_LENGTH]]
    for length in range(len(words), 0, -1):
        if tuple(words[:length]) in around_.reasons:
            return length
    following = tokens[at + 1 :]
    if (words[0],) in around_.reasons_of and (states(following) or _states_of_named(following, sayings)):
        return 1
    leads = (words[0],) in around_.purposes_of and bool(following) and (following[0].word,) in around_.purposes
    return int(leads and not sayings.order_at([following[0].word], 0)[0])


def _is_reason(words: Sequence[Token], sayings: Sayings) -> bool:
    """Whether what is told is no more than a reason."""
    around_ = around()
    if len(words) < MIN_REASON_LENGTH or doubts(words, around_.retracts | around_.unreasoned):
        return False
    joints = [at for at, token in enumerate(words) if (token.word,) in around_.joints]
    return all((words[at].word,) in around_.plain_joints for at in joints) and not any(
        _may_order(words[at + 1 :], sayings) for at in joints
    )


def _may_order(words: Sequence[Token], sayings: Sayings) -> bool:
    """Whether words behind an "and" may be another order: they have an order word, and one that is a name as well names
    something besides: "because he is strong and March only weak" does not.
    """
    verbs = [at for at, token in enumerate(words[:FOLLOWS_WITHIN]) if token.word in sayings.sense.verbs]
    others = {token.bare for token in words[1:]} & sayings.sense.names - {*NUMBERS}
    return any(words[at].word not in sayings.sense.names or others for at in verbs)


def states(tokens: Sequence[Token]) -> bool:
    """Whether words begin by saying what holds of somebody: he is, he's, the men have."""
    around_ = around()
    begins = bool(tokens) and (tokens[0].word,) in around_.subjects | around_.self | around_.speakers
    is_said = any((token.word,) in around_.states for token in tokens[1:STATED_WITHIN])
    return (begins and (is_said or (len(tokens) > 1 and tokens[0].word in listed("stating")))) or remarks(tokens)


def _states_of_named(tokens: Sequence[Token], sayings: Sayings) -> bool:
    """Whether words say what holds of those whom they name, of nobody, or of so many: Scrope and Grey are, five is."""
    is_told = (token for token in tokens[:1] if token.bare in sayings.sense.names or sayings.counts(token.word))
    begins = next(is_told, None) is not None or any((token.word,) in around().none for token in tokens[:1])
    return begins and any((token.word,) in around().states for token in tokens[1:NAMED_WITHIN])


def remarks(tokens: Sequence[Token]) -> bool:
    """Whether words say of an order what comes of it: that should do it."""
    words = [token.word for token in tokens[:2]]
    return len(words) > 1 and words[0] in listed("remarking") and words[1] in listed("remarking_on")


def is_remark(clause: Sequence[Token], sayings: Sayings, chosen: Collection[str] = ()) -> bool:
    """Whether a clause behind an order tells something of it, or of who does it, and orders nothing: it names nothing that
    can be chosen, has no order word and no figure, and doubts nothing. It may tell of somebody whose name is none of the
    words that are `chosen` from: "Holland is sitting there".
    """
    if chosen and (length := _subject_of(clause, sayings, chosen)):
        return _is_remark([Token("he", "he"), *clause[length:]], sayings)
    return _is_remark(clause, sayings)


def _subject_of(clause: Sequence[Token], sayings: Sayings, chosen: Collection[str]) -> int:
    """How many words at the beginning of a clause name somebody who cannot be chosen, of whom it says what they are."""
    length = next((at for at, token in enumerate(clause) if token.bare not in sayings.sense.names), 0)
    named = [token.bare for token in clause[:length]]
    is_told = 0 < length < len(clause) and clause[length].word in listed("being")
    return length if is_told and set(chosen).isdisjoint(named) else 0


def is_passed_over(clause: Sequence[Token], sayings: Sayings, *, ends: bool) -> bool:
    """Whether a clause that says nothing of the game is talk beside an order. Beside one that `ends` something it is only
    what tells nothing, or what states something; beside others no word may be in it that is none of a language.
    """
    if tells_nothing(clause) or states(clause):
        return True
    words = [token.word for token in clause if token.word]
    if _is_small_talk(words, ends=ends):
        return True
    # Without who does something, "as a backup" or "on hold" says how the order is meant.
    is_told = len(words) >= MIN_REMARK_LENGTH and words[0] in listed("telling_of")
    if ends or not is_told or sayings.order_at(words, 0)[0]:
        return False
    return all(word in sayings.known or is_word(word, LANGUAGES) for word in words)


def is_small_talk_of(clause: Sequence[Token], sayings: Sayings) -> bool:
    """Whether a clause is small talk though a word of it can be one of the game: it names and orders nothing."""
    words = [token.word for token in clause]
    names = {word for token in clause for word in (token.word, token.bare)} & sayings.sense.names - {*_plain_words()}
    orders = any(sayings.order_at(words, at)[0] for at in range(len(words)))
    return not (names or orders or any(map(sayings.counts, words))) and _is_small_talk(words, ends=False)


def _is_small_talk(words: Sequence[str], *, ends: bool) -> bool:
    """Whether a clause is nothing but an exclamation, or talk of its writer's own life. Beside what ends something it
    is only an exclamation, or says where its writer is: "in a hurry", "on the train".
    """
    exclaimed, domestic = harmless("exclaimed"), harmless("domestic")
    if exclaimed.isdisjoint(words) and domestic.isdisjoint(words):
        return False
    plain = exclaimed if ends and words[0] not in listed("where_one_is") else exclaimed | domestic | harmless("manner")
    more = harmless("praise") | harmless("persons")
    return all(word in plain or word in TELLING_NOTHING or (not ends and word in more) for word in words)


def tells_nothing(clause: Sequence[Token]) -> bool:
    """Whether all that a clause says is such as stands around any order."""
    around_, at = around(), 0
    quiet = around_.quiet | around_.chatter | around_.plain | around_.yes
    while at < len(clause):
        lengths = range(min(MAX_RUN_LENGTH, len(clause) - at), 0, -1)
        words = [token.word for token in clause[at : at + MAX_RUN_LENGTH]]
        length = next((each for each in lengths if tuple(words[:each]) in quiet), 0 if clause[at].word else 1)
        if not length:
            return False
        at += length
    return True


def _is_remark(clause: Sequence[Token], sayings: Sayings) -> bool:
    words = [token.word for token in clause]
    lacks = len(words) > MIN_REASON_LENGTH and _has(words) and (words[MIN_REASON_LENGTH],) in around().no
    answers = around().answers - around().no if lacks else around().answers  # "he has no Coin" denies nothing
    tells = any(
        (_is_name(word, sayings) and not lacks) or sayings.order_at(words, at)[0] or (word,) in around().sharing | answers
        for at, word in enumerate(words)
    )
    more = listed("remarking_on") if remarks(clause) else ()
    allowed = [token for token in clause if token.word not in (*listed("remark_allowed"), *more, *_of_past(words))]
    return states(clause) and not tells and not _counts(words, sayings) and not turns_round(allowed)


def _is_name(word: str, sayings: Sayings) -> bool:
    """Whether a word names something; many that stand in names are everyday ones: is, men."""
    return word in sayings.sense.names and word not in _plain_words() and word not in NUMBERS


@cache
def _plain_words() -> frozenset[str]:
    quiet = {run[0] for run in around().quiet | around().states | around().negations if len(run) == 1}
    return frozenset(quiet).union(SMALL_WORDS, listed("remarked"))


def _counts(words: Sequence[str], sayings: Sayings) -> bool:
    """Whether a remark has a figure that can be part of the order: "he has five of them" has none, nor "a good one"."""
    vague = listed("vague_counts")
    return not _has(words) and any(
        sayings.counts(word) for at, word in enumerate(words) if at < MIN_REASON_LENGTH or word not in vague
    )


def _has(words: Sequence[str]) -> bool:
    """Whether words say what somebody has."""
    return len(words) > 1 and words[0] in listed("having_subjects") and words[1] in listed("having")


BRACKETS: Final = re.compile(r"\s*\(([^()]*)\)")
FOLLOWING: Final = re.compile(rf"\s*\b{alternatives('with_so_many')}(?!\w)", re.IGNORECASE)
"""Says how many go with somebody who takes all that is theirs: with his 80 men."""


def without_descriptions(line: str, sayings: Sayings) -> str:
    """A line without what only describes somebody: in brackets, (100 men), or with his 100 men."""
    if "(" in line:
        line = BRACKETS.sub(lambda found: "" if _only_describes(tokens_of(found[1]), sayings) else found[0], line)
    return FOLLOWING.sub("", line)


def _only_describes(words: Sequence[Token], sayings: Sayings) -> bool:
    """Whether what stands in brackets says what somebody is, or how strong: (100 men). "(my second choice)" says more."""
    is_plain = states(words) or tells_nothing(words) or any((token.word,) in around().descriptions for token in words)
    return is_plain and describes(words, sayings)


def describes(words: Sequence[Token], sayings: Sayings) -> bool:
    """Whether words only describe something: they name, order and doubt nothing, and are more than figures."""
    return (
        any(token.word and not sayings.counts(token.word) for token in words)
        and not turns_round(words)
        and not any(
            _is_name(word, sayings)
            or word in sayings.sense.verbs
            or (word,) in around().sharing | around().answers | around().joints
            for token in words
            for word in (token.word, token.bare)
        )
    )


def turns_remark_round(clause: Sequence[Token]) -> bool:
    """Whether a clause beside an order may take it back: "maybe", "I think". "The merchants can afford it" does not."""
    is_remark_ = len(clause) >= MIN_REMARK_LENGTH and (clause[0].word,) in around().subjects
    of_past = _of_past([token.word for token in clause])
    words = [token for token in clause if token.word not in of_past]
    return turns_round([token for token in words if not (is_remark_ and (token.word,) in around().abilities)])


def _of_past(words: Sequence[str]) -> frozenset[str]:
    """The words that take nothing back where a remark says what somebody was: "he was never any good"."""
    is_past = len(words) >= MIN_REMARK_LENGTH and words[0] in listed("having_subjects") and words[1] in listed("was")
    is_to_do = any(word in TO_DO and behind not in PERSONS for word, behind in pairwise(words))
    if not is_past or is_to_do:
        return NOTHING
    return frozenset(run[0] for run in around().negations).union(listed("was"))
