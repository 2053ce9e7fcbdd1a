"""docs/dependencies.md has a row for every dependency, with its range."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


def declared() -> set[tuple[str, str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    return {(wanted.name, str(wanted.specifier)) for wanted in map(Requirement, lines)}


def documented() -> set[tuple[str, str]]:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    return {(row[0], str(Requirement(f"{row[0]}{row[1]}").specifier)) for row in rows if row[1][0] in "<>="}


def test_every_dependency_is_documented_with_its_range() -> None:
    assert documented() == declared()
