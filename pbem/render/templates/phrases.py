"""Events in words: one phrase for each Event name, and the story that a run of Events tells.

A phrase is a table of a `phrases*.toml`. `text` tells the Event on a line of its own, in Jinja2 with the Event's data and
`name(id)`. Instead of `text` it may have `lead` and `bit`: Events that share a lead are on one line, "lead: bit; bit",
as long as no other Event comes between them. `fold` names the data in which they must agree; `continues` hangs a bit on the
last one with a comma. `heading` (1 or 2) makes the text a heading; below it is `bare` where nothing else does before the
next heading. What a heading of the second level stands for is over with a phrase that `ends` it; one that `closes` has
another such heading then, of that title. `early` moves the text below the heading that follows it; `tally` counts it at
the end instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Template

from pbem.engine.event import Event

Names = Callable[[str], str]
COUNTS = 3
SUBHEADING = 2
_SAID_APART = ("bare", "closes")
ANY_EVENT = "any_event"
"""The phrase for all Events of a game that has no phrases of its own."""


class NoPhrase(Exception):
    """An Event that no phrase tells."""


@dataclass(slots=True)
class Chapter:
    """A part of the story: lines below a heading.

    `level` is that of the heading, 0 for the lines before the first (they have no title), 3 for the counts at the end.
    """

    level: int
    title: str
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class EventPhrase:
    """How Events of one name are told; the module's docstring says what the fields mean."""

    text: Template
    lead: Template | None = None
    bit: Template | None = None
    fold: tuple[str, ...] = ()
    continues: bool = False
    heading: int = 0
    bare: Template | None = None
    closes: Template | None = None
    ends: bool = False
    early: bool = False
    tally: bool = False

    @classmethod
    def read(cls, row: Mapping[str, Any], compile_: Callable[[str], Template]) -> EventPhrase:
        """A phrase from its table."""
        options = {k: v for k, v in row.items() if k not in ("text", "lead", "bit", "fold", *_SAID_APART)}
        options |= {name: compile_(row[name]) for name in _SAID_APART if name in row}
        if "text" in row:
            return cls(compile_(row["text"]), **options)
        whole = compile_(f"{row['lead']}: {row['bit']}.")
        return cls(whole, compile_(row["lead"]), compile_(row["bit"]), tuple(row["fold"]), **options)


@dataclass(slots=True)
class _Line:
    """A line that gathers Events."""

    lead: str
    shared: dict[str, Any]
    bits: list[str] = field(default_factory=list)

    def takes(self, event: Event, fold: Sequence[str]) -> bool:
        return all(key in self.shared and self.shared[key] == event.data[key] for key in fold)

    def add(self, bit: str, continues: bool) -> None:
        if continues and self.bits:
            self.bits[-1] += f", {bit}"
        else:
            self.bits.append(bit)

    def __str__(self) -> str:
        return f"{self.lead}: {'; '.join(self.bits)}."


class Phrases:
    """All phrases of a game, by Event name."""

    def __init__(self, phrases: Mapping[str, EventPhrase]) -> None:
        self._phrases = phrases

    @classmethod
    def read(cls, rows: Mapping[str, Mapping[str, Any]], compile_: Callable[[str], Template]) -> Phrases:
        """The phrases from the tables of a `phrases.toml`."""
        return cls({name: EventPhrase.read(row, compile_) for name, row in rows.items()})

    def __contains__(self, name: str) -> bool:
        return name in self._phrases

    def tell(self, event: Event, names: Names) -> str:
        """One Event in words. Raises NoPhrase."""
        return _say(self.of(event).text, event, names)

    def story(self, events: Iterable[Event], names: Names) -> list[Chapter]:
        """The Events in words, in their order, gathered on as few lines as their phrases allow. Raises NoPhrase."""
        teller = _Teller(names)
        for event in events:
            teller.take(event, self.of(event))
        return teller.finish()

    def of(self, event: Event) -> EventPhrase:
        """The phrase for an Event. Raises NoPhrase."""
        phrase = self._phrases.get(event.name) or self._phrases.get(ANY_EVENT)
        if phrase is None:
            raise NoPhrase(f"no phrase tells {event.name!r} of rule {event.rule}")
        return phrase


def _say(template: Template, event: Event, names: Names) -> str:
    return template.render(event.data, name=names, _event=event)


class _Teller:
    """Tells Events one after another."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.chapters: list[Chapter] = []
        self.early: list[str] = []
        self.gathering: list[_Line] = []
        self.last: _Line | None = None
        self.tally: Counter[str] = Counter()
        self.bare = ""
        self.ended = False

    def take(self, event: Event, phrase: EventPhrase) -> None:
        if phrase.tally:
            self.tally[self._say(phrase.text, event)] += 1
        elif phrase.lead is not None and phrase.bit is not None:
            self._line_for(event, phrase, phrase.lead).add(self._say(phrase.bit, event), phrase.continues)
        else:
            self._tell_gathered()
            if phrase.closes is not None and self.ended:
                self._close(self._say(phrase.closes, event))
            self._place(phrase, self._say(phrase.text, event))
            self.ended = (self.ended and not phrase.heading) or (phrase.ends and self._is_below_subheading())
            if phrase.heading:
                self.bare = self._say(phrase.bare, event) if phrase.bare is not None else ""

    def finish(self) -> list[Chapter]:
        self._tell_gathered()
        for text in self.early:
            self._tell(text)
        counts = [text if n == 1 else f"{text} ({n} times)" for text, n in self.tally.items()]
        return [*self.chapters, Chapter(COUNTS, "", counts)] if counts else self.chapters

    def _say(self, template: Template, event: Event) -> str:
        return _say(template, event, self.names)

    def _line_for(self, event: Event, phrase: EventPhrase, lead: Template) -> _Line:
        """The line being gathered that takes the Event; a bit that continues belongs to the last one."""
        lines = self.gathering if not phrase.continues else [self.last] if self.last else []
        text = self._say(lead, event)
        alike = (line for line in lines if phrase.continues or line.lead == text)
        line = next((line for line in alike if line.takes(event, phrase.fold)), None)
        if line is None:
            line = _Line(text, dict(event.data))
            self.gathering.append(line)
        self.last = line
        return line

    def _is_below_subheading(self) -> bool:
        return bool(self.chapters) and self.chapters[-1].level == SUBHEADING

    def _close(self, title: str) -> None:
        """Go on below another heading of the second level than the one whose matter has ended."""
        if self.chapters[-1].title != title:
            self._end_bare()
            self.chapters.append(Chapter(SUBHEADING, title))

    def _end_bare(self) -> None:
        """What stands below a heading below which nothing else does."""
        if self.bare and not self.chapters[-1].lines:
            self._tell(self.bare)
        self.bare = ""

    def _place(self, phrase: EventPhrase, text: str) -> None:
        if phrase.heading:
            self._end_bare()
            self.chapters.append(Chapter(phrase.heading, text, self.early))
            self.early = []
        elif phrase.early:
            self.early.append(text)
        else:
            self._tell(text)

    def _tell(self, text: str) -> None:
        if not self.chapters:
            self.chapters.append(Chapter(0, ""))
        self.chapters[-1].lines.append(text)

    def _tell_gathered(self) -> None:
        for line in self.gathering:
            self._tell(str(line))
        self.gathering, self.last = [], None


# A long story, the older parts of which are folded, so that the newest is at hand

MAX_OPEN = 40
"""Lines of a story that are not folded."""
COUNTS = 3
"""The level of the chapters that only count, at the end of a story."""


@dataclass(frozen=True, slots=True)
class StoryPart:
    """The chapters below one heading of the first level; `title` is empty for what stands before the first."""

    title: str
    chapters: tuple[Chapter, ...]
    folded: bool


def in_parts(story: Sequence[Chapter], most: int = MAX_OPEN) -> list[StoryPart]:
    """The parts of a story. The newest that tells anything is not folded, nor are others as far as `most` lines go."""
    parts: list[StoryPart] = []
    open_lines = 0
    for chapters in reversed(_below_headings(story)):
        lines = sum(len(chapter.lines) for chapter in chapters if chapter.level != COUNTS)
        title = chapters[0].title if chapters[0].level == 1 else ""
        parts.append(StoryPart(title, tuple(chapters), folded=open_lines > 0 and lines > 0 and open_lines + lines > most))
        open_lines += lines
    return parts[::-1]


def _below_headings(story: Sequence[Chapter]) -> list[list[Chapter]]:
    grouped: list[list[Chapter]] = []
    for chapter in story:
        if chapter.level == 1 or not grouped:
            grouped.append([])
        grouped[-1].append(chapter)
    return grouped
