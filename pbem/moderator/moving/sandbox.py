"""An archive as a copy to try things with: nobody's address, token, letter or mail is in it twice."""

from __future__ import annotations

from hashlib import sha256

from pbem.mail.address import hash_of
from pbem.moderator.desk.tokens import new_token
from pbem.store.archive_format import Archive, LetterPart, SeatPart

HOST = "sandbox.invalid"
"""A domain that no mail ever goes to (RFC 2606 2)."""


def as_sandbox(archive: Archive, name: str) -> Archive:
    """The same game under another name, with letters of its own and seats that no mail opens; without mails, observers and
    deadlines.
    """

    def own(message_id: str) -> str:
        return f"<{sha256(f'{name} {message_id}'.encode()).hexdigest()[:40]}@{HOST}>"

    def own_letter(letter: LetterPart) -> LetterPart:
        status = "done" if letter.status in ("new", "held") else letter.status
        return letter.model_copy(update={"message_id": own(letter.message_id), "status": status})

    def own_seat(seat: SeatPart) -> SeatPart:
        no_token = {"token_hash": hash_of(new_token()), "token_number": 0, "former_token_hash": None}
        return seat.model_copy(update={"address": f"{seat.name}@{HOST}", **no_token})

    entries = [
        entry.model_copy(update={"letter": None if entry.letter is None else own(entry.letter)}) for entry in archive.entries
    ]
    messages = [
        message.model_copy(update={"letter": None if message.letter is None else own(message.letter), "deliveries": []})
        for message in archive.messages
    ]
    return archive.model_copy(
        update={
            "seats": [own_seat(seat) for seat in archive.seats],
            "letters": [own_letter(letter) for letter in archive.letters],
            "entries": entries,
            "messages": messages,
            "mails": [],
            "observers": [],
            "terms": None,
        }
    )
