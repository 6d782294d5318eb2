"""Components at many commits: a search is repeated only if it would read something else."""

import pytest

from transtats_cli.errors import UnknownComponentError
from transtats_cli.git import past
from transtats_cli.git.repository import required
from transtats_cli.git.shadow import Shadow

Searches = list[str]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Searches:
    """Roots that were searched."""
    roots: Searches = []
    search = past.component_in
    monkeypatch.setattr(
        past, "component_in", lambda shadow, root, *rest: roots.append(root) or search(shadow, root, *rest)
    )
    return roots


@pytest.fixture
def demo(repository):
    made = repository("demo")
    made.commit("one", {"po/de.po": made.po({"A": "a"}), "po/fr.po": made.po({"A": ""}), "main.c": "int"})
    return made


def masks(demo, *commits: str) -> list[str]:
    with Shadow(required(str(demo.path)), str(demo.path)) as shadow:
        components = past.ComponentsByLayout(shadow)
        return [components.component(shadow.at(commit), ("demo", "po")).filemask for commit in commits]


def test_commits_with_other_translations_or_code_are_searched_once(demo, searches: Searches) -> None:
    commits = [demo.head]
    commits += [demo.commit("text", {"po/de.po": demo.po({"A": f"a{number}"})}) for number in range(5)]
    commits.append(demo.commit("code", {"main.c": "char", "more.c": ""}))
    assert masks(demo, *commits) == ["po/*.po"] * 7
    assert len(searches) == 1


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"po/it.po": ""}, id="another language"),
        pytest.param({"more/po/de.po": ""}, id="another component"),
        pytest.param({"po/LINGUAS": "de"}, id="a document"),
        pytest.param({".gitignore": "fr.po"}, id="an ignored file"),
    ],
)
def test_a_commit_with_another_layout_is_searched_again(demo, searches: Searches, files: dict[str, str]) -> None:
    masks(demo, demo.head, demo.commit("layout", files))
    assert len(searches) == 2


def test_a_commit_is_searched_again_if_the_beginning_of_a_file_was_read_that_differs(demo, searches: Searches) -> None:
    def documents(version: str) -> dict[str, str]:
        return {f"web/messages.{code}.xlf": f'<xliff version="{version}"><file/></xliff>' for code in ("de", "fr")}

    commits = [demo.commit("1.2", documents("1.2")), demo.commit("2.0", documents("2.0"))]
    with Shadow(required(str(demo.path)), str(demo.path)) as shadow:
        components = past.ComponentsByLayout(shadow)
        formats = [
            components.component(shadow.at(commit), ("demo", "messages")).file_format for commit in (*commits, *commits)
        ]
    assert formats == ["xliff", "xliff2"] * 2
    assert len(searches) == 2


def test_an_unknown_component_is_searched_once(demo, searches: Searches) -> None:
    second = demo.commit("text", {"po/de.po": demo.po({"A": "other"})})
    with Shadow(required(str(demo.path)), str(demo.path)) as shadow:
        components = past.ComponentsByLayout(shadow)
        for commit in (demo.git("rev-parse", "HEAD~1"), second):
            with pytest.raises(UnknownComponentError, match="no such component"):
                components.component(shadow.at(commit), ("demo", "nothing"))
    assert len(searches) == 1
