"""Lines that answer a question which is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from pbem.engine.copying import copied
from pbem.engine.decision import Assign, Decision, Json, Menu, Pick, PickSome, Seat
from pbem.engine.game.orders import Word
from pbem.engine.phrase import words_of
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread, NotAsked, WaitingLine
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.languages.words import around, listed_words
from pbem.orders.parse.branches import cut_even
from pbem.orders.parse.parse import CLAUSE
from pbem.orders.place.placed import Act, Answer, Clear, PartialAnswer, Placed
from pbem.orders.place.position import Position, keys_of
from pbem.orders.place.segments import can_act, waits_to_act
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words, telling
from pbem.orders.words.lines import example_lines, line_of, lines_for
from pbem.orders.words.menu import MAX_NEAR
from pbem.orders.words.vocabulary import CLEAR, STANDING

TO, ARROW = "to ", ">"
TOWARDS, AT, PARTING = listed_words("towards"), listed_words("at"), listed_words("parting")


def _away_in(words: Sequence[str]) -> str:
    """What tells from where somebody goes in words that do not say where to ("": nothing): out of York."""
    if not TOWARDS.isdisjoint(words):
        return ""
    runs = (tuple(words[at : at + length]) for at in range(len(words)) for length in (1, 2))
    return next((" ".join(run) for run in runs if run in around().away), "")


def alone(verb: str) -> str:
    """What is told of an order with something behind it, where nothing can stand."""
    return Text('nothing stands behind "{verb}": it is a line of its own', verb=verb)


def stands_alone(shape: Menu, verb: str) -> bool:
    """Whether an order word is a whole choice of a Menu, and begins no other: "done"."""
    options = shape.options()
    return verb in options and not any(str(option).startswith(f"{verb} ") for option in options)


class Answers:
    """Places the answers of one seat."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.table = position.table
        self.grammar = position.grammar

    def answer(self, word: Word[Any], decision: Decision, text: str) -> Placed:
        """The answer that a line gives. Raises BadLine with the nearest lines, Illegal for one that the rules forbid."""
        shape, text = decision.shape, self._in_standard_words(word, decision, text)
        if isinstance(shape, PickSome):
            self._check_list(word, decision, shape.options(), text)
        try:
            answer = self.grammar.read(decision, f"{word.verb} {text}" if isinstance(shape, Menu) else text)
        except BadLine as bad:
            if option := self._in_full(decision, f"{word.verb} {text}"):
                return Placed(line := line_of(self.table, decision, option)[0], Answer(decision, option, line))
            nearest = self._nearest(word, decision, text, bad)
            if isinstance(shape, Menu):
                if text and stands_alone(shape, word.verb):
                    raise Misread(alone(word.verb), nearest) from None
                closed = isinstance(bad, Illegal)
                problem = self.position.with_reason(decision, word, text, bad.problem) if closed else bad.problem
                if isinstance(bad, Ambiguous) and not text:
                    problem = Text("{problem}. Write it as: {usage}", problem=problem, usage=word.usage)
                raise type(bad)(problem, nearest) from None
            if isinstance(bad, Misread) and (reason := self.position.with_reason(decision, word, text, "")):
                raise Illegal(
                    Text('"{verb} {text}" is not open to you now{problem}', verb=word.verb, text=text, problem=reason),
                    nearest,
                ) from None
            raise type(bad)(bad.problem, nearest) from None
        if isinstance(shape, Assign):
            return self._begun(word, decision, shape, answer)
        if wrong := shape.refusal(answer):
            chosen = [f"{word.verb} {each}" for each in self.grammar.as_chosen(decision, answer, word.usage)]
            raise Illegal(self.position.in_words(wrong), chosen or example_lines(self.table, decision))
        self._check_preposition(word, decision, text, answer)
        if isinstance(shape, Menu):
            answer = self.table.rules.orders.better(self.table.state, decision, str(answer))
        line = line_of(self.table, decision, answer)[0]
        return Placed(line, Answer(decision, answer, line))

    def _check_list(self, word: Word[Any], decision: Decision, options: Sequence[str], text: str) -> None:
        """Raise Illegal where a word between two names that can be chosen says something else than a list does: "disband
        Warwick for Clarence".
        """
        words, named_in = plain_words(CLAUSE.split(text)[0].replace(ARROW, f" {TO}")), self.position.vocabulary.named_in
        chosen = set(options)
        if self.position.vocabulary.leaves_choice(text, chosen):
            problem = Text(
                "one of several is meant, and it is not said which: name those you choose, with commas between them"
            )
            raise Ambiguous(problem, example_lines(self.table, decision) or [word.usage])
        for at in range(1, len(words) - 1):
            joins = (words[at - 1],) in around().joints
            if words[at] not in PARTING or joins or (words[at],) in around().joints:
                continue
            before, behind = words[at - 1 : at], words[at + 1 : at + 3]
            if chosen & {*named_in(" ".join(before))} and chosen & {*named_in(" ".join(behind))}:
                problem = Text('"{word}" between two names makes no list of them', word=words[at])
                raise Illegal(problem, example_lines(self.table, decision) or [word.usage])

    def _check_preposition(self, word: Word[Any], decision: Decision, text: str, answer: Json) -> None:
        """Raise Illegal where a small word right behind the order word says something else of what is named: "give to
        Clarence" gives nobody, and "march at Rochester" goes nowhere.
        """
        begins = plain_words(text)[:1]
        if not begins or not isinstance(answer, str) or not isinstance(decision.shape, Menu | Pick):
            return
        rules, state = self.table.rules, self.position.state
        situations, leads = rules.standing.situations, rules.orders.synonyms.prepositions.get(word.verb) == TO
        people = situations.people(state) if situations is not None else ()
        ids = words_of(answer)
        goes = leads or not set(rules.reports.atlas.places(state)).difference(people).isdisjoint(ids)
        is_of_person = not set(people).isdisjoint(ids)
        if (begins[0] in TOWARDS and is_of_person and not goes) or (begins[0] in AT and leads):
            line = line_of(self.table, decision, answer)[0]
            raise Illegal(Text('"{small}" stands in front of something else', small=begins[0]), [line])
        if leads and (away := _away_in(plain_words(text))):
            raise Misread(Text('"{words}" tells from where, not where to', words=away), example_lines(self.table, decision))

    def _in_standard_words(self, word: Word[Any], decision: Decision, text: str) -> str:
        """A text whose conditions the word's policy reads, as the policy writes it; another as it is. Raises BadLine."""
        s, policy = self.table.state, word.policy
        if policy is None or not policy.conditional(s, decision.seat, text):
            return text
        return policy.write(s, policy.read(s, decision.seat, text))

    def _in_full(self, decision: Decision, line: str) -> str:
        """The option that a line gives in another form than that of the options, "" for any other line; in a Menu it has the
        names of all that it takes anyway.
        """
        forms = self.table.rules.orders.in_full(self.table.state, decision)
        try:
            option = str(self.grammar.read(replace(decision, shape=Menu(lambda: list(forms))), line)) if forms else ""
        except BadLine:
            return ""
        if not isinstance(decision.shape, Menu):
            return forms.get(option, "")
        named = {*self.position.vocabulary.meant_in(line)}
        names = [word for word in words_of(option)[1:] if word not in SMALL_WORDS] if option else []
        says_all = len(names) <= len(telling(plain_words(line)[1:])) and named.issuperset(names)
        return forms[option] if says_all and option else ""

    def act(self, word: Word[Any], act: Decision, text: str) -> Placed:
        """What a line does unasked. Raises BadLine as `answer` does."""
        placed = self.answer(word, act, text)
        assert isinstance(placed.action, Answer)
        return replace(placed, action=Act(act, placed.action.answer, placed.action.line))

    def refuse_with_reason(self, words: list[Word[Any]], text: str) -> None:
        """Refuse an order of an open Menu that the game can say why is not there: nobody means it for later unsaid."""
        if not any(word.policy is not None for word in words):
            return
        for decision in self.position.open:
            menu = next((word for word in words if word.own and word.key == decision.key), None)
            if menu is not None and (problem := self.position.with_reason(decision, menu, text, "")):
                line = f"{STANDING} {menu.verb} {text}"
                raise Illegal(
                    Text('"{verb} {text}" is not open to you now{problem}', verb=menu.verb, text=text, problem=problem),
                    [line, *self.position.open_lines()],
                )

    def not_asked(self, words: list[Word[Any]], text: str, later: list[str]) -> BadLine:
        """The refusal of an order that nothing asks for; `later` are the lines that would keep it."""
        verb, keys = words[0].verb, keys_of(words)
        if self.table.over:
            return NotAsked(Text("the game is over"))
        for decision in self.position.questions:
            if isinstance(decision.shape, Menu) and decision.key in keys:
                reason = self.position.with_reason(decision, words[0], text, "")
                near = self.position.open_lines()
                if reason and len(decision.shape.options()) > MAX_NEAR:  # they are examples
                    near = [line for line in near if _has_in_common(line, f"{verb} {text}")]
                return Illegal(Text('"{verb}" is not open to you now{reason}', verb=verb, reason=reason), near)
        if can_act(self.table, self.position.seat, words):
            return self.not_open(words, text)
        reason_why = self.why_not_yet(verb, text)
        return NotAsked(nothing_asks(verb, reason_why), later if reason_why else [*later, *self.position.open_lines()])

    def not_open(self, words: Sequence[Word[Any]], text: str) -> BadLine:
        """The refusal of an act that is not among those which its seat may do."""
        why, verb = self.position.rules.acts.why_not, words[0].verb
        why_not = why(self.position.state, self.position.seat, verb, self.position.vocabulary.meant_in(text))
        reason = Text(": {reason}", reason=why_not) if why_not else ""
        return Illegal(Text('"{verb}" is not open to you now{reason}', verb=verb, reason=reason), self._open_acts(words))

    def why_not_yet(self, verb: str, text: str) -> str | None:
        """Why nothing asks now for what an order word is for, where the game tells."""
        ids = partial(self.position.vocabulary.meant_in, text)
        return self.position.rules.orders.why_not_yet(self.position.state, self.position.seat, verb, ids)

    def _open_acts(self, words: Sequence[Word[Any]]) -> list[str]:
        """Lines that do unasked what these order words do: what another one does, nobody has meant."""
        keys = keys_of(words)
        acts = [act for act in self.position.acts if act.key in keys]
        return [line for act in acts for line in example_lines(self.table, act, MAX_NEAR)][:MAX_NEAR]

    def clear(self, text: str) -> Placed:
        """Forget what has been begun of an answer. Raises NotAsked where nothing has been."""
        drafts = tuple(d for d in self.position.questions if self.table.draft_of(d))
        if not drafts:
            raise NotAsked(Text("there is nothing to clear"), self.position.open_lines())
        return Placed(" ".join([CLEAR, *plain_words(text)]), Clear(drafts))

    # Answers that are collected pair by pair

    def _begun(self, word: Word[Any], decision: Decision, shape: Assign, pairs: dict[str, str]) -> Placed:
        draft, given = self.table.draft_of(decision), self.table.given_to(decision)
        whole = len(pairs) == shape.count
        begun = {} if whole else {item: bin_ for item, bin_ in draft.items() if item not in pairs}
        for item, bin_ in pairs.items():
            if wrong := shape.pair_refusal(item, bin_, begun):
                raise Illegal(self.position.in_words(wrong), self._open_pairs(word, shape, item, begun))
            begun[item] = bin_
        if len(begun) > shape.count:
            lines = [CLEAR] if draft else lines_for(self.table, decision)[:3]
            raise Illegal(Text("only {count} can be given", count=shape.count), lines or [word.usage])
        if isinstance(given, dict) and not draft and pairs.keys() <= given.keys():
            begun = _changed(shape, begun, given)
        anew = len(begun) < shape.count and given is not None
        written = f"{word.verb} " + ", ".join(self.grammar.write(decision, pairs))
        confirmation = (
            Text("{written} (your earlier answer stands until this one is whole)", written=written) if anew else written
        )
        return Placed(confirmation, PartialAnswer(decision, begun))

    def _open_pairs(self, word: Word[Any], shape: Assign, item: str, so_far: dict[str, str]) -> list[str]:
        """Lines for other bins that `item` fits, or for other items."""
        name = self.grammar.lexicon.name
        for items in ([item], [i for i in shape.items() if i not in so_far]):
            pairs = [(i, b) for i in items for b in shape.bins() if shape.pair_refusal(i, b, so_far) is None]
            if pairs:
                return [f"{word.verb} {name(i)} {name(b)}" for i, b in pairs[:3]]
        return [word.usage]

    def _nearest(self, word: Word[Any], decision: Decision, text: str, bad: BadLine) -> list[str]:
        """The line with the doubtful name corrected, or legal lines for the question."""
        options, shape = list(bad.nearest), decision.shape
        if isinstance(shape, Menu):
            return options
        if isinstance(shape, Assign):
            pairs = _mended(self.grammar, plain_words(text), options, shape, self.table.draft_of(decision))
            return [f"{word.verb} {pair}" for pair in pairs] or lines_for(self.table, decision)[:3] or [word.usage]
        if options and isinstance(shape, Pick | PickSome):
            return [f"{word.verb} {self.grammar.lexicon.name(o)}" for o in options]
        return example_lines(self.table, decision) or [word.usage]


def _changed(shape: Assign, pairs: dict[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """An earlier answer with these pairs in it, without what does not go with them: a player who changes a part means the
    rest to stay.
    """
    changed = dict(pairs)
    for item, bin_ in given.items():
        if item not in pairs and shape.pair_refusal(item, bin_, changed) is None:
            changed[item] = bin_
    return changed


def _has_in_common(line: str, text: str) -> bool:
    """Whether a line says a word of another: an example of something else helps nobody who was told why not."""
    return not set(plain_words(line)).isdisjoint(telling(plain_words(text)))


def _mended(grammar: Grammar, tokens: list[str], options: list[str], shape: Assign, so_far: dict[str, str]) -> list[str]:
    """Pairs that could have been meant: one half readable, the other one of `options`; only those that fit."""
    items, bins, name = list(shape.items()), list(shape.bins()), grammar.lexicon.name
    readable = [o for token in tokens if len(fit := grammar.lexicon.matches([token], items + bins)) == 1 for o in fit]
    pairs = [(item, bin_) for item in items for bin_ in bins if {item, bin_} & set(options) and {item, bin_} & set(readable)]
    return [f"{name(i)} {name(b)}" for i, b in pairs if i != b and shape.pair_refusal(i, b, so_far) is None][:3]


def nothing_asks(verb: str, why: str | None) -> Text:
    """That nothing asks for an order word now, and why where that is known."""
    reason = Text(": {reason}", reason=why) if why else ""
    return Text('nothing asks for "{verb}" now{reason}', verb=verb, reason=reason)


# What a seat could do unasked if this moment were safe: what a line that waits until it can be done is read against


class ActsToCome(Position):
    """A seat at a Table as it will be once the acts that wait (`before` one of them: those above it) are done, and nothing
    else has changed.

    Where the game does not tell what could be done (Acts.ahead) there are no acts.
    """

    def __init__(self, table: Table[Any], seat: Seat, before: WaitingLine | None = None) -> None:
        super().__init__(table, seat)
        self._answers = Answers(self)
        waiting = [line for line in table.waiting.get(seat, []) if waits_to_act(table, line)]
        waiting = waiting[: waiting.index(before)] if before in waiting else waiting
        if waiting and self.acts:
            self.state = copied(self.state)
            for line in waiting:
                with suppress(BadLine):
                    self._do(self.read(line.text))

    @property
    def acts(self) -> tuple[Decision, ...]:
        """What the seat could do."""
        return () if self.table.over else self.rules.acts.ahead(self.state, self.seat)

    def read(self, line: str) -> Placed:
        """What a line would do, which is kept with its order word and names in full. Raises BadLine."""
        verb, text = self.vocabulary.cut(cut_even(line)[0])
        return self.act([word for word in self.vocabulary.with_verb.get(verb, []) if word.act], text)

    def act(self, words: Sequence[Word[Any]], text: str) -> Placed:
        """What a line with one of these order words would do. Raises BadLine for one that cannot be done."""
        refused: BadLine | None = None
        for word in words:
            for act in self.acts_by(word):
                try:
                    return self._answers.act(word, act, text)
                except BadLine as bad:
                    refused = refused or bad
        raise refused or self._answers.not_open(words, text)

    def _do(self, placed: Placed) -> None:
        assert isinstance(placed.action, Act)
        self.rules.acts.do(self.state, self.seat, placed.action.decision.key, placed.action.answer)
