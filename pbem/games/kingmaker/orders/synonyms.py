"""What players write for the order words, in English and German."""

from __future__ import annotations

from pbem.engine.game.synonyms import Synonyms
from pbem.i18n import Text

ALLYING = Text('players ally by agreement: write "offer PLAYER: Alliance of PLAYER and me"')
BOARDING = Text('who sails is named with the ship, and need not board before: write "sail SHIP PORT with NOBLE"')
OFFERING = Text('players agree on that: write "offer PLAYER: CLAUSE" ("help offer" has the clauses)')
SYNONYMS = Synonyms(
    verbs={
        "part": (
            "leave the alliance",
            "leave alliance",
            "leave our alliance",
            "end the alliance",
            "end alliance",
            "verlasse das bündnis",
            "verlasse unser bündnis",
            "verlasse die allianz",
            "verlassen das bündnis",
            "beende das bündnis",
            "beende die allianz",
            "kündige das bündnis",
        ),
        "move": (
            "moves to",
            "move to",
            "goes to",
            "rides to",
            "heads for",
            "advances to",
            "marches to",
            "zieht",
            "geht",
            "bewege",
            "bewegt",
        ),
        "give": ("gib", "gebe", "gibt"),
        "sail": ("sails to", "sail to", "puts to sea for", "segelt", "segelt nach"),
        "besiege": ("lay siege to", "lays siege to", "siege of", "besieges", "belagere", "belagert"),
        "attack": ("fight", "fights", "attacks", "greift", "greife"),
        "summon": ("call a parliament with", "call parliament with", "calls to parliament", "ruft ins parlament"),
        "crown": ("crowns", "put the crown on", "kröne", "krönt"),
        "award": ("gets", "bestow", "verleihe"),
        "discard": ("throw away", "get rid of", "discards", "wirf ab", "lege ab", "lege", "legt ab"),
        "condemn": ("off with the head of", "behead", "richte hin"),
        "play": ("bring into play", "plays", "spiele", "spielt", "spiel"),
        "transfer": ("hand over", "übertrage"),
        "entrust": ("entrusts", "vertraue an"),
        "execute": ("kill", "put to death", "töte"),
        "lift": ("lift the siege of", "give up the siege of", "hebe die belagerung auf von"),
    },
    german={
        "proceed": "weiter",
        "done": "fertig",
        "finish": "beende",
        "pass": "passe",
        "place": "stelle",
        "drop": "entferne",
        "add": "ergänze",
        "attend": "entsende",
        "let": "lass",
        "transfer": "übertrage",
        "entrust": "übergib",
        "show": "zeige",
        "lift": "hebe",
        "give": "gib",
        "move": "ziehe",
        "sail": "segle",
        "besiege": "belagere",
        "attack": "greife",
        "crown": "kröne",
        "award": "verleihe",
        "discard": "verwerfe",
        "play": "spiele",
        "execute": "töte",
    },
    things={
        "none": ("nobody", "no one", "niemand", "niemanden", "keiner", "keinen"),
        "field": ("the field", "the open field", "open field", "feld", "offenes feld", "ins feld", "ins offene feld"),
        "all": ("everybody", "everyone", "alle"),
    },
    final=frozenset({"done", "pass", "finish", "proceed", "abandon", "part"}),
    beside={"move": ("by land", "on foot", "by road", "along the road", "zu fuß", "über land", "auf der straße")},
    moves=frozenset({"move"}),
    unsuggested=frozenset({"again", "passage", "abandon", "part", "condemn", "renounce", "lift", "disband", "execute"}),
    no_orders={
        **dict.fromkeys(("ally", "allies", "alliance", "verbünde"), ALLYING),
        **dict.fromkeys(("load", "board", "embark", "lade", "unload", "disembark"), BOARDING),
        **dict.fromkeys(("trade", "swap", "exchange", "ransom", "lend", "promise", "tausche", "leihe"), OFFERING),
    },
)
