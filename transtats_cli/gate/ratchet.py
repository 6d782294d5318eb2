"""Compare languages with an earlier state.

A language may be incomplete, but must not get worse. This rule is called ratchet.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.comparison.movements import is_string_translated
from transtats_cli.comparison.snapshot import Snapshot, SnapshotString
from transtats_cli.component import Component
from transtats_cli.gate.limits import FREEZE, ComponentLimits, Limit, Rule
from transtats_cli.gate.verdicts import TOTAL_LANGUAGE, MeasuredLanguage, Verdict, count_fewest_sizes
from transtats_cli.languages import Language, language_by_code
from transtats_cli.measures import NOT_FAILING_MEASURE, is_string_done, select_count
from transtats_cli.model import Unit
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.reference import locate_missing_string
from transtats_cli.scanning.reading.reader import ComponentReader

StringsByKey = Mapping[str, SnapshotString]
"""Strings by a key that identifies the same string in the earlier and in the current state."""


class EarlierState(NamedTuple):
    """State of a component's strings at an earlier time."""

    rule: Rule
    """BASE or BASELINE."""
    name: str
    """Name of the git revision or of the baseline file, for messages."""
    languages: Mapping[str, StringsByKey]
    """Strings of each language, by language code."""
    reference: Mapping[str, tuple[str, Unit]] = {}
    """Path and unit of each string of the reference by identity. Empty if they are not known."""
    create_key: Callable[[str], str] = str
    """Function that converts the identity of a string to a key of the mappings in `languages`."""
    reference_path: str = ""
    """Path of the reference file as shown to users. '' if there was none, or if the reference is not known."""


def check_regression(
    limits: ComponentLimits,
    earlier_state: EarlierState,
    measured_language: MeasuredLanguage,
    languages: Sequence[MeasuredLanguage],
    file_count: int,
) -> Iterator[Verdict]:
    """Yield a verdict that compares a language with its earlier state.

    `languages` are those that are read, and `file_count` is the number of files of the component. If the earlier state
    does not contain the language, yield nothing.
    """
    language, snapshot = measured_language.record.language, measured_language.snapshot
    if language.code not in earlier_state.languages or snapshot is None:
        return
    measure, limit = limits.find_measure(language.code), find_allowed_drop(limits, earlier_state, language.code)
    identities = (*snapshot.languages[language.code].strings_by_identity, *measured_language.template_strings)
    keys = {identity: earlier_state.create_key(identity) for identity in identities}
    earlier, current = earlier_state.languages[language.code], snapshot.languages[language.code].strings_by_identity
    failing = {key for key, text in current.items() if _begins_to_fail(earlier.get(keys[key]), text)}
    counts_failing = limits.is_set("count_failing", language.code)
    counted_failing = failing if counts_failing else set()
    worse = tuple(_find_worse_strings(limits, earlier_state, measured_language, snapshot, keys, counted_failing))
    present = set(keys.values())
    gone = {key: text.unit for key, text in earlier.items() if key not in present and is_string_done(measure, text)}
    lost: tuple[LocatedUnit, ...] = ()
    if gone and len(current) < len(earlier):
        has_reference = present and ComponentReader(limits.component).reference_path
        if not has_reference and (len(languages) == file_count or not present):
            lost = tuple(_find_lost_strings(gone, earlier_state, measured_language, languages, limits.component))
    # A limit in percent is a share of what the measure counts. A limit without percent counts strings.
    counted = measure if limit.is_percent else ""
    # A baseline file has no texts, and so no words.
    sizes = [select_count(counted, snapshot.count_string(found.unit)) or 1 for found in (*worse, *lost)]
    allowed = limit.number
    if limit.is_percent:
        allowed = allowed * select_count(measure, measured_language.record.statistics.total) / 100
    missing = count_fewest_sizes(sizes, sum(sizes) - allowed)
    verdict = Verdict(earlier_state.rule, language, limit, measure, not missing, len(sizes))
    yield verdict._replace(
        path=measured_language.path,
        missing_strings=missing,
        missing_amount=missing,
        counted_strings=(*worse, *(found for found in lost if found.unit.source or found.unit.context)),
        earlier_state_name=earlier_state.name,
        gone_strings=len(gone) - len(lost),
        uncounted_failures=0 if counts_failing or measure == NOT_FAILING_MEASURE else len(failing),
    )


def _begins_to_fail(earlier: SnapshotString | None, text: SnapshotString) -> bool:
    """Return True if a translated string fails a check, and failed none or did not exist in the earlier state."""
    return bool(text.findings) and is_string_translated(text) and not (earlier and earlier.findings)


def _find_lost_strings(
    gone: Mapping[str, Unit],
    earlier_state: EarlierState,
    measured_language: MeasuredLanguage,
    languages: Sequence[MeasuredLanguage],
    component: Component,
) -> Iterator[LocatedUnit]:
    """Yield those strings of a file without a reference that no file has any more, and that no other language had.

    If another language lost a string as well, its source is gone. The file of that language must not be empty.
    """
    others = [
        earlier_state.languages.get(each.record.language.code, {})
        for each in languages
        if each is not measured_language and each.record.statistics.total.strings
    ]
    record = measured_language.record
    for key, unit in gone.items():
        if not any(key in strings for strings in others):
            yield locate_missing_string(component, record.language, record.path, unit._replace(line=0))


def check_removed_languages(
    limits: ComponentLimits, earlier_state: EarlierState, language_codes: Collection[str]
) -> Iterator[Verdict]:
    """Yield an unmet verdict for each language that had finished strings and no longer has a file.

    Only an allowed drop of 100 % allows this.
    """
    for code in sorted(earlier_state.languages.keys() - set(language_codes)):
        measure = limits.find_measure(code)
        done = sum(is_string_done(measure, text) for text in earlier_state.languages[code].values())
        if done:
            yield from _create_loss_verdict(limits, earlier_state, language_by_code(code), measure, done)


def check_emptied_source(limits: ComponentLimits, earlier_state: EarlierState) -> Iterator[Verdict]:
    """Yield an unmet verdict for a component whose reference file had strings, and has none now."""
    count = len(earlier_state.reference) if earlier_state.reference_path else 0
    if count:
        for verdict in _create_loss_verdict(limits, earlier_state, TOTAL_LANGUAGE, FREEZE.subject, count):
            yield verdict._replace(path=earlier_state.reference_path)


def _create_loss_verdict(
    limits: ComponentLimits, earlier_state: EarlierState, language: Language, subject: str, count: int
) -> Iterator[Verdict]:
    limit = find_allowed_drop(limits, earlier_state, language.code)
    if not (limit.is_percent and limit.number == 100):
        verdict = Verdict(earlier_state.rule, language, limit._replace(number=Fraction(0)), subject, False, count)
        yield verdict._replace(missing_strings=count, missing_amount=count, earlier_state_name=earlier_state.name)


def find_allowed_drop(limits: ComponentLimits, earlier_state: EarlierState, language_code: str) -> Limit:
    """Return the number or share of a language's strings that may get worse. The default is 0."""
    setting = limits.find_setting("allow_drop", language_code)
    if setting is None:
        return Limit(Fraction(0), f"--{earlier_state.rule.name} {earlier_state.name}")
    text = str(setting.value)
    return Limit(Fraction(text.removesuffix("%")), setting.origin, is_percent=text.endswith("%"))


def _find_worse_strings(
    limits: ComponentLimits,
    earlier_state: EarlierState,
    measured_language: MeasuredLanguage,
    snapshot: Snapshot,
    keys: Mapping[str, str],
    failing: Collection[str],
) -> Iterator[LocatedUnit]:
    """Yield the strings of a language that were done earlier and are not done now, or that the file does not contain.

    `keys` are the keys in the earlier state of the strings that the file or the reference contains, by identity. If
    `count_new` is set, new strings that are not done are included. Strings whose identity is in `failing` always are.
    Of the strings that the file does not contain, those of the template are included. With a template, a string is new
    if only the later template contains it.
    """
    language = measured_language.record.language
    measure, counts_new = limits.find_measure(language.code), limits.is_set("count_new", language.code)
    strings, current = earlier_state.languages[language.code], snapshot.languages[language.code].strings_by_identity
    reference, has_template = measured_language.template_strings, bool(earlier_state.reference_path)
    for identity, text in current.items():
        was = strings.get(keys[identity])
        is_new = not has_template or (identity in reference and identity not in earlier_state.reference)
        was_done = (counts_new and is_new) if was is None else is_string_done(measure, was)
        if identity in failing or (was_done and not is_string_done(measure, text)):
            yield LocatedUnit(language, measured_language.path, text.unit, text.findings)
    for identity, (path, unit) in reference.items():
        was = strings.get(keys[identity])
        was_done = counts_new and has_template if was is None else is_string_done(measure, was)
        if identity not in current and was_done and (was or identity not in earlier_state.reference):
            yield locate_missing_string(snapshot.component, language, path, unit)
