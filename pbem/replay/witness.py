"""What mails that players have kept say of a game, held against its archive: were they told the game that is in it?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from mailbox import mbox
from pathlib import Path
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.dice import Fate
from pbem.engine.log.entry import NOT_ANSWERS, Entry, EntryKind
from pbem.engine.log.record import Record, Records, Sealed
from pbem.engine.log.shares import POOLED, scheme_of, share_of, walk
from pbem.engine.played_log import News
from pbem.replay.audit import whole_log_of

RECORD = re.compile(r"(?<![\w-])[0-9]{1,6}-[0-9a-f]{16}(?![\w-])")
RECEIPT = re.compile(r"(?<![\w-])[0-9a-f]{16}(?![\w-])")
TOLD_RECEIPT = re.compile(r"== [^=]{0,100}?(?<![\w-])([0-9a-f]{16}) ==")
"""The heading of a report above what became of its reader's letter."""
SEAL = re.compile(r"(?<![\w-])seal-([0-9a-f]{32})(?!\w)")
SHARE = r"(?<![\w-])(?:{seats}) ([0-9a-f]{{32}})(?![\w|])"
"""How the first letter of a game tells a seat's first share."""
MESSAGE_LINE = re.compile(r"^[ >]*\|.*$", re.MULTILINE)
"""Lines of messages: a player can write any number in one."""
QUOTED = re.compile(r"^[ >]+", re.MULTILINE)
MAX_LENGTH = 200


@dataclass
class KnownRecords:
    """What the mails of a game can have told: `states` by reader, each record that they ever had; `newest` the record of
    each at the end; `seals` of all that was chosen; the `receipts` and `shares` of all letters.
    """

    newest: dict[Seat, Record]
    states: dict[Seat, set[str]]
    seals: set[str] = field(default_factory=set)
    receipts: set[str] = field(default_factory=set)
    shares: set[str] = field(default_factory=set)


def told_by(
    commitment: str, seats: Iterable[Seat], events: Sequence[News], strikes: Sequence[tuple[int, int]]
) -> KnownRecords:
    """All records that a game has had. A strike (first, last) counts for entries after its last."""
    readers, live, to_come = list(seats), list[News](), list(strikes)
    records = Records(commitment, readers)
    states = {reader: {str(record)} for reader, record in records.of.items()}

    def strike_before(number: float) -> None:
        nonlocal live, records
        while to_come and to_come[0][1] < number:
            first, last = to_come.pop(0)
            live = [news for news in live if not first <= news.number <= last]
            records = Records(commitment, readers)
            records.take([news.event for news in live])

    for news in events:
        strike_before(news.number)
        live.append(news)
        records.take([news.event])
        for reader, record in records.of.items():
            states[reader].add(str(record))
    strike_before(float("inf"))
    return KnownRecords(dict(records.of), states)


def seals_of(key: bytes, scheme: int, entries: Iterable[Entry], strikes: Sequence[tuple[int, int]]) -> set[str]:
    """The seals of all answers of a log, whether or not they were sealed."""
    fate, seals = Fate(key), set[str]()
    for entry, shares in walk(scheme, entries, strikes):
        if entry.kind not in NOT_ANSWERS and entry.kind is not EntryKind.ROLL:
            sealed = Sealed(entry.number, entry.seat, entry.key, entry.turn, entry.answer, shares.newest)
            seals.add(sealed.seal(fate).digest)
    return seals


@dataclass(frozen=True, slots=True)
class Evidence:
    """What mails say: how many were `read`, how many of them were of this game and had a record (`told`), and what in them
    is not in the archive.
    """

    read: int
    told: int
    problems: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """For people."""
        agreed = "all as the archive has it" if self.told else "nothing to compare"
        agreed = "NOT ALL AS THE ARCHIVE HAS IT" if self.problems else agreed
        yield f"mails: {self.read} read, {self.told} of them with a record of this game: {agreed}"
        yield from self.problems


def hear(folder: Path, game: str, known: KnownRecords) -> Evidence:
    """Hold all mails of a game that lie in a folder, or in folders below, against its archive (_mails_in tells which files).

    Raises OSError where the folder cannot be read.
    """
    read = with_record = 0
    problems: list[str] = []
    for name, message in _mails_in(folder):
        read += 1
        if not re.search(rf"\[{re.escape(game)}[ \]]", str(message["Subject"] or "")):
            continue
        text = _text_of(message)
        with_record += bool(RECORD.search(text))
        problems += [
            f"{name}: {problem}"[:MAX_LENGTH] for problem in (*_against(text, known), *_share_in(message, text, known))
        ]
    if not with_record:
        problems.append(
            f"none of them tells a record of {game}, so nothing was compared: is that the name in your mails?"[:MAX_LENGTH]
        )
    return Evidence(read, with_record, tuple(problems))


def _against(text: str, known: KnownRecords) -> Iterator[str]:
    all_states: set[str] = set().union(*known.states.values())
    for record in RECORD.findall(text):
        if record not in all_states:
            yield f"it tells the record {record}, which this game never had: its reader was told another game"
    for receipt in TOLD_RECEIPT.findall(text):
        if receipt not in known.receipts:
            yield f"it tells the receipt {receipt} of your letter, which is not in the log: other orders were put in"
    for seal in SEAL.findall(text):
        if seal not in known.seals:
            yield f"it tells the seal {seal}, and nothing that was chosen in this game has that seal"
    seats = "|".join(re.escape(reader.replace("_", " ")) for reader in known.states if reader)
    for share in re.findall(SHARE.format(seats=seats), text, re.IGNORECASE):
        if share not in known.shares:
            yield f"it tells the share in the dice {share}, which is not in the log: another was put in"


def _share_in(message: EmailMessage, text: str, known: KnownRecords) -> Iterator[str]:
    """An answer that tells the receipt of a letter names the letter too: its share must have gone into the dice."""
    answered = "".join(str(message["In-Reply-To"] or "").split())
    if answered and any(receipt in known.receipts for receipt in RECEIPT.findall(text)):
        share = share_of(answered)
        if share not in known.shares:
            yield f"it answers your letter {answered}, whose share in the dice {share} is not in the log: another was put in"


def _mails_in(folder: Path) -> Iterator[tuple[str, EmailMessage]]:
    """Mails in files of their own, in mboxes (also those without an ending), and in a Maildir's `cur` and `new`."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            is_mbox = path.suffix.lower() == ".mbox" or file.read(5) == b"From "
        if is_mbox:
            with closing(mbox(path, create=False)) as box:
                for number, message in enumerate(box, 1):
                    yield f"{path.name}, mail {number}", _parsed(message.as_bytes())
        elif path.suffix.lower() in (".eml", ".txt") or path.parent.name in ("cur", "new"):
            yield path.name, _parsed(path.read_bytes())


def _parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def _text_of(message: EmailMessage) -> str:
    """The text of a mail without messages of players."""
    body = message.get_body(("plain", "html"))
    try:
        text = "" if body is None else str(body.get_content())
    except (LookupError, ValueError):  # a character set that there is not
        raw = body.get_payload(decode=True) if body is not None else None
        text = raw.decode("latin-1") if isinstance(raw, bytes) else ""
    return " ".join(QUOTED.sub("", MESSAGE_LINE.sub("", text)).split())


def told_in(archive: Mapping[str, Any]) -> KnownRecords | None:
    """What the mails of an archive's game can have told; None for games that were begun before mails told it.

    Raises NotAnArchive.
    """
    entries, events = whole_log_of(archive)
    game = archive["game"]
    scheme = scheme_of(game["options"])
    if scheme != POOLED:
        return None
    strikes = [(row["first"], row["last"]) for row in archive["strikes"]]
    records = told_by(game["commitment"], [row["name"] for row in archive["seats"]], events, strikes)
    records.receipts = {entry.subject for entry in entries if entry.kind is EntryKind.RECEIPT}
    records.shares = {entry.answer for entry in entries if entry.kind is EntryKind.SALT}
    records.seals = seals_of(bytes.fromhex(game["key"]), scheme, entries, strikes)
    return records
