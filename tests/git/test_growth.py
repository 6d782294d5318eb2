"""The time to read many components of one commit grows with their number."""

import os
from collections.abc import Callable
from functools import partial

import pytest

from tests.git_repositories import ScriptedRepository
from tests.settings.test_growth import steps
from transtats_cli.comparison.movements import Comparison
from transtats_cli.comparison.revisions import RevisionPair, compare_components, open_revision_reader
from transtats_cli.errors import UnknownComponentError
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.settings import load_settings
from transtats_cli.settings.layers import NO_OVERRIDES

pytestmark = pytest.mark.slow

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
LAYOUTS = [
    pytest.param("po/app{}.de.po", "", id="found"),
    pytest.param("po/app{}.de.po", '[project.demo.component.app{}]\nfilemask = "po/app{}.*.po"\n', id="in settings"),
    pytest.param("m{}/LC_MESSAGES/a{}.po", '[project.demo.component.app{}]\nfilemask = "*/*/a{}.po"\n', id="wide"),
]


@pytest.fixture
def many_components(repository: Callable[[str], ScriptedRepository]) -> Callable[..., str]:
    """Function that commits a number of components, and returns the directory of the repository."""

    def many_components(number: int, path: str = "po/app{}.de.po", component: str = "") -> str:
        demo = repository(f"{number}/demo")
        files = {path.format(place, place): PO for place in range(number)}
        lines = "".join(component.format(place, place) for place in range(number))
        demo.commit("all", {**files, **({"transtats.toml": lines} if lines else {}), "Makefile": ""})
        return str(demo.path)

    return many_components


@pytest.mark.parametrize(("path", "component"), LAYOUTS)
def test_the_listings_of_a_folder_do_not_grow_with_the_number_of_components(
    many_components: Callable[..., str], path: str, component: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[str] = []
    scandir = os.scandir
    counts = []
    for number in (10, 20):
        root = many_components(number, path, component)
        with open_revision_reader(root) as revisions, monkeypatch.context() as patched:
            patched.setattr(os, "scandir", lambda path=".": (listed.append(str(path)), scandir(path))[1])
            listed.clear()
            for place in range(number):
                taken = revisions.take_snapshot("HEAD", ("demo", f"app{place}"), NO_OVERRIDES, ScanOptions())
                assert len(taken.languages) == 1
            counts.append(len(listed))
    assert counts[1] < (2.2 if path.startswith("m{}") else 1.1) * counts[0]


@pytest.mark.parametrize(("path", "component"), LAYOUTS)
def test_the_steps_grow_with_the_number_of_components(
    many_components: Callable[..., str], path: str, component: str
) -> None:
    def run(root: str, number: int) -> None:
        with open_revision_reader(root) as revisions:
            for place in range(number):
                revisions.take_snapshot("HEAD", ("demo", f"app{place}"), NO_OVERRIDES, ScanOptions(runs_checks=False))

    roots = {number: many_components(number, path, component) for number in (2, 40, 80)}
    run(roots[2], 2)
    taken = [steps(partial(run, roots[number], number)) for number in (40, 80)]
    assert taken[1] < 2.5 * taken[0]


def test_the_steps_for_components_that_a_commit_lacks_grow_with_their_number(
    many_components: Callable[..., str],
) -> None:
    def run(root: str, number: int) -> None:
        with open_revision_reader(root) as revisions:
            for place in range(number):
                with pytest.raises(UnknownComponentError):
                    revisions.take_snapshot("HEAD", ("demo", f"new{place}"), NO_OVERRIDES, ScanOptions())

    roots = {number: many_components(number) for number in (2, 100, 200)}
    run(roots[2], 2)
    taken = [steps(partial(run, roots[number], number)) for number in (100, 200)]
    assert taken[1] < 2.5 * taken[0]


def test_two_commits_are_checked_out_once_to_compare_all_components(
    repository: Callable[[str], ScriptedRepository], monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = repository("demo")
    for target in ("b", "c"):
        demo.commit(target, {f"po/app{place}.de.po": PO.replace('"b"', f'"{target}"') for place in range(4)})
    root, pair = str(demo.path), RevisionPair("HEAD~1", "HEAD")
    components = survey_components(root, load_settings(root)).components
    removed: list[str] = []
    unlink = os.unlink
    monkeypatch.setattr(os, "unlink", lambda path, **options: (removed.append(str(path)), unlink(path, **options))[1])
    for _, compared in compare_components(components, pair, root, NO_OVERRIDES, ScanOptions(runs_checks=False)):
        assert isinstance(compared, Comparison)
        assert not [path for path in removed if path.endswith(".po")]
    assert len(components) == 4


def test_a_snapshot_has_the_languages_of_its_commit(repository: Callable[[str], ScriptedRepository]) -> None:
    demo = repository("demo")
    demo.commit("one", {"po/app.de.po": PO, "po/web.de.po": PO, "Makefile": ""})
    first = demo.head
    demo.commit("two", {"po/app.fr.po": PO})
    with open_revision_reader(str(demo.path)) as revisions:
        for commit, languages in ((first, {"de"}), (demo.head, {"de", "fr"}), (first, {"de"})):
            assert (
                set(revisions.take_snapshot(commit, ("demo", "app"), NO_OVERRIDES, ScanOptions()).languages)
                == languages
            )
