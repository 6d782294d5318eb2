"""Render the explanation of a string: state, size, flags, and the outcome of each check."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.checks.outcomes import MISSING_FLAG_REASON, CheckOutcome, OutcomeKind
from transtats_cli.explanation.strings import ExplainedSize, StringExplanation
from transtats_cli.output import View
from transtats_cli.output.json_text import json_document
from transtats_cli.output.sections import LabelledText, render_section, render_table_section, render_title
from transtats_cli.output.text import format_count
from transtats_cli.output.text_table import Column
from transtats_cli.output.units.one_line import format_unit_location

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


def create_string_fields(explanation: StringExplanation) -> dict[str, Any]:
    """Return the JSON object of a string's explanation."""
    component, found, size = explanation.component, explanation.located_unit, explanation.size
    unit, state = found.unit, explanation.state
    return {
        "project": component.project,
        "component": component.slug,
        "code": found.language.code,
        "file": found.path,
        "line": unit.line or None,
        "hash": explanation.hash,
        "context": unit.context,
        "source": unit.sources,
        "target": unit.targets,
        "state": state.state.display_name,
        "state_rule": state.rule.value,
        "state_reason": state.reason,
        "words": size.word_count,
        "word_list": list(size.words),
        "counts_characters": size.counts_characters,
        "chars": size.char_count,
        "separator_chars": size.separator_chars,
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
    }


def render_json(explanation: StringExplanation, view: View) -> Iterator[str]:
    yield json_document(create_string_fields(explanation), view)


def render_table(explanation: StringExplanation, view: View) -> Iterator[str]:
    yield from render_title(f"{format_unit_location(explanation.located_unit)}  #{explanation.hash}", view)
    yield from render_section("String", _describe_texts(explanation), view)
    flags = [(each.flag, f"{each.origin}: {each.place}") for each in explanation.flags]
    yield from render_table_section("Flags", _FLAG_COLUMNS, flags, view)
    removed = [(each.flag, f"{each.origin}: {each.place}") for each in explanation.removed_flags]
    yield from render_table_section("Flags that are removed", _FLAG_COLUMNS, removed, view)
    for kind, title in _OUTCOME_TITLES.items():
        outcomes = [each for each in explanation.outcomes if each.kind is kind]
        yield from render_section(title, _group_outcomes(outcomes), view)


def _describe_texts(explanation: StringExplanation) -> Iterator[LabelledText]:
    unit = explanation.located_unit.unit
    if unit.context:
        yield "context", _shorten_text(unit.context)
    for label, texts in (("source", unit.sources), ("target", unit.targets)):
        for number, text in enumerate(texts, start=1):
            yield label if len(texts) == 1 else f"{label} {number}", _shorten_text(text) or "(empty)"
    yield "state", f"{explanation.state.state.display_name}: {explanation.state.reason}"
    yield "words", _describe_words(explanation.size)
    yield "characters", _describe_characters(explanation.size)


def _describe_words(size: ExplainedSize) -> str:
    if not size.words:
        return "0"
    rule = "; each Chinese, Japanese or Korean character is a word" if size.counts_characters else ""
    more = f" … and {len(size.words) - _MAX_WORDS:,} more" if len(size.words) > _MAX_WORDS else ""
    return f"{size.word_count}: {' | '.join(size.words[:_MAX_WORDS])}{more}{rule}"


def _describe_characters(size: ExplainedSize) -> str:
    separators = f", {size.separator_chars} of them between the plural forms" if size.separator_chars else ""
    return f"{size.char_count}{separators}"


def _shorten_text(text: str) -> str:
    return (
        text
        if len(text) <= _MAX_TEXT_LENGTH
        else f"{text[:_MAX_TEXT_LENGTH]}… ({format_count(len(text), 'character')})"
    )


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
        groups.setdefault(_get_group_reason(each.message), []).append(each.check_id)
    for reason, check_ids in groups.items():
        yield "", f"{', '.join(check_ids)}: {reason}" if reason else ", ".join(check_ids)


def _get_group_reason(message: str) -> str:
    """Return the same reason for all checks whose flag is missing, so that these checks form one group.

    Any other reason is returned unchanged. JSON contains the flag of each check.
    """
    return "the string lacks the flag of the check" if message.startswith(MISSING_FLAG_REASON) else message
