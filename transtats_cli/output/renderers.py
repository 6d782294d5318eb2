"""Parse the values of `--format` and `--output`."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import nearest

_STANDARD_OUTPUT = "-"


class Destination(NamedTuple):
    """One format with its output file. An empty file means standard output."""

    format: str
    file: str = ""


def destinations(wanted: Sequence[str], output: str | None, known: Collection[str]) -> list[Destination]:
    """Parse each `NAME[:FILE]`. The file of `--output` is allowed with exactly one format without its own file.

    Raises TranstatsError for an unknown format, a missing file name, or two formats for the same file.
    """
    found = [_destination(text, known) for text in wanted]
    if output is not None:
        if len(found) != 1 or found[0].file:
            raise TranstatsError(
                "--output goes with exactly one format; for several, name the file with each: --format csv:FILE"
            )
        found = [_with_file(found[0].format, output, "--output")]
    _refuse_sharing(found)
    return found


def _destination(text: str, known: Collection[str]) -> Destination:
    name, colon, file = text.partition(":")
    if name not in known:
        raise TranstatsError(f"there is no format {name!r} here{_meant(name, known)}; there are: {', '.join(known)}")
    return _with_file(name, file, f"--format {name}:") if colon else Destination(name)


def _with_file(name: str, file: str, option: str) -> Destination:
    if not file:
        raise TranstatsError(f"{option} needs the name of a file")
    return Destination(name, "" if file == _STANDARD_OUTPUT else file)


def _meant(name: str, known: Collection[str]) -> str:
    meant = nearest(name, known)
    return f" (did you mean {meant!r}?)" if meant else ""


def _refuse_sharing(found: Sequence[Destination]) -> None:
    taken: dict[str, str] = {}
    for destination in found:
        if destination.file in taken:
            place = destination.file or "standard output"
            raise TranstatsError(
                f"{taken[destination.file]} and {destination.format} cannot both go to {place};"
                f" give one a file of its own: --format {destination.format}:FILE"
            )
        taken[destination.file] = destination.format
