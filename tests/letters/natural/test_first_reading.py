"""What a mail says to somebody who has neither rulebook nor code: the options, their effects, and lines that work."""

from __future__ import annotations

import pytest

from tests.letters.natural.position import PLACED, position, positions
from tests.letters.natural.reading import effect

SAID: dict[tuple[str, str], tuple[str, ...]] = {
    ("plantagenet", "levy"): (
        "Levy Vassal Essex: costs 1 Influence",
        "Levy Carts: costs 1 Levy action; brings 2 Carts.",
        "levy capability Culverins and Falconets (y1).",
        "Culverins and Falconets (y1, y2): once",
        "King Richard: for no Levy action Gloucester becomes Richard III",
        '"muster" goes on to another Lord, "done" ends your whole Muster',
    ),
    ("plantagenet", "command"): (
        "March to Guildford (Highway)",
        "Agitate Oxford: costs 1 Command action; Depletes Oxford.",
        "Agitate St Albans: costs 1 Command action; Depletes St Albans.",
        "Tax London: likewise; then it brings 3 Coin and Exhausts London.",
    ),
    ("plantagenet", "plan"): (
        "You have 3 cards of each Lord, and 4 Pass cards; the Plan takes exactly 4.",
        "Not on the map: Salisbury, Warwick, Rutland. You can put their cards into the Plan, but these do nothing",
    ),
    ("plantagenet", "hits"): (
        "Norfolk Retinue, Northumberland Retinue, Richard III Retinue: absorbed on 1-4",
        "Richard III Militia: absorbed on 1 (1 in 6",
    ),
    ("plantagenet", "array"): ("Choices: Culverins and Falconets (y1), ", "Percy's North (y37)."),
    ("plantagenet", "intercept"): ('a Marshal or Lieutenant can bring those there along: "with all".',),
    ("plantagenet", "propaganda"): ("Choices: Carlisle, Ely, Exeter, Ludlow, Pembroke, Rochester, London.",),
    ("plantagenet", "approach"): (
        "Your Plan: card 6 Oxford (not on the map: a Pass)",
        '"card N: ..." orders one ahead (help cards).',
    ),
    ("plantagenet", "charity"): (
        "Warwick, March, Norfolk: costs 1 Provender; brings 1 Influence.",
        "Tides of War come next, which count the gift.",
    ),
    ("plantagenet", "pay"): ("Norfolk, Essex: Paid, he is due again next Turn",),
    ("richard_iii", "card"): ('"actions: march BLOCK AREA"', "Whoever plays the higher card is first player"),
    ("richard_iii", "land"): (
        "1 AP buys a march, a sail or a recruit. A march takes any blocks of one area, each one or two areas far;",
        'Once you recruit, nobody moves any more. Your turn ends with "done", also when no AP are left.',
        "Several go in one line: march ",
        'A march to enemies attacks: "preview" in your letter shows the odds.',
    ),
    ("richard_iii", "sail"): (
        "Irish Sea: sail from Ireland to Cumbria,",
        "English Channel: sail from Calais to Kent, Sussex",
        "Duke of Norfolk Caernarvon, Glamorgan, East Anglia;",
        "Rebel any vacant area (no blocks in it)",
    ),
    ("richard_iii", "attack"): (
        "Recruits come to a home that is friendly or vacant",
        "To change it to that of Sussex: main Middlesex Sussex.",
    ),
    ("richard_iii", "muster"): (
        "None of your blocks can come to any area by land: each choice",
        "Choices: Northumbria, Cumbria,",
    ),
    ("richard_iii", "plague"): ("Middlesex (1 enemy block), city London", "Nothing else is done with this card."),
    ("richard_iii", "home"): (
        "The others have no choice and need no line: Earl of Salisbury East Yorks;",
        "You will be asked again about blocks that you leave out.",
        "at the end of a turn each block more loses a step in supply.",
    ),
    ("warriors_of_england", "draft"): ('"return" puts one back into the cup, "give" into your opponent\'s Covert Box.',),
    ("warriors_of_england", "campaign"): (
        "All Troops go along. Two go together in one line, named in any order: march York Southwick North Midlands",
        "Lines for your later impulses can stand below it in the same letter",
        "The percentage tells how often the best of these marches holds the area, if nobody withdraws.",
    ),
    ("warriors_of_england", "lancaster_five"): (
        "You lose London at once when its last 3-star Noble leaves (Margaret).",
        "Henry VI is infirm and cannot march.",
    ),
    ("warriors_of_england", "choose"): ("You choose one, and cannot pass. He comes to his home with 2 Troops.",),
    ("warriors_of_england", "york_draws"): ("You select one, and cannot pass",),
    ("warriors_of_england", "place"): ('"place none" places nobody, and counts as one of these.',),
    ("warriors_of_england", "intrigue"): ("Each side has one try in a battle.", "a try that fails costs nothing."),
    ("warriors_of_england", "losses"): (
        "who is not named loses none.",
        'Before you are asked, you can write who loses them first: "lose NOBLE, NOBLE".',
    ),
    ("warriors_of_england", "trial"): ("one of your colour or green for a pardon",),
    ("warriors_of_england", "withdraw"): (" can go: name ", "must flee (Flight Table) and lose their Troops."),
    ("kingmaker", "turn"): (
        '"again" is one more move, before or after, for a Free Move card.',
        '"passage" asks the owner of an enemy place',
        '"encamp" ends movement alone, "forbear" combat too, "done" all of it, and you draw.',
        '"besiege PLACE" (help attack, help siege).',
        '"help WORD" explains it',
    ),
    ("kingmaker", "captive"): (
        "To ransom for nothing: offer Red: ransom Cromwell to Tattershall",
        'What is paid follows: "; Red gives CARD to NOBLE"',
    ),
    ("kingmaker", "end"): (
        "Your turn ends when you discard one card of your hand. Before that you can play cards, as long as one is left",
        'let Nobles step out of the places they are in ("outside"); neither is needed.',
        "enters inside Lathom / inside Peel (play Stanley Lathom);",
    ),
    ("kingmaker", "office"): ("it takes a Noble with a Title who has no Office yet",),
}
"""What stopped people who read the mail of a position as their first one."""
SHOWN = (
    ("plantagenet", "levy", "levy capability Culverins and Falconets (y1)"),
    ("plantagenet", "levy", "levy Vassal Essex"),
    ("plantagenet", "array", "give Percy's North (y37) Northumberland"),
    ("plantagenet", "propaganda", "name London, Ely, Rochester"),
    ("richard_iii", "sail", "sail Duke of York Lancaster"),
    ("richard_iii", "sail", "recruit Duke of Norfolk Glamorgan"),
    ("richard_iii", "attack", "main Middlesex Sussex"),
    ("richard_iii", "plague", "plague London"),
    ("warriors_of_england", "campaign", "march Southwick York North Midlands"),
    ("warriors_of_england", "lancaster_five", "withdraw placing 2"),
    ("warriors_of_england", "lancaster_five", "withdraw 1"),
    ("kingmaker", "end", "play Stanley Lathom"),
    ("kingmaker", "captive", "offer Red: ransom Cromwell to Tattershall"),
    ("kingmaker", "captive", "offer Red: ransom Cromwell to Tattershall; Red gives Le Rose to Scrope"),
)
"""Lines that a mail shows, or lists the words of."""


@pytest.mark.parametrize(("game", "name"), SAID)
def test_a_mail_says_what_a_newcomer_cannot_know(game: str, name: str) -> None:
    text = position(game, name).mail.flat.replace(" # ", " ")
    assert [said for said in SAID[game, name] if said not in text] == []


@pytest.mark.parametrize("game", PLACED)
def test_a_mail_names_where_its_form_and_its_time_are_explained_and_how_others_are_written_to(game: str) -> None:
    at = next(iter(positions(game).values()))
    assert '("help form"). "tell ' in at.mail.flat
    assert '"help time"' in at.mail.flat


@pytest.mark.parametrize(("game", "name", "line"), SHOWN)
def test_a_line_that_a_mail_shows_is_carried_out(game: str, name: str, line: str) -> None:
    result = effect(position(game, name), [line])
    assert result.did
    assert result.refused is None


def test_the_city_that_the_plague_strikes_is_its_area() -> None:
    at = position("richard_iii", "plague")
    assert effect(at, ["plague Salisbury"]).did == effect(at, ["plague Wilts"]).did
    assert effect(at, ["plague York"]).did == ()  # the enemy's, but no city of theirs is struck there


@pytest.mark.parametrize("game", PLACED)
def test_what_can_be_named_is_listed_where_examples_and_facts_leave_some_out_and_nowhere_else(game: str) -> None:
    lists = {name: at.mail.flat.count(" - Choices: ") for name, at in positions(game).items()}
    assert {name for name, number in lists.items() if number} == LISTED.get(game, set())


LISTED = {"plantagenet": {"array", "propaganda"}, "richard_iii": {"muster", "s1810n16"}}
