"""The conditions that an order can be bound to, an example each with its meaning: for the reference of orders."""

FORMS: tuple[tuple[str, str], ...] = (
    ("they are fewer", "The Enemy Lords whom the question concerns have fewer units than yours there: also we are more."),
    ("they are more", "They have more units: also outnumbered."),
    ("outnumbered 2 to 1", "They have twice your units, or more."),
    ("we outnumber them 3 to 2", "You have half as many again as they, or more."),
    ("troops under 3", "The Lord asked about has fewer Unrouted Troops; also units, valour, coin, provender, Militia ..."),
    ("warwick has at least 5 troops", "The same of a Lord by name; over, under, at least, at most."),
    ("warwick has no provender", "He has none."),
    ("influence over 10", "You are ahead by so much Influence; turn and round are counted too."),
    ("friendly", "The Stronghold that the order names is Friendly; also neutral, enemy, exhausted, depleted."),
    ("ely is friendly", "The same of a Stronghold by name."),
    ("at york", "It happens there; near york: there or next to it; in wales: in that Area."),
    ("warwick is there", "He is among the Lords whom the question concerns."),
    ("warwick is alone", "Nobody of his side is with him."),
    ("warwick is at york", "He is there; also near, and in an Area."),
    ("not friendly", "The contrary of any condition; so is unless in place of if."),
    ("they are fewer and troops at least 4", "Both; or joins two of which one is enough."),
)
