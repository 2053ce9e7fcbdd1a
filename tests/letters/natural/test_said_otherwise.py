"""Ways to say an order that are no other words for it: words apart, the passive, remarks, numbers; and talk like it."""

from __future__ import annotations

import pytest

from tests.letters.natural.position import position
from tests.letters.natural.reading import effect, meant

SAID = [
    ("warriors_of_england", "draft", "put King Edward back", "return Edward IV"),
    ("warriors_of_england", "campaign", "Scrope rides north to Yorkshire", "march Scrope Yorkshire"),
    ("warriors_of_england", "campaign", "Edward IV sails from Burgundy to Yorkshire", "march Edward IV Yorkshire"),
    ("warriors_of_england", "place", "nobody is placed", "place none"),
    ("warriors_of_england", "withdraw", "Stand and fight", "stay"),
    ("richard_iii", "sail", "canterbury church -> kent", "recruit Canterbury Church Kent"),
    ("richard_iii", "sail", "that's all from me, done", "done"),
    ("richard_iii", "muster", "muster: east yorks pls", "muster East Yorks"),
    ("richard_iii", "keep", "I keep my hand, it is a good one", "keep yes"),
    ("plantagenet", "command", "Tax Calais, my friends there can afford it.", "tax Calais"),
    ("plantagenet", "pay", "I'll pay for the two of them", "pay Norfolk, Essex"),
    ("plantagenet", "pay", "not a single vassal gets paid", "pay none"),
    ("plantagenet", "intercept", "no thanks, too risky", "intercept none"),
    ("plantagenet", "approach", "nobody goes, we fight!", "exile none"),
    ("plantagenet", "approach", "send Jasper away to exile", "exile Jasper Tudor"),
    ("plantagenet", "array", "King Richard gets Final Charge", "give Final Charge (y32) Richard III"),
    ("plantagenet", "levy", "raise troops in London", "levy troops"),
    ("plantagenet", "pay", "pay norfolk but not essex", "pay Norfolk"),
    ("plantagenet", "pay", "Norfolk gets his money, the other one doesn't.", "pay Norfolk"),
    ("plantagenet", "approach", "Jasper goes into exile, he is too weak", "exile Jasper Tudor"),
    ("warriors_of_england", "commander", "Not Buckingham, the other one.", "commander Arundel"),
    ("kingmaker", "attack", "we attack Ann at Lincoln", "attack Red Lincoln"),
    ("kingmaker", "end", "throw courtenay away", "discard Courtenay"),
    ("kingmaker", "march", "No more movement, I make camp.", "encamp"),
    ("kingmaker", "march", "Cromwell stays where he is, Grey rides to Lincoln.", "move Grey Lincoln"),
    ("kingmaker", "march", "Cromwell marches to Lincoln, Holland is sitting there.", "move Cromwell Lincoln"),
    ("kingmaker", "event", "go on", "proceed"),
]


@pytest.mark.parametrize(("game", "name", "typed", "means"), SAID)
def test_an_order_said_otherwise_is_that_order(game: str, name: str, typed: str, means: str) -> None:
    at = position(game, name)
    assert effect(at, [typed]).same_as(meant(at, (means,)))


@pytest.mark.parametrize("typed", ["Levy troops twice", "2x troops"])
def test_an_order_that_is_given_twice_is_two(typed: str) -> None:
    at = position("plantagenet", "levy")
    assert effect(at, [typed]).same_as(meant(at, ("levy troops", "levy troops")))


NOTHING = [
    ("warriors_of_england", "campaign", "Scrope goes to Yorkshire and back"),
    ("warriors_of_england", "campaign", "York marches to London, it is a lie"),
    ("warriors_of_england", "campaign", "March York to London, a fool could see that it fails"),
    ("richard_iii", "sail", "Hastings, lord of Leicester"),
    ("richard_iii", "sail", "Rutland in Worcester"),
    ("plantagenet", "levy", "Essex wins"),
    ("plantagenet", "levy", "Good morning Norfolk"),
    ("warriors_of_england", "draft", "put King Edward back? No."),
    ("warriors_of_england", "draft", "Edward will be put back into the cup, they say"),
    ("warriors_of_england", "campaign", "Scrope rode north to Yorkshire once"),
    ("warriors_of_england", "place", "nobody is placed better than you"),
    ("warriors_of_england", "withdraw", "Stand and fight? Not me"),
    ("richard_iii", "sail", "Canterbury Church in Kent has fine windows"),
    ("richard_iii", "sail", "that's all they have done"),
    ("richard_iii", "keep", "it is a good one, my hand"),
    ("plantagenet", "command", "Tax Calais, my friends there could say"),
    ("plantagenet", "command", "Tax Calais, that is what he would do"),
    ("plantagenet", "pay", "the two of them cost me a lot"),
    ("plantagenet", "intercept", "March, too risky"),
    ("plantagenet", "intercept", "too risky"),
    ("plantagenet", "approach", "Jasper was away in exile for years"),
    ("plantagenet", "approach", "nobody goes there for the fight"),
    ("plantagenet", "array", "King Richard has got the Final Charge in the film"),
    ("plantagenet", "levy", "Troops were raised in London twice"),
    ("plantagenet", "levy", "done, but parley Oxford first"),
    ("plantagenet", "approach", "Jasper Tudor goes into exile, give to right another das"),
    ("plantagenet", "approach", "Jasper into exile, that will be the day"),
    ("plantagenet", "approach", "Jasper Tudor goes into exile, live to fight another day."),
    ("kingmaker", "march", "Cromwell marches to Lincoln, blorp fnarg."),
    ("kingmaker", "office", "Clifford or Berkeley outside"),
    ("warriors_of_england", "commander", "not the other one"),
]


DENIED = [
    ("kingmaker", "siege", "I won't attack Blue", "attack"),
    ("kingmaker", "march", "I won't move Grey to Lincoln", "move"),
    ("kingmaker", "siege", "i wont besiege lincoln", "besiege"),
]


@pytest.mark.parametrize(("game", "name", "typed", "verb"), DENIED)
def test_nothing_is_suggested_that_is_denied(game: str, name: str, typed: str, verb: str) -> None:
    found = effect(position(game, name), [typed])
    assert found.is_nothing
    assert not [each for each in found.suggested if each.split()[0] == verb]


@pytest.mark.parametrize(("game", "name", "typed"), NOTHING)
def test_talk_in_the_same_words_does_nothing(game: str, name: str, typed: str) -> None:
    assert effect(position(game, name), [typed]).is_nothing
