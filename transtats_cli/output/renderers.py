"""Output formats of a command, the function that renders each format, and the values of `--format` and `--output`."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, NamedTuple, TypeVar

from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import find_similar_name
from transtats_cli.output import View
from transtats_cli.output.annotations.annotation import Annotation

Value = TypeVar("Value")

_STANDARD_OUTPUT = "-"
_ANNOTATION_RENDERERS = {
    "github": "transtats_cli.output.annotations.github:render_github",
    "gitlab": "transtats_cli.output.annotations.gitlab:render_gitlab",
    "sarif": "transtats_cli.output.annotations.sarif:render_sarif",
    "junit": "transtats_cli.output.annotations.junit:render_junit",
}
"""Names of formats for CI systems, with the functions that render annotations."""


class Renderers(Generic[Value]):
    """Output formats of one command, with the function that renders each format.

    A renderer is a function `(Value, View) -> Iterator[str]` that yields the text in pieces. The whole text ends with
    one line end. If the value is an iterator, the renderer must read the first item before it yields text. If reading
    the first item raises an error, nothing is printed.
    """

    def __init__(self, functions: Mapping[str, str], annotations: str = "") -> None:
        """Set the `module:function` of each format. A function is imported when its format is used for the first time.

        If `annotations` is not empty, the formats for CI systems are added. `annotations` is the `module:function` that
        returns the annotations of a value: `(Value) -> Iterable[Annotation]`.
        """
        self._functions = functions
        self._annotations = annotations

    @property
    def format_names(self) -> tuple[str, ...]:
        """Names of the formats in the order of the help text."""
        return (*self._functions, *(_ANNOTATION_RENDERERS if self._annotations else ()))

    def load_renderer(self, format_name: str) -> Callable[[Value, View], Iterator[str]]:
        """Import and return the function that renders a format."""
        if format_name in self._functions:
            render: Callable[[Value, View], Iterator[str]] = _import_function(self._functions[format_name])
            return render
        annotations_of: Callable[[Value], Iterable[Annotation]] = _import_function(self._annotations)
        render_annotations = load_annotation_renderer(format_name)

        def render_annotations_of_value(value: Value, _: View) -> Iterator[str]:
            annotations: list[Annotation] = []
            for annotation in annotations_of(value):
                annotations.append(annotation)
                # An empty piece, so the other formats of the run can continue.
                yield ""
            yield from render_annotations(annotations)

        return render_annotations_of_value


def load_annotation_renderer(format_name: str) -> Callable[[Iterable[Annotation]], Iterator[str]]:
    """Import and return the function that renders annotations in a format for CI systems."""
    render: Callable[[Iterable[Annotation]], Iterator[str]] = _import_function(_ANNOTATION_RENDERERS[format_name])
    return render


def _import_function(function_path: str) -> Any:
    module, _, name = function_path.partition(":")
    return getattr(import_module(module), name)


class Destination(NamedTuple):
    """Output format and output file. If the file name is empty, the text is written to standard output."""

    format: str
    file: str = ""


def parse_destinations(formats: Sequence[str], output: str | None, format_names: Collection[str]) -> list[Destination]:
    """Parse the values `NAME[:FILE]` of `--format`, and the file name of `--output`.

    `--output` is allowed with exactly one format that has no file name. Raises TranstatsError for an unknown format, a
    missing file name, or two formats for the same file.
    """
    destinations = [_parse_destination(text, format_names) for text in formats]
    if output is not None:
        if len(destinations) != 1 or destinations[0].file:
            name = next((each.format for each in destinations if not each.file), destinations[0].format)
            raise TranstatsError(
                f"--output goes with exactly one format; for several, name the file with each: --format {name}:FILE"
            )
        destinations = [_create_file_destination(destinations[0].format, output, "--output")]
    _reject_shared_files(destinations)
    return destinations


def _parse_destination(text: str, format_names: Collection[str]) -> Destination:
    name, colon, file = text.partition(":")
    if name not in format_names:
        similar = find_similar_name(name, format_names)
        hint = f" (did you mean {similar!r}?)" if similar else ""
        raise TranstatsError(f"there is no format {name!r} here{hint}; there are: {', '.join(format_names)}")
    return _create_file_destination(name, file, f"--format {name}:") if colon else Destination(name)


def _create_file_destination(format_name: str, file: str, option: str) -> Destination:
    if not file:
        raise TranstatsError(f"{option} needs the name of a file")
    return Destination(format_name, "" if file == _STANDARD_OUTPUT else file)


def _reject_shared_files(destinations: Sequence[Destination]) -> None:
    formats: dict[str, str] = {}
    for destination in destinations:
        # A file may have several spellings, such as `a.csv` and `./a.csv`.
        path = destination.file and os.path.abspath(destination.file)
        if path in formats:
            place = destination.file or "standard output"
            raise TranstatsError(
                f"{formats[path]} and {destination.format} cannot both go to {place};"
                f" give one a file of its own: --format {destination.format}:FILE"
            )
        formats[path] = destination.format
