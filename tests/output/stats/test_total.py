"""The total is one number, made of sums and not of percentages."""

from collections.abc import Sequence

from transtats_cli.envelope import ResponsePage
from transtats_cli.output import View
from transtats_cli.output.stats.total import render_total
from transtats_cli.report import Failure, Report


def test_the_total_is_the_share_of_all_strings_shown(app: Report) -> None:
    assert "".join(render_total([app], View())) == "46.6\n"
    assert "".join(render_total([app], View(page=ResponsePage(1, 1)))) == "100.0\n"


def test_several_components_have_one_total(everything: Sequence[Report]) -> None:
    assert "".join(render_total(everything, View(has_several_components=True))) == "48.4\n"


def test_the_source_language_is_no_part_of_the_total(app: Report, sourced: Report) -> None:
    assert "".join(render_total([sourced], View())) == "".join(render_total([app], View()))
    first = "".join(render_total([sourced], View(page=ResponsePage(1, 3))))
    assert first == "".join(render_total([app], View(page=ResponsePage(1, 2)))) == "98.7\n"


def test_nothing_to_translate_is_complete(empty: Report) -> None:
    assert "".join(render_total([empty], View())) == "100.0\n"


def test_where_nothing_could_be_read_there_is_no_number(app: Report, empty: Report) -> None:
    broken = empty._replace(failures=(Failure("de.po", "no text"),))
    assert "".join(render_total([broken], View())) == ""
    assert "".join(render_total([], View(has_several_components=True))) == ""
    assert "".join(render_total([broken, app], View(has_several_components=True))) == "46.6\n"
