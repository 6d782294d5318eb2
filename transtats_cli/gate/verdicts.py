"""Compare one language with its limits. A verdict contains the counted number, the limit and the missing strings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, SnapshotString
from transtats_cli.completeness import Completeness
from transtats_cli.gate.limits import ComponentLimits, Limit
from transtats_cli.gate.measures import (
    COMPLETE_MEASURE,
    COUNTED_ITEMS_BY_MEASURE,
    Share,
    compute_share,
    count_fewest_strings,
)
from transtats_cli.languages import Language, language_by_code
from transtats_cli.report import LocatedUnit, Record
from transtats_cli.scanning.pipeline.reference import ReferenceString

TOTAL_LANGUAGE = language_by_code("")._replace(code="", name="Total")
"""Language of verdicts on the total of all languages. It has no code."""


class Verdict(NamedTuple):
    """Result of applying one rule to one language, or to the total of all languages."""

    rule: str
    """Name of the option that sets the limit, without leading dashes: `fail-under`."""
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


class Maximum(NamedTuple):
    """Limit on a number of strings of a language."""

    subject: str
    """What is counted, as in `Verdict.subject`."""
    read_number: Callable[[MeasuredLanguage], int | None]
    """Function that returns the number, or None if the language cannot be compared with the template."""
    is_share: bool = False
    """True if the limit is a percentage of all strings of the language."""
    needs_checks: bool = False
    needs_completeness: bool = False


MAXIMUMS = {
    "max_failing": Maximum("failing", lambda data: data.record.statistics.failing, needs_checks=True),
    "max_failing_percent": Maximum(
        "failing", lambda data: data.record.statistics.failing, is_share=True, needs_checks=True
    ),
    "max_fuzzy": Maximum("fuzzy", lambda data: data.record.statistics.fuzzy.strings),
    "max_missing": Maximum(
        "missing",
        lambda data: None if data.completeness is None else data.completeness.missing,
        needs_completeness=True,
    ),
}
"""Limits on numbers of strings by setting, in the order of the options in the help text."""


def compute_total_share(limits: ComponentLimits, languages: Sequence[MeasuredLanguage]) -> Share | None:
    """Return the share of all languages together.

    Return None if there are no languages, or if the measure needs the template and a language cannot be compared with
    the template.
    """
    measure = limits.find_measure("")
    if not languages or (measure == COMPLETE_MEASURE and any(data.completeness is None for data in languages)):
        return None
    shares = [
        compute_share(measure, data.record.statistics, data.language_strings, data.completeness) for data in languages
    ]
    return Share(sum(each.part for each in shares), sum(each.whole for each in shares))


def check_total_limit(limits: ComponentLimits, languages: Sequence[MeasuredLanguage]) -> Iterator[Verdict]:
    """Yield a verdict on the total of all languages of a component, if there is a limit for it."""
    limit = limits.find_limit("fail_under_total", "")
    figure = None if limit is None else compute_total_share(limits, languages)
    if limit is not None and figure is not None:
        texts = [text for data in languages for text in data.strings]
        yield _create_share_verdict(
            "fail-under-total", TOTAL_LANGUAGE, limits.find_measure(""), figure, limit, languages[0].snapshot, texts
        )


def check_language_limits(limits: ComponentLimits, measured_language: MeasuredLanguage) -> Iterator[Verdict]:
    """Yield a verdict for each limit of a language, in the order of the options in the help text."""
    yield from _check_fail_under(limits, measured_language)
    yield from _check_maximums(limits, measured_language)
    for check, limit in limits.find_check_limits(measured_language.record.language.code).items():
        failing = [
            text for text in measured_language.strings if any(finding.check == check for finding in text.findings)
        ]
        strings = tuple(_create_located_unit(measured_language, text, check) for text in failing)
        yield _create_number_verdict("max-check", measured_language, check, len(failing), limit)._replace(
            counted_strings=strings
        )


def _check_fail_under(limits: ComponentLimits, measured_language: MeasuredLanguage) -> Iterator[Verdict]:
    language, statistics = measured_language.record.language, measured_language.record.statistics
    limit = limits.find_limit("fail_under", language.code)
    measure = limits.find_measure(language.code)
    if limit is None or (measure == COMPLETE_MEASURE and measured_language.completeness is None):
        return
    figure = compute_share(measure, statistics, measured_language.language_strings, measured_language.completeness)
    verdict = _create_share_verdict(
        "fail-under", language, measure, figure, limit, measured_language.snapshot, measured_language.strings
    )
    yield verdict._replace(path=measured_language.path)


def _create_share_verdict(
    rule: str,
    language: Language,
    measure: str,
    share: Share,
    limit: Limit,
    snapshot: Snapshot | None,
    strings: Iterable[SnapshotString],
) -> Verdict:
    """Return the verdict on a share. `snapshot` and `strings` are needed for measures that do not count strings."""
    missing = amount = share.count_missing(limit.number)
    if measure in COUNTED_ITEMS_BY_MEASURE and snapshot is not None:
        missing = count_fewest_strings(measure, amount, snapshot, strings)
    return Verdict(
        rule,
        language,
        "",
        share.reaches_percent(limit.number),
        share.part,
        share.whole,
        measure,
        limit,
        missing,
        amount,
        COUNTED_ITEMS_BY_MEASURE.get(measure, "strings"),
    )


def _check_maximums(limits: ComponentLimits, measured_language: MeasuredLanguage) -> Iterator[Verdict]:
    record = measured_language.record
    for key, maximum in MAXIMUMS.items():
        limit = limits.find_limit(key, record.language.code)
        figure = None if limit is None else maximum.read_number(measured_language)
        if limit is not None and figure is not None:
            whole = record.statistics.total.strings if maximum.is_share else None
            yield _create_number_verdict(
                key.replace("_", "-"), measured_language, maximum.subject, figure, limit, whole
            )


def _create_number_verdict(
    rule: str, measured_language: MeasuredLanguage, subject: str, figure: int, limit: Limit, whole: int | None = None
) -> Verdict:
    """Return the verdict on a maximum. If `whole` is not None, the limit is a percentage of it."""
    allowed = int(limit.number) if whole is None else limit.number * whole // 100
    missing = max(0, figure - allowed)
    is_met = figure <= limit.number if whole is None else not Share(figure, whole).exceeds_percent(limit.number)
    language, path = measured_language.record.language, measured_language.path
    return Verdict(rule, language, path, is_met, figure, whole, subject, limit, missing, missing)


def _create_located_unit(measured_language: MeasuredLanguage, string: SnapshotString, check_id: str) -> LocatedUnit:
    counting = tuple(finding for finding in string.findings if finding.check == check_id)
    return LocatedUnit(measured_language.record.language, measured_language.path, string.unit, counting)
