"""Changed strings of a component with their texts, as the pages of changes show them."""

import os
import pickle
import zlib
from collections.abc import Mapping, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from transtats_cli.comparison.movements import (
    MEANINGS_BY_KIND,
    NEW_UNTRANSLATED,
    Comparison,
    LanguageMovements,
    Movement,
    StringMovement,
)
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.languages import Language
from transtats_cli.model import PLURAL_SEPARATOR, Unit
from transtats_cli.pages.history import StringChange, StringVersion
from transtats_cli.pages.links import make_fragment
from transtats_cli.pages.tables import PAGE_SIZE
from transtats_cli.pages.visible_text import (
    ADDED,
    REMOVED,
    VisibleText,
    find_changed_spans,
    find_placeholders,
    make_visible_text,
)
from transtats_cli.unit_queries.checksums import unit_checksum

OUTDATED_WORD = "outdated"
_LEAST_READ_KINDS = (NEW_UNTRANSLATED, "removed", "vanished", "fixed")
"""Kinds of changes whose texts are the least worth reading, the least first. Pages list new source strings."""
MAX_LISTED_CHANGES = 50_000
"""Largest number of changes from which a page of a server is selected. More would take too long."""
MAX_REPORT_CHANGES = 1_000
"""Largest number of changed strings on a page of a report."""
_MAX_NEW_SOURCES = 100
"""Largest number of new source strings of a component that a page lists."""
_MAX_TEXT_BYTES = 2_000
_MAX_CONTEXT_LENGTH = 200


class ListedString(NamedTuple):
    """Changed string of a language whose texts a page shows."""

    component: Component
    language: Language
    kind: str
    details: str
    """Text after the kind. May be empty."""
    change: StringChange
    place: str
    """File and line. Empty if no file has the string any more."""
    is_source: bool
    """True if the texts are those of the source."""


class ChangeList(NamedTuple):
    """One page of the changes of a component, or of a language."""

    listed: Sequence[ListedString]
    page: ResponsePage
    total: int
    """Number of changes on all pages."""
    kind: str
    """Word for the kind of all changes. Empty if they have several kinds."""


class ListedTranslation(NamedTuple):
    """Changes of one kind in one translation, with those that a page of a report lists."""

    component: Component
    movements: LanguageMovements
    listed: Sequence[ListedString]
    total: int
    """Number of all these changes."""
    id: str
    """Id of the list on the page."""


class ListedKind(NamedTuple):
    """Changes of one kind, with those that a page of a report lists."""

    kind: str
    total: int
    """Number of all changes of this kind."""
    translations: Sequence[ListedTranslation]
    """All translations of the page, even if they have no such change."""

    @property
    def id(self) -> str:
        return make_fragment(self.kind)

    @property
    def listed_count(self) -> int:
        return sum(len(each.listed) for each in self.translations)


class ComponentChanges(NamedTuple):
    """Changes of a component."""

    languages: Sequence[LanguageMovements] = ()
    """Compared languages with their numbers, without their strings."""
    packed_by_language: Mapping[str, bytes] = {}
    """Changes of the strings by language code. They need less memory so."""
    source_counts: tuple[int, int] = (0, 0)
    """Number of new and of removed source strings. Zeros if the component has no reference, then or now."""
    new_sources: Sequence[Unit] = ()
    """The first of the new source strings."""
    note: str = ""
    """Reason why some languages, or all of them, are not compared."""

    def select_language(self, code: str) -> "ComponentChanges":
        """Return the changes of one language. If the code is empty, return all changes."""
        languages = [each for each in self.languages if code in ("", each.language.code)]
        codes = [each.language.code for each in languages]
        return self._replace(
            languages=languages, packed_by_language={each: self.packed_by_language[each] for each in codes}
        )

    def unpack_movements(self, code: str) -> Sequence[StringMovement]:
        """Return the changes of the strings of a language."""
        unpacked: Sequence[StringMovement] = pickle.loads(  # noqa: S301  a process of this program has written it
            zlib.decompress(self.packed_by_language[code])
        )
        return unpacked


ComparedComponents = Sequence[tuple[Component, ComponentChanges]]

FAILED_COMPARISON = ComponentChanges(note="cannot be compared; the log contains the reason")


def make_component_changes(compared: Comparison | TranstatsError) -> ComponentChanges:
    """Return the changes of a component. Raises the error that prevented the comparison.

    If the error is that the component is new, the result has a note.
    """
    if isinstance(compared, UnknownComponentError):
        return ComponentChanges(note="did not exist then, so it is not compared")
    if isinstance(compared, TranstatsError):
        raise compared
    failures = {each.path for snapshot in (compared.before, compared.after) for each in snapshot.report.failures}
    before, after = (snapshot.reference for snapshot in (compared.before, compared.after))
    new = [unit for key, (_, unit) in after.items() if key not in before] if before else []
    return ComponentChanges(
        [each._replace(movements=()) for each in compared.languages],
        {each.language.code: zlib.compress(pickle.dumps(each.movements)) for each in compared.languages},
        (len(new), len(before.keys() - after.keys())) if before and after else (0, 0),
        new[:_MAX_NEW_SOURCES],
        f"{len(failures)} files cannot be read, then or now, so their languages are not compared" if failures else "",
    )


def list_changes(compared: ComparedComponents, kind: str, number: int) -> ChangeList:
    """Return one page of the changes of the compared languages: of all kinds, or of one kind.

    The kinds have the order of the columns, except for those whose texts are the least worth reading.
    """
    movements = [
        (component, each, moved)
        for component, changes in compared
        for each in changes.languages
        for moved in changes.unpack_movements(each.language.code)
        if kind in ("", moved.kind) or (kind == OUTDATED_WORD and moved.is_outdated)
    ]
    order = [*(kind for kind in MEANINGS_BY_KIND if kind not in _LEAST_READ_KINDS), *reversed(_LEAST_READ_KINDS)]
    movements.sort(key=lambda each: order.index(each[2].kind))
    page = ResponsePage(number, PAGE_SIZE)
    page = page._replace(number=max(1, min(number, page.count_pages(len(movements)))))
    listed = [_make_listed_string(*each) for each in page.select_rows(movements)]
    return ChangeList(listed, page, len(movements), kind)


def list_by_kind(compared: ComparedComponents) -> list[ListedKind]:
    """Return the changes that a page of a report lists, by kind.

    Each kind has all translations, sorted by name. Each translation has the same part of the listed changes of a kind.
    """
    translations = sorted(
        ((component, each, changes) for component, changes in compared for each in changes.languages),
        key=lambda each: (each[0].full_name, each[1].language.name),
    )
    movements = [changes.unpack_movements(each.language.code) for _, each, changes in translations]
    counts = count_changes([each for _, each, _ in translations])
    kinds = []
    for kind, limit in count_listed(counts).items():
        totals = [each.counts_by_kind[kind] for _, each, _ in translations]
        listed: list[ListedTranslation] = []
        for (component, each, _), moves, total, size in zip(
            translations, movements, totals, _divide(limit, totals), strict=True
        ):
            of_kind = [moved for moved in moves if moved.kind == kind][:size]
            strings = [_make_listed_string(component, each, moved) for moved in of_kind]
            place = f"{make_fragment(kind)}-{len(listed) + 1}"
            listed.append(ListedTranslation(component, each, strings, total, place))
        kinds.append(ListedKind(kind, counts[kind], listed))
    return kinds


def count_listed(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the number of changes of each kind that a page of a report lists.

    If they are more than 1,000, kinds whose texts are the least worth reading are left out, one by one. If there are
    still too many, each of the other kinds has the same part.
    """
    listed = dict(counts)
    for kind in _LEAST_READ_KINDS:
        if sum(listed.values()) > MAX_REPORT_CHANGES:
            listed[kind] = 0
    return dict(zip(listed, _divide(MAX_REPORT_CHANGES, [*listed.values()]), strict=True))


def _divide(total: int, sizes: Sequence[int]) -> list[int]:
    """Return a limit for each size: an equal part of the total, and of what the smaller sizes leave."""
    limits: dict[int, int] = {}
    for place in sorted(range(len(sizes)), key=sizes.__getitem__):
        limits[place] = min(sizes[place], total // (len(sizes) - len(limits)))
        total -= limits[place]
    return [limits[place] for place in range(len(sizes))]


def count_changes(languages: Sequence[LanguageMovements]) -> dict[str, int]:
    """Return the number of changes of several languages together by kind, in the order of the columns."""
    return {kind: sum(each.counts_by_kind[kind] for each in languages) for kind in MEANINGS_BY_KIND}


def _make_listed_string(component: Component, translation: LanguageMovements, moved: StringMovement) -> ListedString:
    unit, old = moved.string.unit, moved.before.unit if moved.before else None
    is_source = moved.movement is Movement.SOURCE_REWORDED
    is_new = moved.movement is Movement.SOURCE_GREW
    is_removed = moved.movement in (Movement.SOURCE_SHRANK, Movement.VANISHED)
    is_in_file = moved.string is not moved.before and not moved.reference_path
    has_place = is_in_file or not is_removed
    path = os.path.relpath(moved.reference_path or translation.path, component.root)
    texts = moved.texts if is_source else ("" if is_new or not old else old.target, "" if is_removed else unit.target)
    before, after = _mark_changed_words(*texts)
    empty_before = "not in the file" if old is None else "not in the template" if is_new else "not translated"
    empty_after = "not translated"
    if is_removed:
        empty_after = "not in the file" if moved.string is moved.before else "no longer in the template"
    change = StringChange(
        date="",
        commit="",
        context=unit.context[:_MAX_CONTEXT_LENGTH],
        sources=[
            make_visible_text(text, find_placeholders(text), limit=_MAX_TEXT_BYTES)
            for text in ([] if is_source else unit.sources)
        ],
        before=StringVersion(before, "", empty_before),
        after=StringVersion(after, "", empty_after),
        checksum=unit_checksum(unit) if has_place else "",
    )
    details = "; its translation is the old one" if moved.is_outdated else ""
    checked = {Movement.BEGAN_FAILING: moved.string, Movement.FIXED: moved.before}.get(moved.movement)
    if checked is not None:
        details = f": {'; '.join(finding.message for finding in checked.findings)}"
    place = f"{path}:{unit.line}" if has_place else ""
    return ListedString(component, translation.language, moved.kind, details, change, place, is_source)


def _mark_changed_words(before: str, after: str) -> tuple[list[VisibleText], list[VisibleText]]:
    """Return the texts of both versions, with the words that only one of them has marked. Empty texts are left out."""
    marked: tuple[list[VisibleText], list[VisibleText]] = ([], [])
    for pair in zip_longest(before.split(PLURAL_SEPARATOR), after.split(PLURAL_SEPARATOR), fillvalue=""):
        same_length = sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], zip(*pair, strict=False)))
        if pair[0] != pair[1] and max(map(len, pair)) > _MAX_TEXT_BYTES // 8 and same_length > 100:
            # The first change must be in the part that is shown.
            pair = f"… {pair[0][same_length - 100 :]}", f"… {pair[1][same_length - 100 :]}"
        spans = find_changed_spans(*pair) if all(pair) else ((), ())
        for versions, text, mark, changed in zip(marked, pair, (REMOVED, ADDED), spans, strict=True):
            if text:
                shown = make_visible_text(text, find_placeholders(text), limit=_MAX_TEXT_BYTES, changes=(mark, changed))
                versions.append(shown)
    return marked
