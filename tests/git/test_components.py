"""A search for a component is repeated only for a commit in which it would read other files."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.git_repositories import ScriptedRepository
from transtats_cli.errors import UnknownComponentError
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import ComponentFinder
from transtats_cli.git.repository import require_repository
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.discovery.search import TreeSearchResult, search_tree

Searches = list[str]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    """Root directories of all searches for components, in order."""
    roots: Searches = []

    def record_search(root: str, *arguments: Any, all_folders: bool = False) -> TreeSearchResult:
        if not all_folders:
            roots.append(root)
        return search_tree(root, *arguments, all_folders=all_folders)

    monkeypatch.setattr(lookup, "search_tree", record_search)
    return roots


@pytest.fixture
def demo(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    made = repository("demo")
    made.commit(
        "one",
        {
            "po/de.po": made.po({"A": "a"}),
            "po/fr.po": made.po({"A": ""}),
            "src/a/main.c": "int",
            "pom.xml": "<a/>",
            ".ci/test.yml": "a: b",
        },
    )
    return made


def find_masks(demo: ScriptedRepository, *commits: str) -> list[str]:
    with Checkout(require_repository(str(demo.path)), str(demo.path)) as checkout:
        components = ComponentFinder(checkout)
        return [components.find_in_checkout(checkout.check_out(commit), ("demo", "po")).filemask for commit in commits]


def test_commits_with_other_translations_or_code_are_searched_once(
    demo: ScriptedRepository, searches: Searches
) -> None:
    commits = [demo.head]
    commits += [demo.commit("text", {"po/de.po": demo.po({"A": f"a{number}"})}) for number in range(5)]
    commits.append(demo.commit("code", {"src/a/main.c": "char", "src/a/more.c": "", "pom.xml": "<b/>"}))
    commits.append(demo.commit("tests", {".ci/test.yml": "a: c"}))
    commits.append(demo.commit("folder", {"src/a/more/de/more.c": ""}))
    assert find_masks(demo, *commits) == ["po/*.po"] * 9
    assert len(searches) == 1


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"po/it.po": ""}, id="another language"),
        pytest.param({"more/po/de.po": ""}, id="another component"),
        pytest.param({"po/LINGUAS": "de"}, id="a document"),
        pytest.param({".gitignore": "fr.po"}, id="an ignored file"),
        pytest.param({"po/more/main.c": ""}, id="a folder that could be a component"),
    ],
)
def test_a_commit_with_another_layout_is_searched_again(
    demo: ScriptedRepository, searches: Searches, files: dict[str, str]
) -> None:
    find_masks(demo, demo.head, demo.commit("layout", files))
    assert len(searches) == 2


@pytest.mark.parametrize(
    ("extension", "contents", "expected"),
    [
        pytest.param(
            "xlf",
            ('<xliff version="1.2"><file/></xliff>', '<xliff version="2.0"><file/></xliff>'),
            ["xliff", "xliff2"],
            id="XLIFF",
        ),
        pytest.param(
            "json",
            ('{"a": "x", "b": "y"}', '{"a": {"b": "x", "c": "y"}}'),
            ["json", "json-nested"],
            id="JSON",
        ),
    ],
)
def test_a_commit_is_searched_again_if_a_file_differs_whose_beginning_was_read(
    demo: ScriptedRepository, searches: Searches, extension: str, contents: tuple[str, str], expected: list[str]
) -> None:
    commits = [
        demo.commit("text", {f"web/messages.{code}.{extension}": content for code in ("de", "en", "fr")})
        for content in contents
    ]
    with Checkout(require_repository(str(demo.path)), str(demo.path)) as checkout:
        components = ComponentFinder(checkout)
        formats = [
            components.find_in_checkout(checkout.check_out(commit), ("demo", "web/messages")).file_format
            for commit in (*commits, *commits)
        ]
    assert formats == expected * 2
    assert len(searches) == 2


def test_an_unknown_component_is_searched_once(demo: ScriptedRepository, searches: Searches) -> None:
    second = demo.commit("text", {"po/de.po": demo.po({"A": "other"})})
    with Checkout(require_repository(str(demo.path)), str(demo.path)) as checkout:
        components = ComponentFinder(checkout)
        for commit in (demo.git("rev-parse", "HEAD~1"), second):
            with pytest.raises(UnknownComponentError, match="no such component"):
                components.find_in_checkout(checkout.check_out(commit), ("demo", "nothing"))
    assert len(searches) == 1


def test_the_error_of_an_unknown_component_does_not_grow_with_the_commits(demo: ScriptedRepository) -> None:
    with Checkout(require_repository(str(demo.path)), str(demo.path)) as checkout:
        components = ComponentFinder(checkout)
        root = checkout.check_out(demo.head)
        sizes = []
        for _ in range(3):
            with pytest.raises(UnknownComponentError) as raised:
                components.find_in_checkout(root, ("demo", "nothing"))
            sizes.append(len(raised.traceback))
    assert sizes[0] == sizes[1] == sizes[2]


def test_a_commit_is_searched_again_if_a_link_was_read(demo: ScriptedRepository, searches: Searches) -> None:
    names = "text/messages.{}.json"
    content = '{"a": "x", "b": "y"}'
    files = {names.format("de"): content, names.format("fr"): content, "text/english.json": content}
    (demo.path / "text").mkdir()
    (demo.path / names.format("en")).symlink_to("english.json")
    commits = [demo.commit("link", files), demo.commit("target", {"text/english.json": '{"a": {"b": "x"}}'})]
    find_masks(demo, *commits)
    assert len(searches) == 2
