"""Fluent files: messages, terms and attributes."""

from pathlib import Path

import pytest

from tests.formats.reading import read_paired_units, read_texts, read_units
from transtats_cli.errors import UnreadableFile

SELECTOR = "n =\n    { $n ->\n        [one] cat\n       *[other] cats\n    }\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("a = x\n-brand = Y\n", {"a": "x", "-brand": "Y"}, id="a message and a term"),
        pytest.param("a = x\n    .title = y\n", {"a": "x\n.title = y"}, id="an attribute"),
        pytest.param("a =\n    .title = y\n", {"a": ".title = y"}, id="only attributes"),
        pytest.param("a =\n    one\n    two\n", {"a": "one\ntwo"}, id="several lines"),
        pytest.param("### License\n\n## Group\n\n# Note\na = x\n", {"a": "x"}, id="comments"),
        pytest.param("", {}, id="a file of zero bytes"),
    ],
)
def test_keys_and_texts_are_read(content: str, expected: dict[str, str]) -> None:
    assert read_texts("fluent", content) == expected


def test_a_selector_stays_in_one_string() -> None:
    text = read_texts("fluent", SELECTOR)["n"]
    assert "[one] cat" in text
    assert "*[other] cats" in text


def test_comments_of_the_group_and_of_the_message_are_the_note() -> None:
    (unit,) = read_units("fluent", "## Group\n\n# Note\na = x\n")
    assert unit.note.split("\n") == ["Group", "Note"]


def test_messages_and_terms_have_the_flags_of_fluent(tmp_path: Path) -> None:
    source, _ = read_paired_units(tmp_path, "fluent", "a = x\n-b = y\n", "a = z\n")
    common = {"fluent-source-syntax", "fluent-target-syntax", "fluent-parts", "fluent-references"}
    common |= {"fluent-source-inner-html", "fluent-target-inner-html", "ignore-xml-tags", "ignore-xml-invalid"}
    assert [set(str(unit.flags).split(", ")) for unit in source] == [
        common | {"fluent-type:Message"},
        common | {"fluent-type:Term"},
    ]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("a = { $x\n", id="no closing brace"),
        pytest.param("\ufeffa = x\n", id="a byte order mark"),
        pytest.param("a = x\n!\nb = y\n", id="junk between messages"),
    ],
)
def test_a_file_with_a_syntax_error_is_refused(content: str) -> None:
    with pytest.raises(UnreadableFile):
        read_units("fluent", content)
