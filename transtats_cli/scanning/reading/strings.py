"""Select the units of a file that count as strings of the component, and compute their effective states and flags."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from transtats_cli.columns import UnitColumns, UnitList, Units, UnitTable, as_units_with_columns
from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.model import State, Unit

IdentityFunction = Callable[[UnitColumns], Sequence[str]]


def identify_by_text(columns: UnitColumns) -> Sequence[str]:
    """Return the identity of each unit in a bilingual file: a text made of source and context."""
    return columns.identifying_texts


def identify_by_key(columns: UnitColumns) -> Sequence[str]:
    """Return the identity of each unit in a monolingual file: the key."""
    return columns.contexts


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
    return (
        units
        if not component_flags and _are_effective(units, has_review)
        else UnitList(_make_effective(units, component_flags, has_review))
    )


def _are_effective(units: Units, has_review: bool) -> bool:
    """True if the effective states and flags of all units are those in the file. This is so in most files."""
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
            joined = component_flags.joined_with(own) if component_flags else own
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


def to_source_unit(unit: Unit) -> Unit:
    """Return a unit as a string of the source language: its target is the source text, and its state is read-only."""
    return unit._replace(target=unit.source, state=State.READ_ONLY, flags=unit.flags.joined_with(_READ_ONLY_FLAGS))


def to_template_units(units: Iterable[Unit]) -> Units:
    """Return the strings of a monolingual template. The text of a string in the template becomes its source."""
    return UnitList(map(_to_template_unit, drop_repeated_units(units, identify_by_key)))


def _to_template_unit(unit: Unit) -> Unit:
    text = unit.target or unit.source
    state = State.TRANSLATED if text and unit.state is State.EMPTY else unit.state
    return unit._replace(source=text, target=text, state=state)


def pair_with_template(template: Iterable[Unit], translation: Iterable[Unit]) -> Units:
    """Return the units of a monolingual template with the texts of a translation as targets.

    If a key is only in the template, the target is empty. If a key is only in the translation, the unit is left out.
    """
    if isinstance(translation, UnitTable):
        return _pair_columns(as_units_with_columns(template), translation)
    return UnitList(_pair_units(template, translation))


def _pair_columns(template: Units, translation: UnitTable) -> UnitTable:
    keys, found = template.columns, translation.columns
    places = {key: place for place, key in reversed([*enumerate(found.contexts)])}
    chosen = [*map(places.get, keys.contexts)]
    targets = ["" if place is None else found.targets[place] for place in chosen]
    states = bytes([State.EMPTY if place is None else found.states[place] for place in chosen])
    columns = UnitColumns(keys.contexts, keys.sources, targets, states, keys.flags)

    def lines() -> list[int]:
        lines = translation.line_numbers()
        return [0 if place is None else lines[place] for place in chosen]

    return UnitTable(columns, template.comments_of_unit, lines)


def _pair_units(template: Iterable[Unit], translation: Iterable[Unit]) -> Iterator[Unit]:
    found = {unit.context: unit for unit in drop_repeated_units(translation, identify_by_key)}
    for key in template:
        unit = found.get(key.context)
        if unit is None:
            yield key._replace(target="", state=State.EMPTY, line=0)
        else:
            yield key._replace(target=unit.target, state=unit.state, line=unit.line)


_READ_ONLY_FLAGS = Flags({"read-only": ()})
