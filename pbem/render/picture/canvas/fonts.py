"""The letters: Source Sans Pro (SIL Open Font License 1.1), from a package of its own, and how wide words are in it."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

PACKAGE = "font_source_sans_pro"
FAMILY = "Source Sans Pro"
MAX_CACHED_TEXTS = 4_096


class Face(Enum):
    """A face of the family: its file, and its weight."""

    REGULAR = "SourceSansPro-Regular.ttf", 400
    SEMIBOLD = "SourceSansPro-Semibold.ttf", 600
    BOLD = "SourceSansPro-Bold.ttf", 700
    ITALIC = "SourceSansPro-It.ttf", 400

    @property
    def file(self) -> Path:
        """Where its file lies."""
        return Path(str(files(PACKAGE) / "files" / self.value[0]))

    @property
    def weight(self) -> int:
        """The weight, as SVG counts it."""
        return self.value[1]


def font_files() -> list[Path]:
    """The files of all faces."""
    return [face.file for face in Face]


@lru_cache(MAX_CACHED_TEXTS)  # most texts are names, which every layout asks for again
def text_width(text: str, size: float, face: Face = Face.SEMIBOLD) -> float:
    """How wide `text` is at a font size, in the same unit. Without kerning, which makes it no wider."""
    advances, missing = _advances(face)
    return sum(advances.get(ord(letter), missing) for letter in text) * size


@cache
def _advances(face: Face) -> tuple[dict[int, float], float]:
    """How far each letter goes on at size 1, by its code point, and what is drawn for one that the font does not have."""
    with TTFont(face.file, lazy=True) as font:
        per_em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        letters = font.getBestCmap()
        return {code: metrics[glyph][0] / per_em for code, glyph in letters.items()}, metrics[".notdef"][0] / per_em
