"""Fast reader of PO files, and the sample files. The first line of each sample contains the expected result."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import IrregularFile, Reader, ReadOptions
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


SAMPLES = sorted((Path(__file__).parents[2] / "data" / "po").glob("*.po"))
HEADER = 'msgid ""\nmsgstr "Language: fr\\n"\n\n'


def read(text: str | bytes) -> Sequence[Unit]:
    return read_po(text if isinstance(text, bytes) else (HEADER + text).encode(), ReadOptions()).units


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_has_the_result_in_its_first_line(path: Path) -> None:
    content = path.read_bytes()
    expected = content.split(b"\n")[0].decode().removeprefix("# expect: ")
    assert summarize_result(content, expected.partition(" reason=")[2]) == expected


def summarize_result(content: bytes, reason: str) -> str:
    reader = "reference" if read_regular(content) is None else "fast"
    try:
        units = read_po(content, ReadOptions()).units
    except UnreadableFile as error:
        return f"line={error.line} reason={reason if reason and reason in error.reason else error.reason}"
    states = Counter(unit.state for unit in units)
    return (
        f"reader={reader} units={len(units)} translated={states[State.TRANSLATED]}"
        f" fuzzy={states[State.NEEDS_EDITING]} empty={states[State.EMPTY]}"
    )


@pytest.mark.parametrize(
    ("written", "text"),
    [
        pytest.param('"One"', "One", id="one line"),
        pytest.param('""\n"One "\n"two"', "One two", id="several lines"),
        pytest.param('""\n"One"\n""\n""', "One", id="empty lines"),
        pytest.param(r'"a\nb\tc\rd\"e\\f"', 'a\nb\tc\rd"e\\f', id="known escapes"),
        pytest.param(r'"\a\x41\101\v"', "ax41101v", id="unknown escapes are their second character"),
        pytest.param(r'"\\n\\\n\\\\n"', "\\n\\\n\\\\n", id="pairs of backslashes"),
        pytest.param('"a\\n"\n"\\"b"', 'a\n"b', id="escapes at the end and at the beginning of a line"),
        pytest.param('"a\\\\"\n"b"', "a\\b", id="an escaped backslash at the end of a line"),
        pytest.param('"é\u0085\u2028漢\U0001f600"', "é\u0085\u2028漢\U0001f600", id="line breaks of Unicode"),
        pytest.param('"# msgid "\n"msgid "', "# msgid msgid ", id="syntax inside of a string"),
    ],
)
def test_a_string_is_unescaped_as_on_a_server(written: str, text: str) -> None:
    [unit] = read(
        f"msgctxt {written}\nmsgid {written}\nmsgid_plural {written}\nmsgstr[0] {written}\nmsgstr[1] {written}\n"
    )
    assert unit.context == text
    assert unit.sources == [text, text]
    assert unit.targets == [text, text]


@pytest.mark.parametrize(
    ("msgid", "context", "source"),
    [
        pytest.param('"_: note\\n"\n"Open"', "note", "Open", id="at the beginning"),
        pytest.param('""\n"_: note\\n"\n"Open"', "note", "Open", id="after an empty line"),
        pytest.param('"Open "\n"_: note\\n"\n"it"', "note", "Open it", id="in the middle"),
        pytest.param('"_: a long "\n"note\\n"\n"Open"', "a long note", "Open", id="over two lines"),
        pytest.param('"_:note\\n"\n"Open"', "_:note", "Open", id="without a blank"),
        pytest.param('"_: one\\n"\n"_: two\\n"\n"Open"', "one", "Open", id="two comments"),
        pytest.param('"_: note\\nOpen"', "note", "", id="a whole line"),
        pytest.param('"_: \\"note\\"\\n"\n"\\"Open\\""', '"note"', '"Open"', id="with escapes"),
        pytest.param('"Open_: it\\n"', "", "Open_: it\n", id="not at the start of a line"),
    ],
)
def test_a_comment_of_kde_moves_from_the_source_to_the_context(msgid: str, context: str, source: str) -> None:
    [unit] = read(f'msgid {msgid}\nmsgstr "x"\n')
    assert (unit.context, unit.source) == (context, source)
    [unit] = read(f'msgctxt "in "\nmsgid {msgid}\nmsgstr "x"\n')
    assert (unit.context, unit.source) == (f"in {context}", source)


def test_a_comment_of_kde_is_removed_from_the_plural() -> None:
    [unit] = read('msgid "_: n\\n"\n"file"\nmsgid_plural "_: n\\n"\n"files"\nmsgstr[0] ""\n')
    assert unit.context == "n"
    assert unit.sources == ["file", "files"]


@pytest.mark.parametrize(
    ("comments", "state"),
    [
        pytest.param("", State.TRANSLATED, id="none"),
        pytest.param("#, fuzzy\n", State.NEEDS_EDITING, id="alone"),
        pytest.param("#,fuzzy\n", State.NEEDS_EDITING, id="without a blank"),
        pytest.param("#= fuzzy\n", State.NEEDS_EDITING, id="the newer sign"),
        pytest.param("#, c-format, fuzzy\n", State.NEEDS_EDITING, id="among others"),
        pytest.param("#, c-format\n#: a.c:1\n#, fuzzy\n", State.NEEDS_EDITING, id="on a second line"),
        pytest.param("#, fuzzy\n\n# A comment.\n", State.NEEDS_EDITING, id="above a blank line"),
        pytest.param("#, fuzzy c-format\n", State.TRANSLATED, id="without a comma"),
        pytest.param("# , fuzzy\n#. #, fuzzy\n", State.TRANSLATED, id="in a comment"),
        pytest.param('#, fuzzy\n#~ msgid "a"\n#~ msgstr "b"\n', State.TRANSLATED, id="above an obsolete entry"),
    ],
)
def test_a_flags_line_makes_an_entry_fuzzy(comments: str, state: State) -> None:
    assert read(f'{comments}msgid "Open"\nmsgstr "Ouvrir"\n')[0].state == state


@pytest.mark.parametrize(
    ("comments", "flags"),
    [
        pytest.param("#, fuzzy, c-format\n#= read-only\n", "c-format, read-only", id="two lines"),
        pytest.param("#, max-length:10\n#, max-length:20\n", "max-length:20", id="the last of two values"),
        pytest.param("#, c-format\n#, fuzzy\n#, read-only\n", "c-format, read-only", id="three lines"),
        pytest.param('#, c-format\n#| msgid "b"\n', "c-format", id="flags above a previous source"),
        pytest.param("#. say #, c-format\n", "", id="a sign within a comment"),
        pytest.param("#. say #, no\n#, c-format\n", "c-format", id="a sign within a comment, and flags"),
        pytest.param("#: a.rst:1\n", "rst-text", id="reference"),
        pytest.param("#: a.rst\n", "rst-text", id="reference without line"),
        pytest.param("#: user.address:1\n", "", id="an extension that begins like that of a markup format"),
        pytest.param("#: a.c:1 b.markdown:2\n#, c-format\n", "c-format, md-text", id="references and flags"),
        pytest.param("#: a.c:1\n#: b%2Emd:2\n", "md-text", id="escaped reference"),
        pytest.param("#: a.rst:1\n#, discard:rst-text\n", "", id="discarded"),
        pytest.param("#: a.c:1\n#. see b.rst:1\n", "", id="a file named in a comment"),
        pytest.param("#: a.py:docstring of a.b.rst:12\n", "", id="docstring"),
    ],
)
def test_flags_come_from_references_and_flags_lines(comments: str, flags: str) -> None:
    assert str(read(f'{comments}msgid "Open"\nmsgstr ""\n')[0].flags) == flags


def test_each_entry_has_its_own_flags_if_references_differ_only_in_the_line() -> None:
    units = read(
        "".join(f'#: a.rst:{number}\n#, max-length:{number}\nmsgid "{number}"\nmsgstr ""\n\n' for number in (7, 8))
    )
    assert [str(unit.flags) for unit in units] == ["max-length:7, rst-text", "max-length:8, rst-text"]


def test_the_comments_of_a_unit_are_its_comment_lines_unchanged() -> None:
    comments = '# Ours.\n#. Theirs.\n#: a.c:1\n#, c-format\n#| msgid "Old"\n'
    assert read(f'\n\n{comments}\nmsgid "Open"\nmsgstr ""\n')[0].comments == comments.strip()


def test_blank_lines_and_obsolete_entries_are_not_comments() -> None:
    text = '# Gone.\n#~ msgid "a"\n#~ msgstr ""\n\n# One.\n\n\n# Two.\nmsgid "Open"\nmsgstr ""\n'
    assert read(text)[0].comments == "# One.\n# Two."


def test_the_line_of_a_unit_is_that_of_its_first_keyword() -> None:
    text = (
        '# A comment.\nmsgid "1"\nmsgstr ""\n"a"\n"b"\n\n'
        'msgctxt ""\n"c"\nmsgid ""\n"2"\nmsgid_plural "2"\nmsgstr[0] ""\nmsgstr[1] ""\n"d"\n'
        'msgid "3"\nmsgstr "\\n"\nmsgid ""\nmsgstr ""\n\n#~ msgid "4"\n#~ msgstr ""\nmsgid "5"\nmsgstr ""'
    )
    assert [unit.line for unit in read(text)] == [5, 10, 18, 25]


@pytest.mark.parametrize(
    "line_end", [pytest.param("\r\n", id="CRLF"), pytest.param("\r", id="CR"), pytest.param("\r\r\n", id="CRCRLF")]
)
def test_the_fast_reader_reads_line_ends_of_other_systems(line_end: str) -> None:
    text = HEADER + '# A comment.\nmsgid ""\n"Open "\n"it"\nmsgstr "Ouvrir"\n'
    assert read_regular(text.replace("\n", line_end).encode()) == read_regular(text.encode())


def test_a_carriage_return_inside_of_a_line_does_not_end_the_line() -> None:
    [unit] = read('# One\rline.\nmsgid "a\rb"\nmsgstr ""\n')
    assert (unit.comments, unit.source) == ("# One\rline.", "a\rb")


def test_a_byte_order_mark_and_a_missing_last_line_end_do_not_change_the_units() -> None:
    text = HEADER + 'msgid "Open"\nmsgstr "Ouvrir"'
    assert read_regular(b"\xef\xbb\xbf" + text.encode()) == read_regular((text + "\n").encode())


@pytest.mark.parametrize("content", [pytest.param(b"", id="nothing"), pytest.param(b"\n\n", id="blank lines")])
def test_an_empty_file_has_no_units(content: bytes) -> None:
    assert read_regular(content) == Catalog([])


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        pytest.param("2026-04-17 12:20+0200", "2026-04-17T10:20:00Z", id="east"),
        pytest.param("2026-04-17 12:20-0330", "2026-04-17T15:50:00Z", id="west"),
        pytest.param("2026-04-17 12:20:30+02:00", "2026-04-17T10:20:30Z", id="seconds"),
        pytest.param("2026-12-31 23:20 -0100", "2027-01-01T00:20:00Z", id="over the year"),
        pytest.param("2026-4-7T12:20Z", "2026-04-07T12:20:00Z", id="another notation"),
        pytest.param("2026-04-17 12:20", "2026-04-17T12:20:00Z", id="no zone"),
        pytest.param("YEAR-MO-DA HO:MI+ZONE", None, id="placeholder"),
        pytest.param("2026-02-30 12:20+0000", None, id="no such day"),
        pytest.param("0001-01-01 00:00+0100", None, id="before year 1"),
        pytest.param("yesterday", None, id="words"),
        pytest.param("", None, id="empty"),
    ],
)
def test_the_revision_date_is_returned_in_utc(written: str, moment: str | None) -> None:
    header = f'msgid ""\nmsgstr ""\n"PO-Revision-Date: {written}\\n"\n'
    assert read_po(header.encode(), ReadOptions()).last_change == moment


def test_the_plural_forms_are_those_of_the_header() -> None:
    header = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms:  nplurals=2; "\n"plural=n > 1;\\n"\n'
    assert read_po(header.encode(), ReadOptions()).plural_forms_header == "nplurals=2; plural=n > 1;"


def test_a_commented_out_header_is_left_to_the_reference_reader() -> None:
    assert read_regular(b'#msgid ""\nmsgstr ""\n"Language: fr\\n"\n') is None


@pytest.mark.parametrize(
    "first", [pytest.param('msgid "Open"', id="a string"), pytest.param('msgctxt "a"\nmsgid ""', id="a context")]
)
def test_a_header_that_is_not_the_first_entry_is_ignored(first: str) -> None:
    text = f'{first}\nmsgstr "Plural-Forms: 1\\n"\n\nmsgid ""\nmsgstr "Plural-Forms: 2\\n"\n'
    assert read_po(text.encode(), ReadOptions()).plural_forms_header == ""


@pytest.mark.parametrize(
    "reader", [partial(read_po, options=ReadOptions()), reference.read_with_polib], ids=["any", "reference"]
)
@pytest.mark.parametrize(
    ("msgid", "is_header"),
    [
        pytest.param('msgid ""\nmsgstr', True, id="as usual"),
        pytest.param('msgctxt ""\nmsgid ""\nmsgstr', True, id="an empty context"),
        pytest.param('msgid ""\nmsgid_plural ""\nmsgstr[0]', True, id="a plural"),
        pytest.param('msgid "_: note\\n"\nmsgstr', False, id="a comment of KDE"),
    ],
)
def test_a_header_is_the_first_entry_and_has_neither_source_nor_context(
    reader: Reader, msgid: str, is_header: bool
) -> None:
    found = reader(f'{msgid} "Plural-Forms: 1\\n"\n'.encode())
    assert found.plural_forms_header == ("1" if is_header else "")
    assert len(found.units) == (0 if is_header else 1)


def test_the_key_of_a_monolingual_string_is_its_msgctxt_and_msgid() -> None:
    text = (
        'msgid "open"\nmsgstr "Ouvrir"\n\nmsgctxt "menu"\nmsgid "open"\nmsgstr ""\n\n'
        'msgctxt "credits"\nmsgid ""\nmsgstr "Nous"\n\n'
        '#, fuzzy\nmsgid "files"\nmsgid_plural "files_plural"\nmsgstr[0] "fichier"\nmsgstr[1] "fichiers"\n'
    )
    units = read_monolingual((HEADER + text).encode(), ReadOptions()).units
    assert [(unit.context, unit.source, unit.target, unit.state) for unit in units] == [
        ("open", "", "Ouvrir", State.TRANSLATED),
        ("menu.open", "", "", State.EMPTY),
        ("credits", "", "Nous", State.TRANSLATED),
        ("files", "", f"fichier{PLURAL_SEPARATOR}fichiers", State.NEEDS_EDITING),
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('msgid ""\n' + '"one line of many\\n"\n' * 100_000 + 'msgstr "x"\n', id="lines"),
        pytest.param('msgid "' + "\\\\x\\n" * 200_000 + '"\nmsgstr "x"\n', id="escapes"),
        pytest.param("#: a.rst:1 " * 100_000 + '\nmsgid "a"\nmsgstr "x"\n', id="references"),
        pytest.param("".join(f"#, flag-{n}\n" for n in range(50_000)) + 'msgid "a"\nmsgstr "x"\n', id="lines of flags"),
        pytest.param("#~ \n" * 200_000 + 'msgid "a"\nmsgstr "x"\n', id="obsolete lines"),
        pytest.param("#" + "\r" * 1_000_000 + '\nmsgid "a"\nmsgstr "x"\n', id="carriage returns"),
    ],
)
def test_the_fast_reader_reads_huge_entries_in_linear_time(text: str) -> None:
    found = read_regular((HEADER + text).encode())
    assert found
    assert [unit.target for unit in found.units] == ["x"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('msgid ""\n' + '"msgid "\n' * 100_000, id="keywords in lines"),
        pytest.param('msgid "a"\n' * 100_000, id="keywords"),
        pytest.param('msgid "' + '\\"' * 500_000 + "\n", id="quotes"),
        pytest.param("#, " + "a: " * 30_000 + '"\nmsgid "a"\nmsgstr ""\n', id="flags"),
    ],
)
def test_huge_damaged_files_are_refused_in_linear_time(text: str) -> None:
    with pytest.raises(UnreadableFile):
        read(text)


def test_cached_comments_have_the_same_flags_in_every_file() -> None:
    """Flags that are cached for one file do not depend on other entries of the file."""
    entry = '#: docs/a%2Erst:1\n#, fuzzy\nmsgid "{}"\nmsgstr "x"\n'
    with_markup = entry.format("a") + '\n#: docs/b.md:2\nmsgid "b"\nmsgstr "x"\n'
    for text in (entry.format("a"), with_markup, entry.format("b"), with_markup):
        assert read_regular(text.encode()) == reference.read_with_polib(text.encode())


def test_a_file_with_only_a_header_is_regular() -> None:
    """Most versions of a file in git are compared without their common entries, so nothing else is left of them."""
    header = b'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    assert len(RegularPoReader()(header).units) == 0
    assert len(RegularPoReader()(header + b"\n\n").units) == 0
