"""CSV contains no formulas, and all texts can be read back."""

import csv
from collections.abc import Callable, Iterator, Sequence
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.output.text import escape_controls
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics

render_csv = OUTPUTS["csv"].render

Golden = Callable[[str, str], None]


def read_rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


def test_each_record_has_a_row(app: Report, golden: Golden) -> None:
    golden("stats.csv", "".join(render_csv([app], View())))


def test_rows_of_several_components_begin_with_project_and_component(
    all_reports: Sequence[Report], golden: Golden
) -> None:
    golden("stats-several.csv", "".join(render_csv(all_reports, View(has_several_components=True))))


@pytest.mark.parametrize("extended", [False, True])
def test_the_header_has_the_keys_of_a_record_even_without_records(app: Report, empty: Report, extended: bool) -> None:
    keys = [*record_fields(app.records[0], app.component, extended=extended), "percent", "measure", "words_left"]
    view = View(has_extended_keys=extended)
    assert read_rows("".join(render_csv([empty], view))) == [keys]
    assert read_rows("".join(render_csv([app], view)))[0] == keys


def test_the_rows_of_a_report_are_yielded_before_the_next_report_is_read(app: Report, reviewed: Report) -> None:
    def reports() -> Iterator[Report]:
        yield app
        yielded.append("second")
        yield reviewed

    yielded: list[str] = []
    pieces = render_csv(reports(), View(has_several_components=True))
    assert len(read_rows(next(pieces))) == 7
    assert not yielded
    assert len(read_rows(next(pieces))) == 1


@pytest.mark.parametrize("terminal", [False, True])
def test_control_characters_in_names_are_escaped(hostile: Report, terminal: bool) -> None:
    text = "".join(render_csv([hostile], View(is_terminal=terminal)))
    assert len(text.splitlines()) == 1 + len(hostile.records)
    assert "\\x1b[31mRed\\nline" in text
    assert "\x1b" not in text


@pytest.mark.slow
@given(st.text(), st.text(), st.text(), st.text())
def test_no_cell_begins_a_formula_and_all_texts_are_kept(project: str, slug: str, code: str, name: str) -> None:
    record = Record(Language("xx", name, PluralRule(1, "0")), "", Statistics(), last_change=code)
    report = Report(Component(project, slug, "/", "*.po"), (record,))
    titles, cells = read_rows("".join(render_csv([report], View(has_several_components=True))))
    assert not [
        cell for cell in cells if cell.strip().startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))
    ]
    row = dict(zip(titles, cells, strict=True))
    for key, text in {"project": project, "component": slug, "last_change": code, "name": name}.items():
        assert row[key] in (escape_controls(text), f"'{escape_controls(text)}")
