"""Results of one run of `gate`, and their formats.

In all formats the worst verdict comes first, which is the one with the largest gap. The text lists the strings that
break a limit, and sums up met verdicts in one line. A quiet text has only unmet verdicts, and a verbose text lists all
verdicts.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from transtats_cli.gate.baseline import Sections
from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import BASE, BASELINE, FREEZE, MAX_CHECK, REQUIRE
from transtats_cli.gate.verdicts import Verdict
from transtats_cli.languages import Language
from transtats_cli.measures import MEASURES, Share, add_shares
from transtats_cli.nearest import join_names
from transtats_cli.output import View
from transtats_cli.output.ci_formats import (
    Annotation,
    AnnotationLevel,
    AnnotationRule,
    annotation_outputs,
    create_unreadable_file_annotations,
    make_relative_to_top,
)
from transtats_cli.output.formats import Output, Outputs, create_outputs, json_output, markdown_output, ndjson_output
from transtats_cli.output.text import (
    escape_controls,
    escape_markdown,
    format_code_span,
    format_count,
    format_unit_location,
    shorten_source,
    wrap_at_blanks,
)
from transtats_cli.output.text_table import Column, TextTable, draw_markdown, draw_table
from transtats_cli.output.units import create_unit_fields, describe_change
from transtats_cli.report import LocatedUnit, find_measure
from transtats_cli.settings.documents import display_path

_COLUMNS = (
    Column(""),
    Column("Component"),
    Column("Language"),
    Column("Code"),
    Column("Rule"),
    Column("Of"),
    Column("Figure", is_number=True),
    Column("Limit", is_number=True),
    Column("To do", is_number=True),
)
_MAX_STRINGS_IN_TEXT = 10
"""Maximum number of strings shown for one verdict. The format JSON contains all strings."""
_MAX_STRINGS_IN_MARKDOWN = 20


class GateResults(NamedTuple):
    """Results of `gate` for all components of one run."""

    results: tuple[GateResult, ...]
    repository_top: str = ""
    """Directory relative to which paths are printed in formats for CI systems."""
    is_advisory: bool = False
    """True if unmet limits are reported, but do not change the exit code."""
    shipped_languages: Mapping[str, tuple[str, ...]] | None = None
    """Each component as `project/component`, with the codes of its languages to ship.

    A language to ship is translated enough to be released (`--enable-at`). None if these languages are not requested.
    """
    overall_verdicts: tuple[Verdict, ...] = ()
    """Verdicts on all components together."""
    baseline_path: str = ""
    new_baseline: Sections | None = None
    """Contents of the baseline file if it is written."""

    @property
    def has_several_components(self) -> bool:
        return len(self.results) > 1

    def list_verdicts(self) -> list[tuple[str, Verdict]]:
        """Return each verdict with its component as `project/component`, the worst verdict first.

        The component is empty for a verdict on all components together. Verdicts with equal gaps, such as those that
        are met, are in the order of evaluation: by the names of components and the codes of languages.
        """
        verdicts = [(result.component.full_name, verdict) for result in self.results for verdict in result.verdicts]
        verdicts += [("", verdict) for verdict in self.overall_verdicts]
        return sorted(verdicts, key=lambda each: -each[1].gap)

    @property
    def is_met(self) -> bool:
        return all(verdict.is_met for _, verdict in self.list_verdicts())

    def format_summary(self) -> str:
        """Return the numbers of unmet limits and of unreadable files, and the baseline that is written, as a phrase."""
        verdicts = [verdict for _, verdict in self.list_verdicts()]
        unmet = sum(not verdict.is_met for verdict in verdicts)
        paths = [each.component.path_for_messages(file.path) for each in self.results for file in each.report.failures]
        total = len(verdicts)
        unmet_limits = f"{unmet} of {format_count(total, 'limit')} {'is' if unmet == 1 else 'are'} not met"
        if paths and not verdicts:
            return f"No limit could be checked, because a file could not be read: {join_names(paths)}"
        if paths:
            limits = f"{unmet_limits}, and" if unmet else f"{total} of {format_count(total, 'limit')} met, but"
            return f"{limits} {format_count(len(paths), 'file')} could not be read"
        written = self._describe_new_baseline()
        if verdicts or not written:
            met_limits = f"{format_count(total, 'limit')}, all met" if verdicts else "No limit applies"
            return f"{unmet_limits if unmet else met_limits}{'; ' if written else ''}{written}"
        return written

    def _describe_new_baseline(self) -> str:
        """Return a phrase with the name and the size of the baseline file, or '' if the file is not written."""
        if self.new_baseline is None:
            return ""
        components = format_count(len(self.new_baseline), "component")
        languages = format_count(len({code for each in self.new_baseline.values() for code in each}), "language")
        return f"{display_path(self.baseline_path)} written ({components}, {languages})"


def _format_language(language: Language) -> str:
    """Return the name of a language with its code, or only the name of a total, which has no code."""
    return f"{language.name} ({language.code})" if language.code else language.name


def _render_text(results: GateResults, view: View) -> Iterator[str]:
    styled = view.style
    verdicts = results.list_verdicts()
    met = sum(verdict.is_met for _, verdict in verdicts)
    for component_name, verdict in verdicts:
        if view.is_verbose or not verdict.is_met:
            yield from _render_verdict(component_name if results.has_several_components else "", verdict, view)
    if 0 < met < len(verdicts) and not (view.is_verbose or view.is_quiet):
        yield f"{styled('✓', 'green')} {format_count(met, 'limit')} met; -v lists {'it' if met == 1 else 'them'}\n"
    yield from (f"{escape_controls(line)}\n" for line in _list_shipped_languages(results))
    has_summary = verdicts or results.shipped_languages is None or results.new_baseline is not None
    if has_summary and not view.is_quiet:
        yield f"{styled(f'{results.format_summary()}.', 'bold')}\n"


def _render_verdict(component_name: str, verdict: Verdict, view: View) -> Iterator[str]:
    styled = view.style
    prefix = f"{escape_controls(component_name)}  " if component_name else ""
    language = escape_controls(_format_language(verdict.language))
    origin = f"({escape_controls(verdict.limit.origin)})"
    text = f"{prefix}{language}: {escape_controls(describe_verdict(verdict))} {origin}"
    # Styled after wrapping, because escape sequences have no width.
    first, *rest = wrap_at_blanks(text, view.wrap_width, indent="  ")
    mark = styled("✓", "green") if verdict.is_met else styled("✗", "bold red")
    lines = [f"{mark} {first[2:].replace(language, styled(language, 'bold'), 1)}", *rest]
    if lines[-1].endswith(origin):
        lines[-1] = lines[-1].removesuffix(origin) + styled(origin, "dim")
    yield from (f"{line}\n" for line in lines)
    if not verdict.is_met:
        yield from _render_strings(verdict, view)


def _render_strings(verdict: Verdict, view: View) -> Iterator[str]:
    for found in verdict.counted_strings[:_MAX_STRINGS_IN_TEXT]:
        detail = " (missing)" if found.is_missing else _describe_change(found)
        text = f"{format_unit_location(found)}: {shorten_source(found.unit.source)}{detail}"
        yield from (f"{line}\n" for line in wrap_at_blanks(text, view.wrap_width, indent="    "))
    omitted = len(verdict.counted_strings) - _MAX_STRINGS_IN_TEXT
    if omitted > 0:
        yield f"    … and {omitted} more\n"


def _describe_change(found: LocatedUnit, escape: Callable[[str], str] = escape_controls) -> str:
    """Return what happened to the source of a string, or the checks' findings, in parentheses. '' if nothing is known.

    For an outdated string, this is its key, the commit and the old source.
    """
    if found.source_change is None:
        changes = "; ".join(each.message for each in found.findings)
        key = f"{found.unit.context}: " if found.unit.context else ""
        return changes and f" ({escape(f'{key}{shorten_source(changes)}')})"
    return f" ({escape(f'{found.unit.context}: {describe_change(found.source_change)}')})"


def _list_shipped_languages(results: GateResults) -> Iterator[str]:
    for component_name, languages in (results.shipped_languages or {}).items():
        prefix = f" {component_name}" if results.has_several_components else ""
        yield f"Ship{prefix}: {' '.join(languages) or 'nothing'}"


def _render_table(results: GateResults, view: View) -> Iterator[str]:
    verdicts = [each for each in results.list_verdicts() if not (view.is_quiet and each[1].is_met)]
    if verdicts:
        yield from draw_table(_create_table(results, verdicts), view)
        yield "" if view.is_quiet else "\n"
    yield from (f"{line}\n" for line in _list_shipped_languages(results))
    if not view.is_quiet:
        yield f"{results.format_summary()}.\n"


def _create_table(results: GateResults, verdicts: Iterable[tuple[str, Verdict]]) -> TextTable:
    return TextTable(
        _COLUMNS,
        [
            [
                "✓" if verdict.is_met else "✗",
                component_name if results.has_several_components else "",
                verdict.language.name,
                verdict.language.code,
                verdict.rule.name,
                verdict.subject,
                format_figure(verdict),
                format_limit(verdict),
                "" if verdict.is_met or not verdict.missing_strings else str(verdict.missing_strings),
            ]
            for component_name, verdict in verdicts
        ],
    )


def _render_markdown(results: GateResults) -> Iterator[str]:
    """Yield Markdown. The table of met limits is folded."""
    verdicts = results.list_verdicts()
    unmet = [each for each in verdicts if not each[1].is_met]
    met = verdicts[len(unmet) :]
    yield f"**{results.format_summary()}.**\n"
    if unmet:
        yield "\n"
        yield from draw_markdown(_create_table(results, unmet))
    for shipped in _list_shipped_languages(results):
        yield f"\n{escape_markdown(shipped)}\n"
    yield from _render_markdown_strings(each for _, each in unmet if each.counted_strings)
    if met:
        yield f"\n<details><summary>{format_count(len(met), 'limit')} met</summary>\n\n"
        yield from draw_markdown(_create_table(results, met))
        yield "\n</details>\n"


def _render_markdown_strings(verdicts: Iterable[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        yield f"\n{escape_markdown(verdict.language.name)}: {escape_markdown(describe_verdict(verdict))}\n\n"
        for found in verdict.counted_strings[:_MAX_STRINGS_IN_MARKDOWN]:
            source = format_code_span(shorten_source(found.unit.source))
            detail = _describe_change(found, escape_markdown)
            yield f"- {escape_markdown(format_unit_location(found))}: {source}{detail}\n"
        omitted = len(verdict.counted_strings) - _MAX_STRINGS_IN_MARKDOWN
        if omitted > 0:
            yield f"- {format_count(omitted, 'more string')}\n"


def _create_document(results: GateResults) -> dict[str, Any]:
    records = [record for result in results.results for record in result.report.translations]
    share = add_shares(record.share for record in records)
    return {
        "met": results.is_met,
        "measure": find_measure(result.report for result in results.results),
        "percent": share.percent if share.whole else None,
        "verdicts": [_create_verdict_fields(*each) for each in results.list_verdicts()],
        **({} if results.shipped_languages is None else {"ship": results.shipped_languages}),
    }


def _create_rows(results: GateResults) -> Iterator[dict[str, Any]]:
    for component_name, verdict in results.list_verdicts():
        yield _create_verdict_fields(component_name, verdict)
    for component_name, languages in (results.shipped_languages or {}).items():
        project, _, component = component_name.partition("/")
        yield {"project": project, "component": component, "ship": languages}


def _create_verdict_fields(component_name: str, verdict: Verdict) -> dict[str, Any]:
    """Return the JSON fields of a verdict. `total` and `percent` are null if the limit is a plain number.

    `language` is null for a total of languages. `project` and `component` are null for a verdict on all components
    together.
    """
    project, _, component = component_name.partition("/")
    return {
        "project": project or None,
        "component": component or None,
        "language": verdict.language.code or None,
        "file": verdict.path or None,
        "rule": verdict.rule.name,
        "of": verdict.subject,
        "met": verdict.is_met,
        "figure": verdict.figure,
        "total": verdict.whole,
        "percent": None if verdict.whole is None else compute_percent(verdict),
        "limit": str(verdict.limit),
        "said_by": verdict.limit.origin,
        "missing_strings": verdict.missing_strings,
        "missing": verdict.missing_amount,
        "unit": verdict.unit,
        "message": describe_verdict(verdict),
        "strings": [create_unit_fields(found) for found in verdict.counted_strings],
    }


def _create_annotations(results: GateResults) -> Iterator[Annotation]:
    """Yield an annotation for each verdict, for each string of an unmet verdict, and for each unreadable file."""
    for result in results.results:
        for verdict in result.verdicts:
            annotation = _create_verdict_annotation(results, result, verdict)
            yield annotation
            for found in () if verdict.is_met else verdict.counted_strings:
                messages = [finding.message for finding in found.findings] or [
                    f"{found.state_name}{_describe_change(found)}"
                ]
                yield annotation._replace(
                    path=make_relative_to_top(found.path, results.repository_top),
                    line=found.unit.line,
                    message=f"{shorten_source(found.unit.source)}: {'; '.join(messages)}",
                    distinguishing_texts=(verdict.subject, found.unit.context, found.unit.source),
                    is_detail=True,
                    gap=0,
                )
        yield from create_unreadable_file_annotations(result.component, result.report.failures, results.repository_top)
    for verdict in results.overall_verdicts:
        # An annotation needs a file, and no file is that of all components.
        annotation = _create_verdict_annotation(results, results.results[0], verdict)
        yield annotation._replace(title=verdict.language.name, component_name=verdict.language.name)


def _create_verdict_annotation(results: GateResults, result: GateResult, verdict: Verdict) -> Annotation:
    unmet = AnnotationLevel.WARNING if results.is_advisory else AnnotationLevel.ERROR
    component_name = result.component.full_name
    return Annotation(
        AnnotationLevel.PASSED if verdict.is_met else unmet,
        AnnotationRule(f"gate/{verdict.rule.name}", verdict.rule.requirement),
        make_relative_to_top(verdict.path or _find_verdict_path(result, verdict), results.repository_top),
        0,
        f"{component_name}: {_format_language(verdict.language)}",
        f"{describe_verdict(verdict)} ({verdict.limit.origin})",
        component_name,
        create_test_case_name(verdict),
        ("verdict", verdict.subject),
        gap=verdict.gap,
    )


def _find_verdict_path(result: GateResult, verdict: Verdict) -> str:
    """Return a path for a verdict without a file.

    For a language, the path is that of the file that the language should have. For a total, the path is that of the
    component's first file. If the component has no files, the path is its file mask without `*`.
    """
    component = result.component
    if verdict.language.code or not result.report.translations:
        return os.path.join(component.root, component.filemask.replace("*", verdict.language.code))
    return component.path_for_messages(result.report.translations[0].path)


def format_figure(verdict: Verdict) -> str:
    """Return the figure of a verdict as text: a number or a percentage.

    The figure of a required language is `there` or `missing`.
    """
    if verdict.rule is REQUIRE:
        return "there" if verdict.is_met else "missing"
    if verdict.whole is None:
        return str(verdict.figure)
    return f"{compute_percent(verdict)}%"


def compute_percent(verdict: Verdict) -> float:
    """Return the counted number of a verdict as a percentage, rounded down, for display only.

    A limit is compared with integers, not with this percentage. If the total number is 0, return 100 for a minimum
    limit and 0 for a maximum limit.
    """
    share = Share(verdict.figure, verdict.whole or 0)
    return share.percent_done if verdict.rule.is_minimum else share.percent


def format_limit(verdict: Verdict) -> str:
    """Return the limit of a verdict as text: `>= 90%`, or `a file` for a required language."""
    if verdict.rule is REQUIRE:
        return "a file"
    return f"{'>=' if verdict.rule.is_minimum else '<='} {verdict.limit}"


def create_test_case_name(verdict: Verdict) -> str:
    """Return a name for a verdict that is the same in every run.

    The name consists of language, rule and limit. It does not contain the figure.
    """
    # Of these rules, a language can have several verdicts with different subjects.
    has_subject = verdict.rule.is_minimum or verdict.rule is MAX_CHECK
    subject = f" {verdict.subject}" if has_subject else ""
    return f"{verdict.language.code or verdict.language.name}: {verdict.rule.name}{subject} {format_limit(verdict)}"


def describe_verdict(verdict: Verdict) -> str:
    """Return the figure and the limit of a verdict as a sentence.

    If the limit is not met, the sentence contains the number of missing strings.
    """
    if verdict.rule.is_minimum:
        sentence = _describe_share(verdict)
    elif verdict.rule in (BASE, BASELINE):
        sentence = _describe_regression(verdict)
    elif verdict.rule is REQUIRE:
        sentence = "required, and there" if verdict.is_met else "required"
    else:
        s = "" if verdict.figure == 1 else "s"
        counted = verdict.rule.counted.format(count=verdict.figure, s=s, subject=verdict.subject)
        share = "" if verdict.whole is None else f", {compute_percent(verdict)}% of {verdict.whole}"
        sentence = f"{counted}{share}, at most {verdict.limit} allowed"
    return sentence if verdict.is_met else f"{sentence}: {_describe_missing_strings(verdict)}"


def _describe_missing_strings(verdict: Verdict) -> str:
    if verdict.rule is REQUIRE:
        return "there is no file of it" + (f"; did you mean {verdict.suggestion!r}?" if verdict.suggestion else "")
    strings = format_count(verdict.missing_strings, "string")
    task = MEASURES[verdict.subject].task if verdict.rule.is_minimum else "to fix"
    if verdict.unit in ("strings", "days"):
        return f"{strings} {task}"
    amount = f"{verdict.missing_amount} {verdict.unit} {task}"
    return f"{amount}, in {strings} at least" if verdict.missing_strings else amount


def _describe_share(verdict: Verdict) -> str:
    done = f"{verdict.figure} of {verdict.whole} {verdict.unit}" if verdict.whole else "there is nothing to translate"
    return f"{compute_percent(verdict)}% {MEASURES[verdict.subject].phrase} ({done}), at least {verdict.limit} wanted"


def _describe_regression(verdict: Verdict) -> str:
    if not verdict.figure:
        strings = format_count(verdict.gone_strings, "translated string")
        gone = f", {strings} of it {'is' if verdict.gone_strings == 1 else 'are'} gone" if verdict.gone_strings else ""
        return f"nothing got worse since {verdict.earlier_state_name}{gone}"
    if verdict.subject == FREEZE.subject:
        earlier = f"{verdict.figure} at {verdict.earlier_state_name} (--allow-drop 100% allows it)"
        return f"{verdict.path} has no strings any more, and had {earlier}"
    if not verdict.path:
        lost = f"{format_count(verdict.figure, 'translation')} of {verdict.earlier_state_name}"
        are_lost = f"{lost} {'is' if verdict.figure == 1 else 'are'} lost (--allow-drop 100% allows it)"
        return f"there is no file any more, and {are_lost}"
    worse = f"{format_count(verdict.figure, 'string')} got worse since {verdict.earlier_state_name}"
    missing = verdict.figure - sum(not found.is_missing for found in verdict.counted_strings)
    which, hint = (f" {missing} of them missing from the file,", " (--allow-drop allows more)") if missing else ("", "")
    return f"{worse},{which} at most {verdict.limit} allowed{hint}"


OUTPUTS: Outputs[GateResults] = create_outputs(
    Output("text", _render_text, shows_shares=True),
    Output("table", _render_table, shows_shares=True),
    json_output(_create_document),
    ndjson_output(_create_rows),
    markdown_output("gate", _render_markdown),
    *annotation_outputs(_create_annotations),
)
