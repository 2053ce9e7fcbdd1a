"""What players write for order words, in English and German; names stand in components/names.py."""

from __future__ import annotations

from pbem.engine.synonyms import Synonyms

SYNONYMS = Synonyms(
    verbs={
        "march": ("campaigns to", "heads for", "heads to", "rides to", "advances to", "attacks", "zieht", "ziehe", "geht"),
        "pass": ("does nothing", "stays put", "passt", "passen", "skip", "skips"),
        "commander": ("leads", "führt"),
        "intrigue": ("tries intrigue on", "besticht", "intrigiert"),
        "lose": ("verliert",),
        "withdraw": ("falls back to", "zieht sich zurück nach"),
        "stay": ("fights on", "stays and fights", "bleibt"),
        "levy": ("hebt", "heben", "wirbt"),
        "try": ("puts on trial", "richtet"),
        "take": ("nimmt",),
        "place": ("puts", "setzt"),
    },
    german={
        "march": "marschiere",
        "pass": "passe",
        "choose": "wähle",
        "fight": "kämpfe",
        "commander": "anführer",
        "intrigue": "intrige",
        "lose": "verliere",
        "hit": "treffer",
        "exile": "exil",
        "withdraw": "weiche",
        "stay": "bleibe",
        "force": "zwinge",
        "levy": "hebe",
        "try": "richte",
        "take": "nimm",
        "give": "gib",
        "return": "kehre",
        "place": "setze",
    },
    things={"none": ("nobody", "no one", "niemand", "niemanden", "keiner", "keinen", "keine")},
    answers={
        "fight": ("stay",),
        "fight on": ("stay",),
        "stand": ("stay",),
        "i fight": ("stay",),
        "we fight on": ("stay",),
        "kämpfen": ("stay",),
    },
    final=frozenset({"pass", "withdraw", "stay", "exile"}),
    prepositions={"march": "to "},
)
