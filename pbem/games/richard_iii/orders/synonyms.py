"""What players write for the order words, in English and German."""

from __future__ import annotations

from pbem.engine.synonyms import Synonyms

SYNONYMS = Synonyms(
    verbs={
        "march": ("heads for", "heads to", "rides to", "advances to", "zieht", "ziehe", "geht", "zieh"),
        "sail": ("ships to", "crosses to", "segelt", "verschiffe", "fährt"),
        "recruit": ("raise", "raises", "rekrutiert", "wirb", "hebe"),
        "done": ("finished", "ende"),
        "retreat": ("falls back to", "withdraws to", "zieht sich zurück nach"),
        "charge": ("charges", "stürme"),
        "turn": ("turns", "verrate"),
        "hold": ("waits", "warte"),
        "execute": ("executes", "hinrichte"),
        "muster": ("mustere",),
        "regroup": ("gruppiere",),
    },
    german={
        "card": "karte",
        "keep": "behalte",
        "march": "marschiere",
        "sail": "segle",
        "recruit": "rekrutiere",
        "main": "hauptangriff",
        "done": "fertig",
        "muster": "heerschau",
        "plague": "pest",
        "fight": "kämpfe",
        "treason": "verrat",
        "fire": "feuer",
        "charge": "sturmangriff",
        "turn": "überrede",
        "retreat": "weiche",
        "hold": "halte",
        "spare": "schone",
        "regroup": "ordne",
        "execute": "richte",
        "enter": "betrete",
        "starve": "hungere",
        "home": "heim",
        "overflow": "entferne",
    },
    things={"none": ("nobody", "no one", "niemand", "niemanden", "keiner", "keinen", "keine")},
    prepositions={"march": "to ", "sail": "to "},
    spoken={
        "Earl of ": ("Earl of ", "the Earl of ", ""),
        "Duke of ": ("Duke of ", "the Duke of ", ""),
        " Mercenary": (" Mercenary", " mercenary"),
        " Levy": (" Levy", " levy"),
    },
)
