"""Pair the strings of a translated document with the strings of its template.

The strings of a document have no keys. The readers of documents return the place of a string as its context. In
results, the context is empty, unless several strings of the template have the same source, or the source is empty. The
place of a string in an OpenDocument file is its key, and always its context.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from transtats_cli.columns import UnitList, Units, as_units_with_columns, columns_of
from transtats_cli.formats import FileFormat
from transtats_cli.model import State, Unit
from transtats_cli.scanning.reading import strings


def to_template_units(units: Iterable[Unit], *, merges_duplicates: bool) -> Units:
    """Return the strings of a template. The text of a string becomes its source.

    A string without a place gets a place that no string of a translation has. If `merges_duplicates`, strings with
    equal texts are one string with the place of the first and the locations of all.
    """
    numbers = count()
    found = (unit._replace(context=unit.context or f"\0{next(numbers)}", source=unit.target) for unit in units)
    return UnitList(_merge_duplicates(found) if merges_duplicates else found)


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

    Without such a text, the target is empty. If the format fills missing texts, such a string is translated, and
    `fill_missing_texts` sets its target.
    """
    found = _units_by_place(translation)
    state_of_missing = State.TRANSLATED if file_format.fills_missing_texts else State.EMPTY
    missing = Unit("", "", "", state_of_missing)
    empty = Unit("", "", "", State.EMPTY)

    def pair(unit: Unit) -> Unit:
        other = found.get(unit.context, missing)
        if file_format.reads_equal_texts_only and other.target not in ("", unit.source):
            other = empty
        return unit._replace(target=other.target, state=other.state, line=other.line)

    paired = map(pair, template)
    return UnitList(paired if file_format.is_keyed_document else _replace_contexts(template, paired))


def fill_missing_texts(units: Iterable[Unit]) -> Units:
    """Return the strings of a translation, with the source as the target of each translated string without a target."""
    return UnitList(
        unit._replace(target=unit.source) if unit.state is State.TRANSLATED and not unit.target else unit
        for unit in units
    )


def identify_strings(template: Sequence[Unit], paired: Iterable[Unit], translation: Iterable[Unit]) -> list[str]:
    """Return the identities of the strings that a translation has.

    `paired` is the result of `pair_with_template`. The identity of a string without a counterpart is its place.
    """
    found = _units_by_place(translation)
    identities = strings.identify_by_text(columns_of(as_units_with_columns(paired)))
    present = [key for unit, key in zip(template, identities, strict=True) if unit.context in found]
    return [*present, *(found.keys() - {unit.context for unit in template})]


def _units_by_place(units: Iterable[Unit]) -> dict[str, Unit]:
    return {unit.context: unit for unit in units if unit.context}


def _replace_contexts(template: Sequence[Unit], units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units, in the order of the template, with the contexts that results contain.

    The context of a string with a repeated or an empty source is its location in the template.
    """
    numbers = Counter(unit.source for unit in template)
    for original, unit in zip(template, units, strict=True):
        is_ambiguous = not original.source or numbers[original.source] > 1
        yield unit._replace(context=" ".join(original.references) if is_ambiguous else "")
