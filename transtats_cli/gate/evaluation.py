"""Evaluate all limits of components, and the limit on the total of all components."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from transtats_cli.comparison.snapshot import Snapshot, take_snapshot
from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.gate import ratchet, verdicts
from transtats_cli.gate.freeze import check_freeze
from transtats_cli.gate.limits import (
    BASE,
    FAIL_UNDER,
    FAIL_UNDER_OVERALL,
    FAIL_UNDER_TOTAL,
    FREEZE,
    REQUIRE,
    ComponentLimits,
    Limit,
    LimitsError,
)
from transtats_cli.gate.ratchet import EarlierState
from transtats_cli.gate.verdicts import TOTAL_LANGUAGE, AgedString, MeasuredLanguage, Verdict, create_share_verdict
from transtats_cli.languages import language_by_code
from transtats_cli.measures import (
    COMPLETE_MEASURE,
    MEASURES,
    NOT_FAILING_MEASURE,
    Share,
    add_shares,
    join_measures,
)
from transtats_cli.nearest import find_similar_language
from transtats_cli.outdated.strings import OutdatedStrings
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit, Report
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.checking import find_checks, select_enabled_checks
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.pipeline.options import ScanOptions, StringSlice
from transtats_cli.scanning.pipeline.reference import read_reference
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.scanning.reading.reader import ComponentReader, StringsByIdentity

FindOutdated = Callable[[Component, Collection[str]], OutdatedStrings]
"""Function that returns the outdated strings of a component in languages with the given codes."""


class GateResult(NamedTuple):
    """Result of `gate` for one component: verdicts, and the data that shipping and output need."""

    component: Component
    verdicts: tuple[Verdict, ...]
    report: Report
    """Report of the scan, with the records that the limits were applied to, all failures and all warnings."""
    limits: ComponentLimits
    codes_by_spelling: Mapping[str, str]
    """Language codes of the component's files. The keys are the languages in the spelling of the file names."""
    snapshot: Snapshot | None = None
    """Strings of all languages. None if the strings are not needed to choose the languages to ship."""
    notes: tuple[Problem, ...] = ()
    unchecked: tuple[Problem, ...] = ()
    """Warnings about strings to which a limit could not be applied."""
    total_share: Share | None = None
    """Share of all languages together. None if no limit needs the share, or if the share cannot be computed."""
    unflagged_checks: frozenset[str] = frozenset()
    """Names of checks with a limit that run on no string, because they need a flag that no string has."""


def evaluate_component(
    component: Component,
    cli_limits: Sequence[GateSetting],
    find_earlier_state: Callable[[Component, ScanOptions], EarlierState | None],
    find_outdated: FindOutdated,
    scan: ScanOptions,
    folders: FolderListings,
    *,
    needs_reference: bool,
) -> GateResult:
    """Scan a component and evaluate all limits that apply to the component.

    `find_earlier_state` returns the earlier state of a component, or None if the component is not compared.
    `find_outdated` is called only if a limit needs the outdated strings. `folders` contains the folder listings of the
    working tree, which all components of the run share. With `needs_reference`, an unreadable template is a failure
    even if no limit needs the template.

    Raises TranstatsError for contradictory limits, unknown checks and unknown languages.
    """
    limits = ComponentLimits(component, cli_limits)
    languages = {file.language_part: file.language.code for file in find_translations(component, folders).translations}
    limits.reject_unknown_languages(languages.values())
    _reject_impossible_limits(component, limits)
    scan = scan._replace(runs_checks=_needs_checks(limits, scan, is_compared=needs_reference))
    # A freeze compares the references, and new strings may be in the reference only.
    needs_references = bool(limits.keys & {FREEZE.key, "count_new"})
    earlier_state = find_earlier_state(component, scan._replace(with_completeness=needs_references))
    report, snapshot = _scan_for_limits(component, limits, scan, folders, needs_strings=earlier_state is not None)
    if _needs_completeness(limits) and report.translations and not report.completeness:
        report = _add_template_failure(report, "cannot be read, so completeness cannot be checked")
    else:
        report = report._replace(warnings=(*report.warnings, *_warn_about_missing_strings(report, limits)))
    report, outdated, unchecked = _find_outdated_strings(report, limits, find_outdated, scan.where)
    reference: StringsByIdentity = {}
    has_reference = bool(ComponentReader(component).reference_path)
    # Without a reference file, all files would be read again.
    if not component.counts_missing_strings and (earlier_state is not None or (needs_reference and has_reference)):
        report, reference = _read_reference(report, folders)
    data = _measure_languages(report, snapshot, reference, outdated)
    all_verdicts = tuple(_evaluate_limits(limits, earlier_state, data, frozenset(languages.values())))
    if earlier_state is not None and not report.failures and _is_source_empty(component, reference):
        # Only this rule needs the number of strings of the earlier source.
        earlier_state = find_earlier_state(component, scan._replace(with_completeness=True)) or earlier_state
        all_verdicts += tuple(ratchet.check_emptied_source(limits, earlier_state))
    gone = _describe_gone_strings(component, all_verdicts)
    # If a file is unreadable, its strings are not gone.
    if gone and not has_reference and not report.failures:
        report = report._replace(warnings=(*report.warnings, gone))
    # With many components, keep the strings only if they are needed later.
    total = verdicts.compute_total_share(limits.find_measure(""), data) if FAIL_UNDER_OVERALL in limits.rules else None
    is_needed = "enable_at" in limits.keys and NOT_FAILING_MEASURE in limits.measures
    notes = [gone] if gone and has_reference else []
    if began := sum(each.uncounted_failures for each in all_verdicts):
        reason = "translations began to fail checks; --count-failing counts them as worse"
        notes.append(Problem(component.full_name, reason, detail=f"strings: {began}"))
    kept = snapshot if is_needed else None
    unflagged = _find_unflagged_checks(limits, data)
    return GateResult(
        component, all_verdicts, report, limits, languages, kept, tuple(notes), unchecked, total, unflagged
    )


def _measure_languages(
    report: Report,
    snapshot: Snapshot | None,
    reference: StringsByIdentity,
    outdated: Mapping[str, Sequence[AgedString]],
) -> list[MeasuredLanguage]:
    return [
        MeasuredLanguage(
            record,
            report.component.path_for_messages(record.path),
            snapshot,
            report.completeness.get(record.language.code),
            reference,
            outdated.get(record.path),
        )
        for record in report.translations
    ]


def _needs_checks(limits: ComponentLimits, scan: ScanOptions, *, is_compared: bool) -> bool:
    compares_findings = is_compared and "count_failing" in limits.keys
    is_limited = any(rule.needs_checks for rule in limits.rules) or NOT_FAILING_MEASURE in limits.measures
    return compares_findings or is_limited or (scan.where is not None and scan.where.needs_checks)


def _read_reference(report: Report, folders: FolderListings) -> tuple[Report, StringsByIdentity]:
    """Return the strings of the reference. If it cannot be read, the report gets a failure."""
    try:
        return report, read_reference(report.component, folders)
    except UnreadableFile as error:
        return _add_template_failure(report, error.reason, error.line), {}


def _is_source_empty(component: Component, reference: StringsByIdentity) -> bool:
    """Return True if the reference file has no strings. `reference` is that of a component of bilingual files."""
    reader = ComponentReader(component)
    is_bilingual = not component.counts_missing_strings
    return reader.has_empty_template or (is_bilingual and reader.reference_path != "" and not reference)


def _describe_gone_strings(component: Component, all_verdicts: Sequence[Verdict]) -> Problem | None:
    """Return a message about translated strings that no language has any more. None if there are no such strings."""
    most = max(all_verdicts, key=lambda verdict: verdict.gone_strings, default=None)
    if most is None or not most.gone_strings:
        return None
    has_reference = ComponentReader(component).reference_path
    source = ", and so is their source" if has_reference else "; no template shows if their source is gone, too"
    reason = f"strings that were translated at {most.earlier_state_name} are gone{source}"
    return Problem(component.full_name, reason, detail=f"strings: {most.gone_strings}")


def _scan_for_limits(
    component: Component, limits: ComponentLimits, scan: ScanOptions, folders: FolderListings, *, needs_strings: bool
) -> tuple[Report, Snapshot | None]:
    """Return the report and the snapshot of a component. The snapshot is None if no limit needs individual strings."""
    # `_warn_about_missing_strings` needs the comparison for each minimum.
    is_compared = _needs_completeness(limits) or any(rule.is_minimum for rule in limits.rules)
    compared_scan = scan._replace(with_completeness=is_compared, with_shares=True)
    if not (
        needs_strings
        or "max_check" in limits.keys
        or NOT_FAILING_MEASURE in limits.measures
        or any(MEASURES[measure].unit != "strings" for measure in limits.measures)
    ):
        return scan_component(component, compared_scan, folders), None
    snapshot = take_snapshot(component, compared_scan, folders)
    return snapshot.report, snapshot


def _find_outdated_strings(
    report: Report, limits: ComponentLimits, find_outdated: FindOutdated, where: StringSlice | None
) -> tuple[Report, dict[str, list[AgedString]], tuple[Problem, ...]]:
    """Return the report, the outdated strings of each file, oldest first, and the warnings about the history.

    If no string is known to be outdated or not, the report has a failure instead of the warnings.
    """
    if not (any(rule.needs_history for rule in limits.rules) and report.translations):
        return report, {}, ()
    component, now = report.component, time.time()
    languages = {record.path: record.language for record in report.translations}
    found = find_outdated(component, {language.code for language in languages.values()})
    for each in () if found.strings_by_path else found.warnings:
        reason = f"{each.reason.partition(';')[0]}, so limits on outdated strings cannot be checked"
        report = _add_template_failure(report, reason, each.line)
    aged: dict[str, list[AgedString]] = {}
    for path, strings in found.strings_by_path.items():
        if path in languages:
            place = languages[path], component.path_for_messages(path)
            located = (
                AgedString(LocatedUnit(*place, each.unit, source_change=each.source_change), each.count_days(now))
                for each in strings
            )
            selected = (each for each in located if where is None or where.matches(each.string))
            aged[path] = sorted(selected, key=lambda each: -each.days)
    return report, aged, found.warnings if found.strings_by_path else ()


def _needs_completeness(limits: ComponentLimits) -> bool:
    is_limited = any(rule.needs_completeness for rule in limits.rules)
    return is_limited or "enable_at" in limits.keys or COMPLETE_MEASURE in limits.measures


def _add_template_failure(report: Report, reason: str, line: int | None = None) -> Report:
    """Return the report with a failure of the template, unless the report has one."""
    component = report.component
    failure = Problem(ComponentReader(component).reference_path, reason, line)
    known = {each.path for each in report.failures}
    return report if failure.path in known else report._replace(failures=(*report.failures, failure))


def _warn_about_missing_strings(report: Report, limits: ComponentLimits) -> Iterator[Problem]:
    """Yield a warning for each file that lacks strings of the reference, if its limits do not count these strings.

    In a bilingual component, `fail_under` counts only the strings that the file contains. A file without a limit on the
    translated share gets no warning.
    """
    where = report.component.path_for_messages(report.reference) if report.reference else "all languages together"
    has_total = FAIL_UNDER_TOTAL in limits.rules or FAIL_UNDER_OVERALL in limits.rules
    counts_in_total = has_total and limits.find_measure("") != COMPLETE_MEASURE
    for record in report.translations:
        found, code = report.completeness.get(record.language.code), record.language.code
        has_limit = limits.find_limit("fail_under", code) is not None and limits.find_measure(code) != COMPLETE_MEASURE
        is_limited = (has_limit or counts_in_total) and limits.find_limit("max_missing", code) is None
        if found is not None and found.uncounted_missing and is_limited:
            yield Problem(
                report.component.path_for_messages(record.path),
                "strings are missing that --fail-under does not count; --measure complete counts them",
                detail=f"{found.uncounted_missing} of the {found.reference_total} strings of {where}",
            )


def _evaluate_limits(
    limits: ComponentLimits,
    earlier_state: EarlierState | None,
    languages: Sequence[MeasuredLanguage],
    language_codes: frozenset[str],
) -> Iterator[Verdict]:
    for data in languages:
        yield from verdicts.check_language_limits(limits, data)
        if earlier_state is not None:
            yield from ratchet.check_regression(limits, earlier_state, data, languages, len(language_codes))
    yield from verdicts.check_share_limit(FAIL_UNDER_TOTAL, TOTAL_LANGUAGE, limits, languages)
    if earlier_state is not None:
        if earlier_state.rule is BASE:
            yield from check_freeze(limits, earlier_state, languages)
        yield from ratchet.check_removed_languages(limits, earlier_state, language_codes)
    yield from _check_required_languages(limits, language_codes)


def _check_required_languages(limits: ComponentLimits, language_codes: frozenset[str]) -> Iterator[Verdict]:
    """Yield a verdict for each language that the setting `require` names."""
    required = limits.find_setting(REQUIRE.key, "")
    if required is None:
        return
    limit = Limit(Fraction(1), required.origin)
    for name in required.value:
        language = language_by_code(limits.component.resolve_language(name).code)
        is_there = language.code in language_codes
        suggestion = "" if is_there else find_similar_language(name, language_codes)
        verdict = Verdict(REQUIRE, language, limit, REQUIRE.subject, is_there, int(is_there))
        yield verdict._replace(unit="files", suggestion=suggestion)


def _reject_impossible_limits(component: Component, limits: ComponentLimits) -> None:
    """Raise LimitsError for limits that can never be met or can never fail."""
    enabled_checks = {*select_enabled_checks(component.checks)}
    for check, origin in limits.origins_by_check.items():
        try:
            checks = find_checks(check)
        except TranstatsError as error:
            raise LimitsError(f"{origin}: {error}") from error
        if checks[0].checks_source:
            raise LimitsError(f"{origin}: {check} checks the source language, and the gate covers translations only")
        if enabled_checks.isdisjoint(checks):
            raise LimitsError(
                f"{origin}: the check {check} is switched off by the settings (checks.select, checks.ignore)"
            )
    for rule in (FAIL_UNDER, FAIL_UNDER_TOTAL, FAIL_UNDER_OVERALL):
        least = limits.find_limit(rule.key, "")
        if least is not None and least.number and limits.find_measure("") == "approved" and not component.review:
            raise LimitsError(f"{least.origin}: with review = false, no string can be approved")


def _find_unflagged_checks(limits: ComponentLimits, languages: Sequence[MeasuredLanguage]) -> frozenset[str]:
    found = set()
    for name in limits.origins_by_check if languages else ():
        flags_by_check = [check.enabling_flags for check in find_checks(name)]
        flags = {*chain(*flags_by_check)}
        is_flagged = (not flags.isdisjoint(string.unit.flags) for each in languages for string in each.strings)
        if all(flags_by_check) and not any(is_flagged):
            found.add(name)
    return frozenset(found)


def find_idle_limits(results: Sequence[GateResult]) -> Iterator[Problem]:
    """Yield a warning for each limit on a check that runs on no string of any component."""
    running = {name for each in results for name in each.limits.origins_by_check.keys() - each.unflagged_checks}
    for each in results:
        for name in sorted(each.unflagged_checks - running):
            checks = find_checks(name)
            flag = " or ".join(checks[0].enabling_flags) if len(checks) == 1 else f"of a check about {name}"
            reason = f"no string has the flag {flag}, so nothing is checked; check_flags in the settings sets it"
            yield Problem(each.limits.origins_by_check[name], reason)


def check_overall_limit(results: Sequence[GateResult], *, is_all_selected: bool) -> Iterator[Verdict]:
    """Yield a verdict on the total of all components, if there is a limit for it.

    A limit in the settings applies only if `is_all_selected` is True, that is, if all components are selected. Raises
    LimitsError if the components have different measures.
    """
    shares = [result.total_share for result in results if result.total_share is not None]
    setting = results[0].limits.find_setting(FAIL_UNDER_OVERALL.key, "") if results else None
    limit = results[0].limits.find_limit(FAIL_UNDER_OVERALL.key, "") if results else None
    if setting is None or limit is None or not shares or not (is_all_selected or setting.is_option):
        return
    measures = sorted({result.limits.find_measure("") for result in results if result.total_share is not None})
    if not join_measures(measures):
        raise LimitsError(f"{limit.origin}: the components have different measures ({', '.join(measures)})")
    language = TOTAL_LANGUAGE._replace(name="All components")
    yield create_share_verdict(FAIL_UNDER_OVERALL, language, limit, join_measures(measures), add_shares(shares))
