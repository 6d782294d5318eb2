"""String catalogs of Xcode (`.xcstrings`): the strings of one language, from a file with all languages."""

import json
from typing import Any

import pytest

from tests.formats.reading import READERS, read_units, show_forms
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import State

EMPTY, FUZZY, TRANSLATED = State.EMPTY, State.NEEDS_EDITING, State.TRANSLATED


def unit(value: str, state: str = "translated") -> dict[str, Any]:
    return {"stringUnit": {"state": state, "value": value}}


def plural(**forms: dict[str, Any]) -> dict[str, Any]:
    return {"variations": {"plural": forms}}


def device(**values: dict[str, Any]) -> dict[str, Any]:
    return {"variations": {"device": values}}


def catalog(_key: str = "key", _fields: dict[str, Any] | None = None, **localizations: dict[str, Any]) -> str:
    entry = {"localizations": localizations, **(_fields or {})}
    return json.dumps({"sourceLanguage": "en", "strings": {_key: entry}, "version": "1.0"})


def read(content: str, language: str, **fields: Any) -> list[tuple[str, str, State]]:
    units = read_units("xcstrings", content, language=language, **fields)
    return [(each.context, show_forms(each.target), each.state) for each in units]


@READERS
@pytest.mark.parametrize(
    ("localization", "expected"),
    [
        pytest.param(unit("Taste"), ("Taste", TRANSLATED), id="translated"),
        pytest.param(unit("Taste", "needs_review"), ("Taste", FUZZY), id="needs_review"),
        pytest.param(unit("Taste", "stale"), ("Taste", FUZZY), id="stale"),
        pytest.param(unit("key", "new"), ("", EMPTY), id="new, with a copy of the source"),
        pytest.param(unit("Taste", "of a later version"), ("Taste", FUZZY), id="an unknown state"),
        pytest.param({"stringUnit": {"value": "Taste"}}, ("Taste", TRANSLATED), id="no state"),
        pytest.param(unit(""), ("", EMPTY), id="no text"),
        pytest.param(
            plural(one=unit("1 Taste"), other=unit("%lld Tasten")), ("1 Taste¦%lld Tasten", TRANSLATED), id="plural"
        ),
        pytest.param(plural(other=unit("Tasten"), zero=unit("-")), ("¦Tasten", TRANSLATED), id="other categories"),
        pytest.param(
            plural(one=unit("1 Taste"), other=unit("Tasten", "new")), ("1 Taste¦Tasten", FUZZY), id="a form is new"
        ),
        pytest.param(device(iphone=unit("i"), other=unit("o")), ("o", TRANSLATED), id="devices in the translation"),
    ],
)
def test_texts_and_states_of_a_translation(
    localization: dict[str, Any], expected: tuple[str, State], uses_reference_readers: bool
) -> None:
    found = read(catalog(de=localization), "de", uses_reference_readers=uses_reference_readers)
    assert found == [("key", *expected)]


@pytest.mark.parametrize(
    ("localizations", "expected"),
    [
        pytest.param({}, ("key", TRANSLATED), id="the key is the text"),
        pytest.param({"en": unit("Key", "new")}, ("Key", TRANSLATED), id="the state of a source has no meaning"),
        pytest.param({"en": plural(one=unit("a"), other=unit("b"))}, ("a¦b", TRANSLATED), id="plural"),
        pytest.param({"en": unit("")}, ("", EMPTY), id="an empty text"),
    ],
)
def test_the_source_language_has_the_texts_of_its_values(
    localizations: dict[str, Any], expected: tuple[str, State]
) -> None:
    assert read(catalog(**localizations), "en") == [("key", *expected)]


def test_each_device_of_the_source_and_each_substitution_is_a_string() -> None:
    source = {
        **device(iphone=unit("Tap"), mac=unit("Click")),
        "substitutions": {"files": plural(one=unit("a file"), other=unit("files"))},
    }
    content = catalog(en=source, de=device(mac=unit("Klick"), other=unit("Los")), fr=unit("Toucher"))
    contexts = ["key|==|device.iphone", "key|==|device.mac", "key|==|substitutions.files"]
    assert [context for context, *_ in read(content, "en")] == contexts
    assert [text for _, text, _ in read(content, "en")] == ["Tap", "Click", "a file¦files"]
    assert read(content, "de") == [(contexts[0], "Los", TRANSLATED), (contexts[1], "Klick", TRANSLATED)]
    assert read(content, "fr") == [(contexts[0], "Toucher", TRANSLATED), (contexts[1], "Toucher", TRANSLATED)]


def test_translations_of_a_string_that_the_code_lacks_need_editing() -> None:
    content = catalog(_fields={"extractionState": "stale"}, de=unit("Taste"))
    assert read(content, "de") == [("key", "Taste", FUZZY)]
    assert read(content, "en") == [("key", "key", TRANSLATED)]


def test_a_string_that_is_not_to_be_translated_is_read_only_and_a_comment_is_a_note() -> None:
    (found,) = read_units("xcstrings", catalog(_fields={"shouldTranslate": False, "comment": "Name"}), language="en")
    assert (found.read_only, found.note) == (True, "Name")


def test_an_empty_key_without_a_value_is_no_string() -> None:
    assert read(catalog(""), "en") == []


def test_a_string_has_the_line_of_its_value() -> None:
    lines = ('{"sourceLanguage": "en",', '"strings": {"a": {},', '"b": {"localizations": {', '"de": {}}}}}')
    content = "\n".join(lines).replace("{}}}}}", json.dumps(unit("x")) + "}}}}")
    assert [each.line for each in read_units("xcstrings", content, language="en")] == [2, 3]
    assert [each.line for each in read_units("xcstrings", content, language="de")] == [4]


def test_the_languages_are_those_of_all_strings_and_the_source_language() -> None:
    content = catalog("key", None, **{"pt-BR": unit("x"), "de": unit("y")})
    assert FILE_FORMATS["xcstrings"].list_languages(content.encode()) == ("de", "en", "pt-BR")


@pytest.mark.parametrize(
    ("content", "reason", "line"),
    [
        pytest.param('{"strings": {\n"a": }}', "Expecting value", 2, id="no JSON"),
        pytest.param("[]", "the file is no string catalog: it has no object `strings`", None, id="no object"),
        pytest.param('{"strings": {"a": 1}}', "the value of 'a' is no object", None, id="a string is no object"),
        pytest.param(catalog(de={"stringUnit": []}), "the value of 'stringUnit' is no object", None, id="no unit"),
        pytest.param(catalog("key", None, **{"../de": {}}), "'../de' is no language", None, id="a language is a path"),
        pytest.param('{"x":' * 100_000, "the file is nested too deeply", None, id="deep nesting"),
        pytest.param(b"\xff", "the file is not UTF-8", None, id="no UTF-8"),
        pytest.param('{"a": ' + "1" * 10_000 + "}", "a number has too many digits", None, id="a long number"),
        pytest.param(
            json.dumps({"strings": {f"k{n}": {"localizations": {f"l{n}": {}}} for n in range(1_001)}}),
            "the file has more than 1,000,000 strings",
            None,
            id="many languages with many strings",
        ),
    ],
)
def test_a_file_of_another_kind_is_unreadable(content: str | bytes, reason: str, line: int | None) -> None:
    with pytest.raises(UnreadableFile) as raised:
        read_units("xcstrings", content, language="de")
    assert (raised.value.reason, raised.value.line) == (reason, line)
