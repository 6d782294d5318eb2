"""Strings that one `units` search finds, and their formats.

The formats `text`, `concise` and `ndjson` yield the text of each string before they read the next string. All other
formats yield their text after the last string. In tables and in the summary, the gravest findings come first.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.envelope import whole_list
from transtats_cli.model import Finding, State, Unit
from transtats_cli.output import View
from transtats_cli.output.ci_formats import (
    Annotation,
    AnnotationLevel,
    AnnotationRule,
    annotation_outputs,
    create_unit_annotation,
    create_unreadable_file_annotations,
)
from transtats_cli.output.excerpts import OmissionLine, create_excerpt_lines
from transtats_cli.output.formats import (
    Output,
    Outputs,
    create_outputs,
    csv_rows,
    json_document,
    markdown_output,
    ndjson_output,
)
from transtats_cli.output.text import (
    cell_len,
    escape_controls,
    format_count,
    format_unit_location,
    label_plural_forms,
    shorten_source,
    split_excerpt,
    wrap_paragraph,
)
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table
from transtats_cli.pages.visible_text import find_changed_words
from transtats_cli.report import LocatedUnit, Report, SourceChange

_NO_STRINGS_TEXT = "No strings.\n"
_DEFAULT_TEXT_WIDTH = 100
"""Width in columns of a text that is not written to a terminal."""
_MIN_TEXT_WIDTH = 24
_INDENT = "  "
_STATE_STYLES = {
    State.EMPTY: "magenta",
    State.NEEDS_EDITING: "yellow",
    State.NEEDS_REWRITING: "yellow",
    State.TRANSLATED: "green",
    State.APPROVED: "green",
    State.READ_ONLY: "dim",
}
_OLD_MARK = "old "
_OUTDATED_STYLE = "yellow"
_CSV_FIELDS = (
    *("project", "component", "language", "file", "line", "context", "source", "target", "state", "flags", "checks"),
    *("outdated_since", "outdated_commit", "old_source"),
)
CONCISE_FORMAT, IDS_FORMAT = "concise", "ids"
ReadCommits = Callable[[Collection[str]], Iterable[tuple[str, str, str]]]
"""Function that returns the id, the day and the subject of commits, newest first."""
_Styled = Callable[[str, str], str]
"""Function that adds a style to a text, if the output is coloured."""
_COLUMNS = (
    Column("Place"),
    Column("Language"),
    Column("State"),
    Column("Check"),
    Column("Source", is_code=True),
    Column("What is wrong"),
)


_SUMMARY_COLUMNS = (
    Column("About"),
    Column("Strings", is_number=True),
    Column("Languages", is_number=True),
    Column("Example"),
)
MIN_SUMMARIZED_STRINGS = 20
"""Number of strings or findings from which on the output ends with their numbers by check, or a hint at them."""
_MAX_TABLE_WIDTH = 220
"""Width in columns of a table that is not written to a terminal."""
_Places = dict[str, list[tuple[str, str]]]
"""Language code and location of each string, by check. The key of strings without findings is their state."""


class UnitSearchResult(NamedTuple):
    """Strings that a `units` search yields, with the context that the formats for CI systems need."""

    units: Iterable[LocatedUnit]
    """Strings that match the search.

    If `units` is an iterator, the iterator reads the files while it yields strings.
    """
    component_name: str = ""
    """Project and name of the component: `project/component`. Empty if several components are searched.

    In this case, each string contains the name of its component.
    """
    repository_top: str = ""
    """Directory relative to which paths are printed in formats for CI systems."""
    get_reports: Callable[[], Sequence[Report]] = tuple
    """Function that returns the reports of the components. The reports contain the unreadable files.

    Call the function after the last string was read. Before that, some reports are missing.
    """
    searched_text: str = ""
    """Text that the search requests. Empty if it requests none."""
    read_commits: ReadCommits | None = None
    """Function that reads the commits that outdated strings. None if outdated strings are not searched."""
    lists_findings: bool = True
    """True if the format concise has a line for each finding. If False, each string has one line, with its state."""


def _render_text(result: UnitSearchResult, view: View) -> Iterator[str]:
    width = max(view.width or _DEFAULT_TEXT_WIDTH, _MIN_TEXT_WIDTH)
    styled = view.style
    string_count = finding_count = 0
    files: set[str] = set()
    places: _Places = {}
    previous = ""
    for found in result.units:
        heading = _format_heading(found)
        rule = f"── {heading} ".ljust(width - cell_len(heading) + len(heading), "─").rstrip()
        above = [styled(rule, "bold"), ""] if heading != previous else []
        yield "".join(f"{line}\n" for line in (*above, *_format_unit(found, width, styled), ""))
        previous = heading
        string_count += not found.is_returned_again
        finding_count += len(found.findings)
        files.add(found.path)
        _add_places(found, places)
    failing = f", {format_count(finding_count, 'failing check')}" if finding_count else ""
    totals = f"{format_count(string_count, 'string')} in {format_count(len(files), 'file')}{failing}\n"
    yield totals if string_count else _NO_STRINGS_TEXT
    if finding_count >= MIN_SUMMARIZED_STRINGS:
        yield "\n"
        yield from _draw_summary(places, view)
        yield "\n--check ID prints the strings of one check, and --format summary only this table.\n"
    elif string_count >= MIN_SUMMARIZED_STRINGS:
        yield "--format summary counts them.\n"


def _render_summary(result: UnitSearchResult, view: View) -> Iterator[str]:
    places: _Places = {}
    for found in result.units:
        _add_places(found, places)
    yield "".join(_draw_summary(places, view)) or _NO_STRINGS_TEXT


def _add_places(found: LocatedUnit, places: _Places) -> None:
    for name in [finding.check for finding in found.findings] or [found.state_name]:
        places.setdefault(name, []).append((found.language.code, format_unit_location(found)))


def _draw_summary(places: _Places, view: View) -> Iterator[str]:
    """Yield a table with a row for each check, the gravest first. If there are no findings, the rows are states."""
    by_check = {name: each for name, each in places.items() if _find_subject(name)}
    ordered = sorted((by_check or places).items(), key=lambda each: (_find_gravity(each[0]), -len(each[1]), each[0]))
    rows = [
        [name, _find_subject(name), str(len(found)), str(len({code for code, _ in found})), found[0][1]]
        for name, found in ordered
    ]
    columns = [Column("Check" if by_check else "State"), *_SUMMARY_COLUMNS]
    return draw_table(TextTable(columns, rows), view) if rows else iter(())


def _find_subject(check_id: str) -> str:
    """Return the subject of a check, or '' if this is not the id of a check."""
    return CHECKS_BY_ID[check_id].subject if check_id in CHECKS_BY_ID else ""


def _find_gravity(check_id: str) -> int:
    return ("placeholders", "markup", "text", "").index(_find_subject(check_id))


def _format_heading(located_unit: LocatedUnit) -> str:
    name = escape_controls(f"{located_unit.language.name} ({located_unit.language.code})")
    owner = f"{escape_controls(located_unit.component_name)}: " if located_unit.component_name else ""
    return f"{owner}{name}, by comparing all strings" if located_unit.is_from_comparison else f"{owner}{name}"


def _format_unit(located_unit: LocatedUnit, width: int, styled: _Styled) -> Iterator[str]:
    """Yield the lines of a string: its position with its state, its findings, and its texts with labels."""
    place, state = format_unit_location(located_unit), located_unit.state_name
    change = located_unit.source_change
    since = f" {change.description}" if change else ""
    styled_state = styled(state, _OUTDATED_STYLE if change else _STATE_STYLES[located_unit.unit.state]) + since
    fits = cell_len(place) + len(_INDENT) + len(state + since) <= width
    place = styled(place, "bold cyan")
    yield from [f"{place}{_INDENT}{styled_state}"] if fits else [place, f"{_INDENT}{styled_state}"]
    for finding in located_unit.findings:
        yield from _format_finding(finding, width, styled)
    labelled = list(_label_unit_texts(located_unit))
    indent = " " * (max(len(label) for label, _ in labelled) + 2 * len(_INDENT))
    text_width = max(width - len(indent), len("characters"))
    blocks = {
        label: create_excerpt_lines(text, text_width) if text else [OmissionLine("(empty)")] for label, text in labelled
    }
    changed = _find_changed_words(blocks)
    for label, lines in blocks.items():
        before = _INDENT + styled(label.ljust(len(indent) - len(_INDENT)), "dim")
        style, words = changed.get(label, ("", set()))
        number = 0
        for line in lines:
            if isinstance(line, OmissionLine):
                yield before + styled(line, "dim")
            else:
                shown = line.split(" ")
                marked = (styled(word, style) if index in words else word for index, word in enumerate(shown, number))
                yield before + " ".join(marked)
                number += len(shown)
            before = indent


def _find_changed_words(blocks: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, set[int]]]:
    """Return the numbers of the words that differ between an old source and its source, and their style, by label."""
    found: dict[str, tuple[str, set[int]]] = {}
    for label in blocks:
        if label.startswith(_OLD_MARK) and (new_label := label.removeprefix(_OLD_MARK)) in blocks:
            texts = [
                [word for line in blocks[each] if not isinstance(line, OmissionLine) for word in line.split(" ")]
                for each in (label, new_label)
            ]
            removed, added = find_changed_words(*texts)
            found |= {label: ("red underline", removed), new_label: ("green underline", added)}
    return found


def _format_finding(finding: Finding, width: int, styled: _Styled) -> Iterator[str]:
    mark = f"{_INDENT}✗ "
    # Coloured after wrapping, because escape sequences have no width.
    text = f"{finding.check}: {escape_controls(finding.message)}"
    first, *rest = wrap_paragraph(text, width, other_prefix=" " * len(mark))
    name, message = first[: len(finding.check)], first[len(finding.check) :]
    yield f"{styled(mark, 'red')}{styled(name, 'bold red')}{message}"
    yield from rest


def _label_unit_texts(located_unit: LocatedUnit) -> Iterator[tuple[str, str]]:
    """Yield the texts of a string with their labels: context, source, target and flags.

    An empty context and empty flags are left out. The target of a read-only string is left out if it equals the source.
    """
    unit = located_unit.unit
    if unit.context:
        yield "context", unit.context
    if located_unit.source_change:
        yield from label_plural_forms(f"{_OLD_MARK}source", located_unit.source_change.old_sources)
    yield from label_plural_forms("source", unit.sources)
    if unit.state is not State.READ_ONLY or unit.target != unit.source:
        yield from label_plural_forms("target", unit.targets)
    if unit.flags:
        yield "flags", str(unit.flags)


def _render_concise(result: UnitSearchResult, view: View) -> Iterator[str]:
    styled = view.style
    for found in result.units:
        place = styled(format_unit_location(found), "bold")
        for finding in found.findings if result.lists_findings else ():
            yield f"{place}: {styled(f'[{finding.check}]', 'red')} {escape_controls(finding.message)}\n"
        if not (found.findings and (result.lists_findings or found.is_returned_again)):
            was = f" ({describe_change(found.source_change)})" if found.source_change else ""
            text = _format_excerpt(found.unit, result.searched_text, styled)
            yield f"{place}: {styled(f'[{found.state_name}]', 'cyan')} {text}{was}\n"


def _format_excerpt(unit: Unit, searched_text: str, styled: _Styled) -> str:
    """Return the beginning of the source text, or the part that contains the searched text.

    If only another field contains the searched text, its part follows with the name of the field.
    """
    # Without the template, a string of a monolingual file has no source text.
    source = shorten_source(unit.source or unit.context)
    if searched_text:
        for label, texts in (("", unit.sources), ("target", unit.targets), ("context", [unit.context])):
            for text in texts:
                if match := re.search(re.escape(searched_text), text, re.IGNORECASE):
                    before, found, after = split_excerpt(text, *match.span())
                    excerpt = f"{before}{styled(found, 'bold')}{after}"
                    return f"{source} ({label}: {excerpt})" if label else excerpt
    return source


def _name_components(result: UnitSearchResult) -> Iterator[LocatedUnit]:
    """Yield the strings with the names of their components, also if only one component is searched."""
    return (each._replace(component_name=each.component_name or result.component_name) for each in result.units)


def create_unit_fields(located_unit: LocatedUnit) -> dict[str, Any]:
    """Return the JSON fields of a string. `source` and `target` are lists of plural forms.

    `line` is null if the file does not contain the string. If the string contains the name of its component, the first
    fields are the names of the project and the component.
    """
    unit = located_unit.unit
    project, _, component = located_unit.component_name.partition("/")
    return {
        **({"project": project, "component": component} if located_unit.component_name else {}),
        "language": located_unit.language.code,
        "file": located_unit.path,
        "line": unit.line or None,
        "context": unit.context,
        "source": unit.sources,
        "target": unit.targets,
        "state": located_unit.state_name,
        "flags": str(unit.flags),
        "checks": [{"id": finding.check, "message": finding.message} for finding in located_unit.findings],
        **create_change_fields(located_unit.source_change),
    }


def create_change_fields(change: SourceChange | None) -> dict[str, Any]:
    """Return the JSON fields of an outdated string. The first two are null if the change is not committed."""
    if change is None:
        return {}
    commit, date = change.commit or None, change.date or None
    return {"outdated_since": date, "outdated_commit": commit, "old_source": change.old_sources}


def describe_change(change: SourceChange) -> str:
    return f"{change.description}; was: {shorten_source(change.old_source)}"


def _render_json(result: UnitSearchResult, view: View) -> Iterator[str]:
    """Yield the list. A string that the search returns twice is one object with all its findings."""
    strings: dict[tuple[str, str, str, str], LocatedUnit] = {}
    for found in _name_components(result):
        key = (found.language.code, found.path, found.unit.context, found.unit.source)
        earlier = strings.get(key)
        strings[key] = found if earlier is None else earlier._replace(findings=earlier.findings + found.findings)
    yield json_document(whole_list([*map(create_unit_fields, strings.values())]), view)


def _render_markdown(result: UnitSearchResult) -> Iterator[str]:
    drawn = _draw_units(result.units, draw_markdown)
    yield "\n"
    yield from drawn


def _render_table(result: UnitSearchResult, view: View) -> Iterator[str]:
    return _draw_units(result.units, partial(draw_table, view=view._replace(width=view.width or _MAX_TABLE_WIDTH)))


def _draw_units(units: Iterable[LocatedUnit], draw: Callable[[TextTable], Iterator[str]]) -> Iterator[str]:
    """Yield the lines of a table with the gravest findings first."""
    rows = [row for found in units for row in _create_rows(found)]
    rows.sort(key=lambda row: _find_gravity(row[3]))
    return draw(TextTable(_COLUMNS, rows)) if rows else iter([_NO_STRINGS_TEXT])


def _create_rows(located_unit: LocatedUnit) -> Iterator[list[str]]:
    """Yield a row for each finding. If there are no findings, yield one row for the string."""
    common = [format_unit_location(located_unit), located_unit.language.code, located_unit.state_name]
    source = shorten_source(located_unit.unit.source)
    for finding in located_unit.findings:
        yield [*common, finding.check, source, finding.message]
    if not located_unit.findings:
        yield [*common, "", source, describe_change(located_unit.source_change) if located_unit.source_change else ""]


def _render_csv(result: UnitSearchResult, _: View) -> Iterator[str]:
    """Yield a row for each string. Plural forms are lines of one cell, and so are failing checks."""
    yield csv_rows([_CSV_FIELDS])
    for found in _name_components(result):
        fields = create_unit_fields(found)
        fields["checks"] = [check["id"] for check in fields["checks"]]
        cells = (fields.get(name, "") for name in _CSV_FIELDS)
        yield csv_rows([["\n".join(cell) if isinstance(cell, list) else cell for cell in cells]])


def _render_ids(result: UnitSearchResult, _: View) -> Iterator[str]:
    """Yield the commits that outdated strings, with the day and the subject as a comment."""
    ids = {found.source_change.commit for found in result.units if found.source_change and found.source_change.commit}
    for commit, date, subject in result.read_commits(ids) if result.read_commits else ():
        yield f"{commit} # {date} {escape_controls(subject)}\n"


def _create_annotations(result: UnitSearchResult) -> Iterator[Annotation]:
    for found in result.units:
        component_name = found.component_name or result.component_name
        if not found.findings and not found.is_from_comparison:
            rule = AnnotationRule(f"state/{found.state_name}", f"The string is {found.state_name}.")
            note = create_unit_annotation(found, AnnotationLevel.NOTE, rule, component_name, result.repository_top)
            change = found.source_change
            yield note._replace(message=f"{note.message} ({describe_change(change)})") if change else note
        for finding in found.findings:
            yield create_finding_annotation(found, finding, component_name, result.repository_top)
    for report in result.get_reports():
        yield from create_unreadable_file_annotations(report.component, report.failures, result.repository_top)


def create_finding_annotation(
    located_unit: LocatedUnit, finding: Finding, component_name: str, repository_top: str
) -> Annotation:
    """Return the annotation on a finding.

    The level is ERROR for a check of format strings, because a wrong format string may crash the program. The level is
    WARNING for all other checks.
    """
    is_format = CHECKS_BY_ID[finding.check].kind == "format"
    level = AnnotationLevel.ERROR if is_format else AnnotationLevel.WARNING
    rule = _create_check_rule(finding.check)
    annotation = create_unit_annotation(located_unit, level, rule, component_name, repository_top)
    return annotation._replace(message=finding.message, gap=-_find_gravity(finding.check))


@lru_cache(maxsize=256)
def _create_check_rule(check_id: str) -> AnnotationRule:
    """Return the rule of a check. The description is the first sentence of the check's page."""
    return AnnotationRule(check_id, read_check_page(CHECKS_BY_ID[check_id]).requirement)


OUTPUTS: Outputs[UnitSearchResult] = create_outputs(
    Output("text", _render_text),
    Output(CONCISE_FORMAT, _render_concise),
    Output("json", _render_json),
    ndjson_output(lambda result: map(create_unit_fields, _name_components(result))),
    Output("table", _render_table),
    markdown_output("units", _render_markdown),
    *annotation_outputs(_create_annotations),
    Output("csv", _render_csv),
    Output("summary", _render_summary),
    Output(IDS_FORMAT, _render_ids),
)
