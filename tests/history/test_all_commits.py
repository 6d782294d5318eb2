"""Statistics of all commits of the example repository are equal to those of real checkouts."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository
from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import ComponentFinder
from transtats_cli.git.repository import require_repository
from transtats_cli.history.commits import HistoryRequest, list_commits
from transtats_cli.history.figures import HistoryEntry
from transtats_cli.history.reader import ComponentLocation, read_histories
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component

pytestmark = pytest.mark.slow


def list_all_commits(example: ScriptedRepository) -> list[str]:
    return example.git("rev-list", "--all", "--topo-order").split()


def find_components(root: str | Path) -> dict[tuple[str, str], Component]:
    found = survey_components(str(root), settings.load_settings(str(root)))
    assert found.problems == []
    return {(each.project, each.slug): each for each in found.components}


def scan_without_dates(component: Component) -> tuple[list[object], list[str]]:
    """Return the records and failures of a scan without dates."""
    report = scan_component(component, ScanOptions(with_source=True))
    return [record._replace(last_change=None) for record in report.records], [str(each) for each in report.failures]


def test_the_example_has_merges_and_many_commits(example: ScriptedRepository) -> None:
    assert len(list_all_commits(example)) >= 30
    assert len(example.git("rev-list", "--all", "--merges").split()) == 3


def test_a_temporary_checkout_has_the_statistics_of_a_real_checkout(
    example: ScriptedRepository, checkouts: Callable[[str], Path]
) -> None:
    with Checkout(require_repository(str(example.path)), str(example.path)) as checkout:
        found = ComponentFinder(checkout)
        for commit in list_all_commits(example):
            real, temporary = find_components(checkouts(commit)), find_components(checkout.check_out(commit))
            assert real.keys() == temporary.keys()
            for names, component in real.items():
                again = ComponentFinder(checkout).find_in_checkout(checkout.check_out(commit), names)
                assert (
                    scan_without_dates(component) == scan_without_dates(temporary[names]) == scan_without_dates(again)
                ), (commit, names)
                assert found.find_in_checkout(checkout.check_out(commit), names) == again, (commit, names)


def read_entries(
    demo: ScriptedRepository, names: tuple[str, str], cache: str = "", commit: str = "HEAD"
) -> list[HistoryEntry]:
    location = ComponentLocation(require_repository(str(demo.path)), str(demo.path), names)
    commits = list_commits(location.repository, HistoryRequest(commit))
    (found,) = read_histories([location], commits, ScanOptions(cache_directory=cache))
    if isinstance(found, TranstatsError):
        raise found
    return found


@pytest.mark.parametrize("with_cache", [False, True])
def test_a_history_has_the_statistics_of_checkouts(
    example: ScriptedRepository, checkouts: Callable[[str], Path], tmp_path: Path, with_cache: bool
) -> None:
    """A history from each commit is read, to include all branches. With a cache, most results come from the cache."""
    cache = str(tmp_path) if with_cache else ""
    seen = 0
    for commit in list_all_commits(example):
        for names in find_components(checkouts(commit)):
            for entry in read_entries(example, names, cache, commit):
                root = checkouts(entry.commit.commit_id)
                real = scan_component(find_components(root)[entry.figures.names])
                assert [(each.code, each.name, each.statistics) for each in entry.figures.languages] == [
                    (record.language.code, record.language.name, record.statistics) for record in real.translations
                ]
                assert [each.path for each in entry.figures.languages] == [
                    str((Path(real.component.root) / record.path).relative_to(root)) for record in real.translations
                ]
                assert [str(each) for each in entry.figures.failures] == [str(each) for each in real.failures]
                seen += 1
            if not with_cache:
                break
        if not with_cache and seen > 40:
            break
    assert seen > 40


def test_the_command_prints_the_statistics_of_checkouts(
    example: ScriptedRepository, checkouts: Callable[[str], Path], run: Run
) -> None:
    printed = run(
        "history", "demo", "locale", "--root", example.path, "--format", "ndjson", "--no-cache", "--every", "commit"
    )
    assert (printed.status, printed.stderr.count("left out in 1 commit")) == (3, 1)
    lines = [json.loads(line) for line in printed.stdout.splitlines()]
    shown = list(dict.fromkeys(line["commit"] for line in lines))
    assert len(shown) == len(example.git("rev-list", "--first-parent", "HEAD").split()) - 1
    for commit in (shown[0], shown[len(shown) // 2], shown[-1]):
        (name,) = {names[1] for names in find_components(checkouts(commit)) if names[1] in ("po", "locale")}
        done = run("stats", "demo", name, "--root", checkouts(commit), "--format", "ndjson", "--no-cache")
        expected = [json.loads(line) for line in done.stdout.splitlines()]
        mine = [line for line in lines if line["commit"] == commit]
        assert [line["code"] for line in mine] == [line["code"] for line in expected]
        for one, other in zip(mine, expected, strict=True):
            assert {key: one[key] for key in other if key in one} == {key: other[key] for key in other if key in one}


def test_a_renamed_component_is_followed_under_its_old_name(example: ScriptedRepository) -> None:
    names = [entry.figures.names[1] for entry in read_entries(example, ("demo", "locale"))]
    assert names == sorted(names)
    assert set(names) == {"locale", "po"}


def test_a_name_that_no_commit_has_is_an_error_with_a_suggestion(example: ScriptedRepository) -> None:
    with pytest.raises(TranstatsError, match=r"demo/locals: .* did you mean locale\?"):
        read_entries(example, ("demo", "locals"))


def test_a_submodule_has_its_own_history(example: ScriptedRepository, run: Run) -> None:
    root = example.path / "parts" / "library"
    done = run("stats", "library", "locale", "--root", root, "--format", "ndjson", "--no-cache")
    assert json.loads(done.stdout)["last_change"] == "2023-11-15T02:13:20Z"
    past = run("history", "library", "locale", "--root", root, "--format", "csv", "--no-cache")
    assert (past.status, len(past.stdout.splitlines())) == (0, 2)
    above = run("stats", "--root", example.path, "--all", "--format", "ndjson", "--no-cache")
    (line,) = [json.loads(line) for line in above.stdout.splitlines() if "library" in line]
    assert line["last_change"] == "2023-11-15T02:13:20Z"


def test_a_changed_template_changes_every_language(
    repository: Callable[[str], ScriptedRepository], tmp_path: Path
) -> None:
    demo = repository("demo")
    settings_file = (
        '[project.demo.component.app]\nfilemask = "po/*.po"\ntemplate = "po/en.po"\nfile_format = "po-mono"\n'
    )
    first = demo.commit(
        "import",
        {
            "transtats.toml": settings_file,
            "po/en.po": demo.po({"key.one": "One"}),
            "po/de.po": demo.po({"key.one": "Eins", "key.two": "Zwei"}),
        },
    )
    second = demo.commit("a key", {"po/en.po": demo.po({"key.one": "One", "key.two": "Two"})})
    third = demo.commit("a text", {"po/en.po": demo.po({"key.one": "One and more", "key.two": "Two"})})
    for _ in range(2):
        entries = read_entries(demo, ("demo", "app"), str(tmp_path / "cache"))
        counted = [(each.commit.commit_id, each.figures.languages[0].statistics.total[:2]) for each in entries]
        assert counted == [(third, (2, 4)), (second, (2, 2)), (first, (1, 1))]


def test_the_settings_of_each_commit_are_used(repository: Callable[[str], ScriptedRepository], tmp_path: Path) -> None:
    demo = repository("demo")
    words = {"One": "Eins", "This ends with a stop.": "Das hier nicht"}
    demo.commit("import", {"po/de.po": demo.po(words), "po/fr.po": demo.po(words)})
    demo.commit("quieter", {"transtats.toml": '[checks]\nignore = ["end_stop"]\n'})
    demo.commit("wrong", {"transtats.toml": "[checks]\nignore = 7\n"})
    demo.commit("elsewhere", {"transtats.toml": '[project.demo.component.po]\nfilemask = "po/d*.po"\npath = "."\n'})
    entries = read_entries(demo, ("demo", "po"))
    failing = [[each.statistics.failing for each in entry.figures.languages] for entry in entries]
    # The newest commit has one file. The commit with wrong settings has none and is left out.
    assert [len(each) for each in failing] == [1, 2, 2]
    assert sum(failing[1]) < sum(failing[2])


def test_changes_of_files_that_only_settings_name_are_found(
    repository: Callable[[str], ScriptedRepository], tmp_path: Path
) -> None:
    """The names of such files are not recognised, so a commit that changes only these files seems to change nothing."""
    demo = repository("demo")
    text = '[project.demo.component.app]\nfilemask = "lang/*.txt"\nfile_format = "po"\n'
    demo.commit("import", {"transtats.toml": text, "lang/de.txt": demo.po({"One": "", "Two": ""}), "code.c": ""})
    demo.commit("code", {"code.c": "int main;\n"})
    demo.commit("one", {"lang/de.txt": demo.po({"One": "Eins", "Two": ""})})
    expected = [1, 0, 0]
    for step in range(3):
        for cache in (str(tmp_path / "cache"), str(tmp_path / "cache"), ""):
            entries = read_entries(demo, ("demo", "app"), cache)
            assert [each.figures.languages[0].statistics.translated.strings for each in entries] == expected
        demo.commit("more", {"lang/de.txt": demo.po({"One": "Eins", "Two": "Zwei" * (step % 2 == 0)})})
        expected = [2 if step % 2 == 0 else 1, *expected]


def test_a_change_of_the_target_of_a_link_is_found(repository: Callable[[str], ScriptedRepository]) -> None:
    demo = repository("demo")
    (demo.path / "po").mkdir()
    (demo.path / "po" / "fr.po").symlink_to("../data/french")
    demo.commit("import", {"po/de.po": demo.po({"One": ""}), "data/french": demo.po({"One": ""})})
    demo.commit("code", {"code.py": "", "other/french": demo.po({"One": ""})})
    demo.commit("target", {"data/french": demo.po({"One": "Un"})})
    (demo.path / "po" / "fr.po").unlink()
    (demo.path / "po" / "fr.po").symlink_to("../other/french")
    demo.commit("link")
    demo.commit("more code", {"code.py": "1"})
    demo.commit("other target", {"other/french": demo.po({"One": "Un"})})
    entries = read_entries(demo, ("demo", "po"))
    counted = [[each.statistics.translated.strings for each in entry.figures.languages] for entry in entries]
    assert counted == [[0, 1], [0, 0], [0, 0], [0, 1], [0, 0], [0, 0]]
