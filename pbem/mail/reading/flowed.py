"""Text that mail programs have broken softly (RFC 3676)."""


def unflow(text: str, *, delsp: bool) -> str:
    """Undo format=flowed (RFC 3676 4.1-4.5): join softly broken lines of one quote depth, remove space-stuffing.

    The signature mark `-- ` ends in a space but is never joined (4.3). Lines end with a line feed.
    """
    done: list[list[str]] = []
    open_at: int | None = None
    for raw in text.split("\n"):
        content = raw.lstrip(">")
        depth = len(raw) - len(content)
        content = content.removeprefix(" ")
        flows = content.endswith(" ") and content != "-- "
        piece = content[:-1] if flows and delsp else content
        if depth == open_at and content != "-- ":
            done[-1].append(piece)
        else:
            done.append([f"{'>' * depth}{' ' if depth else ''}{piece}"])
        open_at = depth if flows else None
    return "\n".join("".join(pieces) for pieces in done)
