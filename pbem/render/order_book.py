"""The reference of a game's orders as text and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.render.templates.page import COMMON, Page


@dataclass(frozen=True, slots=True)
class Explained:
    """A line as a player may write it, and what it does."""

    line: str
    about: str


@dataclass(frozen=True, slots=True)
class OrderSection:
    """A part of how orders are written: paragraphs of `text`, then lines with what they do."""

    title: str
    text: str
    lines: Sequence[Explained]


@dataclass(frozen=True, slots=True)
class Usage:
    """One thing that an order word does: how it is written, what it means, when it may be written, an example."""

    usage: str
    about: str
    later: str
    example: str


@dataclass(frozen=True, slots=True)
class OrderEntry:
    """An order word, what else may be written for it, and what it does."""

    verb: str
    synonyms: Sequence[str]
    usages: Sequence[Usage]


@dataclass(frozen=True, slots=True)
class BookChapter:
    """Order words that belong together."""

    title: str
    entries: Sequence[OrderEntry]


@dataclass(frozen=True, slots=True)
class OrderBook:
    """The whole reference; `scenario` is "" for that of all scenarios, which has no `components` such as cards."""

    title: str
    scenario: str
    sections: Sequence[OrderSection]
    chapters: Sequence[BookChapter]
    components: Sequence[OrderSection] = ()


def render_order_book(page: Page, book: OrderBook) -> tuple[str, str]:
    """The reference as text, and as a page of HTML that needs nothing else."""
    text, html = page.surely(lambda sure: [sure.fill(f"{COMMON}/orders.{form}.j2", book=book) for form in ("txt", "html")])
    return text, html
