"""The mark for sentences that are translated."""

from __future__ import annotations


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for it
    """The sentence itself. `pbem messages` finds sentences of two words or more by itself; shorter ones need this mark."""
    return sentence
