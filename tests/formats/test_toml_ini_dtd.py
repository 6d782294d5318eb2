"""TOML files, INI files, message files of Inno Setup, and DTD files with entities."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_pair, read_texts, read_units
from transtats_cli.errors import UnreadableFile


@pytest.mark.parametrize(
    ("file_format", "content", "expected"),
    [
        pytest.param("toml", '[nav]\nhome = "Home"\n', {"nav.home": "Home"}, id="a table"),
        pytest.param("toml", '[list]\nitems = ["x", "y"]\n', {"list.items[0]": "x", "list.items[1]": "y"}, id="a list"),
        pytest.param("toml", 'a = 5\nb = ""\n', {"a": "5"}, id="a number is a text, an empty string gives no string"),
        pytest.param("toml", "", {}, id="toml, a file of zero bytes"),
        pytest.param(
            "go-i18n-toml",
            '[Cats]\none = "cat"\nother = "cats"\n[Only]\nother = "x"\n',
            {"Cats": "cat¦cats", "Only": "x"},
            id="plural forms of go-i18n",
        ),
        pytest.param(
            "go-i18n-toml",
            '[Hello]\ndescription = "note"\nhash = "sha1"\nother = "Hello"\n',
            {"Hello.description": "note", "Hello.hash": "sha1", "Hello.other": "Hello"},
            id="another key makes all keys of the table plain strings",
        ),
        pytest.param("ini", '[s]\na = x\nb="y"\nc=\n; d=z\n', {"[s]a": "x", "[s]b": '"y"', "[s]c": ""}, id="ini"),
        pytest.param("ini", "", {}, id="ini, a file of zero bytes"),
        pytest.param("islu", "[Messages]\r\na=one%ntwo\r\n", {"[Messages]a": "one\ntwo"}, id="Inno Setup, CRLF"),
        pytest.param(
            "islu",
            "[LangOptions]\nLanguageID=$0409\nLanguageCodePage=0\n",
            {"[LangOptions]LanguageID": "$0409", "[LangOptions]LanguageCodePage": "0"},
            id="Inno Setup, options of the language are strings",
        ),
        pytest.param(
            "dtd",
            '<!ENTITY a "x &quot;y&quot; &amp; &brand;">\n<!ENTITY b "">\n',
            {"a": 'x "y" & &brand;', "b": ""},
            id="dtd, some entities are decoded",
        ),
        pytest.param(
            "dtd", '<!ENTITY a "x">\nbroken\n<!ENTITY b "y">\n', {"a": "x", "b": "y"}, id="dtd, a broken line"
        ),
        pytest.param("dtd", "", {}, id="dtd, a file of zero bytes"),
    ],
)
def test_keys_and_texts_are_read(file_format: str, content: str, expected: dict[str, str]) -> None:
    assert read_texts(file_format, content) == expected


@pytest.mark.parametrize(
    ("language", "items", "expected"),
    [
        pytest.param("cs", ("one", "other"), "one¦other¦", id="forms are positional"),
        pytest.param("ja", ("one", "other"), "one", id="surplus forms are cut"),
    ],
)
def test_plural_forms_of_go_i18n_are_read_by_position(
    tmp_path: Path, language: str, items: tuple[str, ...], expected: str
) -> None:
    translation = "[n]\n" + "".join(f'{name} = "{name}"\n' for name in items)
    pair = read_pair(tmp_path, "go-i18n-toml", '[n]\none = "x"\nother = "y"\n', translation, language=language)
    assert pair.translation == [Row("n", "x¦y", expected, 20)]


def test_an_empty_value_of_an_ini_file_is_not_read_only(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "ini", "[s]\na=\nb=\n", "[s]\na=\nb=x\n")
    assert [row.state for row in (*pair.source, *pair.translation)] == [0, 0, 0, 20]


def test_the_note_is_the_comment_above_a_key_except_in_dtd_files() -> None:
    assert read_units("toml", '# Button\na = "x"\n')[0].note == "Button"
    assert read_units("dtd", '<!-- Button -->\n<!ENTITY a "x">\n')[0].note == ""


@pytest.mark.parametrize(
    ("file_format", "content", "line"),
    [
        pytest.param("toml", "a = 2026-01-01\n", None, id="a date"),
        pytest.param("toml", 'a = "x"\na = "y"\n', 2, id="a repeated key"),
        pytest.param("toml", "\ufeffa = 'x'\n", 1, id="a byte order mark"),
        pytest.param("toml", "a = 'x'\nb = \n", 2, id="no value"),
        pytest.param("go-i18n-toml", '[a]\none = "x"\n[a]\none = "y"\n', 4, id="a repeated table"),
        pytest.param("ini", "a=x\n", 1, id="no section"),
        pytest.param("islu", b"[Messages]\na=\xe1\n", 2, id="no UTF-8"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(file_format: str, content: str | bytes, line: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units(file_format, content)
    assert refused.value.line == line
