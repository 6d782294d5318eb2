"""The fast and the reference reader of PO files agree with each other and with other parsers on generated files."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from translate.storage.pypo import pofile

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import READ_ONLY
from transtats_cli.formats import IrregularFile, ReadOptions
from transtats_cli.formats.po import reference
from transtats_cli.formats.po.fast import counts as bulk
from transtats_cli.formats.po.fast import entries as entries_module
from transtats_cli.formats.po.fast import units as units_module
from transtats_cli.formats.po.fast.units import RegularPoReader
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import FORBIDDEN_CHARACTER_REGEX, Catalog, State, Unit
from transtats_cli.scanning.reading.strings import (
    count_units,
    drop_repeated_units,
    identify_by_text,
    make_units_effective,
)
from transtats_cli.statistics import Statistics

pytestmark = pytest.mark.slow

SAMPLES = sorted((Path(__file__).parents[2] / "data" / "po").glob("*.po"))
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n'
)


def read_po(content: bytes, options: ReadOptions) -> Catalog:
    return FILE_FORMATS["po"].create_reader(options)(content)


def read_regular(content: bytes) -> Catalog | None:
    with suppress(IrregularFile):
        return RegularPoReader()(content)
    return None


COMMENTS = [
    "# A translator's comment.",
    "#",
    "#Without a blank, #, fuzzy",
    "#. Extracted:\rsee a.rst",
    "#: src/a.c:12 src/b.c:7",
    "#: docs/a.rst:12",
    "#: docs/a%20b.md:3",
    "#, fuzzy",
    "#,fuzzy",
    "#, c-format, fuzzy",
    "#, no-wrap",
    "#= fuzzy, max-length:12",
    '#| msgid "an old\\n"\n#| "text"',
    "",
]
PLAIN_COMMENTS = ["# A comment.", "#. Extracted.", "#: src/a.c:12", "#, fuzzy", "#, c-format", '#| msgid "an old text"']
PLAIN_PIECES = st.sampled_from(["a", "Word ", " é", "漢", "#", "msgid ", "\\n", "\\t", '\\"', "\\\\", "%s", "'"])
PIECES = PLAIN_PIECES | st.sampled_from(
    ["\u0085", "\u2028", "\u00a0", "\ufeff", "\U0001f600", "\\x", "\\a", "\\r", "\t", "_", "_: n", "~"]
)
ENTRY_WITHOUT_SOURCE = re.compile(r'^(?:msgctxt ""\n)?msgid ""\nmsg', re.MULTILINE)
READ_OPTIONS = ReadOptions()


def draw_string(pieces: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Draw a quoted string of one or more lines. translate-toolkit does not read several empty lines as empty."""
    line = st.lists(pieces, max_size=6).map(lambda found: f'"{"".join(found)}"')
    lines = st.lists(line, min_size=1, max_size=4)
    return lines.map(lambda found: "\n".join(found) if {*found} != {'""'} else found[0])


@st.composite
def entries(
    draw: st.DrawFn, pieces: st.SearchStrategy[str] = PIECES, comments: tuple[str, ...] = tuple(COMMENTS)
) -> str:
    string = draw_string(pieces)
    lines = draw(st.lists(st.sampled_from(comments), max_size=4))
    entry = [f"msgctxt {draw(string)}"] if draw(st.booleans()) else []
    entry.append(f"msgid {draw(string)}")
    if draw(st.integers(0, 3)) == 0:
        entry.append(f"msgid_plural {draw(draw_string(PLAIN_PIECES))}")
        entry += [f"msgstr[{index}] {draw(string | st.just(chr(34) * 2))}" for index in range(draw(st.integers(1, 4)))]
    else:
        entry.append(f"msgstr {draw(string | st.just(chr(34) * 2))}")
    if draw(st.integers(0, 5)) == 0:
        entry = ["#~ " + line for line in "\n".join(entry).split("\n")]
    return "\n".join(lines + entry)


@st.composite
def files(draw: st.DrawFn, entry: st.SearchStrategy[str]) -> str:
    distance = draw(st.sampled_from(["\n", "\n\n", "\n\n\n"]))
    return distance.join([draw(st.sampled_from([HEADER, ""])), *draw(st.lists(entry, max_size=6))])


def list_fields(unit: Unit) -> tuple[str, list[str], list[str], State]:
    return unit.context, unit.sources, unit.targets, unit.state


def find_state(targets: list[str], is_fuzzy: bool) -> State:
    if not any(targets):
        return State.EMPTY
    return State.NEEDS_EDITING if is_fuzzy else State.TRANSLATED


def read_by_toolkit(content: bytes) -> list[tuple[str, list[str], list[str], State]]:
    store = pofile()
    store.parse(content)
    found = []
    for unit in store.units:
        if not (unit.isheader() or unit.isblank() or unit.isobsolete()):
            sources, targets = ([*getattr(text, "strings", [text])] for text in (unit.source, unit.target))
            found.append(
                (unit.getcontext(), [*map(str, sources)], [*map(str, targets)], find_state(targets, unit.isfuzzy()))
            )
    return found


def read_by_polib(text: str) -> list[tuple[str, list[str], list[str], State]]:
    found = []
    for entry in polib.pofile(text):
        if not entry.obsolete:
            targets = [*entry.msgstr_plural.values()] or [entry.msgstr]
            sources = [entry.msgid, entry.msgid_plural] if entry.msgstr_plural else [entry.msgid]
            found.append((entry.msgctxt or "", sources, targets, find_state(targets, entry.fuzzy)))
    return found


@contextmanager
def limit_batches(chunk: int, batch_size: int) -> Iterator[None]:
    """Set the numbers of characters and entries that the fast reader reads at a time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(units_module, "_CHUNK_SIZE", chunk)
        patch.setattr(entries_module, "BATCH_SIZE", batch_size)
        yield


CHUNK_SIZES = st.sampled_from([1, 60, 1 << 18])
BATCH_SIZES = st.sampled_from([1, 2, 256])


@given(
    files(entries()), st.sampled_from(["\n", "\r\n", "\r\r\n"]), st.booleans(), st.booleans(), CHUNK_SIZES, BATCH_SIZES
)
def test_both_readers_and_translate_toolkit_agree(
    text: str, line_end: str, has_mark: bool, ends: bool, chunk: int, batch_size: int
) -> None:
    text = text if ends else text.rstrip("\n")
    if line_end != "\n":  # translate-toolkit does not find the end of KDE's comments with other line ends
        text = text.replace('"_:', '"')
    content = (b"\xef\xbb\xbf" if has_mark else b"") + text.replace("\n", line_end).encode()
    with limit_batches(chunk, batch_size):
        found = read_po(content, READ_OPTIONS)
        # KDE's comments, and an entry without source that is not the header, are left to the reference reader.
        assert read_regular(content) is not None or '"_:' in text or ENTRY_WITHOUT_SOURCE.search(text)
    assert_equal_to_reference("fast reader", found, reference.read_with_polib(content))
    assert [list_fields(unit) for unit in found.units] == read_by_toolkit(content)


@given(files(entries(PLAIN_PIECES, tuple(PLAIN_COMMENTS))))
def test_both_readers_and_polib_agree_on_plain_files(text: str) -> None:
    units = read_po(text.encode(), READ_OPTIONS).units
    theirs = [found for found in read_by_polib(text) if found[0] or found[1][0]]
    ours = [list_fields(unit) for unit in units]
    # polib reads one entry without a msgid as the header, with any context.
    assert [found for found in ours if found[1][0]] == [found for found in theirs if found[1][0]]


@given(files(entries()), CHUNK_SIZES, BATCH_SIZES, st.data())
def test_both_readers_agree_on_damaged_files(text: str, chunk: int, batch_size: int, data: st.DataObject) -> None:
    content = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        damage(content, data)
    with limit_batches(chunk, batch_size):
        fast = read_regular(bytes(content))
    slow = read_or_catch_error(bytes(content))
    assert isinstance(slow, Catalog) or slow.reason
    if fast is not None:
        assert_equal_to_reference("fast reader", fast, slow)


CONTROLS = [chr(number) for number in (*range(1, 9), 11, 12, *range(14, 32), 0x7F, 0x85, 0x2028, 0xFFFE, 0xFFFF)]
CONTROL_PIECES = PLAIN_PIECES | st.sampled_from(CONTROLS)


@given(files(entries(CONTROL_PIECES)))
def test_readers_and_fast_counter_agree_on_control_characters(text: str) -> None:
    text = text.replace("\x1e", "\x1ex")  # two of these characters separate plural forms
    content = text.encode()
    catalog = read_po(content, READ_OPTIONS)
    assert [list_fields(unit) for unit in catalog.units] == read_by_toolkit(content)
    texts = [text for unit in catalog.units for text in (unit.context, *unit.sources, *unit.targets)]
    is_forbidden = [re.search(FORBIDDEN_CHARACTER_REGEX, text) for text in texts]
    assert bool(catalog.warnings) == any(is_forbidden)
    counted = bulk.PoCounter()(content)
    if counted is not None:
        assert not catalog.warnings
        assert_equal_to_reference("bulk counter", counted.statistics, count_units(make_effective_units(catalog)))


@pytest.mark.parametrize("flag", sorted(READ_ONLY))
def test_readers_and_fast_counter_agree_on_flags_that_make_strings_read_only(flag: str) -> None:
    content = f'{HEADER}\n#, {flag}\nmsgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr ""\n'.encode()
    catalog = reference.read_with_polib(content)
    assert_equal_to_reference("fast reader", read_regular(content), catalog)
    expected = count_units(make_effective_units(catalog))
    assert expected.readonly.strings == 1
    assert_counts_agree(content, expected)


def assert_equal_to_reference(reader: str, found: Catalog | Statistics | None, expected: object) -> None:
    assert found == expected, f"the {reader} (left) and the reference reader (right) differ"


def assert_counts_agree(content: bytes, expected: Statistics) -> None:
    """Assert that the bulk counter and the fast reader read a file, and count the same as the reference reader."""
    counted = bulk.PoCounter()(content)
    assert counted is not None, "the bulk counter declines the file"
    assert_equal_to_reference("bulk counter", counted.statistics, expected)
    catalog = read_regular(content)
    assert catalog is not None, "the fast reader declines the file"
    assert_equal_to_reference("fast reader", count_units(make_effective_units(catalog)), expected)


def make_effective_units(catalog: Catalog) -> Sequence[Unit]:
    return make_units_effective(drop_repeated_units(catalog.units, identify_by_text), has_review=True)


def read_or_catch_error(content: bytes) -> Catalog | UnreadableFile:
    try:
        return reference.read_with_polib(content)
    except UnreadableFile as error:
        return error


def damage(content: bytearray, data: st.DataObject) -> None:
    draw = data.draw
    start = draw(st.integers(0, len(content)))
    kind = draw(st.sampled_from(["replace", "insert", "delete", "repeat", "cut"]))
    if kind == "replace" and start < len(content):
        content[start] = draw(st.sampled_from(b'"\\\n#m \xe9\x1b\r~') | st.integers(0, 255))
    elif kind == "insert":
        content[start:start] = draw(
            st.sampled_from(
                [b"\n", b'"', b"\\", b" ", b"#", b"#~ ", b"msgid ", b"\n=======\n", b"\xff", b"\0", b"\x0c"]
            )
        )
    elif kind == "delete":
        del content[start : start + draw(st.integers(1, 30))]
    elif kind == "repeat":
        content[start:start] = content[start : start + draw(st.integers(1, 30))]
    else:
        del content[start:]


@pytest.fixture(scope="module")
def msgfmt() -> str:
    program = shutil.which("msgfmt")
    if program is None:
        pytest.skip("needs msgfmt, which is not installed")
    return program


@settings(max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "#, fuzzy\n", "# A comment.\n", "#: a.c:1\n#, c-format, fuzzy\n", "#, fuzzy\n#~ "]),
            st.sampled_from(['""', '"a"', '""\n"a"\n"b"', '"\\\\"', '" "', '"\x1b[1m"', '"\x1f"', '"\x0b\ufffe"']),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_msgfmt_counts_as_many_strings_in_each_state(msgfmt: str, entries: list[tuple[str, str, bool]]) -> None:
    text = HEADER
    for number, (comments, msgstr, has_plural) in enumerate(entries):
        if comments.endswith("#~ "):
            text += f'\n{comments}msgid "{number}"\n#~ msgstr "x"\n'
        elif has_plural:
            text += f'\n{comments}msgid "{number}"\nmsgid_plural "{number}s"\nmsgstr[0] {msgstr}\nmsgstr[1] {msgstr}\n'
        else:
            text += f'\n{comments}msgid "{number}"\nmsgstr {msgstr}\n'
    done = subprocess.run(
        [msgfmt, "--statistics", "-o", "/dev/null", "-"],
        input=text.encode(),
        capture_output=True,
        env={"LC_ALL": "C"},
        check=True,
    )
    words = done.stderr.decode().replace(",", "").replace(".", "").split()
    counted = {kind: int(number) for number, kind in pairwise(words) if number.isdigit()}
    states = Counter(unit.state for unit in read_po(text.encode(), READ_OPTIONS).units)
    assert states == Counter(
        {
            State.TRANSLATED: counted.get("translated", 0),
            State.NEEDS_EDITING: counted.get("fuzzy", 0),
            State.EMPTY: counted.get("untranslated", 0),
        }
    )


def test_both_readers_agree_on_conformance_files(shared: Path) -> None:
    paths = sorted((shared / "conformance" / "components").glob("*/*/**/*.po"))
    assert paths
    for path in paths[::40]:
        content = path.read_bytes()
        assert_equal_to_reference(f"fast reader of {path}", read_regular(content), reference.read_with_polib(content))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_both_readers_agree_on_the_samples(path: Path) -> None:
    content = path.read_bytes()
    fast = read_regular(content)
    slow = read_or_catch_error(content)
    if fast is not None:
        assert_equal_to_reference("fast reader", fast, slow)
    counted = bulk.PoCounter()(content)
    if counted is not None:
        assert isinstance(slow, Catalog)
        assert_equal_to_reference("bulk counter", counted.statistics, count_units(make_effective_units(slow)))
