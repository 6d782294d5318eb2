"""`transtats stats --outdated` and `--lived`."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository
from tests.outdated.test_finder import LENGTH, SEQUENCES, read_step, to_json

SETTINGS = '[project.app.component.ui]\nfilemask = "locales/*.json"\ntemplate = "locales/en.json"\n'
LIVED_FIELDS = ("translated", "translated_words", "translated_chars", "fuzzy", "fuzzy_words", "fuzzy_chars")


@pytest.fixture
def made(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository in which one of three German strings, and none of the French ones, is outdated."""
    made = repository("app")
    made.write({"transtats.toml": SETTINGS})
    sources = {"open": "Open file", "close": "Close", "wait": "Wait"}
    german = {"open": "Datei öffnen", "close": "Schließen", "wait": ""}
    made.commit("first", {"locales/en.json": to_json(sources), "locales/de.json": to_json(german)})
    sources["open"] = "Open the file"
    files = {"locales/en.json": to_json(sources), "locales/fr.json": to_json({**sources, "close": "Fermer"})}
    made.commit("second", files)
    return made


def read_records(run: Run, cwd: Path, *options: str) -> dict[str, dict[str, Any]]:
    done = run("stats", *options, cwd=cwd)
    assert (done.status, done.stderr) == (0, "")
    return {each["code"]: each for each in json.loads(done.stdout)["results"]}


def test_outdated_strings_are_three_keys_at_the_end_of_each_record(run: Run, made: ScriptedRepository) -> None:
    plain = read_records(run, made.path, "app", "ui", "--with-source")
    found = read_records(run, made.path, "app", "ui", "--with-source", "--outdated")
    none = {"outdated": 0, "outdated_words": 0, "outdated_percent": 0.0}
    german = {"outdated": 1, "outdated_words": 3, "outdated_percent": 33.3}
    assert found == {"en": plain["en"] | none, "de": plain["de"] | german, "fr": plain["fr"] | none}
    assert [*found["de"]][-3:] == [*german]


def test_outdated_strings_count_as_fuzzy_on_a_server_that_has_seen_all_commits(
    run: Run, made: ScriptedRepository
) -> None:
    plain = read_records(run, made.path, "app", "ui", "--extended")
    lived = read_records(run, made.path, "app", "ui", "--extended", "--lived")
    assert lived["fr"] == plain["fr"]
    assert {key: value for key, value in lived["de"].items() if value != plain["de"][key]} == {
        "translated": 1,
        "translated_percent": 33.3,
        "translated_words": 1,
        "translated_words_percent": 20.0,
        "translated_chars": 5,
        "translated_chars_percent": 22.7,
        "fuzzy": 1,
        "fuzzy_percent": 33.3,
        "fuzzy_words": 3,
        "fuzzy_words_percent": 60.0,
        "fuzzy_chars": 13,
        "fuzzy_chars_percent": 59.0,
    }


@pytest.mark.parametrize(
    ("measure", "expected"),
    [("complete", 33.3), ("translated", 33.3), ("words", 20.0), ("chars", 22.7), ("approved", 0)],
)
def test_the_share_of_a_language_is_without_its_outdated_strings(
    run: Run, made: ScriptedRepository, measure: str, expected: float
) -> None:
    options = ("--measure", measure, "--fields", "code,percent", "--lived")
    assert read_records(run, made.path, "app", "ui", *options)["de"]["percent"] == expected


def test_totals_are_the_sums_of_the_components(run: Run, made: ScriptedRepository) -> None:
    files = {"other/en.json": to_json({"a": "One two", "b": "Bee"}), "other/de.json": to_json({"a": "Eins", "b": "Be"})}
    made.write({"transtats.toml": SETTINGS + SETTINGS.replace("ui", "other").replace("locales", "other")})
    made.commit("third", files)
    made.commit("fourth", {"other/en.json": to_json({"a": "Two", "b": "Bee"})})
    fields = ("--fields", "code,outdated,outdated_words,fuzzy,translated,percent", "--lived")
    assert read_records(run, made.path, "--totals", *fields)["de"] == {
        "code": "de",
        "outdated": 2,
        "outdated_words": 4,
        "fuzzy": 2,
        "translated": 2,
        "percent": 40.0,
    }


@pytest.mark.parametrize("format_name", ["table", "markdown", "html"])
def test_tables_have_a_column_of_outdated_strings_if_they_are_requested(
    run: Run, made: ScriptedRepository, format_name: str
) -> None:
    assert "Outdated" in run("stats", "app", "ui", "--outdated", "--format", format_name, cwd=made.path).stdout
    assert "Outdated" not in run("stats", "app", "ui", "--format", format_name, cwd=made.path).stdout


def test_a_component_without_keys_has_no_outdated_strings(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    made = repository("app")
    made.commit("first", {"po/de.po": made.po({"One": "Eins"})})
    done = run("stats", "--lived", "--fields", "outdated,fuzzy", cwd=made.path)
    assert json.loads(done.stdout)["results"] == [{"outdated": None, "fuzzy": 0}]
    assert (done.status, done.stderr) == (
        0,
        "warning: no component has keys and a template, so no string counts as outdated\n",
    )


def test_files_outside_of_git_have_no_outdated_strings(run: Run, tree: Callable[[Mapping[str, str]], Path]) -> None:
    files = {"locales/en.json": to_json({"a": "One"}), "locales/de.json": to_json({"a": "Eins"})}
    done = run(
        "stats", "app", "ui", "--outdated", "--fields", "outdated", cwd=tree({"transtats.toml": SETTINGS, **files})
    )
    assert json.loads(done.stdout)["results"] == [{"outdated": None}]
    reason = "not in a git repository; no string counts as outdated"
    assert (done.status, done.stderr) == (0, f"warning: locales/en.json: {reason}\n")


def test_the_beginning_of_a_shallow_clone_is_named_once(run: Run, made: ScriptedRepository, tmp_path: Path) -> None:
    first = made.head
    made.commit("no change", {"locales/README": "Text"})
    made.git("clone", "--quiet", "--depth=2", made.path.as_uri(), str(tmp_path / "clone"))
    done = run("stats", "app", "ui", "--outdated", "--fields", "outdated", cwd=tmp_path / "clone")
    assert json.loads(done.stdout)["results"] == [{"outdated": 0}, {"outdated": 0}]
    begin = f"history begins at 2023-11-15 (commit {first[:10]})"
    assert done.stderr == f"warning: {begin}; older strings count as up to date (shallow clone)\n"


def test_a_clone_with_one_commit_has_no_known_outdated_strings(
    run: Run, made: ScriptedRepository, tmp_path: Path
) -> None:
    made.git("clone", "--quiet", "--depth=1", made.path.as_uri(), str(tmp_path / "clone"))
    done = run("stats", "app", "ui", "--outdated", "--fields", "outdated", cwd=tmp_path / "clone")
    assert json.loads(done.stdout)["results"] == [{"outdated": None}, {"outdated": None}]
    remedy = "the clone has only one commit (fetch-depth: 0 in CI, or git fetch --unshallow)"
    assert done.stderr == f"warning: locales/en.json: {remedy}; no string counts as outdated\n"


def test_ignored_commits_do_not_outdate_strings(run: Run, made: ScriptedRepository) -> None:
    made.write({".translation-ignore-revs": f"# A typo\n{made.head}\n"})
    assert read_records(run, made.path, "app", "ui", "--outdated")["de"]["outdated"] == 0
    made.write({".translation-ignore-revs": f"# A typo\n{made.head[:10]}\n"})
    done = run("stats", "app", "ui", "--outdated", cwd=made.path)
    assert json.loads(done.stdout)["results"][0]["outdated"] is None
    assert f".translation-ignore-revs:2: '{made.head[:10]}' is not the whole id" in done.stderr


@pytest.mark.slow
def test_the_numbers_are_those_of_a_server_after_each_commit(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    made = repository("app")
    made.write({"transtats.toml": SETTINGS})
    for number in range(LENGTH):
        steps = {name.replace(" ", "_"): read_step(name, text, number) for name, (text, _) in SEQUENCES.items()}
        sources = {key: step.source for key, step in steps.items() if step.source is not None}
        targets = {key: step.target for key, step in steps.items() if step.target is not None}
        made.commit(f"step {number}", {"locales/en.json": to_json(sources), "locales/de.json": to_json(targets)})
        found = read_records(run, made.path, "app", "ui", "--lived", "--fields", f"code,{','.join(LIVED_FIELDS)}")["de"]
        translated = [
            each for each in steps.values() if each.source is not None and each.target and not each.is_outdated
        ]
        fuzzy = [each for each in steps.values() if each.is_outdated]
        expected = [
            count
            for several in (translated, fuzzy)
            for texts in [[each.source or "" for each in several]]
            for count in (len(texts), sum(len(text.split()) for text in texts), sum(map(len, texts)))
        ]
        assert [found[field] for field in LIVED_FIELDS] == expected
