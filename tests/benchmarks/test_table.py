"""Tables of measurements, and the tables inside the documentation."""

import pytest

from benchmarks import report, table
from benchmarks.ratios import Ratio


def test_columns_are_aligned_with_their_headings() -> None:
    assert table.render_text(["who", "ms"], [["transtats", "7"], ["b", "1234"]]) == (
        "who          ms\n───────────────\ntranstats     7\nb          1234\n"
    )


def test_a_table_for_the_documentation_is_markdown() -> None:
    assert table.render_markdown(["who", "ms"], [["a", "7"]]) == "| who | ms |\n| --- | ---: |\n| a | 7 |\n"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        pytest.param(0.123, "0.12", id="small"),
        pytest.param(12.34, "12.3", id="tens"),
        pytest.param(250.4, "250", id="large"),
    ],
)
def test_figures_have_about_three_digits(value: float, written: str) -> None:
    assert table.format_number(value) == written


def test_a_ratio_is_written_with_its_spread() -> None:
    assert (table.format_ratio(Ratio(2, 1.5, 11)), table.format_spread(Ratio(2, 1.5, 11))) == ("2.00×", "1.50–11.0")
    assert (table.format_ratio(None), table.format_spread(None)) == ("–", "")


def test_only_the_text_between_the_comments_changes() -> None:
    before = "Above\n<!-- benchmarks -->\nold\n<!-- /benchmarks -->\nBelow\n"
    after = report.replace_tables(before, r"| \1 |")
    assert after == "Above\n<!-- benchmarks -->\n\n| \\1 |\n\n<!-- /benchmarks -->\nBelow\n"
    assert report.replace_tables(after, r"| \1 |") == after


def test_a_page_without_the_comments_is_an_error() -> None:
    with pytest.raises(ValueError, match="not 0 times"):
        report.replace_tables("Above\n", "| |")


def test_the_performance_page_has_the_comments() -> None:
    assert report.replace_tables(report.PAGE.read_text(encoding="utf-8"), "a table")
