"""Reference reader of PO files: unusual files, and messages for damaged files."""

from collections.abc import Sequence
from contextlib import suppress

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import IrregularFile, ReadOptions
from transtats_cli.formats.po import reference
from transtats_cli.formats.po.fast.units import RegularPoReader
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, State, Unit


def read_po(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["po"].create_reader(options)(content)


def read_monolingual(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["po-mono"].create_reader(options)(content)


def read_regular(content: bytes) -> Catalog | None:
    with suppress(IrregularFile):
        return RegularPoReader()(content)
    return None


ENTRY = 'msgid "World"\nmsgstr "{}"\n'


def read(content: bytes) -> Sequence[Unit]:
    return read_po(content, ReadOptions()).units


def catch_error(content: bytes, *, strict: bool = False) -> UnreadableFile:
    with pytest.raises(UnreadableFile) as raised:
        read_po(content, ReadOptions(refuses_control_characters=strict))
    return raised.value


@pytest.mark.parametrize(
    "control",
    [pytest.param(character, id=f"U+{ord(character):04X}") for character in "\x01\x08\x0b\x0c\x0e\x1e\x1f\ufffe\uffff"],
)
def test_a_control_character_in_a_string_is_a_warning_unless_the_reader_is_strict(control: str) -> None:
    entry = 'msgctxt "{}"\nmsgid "{}"\nmsgid_plural "{}"\nmsgstr[0] "{}"\n'
    for place in range(4):
        strings = ["a", "b", "c", "d"]
        strings[place] += f"{control} {control}x"
        content = entry.format(*strings).encode()
        [unit], *_, warnings = read_po(content, ReadOptions())
        assert [unit.context, *unit.sources, *unit.targets] == strings
        [warning] = warnings
        assert warning.detail == f"U+{ord(control):04X} in line {place + 1}"
        error = catch_error(content, strict=True)
        assert error.reason == f"the control character U+{ord(control):04X} in a string"
        assert error.line == place + 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('# \x08\n#. \x1b\nmsgid "a"\nmsgstr "b"\n', id="in comments"),
        pytest.param('msgid ""\nmsgstr "Project-Id-Version: \x1b\\n"\n\nmsgid "a"\nmsgstr "b"\n', id="in the header"),
        pytest.param('msgid "a"\nmsgstr "b"\n\n#~ msgid "\x08"\n#~ msgstr "\x1b"\n', id="in an obsolete entry"),
    ],
)
def test_a_control_character_outside_of_units_is_ignored(text: str) -> None:
    [unit], *_, warnings = read_po(text.encode(), ReadOptions(refuses_control_characters=True))
    assert (unit.source, unit.target, warnings) == ("a", "b", ())


def test_one_warning_contains_the_first_control_characters_and_the_number_of_the_others() -> None:
    content = "".join(f'msgid "{number}\x1b[1m\x1b"\nmsgstr "\x08\x07"\n\n' for number in range(3)).encode()
    [warning] = read_po(content, ReadOptions()).warnings
    assert warning.detail == "U+001B in line 1, U+0008 in line 2, U+0007 in line 2 and 6 more"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(r"\x01\\\x02\"", id="start and end characters"),
        pytest.param(r"\x04n\n\x04", id="an end character and an escape"),
        pytest.param(r"\x1f\x1d\\\"\x1c\x1f", id="separators"),
    ],
)
def test_control_characters_are_not_confused_with_internal_marks(text: str) -> None:
    written = text.encode().decode("unicode_escape")
    [unit] = read(ENTRY.format(written.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")).encode())
    assert unit.target == written


def test_tabs_and_carriage_returns_are_not_refused_as_control_characters() -> None:
    assert [unit.target for unit in reference.read_with_polib(ENTRY.format("a\tb\rc").encode()).units] == ["a\tb\rc"]


@pytest.mark.parametrize(
    "marker",
    ["<<<<<<< HEAD", "||||||| base", "=======", ">>>>>>> theirs"],
)
def test_the_error_for_a_conflict_marker_contains_its_line(marker: str) -> None:
    error = catch_error(f'msgid "a"\n{marker}\nmsgstr "b"\n'.encode())
    assert error.reason == "a conflict marker of version control"
    assert error.line == 2


def test_the_error_for_an_invalid_flags_line_contains_its_line() -> None:
    error = catch_error(b'# A comment.\n\n#, c-format\n#, "x\nmsgid "a"\nmsgstr "b"\n')
    assert error.line == 4
    assert "cannot be read" in error.reason


def test_flags_of_the_header_and_of_obsolete_entries_are_not_read() -> None:
    assert read(b'#, "x\nmsgid ""\nmsgstr ""\n\n#, "y\n#~ msgid "a"\n#~ msgstr ""\n\n#, "z\n') == []


def test_the_reason_for_a_very_long_line_is_short() -> None:
    for line in ("x" * 100_000, 'msgid "a" ' + "x" * 100_000, "#, " + "x" * 100_000 + '"\nmsgid "a"\nmsgstr "b"'):
        assert len(catch_error(line.encode()).reason) < 300


def test_plural_forms_have_the_order_of_the_file_and_repeated_forms_are_joined() -> None:
    content = b'msgid "a"\nmsgid_plural "b"\nmsgstr[1] "c"\nmsgstr[0] "d"\nmsgstr[1] "e"\n'
    assert [unit.targets for unit in read(content)] == [["ce", "d"]]


def test_more_than_ten_plural_forms_are_kept() -> None:
    forms = "".join(f'msgstr[{index}] "{index}"\n' for index in range(13))
    [unit] = read(f'msgid "a"\nmsgid_plural "b"\n{forms}'.encode())
    assert unit.targets == [str(index) for index in range(13)]


def test_entries_without_msgid_that_are_not_the_header_are_kept() -> None:
    content = b'\f\nmsgctxt "a"\nmsgid ""\nmsgstr ""\n\nmsgctxt "0"\nmsgid ""\nmsgstr ""\n\nmsgid ""\nmsgstr ""\n'
    assert [unit.context for unit in read(content)] == ["a", "0"]


def test_unicode_line_breaks_are_kept_and_unusual_escapes_are_letters() -> None:
    [unit] = reference.read_with_polib(ENTRY.format("a\u0085b\u2028c\\vd\\be\\f").encode()).units
    assert unit.target == "a\u0085b\u2028cvdbef"


def test_the_reference_reader_reads_the_header() -> None:
    header = (
        'msgid ""\nmsgstr ""\n"PO-Revision-Date: 2026-04-17 12:20+0200\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
    )
    assert reference.read_with_polib(header.encode()) == Catalog([], "nplurals=1; plural=0;", "2026-04-17T10:20:00Z")


def test_the_reference_reader_reads_monolingual_files() -> None:
    content = b'\f\n#, fuzzy\nmsgctxt "a"\nmsgid "b"\nmsgid_plural "c"\nmsgstr[0] "d"\nmsgstr[1] "e"\n'
    [unit] = read_monolingual(content, ReadOptions()).units
    assert unit[:4] == ("a.b", "", f"d{PLURAL_SEPARATOR}e", State.NEEDS_EDITING)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        pytest.param('\f\nmsgid "' + "\\\\x\\n" * 100_000 + '"\nmsgstr "x"\n', id="escapes"),
        pytest.param("\f\n" * 100_000 + 'msgid "a"\nmsgstr "x"\n', id="blank lines"),
        pytest.param('msgid ""\nmsgstr' + " " * 500_000 + '"x"\n' + ENTRY.format("x"), id="blanks"),
    ],
)
def test_the_reference_reader_reads_huge_entries_in_linear_time(text: str) -> None:
    assert read_regular(text.encode()) is None
    assert [unit.target for unit in read(text.encode())] == ["x"]
