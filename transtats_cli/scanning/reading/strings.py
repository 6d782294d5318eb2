"""Select the units of a file that count as strings of the component, compute their states and flags, and count them.

The effective state and the effective flags of a unit depend on the file and on the settings of the component. The
identity of a string is a text: units with the same identity are the same string. In a format with values, such as
`csv-multi`, several texts of a unit are values instead of plural forms.
"""

from collections.abc import Callable, Iterable, Sequence

from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.component import Component
from transtats_cli.flags import LOCKED_STRING_FLAGS, MARKUP_FLAGS, NO_FLAGS, Flags
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.statistics import NO_STRINGS, Counts, Statistics, add_counts, count_sources

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
    file_format = FILE_FORMATS[component.file_format]
    if component.template and not file_format.is_document:
        return identify_by_key
    return identify_by_first_text if file_format.has_multiple_values else identify_by_text


def drop_repeated_units(units: Iterable[Unit], identify: IdentityFunction) -> UnitColumns:
    """Return the units without repetitions. If several units have the same identity, the first unit is kept."""
    columns = columns_of(units)
    if identify is identify_by_text and columns.has_distinct_texts:
        return columns
    keys = identify(columns)
    if len(set(keys)) == len(keys):
        return columns
    first_indices: dict[str, int] = {}
    for index, key in enumerate(keys):
        first_indices.setdefault(key, index)
    return columns.select([*first_indices.values()])


def make_units_effective(units: Iterable[Unit], *, component_flags: Flags = NO_FLAGS, has_review: bool) -> UnitColumns:
    """Return the units with effective states and flags. Flags of the component are added to the flags of each unit."""
    columns = columns_of(units)
    states, flags, locked = columns.states, columns.flags, columns.read_only_indices
    joined = {id(own): component_flags.overridden_by(own) if component_flags else own for own in columns.distinct_flags}
    if component_flags:
        flags = [joined[id(own)] for own in flags]
    if not has_review:
        states = states.replace(bytes([State.APPROVED]), bytes([State.TRANSLATED]))
    read_only_flags = {id(found) for found in joined.values() if found.is_read_only}
    if read_only_flags:
        locked = locked.union(index for index, found in enumerate(flags) if id(found) in read_only_flags)
    if locked:
        changed = bytearray(states)
        for index in locked:
            changed[index] = State.READ_ONLY
        states = bytes(changed)
    is_changed = states != columns.states or flags is not columns.flags
    return columns.replace(states=states, flags=flags) if is_changed else columns


def to_source_unit(unit: Unit) -> Unit:
    """Return a unit as a string of the source language: its target is the source text, and its state is read-only."""
    return unit._replace(target=unit.source, state=State.READ_ONLY, flags=unit.flags.joined_with(LOCKED_STRING_FLAGS))


def to_template_units(units: Iterable[Unit], form_count: int) -> UnitColumns:
    """Return the strings of a monolingual template. The text of a string in the template becomes its source.

    If several units have the same key, the source of the string is the text of the first unit, and its target and state
    are those of the last unit. `form_count` is the number of plural forms of the source language, or 0 for a format
    with values.
    """
    columns = columns_of(units)
    first = last = drop_repeated_units(columns, identify_by_key)
    if len(first) < len(columns):
        last_indices = {key: index for index, key in enumerate(columns.contexts)}
        last = columns.select([last_indices[key] for key in first.contexts])
    sources, targets = (
        [target or source for source, target in zip(found.sources, found.targets, strict=True)]
        for found in (first, last)
    )
    states = bytes(
        state if written or not text else State.TRANSLATED
        for written, text, state in zip(last.targets, targets, last.states, strict=True)
    )
    template = adjust_plural_forms(first.replace(sources=sources, targets=targets, states=states), form_count)
    template.total_counts = count_sources(sources)
    return template


def repeat_sources(columns: UnitColumns) -> UnitColumns:
    """Return units whose sources have as many parts as their targets. The first part of each source is repeated.

    The units are those of a monolingual file. The parts of a target are values, not plural forms.
    """
    return columns.replace(
        sources=[
            PLURAL_SEPARATOR.join([source.split(PLURAL_SEPARATOR, 1)[0]] * (target.count(PLURAL_SEPARATOR) + 1))
            for source, target in zip(columns.sources, columns.targets, strict=True)
        ]
    )


def adjust_plural_forms(columns: UnitColumns, form_count: int) -> UnitColumns:
    """Return the units with `form_count` plural forms in each target of a string that has plural forms.

    Surplus forms are removed. Empty forms are added at the end. If `form_count` is 0, no parts are plural forms.
    """
    if not form_count or not columns.plural_unit_indices:
        return columns
    targets = [*columns.targets]
    for index in columns.plural_unit_indices:
        forms = targets[index].split(PLURAL_SEPARATOR, form_count)[:form_count]
        targets[index] = PLURAL_SEPARATOR.join(forms + [""] * (form_count - len(forms)))
    return columns.replace(targets=targets)


def pair_with_template(
    template: Iterable[Unit], translation: Iterable[Unit], form_count: int, *, adds_flags: bool = False
) -> UnitColumns:
    """Return the units of a monolingual template with the texts of a translation as targets.

    If a key is only in the template, the target is empty. If a key is only in the translation, the unit is left out. If
    a key is repeated in the translation, the last unit is used. `form_count` is the number of plural forms of the
    language, or 0 for a format with values. If `adds_flags`, the flags of the translation are added to the flags of the
    template, except for flags about the markup in the source.
    """
    keys, found = columns_of(template), columns_of(translation)
    places = {key: place for place, key in enumerate(found.contexts)}
    chosen = [*map(places.get, keys.contexts)]

    def find_line_numbers() -> list[int]:
        lines = found.line_numbers
        return [0 if place is None else lines[place] for place in chosen]

    def find_comments(index: int) -> str:
        place = chosen[index]
        return _join_comments(keys.comments_of_unit(index), "" if place is None else found.comments_of_unit(place))

    paired = UnitColumns(
        keys.contexts,
        keys.sources,
        ["" if place is None else found.targets[place] for place in chosen],
        bytes([State.EMPTY if place is None else found.states[place] for place in chosen]),
        _join_flags(keys, found, chosen) if adds_flags else keys.flags,
        find_comments=find_comments,
        find_line_numbers=find_line_numbers,
        read_only_indices=keys.read_only_indices,
        suggestion_indices=keys.suggestion_indices,
    )
    paired.total_counts = keys.total_counts
    return adjust_plural_forms(paired, form_count)


def _join_flags(keys: UnitColumns, found: UnitColumns, chosen: Sequence[int | None]) -> Sequence[Flags]:
    """Return the flags of each string from the template and the translation, without markup flags of the translation.

    If both contain a flag with different values, the value in the template is used. `keys` are the units of the
    template, and `found` are the units of the translation. `chosen` has the index in the translation of each string in
    the template.
    """
    added = {id(flags): flags.without(MARKUP_FLAGS) for flags in found.distinct_flags}
    if all(flags is NO_FLAGS for flags in added.values()):
        return keys.flags
    return [
        own if place is None else added[id(found.flags[place])].overridden_by(own)
        for own, place in zip(keys.flags, chosen, strict=True)
    ]


def mark_unchanged_texts(columns: UnitColumns, component_flags: Flags) -> UnitColumns:
    """Return all units. Each translated unit whose target is equal to its source gets the state NEEDS_REWRITING.

    If the unit or the component has the flag `ignore-same`, the state of the unit is not changed.
    """
    if "ignore-same" in component_flags:
        return columns
    states = bytearray(columns.states)
    for index in columns.indices_in_state(State.TRANSLATED):
        if columns.targets[index] == columns.sources[index] and "ignore-same" not in columns.flags[index]:
            states[index] = State.NEEDS_REWRITING
    return columns.replace(states=bytes(states))


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


def count_units(units: Sequence[Unit], *, cjk: bool = False, file_notes: bool = False) -> Statistics:
    """Return the statistics of units. Words and characters are counted in the sources.

    The states of the units must be effective, as `strings.make_units_effective` returns them. With `cjk`, each Chinese,
    Japanese or Korean character counts as a word. With `file_notes`, suggestions and comments are also counted.
    """
    columns = columns_of(units)
    counts = _count_by_state(columns, cjk=cjk)
    return Statistics(
        total=add_counts(counts.values()) or NO_STRINGS,
        translated=add_counts(part for state, part in counts.items() if state >= State.TRANSLATED) or NO_STRINGS,
        fuzzy=add_counts(part for state, part in counts.items() if state.is_fuzzy) or NO_STRINGS,
        approved=counts.get(State.APPROVED, NO_STRINGS),
        readonly=counts.get(State.READ_ONLY, NO_STRINGS),
        suggestions=sum(unit.has_suggestion for unit in units) if file_notes else 0,
        comments=sum(unit.has_translator_comment for unit in units) if file_notes else 0,
    )


def _count_by_state(columns: UnitColumns, *, cjk: bool) -> dict[State, Counts]:
    """Count the units in each state.

    If the counts of all units are already known, the counts of the most frequent state are computed by subtraction.
    """
    states = [state for state in State if state in columns.states]
    if cjk or columns.total_counts is None or not states:
        return {state: count_sources([*columns.sources_in_state(state)], cjk=cjk) for state in states}
    usual = max(states, key=columns.states.count)
    counts = {state: count_sources([*columns.sources_in_state(state)]) for state in states if state is not usual}
    counts[usual] = columns.total_counts.minus(add_counts(counts.values()) or NO_STRINGS)
    return counts
