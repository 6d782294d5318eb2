"""Select the units of a file that count as strings of the component, and compute their effective states and flags.

The effective state and the effective flags of a unit depend on the file and on the settings of the component. The
identity of a string is a text: units with the same identity are the same string. In a format with values, such as
`csv-multi`, several texts of a unit are values instead of plural forms.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from transtats_cli.columns import UnitColumns, UnitList, Units, UnitTable, as_units_with_columns
from transtats_cli.component import Component
from transtats_cli.flags import LOCKED_STRING_FLAGS, NO_FLAGS, Flags
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.scanning.reading.counting import count_sources

IdentityFunction = Callable[[UnitColumns], Sequence[str]]
"""Function that returns the identity of each unit. The argument contains the columns of all units."""


def identify_by_text(columns: UnitColumns) -> Sequence[str]:
    """Return the identity of each unit in a bilingual file: a text that consists of source and context."""
    return columns.identifying_texts


def identify_by_first_text(columns: UnitColumns) -> Sequence[str]:
    """Return the identity of each unit in a bilingual file with values: the first value of the source, and context."""
    return [
        source.partition(PLURAL_SEPARATOR)[0] + context
        for source, context in zip(columns.sources, columns.contexts, strict=True)
    ]


def identify_by_key(columns: UnitColumns) -> Sequence[str]:
    """Return the identity of each unit in a monolingual file: the key."""
    return columns.contexts


def select_identity(component: Component) -> IdentityFunction:
    """Return the function that identifies the strings of a component."""
    file_format = FILE_FORMATS[component.file_format]
    if component.template and not file_format.is_document:
        return identify_by_key
    return identify_by_first_text if file_format.has_multiple_values else identify_by_text


def drop_repeated_units(units: Iterable[Unit], identify: IdentityFunction) -> Units:
    """Return the units without repetitions. If several units have the same identity, the first unit is kept."""
    units = as_units_with_columns(units)
    if identify is identify_by_text and units.columns.has_distinct_texts:
        return units
    keys = identify(units.columns)
    return units if len(set(keys)) == len(keys) else UnitList(_first_units_of_keys(keys, units))


def _first_units_of_keys(keys: Iterable[str], units: Iterable[Unit]) -> Iterator[Unit]:
    seen: set[str] = set()
    for key, unit in zip(keys, units, strict=True):
        if key not in seen:
            seen.add(key)
            yield unit


def make_units_effective(units: Iterable[Unit], *, component_flags: Flags = NO_FLAGS, has_review: bool) -> Units:
    """Return the units with effective states and flags. Flags of the component are added to the flags of each unit."""
    units = as_units_with_columns(units)
    if not component_flags and _are_states_and_flags_effective(units, has_review):
        return units
    if isinstance(units, UnitTable):
        return _make_columns_effective(units, component_flags, has_review)
    return UnitList(_make_effective(units, component_flags, has_review))


def _are_states_and_flags_effective(units: Units, has_review: bool) -> bool:
    """True if the states and flags in the file are the effective ones, because the settings change none of them.

    This is true for most files.
    """
    columns = units.columns
    if columns.read_only_indices or (not has_review and State.APPROVED in columns.states):
        return False
    return not any(flags.is_read_only for flags in columns.distinct_flags)


def _make_effective(units: Iterable[Unit], component_flags: Flags, has_review: bool) -> Iterator[Unit]:
    own: Flags | None = None
    joined, is_read_only = component_flags, False
    for unit in units:
        # Units that share their flags share the joined flags, too.
        if unit.flags is not own:
            own = unit.flags
            joined = component_flags.overridden_by(own) if component_flags else own
            is_read_only = joined.is_read_only
        state = unit.state
        if is_read_only or unit.read_only:
            state = State.READ_ONLY
        elif state is State.APPROVED and not has_review:
            state = State.TRANSLATED
        if state is unit.state and joined is own:
            yield unit
        else:
            yield unit._replace(state=state, flags=joined)


def _make_columns_effective(units: UnitTable, component_flags: Flags, has_review: bool) -> UnitTable:
    """Return the same units as `_make_effective`. Line numbers are not computed before they are needed."""
    columns = units.columns
    joined = {id(own): component_flags.overridden_by(own) if component_flags else own for own in columns.distinct_flags}
    flags = [joined[id(own)] for own in columns.flags]
    states = columns.states
    if not has_review:
        states = states.replace(bytes([State.APPROVED]), bytes([State.TRANSLATED]))
    locked = set(columns.read_only_indices)
    if any(found.is_read_only for found in joined.values()):
        read_only_flags = {id(found) for found in joined.values() if found.is_read_only}
        locked.update(index for index, found in enumerate(flags) if id(found) in read_only_flags)
    if locked:
        changed = bytearray(states)
        for index in locked:
            changed[index] = State.READ_ONLY
        states = bytes(changed)
    effective = columns.with_states_and_flags(states, flags)
    return UnitTable(effective, units.comments_of_unit, units.line_numbers)


def to_source_unit(unit: Unit) -> Unit:
    """Return a unit as a string of the source language: its target is the source text, and its state is read-only."""
    return unit._replace(target=unit.source, state=State.READ_ONLY, flags=unit.flags.joined_with(LOCKED_STRING_FLAGS))


def to_template_units(units: Iterable[Unit], form_count: int) -> Units:
    """Return the strings of a monolingual template. The text of a string in the template becomes its source.

    If several units have the same key, the source of the string is the text of the first unit, and its target and state
    are those of the last unit. `form_count` is the number of plural forms of the source language, or 0 for a format
    with values.
    """
    units = as_units_with_columns(units)
    distinct = drop_repeated_units(units, identify_by_key)
    if distinct is units and isinstance(units, UnitTable):
        return _to_template_table(units, form_count)
    last_units = {} if len(distinct) == len(units) else {unit.context: unit for unit in units}
    return UnitList(_to_template_unit(unit, last_units.get(unit.context, unit), form_count) for unit in distinct)


def _to_template_table(units: UnitTable, form_count: int) -> UnitTable:
    """Return the same units as `_to_template_unit`. Line numbers are not computed before they are needed."""
    columns = units.columns
    sources = [target or source for source, target in zip(columns.sources, columns.targets, strict=True)]
    targets = [*sources]
    plural_unit_indices = [index for index in columns.plural_unit_indices if PLURAL_SEPARATOR in sources[index]]
    for index in plural_unit_indices:
        targets[index] = _with_form_count(sources[index], form_count)
    states = bytes(
        state if written or not source else State.TRANSLATED
        for written, source, state in zip(columns.targets, sources, columns.states, strict=True)
    )
    template = UnitColumns(
        columns.contexts,
        sources,
        targets,
        states,
        columns.flags,
        plural_unit_indices=plural_unit_indices,
        read_only_indices=columns.read_only_indices,
        total_counts=count_sources(sources),
    )
    return UnitTable(template, units.comments_of_unit, units.line_numbers)


def _to_template_unit(unit: Unit, last_unit: Unit, form_count: int) -> Unit:
    """Return the string of the template for a key.

    The source is that of `unit`, the first unit with the key. Target and state are those of `last_unit`, the last unit
    with the key.
    """
    target = last_unit.target or last_unit.source
    state = last_unit.state if last_unit.target or not target else State.TRANSLATED
    source = unit.target or unit.source
    return unit._replace(source=source, target=_adjust_forms_of_target(source, target, form_count), state=state)


def repeat_sources(units: Iterable[Unit]) -> Units:
    """Return units whose sources have as many parts as their targets. The first part of each source is repeated.

    The units are those of a monolingual file. The parts of a target are values, not plural forms.
    """
    return UnitList(unit._replace(source=_repeat_source(unit)) for unit in units)


def _repeat_source(unit: Unit) -> str:
    first = unit.source.split(PLURAL_SEPARATOR, 1)[0]
    return PLURAL_SEPARATOR.join([first] * (unit.target.count(PLURAL_SEPARATOR) + 1))


def _with_form_count(target: str, form_count: int) -> str:
    """Return a target with `form_count` plural forms. Surplus forms are removed. Empty forms are added at the end.

    If `form_count` is 0, the parts of the target are not plural forms, and the target is returned unchanged.
    """
    if not form_count:
        return target
    forms = target.split(PLURAL_SEPARATOR, form_count)[:form_count]
    return PLURAL_SEPARATOR.join(forms + [""] * (form_count - len(forms)))


def adjust_plural_forms(units: Iterable[Unit], form_count: int) -> Units:
    """Return the units of a bilingual file, with `form_count` plural forms in each target that has plural forms."""
    units = as_units_with_columns(units)
    columns = units.columns
    targets = [*columns.targets]
    for index in columns.plural_unit_indices:
        targets[index] = _with_form_count(targets[index], form_count)
    if targets == columns.targets:
        return units
    return UnitTable(columns.with_targets(targets), units.comments_of_unit, units.line_numbers)


def _adjust_forms_of_target(source: str, target: str, form_count: int) -> str:
    """Return a target with `form_count` plural forms. If the string has no plural forms, the target is not changed."""
    is_plural = PLURAL_SEPARATOR in source or PLURAL_SEPARATOR in target
    return _with_form_count(target, form_count) if is_plural else target


def pair_with_template(
    template: Iterable[Unit], translation: Iterable[Unit], form_count: int, *, adds_flags: bool = False
) -> Units:
    """Return the units of a monolingual template with the texts of a translation as targets.

    If a key is only in the template, the target is empty. If a key is only in the translation, the unit is left out. If
    a key is repeated in the translation, the last unit is used. `form_count` is the number of plural forms of the
    language, or 0 for a format with values. If `adds_flags`, the flags of the translation are added to the flags of the
    template, except for flags about the markup in the source.
    """
    if isinstance(translation, UnitTable):
        return _pair_columns(as_units_with_columns(template), translation, form_count, adds_flags=adds_flags)
    return UnitList(_pair_units(template, translation, form_count, adds_flags=adds_flags))


def _pair_columns(template: Units, translation: UnitTable, form_count: int, *, adds_flags: bool) -> UnitTable:
    keys, found = template.columns, translation.columns
    places = {key: place for place, key in enumerate(found.contexts)}
    chosen = [*map(places.get, keys.contexts)]
    targets = ["" if place is None else found.targets[place] for place in chosen]
    plural_places = set(found.plural_unit_indices)
    plural_targets = [index for index, place in enumerate(chosen) if place in plural_places] if plural_places else []
    for index in {*keys.plural_unit_indices, *plural_targets}:
        targets[index] = _adjust_forms_of_target(keys.sources[index], targets[index], form_count)
    states = bytes([State.EMPTY if place is None else found.states[place] for place in chosen])
    flags = _join_flags_of_columns(keys, found, chosen) if adds_flags else keys.flags
    columns = UnitColumns(
        keys.contexts,
        keys.sources,
        targets,
        states,
        flags,
        read_only_indices=keys.read_only_indices,
        total_counts=keys.total_counts,
    )

    def lines() -> list[int]:
        lines = translation.line_numbers()
        return [0 if place is None else lines[place] for place in chosen]

    def comments(index: int) -> str:
        place = chosen[index]
        return _join_comments(
            template.comments_of_unit(index), "" if place is None else translation.comments_of_unit(place)
        )

    return UnitTable(columns, comments, lines)


def _join_flags_of_columns(keys: UnitColumns, found: UnitColumns, chosen: Sequence[int | None]) -> Sequence[Flags]:
    """Return the flags of each string from the template and the translation, see `_join_flags`.

    `keys` are the columns of the template, and `found` are the columns of the translation. `chosen` has the index in
    the translation of each string in the template.
    """
    added = {id(flags): flags.without(_MARKUP_FLAGS) for flags in found.distinct_flags}
    if all(flags is NO_FLAGS for flags in added.values()):
        return keys.flags
    return [
        own if place is None else added[id(found.flags[place])].overridden_by(own)
        for own, place in zip(keys.flags, chosen, strict=True)
    ]


def _pair_units(
    template: Iterable[Unit], translation: Iterable[Unit], form_count: int, *, adds_flags: bool
) -> Iterator[Unit]:
    found = {unit.context: unit for unit in translation}
    for key in template:
        unit = found.get(key.context, _MISSING_UNIT)
        yield key._replace(
            target=_adjust_forms_of_target(key.source, unit.target, form_count),
            state=unit.state,
            flags=_join_flags(key.flags, unit.flags) if adds_flags else key.flags,
            comments=_join_comments(key.comments, unit.comments),
            line=unit.line,
        )


def _join_flags(template_flags: Flags, flags: Flags) -> Flags:
    """Return the flags of a string from the template and the translation, without markup flags of the translation.

    If both contain a flag with different values, the value in the template is used.
    """
    return flags.without(_MARKUP_FLAGS).overridden_by(template_flags)


def mark_unchanged_texts(units: Iterable[Unit], component_flags: Flags) -> Units:
    """Return all units. Each translated unit whose target is equal to its source gets the state NEEDS_REWRITING.

    If the unit or the component has the flag `ignore-same`, the state of the unit is not changed.
    """
    if "ignore-same" in component_flags:
        return as_units_with_columns(units)
    return UnitList(
        unit._replace(state=State.NEEDS_REWRITING)
        if unit.target == unit.source and unit.state is State.TRANSLATED and "ignore-same" not in unit.flags
        else unit
        for unit in units
    )


def _join_comments(template_comments: str, comments: str) -> str:
    """Return the comments of a string in the template and in the translation.

    The note in the translation follows the note in the template, unless they are equal. Other comments, such as
    locations, are those of the template, if it has any.
    """
    if template_comments == comments:
        return comments
    notes, others = _split_comments(comments)
    template_notes, template_others = _split_comments(template_comments)
    if notes != template_notes:
        template_notes = [*(template_notes or ["#."]), *(notes or ["#."])]
    return "\n".join(template_notes + (template_others or others))


def _split_comments(comments: str) -> tuple[list[str], list[str]]:
    """Return the lines with notes, and the other lines, in the comments of a unit."""
    lines = comments.split("\n") if comments else []
    notes = [line for line in lines if line[1:2] not in (":", ",", "=", "|", "~")]
    return notes, [line for line in lines if line[1:2] in (":", ",", "=", "|", "~")]


_MARKUP_FLAGS = frozenset({"xml-text", "safe-html", "auto-safe-html"})
_MISSING_UNIT = Unit("", "", "", State.EMPTY)
