"""Compare one language with its limits. A verdict contains the counted number, the limit and the missing strings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, SnapshotString
from transtats_cli.gate.limits import FAIL_UNDER, FAIL_UNDER_TOTAL, MAX_CHECK, MAXIMUMS, ComponentLimits, Limit, Rule
from transtats_cli.gate.measures import (
    COMPLETE_MEASURE,
    MEASURES,
    Share,
    add_shares,
    compute_share,
    count_fewest_sizes,
    is_string_done,
    select_count,
)
from transtats_cli.languages import Language, language_by_code
from transtats_cli.report import LocatedUnit, Record
from transtats_cli.scanning.pipeline.reference import ReferenceString
from transtats_cli.statistics import Completeness

TOTAL_LANGUAGE = language_by_code("")._replace(code="", name="Total")
"""Language of verdicts on the total of all languages. It has no code."""


class Verdict(NamedTuple):
    """Result of applying one rule to one language, or to the total of all languages."""

    rule: Rule
    language: Language
    path: str
    """Path of the file as shown to users, usually relative to the working directory. Empty if there is no file."""
    is_met: bool
    figure: int
    """Counted number. If the limit is a percentage, `figure` is the part and `whole` is the total number."""
    whole: int | None
    """Total number of which `figure` is a part. None if the limit is a plain number."""
    subject: str
    """Name of the objects that are counted: a measure, `failing`, `fuzzy`, `missing`, `file` or the id of a check."""
    limit: Limit
    missing_strings: int = 0
    """Number of strings to translate or correct until the limit is met. The file may contain these strings."""
    missing_amount: int = 0
    """Distance to the limit: the amount that is missing from a minimum, or that exceeds a maximum, in `unit`."""
    unit: str = "strings"
    """Unit of `figure`: strings, words or characters. `files` for a required language."""
    counted_strings: tuple[LocatedUnit, ...] = ()
    """Strings that count against the limit. Only set for `max-check` and for comparisons with an earlier state."""
    earlier_state_name: str = ""
    """Name of the earlier state with which the language is compared."""
    suggestion: str = ""
    """Name of a similar language with a file, if a required language has no file."""


class MeasuredLanguage(NamedTuple):
    """Data of one language that rules are applied to."""

    record: Record
    path: str
    """Path of the language's file as shown to users."""
    snapshot: Snapshot | None
    """Strings of all languages, if a rule needs them."""
    completeness: Completeness | None = None
    """Comparison with the template, if a rule needs it and the template can be read."""
    template_strings: Mapping[str, ReferenceString] = {}
    """Strings of the template, if the language is compared with an earlier state."""

    @property
    def language_strings(self) -> LanguageStrings | None:
        return self.snapshot.languages[self.record.language.code] if self.snapshot else None

    @property
    def strings(self) -> Sequence[SnapshotString]:
        """All strings of the language. Empty without a snapshot."""
        return tuple(self.language_strings.strings_by_identity.values()) if self.language_strings else ()


def compute_total_share(limits: ComponentLimits, languages: Sequence[MeasuredLanguage]) -> Share | None:
    """Return the share of all languages together.

    Return None if there are no languages, or if the measure needs the template and a language cannot be compared with
    the template.
    """
    measure = limits.find_measure("")
    if not languages or (measure == COMPLETE_MEASURE and any(data.completeness is None for data in languages)):
        return None
    return add_shares(
        [compute_share(measure, data.record.statistics, data.language_strings, data.completeness) for data in languages]
    )


def check_total_limit(limits: ComponentLimits, languages: Sequence[MeasuredLanguage]) -> Iterator[Verdict]:
    """Yield a verdict on the total of all languages of a component, if there is a limit for it."""
    limit = limits.find_limit(FAIL_UNDER_TOTAL.key, "")
    figure = None if limit is None else compute_total_share(limits, languages)
    if limit is not None and figure is not None:
        texts = [text for data in languages for text in data.strings]
        yield create_share_verdict(
            FAIL_UNDER_TOTAL, TOTAL_LANGUAGE, limits.find_measure(""), figure, limit, languages[0].snapshot, texts
        )


def check_language_limits(limits: ComponentLimits, measured_language: MeasuredLanguage) -> Iterator[Verdict]:
    """Yield a verdict for each limit of a language, in the order of the options in the help text."""
    record, path, snapshot, completeness, _ = measured_language
    code, measure = record.language.code, limits.find_measure(record.language.code)
    limit = limits.find_limit(FAIL_UNDER.key, code)
    if limit is not None and not (measure == COMPLETE_MEASURE and completeness is None):
        figure = compute_share(measure, record.statistics, measured_language.language_strings, completeness)
        strings = measured_language.strings
        verdict = create_share_verdict(FAIL_UNDER, record.language, measure, figure, limit, snapshot, strings)
        yield verdict._replace(path=path)
    statistics = record.statistics
    numbers = {
        "failing": statistics.failing,
        "fuzzy": statistics.fuzzy.strings,
        "missing": completeness.missing if completeness else None,
    }
    for rule in MAXIMUMS:
        limit, number = limits.find_limit(rule.key, code), numbers[rule.subject]
        if limit is not None and number is not None:
            whole = statistics.total.strings if rule.is_percent else None
            yield _create_number_verdict(rule, measured_language, rule.subject, number, limit, whole)
    for check, limit in limits.find_check_limits(code).items():
        failing = tuple(_find_failing_strings(measured_language, check))
        verdict = _create_number_verdict(MAX_CHECK, measured_language, check, len(failing), limit)
        yield verdict._replace(counted_strings=failing)


def _find_failing_strings(measured_language: MeasuredLanguage, check_id: str) -> Iterator[LocatedUnit]:
    """Yield the strings that fail a check, with the findings of this check."""
    for string in measured_language.strings:
        findings = tuple(finding for finding in string.findings if finding.check == check_id)
        if findings:
            yield LocatedUnit(measured_language.record.language, measured_language.path, string.unit, findings)


def create_share_verdict(
    rule: Rule,
    language: Language,
    measure: str,
    share: Share,
    limit: Limit,
    snapshot: Snapshot | None = None,
    strings: Iterable[SnapshotString] = (),
) -> Verdict:
    """Return the verdict on a share.

    Without `snapshot` and `strings`, the number of missing strings is 0 for a measure that does not count strings.
    """
    is_met, amount = share.reaches_percent(limit.number), share.count_missing(limit.number)
    missing, unit = amount, MEASURES[measure].unit
    if unit != "strings":
        unfinished = [string.unit for string in strings if not is_string_done(measure, string)]
        sizes = [select_count(measure, snapshot.count_string(unit)) for unit in unfinished] if snapshot else []
        # The largest strings are counted first.
        missing = count_fewest_sizes(sizes, amount)
    return Verdict(rule, language, "", is_met, *share, measure, limit, missing, amount, unit)


def _create_number_verdict(
    rule: Rule, measured_language: MeasuredLanguage, subject: str, figure: int, limit: Limit, whole: int | None = None
) -> Verdict:
    """Return the verdict on a maximum. If `whole` is not None, the limit is a percentage of it."""
    allowed = int(limit.number) if whole is None else limit.number * whole // 100
    missing = max(0, figure - allowed)
    is_met = figure <= limit.number if whole is None else not Share(figure, whole).exceeds_percent(limit.number)
    language, path = measured_language.record.language, measured_language.path
    return Verdict(rule, language, path, is_met, figure, whole, subject, limit, missing, missing)
