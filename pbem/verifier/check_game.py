#!/usr/bin/env python3
"""Check a game that was played by mail: its dice, decks, letters and secrets, without the program that moderated it.

    python3 check_game.py GAME.json.gz
    python3 check_game.py GAME.json.gz --mails FOLDER

GAME.json.gz is the file that came with the last report. With --mails your own saved mails are held against it: .eml and .txt
files, mbox files (whatever they are called) and Maildir folders.
This needs Python 3.9 or newer and nothing else; it writes nothing and asks no other machine. It is one file, for players get
it with the last report and can read all of it. That the moves follow the rules
of the game it does not check: `pbem verify GAME.json.gz` does. Exit code 0: all is as it was promised, 1: something is not,
2: the file or the folder cannot be read.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import gzip
import hmac
import json
import mailbox
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

Game = dict[str, Any]

LARGEST = 64 * 1024 * 1024
NOT_ANSWERS = (
    *("roll", "draft", "instruction", "salt", "waiting", "clock", "receipt", "offer", "ended", "ruling", "act"),
    "choice",
)
PUBLIC = ""
SHARE = r"(?<![\w-])(?:{seats}) ([0-9a-f]{{32}})(?![\w|])"


NUMBER, TEXT, GROUP, LIST, TEXTS = "a whole number", "a text", "a group of names and values", "a list", "a list of texts"
FORM = {"game": GROUP, "seats": LIST, "strikes": LIST, "entries": LIST, "events": LIST}
GAME = {"name": TEXT, "key": TEXT, "commitment": TEXT, "status": TEXT, "options": GROUP}
ROWS = {
    "seats": {"name": TEXT, "receipt": TEXT},
    "strikes": {"first": NUMBER, "last": NUMBER},
    "entries": {"number": NUMBER, "kind": TEXT, "seat": TEXT, "key": TEXT, "subject": TEXT, "turn": TEXT},
    "events": {"entry_number": NUMBER, "rule": TEXT, "name": TEXT},
}


# What the file is made of


def is_made_of(value: Any, made_of: str) -> bool:
    """Whether a value is of its kind. To Python `true` is 1 and 1.0 is 1: neither is a whole number here."""
    if made_of == TEXTS:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return type(value) is {NUMBER: int, TEXT: str, GROUP: dict, LIST: list}[made_of]


def need(where: str, group: Any, form: dict[str, str]) -> None:
    """A group has these values, each of its kind. Raises NoGame."""
    if not is_made_of(group, GROUP):
        raise NoGame(f"{where} is not {GROUP}")
    for name, made_of in form.items():
        if name not in group:
            raise NoGame(f"{where} has no {name}")
        if not is_made_of(group[name], made_of):
            raise NoGame(f"{where}: its {name} is not {made_of}")


def need_form(game: Any) -> None:
    """Everything that is looked at is there, and of its kind. Raises NoGame."""
    need("the file", game, FORM)
    need("the game", game["game"], GAME)
    if not re.fullmatch("([0-9a-f]{2})+", game["game"]["key"]):
        raise NoGame("the game: its key is no hex number")
    if not is_made_of(game["game"]["options"].get("dice", 1), NUMBER):
        raise NoGame(f"the game: its option dice is not {NUMBER}")
    for rows, form in ROWS.items():
        for place, row in enumerate(game[rows], 1):
            need(f"{rows}, row {place}", row, form)
    for place, event in enumerate(game["events"], 1):
        if "data" not in event or not (event.get("seen_by", 0) is None or is_made_of(event.get("seen_by"), TEXTS)):
            raise NoGame(f"events, row {place}: it has no data, or its seen_by is not {TEXTS}")
    for place, entry in enumerate(game["entries"], 1):
        need_answer(f"entries, row {place}", entry)


def need_answer(where: str, entry: Game) -> None:
    """The answer of an entry is what its kind has. Raises NoGame."""
    if entry["kind"] == "receipt":
        need(where, entry, {"answer": GROUP})
        need(f"{where}, answer", entry["answer"], {"orders": TEXTS, "previous": TEXT})
    elif entry["kind"] == "salt":
        need(where, entry, {"answer": TEXT})
    elif entry["kind"] == "roll":
        need(where, entry, {"answer": TEXTS if isinstance(entry.get("answer"), list) else NUMBER})
    elif "answer" not in entry:
        raise NoGame(f"{where} has no answer")


# Numbers, each as the page on dice tells it


def hmac_of(key: bytes, text: str) -> bytes:
    """HMAC-SHA-256."""
    return hmac.new(key, text.encode(), sha256).digest()


def hash_of(text: str) -> str:
    """SHA-256 in hex."""
    return sha256(text.encode()).hexdigest()


def die_of(key: bytes, roll: str, mixed: str) -> int:
    """A die: the first byte below 252 of HMAC(dice key, roll|mixed|0), roll|mixed|1, ...; its rest by 6, and one more."""
    dice_key = hmac_of(key, "dice")
    for counter in range(1 << 16):
        for byte in hmac_of(dice_key, f"{roll}|{mixed}|{counter}"):
            if byte < 252:
                return byte % 6 + 1
    raise AssertionError


def deck_of(key: bytes, roll: str, pool: str, cards: list[str]) -> list[str]:
    """A deck: its cards in the order of HMAC(deck key, roll|pool|card), without a pool of HMAC(deck key, roll|card)."""
    deck_key, pool_prefix = hmac_of(key, "decks"), pool and f"{pool}|"
    return sorted(cards, key=lambda card: hmac_of(deck_key, f"{roll}|{pool_prefix}{card}"))


def receipt_of(commitment: str, seat: str, previous: str, orders: list[str]) -> str:
    """A receipt: the first 16 digits of the SHA-256 over game, seat, the receipt before it and the orders."""
    lines = [f"game {commitment}", f"seat {seat}", f"previous {previous or 'none'}", *orders]
    return hash_of(unicodedata.normalize("NFC", "".join(f"{line}\n" for line in lines)))[:16]


def share_of(message_id: str) -> str:
    """A letter's share in the dice: the first 32 digits of the SHA-256 of its Message-ID."""
    return hash_of(message_id)[:32]


def record_with(record: str, event: Game) -> str:
    """A record with one event more: the SHA-256 over it, a newline, and the event's rule, name and data."""
    event_text = json.dumps([event["rule"], event["name"], event["data"]], sort_keys=True, separators=(",", ":"))
    return hash_of(f"{record}\n{event_text}")


def seal_of(key: bytes, share: str, entry: Game) -> str:
    """The seal of an answer: the first 32 digits of the SHA-256 over its salt, turn, seat, question and the answer."""
    chosen = json.dumps(entry["answer"], sort_keys=True, separators=(",", ":"))
    answer_text = f"{entry['turn']}|{entry['seat']}|{entry['key']}|{chosen}"
    salt = hmac_of(hmac_of(key, "seals"), f"{share}|{answer_text}").hex()[:32]
    return hash_of(f"{salt}|{answer_text}")[:32]


# The log, as it was written


class Shares:
    """What the players have given to the dice so far, and the rolls so far."""

    def __init__(self, pooled: bool, made: dict[tuple[str, str], str]) -> None:
        self.pooled, self.made = pooled, made
        self.of: dict[str, str] = {}
        self.pool = self.newest = ""
        self.rolled: Counter[tuple[str, str, str]] = Counter()

    def roll(self, entry: Game) -> str:
        """What the next such roll is called: turn|rule|subject|n."""
        about = (entry["turn"], entry["key"], entry["subject"])
        return "|".join(map(str, (*about, self.rolled[about] + 1)))

    def mixed(self, roll: str) -> str:
        """What goes into it: the pool as it was when the same letter first made the roll; in older games the shares."""
        if self.pooled:
            return self.made.get((roll, self.newest), self.pool)
        return "|".join(f"{seat}={self.of[seat]}" for seat in sorted(self.of))

    def note(self, entry: Game) -> None:
        """An entry of the log that counts."""
        if entry["kind"] == "roll":
            self.made.setdefault((self.roll(entry), self.newest), self.pool)
            self.rolled[entry["turn"], entry["key"], entry["subject"]] += 1
        elif entry["kind"] == "salt":
            self.of[entry["seat"]] = entry["answer"]
            self.pool = hash_of(f"{self.pool}|{entry['seat']}|{entry['answer']}")
            self.newest = f"{entry['seat']}={entry['answer']}"


def walk(game: Game) -> Iterator[tuple[Game, Shares]]:
    """Each entry with the shares before it. What was taken back counts until it was: for the entries up to its last."""
    strikes, live = list(game["strikes"]), list[Game]()
    made: dict[tuple[str, str], str] = {}
    pooled = game["game"]["options"].get("dice", 1) == 2
    shares = Shares(pooled, made)
    for entry in game["entries"]:
        while strikes and strikes[0]["last"] < entry["number"]:
            strike = strikes.pop(0)
            live = [each for each in live if not strike["first"] <= each["number"] <= strike["last"]]
            shares = Shares(pooled, made)
            for each in live:
                shares.note(each)
        yield entry, shares
        shares.note(entry)
        live.append(entry)


# What is checked


class Report:
    """What was found, line by line."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def say(self, line: str) -> None:
        """Something that is as it should be, or a figure."""
        print(clean(line))

    def blame(self, line: str) -> None:
        """Something that is not as it should be."""
        self.problems.append(line)
        print(clean(f"NOT RIGHT: {line}"))


def clean(line: str) -> str:
    """A line without what could steer a terminal: a file can come from anybody."""
    return "".join(sign if sign.isprintable() else "?" for sign in line)[:400]


def check_key(game: Game, report: Report) -> bytes:
    """The key is the one that was promised in the first letter."""
    key = bytes.fromhex(game["game"]["key"])
    if sha256(key).hexdigest() == game["game"]["commitment"]:
        report.say(f"key: its SHA-256 is {game['game']['commitment']}; compare it with your first letter")
    else:
        report.blame("the key is not the one whose hash the first letter told")
    return key


def check_rolls(game: Game, key: bytes, report: Report) -> None:
    """Every die and every deck is what key, roll and shares give."""
    dice = decks = 0
    for entry, shares in walk(game):
        if entry["kind"] != "roll":
            continue
        roll = shares.roll(entry)
        mixed = shares.mixed(roll)
        due: Any
        if isinstance(entry["answer"], list):
            decks += 1
            due = deck_of(key, roll, mixed if shares.pooled else "", entry["answer"])
        else:
            dice += 1
            due = die_of(key, roll, mixed)
        if entry["answer"] != due:
            report.blame(f"entry {entry['number']}: the roll {roll} was told as {entry['answer']}, the key gives {due}")
    report.say(f"rolls: {dice} dice and {decks} decks computed again")


def check_strikes(game: Game, report: Report) -> None:
    """Moves are taken back up to the newest entry that counts, so none stands in the file before an earlier one."""
    written, struck = 0, set[int]()
    for strike in game["strikes"]:
        first, last = strike["first"], strike["last"]
        if not 1 <= first <= last <= len(game["entries"]) or not struck.issuperset(range(last + 1, written + 1)):
            report.blame(f"entries {first} to {last} cannot have been taken back like this")
            return
        written = max(written, last)
        struck.update(range(first, last + 1))


def check_letters(game: Game, report: Report) -> None:
    """Each letter has given a share, in front of what it ordered. What follows moves taken back is not looked at."""
    ends = {strike["last"] for strike in game["strikes"]}
    given, acted, known = set[str](), set[str](), True
    for entry in game["entries"]:
        if entry["kind"] == "salt":
            if known and entry["seat"] in acted:
                report.blame(f"entry {entry['number']}: a share of {entry['seat']} stands behind orders of its letter")
            given.add(entry["seat"])
        elif entry["kind"] in ("answer", "draft", "instruction"):
            acted.add(entry["seat"])
        elif entry["kind"] == "receipt" and known and entry["seat"] not in given:
            report.blame(f"entry {entry['number']}: the letter of {entry['seat']} has given no share in the dice")
        if entry["kind"] == "receipt" or entry["number"] in ends:
            given, acted, known = set(), set(), entry["kind"] == "receipt" and entry["number"] not in ends


def check_shares(game: Game, report: Report) -> None:
    """All players have given a share before the first roll, and each later share is that of a letter with a receipt."""
    given, before = set[str](), 0
    seats = {seat["name"] for seat in game["seats"]}
    for entry in game["entries"]:
        if entry["kind"] == "salt":
            given.add(entry["seat"])
        elif entry["kind"] == "roll" and given < seats:
            before += 1
    if before:
        report.say(f"shares: {before} rolls were made before all players had given a share in them")
    else:
        report.say("shares: all players had given a share before the first roll")
    if game["game"]["options"].get("dice", 1) == 2:
        for entry in shares_of_no_letter(game):
            report.blame(f"entry {entry['number']}: the share {entry['answer']} of {entry['seat']} is that of no letter")


def shares_of_no_letter(game: Game) -> Iterator[Game]:
    """Shares without a receipt of their seat after them, each receipt counting for one share. The first of each seat came
    with the answer to the invitation, and a letter that is carried out again has its share again.
    """
    ends = {strike["last"] for strike in game["strikes"]}
    behind: Any = None
    receipts: dict[int, Any] = {}
    for entry in reversed(game["entries"]):
        behind = None if entry["number"] in ends else behind
        behind = entry if entry["kind"] == "receipt" else behind
        receipts[entry["number"]] = behind
    begins, known, used = True, set[tuple[str, str]](), set[int]()
    for entry in game["entries"]:
        if entry["kind"] != "salt":
            begins = False
            continue
        receipt, share = receipts[entry["number"]], (entry["seat"], entry["answer"])
        is_first = begins and not any(seat == entry["seat"] for seat, _ in known)
        if not is_first and share not in known:
            if receipt is None or receipt["seat"] != entry["seat"] or receipt["number"] in used:
                yield entry
            else:
                used.add(receipt["number"])
        known.add(share)


def check_taken_back(game: Game, report: Report) -> None:
    """How often moves were taken back: all players were told of each time."""
    for strike in game["strikes"]:
        report.say(f"taken back: entries {strike['first']} to {strike['last']}; all players were told so by mail")


def check_receipts(game: Game, report: Report) -> None:
    """Each receipt is the hash of its orders and of the one before it, and the last is the seat's."""
    for seat in game["seats"]:
        previous, count = "", 0
        for entry in game["entries"]:
            if entry["kind"] == "receipt" and entry["seat"] == seat["name"]:
                orders = entry["answer"]["orders"]
                due = receipt_of(game["game"]["commitment"], seat["name"], previous, orders)
                if (entry["subject"], entry["answer"]["previous"]) != (due, previous):
                    report.blame(f"entry {entry['number']}: {seat['name']}'s receipt {entry['subject']} should be {due}")
                previous, count = entry["subject"], count + 1
        if count and previous != seat["receipt"]:
            report.blame(f"{seat['name']}'s last receipt is {seat['receipt']}, the log ends with {previous}")
        report.say(f"receipts of {seat['name']}: {count}, the last {previous or 'none'}; compare it with your last report")


def told_states(game: Game) -> Game:
    """Every record that each reader has had, as mails show them; the newest last."""
    readers = [PUBLIC, *(seat["name"] for seat in game["seats"])]
    strikes, live = list(game["strikes"]), list[Game]()

    def begin() -> Game:
        return {reader: [0, game["game"]["commitment"]] for reader in readers}

    def take(records: Game, event: Game) -> None:
        for reader in readers:
            if event["seen_by"] is None or reader in event["seen_by"]:
                records[reader] = [records[reader][0] + 1, record_with(records[reader][1], event)]

    def strike(number: float, records: Game) -> Game:
        nonlocal live
        while strikes and strikes[0]["last"] < number:
            gone = strikes.pop(0)
            live = [each for each in live if not gone["first"] <= each["entry_number"] <= gone["last"]]
            records = begin()
            for each in live:
                take(records, each)
        return records

    records = begin()
    states: Game = {reader: [short_record(records[reader])] for reader in readers}
    for event in game["events"]:
        records = strike(event["entry_number"], records)
        live.append(event)
        take(records, event)
        for reader in readers:
            states[reader].append(short_record(records[reader]))
    records = strike(float("inf"), records)
    for reader in readers:
        states[reader].append(short_record(records[reader]))
    return states


def short_record(record: list[Any]) -> str:
    """A record as mails show it: the number of events, and the first 16 digits of the hash."""
    return f"{record[0]}-{record[1][:16]}"


def check_mails(game: Game, key: bytes, states: Game, folder: Path, report: Report) -> None:
    """What your mails have told stands in the file: records, seals, and that your letters went into the dice."""
    known = {state for each in states.values() for state in each}
    seals = {seal_of(key, shares.newest, entry) for entry, shares in walk(game) if entry["kind"] not in NOT_ANSWERS}
    shares = {entry["answer"] for entry in game["entries"] if entry["kind"] == "salt"}
    receipts = {entry["subject"] for entry in game["entries"] if entry["kind"] == "receipt" and states}
    seats = "|".join(re.escape(seat["name"].replace("_", " ")) for seat in game["seats"])
    read = with_record = 0
    for path, raw in mails_in(folder):
        read += 1
        try:
            message = email.message_from_bytes(raw, policy=email.policy.default)
            subject, answered = str(message["Subject"] or ""), "".join(str(message["In-Reply-To"] or "").split())
            text = text_of(message)
        except Exception as fault:  # a mail can hold anything, and Python's own reader stumbles over some
            report.say(f"{path.name} cannot be read ({type(fault).__name__}), so nothing in it was compared")
            continue
        if not re.search(rf"\[{re.escape(game['game']['name'])}[ \]]", subject):
            continue
        records = re.findall(r"(?<![\w-])[0-9]{1,6}-[0-9a-f]{16}(?![\w-])", text)
        with_record += bool(records)
        for record in records:
            if record not in known:
                report.blame(f"{path.name} tells the record {record}, which this game never had")
        for receipt in re.findall(r"== [^=]{0,100}?(?<![\w-])([0-9a-f]{16}) ==", text) if states else ():
            if receipt not in receipts:
                report.blame(f"{path.name} tells the receipt {receipt} of your letter, and the file has no such receipt")
        for seal in re.findall(r"(?<![\w-])seal-([0-9a-f]{32})(?!\w)", text):
            if seal not in seals:
                report.blame(f"{path.name} tells the seal {seal}, and nothing that was chosen has it")
        for share in re.findall(SHARE.format(seats=seats), text, re.IGNORECASE):
            if share not in shares:
                report.blame(f"{path.name} tells the share in the dice {share}, which is not in the log")
        has_receipt = any(each in receipts for each in re.findall(r"(?<![\w-])[0-9a-f]{16}(?![\w-])", text))
        if answered and has_receipt and share_of(answered) not in shares:
            report.blame(f"{path.name} answers your letter {answered}, whose share did not go into the dice")
    report.say(f"mails: {read} read, {with_record} of them with a record of this game")
    if not with_record and states:
        report.blame(
            f"no mail told a record of {game['game']['name']}: nothing was compared; is that the name in your mails?"
        )


def mails_in(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """All mails below a folder: single files, those of a Maildir (in `cur` and `new`, whatever they are called), mboxes."""
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        with path.open("rb") as file:
            is_mbox = path.suffix.lower() == ".mbox" or file.read(5) == b"From "
        if is_mbox:
            with closing(mailbox.mbox(path, create=False)) as box:
                yield from ((path, message.as_bytes()) for message in box)
        elif path.suffix.lower() in (".eml", ".txt") or path.parent.name in ("cur", "new"):
            yield path, path.read_bytes()[:LARGEST]


def text_of(message: Any) -> str:
    """The text of a mail on one line, without quote marks and without messages of players, which begin with a bar."""
    body = message.get_body(("plain", "html"))
    try:
        text = "" if body is None else str(body.get_content())
    except (LookupError, ValueError):  # a character set that there is not
        text = (body.get_payload(decode=True) or b"").decode("latin-1")
    lines = (line.lstrip("> ") for line in text.splitlines())
    return " ".join(" ".join(line for line in lines if not line.startswith("|")).split())


# The file


class NoGame(Exception):
    """The file is no game."""


def read_game(path: Path) -> Game:
    """The game in a file, plain or packed by gzip. Raises NoGame."""
    try:
        with path.open("rb") as plain:
            packed = plain.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if packed else path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise NoGame("it is larger than any game")
        game: Game = json.loads(data)
        if not isinstance(game, dict) or game.get("format") != "pbem-game":
            raise NoGame("it is no game of pbem")
        need_form(game)
        game["entries"].sort(key=lambda entry: entry["number"])
    except NoGame:
        raise
    except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError) as wrong:
        raise NoGame(f"{type(wrong).__name__}: {wrong}") from wrong
    return game


def check(game: Game, mails: Path | None, report: Report) -> None:
    """Everything, one after another."""
    report.say(f"game: {game['game']['name']}")
    if game["game"]["status"] != "over":
        report.say("the archive ends while the game is being played: nothing can be said of what came after")
    key = check_key(game, report)
    numbers = [entry["number"] for entry in game["entries"]]
    if numbers != list(range(1, len(numbers) + 1)):
        report.blame("entries of the log are missing or stand there twice")
    check_strikes(game, report)
    check_rolls(game, key, report)
    check_shares(game, report)
    check_receipts(game, report)
    check_taken_back(game, report)
    if game["game"]["options"].get("dice", 1) == 2:
        check_letters(game, report)
        states = told_states(game)
        newest = ", ".join(f"{reader or 'everybody'} {each[-1]}" for reader, each in states.items())
        report.say(f"records: {newest}; compare them with your last report")
        if mails is not None:
            check_mails(game, key, states, mails, report)
    elif mails is not None:
        report.say("mails: games with these options were begun before mails told a record, so none of yours can have one")
        check_mails(game, key, {}, mails, report)


def main(arguments: list[str] | None = None) -> int:
    """The command. Gives the exit code."""
    parser = argparse.ArgumentParser(description="Check a game that was played by mail.")
    parser.add_argument("file", type=Path, help="the file that came with the last report")
    parser.add_argument(
        "--mails", type=Path, help="a folder with your own mails of this game: .eml or .txt files, mboxes, Maildirs"
    )
    chosen = parser.parse_args(arguments)
    if chosen.mails is not None and not chosen.mails.is_dir():
        print(clean(f"{chosen.mails} is no folder"))
        return 2
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    report = Report()
    try:
        check(read_game(chosen.file), chosen.mails, report)
    except NoGame as wrong:
        print(clean(f"{chosen.file} cannot be read: {wrong}"))
        return 2
    except OSError as wrong:
        print(clean(f"{chosen.mails} cannot be read: {wrong}"))
        return 2
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as wrong:
        print(clean(f"{chosen.file} is no whole game: {type(wrong).__name__}: {wrong}"))
        return 2
    print("Not checked here: that the moves follow the rules of the game; `pbem verify` plays them again.")
    print("THE GAME IS NOT AS IT WAS PROMISED." if report.problems else "All that was checked is as it was promised.")
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
