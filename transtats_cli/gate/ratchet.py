"""The ratchet: a language may be behind, but it may not get worse than it was."""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.comparison.snapshot import Snapshot, Text
from transtats_cli.gate.limits import Limit, Limits
from transtats_cli.gate.measures import amount, fewest_sizes, is_done
from transtats_cli.gate.verdicts import LanguageData, Verdict
from transtats_cli.languages import by_code
from transtats_cli.report import FoundUnit

TextsByKey = Mapping[str, Text]
"""By whatever tells one from another, then and now."""


class EarlierState(NamedTuple):
    """What a component was."""

    rule: str
    """The option that asks for it: `base`, `baseline`."""
    name: str
    """What users call that time."""
    languages: Mapping[str, TextsByKey]
    """By language code."""
    key: Callable[[str], str] = str
    """From the identity of a string to what it is found by in there."""


def from_snapshot(name: str, snapshot: Snapshot) -> EarlierState:
    """A component as it was read at another time."""
    return EarlierState("base", name, {code: strings.texts for code, strings in snapshot.languages.items()})


def check_language(limits: Limits, earlier: EarlierState, data: LanguageData) -> Iterator[Verdict]:
    """Whether the language is worse than it was; nothing where it was not there."""
    language, snapshot = data.record.language, data.snapshot
    if language.code not in earlier.languages or snapshot is None:
        return
    measure, limit = limits.measure(language.code), allowed_drop(limits, earlier, language.code)
    lost = list(_lost_strings(limits, earlier, language.code, snapshot))
    # A share is one of what the measure counts; a number is one of strings.
    counted = measure if limit.is_percent else ""
    sizes = [amount(counted, snapshot.size(text.unit)) for text in lost]
    allowed = limit.number
    if limit.is_percent:
        allowed = allowed * amount(measure, data.record.statistics.total) / 100
    missing = fewest_sizes(sizes, sum(sizes) - allowed)
    yield Verdict(
        earlier.rule,
        language,
        data.path,
        not missing,
        len(lost),
        None,
        measure,
        limit,
        missing,
        missing,
        strings=tuple(FoundUnit(language, data.path, text.unit, text.findings) for text in lost),
        since=earlier.name,
    )


def check_removed_languages(limits: Limits, earlier: EarlierState, codes: Collection[str]) -> Iterator[Verdict]:
    """The languages that were there and have no file any more: whatever was done is lost."""
    for code in sorted(earlier.languages.keys() - set(codes)):
        measure = limits.measure(code)
        done = sum(is_done(measure, text) for text in earlier.languages[code].values())
        if done:
            limit = allowed_drop(limits, earlier, code)._replace(number=Fraction(0))
            yield Verdict(
                earlier.rule, by_code(code), "", False, done, None, measure, limit, done, done, since=earlier.name
            )


def allowed_drop(limits: Limits, earlier: EarlierState, code: str) -> Limit:
    """How much may get worse."""
    setting = limits.setting("allow_drop", code)
    if setting is None:
        return Limit(Fraction(0), f"--{earlier.rule} {earlier.name}")
    text = str(setting.value)
    return Limit(Fraction(text.removesuffix("%")), setting.origin, is_percent=text.endswith("%"))


def _lost_strings(limits: Limits, earlier: EarlierState, code: str, snapshot: Snapshot) -> Iterator[Text]:
    """The strings that were done and are not any more; and new ones that are not, where these count."""
    measure, strings = limits.measure(code), earlier.languages[code]
    counts_new = limits.setting("count_new", code)
    for identity, text in snapshot.languages[code].texts.items():
        if is_done(measure, text):
            continue
        was = strings.get(earlier.key(identity))
        if is_done(measure, was) if was is not None else (counts_new is not None and counts_new.value):
            yield text
