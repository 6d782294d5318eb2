"""Outdated strings in repositories: each row was observed of a server that pulled after each commit."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.git_repositories import ScriptedRepository
from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.outdated.finder import OutdatedFinder
from transtats_cli.outdated.strings import OutdatedString
from transtats_cli.scanning.discovery.lookup import ComponentLocator

pytestmark = pytest.mark.slow

ABSENT = "-/-"
SEQUENCES = {
    "source changed": ("A/T B/T* B/T*", "A"),
    "changed and reverted": ("A/T B/T* A/T", ""),
    "changed again after a revert": ("A/T B/T* A/T B/T*", "A"),
    "the source before the first change counts": ("A/T B/T* C/T* B/T* A/T", ""),
    "both in one commit": ("A/T B/U A/U*", "B"),
    "target back after both": ("A/T B/U B/T A/T*", "B"),
    "target first": ("A/T A/U B/U*", "A"),
    "source then target": ("A/T B/T* B/U A/U*", "B"),
    "reverted with a new target": ("A/T B/T* A/U B/U*", "A"),
    "second change with the target": ("A/T B/T* C/U A/U*", "C"),
    "new string": (f"{ABSENT} A/T B/T*", "A"),
    "new string translated later": (f"{ABSENT} A/- B/- B/T A/T*", "B"),
    "removed and restored": (f"A/T {ABSENT} A/T B/T*", "A"),
    "restored with another source": (f"A/T {ABSENT} B/T A/T*", "B"),
    "removed from the template only": ("A/T -/T B/T A/T*", "B"),
    "target removed and restored": ("A/T A/- A/T", ""),
    "source changed while there was no target": ("A/T A/- B/- B/T A/T*", "B"),
    "outdated target removed and restored": ("A/T B/T* B/- B/T A/T*", "B"),
    "outdated string removed and restored": (f"A/T B/T* {ABSENT} B/T", ""),
    "blank at the end of the source": ("A/T A_/T* A/T", ""),
    "blank at the end of the target": ("A/T B/T* B/T_", ""),
    "empty target": ("A/0 B/0 A/0 B/T", ""),
    "target edited and edited back": ("A/T B/T* B/U B/T A/T*", "B"),
    "source emptied": ("A/T 0/T* A/T", ""),
}
LENGTH = max(len(steps.split()) for steps, _ in SEQUENCES.values())


class Step(NamedTuple):
    """One version of a string. None stands for a key that a file lacks."""

    source: str | None
    target: str | None
    is_outdated: bool


def read_step(name: str, steps: str, number: int) -> Step:
    """Parse the version of a string after a commit. After the last one, nothing changes."""
    listed = steps.split()
    texts = listed[min(number, len(listed) - 1)]
    source, target = (find_text(name, text) for text in texts.rstrip("*").split("/"))
    return Step(source, target, texts.endswith("*"))


def find_text(name: str, text: str) -> str | None:
    # Each string has its own texts, so that a string which appears is not one which was renamed.
    return {"-": None, "0": ""}.get(text, f"{name} {text.replace('_', ' ')}")


def to_json(texts: Mapping[str, str]) -> str:
    return json.dumps(texts, indent=1)


def to_android(texts: Mapping[str, str]) -> str:
    return "<resources>\n{}\n</resources>\n".format(
        "\n".join(f'<string name="{key}">"{text}"</string>' for key, text in texts.items())
    )


def to_po(texts: Mapping[str, str]) -> str:
    entries = (f'msgid "{key}"\nmsgstr "{text}"\n' for key, text in texts.items())
    return "\n".join(['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n', *entries])


def to_properties(texts: Mapping[str, str]) -> str:
    return "".join(f"{key}={text}\n" for key, text in texts.items())


def to_yaml(texts: Mapping[str, str]) -> str:
    return "".join(f'{key}: "{text}"\n' for key, text in texts.items())


def find_outdated(root: Path, cache: str = "") -> dict[str, list[OutdatedString]]:
    """Return the outdated strings of the only component by path of the file."""
    (component,) = ComponentLocator(str(root)).survey.components
    found = OutdatedFinder([component], cache).find(component)
    assert found.warnings == ()
    return {path: [*strings] for path, strings in found.strings_by_path.items()}


@pytest.mark.parametrize(
    ("template", "translation", "write", "settings"),
    [
        ("locales/en.json", "locales/de.json", to_json, ""),
        ("res/values/strings.xml", "res/values-de/strings.xml", to_android, ""),
        ("l/en.yaml", "l/de.yaml", to_yaml, 'filemask = "l/*.yaml"\ntemplate = "l/en.yaml"'),
        ("m/app.properties", "m/app_de.properties", to_properties, ""),
        ("l/en.po", "l/de.po", to_po, 'filemask = "l/*.po"\ntemplate = "l/en.po"\nfile_format = "po-mono"'),
    ],
)
def test_strings_are_outdated_as_on_a_server(
    repository: Callable[[str], ScriptedRepository],
    tmp_path: Path,
    template: str,
    translation: str,
    write: Callable[[Mapping[str, str]], str],
    settings: str,
) -> None:
    made = repository("app")
    if settings:
        made.write({"transtats.toml": f"[project.app.component.ui]\n{settings}\n"})
    for number in range(LENGTH):
        steps = {name.replace(" ", "_"): read_step(name, text, number) for name, (text, _) in SEQUENCES.items()}
        sources = {key: step.source for key, step in steps.items() if step.source is not None}
        targets = {key: step.target for key, step in steps.items() if step.target is not None}
        files = {template: write({"still": "Still"} | sources), translation: write({"still": "Noch"} | targets)}
        made.commit(f"step {number}", files)
        found = find_outdated(made.path, str(tmp_path / "cache"))
        assert found == find_outdated(made.path)
        strings = {each.unit.context.lstrip("."): each for each in found[translation]}
        assert strings.keys() == {key for key, step in steps.items() if step.is_outdated}
    assert {key: each.source_change.old_source for key, each in strings.items()} == {
        name.replace(" ", "_"): find_text(name, old) for name, (_, old) in SEQUENCES.items() if old
    }


@pytest.mark.parametrize(("target", "is_outdated"), [("U", False), ("T", True)])
def test_a_translation_made_while_the_template_could_not_be_read_is_up_to_date(
    repository: Callable[[str], ScriptedRepository], tmp_path: Path, target: str, is_outdated: bool
) -> None:
    made = repository("app")
    made.commit("one", {"locales/en.json": '{"a": "A"}', "locales/de.json": '{"a": "T"}'})
    made.commit("two", {"locales/en.json": '{"a": "B"'})
    made.commit("three", {"locales/en.json": '{"a": "B",'})
    made.commit("four", {"locales/de.json": json.dumps({"a": target})})
    made.commit("five", {"locales/en.json": '{"a": "B"}'})
    for _ in range(2):  # without and with the cache
        found = find_outdated(made.path, str(tmp_path / "cache"))["locales/de.json"]
        assert [each.source_change.old_source for each in found] == ["A"] * is_outdated


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("$(reboot)", "'$(reboot)' is not the whole id of a commit; it has 40 digits", id="command"),
        pytest.param("abc1234", "`git rev-parse abc1234` prints it", id="short id"),
        pytest.param("x" * 99, f"'{'x' * 40}' is not the whole id", id="long line"),
    ],
)
def test_a_wrong_line_of_the_ignored_commits_is_a_warning_of_the_component(
    repository: Callable[[str], ScriptedRepository], line: str, reason: str
) -> None:
    made = repository("app")
    made.commit("one", {"locales/en.json": '{"a": "A"}', "locales/de.json": '{"a": "T"}'})
    made.write({".translation-ignore-revs": f"# typos\n{line}\n"})
    (component,) = ComponentLocator(str(made.path)).survey.components
    (warning,) = OutdatedFinder([component]).find(component).warnings
    assert ".translation-ignore-revs:2: " in str(warning)
    assert reason in str(warning)


def test_a_link_to_the_ignored_commits_is_not_followed(repository: Callable[[str], ScriptedRepository]) -> None:
    made = repository("app")
    made.commit("one", {"locales/en.json": '{"a": "A"}', "locales/de.json": '{"a": "T"}', "other": "secret\n"})
    (made.path / ".translation-ignore-revs").symlink_to("other")
    (component,) = ComponentLocator(str(made.path)).survey.components
    (warning,) = OutdatedFinder([component]).find(component).warnings
    assert "not a regular file" in str(warning)


def test_a_file_in_another_repository_than_its_template_is_named(
    repository: Callable[[str], ScriptedRepository],
) -> None:
    made = repository("app")
    made.commit("one", {"l/en/app.json": '{"a": "A"}'})
    inner = ScriptedRepository(made.path / "l/de")
    inner.commit("one", {"app.json": '{"a": "T"}'})
    options = ReadOptions(is_monolingual=True)
    component = Component("p", "c", str(made.path), "l/*/app.json", "json", "l/en/app.json", read_options=options)
    found = OutdatedFinder([component]).find(component)
    assert [each.reason for each in found.warnings] == [
        "not in the git repository of its template; no string counts as outdated"
    ]
    assert found.strings_by_path == {}
