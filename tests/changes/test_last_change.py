"""Times of last changes and numbers of recent changes, in repositories of a few commits."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.git_repositories import ScriptedRepository
from transtats_cli.changes import with_git_dates
from transtats_cli.report import Report
from transtats_cli.scanning import scan
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings.layers import Settings

pytestmark = pytest.mark.slow

START = 1_700_000_000


def scan_with_dates(root: Path, cache: str = "", name: str = "po") -> Report:
    return with_git_dates(scan(root.name, name, root=str(root)), cache=cache)


def read_changes(root: Path, cache: str = "", name: str = "po") -> dict[str, tuple[str | None, int]]:
    return {
        record.language.code: (record.last_change, record.recent_changes)
        for record in scan_with_dates(root, cache, name).records
    }


def at(hours: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START + hours * 3600))


@pytest.fixture
def demo(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository `demo` with two languages, which were imported after one hour."""
    made = repository("demo")
    entries = {"One": "", "Two": "Zwei", "Three": ""}
    made.commit("import", {"po/de.po": made.po(entries), "po/fr.po": made.po(entries)}, hours=1)
    return made


def test_an_import_sets_the_last_change_and_changes_no_string(demo: ScriptedRepository) -> None:
    assert read_changes(demo.path) == {"de": (at(1), 0), "fr": (at(1), 0)}


def test_comments_headers_and_references_change_nothing(demo: ScriptedRepository) -> None:
    entries = {"One": "", "Two": "Zwei", "Three": ""}
    demo.commit("moved", {"po/de.po": demo.po(entries, line=77, date="2024-01-01 00:00+0000")})
    demo.commit("in words", {"po/fr.po": "# who wrote this\n" + demo.po(entries)})
    demo.commit("in order", {"po/de.po": demo.po(dict(reversed(entries.items())))})
    demo.commit("in other line ends", {"po/de.po": demo.po(entries).replace("\n", "\r\n")})
    assert read_changes(demo.path) == {"de": (at(1), 0), "fr": (at(1), 0)}


def test_plural_forms_that_english_lacks_are_compared(repository: Callable[[str], ScriptedRepository]) -> None:
    plural = '<resources><plurals name="n"><item quantity="{}">{}</item></plurals></resources>\n'
    demo = repository("demo")
    demo.commit(
        "import",
        {
            "res/values/strings.xml": plural.format("other", "days"),
            "res/values-cs/strings.xml": plural.format("few", "dny"),
        },
        hours=1,
    )
    demo.commit("few", {"res/values-cs/strings.xml": plural.format("few", "dnů")}, hours=5)
    (listed,) = survey_components(str(demo.path), Settings()).components
    assert read_changes(demo.path, name=listed.slug)["cs"] == (at(6), 1)


def test_new_targets_and_states_are_recent_changes_and_new_sources_are_not(demo: ScriptedRepository) -> None:
    demo.commit("a target", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.commit("fuzzy", {"po/de.po": demo.po({"One": "Eins", "Two": "~Zwei", "Three": ""})})
    demo.commit(
        "a source", {"po/de.po": demo.po({"One": "Eins", "Two": "~Zwei", "Three": "", "Four": "Vier"})}, hours=1
    )
    assert read_changes(demo.path) == {"de": (at(6), 2), "fr": (at(1), 0)}


def test_the_window_is_six_hours_without_its_first_second(demo: ScriptedRepository) -> None:
    for hours, words in ((1, ("1", "Zwei", "")), (6, ("1", "2", "")), (5, ("1", "2", "3")), (1, ("1", "2", "drei"))):
        demo.commit("one", {"po/de.po": demo.po(dict(zip(("One", "Two", "Three"), words, strict=True)))}, hours=hours)
    # At 2, 8, 13 and 14 hours: the second is exactly six hours before the last.
    assert read_changes(demo.path)["de"] == (at(14), 1)
    demo.replace("po/de.po", "drei", "Drei")
    demo.now -= 1
    demo.git("commit", "--quiet", "--all", "--amend", "--no-edit")
    assert read_changes(demo.path)["de"] == (at(14 - 1 / 3600), 2)


def test_a_removed_string_does_not_count_and_a_restored_string_counts(demo: ScriptedRepository) -> None:
    demo.commit("one", {"po/de.po": demo.po({"One": "Eins", "Two": "ZWEI", "Three": ""})}, hours=1)
    demo.commit("gone", {"po/de.po": demo.po({"One": "Eins", "Three": ""})}, hours=1)
    assert read_changes(demo.path)["de"] == (at(3), 1)
    demo.commit("back", {"po/de.po": demo.po({"One": "Eins", "Two": "ZWEI", "Three": ""})}, hours=1)
    assert read_changes(demo.path)["de"] == (at(4), 2)


def test_only_the_changes_that_a_merge_kept_count(demo: ScriptedRepository) -> None:
    demo.git("checkout", "--quiet", "-b", "side")
    demo.commit("side", {"po/de.po": demo.po({"One": "side", "Two": "Zwei", "Three": ""})}, hours=20)
    demo.commit("side: a later thought", {"po/de.po": demo.po({"One": "Side", "Two": "Zwei", "Three": ""})}, hours=20)
    demo.git("checkout", "--quiet", "main")
    demo.now -= 30 * 3600
    demo.commit("main", {"po/de.po": demo.po({"One": "main", "Two": "Zwei", "Three": ""})}, hours=1)
    demo.now += 20 * 3600
    demo.merge("side")
    # The merge has the units of main and a new header, so no parent has this file, but main has these units.
    ours = demo.po({"One": "main", "Two": "Zwei", "Three": ""}, date="2024-05-05 00:00+0000")
    demo.commit("merged", {"po/de.po": ours})
    assert len(demo.git("rev-list", "--merges", "HEAD").split()) == 1
    assert read_changes(demo.path)["de"] == (at(12), 1)


def test_a_branch_that_restores_a_file_and_changes_another_one_does_not_change_the_first(
    demo: ScriptedRepository,
) -> None:
    """The merge is equal to the branch, so a log of both files contains only commits of the branch."""
    before = (demo.path / "po" / "de.po").read_text(encoding="utf-8")
    demo.git("checkout", "--quiet", "-b", "side")
    demo.commit("side", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})}, hours=20)
    restored = demo.po({"One": "Un", "Two": "Deux", "Three": ""})
    demo.commit("back", {"po/de.po": before, "po/fr.po": restored}, hours=20)
    demo.git("checkout", "--quiet", "main")
    demo.merge("side", "--no-ff")
    assert read_changes(demo.path)["de"] == (at(1), 0)


def test_a_merge_without_conflicts_is_not_a_change(demo: ScriptedRepository) -> None:
    demo.git("checkout", "--quiet", "-b", "side")
    demo.commit("side", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.git("checkout", "--quiet", "main")
    demo.commit("main", {"po/de.po": demo.po({"One": "", "Two": "Zwei", "Three": "Drei"})})
    demo.merge("side")
    assert read_changes(demo.path)["de"] == (at(5), 2)


def test_a_renamed_file_keeps_its_history(demo: ScriptedRepository) -> None:
    demo.git("mv", "po/de.po", "po/de_AT.po")
    demo.commit("renamed", {"po/de_AT.po": demo.po({"One": "", "Two": "Zwei", "Three": ""}, line=9)})
    assert read_changes(demo.path) == {"de_AT": (at(1), 0), "fr": (at(1), 0)}
    demo.git("mv", "po", "locale")
    demo.commit("renamed", {"locale/de_AT.po": demo.po({"One": "Oans", "Two": "Zwei", "Three": ""}, line=9)})
    assert read_changes(demo.path, name="locale") == {"de_AT": (at(5), 1), "fr": (at(1), 0)}


def test_a_change_in_the_work_tree_has_the_modification_time_of_the_file(demo: ScriptedRepository) -> None:
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.write({"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": "Drei"})})
    os.utime(demo.path / "po" / "de.po", (START + 5 * 3600,) * 2)
    assert read_changes(demo.path) == {"de": (at(5), 2), "fr": (at(1), 0)}
    demo.write({"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=1234)})
    assert read_changes(demo.path)["de"] == (at(3), 1)


def test_a_new_file_has_its_modification_time_unless_git_ignores_it(demo: ScriptedRepository) -> None:
    demo.write({"po/it.po": demo.po({"One": ""}), "po/es.po": demo.po({"One": ""}), ".gitignore": "es.po\n"})
    os.utime(demo.path / "po" / "it.po", (START,) * 2)
    assert read_changes(demo.path) == {
        "de": (at(1), 0),
        "fr": (at(1), 0),
        "it": (at(0), 0),
        "es": ("2020-01-01T00:00:00Z", 0),
    }


def test_before_the_first_commit_all_files_are_new(repository: Callable[[str], ScriptedRepository]) -> None:
    demo = repository("demo")
    demo.write({"po/de.po": demo.po({"One": ""})})
    os.utime(demo.path / "po" / "de.po", (START,) * 2)
    assert read_changes(demo.path) == {"de": (at(0), 0)}


def test_a_change_is_found_before_a_commit_with_a_wrong_clock(demo: ScriptedRepository) -> None:
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})}, hours=100)
    demo.commit("moved", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=5)}, hours=-90)
    demo.commit("moved", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=6)}, hours=1)
    assert read_changes(demo.path)["de"] == (at(101), 1)


def test_at_the_boundary_of_a_shallow_clone_the_date_in_the_file_is_used(
    demo: ScriptedRepository, tmp_path: Path
) -> None:
    demo.commit("fr", {"po/fr.po": demo.po({"One": "Un", "Two": "Deux", "Three": ""})})
    demo.commit("code", {"app.c": "int main;\n"})
    shallow = tmp_path / "shallow" / "demo"
    demo.git("clone", "--quiet", "--depth=2", demo.path.as_uri(), str(shallow))
    assert read_changes(shallow) == {"de": ("2020-01-01T00:00:00Z", 0), "fr": ("2020-01-01T00:00:00Z", 0)}
    cache = str(tmp_path / "cache")
    read_changes(shallow, cache)
    demo.git("-C", str(shallow), "fetch", "--quiet", "--unshallow")
    assert read_changes(shallow, cache) == read_changes(demo.path) == {"de": (at(1), 0), "fr": (at(3), 2)}


def test_cached_changes_are_not_used_after_a_force_push(demo: ScriptedRepository, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.commit("moved", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=5)})
    clone = tmp_path / "clone" / "demo"
    demo.git("clone", "--quiet", demo.path.as_uri(), str(clone))
    for path in (clone / "po").iterdir():
        os.utime(path, ns=(START * 10**9 + 1,) * 2)
    time.sleep(0.2)
    assert read_changes(clone, cache) == read_changes(clone, cache) == {"de": (at(3), 1), "fr": (at(1), 0)}
    demo.git("reset", "--quiet", "--hard", "HEAD~2")
    demo.commit(
        "another way to the same", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=5)}, hours=9
    )
    demo.git("-C", str(clone), "fetch", "--quiet")
    demo.git("-C", str(clone), "reset", "--quiet", "--hard", "origin/main")
    assert read_changes(clone, cache) == {"de": (at(14), 1), "fr": (at(1), 0)}


def test_a_linked_work_tree_with_a_detached_head_has_its_own_dates(demo: ScriptedRepository, tmp_path: Path) -> None:
    first = demo.head
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    other = tmp_path / "other" / "demo"
    demo.git("worktree", "add", "--quiet", "--detach", str(other), first)
    demo.git("pack-refs", "--all")
    assert read_changes(other) == {"de": (at(1), 0), "fr": (at(1), 0)}
    assert read_changes(demo.path) == {"de": (at(3), 1), "fr": (at(1), 0)}


def test_git_is_not_run_again_if_head_has_not_moved(demo: ScriptedRepository, tmp_path: Path, run: Run) -> None:
    # A very recent stamp is not cached.
    for path in (demo.path / "po").iterdir():
        os.utime(path, ns=(START * 10**9 + 1,) * 2)
    time.sleep(0.2)
    command = ("stats", "demo", "po", "--root", demo.path, "--cache-dir", tmp_path / "cache")
    first = run(*command)
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    again = run(*command, env={"PATH": str(nothing)})
    assert (again.status, again.stdout, again.stderr) == (0, first.stdout, "")
    refused = run(*command, "--no-cache", env={"PATH": str(nothing)})
    assert refused.status == 0
    assert "there is no git command" in refused.stderr
    silent = run(*command, "--no-cache", "--no-history", env={"PATH": str(nothing)})
    assert (silent.status, silent.stderr) == (0, "")
    assert silent.stdout == refused.stdout != first.stdout


def test_outside_of_git_the_library_for_processes_is_not_imported(
    tree: WriteTree, repository: Callable[[str], ScriptedRepository]
) -> None:
    root = tree({"demo/po/de.po": repository("elsewhere").po({"One": "Eins"})})
    script = (
        "import sys\nfrom transtats_cli.cli.group import cli\n"
        f"cli(['stats', 'demo', 'po', '--root', {str(root)!r}, '--no-cache', '--jobs', '1'], standalone_mode=False)\n"
        "assert 'subprocess' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert '"last_change":"2020-01-01T00:00:00Z"' in done.stdout


def test_a_folder_outside_of_git_may_contain_repositories(
    demo: ScriptedRepository, repository: Callable[[str], ScriptedRepository]
) -> None:
    """A folder outside of git contains one language with a repository and one without."""
    root = demo.path.parent / "all"
    entries = demo.po({"One": "Eins"})
    repository("all/locale/de").commit("import", {"LC_MESSAGES/app.po": entries}, hours=3)
    (root / "locale/fr/LC_MESSAGES").mkdir(parents=True)
    (root / "locale/fr/LC_MESSAGES/app.po").write_text(entries, encoding="utf-8")
    assert read_changes(root, name="app") == {"de": (at(3), 0), "fr": ("2020-01-01T00:00:00Z", 0)}


def test_a_damaged_repository_is_a_warning(demo: ScriptedRepository) -> None:
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    for path in (demo.path / ".git" / "objects").glob("[0-9a-f][0-9a-f]/*"):
        path.chmod(0o600)
        path.write_bytes(b"")
    damaged = scan_with_dates(demo.path)
    assert len(damaged.warnings) == 1
    assert damaged.warnings[0].reason.endswith("last_change is taken from the files (--no-history does not run git)")
    assert [record.last_change for record in damaged.records] == ["2020-01-01T00:00:00Z"] * 2


def test_no_program_from_the_settings_of_a_repository_is_run(demo: ScriptedRepository, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "diff.x.textconv",
        "filter.x.clean",
        "filter.x.smudge",
        "gpg.program",
    ):
        demo.git("config", key, str(program))
    demo.git("config", "log.showSignature", "true")
    demo.git("config", "core.hooksPath", str(tmp_path))
    (demo.path / ".git" / "info" / "attributes").write_text("*.po diff=x filter=x\n", encoding="utf-8")
    demo.write({"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}), "po/new.po": ""})
    assert read_changes(demo.path)["fr"] == (at(1), 0)
    assert not (tmp_path / "started").exists()


def test_paths_with_special_characters_are_found(repository: Callable[[str], ScriptedRepository]) -> None:
    demo = repository("demo")
    folder = 'po/*[a] "ü"\\t'
    demo.commit("import", {f"{folder}/de.po": demo.po({"One": ""}), f"{folder}/fr.po": demo.po({"One": ""})}, hours=1)
    demo.commit("de", {f"{folder}/de.po": demo.po({"One": "Eins"})}, hours=1)
    (component,) = survey_components(str(demo.path), Settings()).components
    found = with_git_dates(scan_component(component)).records
    assert {record.language.code: record.last_change for record in found} == {"de": at(2), "fr": at(1)}
