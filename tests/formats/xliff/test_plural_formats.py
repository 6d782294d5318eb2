"""Dialects of XLIFF in which a unit may consist of several elements."""

from collections.abc import Callable

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.formats.xliff.reference import read_apple_xliff, read_poxliff
from transtats_cli.languages import default_plural_rule, language_by_code
from transtats_cli.model import Catalog, State, Unit

DEFAULTS = ReadOptions()
NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"


def write_document(body: str, file: str = 'original="a.po" target-language="de"') -> bytes:
    return f'<xliff version="1.2" xmlns="{NAMESPACE}"><file {file}><body>{body}</body></file></xliff>'.encode()


def write_plural(*units: str, attributes: str = "") -> str:
    return f'<group id="p" restype="x-gettext-plurals" {attributes}>{"".join(units)}</group>'


def write_unit(source: str, target: str = "", attributes: str = "", state: str = "") -> str:
    return f"<trans-unit {attributes}><source>{source}</source><target{state}>{target}</target></trans-unit>"


def read_only_unit(body: str, options: ReadOptions = DEFAULTS) -> Unit:
    (found,) = read_poxliff(write_document(body), options).units
    return found


def test_a_plural_group_is_one_unit() -> None:
    found = read_only_unit(write_plural(write_unit("day", "Tag", 'id="p[0]"'), write_unit("days", "Tage", 'id="p[1]"')))
    assert found == Unit("a.po///p", "day\x1e\x1edays", "Tag\x1e\x1eTage", State.TRANSLATED, line=1)


@pytest.mark.parametrize(
    ("body", "state"),
    [
        pytest.param(write_plural(write_unit("day"), write_unit("days")), State.EMPTY, id="no form"),
        pytest.param(
            write_plural(write_unit("day"), write_unit("days", "Tage")), State.TRANSLATED, id="one form is translated"
        ),
        pytest.param(
            write_plural(write_unit("day", "Tag"), write_unit("days", "Tage", state=' state="new"')),
            State.NEEDS_EDITING,
            id="one form needs editing",
        ),
        pytest.param(
            write_plural(write_unit("day"), write_unit("days", "", state=' state="new"')),
            State.EMPTY,
            id="an empty form needs editing",
        ),
        pytest.param(
            write_plural(write_unit("day", "Tag"), attributes='approved="yes"'),
            State.APPROVED,
            id="the group is approved",
        ),
        pytest.param(write_unit("day", "Tag", state=' state="new"'), State.TRANSLATED, id="the state of a single unit"),
        pytest.param(write_unit("day", "Tag", 'approved="yes"'), State.APPROVED, id="a single unit is approved"),
    ],
)
def test_the_state_of_a_gettext_unit_follows_from_its_forms(body: str, state: State) -> None:
    assert read_only_unit(body).state is state


def test_units_of_a_group_that_is_not_a_plural_are_separate() -> None:
    units = write_unit("a", attributes='id="1"') + write_unit("b", attributes='id="2"')
    body = f'<group id="g">{units}</group>'
    assert [found.context for found in read_poxliff(write_document(body), DEFAULTS).units] == ["a.po///1", "a.po///2"]


def test_the_header_contains_the_plural_forms_and_is_not_a_unit() -> None:
    header = write_unit("Language: de", "Plural-Forms: nplurals=2; plural=n != 1;", 'restype="x-gettext-domain-header"')
    catalog = read_poxliff(write_document(header + write_unit("day", "Tag")), DEFAULTS)
    assert (len(catalog.units), catalog.plural_forms_header) == (1, "nplurals=2; plural=n != 1;")


def test_inline_elements_are_removed_from_texts() -> None:
    found = read_only_unit(write_unit('a <ph id="1">%s</ph> &amp; b'))
    assert (found.source, str(found.flags)) == ("a %s & b", "")


def test_attributes_become_flags_and_forbid_translation() -> None:
    found = read_only_unit(write_unit("a", "b", 'translate="no" maxwidth="5" size-unit="char" weblate-flags="url"'))
    assert (str(found.flags), found.read_only) == ("max-length:5, url", True)


@pytest.mark.parametrize(
    ("whitespace", "attributes", "source"),
    [
        pytest.param("preserve", "", " a  b ", id="preserve"),
        pytest.param("preserve", 'xml:space="default"', " a  b ", id="preserve ignores the unit"),
        pytest.param("standard", "", "a b", id="standard"),
        pytest.param("standard", 'xml:space="preserve"', " a  b ", id="standard follows the unit"),
        pytest.param("normalize", 'xml:space="preserve"', "a b", id="normalize"),
    ],
)
def test_the_setting_decides_whether_blanks_collapse(whitespace: str, attributes: str, source: str) -> None:
    assert (
        read_only_unit(write_unit(" a  b ", "", attributes), ReadOptions(xliff_whitespace=whitespace)).source == source
    )


def test_a_note_without_author_in_an_apple_file_is_a_comment_of_a_developer() -> None:
    body = "<trans-unit id='1'><source>a</source><note>Button</note></trans-unit>"
    assert read_apple_xliff(write_document(body), DEFAULTS).units[0].comments == "#. Button"
    assert read_poxliff(write_document(body), DEFAULTS).units[0].comments == "# Button"


@pytest.mark.parametrize(
    ("language", "source", "target"),
    [
        pytest.param("de", ["", "x", ""], ["", "y", ""], id="zero, one, other"),
        pytest.param("ru", ["", "x", "", ""], ["", "y", "", ""], id="zero, one, few, many"),
    ],
)
def test_an_apple_plural_has_the_forms_of_its_language(language: str, source: list[str], target: list[str]) -> None:
    body = write_unit("x", "y", 'id="/n:dict/one:dict/:string"')
    (found,) = read_apple_xliff(write_document(body, f'original="a" target-language="{language}"'), DEFAULTS).units
    assert (found.context, found.sources, found.targets) == ("a////n:dict/one", source, target)


def test_a_language_without_plurals_has_two_forms_in_apple_files() -> None:
    table = FILE_FORMATS["apple-xliff"].plural_table
    assert default_plural_rule(language_by_code("ja"), table).form_count == 2


def test_the_state_of_an_apple_unit_is_that_of_its_target() -> None:
    body = write_unit("a", "b", 'id="1"', state=' state="needs-translation"')
    assert read_apple_xliff(write_document(body), DEFAULTS).units[0].state is State.NEEDS_EDITING


@pytest.mark.parametrize("read", [read_poxliff, read_apple_xliff])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b"<po/>", "the root element is <po>, not <xliff>", id="another root"),
        pytest.param(
            write_document(write_plural(write_plural(write_unit("a")))),
            "the plural groups are nested",
            id="nested plurals",
        ),
        pytest.param(write_document("<trans-unit>" + write_unit("a") + "</trans-unit>"), "nested", id="nested units"),
        pytest.param(write_document(write_unit("a", attributes='weblate-flags="&quot;"')), "flags", id="flags"),
    ],
)
def test_a_damaged_file_is_refused(read: Callable[[bytes, ReadOptions], Catalog], content: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason):
        read(content, DEFAULTS)


@pytest.mark.slow
@pytest.mark.parametrize("read", [read_poxliff, read_apple_xliff])
def test_each_unit_of_ten_thousand_files_has_the_context_of_its_file(
    read: Callable[[bytes, ReadOptions], Catalog],
) -> None:
    only_unit = write_unit("a", "b", 'id="1"')
    body = f"<body>{only_unit}</body>"
    files = "".join(f'<file original="{number}" target-language="de">{body}</file>' for number in range(10_000))
    units = read(f'<xliff version="1.2" xmlns="{NAMESPACE}">{files}</xliff>'.encode(), DEFAULTS).units
    assert [found.context for found in units] == [f"{number}///1" for number in range(10_000)]


@pytest.mark.parametrize("read", [read_poxliff, read_apple_xliff])
@pytest.mark.parametrize("definition", ['"yyyy"', 'SYSTEM "file:///dev/null"'])
def test_entities_are_not_resolved(read: Callable[[bytes, ReadOptions], Catalog], definition: str) -> None:
    content = f"<!DOCTYPE xliff [<!ENTITY x {definition}>]>".encode() + write_document(write_unit("&x;", "b", 'id="1"'))
    with pytest.raises(UnreadableFile, match="the entity &x; is not resolved"):
        read(content, DEFAULTS)
