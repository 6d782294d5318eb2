"""Functions that run in worker processes, and changes that are detected without reading files."""

import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from transtats_cli.component import Component
from transtats_cli.scanning.discovery import lookup
from transtats_cli.serving.data import scans


@pytest.fixture
def component(project: Path) -> Component:
    return lookup.locate_component(str(project), "demo", "app")


def test_a_scan_includes_the_source_language(component: Component) -> None:
    _, report = scans.scan_with_git_dates(component, True, "")
    assert report.source is not None
    assert [record.language.code for record in report.translations] == ["cs", "de"]


def test_settings_above_the_root_are_detected(project: Path) -> None:
    discovery, is_inside = scans.find_components_and_settings_scope(str(project))
    assert [(each.project, each.slug) for each in discovery.components] == [("demo", "app"), ("demo", "docs/manual")]
    assert is_inside
    (project / ".git").mkdir()
    (project / "transtats.toml").write_text("review = false\n")
    assert scans.find_components_and_settings_scope(str(project))[1]
    assert not scans.find_components_and_settings_scope(str(project / "demo"))[1]


def test_excluded_folders_are_not_served(project: Path) -> None:
    discovery, _ = scans.find_components_and_settings_scope(str(project), ("demo",))
    assert discovery.components == []


def test_a_changed_or_renamed_file_changes_the_state(component: Component, po: Callable[..., str]) -> None:
    file = Path(component.root) / "po/cs.po"
    states = [scans.read_file_states([component])[0]]
    file.write_text(po("cs", Hello="Ahoj!"))
    states.append(scans.read_file_states([component])[0])
    file.rename(file.with_name("sk.po"))
    states.append(scans.read_file_states([component])[0])
    assert all(one.file_stamps != other.file_stamps for one, other in combinations(states, 2))


def test_a_component_whose_file_changed_just_now_is_not_settled(component: Component) -> None:
    (Path(component.root) / "po/cs.po").touch()
    state = scans.read_file_states([component])[0]
    assert not state.is_settled
    assert not state.has_same_files(state)


def test_a_component_with_a_file_from_the_future_is_settled(component: Component, until: Callable[..., None]) -> None:
    file = Path(component.root) / "po/cs.po"
    os.utime(file, (4_000_000_000.5, 4_000_000_000.5))
    until(lambda: scans.read_file_states([component])[0].is_settled)
    state = scans.read_file_states([component])[0]
    assert state.has_same_files(state)
    file.touch()
    assert not state.has_same_files(scans.read_file_states([component])[0])


def test_the_state_of_a_component_contains_the_use_of_links(component: Component, tmp_path: Path) -> None:
    assert not scans.read_file_states([component])[0].has_links
    file = Path(component.root) / "po/cs.po"
    file.rename(tmp_path / "cs.po")
    file.symlink_to(tmp_path / "cs.po")
    assert scans.read_file_states([component])[0].has_links
