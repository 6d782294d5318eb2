"""Units of a translation stored as columns: one sequence per field of a unit.

Loops over one field then run at C speed.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, compress, count, repeat
from operator import add
from typing import Any, Self, overload

from transtats_cli.flags import Flags
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.statistics import Counts

_STATES_BY_NUMBER = {int(state): state for state in State}
_STATE_SELECTORS = {state: bytes(state) + b"\1" + bytes(255 - state) for state in State}
_DEPENDENT_VALUES = {
    "contexts": ("identifying_texts", "has_distinct_texts"),
    "sources": ("identifying_texts", "has_distinct_texts", "plural_unit_indices", "total_counts"),
    "targets": ("plural_unit_indices",),
    "states": (),
    "flags": ("distinct_flags",),
}
"""Attributes of columns that depend on a field."""
# Calling Unit takes twice as long.
_create_tuple = tuple.__new__


class UnitColumns(Sequence[Unit]):
    """Units of a translation, one sequence per field. A unit object is created each time a unit is accessed.

    Elements of the fields with the same index belong to the same unit. A reader that knows the value of an attribute
    below, or of a cached property, assigns the value, so that it is not computed again.
    """

    total_counts: Counts | None = None
    """Counts of all sources. None if no reader has computed them."""
    has_distinct_texts = False
    """True if it is known that no two of `identifying_texts` are equal."""

    def __init__(
        self,
        contexts: Sequence[str],
        sources: Sequence[str],
        targets: Sequence[str],
        states: bytes,
        flags: Sequence[Flags],
        *,
        find_comments: Callable[[int], str],
        find_line_numbers: Callable[[], Sequence[int]],
        read_only_indices: Collection[int] = (),
        suggestion_indices: Collection[int] = (),
    ) -> None:
        """Create columns from one sequence per field.

        `find_comments` returns the comments of the unit at an index. `find_line_numbers` returns the line numbers of
        all units. `read_only_indices` are the indices of units that the file itself marks as read-only, and
        `suggestion_indices` those of units with a suggestion.
        """
        self.contexts = contexts
        self.sources = sources
        self.targets = targets
        self.states = states
        self.flags = flags
        self.comments_of_unit = find_comments
        self.read_only_indices = frozenset(read_only_indices)
        self.suggestion_indices = frozenset(suggestion_indices)
        self._find_line_numbers = find_line_numbers

    @classmethod
    def from_units(cls, units: Iterable[Unit], find_line_numbers: Callable[[], Sequence[int]] | None = None) -> Self:
        """Create columns from unit objects, for readers that create units one by one.

        `find_line_numbers` returns the line numbers of all units, if the units have none.
        """
        fields = [[*values] for values in zip(*units, strict=True)] or [[] for _ in Unit._fields]
        contexts, sources, targets, states, flags, read_only, comments, lines, suggestions = fields
        return cls(
            contexts,
            sources,
            targets,
            bytes(states),
            flags,
            find_comments=comments.__getitem__,
            find_line_numbers=find_line_numbers or (lambda: lines),
            read_only_indices=[*compress(count(), read_only)],
            suggestion_indices=[*compress(count(), suggestions)],
        )

    @cached_property
    def identifying_texts(self) -> Sequence[str]:
        """Source and context of each unit, joined. In a bilingual file, this text identifies the unit."""
        return [*map(add, self.sources, self.contexts)]

    @cached_property
    def plural_unit_indices(self) -> Sequence[int]:
        """Indices of the units with plural forms."""
        # Searching one long text is much faster than searching many short ones.
        has_plurals = PLURAL_SEPARATOR in "\n".join(chain(self.sources, self.targets))
        units = zip(count(), self.sources, self.targets) if has_plurals else ()
        return [index for index, source, target in units if PLURAL_SEPARATOR in source or PLURAL_SEPARATOR in target]

    @cached_property
    def distinct_flags(self) -> Collection[Flags]:
        """Distinct `Flags` objects of the units. Most units share one object."""
        return [*dict(zip(map(id, self.flags), self.flags, strict=True)).values()]

    @cached_property
    def line_numbers(self) -> Sequence[int]:
        """Line numbers of all units. Finding them may require a search through the whole file."""
        return self._find_line_numbers()

    def replace(self, **fields: Any) -> Self:
        """Return columns of the same units in which the given fields replace the previous ones.

        The fields are `contexts`, `sources`, `targets`, `states` and `flags`. Known values that depend on them are
        computed again.
        """
        changed = copy(self)
        values = vars(changed)
        values.update(fields)
        for name in set().union(*map(_DEPENDENT_VALUES.__getitem__, fields)):
            values.pop(name, None)
        return changed

    def select(self, indices: Sequence[int]) -> "UnitColumns":
        return UnitColumns(
            [*map(self.contexts.__getitem__, indices)],
            [*map(self.sources.__getitem__, indices)],
            [*map(self.targets.__getitem__, indices)],
            bytes(map(self.states.__getitem__, indices)),
            [*map(self.flags.__getitem__, indices)],
            find_comments=lambda place: self.comments_of_unit(indices[place]),
            # Without indices, the line numbers are not searched.
            find_line_numbers=lambda: [self.line_numbers[index] for index in indices],
            read_only_indices=[place for place, index in enumerate(indices) if index in self.read_only_indices],
            suggestion_indices=[place for place, index in enumerate(indices) if index in self.suggestion_indices],
        )

    def indices_in_state(self, state: State) -> Iterable[int]:
        return compress(count(), self.states.translate(_STATE_SELECTORS[state])) if state in self.states else ()

    def sources_in_state(self, state: State) -> Iterable[str]:
        return compress(self.sources, self.states.translate(_STATE_SELECTORS[state]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[Unit]:
        states = map(_STATES_BY_NUMBER.__getitem__, self.states)
        marks = (self.read_only_indices, self.suggestion_indices)
        read_only, suggestions = (map(indices.__contains__, count()) for indices in marks)
        comments = map(self.comments_of_unit, range(len(self)))
        texts = (self.contexts, self.sources, self.targets)
        fields = (*texts, states, self.flags, read_only, comments, self.line_numbers, suggestions)
        return map(_create_tuple, repeat(Unit), zip(*fields, strict=False))

    @overload
    def __getitem__(self, index: int) -> Unit: ...

    @overload
    def __getitem__(self, index: slice) -> list[Unit]: ...

    def __getitem__(self, index: int | slice) -> Unit | list[Unit]:
        chosen = range(len(self))[index]
        return [*self.select(chosen)] if isinstance(chosen, range) else next(iter(self.select([chosen])))


def columns_of(units: Iterable[Unit]) -> UnitColumns:
    """Return the columns of units. Columns are returned as they are."""
    return units if isinstance(units, UnitColumns) else UnitColumns.from_units(units)
