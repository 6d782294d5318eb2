"""Paths in messages."""

from pathlib import Path

import pytest

from transtats_cli.paths import remove_root_from_text, replace_folder_in_text


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        pytest.param("/roots/shop/po/de.po: bad", "po/de.po: bad", id="a file in the folder"),
        pytest.param("cannot read /roots/shop.", "cannot read name.", id="the folder, at the end of a sentence"),
        pytest.param("/roots/shop: bad", "name: bad", id="the folder"),
        pytest.param("/roots/shop.po: bad", "/roots/shop.po: bad", id="a file beside the folder"),
        pytest.param("/roots/shop~ and /roots/shop+1", "/roots/shop~ and /roots/shop+1", id="similar names"),
        pytest.param("the folder (/roots/shop) and '/roots/shop'", "the folder (name) and 'name'", id="in brackets"),
        pytest.param("/roots/shop-2/de.po: bad", "/roots/shop-2/de.po: bad", id="another folder"),
        pytest.param("/old/roots/shop/de.po: bad", "/old/roots/shop/de.po: bad", id="a path that ends with the folder"),
    ],
)
def test_paths_in_messages_are_relative_to_the_folder(message: str, shown: str) -> None:
    assert replace_folder_in_text(message, "/roots/shop", "name") == shown


@pytest.mark.parametrize("folder", ["/", "."])
def test_paths_relative_to_the_root_of_the_file_system_are_not_changed(folder: str) -> None:
    assert replace_folder_in_text("/srv/a/de.po: a. b", folder, "name") == "/srv/a/de.po: a. b"


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        pytest.param("{top}/root/po/de.po: bad", "po/de.po: bad", id="a file"),
        pytest.param("{top}/link/po/de.po: bad", "po/de.po: bad", id="a file of the link"),
        pytest.param("a link out of {top}/root; copy it", "a link out of .; copy it", id="the root"),
        pytest.param("a link out of {top}; copy it", "a link out of ..; copy it", id="above"),
        pytest.param("line 3: <a/b>", "line 3: <a/b>", id="no path"),
    ],
)
def test_a_published_message_contains_no_path_above_the_root(tmp_path: Path, message: str, shown: str) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "link").symlink_to("root")
    assert remove_root_from_text(message.format(top=tmp_path), str(tmp_path / "link")) == shown
