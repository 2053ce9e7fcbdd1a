"""The order words of Warriors of England, and the lines of reply forms."""

from __future__ import annotations

from pbem.engine.decision import Decision, Menu, Seat
from pbem.engine.game.orders import Word
from pbem.engine.phrase import words_of
from pbem.games.warriors_of_england.aftermath.levy import LEVY
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, PLACE
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE
from pbem.games.warriors_of_england.battle.losses import EXILE, NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import FORCE, WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import CROWN, NobleId
from pbem.games.warriors_of_england.components.state import State
from pbem.games.warriors_of_england.orders import policies, segments
from pbem.games.warriors_of_england.setup import CHOOSE
from pbem.i18n import Text

VOCABULARY: tuple[Word[State], ...] = (
    Word(
        "choose",
        CHOOSE,
        "choose NOBLE [AREA]",
        Text("At set-up: choose a neutral Noble. One with a crown needs an area: one with your Nobles, or abroad."),
        policies.PLACE,
        example="choose Arundel",
        holds=segments.AFTER_A_BATTLE,
    ),
    Word(
        "march",
        CAMPAIGN,
        "march NOBLE [NOBLE] AREA",
        Text("Move 1 Noble with all Troops to an adjacent area, or 2 Nobles over a clear border."),
        own=True,
        synonyms=("move", "go", "campaign"),
        example="march York Warwick South Midlands",
    ),
    Word("pass", CAMPAIGN, "pass", Text("Use an impulse without a campaign."), own=True, example="pass"),
    Word(
        "fight",
        ORDER,
        "fight REGION",
        Text("Choose the next battle. The side with the Initiative decides."),
        policies.PREFER_AREAS,
        in_a_row=True,
        example="fight London",
        holds=segments.AFTER_A_BATTLE,
    ),
    Word(
        "commander",
        COMMANDER,
        "commander NOBLE",
        Text("Choose your commander in a battle, from those of the highest rank there."),
        policies.PREFER_NOBLES,
        synonyms=("command",),
        example="commander York",
    ),
    Word(
        "intrigue",
        INTRIGUE,
        "intrigue NOBLE | intrigue none",
        Text(
            "Try to win over an enemy Noble before a battle. You can write this before you are asked, with several Nobles, "
            'the one you want most first: "intrigue NOBLE, NOBLE".'
        ),
        policies.PREFER_NOBLES,
        synonyms=("bribe",),
        example="intrigue Stanley",
    ),
    Word(
        "lose",
        TROOPS,
        "lose NUMBER NOBLE, NUMBER NOBLE",
        Text(
            "Choose which Nobles lose Troops to hits; who is not named loses none. "
            'Before you are asked, you can write who loses them first: "lose NOBLE, NOBLE".'
        ),
        policies.LOSE,
        synonyms=("losses",),
        example="lose 2 Somerset, 1 Buckingham",
    ),
    Word(
        "hit",
        NOBLES,
        "hit NOBLE, NOBLE",
        Text("Choose which Nobles take the remaining hits once all Troops are lost. The commander is always last."),
        policies.HIT,
        synonyms=("sacrifice",),
        example="hit Audley",
    ),
    Word(
        "exile",
        EXILE,
        "exile AREA",
        Text("Choose where a Noble goes into exile."),
        policies.PREFER_AREAS,
        example="exile France",
    ),
    Word(
        "withdraw",
        WITHDRAW,
        "withdraw AREA [NOBLE NOBLE]",
        Text(
            "Withdraw after a round: 2 Nobles over a clear border, else 1. The enemy attacks them once more; "
            "the others flee."
        ),
        policies.WITHDRAW,
        example="withdraw Wales",
    ),
    Word(
        "stay",
        WITHDRAW,
        "stay",
        Text("Fight on."),
        policies.STAY_PUT,
        example="stay",
    ),
    Word(
        "force",
        FORCE,
        "force yes | force no",
        Text("Force the Aggressor to withdraw after their third miss in a row."),
        policies.WHETHER,
        example="force yes",
    ),
    Word(
        "levy",
        LEVY,
        "levy NOBLE, NOBLE | levy none",
        Text("Choose who gets Troops first. You levy all you can unless you say none."),
        policies.PREFER_NOBLES,
        answers=False,
        example="levy Warwick",
        holds=segments.AFTER_A_BATTLE,
    ),
    Word(
        "try",
        TRIAL,
        "try NOBLE | try none",
        Text(
            "Put a Noble in the Tower on trial: one of your colour or green for a pardon, to your Covert Box; one of the "
            "enemy's colour for an execution."
        ),
        policies.PREFER_NOBLES,
        in_a_row=True,
        synonyms=("trial",),
        example="try Percy",
        holds=segments.AFTER_A_BATTLE,
    ),
    Word(
        "take",
        DRAFT,
        "take NOBLE",
        Text(
            "Put a drawn Noble in your Covert Box. You can write this before you are asked, with several Nobles, the one "
            'you want most first: "take NOBLE, NOBLE".'
        ),
        policies.TAKE,
        in_a_row=True,
        example="take Oxford",
        holds=segments.AFTER_A_BATTLE,
    ),
    Word(
        "give",
        DRAFT,
        "give NOBLE",
        Text("Put a drawn enemy Noble in your opponent's Covert Box."),
        policies.GIVE,
        in_a_row=True,
        example="give Percy",
        holds=segments.AFTER_A_BATTLE,
    ),
    Word(
        "return",
        DRAFT,
        "return NOBLE",
        Text("Put a drawn enemy Noble back into the cup."),
        policies.RETURN,
        in_a_row=True,
        example="return Percy",
        holds=segments.AFTER_A_BATTLE,
    ),
    Word(
        "place",
        PLACE,
        "place NOBLE [AREA] | place none",
        Text("Place a Noble from your Covert Box at home with 1 Troop. For a Noble with a crown name the area."),
        policies.PLACE,
        in_a_row=True,
        own=True,
        synonyms=("play",),
        example="place Stanley",
        holds=segments.AFTER_A_BATTLE,
    ),
)


def place(s: State, seat: Seat, option: str) -> str:
    """2.1 The area of a Noble that a seat controls."""
    noble = s.nobles.get(NobleId(option))
    return noble.at if noble is not None and noble.by == seat else ""


def in_full(s: State, decision: Decision) -> dict[str, str]:
    """3.0, 11.2 Alternative forms of placing Nobles at home, with the home named."""
    if decision.key not in (CHOOSE, PLACE):
        return {}
    verb = "choose" if decision.key == CHOOSE else "place"
    assert isinstance(decision.shape, Menu)
    nobles = [
        NobleId(word) for option in decision.shape.options() for word in words_of(option)[1:2] if word in s.board.nobles
    ]
    homes = {noble: s.board.nobles[noble].home for noble in nobles}
    return {f"{verb} {noble} {home}": f"{verb} {noble}" for noble, home in homes.items() if home != CROWN}


def known(s: State) -> tuple[str, ...]:
    """Everything that an order for later can name."""
    return (*s.board.nobles, *s.board.areas, "none", "pass", "stay")
