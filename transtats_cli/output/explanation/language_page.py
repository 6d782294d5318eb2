"""Render the explanation of a language: code, plural rule, numbers, unfinished and missing strings, failing checks."""

from collections.abc import Iterator, Sequence
from typing import Any

from transtats_cli.envelope import counts_and_percentages
from transtats_cli.explanation.translations import LanguageExplanation
from transtats_cli.output import View
from transtats_cli.output.json_text import json_document
from transtats_cli.output.sections import LabelledText, render_section, render_table_section, render_title
from transtats_cli.output.text import format_count
from transtats_cli.output.text_table import Column
from transtats_cli.output.units.one_line import format_unit_location, shorten_source
from transtats_cli.report import LocatedUnit
from transtats_cli.unit_queries.checksums import unit_checksum

_MAX_STRINGS = 20
"""Maximum number of strings in a table. JSON contains all of them."""
_STRING_COLUMNS = (
    Column("String", is_code=True),
    Column("State"),
    Column("Context", is_code=True, removal_rank=1),
    Column("Source", is_code=True),
)
_CHECK_COLUMNS = (Column("Check"), Column("Strings", is_number=True))


def create_language_fields(explanation: LanguageExplanation) -> dict[str, Any]:
    """Return the JSON object of a language's explanation. `missing` is null without a readable gettext template."""
    component, record = explanation.component, explanation.record
    code, plural, missing = explanation.code, explanation.plural, explanation.missing
    return {
        "project": component.project,
        "component": component.slug,
        "code": record.language.code,
        "name": record.language.name,
        "is_source": explanation.is_source,
        "file": explanation.path or None,
        "language": {"written": code.written_code, "rule": code.rule},
        "plural": {"number": plural.rule.form_count, "formula": plural.rule.formula, "origin": plural.origin},
        "statistics": counts_and_percentages(explanation.statistics),
        "percentage_reason": explanation.percentage_reason,
        "states": {state.display_name: number for state, number in explanation.counts_by_state.items()},
        "not_translated": [*map(_create_unit_fields, explanation.not_translated)],
        "missing": None if missing is None else [*map(_create_unit_fields, missing)],
        "checks": [{"id": check, "strings": number} for check, number in explanation.failing_counts_by_check.items()],
    }


def _create_unit_fields(located_unit: LocatedUnit) -> dict[str, Any]:
    unit = located_unit.unit
    return {
        "file": located_unit.path,
        "line": unit.line or None,
        "hash": unit_checksum(unit),
        "context": unit.context,
        "source": unit.sources,
        "state": located_unit.state_name,
    }


def render_json(explanation: LanguageExplanation, view: View) -> Iterator[str]:
    yield json_document(create_language_fields(explanation), view)


def render_table(explanation: LanguageExplanation, view: View) -> Iterator[str]:
    component, record = explanation.component, explanation.record
    yield from render_title(f"{component.project}/{component.slug} {record.language.code}", view)
    yield from render_section("Language", _describe_language(explanation), view)
    yield from render_section("Numbers", _describe_numbers(explanation), view)
    yield from _render_strings("Strings that are not translated", explanation.not_translated, view)
    title = "Strings of the template that the file lacks (not part of the numbers)"
    yield from _render_strings(title, explanation.missing or (), view)
    checks = [(check, str(number)) for check, number in explanation.failing_counts_by_check.items()]
    yield from render_table_section("Failing checks", _CHECK_COLUMNS, checks, view)


def _describe_language(explanation: LanguageExplanation) -> Iterator[LabelledText]:
    code, plural = explanation.code, explanation.plural
    language = explanation.record.language
    yield "name", f"{language.name}, the source language" if explanation.is_source else language.name
    yield "file", explanation.path or "none: the strings come from all translations"
    yield "code", f"{code.code}, written {code.written_code}: {code.rule}"
    yield "plurals", f"{format_count(plural.rule.form_count, 'form')}, {plural.rule.formula}; from {plural.origin}"


def _describe_numbers(explanation: LanguageExplanation) -> Iterator[LabelledText]:
    statistics = explanation.statistics
    total = statistics.total
    yield (
        "strings",
        f"{total.strings:,} with {format_count(total.words, 'word')}, {format_count(total.chars, 'character')}",
    )
    for state, number in explanation.counts_by_state.items():
        yield f"  {state.display_name}", f"{number:,}"
    yield "translated", explanation.percentage_reason
    if statistics.readonly.strings or statistics.approved.strings:
        yield "", "Read-only and approved strings count as translated, too."
    yield "failing", f"{format_count(statistics.failing, 'string')} with at least one failing check"


def _render_strings(title: str, units: Sequence[LocatedUnit], view: View) -> Iterator[str]:
    rows = [
        (format_unit_location(each), each.state_name, each.unit.context, shorten_source(each.unit.source))
        for each in units[:_MAX_STRINGS]
    ]
    yield from render_table_section(title, _STRING_COLUMNS, rows, view)
    if len(units) > _MAX_STRINGS:
        yield f"… and {len(units) - _MAX_STRINGS:,} more; --format json contains all of them.\n"
