"""7, 8 The Parliament and Coronation phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.decision import Decision, Menu, PickSome, Seat, Together
from pbem.engine.event import tell
from pbem.games.kingmaker.asking.asked import now, who_enter
from pbem.games.kingmaker.asking.options import DONE, Attend, Award, Crown, Summon
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.draws import Decks
from pbem.games.kingmaker.components.ids import NobleId, Phase, Place, Spot, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, area_of, can_hold, in_field, in_turn, plain_men, room_in
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import can_end_at, is_friendly
from pbem.games.kingmaker.coronation import crown, crowns
from pbem.games.kingmaker.hands.award import can_receive
from pbem.games.kingmaker.legal.choices import may_attend
from pbem.games.kingmaker.parliament import Summons, award_one, caller, dissolve, meeting_places, sitting, summon, summons
from pbem.i18n import Text

DECKS = Decks()
ATTEND, AWARDS, ENTER = "7.3 attend", "7.4 award", "8 enter"


# 7 Parliament


def parliament_options(s: State) -> list[str]:
    """7.1, 7.3 The rivals whom the active player can summon to a Parliament."""
    if s.phase is not Phase.PARLIAMENT:
        return []
    return [Summon(noble) for noble in summons(s) or ()]


async def parliament(s: State, order: Summon) -> None:
    """7.1-7.4 Runs a Parliament: it is called, Nobles come, and the drawn cards are awarded."""
    tell(s, "7.1", "summoned", seat=s.active, noble=order.noble, caller=caller(s))
    s.summoned = order.noble
    attend = await attendance(s, order.noble)
    s.summoned = None
    await summon(s, Summons(order.noble, attend, await choose_spots(s, attend)), DECKS)
    await awards(s)


async def attendance(s: State, summoned: NobleId) -> Mapping[Seat, Sequence[NobleId]]:
    """7.3 Asks which Nobles attend. All players decide at once and are revealed clockwise from the caller (Ruling: R28), or,
    by that game's settings, one after the other.

    A condition looks only at players revealed earlier. The summoned Noble must come and is nobody's choice.
    """
    must = [noble for noble in (caller(s), summoned) if noble is not None]
    free = {seat: [noble for noble in may_attend(s, seat) if noble not in must] for seat in in_turn(s, s.active)}
    asked = [attend_question(s, seat, nobles, summoned) for seat, nobles in free.items() if nobles]
    come: dict[Seat, list[NobleId]] = {s.nobles[summoned].owner: [summoned]}
    sent: dict[Seat, list[NobleId]] = {}
    answers = await Together(tuple(asked)) if asked and not s.settings.clockwise else ()
    for place, question in enumerate(asked):
        answer = await question if s.settings.clockwise else answers[place]
        nobles = [choice.noble for choice in map(Attend.read, answer) if is_coming(choice, sent)]
        sent[question.seat] = nobles
        come[question.seat] = list(dict.fromkeys([*come.get(question.seat, ()), *nobles]))
        if s.settings.clockwise:
            tell(s, "7.3", "sends", seat=question.seat, nobles=nobles)
    return come


async def choose_spots(s: State, attend: Mapping[Seat, Sequence[NobleId]]) -> Mapping[NobleId, Spot]:
    """7.3 (l. 501) Asks who goes inside if the Parliament meets in a town of theirs or an ally's; by default nobody
    (R85).
    """
    noble = caller(s)
    assert noble is not None
    guests = [guest for seat in in_turn(s, s.active) for guest in attend.get(seat, ())]
    come, where = list(dict.fromkeys([noble, *guests])), dict[NobleId, Spot]()
    for place in (place for place in meeting_places(s, noble) if s.board.places[place].fortified):
        spot = inside(place)
        outside = [each for each in come if each not in where and s.nobles[each].at != spot]
        able = [each for each in outside if is_friendly(s, s.nobles[each].owner, place)]
        prompt = Text("The Parliament meets at {place}: who goes inside?", place=name_of(s, place))
        where |= dict.fromkeys(await who_enter(s, ENTER, place, prompt, able, room_in(s, spot)), spot)
    return where


def is_coming(choice: Attend, sent: Mapping[Seat, Sequence[NobleId]]) -> bool:
    """7.3 Whether a Noble comes, given what the players before have sent."""
    return not sent.get(choice.unless) and (not choice.following or bool(sent.get(choice.following)))


def attend_question(s: State, seat: Seat, nobles: Sequence[NobleId], summoned: NobleId) -> Decision:
    """7.3 Asks which Nobles a player sends; hidden until all have answered."""
    host = caller(s) or summoned
    slots = {"area": name_of(s, area_of(s, host) or ""), "noble": name_of(s, summoned)}
    prompt = Text(
        "{caller} calls a Parliament at {area}, and {noble} must come. Whom do you send?",
        caller=name_of(s, s.active),
        **slots,
    )
    if seat == s.active:
        prompt = Text(
            "Your Parliament at {area}: {noble} must come. Whom do you bring beside {host}?", host=name_of(s, host), **slots
        )
    others = deciding_before(s, seat)

    def plain() -> list[str]:
        return [Attend(noble) for noble in nobles]

    def options() -> list[str]:
        return [
            *plain(),
            *(Attend(noble, unless=other) for noble in nobles for other in others),
            *(Attend(noble, following=other) for noble in nobles for other in others),
        ]

    most = len(nobles) * (2 * len(others) + 1)
    return Decision(seat, ATTEND, now(s), prompt, PickSome(options, 0, most, plain), list)


def deciding_before(s: State, seat: Seat) -> list[Seat]:
    """7.3, R28 The players who are revealed before a player: those between the caller and them, clockwise."""
    order = in_turn(s, s.active)
    return order[: order.index(seat)]


async def awards(s: State) -> None:
    """7.4, 7.5 Asks the caller to award the drawn cards, one after the other, as long as any can be awarded.

    If none can, agreements made while the Parliament gathered are still carried out (Ruling: R90): one question, which
    answers itself, gives them the time.
    """
    begins = not s.readings.no_time_for_offices
    while begins or next(possible_awards(s), None) is not None:
        begins = False
        answer = await award_question(s)
        if answer != DONE:
            order = Award.read(answer)
            award_one(s, order.card, order.noble)
    dissolve(s)


def award_question(s: State) -> Decision:
    """7.4 The next award. It becomes void if a card played from hand meanwhile has taken the last place."""
    left = sitting(s).cards
    prompt = Text("{number} Chancery cards are to be awarded: which one to whom?", number=len(left))
    if len(left) == 1:
        prompt = Text("{card} is to be awarded: to whom?", card=name_of(s, left[0]))
    shape = Menu(lambda: list(possible_awards(s)) or [DONE])
    return Decision(s.active, AWARDS, f"{now(s)}, {len(left)} left", prompt, shape, lambda: usual_award(s))


def possible_awards(s: State) -> Iterator[Award]:
    """7.4 Each drawn card with each Noble who can hold it. No award makes another card impossible: a Noble who is given a
    Title can still have an Office, and no other card takes its place (Ruling: R30).
    """
    able = [noble for noble in s.nobles if can_receive(s, noble)]
    yield from (Award(card, noble) for card in sitting(s).cards for noble in able if can_hold(s, noble, card))


def usual_award(s: State) -> str:
    """7.4 The default award: Titles first; one's own Nobles first, then allies, then the weakest rivals."""

    def rank(order: Award) -> tuple[int, int, int]:
        owner, men = s.nobles[order.noble].owner, plain_men(s, order.noble)
        near = 0 if owner == s.active else 1 if owner in allied(s, s.active) else 2
        return int(s.facts(order.card).sort is not Sort.TITLE), near, men if near == 2 else -men

    return min(possible_awards(s), key=rank, default=DONE)


# 8 Coronation


def crown_options(s: State) -> list[str]:
    """8 The Royals whom the active player can crown."""
    if s.phase is not Phase.CORONATION:
        return []
    return [Crown(royal) for royal in crowns(s)]


async def coronation(s: State, order: Crown) -> None:
    """8 (l. 509-512, R85) Crowns a Royal; friendly Nobles in the Area may go inside."""
    place = crowns(s)[order.royal]
    crown(s, order.royal, await entering(s, place))


async def entering(s: State, place: Place) -> Sequence[NobleId]:
    """8 (l. 512) Asks which Nobles of the active player and of allies enter the place with the cathedral; by default none
    (R85).
    """
    facts = s.board.places[place]
    friends = [seat for seat in in_turn(s, s.active) if seat in allied(s, s.active)]
    here = [noble for seat in friends for noble in in_field(s, facts.area, seat)]
    able = [noble for noble in here if facts.fortified and can_end_at(s, noble, inside(place))]
    prompt = Text("Who goes inside {place}?", place=name_of(s, place))
    return await who_enter(s, ENTER, place, prompt, able, room_in(s, inside(place)))
