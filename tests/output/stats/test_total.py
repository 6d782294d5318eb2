"""The total is one percentage, which is computed from sums."""

from collections.abc import Sequence

from transtats_cli.envelope import ResponsePage
from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.problems import Problem
from transtats_cli.report import Report

render_total = OUTPUTS["total"].render


def test_the_total_is_the_percentage_of_all_shown_strings(app: Report) -> None:
    assert "".join(render_total([app], View())) == "46.6\n"
    assert "".join(render_total([app], View(page=ResponsePage(1, 1)))) == "100.0\n"


def test_several_components_have_one_total(all_reports: Sequence[Report]) -> None:
    assert "".join(render_total(all_reports, View(has_several_components=True))) == "48.4\n"


def test_the_total_excludes_the_source_language(app: Report, app_with_source: Report) -> None:
    assert "".join(render_total([app_with_source], View())) == "".join(render_total([app], View()))
    first = "".join(render_total([app_with_source], View(page=ResponsePage(1, 3))))
    assert first == "".join(render_total([app], View(page=ResponsePage(1, 2)))) == "98.7\n"


def test_a_component_without_strings_is_complete(empty: Report) -> None:
    assert "".join(render_total([empty], View())) == "100.0\n"


def test_components_without_a_readable_file_have_no_total(app: Report, empty: Report) -> None:
    broken = empty._replace(failures=(Problem("de.po", "no text"),))
    assert "".join(render_total([broken], View())) == ""
    assert "".join(render_total([], View(has_several_components=True))) == ""
    assert "".join(render_total([broken, app], View(has_several_components=True))) == "46.6\n"
