"""Compare one language with its limits. A verdict contains the counted number, the limit and the missing strings."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.comparison.snapshot import Snapshot, SnapshotString
from transtats_cli.gate.limits import FAIL_UNDER, MAX_CHECK, MAXIMUMS, ComponentLimits, Limit, Rule
from transtats_cli.languages import Language, language_by_code
from transtats_cli.measures import (
    COMPLETE_MEASURE,
    MEASURES,
    Share,
    add_shares,
    compute_share,
    is_string_done,
    select_count,
)
from transtats_cli.model import Unit
from transtats_cli.report import LocatedUnit, Record
from transtats_cli.scanning.pipeline.checking import find_checks
from transtats_cli.statistics import Completeness

TOTAL_LANGUAGE = language_by_code("")._replace(code="", name="Total")
"""Language of verdicts on the total of all languages. It has no code."""


class Verdict(NamedTuple):
    """Result of applying one rule to one language, or to the total of all languages."""

    rule: Rule
    language: Language
    limit: Limit
    subject: str
    """Name of the objects that are counted: a measure, the `subject` of the rule, or the id of a check."""
    is_met: bool
    figure: int
    """Counted number. If the limit is a percentage, `figure` is the part and `whole` is the total number."""
    whole: int | None = None
    """Total number of which `figure` is a part. None if the limit is a plain number."""
    path: str = ""
    """Path of the file as shown to users, usually relative to the working directory. Empty if there is no file."""
    missing_strings: int = 0
    """Number of strings to translate or correct until the limit is met. The file may contain these strings."""
    missing_amount: int = 0
    """Distance to the limit: the amount that is missing from a minimum, or that exceeds a maximum, in `unit`."""
    unit: str = "strings"
    """Unit of `figure`: strings, words, characters or days. `files` for a required language."""
    counted_strings: tuple[LocatedUnit, ...] = ()
    """Strings that count against the limit.

    Only set for `max-check`, for outdated strings and for comparisons with an earlier state.
    """
    earlier_state_name: str = ""
    """Name of the earlier state with which the language is compared."""
    gone_strings: int = 0
    """Number of strings that were done at the earlier time, and are neither in the file nor in the reference now."""
    uncounted_failures: int = 0
    """Number of strings that fail checks now, failed none earlier, and do not count as worse."""
    suggestion: str = ""
    """Name of a similar language with a file, if a required language has no file."""

    @property
    def gap(self) -> int:
        """Distance to the limit, by which verdicts are sorted: missing strings, or else missing words or characters.

        The distance is 0 if the limit is met, and the largest number if nothing can be counted, such as for a required
        language without a file.
        """
        return 0 if self.is_met else self.missing_strings or self.missing_amount or sys.maxsize


class AgedString(NamedTuple):
    """Outdated string, and the number of days since the commit that outdated it."""

    string: LocatedUnit
    days: int


class MeasuredLanguage(NamedTuple):
    """Data of one language that rules are applied to."""

    record: Record
    path: str
    """Path of the language's file as shown to users."""
    snapshot: Snapshot | None
    """Strings of all languages, if a rule needs them."""
    completeness: Completeness | None = None
    """Comparison with the template, if a rule needs it and the template can be read."""
    template_strings: Mapping[str, tuple[str, Unit]] = {}
    """Path and unit of each string of the template by identity, if the language is compared with an earlier state."""

    outdated: Sequence[AgedString] | None = None
    """Outdated strings, the oldest one first. None if no rule needs them, or if they are not known."""

    @property
    def strings(self) -> Sequence[SnapshotString]:
        """All strings of the language. Empty without a snapshot."""
        if self.snapshot is None:
            return ()
        return tuple(self.snapshot.languages[self.record.language.code].strings_by_identity.values())

    def compute_share(self, measure: str) -> Share:
        statistics = self.record.statistics
        return compute_share(measure, statistics, self.completeness, self.strings, largest=self.record.largest_file)


def compute_total_share(measure: str, languages: Sequence[MeasuredLanguage]) -> Share | None:
    """Return the share of some languages together.

    Return None if there are no languages, or if the measure needs the template and a language cannot be compared with
    the template.
    """
    if not languages or (measure == COMPLETE_MEASURE and any(data.completeness is None for data in languages)):
        return None
    return add_shares([data.compute_share(measure) for data in languages])


def check_share_limit(
    rule: Rule, language: Language, limits: ComponentLimits, languages: Sequence[MeasuredLanguage]
) -> Iterator[Verdict]:
    """Yield a verdict on the share of some languages together, if `language` has a limit for it.

    `language` is the only one of the languages, or a total.
    """
    limit, measure = limits.find_limit(rule.key, language.code), limits.find_measure(language.code)
    share = None if limit is None else compute_total_share(measure, languages)
    if limit is not None and share is not None:
        yield create_share_verdict(rule, language, limit, measure, share, languages)


def check_language_limits(limits: ComponentLimits, data: MeasuredLanguage) -> Iterator[Verdict]:
    """Yield a verdict for each limit of a language, in the order of the options in the help text."""
    language, statistics = data.record.language, data.record.statistics
    for verdict in check_share_limit(FAIL_UNDER, language, limits, [data]):
        yield verdict._replace(path=data.path)
    numbers = {
        "failing": statistics.failing,
        "fuzzy": statistics.fuzzy.strings,
        "missing": data.completeness.missing if data.completeness else None,
        "stale": data.completeness.stale if data.completeness else None,
        "outdated": None if data.outdated is None else len(data.outdated),
        "outdated-days": None if data.outdated is None else max((each.days for each in data.outdated), default=0),
    }
    for rule in MAXIMUMS:
        limit, number = limits.find_limit(rule.key, language.code), numbers[rule.subject]
        if limit is not None and number is not None:
            whole = statistics.total.strings if rule.is_percent else None
            verdict = _create_number_verdict(rule, data, rule.subject, number, limit, whole)
            yield _add_outdated_strings(verdict, data.outdated or ()) if rule.needs_history else verdict
    for check, limit in limits.find_check_limits(language.code).items():
        ids = {each.id for each in find_checks(check)}
        found = [(string.unit, tuple(each for each in string.findings if each.check in ids)) for string in data.strings]
        failing = tuple(LocatedUnit(language, data.path, unit, findings) for unit, findings in found if findings)
        verdict = _create_number_verdict(MAX_CHECK, data, check, len(failing), limit)
        yield verdict._replace(counted_strings=failing)


def _add_outdated_strings(verdict: Verdict, outdated: Sequence[AgedString]) -> Verdict:
    """Return the verdict with the strings that count against its limit: all, or those that are too old."""
    if verdict.subject == "outdated":
        return verdict._replace(counted_strings=tuple(each.string for each in outdated))
    too_old = tuple(each.string for each in outdated if each.days > verdict.limit.number)
    return verdict._replace(counted_strings=too_old, missing_strings=len(too_old), unit="days")


def create_share_verdict(
    rule: Rule,
    language: Language,
    limit: Limit,
    measure: str,
    share: Share,
    languages: Sequence[MeasuredLanguage] = (),
) -> Verdict:
    """Return the verdict on a share.

    Without `languages`, the number of missing strings is 0 for a measure that does not count strings.
    """
    percent = limit.number.as_integer_ratio()
    is_met, amount = share.reaches(*percent), share.count_missing(*percent)
    missing, unit = amount, MEASURES[measure].unit
    if unit != "strings":
        sizes = [
            select_count(measure, data.snapshot.count_string(string.unit))
            for data in languages
            for string in data.strings
            if data.snapshot and not is_string_done(measure, string)
        ]
        # The largest strings are counted first.
        missing = count_fewest_sizes(sizes, amount)
    return Verdict(rule, language, limit, measure, is_met, *share, "", missing, amount, unit)


def _create_number_verdict(
    rule: Rule, data: MeasuredLanguage, subject: str, figure: int, limit: Limit, whole: int | None = None
) -> Verdict:
    """Return the verdict on a maximum. If `whole` is not None, the limit is a percentage of it."""
    allowed = int(limit.number) if whole is None else limit.number * whole // 100
    missing = max(0, figure - allowed)
    is_met = (
        figure <= limit.number if whole is None else not Share(figure, whole).exceeds(*limit.number.as_integer_ratio())
    )
    return Verdict(rule, data.record.language, limit, subject, is_met, figure, whole, data.path, missing, missing)


def count_fewest_sizes(sizes: Iterable[int], required_sum: int | Fraction) -> int:
    """Return the smallest number of sizes whose sum reaches `required_sum`."""
    strings = 0
    for size in sorted(sizes, reverse=True):
        if required_sum <= 0:
            break
        required_sum -= size
        strings += 1
    return strings
