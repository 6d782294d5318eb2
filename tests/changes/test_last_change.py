"""When translations changed: case by case, in repositories of a few commits."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.changes import with_git_dates
from transtats_cli.report import Report
from transtats_cli.scanning import scan
from transtats_cli.scanning.discovery import survey
from transtats_cli.scanning.engine import scan_component
from transtats_cli.settings import Settings

START = 1_700_000_000


def report(root: Path, cache: str = "", name: str = "po") -> Report:
    return with_git_dates(scan(root.name, name, root=str(root)), cache=cache)


def told(root: Path, cache: str = "", name: str = "po") -> dict[str, tuple[str | None, int]]:
    return {
        record.language.code: (record.last_change, record.recent_changes)
        for record in report(root, cache, name).records
    }


def at(hours: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START + hours * 3600))


@pytest.fixture
def demo(repository):
    """Two languages, imported after one hour, in a directory called demo."""
    made = repository("demo")
    entries = {"One": "", "Two": "Zwei", "Three": ""}
    made.commit("import", {"po/de.po": made.po(entries), "po/fr.po": made.po(entries)}, hours=1)
    return made


def test_an_import_is_a_change_of_the_translation_and_of_no_string(demo) -> None:
    assert told(demo.path) == {"de": (at(1), 0), "fr": (at(1), 0)}


def test_comments_headers_and_references_change_nothing(demo) -> None:
    entries = {"One": "", "Two": "Zwei", "Three": ""}
    demo.commit("moved", {"po/de.po": demo.po(entries, line=77, date="2024-01-01 00:00+0000")})
    demo.commit("in words", {"po/fr.po": "# who wrote this\n" + demo.po(entries)})
    demo.commit("in order", {"po/de.po": demo.po(dict(reversed(entries.items())))})
    demo.commit("in other line ends", {"po/de.po": demo.po(entries).replace("\n", "\r\n")})
    assert told(demo.path) == {"de": (at(1), 0), "fr": (at(1), 0)}


def test_targets_and_states_change_strings_and_new_sources_do_not(demo) -> None:
    demo.commit("a target", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.commit("fuzzy", {"po/de.po": demo.po({"One": "Eins", "Two": "~Zwei", "Three": ""})})
    demo.commit(
        "a source", {"po/de.po": demo.po({"One": "Eins", "Two": "~Zwei", "Three": "", "Four": "Vier"})}, hours=1
    )
    assert told(demo.path) == {"de": (at(6), 2), "fr": (at(1), 0)}


def test_the_window_is_six_hours_and_its_beginning_is_not_in_it(demo) -> None:
    for hours, words in ((1, ("1", "Zwei", "")), (6, ("1", "2", "")), (5, ("1", "2", "3")), (1, ("1", "2", "drei"))):
        demo.commit("one", {"po/de.po": demo.po(dict(zip(("One", "Two", "Three"), words, strict=True)))}, hours=hours)
    # At 2, 8, 13 and 14 hours: the second is exactly six hours before the last.
    assert told(demo.path)["de"] == (at(14), 1)
    demo.replace("po/de.po", "drei", "Drei")
    demo.now -= 1
    demo.git("commit", "--quiet", "--all", "--amend", "--no-edit")
    assert told(demo.path)["de"] == (at(14 - 1 / 3600), 2)


def test_a_string_that_is_gone_has_not_changed_and_one_that_came_back_has(demo) -> None:
    demo.commit("one", {"po/de.po": demo.po({"One": "Eins", "Two": "ZWEI", "Three": ""})}, hours=1)
    demo.commit("gone", {"po/de.po": demo.po({"One": "Eins", "Three": ""})}, hours=1)
    assert told(demo.path)["de"] == (at(3), 1)
    demo.commit("back", {"po/de.po": demo.po({"One": "Eins", "Two": "ZWEI", "Three": ""})}, hours=1)
    assert told(demo.path)["de"] == (at(4), 2)


def test_of_a_merge_only_what_survived_counts(demo) -> None:
    demo.git("checkout", "--quiet", "-b", "side")
    demo.commit("side", {"po/de.po": demo.po({"One": "side", "Two": "Zwei", "Three": ""})}, hours=20)
    demo.commit("side: a later thought", {"po/de.po": demo.po({"One": "Side", "Two": "Zwei", "Three": ""})}, hours=20)
    demo.git("checkout", "--quiet", "main")
    demo.now -= 30 * 3600
    demo.commit("main", {"po/de.po": demo.po({"One": "main", "Two": "Zwei", "Three": ""})}, hours=1)
    demo.now += 20 * 3600
    demo.merge("side")
    # Main's words, under a header of the merge's own: neither parent has this file, but main has these units.
    ours = demo.po({"One": "main", "Two": "Zwei", "Three": ""}, date="2024-05-05 00:00+0000")
    demo.commit("merged", {"po/de.po": ours})
    assert len(demo.git("rev-list", "--merges", "HEAD").split()) == 1
    assert told(demo.path)["de"] == (at(12), 1)


def test_a_merge_of_both_sides_is_no_change_of_its_own(demo) -> None:
    demo.git("checkout", "--quiet", "-b", "side")
    demo.commit("side", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.git("checkout", "--quiet", "main")
    demo.commit("main", {"po/de.po": demo.po({"One": "", "Two": "Zwei", "Three": "Drei"})})
    demo.merge("side")
    assert told(demo.path)["de"] == (at(5), 2)


def test_a_file_that_was_renamed_and_changed_keeps_its_past(demo) -> None:
    demo.git("mv", "po/de.po", "po/de_AT.po")
    demo.commit("renamed", {"po/de_AT.po": demo.po({"One": "", "Two": "Zwei", "Three": ""}, line=9)})
    assert told(demo.path) == {"de_AT": (at(1), 0), "fr": (at(1), 0)}
    demo.git("mv", "po", "locale")
    demo.commit("renamed", {"locale/de_AT.po": demo.po({"One": "Oans", "Two": "Zwei", "Three": ""}, line=9)})
    assert told(demo.path, name="locale") == {"de_AT": (at(5), 1), "fr": (at(1), 0)}


def test_a_change_of_the_work_tree_counts_with_the_file_s_time(demo) -> None:
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.write({"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": "Drei"})})
    os.utime(demo.path / "po" / "de.po", (START + 5 * 3600,) * 2)
    assert told(demo.path) == {"de": (at(5), 2), "fr": (at(1), 0)}
    demo.write({"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=1234)})
    assert told(demo.path)["de"] == (at(3), 1)


def test_a_new_file_counts_with_its_time_unless_git_ignores_it(demo) -> None:
    demo.write({"po/it.po": demo.po({"One": ""}), "po/es.po": demo.po({"One": ""}), ".gitignore": "es.po\n"})
    os.utime(demo.path / "po" / "it.po", (START,) * 2)
    assert told(demo.path) == {
        "de": (at(1), 0),
        "fr": (at(1), 0),
        "it": (at(0), 0),
        "es": ("2020-01-01T00:00:00Z", 0),
    }


def test_before_the_first_commit_all_files_are_new(repository) -> None:
    demo = repository("demo")
    demo.write({"po/de.po": demo.po({"One": ""})})
    os.utime(demo.path / "po" / "de.po", (START,) * 2)
    assert told(demo.path) == {"de": (at(0), 0)}


def test_a_commit_whose_clock_was_behind_is_found_all_the_same(demo) -> None:
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})}, hours=100)
    demo.commit("moved", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=5)}, hours=-90)
    demo.commit("moved", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=6)}, hours=1)
    assert told(demo.path)["de"] == (at(101), 1)


def test_at_the_boundary_of_a_shallow_clone_the_file_has_its_own_date(demo, tmp_path: Path) -> None:
    demo.commit("fr", {"po/fr.po": demo.po({"One": "Un", "Two": "Deux", "Three": ""})})
    demo.commit("code", {"app.c": "int main;\n"})
    shallow = tmp_path / "shallow" / "demo"
    demo.git("clone", "--quiet", "--depth=2", demo.path.as_uri(), str(shallow))
    assert told(shallow) == {"de": ("2020-01-01T00:00:00Z", 0), "fr": ("2020-01-01T00:00:00Z", 0)}
    cache = str(tmp_path / "cache")
    told(shallow, cache)
    demo.git("-C", str(shallow), "fetch", "--quiet", "--unshallow")
    assert told(shallow, cache) == told(demo.path) == {"de": (at(1), 0), "fr": (at(3), 2)}


def test_a_force_push_is_believed_though_the_cache_knows_better(demo, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    demo.commit("moved", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=5)})
    clone = tmp_path / "clone" / "demo"
    demo.git("clone", "--quiet", demo.path.as_uri(), str(clone))
    for path in (clone / "po").iterdir():
        os.utime(path, ns=(START * 10**9 + 1,) * 2)
    time.sleep(0.2)
    assert told(clone, cache) == told(clone, cache) == {"de": (at(3), 1), "fr": (at(1), 0)}
    demo.git("reset", "--quiet", "--hard", "HEAD~2")
    demo.commit(
        "another way to the same", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}, line=5)}, hours=9
    )
    demo.git("-C", str(clone), "fetch", "--quiet")
    demo.git("-C", str(clone), "reset", "--quiet", "--hard", "origin/main")
    assert told(clone, cache) == {"de": (at(14), 1), "fr": (at(1), 0)}


def test_a_work_tree_beside_the_repository_and_a_detached_head(demo, tmp_path: Path) -> None:
    first = demo.head
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    other = tmp_path / "other" / "demo"
    demo.git("worktree", "add", "--quiet", "--detach", str(other), first)
    demo.git("pack-refs", "--all")
    assert told(other) == {"de": (at(1), 0), "fr": (at(1), 0)}
    assert told(demo.path) == {"de": (at(3), 1), "fr": (at(1), 0)}


def test_an_unmoved_head_asks_nothing_of_git_again(demo, tmp_path: Path, run: Callable) -> None:
    # The times of files have to lie a little back to be trusted.
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


def test_outside_of_git_no_process_is_even_thought_of(tree: Callable, repository) -> None:
    root = tree({"demo/po/de.po": repository("elsewhere").po({"One": "Eins"})})
    script = (
        "import sys\nfrom transtats_cli.cli.group import cli\n"
        f"cli(['stats', 'demo', 'po', '--root', {str(root)!r}, '--no-cache', '--jobs', '1'], standalone_mode=False)\n"
        "assert not {'subprocess', 'hashlib', 'transtats_cli.changes.git_changes'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert '"last_change":"2020-01-01T00:00:00Z"' in done.stdout


def test_a_folder_of_repositories_may_be_in_none_itself(demo, repository) -> None:
    """Languages with a repository each, below a folder that is in no repository, beside one without."""
    root = demo.path.parent / "all"
    entries = demo.po({"One": "Eins"})
    repository("all/locale/de").commit("import", {"LC_MESSAGES/app.po": entries}, hours=3)
    (root / "locale/fr/LC_MESSAGES").mkdir(parents=True)
    (root / "locale/fr/LC_MESSAGES/app.po").write_text(entries, encoding="utf-8")
    assert told(root, name="app") == {"de": (at(3), 0), "fr": ("2020-01-01T00:00:00Z", 0)}


def test_a_damaged_repository_costs_a_warning_and_no_figure(demo) -> None:
    demo.commit("de", {"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""})})
    for path in (demo.path / ".git" / "objects").glob("[0-9a-f][0-9a-f]/*"):
        path.chmod(0o600)
        path.write_bytes(b"")
    damaged = report(demo.path)
    assert len(damaged.warnings) == 1
    assert damaged.warnings[0].endswith("last_change is taken from the files (--no-history does not run git)")
    assert [record.last_change for record in damaged.records] == ["2020-01-01T00:00:00Z"] * 2


def test_nothing_that_a_repository_s_settings_name_is_run(demo, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n", encoding="utf-8")
    trap.chmod(0o755)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "diff.x.textconv",
        "filter.x.clean",
        "filter.x.smudge",
        "gpg.program",
    ):
        demo.git("config", key, str(trap))
    demo.git("config", "log.showSignature", "true")
    demo.git("config", "core.hooksPath", str(tmp_path))
    (demo.path / ".git" / "info" / "attributes").write_text("*.po diff=x filter=x\n", encoding="utf-8")
    demo.write({"po/de.po": demo.po({"One": "Eins", "Two": "Zwei", "Three": ""}), "po/new.po": ""})
    assert told(demo.path)["fr"] == (at(1), 0)
    assert not (tmp_path / "sprung").exists()


def test_names_with_every_kind_of_character_are_found(repository) -> None:
    demo = repository("demo")
    folder = 'po/*[a] "ü"\\t'
    demo.commit("import", {f"{folder}/de.po": demo.po({"One": ""}), f"{folder}/fr.po": demo.po({"One": ""})}, hours=1)
    demo.commit("de", {f"{folder}/de.po": demo.po({"One": "Eins"})}, hours=1)
    (component,) = survey(str(demo.path), Settings()).components
    found = with_git_dates(scan_component(component)).records
    assert {record.language.code: record.last_change for record in found} == {"de": at(2), "fr": at(1)}
