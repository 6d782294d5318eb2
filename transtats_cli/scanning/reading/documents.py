"""Pair the strings of a translated document with the strings of its template.

The strings of a document have no keys. Instead, the reader of a document returns the place of each string in the
document, as the context of the string. A string of the translation belongs to the string of the template in the same
place.

In results, the context of a string is usually empty. If several strings of the template have the same source, or if the
source is empty, the context is the location of the string (its references). In an OpenDocument file, the place of a
string is its key, and remains the context.

Strings with the same source and the same location, such as cells of one table, are one string.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.formats import FileFormat
from transtats_cli.model import State, Unit
from transtats_cli.scanning.reading import strings

_UNPAIRED_PLACE_MARK = "\0repeated "
"""Beginning of the place of a repeated string in a template, if no text of a translation belongs to this string."""


def to_template_units(units: Iterable[Unit], file_format: FileFormat, *, merges_duplicates: bool) -> UnitColumns:
    """Return the strings of a template. The text of a string becomes its source.

    A string without a place gets a place that no string of a translation has. If `merges_duplicates`, strings with
    equal texts become one string, with the place of the first string and the locations of all these strings.
    """
    numbers = count()
    found = [unit._replace(context=unit.context or f"\0{next(numbers)}", source=unit.target) for unit in units]
    return columns_of(_merge_duplicates(found) if merges_duplicates else _merge_repeated_units(found, file_format))


def _merge_repeated_units(units: Sequence[Unit], file_format: FileFormat) -> Iterator[Unit]:
    """Yield the units without repetitions. If several units have the same source and location, yield only the first.

    The context of a unit with a repeated source is replaced by the place of its translation, see `_choose_place`. If
    `reads_first_texts` of the format is True, no context is replaced.
    """
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
    """Return the place at which the translation of a repeated string is read, as on a Weblate server.

    `places_by_location` contains the places of all strings with the same source. If the location of the string contains
    the source only once, the result is the place of the string. Otherwise, the result is the first place in the first
    location, or the last place in any other location. If all these places are in one location, the string has no
    translation, and the result is a place that no translation contains.
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


def to_source_units(template: Sequence[Unit], *, has_keys: bool) -> UnitColumns:
    """Return the strings of the source language. All strings are read-only. With `has_keys`, the contexts are kept."""
    units = template if has_keys else _replace_contexts(template, template)
    return columns_of(map(strings.to_source_unit, units))


def pair_with_template(template: Sequence[Unit], translation: Iterable[Unit], file_format: FileFormat) -> UnitColumns:
    """Return the strings of a template with the texts in the same places of a translation as targets.

    If the translation has no text in the place of a string, the target is empty.
    """
    found = _units_by_place(translation, file_format)
    empty = Unit("", "", "", State.EMPTY)

    def pair(unit: Unit) -> Unit:
        other = found.get(unit.context, empty)
        if file_format.reads_equal_texts_only and other.target not in ("", unit.source):
            other = empty
        return unit._replace(target=other.target, state=other.state, line=other.line)

    paired = map(pair, template)
    return columns_of(paired if file_format.is_keyed_document else _replace_contexts(template, paired))


def identify_strings(
    template: Sequence[Unit], paired: Iterable[Unit], translation: Iterable[Unit], file_format: FileFormat
) -> list[str]:
    """Return the identities of the strings that a translation contains.

    If the template contains a string in the same place, the identity consists of the source and the context of this
    string in `paired`, the result of `pair_with_template`. Otherwise, the identity is the place.
    """
    found = _units_by_place(translation, file_format)
    identities = strings.identify_by_text(columns_of(paired))
    present = [key for unit, key in zip(template, identities, strict=True) if unit.context in found]
    return [*present, *(found.keys() - {unit.context for unit in template})]


def _units_by_place(units: Iterable[Unit], file_format: FileFormat) -> dict[str, Unit]:
    """Return the units by their place. If several units have the same place, the format determines which unit is used.

    Units without a place are left out.
    """
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
