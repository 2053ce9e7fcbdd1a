"""A mark in the code for the file of translations."""

from __future__ import annotations


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for it
    """The sentence as it is; the file of translations takes it in, though it has fewer than two words."""
    return sentence
