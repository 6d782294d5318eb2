"""Annotations on the result of `diff` for CI systems.

A string that vanished, lost its translation or became fuzzy has one annotation. A string that began to fail checks has
an annotation for each finding. Each changed language has a note.
"""

from collections.abc import Iterator

from transtats_cli.comparison.movements import LanguageMovements, Movement, StringMovement
from transtats_cli.output.annotations.annotation import (
    Annotation,
    AnnotationLevel,
    AnnotationRule,
    create_unreadable_file_annotation,
    make_relative_to_top,
)
from transtats_cli.output.diff.result import (
    WORSE_MOVEMENTS,
    ComponentDiff,
    DiffResults,
    format_movements,
    format_share_change,
)
from transtats_cli.output.units.annotations import create_finding_annotation
from transtats_cli.output.units.one_line import shorten_source
from transtats_cli.report import LocatedUnit

_ANNOTATION_RULES = {
    Movement.VANISHED: AnnotationRule("diff/vanished", "A string that the component still has is still in the file."),
    Movement.LOST: AnnotationRule("diff/lost", "A string that was translated still is."),
    Movement.BECAME_FUZZY: AnnotationRule("diff/became_fuzzy", "A translation that was good needs no editing."),
}
_MOVED_RULE = AnnotationRule("diff/moved", "Translated percentage of a language, compared with the earlier one.")


def create_annotations(differences: DiffResults) -> Iterator[Annotation]:
    for difference in differences.component_diffs:
        yield from _create_component_annotations(difference)


def _create_component_annotations(difference: ComponentDiff) -> Iterator[Annotation]:
    for language in difference.select_changed_languages():
        for moved in language.movements:
            if moved.movement in WORSE_MOVEMENTS:
                yield from _create_string_annotations(difference, language, moved)
        yield _create_language_annotation(difference, language)
    after = difference.comparison.after
    for failure in after.failures:
        yield create_unreadable_file_annotation(after.component, failure, difference.repository_top)


def _create_string_annotations(
    difference: ComponentDiff, language: LanguageMovements, string_movement: StringMovement
) -> Iterator[Annotation]:
    found = difference.create_located_unit(language, string_movement)
    if string_movement.movement in _ANNOTATION_RULES:
        yield _create_movement_annotation(difference, found, string_movement.movement)
        return
    for finding in found.findings:
        yield create_finding_annotation(found, finding, difference.component_name, difference.repository_top)


def _create_movement_annotation(difference: ComponentDiff, located_unit: LocatedUnit, movement: Movement) -> Annotation:
    rule, code = _ANNOTATION_RULES[movement], located_unit.language.code
    return Annotation(
        AnnotationLevel.WARNING,
        rule,
        make_relative_to_top(located_unit.path, difference.repository_top),
        located_unit.unit.line,
        f"{code}: {movement.value} since {difference.before_name}",
        shorten_source(located_unit.unit.source),
        difference.component_name,
        f"{code}: {movement.value}",
        (located_unit.unit.context, located_unit.unit.source),
    )


def _create_language_annotation(difference: ComponentDiff, language: LanguageMovements) -> Annotation:
    code = language.language.code
    moved = "; ".join(f"{movement.value}: {amount}" for movement, amount in format_movements(language))
    return Annotation(
        AnnotationLevel.NOTE,
        _MOVED_RULE,
        make_relative_to_top(language.path, difference.repository_top),
        0,
        f"{language.language.name} ({code})",
        f"{format_share_change(language)} translated since {difference.before_name}{f': {moved}' if moved else ''}",
        difference.component_name,
        f"{code}: moved",
    )
