"""Compare languages with an earlier state.

A language may be incomplete, but must not get worse. This rule is called ratchet.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.comparison.snapshot import Snapshot, SnapshotString
from transtats_cli.gate.limits import Limit, Limits
from transtats_cli.gate.measures import amount, fewest_sizes, is_done
from transtats_cli.gate.verdicts import LanguageData, Verdict
from transtats_cli.languages import language_by_code
from transtats_cli.report import FoundUnit

TextsByKey = Mapping[str, SnapshotString]
"""Texts by a key that identifies the same string in the earlier and in the current state."""


class EarlierState(NamedTuple):
    """State of a component's strings at an earlier time."""

    rule: str
    """Name of the option that selects the earlier state: `base` or `baseline`."""
    name: str
    """Name of the git revision or of the baseline file, for messages."""
    languages: Mapping[str, TextsByKey]
    """Strings of each language, by language code."""
    key: Callable[[str], str] = str
    """Function that converts the identity of a string to a key of the mappings in `languages`."""


def from_snapshot(name: str, snapshot: Snapshot) -> EarlierState:
    """Return the earlier state of a component from a snapshot at a git revision."""
    return EarlierState(
        "base", name, {code: strings.strings_by_identity for code, strings in snapshot.languages.items()}
    )


def check_language(limits: Limits, earlier: EarlierState, data: LanguageData) -> Iterator[Verdict]:
    """Yield a verdict that compares a language with its earlier state.

    If the earlier state does not contain the language, yield nothing.
    """
    language, snapshot = data.record.language, data.snapshot
    if language.code not in earlier.languages or snapshot is None:
        return
    measure, limit = limits.measure(language.code), allowed_drop(limits, earlier, language.code)
    lost = list(_lost_strings(limits, earlier, language.code, snapshot))
    vanished = list(_vanished_strings(measure, earlier, data))
    # A limit in percent is a share of what the measure counts. A limit without percent counts strings.
    counted = measure if limit.is_percent else ""
    units = [text.unit for text in lost] + [found.unit for found in vanished]
    sizes = [amount(counted, snapshot.count_string(unit)) for unit in units]
    allowed = limit.number
    if limit.is_percent:
        allowed = allowed * amount(measure, data.record.statistics.total) / 100
    missing = fewest_sizes(sizes, sum(sizes) - allowed)
    yield Verdict(
        earlier.rule,
        language,
        data.path,
        not missing,
        len(units),
        None,
        measure,
        limit,
        missing,
        missing,
        strings=(*(FoundUnit(language, data.path, text.unit, text.findings) for text in lost), *vanished),
        since=earlier.name,
    )


def check_removed_languages(limits: Limits, earlier: EarlierState, codes: Collection[str]) -> Iterator[Verdict]:
    """Yield an unmet verdict for each language that had finished strings and no longer has a file."""
    for code in sorted(earlier.languages.keys() - set(codes)):
        measure = limits.measure(code)
        done = sum(is_done(measure, text) for text in earlier.languages[code].values())
        if done:
            limit = allowed_drop(limits, earlier, code)._replace(number=Fraction(0))
            yield Verdict(
                earlier.rule,
                language_by_code(code),
                "",
                False,
                done,
                None,
                measure,
                limit,
                done,
                done,
                since=earlier.name,
            )


def allowed_drop(limits: Limits, earlier: EarlierState, code: str) -> Limit:
    """Return the number or share of a language's strings that may get worse. The default is 0."""
    setting = limits.setting("allow_drop", code)
    if setting is None:
        return Limit(Fraction(0), f"--{earlier.rule} {earlier.name}")
    text = str(setting.value)
    return Limit(Fraction(text.removesuffix("%")), setting.origin, is_percent=text.endswith("%"))


def _lost_strings(limits: Limits, earlier: EarlierState, code: str, snapshot: Snapshot) -> Iterator[SnapshotString]:
    """Yield the strings of a language that were done earlier and are not done now.

    If `count_new` is set, new strings that are not done are included.
    """
    measure, strings = limits.measure(code), earlier.languages[code]
    counts_new = limits.setting("count_new", code)
    for identity, text in snapshot.languages[code].strings_by_identity.items():
        if is_done(measure, text):
            continue
        was = strings.get(earlier.key(identity))
        if is_done(measure, was) if was is not None else (counts_new is not None and counts_new.value):
            yield text


def _vanished_strings(measure: str, earlier: EarlierState, data: LanguageData) -> Iterator[FoundUnit]:
    """Yield the strings that were done, that the file lacks now, and that the template still has."""
    language, snapshot = data.record.language, data.snapshot
    assert snapshot is not None
    strings, current = earlier.languages[language.code], snapshot.languages[language.code].strings_by_identity
    for identity, string in data.reference.items():
        if identity not in current:
            was = strings.get(earlier.key(identity))
            if was is not None and is_done(measure, was):
                yield FoundUnit(
                    language, snapshot.component.path_for_messages(string.path), string.unit, is_missing=True
                )
