"""The command that gathers the words of templates for translation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.terminal.saying import say, say_plain

messages_app = typer.Typer()


@messages_app.command("messages")
def messages_(
    language: Annotated[str, typer.Argument(help="The code of the language, such as fr or pt_BR.")],
    folder: Annotated[Path, typer.Argument(help="Your folder of templates, where its file is written.")],
) -> None:
    """Write or update the file of translations of a language.

    Translations that it has stay.
    """
    from pbem.render.templates.catalogue import po_file
    from pbem.render.templates.messages import update
    from pbem.resources import templates_dir

    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is no folder")
    tally = update(language, folder, templates_dir())
    say_plain(str(po_file(folder, language)))
    say(f"{tally.messages} messages, {tally.new} of them new, {tally.waiting} without a translation.")
