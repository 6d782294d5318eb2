"""Settings files of any size and shape take time in proportion to their size, or are an error."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from tests.fixture_types import WriteTree
from transtats_cli import settings
from transtats_cli.scanning.discovery import lookup, search
from transtats_cli.settings.documents import SettingsError

if TYPE_CHECKING:
    from _typeshed import TraceFunction


def steps(work: Callable[[], object]) -> int:
    """Return the number of executed lines of Python, which is the same on every machine."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> "TraceFunction":
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def format_components(number: int) -> str:
    return "".join(f'[project.p.component.c{place}]\nfilemask = "po/*.po"\n' for place in range(number))


@pytest.mark.parametrize("number", [pytest.param(150, id="components")])
def test_the_time_for_components_grows_with_their_number(tree: WriteTree, number: int) -> None:
    def run(components_number: int) -> int:
        root = str(tree({"po/de.po": "", "transtats.toml": format_components(components_number)}))
        return steps(lambda: lookup.survey_components(root, settings.load_settings(root)))

    taken = [run(each) for each in (number, 2 * number)]
    assert taken[1] < 2.5 * taken[0]


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_folder_that_many_components_name_is_searched_once(
    tree: WriteTree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []
    find_sets = search.find_sets_in_folder
    monkeypatch.setattr(lookup, "find_sets_in_folder", lambda folder: (searched.append(folder), find_sets(folder))[1])
    text = "".join(
        f'[project.p.component.c{place}]\npath = "{path}"\n' for place, path in enumerate(["src", "link"] * 5)
    )
    root = tree({"src/po/de.po": "", "transtats.toml": text})
    (root / "link").symlink_to("src")
    assert len(lookup.survey_components(str(root), settings.load_settings(str(root))).components) == 10
    assert len(searched) == 1


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        pytest.param(
            "transtats.toml",
            "# ....................\n" + "a." * 20 + "b = 1\n",
            "transtats.toml:2: a key with more than 20 names; use fewer dots",
            id="dots",
        ),
        pytest.param(
            "pyproject.toml",
            "[tool.transtats]\n['a'" + ' . "b.c"' * 20 + "]\n",
            "pyproject.toml:2: a key with more than 20 names",
            id="dots between quoted names",
        ),
        pytest.param(
            "transtats.toml",
            "a = { " + "a." * 20 + "b = 1 }\n",
            "transtats.toml:1: a key with more than 20 names",
            id="dots in an inline table",
        ),
        pytest.param(
            "transtats.toml",
            "a = [\n" + "[" * 3000 + "\n" + "[" * 3000,
            "transtats.toml: not valid TOML: nested too deep",
            id="nested lists",
        ),
        # Without care, the search for long keys would take hours.
        pytest.param(
            "transtats.toml",
            "# ....................\n" + '\\"""\n' * 150_000,
            "transtats.toml:2: not valid TOML",
            id="texts without an end",
        ),
        pytest.param(
            "transtats.toml",
            "# ....................\n" + '\\"\\\n' * 150_000,
            "transtats.toml:2: not valid TOML",
            id="continued texts without an end",
        ),
        pytest.param(
            "transtats.toml",
            "exclude = [\n" + '"a",\n' * 10_001 + "]\n",
            "transtats.toml:1: exclude: has more than 10000 entries; shorten it",
            id="a long list",
        ),
        pytest.param(
            "transtats.toml",
            "".join(f"[gate.language.a{place}]\nmax_fuzzy = 1\n" for place in range(3000)) + format_components(700),
            "transtats.toml: gate: 2100000 limits for 700 components together",
            id="limits of many languages for many components",
        ),
    ],
)
def test_settings_that_would_take_too_long_are_an_error(tree: WriteTree, name: str, text: str, reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        settings.load_settings(str(tree({name: text})))


def test_dots_in_texts_and_comments_are_not_counted(tree: WriteTree) -> None:
    dots = "a." * 30
    text = f'name = \'{dots}\' # {dots}\nother = "{dots}"\nlong = \'\'\'\n{dots}\n\'\'\'\nlast = """\n{dots}\\"\n"""\n'
    # The name makes the file one that is parsed.
    text += "# transtats\n"
    assert not settings.load_settings(str(tree({"pyproject.toml": text}))).settings_files
