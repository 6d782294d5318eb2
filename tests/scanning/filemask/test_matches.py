"""Paths that a mask matches, and the status of paths without links."""

import glob
import os
from pathlib import Path

import pytest

from transtats_cli.scanning.filemask.folders import find_matches


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path in ("locale/de/LC_MESSAGES/app.po", "locale/fr/LC_MESSAGES/app.po", "po/de.po", "po/fr.po", "po/.it.po"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    (tmp_path / "locale/nb").symlink_to("de")
    (tmp_path / "locale/xx").symlink_to("nowhere")
    (tmp_path / "po/nb.po").symlink_to("de.po")
    (tmp_path / "po/xx.po").symlink_to("nowhere")
    (tmp_path / "other").symlink_to("po")
    return tmp_path


@pytest.mark.parametrize(
    ("mask", "direct", "linked"),
    [
        pytest.param("po/*.po", ["de", "fr"], ["nb", "xx"], id="links in place of files"),
        pytest.param("other/*.po", [], ["de", "fr", "nb", "xx"], id="a link in place of a folder"),
        pytest.param("locale/*/LC_MESSAGES/app.po", ["de", "fr"], ["nb"], id="a folder of a language"),
        pytest.param(
            "locale/*/LC_MESSAGES/*.po", ["deapp", "frapp"], ["nbapp"], id="a folder of a language and a second star"
        ),
        pytest.param("po/nothing/*.po", [], [], id="a missing folder"),
        pytest.param("po/de.po/*.po", [], [], id="a file in place of a folder"),
    ],
)
def test_a_match_is_direct_only_if_no_part_of_its_path_is_a_link(
    root: Path, mask: str, direct: list[str], linked: list[str]
) -> None:
    languages: dict[bool, list[str]] = {True: [], False: []}
    for _, stars, is_direct in find_matches(str(root), mask):
        languages[is_direct].append("".join(stars))
    assert (sorted(languages[True]), sorted(languages[False])) == (direct, linked)


@pytest.mark.parametrize("mask", ["*/*.po", "*/*/*/*.po", "po/?*.po", "po/*e*.po", "*", "*/.*.po", "po"])
def test_a_mask_matches_the_same_paths_as_a_shell_pattern(root: Path, mask: str) -> None:
    pattern = mask.replace("?", "[?]")
    expected = {path for path in glob.glob(pattern, root_dir=root) if os.path.lexists(root / path)}
    assert {path for path, *_ in find_matches(str(root), mask)} == expected


def test_a_match_contains_the_text_of_each_star(root: Path) -> None:
    assert find_matches(str(root), "p*/d*.*o") == [("po/de.po", ("o", "e", "p"), True)]
