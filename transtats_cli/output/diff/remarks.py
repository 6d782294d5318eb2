"""Remarks on the result of `diff` for CI systems.

Each string that got worse has a remark, and each changed language has a note.
"""

from collections.abc import Iterator

from transtats_cli.comparison.movements import LanguageMovements, Movement, StringMovement
from transtats_cli.output.diff.result import WORSE, DiffResult, DiffResults, change_texts, share_change
from transtats_cli.output.remarks.remark import Level, Remark, Rule, relative_to_top, unreadable_file_remark
from transtats_cli.output.units.one_line import short_source
from transtats_cli.output.units.remarks import of_finding
from transtats_cli.report import FoundUnit

_RULES = {
    Movement.LOST: Rule("diff/lost", "A string that was translated still is."),
    Movement.BECAME_FUZZY: Rule("diff/became_fuzzy", "A translation that was good needs no editing."),
}
_MOVED_RULE = Rule("diff/moved", "How far a language is, held against how far it was.")


def remarks_of(differences: DiffResults) -> Iterator[Remark]:
    for difference in differences.results:
        yield from _component_remarks(difference)


def _component_remarks(difference: DiffResult) -> Iterator[Remark]:
    for language in difference.changed():
        for moved in language.movements:
            if moved.movement in WORSE:
                yield from _string_remarks(difference, language, moved)
        yield _language_remark(difference, language)
    after = difference.comparison.after
    for failure in after.failures:
        yield unreadable_file_remark(after.component, failure, difference.top)


def _string_remarks(difference: DiffResult, language: LanguageMovements, moved: StringMovement) -> Iterator[Remark]:
    found = difference.found_unit(language, moved)
    if moved.movement in _RULES:
        yield _movement_remark(difference, found, moved.movement)
        return
    for finding in found.findings:
        yield of_finding(found, finding, difference.owner, difference.top)


def _movement_remark(difference: DiffResult, found: FoundUnit, movement: Movement) -> Remark:
    rule, code = _RULES[movement], found.language.code
    return Remark(
        Level.WARNING,
        rule,
        relative_to_top(found.path, difference.top),
        found.unit.line,
        f"{code}: {movement.value} since {difference.before}",
        short_source(found.unit.source),
        difference.owner,
        f"{code}: {movement.value}",
        (found.unit.context, found.unit.source),
    )


def _language_remark(difference: DiffResult, language: LanguageMovements) -> Remark:
    code = language.language.code
    moved = "; ".join(f"{movement.value}: {amount}" for movement, amount in change_texts(language))
    return Remark(
        Level.NOTE,
        _MOVED_RULE,
        relative_to_top(language.path, difference.top),
        0,
        f"{language.language.name} ({code})",
        f"{share_change(language)} translated since {difference.before}{f': {moved}' if moved else ''}",
        difference.owner,
        f"{code}: moved",
    )
