"""The ratchet: a language may be behind, but it may not get worse than it was."""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.comparison.snapshot import Snapshot, Text
from transtats_cli.gate.limits import Limit, Limits
from transtats_cli.gate.measures import amount, fewest_of, is_done
from transtats_cli.gate.verdicts import Findings, Verdict
from transtats_cli.languages import by_code
from transtats_cli.report import FoundUnit

Strings = Mapping[str, Text]
"""By whatever tells one from another, then and now."""


class Past(NamedTuple):
    """What a component was."""

    rule: str
    """The option that asks for it: `base`, `baseline`."""
    name: str
    """What users call that time."""
    languages: Mapping[str, Strings]
    """By language code."""
    key: Callable[[str], str] = str
    """From the identity of a string to what it is found by in there."""


def before(name: str, snapshot: Snapshot) -> Past:
    """A component as it was read at another time."""
    return Past("base", name, {code: strings.texts for code, strings in snapshot.languages.items()})


def judge(limits: Limits, past: Past, findings: Findings) -> Iterator[Verdict]:
    """Whether the language is worse than it was; nothing where it was not there."""
    language, snapshot = findings.record.language, findings.snapshot
    if language.code not in past.languages or snapshot is None:
        return
    measure, limit = limits.measure(language.code), allowance(limits, past, language.code)
    lost = list(_lost(limits, past, language.code, snapshot))
    # A share is one of what the measure counts; a number is one of strings.
    counted = measure if limit.is_percent else ""
    sizes = [amount(counted, snapshot.size(text.unit)) for text in lost]
    allowed = limit.number
    if limit.is_percent:
        allowed = allowed * amount(measure, findings.record.statistics.total) / 100
    missing = fewest_of(sizes, sum(sizes) - allowed)
    yield Verdict(
        past.rule,
        language,
        findings.path,
        not missing,
        len(lost),
        None,
        measure,
        limit,
        missing,
        missing,
        strings=tuple(FoundUnit(language, findings.path, text.unit, text.findings) for text in lost),
        since=past.name,
    )


def gone(limits: Limits, past: Past, codes: Collection[str]) -> Iterator[Verdict]:
    """The languages that were there and have no file any more: whatever was done is lost."""
    for code in sorted(past.languages.keys() - set(codes)):
        measure = limits.measure(code)
        done = sum(is_done(measure, text) for text in past.languages[code].values())
        if done:
            limit = allowance(limits, past, code)._replace(number=Fraction(0))
            yield Verdict(past.rule, by_code(code), "", False, done, None, measure, limit, done, done, since=past.name)


def allowance(limits: Limits, past: Past, code: str) -> Limit:
    """How much may get worse."""
    said = limits.said("allow_drop", code)
    if said is None:
        return Limit(Fraction(0), f"--{past.rule} {past.name}")
    text = str(said.value)
    return Limit(Fraction(text.removesuffix("%")), said.origin, is_percent=text.endswith("%"))


def _lost(limits: Limits, past: Past, code: str, snapshot: Snapshot) -> Iterator[Text]:
    """The strings that were done and are not any more; and new ones that are not, where these count."""
    measure, strings = limits.measure(code), past.languages[code]
    counts_new = limits.said("count_new", code)
    for identity, text in snapshot.languages[code].texts.items():
        if is_done(measure, text):
            continue
        was = strings.get(past.key(identity))
        if is_done(measure, was) if was is not None else (counts_new is not None and counts_new.value):
            yield text
