"""Render remarks as workflow commands of GitHub Actions. GitHub shows these commands as annotations of files."""

from collections.abc import Iterable, Iterator, Mapping

from transtats_cli.output.remarks.remark import Remark, RemarkLevel, create_severity_key
from transtats_cli.runner_log import RunnerCommand

_COMMANDS: Mapping[RemarkLevel, str] = {
    RemarkLevel.UNREADABLE: "error",
    RemarkLevel.ERROR: "error",
    RemarkLevel.WARNING: "warning",
    RemarkLevel.NOTE: "notice",
}
MAX_ANNOTATIONS = 10
"""Maximum number of annotations for each workflow command and step. GitHub drops further annotations silently."""
_MESSAGE_ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY_ESCAPES = {**_MESSAGE_ESCAPES, ":": "%3A", ",": "%2C"}


def render_github(remarks: Iterable[Remark]) -> Iterator[str]:
    remaining = dict.fromkeys(_COMMANDS.values(), MAX_ANNOTATIONS)
    # One notice is reserved for the number of omitted remarks.
    remaining["notice"] -= 1
    omitted = 0
    for remark in sorted((each for each in remarks if each.level in _COMMANDS), key=create_severity_key):
        command = _COMMANDS[remark.level]
        if remaining[command]:
            remaining[command] -= 1
            yield _create_annotation(command, remark.escape_texts())
        else:
            omitted += 1
    if omitted:
        more = f"{omitted} more; the summary of this run and its other reports have all of them"
        yield RunnerCommand(f"::notice title=transtats::{more}\n")


def _create_annotation(command: str, remark: Remark) -> RunnerCommand:
    location = [f"file={_escape_characters(remark.path, _PROPERTY_ESCAPES)}"] if remark.path else []
    location += [f"line={remark.line}"] if remark.path and remark.line else []
    properties = ",".join([*location, f"title={_escape_characters(remark.title, _PROPERTY_ESCAPES)}"])
    return RunnerCommand(f"::{command} {properties}::{_escape_characters(remark.message, _MESSAGE_ESCAPES)}\n")


def _escape_characters(text: str, table: Mapping[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)
