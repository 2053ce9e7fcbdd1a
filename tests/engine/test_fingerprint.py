"""Fingerprints: what tells two positions apart, and fields that came later."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.engine.log.entry import Fixed, fingerprint


@dataclass
class Barn:
    LATER: ClassVar[Mapping[str, object]] = {"hens": 0}

    cows: int = 2
    hens: int = 0


@dataclass
class OlderBarn:
    cows: int = 2


@dataclass
class Farm:
    barns: list[Barn | OlderBarn] = field(default_factory=list)


@dataclass
class Printed(Fixed):
    cows: int = 2


def test_a_field_that_came_later_counts_only_once_it_has_another_value() -> None:
    assert fingerprint(Farm([Barn()])) == fingerprint(Farm([OlderBarn()]))
    assert fingerprint(Farm([Barn(hens=1)])) != fingerprint(Farm([OlderBarn()]))
    assert fingerprint(Farm([Barn(cows=3)])) != fingerprint(Farm([Barn()]))


def test_printed_facts_are_no_part_of_it() -> None:
    assert fingerprint(Printed(2)) == fingerprint(Printed(3))
