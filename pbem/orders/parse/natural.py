"""Orders as people write them, turned into the standard form: "York marches to Ely and parleys" is "York: march Ely" and
"York: parley".

Only the words of the game and its table of synonyms are known here, not the position: whether it is York's to act is told
where the order is placed. A line that can be read as it stands is left alone. All of it takes time that grows with the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from pbem.engine.refusal import BadLine
from pbem.engine.rules import Rules
from pbem.engine.synonyms import Synonyms
from pbem.engine.table import Table
from pbem.orders.parse.branches import is_case, is_going_on
from pbem.orders.parse.moving import Names, Word, done_by, from_in_front, moves_of
from pbem.orders.parse.parse import CLAUSE, LONGEST_LINE, split_heading
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words
from pbem.orders.words.vocabulary import HABITS, SPECIAL, Vocabulary, vocabulary_of

Phrase: TypeAlias = tuple[str, ...]
TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|\+[0-9]+|[,]")
LEAD = re.compile(r"\s*([^:;]{1,60}:)\s*")
"""A heading, or a case, with its colon."""
LONGEST_BEFORE = 8
"""So many words may stand in front of the verb."""
LONGEST_ANSWER = 6
LETTERS = re.compile(r"[^\W\d_]+")
HISSING = ("ch", "sh", "s", "x", "z", "o")
VOWELS = "aeiou"
_FILLERS = """
i im id ill we my our us let lets will shall would like want to please lord the duke earl of king queen sir lady then and now
next yes also too once more again ja ich wir mein der die das dann und bitte jetzt herzog graf von konig konigin
noch nochmal einmal wieder
"""
FILLERS = frozenset(_FILLERS.split())
"""What may stand beside a name in front of the verb."""
ASKING = frozenset({"will", "shall", "would"})
"""How a question begins, though it has lost its question mark, with who is asked about behind it. Other such words are in no
order.
"""
SHORTEST_QUESTION = 3
NEGATIONS = frozenset({"not", "never", "nicht", "nie", "niemals", "wont", "dont", "doesnt"})
"""What turns an order round where it stands in front of the verb, though a card may be called so."""
_DROPPED = """
a an the his her their our its some into towards toward onto there he she they we i please thanks thank you now it him them
again also too once on back next own city town
nach mit zu zum zur der die das den dem ein eine einen und aus von auf bei dort dann bitte
"""
DROPPED = frozenset(_DROPPED.split())
"""What stands behind a verb and tells nothing; only dropped where it is part of no name."""
TELLS_NOTHING = DROPPED | SMALL_WORDS | {","}
COURTESY = frozenset({"please", "thanks", "thank", "bitte", "danke"})
POSSESSIVE = re.compile(r"['’]s\b")
COMMA, AND = ",", ("and", "und")
NO_WORDS = frozenset({"no", "none", "nobody", "nein", "niemand", "keiner", "neither"})
"""An answer by itself: before a comma no name."""
JOINTS = frozenset({COMMA, "and", "then", "und", "dann", "danach", "afterwards", "after", "that"})
COMMON_THINGS: Mapping[str, tuple[str, ...]] = {
    "yes": ("ja", "jawohl", "yes please", "ja bitte", "sure", "yep", "yeah"),
    "no": ("nein", "no thanks", "no thank you", "nein danke", "nope"),
    "none": ("nobody", "no one", "noone", "niemand", "keiner", "keine", "keinen", "nichts"),
    "all": ("everybody", "everyone", "both of them", "all of them", "beide", "alle", "allen"),
    "if": ("falls", "wenn"),
    "else": ("sonst", "ansonsten"),
}
"""What every game says."""
EVERYDAY = frozenset({"all", "alone", "left", "right", "spend"})
"""A short answer with these can be talk: all right."""


@dataclass(frozen=True)
class NaturalWords:
    """The words of one game's scenario: what `verbs` and `things` phrases stand for, the verbs that are `inflected`,
    the words of all `names` and the `pairs` that stand side by side in one, and
    those that are known as they stand. A short answer has words `answering`: of names and things.
    """

    verbs: Mapping[Phrase, str]
    inflected: frozenset[Phrase]
    things: Mapping[Phrase, str]
    names: frozenset[str]
    answering: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    each: frozenset[str]
    behind: frozenset[str]
    whole: frozenset[str]
    moves: frozenset[str]
    by_whom: Mapping[str, str]
    plain: frozenset[str]
    longest: int

    def verb_at(self, tokens: list[str], at: int) -> tuple[str, int]:
        """The order word that begins there, and how many words it has; ("", 0) for none."""
        for length in range(min(self.longest, len(tokens) - at), 0, -1):
            verb = self.verbs.get(tuple(tokens[at : at + length]))
            if verb:
                return verb, length
        return "", 0


_kept: WeakKeyDictionary[Vocabulary, NaturalWords] = WeakKeyDictionary()


def natural_words(table: Table[Any]) -> NaturalWords:
    """Those of a game in play."""
    vocabulary = vocabulary_of(table)
    if vocabulary not in _kept:
        _kept[vocabulary] = _words_of(table.rules, vocabulary)
    return _kept[vocabulary]


def _words_of(rules: Rules[Any], vocabulary: Vocabulary) -> NaturalWords:
    table = rules.orders.synonyms
    known = {word.verb for word in vocabulary.words}
    base: dict[Phrase, str] = {}
    for word in vocabulary.words:
        for name in (*word.synonyms, word.verb):
            base[tuple(plain_words(name))] = word.verb
    inflected = {form: verb for phrase, verb in base.items() for form in inflected_forms(phrase)}
    more = {tuple(plain_words(name)): verb for name, verb in _rows(table) if verb in known}
    verbs = inflected | more | base
    things = {tuple(plain_words(name)): thing for each in (COMMON_THINGS, table.things) for name, thing in _turned(each)}
    told = frozenset(word for thing in table.things for word in plain_words(thing)) - EVERYDAY
    return NaturalWords(
        verbs=verbs,
        inflected=frozenset({*inflected, *more} - set(base)),
        things=things,
        names=vocabulary.name_words,
        answering=frozenset(word for word in vocabulary.name_words if word[0].isalpha()) | told,
        pairs=vocabulary.name_pairs,
        each=table.each,
        behind=table.behind,
        whole=table.whole,
        moves=table.moves,
        by_whom=table.by_whom,
        plain=frozenset({*SPECIAL, *HABITS, "if", "else", "otherwise"}),
        longest=max(map(len, verbs)),
    )


def _rows(table: Synonyms) -> Iterator[tuple[str, str]]:
    for verb, names in table.verbs.items():
        for name in names:
            yield name, verb
    for verb, name in table.german.items():
        yield name, verb
        if name.endswith("e"):
            yield from ((f"{name[:-1]}{ending}", verb) for ending in ("t", "en", "st"))


def _turned(rows: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    return ((name, thing) for thing, names in rows.items() for name in names)


def inflected_forms(phrase: Phrase) -> Iterator[Phrase]:
    """The forms of an order word: "marches", "marching"; of several words the first is inflected."""
    first, *rest = phrase
    if not LETTERS.fullmatch(first):
        return
    if first.endswith("y") and first[-2:-1] not in VOWELS:
        yield (f"{first[:-1]}ies", *rest)
    else:
        yield (f"{first}es" if first.endswith(HISSING) else f"{first}s", *rest)
    yield (f"{first[:-1] if first.endswith('e') else first}ing", *rest)


# From a line to lines


def standard_lines(table: Table[Any], line: str) -> list[str]:
    """The orders of a line in the standard form, each behind the heading or the case that the line begins with; [] where it
    is in that form already, or is no order.
    """
    if len(line) > LONGEST_LINE:
        return []
    words, vocabulary = natural_words(table), vocabulary_of(table)
    front, rest = _front(line, vocabulary)
    if is_going_on(rest):
        return []
    return [f"{front} {order}".strip() for order in standard(words, vocabulary, rest)]


def _front(line: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """A heading or a case in front of a line, with its colon, and the rest."""
    found = LEAD.match(line)
    if found is None:
        return "", line
    with suppress(BadLine):
        heading, rest = split_heading(line, vocabulary)
        if heading is not None and rest and line.endswith(rest):
            return line[: -len(rest)].strip(), rest
    return (found[1], line[found.end() :]) if is_case(line) else ("", line)


def _asks(words: NaturalWords, tokens: list[str]) -> bool:
    """Whether a line begins like a question: Shall I sail, Will Warwick sail. "Will sail" has only lost its "I"."""
    if len(tokens) < SHORTEST_QUESTION or tokens[0] not in ASKING:
        return False
    return tokens[1] in ("i", "we") or (tokens[1] in words.names and not words.verb_at(tokens, 1)[0])


def _goes_back(tokens: list[str]) -> bool:
    """Whether somebody is to go there and back, which no order says."""
    return any(word == "back" and before in (COMMA, *AND, "then", "dann") for before, word in pairwise(tokens))


def standard(words: NaturalWords, vocabulary: Vocabulary, line: str) -> list[str]:
    """The orders of a line, without a heading, in the standard form; [] where it is one already, or is none.

    A condition behind an order stays as it stands.
    """
    if ":" in line or line.rstrip(" .!\"'").endswith("?"):
        return []
    clause = CLAUSE.search(line)
    head, tail = (line[: clause.start()], line[clause.start() :].strip()) if clause else (line, "")
    typed = TOKEN.findall(head.replace("&", " and "))
    written = [_owner(words, token) for token in typed]
    tokens = [_folded(token) for token in written]
    if _asks(words, tokens) or _goes_back(tokens):
        return []
    if confirmed := _confirmed(words, tokens):
        return [] if clause else confirmed
    at = _verb_place(words, vocabulary, written, tokens)
    if by_whom := _with_who(words, written, tokens, at or 0, tail):
        return by_whom
    if at is None:
        return [] if clause else _with_known_things(words, vocabulary, line, typed, written)
    before = _actor(words, written[:at], tokens[:at])
    if before is None:
        return []
    orders = _orders(words, written, tokens, at)
    orders[-1] = f"{orders[-1]} {tail}".strip()
    return [f"{before}: {order}" if before else order for order in orders]


def _with_who(words: NaturalWords, written: list[str], tokens: list[str], at: int, tail: str) -> list[str]:
    """The orders of a line with one order word that moves pieces, or that pieces do by themselves: one for each of them."""
    verb, length = words.verb_at(tokens, at)
    before = _actor(words, written[:at], tokens[:at])
    behind = at + length
    if verb not in words.moves | set(words.by_whom) or before is None or _next_verb(words, tokens, behind) < len(tokens):
        return []
    who = [Word(token, _folded(token)) for token in TOKEN.findall(before)]
    what = [Word(*pair) for pair in zip(written[behind:], tokens[behind:], strict=True)]
    if what and what[0].folded in (COMMA, *AND):
        return []
    known = Names(words.names, words.pairs, TELLS_NOTHING)
    if verb in words.by_whom:
        return [f"{verb} {order}" for order in done_by(who, what, known, words.by_whom[verb], tail)]
    if from_in_front(who):
        moves = moves_of([*what, *who], known) or [" ".join(word.written for word in [*what, *who])]
    else:
        moves = moves_of([*who, *what], known)
    return [] if tail else [f"{verb} {move}" for move in moves]


def _owner(words: NaturalWords, token: str) -> str:
    """ "Somerset's" as the name that it is of; a name that is written so stays ("Queen's Gambit")."""
    bare = POSSESSIVE.sub("", token)
    is_owner = bare != token and _folded(token) not in words.names and _folded(bare) in words.names
    return bare if is_owner else token


def _confirmed(words: NaturalWords, tokens: list[str]) -> list[str]:
    """ "Yes, reroll" and "No, Henry won't intercept": an answer, and the order word that it answers again."""
    if tokens[1:2] != [COMMA] or tokens[0] not in ("yes", "ja", *NO_WORDS):
        return []
    is_no = tokens[0] in NO_WORDS
    at = next((at for at in range(2, len(tokens)) if words.verb_at(tokens, at)[0]), None)
    if at is None or is_no != any(token in NEGATIONS for token in tokens[2:at]):
        return []
    verb, length = words.verb_at(tokens, at)
    is_alone = all(token in TELLS_NOTHING | COURTESY for token in tokens[at + length :])
    before = [token for token in tokens[2:at] if token not in FILLERS | NEGATIONS]
    is_short = is_alone and (is_no or not before) and all(token in words.names for token in before)
    return [f"{verb} {'no' if is_no else 'yes'}"] if is_short else []


def _folded(token: str) -> str:
    return token if token == COMMA else " ".join(plain_words(token))


def _verb_place(words: NaturalWords, vocabulary: Vocabulary, written: list[str], tokens: list[str]) -> int | None:
    """Where the first verb stands that is not the first word of a line in the standard form; None: nowhere."""
    if not tokens or tokens[0] in words.plain:
        return None
    first, length = words.verb_at(tokens, 0)
    if first and tuple(tokens[:length]) in words.inflected and not vocabulary.named(tokens[0]):
        return 0
    if first and not (tokens[0] in words.names and _is_followed_by_verb(words, tokens)):
        return None
    if not first and tokens[0] not in words.names | FILLERS and vocabulary.named(tokens[0]):
        return None
    places = range(1, min(LONGEST_BEFORE, len(tokens)))
    return next(
        (at for at in places if words.verb_at(tokens, at)[0] and not _is_name(words, vocabulary, written, tokens, at)), None
    )


def _is_followed_by_verb(words: NaturalWords, tokens: list[str]) -> bool:
    """Whether an inflected verb comes behind the first word, small words apart: March also levies."""
    at = next((place for place in range(1, len(tokens)) if tokens[place] not in FILLERS), 0)
    length = words.verb_at(tokens, at)[1] if at else 0
    return bool(length) and tuple(tokens[at : at + length]) in words.inflected


def _is_name(words: NaturalWords, vocabulary: Vocabulary, written: list[str], tokens: list[str], at: int) -> bool:
    """Whether a word that could be a verb is a name there: the Earl of March goes; Warwick and March go."""
    follows = at + 1 < len(tokens) and words.verb_at(tokens, at + 1)[0] != ""
    is_phrase = words.verb_at(tokens, at)[1] > 1
    is_listed = tokens[at - 1] in AND or (tokens[at - 1] == COMMA and written[at].istitle())
    acts_alone = FILLERS.issuperset(tokens[:at])
    is_last = at + 1 == len(tokens) and vocabulary.can_be_name(tokens[at]) and not acts_alone
    is_said_so = follows or is_listed or is_last or tokens[at - 1] in ("of", "lord", "von")
    return tokens[at] in words.names and not is_phrase and is_said_so


def _actor(words: NaturalWords, written: list[str], tokens: list[str]) -> str | None:
    """Who acts, as written ("": nobody is named); None where what stands in front of the verb is no name."""
    known = words.names | FILLERS | {COMMA}
    if tokens[:1] and tokens[0] in NO_WORDS and COMMA in tokens:
        return None
    unreal = "would" in tokens and "like" not in tokens
    if unreal or any(token not in known or token in NEGATIONS for token in tokens):
        return None
    told = zip(written, tokens, strict=True)
    named = [COMMA if token in (COMMA, *AND) else word for word, token in told if token not in FILLERS or token in AND]
    return " ".join(named).strip(" ,").replace(" ,", COMMA)


def _orders(words: NaturalWords, written: list[str], tokens: list[str], at: int) -> list[str]:
    """The orders from the verb at a place on, one for each verb; one with a verb of `behind` is a part of that before it."""
    orders: list[str] = []
    while at < len(tokens):
        verb, length = words.verb_at(tokens, at)
        end = len(tokens) if verb in words.whole else _next_verb(words, tokens, at + length)
        stop = _without_joints(tokens, at + length, end)
        for rest in _things(words, verb, written[at + length : stop], tokens[at + length : stop]):
            order = f"{verb} {rest}".strip()
            if verb in words.behind and orders:
                orders[-1] = f"{orders[-1]} {order}"
            else:
                orders.append(order)
        at = end
    return orders


def _next_verb(words: NaturalWords, tokens: list[str], at: int) -> int:
    """Where the next verb stands behind a joint; one that is a name as well counts inflected only."""
    for place in range(at + 1, len(tokens)):
        verb, length = words.verb_at(tokens, place)
        is_verb = verb and (tokens[place] not in words.names or tuple(tokens[place : place + length]) in words.inflected)
        if is_verb and tokens[place - 1] in JOINTS:
            return place
    return len(tokens)


def _without_joints(tokens: list[str], at: int, end: int) -> int:
    while end > at and tokens[end - 1] in JOINTS:
        end -= 1
    return end


def _things(words: NaturalWords, verb: str, written: list[str], tokens: list[str]) -> Iterator[str]:
    """What stands behind a verb, in standard words; of a verb that takes one thing at a time, each."""
    if verb not in words.each:
        yield _said(words, written, tokens)
        return
    things: list[str] = []
    part_written: list[str] = []
    part: list[str] = []
    for place, (word, token) in enumerate(zip([*written, COMMA], [*tokens, COMMA], strict=True)):
        if token not in (COMMA, *AND) or _is_within_name(words, tokens, place):
            part_written.append(word)
            part.append(token)
        elif part or not tokens:
            said = _said(words, part_written, part)
            if things and said.partition(" ")[0] in words.behind:
                things[-1] = f"{things[-1]} {said}"
            else:
                things.append(said)
            part_written, part = [], []
    yield from things


def _is_within_name(words: NaturalWords, tokens: list[str], place: int) -> bool:
    """Whether an "and" joins two words of one name: Culverins and Falconets."""
    around = tokens[max(0, place - 1) : place + 2 : 2]
    return tokens[place : place + 1] != [COMMA] and tuple(around) in words.pairs


def _said(words: NaturalWords, written: list[str], tokens: list[str]) -> str:
    told: list[str] = []
    at = 0
    while at < len(tokens):
        thing, length = _thing_at(words, tokens, at)
        if thing:
            told.append(thing)
        elif tokens[at] in words.names or tokens[at] not in DROPPED:
            told.append(written[at])
        at += length
    return " ".join(told).replace(" ,", ",")


def _thing_at(words: NaturalWords, tokens: list[str], at: int) -> tuple[str, int]:
    for length in range(min(LONGEST_ANSWER, len(tokens) - at), 0, -1):
        thing = words.things.get(tuple(tokens[at : at + length]))
        if thing and (length > 1 or tokens[at] not in words.names):
            return thing, length
    return "", 1


def _with_known_things(
    words: NaturalWords, vocabulary: Vocabulary, line: str, typed: list[str], written: list[str]
) -> list[str]:
    """A line in the standard form, with the table's words in place of those that nothing else is called by."""
    tokens = [_folded(token) for token in written]
    verb, length = words.verb_at(tokens, 0)
    rest = tokens[length:]
    has_phrase = _has_phrase(words, rest)
    is_standard = written == typed and _known(words, vocabulary, rest) and not has_phrase
    if not verb or tokens[0] in words.plain or not rest or is_standard:
        return []
    if rest[0] in (COMMA, *AND) and vocabulary.can_be_name(verb):
        return []  # what looks like an order word is the first of several names: March und Warwick
    if not has_phrase and not all(
        token in TELLS_NOTHING or token in words.names | words.answering or _is_thing(words, rest, at)
        for at, token in enumerate(rest)
    ):
        return []
    told = [f"{verb} {each}".strip() for each in _things(words, verb, written[length:], rest)]
    return told if told != [line] else []


def _has_phrase(words: NaturalWords, tokens: list[str]) -> bool:
    """Whether several words stand for one thing that the table of synonyms has: men at arms."""
    return any(_thing_at(words, tokens, at)[1] > 1 for at in range(len(tokens)))


def _is_thing(words: NaturalWords, tokens: list[str], at: int) -> bool:
    """Whether a word stands in something that the table of synonyms has."""
    return any(
        tuple(tokens[begin:end]) in words.things
        for begin in range(max(0, at - LONGEST_ANSWER), at + 1)
        for end in range(at + 1, min(len(tokens), at + LONGEST_ANSWER) + 1)
    )


def _known(words: NaturalWords, vocabulary: Vocabulary, tokens: Iterable[str]) -> bool:
    """Whether all words are names, or such as lines in the standard form have."""
    of_game = {part for word in vocabulary.words for part in plain_words(f"{word.usage} {' '.join(word.synonyms)}")}
    return all(
        token in words.names or token in of_game or token in SMALL_WORDS or token == COMMA or not token.isalpha()
        for token in tokens
    )
