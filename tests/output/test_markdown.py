"""A Markdown table reads well raw and cannot be broken by names."""

from collections.abc import Callable, Sequence

from transtats_cli.output import View
from transtats_cli.output.markdown import render
from transtats_cli.report import Report

Golden = Callable[[str, str], None]


def test_a_table_with_totals(app: Report, golden: Golden) -> None:
    golden("stats.md", "".join(render([app], View())))


def test_several_components_are_named_in_front(everything: Sequence[Report], golden: Golden) -> None:
    golden("stats-several.md", "".join(render(everything, View(several=True))))


def test_without_translations_it_says_so(empty: Report) -> None:
    assert "".join(render([empty], View())) == "No translations.\n"
