"""`transtats gate --max-outdated` and `--max-outdated-days`."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository
from tests.outdated.test_finder import to_json
from tests.outdated.test_stats import SETTINGS


@pytest.fixture
def made(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository with two outdated German strings: one since the second commit, and one since the work tree."""
    made = repository("app")
    made.write({"transtats.toml": SETTINGS})
    sources = {"open": "Open file", "close": "Close", "wait": "Wait"}
    german = {"open": "Datei öffnen", "close": "Schließen", "wait": ""}
    made.commit("first", {"locales/en.json": to_json(sources), "locales/de.json": to_json(german)})
    sources["open"] = "Open the file"
    made.commit("second", {"locales/en.json": to_json(sources), "locales/fr.json": to_json({"open": "Ouvrir"})})
    made.write({"locales/en.json": to_json({**sources, "close": "Shut"})})
    return made


def test_outdated_strings_are_listed_with_their_keys_commits_and_old_sources(
    run: Run, made: ScriptedRepository
) -> None:
    done = run("gate", "--max-outdated", "1", cwd=made.path)
    assert (done.status, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "✗ German (de): 2 outdated strings, at most 1 allowed: 1 string to fix (--max-outdated 1)",
        f"    locales/de.json:2: Open the file (open: since commit {made.head[:10]} of 2023-11-15; was: Open file)",
        "    locales/de.json:3: Shut (close: since a change that is not committed; was: Close)",
        "✓ 1 limit met; -v lists it",
        "1 of 2 limits is not met.",
    ]


def test_days_are_counted_from_the_commit_that_changed_the_source(run: Run, made: ScriptedRepository) -> None:
    done = run("gate", "--max-outdated-days", "30", cwd=made.path)
    assert done.status == 1
    assert re.sub("[0-9]{3,} days", "N days", done.stdout.split("\n")[0]) == (
        "✗ German (de): outdated for N days, at most 30 allowed: 1 string to fix (--max-outdated-days 30)"
    )
    document = json.loads(run("gate", "--max-outdated-days", "30", "--json", cwd=made.path).stdout)
    (unmet,) = (each for each in document["verdicts"] if not each["met"])
    assert (unmet["of"], unmet["unit"], unmet["missing_strings"]) == ("outdated-days", "days", 1)
    assert [each["context"] for each in unmet["strings"]] == ["open"]
    assert run("gate", "--max-outdated-days", "100000", cwd=made.path).status == 0


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        pytest.param("max_outdated = 2", 0, id="as many as allowed"),
        pytest.param("max_outdated = 1", 1, id="too many"),
        pytest.param("max_outdated_days = 30", 1, id="too old"),
        pytest.param("max_outdated = 1\n[gate.language.de]\nmax_outdated = 2", 0, id="another limit for a language"),
    ],
)
def test_limits_in_the_settings(run: Run, made: ScriptedRepository, limits: str, status: int) -> None:
    made.write({"transtats.toml": f"[gate]\n{limits}\n{SETTINGS}"})
    assert run("gate", cwd=made.path).status == status


def test_a_limit_for_a_language_on_the_command_line(run: Run, made: ScriptedRepository) -> None:
    assert run("gate", "--max-outdated", "fr=0", cwd=made.path).status == 0
    assert run("gate", "--max-outdated", "de=0", cwd=made.path).status == 1


@pytest.mark.parametrize("format_name", ["markdown", "github", "junit", "sarif", "table"])
def test_the_formats_for_ci_name_the_change(run: Run, made: ScriptedRepository, format_name: str) -> None:
    done = run("gate", "--max-outdated", "0", "--format", format_name, cwd=made.path)
    assert done.status == 1
    assert format_name == "table" or made.head[:10] in done.stdout


def test_a_limit_cannot_be_checked_outside_of_git(run: Run, tree: Callable[[Mapping[str, str]], Path]) -> None:
    files = {"locales/en.json": to_json({"a": "One"}), "locales/de.json": to_json({"a": "Eins"})}
    done = run("gate", "--max-outdated", "0", cwd=tree({"transtats.toml": SETTINGS, **files}))
    reason = "not in a git repository, so limits on outdated strings cannot be checked"
    assert done.status == 3
    assert done.stderr == f"locales/en.json: {reason} (all languages depend on this template)\n"


def test_a_component_without_keys_has_no_limit_on_outdated_strings(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    made = repository("app")
    made.commit("first", {"po/de.po": made.po({"One": "Eins"})})
    done = run("gate", "--max-outdated", "0", cwd=made.path)
    assert (done.status, done.stdout) == (2, "")
    assert "no limit applies to any language here" in done.stderr
    warning = "warning: no component has keys and a template, so no string counts as outdated\n"
    assert run("gate", "--max-outdated", "0", "--fail-under", "0", cwd=made.path).stderr == warning
    assert warning in run("report", "--outdated", "--output", "report", cwd=made.path).stderr


def test_a_limit_cannot_be_checked_in_a_clone_with_one_commit(
    run: Run, made: ScriptedRepository, tmp_path: Path
) -> None:
    made.git("clone", "--quiet", "--depth=1", made.path.as_uri(), str(tmp_path / "clone"))
    done = run("gate", "--max-outdated", "0", "-q", cwd=tmp_path / "clone")
    assert (done.status, done.stdout) == (3, "")
    assert "the clone has only one commit (fetch-depth: 0 in CI, or git fetch --unshallow), so limits" in done.stderr


def test_a_quiet_run_also_names_the_beginning_of_a_shallow_clone(
    run: Run, made: ScriptedRepository, tmp_path: Path
) -> None:
    made.commit("third", {"locales/README": "Text"})
    made.git("clone", "--quiet", "--depth=2", made.path.as_uri(), str(tmp_path / "clone"))
    done = run("gate", "--max-outdated", "9", "-q", cwd=tmp_path / "clone")
    assert (done.status, done.stdout) == (0, "")
    assert "older strings count as up to date (shallow clone)" in done.stderr
