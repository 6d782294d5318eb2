"""Counts of the bulk counter equal the sums over the units of the unit reader, words and characters included."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transtats_cli.flags import READ_ONLY
from transtats_cli.formats import BulkCount, ReadOptions
from transtats_cli.formats.po.fast import counts as bulk
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import PLURAL_SEPARATOR, Catalog
from transtats_cli.scanning.reading import strings
from transtats_cli.scanning.reading.strings import count_units
from transtats_cli.statistics import Counts, Statistics, count_words


def read_po(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["po"].create_reader(options)(content)


def read_monolingual(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["po-mono"].create_reader(options)(content)


OPTIONS = ReadOptions()
HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"PO-Revision-Date: 2026-01-31 12:00+0100\\n"\n\n'
COMMENTS = [
    "# A translator's comment.",
    "#",
    "#. Extracted: #, fuzzy",
    "#: src/a.c:12 docs/b.rst:7",
    "#, fuzzy",
    "#,fuzzy",
    "#, c-format, fuzzy",
    "#, fuzzy c-format",
    *(f"#, {flag}" for flag in sorted(READ_ONLY)),
    "#= fuzzy, read-only",
    "#, discard:read-only",
    '#| msgid "an old\\n"\n#| "text"',
    '#~ msgid "gone"\n#~ msgstr "weg"',
    '#, fuzzy\n#~| msgid "older"\n#~ msgid "gone"\n#~ msgstr "weg"\n',
    "",
]
PLAIN_PIECES = st.sampled_from(
    ["a", "b", "Two words", " ", "é\u00a0", "漢", "\\n", "\\t", '\\"', "C:\\\\a", "#", "msgid "]
)
PIECES = st.sampled_from(
    ["a", "b", "Word ", " ", "  ", "é", "漢", "\U0001f600", "#", "msgid ", "%s", "'", "~", "_", "<unused ", "singular"]
) | st.sampled_from(
    ["\\n", "\\t", "\\r", '\\"', "\\\\", "\\\\n", "\\x", "\t", "\u0085", "\u00a0", "\u2003", "\u2028", "\u3000", "_:"]
)
STRAY_LINES = [
    *('"', '""', '"x"', '"x', 'x"', "x", "#", "#,", "#~", " ", "\\", '"\\"'),
    *('msgctxt "c"', 'msgid ""', 'msgid "x"', 'msgid "x', 'msgid "x\\"', 'msgid_plural "x"'),
    *('msgstr ""', 'msgstr "x"', 'msgstr "x', 'msgstr "x\\"', 'msgstr[0] ""', 'msgstr[1] "x"'),
]
HEADER_PIECES = [
    *("PO-Revision-Date: 2026-01-31 12:00+0100", "PO-Revision-Date: 2025-12-31 23:59-0230", "PO-Revision-Date"),
    *(
        ":",
        ": ",
        " : ",
        "\u00a0",
        "2024-02-29 08:00+0000",
        "X-Name",
        "PO-",
        "Revision-Date:",
        "Revision-Date: YEAR-MO-DA",
    ),
    *("\\n", "\\n", "\\n", "\\t", "\\\\", '\\"', "\\x", '"\n"', '\\n"\n"'),
]

more_examples = settings(max_examples=2 * settings().max_examples)


def count_in_bulk(content: bytes, chunk: int = 1 << 16) -> BulkCount | None:
    return bulk.PoCounter(chunk)(content)


def count_unit_by_unit(content: bytes) -> BulkCount:
    catalog = read_po(content, OPTIONS)
    units = [
        *strings.make_units_effective(
            strings.drop_repeated_units(catalog.units, strings.identify_by_text), has_review=False
        )
    ]
    statistics = count_units(units)
    assert statistics.total == sum_counts(unit.source for unit in units)
    return BulkCount(statistics, catalog.last_change)


def assert_counts_agree(counted: BulkCount | None, content: bytes) -> None:
    """Assert that the counts of a file are those of the unit reader, or None because the bulk counter declines it."""
    if counted is not None:
        assert counted == count_unit_by_unit(content), "the bulk counter (left) and the unit reader (right) differ"


def sum_counts(sources: Iterable[str]) -> Counts:
    """Return the sum of the sizes of texts."""
    total = Counts()
    for source in sources:
        total = total.plus(Counts(1, count_words(source), len(source)))
    return total


def quoted(pieces: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    line = st.lists(pieces, max_size=4).map(lambda found: f'"{"".join(found)}"')
    return st.lists(line, min_size=1, max_size=3).map("\n".join)


@st.composite
def entries(draw: st.DrawFn, pieces: st.SearchStrategy[str]) -> str:
    text = quoted(pieces)
    target = st.sampled_from(['""', '""\n""', '" "', '"x"', '""\n"x"']) | text
    lines = draw(st.lists(st.sampled_from(COMMENTS), max_size=4))
    if draw(st.integers(0, 2)) == 0:
        lines.append(f"msgctxt {draw(text)}")
    lines.append(f"msgid {draw(text)}")
    if draw(st.integers(0, 3)) == 0:
        lines.append(f"msgid_plural {draw(text)}")
        lines += [f"msgstr[{index}] {draw(target)}" for index in range(draw(st.integers(1, 3)))]
    else:
        lines.append(f"msgstr {draw(target)}")
    return "\n".join(lines)


@st.composite
def files(draw: st.DrawFn, entry: st.SearchStrategy[str]) -> str:
    distance = draw(st.sampled_from(["\n", "\n\n", "\n\n\n"]))
    header = draw(st.sampled_from([HEADER, "", f"#, fuzzy\n{HEADER}"]))
    return header + distance.join([*draw(st.lists(entry, max_size=6)), ""])


@pytest.mark.slow
@more_examples
@given(
    files(entries(PIECES)),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.sampled_from([1, 40, 200, 1 << 16]),
)
def test_counts_in_bulk_equal_the_sums_over_units(text: str, line_end: str, mark: bytes, chunk: int) -> None:
    content = mark + text.replace("\n", line_end).encode()
    assert_counts_agree(count_in_bulk(content, chunk), content)


@pytest.mark.slow
@more_examples
@given(st.lists(entries(PLAIN_PIECES), max_size=6), st.sampled_from([1, 200, 1 << 16]))
def test_an_ordinary_file_is_counted_in_bulk(found: list[str], chunk: int) -> None:
    # A number at the beginning makes the entries different.
    numbered = [f"\n{entry}".replace('\nmsgid "', f'\nmsgid "{number} ', 1) for number, entry in enumerate(found)]
    content = (HEADER + "\n\n".join([*numbered, ""])).encode()
    counted = count_in_bulk(content, chunk)
    assert counted is not None
    assert_counts_agree(counted, content)


@pytest.mark.slow
@more_examples
@given(files(entries(PLAIN_PIECES | PIECES)), st.data())
def test_counts_in_bulk_of_a_damaged_file_equal_the_sums_over_units(text: str, data: st.DataObject) -> None:
    content = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        damage(content, data)
    counted = count_in_bulk(bytes(content), data.draw(st.sampled_from([40, 1 << 16])))
    assert_counts_agree(counted, bytes(content))


def damage(content: bytearray, data: st.DataObject) -> None:
    draw = data.draw
    start = draw(st.integers(0, len(content)))
    kind = draw(st.sampled_from(["replace", "insert", "delete", "repeat", "cut"]))
    if kind == "replace" and start < len(content):
        content[start] = draw(st.sampled_from(b'"\\\n#m \xe9\x1b\r~_\t') | st.integers(0, 255))
    elif kind == "insert":
        inserted = [b"\n", b'"', b'"\n', b"\\", b" ", b"#", b"#~ ", b"#, x\n", b"msgid ", b"\n=====\n", b"\xff", b"\0"]
        content[start:start] = draw(st.sampled_from(inserted))
    elif kind == "delete":
        del content[start : start + draw(st.integers(1, 30))]
    elif kind == "repeat":
        content[start:start] = content[start : start + draw(st.integers(1, 30))]
    else:
        del content[start:]


@pytest.mark.slow
@more_examples
@given(files(entries(PLAIN_PIECES)), st.data())
def test_counts_in_bulk_of_a_file_with_missing_or_moved_lines_equal_the_sums_over_units(
    text: str, data: st.DataObject
) -> None:
    lines = text.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.sampled_from([*lines, *STRAY_LINES]))
        lines[place : place + data.draw(st.integers(0, 2))] = data.draw(st.sampled_from([[], [other]]))
        lines = lines or [""]
    content = "\n".join(lines).encode()
    counted = count_in_bulk(content, data.draw(st.sampled_from([1, 64, 1 << 16])))
    assert_counts_agree(counted, content)


@more_examples
@given(st.lists(st.sampled_from(HEADER_PIECES), max_size=12))
def test_the_bulk_counter_finds_the_same_date_as_the_unit_reader(pieces: list[str]) -> None:
    content = f'msgid ""\nmsgstr ""\n"{"".join(pieces)}"\n'.encode()
    assert_counts_agree(count_in_bulk(content), content)


@pytest.mark.slow
@more_examples
@given(st.lists(st.sampled_from(COMMENTS), max_size=3), st.lists(entries(PLAIN_PIECES), max_size=4), st.data())
def test_cached_heads_of_other_files_do_not_change_counts(
    comments: list[str], found: list[str], data: st.DataObject
) -> None:
    counter = bulk.PoCounter()
    targets = st.sampled_from(['msgstr ""\n', 'msgstr "x"\n'])
    for _ in range(3):
        # The same entries in other orders, with other comments and targets.
        texts = data.draw(st.permutations([re.sub(r"^#.*\n|^$\n", "", text, flags=re.MULTILINE) for text in found]))
        texts = [re.sub(r'^msgstr "(?:.*\n?"?)*\Z', data.draw(targets), text, flags=re.MULTILINE) for text in texts]
        above = data.draw(st.sampled_from(["", "\n".join([*comments, ""])]))
        content = (HEADER + "\n\n".join([*(above + text for text in texts), ""])).encode()
        counted = counter(content)
        assert_counts_agree(counted, content)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('msgid "a b"\nmsgstr "x"\n', Statistics(Counts(1, 2, 3), Counts(1, 2, 3)), id="translated"),
        pytest.param('msgid "a b"\nmsgstr ""\n""\n', Statistics(Counts(1, 2, 3)), id="empty"),
        pytest.param(
            '#, fuzzy\nmsgid "a"\nmsgstr "x"\n', Statistics(Counts(1, 1, 1), fuzzy=Counts(1, 1, 1)), id="fuzzy"
        ),
        pytest.param('#, fuzzy\nmsgid "a"\nmsgstr ""\n', Statistics(Counts(1, 1, 1)), id="fuzzy and empty"),
        pytest.param(
            '#, fuzzy, read-only\nmsgid "a"\nmsgstr ""\n',
            Statistics(Counts(1, 1, 1), Counts(1, 1, 1), readonly=Counts(1, 1, 1)),
            id="read-only",
        ),
        pytest.param(
            '#, fuzzy\n#~ msgid "b"\n#~ msgstr "y"\n\nmsgid "a"\nmsgstr "x"\n',
            Statistics(Counts(1, 1, 1), Counts(1, 1, 1)),
            id="flags above an obsolete entry",
        ),
        pytest.param(
            'msgid "one"\nmsgid_plural "two"\nmsgstr[0] ""\nmsgstr[1] "x"\n',
            Statistics(Counts(1, 2, 6 + len(PLURAL_SEPARATOR)), Counts(1, 2, 6 + len(PLURAL_SEPARATOR))),
            id="partly filled plural",
        ),
        pytest.param('msgid ""\n"é\\n"\n"漢\u00a0字 \\""\nmsgstr ""\n', Statistics(Counts(1, 4, 7)), id="characters"),
        pytest.param('msgid "a\\\\nb"\nmsgstr ""\n', Statistics(Counts(1, 1, 4)), id="escaped backslash"),
        pytest.param(
            'msgid "a\\\\"\nmsgstr "\\\\\\\\"\n',
            Statistics(Counts(1, 1, 2), Counts(1, 1, 2)),
            id="backslashes at the end",
        ),
        pytest.param('msgctxt "a"\nmsgid ""\nmsgstr ""\n', Statistics(Counts(1, 0, 0)), id="context alone"),
        pytest.param(
            'msgid "<unused singular 1>"\nmsgid_plural "a"\nmsgstr[0] ""\n',
            Statistics(Counts(1, 1, 22)),
            id="an unused singular",
        ),
        pytest.param("# Nothing.\n", Statistics(), id="no entries"),
        pytest.param("", Statistics(), id="an empty file"),
    ],
)
def test_an_entry_is_counted(text: str, expected: Statistics) -> None:
    counted = count_in_bulk(HEADER.encode() + text.encode())
    assert counted == BulkCount(expected, "2026-01-31T11:00:00Z")
    assert counted == count_unit_by_unit(HEADER.encode() + text.encode())


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('msgid "a"\nmsgstr ""\n\nmsgid "a"\nmsgstr ""\n', id="a repeated entry"),
        pytest.param(
            'msgid "ab"\nmsgstr ""\n\nmsgctxt "b"\nmsgid "a"\nmsgstr ""\n',
            id="source and context that together equal another source",
        ),
        pytest.param('msgid "a"b"\nmsgstr ""\n', id="an inner quote"),
        pytest.param('msgid "_: note\\n"\n"a"\nmsgstr ""\n', id="a comment of KDE"),
        pytest.param('msgid "a"\n\nmsgstr ""\n', id="a blank line inside"),
        pytest.param(' msgid "a"\nmsgstr ""\n', id="indented"),
        pytest.param('msgid "a" \nmsgstr ""\n', id="a blank at the end of a line"),
        pytest.param('msgid "a"\nmsgstr "b\n', id="unclosed"),
        pytest.param('msgid "a"\nmsgstr "\n', id="a lone quote"),
        pytest.param('msgid "a"\nmsgstr "b\\"\n', id="closed by an escape"),
        pytest.param('msgid "a"\n', id="no msgstr"),
        pytest.param('msgid "a"\nmsgstr[0] "b"\n', id="a form without a plural"),
        pytest.param('msgid "a"\nmsgid_plural "b"\nmsgid_plural "c"\nmsgstr[0] ""\n', id="two plurals"),
        pytest.param('msgid "a\\"\nmsgid_plural "b"\nmsgstr[0] ""\n', id="an escaped quote before the plural"),
        pytest.param('msgid ""\nmsgid_plural "b"\nmsgstr[0] ""\n', id="a plural without a singular"),
        pytest.param('#, a"\nmsgid "a"\nmsgstr ""\n', id="flags that cannot be read"),
        pytest.param('msgid "a"\nmsgstr "\x1b"\n', id="a control character"),
        pytest.param('msgid "a"\nmsgstr "\ufffe"\n', id="a noncharacter"),
        pytest.param(b'msgid "a"\nmsgstr "\xe9"\n', id="Latin-1"),
    ],
)
def test_an_ambiguous_or_damaged_entry_is_left_to_the_unit_reader(text: str | bytes) -> None:
    assert count_in_bulk(HEADER.encode() + (text if isinstance(text, bytes) else text.encode())) is None


@pytest.mark.parametrize("chunk", [1, 1 << 16])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param('"x"\nmsgid "a"\nmsgstr "x"\n', id="a string at the beginning"),
        pytest.param('msgstr "x"\nmsgid "a"\nmsgstr "x"\n', id="a target at the beginning"),
        pytest.param('msgid "a"\nmsgstr "x"\n\nmsgctxt "b"\n', id="a context at the end"),
        pytest.param('msgid "a"\nmsgstr "x"\n\nmsgid ""\n', id="a source at the end"),
        pytest.param('msgid "a"\nmsgstr "x"\n\nmsgid "', id="a source that ends with the file"),
        pytest.param('msgid "a"\nmsgstr "x"\n"\nmsgstr "y"\n', id="a quote between targets"),
        pytest.param('msgid "a"\nmsgstr "x"\n\nb"\nmsgstr "y"\n', id="a source without keyword"),
        pytest.param('msgid "a\\"\nmsgstr "x"\n', id="an escaped quote at the end of the last source"),
        pytest.param('msgid "a"b"\n"\nmsgstr "x"\n', id="a line that is one quote, and an inner quote"),
        pytest.param('msgctxt "c\nmsgid "a"\nmsgstr "x"\n', id="a context that is not closed"),
        pytest.param('msgctxt "\nmsgid "a"\nmsgstr "x"\n', id="a context that is one quote"),
        pytest.param('msgid "a"\n# "\nmsgstr "x"\n', id="a comment inside"),
        pytest.param('#msgid "a"\nmsgstr "x"\nmsgid "b"\nmsgstr "x"\n', id="a comment in place of a source"),
        pytest.param('msgid "a"\nmsgid_plural "b"\nmsgstr "x"\n', id="one target for a plural"),
        pytest.param('msgid "a"\nmsgstr[0] "x"\n', id="forms without a plural"),
    ],
)
def test_a_misplaced_line_is_left_to_the_unit_reader(text: str, chunk: int) -> None:
    assert count_in_bulk(text.encode(), chunk) is None


def test_a_cached_head_with_the_wrong_kind_of_target_is_left_to_the_unit_reader() -> None:
    counter = bulk.PoCounter()
    head = 'msgid "a"\nmsgid_plural "b"\n'
    assert counter(f'{head}msgstr[0] ""\n'.encode()) is not None
    assert counter(f'{head}msgstr ""\n'.encode()) is None
    assert counter(f'{head}msgstr[0] ""\n'.encode()) is not None


@pytest.mark.parametrize(
    ("following", "expected"),
    [
        pytest.param("", "2024-01-02T02:04:00Z", id="no second date"),
        pytest.param('"PO-Revision-Date: 2025-01-02 03:04\\n"\n', "2025-01-02T03:04:00Z", id="a second date"),
        pytest.param(
            '"PO-Rev"\n"ision-Date: 2025-01-02 03:04\\n"\n',
            "2025-01-02T03:04:00Z",
            id="a second date with a divided name",
        ),
        pytest.param(
            '"PO-\\Revision-Date: 2025-01-02 03:04\\n"\n', "2025-01-02T03:04:00Z", id="a second date with an escape"
        ),
        pytest.param(
            '"X: \\\\n"\n"PO-Revision-Date: 2025-01-02 03:04\\n"\n',
            "2024-01-02T02:04:00Z",
            id="a date that is not a field",
        ),
    ],
)
def test_the_last_of_several_dates_counts(following: str, expected: str) -> None:
    content = (
        f'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"PO-Revision-Date: 2024-01-02 03:04+0100\\n"\n{following}'.encode()
    )
    counted = count_in_bulk(content)
    assert counted is not None
    assert counted.last_change == expected == read_po(content, ReadOptions()).last_change


def test_the_placeholder_for_a_date_is_no_date() -> None:
    counted = count_in_bulk(b'msgid ""\nmsgstr "PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"\n')
    assert counted == BulkCount(Statistics(), None)


def test_a_header_that_is_not_the_first_entry_is_left_to_the_unit_reader() -> None:
    content = b'msgid "a"\nmsgstr ""\n\n' + HEADER.encode()
    assert count_in_bulk(content) is None
    assert count_unit_by_unit(content) == BulkCount(Statistics(Counts(1, 1, 1)), None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"#, fuzzy\n\n" * 100_000 + b'msgid "a"\nmsgstr "b"\n', id="flags"),
        pytest.param(b'msgid ""\n' + b'"\\n"\n' * 300_000 + b'msgstr "b"\n', id="lines"),
        pytest.param(b'msgid "' + b"\\\\" * 300_000 + b'"\nmsgstr "b"\n', id="escapes"),
        pytest.param(b'msgid "' + b'\\"' * 300_000 + b'\nmsgstr "b"\n', id="no end"),
        pytest.param(b'msgid "a"\nmsgid_plural "b"\n' + b'msgstr[0] ""\n' * 100_000, id="forms"),
        pytest.param(b'msgid "a"\nmsgstr "b"\nx\n' * 100_000, id="misplaced lines"),
        pytest.param(b'msgctxt ""\n' + b'"\n"\n' * 300_000 + b'msgid "a"\nmsgstr "b"\n', id="a context"),
    ],
)
def test_a_file_with_very_many_repeated_pieces_is_counted_or_declined(content: bytes) -> None:
    assert_counts_agree(count_in_bulk(content), content)


@pytest.mark.slow
def test_counts_in_bulk_of_every_conformance_file_equal_the_sums_over_units(shared: Path) -> None:
    components = shared / "conformance" / "components"
    paths = sorted(components.glob("*/*/**/*.po"))
    counters = {path.relative_to(components).parts[:2]: bulk.PoCounter() for path in paths}
    counted = {path: counters[path.relative_to(components).parts[:2]](path.read_bytes()) for path in paths}
    declined = [path for path in paths if counted[path] is None]
    assert len(declined) <= len(paths) // 100
    for path in set(paths).difference(declined):
        assert counted[path] == count_unit_by_unit(path.read_bytes()), path


def test_a_file_with_a_repeated_string_in_another_notation_is_declined() -> None:
    counter = bulk.PoCounter()
    assert counter(b'msgid "a"\nmsgstr ""\n') is not None
    assert counter(b'msgid "a"\nmsgstr ""\n\nmsgid ""\n"a"\nmsgstr ""\n') is None


def test_a_file_with_a_repeated_string_after_many_others_is_declined() -> None:
    many = "\n".join(f'msgid "{number}"\nmsgstr "x"\n' for number in range(1000))
    assert count_in_bulk(f'{many}\nmsgid "0"\nmsgstr ""\n'.encode()) is None
    assert count_in_bulk(many.encode()) == count_unit_by_unit(many.encode())


def count_with_template(template: bytes, content: bytes) -> Statistics:
    keys = [*strings.to_template_units(read_monolingual(template, OPTIONS).units, 2)]
    paired = strings.pair_with_template(keys, read_monolingual(content, OPTIONS).units, 2)
    return count_units(strings.make_units_effective(paired, has_review=False))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(
            "", Statistics(Counts(2, 3, 13), readonly=Counts(1, 1, 3), translated=Counts(1, 1, 3)), id="nothing"
        ),
        pytest.param(
            'msgctxt "a"\nmsgid "key"\nmsgstr "x"\n',
            Statistics(Counts(2, 3, 13), Counts(2, 3, 13), readonly=Counts(1, 1, 3)),
            id="translated",
        ),
        pytest.param(
            '#, fuzzy, read-only\nmsgctxt "a"\nmsgid "key"\nmsgstr "x"\n\nmsgid "b"\nmsgstr "x"\n',
            Statistics(Counts(2, 3, 13), Counts(1, 1, 3), fuzzy=Counts(1, 2, 10), readonly=Counts(1, 1, 3)),
            id="fuzzy, and read-only only in the template",
        ),
        pytest.param(
            'msgid "c"\nmsgstr "x"\n\n#, fuzzy\nmsgid "b"\nmsgstr "x"\n',
            Statistics(Counts(2, 3, 13), Counts(1, 1, 3), readonly=Counts(1, 1, 3)),
            id="unknown, and fuzzy but read-only in the template",
        ),
    ],
)
def test_a_key_is_counted_with_the_text_of_its_template(content: str, expected: Statistics) -> None:
    template = b'msgctxt "a"\nmsgid "key"\nmsgstr "Two words!"\n\n#, read-only\nmsgid "b"\nmsgstr "One"\n'
    assert count_with_template(template, HEADER.encode() + content.encode()) == expected


def test_the_table_of_formats_contains_the_bulk_counter() -> None:
    assert isinstance(FILE_FORMATS["po"].create_bulk_counter(), bulk.PoCounter)
    assert FILE_FORMATS["po-mono"].create_bulk_counter() is None
