"""Messages for mistyped paths."""

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery.lookup import ComponentLocator

LISTS_FILES = "`transtats components -v` lists all files of components"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("shop/orders/d.po", "no such file; did you mean {}/shop/orders/de.po?", id="similar file"),
        pytest.param("shop/nowhere/de.po", f"no such file; {LISTS_FILES}", id="no folder"),
        pytest.param("shop/orders/zzzzz", f"no such file or folder; {LISTS_FILES}", id="no extension"),
        pytest.param("shop/oders", "no such file or folder; did you mean {}/shop/orders?", id="similar folder"),
        pytest.param("shop/nowhere/orders", "", id="neither an extension nor a folder"),
        pytest.param("shop/orders/de.po", "", id="a file that exists"),
        pytest.param("shop/nowhere/", "", id="slash at the end"),
    ],
)
def test_a_mistyped_path_has_a_message(path: str, expected: str, tree: WriteTree) -> None:
    root = tree({"shop/orders/de.po": ""})
    message = f"{root}/{path}: {expected.format(root)}" if expected else ""
    assert ComponentLocator(str(root)).describe_missing_file(f"{root}/{path}") == message


@pytest.mark.parametrize("text", ["", "shop", "de.po", "shop/oders"])
def test_a_text_that_can_be_a_name_has_no_message(text: str, tree: WriteTree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({"shop/orders/de.po": 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n'})
    monkeypatch.chdir(root)
    assert ComponentLocator(str(root)).describe_missing_file(text) == ""
