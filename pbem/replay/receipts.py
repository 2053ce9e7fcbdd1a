"""Receipts: a number for every letter of which something was carried out, each bound to the one before it.

A receipt is the first sixteen hex digits of the SHA-256 over these lines, in UTF-8 (NFC), each with a newline after it:

    game COMMITMENT         the hash of the dice key, as every report shows it: no two games have the same
    seat york
    previous NUMBER         the seat's receipt before this one, or the word none
    give Final Charge Richard III
    ...                     the letter's orders as they were understood, one a line, in their order

So it proves the whole chain of letters up to it. It is written as an entry of its own, which no undo takes out of the
chain: a receipt says what was sent, not what still holds. docs/receipts.md has an example for `sha256sum`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from pbem.engine.decision import Json, Seat
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.table import Table

KEY = "receipt"
DIGITS = 16
NONE = "none"


def receipt_of(commitment: str, seat: Seat, previous: str, orders: Iterable[str]) -> str:
    """The receipt of a letter: 16 hex digits. `previous` is the seat's receipt before it, "" for its first."""
    lines = [f"game {commitment}", f"seat {seat}", f"previous {previous or NONE}", *orders]
    text = "".join(f"{line}\n" for line in lines)
    return sha256(normalize("NFC", text).encode()).hexdigest()[:DIGITS]


def is_receipt(text: str) -> bool:
    """Whether `text` is a number of this chain. Games begun before it had shorter ones, which no entry holds."""
    return re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}", text) is not None


def give_receipt(table: Table[Any], commitment: str, seat: Seat, newest: str, orders: Sequence[str], lines: str = "") -> str:
    """Write the receipt of a letter with these orders into the log and give it. `newest` is the seat's receipt so far,
    `lines` names the lines of the letter that were carried out (engine/log/cause).
    """
    previous = newest if is_receipt(newest) else ""
    receipt = receipt_of(commitment, seat, previous, orders)
    with table.because(Cause(CauseKind.LETTER, lines)):
        table.remark(EntryKind.RECEIPT, seat, KEY, receipt, {"orders": list(orders), "previous": previous})
    return receipt


# Checking


@dataclass(frozen=True, slots=True)
class Chains:
    """What the receipts of a log prove: how many each seat has, and the first that does not fit, by entry (0: the newest).

    `problems` has one line at most for each seat.
    """

    counts: Mapping[Seat, int]
    problems: tuple[tuple[int, str], ...]

    def text(self) -> str:
        """ "34 of york, 31 of lancaster, unbroken"."""
        counted = ", ".join(f"{number} of {seat}" for seat, number in self.counts.items() if number)
        if not counted and not self.problems:
            return NONE
        return f"{counted or NONE}, {'BROKEN' if self.problems else 'unbroken'}"


def check_receipts(commitment: str, newest: Mapping[Seat, str], entries: Iterable[Entry]) -> Chains:
    """Compute every receipt of a log again, struck entries among them. `newest` are the receipts that the seats have."""
    chains: dict[Seat, list[Entry]] = {seat: [] for seat in newest}
    for entry in entries:
        if entry.kind is EntryKind.RECEIPT:
            chains.setdefault(entry.seat, []).append(entry)
    breaks = [_break_in(commitment, seat, chain, newest.get(seat, "")) for seat, chain in chains.items()]
    counts = {seat: len(chain) for seat, chain in chains.items()}
    return Chains(counts, tuple(sorted(problem for problem in breaks if problem is not None)))


def _break_in(commitment: str, seat: Seat, chain: Sequence[Entry], newest: str) -> tuple[int, str] | None:
    previous = ""
    for entry in chain:
        if problem := _misfit(commitment, entry, previous):
            return entry.number, problem
        previous = entry.subject
    if previous != newest and (chain or is_receipt(newest)):
        return 0, f"the newest receipt of {seat} is {newest or NONE}, its log ends with {previous or NONE}"
    return None


def _misfit(commitment: str, entry: Entry, previous: str) -> str:
    orders, named = read_receipt(entry.answer)
    if orders is None:
        return f"{entry.seat}'s receipt {entry.subject} does not say what was ordered"
    if named != previous:
        return f"{entry.seat}'s receipt {entry.subject} follows {named or NONE}, the one before it is {previous or NONE}"
    due = receipt_of(commitment, entry.seat, previous, orders)
    return "" if due == entry.subject else f"{entry.seat}'s receipt is {entry.subject}, its orders give {due}"


def read_receipt(answer: Json) -> tuple[list[str] | None, str]:
    """The orders that a receipt is for (None: it does not say), and the receipt before it."""
    match answer:
        case {"orders": list(orders), "previous": str(previous)} if all(map(_is_line, orders)):
            return orders, previous
    return None, ""


def _is_line(order: Json) -> bool:
    """An order of two lines would have the receipt of two orders."""
    return isinstance(order, str) and "\n" not in order
