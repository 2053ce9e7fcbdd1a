"""Where the templates and scenarios lie: inside the installed wheel, or at the top of the source tree."""

import os
from importlib.resources import files
from pathlib import Path


class ResourceMissing(Exception):
    """A folder of templates or scenarios is not where it should be."""


def templates_dir() -> Path:
    """The folder with `common/` and one folder a game. Raises ResourceMissing."""
    return _find("templates")


def scenarios_dir(override: Path | None = None) -> Path:
    """The folder with one folder a game; `override` is the owner's own one and wins. Raises ResourceMissing."""
    if override is None:
        return _find("scenarios")
    if not override.is_dir():
        raise ResourceMissing(f"the configured scenarios folder {override} is not a directory")
    return override


def own_templates(folder: Path | None) -> Path | None:
    """The moderator's own folder of templates, if they have named one. Raises ResourceMissing where it cannot be read."""
    if folder is None:
        return None
    if not folder.is_dir():
        raise ResourceMissing(f"the configured templates folder {folder} is not a directory")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise ResourceMissing(f"the configured templates folder {folder} cannot be read")
    return folder


def docs_dir() -> Path:
    """The folder with `rulings/` and `rules_coverage.md`. Raises ResourceMissing."""
    return _find("docs")


def _find(name: str) -> Path:
    candidates = _candidates(name)
    for folder in candidates:
        if folder.is_dir():
            return folder
    looked = " and ".join(str(folder) for folder in candidates)
    raise ResourceMissing(f"no {name} folder: looked in {looked}; the installation is incomplete")


def _candidates(name: str) -> list[Path]:
    package = files("pbem")
    if not isinstance(package, Path):
        raise ResourceMissing(f"no {name} folder: pbem must be installed unpacked, not inside an archive")
    # A neighbouring `templates` in site-packages would be somebody else's: only a source tree has pyproject.toml there.
    source = [package.parent / name] if (package.parent / "pyproject.toml").is_file() else []
    return [package / "_data" / name, *source]
