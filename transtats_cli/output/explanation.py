"""Formats of the explanation of a component, of a language, and of a string.

The names of the formats must be the same for all three, because they share the option `--format`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from transtats_cli.checks.outcomes import MISSING_FLAG_REASON, CheckOutcome, OutcomeKind
from transtats_cli.envelope import counts_and_percentages
from transtats_cli.explanation.components import ComponentExplanation
from transtats_cli.explanation.strings import StringExplanation
from transtats_cli.explanation.translations import LanguageExplanation
from transtats_cli.output import View
from transtats_cli.output.formats import Outputs, page_outputs, to_json
from transtats_cli.output.text import format_count, format_unit_location, label_plural_forms, shorten_source
from transtats_cli.output.text_table import Column, LabelledText, render_section, render_table_section, render_title
from transtats_cli.output.units import create_change_fields
from transtats_cli.report import LocatedUnit
from transtats_cli.settings import format_toml
from transtats_cli.unit_queries.checksums import unit_checksum

_SETTING_COLUMNS = (Column("Setting"), Column("Value", is_code=True), Column("From", is_code=True))
_FILE_COLUMNS = (Column("File", is_code=True), Column("Written", is_code=True), Column("Code"), Column("Language"))
_LEFT_OUT_COLUMNS = (Column("File", is_code=True), Column("Reason"))
_MAX_STRINGS = 20
"""Maximum number of strings in a table. JSON contains all of them."""
_STRING_COLUMNS = (
    Column("String", is_code=True),
    Column("State"),
    Column("Context", is_code=True),
    Column("Source", is_code=True),
)
_END_OF_AGE = (
    "Another target ends it, and so does the old source text. A commit in .translation-ignore-revs does not outdate."
)
_CHECK_COLUMNS = (Column("Check"), Column("Strings", is_number=True))
_FLAG_COLUMNS = (Column("Flag", is_code=True), Column("From", is_code=True))
_MAX_WORDS = 100
"""Maximum number of words in a table. JSON contains all of them."""
_MAX_TEXT_LENGTH = 2000
_OUTCOME_TITLES = {
    OutcomeKind.FAILED: "Checks that fail",
    OutcomeKind.NOT_DECIDED: "Checks that ran and did not decide",
    OutcomeKind.PASSED: "Checks that pass",
    OutcomeKind.IGNORED: "Checks that a flag switches off",
    OutcomeKind.OFF: "Checks that the settings switch off",
    OutcomeKind.NOT_RUN: "Checks that do not apply",
    OutcomeKind.SERVER_ONLY: "Checks that only a server can decide",
}
_VERBOSE_OUTCOMES = (OutcomeKind.NOT_RUN, OutcomeKind.SERVER_ONLY)
"""Outcomes that only a verbose text contains. JSON contains all outcomes."""


def _create_component_fields(explanation: ComponentExplanation) -> dict[str, Any]:
    report = explanation.report
    return {
        **explanation.component.name_fields,
        "settings": [
            {**each._asdict(), "value": to_json(each.value), "rule": each.rule or None} for each in explanation.settings
        ],
        "source": {
            "code": explanation.source_language.code,
            "name": explanation.source_language.name,
            "file": explanation.source_file or None,
        },
        "files": [
            dict(zip(("file", "written", "code", "name"), cells, strict=True)) for cells in _list_files(explanation)
        ],
        "left_out": [{"file": each.path, "reason": each.reason} for each in explanation.left_out],
        "failures": [
            {"file": explanation.component.path_for_messages(each.path), "line": each.line, "reason": each.reason}
            for each in report.failures
        ],
        "warnings": [str(warning) for warning in report.warnings],
        "notes": list(report.notes),
    }


def _render_component(explanation: ComponentExplanation, view: View) -> Iterator[str]:
    component = explanation.component
    yield from render_title(component.full_name, view)
    # Settings that are empty by default are left out. JSON contains them.
    shown = [each for each in explanation.settings if each.value or each.origin != "default" or each.rule]
    rows = [
        (
            each.key,
            each.value if isinstance(each.value, str) else format_toml(each.value),
            f"{each.origin}: {each.rule}" if each.rule else each.origin,
        )
        for each in shown
    ]
    yield from render_table_section("Settings", _SETTING_COLUMNS, rows, view)
    source = explanation.source_language
    where = explanation.source_file or "no file: the strings come from all translations"
    yield from render_section("Source language", [(f"{source.name} ({source.code})", where)], view)
    yield from render_table_section("Files that are counted", _FILE_COLUMNS, _list_files(explanation), view)
    failures = [each._replace(path=component.path_for_messages(each.path)) for each in explanation.report.failures]
    left_out = [
        *((each.path if each.line is None else f"{each.path}:{each.line}", each.reason) for each in failures),
        *((each.path, each.reason) for each in explanation.left_out),
    ]
    yield from render_table_section("Files that are left out", _LEFT_OUT_COLUMNS, left_out, view)


def _list_files(explanation: ComponentExplanation) -> list[tuple[str, str, str, str]]:
    """Return the path, the written language, the code and the name of the language of each counted file."""
    return [(each.path, each.language_part, each.language.code, each.language.name) for each in explanation.files]


def _create_language_fields(explanation: LanguageExplanation) -> dict[str, Any]:
    """Return the JSON object of a language's explanation. `missing` is null without a readable gettext template."""
    record, plural, missing = explanation.record, explanation.plural_rule, explanation.missing
    return {
        **explanation.component.name_fields,
        "code": record.language.code,
        "name": record.language.name,
        "is_source": explanation.is_source,
        "file": explanation.path or None,
        "language": {"written": explanation.written_code, "rule": explanation.code_rule},
        "plural": {
            "number": plural.form_count,
            "formula": plural.formula,
            "origin": explanation.plural_origin,
        },
        "statistics": counts_and_percentages(record.statistics),
        "percentage_reason": explanation.percentage_reason,
        "complete_percent": explanation.complete_share.percent_done if explanation.complete_share else None,
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


def _render_language(explanation: LanguageExplanation, view: View) -> Iterator[str]:
    component, record = explanation.component, explanation.record
    yield from render_title(f"{component.full_name} {record.language.code}", view)
    yield from render_section("Language", _describe_language(explanation), view)
    yield from render_section("Numbers", _describe_numbers(explanation), view)
    yield from _render_strings("Strings that are not translated", explanation.not_translated, view)
    title = "Strings of the template that the file lacks"
    yield from _render_strings(title, explanation.missing or (), view)
    checks = [(check, str(number)) for check, number in explanation.failing_counts_by_check.items()]
    yield from render_table_section("Failing checks", _CHECK_COLUMNS, checks, view)


def _describe_language(explanation: LanguageExplanation) -> Iterator[LabelledText]:
    language, plural = explanation.record.language, explanation.plural_rule
    yield "name", f"{language.name}, the source language" if explanation.is_source else language.name
    yield "file", explanation.path or "none: the strings come from all translations"
    yield "code", f"{language.code}, written {explanation.written_code}: {explanation.code_rule}"
    forms = format_count(plural.form_count, "form")
    yield "plurals", f"{forms}, {plural.formula}; from {explanation.plural_origin}"


def _describe_numbers(explanation: LanguageExplanation) -> Iterator[LabelledText]:
    statistics = explanation.record.statistics
    total = statistics.total
    yield (
        "strings",
        f"{total.strings:,} with {format_count(total.words, 'word')}, {format_count(total.chars, 'character')}",
    )
    for state, number in explanation.counts_by_state.items():
        yield f"  {state.display_name}", f"{number:,}"
    yield "translated", explanation.percentage_reason
    if share := explanation.complete_share:
        all_strings = f"{share.whole:,} strings of the template or the source"
        yield "complete", f"{share.part:,} of {all_strings}: {share.percent} %, which a server does not show."
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


def _create_string_fields(explanation: StringExplanation) -> dict[str, Any]:
    component, found = explanation.component, explanation.located_unit
    unit = found.unit
    return {
        **component.name_fields,
        "code": found.language.code,
        "file": found.path,
        "line": unit.line or None,
        "hash": unit_checksum(unit),
        "context": unit.context,
        "source": unit.sources,
        "target": unit.targets,
        "state": unit.state.display_name,
        "state_rule": explanation.state_rule.value,
        "state_reason": explanation.state_reason,
        "words": len(explanation.words),
        "word_list": list(explanation.words),
        "counts_characters": explanation.counts_characters,
        "chars": len(unit.source),
        "separator_chars": explanation.separator_chars,
        "flags": [each._asdict() for each in explanation.flags],
        "removed_flags": [each._asdict() for each in explanation.removed_flags],
        "checks": [
            {
                "id": each.check_id,
                "outcome": each.kind.value,
                "message": each.message or None,
                "flag": each.flag or None,
            }
            for each in explanation.outcomes
        ],
        **create_change_fields(found.source_change),
    }


def _render_string(explanation: StringExplanation, view: View) -> Iterator[str]:
    yield from render_title(
        f"{format_unit_location(explanation.located_unit)}  #{unit_checksum(explanation.located_unit.unit)}", view
    )
    yield from render_section("String", _describe_texts(explanation), view)
    flags = [(each.flag, f"{each.origin}: {each.place}") for each in explanation.flags]
    yield from render_table_section("Flags", _FLAG_COLUMNS, flags, view)
    removed = [(each.flag, f"{each.origin}: {each.place}") for each in explanation.removed_flags]
    yield from render_table_section("Flags that are removed", _FLAG_COLUMNS, removed, view)
    for kind, title in _OUTCOME_TITLES.items():
        if view.is_verbose or kind not in _VERBOSE_OUTCOMES:
            outcomes = [each for each in explanation.outcomes if each.kind is kind]
            yield from render_section(title, _group_outcomes(outcomes), view)
    if not view.is_verbose:
        count = sum(each.kind in _VERBOSE_OUTCOMES for each in explanation.outcomes)
        yield f"\n{count} other checks do not apply to this string, or need a server; -v lists them.\n"


def _describe_texts(explanation: StringExplanation) -> Iterator[LabelledText]:
    unit, change = explanation.located_unit.unit, explanation.located_unit.source_change
    if unit.context:
        yield "context", _shorten_text(unit.context)
    old_sources = change.old_sources if change else ()
    for label, texts in (("old source", old_sources), ("source", unit.sources), ("target", unit.targets)):
        for form, text in label_plural_forms(label, texts):
            yield form, _shorten_text(text) or "(empty)"
    yield "state", f"{unit.state.display_name}: {explanation.state_reason}"
    if change:
        yield "outdated", f"{change.description}: the source text changed after its translation. {_END_OF_AGE}"
    yield "words", _describe_words(explanation)
    count = explanation.separator_chars
    separators = f", {count} of them between the plural forms" if count else ""
    yield "characters", f"{len(unit.source)}{separators}"


def _describe_words(explanation: StringExplanation) -> str:
    words = explanation.words
    if not words:
        return "0"
    rule = "; each Chinese, Japanese or Korean character is a word" if explanation.counts_characters else ""
    more = f" … and {len(words) - _MAX_WORDS:,} more" if len(words) > _MAX_WORDS else ""
    return f"{len(words)}: {' | '.join(words[:_MAX_WORDS])}{more}{rule}"


def _group_outcomes(outcomes: list[CheckOutcome]) -> Iterator[LabelledText]:
    """Yield the rows of a section as pairs of label and text. All outcomes must have the same kind.

    If the kind is FAILED or NOT_DECIDED, each check has a row. Its label is the id of the check, and its text is the
    message. For any other kind, all checks with the same reason share a row, and its label is empty.
    """
    if outcomes and outcomes[0].kind in (OutcomeKind.FAILED, OutcomeKind.NOT_DECIDED):
        yield from ((each.check_id, each.message) for each in outcomes)
        return
    groups: dict[str, list[str]] = {}
    for each in outcomes:
        # All checks whose flag is missing form one group. JSON contains the flag of each check.
        is_flag_missing = each.message.startswith(MISSING_FLAG_REASON)
        reason = "the string lacks the flag of the check" if is_flag_missing else each.message
        groups.setdefault(reason, []).append(each.check_id)
    for reason, check_ids in groups.items():
        yield "", f"{', '.join(check_ids)}: {reason}" if reason else ", ".join(check_ids)


def _shorten_text(text: str) -> str:
    if len(text) <= _MAX_TEXT_LENGTH:
        return text
    return f"{text[:_MAX_TEXT_LENGTH]}… ({format_count(len(text), 'character')})"


COMPONENT_OUTPUTS: Outputs[ComponentExplanation] = page_outputs(_render_component, _create_component_fields)
LANGUAGE_OUTPUTS: Outputs[LanguageExplanation] = page_outputs(_render_language, _create_language_fields)
STRING_OUTPUTS: Outputs[StringExplanation] = page_outputs(_render_string, _create_string_fields)
