"""Result of one `diff`, and its formats: percentages of each language before and after, and the changed strings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from transtats_cli.comparison.movements import (
    WORDS_BY_MOVEMENT,
    Comparison,
    LanguageMovements,
    Movement,
    StringMovement,
    fold_missing_strings,
    group_by_language,
    read_percentages,
    sum_strings,
)
from transtats_cli.envelope import whole_list
from transtats_cli.measures import Share, add_shares, describe_measure, format_change, join_measures, measure_translated
from transtats_cli.nearest import join_names
from transtats_cli.output import View
from transtats_cli.output.ci_formats import (
    Annotation,
    AnnotationLevel,
    AnnotationRule,
    annotation_outputs,
    create_unit_annotation,
    create_unreadable_file_annotations,
    make_relative_to_top,
)
from transtats_cli.output.formats import Output, Outputs, create_outputs, json_output, ndjson_output
from transtats_cli.output.text import (
    escape_controls,
    format_count,
    format_unit_location,
    shorten_change,
    shorten_source,
    wrap_at_blanks,
)
from transtats_cli.output.text_table import Column, TableSection, TextTable, section_outputs
from transtats_cli.output.units import create_finding_annotation, create_unit_fields
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.statistics import NO_STRINGS, Counts, Statistics, add_counts, add_statistics

_OUTDATED_TEXT = "its translation is the old one"


class _MovementKind(NamedTuple):
    """Presentation of a movement, which is a kind of change of a string, such as LOST or TRANSLATED."""

    style: str = ""
    rule: str = ""
    """Description of the rule of the annotation, if the string is worse than before."""


_KINDS = {
    Movement.TRANSLATED: _MovementKind("green"),
    Movement.SOURCE_GREW: _MovementKind(),
    Movement.SOURCE_SHRANK: _MovementKind(),
    Movement.VANISHED: _MovementKind("red", "A string that the component still has is still in the file."),
    Movement.LOST: _MovementKind("red", "A string that was translated still is."),
    Movement.BECAME_FUZZY: _MovementKind("yellow", "A translation that was good needs no editing."),
    Movement.SOURCE_REWORDED: _MovementKind(),
    Movement.TRANSLATION_REWORDED: _MovementKind(),
    Movement.BEGAN_FAILING: _MovementKind("red"),
    Movement.FIXED: _MovementKind("green"),
}
_MOVED_RULE = AnnotationRule("diff/moved", "Share of a language, compared with the earlier one.")
_LABEL_WIDTH = max(len(movement.value) for movement in Movement) + 2
_REWORDINGS = (Movement.SOURCE_REWORDED, Movement.TRANSLATION_REWORDED)
_STRING_COLUMNS = (
    *(Column("Place"), Column("Movement")),
    *(Column("Source", is_code=True), Column("Before", is_code=True), Column("After", is_code=True)),
)


class DiffResults(NamedTuple):
    """Comparisons of one component or of several, with the names of the compared states that the output shows."""

    comparisons: Sequence[Comparison]
    before_name: str
    after_name: str
    repository_top: str = ""
    """Directory relative to which paths are printed in formats for CI systems."""
    shows_units: bool = False
    has_several_components: bool = False
    """True if several components were selected. Each comparison then begins with its title."""
    before_commit: str = ""
    """Id of the earlier commit, if `before_name` is a date."""

    @property
    def changed_comparisons(self) -> list[Comparison]:
        """Comparisons with changed languages. If one component was selected, always its comparison."""
        return [each for each in self.comparisons if _list_changed_languages(each) or not self.has_several_components]

    def list_languages(self) -> list[LanguageMovements]:
        return [language for each in self.comparisons for language in each.languages]

    @property
    def compared_names(self) -> str:
        """Names of both states, such as `HEAD → the working tree`. A date has the id of its commit."""
        commit = self.before_commit and f", commit {self.before_commit[:10]}"
        return f"{self.before_name}{commit} → {self.after_name}"

    def format_title(self, comparison: Comparison) -> str:
        return f"{comparison.after.component.full_name}: {self.compared_names}"


def _list_changed_languages(comparison: Comparison) -> list[LanguageMovements]:
    return [each for each in comparison.languages if each.is_changed]


def _locate_unit(language: LanguageMovements, moved: StringMovement) -> LocatedUnit:
    """Return a changed string with its position. The position of a removed string is its earlier position."""
    path, is_missing = moved.reference_path or language.path, moved.reference_path != ""
    return LocatedUnit(language.language, path, *moved.string, is_missing=is_missing)


def _format_share_change(*languages: LanguageMovements) -> str:
    """Return `75.0% → 77.5%`, `new, 77.5%` for new languages, or `file gone, was 75.0%` for deleted ones."""
    before, after = read_percentages(languages)
    if all(each.is_new for each in languages):
        return f"new, {after}%"
    return f"file gone, was {before}%" if all(each.is_gone for each in languages) else f"{before}% → {after}%"


def _format_movements(language: LanguageMovements) -> Iterator[tuple[Movement, str]]:
    """Yield each kind of change that occurred in a language with its amount.

    Example of an amount: `12 strings, 34 words (3 of them translated)`.
    """
    for movement, size in language.counts_by_movement.items():
        if size.strings:
            done = language.translated_by_movement.get(movement)
            translated = f" ({done.strings} of them translated)" if done is not None and done.strings else ""
            yield movement, f"{format_count(size.strings, 'string')}, {format_count(size.words, 'word')}{translated}"


def _describe_no_change(languages: Sequence[LanguageMovements]) -> str:
    """Return a sentence with the share of all languages, which is the same before and after."""
    phrase = describe_measure(join_measures(each.measure for each in languages)).phrase
    share = f": {read_percentages(languages)[1]}% {phrase}, as before" if languages else ""
    return f"No string gained or lost anything{share}."


def _describe_unread_files(results: DiffResults) -> Iterator[str]:
    """Yield a sentence if the figures lack languages, because their files or templates could not be read."""
    reports = [report for each in results.comparisons for report in (each.before.report, each.after.report)]
    paths = {each.component.path_for_messages(failure.path) for each in reports for failure in each.failures}
    if paths:
        yield f"The figures lack what could not be read: {join_names(sorted(paths))}."


def _render_text(results: DiffResults, view: View) -> Iterator[str]:
    for number, comparison in enumerate(results.changed_comparisons):
        yield "\n" * bool(number)
        yield from _render_component(results, comparison, view)
    if len(results.changed_comparisons) > 1:
        yield f"\nTotal: {escape_controls(_format_summary(results, results.list_languages()))}\n"
    if not results.changed_comparisons:
        yield f"{view.style(escape_controls(results.compared_names), 'bold')}\n"
        yield f"{_describe_no_change(results.list_languages())}\n"
    yield from (f"{escape_controls(sentence)}\n" for sentence in _describe_unread_files(results))


def _render_component(results: DiffResults, comparison: Comparison, view: View) -> Iterator[str]:
    styled = view.style
    languages = _list_changed_languages(comparison)
    yield f"{styled(escape_controls(results.format_title(comparison)), 'bold')}\n"
    languages, missing = fold_missing_strings(languages) if results.shows_units else (languages, [])
    for language in languages:
        name = escape_controls(f"{language.language.name} ({language.language.code})")
        yield f"\n{styled(name, 'bold')}: {_format_share_change(language)}\n"
        for movement, amount in _format_movements(language):
            # Padded before it is coloured, because escape sequences have no width.
            first, *rest = wrap_at_blanks(amount, view.wrap_width, indent=" " * (_LABEL_WIDTH + 2))
            label = f"  {styled(movement.value.ljust(_LABEL_WIDTH), _KINDS[movement].style)}"
            yield from (f"{line}\n" for line in (f"{label}{first.lstrip()}", *rest))
            if results.shows_units:
                yield from _render_strings(language, movement, view)
    for title, strings in missing:
        yield f"\n{styled(escape_controls(title), 'bold')}\n"
        for movement in dict.fromkeys(moved.movement for moved in strings.movements):
            yield f"  {movement.value}\n"
            yield from _render_strings(strings, movement, view)
    if not languages:
        yield f"{_describe_no_change(comparison.languages)}\n"


def _render_strings(language: LanguageMovements, movement: Movement, view: View) -> Iterator[str]:
    for moved in language.movements:
        if moved.movement is movement:
            found = _locate_unit(language, moved)
            texts = shorten_source(found.unit.source)
            if movement in _REWORDINGS:
                texts = " → ".join(shorten_change(*moved.texts))
            text = f"{format_unit_location(found)}: {texts}"
            if moved.is_outdated:
                text += f" ({_OUTDATED_TEXT})"
            if movement is Movement.BEGAN_FAILING:
                text += f" ({escape_controls('; '.join(each.message for each in found.findings))})"
            yield from (f"{line}\n" for line in wrap_at_blanks(text, view.wrap_width, indent="    "))


def _create_document(results: DiffResults) -> Any:
    """Return an object for the component. If several components were selected, return the list of such objects.

    The total of several components together is a key of the list.
    """
    documents = [
        {
            **each.after.component.name_fields,
            "before": results.before_commit or results.before_name,
            "after": results.after_name,
            "total": _create_total_fields(each.languages),
            "languages": [_create_language_fields(results, language) for language in each.languages],
        }
        for each in results.comparisons
    ]
    if not results.has_several_components:
        return documents[0]
    return {**whole_list(documents), "total": _create_total_fields(results.list_languages())}


def _create_rows(results: DiffResults) -> Iterator[dict[str, Any]]:
    for each in results.comparisons:
        names = each.after.component.name_fields if results.has_several_components else {}
        for language in each.languages:
            yield {**names, **_create_language_fields(results, language)}


def _create_language_fields(results: DiffResults, language: LanguageMovements) -> dict[str, Any]:
    """Return the JSON fields of a language. If `shows_units` is set, the changed strings are included."""
    values: dict[str, Any] = {
        "language": language.language.code,
        "name": language.language.name,
        "file": language.path,
        **_create_total_fields([language]),
    }
    if results.shows_units:
        values["units"] = [
            {
                "movement": moved.movement.key,
                **_create_text_fields(moved),
                **create_unit_fields(_locate_unit(language, moved)),
            }
            for moved in language.movements
        ]
    return values


def _create_total_fields(languages: Sequence[LanguageMovements]) -> dict[str, Any]:
    """Return the JSON fields of languages together: statistics before and after, and the size of each kind of change.

    `before` is null if all languages are new. `after` is null if none of them exists any longer.
    """
    measure = join_measures(each.measure for each in languages)
    old = [(each.before, each.share_before) for each in languages if not each.is_new]
    new = [(each.after, each.share_after) for each in languages if not each.is_gone]
    values = {"before": _create_statistics_fields(old, measure), "after": _create_statistics_fields(new, measure)}
    for movement in Movement:
        values[movement.key] = _add_sizes(each.counts_by_movement[movement] for each in languages)
        if translated := [*filter(None, (each.translated_by_movement.get(movement) for each in languages))]:
            values[movement.key]["translated"] = _add_sizes(translated)
    return values


def _add_sizes(counts: Iterable[Counts]) -> dict[str, Any]:
    return (add_counts(counts) or NO_STRINGS)._asdict()


def _create_text_fields(moved: StringMovement) -> dict[str, Any]:
    """Return the texts of a reworded string, and whether its translation became outdated. {} for other strings."""
    if moved.movement not in _REWORDINGS:
        return {}
    return {"text_before": moved.texts[0], "text_after": moved.texts[1], "outdated": moved.is_outdated}


def _create_statistics_fields(states: Sequence[tuple[Statistics, Share]], measure: str) -> Any:
    if not states:
        return None
    statistics, share = add_statistics([each for each, _ in states]), add_shares(share for _, share in states)
    return {
        "total": statistics.total.strings,
        "total_words": statistics.total.words,
        "translated": statistics.translated.strings,
        "translated_words": statistics.translated.words,
        "translated_percent": measure_translated(statistics).percent_done,
        "fuzzy": statistics.fuzzy.strings,
        "failing": statistics.failing,
        "measure": measure,
        "percent": share.percent_done,
    }


def _create_sections(results: DiffResults) -> Iterator[TableSection]:
    """Yield a section for the component, or for several a section with their sums.

    With `shows_units`, a section for each follows. Components without changes are only counted.
    """
    changed = results.changed_comparisons
    is_sum = len(changed) > 1
    if is_sum:
        title = f"{format_count(len(results.comparisons), 'component')}: {results.compared_names}"
        languages = results.list_languages()
        tables = [_create_component_table(changed), _create_language_table(languages)]
        yield TableSection(title, _format_summary(results, languages), tables)
    for each in () if is_sum and not results.shows_units else changed:
        tables = [_create_language_table(each.languages)]
        yield TableSection(results.format_title(each), _format_summary(results, each.languages), tables)
        if results.shows_units:
            folded, missing = fold_missing_strings(_list_changed_languages(each))
            names = (f"{language.language.name} ({language.language.code})" for language in folded)
            titled = [*zip(names, folded, strict=True), *missing]
            yield from (_create_string_section(*strings) for strings in titled if strings[1].movements)
    if not changed:
        yield TableSection(results.compared_names, _describe_no_change(results.list_languages()))
    elif others := len(results.comparisons) - len(changed):
        yield TableSection(text=f"{format_count(others, 'component')} without changes.")
    yield from (TableSection(text=sentence) for sentence in _describe_unread_files(results))


def _format_summary(results: DiffResults, languages: Iterable[LanguageMovements]) -> str:
    """Return the share and the sums of all languages, and the number of findings of each check that began failing.

    If there are no changes, return a sentence that says so.
    Example: `57.1% → 57.5% complete, 4 strings new, 1 began failing. Since main, 2 of 9 languages changed. New failing
    checks: same (1).`
    """
    groups = group_by_language(languages)
    everything = [each for group in groups for each in group]
    changed = [each for each in everything if each.is_changed]
    if not changed:
        return _describe_no_change(everything)
    sums = ((word, sum_strings(changed, movement)) for movement, word in WORDS_BY_MOVEMENT.items())
    counts = [(count, word) for word, count in sums if count]
    checks = Counter(
        finding.check
        for language in changed
        for moved in language.movements
        if moved.movement is Movement.BEGAN_FAILING
        for finding in moved.string.findings
    )
    shown = [
        f"{count if place else format_count(count, 'string')} {word}" for place, (count, word) in enumerate(counts)
    ]
    phrase = describe_measure(join_measures(each.measure for each in changed)).phrase
    total = ", ".join([f"{_format_share_change(*everything)} {phrase}", *shown])
    failing = ", ".join(f"{name} ({count})" for name, count in checks.most_common())
    changed_count = len({each.language.code for each in changed})
    text = f"{total}. Since {results.before_name}, {changed_count} of {format_count(len(groups), 'language')} changed."
    return f"{text}{failing and f' New failing checks: {failing}.'}"


def _create_language_table(languages: Sequence[LanguageMovements]) -> TextTable:
    """Return a table with a row for each language that changed, summed over several components."""
    groups = [group for group in group_by_language(languages) if any(each.is_changed for each in group)]
    rows = [[group[0].language.name, group[0].language.code, *_create_cells(group)] for group in groups]
    return TextTable([Column("Language"), Column("Code"), *_create_columns(languages)], rows)


def _create_component_table(comparisons: Sequence[Comparison]) -> TextTable:
    """Return a table with a row for each component, summed over its languages."""
    rows = [[each.after.component.full_name, *_create_cells(each.languages)] for each in comparisons]
    languages = [language for each in comparisons for language in each.languages]
    return TextTable([Column("Component"), *_create_columns(languages)], rows)


def _create_columns(languages: Iterable[LanguageMovements]) -> list[Column]:
    measure = join_measures(each.measure for each in languages)
    titles = [f"{describe_measure(measure).title} now", "Change", *map(str.capitalize, WORDS_BY_MOVEMENT.values())]
    return [Column(title, is_number=True) for title in titles]


def _create_cells(languages: Sequence[LanguageMovements]) -> list[str]:
    before, after = read_percentages(languages)
    is_new, is_gone = all(each.is_new for each in languages), all(each.is_gone for each in languages)
    share = "–" if is_gone else f"{after}%"
    change = "new" if is_new else "gone" if is_gone else format_change(after - before)
    return [share, change, *(str(sum_strings(languages, movement) or "") for movement in WORDS_BY_MOVEMENT)]


def _create_string_section(title: str, language: LanguageMovements) -> TableSection:
    """Return the changed strings of a language. Those that a reviewer must look at come first."""
    movements = sorted(
        language.movements, key=lambda each: (each.movement is not Movement.BEGAN_FAILING, not each.is_outdated)
    )
    rows = []
    for moved in movements:
        word, cells = WORDS_BY_MOVEMENT[moved.movement], [shorten_source(moved.string.unit.source), "", ""]
        if moved.movement in _REWORDINGS:
            cells = [cells[0] * (moved.movement is Movement.TRANSLATION_REWORDED), *shorten_change(*moved.texts)]
        outdated = f"; {_OUTDATED_TEXT}" if moved.is_outdated else ""
        rows.append([format_unit_location(_locate_unit(language, moved)), f"{word}{outdated}", *cells])
    title = f"{title}: {format_count(len(rows), 'change')} of strings"
    return TableSection(title, tables=[TextTable(_STRING_COLUMNS, rows)], is_collapsed=True)


def _create_annotations(results: DiffResults) -> Iterator[Annotation]:
    """Yield an annotation for each string that is worse than before, and a note for each changed language."""
    for comparison in results.comparisons:
        component = comparison.after.component
        for language in _list_changed_languages(comparison):
            for moved in language.movements:
                yield from _create_string_annotations(results, component.full_name, language, moved)
            yield _create_language_annotation(results, comparison.after.report, language)
        yield from create_unreadable_file_annotations(
            component, comparison.after.report.failures, results.repository_top
        )


def _create_string_annotations(
    results: DiffResults, component_name: str, language: LanguageMovements, moved: StringMovement
) -> Iterator[Annotation]:
    found, rule_text, top = _locate_unit(language, moved), _KINDS[moved.movement].rule, results.repository_top
    for finding in found.findings if moved.movement is Movement.BEGAN_FAILING else ():
        yield create_finding_annotation(found, finding, component_name, top)
    if not rule_text or language.is_gone:
        return
    rule = AnnotationRule(f"diff/{moved.movement.key}", rule_text)
    name = f"{language.language.code}: {moved.movement.value}"
    annotation = create_unit_annotation(found, AnnotationLevel.WARNING, rule, component_name, top)
    yield annotation._replace(title=f"{name} since {results.before_name}", case_name=name)


def _create_language_annotation(results: DiffResults, report: Report, language: LanguageMovements) -> Annotation:
    code = language.language.code
    moved = "; ".join(f"{movement.value}: {amount}" for movement, amount in _format_movements(language))
    return Annotation(
        AnnotationLevel.NOTE,
        _MOVED_RULE,
        make_relative_to_top(language.path, results.repository_top),
        0,
        f"{language.language.name} ({code})",
        f"{_format_share_change(language)} {describe_measure(language.measure).phrase} since {results.before_name}"
        f"{f': {moved}' if moved else ''}",
        report.component.full_name,
        f"{code}: moved",
    )


OUTPUTS: Outputs[DiffResults] = create_outputs(
    Output("text", _render_text),
    *section_outputs("diff", _create_sections),
    json_output(_create_document),
    ndjson_output(_create_rows),
    *annotation_outputs(_create_annotations),
)
