"""Short facts below a question, such as the odds of possible attacks, with and without the player's own hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.engine.copying import copied
from pbem.engine.decision import Decision, Menu, Pick, Seat
from pbem.engine.game.forecast import percent
from pbem.games.kingmaker.asking.assembling import ATTEND, AWARDS, possible_awards
from pbem.games.kingmaker.asking.ending import END
from pbem.games.kingmaker.asking.event import EVENT, guards
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.leading_against import ASSENT, attack_of, force_attacks
from pbem.games.kingmaker.asking.options import ENCAMP, PROCEED, Again, Crown, LeadAgainst, Move, Passage, Summon
from pbem.games.kingmaker.asking.setting_up import AWARD, CASTLE, several_homes
from pbem.games.kingmaker.combat.battle import ATTACKER, BAD_WEATHER, DEFENDER, INDECISIVE
from pbem.games.kingmaker.combat.fight import unspent
from pbem.games.kingmaker.combat.reserves import hand_men
from pbem.games.kingmaker.combat.siege import CAPTURED, FAILED, TOO_WEAK
from pbem.games.kingmaker.components.cards import Happening
from pbem.games.kingmaker.components.ids import EventCard, NobleId, Phase, Place
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import allied, cannot_answer, holder_of, nobles_of, royals_with
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.coronation import crown
from pbem.games.kingmaker.events.embassy import may_accompany
from pbem.games.kingmaker.legal.attacks import battles, sieges
from pbem.games.kingmaker.movement.end import end_movement
from pbem.games.kingmaker.prestige import kings, prestige
from pbem.games.kingmaker.preview.odds import battle_of, chances, siege_of, strengths
from pbem.games.kingmaker.report.card_text import card_text, event_text
from pbem.games.kingmaker.report.where import faction, label, listed, named, spot_text
from pbem.games.kingmaker.turns import TURN
from pbem.games.kingmaker.victory import look_for_victory
from pbem.i18n import Text

MAX_FIGHTS = 5
"""The maximum number of attacks below a question; the best ones first."""


def facts(s: State, decision: Decision) -> tuple[str, ...]:
    """Short lines below a question; for most questions none."""
    if decision.key == ASSENT:
        return tuple(of_assent(s, LeadAgainst.read(decision.subject), decision.seat))
    facts_of = TOLD.get(decision.key)
    options = decision.shape.options() if isinstance(decision.shape, Menu) else ()
    first = (
        *(of_movement(options) if s.phase is Phase.MOVEMENT else ()),
        *of_summons(s, options),
        *of_coronations(s, options),
    )
    return (*first, *(facts_of(s, decision.seat) if facts_of is not None else ()))


def of_coronations(s: State, options: Sequence[str]) -> Iterator[str]:
    """8, 13.4, 13.5 The result of each coronation that can be ordered: an immediate victory, or prestige."""
    for order in Crown.among(options):
        later = copied(s)
        crown(later, order.royal)
        look_for_victory(later)
        if later.result is not None:
            yield Text("{royal} is the last Royal alive: who crowns them wins the game.", royal=name_of(s, order.royal))
        else:
            sentence = Text("With {royal} crowned your prestige is {points}; now it is {points_now}.")
            yield sentence.filled(
                royal=name_of(s, order.royal), points=prestige(later, s.active), points_now=prestige(s, s.active)
            )


def of_event(s: State, seat: Seat) -> Iterator[str]:
    """4.1 What the card says, and whom it calls."""
    if s.showing is None:
        return
    yield event_text(s, s.showing)
    if called := _called_by(s, s.showing):
        yield Text("Called: {nobles}", nobles=listed(_called(s, noble, to) for noble, to in called.items()))
    yield from royals_called(s, seat)
    if companions := companions_of(s, seat):
        yield Text('Who goes along with the King you say with "escort" and names, else nobody: {nobles}', nobles=companions)
    if s.events_left == 1:
        yield Text(
            'The game waits for "{proceed}"; until then cards can be played. The orders of your turn can stand below it in '
            'the same letter: "move NOBLE PLACE", "done" (help turn, help move).',
            proceed=PROCEED,
        )


def companions_of(s: State, seat: Seat) -> str:
    """4.3 (l. 319) The reader's Nobles who can go along on the embassy turned up ("": nobody)."""
    is_embassy = s.showing is not None and s.board.cards.events[s.showing].kind is Happening.EMBASSY
    crowned = kings(s) if is_embassy else []
    noble = s.royals[crowned[0]].noble if len(crowned) == 1 else None
    if noble is None or cannot_answer(s, s.nobles[noble].at):
        return ""
    return listed(label(s, other) for other in may_accompany(s, noble) if s.nobles[other].owner == seat)


def _called_by(s: State, card: EventCard) -> dict[NobleId, Place]:
    """4.2 The Nobles whom an Event card calls, with the place."""
    return {noble: call.to for call in s.board.cards.events[card].calls if (noble := holder_of(s, call.who))}


def _called(s: State, noble: NobleId, to: Place) -> Text:
    owner = faction(s.nobles[noble].owner)
    return Text("{noble} of {faction} to {place}", noble=label(s, noble), faction=owner, place=label(s, to))


def royals_called(s: State, seat: Seat) -> Iterator[Text]:
    """4.2 (l. 320) The Royals with called Nobles of the reader's, whom other Nobles there could take over (R118)."""
    called = _called_by(s, s.showing) if s.showing is not None else {}
    going = [noble for noble in called if s.nobles[noble].owner == seat and not cannot_answer(s, s.nobles[noble].at)]
    asked = [(noble, question) for noble in going for question in guards(s, noble, going)]
    for noble, question in asked:
        assert isinstance(question.shape, Pick)
        takers = [NobleId(option) for option in question.shape.options() if option in s.nobles]
        yield Text(
            '{royal} is with {noble}: write "guard" and one of these, or "guard none": {nobles}',
            royal=label(s, question.subject),
            noble=label(s, noble),
            nobles=listed(label(s, taker) for taker in takers),
        )


def of_turn(s: State, seat: Seat) -> Iterator[str]:
    """6, 13.2 The possible attacks, with odds; also of Forces with Nobles of the player's."""
    for fight in open_fights(s, seat)[:MAX_FIGHTS]:
        yield from fight_lines(s, fight, seat)
    for order in LeadAgainst.among(force_attacks(combat_phase(s)))[:MAX_FIGHTS]:
        if (led := attack_of(s, order)) is not None:
            yield Text("Force under {noble}: {fight}", noble=label(s, order.commander), fight=fight_line(s, led))


def of_movement(options: Sequence[str]) -> Iterator[str]:
    """5 How Nobles move; what else can be done in the Movement phase (5.8, 5.3); how each phase ends (R83)."""
    if Move.among(options):
        yield Text(
            "A Noble moves once, to a spot of his Region or of one next to it, or by road (help move, help movement)."
        )
    if Again.among(options):
        yield Text('"again" is one more move, before or after, for a Free Move card.')
    if Passage.among(options):
        yield Text(
            '"passage" asks the owner of an enemy place to let you pass by road; their standing orders answer at once.'
        )
    if ENCAMP in options:
        yield Text(
            '"encamp" ends movement alone, "forbear" combat too, "done" all of it, and you draw. To attack where enemies '
            'are: "attack PLAYER AREA", "besiege PLACE" (help attack, help siege).'
        )


def open_fights(s: State, seat: Seat) -> list[Fight]:
    """6 The attacks that would be open if the Movement phase were over, each by all who can attack."""
    later = combat_phase(s)
    if later.phase is not Phase.COMBAT or later.active != seat:
        return []
    fights = [battle_of(s, seat, each.area, each.players[0], unspent(later, each.area)) for each in battles(later)]
    fights += [siege_of(s, seat, place, unspent(later, s.board.places[place].area)) for place in sieges(later)]
    return sorted(fights, key=lambda fight: (fight.place is not None, -strengths(s, fight, {})[1]))


def combat_phase(s: State) -> State:
    """The position as if the Movement phase were over; in a later phase, the position itself."""
    if s.phase is not Phase.MOVEMENT:
        return s
    later: State = copied(s)
    end_movement(later, {})
    return later


def of_assent(s: State, order: LeadAgainst, seat: Seat) -> Iterator[str]:
    """13.2 The odds of the attack that a Force is asked to make."""
    if (fight := attack_of(s, order)) is not None:
        yield from fight_lines(s, fight, seat)


def of_adding(s: State, seat: Seat) -> Iterator[str]:
    """6.2.4 The odds of the combat under way."""
    if s.fight is not None:
        yield from fight_lines(s, s.fight, seat)


def fight_lines(s: State, fight: Fight, seat: Seat) -> Iterator[str]:
    """6.2.5, 6.3 The men and the odds of a combat, without and with everything that the reader's own hand can add."""
    yield fight_line(s, fight)
    men = hand_men(s, fight, seat)
    if men and odds_line(s, fight, {seat: men}) != odds_line(s, fight, {}):
        yield Text("with {men} men of your hand: {odds}", men=men, odds=odds_line(s, fight, {seat: men}))
    yield from killed_lines(s, fight)


def killed_lines(s: State, fight: Fight) -> Iterator[Text]:
    """6.2.5, 6.3 The chance of being killed, for each Noble in a combat who can be."""
    if risks := dict(chances(s, fight).killed):
        yield Text("killed: {risks}", risks=_risks(s, risks))


def fight_line(s: State, fight: Fight) -> Text:
    """A combat in one line."""
    attack, defence = strengths(s, fight, {})
    odds = odds_line(s, fight, {})
    if fight.place is not None:
        return Text(
            "Siege of {place}, {attack} men against {defence}: {odds}",
            place=label(s, fight.place),
            attack=attack,
            defence=defence,
            odds=odds,
        )
    return Text(
        "Attack on {faction} at {area}, {attack} men against {defence}: {odds}",
        faction=faction(fight.against or ""),
        area=label(s, fight.area),
        attack=attack,
        defence=defence,
        odds=odds,
    )


def odds_line(s: State, fight: Fight, more: Mapping[Seat, int]) -> Text:
    """The chances of each outcome."""
    outcomes = chances(s, fight, more)
    likely = [outcome for outcome in OUTCOMES if outcomes.of(outcome)]
    return listed(Text("{outcome} {chance}", outcome=OUTCOMES[each], chance=percent(outcomes.of(each))) for each in likely)


OUTCOMES = {
    ATTACKER: Text("the attacker wins"),
    DEFENDER: Text("the defender wins"),
    INDECISIVE: Text("nobody wins"),
    CAPTURED: Text("it is taken"),
    FAILED: Text("it is not taken"),
    BAD_WEATHER: Text("bad weather"),
    TOO_WEAK: Text("it is too strong"),
}


def _risks(s: State, risks: Mapping[NobleId, float]) -> Text:
    worst = sorted(risks, key=lambda noble: -risks[noble])
    return listed(Text("{noble} {chance}", noble=label(s, noble), chance=percent(risks[noble])) for noble in worst)


def of_castles(s: State, seat: Seat) -> Iterator[str]:
    """2.4 The home castles of each of the player's Nobles; who has one only begins there."""
    several = several_homes(s, seat)
    for noble in several:
        castles = listed(label(s, home) for home in s.facts(noble).places)
        yield Text("{noble}: {castles}", noble=label(s, noble), castles=castles)
    for noble in nobles_of(s, seat):
        if noble not in several:
            castle = label(s, s.facts(noble).places[0])
            yield Text(
                "{noble} begins in {castle}, his only home castle: no line is needed.", noble=label(s, noble), castle=castle
            )


def of_cards(s: State, seat: Seat) -> Iterator[str]:
    """1.3, 2.4 What each card to be awarded gives."""
    for card in s.players[seat].hand:
        if not s.facts(card).sort.is_noble:
            yield Text("{card} ({what})", card=label(s, card), what=card_text(s, card))


def of_awards(s: State, _seat: Seat) -> Iterator[str]:
    """7.4 All cards that can be awarded must be; and who can hold each."""
    yield Text("Each drawn card that a Noble can hold must be awarded, to whomever you choose; the others are discarded.")
    fitting: dict[str, list[Text]] = {}
    for award in possible_awards(s):
        fitting.setdefault(award.card, []).append(_of_faction(s, award.noble))
    for card, nobles in fitting.items():
        yield Text("{card}: {nobles}", card=label(s, card), nobles=listed(nobles))


def _of_faction(s: State, noble: NobleId) -> Text:
    return Text("{noble} of {faction}", noble=label(s, noble), faction=faction(s.nobles[noble].owner))


def of_summons(s: State, options: Sequence[str]) -> Iterator[str]:
    """7.3 Where each Noble is who can be summoned, and the Royals who come with him."""
    nobles = [order.noble for order in Summon.among(options)]
    if nobles:
        yield Text(
            "Who is summoned must come, and his Royals with him: {nobles}.", nobles=listed(_summoned(s, n) for n in nobles)
        )


def _summoned(s: State, noble: NobleId) -> Text:
    who, where = _of_faction(s, noble), spot_text(s, s.nobles[noble].at)
    if royals := royals_with(s, noble):
        return Text("{noble} ({where}, with {royals})", noble=who, where=where, royals=named(s, royals))
    return Text("{noble} ({where})", noble=who, where=where)


def of_the_end(s: State, seat: Seat) -> Iterator[str]:
    """11.5 A reminder that the discard comes last."""
    if s.phase is Phase.POLITICS and s.players[seat].hand:
        yield Text(
            "Your turn ends when you discard one card of your hand. Before that you can play cards, as long as one is left "
            'to discard, and let Nobles step out of the places they are in ("outside"); neither is needed.'
        )
    if len(allied(s, seat)) > 1:
        yield Text('"part" leaves your Alliance, which can be done in this phase only.')


def of_attendance(s: State, _seat: Seat) -> Iterator[str]:
    """7.4 The cards in Chancery, of which as many are drawn as Nobles attend."""
    if not s.chancery:
        yield Text("Chancery is empty: nothing is drawn.")
        return
    cards = listed(label(s, card) for card in s.chancery)
    yield Text("In Chancery: {cards}. As many are drawn as Nobles attend.", cards=cards)


TOLD: Mapping[str, Callable[[State, Seat], Iterator[str]]] = {
    CASTLE: of_castles,
    EVENT: of_event,
    TURN: of_turn,
    ADD: of_adding,
    AWARD: of_cards,
    AWARDS: of_awards,
    ATTEND: of_attendance,
    END: of_the_end,
}
