"""Explain the numbers of one language: its code, its plural rule, its counts, and the strings that are missing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.explanation.scan import ScannedLanguage
from transtats_cli.languages import Language, explain_language_code, language_by_code
from transtats_cli.measures import Share, measure_translated
from transtats_cli.model import State
from transtats_cli.plurals import PluralRule
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit, Record, Report
from transtats_cli.scanning.pipeline.checking import find_plural_rule
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.reference import MissingStringSearch
from transtats_cli.scanning.reading.reader import ComponentReader
from transtats_cli.statistics import Statistics


class LanguageExplanation(NamedTuple):
    """Reasons for the numbers of one language of a component."""

    component: Component
    record: Record
    path: str
    """Path of the file as shown in messages. Empty for a source language without a file."""
    is_source: bool
    written_code: str
    """Part of the path that names the language, or the setting `source_language`."""
    code_rule: str
    """Rule that maps the written code to the code of the language."""
    plural_rule: PluralRule
    plural_origin: str
    """Origin of the plural rule of the language in this component."""
    counts_by_state: Mapping[State, int]
    """Number of strings by state. States without strings are left out."""
    not_translated: Sequence[LocatedUnit]
    """Strings without a finished translation, in the order of the file."""
    missing: Sequence[LocatedUnit] | None
    """Strings of the gettext template that the file lacks. They are not counted.

    None for the source language, and if the component has no gettext template, or an unreadable one. Also None in a
    monolingual component, in which the strings that the file lacks are counted in the state `empty`.
    """
    complete_share: Share | None
    """Share of the strings of the template or of the source file that are translated. None if there is neither."""
    failing_counts_by_check: Mapping[str, int]
    """Number of failing strings by check, most strings first."""
    report: Report
    """Failures, warnings and notes of the scan and of the search for missing strings, without statistics."""

    @property
    def percentage_reason(self) -> str:
        """Reason for the value of `translated_percent`, as a sentence."""
        return explain_percentage(self.record.statistics)


def explain_language(scanned: ScannedLanguage) -> LanguageExplanation:
    """Return the reasons for the numbers of a language that was scanned."""
    component = scanned.component
    missing, failures = _find_missing_units(scanned)
    failing = Counter(finding.check for findings in scanned.findings.values() for finding in findings)
    return LanguageExplanation(
        component,
        scanned.record,
        component.path_for_messages(scanned.record.path) if scanned.record.path else "",
        scanned.is_source,
        scanned.language_part,
        _explain_code(component, scanned.language_part, scanned.language),
        *_explain_plural_rule(scanned),
        dict(sorted(Counter(unit.state for unit in scanned.units).items(), reverse=True)),
        [*_find_untranslated_units(scanned)],
        missing,
        scanned.complete_share,
        dict(sorted(failing.items(), key=lambda item: (-item[1], item[0]))),
        scanned.report._replace(failures=(*dict.fromkeys((*scanned.report.failures, *failures)),)),
    )


def explain_percentage(statistics: Statistics) -> str:
    """Return a sentence with the counts behind the translated percentage, and how the percentage was rounded."""
    share = measure_translated(statistics)
    (part, whole), shown = share, share.percent_done
    if not whole:
        return "There are no strings, which counts as 100 %."
    sentence = f"{part:,} of {whole:,} {'string is' if whole == 1 else 'strings are'} translated"
    if part == whole:
        return f"{sentence}."
    exact = 100 * part / whole
    if part and exact < shown:
        return f"{sentence}: {exact:.4g} %, printed as {shown}, the smallest share above 0."
    if 1000 * part % whole:
        # Three decimals, rounded down, so that a smaller share is never shown as 100.
        thousandths = 100_000 * part // whole
        return f"{sentence}: {thousandths // 1000}.{thousandths % 1000:03} %, rounded down to {shown}."
    return f"{sentence}: {shown} %."


def _explain_code(component: Component, written_code: str, language: Language) -> str:
    if written_code in component.aliases:
        return "an alias in the setting aliases"
    if language_by_code(written_code).code != language.code:
        return "a word that stands for the source language of the component"
    return explain_language_code(written_code)


def _explain_plural_rule(scanned: ScannedLanguage) -> tuple[PluralRule, str]:
    """Return the plural rule of a language in this component, and its origin."""
    translation = scanned.translation
    if translation is None:
        try:
            translation = ComponentReader(scanned.component).read_template()
        except UnreadableFile:
            return scanned.language.plural, "the table of languages, because the template is unreadable"
        if translation is None:
            return scanned.language.plural, "the table of languages, because there is no template"
    return find_plural_rule(scanned.component, translation)


def _find_untranslated_units(scanned: ScannedLanguage) -> Iterator[LocatedUnit]:
    for index, unit in enumerate(scanned.units):
        if unit.state < State.TRANSLATED:
            path = scanned.component.path_for_messages(scanned.find_path(index))
            yield LocatedUnit(scanned.language, path, unit, scanned.findings.get(index, ()))


def _find_missing_units(scanned: ScannedLanguage) -> tuple[list[LocatedUnit] | None, tuple[Problem, ...]]:
    """Return the strings of the gettext template that the file lacks, and the failures of the search.

    The strings are None if they cannot be found, see `LanguageExplanation.missing`.
    """
    component = scanned.component
    if scanned.is_source or component.template or not ComponentReader(component).reference_path:
        return None, ()
    search = MissingStringSearch(component, ScanOptions(languages=(scanned.language.code,)))
    units = [*search.find_units()]
    failures = search.build_report().failures
    return (None if failures else units), failures
