"""Terms in TBX files, and the catkeys files of Haiku."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_bilingual, read_units
from transtats_cli.errors import UnreadableFile


def write_tbx(*entries: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<martif type="TBX" xml:lang="en"><text><body>\n'
        + "\n".join(entries)
        + "\n</body></text></martif>\n"
    )


def write_entry(source: str, target: str, name: str = "t1", more: str = "") -> str:
    def write_terms(code: str, text: str) -> str:
        found = "".join(f"<tig><term>{term}</term></tig>" for term in text.split("|")) if text else ""
        return f'<langSet xml:lang="{code}">{found}</langSet>' if found else ""

    return f'<termEntry id="{name}">{more}{write_terms("en", source)}{write_terms("cs", target)}</termEntry>'


@pytest.mark.parametrize(
    ("written", "expected", "flags"),
    [
        pytest.param(write_entry("cat", "kočka"), Row("t1", "cat", "kočka", 20), "", id="one term"),
        pytest.param(
            write_entry("cat|kitty", "kočka|micka"), Row("t1", "cat¦kitty", "kočka¦micka", 20), "", id="two terms"
        ),
        pytest.param(write_entry("cat", ""), Row("t1", "cat", "", 0), "", id="no term of the target language"),
        pytest.param(write_entry("", "kočka"), Row("t1", "", "kočka", 100), "", id="no term of the source language"),
        pytest.param(
            write_entry("cat", "kočka", "t1", '<descrip type="Translation needed">No</descrip>'),
            Row("t1", "cat", "kočka", 100),
            "read-only",
            id="no translation is needed",
        ),
    ],
)
def test_terms_of_two_languages_are_a_string(tmp_path: Path, written: str, expected: Row, flags: str) -> None:
    assert read_bilingual(tmp_path, "tbx", write_tbx(written))[1] == [expected]
    (unit,) = read_units("tbx", write_tbx(written), language="cs")
    assert str(unit.flags) == flags


@pytest.mark.parametrize("name", ["forbidden", "obsolete"])
def test_a_forbidden_term_has_a_flag(name: str) -> None:
    status = f'<termNote type="administrativeStatus">{name}</termNote>'
    written = write_entry("cat", "kočka").replace("<term>kočka</term>", f"<term>kočka</term>{status}")
    (unit,) = read_units("tbx", write_tbx(written), language="cs")
    assert str(unit.flags) == "forbidden"


CATKEYS = "1\tenglish\tx-vnd.Demo\t1\n"


def test_catkeys_have_source_context_note_and_target(tmp_path: Path) -> None:
    content = CATKEYS + "One\tMain\tButton\tJedna\nA\\tb\tMain\t\tC\\td\nTwo\tMain\t\t\n"
    assert read_bilingual(tmp_path, "catkeys", content)[1] == [
        Row("Main", "One", "Jedna", 20),
        Row("Main", "A\tb", "C\td", 20),
        Row("Main", "Two", "", 0),
    ]
    assert read_units("catkeys", content)[0].note == "Button"


def test_only_the_first_of_repeated_catkeys_is_read(tmp_path: Path) -> None:
    content = CATKEYS + "One\tMain\tA\tx\nOne\tMain\tB\ty\n"
    assert read_bilingual(tmp_path, "catkeys", content)[1] == [Row("Main", "One", "x", 20)]


def test_catkeys_of_zero_bytes_have_no_strings() -> None:
    assert read_units("catkeys", "") == []


@pytest.mark.parametrize(
    ("content", "line"),
    [pytest.param("", 1, id="a file of zero bytes"), pytest.param("<martif>\n<text>\n</martif>", 3, id="no end")],
)
def test_malformed_tbx_files_are_refused_with_a_line_number(content: str, line: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units("tbx", content)
    assert refused.value.line == line
