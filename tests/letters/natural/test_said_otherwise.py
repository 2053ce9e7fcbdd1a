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
    ("warriors_of_england", "withdraw", "stay and fight", "stay"),
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
    ("kingmaker", "event", "yes let it take effect", "proceed"),
    ("kingmaker", "setup", "essex to cromwell", "give Earl of Essex Cromwell"),
    ("kingmaker", "setup", "Der Bischof von Durham geht an Grey", "give Bishop of Durham Grey"),
    ("kingmaker", "turn", "scrope york", "move Scrope York"),
    ("kingmaker", "captive", "condemn both of them", "condemn all"),
    ("kingmaker", "office", "Den Marschall werfe ich ab", "discard Marshal of England"),
    ("kingmaker", "end", "I'll throw Stanley away, he was never any good to me", "discard Stanley"),
    ("kingmaker", "attack", "attack Red with Mowbray", "attack Red Lincoln with Mowbray"),
    (
        "kingmaker",
        "turn",
        "attend Mowbray es sei denn beide Red und Blue",
        "attend Mowbray unless both Red and Blue",
    ),
    ("plantagenet", "pay", "Norfolk gets his influence, Essex goes home", "pay Norfolk"),
    ("plantagenet", "round", "only norfolk shoots his culverins", "culverins Norfolk"),
    ("plantagenet", "pay", "not a penny for either of them - pay none", "pay none"),
    ("warriors_of_england", "intrigue", "no intrigue, we're honest people here", "intrigue none"),
    ("plantagenet", "levy", "I would be grateful if you could levy Essex.", "levy Vassal Essex"),
    ("plantagenet", "levy", "It would be kind if Gloucester could levy Carts.", "levy Carts"),
    ("plantagenet", "levy", "If it is all right with you, Gloucester levies troops.", "levy troops"),
    ("plantagenet", "levy", "May I levy Carts, please?", "levy Carts"),
    ("plantagenet", "levy", "Könnte Gloucester bitte Truppen ausheben?", "levy troops"),
    ("plantagenet", "levy", "Gloucester makes a parley in Oxford please", "parley Oxford"),
    ("plantagenet", "command", "Could March please tax London, and spend 1 on top of it?", "tax London spend 1"),
    (
        "plantagenet",
        "plan",
        "My plan, if I may: two cards of York first and then two of March.",
        "plan York, York, March, March",
    ),
    ("plantagenet", "propaganda", "I name London (where Edward IV is), Exeter and Ely.", "name London, Exeter, Ely"),
    ("richard_iii", "land", "to Wilts marches Somerset", "march Duke of Somerset Wilts"),
    ("richard_iii", "sail", "Graf Warwick segelt nach Kent", "sail Earl of Warwick Kent"),
    ("warriors_of_england", "campaign", "King Edward IV sails to Calais", "march Edward IV Calais"),
    ("warriors_of_england", "campaign", "I stay if they are fewer", "stay if they are fewer"),
    ("kingmaker", "setup", "the Earl of Essex to Cromwell", "give Earl of Essex Cromwell"),
    ("kingmaker", "add", "Landsknechts to the Duke of Norfolk", "add Landsknechts 1 Mowbray"),
    ("kingmaker", "turn", "Scrope (90 men) moves to York", "move Scrope York field"),
    ("kingmaker", "turn", "Mowbray, Duke of Norfolk, moves to Colchester", "move Mowbray Colchester field"),
    ("kingmaker", "siege", "besiege the city of Lincoln", "besiege Lincoln"),
    ("warriors_of_england", "campaign", "York with his 6 Troops to London", "march York London"),
    ("warriors_of_england", "northwest", "We stay in Northwest and fight", "stay"),
    ("warriors_of_england", "stand_or_go", "Ich bleibe in South Midlands.", "stay"),
    ("warriors_of_england", "york_draws", "my choice is 1b", "take Clarence"),
    ("plantagenet", "edward_commands", "Edward to Oxford", "march Oxford"),
    ("plantagenet", "edward_commands", "Edward nach Oxford by the highway", "march Oxford"),
    ("plantagenet", "warwick_commands", "Warwick to Southampton", "sail Southampton"),
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
    ("warriors_of_england", "campaign", "York and London"),
    ("warriors_of_england", "campaign", "York will march to London next impulse"),
    ("warriors_of_england", "withdraw", "my stay in London"),
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
    ("plantagenet", "levy", "Levy done"),
    ("plantagenet", "levy", "levies done"),
    ("plantagenet", "levy", "troops will be levied"),
    ("plantagenet", "levy", "my parley at Oxford"),
    ("plantagenet", "levy", "Our levy of troops"),
    ("plantagenet", "levy", "the King Richard"),
    ("plantagenet", "levy", "Oxford verhandelt"),
    ("plantagenet", "levy", "I would be grateful if you could tell me whether to levy Essex."),
    ("plantagenet", "levy", "I'd be glad if you would not levy troops"),
    ("plantagenet", "levy", "Could Essex please go home?"),
    ("plantagenet", "levy", "done, levy troops"),
    ("plantagenet", "command", "London taxes March"),
    ("plantagenet", "edward_commands", "to Oxford"),
    ("plantagenet", "edward_commands", "Edward next to Oxford"),
    ("plantagenet", "edward_commands", "Edward to London"),
    ("plantagenet", "edward_commands", "Edward to Rochester and back"),
    ("warriors_of_england", "york_draws", "1a is tempting"),
    ("plantagenet", "approach", "Exile for Pembroke"),
    ("plantagenet", "approach", "Pembroke into exile"),
    ("richard_iii", "land", "Somerset marches to Exeter"),
    ("richard_iii", "land", "march Somerset Exeter"),
    ("richard_iii", "land", "charge!"),
    ("richard_iii", "land", "Exeter charges"),
    ("richard_iii", "land", "Kent charges!"),
    ("richard_iii", "land", "Duke of Devon marches to Somerset"),
    ("richard_iii", "land", "Herzog von Devon marschiert nach Somerset"),
    ("richard_iii", "land", "march Duke of Devon Somerset"),
    ("richard_iii", "sail", "Duke of Warwick and Duke of Salisbury to Kent"),
    ("richard_iii", "sail", "Hastings from Leicester"),
    ("richard_iii", "card", "Take two"),
    ("richard_iii", "card", "2)"),
    ("richard_iii", "card", "Surprise, surprise"),
    ("richard_iii", "keep", "No new hand"),
    ("richard_iii", "home", "Warwick from Calais"),
    ("kingmaker", "turn", "Duke of Scrope to York"),
    ("warriors_of_england", "place", "Edward"),
    ("warriors_of_england", "campaign", "Edward V to Calais"),
    ("warriors_of_england", "campaign", "march Edward I Calais"),
    ("warriors_of_england", "campaign", "the Earl of York marches to London"),
    ("warriors_of_england", "campaign", "march Earl of York London"),
    ("warriors_of_england", "campaign", "Graf von York nach London"),
    ("warriors_of_england", "campaign", "I stay in London"),
    ("warriors_of_england", "campaign", "Stay in London!"),
    ("warriors_of_england", "campaign", "I will withdraw to London"),
    ("warriors_of_england", "losses", "lose none"),
    ("warriors_of_england", "fight", "fight in the west"),
    ("warriors_of_england", "fight", "the north first"),
    ("kingmaker", "turn", "move Scrope out of York"),
    ("kingmaker", "turn", "let the ship sail out of ipswich"),
    ("kingmaker", "turn", "Scrope goes to York and attacks"),
    ("kingmaker", "turn", "Scrope goes to York and takes it"),
    ("kingmaker", "turn", "Duke Scrope moves to York"),
    ("kingmaker", "march", "Grey moves to Lincoln and joins the siege"),
    ("kingmaker", "setup", "give Duke of Essex to Grey"),
    ("kingmaker", "setup", "Archbishop of Durham to Grey"),
    ("kingmaker", "add", "Landsknechts to the Earl of Norfolk"),
    ("kingmaker", "attack", "attack Red with the Duke of Mowbray"),
    ("richard_iii", "sail", "the Duke of Warwick sails to Kent"),
    ("warriors_of_england", "campaign", "fight York in London"),
    ("warriors_of_england", "commander", "For Buckingham!"),
    ("warriors_of_england", "commander", "Go Buckingham!"),
    ("warriors_of_england", "intrigue", "I turn to Arundel"),
    ("warriors_of_england", "intrigue", "Arundel bribes me"),
    ("warriors_of_england", "draft", "Give me Clarence"),
    ("warriors_of_england", "draft", "back to Clarence"),
    ("warriors_of_england", "fight", "South"),
    ("kingmaker", "turn", "Scrope moves to York castle"),
    ("kingmaker", "turn", "Scrope moves to the city of York"),
    ("kingmaker", "turn", "Scrope moves inside York"),
    ("kingmaker", "turn", "Scrope, Duke of Norfolk, moves to York"),
    ("kingmaker", "turn", "Scrope (not Mowbray) to York"),
    ("kingmaker", "siege", "Lincoln is besieged"),
]


LIKE_ORDERS = [
    ("kingmaker", "setup", "Essex could go to Cromwell"),
    ("kingmaker", "setup", "Essex to Cromwell - or to Grey"),
    ("kingmaker", "setup", "Der Bischof von Durham wäre gut für Grey"),
    ("kingmaker", "setup", "Der Bischof von Durham ist ein alter Mann"),
    ("kingmaker", "setup", "Grey in Essex"),
    ("kingmaker", "setup", "Grey nimmt Durham ein"),
    ("kingmaker", "setup", "Earl of Essex, Bishop of Durham and Cromwell"),
    ("kingmaker", "captive", "Grey loses his head over this"),
    ("kingmaker", "setup", "the crossbowmen and Grey"),
    ("kingmaker", "setup", "Chester and Grey"),
    ("kingmaker", "setup", "Cromwell goes to Essex"),
    ("kingmaker", "turn", "Scrope York?"),
    ("kingmaker", "turn", "Scrope of York"),
    ("kingmaker", "turn", "York Scrope"),
    ("kingmaker", "turn", "Scrope York again"),
    ("kingmaker", "turn", "Scrope to York again"),
    ("kingmaker", "turn", "keep Stanley"),
    ("kingmaker", "march", "Give me the Town of Leicester and Grey is free."),
    ("kingmaker", "event", "yes it is a nasty card"),
    ("kingmaker", "event", "let it take effect on somebody else"),
    ("kingmaker", "captive", "they both must die"),
    ("kingmaker", "captive", "not both of them"),
    ("kingmaker", "captive", "condemn all three"),
    ("kingmaker", "office", "Clifford and Berkeley are outside"),
    ("kingmaker", "office", "Clifford ist draußen"),
    ("kingmaker", "office", "Den Marschall habe ich nie gemocht"),
    ("kingmaker", "end", "discard Stanley, he was never to be discarded"),
    ("kingmaker", "end", "discard Stanley, it was never my plan"),
    ("kingmaker", "attack", "Red was hit at Lincoln"),
    ("plantagenet", "command", "March is at Oxford"),
    ("plantagenet", "pay", "Essex could go home"),
    ("plantagenet", "round", "only Norfolk can shoot"),
    ("plantagenet", "levy", "troops - who needs them"),
    ("warriors_of_england", "intrigue", "we're honest people"),
]
LOOSELY = [
    *(("kingmaker", "event", said) for said in ("go on", "carry on", "continue", "Weiter so!", "proceed?", "proc")),
    *(("kingmaker", "turn", said) for said in ("Done?", "don", "finished", "nothing more", "enough moving", "rest")),
    *(("kingmaker", "add", said) for said in ("Pass?", "pas", "nothing", "no", "retreat")),
    *(("plantagenet", "command", said) for said in ("Pass?", "pas", "skip this card", "nothing more", "March rests")),
    *(("plantagenet", "approach", said) for said in ("exile Jasper?", "Jasper flees", "we all leave", "retreat")),
    *(("warriors_of_england", "campaign", said) for said in ("Pass?", "pas", "hold", "do nothing", "nothing for me")),
    *(("warriors_of_england", "withdraw", said) for said in ("hold", "Stay?", "sta", "enough", "wait")),
    *(("richard_iii", "sail", said) for said in ("Done?", "don", "nothing more", "mehr nicht", "finished", "enough")),
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


@pytest.mark.parametrize(("game", "name", "typed"), LOOSELY)
def test_what_cannot_be_taken_back_is_done_by_its_own_word_alone(game: str, name: str, typed: str) -> None:
    assert effect(position(game, name), [typed]).is_nothing


SHOWN = [
    ("warriors_of_england", "campaign", "I stay in London", "standing stay at London"),
    ("kingmaker", "turn", "Scrope goes to York and attacks", "move Scrope York field"),
    ("kingmaker", "setup", "Cromwell becomes earl of Essex, Grey bishop of Durham, FitzAlan gets the rest",
     "give Earl of Essex Cromwell, Bishop of Durham Grey"),
    ("warriors_of_england", "losses", "Arundel gives up both, and Grey the third", "lose 2 Arundel, 1 Grey of Ruthin"),
    ("warriors_of_england", "losses", "Grey gives up both, and Arundel the third", "lose 2 Grey of Ruthin, 1 Arundel"),
    ("kingmaker", "attack", "only Mowbray attacks Red", "attack Red Lincoln with Mowbray"),
    ("plantagenet", "pay", "not a penny for Norfolk", "pay none"),
    ("plantagenet", "array", "give Final Chrage to Norfolk", "give Final Charge (y32) Richard III"),
    ("richard_iii", "land", "charge!", "standing charge"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "name", "typed", "near"), SHOWN)
def test_the_first_suggestion_is_what_a_line_says(game: str, name: str, typed: str, near: str) -> None:
    done = effect(position(game, name), [typed])
    assert done.is_nothing
    assert done.suggested[:1] == (near,)


@pytest.mark.parametrize(
    ("game", "name", "typed"),
    [
        ("richard_iii", "land", "march York and London"),
        ("richard_iii", "land", "always charge"),
        ("plantagenet", "levy", "Levy done"),
        ("plantagenet", "array", "give Vangard to Richard"),
    ],
)
def test_what_is_suggested_is_accepted_as_shown(game: str, name: str, typed: str) -> None:
    at = position(game, name)
    suggested = effect(at, [typed]).suggested
    assert suggested
    assert [each for each in suggested if effect(at, [each]).refused] == []


@pytest.mark.parametrize(("game", "name", "typed"), [*NOTHING, *LIKE_ORDERS])
def test_talk_in_the_same_words_does_nothing(game: str, name: str, typed: str) -> None:
    assert effect(position(game, name), [typed]).is_nothing


OTHERWISE_MEANT = [
    ("plantagenet", "pay", "pay Essex instead of Norfolk"),
    ("plantagenet", "pay", "Essex will pay for this!"),
    ("plantagenet", "levy", "Gloucester's done for"),
    ("plantagenet", "command", "Passe gut auf"),
    ("plantagenet", "command", "March aus Oxford"),
    ("plantagenet", "charity", "charity Norfolk, no, Warwick"),
    ("plantagenet", "propaganda", "name London, Exeter, no, Ely, Ludlow"),
    ("richard_iii", "card", "Turn 3"),
    ("richard_iii", "keep", "No, I keep it"),
    ("richard_iii", "keep", "No, keep"),
    ("richard_iii", "keep", "yes, a new hand"),
    ("richard_iii", "keep", "Yes, new ones"),
    ("warriors_of_england", "fight", "fight East, no, West Midlands"),
    ("warriors_of_england", "withdraw", "stay, no, withdraw to London"),
]


@pytest.mark.parametrize(("game", "name", "typed"), OTHERWISE_MEANT)
def test_what_is_meant_otherwise_does_nothing(game: str, name: str, typed: str) -> None:
    assert effect(position(game, name), [typed]).is_nothing


@pytest.mark.parametrize(
    "lines",
    [
        ["What I would do:", "levy troops"],
        ["I thought about this:", "levy troops"],
        ["levy troops", "I changed my mind"],
        ["levy troops", "Scratch that"],
        ["levy troops", "PS: not really"],
        ["levy troops", "or should I?"],
    ],
)
def test_a_line_that_takes_back_or_doubts_those_beside_it_holds_them_back(lines: list[str]) -> None:
    assert effect(position("plantagenet", "levy"), lines).is_nothing
