"""Formats of the totals of a data set and of the comparison of two data sets: the command `transtats fleet report`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.fleet.summary import FleetSummary, Totals
from transtats_cli.measures import TRANSLATED_MEASURE, Share, describe_measure, format_change
from transtats_cli.output.formats import Outputs, create_outputs, json_output
from transtats_cli.output.text import format_count
from transtats_cli.output.text_table import Column, TableSection, TextTable, section_outputs

Columns = Mapping[str, tuple[str, Callable[[Any], str]]]
"""Title of each column, and function that returns the text of its value, by the key of the value."""

MAX_ROWS = 20
"""Maximum number of rows of each table, and of roots in a note. JSON contains all of them."""
_TOTAL_COLUMNS: Columns = {
    "components": ("Components", str),
    "strings": ("Strings", str),
    "percent": ("{measure}", "{}%".format),
    "left": ("{left}", str),
    "fuzzy": ("Fuzzy", str),
    "outdated": ("Outdated", str),
    "failing": ("Failing", str),
}
_COMPARED_COLUMNS: Columns = {
    "percent": ("{measure} now", "{}%".format),
    "percent_before": ("Before", "{}%".format),
    "change": ("Points", format_change),
    "newly_translated": ("Strings translated", format_change),
    "left": ("Left", str),
}
_CHECK_COLUMNS: Columns = {"findings": ("Findings", str), "components": ("Components", str)}


class FleetComparison(NamedTuple):
    """Totals of a data set beside those of an earlier one. The names are the keys of the JSON document.

    The projects and the languages with the most strings that were translated since then, or lost, are the first.
    """

    measure: str
    total: Totals
    projects: list[Totals]
    languages: list[Totals]
    new_roots: list[str]
    gone_roots: list[str]


FleetReport = FleetSummary | FleetComparison


def _create_document(report: FleetReport) -> dict[str, Any]:
    fields = report._asdict()
    if isinstance(report, FleetSummary):
        del fields["has_findings"], fields["has_outdated"], fields["root_names"]
        fields["nearest_languages"] = [each["name"] for each in report.nearest_languages]
    return fields


def _create_sections(report: FleetReport) -> Iterator[TableSection]:
    """Yield the tables that have rows, and then the notes."""
    defined = _COMPARED_COLUMNS if isinstance(report, FleetComparison) else _TOTAL_COLUMNS
    measure = describe_measure(report.measure)
    texts = {"measure": measure.title, "left": "Left"}
    if measure.unit != "strings":
        # Beside them are numbers of strings and of words.
        texts["left"] = f"{measure.unit.capitalize()} left"
        texts["measure"] = measure.label.capitalize() if report.measure else measure.title
        defined = {"total" if key == "strings" else key: column for key, column in defined.items()}
    if isinstance(report, FleetSummary) and not report.has_outdated:
        defined = {key: column for key, column in defined.items() if key != "outdated"}
    columns = {key: (name.format_map(texts), show) for key, (name, show) in defined.items()}
    tables = [("Total", _create_table("Projects", columns, [report.total]))]
    if isinstance(report, FleetComparison):
        tables += [
            ("Projects with the largest changes", _create_table("Project", columns, _list_changed(report.projects))),
            ("Languages with the largest changes", _create_table("Language", columns, _list_changed(report.languages))),
        ]
    else:
        tables += [
            ("Projects with the most strings left", _create_table("Project", columns, report.projects)),
            ("Languages by share", _create_table("Language", columns, report.languages)),
            ("Languages with the fewest strings left", _create_table("Language", columns, report.nearest_languages)),
            ("Checks with the most findings", _create_table("Check", _CHECK_COLUMNS, report.checks)),
        ]
    yield from (TableSection(title, tables=[table]) for title, table in tables if table.rows)
    yield from (TableSection(text=note) for note in _create_notes(report))


def _create_table(title: str, columns: Columns, totals: Sequence[Totals]) -> TextTable:
    rows = [
        [
            next(iter(each.values())),
            *("–" if each[key] is None else show(each[key]) for key, (_, show) in columns.items()),
        ]
        for each in totals[:MAX_ROWS]
    ]
    return TextTable([Column(title), *(Column(name, is_number=True) for name, _ in columns.values())], rows)


def _list_changed(totals: Iterable[Totals]) -> list[Totals]:
    """Return the totals with another number of translated strings or another share than before."""
    return [each for each in totals if each["newly_translated"] or each["change"] != 0]


def _create_notes(report: FleetReport) -> Iterator[str]:
    if isinstance(report, FleetComparison):
        for label, roots in (("New roots", report.new_roots), ("Roots that are gone", report.gone_roots)):
            if roots:
                more = f" and {len(roots) - MAX_ROWS} more" if len(roots) > MAX_ROWS else ""
                yield f"{label}: {', '.join(roots[:MAX_ROWS])}{more}."
        return
    if not report.measure:
        yield "The components have several measures, so a share of all is that of their strings, words and characters."
    if report.roots_without_checks:
        yield (
            f"Without checks: {report.roots_without_checks} of {format_count(report.roots, 'root')}."
            " The failing strings of roots that were scanned with --no-checks are not counted."
        )
    if report.has_outdated:
        yield "Outdated strings are known as far as the history of a root reaches; a shallow clone has a part of it."
    if not report.has_findings:
        yield "The data set has no findings of checks; transtats fleet --findings adds them."


def compare_summaries(now: FleetSummary, before: FleetSummary) -> FleetComparison:
    # A root may have had no other root with a project of the same name.
    names = {(each["root"], each["project"]): each["name"] for each in now.projects}
    earlier = [{**each, "name": names.get((each["root"], each["project"]), each["name"])} for each in before.projects]
    # Shares by different measures cannot be compared.
    measure = now.measure if now.measure == before.measure else TRANSLATED_MEASURE
    return FleetComparison(
        measure,
        _compare_totals(measure, [now.total], [before.total])[0],
        _compare_totals(measure, now.projects, earlier),
        _compare_totals(measure, now.languages, before.languages),
        sorted(now.root_names - before.root_names),
        sorted(before.root_names - now.root_names),
    )


def _compare_totals(measure: str, now: Sequence[Totals], before: Sequence[Totals]) -> list[Totals]:
    """Return the percentages of each name in one of the lists or both. A percentage that does not exist is None."""
    by_name = [{each["name"]: each for each in totals} for totals in (now, before)]
    compared = []
    for name in {**by_name[0], **by_name[1]}:
        new, old = (totals.get(name, {}) for totals in by_name)
        percent, percent_before = (_read_percent(measure, each) for each in (new, old))
        left = new.get("left", 0)
        if measure == TRANSLATED_MEASURE:
            left = new.get("total", 0) - new.get("translated", 0)
        compared.append(
            {
                "name": name,
                "percent": percent,
                "percent_before": percent_before,
                "change": None if percent is None or percent_before is None else round(percent - percent_before, 1),
                "newly_translated": new.get("translated", 0) - old.get("translated", 0),
                "left": left,
            }
        )
    return sorted(compared, key=lambda each: (-abs(each["newly_translated"]), each["name"]))


def _read_percent(measure: str, totals: Totals) -> float | None:
    if measure == TRANSLATED_MEASURE and totals:
        return Share(totals["translated"], totals["total"]).percent_done
    return totals.get("percent")


OUTPUTS: Outputs[FleetReport] = create_outputs(
    *section_outputs("fleet report", _create_sections), json_output(_create_document)
)
