"""What stands around an answer and is no part of it: the question that is repeated, the row of the mail that is copied, talk
behind a code, the words that ask for help, why somebody comes to it; and what looks like it, and is more.
"""

from __future__ import annotations

import pytest

from tests.letters.natural.position import position
from tests.letters.natural.reading import effect, meant

AROUND = [
    ("kingmaker", "red_turn", "1b, that will teach you", ["passage Launceston"]),
    (
        "richard_iii",
        "two_points",
        "Recruit Westmoreland and the Newcastle Levy in Northumbria",
        ["recruit Westmoreland Northumbria", "recruit Newcastle Levy Northumbria"],
    ),
    ("kingmaker", "green_turn", "1j, since nobody here is worth fighting", ["forbear"]),
    ("kingmaker", "four_set_up", "1d, the bishop travels with Talbot", ["give Bishop of Norwich Talbot"]),
    ("kingmaker", "storm", "A storm drives Ship of Ipswich into port: which one? Dover", ["port Dover"]),
    ("kingmaker", "storm", "form's fine, ok", ["ok"]),
    ("plantagenet", "s1911n10", "Disband which of my Lords? Clarence.", ["disband Clarence"]),
    (
        "kingmaker",
        "s1721n18",
        "Where does each begin? Stafford: Maxstoke; Herbert: Raglan; Audley: Heighley.",
        ["place Stafford Maxstoke", "place Herbert Raglan", "place Audley Heighley"],
    ),
    (
        "warriors_of_england",
        "s2011n15",
        "I entrust the command in Yorkshire to that fine fellow Clifford.",
        ["commander Clifford"],
    ),
    ("richard_iii", "s1810n16", "the muster is at hereford, rushing to a call", ["muster Hereford"]),
    ("kingmaker", "purple_turn", "Please send me help on combat", ["help on combat"]),
    ("kingmaker", "march", "Cromwell goes to Lincoln. Grey goes with him", ["move Cromwell Lincoln", "move Grey Lincoln"]),
    ("kingmaker", "march", "FitzAlan goes to Oxford with Grey", ["move FitzAlan Oxford", "move Grey Oxford"]),
    (
        "kingmaker",
        "home_castles",
        "FitzAlan beginnt in Arundel, und der Bischof von Durham geht an Grey",
        ["place FitzAlan Arundel", "give Bishop of Durham Grey"],
    ),
    ("plantagenet", "towton_levies", "1d. No levy for us, straight on to the Plan", ["done"]),
    ("plantagenet", "two_actions", "forage ;-)", ["forage"]),
    ("plantagenet", "towton_levies", "Which Lord takes Levy actions first? Warwick", ["muster Warwick"]),
    ("plantagenet", "charity_again", "Send the form as it stands, please.", ["ok"]),
    ("plantagenet", "levy", "could you send me the map", ["map"]),
    ("warriors_of_england", "six_drawn", "Rivers ** 1-4, green, home Southeast", ["take Rivers"]),
    ("warriors_of_england", "who_loses", "Somerset and Buckingham lose one each", ["lose 1 Somerset, 1 Buckingham"]),
    (
        "warriors_of_england",
        "choose_neutral",
        "I pick Kildare, since Bonville and Scrope are no use to me",
        ["choose Kildare"],
    ),
    ("warriors_of_england", "s2001n3", "Which neutral Noble do I choose? I choose Scrope.", ["choose Scrope"]),
    (
        "warriors_of_england",
        "s2001n3",
        "I have always had a soft spot for the Irish, so Kildare it shall be.",
        ["choose Kildare"],
    ),
    ("warriors_of_england", "choose_neutral", "The third one, 1c", ["choose Scrope"]),
    (
        "plantagenet",
        "s1911n3",
        "Edward twice, then Pembroke twice",
        ["plan Edward IV, Edward IV, Pembroke, Pembroke"],
    ),
    ("plantagenet", "s1911n10", "everyone stays", ["disband none"]),
    ("kingmaker", "s1701n3", "Le Rose goes to Cromwell instead of Grey", ["give Le Rose Cromwell"]),
    (
        "kingmaker",
        "s1721n18",
        "Herbert beginnt in Pembroke, Stafford in Brecon",
        ["place Herbert Pembroke", "place Stafford Brecon"],
    ),
]
MORE = [
    ("kingmaker", "s1701n12", "1a, then done with my turn"),
    ("kingmaker", "green_turn", "encamp, then Mowbray to Colchester field"),
    ("kingmaker", "captive", "condemn Grey and ransom Cromwell"),
    ("kingmaker", "captive", "condemn Grey, let Cromwell go"),
    ("plantagenet", "pay", "pay Norfolk, give Essex up"),
    ("plantagenet", "s1911n10", "disband Warwick, use Clarence"),
    ("plantagenet", "two_actions", "1a/1b"),
    ("plantagenet", "two_actions", "pass, no way"),
    ("plantagenet", "two_actions", "pass (the second action only)"),
    ("plantagenet", "six_cards", "1a, Norfolk first"),
    ("plantagenet", "s1900n8", "Drop my list for the Levy, and York taxes Ely now"),
    ("warriors_of_england", "choose_neutral", "choose Bonville, to be confirmed"),
    ("warriors_of_england", "choose_neutral", "choose Bonville (my second choice)"),
    ("warriors_of_england", "choose_neutral", "Who is the strongest of the whole lot? Scrope."),
    ("richard_iii", "two_points", "recruit Bombard Wilts\nsorry, Rivers"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\nI meant Rivers"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\ndoch nicht"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\nRivers instead"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\notherwise Rivers"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\nBombard -> Rivers"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\nno, the other one"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\nthat was a bad idea"),
    ("richard_iii", "two_points", "recruit Bombard Wilts\nthese are ideas, not orders"),
    ("richard_iii", "two_points", "Here is what I do NOT want\nrecruit Bombard Wilts"),
    ("richard_iii", "two_points", "Bob should have played\nrecruit Bombard Wilts"),
    ("richard_iii", "two_points", "A: recruit Bombard Wilts\nB: done"),
    ("warriors_of_england", "five_impulses", "Bob:\npass"),
    ("warriors_of_england", "five_impulses", "York != Wales"),
    ("plantagenet", "two_actions", "pass, off"),
    ("plantagenet", "two_actions", "Old: pass"),
    ("plantagenet", "two_actions", "pass \N{CROSS MARK}"),
    ("plantagenet", "pay_or_disband", "keep none"),
    ("plantagenet", "pay_or_disband", "disband Warwick, it is Clarence now"),
    ("plantagenet", "charity", "charity Warwick, then March"),
    ("kingmaker", "late_turn", "move Roos to York field, then back"),
    ("kingmaker", "captive", "1a, one of them"),
    ("kingmaker", "red_turn", "1b, not 1c"),
    ("plantagenet", "two_actions", "forage ;-) just kidding"),
    ("kingmaker", "red_turn", "1b, then encamp"),
    ("kingmaker", "red_turn", "1b, no"),
    ("kingmaker", "red_turn", "1b after Bob has moved"),
    ("kingmaker", "red_turn", "1b and passage Bristol"),
    ("kingmaker", "red_turn", "1b, wait"),
    ("kingmaker", "red_turn", "1b and also standing heed events"),
    ("plantagenet", "levy", "for the campaign we need more coin"),
    ("plantagenet", "charity_again", "do not send the form as it stands"),
    ("plantagenet", "charity_again", "is the form fine as it stands?"),
    ("plantagenet", "towton_levies", "Which Lord takes Levy actions first? Warwick?"),
    ("plantagenet", "two_actions", "to stay here would be better because Ludlow is poor and march to Hereford"),
    ("warriors_of_england", "six_drawn", "Rivers ** 1-4, red, home Southeast"),
]


NOT_A_LIST = [
    ("plantagenet", "s1911n10", "disband Warwick for Clarence"),
    ("plantagenet", "s1911n10", "disband Warwick, Clarence on"),
    ("plantagenet", "s1911n10", "disband Warwick over Clarence"),
    ("plantagenet", "s1911n10", "disband Warwick against Clarence"),
    ("plantagenet", "s1911n10", "disband Warwick > Clarence"),
    ("plantagenet", "s1911n10", "disband Warwick's Clarence"),
    ("plantagenet", "s1911n10", "Warwick disbands Clarence"),
    ("plantagenet", "s1911n10", "Clarence no"),
    ("plantagenet", "s1911n10", "disband Warwick/Clarence"),
    ("plantagenet", "s1911n10", "disband Warwick (Clarence)"),
    ("plantagenet", "pay", "pay one of Norfolk and Essex"),
    ("plantagenet", "pay", "pay Norfolk for Essex"),
    ("plantagenet", "pay", "pay Norfolk, York"),
    ("plantagenet", "pay", "Norfolk zahlt Essex"),
    ("plantagenet", "tides_favour", "pay for none"),
    ("plantagenet", "tides_favour", "pay for Exeter"),
    ("plantagenet", "tides_favour", "keep Exeter for Ely"),
    ("plantagenet", "tides_favour", "Exeter neutral"),
    ("warriors_of_england", "draft", "give Clarence back"),
    ("kingmaker", "office", "discard off"),
    ("kingmaker", "office", "outside Clifford, Berkeley in"),
    ("kingmaker", "captive", "condemn Grey, Cromwell on"),
    ("kingmaker", "red_turn", "1a..1c"),
    ("kingmaker", "red_turn", "1a > 1b"),
]
BELOW = [
    ("plantagenet", "s1911n10", "disband Warwick\nthe other one, sorry"),
    ("plantagenet", "pay", "pay Norfolk\nNorfolk not"),
    ("plantagenet", "pay", "pay Norfolk\nnot really"),
    ("warriors_of_england", "campaign", "march York London\nnext turn"),
    ("plantagenet", "pay", "pay Norfolk\nsorry both"),
    ("plantagenet", "pay", "1a\n1a no"),
    ("warriors_of_england", "drawn_nobles", "1a\nno"),
    ("warriors_of_england", "drawn_nobles", "return Clarence\nno, give"),
    ("warriors_of_england", "campaign", "pass\nah no"),
    ("warriors_of_england", "campaign", "march York London\nwrong"),
    ("warriors_of_england", "campaign", "march York London\nWales, I mean"),
    ("warriors_of_england", "campaign", "march York London\nhe stays"),
    ("warriors_of_england", "campaign", "march York London; Scrope Wales"),
    ("richard_iii", "sail", "Warwick sails to Kent\nSalisbury as well"),
    ("kingmaker", "event", "yes\nno"),
    ("kingmaker", "red_turn", "1a\nwait, 1b"),
    ("kingmaker", "end", "discard Stanley\nkeep Stanley"),
    ("kingmaker", "captive", "condemn Grey\nCromwell lives"),
]
STILL = [
    ("plantagenet", "pay", "pay for Norfolk and for Essex", ["pay Norfolk, Essex"]),
    ("plantagenet", "pay", "pay Norfolk, Essex off", ["pay Norfolk"]),
    ("plantagenet", "pay", "pay Norfolk\nha ha", ["pay Norfolk"]),
    ("plantagenet", "tides_favour", "keep Exeter, Ely", ["keep Exeter, Ely"]),
    ("warriors_of_england", "campaign", "march York London\nGood luck, Bob", ["march York London"]),
    ("warriors_of_england", "drawn_nobles", "return Clarence\nClarence is a traitor", ["return Clarence"]),
    ("kingmaker", "red_turn", "1a\n1b (x)", ["1b"]),
    ("kingmaker", "captive", "condemn Grey, Cromwell", ["condemn Grey", "condemn Cromwell"]),
]
OPPOSITES = [
    ("warriors_of_england", "campaign", "anything but pass", "pass"),
    ("plantagenet", "pay", "all but Norfolk", "pay Norfolk, Essex"),
    ("plantagenet", "pay", "lose Essex", "pay Essex"),
    ("plantagenet", "s1911n10", "Warwick for Clarence", "disband Warwick, Clarence"),
    ("plantagenet", "tides_favour", "let Exeter go", "keep Exeter"),
    ("kingmaker", "captive", "release Grey", "condemn Grey"),
    ("richard_iii", "card", "save 2 AP", "card 2 AP"),
]


@pytest.mark.parametrize(("game", "name", "typed"), NOT_A_LIST)
def test_names_that_are_parted_by_more_than_a_list_are_asked_about(game: str, name: str, typed: str) -> None:
    assert effect(position(game, name), [typed]).is_nothing


@pytest.mark.parametrize(("game", "name", "typed"), BELOW)
def test_an_order_waits_that_the_line_right_below_it_may_take_back_or_change(game: str, name: str, typed: str) -> None:
    assert effect(position(game, name), typed.splitlines()).is_nothing


@pytest.mark.parametrize(("game", "name", "typed", "means"), STILL)
def test_what_neither_takes_back_nor_parts_anything_changes_nothing(
    game: str, name: str, typed: str, means: list[str]
) -> None:
    at = position(game, name)
    assert effect(at, typed.splitlines()).same_as(meant(at, tuple(means)))


@pytest.mark.parametrize(("game", "name", "typed", "opposite"), OPPOSITES)
def test_no_suggestion_is_the_opposite_of_a_line(game: str, name: str, typed: str, opposite: str) -> None:
    done = effect(position(game, name), [typed])
    assert done.is_nothing
    assert opposite not in done.suggested


def test_a_tick_alone_is_no_order_and_no_fault() -> None:
    assert effect(position("plantagenet", "pay"), ["(x)"]).is_nothing


@pytest.mark.parametrize(("game", "name", "typed", "means"), AROUND)
def test_what_stands_around_an_answer_is_no_part_of_it(game: str, name: str, typed: str, means: list[str]) -> None:
    at = position(game, name)
    assert effect(at, [typed]).same_as(meant(at, tuple(means)))


@pytest.mark.parametrize(("game", "name", "typed"), MORE)
def test_what_is_more_than_that_is_not_passed_over(game: str, name: str, typed: str) -> None:
    assert effect(position(game, name), typed.splitlines()).is_nothing


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("march_commands", "forage, boldly or not at all"),
        ("march_commands", "hereby postponed: forage"),
        ("march_commands", "forage, poor choice"),
        ("march_commands", "hereby take back forage"),
        ("march_commands", "forage, zu müde"),
        ("march_commands", "forage, dinner instead"),
        ("march_commands", "forage, in hot water"),
        ("march_commands", "forage, nach dem Essen"),
        ("march_commands", "forage, um Himmels willen nicht"),
        ("march_commands", "cowards march Hereford"),
        ("march_commands", "pass, poor choice"),
        ("s1911n10", "one option: disband Clarence"),
        ("pay", "Money for Norfolk farmers"),
    ],
)
def test_harmless_words_say_nothing_where_they_mean_more(name: str, line: str) -> None:
    assert effect(position("plantagenet", name), [line]).is_nothing


def test_who_deserves_something_is_not_given_it() -> None:
    assert effect(position("warriors_of_england", "trial"), ["Stanley deserves his trial"]).is_nothing
