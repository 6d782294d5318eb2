"""What is found where a limit holds: the rule, the language, the figure, the limit, and what is missing to pass."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from transtats_cli.comparison.snapshot import LanguageStrings, Snapshot, Text
from transtats_cli.gate.limits import Limit, Limits
from transtats_cli.gate.measures import UNITS, Share, fewest, share
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
    meant: str = ""
    """The language that a required one which is not there was perhaps meant to be."""


class Findings(NamedTuple):
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


def judge(limits: Limits, findings: Findings) -> Iterator[Verdict]:
    """Every limit that holds for the language, in the order in which options are listed."""
    yield from _fail_under(limits, findings)
    yield from _at_most(limits, findings)
    for check, limit in limits.checks(findings.record.language.code).items():
        failing = [text for text in findings.texts if any(finding.check == check for finding in text.findings)]
        strings = tuple(_found(findings, text, check) for text in failing)
        yield _number("max-check", findings, check, len(failing), limit)._replace(strings=strings)


def _fail_under(limits: Limits, findings: Findings) -> Iterator[Verdict]:
    language, statistics = findings.record.language, findings.record.statistics
    limit = limits.number("fail_under", language.code)
    if limit is None:
        return
    measure = limits.measure(language.code)
    figure = share(measure, statistics, findings.strings)
    missing = amount = figure.missing(limit.number)
    if measure in UNITS and findings.snapshot is not None:
        missing = fewest(measure, amount, findings.snapshot, findings.texts)
    yield Verdict(
        "fail-under",
        language,
        findings.path,
        figure.reaches(limit.number),
        figure.part,
        figure.whole,
        measure,
        limit,
        missing,
        amount,
        UNITS.get(measure, "strings"),
    )


def _at_most(limits: Limits, findings: Findings) -> Iterator[Verdict]:
    code, statistics = findings.record.language.code, findings.record.statistics
    limit = limits.number("max_failing", code)
    if limit is not None:
        yield _number("max-failing", findings, "failing", statistics.failing, limit)
    limit = limits.number("max_failing_percent", code)
    if limit is not None:
        failing = Share(statistics.failing, statistics.total.strings)
        allowed = limit.number * failing.whole // 100
        yield _number("max-failing-percent", findings, "failing", failing.part, limit)._replace(
            is_met=not failing.exceeds(limit.number),
            whole=failing.whole,
            missing=max(0, failing.part - allowed),
            missing_amount=max(0, failing.part - allowed),
        )
    limit = limits.number("max_fuzzy", code)
    if limit is not None:
        yield _number("max-fuzzy", findings, "fuzzy", statistics.fuzzy.strings, limit)


def _number(rule: str, findings: Findings, subject: str, figure: int, limit: Limit) -> Verdict:
    missing = max(0, figure - int(limit.number))
    is_met = figure <= limit.number
    return Verdict(
        rule, findings.record.language, findings.path, is_met, figure, None, subject, limit, missing, missing
    )


def _found(findings: Findings, text: Text, check: str) -> FoundUnit:
    counting = tuple(finding for finding in text.findings if finding.check == check)
    return FoundUnit(findings.record.language, findings.path, text.unit, counting)
