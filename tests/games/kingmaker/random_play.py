"""Whole games of Kingmaker II in which every choice is made by chance, and every position is looked at."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from pbem.engine.log.entry import fingerprint
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.alliances import ally, leave
from pbem.games.kingmaker.checks import checks
from pbem.games.kingmaker.combat.battle import Battle, battle
from pbem.games.kingmaker.combat.captives import execute, ransom
from pbem.games.kingmaker.combat.end import end_combat
from pbem.games.kingmaker.combat.fight import unspent
from pbem.games.kingmaker.combat.siege import Siege, siege
from pbem.games.kingmaker.components.ids import Phase, field, harbour
from pbem.games.kingmaker.components.nobles import allied, area_of, at, attach, fits, in_field, nobles_of, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.coronation import crown, crowns
from pbem.games.kingmaker.events.event import Response, event
from pbem.games.kingmaker.forces import form_force
from pbem.games.kingmaker.hands.award import award_card, awards, can_receive, play_noble
from pbem.games.kingmaker.hands.exchange import trade, transfer
from pbem.games.kingmaker.hands.gifts import give_place
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.legal.attacks import battles, sieges
from pbem.games.kingmaker.movement.end import end_movement
from pbem.games.kingmaker.movement.land import REGIONAL, ROAD, Move, move, regional_spots, road_areas
from pbem.games.kingmaker.movement.loans import lend
from pbem.games.kingmaker.movement.sail import Sail, sail
from pbem.games.kingmaker.parliament import Summons, award_parliament, next_phase, sitting, summon, summons
from pbem.games.kingmaker.prestige import may_claim
from pbem.games.kingmaker.royals import execute_royal, hand_over, reallocate
from pbem.games.kingmaker.setup.dealt import build, deal, start
from pbem.games.kingmaker.turn_end import claim, draw_two, end_turn, step_out
from tests.games.kingmaker.scene import BOARD, by_rule

T = TypeVar("T")
DEEDS = ("award", "noble", "transfer", "trade", "lend", "give", "royal", "force", *["ally"] * 4)
"""What is tried in the End of Turn; leaving an Alliance comes by itself now and then."""


class ByChance:
    """Piles shuffled by a seeded generator."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def take(self, pile: list[Any]) -> Any:
        """The card on top."""
        return pile.pop(0)

    async def shuffle(self, pile: list[Any], what: str) -> None:
        """Any order."""
        assert what
        self.random.shuffle(pile)


class Game:
    """A game that plays itself."""

    def __init__(self, seed: int, players: int) -> None:
        self.random = Random(seed)  # noqa: S311 - no secret
        self.draws = ByChance(self.random)
        self.done: Counter[str] = Counter()
        seats = [f"p{number + 1}" for number in range(players)]
        self.s: State = by_rule(deal(BOARD, seats, players == 2, self.draws))
        for seat in seats:
            self.build(seat)
        castles = {noble: BOARD.cards.crown[noble].places[0] for noble in self.s.nobles}
        by_rule(start(self.s, castles, seats[0], self.draws))
        for royal in self.s.royals if seed % 2 else ():
            attach(self.s, royal, self.any(list(self.s.nobles)))
        settle(self.s)

    def build(self, seat: str) -> None:
        """Any Faction that the rules allow."""
        while not self.attempt("build", lambda: self.tried(seat)):
            pass

    def tried(self, seat: str) -> None:
        """Each card to any Noble, and perhaps some dropped."""
        nobles = [noble for noble in BOARD.cards.nobles if noble in self.s.players[seat].hand]
        awarded = {card: self.random.choice(nobles) for card in BOARD.cards.crown}
        drop = self.random.sample(self.s.players[seat].hand, self.random.choice([0, 0, 1, 2]))
        by_rule(build(self.s, seat, awarded, drop, self.draws))

    def attempt(self, what: str, deed: Callable[[], Any]) -> bool:
        """Do something that may be refused. Whatever is done, the position is sound; what is refused changes nothing."""
        self.s.events.clear()
        before = fingerprint(self.s)
        try:
            deed()
        except Illegal:
            self.done[f"{what} refused"] += 1
            assert self.s.events == [], what
            assert fingerprint(self.s) == before, what
            return False
        self.done[what] += 1
        if self.s.phase is not Phase.SETUP:
            assert list(checks(self.s)) == [], what
        return True

    def any(self, these: Sequence[T]) -> T:
        """One of several."""
        return self.random.choice(list(these))

    def some(self, these: Sequence[T]) -> tuple[T, ...]:
        """One or more of several."""
        return tuple(self.random.sample(list(these), self.random.randint(1, len(these))))

    def play(self, turns: int) -> None:
        """So many turns, or until it is over."""
        for _ in range(turns):
            if self.s.result is not None:
                return
            self.turn()

    def turn(self) -> None:
        """One turn of the active player."""
        s = self.s
        while s.phase is Phase.EVENT:
            self.attempt("event", lambda: by_rule(event(s, Response(), self.draws)))
        steps = (self.movement, self.combat, self.captives, self.parliament, self.coronation, self.end)
        for step in steps:
            if s.result is None:
                step()

    # Movement

    def movement(self) -> None:
        """5 Some moves by land and sea."""
        s = self.s
        self.gather()
        for force in list(s.forces):
            self.together(force)
        for noble in nobles_of(s, s.active):
            if self.random.random() < 0.7 and area_of(s, noble) is not None:
                self.by_land(noble)
        for ship in list(s.ships):
            if self.random.random() < 0.5:
                self.by_sea(ship)
        self.attempt("end_movement", lambda: end_movement(s, {}))

    def gather(self) -> None:
        """13.2 Somebody goes where an ally's Noble is, and they become a Force."""
        s = self.s
        friends = [noble for noble in nobles_of(s, *allied(s, s.active)) if s.nobles[noble].owner != s.active]
        mine = [noble for noble in nobles_of(s, s.active) if area_of(s, noble) is not None]
        if not friends or not mine:
            return
        friend, noble = self.any(friends), self.any(mine)
        to = s.nobles[friend].at
        if s.nobles[noble].at != to:
            kind = ROAD if self.random.random() < 0.5 else REGIONAL
            self.attempt("move to an ally", lambda: move(s, Move((noble,), kind, to)))
        together = at(s, s.nobles[friend].at, *allied(s, s.active))
        chief = self.any(together)
        self.attempt("force of allies", lambda: form_force(s, s.nobles[chief].owner, together, chief, s.seats))

    def together(self, force: Any) -> None:
        """13.2 A Force moves."""
        s = self.s
        if spots := regional_spots(s, force.commander):
            choice = Move(tuple(force.nobles), REGIONAL, self.any(spots), force=force.commander)
            self.attempt("move of a Force", lambda: move(s, choice))

    def joint_attacks(self) -> None:
        """13.2 Forces attack what is there."""
        s = self.s
        for force in list(s.forces):
            area = area_of(s, force.commander)
            if area is None or s.result is not None or force not in s.forces:
                continue
            crew, chief = tuple(force.nobles), force.commander
            enemies = [seat for seat in s.seats if seat not in allied(s, s.active) and in_field(s, area, seat)]
            if enemies:
                choice = Battle(area, crew, self.any(enemies), force=chief)
                self.attempt("battle of a Force", lambda choice=choice: by_rule(battle(s, choice, self.draws)))
            elif places := s.board.fortified(area):
                attack = Siege(self.any(places), crew, force=chief)
                self.attempt("siege of a Force", lambda attack=attack: by_rule(siege(s, attack, self.draws)))

    def by_land(self, noble: Any) -> None:
        """5.2, 5.3 With or without those who stand with him."""
        s = self.s
        roads, spots = list(road_areas(s, noble, ())), regional_spots(s, noble)
        road = bool(roads) and self.random.random() < 0.5
        if not road and not spots:
            return
        to = field(self.any(roads)) if road else self.any(spots)
        others = [other for other in at(s, s.nobles[noble].at, s.active) if other != noble]
        group = (noble, *(self.some(others) if others and self.random.random() < 0.5 else ()))
        free = (noble,) if self.random.random() < 0.2 else ()
        self.attempt(
            f"move {ROAD if road else REGIONAL}", lambda: move(s, Move(group, ROAD if road else REGIONAL, to, free=free))
        )

    def by_sea(self, ship: Any) -> None:
        """5.4-5.7 Any way."""
        s = self.s
        water, path = s.ships[ship].at, []
        for _ in range(self.random.randint(1, 5)):
            water = self.any(s.board.next_waters(water))
            path.append(water)
            if harbour(water) is not None:
                break
        port = harbour(s.ships[ship].at)
        here = [] if port is None else in_field(s, s.board.places[port].area, s.active)
        board = self.some(here) if here and self.random.random() < 0.7 else ()
        assault = self.random.random() < 0.5
        group = tuple(
            each for each, piece in s.ships.items() if each == ship or (piece.group and piece.group == s.ships[ship].group)
        )
        self.attempt("sail", lambda: sail(s, Sail(group, tuple(path), board, assault=assault)))

    # Combat

    def combat(self) -> None:
        """6 Attacks while there is something to attack."""
        s = self.s
        self.joint_attacks()
        for lead, place in list(s.assaults.items()):
            crew = tuple(noble for noble, unit in s.nobles.items() if unit.at == f"aboard:{lead}")
            self.attempt("assault", lambda place=place, crew=crew, lead=lead: self.besiege(place, crew, lead))
        for _ in range(4):
            if s.result is not None:
                return
            if (found := sieges(s)) and self.random.random() < 0.7:
                place = self.any(list(found))
                crew = tuple(unspent(s, s.board.places[place].area))
                self.attempt("siege", lambda place=place, crew=crew: self.besiege(place, crew, None))
            elif stacks := battles(s):
                target = self.any(stacks)
                crew = self.some(unspent(s, target.area))
                choice = Battle(target.area, crew, self.any(target.players), call_off=self.random.random() < 0.1)
                self.attempt("battle", lambda choice=choice: by_rule(battle(s, choice, self.draws)))
        if s.result is None:
            self.attempt("end_combat", lambda: end_combat(s))

    def besiege(self, place: Any, crew: Any, lead: Any) -> None:
        """6.3 One siege."""
        by_rule(siege(self.s, Siege(place, crew, lead), self.draws))

    def captives(self) -> None:
        """9.2 Some are ransomed, the others die."""
        s = self.s
        for noble in list(s.captives):
            if self.random.random() < 0.3:
                home = self.any(s.facts(noble).places)
                self.attempt("ransom", lambda noble=noble, home=home: ransom(s, noble, home, {}))
            elif s.result is None:
                self.attempt("execute", lambda noble=noble: by_rule(execute(s, [noble], {}, self.draws)))

    # Parliament to the end

    def parliament(self) -> None:
        """7 Called where it can be."""
        s = self.s
        if found := summons(s):
            guests = {seat: self.some(own) for seat in s.seats if (own := nobles_of(s, seat))}
            for attend in (guests, {}):
                choice = Summons(self.any(found), attend)
                if self.attempt("summon", lambda choice=choice: by_rule(summon(s, choice, self.draws))):
                    self.award()
                    return
        self.attempt("next_phase", lambda: next_phase(s))

    def award(self) -> None:
        """7.4 All that can be awarded: Titles first."""
        s = self.s
        while s.parliament is not None:
            cards = sorted(sitting(s).cards, key=lambda card: s.facts(card).sort != "title")
            nobles = list(s.nobles)
            steps = [["award", card, self.any(nobles)] for card in cards]
            legal: list[list[str]] = []
            for step in steps:
                for noble in self.random.sample(nobles, len(nobles)):
                    sort, taken = s.facts(step[1]).sort, [each[1] for each in legal if each[2] == noble]
                    if self.fits(noble, sort, taken):
                        legal.append(["award", step[1], noble])
                        break
            self.attempt("award_parliament", lambda legal=legal: award_parliament(s, legal))

    def fits(self, noble: Any, sort: Any, taken: list[Any]) -> bool:
        """1.3 Whether a card can be awarded besides others of this Parliament."""
        return can_receive(self.s, noble) and fits(self.s, noble, [*self.s.nobles[noble].cards, *taken], sort)

    def coronation(self) -> None:
        """8 Whoever can be crowned is."""
        s = self.s
        for royal in crowns(s):
            self.attempt("crown", lambda royal=royal: crown(s, royal))
        if s.result is None:
            self.attempt("next_phase", lambda: next_phase(s))

    def end(self) -> None:
        """11 The End of Turn."""
        s = self.s
        if may_claim(s, s.active):
            self.attempt("claim", lambda: claim(s))
        self.attempt("draw_two", lambda: by_rule(draw_two(s, self.draws)))
        if inside := [noble for noble in nobles_of(s, s.active) if s.nobles[noble].at.startswith("in:")]:
            self.attempt("step_out", lambda: step_out(s, self.some(inside)))
        self.politics()
        while s.result is None and s.both.get(s.active, s.turn) < s.turn:
            self.attempt("execute_royal", lambda: execute_royal(s, s.active, self.any(royals_of(s, s.active))))
        if s.result is None and s.both_allied.get(s.active, s.turn) < s.turn:
            self.attempt("leave", lambda: leave(s))
        while s.result is None and not self.attempt("end_turn", lambda: end_turn(s, self.discard())):
            assert s.result is None

    def discard(self) -> Any:
        """11.5 Any card, where one must go."""
        return self.any(self.s.players[self.s.active].hand) if self.s.phase is Phase.POLITICS else None

    def politics(self) -> None:
        """12, 13.1 Cards played, given, traded; Alliances, Forces, loans and gifts."""
        s = self.s
        if self.random.random() < 0.1:
            self.attempt("leave", lambda: leave(s, True))
        for _ in range(8):
            if s.result is not None:
                return
            seat, other = self.any(s.seats), self.any(s.seats)
            name = self.any(DEEDS)
            self.attempt(name, lambda name=name, seat=seat, other=other: self.deed(name, seat, other))

    def deed(self, name: str, seat: Any, other: Any) -> None:
        """One free act."""
        s = self.s
        hand = s.players[seat].hand
        match name:
            case "award":
                for card in list(hand):
                    if fitting := awards(s, seat, card):
                        return award_card(s, seat, card, self.any(fitting))
            case "noble":
                if nobles := [card for card in hand if s.facts(card).sort.is_noble]:
                    play_noble(s, seat, self.any(nobles))
            case "transfer":
                noble = self.any(list(s.nobles) or [None])
                if noble and s.nobles[noble].cards:
                    transfer(s, self.any(s.nobles[noble].cards), self.any(list(s.nobles)), True)
            case "trade":
                trade(s, seat, other, hand[:1], s.players[other].hand[:1])
            case "ally":
                ally(s, list(dict.fromkeys([seat, other])), self.any(["house_of_york", "house_of_lancaster"]))
            case "force":
                if nobles := nobles_of(s, seat):
                    chief = self.any(nobles)
                    together = at(s, s.nobles[chief].at, *allied(s, seat))
                    form_force(s, seat, together, chief, s.seats)
            case "lend":
                lend(s, seat, self.any(list(s.ships) or ["no_ship"]), other, True)
            case "give":
                give_place(s, seat, self.any([*s.board.places, *s.ships]), other, True)
            case "royal":
                self.royal(seat)
        return None

    def royal(self, seat: Any) -> None:
        """10.4, 10.6 A Royal changes hands."""
        s = self.s
        if royals := royals_of(s, seat):
            royal, noble = self.any(royals), self.any(list(s.nobles))
            if self.random.random() < 0.5:
                reallocate(s, royal, noble, True)
            else:
                hand_over(s, seat, royal, noble, True)
