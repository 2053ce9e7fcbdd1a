"""The order words of Kingmaker II."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.game.orders import Word
from pbem.engine.phrase import NONE
from pbem.games.kingmaker.asking.assembling import ATTEND, AWARDS
from pbem.games.kingmaker.asking.ending import END, SENTENCE
from pbem.games.kingmaker.asking.event import EVENT, WINDOW
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.leading_against import ASSENT
from pbem.games.kingmaker.asking.options import CALL_OFF, DONE, ENCAMP, FINISH, FORBEAR, PART, PASS, PROCEED
from pbem.games.kingmaker.asking.setting_up import AWARD, CASTLE, DROP, TAKEN
from pbem.games.kingmaker.components.ids import NobleId, field
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.orders import attendance, policies
from pbem.games.kingmaker.orders.reasons_fighting import FORCE
from pbem.games.kingmaker.orders.segments import AHEAD
from pbem.games.kingmaker.orders.words_standing import STANDING
from pbem.games.kingmaker.orders.words_unasked import UNASKED
from pbem.games.kingmaker.turns import TURN
from pbem.i18n import Text

SETTING_UP: tuple[Word[State], ...] = (
    Word(
        "give",
        AWARD,
        "give CARD to NOBLE, CARD to NOBLE",
        Text(
            "At set-up: award each of your cards to a Noble of yours, in any order. Each can have one Title (a rank printed "
            "on his piece is his Title), one Office, one see, and any number of other cards. An Office needs a Title, also "
            'one that he gets in the same letter. "to" can be left out.'
        ),
        example="give Earl of Kent to Berkeley",
    ),
    Word(
        "place",
        CASTLE,
        "place NOBLE in CASTLE, NOBLE in CASTLE",
        Text('At set-up: in which of his home castles each Noble begins. "in" can be left out.'),
        example="place Pole in Wingfield",
    ),
    Word(
        "award",
        TAKEN,
        "award CARD NOBLE",
        Text("At set-up: to whom a card goes that joins your Faction."),
        example="award Landsknechts 1 Roos",
    ),
    Word(
        "drop",
        DROP,
        "drop CARD",
        Text("At set-up: discard a card of a Faction that is too strong."),
        in_a_row=True,
        example="drop Landsknechts 1",
    ),
)
OWN_TURN: tuple[Word[State], ...] = (
    Word(
        PROCEED,
        EVENT,
        PROCEED,
        Text("Let the Event card take effect."),
        example=PROCEED,
    ),
    Word(
        "move",
        TURN,
        "move NOBLE SPOT | move all at SPOT SPOT",
        Text("Move a Noble by land, or all of yours in a spot. A place of yours means its inside, else the field."),
        own=True,
        synonyms=("march", "go"),
        example="move Neville York",
    ),
    Word(
        "sail",
        TURN,
        "sail SHIP PORT | SEA [with NOBLE NOBLE | all] [landing PLACE]",
        Text("Move ships by sea. Passengers land in the open field unless you say where."),
        own=True,
        example="sail Le Rose Calais with Pole",
    ),
    Word(
        "assault",
        TURN,
        "assault PORT SHIP [with NOBLE NOBLE | all]",
        Text("Sail to a port that your passengers will besiege from the sea."),
        own=True,
        example="assault Bristol Le Rose with Pole",
    ),
    Word(
        "again",
        TURN,
        "again NOBLE SPOT | again SHIP PORT [with NOBLE NOBLE | all] [assault]",
        Text(
            "One more move, before or after the normal one: a Free Move card for each piece, one for a ship with all aboard."
        ),
        own=True,
        synonyms=("free move", "free"),
        example="again Neville York",
    ),
    Word(
        "detach",
        TURN,
        "detach SHIP [with NOBLE NOBLE]",
        Text("At sea: a ship parts from those that sail with it, with those whom you name, or empty."),
        own=True,
        example="detach Le Rose with Pole",
    ),
    Word(
        "lead",
        TURN,
        "lead COMMANDER SPOT [free] | lead COMMANDER aboard SHIP PORT [free] | lead COMMANDER against PLAYER | "
        "lead COMMANDER against PLACE",
        Text(
            "Move an allied Force that you command, attack with it, or besiege. All of it goes, or nobody. A Force with "
            "Nobles of yours that an ally commands attacks if that ally agrees, who is asked."
        ),
        own=True,
        example="lead Neville against York",
    ),
    Word(
        "passage",
        TURN,
        "passage PLACE",
        Text(
            "Go through an enemy place on a road in this turn, if a standing order of its owner lets you pass: write to "
            "them first. Without one the answer is no. It costs no move."
        ),
        own=True,
        example="passage Shrewsbury",
    ),
    Word(
        "attack",
        TURN,
        "attack PLAYER AREA [with NOBLE NOBLE]",
        Text("Fight a battle in an open field. All of yours there attack unless you name some. It ends your movement."),
        own=True,
        synonyms=("fight",),
        example="attack Blue Ludlow",
    ),
    Word(
        "besiege",
        TURN,
        "besiege PLACE [with NOBLE NOBLE]",
        Text("Besiege a fortified place with all of yours in its open field, unless you name some. It ends your movement."),
        own=True,
        synonyms=("siege", "storm"),
        example="besiege York",
    ),
    Word(
        "sally",
        TURN,
        "sally PLACE [by NOBLE NOBLE] [with relief]",
        Text(
            "Your besieged Nobles come out to fight, or those whom you name; with relief: together with yours in the open "
            "field."
        ),
        own=True,
        example="sally Harlech",
    ),
    Word(
        "summon",
        TURN,
        "summon NOBLE",
        Text("Call a Parliament, to which this Noble of another Faction must come."),
        own=True,
        synonyms=("parliament", "call parliament", "call a parliament"),
        example="summon Stanley",
    ),
    Word("crown", TURN, "crown ROYAL", Text("Crown the senior Royal of a house."), own=True, example="crown Margaret"),
    Word(
        ENCAMP,
        TURN,
        ENCAMP,
        Text("End your movement without an attack; then you are asked whom you attack."),
        own=True,
        example=ENCAMP,
    ),
    Word(
        FORBEAR,
        TURN,
        FORBEAR,
        Text("Attack nobody, or nobody more: it ends movement and combat; a Parliament or a coronation comes next."),
        own=True,
        example=FORBEAR,
    ),
    Word(
        DONE,
        TURN,
        DONE,
        Text("End your actions; then you draw two cards."),
        own=True,
        last=True,
        example=DONE,
    ),
    Word(
        "award",
        AWARDS,
        "award CARD NOBLE",
        Text("In your Parliament: give a drawn Title or Office to any Noble who can hold it."),
        policies.AWARDS,
        holds=AHEAD,
        in_a_row=True,
        example="award Earl of Kent Berkeley",
    ),
    Word(
        "condemn",
        SENTENCE,
        "condemn NOBLE | condemn all",
        Text("Your captive is executed at once; until you say so he can be ransomed by agreement."),
        policies.CONDEMNS,
        holds=AHEAD,
        in_a_row=True,
        synonyms=("execute captives",),
        example="condemn all",
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
    Word(
        PART,
        END,
        PART,
        Text("At the end of your turn: leave your Alliance."),
        own=True,
        synonyms=(
            *("leave the alliance", "leave alliance", "leave our alliance", "leave my alliance"),
            *("end the alliance", "end alliance", "verlasse das Bündnis", "verlasse die Allianz", "verlasse die Alliance"),
            *("Bündnis verlassen", "Allianz verlassen", "kündige das Bündnis"),
        ),
        example=PART,
    ),
    Word(
        "discard",
        END,
        "discard CARD | discard KIND, KIND",
        Text("Discard a card of your hand; that ends your turn. Ahead: name cards or kinds, the first first."),
        policies.DISCARDS,
        holds=AHEAD,
        own=True,
        closes=True,
        last=True,
        example="discard mercenaries, towns, newest",
    ),
    Word(
        FINISH,
        END,
        FINISH,
        Text("End your turn where no card is to be discarded."),
        own=True,
        closes=True,
        last=True,
        example=FINISH,
    ),
)
FIGHTING: tuple[Word[State], ...] = (
    Word(
        "add",
        ADD,
        "add CARD NOBLE, CARD NOBLE",
        Text("In a combat: award a card of your hand to one of your Nobles in it. Ahead: cards in order, with conditions."),
        policies.ADDS,
        in_a_row=True,
        holds=AHEAD,
        example="add Scots Archers 1 Neville",
    ),
    Word(
        "execute",
        ADD,
        "execute ROYAL",
        Text("In a combat: kill a Royal with one of your Nobles. Ahead: as a standing order, or with a condition."),
        policies.EXECUTES,
        in_a_row=True,
        holds=AHEAD,
        example="execute Henry VI",
    ),
    Word(
        "join",
        ADD,
        "join NOBLE",
        Text("In a siege of yours: another of your Nobles in the Area joins."),
        in_a_row=True,
        example="join Roos",
    ),
    Word(
        CALL_OFF,
        ADD,
        CALL_OFF,
        Text("Call your attack off. Who attacked has attacked."),
        policies.ABANDONS,
        holds=AHEAD,
        example=CALL_OFF,
    ),
    Word(PASS, WINDOW, PASS, Text("While an Event card lies open: play no card, or no more."), example=PASS),
    Word(PASS, ADD, PASS, Text("In a combat: add nothing."), policies.PASSES, in_a_row=True, holds=AHEAD, example=PASS),
)
ATTENDING: tuple[Word[State], ...] = (
    Word(
        "attend",
        ATTEND,
        "attend NOBLE, NOBLE unless PLAYER, NOBLE with PLAYER | attend all | attend none",
        Text(
            "Whom you send to a Parliament: anyway, unless a player sends anybody, or only if one does. "
            "A Noble who is named twice comes if either holds."
        ),
        attendance.ATTENDS,
        holds=AHEAD,
        synonyms=("send",),
        example="attend Neville unless Blue",
    ),
)
FOR_ALLIES: tuple[Word[State], ...] = (
    Word(
        "assent",
        ASSENT,
        "assent yes | assent no",
        Text(
            "Whether your Force attacks in the turn of an ally who has Nobles in it and wants it to. "
            "Ahead it spares you the question."
        ),
        policies.WHETHER,
        holds=AHEAD,
        example="assent yes",
    ),
)
VOCABULARY = (*SETTING_UP, *OWN_TURN, *FIGHTING, *ATTENDING, *FOR_ALLIES, *STANDING, *UNASKED)


def known(s: State) -> tuple[str, ...]:
    """Everything that an order for later can name. Open fields are named by themselves; a Noble alone there would stand for
    them otherwise.
    """
    board, cards = s.board, s.board.cards
    fields = map(field, board.within)
    named = (board.places, board.region, fields, board.seas, cards.all, cards.royals, cards.ships, s.seats)
    return (*(each for ids in named for each in ids), NONE, "field", FORCE)


def place(s: State, seat: Seat, option: str) -> str:
    """1.5 Where a Noble of a seat stands."""
    unit = s.nobles.get(NobleId(option))
    return unit.at if unit is not None and unit.owner == seat else ""
