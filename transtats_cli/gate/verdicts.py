"""What is found where a limit holds: the rule, the language, the figure, the limit, and what is missing to pass."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, Text
from transtats_cli.gate.limits import Limit, Limits
from transtats_cli.gate.measures import MEASURE_UNITS, Share, fewest_strings, share
from transtats_cli.languages import Language
from transtats_cli.report import FoundUnit, Record


class Verdict(NamedTuple):
    """One rule held against one language."""

    rule: str
    """As the option is called, without its dashes: `fail-under`."""
    language: Language
    path: str
    """The language's file, as it is named where the user works; empty where there is none."""
    is_met: bool
    figure: int
    """What was counted: of a share the part."""
    whole: int | None
    """Of a share all that there is; None where a number is held against a number."""
    subject: str
    """What is counted: a measure, `failing`, `fuzzy`, the id of a check."""
    limit: Limit
    missing: int = 0
    """The strings that are missing to pass: to be translated, or put right."""
    missing_amount: int = 0
    """The same in what the measure counts."""
    unit: str = "strings"
    """What the measure counts."""
    strings: tuple[FoundUnit, ...] = ()
    """The strings that it is about, where it is not about all that are left."""
    since: str = ""
    """The time that the language is compared with."""
    suggestion: str = ""
    """The language that a required one which is not there was perhaps meant to be."""


class LanguageData(NamedTuple):
    """What is known of one language when it is judged."""

    record: Record
    path: str
    """As it is named where the user works."""
    snapshot: Snapshot | None
    """All strings, where a rule needs them."""

    @property
    def strings(self) -> LanguageStrings | None:
        return self.snapshot.languages[self.record.language.code] if self.snapshot else None

    @property
    def texts(self) -> Sequence[Text]:
        return tuple(self.strings.texts.values()) if self.strings else ()


def check_limits(limits: Limits, data: LanguageData) -> Iterator[Verdict]:
    """Every limit that holds for the language, in the order in which options are listed."""
    yield from _fail_under(limits, data)
    yield from _at_most(limits, data)
    for check, limit in limits.checks(data.record.language.code).items():
        failing = [text for text in data.texts if any(finding.check == check for finding in text.findings)]
        strings = tuple(_found_unit(data, text, check) for text in failing)
        yield _number("max-check", data, check, len(failing), limit)._replace(strings=strings)


def _fail_under(limits: Limits, data: LanguageData) -> Iterator[Verdict]:
    language, statistics = data.record.language, data.record.statistics
    limit = limits.number("fail_under", language.code)
    if limit is None:
        return
    measure = limits.measure(language.code)
    figure = share(measure, statistics, data.strings)
    missing = amount = figure.missing(limit.number)
    if measure in MEASURE_UNITS and data.snapshot is not None:
        missing = fewest_strings(measure, amount, data.snapshot, data.texts)
    yield Verdict(
        "fail-under",
        language,
        data.path,
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


def _number(rule: str, data: LanguageData, subject: str, figure: int, limit: Limit) -> Verdict:
    missing = max(0, figure - int(limit.number))
    is_met = figure <= limit.number
    return Verdict(rule, data.record.language, data.path, is_met, figure, None, subject, limit, missing, missing)


def _found_unit(data: LanguageData, text: Text, check: str) -> FoundUnit:
    counting = tuple(finding for finding in text.findings if finding.check == check)
    return FoundUnit(data.record.language, data.path, text.unit, counting)
