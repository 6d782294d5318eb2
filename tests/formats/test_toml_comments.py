"""Comments of TOML files are those that translate-toolkit returns, and are found in linear time."""

import sys
from types import FrameType

from hypothesis import given
from hypothesis import strategies as st
from translate.storage.toml import GoI18nTOMLFile, TOMLFile

from tests.formats.reading import read_units
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.toml_files import NESTED

LINES = st.sampled_from(
    ["# a", "  # b", "#", "", "[t]", "[t.u]", "[[v]]", "w.x = 'w'", '"y z" = "1"', "k = ['m', 'n']"]
)
KEYS = st.integers(0, 99).map("k{} = 'text'".format)


@given(st.lists(st.one_of(LINES, KEYS), max_size=12), st.sampled_from(["toml", "go-i18n-toml"]))
def test_the_notes_of_random_files_are_those_of_the_toolkit(lines: list[str], file_format: str) -> None:
    content = "\n".join(lines) + "\n"
    store = TOMLFile() if file_format == "toml" else GoI18nTOMLFile()
    store.settargetlanguage("en")
    try:
        store.parse(content.encode())
    except Exception:  # the toolkit raises errors of many types for invalid files
        return
    expected = [(unit.getid(), unit.getnotes()) for unit in store.units if not unit.isblank()]
    found = [(unit.context, unit.note) for unit in read_units(file_format, content)]
    assert found == expected


def count_calls(content: str) -> int:
    count = 0

    def profile(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        NESTED(content.encode(), ReadOptions(is_monolingual=True))
    finally:
        sys.setprofile(before)
    return count


def test_the_comments_of_a_table_are_found_in_linear_time() -> None:
    small, large = (count_calls("".join(f"key{key} = 'text'\n" for key in range(number))) for number in (200, 400))
    assert large < 2.2 * small
