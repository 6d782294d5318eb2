"""Pair the strings of a translated document with the strings of its template.

The strings of a document have no keys. The readers of documents return the place of a string as its context. In
results, the context is empty, unless several strings of the template have the same source, or the source is empty. The
place of a string in an OpenDocument file is its key, and always its context.

Strings with the same source and the same location, such as cells of one table, are one string.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from transtats_cli.columns import UnitList, Units, as_units_with_columns, columns_of
from transtats_cli.formats import FileFormat
from transtats_cli.model import State, Unit
from transtats_cli.scanning.reading import strings

_UNPAIRED_PLACE_MARK = "\0repeated "
"""Beginning of the place of a repeated string in a template that is paired with no text of a translation."""


def to_template_units(units: Iterable[Unit], file_format: FileFormat, *, merges_duplicates: bool) -> Units:
    """Return the strings of a template. The text of a string becomes its source.

    A string without a place gets a place that no string of a translation has. If `merges_duplicates`, strings with
    equal texts are one string with the place of the first and the locations of all.
    """
    numbers = count()
    found = [unit._replace(context=unit.context or f"\0{next(numbers)}", source=unit.target) for unit in units]
    return UnitList(_merge_duplicates(found) if merges_duplicates else _merge_repeated_units(found, file_format))


def _merge_repeated_units(units: Sequence[Unit], file_format: FileFormat) -> Iterator[Unit]:
    """Yield one string for each source and location."""
    numbers = Counter(unit.source for unit in units)
    places_by_source: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for unit in units:
        if numbers[unit.source] > 1:
            places_by_source[unit.source].setdefault(_locate_unit(unit), []).append(unit.context)
    seen: set[tuple[str, str]] = set()
    for unit in units:
        if numbers[unit.source] == 1:
            yield unit
        elif (identity := (unit.source, _locate_unit(unit))) not in seen:
            seen.add(identity)
            place = (
                unit.context if file_format.reads_first_texts else _choose_place(places_by_source[unit.source], unit)
            )
            yield unit._replace(context=place)


def _choose_place(places_by_location: dict[str, list[str]], unit: Unit) -> str:
    """Return the place of the text in translations that is paired with a repeated string.

    A server uses the first place in the first location of a source, and the last place in other locations. It pairs
    nothing with a source that is repeated in one location only.
    """
    location = _locate_unit(unit)
    places = places_by_location[location]
    if len(places) == 1:
        return unit.context
    if len(places_by_location) == 1:
        return _UNPAIRED_PLACE_MARK + unit.context
    return places[0] if location == next(iter(places_by_location)) else places[-1]


def _locate_unit(unit: Unit) -> str:
    """Return the references of a unit, or its key if there are no references, as in OpenDocument files."""
    return " ".join(unit.references) or unit.context


def _merge_duplicates(units: Iterable[Unit]) -> Iterable[Unit]:
    merged: dict[str, Unit] = {}
    for unit in units:
        first = merged.get(unit.source)
        merged[unit.source] = (
            unit if first is None else first._replace(comments="\n".join(filter(None, [first.comments, unit.comments])))
        )
    return merged.values()


def to_source_units(template: Sequence[Unit], *, has_keys: bool) -> Units:
    """Return the strings of the source language. All of them are read-only."""
    units = template if has_keys else _replace_contexts(template, template)
    return UnitList(map(strings.to_source_unit, units))


def pair_with_template(template: Sequence[Unit], translation: Iterable[Unit], file_format: FileFormat) -> Units:
    """Return the strings of a template with the texts in the same places of a translation as targets.

    Without such a text, the target is empty.
    """
    found = _units_by_place(translation, file_format)
    empty = Unit("", "", "", State.EMPTY)

    def pair(unit: Unit) -> Unit:
        other = found.get(unit.context, empty)
        if file_format.reads_equal_texts_only and other.target not in ("", unit.source):
            other = empty
        return unit._replace(target=other.target, state=other.state, line=other.line)

    paired = map(pair, template)
    return UnitList(paired if file_format.is_keyed_document else _replace_contexts(template, paired))


def identify_strings(
    template: Sequence[Unit], paired: Iterable[Unit], translation: Iterable[Unit], file_format: FileFormat
) -> list[str]:
    """Return the identities of the strings that a translation has.

    `paired` is the result of `pair_with_template`. The identity of a string without a counterpart is its place.
    """
    found = _units_by_place(translation, file_format)
    identities = strings.identify_by_text(columns_of(as_units_with_columns(paired)))
    present = [key for unit, key in zip(template, identities, strict=True) if unit.context in found]
    return [*present, *(found.keys() - {unit.context for unit in template})]


def _units_by_place(units: Iterable[Unit], file_format: FileFormat) -> dict[str, Unit]:
    """Return the units by their place. If several units have the same place, the format decides which one is read."""
    units = [unit for unit in units if unit.context]
    return {unit.context: unit for unit in (reversed(units) if file_format.reads_first_texts else units)}


def _replace_contexts(template: Sequence[Unit], units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units, in the order of the template, with the contexts that results contain.

    The context of a string with a repeated or an empty source is its location in the template.
    """
    numbers = Counter(unit.source for unit in template)
    for original, unit in zip(template, units, strict=True):
        is_repeated = numbers[original.source] > 1 or original.context.startswith(_UNPAIRED_PLACE_MARK)
        is_ambiguous = not original.source or is_repeated
        yield unit._replace(context=" ".join(original.references) if is_ambiguous else "")
