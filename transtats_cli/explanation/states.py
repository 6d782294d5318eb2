"""Find the rule that gives a string its state, and the place that sets each of its flags."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.flags import MARKUP_FLAGS, Flags, parse_flag_lines, parse_flags
from transtats_cli.formats.references import flags_of_references
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.formats.xliff.attributes import NEEDS_EDITING_STATES
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit


class StateRule(Enum):
    """Rule that gives a string its state. The values are part of the JSON output."""

    READ_ONLY_FLAG = "read-only-flag"
    READ_ONLY_IN_FILE = "read-only-in-file"
    SOURCE_LANGUAGE = "source-language"
    UNCHANGED_TEXT = "unchanged-text"
    APPROVED = "approved"
    APPROVED_WITHOUT_REVIEW = "approved-without-review"
    NOT_IN_FILE = "not-in-file"
    EMPTY_TARGET = "empty-target"
    MARKED_AS_NEEDING_EDITING = "marked-as-needing-editing"
    TRANSLATED = "translated"


_FLAG_COMMENTS = ("#,", "#=")
"""Beginnings of the comments that contain flags in a PO file."""


def explain_state(
    component: Component, unit: Unit, written: Unit, *, is_source: bool, is_in_file: bool, review_origin: str
) -> tuple[StateRule, str]:
    """Return the rule that gives a unit its state, and a sentence that explains it.

    `unit` has its effective state. `written` is the same unit before the settings change its state. `is_in_file` is
    False if only the template contains the string. `review_origin` is the origin of the setting `review`.
    """
    if unit.state is State.READ_ONLY:
        if written.read_only:
            return StateRule.READ_ONLY_IN_FILE, "The file marks the string as not translatable."
        if is_source and (not component.template or FILE_FORMATS[component.file_format].is_document):
            reason = "Strings of the source language are read-only in a component without a template."
            return StateRule.SOURCE_LANGUAGE, reason
        names = ", ".join(unit.flags.read_only_names)
        return StateRule.READ_ONLY_FLAG, f"The string has a flag that makes it read-only: {names}."
    if unit.state is State.NEEDS_REWRITING:
        reason = f"The target is equal to the source. In the format {component.file_format}, it is not translated yet."
        return StateRule.UNCHANGED_TEXT, reason
    if unit.state is State.APPROVED:
        return StateRule.APPROVED, "The file marks the translation as approved."
    if unit.state is State.TRANSLATED and written.state is State.APPROVED:
        reason = "The file marks the translation as approved, which counts as translated, because reviews are off"
        return StateRule.APPROVED_WITHOUT_REVIEW, f"{reason} (review = false, {review_origin})."
    if unit.state is State.TRANSLATED:
        reason = "The target is not empty, and the file does not mark it as needing editing."
        if not written.target.strip(PLURAL_SEPARATOR):
            reason = "The file contains a translation, in plural forms that the language does not have."
        return StateRule.TRANSLATED, reason
    if unit.state is State.NEEDS_EDITING:
        return StateRule.MARKED_AS_NEEDING_EDITING, _describe_mark(component, written)
    if not is_in_file:
        return StateRule.NOT_IN_FILE, "The template contains the string, and the file of the language lacks it."
    return StateRule.EMPTY_TARGET, "The target is empty."


def _describe_mark(component: Component, written: Unit) -> str:
    if any("fuzzy" in map(str.strip, line.split(",")) for line in _list_flag_lines(written)):
        return "The file marks the translation as fuzzy (#, fuzzy)."
    if "xliff" in component.file_format:
        return f"The state of the target in the file is one of {', '.join(sorted(NEEDS_EDITING_STATES))}."
    return "The file marks the translation as needing editing."


def _list_flag_lines(unit: Unit) -> list[str]:
    """Return the comments of a unit in a PO file that contain flags, without their marks."""
    return [line[2:] for line in unit.comments.split("\n") if line.startswith(_FLAG_COMMENTS)]


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


def explain_flags(
    component: Component, check_flags_origin: str, unit: Unit, written: WrittenUnit, template: WrittenUnit | None
) -> tuple[tuple[FlagOrigin, ...], tuple[FlagOrigin, ...]]:
    """Return the flags of a unit, and the flags that `discard:FLAG` in the string removes, each sorted by name.

    `unit` has its effective flags. `written` is the same unit before the settings change its flags. `template` is the
    unit with the same key in the template, or None. `check_flags_origin` is the origin of the setting `check_flags`.
    """
    layers = [*_list_layers(component, check_flags_origin, written, template)]
    removed = {name: layer for layer in layers for name in layer.flags if name not in unit.flags}
    return tuple(_find_origin(name, unit.flags, layers) for name in sorted(unit.flags)), tuple(
        FlagOrigin(name, layer.origin, f"{layer.place}, removed by discard:{name}")
        for name, layer in sorted(removed.items())
    )


def _list_layers(
    component: Component, check_flags_origin: str, written: WrittenUnit, template: WrittenUnit | None
) -> Iterator[_FlagLayer]:
    """Yield the flags of a unit, one layer for each place that sets flags. A later layer overrides earlier layers."""
    file_format = FILE_FORMATS[component.file_format]
    yield _FlagLayer("format", f"the format {component.file_format}", parse_flags(file_format.flags_of_strings))
    yield _FlagLayer("settings", check_flags_origin, parse_flags(component.check_flags))
    for unit, path in (each for each in (template, written) if each is not None):
        implied, comments = flags_of_references(unit.references), parse_flag_lines(_list_flag_lines(unit))
        others = unit.flags.without(frozenset(comments))
        markup = others.without(frozenset(others) - MARKUP_FLAGS)
        yield _FlagLayer("reference", f"the references of the string in {path}", implied)
        yield _FlagLayer("markup", f"the markup of the texts in {path}", markup)
        yield _FlagLayer("attribute", f"the string in {path}", others.without(MARKUP_FLAGS | frozenset(implied)))
        yield _FlagLayer("comment", f"the comment in {path}", comments)


def _find_origin(name: str, flags: Flags, layers: list[_FlagLayer]) -> FlagOrigin:
    values = flags.values_of(name)
    written = str(Flags({name: values}))
    for layer in reversed(layers):
        if name in layer.flags and layer.flags.values_of(name) == values:
            return FlagOrigin(written, layer.origin, layer.place)
    # Only the rule for strings of the source language sets a flag that no file and no setting contains.
    return FlagOrigin(written, "source-language", "the rule for strings of the source language")
