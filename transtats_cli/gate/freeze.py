"""The string freeze: no string of the source is new, reworded or removed since the revision of `--base`."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction

from transtats_cli.errors import UnreadableFile
from transtats_cli.gate.limits import FREEZE, ComponentLimits, Limit
from transtats_cli.gate.ratchet import EarlierState
from transtats_cli.gate.verdicts import TOTAL_LANGUAGE, MeasuredLanguage, Verdict
from transtats_cli.model import Finding, Unit
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.reference import read_reference
from transtats_cli.scanning.reading.reader import ComponentReader

SourceStrings = dict[str, Unit]
"""Strings of the source of a component by identity."""


def check_freeze(
    limits: ComponentLimits, earlier_state: EarlierState, languages: Sequence[MeasuredLanguage]
) -> Iterator[Verdict]:
    """Yield a verdict on the strings that the source had earlier, and has now, if the component is frozen.

    The source is the reference of the component. If there is none, or was none, it has the strings of all languages.
    """
    setting = limits.find_setting(FREEZE.key, "")
    if setting is None or not setting.value or not languages:
        return
    component = limits.component
    earlier = {key: each.unit for strings in earlier_state.languages.values() for key, each in strings.items()}
    now: SourceStrings = {}
    path = ComponentReader(component).reference_path
    if path and earlier_state.reference:
        earlier = {key: unit for key, (_, unit) in earlier_state.reference.items()}
        try:
            now = {key: unit for key, (_, unit) in read_reference(component).items()}
        except UnreadableFile:
            # The file is a failure of the scan.
            return
    else:
        path = languages[0].record.path
        for data in languages:
            if data.snapshot is not None:
                strings = data.snapshot.languages[data.record.language.code].strings_by_identity
                now.update((key, each.unit) for key, each in strings.items())
    exceptions = limits.find_setting("freeze_except", "")
    patterns = tuple(exceptions.value) if exceptions is not None else ()
    shown = component.path_for_messages(path)
    changed = tuple(
        LocatedUnit(TOTAL_LANGUAGE, shown, unit, (Finding(FREEZE.key, change),))
        for unit, change in _find_changes(earlier, now)
        if not any(_is_named(unit.context or unit.source, pattern) for pattern in patterns)
    )
    limit = Limit(Fraction(0), setting.origin)
    verdict = Verdict(FREEZE, TOTAL_LANGUAGE, limit, FREEZE.subject, not changed, len(changed), path=shown)
    yield verdict._replace(
        missing_strings=len(changed),
        missing_amount=len(changed),
        counted_strings=changed,
        earlier_state_name=earlier_state.name,
    )


def _is_named(key: str, pattern: str) -> bool:
    # The brackets of a key such as `items[0]` are no pattern.
    return key == pattern or fnmatchcase(key, pattern)


def _find_changes(earlier: SourceStrings, now: SourceStrings) -> Iterator[tuple[Unit, str]]:
    """Yield each string of the source that is new, reworded or removed, with a phrase that says so."""
    for key, unit in now.items():
        if key not in earlier:
            yield unit, "new"
        elif earlier[key].source not in ("", unit.source):
            yield unit, f"reworded, was: {earlier[key].source}"
    for key, unit in earlier.items():
        if key not in now:
            # The line is that of the earlier file.
            yield unit._replace(line=0), "removed"
