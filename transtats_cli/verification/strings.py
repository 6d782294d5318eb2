"""Compare the strings of a language with those of a server."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.flags import NO_FLAGS, Flags, parse_flags
from transtats_cli.model import State
from transtats_cli.report import LocatedUnit, SourceChanges, mark_outdated
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.verification.server_api import ServerString

MAX_EXAMPLES = 3
_STATE_NAMES = {int(state): state.display_name for state in State} | {12: "fuzzy"}
"""Names of states, by the number that a server returns."""
_StringKey = tuple[str, str]
"""Context and source of a string."""


class StringExample(NamedTuple):
    """Example of a string that differs."""

    location: str
    """File and line. Empty if the local files lack the string."""
    context: str
    source: str
    local_text: str
    """Value in the local files: a state, a text, ids of checks, or flags. Empty if the local files lack the string."""
    server_text: str
    """Value on the server. Empty if the server lacks the string."""


class StringDifference(NamedTuple):
    """Strings of one language that differ in the same way: their number, and the first strings as examples."""

    kind: str
    """`only-here`, `only-there`, `target`, `outdated`, `state`, `fails-here`, `fails-there` or `ignored-here`."""
    string_count: int
    examples: tuple[StringExample, ...]


class ComparedStrings(NamedTuple):
    """Result of comparing the strings of a language."""

    differences: tuple[StringDifference, ...] | None = None
    """None if the strings were not compared."""
    error: str = ""
    """Error of the server that prevented the comparison. Empty if there was no error."""


def read_local_strings(
    component: Component, codes: tuple[str, ...], outdated: SourceChanges
) -> dict[str, dict[_StringKey, LocatedUnit]]:
    """Return the strings of some languages: for each language code, the strings by context and source.

    `outdated` contains the changes that outdated strings. If several strings of a language have the same context and
    source, return the last of them with the findings of all.
    """
    found: dict[str, dict[_StringKey, LocatedUnit]] = {}
    search = StringSearch(component, ScanOptions(languages=codes, with_source=True, languages_must_exist=False))
    for each in mark_outdated(search.find_units(), outdated):
        strings = found.setdefault(each.language.code, {})
        key = (each.unit.context, each.unit.source)
        earlier = strings[key].findings if key in strings else ()
        strings[key] = each._replace(findings=(*earlier, *each.findings))
    return found


def compare_strings(
    local: Mapping[_StringKey, LocatedUnit], remote: Iterable[ServerString], component: Component
) -> tuple[StringDifference, ...]:
    """Return the differences of the strings of one language, with the first examples of each kind."""
    found: dict[str, list[StringExample]] = {}
    flags = parse_flags(component.check_flags) if component.check_flags else NO_FLAGS
    for kind, example in _find_differences(local, remote, flags):
        found.setdefault(kind, []).append(example)
    return tuple(
        StringDifference(kind, len(examples), tuple(examples[:MAX_EXAMPLES])) for kind, examples in found.items()
    )


def _find_differences(
    local: Mapping[_StringKey, LocatedUnit], remote: Iterable[ServerString], component_flags: Flags
) -> Iterator[tuple[str, StringExample]]:
    """Yield each difference of a string: its kind, and the string with both values."""
    seen: set[_StringKey] = set()
    for theirs in remote:
        key = (theirs.context, theirs.source)
        ours = local.get(key)
        seen.add(key)
        if ours is None:
            yield "only-there", StringExample("", *key, "", _name_state(theirs.state))
            continue
        for kind, here, there in _compare_string(ours, theirs, component_flags):
            yield kind, StringExample(ours.location, *key, here, there)
    for key, ours in local.items():
        if key not in seen:
            yield "only-here", StringExample(ours.location, *key, ours.state_name, "")


def _compare_string(local: LocatedUnit, remote: ServerString, component_flags: Flags) -> Iterator[tuple[str, str, str]]:
    """Yield the kind of each difference with the value here and the value on the server."""
    if local.unit.target != remote.target:
        yield "target", local.unit.target, remote.target
        return
    local_state, server_state = local._replace(source_change=None).state_name, _name_state(remote.state)
    if local.source_change is not None and server_state == State.NEEDS_REWRITING.display_name:
        change = local.source_change
        yield "outdated", f"{local_state}, outdated {change.description}; was: {change.old_source}", server_state
    elif local_state != server_state:
        yield "state", local_state, server_state
    if local.findings and not remote.has_failing_check:
        yield "fails-here", ", ".join(finding.check for finding in local.findings), ""
    elif remote.has_failing_check and not local.findings:
        own_flags = sorted(set(local.unit.flags) - set(component_flags) - remote.flag_names)
        flags = ", ".join(name for name in own_flags if name.startswith("ignore-"))
        yield "ignored-here" if flags else "fails-there", flags, "fails a check"


def _name_state(state: int) -> str:
    return _STATE_NAMES.get(state, str(state))
