"""YAML files: nested keys, and the translation files of Ruby on Rails."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_bilingual, read_pair, read_texts, read_units
from transtats_cli.errors import UnreadableFile


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("a:\n  b:\n  - c: x\n", {"a->b->[0]->c": "x"}, id="mappings and lists"),
        pytest.param("a: 5\nb: true\n", {"a": "5", "b": "True"}, id="numbers and booleans are texts"),
        pytest.param("a: yes\nb: no\n", {"a": "yes", "b": "no"}, id="yes and no are texts"),
        pytest.param("a: ~\nb:\nc: ''\n", {"c": ""}, id="null gives no string, an empty string does"),
        pytest.param("a: |\n  one\n  two\nb: x\n", {"a": "one\ntwo\n", "b": "x"}, id="a block scalar"),
        pytest.param("a: &x {k: v}\nb: *x\n", {"a->k": "v", "b->k": "v"}, id="an alias is expanded"),
        pytest.param("'a b': \"x\\ty\"\n", {"a b": "x\ty"}, id="quotes"),
        pytest.param("{}\n", {}, id="an empty mapping"),
        pytest.param("", {}, id="a file of zero bytes"),
    ],
)
def test_keys_and_texts_are_read(content: str, expected: dict[str, str]) -> None:
    assert read_texts("yaml", content) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("en:\n  a:\n    b: x\n", {"a->b": "x"}, id="the root is removed"),
        pytest.param("xx:\n  a: x\n", {"a": "x"}, id="any root"),
        pytest.param("en:\n  a:\n    one: x\n    other: y\n", {"a": "x¦y"}, id="plural forms"),
        pytest.param("en:\n  a:\n    one: x\n", {"a": "x"}, id="one category is not a plural"),
        pytest.param("en:\n  a:\n    one: x\n    also: y\n", {"a->one": "x", "a->also": "y"}, id="another key"),
        pytest.param("en:\n  a:\n    one:\n    other:\n  b:\n", {}, id="only null values"),
        pytest.param(
            "en:\n  d: [~, Jan, Feb]\n", {"d->[1]": "Jan", "d->[2]": "Feb"}, id="a list that begins with null"
        ),
        pytest.param("en:\n  a: :day\n", {"a": ":day"}, id="a symbol"),
        pytest.param("", {}, id="a file of zero bytes"),
    ],
)
def test_keys_and_texts_of_ruby_are_read(content: str, expected: dict[str, str]) -> None:
    assert read_texts("ruby-yaml", content) == expected


@pytest.mark.parametrize(
    ("language", "categories", "expected"),
    [
        pytest.param("cs", ("one", "other"), "one¦other¦", id="forms have no gaps"),
        pytest.param("fr", ("one", "other"), "one¦other¦", id="fr"),
        pytest.param("cs", ("one", "few", "many", "other"), "one¦few¦other", id="cs drops many"),
        pytest.param(
            "ar", ("zero", "one", "two", "few", "many", "other"), "zero¦one¦two¦few¦many¦other", id="ar has six forms"
        ),
        pytest.param(
            "cy", ("zero", "one", "two", "few", "many", "other"), "zero¦one¦two¦few¦many¦other", id="cy has six forms"
        ),
    ],
)
def test_plural_forms_of_ruby_are_those_of_the_language(
    tmp_path: Path, language: str, categories: tuple[str, ...], expected: str
) -> None:
    translation = f"{language}:\n  n:\n" + "".join(f"    {name}: {name}\n" for name in categories)
    pair = read_pair(tmp_path, "ruby-yaml", "en:\n  n:\n    one: x\n    other: y\n", translation, language=language)
    assert pair.translation == [Row("n", "x¦y", expected, 20)]


def test_a_plain_string_for_a_plural_is_the_only_form(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "ruby-yaml", "en:\n  n:\n    one: x\n    other: y\n", "ja:\n  n: z\n", language="ja")
    assert pair.translation == [Row("n", "x¦y", "z", 20)]


def test_an_empty_source_is_translated_only_if_its_target_has_a_text(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "ruby-yaml", "en:\n  a: ''\n  b: ''\n", "cs:\n  a: ''\n  b: x\n")
    assert pair == (
        [Row("a", "", "", 0), Row("b", "", "", 0)],
        [Row("a", "", "", 0), Row("b", "", "x", 20)],
    )


def test_comments_above_are_the_note() -> None:
    assert [unit.note for unit in read_units("yaml", "# First\na: x\n# Second\nb: y\n")] == ["First", "Second"]


def test_the_sources_of_bilingual_files_are_the_keys(tmp_path: Path) -> None:
    assert read_bilingual(tmp_path, "yaml", "One: Jedna\n")[1] == [Row("", "One", "Jedna", 20)]


@pytest.mark.parametrize("file_format", ["yaml", "ruby-yaml"])
@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("en:\n  a: 1.5\n", None, id="a floating point number"),
        pytest.param("en:\n  a: 2026-01-01\n", None, id="a date"),
        pytest.param("en:\n  a: 'x\n", 3, id="a quote without an end"),
        pytest.param("en:\n  a: x\n  a: y\n", 3, id="a repeated key"),
        pytest.param("en:\n\ta: x\n", 2, id="a tab"),
        pytest.param("en:\n  a: *b\n", 2, id="an unknown alias"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(file_format: str, content: str, line: int | None) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units(file_format, content)
    assert refused.value.line == line
