"""Order words that only give standing orders, for questions that are never or seldom asked."""

from __future__ import annotations

from pbem.engine.game.orders import Word
from pbem.engine.game.standing import Policy
from pbem.games.kingmaker.asking.aftermath import HEIR, HOLDER, MAJOR, OCCUPY, SHELTER, WON
from pbem.games.kingmaker.asking.assembling import ENTER
from pbem.games.kingmaker.asking.ending import AGREE, CLAIM, HOUSE, SPOIL, STAY
from pbem.games.kingmaker.asking.event import ASHORE, CALL, DIES, ESCORT, GUARD, PORT
from pbem.games.kingmaker.asking.fighting import SORTIE
from pbem.games.kingmaker.asking.leading_against import ENLIST
from pbem.games.kingmaker.asking.moving import PASSAGE, SHARED, TAKES
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.orders import policies
from pbem.games.kingmaker.orders.segments import AHEAD, ALWAYS
from pbem.i18n import Text


def standing(verb: str, key: str, usage: str, about: str, policy: Policy[State], example: str) -> Word[State]:
    """A word that only gives a standing order. A bare yes or no holds for the round, unless the line says that it stands."""
    holds = AHEAD if policy is policies.WHETHER else ALWAYS
    return Word(verb, key, usage, about, policy, answers=False, holds=holds, example=example)


def asked(verb: str, key: str, usage: str, about: str, policy: Policy[State], example: str) -> Word[State]:
    """A word for a question that is asked if no standing order answers it (R118)."""
    return Word(verb, key, usage, about, policy, in_a_row=True, holds=ALWAYS, example=example)


KEEPER = Text("Which Noble of yours, or whose player shelters them, gets Royals you win, gain or save. Else your strongest.")
HOLDS = Text("Through which of your Nobles you hold a place that you take, the first preferred. Else the strongest.")
INSIDE = Text("Who of yours goes inside a place taken or relieved, a Parliament's town or a cathedral town. Else nobody.")
STANDING: tuple[Word[State], ...] = (
    standing(
        "let",
        PASSAGE,
        "let PLAYER pass PLACE, PLACE | let all pass PLACE | let PLAYER pass all",
        Text(
            "Whom you let pass which of your places on a road. Else nobody but your allies. Several of these orders add up; "
            "one ends when you withdraw it."
        ),
        policies.LETS,
        "let Blue pass Shrewsbury",
    ),
    asked(
        "follow",
        CALL,
        "follow PLACE, PLACE",
        Text("Where a Noble of yours goes who is called to several places. Ahead it spares you the question."),
        policies.FOLLOW,
        "follow York, Berwick",
    ),
    asked(
        "guard",
        GUARD,
        "guard NOBLE, NOBLE | guard none",
        Text(
            "Who takes the Royals of a Noble who is called away: none, and they go along. Ahead it spares you the question."
        ),
        policies.GUARDS,
        "guard Neville, Grey",
    ),
    standing(
        "escort",
        ESCORT,
        "escort NOBLE, NOBLE | escort all | escort none",
        Text("Who of yours in the King's spot goes along on an embassy. Else nobody."),
        policies.SOME,
        "escort Neville",
    ),
    asked(
        "port",
        PORT,
        "port PLACE, PLACE",
        Text("Into which port a storm drives a ship of yours. Ahead: ports in your order; it spares you the question."),
        policies.PORTS,
        "port Sandwich, Dover",
    ),
    standing(
        "ashore",
        ASHORE,
        "ashore PLACE, PLACE | ashore field",
        Text("Where your passengers land after a storm. Else in the open field."),
        policies.ASHORE,
        "ashore Dover",
    ),
    asked(
        "sacrifice",
        DIES,
        "sacrifice NOBLE, NOBLE",
        Text("Who dies where several of yours are equally strong. Ahead it spares you the question."),
        policies.SACRIFICES,
        "sacrifice Roos, Howard",
    ),
    *(
        standing("keeper", key, "keeper NOBLE, NOBLE | keeper none", KEEPER, policies.KEEPERS, "keeper Neville")
        for key in (TAKES, WON, HEIR)
    ),
    standing(
        "shelter",
        SHELTER,
        "shelter PLAYER, PLAYER | shelter all | shelter none",
        Text("Whose Royals pass to Nobles of yours in the same spot if their own are lost in a combat. Else nobody's."),
        policies.SHELTERS,
        "shelter Blue",
    ),
    standing(
        "major",
        MAJOR,
        "major NOBLE, NOBLE",
        Text("Who gets the card of a major battle or siege. Else the strongest."),
        policies.HONOURS,
        "major Neville",
    ),
    standing("holder", HOLDER, "holder NOBLE, NOBLE", HOLDS, policies.HONOURS, "holder Neville"),
    *(
        standing("occupy", key, "occupy NOBLE, NOBLE | occupy all | occupy none", INSIDE, policies.SOME, "occupy Neville")
        for key in (OCCUPY, ENTER)
    ),
    standing(
        "share",
        SHARED,
        "share yes | share no",
        Text("Whether an ally sails ships with Nobles of yours aboard, outside a Force. Else yes."),
        policies.WHETHER,
        "share no",
    ),
    standing(
        "sortie",
        SORTIE,
        "sortie all | sortie NOBLE, NOBLE | sortie none",
        Text("Which of your besieged Nobles come out to join in where an ally attacks their besiegers. Else none."),
        policies.SORTIES,
        "sortie all",
    ),
    standing(
        "enlist",
        ENLIST,
        "enlist yes | enlist no",
        Text("Whether other Nobles of yours join where a Force with some of them besieges, if an ally leads it. Else no."),
        policies.WHETHER,
        "enlist yes",
    ),
    standing(
        "spoils",
        SPOIL,
        "spoils NOBLE, NOBLE",
        Text("Which of your Nobles in the Area gets the cards of captives you execute. Else the strongest."),
        policies.HONOURS,
        "spoils Neville, Grey",
    ),
    standing(
        "claim",
        CLAIM,
        "claim yes | claim no",
        Text("Whether you claim the Prestige Victory card when you can. Else yes."),
        policies.WHETHER,
        "claim no",
    ),
    asked(
        "renounce",
        HOUSE,
        "renounce York | renounce Lancaster",
        Text("Whose Royals you execute when you must give up one house. Ahead it spares you the question."),
        policies.HOUSES,
        "renounce York",
    ),
    standing(
        "stay",
        STAY,
        "stay yes | stay no",
        Text("When one of three leaves your Alliance: whether you stay allied with the other. Else yes."),
        policies.WHETHER,
        "stay no",
    ),
    standing(
        "agree",
        AGREE,
        "agree yes | agree no",
        Text(
            "In a game with a time limit: whether you agree to end it at the end of a round. All must. Else no; "
            "a seat for which nobody writes agrees."
        ),
        policies.WHETHER,
        "agree yes",
    ),
)
