"""The log of a repository is read once for all components, and after a commit only its new part is read."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository, po
from transtats_cli import settings
from transtats_cli.changes import with_git_dates
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.git import log
from transtats_cli.git.objects import ObjectReader
from transtats_cli.git.repository import require_repository
from transtats_cli.git.trees import TreeReader
from transtats_cli.report import Report
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.pipeline.scan import scan_component

pytestmark = pytest.mark.slow

LONG_AGO = 1_700_000_000.5
FOLDERS = ("app", "manual", "web")
LANGUAGES = ("de", "fr")
LANGUAGE_CODES = ("cs", "da", "de", "el", "es", "fi", "fr", "it", "nl", "pl", "pt", "sv")

Figures = dict[str, tuple[str | None, int]]


def find_components(root: Path) -> list[Component]:
    return survey_components(str(root), settings.load_settings(str(root))).components


def read_changes(report: Report) -> Figures:
    assert report.warnings == ()
    slug = report.component.slug
    return {f"{slug} {each.language.code}": (each.last_change, each.recent_changes) for each in report.records}


def find_changes_by_separate_logs(root: Path) -> Figures:
    """Return the changes found with a log for each component."""
    found = (read_changes(with_git_dates(scan_component(component))) for component in find_components(root))
    return {name: figures for each in found for name, figures in each.items()}


def find_changes_by_one_log(root: Path, cache: str = "") -> Figures:
    """Return the changes found with one log for all components, as `stats --all` finds them."""
    lookup = ChangeLookup(cache)
    lookup.announce_components(find_components(root))
    found = (
        read_changes(with_git_dates(scan_component(component), lookup=lookup)) for component in find_components(root)
    )
    return {name: figures for each in found for name, figures in each.items()}


def set_old_times(root: Path) -> None:
    """Set old modification times, so that changes of the files may be cached."""
    for path in root.glob("*/po/*.po"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    time.sleep(0.12)


@pytest.fixture
def demo(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    made = repository("demo")
    entries = {"One": "", "Two": "Zwei"}
    made.commit("import", {f"{folder}/po/{code}.po": made.po(entries) for folder in FOLDERS for code in LANGUAGES})
    return made


@pytest.fixture
def git_commands(tmp_path: Path) -> Callable[[], list[str]]:
    """Function that returns the commands of git that were run since its last call."""
    log = tmp_path / "calls"
    real = next(path for path in os.environ["PATH"].split(os.pathsep) if (Path(path) / "git").is_file())
    (tmp_path / "bin").mkdir()
    wrapper = tmp_path / "bin" / "git"
    wrapper.write_text(
        f"#!{sys.executable}\nimport os, sys\n"
        f"with open({str(log)!r}, 'a') as file:\n"
        "    file.write(' '.join(a for a in sys.argv[1:] if a in ('log', 'cat-file', 'diff-tree')) + '\\n')\n"
        f"os.execv({str(Path(real) / 'git')!r}, ['git', *sys.argv[1:]])\n",
        encoding="utf-8",
    )
    wrapper.chmod(0o755)

    def calls() -> list[str]:
        found = log.read_text(encoding="utf-8").split() if log.exists() else []
        log.write_text("", encoding="utf-8")
        return found

    return calls


@pytest.mark.parametrize("seed", range(3))
def test_one_log_has_the_result_of_a_log_for_each_component(
    repository: Callable[[str], ScriptedRepository], tmp_path: Path, seed: int
) -> None:
    """Random repositories have branches, merges that discard a side, and restored contents."""
    chance = Random(seed)  # noqa: S311  the same at each run
    demo = repository("demo")
    branches = ["main"]
    names = [f"{folder}/po/{code}.po" for folder in FOLDERS for code in LANGUAGES]
    demo.commit("import", {name: demo.po({"A": "", "B": ""}) for name in names})
    for step in range(22):
        kind = chance.random()
        if kind < 0.12:
            branches.append(f"branch{step}")
            demo.git("checkout", "--quiet", "-b", branches[-1])
        elif kind < 0.3:
            demo.git("checkout", "--quiet", chance.choice(branches))
        elif kind < 0.45:
            demo.merge(chance.choice(branches), f"--strategy-option={chance.choice(['ours', 'theirs'])}", "--no-commit")
            demo.commit("merged", hours=0)
        elif kind < 0.55:
            demo.merge(chance.choice(branches), "--strategy=ours")
        else:
            texts = {each: chance.choice(["", "x", "y", "~x"]) for each in "AB"}
            written = {name: demo.po(texts, line=chance.randrange(3)) for name in chance.sample(names, 3)}
            demo.commit("by chance", written, hours=chance.choice([1, 2, 5]))
    for commit in demo.git("rev-list", "--all", "--reverse").split():
        demo.git("checkout", "--quiet", "--force", "--detach", commit)
        set_old_times(demo.path)
        expected = find_changes_by_separate_logs(demo.path)
        assert find_changes_by_one_log(demo.path) == expected, commit
        assert find_changes_by_one_log(demo.path, str(tmp_path / "cache")) == expected, f"{commit}, with a cache"


def test_a_branch_that_removes_and_restores_files_changes_nothing(demo: ScriptedRepository) -> None:
    names = [f"{folder}/po/{code}.po" for folder in FOLDERS for code in LANGUAGES]
    demo.commit("german", {"app/po/de.po": demo.po({"One": "Eins", "Two": "Zwei"})})
    demo.git("checkout", "--quiet", "-b", "side")
    before = {name: (demo.path / name).read_bytes() for name in names}
    demo.git("rm", "--quiet", "-r", *FOLDERS)
    demo.commit("gone", {"code.c": "int x;\n"}, hours=20)
    demo.commit("back", before, hours=20)
    demo.git("checkout", "--quiet", "main")
    demo.commit("main", {"web/po/fr.po": demo.po({"One": "Un", "Two": "Zwei"})})
    demo.merge("side")
    joint = find_changes_by_one_log(demo.path)
    assert joint == find_changes_by_separate_logs(demo.path)
    assert joint["app de"][0] == "2023-11-15T02:13:20Z"


def test_a_branch_that_restores_a_file_and_changes_another_one_does_not_change_the_first(
    demo: ScriptedRepository,
) -> None:
    """The merge is equal to the branch, so a log of all files contains only commits of the branch."""
    de = demo.po({"One": "Eins", "Two": "Zwei"})
    demo.commit("german", {"app/po/de.po": de})
    demo.git("checkout", "--quiet", "-b", "side")
    demo.git("rm", "--quiet", "app/po/de.po")
    demo.commit("gone", {"code.c": "int x;\n"}, hours=20)
    demo.commit("back", {"app/po/de.po": de, "web/po/fr.po": demo.po({"One": "Un", "Two": "Zwei"})}, hours=20)
    demo.git("checkout", "--quiet", "main")
    demo.merge("side", "--no-ff")
    demo.commit("code", {"code.c": "int y;\n"})
    joint = find_changes_by_one_log(demo.path)
    assert joint == find_changes_by_separate_logs(demo.path)
    assert joint["app de"][0] == "2023-11-15T02:13:20Z"


def test_a_restored_content_needs_no_other_log(
    demo: ScriptedRepository, git_commands: Callable[[], list[str]], run: Run, tmp_path: Path
) -> None:
    names = [f"{folder}/po/de.po" for folder in FOLDERS]
    for date in ("1", "2", "1"):
        dated = demo.po({"One": "", "Two": "Zwei"}, date=f"2024-01-0{date} 00:00+0000")
        demo.commit(date, dict.fromkeys(names, dated), hours=20)
    expected = find_changes_by_separate_logs(demo.path)
    assert find_changes_by_one_log(demo.path) == expected
    path = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    run("stats", "--all", "--format", "ndjson", "--root", demo.path, "--no-cache", env=path)
    assert git_commands().count("log") == 1


def test_a_content_that_was_restored_at_the_first_second_of_1970_has_a_date(
    demo: ScriptedRepository, tmp_path: Path
) -> None:
    name = f"{FOLDERS[0]}/po/de.po"
    for target in ("Eins", "Uno", "Eins"):
        demo.commit(target, {name: demo.po({"One": target, "Two": "Zwei"})})
        commit = re.sub(r"(?m)^(committer .*>) [0-9]+", r"\1 0", demo.git("cat-file", "commit", "HEAD"))
        (tmp_path / "commit").write_text(commit + "\n", encoding="utf-8")
        demo.git("reset", "--quiet", "--hard", demo.git("hash-object", "-t", "commit", "-w", str(tmp_path / "commit")))
    found = find_changes_by_one_log(demo.path)
    assert found == find_changes_by_separate_logs(demo.path)
    assert "1970-01-01T00:00:00Z" in {last for last, _ in found.values()}


def test_folders_are_read_with_one_request_for_each_level(
    repository: Callable[[str], ScriptedRepository], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of requests does not depend on the number of folders."""
    requests: list[int] = []
    read_all = ObjectReader.read_all

    def counted(reader: ObjectReader, identities: Iterable[str], kind: str = "") -> Iterator[bytes]:
        listed = list(identities)
        requests[-1] += bool(listed)
        return read_all(reader, listed, kind)

    monkeypatch.setattr(ObjectReader, "read_all", counted)
    for number in (2, 12):
        demo = repository(f"demo{number}")
        names = [f"{folder}/locale/a{place}/app.po" for folder in FOLDERS for place in range(number)]
        demo.commit("all", {name: demo.po({"One": name}) for name in names})
        requests.append(0)
        with ObjectReader(require_repository(str(demo.path))) as objects:
            trees = TreeReader(objects)
            top = trees.find_tree(demo.head)
            trees.cache_listings(top, names)
            assert all(trees.find_entry(top, name) for name in names)
    assert requests[0] == requests[1]


def test_requests_for_contents_do_not_grow_with_the_number_of_files(
    repository: Callable[[str], ScriptedRepository], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The contents of all files at one point of the history are requested together.

    All changes except the oldest affect only the header, so the search goes back through all commits.
    """
    requests: list[int] = []
    read_all = ObjectReader.read_all

    def read_all_and_count(objects: ObjectReader, identities: Iterable[str], kind: str = "") -> Iterator[bytes]:
        listed = list(identities)
        requests[-1] += bool(listed)
        return read_all(objects, listed, kind)

    monkeypatch.setattr(ObjectReader, "read_all", read_all_and_count)
    for count in (2, 12):
        demo = repository(f"with {count} languages")
        names = [f"{folder}/po/{code}.po" for folder in FOLDERS for code in LANGUAGE_CODES[:count]]
        for year in range(2020, 2025):
            demo.commit(
                f"{year}", {name: po({"One": name}, date=f"{year}-01-01 00:00+0000") for name in names}, hours=9
            )
        requests.append(0)
        find_changes_by_one_log(demo.path)
    assert requests[1] <= 2 * requests[0], requests


def test_the_renames_of_all_commits_are_read_from_one_process(
    demo: ScriptedRepository, git_commands: Callable[[], list[str]], run: Run, tmp_path: Path
) -> None:
    for folder in FOLDERS:
        demo.git("mv", f"{folder}/po/fr.po", f"{folder}/po/it.po")
        demo.commit(f"renamed in {folder}", {})
    assert find_changes_by_one_log(demo.path) == find_changes_by_separate_logs(demo.path)
    path = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    run("stats", "--all", "--format", "ndjson", "--root", demo.path, "--no-cache", env=path)
    assert git_commands().count("diff-tree") == 1


@pytest.mark.parametrize(
    "limit", [pytest.param(1, id="repository"), pytest.param(3, id="folders"), pytest.param(32, id="files")]
)
def test_files_that_were_moved_from_other_folders_keep_their_histories(
    demo: ScriptedRepository,
    git_commands: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    limit: int,
    tmp_path: Path,
) -> None:
    """One log is read for the folders of the files, and one log for the old folders of all components."""
    for folder in FOLDERS:
        demo.commit(f"{folder} translated", {f"{folder}/po/de.po": demo.po({"One": folder, "Two": "Zwei"})}, hours=9)
    for folder in FOLDERS:
        (demo.path / "moved").mkdir(exist_ok=True)
        demo.git("mv", folder, f"moved/{folder}")
        demo.commit(f"moved {folder}", {}, hours=9)
    expected = find_changes_by_separate_logs(demo.path)
    assert len({last for last, _ in expected.values()}) > 2
    monkeypatch.setattr(log, "_MAX_PATHSPECS", limit)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    assert find_changes_by_one_log(demo.path) == expected
    assert git_commands().count("log") == (1 if limit == 1 else 2)


def test_a_missing_object_affects_only_the_dates_of_its_component(demo: ScriptedRepository) -> None:
    blob = demo.git("rev-parse", "HEAD:app/po/de.po")
    demo.commit("german", {"app/po/de.po": demo.po({"One": "Eins", "Two": "Zwei"})})
    demo.commit(
        "others", {"web/po/de.po": demo.po({"One": "Ein", "Two": "Zwei"}), "manual/po/de.po": demo.po({"One": ""})}
    )
    old = demo.po({"One": "x", "Two": "Zwei"})
    demo.commit("app", {"app/po/de.po": old})
    lost = demo.git("rev-parse", "HEAD:app/po/de.po")
    demo.commit("app again", {"app/po/de.po": demo.po({"One": "Eins", "Two": "Zwei"})})
    path = demo.path / ".git" / "objects" / lost[:2] / lost[2:]
    path.unlink()
    assert blob != lost
    lookup = ChangeLookup()
    lookup.announce_components(find_components(demo.path))
    reports = {each.slug: with_git_dates(scan_component(each), lookup=lookup) for each in find_components(demo.path)}
    assert {name: len(report.warnings) for name, report in reports.items()} == {"app": 1, "manual": 0, "web": 0}
    assert reports["web"].records[0].last_change == "2023-11-15T04:13:20Z"


def test_a_withdrawn_component_is_not_looked_up(demo: ScriptedRepository) -> None:
    lookup = ChangeLookup()
    components = find_components(demo.path)
    lookup.announce_components(components)
    lookup.withdraw_component(components[1])
    assert [*lookup._components] == components
    lookup.withdraw_component(components[0])
    assert [*lookup._components] == components[1:]


def test_one_log_is_read_for_all_components_and_for_an_empty_commit(
    demo: ScriptedRepository, git_commands: Callable[[], list[str]], run: Run, tmp_path: Path
) -> None:
    set_old_times(demo.path)
    cache = ("--cache-dir", tmp_path / "cache")
    every = ("stats", "--all", "--format", "ndjson", "--root", demo.path)
    path = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    first = run(*every, *cache, env=path)
    assert (first.status, first.stderr) == (0, "")
    assert git_commands().count("log") == 1
    for subject in ("empty", "empty again"):
        demo.commit(subject)
        again = run(*every, *cache, env=path)
        assert (again.stdout, again.stderr) == (first.stdout, "")
        assert git_commands() == ["log"]
    assert run(*every, *cache, env=path).stdout == first.stdout
    assert git_commands() == []


def test_after_a_commit_only_the_files_that_it_changed_are_looked_up(demo: ScriptedRepository, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    set_old_times(demo.path)
    first = find_changes_by_one_log(demo.path, cache)
    demo.git("checkout", "--quiet", "-b", "side")
    demo.commit("side", {"app/po/de.po": demo.po({"One": "Eins", "Two": "Zwei"})})
    demo.git("checkout", "--quiet", "main")
    demo.commit("code", {"code.c": "int x;\n"})
    set_old_times(demo.path)
    assert find_changes_by_one_log(demo.path, cache) == first
    # Each file of the merge is equal to that of one of its parents.
    demo.merge("side")
    set_old_times(demo.path)
    second = find_changes_by_one_log(demo.path, cache)
    assert second == find_changes_by_separate_logs(demo.path)
    assert {name for name, figures in second.items() if figures != first[name]} == {"app de"}
    demo.git("reset", "--quiet", "--hard", "HEAD~1")
    set_old_times(demo.path)
    assert find_changes_by_one_log(demo.path, cache) == first


def test_a_commit_that_changes_gitignore_discards_the_cache(demo: ScriptedRepository, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    demo.write({"app/po/it.po": demo.po({"One": "Uno"})})
    set_old_times(demo.path)
    before = find_changes_by_one_log(demo.path, cache)["app it"]
    demo.git("add", "app/po/de.po")
    demo.write({".gitignore": "it.po\n"})
    demo.git("add", ".gitignore")
    demo.git("commit", "--quiet", "--message", "ignore")
    (demo.path / ".gitignore").write_text("it.po\n", encoding="utf-8")
    after = find_changes_by_one_log(demo.path, cache)
    assert after == find_changes_by_separate_logs(demo.path)
    assert after.get("app it") != before
