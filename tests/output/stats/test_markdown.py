"""A Markdown table reads well raw and cannot be broken by names."""

from collections.abc import Callable, Sequence

from transtats_cli.output import View
from transtats_cli.output.stats.markdown import render_markdown
from transtats_cli.report import Report

Golden = Callable[[str, str], None]


def test_a_table_with_totals(app: Report, golden: Golden) -> None:
    golden("stats.md", "".join(render_markdown([app], View())))


def test_several_components_are_named_in_front(everything: Sequence[Report], golden: Golden) -> None:
    golden("stats-several.md", "".join(render_markdown(everything, View(has_several_components=True))))


def test_the_source_language_has_a_row_and_no_part_in_the_total(app: Report, sourced: Report) -> None:
    with_source, without = ("".join(render_markdown([each], View())).splitlines() for each in (sourced, app))
    assert len(with_source) == len(without) + 1
    assert any("English" in line for line in with_source)
    assert with_source[-1].startswith(without[-1])


def test_without_translations_it_says_so(empty: Report) -> None:
    assert "".join(render_markdown([empty], View())) == "No translations.\n"
