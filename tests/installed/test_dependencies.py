"""docs/dependencies.md has a row for every dependency, with its range; and nothing else is imported."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]

# What a declared package is made of, or cannot do without.
BROUGHT = {
    "markupsafe": "jinja2",
    "pydantic": "pydantic-settings",
    "pydantic-core": "pydantic-settings",
    "proxy-protocol": "pymap",
    "pynacl": "dkimpy",
    "python-dateutil": "icalendar",
    "pysasl": "pymap",
    "sqlalchemy": "sqlmodel",
}
OURS = {"pbem", "tests"}


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


def imported(folder: str) -> set[str]:
    """The names of the packages whose modules the Python files in `folder` import, whether installed here or not."""
    modules = {module for path in (ROOT / folder).rglob("*.py") for module in imports(path)}
    installed = packages_distributions()
    foreign = modules - OURS - sys.stdlib_module_names
    return {canonicalize_name(name) for module in foreign for name in installed.get(module, [module])}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def asked_for(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    return {canonicalize_name(Requirement(line).name) for line in lines}


def test_the_program_imports_only_what_it_asks_for() -> None:
    assert {BROUGHT.get(name, name) for name in imported("pbem")} <= asked_for("postgresql")


def test_the_tests_import_only_what_they_ask_for() -> None:
    # A package that came with another one is missing on a new machine as soon as the other one drops it.
    assert {BROUGHT.get(name, name) for name in imported("tests")} <= asked_for("dev", "browser")
