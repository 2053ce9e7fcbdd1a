"""The order words of Levy and Campaign."""

from __future__ import annotations

from pbem.engine.rules import Word
from pbem.games.plantagenet import (
    approach,
    arts_of_war,
    command,
    command_cards,
    end_campaign,
    events_lancaster,
    events_york,
    exiles,
    gifts,
    group,
    held,
    influence,
    intercept,
    king_richard,
    landing,
    levy_troops,
    muster,
    pay,
    pillage,
    plan,
    sail,
    spoils,
    tides,
)
from pbem.games.plantagenet.policies import YES_OR_NO
from pbem.games.plantagenet.preferences import PREFER, PREFER_PLACE, SPEND, THOSE, THOSE_PLACES
from pbem.games.plantagenet.state import State

TURN = ("levy", "campaign")
"""The scopes of an order given early to a question that another card than this one may bring."""

ARTS_OF_WAR: tuple[Word[State], ...] = (
    Word("crown", king_richard.CROWN, "crown yes | crown no", "Whether Gloucester begins as Richard III.", YES_OR_NO),
    Word("assign", arts_of_war.ASSIGN, "assign LORD", "Which Lord gets the Capability drawn.", own=True),
    Word(
        "play",
        held.PLAY,
        "play none | play EVENT | play EVENT, none",
        "Play a Held Event in its window; as an order for later, play it at the first chance, and with `none` behind it no "
        "other.",
        PREFER,
        holds=TURN,
    ),
    Word("look", held.MAT, "look LORD", "Aspielles with Hidden Mats: whose mat you look at.", PREFER, holds=TURN),
    Word("place", held.PLACE, "place LOCALE", "Sun in Splendour: where Edward IV Musters.", PREFER_PLACE, holds=TURN),
    Word("tax", events_york.TAX, "tax none | tax LORD LOCALE spend 1", "Tax Collectors: one Tax for each Lord.", waits=True),
    Word(
        "clarence",
        events_york.CLARENCE_KEY,
        "clarence yes | clarence no",
        "Dubious Clarence: try to Disband him.",
        YES_OR_NO,
        holds=TURN,
    ),
    Word("gain", gifts.TROOPS, "gain LORD 2, LORD 1", "What Troops an Event brings to whom.", waits=True),
    Word(
        "choose",
        events_lancaster.LORD,
        "choose LORD | choose none",
        "French Troops: which Lord gains them.",
        PREFER,
        holds=TURN,
    ),
    Word(
        "name",
        events_lancaster.PROPAGANDA,
        "name LOCALE, LOCALE, LOCALE",
        "Warwick's Propaganda: which Strongholds.",
        waits=True,
    ),
    Word(
        "keep",
        events_lancaster.KEEP,
        "keep LOCALE | keep none",
        "Warwick's Propaganda: where you pay 2 Influence.",
        THOSE_PLACES,
        holds=TURN,
    ),
    Word("lose", events_lancaster.LOSE, "lose 1 Militia, 1 Longbowmen", "Welsh Rebellion: which Troops go.", waits=True),
    Word("remove", events_lancaster.REMOVE, "remove LOCALE, LOCALE", "Which Yorkist Favour an Event removes.", waits=True),
    Word(
        "turn",
        events_lancaster.VASSALS,
        "turn VASSAL, VASSAL",
        "L'Universelle Aragne: which Vassals must be kept by a check.",
    ),
    Word("shift", events_lancaster.SHIFT, "shift LOCALE | shift none", "Robin's Rebellion: one step of Favour.", waits=True),
    Word("spend", influence.RAISE, "spend 0 | spend 1 | spend 3", "Influence on top of a check: 1 adds 1, 3 add 2.", SPEND),
)

LEVY: tuple[Word[State], ...] = (
    Word("share", f"{pillage.PAY.rule} share", "share GIVER RECEIVER", "Who gives 1 Coin for whose Troops.", waits=True),
    Word(
        "share", f"{pillage.FEED.rule} share", "share GIVER RECEIVER", "Who gives 1 Provender for whose Troops.", waits=True
    ),
    Word("pillage", pillage.PILLAGE, "pillage LORD", "Which Lord short of Coin or Provender Pillages.", PREFER, holds=TURN),
    Word(
        "disband", pay.DISBAND, "disband none | disband LORD", "Which Lords you Disband rather than Pay.", THOSE, holds=TURN
    ),
    Word(
        "pay",
        pay.VASSALS,
        "pay all | pay none | pay VASSAL",
        "Which Vassals due you Pay 1 Influence each.",
        THOSE,
        holds=TURN,
    ),
    Word(
        "return",
        exiles.EXILES,
        "return BOX | return stay",
        "Into which Exile box a Lord Musters, or not yet.",
        PREFER_PLACE,
        holds=TURN,
    ),
    Word("muster", muster.MUSTER, "muster LORD", "This Lord takes his Levy actions next.", own=True),
    Word(
        "parley",
        muster.MUSTER,
        "parley LOCALE [spend 1 | spend 3] [by land]",
        "Shift the Favour of a Stronghold.",
        own=True,
    ),
    Word(
        "levy",
        muster.MUSTER,
        "levy lord LORD | levy vassal VASSAL | levy troops [from LOCALE] | levy carts | levy ship | levy capability CARD",
        "A Levy action; with `spend 1` or `spend 3` behind it where Influence is checked.",
        own=True,
    ),
    Word("loyalty", muster.MUSTER, "loyalty LORD", "Loyalty and Trust: whose Lordship is 3 more.", own=True),
    Word("king", muster.MUSTER, "king richard", "Gloucester becomes Richard III.", own=True),
    Word("play", muster.MUSTER, "play EVENT", "Play a Held Event that needs no window.", own=True),
    Word("done", muster.MUSTER, "done", "Your Muster is over.", own=True, closes=True),
    Word(
        "cancel",
        muster.KINGS_NAME,
        "cancel yes | cancel no",
        "The King's Name: undo this Levy action for 1.",
        YES_OR_NO,
        holds=TURN,
    ),
    Word("wages", levy_troops.WAGES, "wages LORD", "Rising Wages: who pays the Coin.", PREFER, holds=TURN),
)

CAMPAIGN: tuple[Word[State], ...] = (
    Word(
        "plan",
        plan.PLAN,
        "plan LORD, LORD, pass, ...",
        "Your Command cards, the first to be played first.",
        own=True,
        closes=True,
    ),
    Word(
        "march",
        command.COMMAND,
        "march LOCALE [alone | with all | with LORD, LORD]",
        "March along one Way.",
        own=True,
    ),
    Word("sail", command.COMMAND, "sail LOCALE | sail SEA [with all]", "Sail to a Port or a Sea.", own=True),
    Word("supply", command.COMMAND, "supply LOCALE [ships]", "Provender from a Stronghold, or by Ship.", own=True),
    Word("forage", command.COMMAND, "forage", "One Provender from where the Lord is.", own=True),
    Word("tax", command.COMMAND, "tax LOCALE [spend 1 | spend 3]", "Coin from a Stronghold.", own=True),
    Word(
        "parley",
        command.COMMAND,
        "parley LOCALE [spend 1 | spend 3]",
        "Shift the Favour of a Stronghold.",
        own=True,
    ),
    Word("agitate", command.COMMAND, "agitate LOCALE", "Agitators: Deplete or Exhaust a neighbour.", own=True),
    Word(
        "heralds",
        command.COMMAND,
        "heralds LORD [spend 1]",
        "Heralds: a cylinder to the next Turn's box.",
        own=True,
    ),
    Word("merchants", command.COMMAND, "merchants [spend 1]", "Merchants: clear two markers.", own=True),
    Word("exile", command.COMMAND, "exile BOX", "Exile Pact: into an Exile box.", own=True),
    Word("play", command.COMMAND, "play EVENT", "Play a Held Event that needs no window.", own=True),
    Word("pass", command.COMMAND, "pass", "No more actions on this card.", own=True, closes=True),
    Word("restore", command_cards.CLEAR, "restore LOCALE, LOCALE", "Merchants: which markers go.", waits=True),
    Word("drop", group.DROP, "drop 2 LORD", "Who leaves Provender behind.", waits=True),
    Word("drop", sail.DROP, "drop 2 LORD", "Whose Provender or Carts the Ships leave behind.", waits=True),
    Word("depot", landing.DEPOT, "depot 3 LORD, 1 LORD", "Rebel Supply Depot: who gets the 4 Provender.", waits=True),
    Word(
        "intercept",
        intercept.INTERCEPT,
        "intercept none | intercept LORD [with all]",
        "Who tries to Intercept.",
        PREFER,
        holds=TURN,
    ),
    Word("parley", approach.PARLEY, "parley yes | parley no", "King's Parley: cancel the Approach.", YES_OR_NO, holds=TURN),
    Word(
        "exile",
        approach.EXILE,
        "exile none | exile all | exile LORD",
        "Who goes into Exile; the others fight.",
        THOSE,
        holds=TURN,
    ),
    Word("spoils", spoils.SPOILS, "spoils 2 LORD, 1 LORD", "Who takes which Spoils.", waits=True),
    Word(
        "charity",
        tides.CHARITY_KEY,
        "charity none | charity LORD",
        "Deeds of charity: who gives 1 Provender.",
        PREFER,
        holds=TURN,
    ),
    Word("land", end_campaign.LAND, "land LOCALE", "Where a Lord who was at Sea Lands.", PREFER_PLACE, holds=TURN),
    Word("waste", end_campaign.WASTE, "waste LORD, LORD", "Who is served first from a short pool.", waits=True),
    Word(
        "discard",
        end_campaign.DISCARD,
        "discard none | discard EVENT",
        "Which Held Events go back to the deck.",
        THOSE,
        holds=TURN,
    ),
)

BOARD: tuple[Word[State], ...] = (*ARTS_OF_WAR, *LEVY, *CAMPAIGN)
