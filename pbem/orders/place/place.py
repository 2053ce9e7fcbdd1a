"""What a parsed order is for.

An order can be for several things. The first of these that takes it has it:

1. a segment to come: a heading names it, or earlier lines wait for the same segment;
2. a question that is open to its writer, or was answered in secret and can be answered anew;
3. what its writer may do unasked: an act;
4. the questions to come that have a policy: it is a standing order, one that could be an act only if it says so;
5. the next time its question is asked, where nothing is asked now: it waits. So does an act, where none is open.

A question that understands the order, and may not take it by the rules, ends the search: nobody means it for later unsaid.
Where nothing takes it, the refusal of the open question is told, or else that of the standing order, or else "not asked".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pbem.engine.decision import Decision, Menu, PickSome
from pbem.engine.game.features import IN_WORDS, Feature
from pbem.engine.game.orders import Word
from pbem.engine.log.changes import MAX_AHEAD
from pbem.engine.log.entry import EntryKind
from pbem.engine.phrase import words_of
from pbem.engine.prospect import even_in_words
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread, NotAsked
from pbem.engine.standing import MAX_STANDING, firing, order_text
from pbem.i18n import Text
from pbem.orders.languages.words import around, listed_words
from pbem.orders.parse.branches import Case, Kinds, Loop, attacks, cut_even
from pbem.orders.parse.parse import CLAUSE, IF, By, Even, Headed, Order, Parsed, Special, Unreadable, provided_of
from pbem.orders.place.answers import Answers, nothing_asks
from pbem.orders.place.placed import Act, Answer, Keep, PartialAnswer, Placed, Stand
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor, LineContext, takes_condition
from pbem.orders.place.standing import StandingOrders
from pbem.orders.place.waiting import Branches, WaitingLines
from pbem.orders.words.headings import cut_heading
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import line_of, verbs_for
from pbem.orders.words.vocabulary import CLEAR, HABITS, STANDING, WITHDRAW

FOR_WHOM = listed_words("to_whom")


def place(position: Position, parsed: Parsed, cursor: Cursor, kind: EntryKind = EntryKind.ANSWER) -> Placed:
    """What an order would do now. Raises BadLine with what is wrong and the nearest lines; nothing happens.

    `kind` is WAITED for a line that has waited; it does not wait again. `cursor` is that of its letter.
    """
    placed = _Placing(position, cursor, kind).place(parsed)
    if position.table.without:
        _refuse_features(position, placed)
    _refuse_too_many(position, placed)
    return placed


def _refuse_features(position: Position, placed: Placed) -> None:
    """Raise Illegal for a line of a kind that the game is played without."""
    now = [each.name for each in position.segments[:1] if position.open]
    used = {
        Feature.STANDING: placed.order is not None,
        Feature.BRANCHES: placed.branches,
        Feature.AHEAD: placed.segment is not None and placed.segment not in now,
    }
    for feature, uses in used.items():
        if uses and feature in position.table.without:
            raise Illegal(Text("this game is played without {in_words}", in_words=IN_WORDS[feature]))


def _refuse_too_many(position: Position, placed: Placed) -> None:
    """Raise Illegal for a standing order or a waiting line more than a seat can have."""
    match placed.action:
        case Stand(order):
            scopes = position.table.scopes()
            others = [each for each in position.table.book.of(position.seat) if each.scope in scopes]
            if len(others) >= MAX_STANDING and not any(order.replaces(each) for each in others):
                problem = Text(
                    '{max_standing} standing orders are the most; "{standing}" lists yours, "{withdraw}" ends one',
                    max_standing=MAX_STANDING,
                    standing=STANDING,
                    withdraw=WITHDRAW,
                )
                raise Illegal(problem, [STANDING, f"{WITHDRAW} {STANDING} {others[0].number}"])
        case Keep() if len(position.waiting) >= MAX_AHEAD:
            problem = Text(
                '{max_ahead} lines for later are the most; "status" lists yours, "{withdraw} orders" gives them up',
                max_ahead=MAX_AHEAD,
                withdraw=WITHDRAW,
            )
            raise Illegal(problem, [f"{WITHDRAW} orders"])


class _Placing:
    """Places the orders that stand at one point of a letter."""

    def __init__(self, position: Position, cursor: Cursor, kind: EntryKind) -> None:
        self.position = position
        self.cursor = cursor
        self.kind = kind
        self.answers = Answers(position)
        self.standing = StandingOrders(position)
        self.waiting = WaitingLines(position, cursor, kind)
        self.branches = Branches(self.waiting)

    def place(self, parsed: Parsed) -> Placed:
        """What one line would do."""
        match parsed:
            case Unreadable(why):
                raise why
            case Headed():
                return self._under(parsed)
            case Case():
                return self.branches.case(parsed)
            case Loop():
                verb, text = self.position.vocabulary.cut(parsed.order)
                if takes_condition(self.position.words(verb)) and IF.search(parsed.order):
                    raise Misread(Text('what is repeated takes no condition behind it: its goal is "until ..."'))
                return self.branches.loop(parsed, self._marked(self.position.words(verb), text))
            case Special():
                return self._special(parsed)
            case By(actor, order):
                return self._by(actor, order)
            case Even(order, kinds):
                return self._even(self.place(order), kinds)
            case Order():
                return self._order(parsed)

    def _even(self, placed: Placed, kinds: Kinds) -> Placed:
        """An order that is kept, or stands, says in what it may be worse than it was shown."""
        if isinstance(placed.action, Stand) and not attacks(placed.action.order.verb):
            order = placed.action.order
            allowed = replace(order, even=tuple(sorted(kinds)))
            rules, state = self.position.rules, self.position.state
            confirmation = placed.said.replace(order_text(rules, state, order), order_text(rules, state, allowed), 1)
            return replace(placed, said=confirmation, action=replace(placed.action, order=allowed))
        if not isinstance(placed.action, Keep):
            return placed
        line = placed.action.line
        clause = even_in_words(kinds | cut_even(line.text)[1])
        text = f"{cut_even(line.text)[0]}{clause}"
        return replace(placed, said=placed.said.replace(line.text, text), action=Keep(line._replace(text=text)))

    def _special(self, special: Special) -> Placed:
        text = special.arguments
        if special.word in HABITS:
            return self.standing.habit(special.word, text)
        if special.word == STANDING:
            return self.standing.standing(text)
        if special.word == CLEAR:
            return self.answers.clear(text)
        return self.waiting.withdraw(text) or self._withdraw(text)

    def _withdraw(self, text: str) -> Placed:
        """A standing order given up; where there is none, a game may have an order with that word."""
        vocabulary = self.position.vocabulary
        try:
            return self.standing.withdraw(text)
        except BadLine as bad:
            names_an_order = vocabulary.cut(text)[0] in vocabulary.grammar.verbs
            if names_an_order or all(word.verb != WITHDRAW for word in vocabulary.named(WITHDRAW)):
                raise type(bad)(bad.problem, [*self.waiting.ways_to_withdraw_acts(), *bad.nearest]) from None
        return self._order(Order(WITHDRAW, text, f"{WITHDRAW} {text}".strip()))

    # Headings

    def _under(self, headed: Headed) -> Placed:
        """A line behind a heading. What only ends a segment may come when it is over: its last action can have ended it."""
        heading, order = headed.heading, headed.order
        if isinstance(order, Order) and self.cursor.is_past(heading):
            placed = self.waiting.too_late_to_close(self.position.words(order.verb))
            if placed is not None:
                return replace(placed, closes=True)
        cursor = self.cursor.under(heading)
        if order is None:
            return Placed(cursor.headed, heading=cursor.headed)
        try:
            return replace(_Placing(self.position, cursor, self.kind).place(order), heading=cursor.headed)
        except BadLine as bad:
            lines = [near if self._is_headed(near) else f"{heading.name}: {near}" for near in bad.nearest]
            raise type(bad)(bad.problem, lines) from None

    def _is_headed(self, line: str) -> bool:
        """Whether a line says itself which segment it is for."""
        vocabulary = self.position.vocabulary
        heading = cut_heading(line, vocabulary.headings)[0] or self.waiting.implied_heading(vocabulary.cut(line)[0])
        return heading is not None

    # Orders

    def _by(self, actor: str, order: Order) -> Placed:
        """An order that says who is to act: refused where that is not who would. Some have that for an argument."""
        words = self.position.words_of(order)
        if not any(word.answers for word in words):
            problem = Text('"{verb}" is a standing order: no name stands in front of it', verb=words[0].verb)
            raise Misread(problem, [f"{order.verb} {order.arguments}"] if order.arguments else [])
        acting = acting_in(self.position, self.cursor, words)
        named = [part.strip() for part in actor.split(",")]
        others = [each for each in named if not self._acts(each, acting)]
        if not others:
            return self._order(order)
        if len(others) < len(named):
            return self._together(order, others, acting)
        synonyms = self.position.rules.orders.synonyms
        has_actor = any(each in self.position.vocabulary.known for each in acting)
        is_done_to = not (has_actor and _is_chosen(self.position, words)) or order.verb in synonyms.moves
        # "Norfolk: pay Essex" is no list of the two.
        is_done_to = is_done_to and not (order.arguments and self._takes_list(words))
        whom = f"{actor} {order.arguments}".strip()
        refused: BadLine | None = None
        try:
            placed = self._order(Order(order.verb, whom, f"{order.verb} {whom}")) if is_done_to else None
            if placed is not None and not isinstance(placed.action, Keep | Stand):
                return placed
        except BadLine as bad:
            refused = bad
        if len(named) > 1 and not has_actor:
            raise Illegal(
                Text("write a line for each who acts"), [f"{order.verb} {each} {order.arguments}" for each in named]
            )
        if refused is not None and not has_actor and self.position.open and not naming(self.position, actor):
            raise refused  # it is their player's turn: what is wrong is the order
        raise self._not_theirs(actor, order, acting)

    def _takes_list(self, words: list[Word[Any]]) -> bool:
        """Whether an open question that these words answer takes several things."""
        return any(isinstance(each.shape, PickSome) for word in words for each in self.position.asking(word))

    def _acts(self, named: str, acting: Sequence[str]) -> bool:
        """Whether one who is named is among those who act, or is a piece of the seat at a place that does."""
        if any(self.position.is_named(named, one) for one in acting):
            return True
        place, position = self.position.rules.orders.place, self.position
        ids = position.vocabulary.named_in(named)
        return any(stands in acting for each in ids if (stands := place(position.state, position.seat, each)))

    def _together(self, order: Order, others: Sequence[str], acting: Sequence[str]) -> Placed:
        """An order of one who acts and of `others`, who can only go along."""
        whom = f"{order.arguments} with {', '.join(others)}".strip()
        try:
            return self._order(Order(order.verb, whom, f"{order.verb} {whom}"))
        except BadLine:
            raise self._not_theirs(Text(" and ").join(others), order, acting) from None

    def _not_theirs(self, actor: str, order: Order, acting: Sequence[str]) -> BadLine:
        lexicon = self.position.lexicon
        named = [lexicon.name(each) for each in acting if each in self.position.vocabulary.known]
        near = [f"{line}; {order.line}" for line in naming(self.position, actor)]
        problem = (
            Text("{named} would act here, not {actor}", named=Text(" and ").join(named), actor=actor)
            if named
            else Text("it is not {actor}'s turn to act", actor=actor)
        )
        return Illegal(problem, near)

    def _order(self, order: Order) -> Placed:
        words = self.position.words_of(order)
        if _does_nothing(words, order.arguments):
            problem = Text('"{verb}" is done only where you write it: to do without, leave the line out', verb=words[0].verb)
            raise Illegal(problem)
        if takes_condition(words) and CLAUSE.search(order.arguments):
            return self._with_condition(order, words)
        placed = self._without_condition(order, words)
        if isinstance(placed.action, Stand) and (asked := self._opposite_asked(order, words)):
            line = f"{order.verb} {order.arguments}".strip()
            problem = Text(
                '"{asked}" is asked now, and "{line}" would be for later: say "{standing}" if that is meant',
                asked=asked,
                line=line,
                standing=STANDING,
            )
            raise Illegal(problem, [*self.position.open_lines()[:1], f"{STANDING} {line}"])
        return placed

    def _opposite_asked(self, order: Order, words: list[Word[Any]]) -> str:
        """The order word that is asked for now, where what an order says is the opposite of it: keep, of disband."""
        against = self.position.rules.orders.synonyms.against
        said = {*plain_words(order.line)[:1], order.verb, *(word.verb for word in words)}
        verbs = [(verb, each) for each in self.position.open for verb in verbs_for(self.position.table, each)]
        names_choice = partial(self._names_choice, order)
        opposite = (verb for verb, each in verbs if not said.isdisjoint(against.get(verb, ())) or names_choice(each))
        return next(opposite, "")

    def _names_choice(self, order: Order, decision: Decision) -> bool:
        """Whether the order word of a standing order is the name of one who can be chosen ("Clarence no"), or it only says
        for whom it is, and they can be ("pay for Exeter"): that may be the answer.
        """
        if not isinstance(decision.shape, PickSome) or order.verb in verbs_for(self.position.table, decision):
            return False
        words, named_in = plain_words(order.arguments), self.position.vocabulary.named_in
        is_for_them = words[:1] and words[0] in FOR_WHOM
        is_name = order.verb in self.position.vocabulary.name_words
        named = {*(named_in(order.verb) if is_name else ()), *(named_in(order.arguments) if is_for_them else ())}
        says_none = is_for_them and tuple(words[1:]) in around().none | around().all
        return says_none or not named.isdisjoint(decision.shape.options())

    def _without_condition(self, order: Order, words: list[Word[Any]]) -> Placed:
        try:
            return self._worded(order, words)
        except (Illegal, NotAsked) as bad:
            return self._with_left_out(order, words, bad)

    def _with_condition(self, order: Order, words: list[Word[Any]]) -> Placed:
        """An order with a condition behind it: one of the segment that its heading names, or that is asked now; else a
        standing order, where its order word can give one.
        """
        can_stand = any(word.policy is not None for word in words)
        own_words = [word for word in words if word.own and word.policy is None]
        headed = self.position.segment(self.cursor.headed)
        is_own = any(self.position.asking(word) or (headed is not None and word.key in headed.keys) for word in own_words)
        if can_stand and not is_own:
            return self._without_condition(order, words)
        try:
            return self._provided(order, words)
        except BadLine:
            if can_stand:
                with suppress(BadLine):
                    return self._without_condition(order, words)
            raise

    def _provided(self, order: Order, words: list[Word[Any]]) -> Placed:
        """An order with a condition behind it. Raises BadLine where the order itself cannot be given."""
        provided = provided_of(f"{order.verb} {order.arguments}")
        if provided is None or self.kind is EntryKind.WAITED:
            raise Misread(Text('"{verb}" is written in front of its condition', verb=words[0].verb), [words[0].usage])
        try:
            once = self._order(Order(order.verb, provided.order.removeprefix(order.verb).strip(), provided.order))
        except BadLine as bad:
            raise type(bad)(
                bad.problem, [f"{near} {provided.clause}" for near in bad.nearest if not CLAUSE.search(near)]
            ) from None
        return self.branches.provided(provided, once)

    def _with_left_out(self, order: Order, words: list[Word[Any]], bad: BadLine) -> Placed:
        """An order with a word that may be left out, where it answers an open question only with that word."""
        left_out = self.position.rules.orders.synonyms.left_out
        for word in (word for each in words for word in left_out.get(each.verb, ())):
            arguments = f"{word} {order.arguments}"
            with suppress(BadLine):
                placed = self._worded(Order(order.verb, arguments, f"{order.verb} {arguments}"), words)
                if isinstance(placed.action, Answer | Act | PartialAnswer):
                    return placed
        raise bad

    def _worded(self, order: Order, words: list[Word[Any]]) -> Placed:
        if (implied := self.waiting.implied_heading(order.verb)) is not None:
            return _Placing(self.position, self.cursor.under(implied), self.kind)._worded(order, words)
        placed = self.waiting.too_late_to_close(words) or self._marked(words, order.arguments)
        return replace(placed, closes=any(word.closes for word in words))

    def _marked(self, words: list[Word[Any]], text: str) -> Placed:
        """An order with what it means for the lines behind it. One that has branches waits for its moment if it must."""
        try:
            placed = _Search(self, words, text).placed()
        except (Illegal, NotAsked):
            if not self.cursor.cases_follow or self.kind is EntryKind.WAITED or not any(word.own for word in words):
                raise
            return self.waiting.keep(words, text)
        decision = placed.decision
        word = next((word for word in words if decision is not None and word.key == decision.key), None)
        if word is None or not (word.own or word.waits):
            return placed
        segment = self.cursor.segment_of(word) if word.own else None
        return replace(placed, mark=LineContext(segment.name if segment is not None else "", placed.said))


@dataclass
class _Search:
    """The search for what one order is for. `refusals` are those of the open questions, then that of the standing order."""

    placing: _Placing
    words: list[Word[Any]]
    text: str
    refusals: list[BadLine] = field(default_factory=list)
    slips: list[Word[Any]] = field(default_factory=list)
    may_wait: bool = False

    def placed(self) -> Placed:
        """By the precedence at the head of this file."""
        for step in PRECEDENCE:
            if (placed := step(self)) is not None:
                return placed
        raise self._refusal()

    def segment_to_come(self) -> Placed | None:
        """1."""
        waiting = self.placing.waiting
        return waiting.keep(self.words, self.text) if waiting.is_for_later(self.words, self.text) else None

    def open_question(self) -> Placed | None:
        """2. What it has not been read for in an answer's own words is a slip, and no standing order either. 3."""
        tried = [(word, decision) for word in self.words for decision in self.placing.position.asking(word)]
        for word, decision in tried:
            try:
                self.placing.waiting.check_segment(word)
                return self.placing.answers.answer(word, decision, self.text)
            except BadLine as bad:
                self.refusals.append(bad)
        if (act := self._act()) is not None:
            return act
        if self.refusals and isinstance(self.refusals[0], Illegal):
            raise self.refusals[0]
        self.placing.answers.refuse_with_reason(self.words, self.text)
        self._set_slips_apart(tried)
        self.may_wait = not self.refusals and self.placing.waiting.may_wait(self.words)
        return None

    def _act(self) -> Placed | None:
        """What the order does unasked, if nothing that is asked has taken it."""
        for word in self.words:
            for act in self.placing.position.acts_by(word):
                try:
                    return self.placing.answers.act(word, act, self.text)
                except BadLine as bad:
                    self.refusals.append(bad)
        return None

    def _set_slips_apart(self, tried: list[tuple[Word[Any], Decision]]) -> None:
        doubtful = bool(self.refusals) and isinstance(self.refusals[0], Ambiguous)
        standing = self.placing.standing
        self.slips = [w for w, decision in tried if standing.is_slip(w, decision, self.text, doubtful=doubtful)]
        self.words = [word for word in self.words if word not in self.slips]

    def standing_order(self) -> Placed | None:
        """4. A line that could wait as well, or could be done unasked, stands only if it says so."""
        standing, words = self.placing.standing, self.words
        waits = (self.may_wait and any(word.waits for word in words)) or self._kept_for_its_segment()
        waits = waits or any(word.act for word in words)
        can_stand = not waits or any(standing.must_stand(word, self.text) for word in words)
        if not can_stand or not any(word.policy is not None for word in words):
            return None
        verb = words[0].verb
        if reason := self.placing.answers.why_not_yet(verb, self.text):
            raise Illegal(nothing_asks(verb, reason), [f"{STANDING} {verb} {self.text}".strip()])
        try:
            return self._answering(standing.early(words, self.text))
        except Illegal:
            raise
        except BadLine as bad:
            self.refusals.append(bad)
        return None

    def _answering(self, placed: Placed) -> Placed:
        """An order that only says besides where it holds, as the answer to what is asked about that place: "stay in London"
        does not stand.
        """
        position, action = self.placing.position, placed.action
        order = action.order if isinstance(action, Stand) else None
        if order is None or order.where is None or order.condition is not None or order.otherwise is not None or order.habit:
            return placed
        for decision in (each for each in position.open if each.key == order.key):
            if (fires := firing(position.table.rules, position.state, order, decision)) is not None:
                line = line_of(position.table, decision, fires[0])[0]
                return Placed(line, Answer(decision, fires[0], line))
        return placed

    def until_it_is_asked(self) -> Placed | None:
        """5. Or for its segment to come, where another question is open and the order could also stand."""
        waiting = self.placing.waiting
        if not self.refusals and waiting.may_act_later(self.words):
            return waiting.keep_act(self.words, self.text)
        may_wait = self.may_wait or self._kept_for_its_segment()
        return waiting.keep(self.words, self.text) if may_wait else None

    def _kept_for_its_segment(self) -> bool:
        """Whether the order could stand, and is its seat's own to give: only what says so stands."""
        return self.placing.waiting.can_wait and any(word.own and word.policy is not None for word in self.words)

    def _refusal(self) -> BadLine:
        """The most useful of the refusals."""
        if self.refusals:
            first = self.refusals[0]
            lines = [line for word in self.slips for line in self.placing.standing.as_standing(word, self.text)]
            return type(first)(first.problem, [*first.nearest, *lines])
        later = self.placing.waiting.lines_for_later(self.words, self.text)
        return self.placing.answers.not_asked(self.words, self.text, later)


PRECEDENCE: tuple[Callable[[_Search], Placed | None], ...] = (
    _Search.segment_to_come,
    _Search.open_question,
    _Search.standing_order,
    _Search.until_it_is_asked,
)


def _does_nothing(words: Sequence[Word[Any]], text: str) -> bool:
    """Whether a line says that something is not done which is only done where it is ordered: play no card."""
    first = (*plain_words(text)[:1],)
    usual = {each for word in words for each in plain_words(word.usage)}
    return all(word.act for word in words) and first in around().none | around().no and usual.isdisjoint(first)


# Who would act


PAIR = 2


def acting_in(position: Position, cursor: Cursor, words: Sequence[Word[Any]]) -> tuple[str, ...]:
    """The ids of those who would act by an order with these words: by the segment that it stands under, else by the open
    question that it can answer, else by the segment that it would be for; () where nobody can be told.
    """
    if cursor.headed:
        segment = position.segment(cursor.headed)
        return tuple(filter(None, [segment.whose if segment is not None else ""]))
    asked = [decision for word in words for decision in position.asking(word)]
    if asked:
        acting = position.rules.orders.acting
        return tuple(each for decision in asked for each in acting(position.state, decision))
    own = cursor.segment_of(*words)
    return (own.whose,) if own is not None and own.whose else ()


def names_another(position: Position, cursor: Cursor, parsed: Parsed) -> bool:
    """Whether somebody is named in front of one of several orders, of whom it is known that they do not act: they are not
    whom it is done to either.
    """
    if not isinstance(parsed, By):
        return False
    words, known = position.words_of(parsed.order), position.vocabulary.known
    acting = [each for each in acting_in(position, cursor, words) if each in known]
    named = [part.strip() for part in parsed.actor.split(",")]
    is_one = any(position.is_named(each, one) for each in named for one in acting)
    return bool(acting) and not is_one and _is_chosen(position, words)


def _is_chosen(position: Position, words: Sequence[Word[Any]]) -> bool:
    """Whether an order is one of a Menu that is open."""
    return any(isinstance(decision.shape, Menu) for word in words for decision in position.asking(word))


def naming(position: Position, actor: str) -> list[str]:
    """The lines, open now, that name who acts next, and nothing else ("muster York")."""
    menus = [each.shape for each in position.open if isinstance(each.shape, Menu)]
    options = [option for menu in menus for option in menu.options()]
    pairs = [(option, words_of(option)) for option in options]
    return [position.lexicon.name(o) for o, words in pairs if len(words) == PAIR and position.is_named(actor, words[1])][:2]
