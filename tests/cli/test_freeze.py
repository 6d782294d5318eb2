"""`transtats gate --freeze`: no string of the source is new, reworded or removed since a revision."""

import json
from collections.abc import Callable, Mapping

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository

SOURCES = {"open": "Open", "about.title": "About", "close": "Close"}
POT_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def to_json(texts: Mapping[str, str]) -> str:
    return json.dumps(texts, indent=1)


def to_pot(*sources: str) -> str:
    return "\n".join([POT_HEADER, *(f'msgid "{source}"\nmsgstr ""\n' for source in sources)])


@pytest.fixture
def app(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository of a monolingual component, whose strings are committed."""
    made = repository("app")
    made.commit("one", {"locales/en.json": to_json(SOURCES), "locales/de.json": to_json({"open": "Auf"})})
    return made


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        pytest.param({**SOURCES, "save": "Save"}, ["locales/en.json:5: Save (save: new)"], id="new"),
        pytest.param(
            {**SOURCES, "open": "Open …"}, ["locales/en.json:2: Open … (open: reworded, was: Open)"], id="reworded"
        ),
        pytest.param(
            {"open": "Open", "close": "Close"}, ["locales/en.json: About (about.title: removed)"], id="removed"
        ),
    ],
)
def test_each_changed_string_of_the_source_is_listed(
    run: Run, app: ScriptedRepository, changed: dict[str, str], expected: list[str]
) -> None:
    assert run("gate", "--base", "HEAD", "--freeze", cwd=app.path).status == 0
    app.write({"locales/en.json": to_json(changed)})
    done = run("gate", "--base", "HEAD", "--freeze", "-q", cwd=app.path)
    assert done.status == 1
    first, *strings = done.stdout.splitlines()
    assert first == "✗ Total: 1 string of the source changed, at most 0 allowed: 1 string to fix (--freeze)"
    assert [line.strip() for line in strings] == expected


def test_a_changed_translation_is_no_change_of_the_source(run: Run, app: ScriptedRepository) -> None:
    app.write({"locales/de.json": to_json({"open": "Öffnen", "close": "Zu"})})
    assert run("gate", "--base", "HEAD", "--freeze", cwd=app.path).status == 0


def test_named_keys_may_change(run: Run, app: ScriptedRepository) -> None:
    app.write({"locales/en.json": to_json({**SOURCES, "about.title": "About us", "open": "Open …"})})
    freeze = ("gate", "--base", "HEAD", "--freeze", "--freeze-except")
    assert run(*freeze, "about.*", cwd=app.path).status == 1
    assert run(*freeze, "about.*", "--freeze-except", "open", cwd=app.path).status == 0


def test_settings_freeze_a_project(run: Run, app: ScriptedRepository) -> None:
    app.write({"locales/en.json": to_json({**SOURCES, "open": "Open …"})})
    app.write({"transtats.toml": "[gate]\nfreeze = true\n"})
    done = run("gate", "--base", "HEAD", "--only-compare", cwd=app.path)
    assert (done.status, "(transtats.toml:2)" in done.stdout) == (1, True)
    app.write({"transtats.toml": '[gate]\nfreeze = true\nfreeze_except = ["op*"]\n'})
    assert run("gate", "--base", "HEAD", cwd=app.path).status == 0


def test_a_freeze_needs_a_revision(run: Run, app: ScriptedRepository) -> None:
    done = run("gate", "--freeze", cwd=app.path)
    assert (done.status, "--freeze needs --base" in done.stderr) == (2, True)


def test_exceptions_need_a_freeze(run: Run, app: ScriptedRepository) -> None:
    done = run("gate", "--base", "HEAD", "--freeze-except", "open", cwd=app.path)
    assert (done.status, "--freeze-except needs --freeze." in done.stderr) == (2, True)


def test_a_freeze_in_the_settings_that_is_not_checked_is_named_once(run: Run, app: ScriptedRepository) -> None:
    app.write({"transtats.toml": "[gate]\nfreeze = true\n", "po/de.po": app.po({"One": "Eins"})})
    assert run("gate", "--baseline", "b.txt", "--update-baseline", cwd=app.path).stderr == ""
    for options in (("--max-fuzzy", "9", "-q"), ("--baseline", "b.txt", "-v")):
        done = run("gate", *options, cwd=app.path)
        warning = "warning: transtats.toml:2: the freeze is not checked without --base REVISION\n"
        assert (done.status, done.stderr.count(warning)) == (0, 1)


def test_strings_of_a_gettext_template_are_compared_before_languages_have_them(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    made = repository("app")
    made.commit("one", {"po/app.pot": to_pot("One", "Two"), "po/de.po": made.po({"One": "Eins", "Old": "Alt"})})
    assert run("gate", "--base", "HEAD", "--freeze", cwd=made.path).status == 0
    made.write({"po/app.pot": to_pot("One", "Three")})
    done = run("gate", "--base", "HEAD", "--freeze", "-q", cwd=made.path)
    assert [line.strip() for line in done.stdout.splitlines()[1:]] == [
        "po/app.pot:7: Three (new)",
        "po/app.pot: Two (removed)",
    ]


def test_annotations_stand_at_the_lines_of_the_source(run: Run, app: ScriptedRepository) -> None:
    app.write({"locales/en.json": to_json({**SOURCES, "open": "Open …"})})
    done = run("gate", "--base", "HEAD", "--freeze", "--format", "github", cwd=app.path)
    assert "::error file=locales/en.json,line=2,title=app/locales%3A Total::Open …: reworded, was: Open" in done.stdout
