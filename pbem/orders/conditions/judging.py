"""Conditions written again, and judged as far as their seat can see.

"They" are those of the others whom the question concerns, those who come and those who stand where they go; "we" are
the own people there, and those who would go. Both are counted in units, as the board shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.standing import Situations
from pbem.i18n import Text
from pbem.orders.conditions.reading import ALLIES, COMPARE, IT, THEY, WE, Atoms, Circumstances, ConditionReader, Judged, S

NOWHERE = Circumstances("")
HAVE = {
    WE: Text("you have {found} {what}"),
    THEY: Text("they have {found} {what}"),
    ALLIES: Text("allies have {found} {what}"),
}


@dataclass(frozen=True)
class Judging(Generic[S]):
    """Writes and judges the conditions of one game."""

    atoms: Atoms[S]

    def write(self, s: S, condition: Json) -> str:
        """The words again."""
        kind, *parts = condition
        match kind:
            case "and" | "or":
                return f" {kind} ".join(self.write(s, part) for part in parts)
            case "both":
                return " ".join(self.write(s, part) for part in parts)
            case "not":
                return _write_not(self.write(s, parts[0]))
            case "fewer" | "more":
                return Text("they are {kind}", kind=kind)
            case "outnumbered":
                return Text("outnumbered {parts} to {parts2}", parts=parts[0], parts2=parts[1])
            case "outnumber":
                return Text("we outnumber them {parts} to {parts2}", parts=parts[0], parts2=parts[1])
            case "count":
                return self._write_count(s, *parts)
            case "for":
                return f"for {self.atoms.lexicon(s).name(parts[0])}"
            case "empty":
                return f"{self.atoms.lexicon(s).name(parts[0]) if parts[0] else IT} is empty"
            case "enemies":
                return (
                    Text("enemies are at {name}", name=self.atoms.lexicon(s).name(parts[0]))
                    if parts[0]
                    else Text("enemies are there")
                )
            case "allies":
                return (
                    Text("allies are at {name}", name=self.atoms.lexicon(s).name(parts[0]))
                    if parts[0]
                    else Text("allies are there")
                )
        return self.atoms.write(s, condition)

    def _write_count(self, s: S, who: str, what: str, op: str, number: int) -> str:
        name = self.atoms.lexicon(s).name
        if not who:
            return f"{name(what)} {op} {number}"
        whose = f"{who} have" if who in (WE, THEY, ALLIES) else f"{who if who == IT else name(who)} has"
        return f"{whose} {op} {number} {name(what)}"

    def holds(self, s: S, seat: Seat, decision: Decision | None, condition: Json, answer: Json = None) -> str | None:
        """Why a condition holds, in words, or None. What the seat cannot see holds neither way."""
        judged = self.judge(s, seat, self.atoms.around(s, seat, decision, answer), condition)
        return judged.why if judged.holds else None

    def anywhere(self, s: S, seat: Seat, condition: Json) -> Judged:
        """Whether a condition holds by what hangs on no question: figures, and who and what is named."""
        kind, *parts = condition
        match kind:
            case "not":
                judged = self.anywhere(s, seat, parts[0])
                return judged._replace(holds=None if judged.holds is None else not judged.holds)
            case "and" | "or" | "both":
                return _joined(kind, [self.anywhere(s, seat, part) for part in parts])
            case "count":
                fixed = parts[1] in self.atoms.figures or parts[0] not in ("", WE, THEY, IT, ALLIES)
            case "empty" | "enemies" | "allies":
                fixed = bool(parts[0])
            case _:
                fixed = kind in self.atoms.fixed and "" not in parts
        return self.judge(s, seat, NOWHERE, condition) if fixed else Judged(None)

    def judge(self, s: S, seat: Seat, at: Circumstances, condition: Json) -> Judged:
        """Whether a condition holds."""
        kind, *parts = condition
        match kind:
            case "not":
                judged = self.judge(s, seat, at, parts[0])
                return judged._replace(holds=None if judged.holds is None else not judged.holds)
            case "and" | "or" | "both":
                return _joined(kind, [self.judge(s, seat, at, part) for part in parts])
            case "fewer" | "more" | "outnumbered" | "outnumber":
                return self._odds(s, seat, at, kind, *parts)
            case "count":
                return self._counted(s, seat, at, *parts)
            case "empty" | "enemies" | "allies":
                return self._standing(s, seat, kind, parts[0] or at.goal or at.place)
            case "for":
                return Judged(parts[0] in (*at.named, *at.ours, *at.theirs), self.atoms.lexicon(s).name(parts[0]))
        return self.atoms.judge(s, seat, at, condition)

    def _standing(self, s: S, seat: Seat, kind: str, place: str) -> Judged:
        """Whether nobody stands at a place, or some of the others do, or of the allies."""
        if self.atoms.standing is None or not place:
            return Judged(None)
        there, name = self.atoms.standing(s, place), self.atoms.lexicon(s).name(place)
        if kind == "empty":
            return Judged(
                not there, Text("somebody is at {name}", name=name) if there else Text("nobody is at {name}", name=name)
            )
        ally = self.atoms.ally
        allied = [each for each in there if ally is not None and ally(s, seat, each)]
        if kind == "allies":
            return Judged(
                bool(allied),
                Text("allies are at {name}", name=name) if allied else Text("no ally is at {name}", name=name),
            )
        theirs = any(not self.atoms.own(s, seat, each) for each in there if each not in allied)
        return Judged(
            theirs, Text("enemies are at {name}", name=name) if theirs else Text("no enemy is at {name}", name=name)
        )

    def _odds(self, s: S, seat: Seat, at: Circumstances, kind: str, many: int = 1, few: int = 1) -> Judged:
        """How many units stand against how many; where an order goes nobody may stand, and hidden ones are pieces."""
        if not at.ours or not (at.theirs or at.goal):
            return Judged(None)
        seen = all(self.atoms.may_see(s, seat, person) for person in at.theirs)
        if not seen and not (at.goal and self.atoms.in_pieces):
            return Judged(None)
        sides = (at.ours, at.theirs)
        ours, theirs = (sum(self.atoms.units(s, one) for one in side) if seen else len(side) for side in sides)
        holds = {
            "fewer": theirs < ours,
            "more": theirs > ours,
            "outnumbered": theirs * few >= ours * many,
            "outnumber": ours * few >= theirs * many,
        }[kind]
        strengths = (
            Text("they have {theirs} units, you have {ours}", theirs=theirs, ours=ours)
            if seen
            else Text("they have {theirs} pieces, you have {ours}", theirs=theirs, ours=ours)
        )
        return Judged(holds, strengths)

    def _counted(self, s: S, seat: Seat, at: Circumstances, who: str, what: str, op: str, number: int) -> Judged:
        name = self.atoms.lexicon(s).name
        if what in self.atoms.figures:
            number_now = self.atoms.figure(s, seat, what)
            return Judged(COMPARE[op](number_now, number), Text("{what} {found}", what=name(what), found=number_now))
        people = {WE: at.ours, THEY: at.theirs, IT: at.named[:1], ALLIES: at.allies}.get(who, (who,))
        if not people or not all(self.atoms.may_see(s, seat, person) for person in people):
            return Judged(None)
        number_now = sum(self.atoms.count(s, person, what) for person in people)
        sentence = HAVE.get(who, Text("{who} has {found} {what}")).filled(
            who=name(people[0]), found=number_now, what=name(what)
        )
        return Judged(COMPARE[op](number_now, number), sentence)


def speaks_of_enemies(condition: Json) -> bool:
    """Whether a condition is about enemies whom its order would meet: whoever writes it knows of them."""
    kind, *parts = condition
    if kind in ("and", "or", "both", "not"):
        return any(map(speaks_of_enemies, parts))
    return kind in ("fewer", "more", "outnumbered", "outnumber") or (kind == "count" and parts[0] == THEY)


def _write_not(plain: str) -> str:
    """ "York is not friendly", "they are not fewer", "not outnumbered 2 to 1"."""
    verb = next((verb for verb in (" is ", " are ") if verb in plain), None)
    return plain.replace(verb, f"{verb}not ", 1) if verb else f"not {plain}"


def _joined(kind: str, parts: Sequence[Judged]) -> Judged:
    """Three-valued: what cannot be seen does not matter where the rest decides."""
    deciding = kind == "or"
    if any(one.holds is deciding for one in parts):
        return Judged(deciding, Text(", ").join(one.why for one in parts if one.holds is deciding))
    if any(one.holds is None for one in parts):
        return Judged(None)
    return Judged(not deciding, Text(", ").join(one.why for one in parts))


def situations(atoms: Atoms[S]) -> Situations[S]:
    """All conditions of a game that has these of its own."""
    reading, judging = ConditionReader(atoms), Judging(atoms)
    return Situations(
        reading.read,
        judging.write,
        judging.holds,
        reading.circumstances,
        atoms.forms,
        anywhere=judging.anywhere,
        people=atoms.people,
        of_enemies=speaks_of_enemies,
    )
