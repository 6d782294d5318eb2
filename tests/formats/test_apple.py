"""`.strings` and `.stringsdict` files of Apple systems."""

from pathlib import Path

import pytest

from tests.formats.reading import READERS, Row, read_bilingual, read_pair, read_paired_units, read_texts, read_units
from transtats_cli.errors import UnreadableFile


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param('"a" = "A";', {"a": "A"}, id="plain"),
        pytest.param(r'"a" = "\"x\"\n\t\U00e9";', {"a": '"x"\n\té'}, id="escapes in a value"),
        pytest.param(r'"a \"b\"" = "A";', {'a "b"': "A"}, id="escapes in a key"),
        pytest.param('"a" = "one \ntwo";', {"a": "one two"}, id="a value over several lines"),
        pytest.param('key = "A";', {"key": "A"}, id="a key without quotes"),
        pytest.param('"a" = "";', {"a": ""}, id="an empty value"),
        pytest.param("", {}, id="a file of zero bytes"),
    ],
)
def test_keys_and_texts_are_read(content: str, expected: dict[str, str]) -> None:
    assert read_texts("strings", content) == expected


@pytest.mark.parametrize("declared", ["", "utf-8", "utf-16"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_each_file_is_read_as_utf_16_if_it_is_utf_16(encoding: str, declared: str) -> None:
    assert read_texts("strings", '"a" = "é";\n'.encode(encoding), encoding=declared) == {"a": "é"}


def test_a_file_in_utf_16_without_a_mark_has_the_encoding_of_the_settings() -> None:
    content = '"a" = "é";\n'.encode("utf-16-le")
    assert read_texts("strings", content, encoding="utf-16") == {"a": "é"}


@pytest.mark.parametrize(
    ("comment", "note"),
    [
        pytest.param("/* Button */", "Button", id="block"),
        pytest.param("// Button", "Button", id="line"),
        pytest.param("/* No comment provided by engineer. */", "", id="the placeholder for a missing comment"),
    ],
)
def test_comments_are_notes(comment: str, note: str) -> None:
    (unit,) = read_units("strings", f'{comment}\n"a" = "A";\n')
    assert unit.note == note


def test_a_repeated_key_has_the_first_source_and_the_last_target(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "strings", '"a" = "x";\n"a" = "y";\n', '"a" = "1";\n"a" = "2";\n')
    assert pair == ([Row("a", "x", "y", 20)], [Row("a", "x", "2", 20)])


def test_strings_have_the_flag_of_objective_c(tmp_path: Path) -> None:
    for file_format, content in (("strings", '"a" = "%@";'), ("stringsdict", write_stringsdict("a", "%#@n@", "n"))):
        (source,), (found,) = read_paired_units(tmp_path, file_format, content, content)
        assert (str(source.flags), str(found.flags)) == ("objc-format", "objc-format")


def test_the_sources_of_bilingual_files_are_the_keys(tmp_path: Path) -> None:
    content = '"One" = "Jedna";\n"Two" = "";\n"One" = "?";\n'
    assert read_bilingual(tmp_path, "strings", content) == [
        [Row("One", "One", "One", 100), Row("Two", "Two", "Two", 100)],
        [Row("One", "One", "Jedna", 20), Row("Two", "Two", "", 0)],
    ]


@READERS
@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param(r"Two\nlines", (r"Two\nlines", "Two\nlines"), id="line feed"),
        pytest.param(r"a\tb", (r"a\tb", "a\tb"), id="tab"),
        pytest.param(r"a\\nb", (r"a\\nb", r"a\nb"), id="backslash"),
        pytest.param(r"it\'s", (r"it\'s", "it's"), id="apostrophe"),
        pytest.param(r"say \"a\"", ('say "a"', 'say "a"'), id="quotes, which are no escapes of the context"),
        pytest.param(r"\U2022 a \u00e9", (r"\U2022 a \u00e9", "• a é"), id="numbers of characters"),
        pytest.param("plain", ("plain", "plain"), id="no escape"),
    ],
)
def test_the_source_of_a_bilingual_string_is_its_decoded_key(
    key: str, expected: tuple[str, str], uses_reference_readers: bool
) -> None:
    (unit,) = read_units(
        "strings", f'"{key}" = "x";\n', is_monolingual=False, uses_reference_readers=uses_reference_readers
    )
    assert (unit.context, unit.source) == expected


def write_stringsdict(key: str, text: str, *variables: str, categories: tuple[str, ...] = ("one", "other")) -> str:
    forms = "".join(f"<key>{name}</key><string>{name}</string>" for name in categories)
    entries = "".join(
        f"<key>{name}</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
        f"<key>NSStringFormatValueTypeKey</key><string>d</string>{forms}</dict>"
        for name in variables
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>'
        f"<key>{key}</key><dict><key>NSStringLocalizedFormatKey</key><string>{text}</string>{entries}</dict>"
        "</dict></plist>\n"
    )


@pytest.mark.parametrize(
    ("text", "variables", "expected"),
    [
        pytest.param("%#@n@", ("n",), {"a:n": "¦one¦other"}, id="one variable and nothing else"),
        pytest.param("In %#@n@", ("n",), {"a": "In %#@n@", "a:n": "¦one¦other"}, id="a text with a variable"),
        pytest.param(
            "%#@n@%#@m@",
            ("n", "m"),
            {"a": "%#@n@%#@m@", "a:n": "¦one¦other", "a:m": "¦one¦other"},
            id="several variables",
        ),
    ],
)
def test_each_variable_of_an_entry_is_a_string(text: str, variables: tuple[str, ...], expected: dict[str, str]) -> None:
    assert read_texts("stringsdict", write_stringsdict("a", text, *variables)) == expected


@pytest.mark.parametrize(
    ("language", "categories", "expected"),
    [
        pytest.param("cs", ("one", "few", "many", "other"), "¦one¦few¦other", id="cs, zero is empty"),
        pytest.param("cs", ("zero", "one", "few", "other"), "zero¦one¦few¦other", id="cs with zero"),
        pytest.param("ja", ("other",), "¦other", id="ja has two forms"),
        pytest.param("ar", ("zero", "one", "two", "few", "many", "other"), "zero¦one¦two¦few¦many¦other", id="ar"),
    ],
)
def test_the_form_for_zero_is_the_first_form(
    tmp_path: Path, language: str, categories: tuple[str, ...], expected: str
) -> None:
    template = write_stringsdict("a", "%#@n@", "n")
    translation = write_stringsdict("a", "%#@n@", "n", categories=categories)
    pair = read_pair(tmp_path, "stringsdict", template, translation, language=language)
    assert pair == ([Row("a:n", "¦one¦other", "¦one¦other", 20)], [Row("a:n", "¦one¦other", expected, 20)])
    empty = '<?xml version="1.0"?><plist version="1.0"><dict></dict></plist>'
    missing = read_pair(tmp_path, "stringsdict", template, empty, language=language)
    assert missing.translation == [Row("a:n", "¦one¦other", "¦" * expected.count("¦"), 0)]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        pytest.param("cs", "¦one¦few¦other", id="cs"),
        pytest.param("tlh", "¦one", id="a language without plural forms in CLDR"),
    ],
)
def test_a_file_without_a_template_has_the_forms_of_its_language(tmp_path: Path, language: str, expected: str) -> None:
    content = write_stringsdict("a b", "%#@n@", "n", categories=("one", "few", "other"))
    assert read_bilingual(tmp_path, "stringsdict", content, language=language) == [
        [Row("", "a b:n", "a b:n", 100)],
        [Row("", "a b:n", expected, 20)],
    ]


@pytest.mark.parametrize(
    ("file_format", "content"),
    [
        pytest.param("strings", b'"a" = "\xff";', id="strings in another encoding"),
        pytest.param("stringsdict", "", id="stringsdict, a file of zero bytes"),
        pytest.param("stringsdict", "<plist><dict>", id="stringsdict, no end"),
    ],
)
def test_malformed_files_are_refused(file_format: str, content: str | bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_units(file_format, content)
