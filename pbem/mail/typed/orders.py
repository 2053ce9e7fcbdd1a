"""The order lines of a letter: what its writer typed, and nothing else.

A report carries a reply form between two marker lines. A player answers by lines of their own anywhere outside it, or by
changing the form. A form that comes back as it was sent is no order: nobody typed it. One in which a line was typed,
changed or struck out counts with all its lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from pbem.mail.letter import ATTACHMENT, SUBJECT, Letter, OrderLine
from pbem.orders.languages.words import alternatives
from pbem.orders.words.lines import codes_in

from .announcing import CHAT, afterthoughts, announced, is_of_another
from .forms import Form, InForm, find_form, typed_in_form
from .passages import Opens, Passage, find_passages
from .quoting import TYPED, LineRole, facts_of, kinds_of
from .returned import key_of, returned_lines
from .sent import OurMail, is_form_begin, is_form_end
from .text import TextLine, is_comment, split_lines

# Signs that no order begins with, emoji among them; a number or a letter of a list, unless it counts a card.
_BULLET = re.compile(
    r"(?:[^\w\s\"'#(+?\[\]]+\s+|[•▪◦‣●○■□☐✓✔➢➤»·]+\s*|\(?[a-z]\)\s*(?=\w)|o\s{2,}(?=\w)|[0-9]\ufe0f?\u20e3\s*|"
    r"(?:\(?[0-9]{1,2}[.)\]/]{1,2}|\[(?:[0-9]{1,2}|[x ])\]|[0-9]{1,2} -(?=\s))(?!\s*card\b)\s*(?=[^\W\d_])|"
    r"[0-9]{1,2}\s{2,}(?=[^\W\d_]))",
    re.IGNORECASE,
)
# What is put aside in other languages: between marks, after two dashes, struck out.
_SET_ASIDE = re.compile(r"/\*.*\*/|<!-{2,}.*-->|--\s+\S.*|%+\s*[^\W\d].*|'\s+[^']*", re.IGNORECASE)
_COMMENT_IN_A_LIST = re.compile(r"(?:[-*+•▪◦‣●○■□»·]|[0-9]{1,2}[.)])\s*(?:[#;＃；]|//|／／)")
_ASIDE_BEGINS = re.compile(r"/\*|<!--")
_ASIDE_ENDS = {"/*": "*/", "<!--": "-->"}
_STRUCK = re.compile(r"~~.+~~|\[(s|strike|del)\].+\[/\1\]|<(s|strike|del)>.+</\2>", re.IGNORECASE)
# A sign in front that says no to what follows; a box that is ticked, or is not.
_LISTED_AS = r"(?:[-*+•]\s+)?"
_CROSSED = re.compile(rf"{_LISTED_AS}[❌✗✘✖☓🚫⛔👎🙅]")
_TICK, _NO_TICK = r"\[[x✓✔]\]|\([x✓✔]\)|[☑☒✅]", r"\[[ _~-]?\]|\([ _]?\)|[☐⬜◻◽🔲]"
_TICKED = re.compile(rf"{_LISTED_AS}(?:{_TICK}|[✓✔])", re.IGNORECASE)
_UNTICKED = re.compile(rf"{_LISTED_AS}(?:{_NO_TICK}|_{{1,5}}\s)|.*\s(?:{_NO_TICK})$")
_TICKED_BEHIND = re.compile(rf"\s(?:{_TICK})$", re.IGNORECASE)
_COMMENT = re.compile(r"(?:\s+|(?<=;))#.*|\s+//.*")
# "card 2: march ely", "if it fails: pass".
_HEADING = re.compile(r"[^:,;]{1,60}:(?:\s|$)")
_BOLD = re.compile(r"\*{1,2}([^*\s](?:[^*]*[^*\s])?)\*{1,2}|'([^']+)'")
# Mail programs wrap plain text somewhere between these columns, and then everywhere in the letter.
_SOONEST_WRAP = 72
_LATEST_WRAP = 80
# A condition, which is on no line of its own without a colon: it belongs to the order above, however short that is.
_CONDITION = re.compile(rf"(?:{alternatives('only_below')} )?{alternatives('conditions_below')}\b[^:?]*", re.IGNORECASE)
_ELSE = re.compile(rf"{alternatives('otherwise')}\b(?!:| go on)[^:?]*", re.IGNORECASE)
# An order for what becomes of the one above it is on a line of its own, and so is the one for all else after it.
# Other words than "fail" can begin a condition of the order above ("if it does not attack"): after them is a sign or
# nothing.
_OUTCOME = re.compile(
    rf"{alternatives('outcomes_begin')}\s+(?:{alternatives('outcomes_of')}\s+)?"
    rf"(?:{alternatives('outcomes')}|{alternatives('outcomes_alone')}(?=\s*(?:[:,.]|$)))",
    re.IGNORECASE,
)
_BRANCH = re.compile(
    rf"(?!(?:{alternatives('telling')}|{alternatives('asking_players')})\b)(?:[^:,;]{{1,60}}:\s*)?"
    rf"(?:{alternatives('outcomes_begin')}\b[^:]*:|{alternatives('otherwise')}\b)",
    re.IGNORECASE,
)
_IF_ABOVE = re.compile(rf".*\b{alternatives('conditions_above')}\b", re.IGNORECASE)
# Words that no order ends with, nor any other sentence: the next line goes on with it. "Ich nehme 1 an" has ended.
_UNENDED = re.compile(rf"(?!.*{alternatives('ended')}$).*\b{alternatives('unended')}", re.IGNORECASE)
_LISTED = re.compile(r".*,")
# "help if", with another order or question below it.
_ASKED = re.compile(rf"(\w+) {alternatives('asked_about')}", re.IGNORECASE)
# This many letters of an order word distinguish it from the rest of a sentence.
_TELLING = 3
# A letter beyond this is no orders any more.
_MAX_TEXT_LENGTH = 100_000
_MAX_LINES = 2_500
_MAX_TYPED_LINES = 1_000
_MAX_LEFT_OUT = 200
_MAX_SHOWN_LENGTH = 60

UNSEEN = "not to be seen in the letter"
ASIDE = "put aside as a comment"
STRUCK = "struck out"
UNTICKED = "its box is not ticked"
CUT = "the letter is too long: nothing behind this line was read"


Alone: TypeAlias = Callable[[str], bool]
"""Whether a line says something whole, whatever stands above it: it is the wrapped rest of no other."""


def _never(_text: str) -> bool:
    return False


@dataclass(frozen=True)
class LineSigns:
    """The signs of lines in a letter: an order begins with one of `order_words`, or is `alone` on its line; a head that
    `opens` finds begins text for other people.
    """

    order_words: Collection[str] = ()
    opens: Opens | None = None
    alone: Alone = _never


@dataclass(frozen=True)
class TextFacts:
    """What a letter says of a text of its own: which lines its HTML has `struck` out or `hidden`, the name of the `writer`,
    whether it was written `in_html`, and the lines of the HTML `beside` it.
    """

    struck: Collection[str] = ()
    hidden: Collection[str] = ()
    writer: str = ""
    in_html: bool = False
    beside: Sequence[str] = ()


NO_SIGNS, NO_FACTS = LineSigns(), TextFacts()


@dataclass(frozen=True)
class LeftOut:
    """A line that was not read as an order, and why."""

    text: str
    why: str


@dataclass(frozen=True)
class Reading:
    """What was read of a letter: its order lines, and what was left out of it.

    `form` tells what became of our mail and its reply form: "" (it did not come back), "untouched" or "changed";
    `form_lines` are the lines it would send as it is in the letter, None if there is no form in it. `source` is where
    the lines stood, as Letter.source has it. `passages` is what was typed for other people, `afterthoughts` what was added
    below a closing or a signature.
    """

    lines: tuple[OrderLine, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    form: str = ""
    form_lines: tuple[str, ...] | None = None
    source: str = ""
    passages: tuple[Passage, ...] = ()
    afterthoughts: tuple[OrderLine, ...] = ()


@dataclass
class _Letter:
    """A letter on its way: its lines, their kinds, the form that came back, why lines struck out or hidden in its HTML
    are not meant (by their keys), what announces each line as somebody else's, and whether some lines are chosen by a
    ticked box, or have none: a box that is not ticked is then left out. Where all have one it is a list of what to do.
    """

    lines: Sequence[TextLine]
    kinds: list[LineRole]
    not_meant: Mapping[str, str]
    beginnings: frozenset[str]
    announced: Sequence[str] = ()
    ticks: bool = False
    found: list[tuple[int, int]] = field(default_factory=list)
    """Index and number of each line meant as an order."""
    whole: Mapping[int, str] = field(default_factory=dict)
    """The text of lines, by index, that a mail program broke into several."""
    said: Collection[int] = ()
    """The indices of lines that were typed for other people."""
    alone: Alone = _never
    aside: Collection[int] = ()
    """The indices of lines that are put aside, several at once."""
    ticks_behind: bool = False
    """Whether lines are chosen by a tick behind them."""

    def text(self, place: int) -> str:
        """The text of a line, with its wrapped parts joined."""
        return self.whole.get(place, self.lines[place].text)


def read_lines(letter: Letter, sent: Sequence[OurMail] = (), signs: LineSigns = NO_SIGNS) -> Reading:
    """The order lines of a letter, wherever they are: in its text, else its HTML, an attached text file, its Subject.

    See read_orders. What is elsewhere is looked at only where the text has no line that begins like an order.
    """
    return _as_much_as_is_read(_found(letter, sent, signs))


def _as_much_as_is_read(found: Reading) -> Reading:
    """Nobody types this many lines. The limit is here because each typed line is compared with all possible orders."""
    if len(found.lines) <= _MAX_TYPED_LINES:
        return found
    lines = found.lines[:_MAX_TYPED_LINES]
    left_out = (LeftOut(lines[-1].text[:_MAX_SHOWN_LENGTH], CUT), *(each for each in found.left_out if each.why != CUT))
    return replace(found, lines=lines, left_out=left_out)


def _found(letter: Letter, sent: Sequence[OurMail], signs: LineSigns) -> Reading:
    """See read_lines; all lines that there are."""
    struck, hidden = (letter.struck, _hidden(letter)) if letter.source == "plain" else ((), ())
    writer = letter.sender_name or letter.sender.partition("@")[0]
    beside = letter.html.split("\n") if letter.html and letter.source == "plain" else ()
    facts = TextFacts(struck, hidden, writer, in_html=bool(letter.html) or letter.source == "html", beside=beside)
    first = replace(read_orders(letter.text, sent, signs, facts), source=letter.source)
    if letter.source == "html":
        first = replace(first, left_out=(*first.left_out, *(LeftOut(line, UNSEEN) for line in letter.unseen)))
    if letter.cut:
        first = replace(first, left_out=(_last_read(letter.text), *first.left_out))
    others = (("html", letter.html), (ATTACHMENT, letter.attached), (SUBJECT, letter.offered))
    if _has_orders(first, signs):
        return first
    for source, text in others:
        found = read_orders(text, sent, signs, TextFacts(in_html=source == "html")) if text else Reading()
        if text and _has_orders(found, signs):
            said, added = first.passages or found.passages, found.afterthoughts
            if source == ATTACHMENT:  # what the letter itself says is beside all of the file
                added = (*added, *(replace(line, number=_MAX_LINES + line.number) for line in first.lines))
            left_out = (*first.left_out, *found.left_out)
            return replace(found, source=source, left_out=left_out, passages=said, afterthoughts=added)
    return first


def _hidden(letter: Letter) -> list[str]:
    """The lines that the letter's HTML has where nobody sees them, and nowhere else."""
    seen = {key_of(line) for line in letter.html.split("\n")} if letter.unseen else set()
    return [line for line in letter.unseen if key_of(line) not in seen]


def _last_read(text: str) -> LeftOut:
    last = next((line.text for line in reversed(split_lines(text)) if line.text), "")
    return LeftOut(last[:_MAX_SHOWN_LENGTH], CUT)


def _has_orders(found: Reading, signs: LineSigns) -> bool:
    begin = _beginnings(frozenset(signs.order_words))
    firsts = (word.strip(".,:;!?") for line in found.lines for word in line.text.casefold().split()[:1])
    has_codes = any(codes_in(line.text) or signs.alone(line.text) for line in found.lines)
    return found.form == "changed" or has_codes or not begin.isdisjoint(firsts)


def read_orders(text: str, sent: Sequence[OurMail] = (), signs: LineSigns = NO_SIGNS, own: TextFacts = NO_FACTS) -> Reading:
    """The order lines of a letter's `text`, comments and blank lines left out.

    `sent` are the mails of ours that can have come back in it. Lines are numbered from the first one the player typed, those
    of a form from its first marker. A line that looks like the wrapped rest of the one above is joined to it, unless it is
    known as an order by its `signs`. No orders are lines that are struck out or hidden, passages for other people, and what
    somebody else than the writer has said in a chat.
    """
    written = split_lines(text[:_MAX_TEXT_LENGTH])[:_MAX_LINES]
    words = frozenset(word.casefold() for word in signs.order_words)
    ours = returned_lines(written, sent, words, in_html=own.in_html) if sent else [False] * len(written)
    facts = facts_of(mail.facts for mail in sent)
    kinds = kinds_of(written, ours, facts, words)
    passages = find_passages(written, kinds, signs.opens, own.beside) if signs.opens is not None else []
    lines = _without(written, passages)
    kinds = kinds_of(lines, ours, facts, words) if passages else kinds
    talk_places = frozenset(place for passage in passages for place in passage.places)
    heads = announced(lines, kinds, facts)
    typed_lines = [line for line, kind in zip(lines, kinds, strict=True) if kind in TYPED]
    ticks = any(_is_chosen(line, _beginnings(words)) for line in typed_lines)
    ticks_behind = any(_TICKED_BEHIND.search(line.text) for line in typed_lines)
    not_meant = dict.fromkeys(map(key_of, own.hidden), UNSEEN) | dict.fromkeys(map(key_of, own.struck), STRUCK)
    not_meant.pop("", None)
    aside = _aside(lines, kinds) | {i for i, line in enumerate(lines) if is_of_another(line.text, own.writer)}
    letter = _Letter(
        lines,
        kinds,
        not_meant,
        _beginnings(words),
        heads,
        ticks,
        said=talk_places,
        alone=signs.alone,
        aside=aside,
        ticks_behind=ticks_behind,
    )
    form = find_form(lines, kinds)
    typed = typed_in_form(lines, kinds, form, [mail.form for mail in sent], letter.not_meant) if form is not None else None
    _number_typed(letter, form)
    if typed is not None and (typed.state == "changed" or (typed.state == "shorter" and not _typed_anything(letter))):
        letter.whole = typed.whole
        _number_form(letter, form, typed.lines)
    form_lines = tuple(_bare(typed.whole.get(i, lines[i].text)) for i in typed.live) if typed is not None else None
    left_out, numbered = tuple(_left_out(letter, form))[:_MAX_LEFT_OUT], _numbered(letter, passages, form)
    state = _form_state(letter, typed)
    return Reading(_joined(letter), left_out, state, form_lines, passages=numbered, afterthoughts=_added(letter, form))


def _form_state(letter: _Letter, typed: InForm | None) -> str:
    """Whether the form came back "changed" or "untouched"; "": it did not come back."""
    if typed is None:
        return "untouched" if LineRole.RETURNED in letter.kinds else ""
    return "changed" if typed.state == "changed" or typed.whole is letter.whole else "untouched"


def _without(lines: Sequence[TextLine], passages: Sequence[Passage]) -> Sequence[TextLine]:
    """The lines with nothing on those of passages."""
    talk_places = {place for passage in passages for place in passage.places}
    return [replace(line, text="") if i in talk_places else line for i, line in enumerate(lines)] if talk_places else lines


def _numbered(letter: _Letter, passages: Sequence[Passage], form: Form | None) -> tuple[Passage, ...]:
    """Passages with the numbers of their heads, counted as order lines are."""
    numbers = _numbers(letter, form)
    begin = form.begin if form is not None else 0
    return tuple(passage.numbered(numbers.get(head := passage.places[0], head - begin)) for passage in passages)


def _added(letter: _Letter, form: Form | None) -> tuple[OrderLine, ...]:
    """What was added below a closing or a signature, with the numbers of its lines."""
    numbers = _numbers(letter, form)
    return tuple(
        OrderLine(numbers[i], letter.lines[i].text) for i in afterthoughts(letter.lines, letter.kinds) if i in numbers
    )


def _outside(letter: _Letter, form: Form | None) -> list[int]:
    return [i for i, kind in enumerate(letter.kinds) if kind in TYPED and (form is None or i not in form)]


def _numbers(letter: _Letter, form: Form | None) -> dict[int, int]:
    """The numbers of what was typed outside the form, from the first line, by index."""
    outside = _outside(letter, form)
    first = next((i for i in outside if letter.lines[i].text or i in letter.said), 0)
    return {i: number for number, i in enumerate((i for i in outside if i >= first), 1)}


def _number_typed(letter: _Letter, form: Form | None) -> None:
    """The player's own lines outside the form, numbered from the first line they typed."""
    for i, number in _numbers(letter, form).items():
        if letter.kinds[i] is LineRole.OWN and not _why_not_meant(letter, i):
            letter.found.append((i, number))


def _number_form(letter: _Letter, form: Form | None, places: Sequence[int]) -> None:
    """The lines of a changed form, numbered from its marker, behind those above it."""
    assert form is not None
    above = max((number for i, number in letter.found if _is_order(letter.lines[i])), default=0)
    letter.found = sorted([*letter.found, *((i, above + i - form.begin) for i in places if not _why_not_meant(letter, i))])


def _typed_anything(letter: _Letter) -> bool:
    return any(_is_order(letter.lines[i]) for i, _ in letter.found)


def _why_not_meant(letter: _Letter, place: int) -> str:
    """Why a line that the player typed is not meant as an order; "" for one that is."""
    text = letter.lines[place].text
    if letter.not_meant and (why := letter.not_meant.get(key_of(text))):
        return why
    if _STRUCK.fullmatch(text) or _CROSSED.match(text):
        return STRUCK
    if (letter.ticks and _UNTICKED.match(text)) or (letter.ticks_behind and _lacks_tick(letter, letter.lines[place])):
        return UNTICKED
    is_aside = place in letter.aside or _SET_ASIDE.fullmatch(text) or _COMMENT_IN_A_LIST.match(text)
    return ASIDE if is_aside else ""


def _lacks_tick(letter: _Letter, line: TextLine) -> bool:
    """Whether a line that begins as an order has no tick, where another one has one behind it: "1a", "1b (x)"."""
    is_ticked = _TICKED.match(line.text) or _TICKED_BEHIND.search(line.text)
    return not is_ticked and _begins_order(line, letter.beginnings)


def _aside(lines: Sequence[TextLine], kinds: Sequence[LineRole]) -> frozenset[int]:
    """The lines between marks that put several aside, with those of the marks; none where the second mark is missing."""
    typed = [i for i, kind in enumerate(kinds) if kind in TYPED]
    last = {end: max((i for i in typed if lines[i].text.endswith(end)), default=-1) for end in _ASIDE_ENDS.values()}
    found: list[int] = []
    end = ""
    for i in typed:
        begin = _ASIDE_BEGINS.match(lines[i].text)
        if not end and begin and _SET_ASIDE.fullmatch(lines[i].text) is None and last[_ASIDE_ENDS[begin[0]]] > i:
            end = _ASIDE_ENDS[begin[0]]
        if end:
            found.append(i)
            end = "" if lines[i].text.endswith(end) else end
    return frozenset(found)


def _is_order(line: TextLine) -> bool:
    marker = is_form_begin(line.text) or is_form_end(line.text) or _TICKED.fullmatch(line.text)
    return bool(line.text) and not is_comment(line.text) and not marker and any(map(str.isalnum, line.text))


def _is_chosen(line: TextLine, beginnings: frozenset[str]) -> bool:
    """Whether a line has a box that is ticked, or begins as an order without a box."""
    if _TICKED.match(line.text) or _TICKED_BEHIND.search(line.text):
        return True
    if _UNTICKED.match(line.text) or _CROSSED.match(line.text):
        return False
    return _begins_order(line, beginnings)


def _begins_order(line: TextLine, beginnings: frozenset[str]) -> bool:
    """Whether a line begins as an order, or has a code."""
    words = _bare(line.text).casefold().split() if _is_order(line) else []
    return bool(words) and (words[0] in beginnings or bool(codes_in(line.text)))


def _left_out(letter: _Letter, form: Form | None) -> list[LeftOut]:
    """The lines that a player may have meant as orders, and those that say why nothing else was read."""
    read = {i for i, _ in letter.found}
    left_out = []
    for i, (line, kind) in enumerate(zip(letter.lines, letter.kinds, strict=True)):
        if i in read or not _is_order(line) or kind is LineRole.RETURNED or (form is not None and i in form):
            continue
        why = (_why_not_meant(letter, i) if kind is LineRole.OWN else "") or kind.value
        left_out.append(LeftOut(CHAT.sub("", line.text, count=1) if i in letter.aside else line.text, why))
    return left_out


def _joined(letter: _Letter) -> tuple[OrderLine, ...]:
    lines = letter.lines
    wraps = max((line.width for line in lines), default=0) <= _LATEST_WRAP
    orders: list[OrderLine] = []
    last = -2
    for index, number in letter.found:
        line = lines[index]
        if not _is_order(line):
            continue
        if wraps and orders and last == index - 1 and _continues(lines[last], line, letter):
            orders[-1] = replace(orders[-1], text=f"{orders[-1].text} {line.text}", quoted=False)
        else:
            text = letter.text(index)
            announced_by = letter.announced[index] or (text if _UNTICKED.match(text) else "")
            orders.append(OrderLine(number, _bare(text), quoted=_is_quoted(text), announced=announced_by))
        last = index
    return tuple(_without_comment(order) for order in orders)


def _without_comment(line: OrderLine) -> OrderLine:
    found = _COMMENT.search(line.text)
    return replace(line, text=_COMMENT.sub("", line.text), comment=found[0].strip(" #/") if found else "")


def _continues(above: TextLine, line: TextLine, letter: _Letter) -> bool:
    """A line was wrapped if the next one's first word would have stuck out, or if one of them cannot stand by itself. Better
    one odd order than half of one.
    """
    if above.depth != line.depth or _HEADING.match(line.text) is not None or codes_in(line.text):
        return False
    if _ELSE.match(line.text) is not None and (_BRANCH.match(above.text) or _OUTCOME.match(above.text)):
        return False
    first, beginnings = line.text.split()[0], letter.beginnings
    if first.casefold() in beginnings and (asked := _ASKED.fullmatch(above.text)) and asked[1].casefold() in beginnings:
        return False
    if _belong_together(above.text, line.text):
        return True
    wrapped = above.width + 1 + len(first) > _SOONEST_WRAP
    return (
        wrapped
        and not letter.alone(line.text)
        and (first.casefold() not in beginnings or _LISTED.fullmatch(above.text) is not None)
    )


def _belong_together(above: str, line: str) -> bool:
    """Whether a line is a condition of the one above, or goes on with a sentence that cannot have ended there."""
    if _HEADING.fullmatch(f"{above} ") is not None or _OUTCOME.match(line) is not None:
        return False
    return (
        _CONDITION.fullmatch(line) is not None
        or (_ELSE.fullmatch(line) is not None and _IF_ABOVE.match(above) is not None)
        or _UNENDED.fullmatch(above) is not None
    )


@lru_cache(64)
def _beginnings(order_words: frozenset[str]) -> frozenset[str]:
    """The order words, and three letters or more of each."""
    return frozenset(word[:end] for word in order_words for end in (*range(_TELLING, len(word)), len(word)))


def _is_quoted(text: str) -> bool:
    """Whether quotation marks stand around a line."""
    return (bold := _BOLD.fullmatch(_unmarked(text))) is not None and bold[2] is not None


def _unmarked(text: str) -> str:
    text = _TICKED_BEHIND.sub("", text).rstrip()
    text = CHAT.sub("", text, count=1) if CHAT.match(text) else text
    if (ticked := _TICKED.match(text)) is not None:
        return text[ticked.end() :].lstrip()
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def _bare(text: str) -> str:
    """Without a list bullet, without *bold* signs and quotation marks around it, with single spaces."""
    unmarked = _unmarked(text)
    bold = _BOLD.fullmatch(unmarked)
    return " ".join(((bold[1] or bold[2]) if bold else unmarked).split())
