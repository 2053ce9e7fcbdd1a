"""Orders that leave a question to what its reply form would offer."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.rules import Policy
from pbem.orders.policies.habits import S
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import USUAL


def or_usual(policy: Policy[S]) -> Policy[S]:
    """`policy`, which can also say "usual": the answer that the reply form offers is given."""

    def read(s: S, seat: Seat, text: str) -> Json:
        return USUAL if plain_words(text) == [USUAL] else policy.read(s, seat, text)

    def write(s: S, plan: Json) -> str:
        return USUAL if plan == USUAL else policy.write(s, plan)

    def answer(s: S, decision: Decision, plan: Json) -> Json:
        return policy.answer(s, decision, plan) if plan != USUAL else decision.default() if decision.default else None

    def closed(s: S, decision: Decision, plan: Json) -> list[str]:
        return [] if plan == USUAL else policy.closed(s, decision, plan)

    return replace(policy, read=read, write=write, answer=answer, closed=closed)
