"""What players write for the order words, in English and German."""

from __future__ import annotations

from pbem.engine.game.synonyms import Synonyms

SYNONYMS = Synonyms(
    verbs={
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
        "discard": ("throw away", "get rid of", "discards", "wirf ab"),
        "condemn": ("off with the head of", "behead", "richte hin"),
        "play": ("bring into play", "plays", "spiele", "spielt", "spiel"),
        "transfer": ("hand over", "übertrage"),
        "entrust": ("entrusts", "vertraue an"),
        "execute": ("kill", "put to death", "töte"),
        "lift": ("lift the siege of", "give up the siege of", "hebe die belagerung auf von"),
    },
    german={
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
    final=frozenset({"done", "pass", "finish", "proceed"}),
    moves=frozenset({"move"}),
    unsuggested=frozenset({"again", "passage"}),
)
