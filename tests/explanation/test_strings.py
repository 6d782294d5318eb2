"""Explanation of a read-only string, and of a string whose file is changed after the scan."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli import flags
from transtats_cli.errors import TranstatsError
from transtats_cli.explanation.scan import scan_language
from transtats_cli.explanation.strings import StringExplainer
from transtats_cli.scanning.discovery.lookup import ComponentLocator
from transtats_cli.settings.layers import NO_OVERRIDES

ONE, TWO = 'msgid "One"\nmsgstr "Eins"\n', '\nmsgid "Two"\nmsgstr "Zwei"\n'


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda path: path.write_text(ONE), id="a string is removed"),
        pytest.param(lambda path: path.write_text("<<<<<<<\n"), id="the file is unreadable"),
        pytest.param(Path.unlink, id="the file is removed"),
    ],
)
def test_a_file_that_is_changed_after_the_scan_is_an_error(
    tree: WriteTree, change: Callable[[Path], None], language: str
) -> None:
    root = tree({"app/de.po": ONE + TWO})
    located = ComponentLocator(str(root)).locate((root.name, "app"), NO_OVERRIDES)
    scanned = scan_language(located.component, language)
    assert [unit.source for unit in scanned.units] == ["One", "Two"]
    change(root / "app" / "de.po")
    with pytest.raises(TranstatsError, match=r"de\.po was changed at the same time; try again"):
        StringExplainer(scanned, located.settings_by_key).explain(1)


@pytest.mark.parametrize(
    ("file_flag", "component_flag", "named"),
    [
        pytest.param("locked", "url", "locked", id="a flag of the file"),
        pytest.param("url", "locked", "locked", id="a flag of the settings"),
        pytest.param("read-only", "locked", "locked, read-only", id="both"),
    ],
)
def test_the_reason_of_the_read_only_state_names_the_flags_of_the_string_only(
    tree: WriteTree, monkeypatch: pytest.MonkeyPatch, file_flag: str, component_flag: str, named: str
) -> None:
    monkeypatch.setattr(flags, "READ_ONLY", frozenset({"read-only", "locked"}))
    component = f'[project.demo.component.app]\npath = "app"\nfilemask = "*.po"\ncheck_flags = "{component_flag}"\n'
    root = tree({"transtats.toml": component, "app/de.po": f"#, {file_flag}\n{ONE}"})
    located = ComponentLocator(str(root)).locate(("demo", "app"), NO_OVERRIDES)
    explainer = StringExplainer(scan_language(located.component, "de"), located.settings_by_key)
    assert explainer.explain(0).state_reason == f"The string has a flag that makes it read-only: {named}."
