"""The desk's commands about time."""

from __future__ import annotations

from tests.support.owner import ANN, BOB, PLAYERS, Owner
from tests.support.works import text_of


def timed_game(owner: Owner, *options: str) -> None:
    owner.configure()
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS, *options)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_game_with_deadlines_is_opened_shown_and_changed(owner: Owner) -> None:
    timed_game(owner, "--deadline", "72h", "--zone", "london", "--extensions", "2 x 24h", "--no-show", "hold")
    shown = owner.pbem("deadline", "bosworth-1").output
    for line in ("deadline: 72h", "zone: Europe/London", "extensions: 2 x 24h", "no_show: hold", "grace: 24h"):
        assert line in shown
    assert "york: until " in shown
    assert "extensions taken: 0 of 2" in owner.pbem("show", "bosworth-1").output
    assert "york until " in owner.pbem("games").output
    changed = owner.pbem("deadline", "bosworth-1", "--deadline", "Mon Thu 20:00").output
    assert "Orders are due on Mondays and Thursdays at 20:00 (Europe/London): by" in flat(changed)
    assert "no_show: hold" in changed
    owner.pbem("once")
    assert "The terms of this game have changed." in text_of(owner.mail(ANN))


def test_a_game_without_deadlines_says_so(owner: Owner) -> None:
    timed_game(owner)
    assert flat(owner.pbem("deadline", "bosworth-1").output) == (
        "terms: deadline: none york: no deadline runs lancaster: no deadline runs"
    )
    assert "there is nothing to extend" in owner.pbem("extend", "bosworth-1", "york", "24h", code=1).output


def test_more_time_from_the_moderator(owner: Owner) -> None:
    timed_game(owner, "--deadline", "72h")
    said = owner.pbem("extend", "bosworth-1", "York", "3d").output
    assert "bosworth-1: 72 hours more for york; new deadline: " in flat(said)
    owner.pbem("once")
    told = text_of(owner.mail(BOB))
    assert "The game master gives York 72 hours more." in told
    assert "has no seat henry" in flat(owner.pbem("extend", "bosworth-1", "henry", "3d", code=1).output)
    assert "is not a length of time" in flat(owner.pbem("extend", "bosworth-1", "york", "soon", code=1).output)


def test_terms_that_cannot_be_read_open_no_game(owner: Owner) -> None:
    owner.configure()
    for options, problem in (
        (("--deadline", "Thursdays"), "deadline: "),
        (("--deadline", "Thu 20:00 Europe/Londno"), "did you mean Europe/London"),
        (("--deadline", "72h", "--no-show", "forfeit"), "no-show: "),
        (("--zone", "Atlantis"), "zone: there is no time zone"),
    ):
        assert problem in flat(owner.pbem("new", "bosworth", "--at-once", *PLAYERS, *options, code=1).output)
    assert "bosworth-1" not in owner.pbem("games").output


def test_the_configuration_says_what_a_new_game_begins_with(owner: Owner) -> None:
    owner.configure()
    file = owner.folder / "pbem.toml"
    whole = file.read_text(encoding="utf-8")
    file.write_text(f'{whole}\n[play]\ndeadline = "48h"\nzone = "Europe/Berlin"\n', encoding="utf-8")
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS)
    assert "deadline: 48h" in owner.pbem("deadline", "bosworth-1").output
    assert "(Europe/Berlin)" in owner.pbem("games").output
    file.write_text(f'{whole}\n[play]\ndeadline = "soon"\n', encoding="utf-8")
    assert 'play.deadline: deadline: "soon" is not a deadline' in flat(owner.pbem("games", code=1).output)
