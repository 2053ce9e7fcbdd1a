"""Where templates and scenarios are found in the source tree; test_wheel.py does the same for an installation."""

from pathlib import Path

import pytest

from pbem import resources
from pbem.resources import ResourceMissing, scenarios_dir, templates_dir


def test_source_tree() -> None:
    assert (templates_dir() / "common").is_dir()
    assert (scenarios_dir() / "plantagenet" / "lords.toml").is_file()


def test_override_wins(tmp_path: Path) -> None:
    assert scenarios_dir(tmp_path) == tmp_path


def test_override_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ResourceMissing, match="nowhere is not a directory"):
        scenarios_dir(tmp_path / "nowhere")


def installed_at(monkeypatch: pytest.MonkeyPatch, package: Path) -> None:
    monkeypatch.setattr(resources, "files", lambda _name: package)


def test_incomplete_installation_says_where_it_looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_at(monkeypatch, tmp_path / "site" / "pbem")
    with pytest.raises(ResourceMissing, match=r"looked in .*_data.templates; the installation is incomplete"):
        templates_dir()


def test_a_stranger_s_folder_beside_the_package_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "templates").mkdir()
    installed_at(monkeypatch, tmp_path / "pbem")
    with pytest.raises(ResourceMissing):
        templates_dir()
