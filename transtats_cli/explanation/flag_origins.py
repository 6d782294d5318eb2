"""Find the origin of each flag of a string: the format, the settings, a reference, the markup, or the file itself."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.flags import Flags, parse_flag_lines, parse_flags
from transtats_cli.formats.references import flags_of_references
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import Unit

_MARKUP_FLAGS = frozenset({"xml-text", "safe-html", "auto-safe-html"})
"""Flags that readers set for the markup in the texts, if the file does not set them itself."""
_FLAG_COMMENTS = ("#,", "#=")
"""Beginnings of the comments that contain flags in a PO file."""


class FlagOrigin(NamedTuple):
    """One flag of a string, with the place that sets the flag."""

    flag: str
    """Flag with its values, as in a PO file."""
    origin: str
    """Kind of the place: `format`, `settings`, `comment`, `reference`, `markup`, `attribute` or `source-language`."""
    place: str
    """Place that sets the flag, as a phrase, such as `transtats.toml:3` or `the comment in de.po`."""


class WrittenUnit(NamedTuple):
    """Unit as a file contains it, before the settings change its state and its flags."""

    unit: Unit
    path: str
    """Path as shown in messages."""


class _FlagLayer(NamedTuple):
    """Flags that one place sets for a unit."""

    origin: str
    place: str
    flags: Flags


def find_flag_origins(
    component: Component, check_flags_origin: str, unit: Unit, written: WrittenUnit, template: WrittenUnit | None
) -> tuple[FlagOrigin, ...]:
    """Return the origin of each flag of a unit, sorted by name.

    `unit` has its effective flags. `written` is the same unit before the settings change its flags. `template` is the
    unit with the same key in the template, or None. `check_flags_origin` is the origin of the setting `check_flags`.
    """
    layers = [*_list_layers(component, check_flags_origin, written, template)]
    return tuple(_find_origin(name, unit.flags, layers) for name in sorted(unit.flags))


def find_removed_flags(
    component: Component, check_flags_origin: str, unit: Unit, written: WrittenUnit
) -> tuple[FlagOrigin, ...]:
    """Return the flags that `discard:FLAG` in the string itself removes, each with the place that sets the flag."""
    layers = [*_list_layers(component, check_flags_origin, written, None)]
    names = {name: layer for layer in layers for name in layer.flags if name not in unit.flags}
    return tuple(
        FlagOrigin(name, layer.origin, f"{layer.place}, removed by discard:{name}")
        for name, layer in sorted(names.items())
    )


def _list_layers(
    component: Component, check_flags_origin: str, written: WrittenUnit, template: WrittenUnit | None
) -> Iterator[_FlagLayer]:
    """Yield the flags of a unit, one layer for each place that sets flags. A later layer overrides earlier layers."""
    file_format = FILE_FORMATS[component.file_format]
    yield _FlagLayer("format", f"the format {component.file_format}", parse_flags(file_format.flags_of_strings))
    yield _FlagLayer("settings", check_flags_origin, parse_flags(component.check_flags))
    for unit, path in (each for each in (template, written) if each is not None):
        yield _FlagLayer("reference", f"the references of the string in {path}", flags_of_references(unit.references))
        lines = (line[2:] for line in unit.comments.split("\n") if line.startswith(_FLAG_COMMENTS))
        comments = parse_flag_lines(lines)
        others = {name for name in unit.flags if name not in comments}
        markup = frozenset(others & _MARKUP_FLAGS)
        yield _FlagLayer("markup", f"the markup of the texts in {path}", _keep_flags(unit.flags, markup))
        implied = flags_of_references(unit.references)
        rest = frozenset(name for name in others - markup if name not in implied)
        yield _FlagLayer("attribute", f"the string in {path}", _keep_flags(unit.flags, rest))
        yield _FlagLayer("comment", f"the comment in {path}", comments)


def _keep_flags(flags: Flags, names: frozenset[str]) -> Flags:
    return flags.without(frozenset(flags) - names)


def _find_origin(name: str, flags: Flags, layers: list[_FlagLayer]) -> FlagOrigin:
    values = flags.values_of(name)
    written = str(Flags({name: values}))
    for layer in reversed(layers):
        if name in layer.flags and layer.flags.values_of(name) == values:
            return FlagOrigin(written, layer.origin, layer.place)
    # Only the rule for strings of the source language sets a flag that no file and no setting contains.
    return FlagOrigin(written, "source-language", "the rule for strings of the source language")
