"""A note for XLIFF files whose sources look like keys. The statistics are those of a server."""

import json
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x" source-language="en"'
    ' target-language="{}" datatype="plaintext"><body><trans-unit id="1"><source>{}</source><target>{}</target>'
    "</trans-unit></body></file></xliff>"
)
NOTE = (
    "note: translations/messages.en.xlf: the sources look like keys; a server counts the keys as texts unless the"
    " component has the setting template = 'translations/messages.en.xlf'; the setting file_format hides this note\n"
)


@pytest.fixture
def symfony(tree: WriteTree) -> Path:
    texts = {"en": "The name of a user", "de": "Name"}
    files = {f"translations/messages.{code}.xlf": XLIFF.format(code, "user.name", text) for code, text in texts.items()}
    return tree({"composer.json": "{}", **files})


def count_words(run: Run, root: Path, *options: str) -> tuple[int, str]:
    done = run("stats", root.name, "messages", "--no-history", *options)
    [german] = json.loads(done.stdout)["results"]
    return german["total_words"], done.stderr


def test_keys_are_counted_as_texts_with_a_note(run: Run, symfony: Path) -> None:
    assert count_words(run, symfony) == (1, NOTE)
    assert count_words(run, symfony, "--quiet") == (1, "")


@pytest.mark.parametrize("command", [("components",), ("components", "--no-strings"), ("stats", "--all")])
def test_the_note_is_printed_in_every_run_over_all_components(
    run: Run, symfony: Path, command: tuple[str, ...]
) -> None:
    assert [run(*command).stderr, run(*command).stderr] == [NOTE, NOTE]


def test_several_components_have_one_note(run: Run, symfony: Path, tree: WriteTree) -> None:
    tree({f"translations/other.{code}.xlf": XLIFF.format(code, "other.key", "Text") for code in ("en", "de")})
    assert run("components").stderr == NOTE.replace("keys;", "keys, and those of 1 more component;")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param('template = "translations/messages.en.xlf"', 5, id="with the template, its targets are the texts"),
        pytest.param('file_format = "xliff"', 1, id="with the format, nothing but the note changes"),
    ],
)
def test_settings_hide_the_note_and_select_the_texts(
    run: Run, symfony: Path, tree: WriteTree, settings: str, expected: int
) -> None:
    names = f"project.{json.dumps(symfony.name)}.component.messages"
    tree({"transtats.toml": f'[{names}]\nfilemask = "translations/messages.*.xlf"\n{settings}\n'})
    assert count_words(run, symfony) == (expected, "")


@pytest.mark.parametrize(
    ("source", "target"),
    [pytest.param("Name", "Name", id="a text"), pytest.param("user.name", "", id="a key without a text")],
)
def test_sources_that_are_texts_have_no_note(
    run: Run, symfony: Path, tree: WriteTree, source: str, target: str
) -> None:
    tree({"translations/messages.de.xlf": XLIFF.format("de", source, "Name")})
    tree({"translations/messages.en.xlf": XLIFF.format("en", source, target)})
    assert count_words(run, symfony) == (1, "")
