"""JSON formats: keys, plural forms, notes and flags of each dialect."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_bilingual, read_pair, read_paired_units, read_texts, read_units
from transtats_cli.errors import UnreadableFile

NESTED = '{"menu": {"file": {"open": "Open", "": "Nameless"}}, "list": ["one", "two", {"deep": "three"}], "a.b": "dot"}'

TEXTS = [
    pytest.param("json", '{"title": "Hi", "empty": ""}', {"title": "Hi", "empty": ""}, id="json, flat"),
    pytest.param(
        "json", '{"a": {"b": "x", "c": ["y", "z"]}}', {"a.b": "x", "a.c[0]": "y", "a.c[1]": "z"}, id="json, nested"
    ),
    pytest.param(
        "json", '{"n": 42, "t": true, "f": 1.5}', {"n": "42", "t": "True", "f": "1.5"}, id="numbers and booleans"
    ),
    pytest.param("json", '{"nothing": null}', {"nothing": ""}, id="null is an empty string"),
    pytest.param("json", '{"a": "first", "a": "last"}', {"a": "last"}, id="a repeated key has its last value"),
    pytest.param(
        "json-nested",
        NESTED,
        {
            "menu.file.open": "Open",
            "menu.file.": "Nameless",
            "list[0]": "one",
            "list[1]": "two",
            "list[2].deep": "three",
            "a.b": "dot",
        },
        id="json-nested",
    ),
    pytest.param("json-nested", '{"a": {}, "b": [], "c": "", "d": null}', {"c": "", "d": ""}, id="empty containers"),
    pytest.param("webextension", '{"hi": {"message": "Hello"}}', {"hi": "Hello"}, id="webextension"),
    pytest.param("i18next", '{"a": {"b": "x"}}', {"a.b": "x"}, id="i18next, nested"),
    pytest.param("i18next", '{"k": "one", "k_plural": "many"}', {"k": "one¦many"}, id="i18next, _plural"),
    pytest.param("i18next", '{"k_0": "a", "k_1": "b", "k_3": "d"}', {"k": "a¦b", "k_3": "d"}, id="i18next, numbered"),
    pytest.param(
        "i18next",
        '{"f_male": "he", "t_interval": "(1)", "lone_1": "x", "only_plural": "y"}',
        {"f_male": "he", "t_interval": "(1)", "lone_1": "x", "only_plural": "y"},
        id="i18next, suffixes that are not plural forms",
    ),
    pytest.param(
        "i18nextv4", '{"k_one": "a", "k_other": "b", "p": "c"}', {"k": "a¦b", "p": "c"}, id="i18nextv4, categories"
    ),
    pytest.param("i18nextv4", '{"only_other": "text"}', {"only": "¦text"}, id="i18nextv4, a lone category"),
    pytest.param(
        "i18nextv4",
        '{"x_ordinal_one": "1st", "x_ordinal_two": "2nd", "x_ordinal_other": "nth"}',
        {"x_ordinal": "1st¦nth"},
        id="i18nextv4, ordinals have the cardinal categories",
    ),
    pytest.param(
        "go-i18n-json",
        '[{"id": "a", "translation": "A"}, {"id": "b", "translation": {"one": "x", "other": "y"}}]',
        {"a": "A", "b": "x¦y"},
        id="go-i18n-json",
    ),
    pytest.param(
        "go-i18n-json-v2",
        '{"a": "A", "b": {"description": "note", "hash": "sha1-0", "one": "x", "other": "y"}, "c": {"other": "z"}}',
        {"a": "A", "b": "x¦y", "c": "z"},
        id="go-i18n-json-v2",
    ),
    pytest.param(
        "gotext",
        '{"language": "en", "messages": [{"id": "Hi", "message": "not this", "translation": "Hi!"}, {"id": "n",'
        ' "translation": {"select": {"feature": "plural", "arg": "N", "cases": {"one": {"msg": "x"},'
        ' "other": {"msg": "y"}}}}}]}',
        {"Hi": "Hi!", "n": "x¦y"},
        id="gotext",
    ),
    pytest.param(
        "arb",
        '{"@@locale": "en", "hi": "Hello", "@hi": {"description": "Note"}, "n": "{n,plural, one{x} other{y}}"}',
        {"hi": "Hello", "n": "{n,plural, one{x} other{y}}"},
        id="arb, metadata are not strings, and plural forms stay in one text",
    ),
    pytest.param("formatjs", '{"k": {"defaultMessage": "Text", "description": "n"}}', {"k": "Text"}, id="formatjs"),
]


@pytest.mark.parametrize(("file_format", "content", "expected"), TEXTS)
def test_keys_and_texts_are_read(file_format: str, content: str, expected: dict[str, str]) -> None:
    assert read_texts(file_format, content) == expected


@pytest.mark.parametrize(
    ("file_format", "language", "content", "expected"),
    [
        pytest.param("i18nextv4", "cs", '{"k_one": "a", "k_other": "c"}', "a¦¦c", id="i18nextv4: a gap is kept"),
        pytest.param("i18nextv4", "pl", '{"k_one": "a", "k_few": "b", "k_many": "c"}', "a¦b¦c", id="i18nextv4, pl"),
        pytest.param("i18nextv4", "ja", '{"k_one": "a", "k_other": "b"}', "b", id="i18nextv4: surplus categories"),
        pytest.param("i18next", "cs", '{"k_0": "a", "k_1": "b"}', "a¦b¦", id="i18next: forms are positional"),
        pytest.param(
            "i18next", "cs", '{"k_0": "a", "k_1": "b", "k_2": "c", "k_3": "d"}', "a¦b¦c", id="i18next: surplus forms"
        ),
        pytest.param(
            "go-i18n-json-v2", "ja", '{"k": {"one": "a", "other": "b"}}', "a", id="go-i18n-json-v2: positional, ja"
        ),
        pytest.param(
            "go-i18n-json-v2", "pl", '{"k": {"one": "a", "other": "b"}}', "a¦b¦", id="go-i18n-json-v2: positional, pl"
        ),
        pytest.param(
            "go-i18n-json",
            "cs",
            '[{"id": "k", "translation": {"one": "a", "few": "b", "other": "c"}}]',
            "a¦b¦c",
            id="go-i18n-json",
        ),
    ],
)
def test_translations_have_the_plural_forms_of_their_language(
    tmp_path: Path, file_format: str, language: str, content: str, expected: str
) -> None:
    template = {
        "i18nextv4": '{"k_one": "x", "k_other": "y"}',
        "i18next": '{"k": "x", "k_plural": "y"}',
        "go-i18n-json": '[{"id": "k", "translation": {"one": "x", "other": "y"}}]',
        "go-i18n-json-v2": '{"k": {"one": "x", "other": "y"}}',
    }[file_format]
    pair = read_pair(tmp_path, file_format, template, content, language=language)
    assert pair.translation == [Row("k", "x¦y", expected, 20)]


@pytest.mark.parametrize(
    ("file_format", "template", "translation", "expected"),
    [
        pytest.param("json", '{"a": "x", "b": "y"}', '{"b": "Y", "c": "?"}', [("a", "", 0), ("b", "Y", 20)], id="json"),
        pytest.param("json", '{"a": "x"}', '{"a": null}', [("a", "", 0)], id="null"),
        pytest.param(
            "json", '{"a": "x"}', '{"a": false}', [("a", "False", 0)], id="false is a text in the state empty"
        ),
        pytest.param("json-nested", '{"a": "x"}', '{"a": 0}', [("a", "0", 0)], id="zero is a text in the state empty"),
        pytest.param("arb", '{"a": "x"}', '{"a": 0}', [("a", "0", 0)], id="arb, zero"),
        pytest.param("i18next", '{"a": "x"}', '{"a": true}', [("a", "True", 20)], id="true"),
        pytest.param("json-nested", '{"a": {"b": "x"}}', '{"a": "text"}', [("a.b", "", 0)], id="another type"),
        pytest.param(
            "go-i18n-json",
            '[{"id": "a", "translation": "x"}]',
            '[{"id": "b", "translation": "y"}]',
            [("a", "", 0)],
            id="go-i18n-json, missing id",
        ),
        pytest.param(
            "go-i18n-json-v2",
            '{"a": "x"}',
            '{"a": {"other": "y"}}',
            [("a", "y", 20)],
            id="an object for a plain string",
        ),
        pytest.param(
            "gotext",
            '{"language": "en", "messages": [{"id": "a", "translation": "x"}]}',
            '{"language": "cs", "messages": [{"id": "a", "translation": "y", "fuzzy": true}]}',
            [("a", "y", 20)],
            id="gotext, fuzzy is ignored",
        ),
    ],
)
def test_values_of_a_translation_are_paired_by_key(
    tmp_path: Path, file_format: str, template: str, translation: str, expected: list[tuple[str, str, int]]
) -> None:
    pair = read_pair(tmp_path, file_format, template, translation)
    assert [(row.key, row.target, row.state) for row in pair.translation] == expected


def test_go_i18n_keeps_all_forms_of_the_template_in_the_source(tmp_path: Path) -> None:
    template = '{"k": {"few": "F", "many": "M", "one": "O", "other": "R"}}'
    pair = read_pair(tmp_path, "go-i18n-json-v2", template, '{"k": {"one": "a", "few": "b", "other": "c"}}')
    assert pair.source == [Row("k", "O¦F¦M¦R", "O¦F", 20)]
    assert pair.translation == [Row("k", "O¦F¦M¦R", "a¦b¦c", 20)]


@pytest.mark.parametrize(
    ("file_format", "content", "note", "flags"),
    [
        pytest.param("json", '{"a": "x"}', "", "", id="json"),
        pytest.param(
            "webextension",
            '{"a": {"message": "$who$", "description": "Greeting", "placeholders": {"who": {"content": "$1"}}}}',
            "Greeting",
            "case-insensitive, placeholders:$WHO$",
            id="webextension",
        ),
        pytest.param("webextension", '{"a": {"message": "$1"}}', "", "", id="webextension without placeholders"),
        pytest.param("i18next", '{"a": "{{x}}"}', "", "i18next-interpolation", id="i18next"),
        pytest.param("i18nextv4", '{"a": "{{x}}"}', "", "i18next-interpolation", id="i18nextv4"),
        pytest.param(
            "arb",
            '{"a": "{who}", "@a": {"description": "Greeting", "placeholders": {"who": {}}}}',
            "Greeting",
            "case-insensitive, icu-message-format, placeholders:$WHO$",
            id="arb, placeholders in the form of a browser extension",
        ),
        pytest.param(
            "formatjs", '{"a": {"defaultMessage": "x", "description": "n"}}', "n", "icu-message-format", id="formatjs"
        ),
        pytest.param("go-i18n-json-v2", '{"a": {"description": "n", "other": "x"}}', "n", "", id="go-i18n-json-v2"),
        pytest.param(
            "gotext",
            '{"messages": [{"id": "a", "translation": "{Name}", "translatorComment": "n",'
            ' "placeholders": [{"id": "Name"}]}]}',
            "n",
            "placeholders:{Name}",
            id="gotext",
        ),
    ],
)
def test_strings_have_the_notes_and_flags_of_their_dialect(
    tmp_path: Path, file_format: str, content: str, note: str, flags: str
) -> None:
    (source,), (translated,) = read_paired_units(tmp_path, file_format, content, content)
    assert (source.note, str(source.flags), str(translated.flags)) == (note, flags, flags)


@pytest.mark.parametrize(
    "file_format",
    ["json", "json-nested", "webextension", "i18next", "i18nextv4", "go-i18n-json-v2", "arb", "formatjs", "resjson"],
)
@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("", 1, id="a file of zero bytes"),
        pytest.param('{"a": "x",\n "b": "y",}', 2, id="a comma before the end"),
        pytest.param('{"a": "x"\n "b": "y"}', 2, id="a comma is missing"),
        pytest.param("[" * 100_000, None, id="nested too deeply"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(file_format: str, content: str, line: int | None) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units(file_format, content)
    assert refused.value.line == line


def test_an_empty_object_has_no_strings() -> None:
    assert (read_texts("json", "{}"), read_texts("go-i18n-json", "[]")) == ({}, {})


def test_the_sources_of_bilingual_files_are_the_keys(tmp_path: Path) -> None:
    assert read_bilingual(tmp_path, "json", '{"One": "Jedna", "Two": ""}', '{"Three": "Tři"}') == [
        [Row("", "One", "One", 100), Row("", "Two", "Two", 100), Row("", "Three", "Three", 100)],
        [Row("", "One", "Jedna", 20), Row("", "Two", "", 0)],
        [Row("", "Three", "Tři", 20)],
    ]


def test_zero_in_a_template_is_empty(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "json", '{"a": 0}', "{}")
    assert pair == ([Row("a", "0", "0", 0)], [Row("a", "0", "", 0)])


@pytest.mark.parametrize(
    ("file_format", "content", "expected"),
    [
        pytest.param("i18next", '{"k": "a", "k_plural": "b"}', "a¦b¦", id="i18next"),
        pytest.param("go-i18n-json-v2", '{"k": {"one": "a", "other": "b"}}', "a¦b¦", id="go-i18n-json-v2"),
        pytest.param("i18next", '{"k_0": "a", "k_1": "b", "k_2": "c", "k_3": "d"}', "a¦b¦c", id="surplus forms"),
    ],
)
def test_bilingual_strings_have_the_forms_of_the_language(
    tmp_path: Path, file_format: str, content: str, expected: str
) -> None:
    _, (found,) = read_bilingual(tmp_path, file_format, content)
    assert found.target == expected


def test_nextcloud_has_the_forms_of_the_language_and_a_literal_source(tmp_path: Path) -> None:
    content = '{"translations": {"Hi": "Ahoj", "_%n a_::_%n b_": ["x", "y", "z", "surplus"], "_e_::_f_": ["", ""]},'
    content += ' "pluralForm": "nplurals=2; plural=n != 1;"}'
    assert read_bilingual(tmp_path, "nextcloud-json", content)[1] == [
        Row("", "Hi", "Ahoj", 20),
        Row("", "_%n a_::_%n b_", "x¦y¦z", 20),
        Row("", "_e_::_f_", "", 0),
    ]


def test_a_location_contains_the_key_with_single_blanks() -> None:
    (unit,) = read_units("nextcloud-json", '{"translations": {"Two words,\\nand more": ""}}')
    assert unit.references == ["Two words, and more"]


def test_sources_and_notes_of_resjson_are_read_from_separate_keys(tmp_path: Path) -> None:
    content = '{"a": "A", "_a.source": "x", "_a.comment": "Note", "b": "", "_b.source": "y", "c": "C"}'
    assert read_bilingual(tmp_path, "resjson", content)[1] == [
        Row("a", "x", "A", 20),
        Row("b", "y", "", 0),
        Row("c", "", "C", 100),
    ]
    assert read_units("resjson", content)[0].note == "Note"
    assert len(read_bilingual(tmp_path, "resjson", content, '{"a": "A"}')[0]) == 4
