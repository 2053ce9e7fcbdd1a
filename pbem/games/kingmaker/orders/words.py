"""The order words of Kingmaker II."""

from __future__ import annotations

from pbem.engine.rules import Word
from pbem.games.kingmaker.asking.assembling import ATTEND, AWARDS
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.setting_up import AWARD, CASTLE, DROP, TAKEN
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.turns import TURN
from pbem.i18n import Text

VOCABULARY: tuple[Word[State], ...] = (
    Word(
        "give",
        AWARD,
        "give CARD to NOBLE, CARD to NOBLE",
        Text("At set-up: award your cards to your Nobles. An Office needs a Noble with a Title."),
        example="give Earl of Kent to Berkeley",
    ),
    Word(
        "place",
        CASTLE,
        "place NOBLE in CASTLE, NOBLE in CASTLE",
        Text("At set-up: in which of his home castles each Noble begins."),
        example="place Pole in Wingfield",
    ),
    Word("award", TAKEN, "award CARD NOBLE", Text("At set-up: to whom a card goes that joins your Faction.")),
    Word("drop", DROP, "drop CARD", Text("At set-up: discard a card of a Faction that is too strong."), in_a_row=True),
    Word("proceed", EVENT, "proceed", Text("Let the Event card take effect."), own=True, example="proceed"),
    Word(
        "move",
        TURN,
        "move NOBLE [NOBLE] SPOT [free]",
        Text(
            "Move Nobles from one spot by land: one, or all of yours there. A second move takes a Free Move card: say free."
        ),
        own=True,
        synonyms=("march", "go"),
        example="move Neville York",
    ),
    Word(
        "sail",
        TURN,
        "sail SHIP PORT | SEA [with NOBLE] [landing PLACE] [free]",
        Text("Move ships by sea. Passengers land in the open field unless you say where."),
        own=True,
        example="sail Le Rose Calais with Pole",
    ),
    Word(
        "assault",
        TURN,
        "assault PORT SHIP [with NOBLE]",
        Text("Sail to a port that your passengers will besiege from the sea."),
        own=True,
        example="assault Bristol Le Rose with Pole",
    ),
    Word(
        "attack",
        TURN,
        "attack PLAYER AREA [with NOBLE]",
        Text("Fight a battle in an open field. All of yours there attack unless you name some. It ends your movement."),
        own=True,
        example="attack Blue Ludlow",
    ),
    Word(
        "besiege",
        TURN,
        "besiege PLACE [with NOBLE]",
        Text("Besiege a fortified place. All of yours in its open field do unless you name some. It ends your movement."),
        own=True,
        synonyms=("storm",),
        example="besiege York",
    ),
    Word(
        "sally",
        TURN,
        "sally PLACE [with NOBLE]",
        Text("Your besieged Nobles come out to fight, with those you name in the open field."),
        own=True,
        example="sally Harlech",
    ),
    Word(
        "summon",
        TURN,
        "summon NOBLE",
        Text("Call a Parliament, to which this Noble of another Faction must come."),
        own=True,
        synonyms=("parliament",),
        example="summon Stanley",
    ),
    Word("crown", TURN, "crown ROYAL", Text("Crown the senior Royal of a house."), own=True, example="crown Margaret"),
    Word(
        "done",
        TURN,
        "done",
        Text("End your actions; then you draw two cards."),
        own=True,
        synonyms=("end",),
        example="done",
    ),
    Word(
        "add",
        ADD,
        "add CARD NOBLE",
        Text("In a combat: award a card of your hand to one of your Nobles in it."),
        in_a_row=True,
        example="add Scots Archers 1 Neville",
    ),
    Word(
        "execute",
        ADD,
        "execute ROYAL",
        Text("In a combat: kill a Royal with one of your Nobles."),
        example="execute Henry VI",
    ),
    Word("join", ADD, "join NOBLE", Text("In a siege of yours: another of your Nobles in the Area joins."), in_a_row=True),
    Word("abandon", ADD, "abandon", Text("Call your attack off. Who attacked has attacked."), synonyms=("call off",)),
    Word("pass", ADD, "pass", Text("In a combat: add nothing."), in_a_row=True, example="pass"),
    Word(
        "attend",
        ATTEND,
        "attend NOBLE, NOBLE unless PLAYER, NOBLE with PLAYER | attend none",
        Text("Whom you send to a Parliament: anyway, unless a player sends anybody, or only if one does."),
        synonyms=("send",),
        example="attend Neville unless Blue",
    ),
    Word(
        "award",
        AWARDS,
        "award CARD NOBLE",
        Text("In your Parliament: give a drawn Title or Office to any Noble who can hold it."),
        own=True,
        example="award Earl of Kent Berkeley",
    ),
    Word(
        "outside",
        END,
        "outside NOBLE",
        Text("At the end of your turn: a Noble steps into the open field."),
        own=True,
        synonyms=("step out",),
        example="outside Neville",
    ),
    Word("part", END, "part", Text("At the end of your turn: leave your Alliance."), own=True, example="part"),
    Word(
        "discard",
        END,
        "discard CARD",
        Text("Discard a card of your hand; that ends your turn."),
        own=True,
        closes=True,
        example="discard Town of Coventry",
    ),
    Word("done", END, "done", Text("End your turn where no card is to be discarded."), own=True, closes=True),
)
