"""A long story in parts, the older ones folded, so that the newest is at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.render.templates.phrases import Chapter

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
