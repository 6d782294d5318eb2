"""Remarks on the result of `diff` for CI systems.

Each string that got worse has a remark, and each changed language has a note.
"""

from collections.abc import Iterator

from transtats_cli.comparison.movements import LanguageMovements, Movement, StringMovement
from transtats_cli.output.diff.result import (
    WORSE_MOVEMENTS,
    DiffResult,
    DiffResults,
    format_movements,
    format_share_change,
)
from transtats_cli.output.remarks.remark import (
    Remark,
    RemarkLevel,
    RemarkRule,
    create_unreadable_file_remark,
    make_relative_to_top,
)
from transtats_cli.output.units.one_line import shorten_source
from transtats_cli.output.units.remarks import create_finding_remark
from transtats_cli.report import FoundUnit

_REMARK_RULES = {
    Movement.LOST: RemarkRule("diff/lost", "A string that was translated still is."),
    Movement.BECAME_FUZZY: RemarkRule("diff/became_fuzzy", "A translation that was good needs no editing."),
}
_MOVED_RULE = RemarkRule("diff/moved", "How far a language is, held against how far it was.")


def create_remarks(differences: DiffResults) -> Iterator[Remark]:
    for difference in differences.results:
        yield from _create_component_remarks(difference)


def _create_component_remarks(difference: DiffResult) -> Iterator[Remark]:
    for language in difference.select_changed_languages():
        for moved in language.movements:
            if moved.movement in WORSE_MOVEMENTS:
                yield from _create_string_remarks(difference, language, moved)
        yield _create_language_remark(difference, language)
    after = difference.comparison.after
    for failure in after.failures:
        yield create_unreadable_file_remark(after.component, failure, difference.repository_top)


def _create_string_remarks(
    difference: DiffResult, language: LanguageMovements, string_movement: StringMovement
) -> Iterator[Remark]:
    found = difference.create_found_unit(language, string_movement)
    if string_movement.movement in _REMARK_RULES:
        yield _create_movement_remark(difference, found, string_movement.movement)
        return
    for finding in found.findings:
        yield create_finding_remark(found, finding, difference.component_name, difference.repository_top)


def _create_movement_remark(difference: DiffResult, found_unit: FoundUnit, movement: Movement) -> Remark:
    rule, code = _REMARK_RULES[movement], found_unit.language.code
    return Remark(
        RemarkLevel.WARNING,
        rule,
        make_relative_to_top(found_unit.path, difference.repository_top),
        found_unit.unit.line,
        f"{code}: {movement.value} since {difference.before_name}",
        shorten_source(found_unit.unit.source),
        difference.component_name,
        f"{code}: {movement.value}",
        (found_unit.unit.context, found_unit.unit.source),
    )


def _create_language_remark(difference: DiffResult, language: LanguageMovements) -> Remark:
    code = language.language.code
    moved = "; ".join(f"{movement.value}: {amount}" for movement, amount in format_movements(language))
    return Remark(
        RemarkLevel.NOTE,
        _MOVED_RULE,
        make_relative_to_top(language.path, difference.repository_top),
        0,
        f"{language.language.name} ({code})",
        f"{format_share_change(language)} translated since {difference.before_name}{f': {moved}' if moved else ''}",
        difference.component_name,
        f"{code}: moved",
    )
