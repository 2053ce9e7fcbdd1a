"""The desk's command that draws a map."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.support.owner import PLAYERS, Owner

PNG = b"\x89PNG\r\n\x1a\n"


def game(owner: Owner, scenario: str, *options: str) -> None:
    owner.configure()
    owner.pbem("new", scenario, "--at-once", *PLAYERS, *options)


def flat(text: str) -> str:
    return " ".join(text.split())


def drawn(owner: Owner, *options: str) -> str:
    """The title of the SVG: the map in words."""
    file = owner.folder / "drawn.svg"
    owner.pbem("map", "ia-henry-vi-1", "--out", str(file), *options)
    title = ElementTree.fromstring(file.read_text(encoding="utf-8")).find("{http://www.w3.org/2000/svg}title")  # noqa: S314
    return (title is not None and title.text) or ""


def test_a_map_is_drawn_for_whoever_asks(owner: Owner) -> None:
    game(owner, "ia")
    file = owner.folder / "map.png"
    said = owner.pbem("map", "ia-henry-vi-1", "-o", str(file)).output
    assert "the map for observer is in" in flat(said)
    assert file.read_bytes().startswith(PNG)
    assert "Turn 1, Levy" in drawn(owner, "--as", "York")
    assert "York 6 at Ely" in drawn(owner, "--turn", "1")


def test_hidden_mats_are_hidden_from_all_but_their_owner_and_the_moderator(owner: Owner) -> None:
    game(owner, "ia", "--option", "hidden_mats")
    york, henry = "York 6 at Ely", "Henry VI 8"
    seen = {reader: drawn(owner, "--as", reader) for reader in ("york", "lancaster", "observer", "moderator")}
    assert {reader: (york in told, henry in told) for reader, told in seen.items()} == {
        "york": (True, False),
        "lancaster": (False, True),
        "observer": (False, False),
        "moderator": (True, True),
    }


def test_what_cannot_be_drawn_is_told(owner: Owner) -> None:
    game(owner, "bosworth")
    file = str(owner.folder / "map.png")
    assert "bosworth-1 has no map: Bosworth" in flat(owner.pbem("map", "bosworth-1", "-o", file, code=1).output)
    assert "no seat henry" in flat(owner.pbem("map", "bosworth-1", "-o", file, "--as", "henry", code=1).output)
    assert "ends with none of .png, .svg" in flat(owner.pbem("map", "bosworth-1", "-o", "map.gif", code=2).output)
    assert not (owner.folder / "map.png").exists()
