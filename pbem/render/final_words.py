"""Names of the figures and dice of a last report, from the game's `final.toml`, in the language of the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.reports import Chart, Series
from pbem.render.templates.filters import listing, written
from pbem.render.templates.page import Page

FILE = "final.toml"


class FinalWords:
    """The names for a game's last report; ids stand in for missing ones."""

    def __init__(self, page: Page, game: str) -> None:
        self.gettext = page.words.gettext
        self._rows = page.read_toml(game, FILE)

    def _told(self, kind: str, id_: str, part: str = "title") -> str:
        return str(self._rows.get(f"{kind} {id_}", {}).get(part, id_))

    def heading(self, chart: Chart, word: str) -> str:
        """The title of a chart: "Influence by Turn"."""
        return self.gettext("%(figures)s by %(turn)s") % {"figures": self._told("chart", chart.id), "turn": self.turn(word)}

    def about(self, chart: Chart) -> str:
        """How a chart is read."""
        return self._told("chart", chart.id, "about")

    def track(self, track: Series) -> str:
        """The name of a track: "Cities"."""
        return self._told("track", track.id)

    def turn(self, word: str) -> str:
        """What the game's Turns are called: "Round"."""
        return self._told("word", word)

    def label(self, turn: TurnLabel | None) -> str:
        """The name of a row of figures: a Turn, or (None) the start."""
        return self.gettext("start") if turn is None else turn.written

    def column(self, turn: TurnLabel | None) -> str:
        """The name of a column of figures: the number of a Turn, or (None) the start."""
        return self.gettext("start") if turn is None else str(turn.number)

    def stamp(self, turn: TurnLabel) -> str:
        """A Turn with its name: "Turn 3", "War IIY, Turn 3"."""
        return ", ".join(filter(None, (turn.part, f"{self.turn(turn.word)} {turn.number}")))

    def spans(self, turns: Sequence[TurnLabel]) -> str:
        """The Turns there are: "Turns 1 to 5", for each part of the game; "" for none."""
        parts = [self._span(list(labels)) for _, labels in groupby(turns, lambda label: label.part)]
        return listing(parts, self.gettext(" and ")) if parts else ""

    def _span(self, labels: list[TurnLabel]) -> str:
        first, last = labels[0], labels[-1]
        facts = {"turn": self.turn(first.word), "first": first.number, "last": last.number, "part": first.part}
        if first == last:
            return self.stamp(first) if not first.part else self.gettext("%(turn)s %(first)d of %(part)s") % facts
        if not first.part:
            return self.gettext("%(turn)ss %(first)d to %(last)d") % facts
        return self.gettext("%(turn)ss %(first)d to %(last)d of %(part)s") % facts

    def leaning(self, track: Series, number: int) -> str:
        """A number of a track with whose it is: "York 5", "even"; of one that does not lean the number alone."""
        if not track.down:
            return str(number)
        return f"{written(track.up if number > 0 else track.down)} {abs(number)}" if number else self.gettext("even")

    def dice(self, seat: str, key: str) -> str:
        """Whose dice, or what for; "All dice" for neither."""
        return written(seat) if seat else self._told("dice", key) if key else self.gettext("All dice")
