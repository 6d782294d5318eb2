"""The stamp of a report covers all files and folders that the report depends on."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.caching.stamps import read_stamps
from transtats_cli.component import Component
from transtats_cli.report import StampedPaths
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.filemask.matching import find_matches
from transtats_cli.scanning.filemask.stamps import stamp_paths


@pytest.fixture
def root(tree: WriteTree) -> Path:
    return tree({"po/de.po": "", "po/fr.po": "", "po/app.pot": "", "web/de/web.po": "", "web/fr/other.po": ""})


@pytest.fixture
def app(root: Path) -> Component:
    return Component("demo", "app", str(root), "po/*.po", new_base="po/app.pot")


def find_stamped_paths(component: Component, *, with_template: bool = False) -> StampedPaths:
    stamped = stamp_paths(component, FolderListings(), with_template=with_template)
    assert stamped is not None
    assert stamped.stamp == read_stamps(component.root, [*stamped.files, *stamped.others])
    return stamped


def test_the_stamp_contains_the_files_and_their_folders(app: Component) -> None:
    assert find_stamped_paths(app)[:2] == (["po/de.po", "po/fr.po"], ["po"])
    web = find_stamped_paths(app._replace(filemask="web/*/web.po"))
    assert web.files == ["web/de/web.po"]
    assert sorted(web.others) == ["web", "web/de", "web/fr"]
    assert find_stamped_paths(app._replace(filemask="*/de.po")).others == [".", "po", "web"]


def test_the_stamp_contains_linguas_and_a_requested_template(app: Component, root: Path) -> None:
    assert find_stamped_paths(app, with_template=True).others == ["po", "po/app.pot"]
    (root / "po/LINGUAS").write_text("de")
    assert find_stamped_paths(app).others == ["po", "po/LINGUAS"]


def test_the_files_are_not_searched_again_for_the_scan(app: Component, monkeypatch: pytest.MonkeyPatch) -> None:
    listings = FolderListings()
    stamp_paths(app, listings, with_template=False)
    monkeypatch.setattr(os, "lstat", None)
    assert len(find_matches(app.root, app.filemask, listings)) == 2


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"filemask": "po/*.xlf"}, id="no file"),
        pytest.param({"paths_by_language": {"it": "it.po"}}, id="a path outside of the mask"),
        pytest.param({"template": "templates/app.po", "file_format": "po-mono"}, id="a template outside of it"),
        pytest.param({"filemask": "web/*", "file_format": "appstore"}, id="translations that are folders"),
    ],
)
def test_no_stamp_covers_other_files(app: Component, more: dict[str, Any]) -> None:
    assert stamp_paths(app._replace(**more), FolderListings(), with_template=False) is None


@pytest.mark.skipif(os.name != "posix", reason="needs links")
@pytest.mark.parametrize(("path", "target"), [("po/it.po", "de.po"), ("po/LINGUAS", "de.po"), ("po/app.pot", "de.po")])
def test_no_stamp_covers_links(app: Component, root: Path, path: str, target: str) -> None:
    (root / path).unlink(missing_ok=True)
    (root / path).symlink_to(target)
    assert stamp_paths(app, FolderListings(), with_template=True) is None


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_no_stamp_covers_links_to_folders(app: Component, root: Path) -> None:
    (root / "web/it").symlink_to("de")
    assert stamp_paths(app._replace(filemask="web/*/web.po"), FolderListings(), with_template=False) is None
