"""The log of a repository is read once for all components, and after a commit only what is new; dates stay the same."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from transtats_cli import settings
from transtats_cli.changes import dated, together
from transtats_cli.changes.dates import Dates
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.discovery import survey
from transtats_cli.scanning.engine import scan_component

LONG_AGO = 1_700_000_000.5
FOLDERS = ("app", "manual", "web")
LANGUAGES = ("de", "fr")

Figures = dict[str, tuple[str | None, int]]


def components(root: Path) -> list[Component]:
    return survey(str(root), settings.load(str(root))).components


def told(report: Report) -> Figures:
    assert report.warnings == ()
    slug = report.component.slug
    return {f"{slug} {each.language.code}": (each.last_change, each.recent_changes) for each in report.records}


def each_alone(root: Path) -> Figures:
    """Dates by a log for each component."""
    found = (told(dated(scan_component(component))) for component in components(root))
    return {name: figures for each in found for name, figures in each.items()}


def all_together(root: Path, cache: str = "") -> Figures:
    """Dates by one log, as `stats --all` looks them up."""
    dates = Dates(cache)
    dates.expect(components(root))
    found = (told(dated(scan_component(component), dates=dates)) for component in components(root))
    return {name: figures for each in found for name, figures in each.items()}


def settle(root: Path) -> None:
    """Let the files look as if they had been there for long, so that they may be remembered."""
    for path in root.glob("*/po/*.po"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    time.sleep(0.12)


@pytest.fixture
def demo(repository):
    made = repository("demo")
    entries = {"One": "", "Two": "Zwei"}
    made.commit("import", {f"{folder}/po/{code}.po": made.po(entries) for folder in FOLDERS for code in LANGUAGES})
    return made


@pytest.fixture
def counted(tmp_path: Path) -> Callable[[], list[str]]:
    """Return the commands of git that were run since the last call."""
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
def test_one_log_finds_what_a_log_for_each_component_finds(repository, tmp_path: Path, seed: int) -> None:
    """Branches, merges that discard a side, contents that come back, and renames, at each commit of them."""
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
        settle(demo.path)
        expected = each_alone(demo.path)
        assert all_together(demo.path) == expected, commit
        assert all_together(demo.path, str(tmp_path / "cache")) == expected, f"{commit}, with what is remembered"


def test_a_side_branch_that_removes_files_and_brings_them_back_changes_nothing(demo) -> None:
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
    together = all_together(demo.path)
    assert together == each_alone(demo.path)
    assert together["app de"][0] == "2023-11-15T02:13:20Z"


def test_more_changes_than_fit_into_memory_are_read_for_each_component(demo, monkeypatch: pytest.MonkeyPatch) -> None:
    for word in ("Eins", "Zwei", "Drei"):
        demo.commit(word, {"app/po/de.po": demo.po({"One": word}), "web/po/fr.po": demo.po({"One": word})})
    monkeypatch.setattr(together, "_MOST_EVENTS", 3)
    assert all_together(demo.path) == each_alone(demo.path)


def test_an_object_that_is_missing_costs_only_the_dates_of_its_component(demo) -> None:
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
    dates = Dates()
    dates.expect(components(demo.path))
    reports = {each.slug: dated(scan_component(each), dates=dates) for each in components(demo.path)}
    assert {name: len(report.warnings) for name, report in reports.items()} == {"app": 1, "manual": 0, "web": 0}
    assert reports["web"].records[0].last_change == "2023-11-15T04:13:20Z"


def test_all_components_take_one_log_and_an_empty_commit_one_short_one(
    demo, counted, run: Callable, tmp_path: Path
) -> None:
    settle(demo.path)
    cache = ("--cache-dir", tmp_path / "cache")
    every = ("stats", "--all", "--format", "ndjson", "--root", demo.path)
    path = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    first = run(*every, *cache, env=path)
    assert (first.status, first.stderr) == (0, "")
    assert counted().count("log") == 1
    for subject in ("empty", "empty again"):
        demo.commit(subject)
        again = run(*every, *cache, env=path)
        assert (again.stdout, again.stderr) == (first.stdout, "")
        assert counted() == ["log"]
    assert run(*every, *cache, env=path).stdout == first.stdout
    assert counted() == []


def test_what_a_commit_touched_is_looked_up_again_and_nothing_else(demo, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    settle(demo.path)
    first = all_together(demo.path, cache)
    demo.git("checkout", "--quiet", "-b", "side")
    demo.commit("side", {"app/po/de.po": demo.po({"One": "Eins", "Two": "Zwei"})})
    demo.git("checkout", "--quiet", "main")
    demo.commit("code", {"code.c": "int x;\n"})
    settle(demo.path)
    assert all_together(demo.path, cache) == first
    # The merge itself changes no file that is not as on one of its sides.
    demo.merge("side")
    settle(demo.path)
    second = all_together(demo.path, cache)
    assert second == each_alone(demo.path)
    assert {name for name, figures in second.items() if figures != first[name]} == {"app de"}
    demo.git("reset", "--quiet", "--hard", "HEAD~1")
    settle(demo.path)
    assert all_together(demo.path, cache) == first


def test_a_commit_that_ignores_a_file_is_noticed(demo, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    demo.write({"app/po/it.po": demo.po({"One": "Uno"})})
    settle(demo.path)
    before = all_together(demo.path, cache)["app it"]
    demo.git("add", "app/po/de.po")
    demo.write({".gitignore": "it.po\n"})
    demo.git("add", ".gitignore")
    demo.git("commit", "--quiet", "--message", "ignore")
    (demo.path / ".gitignore").write_text("it.po\n", encoding="utf-8")
    after = all_together(demo.path, cache)
    assert after == each_alone(demo.path)
    assert after.get("app it") != before
