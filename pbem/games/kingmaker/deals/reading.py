"""Clauses as players write them, in English or German."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.engine.agreements.deals import Parties
from pbem.engine.decision import Json, Seat
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.games.kingmaker.alliances import MAX_ALLIES
from pbem.games.kingmaker.combat.captives import gainable, may_receive
from pbem.games.kingmaker.components.ids import Card, NobleId, Place
from pbem.games.kingmaker.components.nobles import allied, at, can_hold, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import is_friendly
from pbem.games.kingmaker.deals import forms
from pbem.games.kingmaker.deals.clauses import Allied, Clause, ForceOf, Gift, Passage, Promised, Ransom
from pbem.games.kingmaker.deals.doing import lost_by
from pbem.games.kingmaker.deals.giving import check_named_lost, gift_of, read_gift, read_loan
from pbem.games.kingmaker.deals.naming import one_of, player, player_in, with_names
from pbem.games.kingmaker.deals.writing import in_words, name, row
from pbem.games.kingmaker.orders.policies import lexicon
from pbem.games.kingmaker.prestige import houses
from pbem.i18n import Text

MAX_LENGTH = 250
"""The maximum length of a clause in characters: it is matched against several patterns."""
QUOTES = ' ,"„“”«»'
"""Characters around the words of a promise that do not belong to it."""
HOUSE_NAMES = ("house_of_york", "house_of_lancaster")
FORMS: tuple[tuple[str, str], ...] = (
    (Text("I give Scots Archers 1 to Blue"), Text("a card passes from your hand to theirs; all see how many do, not which")),
    (
        Text("I give Le Rose to Neville"),
        Text("a see, City, Town, Mercenary or Ship passes to another player's Noble in the same spot"),
    ),
    (
        Text("Blue gives Henry VI to Neville"),
        Text(
            "a Royal passes to another player's Noble in the same spot; elsewhere in the Area only while the giver or their "
            "Alliance hold both houses, and to no ally"
        ),
    ),
    (Text("I give Shrewsbury to Blue"), Text("a place or ship without a card of its own gets their marker")),
    (
        Text("I give Marshal of England to Neville"),
        Text("while a Parliament sits an Office passes between Nobles who attend"),
    ),
    (
        Text("I lend Le Rose to Blue"),
        Text(
            "an empty ship is lent until it reaches a port; if it lies in one at the end of their next turn, the loan is "
            "over then"
        ),
    ),
    (Text("Alliance of Blue and me"), Text("you are allied; name the house that dies if you hold both: executing York")),
    (
        Text("Force of Neville and Grey under Neville"),
        Text(
            'allied Nobles in one spot act together in this round, under a commander; with ", renewed while allied" in each'
        ),
    ),
    (
        Text("ransom Neville to Raby, keeping Scots Archers 1 for Grey"),
        Text(
            "a captive returns to a home castle; what is paid stands in other clauses; of his cards the captor may keep "
            'some; with ", gaining Le Rose" he gets one of theirs in the Area'
        ),
    ),
    (Text("I grant Blue passage of York until round 6"), Text('a promise; "standing let Blue pass York" does it')),
    (Text("I promise not to attack York until round 6"), Text("a promise in your words")),
)


def read(s: State, seat: Seat, parties: Parties, text: str) -> Json:
    """The log form of a clause as `seat` offers it. Raises a BadLine."""
    text = " ".join(text.split())
    if len(text) > MAX_LENGTH:
        sentence = Text(
            "a clause has {most} characters at most, and this one has {length}: say it in fewer, or in several clauses"
        )
        raise Illegal(sentence.filled(most=MAX_LENGTH, length=len(text)))
    parts = forms.BETWEEN.split(text)
    if len(parts) > 1 and _are_several(s, seat, parties, parts):
        raise Misread(Text("several clauses stand there: write ; between them"), ["; ".join(parts)])
    return _read_one(s, seat, parties, text)


def _read_one(s: State, seat: Seat, parties: Parties, text: str) -> Json:
    for patterns, reader in READERS:
        if (parts := forms.matched(patterns, text)) is not None:
            return reader(s, seat, parties, {**parts, "text": text}).as_json()
    near = _as_alliance(s, parties, text) or _as_ransom(s, parties, text) or _as_promise(s, parties, text)
    near = near or gift_of(s, seat, parties, text)
    raise Misread(Text("that is nothing to agree on in this game"), [near] if near else forms_like(text))


def _are_several(s: State, seat: Seat, parties: Parties, parts: Sequence[str]) -> bool:
    """Whether each part between commas and "and" is a clause by itself. Raises Illegal if all are, and one of them is
    impossible.
    """
    impossible = list[Illegal]()
    for part in parts:
        try:
            _read_one(s, seat, parties, part)
        except Illegal as bad:
            impossible.append(bad)
        except BadLine:
            return False
    if impossible:
        raise impossible[0]
    return True


def forms_like(text: str) -> list[str]:
    """The forms of clauses that share most words with a text; all forms if none shares any."""
    words = {*text.casefold().replace(",", " ").replace(":", " ").split()}
    shared = {form: len(words & {*form.casefold().split()} - forms.SMALL) for form, _ in FORMS}
    most = max(shared.values())
    return [form for form in shared if shared[form] == most]


def _as_promise(s: State, parties: Parties, text: str) -> str:
    """A suggestion: "Blue does X" as Blue's promise, or "... until round N" as the offerer's; "" if the text is neither."""
    who, _, words = text.partition(" ")
    giver = player_in(s, parties, who)
    if giver is None and forms.matched(forms.WITH_END, text) is not None:
        return f"I promise {text}"
    if giver is None or not words:
        return ""
    ended = forms.matched(forms.WITH_END, words)
    end = round_in(s, ended) if ended is not None else s.round + 2
    words = ended["words"] if ended is not None else words
    return in_words(s, Promised(giver, with_names(s, parties, giver, words), end))


def _as_alliance(s: State, parties: Parties, text: str) -> str:
    """A suggestion: the Alliance of all parties, if the text speaks of an Alliance; else ""."""
    if forms.matched(forms.ALLIES, text) is None or len(parties.seats) > MAX_ALLIES[len(s.seats)]:
        return ""
    return in_words(s, Allied(tuple(seat for seat in s.seats if seat in parties.seats)))


def _as_ransom(s: State, parties: Parties, text: str) -> str:
    """A suggestion: the ransom of a captive whom the text names, if captor and owner are parties; else ""."""
    noble = captive_in(s, text)
    if noble is None or not {s.captives[noble].captor, s.captives[noble].owner} <= {*parties.seats}:
        return ""
    return in_words(s, Ransom(s.captives[noble].captor, s.captives[noble].owner, noble, _home(s, noble)))


# Several who act together


def read_alliance(s: State, seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """13.1 Reads the members of an Alliance, and the house whose Royals die. Raises a BadLine."""
    words = [each for part in (parts["who"], parts.get("whom", "")) for each in forms.listed(part)]
    named = [player(s, parties, each) for each in words if each.casefold() not in forms.ALL_PARTIES]
    if not named or (words[0].casefold() in forms.ALL_PARTIES and not parts.get("whom")):
        named += parties.seats
    elif words[0].casefold() in forms.ALL_PARTIES:
        named.insert(0, seat)
    if parts.get("link", "").casefold() in forms.WITH:
        named.insert(0, seat)
    members = tuple(each for each in s.seats if each in named)
    if len(members) < 2:
        raise Misread(Text("name the others too"), ["Alliance of Blue and me"])
    if len(members) > MAX_ALLIES[len(s.seats)]:
        raise Illegal(Text("at most {most} can be allied in this game", most=MAX_ALLIES[len(s.seats)]))
    clause = Allied(members, one_of(s, parts["house"], HOUSE_NAMES) if parts["house"] else "")
    if not clause.house and len(houses(s, royals_of(s, *members))) > 1:
        near = [in_words(s, Allied(members, house)) for house in HOUSE_NAMES]
        raise Misread(Text("they hold Royals of both houses: say which house is executed"), near)
    return clause


def allied_for_a_time(s: State, seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """13.1 Rejects an Alliance for a limited time: it holds until somebody leaves it. Raises a BadLine."""
    alliance_parts = forms.matched(forms.ALLIANCE, parts["alliance"])
    assert alliance_parts is not None
    clause = read_alliance(s, seat, parties, alliance_parts)
    sentence = Text("an Alliance holds until somebody leaves it; until when an offer stands is written behind the names")
    raise Misread(sentence, [in_words(s, clause)])


def read_force(s: State, _seat: Seat, _parties: Parties, parts: dict[str, str]) -> Clause:
    """13.2 Reads the Nobles and the commander of a Force; all allied Factions with a Noble there must agree (K30). Raises a
    BadLine.
    """
    chief = NobleId(one_of(s, parts["chief"], list(s.nobles)))
    friends = at(s, s.nobles[chief].at, *allied(s, s.nobles[chief].owner))
    is_all = forms.ALL_THERE.fullmatch(parts["who"]) is not None
    if is_all and len({s.nobles[each].owner for each in friends}) < 2:
        raise Misread(Text("name the Nobles of the Force: no ally has one beside its commander now"))
    named = friends if is_all else [NobleId(one_of(s, each, list(s.nobles))) for each in forms.listed(parts["who"])]
    nobles = tuple(sorted({*named, chief}))
    there = {s.nobles[each].owner for each in (*nobles, *friends)}
    return ForceOf(chief, nobles, tuple(each for each in s.seats if each in there), bool(parts["renewed"]))


# Captives


def read_ransom(s: State, _seat: Seat, _parties: Parties, parts: dict[str, str]) -> Clause:
    """9.2 Reads whom a captor ransoms, his castle (by default (D32) the first that is friendly), and the cards that the
    captor keeps. Raises a BadLine.
    """
    if not s.captives:
        raise Illegal(Text("nobody is captive now"))
    noble = NobleId(one_of(s, parts["noble"], list(s.captives)))
    captive, homes = s.captives[noble], s.facts(noble).places
    castle = Place(one_of(s, parts["castle"], homes)) if parts["castle"] else _home(s, noble)
    bare = Ransom(captive.captor, captive.owner, noble, castle)
    kept = tuple(_kept(s, bare, each) for each in forms.listed(parts["keep"]))
    able = list(gainable(s, captive))
    gained = tuple(Card(one_of(s, each, able)) for each in forms.listed(parts["gain"]))
    clause = Ransom(captive.captor, captive.owner, noble, castle, kept, gain=gained)
    for text in forms.listed(parts["lost"]):
        check_named_lost(s, clause, text, lost_by(s, clause))
    return clause


def _home(s: State, noble: NobleId) -> Place:
    """D32 The default home castle of a captive."""
    homes = s.facts(noble).places
    return Place(next((home for home in homes if is_friendly(s, s.captives[noble].owner, home)), homes[0]))


def _kept(s: State, ransom: Ransom, text: str) -> tuple[Card, NobleId]:
    """9.2 Reads a captive's card and the captor's Noble who keeps it. Raises Misread."""
    captive = s.captives[ransom.noble]
    sorts = {card: s.facts(card).sort for card in captive.cards}
    cards = [card for card, sort in sorts.items() if not sort.is_post and not sort.is_major]
    if repeated := forms.KEEPING.fullmatch(text):
        text = repeated["what"]
    match = forms.FOR.fullmatch(text)
    text = match["card"] if match else text
    try:
        card = Card(one_of(s, text, cards))
    except Misread as bad:
        whole = in_words(s, ransom)
        if stays := lexicon(s).named_in(text, [card for card in sorts if card not in cards]):
            raise Illegal(_why_it_goes_back(s, ransom, Card(stays[0]), cards)) from bad
        sentence = Text(
            "{noble} has no card {text} that could stay; what is paid for him stands in a clause of its own",
            noble=name(s, ransom.noble),
            text=text,
        )
        raise Misread(sentence, [f"{whole!s}; I give ... to ..."]) from bad
    able = may_receive(s, captive.captor, captive.area, captive.force)
    if not able:
        where = {"player": name(s, captive.captor), "noble": name(s, ransom.noble)}
        raise Illegal(Text("no card stays: {player} has no Noble where {noble} was captured", **where))
    if match:
        return card, NobleId(one_of(s, match["noble"], able))
    able = [noble for noble in able if can_hold(s, noble, card)]
    if len(able) != 1:
        sentence = Text("say which Noble {card} is for", card=name(s, card))
        raise Misread(sentence, [f"{in_words(s, ransom)!s}, keeping {name(s, card)} for {name(s, noble)}" for noble in able])
    return card, able[0]


def _why_it_goes_back(s: State, ransom: Ransom, card: Card, cards: Sequence[Card]) -> str:
    """9.2 An explanation that a Title, Office or Major card returns with its captive, and which of his cards the captor can
    keep.

    It comes without a suggested line, because a ransom without that card is another bargain.
    """
    facts = {"card": name(s, card), "noble": name(s, ransom.noble), "cards": row(s, cards)}
    if not cards:
        return Text("{card} goes back with {noble}, who has no card that the captor can keep", **facts)
    return Text("{card} goes back with {noble}; of his cards the captor can keep: {cards}", **facts)


def read_exchange(s: State, seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """12.4 Reads an exchange, as two clauses; each side says who gives. Raises Misread."""
    others = [name(s, each) for each in parties.seats if each != parties.offerer]
    one, other, whom = parts["one"], parts["other"], others[0] if len(others) == 1 else "..."
    near: str = Text("I give {one} to {whom}; {whom} gives {other} to me", one=one, other=other, whom=whom)
    for captive, paid in ((one, other), (other, one)):
        if noble := captive_in(s, captive):
            pays = s.captives[noble].owner == seat
            sentence = (
                Text("ransom {noble}; I give {paid} to {whom}")
                if pays
                else Text("ransom {noble}; {whom} gives {paid} to me")
            )
            near = sentence.filled(noble=name(s, noble), paid=paid, whom=whom)
    if (promise := forms.PROMISED.fullmatch(other)) is not None:
        near = _for_a_promise(s, one, promise["words"] or "", whom, gives=True)
    elif (promise := forms.PROMISED.fullmatch(one)) is not None:
        near = _for_a_promise(s, other, promise["words"] or "", whom, gives=False)
    raise Misread(Text("a trade is two clauses, each with who gives what to whom"), [near])


def _for_a_promise(s: State, thing: str, words: str, whom: str, *, gives: bool) -> str:
    """Reads a thing given for a promise, as two clauses. `gives`: the offerer gives it, and `whom` promises."""
    ended = forms.matched(forms.WITH_END, words)
    slots = {"thing": thing, "whom": whom, "words": ended["words"] if ended else words or "...", "round": s.round + 2}
    if ended is not None:
        slots["round"] = round_in(s, ended)
    if gives:
        return Text("I give {thing} to {whom}; {whom} promises {words} until round {round}", **slots)
    return Text("I promise {words} until round {round}; {whom} gives {thing} to me", **slots)


def captive_in(s: State, text: str) -> NobleId | None:
    """The captive whom a text names; None for anything else."""
    nobles = lexicon(s).named_in(text, list(s.captives))
    return NobleId(nobles[0]) if len(nobles) == 1 else None


# Promises


def read_promise(s: State, _seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """Reads a promise in free words. "me" and "you" become names, so that all parties read the same words; quoted words stay
    as typed.
    """
    who, words = player(s, parties, parts["who"]), parts["words"].strip(QUOTES)
    is_quoted = parts["words"][:1] in QUOTES
    return Promised(who, words if is_quoted else with_names(s, parties, who, words), round_in(s, parts))


def read_passage(s: State, _seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """5.3 Reads whose place it is, and who may pass."""
    giver, taker = player(s, parties, parts["who"]), player(s, parties, parts["whom"])
    if len(places := forms.listed(parts["what"])) > 1:
        end = round_in(s, parts)
        each = [in_words(s, Passage(giver, taker, fortified_place(s, place), end)) for place in places]
        raise Misread(Text("a clause is about one place: write one for each"), ["; ".join(map(str, each))])
    return Passage(giver, taker, fortified_place(s, parts["what"]), round_in(s, parts))


def read_passage_for(s: State, seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """5.3 Reads passage for a player: granted by the offerer, or to the offerer by the only other party. Raises Misread."""
    taker = player(s, parties, parts["whom"])
    others = [each for each in parties.seats if each != seat]
    if not parts["what"] or (taker == seat and len(others) != 1):
        return without_place(s, seat, parties, {"who": "me" if taker != seat else name(s, others[0]), **parts})
    return read_passage(s, seat, parties, {**parts, "who": "me" if taker != seat else name(s, others[0])})


def fortified_place(s: State, text: str) -> Place:
    """5.3 The place for which a text grants passage. Raises a BadLine."""
    fortified = [place for place, facts in s.board.places.items() if facts.fortified]
    return Place(one_of(s, forms.without_article(text), fortified))


def round_in(s: State, parts: Mapping[str, str]) -> int:
    """The round until which a promise holds. Raises Misread if it has begun."""
    number = int(parts["round"]) + bool(parts["whole"])
    if number <= s.round:
        raise Misread(Text("a promise ends with a round to come"), [f"... until round {s.round + 1}"])
    return number


def without_place(s: State, _seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """5.3 Rejects passage without a place. Raises Misread."""
    giver, taker = (name(s, player(s, parties, parts[which])) for which in ("who", "whom"))
    line = Text("{giver} grants {taker} passage of PLACE until round {round}", giver=giver, taker=taker, round=s.round + 2)
    raise Misread(Text('say of which place: "{line}"', line=line))


def without_end(s: State, _seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """Rejects a promise without an end. Raises Misread."""
    player(s, parties, parts["who"])
    sentence = Text('say until which round a promise holds: "until round ..." behind it, with the round that you mean')
    raise Misread(sentence, [f"{parts['text']} until round {s.round + 2}"])


def no_free_move(s: State, _seat: Seat, _parties: Parties, _found: dict[str, str]) -> Clause:
    """12.5 (l. 632) Rejects a Free Move as a gift. Raises Illegal."""
    raise Illegal(
        Text("a Free Move cannot be traded: it is for pieces of whoever has it, or of an allied Force"),
        [Text("... promises to ... with a Free Move until round {round}", round=s.round + 2)],
    )


def for_a_time(s: State, seat: Seat, parties: Parties, parts: dict[str, str]) -> Clause:
    """12.4 Rejects a gift for a limited time: what is given is given for good, and its return is a promise. Raises a
    BadLine.
    """
    gift = forms.matched(forms.GIFT, parts["gift"])
    assert gift is not None
    clause = read_gift(s, seat, parties, gift)
    assert isinstance(clause, Gift)
    slots = {"gift": in_words(s, clause), "player": name(s, clause.taker), "round": round_in(s, parts)}
    near = Text("{gift}; {player} promises to give it back until round {round}", **slots)
    raise Misread(Text("what is given is given for good: its return can be promised"), [near])


Reader = Callable[[State, Seat, Parties, dict[str, str]], Clause]
READERS: Sequence[tuple[tuple[str, ...], Reader]] = (
    (forms.FOR_A_PROMISE, read_exchange),
    (forms.PROMISE, read_promise),
    (forms.PROMISE_WITHOUT_END, without_end),
    (forms.PASSAGE, read_passage),
    (forms.PASSAGE_WITHOUT_END, without_end),
    (forms.PASSAGE_WITHOUT_PLACE, without_place),
    (forms.PASSAGE_FOR, read_passage_for),
    (forms.FREE_MOVE, no_free_move),
    (forms.ALLIANCE_UNTIL, allied_for_a_time),
    (forms.ALLIANCE_FOR_A_TIME, allied_for_a_time),
    (forms.ALLIANCE, read_alliance),
    (forms.FORCE, read_force),
    (forms.LOAN, read_loan),
    (forms.EXCHANGE, read_exchange),
    (forms.RETURN, read_ransom),
    (forms.GIFT_UNTIL, for_a_time),
    (forms.GIFT, read_gift),
    (forms.RANSOM, read_ransom),
)
