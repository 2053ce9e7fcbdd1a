"""Order words for acts that are possible at any safe moment."""

from __future__ import annotations

from pbem.engine.game.orders import Word
from pbem.games.kingmaker.asking.unasked import COMMAND, DISBAND, ENTRUST, EXECUTE, LIFT, PLAY, RECALL, SHOW, TRANSFER, WATCH
from pbem.games.kingmaker.components.state import State
from pbem.i18n import Text

UNASKED: tuple[Word[State], ...] = (
    Word(
        "command",
        COMMAND,
        "command COMMANDER SPOT [free] | command COMMANDER aboard SHIP PORT [free]",
        Text("In the Movement phase of an ally with Nobles in it: your allied Force moves, also with Free Moves of yours."),
        act=True,
        example="command Neville York",
    ),
    Word(
        "play",
        PLAY,
        "play CARD NOBLE | play NOBLE PLACE",
        Text("At any time: award a card of your hand to one of your Nobles, or bring a Noble into play."),
        act=True,
        example="play Scots Archers 1 Neville",
    ),
    Word(
        "transfer",
        TRANSFER,
        "transfer CARD NOBLE",
        Text("At any time: a see, City, Town, Mercenary or Ship passes to another Noble of yours in the same spot."),
        act=True,
        example="transfer Bishop of Durham Neville",
    ),
    Word(
        "entrust",
        ENTRUST,
        "entrust ROYAL NOBLE",
        Text("At any time: a Royal passes to another Noble of yours in the same spot."),
        act=True,
        synonyms=("reallocate",),
        example="entrust Henry VI Neville",
    ),
    Word(
        "execute",
        EXECUTE,
        "execute ROYAL",
        Text("At any time: kill a Royal with one of your Nobles."),
        act=True,
        example="execute Henry VI",
    ),
    Word("lift", LIFT, "lift PLACE", Text("At any time: give up a siege of yours."), act=True, example="lift York"),
    Word(
        "recall",
        RECALL,
        "recall SHIP",
        Text("At any time: take back a ship that you lent and that lies in port."),
        act=True,
        example="recall Le Rose",
    ),
    Word(
        "disband",
        DISBAND,
        "disband COMMANDER",
        Text("At any time: end an allied Force in which you have a Noble, not in the phase in which it was formed."),
        act=True,
        example="disband Neville",
    ),
    Word(
        "show",
        SHOW,
        "show CARD PLAYER",
        Text("At any time: show a card of your hand to a player. The game vouches for it; nobody else learns of it."),
        act=True,
        example="show Bishop of Durham Blue",
    ),
    Word(
        "heed",
        WATCH,
        "heed events | heed nothing",
        Text(
            "From now on you are asked before an Event card of another's turn takes effect, while you hold cards: its turn "
            "waits for you so long. Without it you can play cards then too, but nobody waits."
        ),
        act=True,
        example="heed events",
    ),
)
