"""Commands about the words of letters."""

from __future__ import annotations

from tests.support.owner import ANN, BOB, PLAYERS, Owner


def test_a_seat_s_language_is_chosen_when_a_game_is_opened_and_changed_later(owner: Owner) -> None:
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS, "--language", "york=de")
    owner.pbem("once")
    assert str(owner.mail(ANN)["Subject"]).endswith("Du bist am Zug")
    assert str(owner.mail(BOB)["Subject"]).endswith("Your move")
    assert owner.pbem("language", "bosworth-1").output.splitlines() == ["york: de", "lancaster: en", "observers: en"]
    owner.pbem("language", "bosworth-1", "york=en", "lancaster=de")
    owner.write(BOB, "report\n")
    owner.pbem("once")
    assert "Du bist am Zug" in str(owner.mail(BOB)["Subject"])


def test_the_configuration_says_the_language_of_new_games(owner: Owner) -> None:
    with owner.folder.joinpath("pbem.toml").open("a") as file:
        file.write('\n[play]\nlanguage = "de"\n')
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS, "--language", "lancaster=en")
    assert owner.pbem("language", "bosworth-1").output.splitlines() == ["york: de", "lancaster: en", "observers: de"]


def test_a_language_or_seat_that_there_is_not_is_refused(owner: Owner) -> None:
    assert (
        "there is no language 'fr'; there are en, de"
        in owner.pbem("new", "bosworth", "--at-once", *PLAYERS, "--language", "fr", code=1).output
    )
    owner.open_game()
    assert "there is no seat 'yrok'" in owner.pbem("language", "bosworth-1", "yrok=de", code=1).output
    assert owner.pbem("language", "bosworth-1").output.startswith("york: en\n")


def test_words_of_ones_own_make_a_language(owner: Owner) -> None:
    folder = owner.folder / "my-templates"
    assert "is no folder" in owner.pbem("lab", "messages", "fr", str(folder), code=2).output
    folder.mkdir()
    told = owner.pbem("lab", "messages", "fr", str(folder)).output
    assert "without a translation" in told
    path = folder / "locale" / "fr" / "LC_MESSAGES" / "pbem.po"
    message = 'msgid "Your move"\nmsgstr '
    path.write_text(path.read_text().replace(f'{message}""', f'{message}"Vos ordres"'))
    configuration = owner.folder / "pbem.toml"
    configuration.write_text(f'templates = "my-templates"\n{configuration.read_text()}')
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS, "--language", "fr")
    owner.pbem("once")
    assert str(owner.mail(ANN)["Subject"]).endswith("Vos ordres")
    assert "klingon" in owner.pbem("lab", "messages", "klingon", str(folder), code=1).output
