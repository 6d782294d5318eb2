from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from transtats_cli.output import View
from transtats_cli.output.formats import Output
from transtats_cli.output.text import escape_controls
from transtats_cli.output.text_table import (
    Column,
    TableSection,
    TextTable,
    draw_html,
    draw_markdown,
    draw_table,
    fit_widths,
    section_outputs,
)

TABLE = TextTable(
    [
        Column("Name"),
        Column("Never"),
        Column("Number", is_number=True),
        Column("Long text"),
    ],
    [["one", "", "1", "a\x1b[31m b"], ["日本", "", "200", "x | `y` *z* <b> [l](m) a_b _c_"]],
)


def test_a_table_omits_empty_columns_and_escapes_control_characters() -> None:
    assert "".join(draw_table(TABLE, View())) == (
        "Name  Number  Long text\n"
        "────────────────────────────────────────────\n"
        "one        1  a\\x1b[31m b\n"
        "日本     200  x | `y` *z* <b> [l](m) a_b _c_\n"
    )


@pytest.mark.parametrize("lengths", [(35, 30, 1), (39, 1, 1), (8, 8, 8, 8, 8), (90,), (60, 60, 60)])
def test_the_widest_columns_are_narrower_on_a_narrow_terminal(lengths: Sequence[int]) -> None:
    table = TextTable([Column("N") for _ in lengths], [["x" * length for length in lengths]])
    lines = "".join(draw_table(table, View(width=40))).splitlines()
    assert max(map(cell_len, lines)) <= 40
    assert sum(line.count("x") for line in lines) == sum(lengths)
    assert fit_widths(lengths, lengths, View()) == list(lengths)


def test_a_narrow_column_breaks_names_after_their_parts() -> None:
    table = TextTable([Column("Name"), Column("More", is_number=True)], [["po/components/zh_Hant_HK.po:7", "y" * 24]])
    _, _, *lines = draw_table(table, View(width=40))
    assert [line.split()[0] for line in lines if line.strip()] == ["po/components/", "zh_Hant_", "HK.po:7"]


def test_markup_is_escaped_in_markdown() -> None:
    assert "".join(draw_markdown(TABLE)) == (
        "| Name | Number | Long text                                 |\n"
        "| ---- | -----: | ----------------------------------------- |\n"
        "| one  |      1 | a\\\\x1b\\[31m b                             |\n"
        "| 日本 |    200 | x \\| \\`y\\` \\*z\\* \\<b\\> \\[l\\](m) a_b \\_c\\_ |\n"
    )


def test_markup_is_escaped_in_html() -> None:
    _, titles, _, row, _ = "".join(draw_html(TABLE)).splitlines()
    assert titles == '<tr><th align="left">Name</th><th align="right">Number</th><th align="left">Long text</th></tr>'
    assert row == (
        '<tr><td align="left">日本</td><td align="right">200</td>'
        '<td align="left">x | `y` *z* &lt;b&gt; [l](m) a_b _c_</td></tr>'
    )


def test_titles_and_texts_of_sections_are_escaped_and_empty_parts_are_left_out() -> None:
    sections = [TableSection("<b>\x1b"), TableSection(text="#1 & <i>", tables=[TextTable([Column("A")], [])])]
    outputs: tuple[Output[None], ...] = section_outputs("demo", lambda _: sections)
    rendered = {each.name: "".join(each.render(None, View())) for each in outputs}
    assert rendered["table"] == "<b>\\x1b\n\n#1 & <i>\n"
    assert rendered["markdown"] == "<!-- transtats demo -->\n**\\<b\\>\\\\x1b**\n\n`#1` \\& \\<i\\>\n"
    assert rendered["html"].endswith("<h2>&lt;b&gt;\\x1b</h2>\n\n<p>#1 &amp; &lt;i&gt;</p>\n")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20), min_size=1, max_size=4))
def test_a_markdown_parser_reads_the_original_text_of_the_cells(texts: list[str]) -> None:
    table = TextTable([Column("A"), Column("B", is_code=True)], [["n", "n"], *([text, text] for text in texts)])
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse("".join(draw_markdown(table)))
    cells = [token.children or [] for token in tokens if token.type == "inline"][4:]
    assert [["".join(child.content for child in cell).strip()] for cell in cells] == [
        [escape_controls(text).strip()] for text in texts for _ in range(2)
    ]
    assert {child.type for cell in cells[0::2] for child in cell} <= {"text", "text_special", "code_inline"}
    assert {child.type for cell in cells[1::2] for child in cell} <= {"code_inline"}
