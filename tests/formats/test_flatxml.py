"""Flat XML files: an element for each string, with the key in an attribute."""

import pytest

from tests.formats.reading import read_texts, read_units
from transtats_cli.errors import UnreadableFile


def test_keys_and_texts_are_read() -> None:
    content = '<root><str key="a">x</str><str key="b"/><other key="c">z</other></root>'
    assert read_texts("flatxml", content) == {"a": "x", "b": ""}


def test_the_settings_contain_the_names_of_elements_and_attribute() -> None:
    parameters = (("flatxml_root_name", "texts"), ("flatxml_value_name", "t"), ("flatxml_key_name", "id"))
    content = '<texts><t id="a">x</t></texts>'
    assert read_texts("flatxml", content, format_parameters=parameters) == {"a": "x"}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("", 1, id="a file of zero bytes"),
        pytest.param('<root>\n<str key="a">x</str>\n<str>y</str>\n</root>', 3, id="no key"),
        pytest.param("<root>\n<str>", 2, id="no end"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(content: str, line: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units("flatxml", content)
    assert refused.value.line == line
