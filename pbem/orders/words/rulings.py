"""What the lines share by which game masters put positions right by hand: words, names and numbers read from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread
from pbem.orders.words.lexicon import Lexicon, plain_words

Names = Callable[[str], tuple[str, ...]]


class RulingLine:
    """A line such as "norfolk at ely", which is read from its end or around a word. `names` are those of the game."""

    def __init__(self, line: str, names: Names) -> None:
        self.text = " ".join(line.split())
        self.words = self.text.split()
        self._lexicon = Lexicon(names)

    def around(self, word: str) -> tuple[str, str] | None:
        """What stands before and behind a word, if it stands between others."""
        places = [place for place, each in enumerate(self.words) if plain_words(each) == [word]]
        if not places or not 0 < places[0] < len(self.words) - 1:
            return None
        return " ".join(self.words[: places[0]]), " ".join(self.words[places[0] + 1 :])

    def one_of(self, text: str, options: Sequence[str], what: str) -> str:
        """The one of these ids that `text` names. Raises Misread or Ambiguous, with the names that are nearest."""
        try:
            return self._lexicon.read_one(text, options)
        except Ambiguous as bad:
            raise Ambiguous(bad.problem, [self._lexicon.name(option) for option in bad.nearest]) from bad
        except BadLine as bad:
            nearest = [self._lexicon.name(option) for option in bad.nearest]
            raise Misread(f'there is no {what} called "{text}"', nearest) from bad

    def nothing_to_change(self, forms: Sequence[str]) -> Misread:
        """That the line says nothing that can be changed; nearest are the forms that share a word with it, or all. Names in
        forms have capitals, and are only examples.
        """
        words = {word.casefold() for word in self.words}
        alike = [form for form in forms if words & {word for word in form.split() if word.islower()}]
        return Misread("I do not know what to change", alike or forms)

    def name(self, option: str) -> str:
        """How an id is written."""
        return self._lexicon.name(option)

    @staticmethod
    def number(text: str, most: int) -> int:
        """A number from 0 to `most`. Raises Misread and Illegal."""
        if not text.isdecimal():
            raise Misread(f'"{text}" is not a number')
        if int(text) > most:
            raise Illegal(f"{text} is too much: {most} at most")
        return int(text)
