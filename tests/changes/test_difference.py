"""The comparison of reduced files has the result of the comparison of whole files."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.changes.difference import UnitDifference, VersionComparer, compare_units
from transtats_cli.changes.entries import remove_common_content
from transtats_cli.component import Component

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
PO = Component("p", "c", "/", "*.po")
XLIFF = PO._replace(file_format="xliff")


def format_entry(source: str, target: str, above: str = "") -> str:
    return f'{above}msgid "{source}"\nmsgstr "{target}"\n'


def test_plural_forms_of_the_language_are_compared() -> None:
    few = '<resources><plurals name="n"><item quantity="few">{}</item></plurals></resources>'
    component = Component("p", "c", "/r", "values-*/strings.xml", "aresource", "values/strings.xml")
    old, new = few.format("dny").encode(), few.format("roky").encode()
    assert VersionComparer(component, "cs").compare_versions(old, new)


def compare_texts(component: Component, old: str, new: str) -> UnitDifference:
    return VersionComparer(component).compare_versions(old.encode(), new.encode())


entries = st.lists(
    st.builds(
        format_entry,
        st.sampled_from("abcdef"),
        st.sampled_from(["", "x", "y"]),
        st.sampled_from(
            ["", "#, fuzzy\n", "#: a.c:1\n", "# note\n#. more\n", '#~ msgid "g"\n#~ msgstr "h"\n\n', '#| msgid "z"\n']
        ),
    ),
    max_size=6,
    unique_by=lambda text: text.split('msgid "')[-1][:1],
)
LONG_HEADER = (
    '# Ann, 2020.\nmsgid ""\nmsgstr ""\n'
    '"Last-Translator: Ann <ann@example.org>\\n"\n"PO-Revision-Date: 2020-01-01\\n"\n'
    '"Content-Type: text/plain; charset=UTF-8\\n"\n'
)
headers = st.sampled_from(
    [
        *("", HEADER, f"# licence\n\n{HEADER}", HEADER.replace("text", "another")),
        *(LONG_HEADER, LONG_HEADER.replace("2020", "2024"), LONG_HEADER.replace("UTF-8", "UTF-9")),
        LONG_HEADER.replace('msgid ""\n', 'msgid ""\n"h"\n'),
    ]
)


@given(headers, entries, headers, entries, st.sampled_from(["\n", "\n\n", "\n# \n"]))
def test_reduced_po_files_have_the_difference_of_the_whole_files(
    header: str, before: list[str], other: str, after: list[str], gap: str
) -> None:
    old, new = (gap.join([top, *each]).encode() for top, each in ((header, before), (other, after)))
    comparing = VersionComparer(PO)
    expected = compare_units(*comparing._read_units_of_versions(old, new))
    assert comparing.compare_versions(old, new) == expected


def format_unit(key: str, target: str, original: str) -> tuple[str, str]:
    return original, f'<trans-unit id="{key}"><source>{key}</source><target>{target}</target></trans-unit>'


units = st.lists(
    st.builds(format_unit, st.sampled_from("abc"), st.sampled_from(["", "x", "y"]), st.sampled_from("fg")),
    max_size=6,
    unique_by=lambda each: (each[0], each[1][16]),
)


def format_xliff(listed: list[tuple[str, str]], comment: str) -> bytes:
    files = "".join(
        f'<file original="{name}" source-language="en" datatype="x"><body>'
        + "\n".join(text for original, text in listed if original == name)
        + "</body></file>"
        for name in "fg"
    )
    return f'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">{comment}{files}</xliff>'.encode()


@given(units, units, st.sampled_from(["", "<!-- words -->"]))
def test_reduced_xliff_files_have_the_difference_of_the_whole_files(
    before: list[tuple[str, str]], after: list[tuple[str, str]], comment: str
) -> None:
    comparing = VersionComparer(XLIFF)
    old, new = format_xliff(before, comment), format_xliff(after, "")
    assert comparing.compare_versions(old, new) == compare_units(*comparing._read_units_of_versions(old, new))


def test_common_entries_are_removed() -> None:
    many = [format_entry(f"source {number}", "target") for number in range(1000)]
    old = "\n".join([HEADER, *many]).encode()
    new = "\n".join([HEADER, *many[:500], format_entry("source 500", "another"), *many[501:]]).encode()
    reduced = remove_common_content(old, new, "po")
    assert [len(each) < 300 for each in reduced] == [True, True]
    assert [each.count(b"msgid") for each in reduced] == [2, 2]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("msgid", HEADER, UnitDifference(readability_changed=True), id="readable after the change"),
        pytest.param("msgid", 'msgid "', UnitDifference(), id="neither can be read"),
        pytest.param(
            HEADER, HEADER + "\n" + format_entry("a", ""), UnitDifference(added=frozenset({("", "a")})), id="added"
        ),
        pytest.param(
            format_entry("a", ""),
            format_entry("b", ""),
            UnitDifference(frozenset({("", "b")}), removed=frozenset({("", "a")})),
            id="replaced",
        ),
    ],
)
def test_a_difference_contains_changed_added_and_removed_units(old: str, new: str, expected: UnitDifference) -> None:
    assert compare_texts(PO, old, new) == expected


def test_a_merge_changed_only_units_that_differ_from_all_parents() -> None:
    one, other = frozenset({("", "a"), ("", "b")}), frozenset({("", "b"), ("", "c")})
    assert UnitDifference(changed=one).combine_with_parent(UnitDifference(changed=other)).differing_units == {("", "b")}
    assert not UnitDifference(changed=one).combine_with_parent(UnitDifference())
    new = UnitDifference(added=one).combine_with_parent(UnitDifference(changed=other))
    assert (new.added, new.changed) == (frozenset(), frozenset({("", "b")}))


def test_lines_of_a_header_with_dates_and_names_are_not_parsed() -> None:
    """Most versions of a file differ in these lines, and parsing takes most of the time of a comparison."""
    old, new = (f"{LONG_HEADER}\n{format_entry('a', 'x')}".encode() for _ in range(2))
    new = new.replace(b"2020", b"2024").replace(b"ann@", b"ben@")
    assert len(set(remove_common_content(old, new, "po"))) == 1


@pytest.mark.parametrize(
    "header",
    [
        pytest.param('msgid "a"\nmsgstr ""\n', id="first entry of a file without header"),
        pytest.param('msgctxt "c"\nmsgid ""\nmsgstr ""\n', id="empty source with a context"),
        pytest.param(f'{HEADER}msgid "a"\nmsgstr ""\n', id="entry that follows the header without a blank line"),
        pytest.param('msgid ""\nmsgstr ""\n"x\\n"\nmsgid "a"\nmsgstr ""\n', id="entry after a long header"),
    ],
)
def test_a_target_that_looks_like_a_line_of_a_header_is_compared(header: str) -> None:
    old, new = (f'{header}"X-Generator: {number}\\n"\n' for number in (1, 2))
    assert compare_texts(PO, old, new).changed


DATED_HEADER = 'msgid ""\nmsgstr ""\n"PO-Revision-Date: {}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(DATED_HEADER.format("2024"), DATED_HEADER.format("2025"), True, id="date"),
        pytest.param(
            DATED_HEADER.format("2024"), DATED_HEADER.format("2024").replace("UTF-8", "latin1"), False, id="charset"
        ),
        pytest.param(
            DATED_HEADER.format("2024"), DATED_HEADER.format("2024") + '\nmsgid "B"\nmsgstr ""\n', False, id="entry"
        ),
        pytest.param(DATED_HEADER.format("2024"), "#, fuzzy\n" + DATED_HEADER.format("2024"), False, id="flag"),
    ],
)
def test_files_that_differ_only_in_dates_of_the_header_have_equal_units(old: str, new: str, expected: bool) -> None:
    entry = '\nmsgid "A"\nmsgstr "x"\n'
    before, after = remove_common_content((old + entry).encode(), (new + entry).encode(), "po")
    assert (before == after) is expected


@pytest.mark.parametrize("start_tag", [b"<file ", b"<unit ", b"</unit><unit "])
def test_start_tags_without_ends_are_searched_once(start_tag: bytes) -> None:
    content = start_tag * 200_000
    began = time.process_time()
    assert remove_common_content(content, b"<xliff/>", "xliff") == (content, b"<xliff/>")
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("old", "new", "rest"),
    [
        pytest.param("<unit>a</unit><unit>b</unit>", "<unit>a</unit >", "<unit>a</unit><unit>b</unit>", id="other end"),
        pytest.param("<unit>a</unit><unit>b</unit>", "<unit>b</unit>", "<unit>a</unit>", id="common unit"),
        pytest.param(
            "<unit>a<unit>b</unit>c</unit>", "<unit>a<unit>b</unit>", "c</unit>", id="unit that ends at the first tag"
        ),
        pytest.param(
            "<unit>a</trans-unit>b</unit>", "<unit>a</trans-unit>", "<unit>a</trans-unit>b</unit>", id="another end tag"
        ),
        pytest.param(
            '<file id="1"><unit>a</unit>', '<file id="2"><unit>a</unit>', '<file id="1"><unit>a</unit>', id="other file"
        ),
    ],
)
def test_units_end_at_the_first_end_tag_of_the_same_name(old: str, new: str, rest: str) -> None:
    assert remove_common_content(old.encode(), new.encode(), "xliff2")[0] == rest.encode()
