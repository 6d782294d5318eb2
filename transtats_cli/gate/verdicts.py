"""Compare one language with its limits. A verdict contains the counted number, the limit and the missing strings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, SnapshotString
from transtats_cli.completeness import Completeness
from transtats_cli.gate.limits import Limit, Limits
from transtats_cli.gate.measures import COMPLETE, MEASURE_UNITS, Share, fewest_strings, share
from transtats_cli.languages import Language, language_by_code
from transtats_cli.report import FoundUnit, Record
from transtats_cli.scanning.pipeline.reference import ReferenceString

TOTAL = language_by_code("")._replace(code="", name="Total")
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
    """Name of the objects that are counted: a measure, `failing`, `fuzzy` or the id of a check."""
    limit: Limit
    missing: int = 0
    """Number of strings that must be translated or corrected until the limit is met."""
    missing_amount: int = 0
    """Number of strings, words or characters that are missing until the limit is met."""
    unit: str = "strings"
    """Unit of `figure`: strings, words or characters. `files` for a required language."""
    strings: tuple[FoundUnit, ...] = ()
    """Strings that count against the limit. Only set for `max-check` and for comparisons with an earlier state."""
    since: str = ""
    """Name of the earlier state with which the language is compared."""
    suggestion: str = ""
    """Name of a similar language with a file, if a required language has no file."""


class LanguageData(NamedTuple):
    """Data of one language that rules are applied to."""

    record: Record
    path: str
    """Path of the language's file as shown to users."""
    snapshot: Snapshot | None
    """Strings of all languages, if a rule needs them."""
    completeness: Completeness | None = None
    """Comparison with the template, if a rule needs it and the template can be read."""
    reference: Mapping[str, ReferenceString] = {}
    """Strings of the template, if the language is compared with an earlier state."""

    @property
    def strings(self) -> LanguageStrings | None:
        return self.snapshot.languages[self.record.language.code] if self.snapshot else None

    @property
    def texts(self) -> Sequence[SnapshotString]:
        return tuple(self.strings.strings_by_identity.values()) if self.strings else ()


def total_share(limits: Limits, languages: Sequence[LanguageData]) -> Share | None:
    """Return the share of all languages together. None without languages, or if one cannot be compared."""
    measure = limits.measure("")
    if not languages or (measure == COMPLETE and any(data.completeness is None for data in languages)):
        return None
    shares = [share(measure, data.record.statistics, data.strings, data.completeness) for data in languages]
    return Share(sum(each.part for each in shares), sum(each.whole for each in shares))


def check_total(limits: Limits, languages: Sequence[LanguageData]) -> Iterator[Verdict]:
    """Yield a verdict on the total of all languages of a component, if there is a limit for it."""
    limit = limits.number("fail_under_total", "")
    figure = None if limit is None else total_share(limits, languages)
    if limit is not None and figure is not None:
        texts = [text for data in languages for text in data.texts]
        yield _share_verdict("fail-under-total", TOTAL, limits.measure(""), figure, limit, languages[0].snapshot, texts)


def check_limits(limits: Limits, data: LanguageData) -> Iterator[Verdict]:
    """Yield a verdict for each limit of a language, in the order of the options in the help text."""
    yield from _fail_under(limits, data)
    yield from _at_most(limits, data)
    for check, limit in limits.checks(data.record.language.code).items():
        failing = [text for text in data.texts if any(finding.check == check for finding in text.findings)]
        strings = tuple(_found_unit(data, text, check) for text in failing)
        yield _number("max-check", data, check, len(failing), limit)._replace(strings=strings)


def _fail_under(limits: Limits, data: LanguageData) -> Iterator[Verdict]:
    language, statistics = data.record.language, data.record.statistics
    limit = limits.number("fail_under", language.code)
    measure = limits.measure(language.code)
    if limit is None or (measure == COMPLETE and data.completeness is None):
        return
    figure = share(measure, statistics, data.strings, data.completeness)
    verdict = _share_verdict("fail-under", language, measure, figure, limit, data.snapshot, data.texts)
    yield verdict._replace(path=data.path)


def _share_verdict(
    rule: str,
    language: Language,
    measure: str,
    figure: Share,
    limit: Limit,
    snapshot: Snapshot | None,
    texts: Iterable[SnapshotString],
) -> Verdict:
    """Return the verdict on a share. `snapshot` and `texts` are needed for measures that do not count strings."""
    missing = amount = figure.missing(limit.number)
    if measure in MEASURE_UNITS and snapshot is not None:
        missing = fewest_strings(measure, amount, snapshot, texts)
    return Verdict(
        rule,
        language,
        "",
        figure.reaches(limit.number),
        figure.part,
        figure.whole,
        measure,
        limit,
        missing,
        amount,
        MEASURE_UNITS.get(measure, "strings"),
    )


def _at_most(limits: Limits, data: LanguageData) -> Iterator[Verdict]:
    code, statistics = data.record.language.code, data.record.statistics
    limit = limits.number("max_failing", code)
    if limit is not None:
        yield _number("max-failing", data, "failing", statistics.failing, limit)
    limit = limits.number("max_failing_percent", code)
    if limit is not None:
        failing = Share(statistics.failing, statistics.total.strings)
        allowed = limit.number * failing.whole // 100
        yield _number("max-failing-percent", data, "failing", failing.part, limit)._replace(
            is_met=not failing.exceeds(limit.number),
            whole=failing.whole,
            missing=max(0, failing.part - allowed),
            missing_amount=max(0, failing.part - allowed),
        )
    limit = limits.number("max_fuzzy", code)
    if limit is not None:
        yield _number("max-fuzzy", data, "fuzzy", statistics.fuzzy.strings, limit)
    limit = limits.number("max_missing", code)
    if limit is not None and data.completeness is not None:
        yield _number("max-missing", data, "missing", data.completeness.missing, limit)


def _number(rule: str, data: LanguageData, subject: str, figure: int, limit: Limit) -> Verdict:
    missing = max(0, figure - int(limit.number))
    is_met = figure <= limit.number
    return Verdict(rule, data.record.language, data.path, is_met, figure, None, subject, limit, missing, missing)


def _found_unit(data: LanguageData, text: SnapshotString, check: str) -> FoundUnit:
    counting = tuple(finding for finding in text.findings if finding.check == check)
    return FoundUnit(data.record.language, data.path, text.unit, counting)
