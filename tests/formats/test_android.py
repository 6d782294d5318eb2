"""String resources for Android, and the formats of Moko and Compose Multiplatform."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_pair, read_paired_units, read_texts, read_units
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import parse_flags
from transtats_cli.languages import language_by_code
from transtats_cli.model import State, Unit
from transtats_cli.scanning.pipeline.checking import build_checker

XLIFF = ' xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"'


def write_resources(*elements: str) -> str:
    return f"<resources{XLIFF}>\n" + "\n".join(elements) + "\n</resources>\n"


def write_string(text: str, attributes: str = "") -> str:
    return write_resources(f'<string name="a"{attributes}>{text}</string>')


@pytest.mark.parametrize(
    ("written", "read"),
    [
        pytest.param("Open", "Open", id="plain"),
        pytest.param("  two\n   lines  ", "two lines", id="white space is collapsed and trimmed"),
        pytest.param('"  two   blanks "', "  two   blanks ", id="quotes keep white space, and are removed"),
        pytest.param(r"a\nb\tc", "a\nb\tc", id="line break and tab"),
        pytest.param(r"it\'s \"so\" \@ \? \\", 'it\'s "so" @ ? \\', id="escaped characters"),
        pytest.param(r"\u00e9", "é", id="a code point"),
        pytest.param(r"a\qb", "ab", id="an unknown escape is dropped"),
        pytest.param("@string/other", "@string/other", id="a reference is a text"),
        pytest.param("Tom &amp; Ann", "Tom & Ann", id="an entity"),
        pytest.param("<b>bold</b> text", "<b>bold</b> text", id="elements are kept"),
        pytest.param("&lt;b&gt;bold&lt;/b&gt;", "<b>bold</b>", id="escaped markup"),
        pytest.param("<![CDATA[<b>bold</b>]]>", "<b>bold</b>", id="CDATA is unwrapped"),
    ],
)
def test_white_space_quotes_escapes_and_markup_of_a_string_are_read(written: str, read: str) -> None:
    assert read_texts("aresource", write_string(written)) == {"a": read}


@pytest.mark.parametrize("file_format", ["aresource", "moko-resource", "cmp-resource"])
def test_only_strings_and_plurals_are_read(file_format: str) -> None:
    tag = "plural" if file_format == "moko-resource" else "plurals"
    content = write_resources(
        '<string name="a">A</string>',
        '<string-array name="b"><item>B</item></string-array>',
        '<dimen name="c">16dp</dimen>',
        f'<{tag} name="d"><item quantity="one">x</item><item quantity="other">y</item></{tag}>',
    )
    assert read_texts(file_format, content) == {"a": "A", "d": "x¦y"}


@pytest.mark.parametrize("file_format", ["moko-resource", "cmp-resource"])
def test_quotes_that_are_not_escaped_are_dropped_outside_of_android(file_format: str) -> None:
    assert read_texts(file_format, write_string('It\'s "quoted"')) == {"a": "It's quoted"}


@pytest.mark.parametrize(
    ("language", "items", "expected"),
    [
        pytest.param("cs", ("one", "other"), "one¦¦other", id="a missing quantity is an empty form in its place"),
        pytest.param("cs", ("one", "few", "many", "other"), "one¦few¦other", id="cs drops many"),
        pytest.param("pl", ("one", "few", "many", "other"), "one¦few¦many", id="pl drops other"),
        pytest.param("ru", ("one", "few", "many", "other"), "one¦few¦many", id="ru drops other"),
        pytest.param("lt", ("one", "few", "many", "other"), "one¦few¦other", id="lt drops many"),
        pytest.param("fr", ("one", "other"), "one¦¦other", id="fr has three forms"),
        pytest.param("es", ("one", "many", "other"), "one¦many¦other", id="es has three forms"),
        pytest.param("he", ("one", "two", "other"), "one¦two¦other", id="he"),
        pytest.param("ar", ("zero", "one", "two", "few", "many", "other"), "zero¦one¦two¦few¦many¦other", id="ar"),
        pytest.param("cy", ("zero", "one", "two", "few", "many", "other"), "zero¦one¦two¦few¦many¦other", id="cy"),
        pytest.param("ga", ("one", "two", "few", "many", "other"), "one¦two¦few¦many¦other", id="ga"),
        pytest.param("sl", ("one", "two", "few", "other"), "one¦two¦few¦other", id="sl"),
        pytest.param("lv", ("zero", "one", "other"), "zero¦one¦other", id="lv"),
        pytest.param("ja", ("other",), "other", id="ja"),
        pytest.param("de", ("zero", "one", "other"), "one¦other", id="a category that the language lacks"),
    ],
)
def test_plural_forms_have_the_order_of_the_categories_of_the_language(
    tmp_path: Path, language: str, items: tuple[str, ...], expected: str
) -> None:
    def write_plurals(quantities: tuple[str, ...]) -> str:
        forms = "".join(f'<item quantity="{name}">{name}</item>' for name in quantities)
        return write_resources(f'<plurals name="n">{forms}</plurals>')

    pair = read_pair(tmp_path, "aresource", write_plurals(("one", "other")), write_plurals(items), language=language)
    assert pair.translation == [Row("n", "one¦other", expected, 20)]
    missing = read_pair(tmp_path, "aresource", write_plurals(("one", "other")), write_resources(), language=language)
    assert missing.translation == [Row("n", "one¦other", "¦" * expected.count("¦"), 0)]


@pytest.mark.parametrize(
    ("element", "flags"),
    [
        pytest.param('<string name="a">%s</string>', "java-printf-format", id="plain"),
        pytest.param(
            '<string name="a">Hi <xliff:g id="n" example="Jo">%s</xliff:g></string>',
            "java-printf-format, xml-text",
            id="elements",
        ),
        pytest.param(
            '<string name="a">&lt;b&gt;x&lt;/b&gt;</string>', "java-printf-format, safe-html", id="escaped markup"
        ),
        pytest.param(
            '<string name="a"><![CDATA[<b>x</b>]]></string>', "auto-safe-html, java-printf-format", id="CDATA"
        ),
        pytest.param(
            '<plurals name="a"><item quantity="one"><b>x</b></item></plurals>',
            "java-printf-format, xml-text",
            id="elements in a plural form",
        ),
        pytest.param('<string name="a">x<!-- y --></string>', "java-printf-format, xml-text", id="a comment"),
        pytest.param('<string name="a" maxwidth="9">x</string>', "java-printf-format, max-size:9", id="maxwidth"),
        pytest.param(
            '<string name="a" maxwidth="9" size-unit="char">x</string>',
            "java-printf-format, max-length:9",
            id="maxwidth in characters",
        ),
        pytest.param(
            '<string name="a" maxwidth="90" font="Noto Sans;12;bold">x</string>',
            "font-family:Noto_Sans, font-size:12, font-weight:bold, java-printf-format, max-size:90",
            id="font",
        ),
        pytest.param(
            '<string name="a" weblate-flags="ignore-same">x</string>', "ignore-same, java-printf-format", id="flags"
        ),
    ],
)
def test_flags_follow_from_markup_attributes_and_comments(tmp_path: Path, element: str, flags: str) -> None:
    (source,), (found,) = read_paired_units(tmp_path, "aresource", write_resources(element), write_resources())
    assert (str(source.flags), str(found.flags)) == (flags, flags)


def test_flags_of_a_translation_apply_only_to_the_translation(tmp_path: Path) -> None:
    translation = write_string("y", ' maxwidth="9"')
    (source,), (found,) = read_paired_units(tmp_path, "aresource", write_string("x"), translation)
    assert (str(source.flags), str(found.flags)) == ("java-printf-format", "java-printf-format, max-size:9")


def test_an_entity_of_the_file_is_markup() -> None:
    (unit,) = read_units("aresource", '<!DOCTYPE resources [<!ENTITY app "App">]>\n' + write_string("Open &app;"))
    assert (unit.target, str(unit.flags)) == ("Open &app;", "xml-text")


def test_flags_of_the_template_have_priority(tmp_path: Path) -> None:
    template, translation = (write_string("x", f' weblate-flags="max-length:{length}"') for length in (5, 50))
    (_,), (found,) = read_paired_units(tmp_path, "aresource", template, translation)
    assert str(found.flags) == "java-printf-format, max-length:5"


def test_markup_of_a_translation_gives_no_flags(tmp_path: Path) -> None:
    (_,), (found,) = read_paired_units(tmp_path, "aresource", write_string("x"), write_string("<b>y</b>"))
    assert str(found.flags) == "java-printf-format"


@pytest.mark.parametrize(
    ("of_template", "of_translation", "states"),
    [
        pytest.param(' translatable="false"', "", (100, 100), id="an attribute of the template: read-only everywhere"),
        pytest.param("", ' translatable="false"', (20, 20), id="an attribute of a translation: ignored"),
        pytest.param(' weblate-flags="read-only"', "", (100, 100), id="a flag of the template: read-only everywhere"),
        pytest.param("", ' weblate-flags="read-only"', (20, 100), id="a flag of a translation: read-only only there"),
    ],
)
def test_strings_are_read_only_because_of_the_template_or_a_flag(
    tmp_path: Path, of_template: str, of_translation: str, states: tuple[int, int]
) -> None:
    pair = read_pair(tmp_path, "aresource", write_string("x", of_template), write_string("y", of_translation))
    assert (pair.source[0].state, pair.translation[0].state) == states


def test_an_empty_string_is_kept_as_an_empty_unit(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "aresource", write_string(""), write_string(""))
    assert pair == ([Row("a", "", "", 0)], [Row("a", "", "", 0)])


def test_a_plural_without_a_text_is_empty(tmp_path: Path) -> None:
    empty = write_resources('<plurals name="n"><item quantity="one"></item><item quantity="other"></item></plurals>')
    pair = read_pair(tmp_path, "aresource", empty, empty, language="de")
    assert pair == ([Row("n", "¦", "¦", 0)], [Row("n", "¦", "¦", 0)])


@pytest.mark.parametrize(("file_format", "fails"), [("aresource", True), ("ruby-yaml", False)])
def test_a_french_singular_needs_its_placeholder_on_android(file_format: str, fails: bool) -> None:
    french = language_by_code("fr")
    checker = build_checker(Component("demo", "app", "", "*", file_format=file_format), explain=False)
    texts = Unit("n", "%d file\x1e\x1e%d files", "un\x1e\x1e%d", State.TRANSLATED, parse_flags("c-format"))
    assert bool(checker.check_translation(french, french.plural, [texts]).findings) is fails


def test_a_comment_above_is_the_note() -> None:
    (unit,) = read_units("aresource", write_resources("<!-- Button -->", '<string name="a">A</string>'))
    assert (unit.note, unit.line) == (" Button ", 3)


@pytest.mark.parametrize("file_format", ["aresource", "moko-resource", "cmp-resource"])
@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("", 1, id="a file of zero bytes"),
        pytest.param("<resources>\n<string>\n</resources>", 3, id="an element without an end"),
        pytest.param("<resources>&nothing;</resources>", 1, id="an unknown entity"),
        pytest.param("no XML", 1, id="no XML"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(file_format: str, content: str, line: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units(file_format, content)
    assert refused.value.line == line


def test_malformed_flags_are_refused_with_a_line_number() -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units("aresource", write_string("x", ' weblate-flags="regex:&quot;"'))
    assert refused.value.line == 2
