"""Tables in Markdown, in which names are escaped."""

from collections.abc import Callable, Sequence

from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.report import Report

render_markdown = OUTPUTS["markdown"].render

Golden = Callable[[str, str], None]


def test_a_table_ends_with_the_total(app: Report, golden: Golden) -> None:
    golden("stats.md", "".join(render_markdown([app], View())))


def test_rows_of_several_components_begin_with_their_names(all_reports: Sequence[Report], golden: Golden) -> None:
    golden("stats-several.md", "".join(render_markdown(all_reports, View(has_several_components=True))))


def test_the_source_language_has_a_row_and_is_not_counted_in_the_total(app: Report, app_with_source: Report) -> None:
    with_source, without = ("".join(render_markdown([each], View())).splitlines() for each in (app_with_source, app))
    assert len(with_source) == len(without) + 1
    assert any("English" in line for line in with_source)
    assert with_source[-1].startswith(without[-1])


def test_a_component_without_translations_is_one_sentence(empty: Report) -> None:
    assert "".join(render_markdown([empty], View())) == "No translations.\n"
