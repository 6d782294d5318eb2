"""Workflow commands of GitHub Actions. GitHub shows them as annotations of the changed files."""

from collections.abc import Iterable, Iterator, Mapping

from transtats_cli.output.remarks.remark import Level, Remark, worst_first
from transtats_cli.runner_log import LogCommand

_COMMANDS: Mapping[Level, str] = {
    Level.UNREADABLE: "error",
    Level.ERROR: "error",
    Level.WARNING: "warning",
    Level.NOTE: "notice",
}
MOST_OF_A_KIND = 10
"""Maximum number of annotations per command and step. GitHub drops further annotations silently."""
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(remarks: Iterable[Remark]) -> Iterator[str]:
    room = dict.fromkeys(_COMMANDS.values(), MOST_OF_A_KIND)
    # One notice is reserved for the number of omitted remarks.
    room["notice"] -= 1
    left = 0
    for remark in sorted((each for each in remarks if each.level in _COMMANDS), key=worst_first):
        command = _COMMANDS[remark.level]
        if room[command]:
            room[command] -= 1
            yield _annotation(command, remark.plain())
        else:
            left += 1
    if left:
        more = f"{left} more; the summary of this run and its other reports have all of them"
        yield LogCommand(f"::notice title=transtats::{more}\n")


def _annotation(command: str, remark: Remark) -> LogCommand:
    place = [f"file={_escaped(remark.path, _PROPERTY)}"] if remark.path else []
    place += [f"line={remark.line}"] if remark.path and remark.line else []
    properties = ",".join([*place, f"title={_escaped(remark.title, _PROPERTY)}"])
    return LogCommand(f"::{command} {properties}::{_escaped(remark.message, _DATA)}\n")


def _escaped(text: str, table: Mapping[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)
