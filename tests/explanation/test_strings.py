"""Explanation of a string whose file is changed after the scan."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.errors import TranstatsError
from transtats_cli.explanation.scan import scan_language
from transtats_cli.explanation.strings import StringExplainer
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import ComponentLocator

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
    located = ComponentLocator(str(root)).locate_with_origins((root.name, "app"), Overrides())
    scanned = scan_language(located.component, language)
    assert [unit.source for unit in scanned.units] == ["One", "Two"]
    change(root / "app" / "de.po")
    with pytest.raises(TranstatsError, match=r"de\.po was changed at the same time; try again"):
        StringExplainer(scanned, located.settings_by_key).explain(1)
