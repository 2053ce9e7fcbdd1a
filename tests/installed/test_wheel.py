"""The wheel is complete: built here, unpacked elsewhere, it finds its templates and scenarios."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOOK = """
import pbem
from pbem.resources import scenarios_dir, templates_dir
print(pbem.__file__, scenarios_dir(), templates_dir(), sep="\\n")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `python -m build` makes it, with the build backend of this environment."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)  # noqa: S603 - our own command line
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("pbem-*.whl")
    return made


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked, as an installation without its dependencies."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(site: Path, folder: Path, *arguments: str) -> str:
    """Python in `folder`, with the unpacked wheel before the dependencies of this environment."""
    environment = os.environ | {"PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return done.stdout


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_finds_its_resources_from_another_folder(site: Path, tmp_path: Path) -> None:
    code, scenarios, templates = map(Path, run(site, tmp_path, "-c", LOOK).splitlines())
    assert code == site / "pbem" / "__init__.py"
    assert files_below(scenarios) == files_below(ROOT / "scenarios")
    assert files_below(templates) == files_below(ROOT / "templates")


def test_starts_from_another_folder(site: Path, tmp_path: Path) -> None:
    assert "serve" in run(site, tmp_path, "-m", "pbem", "--help")


def test_plays_a_battle_from_another_folder(site: Path, tmp_path: Path) -> None:
    told = run(site, tmp_path, "-m", "pbem", "play", "--folder", "played")
    assert "play plantagenet --by-hand york" in told
    assert (tmp_path / "played" / "pbem.sqlite").is_file()
