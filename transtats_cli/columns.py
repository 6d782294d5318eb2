"""Units of a translation stored as columns: one sequence per field of a unit.

Loops over one field then run at C speed.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from itertools import chain, compress, count, repeat
from operator import add
from typing import Self, overload

from transtats_cli.flags import Flags
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.statistics import Counts

_STATES_BY_NUMBER = {int(state): state for state in State}
_STATE_SELECTORS = {state: bytes(state) + b"\1" + bytes(255 - state) for state in State}
# Calling Unit takes twice as long.
_create_tuple = tuple.__new__


class UnitColumns(Sequence[Unit]):
    """Units of a translation, one sequence per field. A unit object is created each time a unit is accessed.

    Elements of the fields with the same index belong to the same unit.
    """

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
        identifying_texts: Sequence[str] | None = None,
        plural_unit_indices: Sequence[int] | None = None,
        read_only_indices: Collection[int] = (),
        suggestion_indices: Collection[int] = (),
        total_counts: Counts | None = None,
        has_distinct_texts: bool = False,
    ) -> None:
        """Create columns from one sequence per field.

        `find_comments` returns the comments of the unit at an index. `find_line_numbers` returns the line numbers of
        all units; the result is cached. The arguments after them are optional. A reader passes values that are already
        known, so that they are not computed again. `identifying_texts` are source and context of each unit, joined.
        `plural_unit_indices` are the indices of units with plural forms. `read_only_indices` are the indices of units
        that the file itself marks as read-only, and `suggestion_indices` those of units with a suggestion.
        `total_counts` are the counts of all sources. `has_distinct_texts` is True if no two of `identifying_texts` are
        equal.
        """
        self.contexts = contexts
        self.sources = sources
        self.targets = targets
        self.states = states
        self.flags = flags
        self.comments_of_unit = find_comments
        self.read_only_indices = frozenset(read_only_indices)
        self.suggestion_indices = frozenset(suggestion_indices)
        self.total_counts = total_counts
        self.has_distinct_texts = has_distinct_texts
        self._find_line_numbers = find_line_numbers
        self._line_numbers: Sequence[int] | None = None
        self._texts = identifying_texts
        self._plural_unit_indices = plural_unit_indices
        self._distinct_flags: list[Flags] | None = None

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

    @property
    def identifying_texts(self) -> Sequence[str]:
        """Source and context of each unit, joined. In a bilingual file, this text identifies the unit."""
        if self._texts is None:
            self._texts = [*map(add, self.sources, self.contexts)]
        return self._texts

    @property
    def plural_unit_indices(self) -> Sequence[int]:
        """Indices of the units with plural forms."""
        if self._plural_unit_indices is None:
            # Searching one long text is much faster than searching many short ones.
            has_plurals = PLURAL_SEPARATOR in "\n".join(chain(self.sources, self.targets))
            units = zip(count(), self.sources, self.targets) if has_plurals else ()
            self._plural_unit_indices = [
                index for index, source, target in units if PLURAL_SEPARATOR in source or PLURAL_SEPARATOR in target
            ]
        return self._plural_unit_indices

    @property
    def distinct_flags(self) -> Iterable[Flags]:
        """Distinct `Flags` objects of the units. Most units share one object."""
        if self._distinct_flags is None:
            self._distinct_flags = [*dict(zip(map(id, self.flags), self.flags, strict=True)).values()]
        return self._distinct_flags

    def line_numbers(self) -> Sequence[int]:
        """Return the line numbers of all units. Finding them may require a search through the whole file."""
        if self._line_numbers is None:
            self._line_numbers = self._find_line_numbers()
        return self._line_numbers

    def packed(self) -> Self:
        """Return the same columns in a form that can be pickled."""
        packed = copy(self)
        packed._line_numbers = self.line_numbers()
        packed.comments_of_unit = [*map(self.comments_of_unit, range(len(self)))].__getitem__
        packed._find_line_numbers = list
        return packed

    def replace(
        self,
        *,
        contexts: Sequence[str] | None = None,
        sources: Sequence[str] | None = None,
        targets: Sequence[str] | None = None,
        states: bytes | None = None,
        flags: Sequence[Flags] | None = None,
    ) -> Self:
        """Return columns of the same units in which the given fields replace the previous ones."""
        changed = copy(self)
        if contexts is not None:
            changed.contexts, changed._texts, changed.has_distinct_texts = contexts, None, False
        if sources is not None:
            changed.sources, changed._texts = sources, None
            changed.total_counts, changed.has_distinct_texts = None, False
        if targets is not None:
            changed.targets = targets
        if sources is not None or targets is not None:
            changed._plural_unit_indices = None
        if states is not None:
            changed.states = states
        if flags is not None:
            changed.flags, changed._distinct_flags = flags, None
        return changed

    def select(self, indices: Sequence[int]) -> "UnitColumns":
        """Return columns of the units at the given indices, in this order."""
        return UnitColumns(
            [*map(self.contexts.__getitem__, indices)],
            [*map(self.sources.__getitem__, indices)],
            [*map(self.targets.__getitem__, indices)],
            bytes(map(self.states.__getitem__, indices)),
            [*map(self.flags.__getitem__, indices)],
            find_comments=lambda place: self.comments_of_unit(indices[place]),
            find_line_numbers=lambda: [*map(self.line_numbers().__getitem__, indices)],
            read_only_indices=[place for place, index in enumerate(indices) if index in self.read_only_indices],
            suggestion_indices=[place for place, index in enumerate(indices) if index in self.suggestion_indices],
        )

    def indices_in_state(self, state: State) -> Iterable[int]:
        """Return the indices of the units that have the given state."""
        return compress(count(), self.states.translate(_STATE_SELECTORS[state])) if state in self.states else ()

    def sources_in_state(self, state: State) -> Iterable[str]:
        """Return the sources of the units that have the given state."""
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
        fields = (*texts, states, self.flags, read_only, comments, self.line_numbers(), suggestions)
        return map(_create_tuple, repeat(Unit), zip(*fields, strict=False))

    @overload
    def __getitem__(self, index: int) -> Unit: ...

    @overload
    def __getitem__(self, index: slice) -> list[Unit]: ...

    def __getitem__(self, index: int | slice) -> Unit | list[Unit]:
        if isinstance(index, slice):
            return [*map(self.__getitem__, range(*index.indices(len(self))))]
        return self.unit_without_line(index)._replace(line=self.line_numbers()[index])

    def unit_without_line(self, index: int) -> Unit:
        """Return the unit with this index. Its attribute `line` is 0 instead of the line number in the file."""
        index = range(len(self))[index]  # a negative index becomes the index from the start
        return Unit(
            self.contexts[index],
            self.sources[index],
            self.targets[index],
            _STATES_BY_NUMBER[self.states[index]],
            self.flags[index],
            index in self.read_only_indices,
            self.comments_of_unit(index),
            0,
            index in self.suggestion_indices,
        )


def columns_of(units: Iterable[Unit]) -> UnitColumns:
    """Return the columns of units. Columns are returned as they are."""
    return units if isinstance(units, UnitColumns) else UnitColumns.from_units(units)
