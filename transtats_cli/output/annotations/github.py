"""Render annotations as workflow commands of GitHub Actions. GitHub shows these commands as annotations of files."""

from collections.abc import Iterable, Iterator, Mapping

from transtats_cli.output.annotations.annotation import Annotation, AnnotationLevel, create_severity_key
from transtats_cli.runner_log import RunnerCommand

_COMMANDS: Mapping[AnnotationLevel, str] = {
    AnnotationLevel.UNREADABLE: "error",
    AnnotationLevel.ERROR: "error",
    AnnotationLevel.WARNING: "warning",
    AnnotationLevel.NOTE: "notice",
}
MAX_ANNOTATIONS = 10
"""Maximum number of annotations for each workflow command and step. GitHub drops further annotations silently."""
_MESSAGE_ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY_ESCAPES = {**_MESSAGE_ESCAPES, ":": "%3A", ",": "%2C"}


def render_github(annotations: Iterable[Annotation]) -> Iterator[str]:
    remaining = dict.fromkeys(_COMMANDS.values(), MAX_ANNOTATIONS)
    # One notice is reserved for the number of omitted annotations.
    remaining["notice"] -= 1
    omitted = 0
    for annotation in sorted((each for each in annotations if each.level in _COMMANDS), key=create_severity_key):
        command = _COMMANDS[annotation.level]
        if remaining[command]:
            remaining[command] -= 1
            yield _create_command(command, annotation.escape_texts())
        else:
            omitted += 1
    if omitted:
        more = f"{omitted} more; the summary of this run and its other reports have all of them"
        yield RunnerCommand(f"::notice title=transtats::{more}\n")


def _create_command(command: str, annotation: Annotation) -> RunnerCommand:
    location = [f"file={_escape_characters(annotation.path, _PROPERTY_ESCAPES)}"] if annotation.path else []
    location += [f"line={annotation.line}"] if annotation.path and annotation.line else []
    properties = ",".join([*location, f"title={_escape_characters(annotation.title, _PROPERTY_ESCAPES)}"])
    return RunnerCommand(f"::{command} {properties}::{_escape_characters(annotation.message, _MESSAGE_ESCAPES)}\n")


def _escape_characters(text: str, table: Mapping[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)
