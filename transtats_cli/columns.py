"""Units of a translation stored as columns: one sequence per field of a unit.

Loops over one field then run at C speed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, compress, count, repeat
from operator import add, itemgetter
from typing import overload

from transtats_cli.flags import Flags
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit
from transtats_cli.statistics import Counts

_FIELD_NAMES = ("context", "source", "target", "state", "flags", "read_only")
_FIELD_GETTERS = tuple(map(itemgetter, map(Unit._fields.index, _FIELD_NAMES)))
_STATES_BY_NUMBER = {int(state): state for state in State}
_STATE_SELECTORS = {state: bytes(state) + b"\1" + bytes(255 - state) for state in State}
# Calling Unit takes twice as long.
_create_tuple = tuple.__new__
_ALWAYS_FALSE = repeat(False)


class UnitColumns:
    """Fields of all units of a translation, one sequence per field.

    Elements with the same index belong to the same unit.
    """

    def __init__(
        self,
        contexts: Sequence[str],
        sources: Sequence[str],
        targets: Sequence[str],
        states: bytes,
        flags: Sequence[Flags],
        *,
        identifying_texts: Sequence[str] | None = None,
        plural_unit_indices: Sequence[int] | None = None,
        read_only_indices: Sequence[int] = (),
        total_counts: Counts | None = None,
        has_distinct_texts: bool = False,
    ) -> None:
        """Create columns from one sequence per field.

        The arguments after `flags` are optional. A reader passes values that are already known, so that they are not
        computed again. `identifying_texts` are source and context of each unit, joined. `plural_unit_indices` are the
        indices of units with plural forms. `read_only_indices` are the indices of units that the file itself marks as
        read-only. `total_counts` are the counts of all sources. `has_distinct_texts` is True if no two of
        `identifying_texts` are equal.
        """
        self.contexts = contexts
        self.sources = sources
        self.targets = targets
        self.states = states
        self.flags = flags
        self.read_only_indices = read_only_indices
        self.total_counts = total_counts
        self.has_distinct_texts = has_distinct_texts
        self._texts = identifying_texts
        self._plural_unit_indices = plural_unit_indices
        self._distinct_flags: Iterable[Flags] | None = None

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
            self._plural_unit_indices = _find_plural_unit_indices(self.sources, self.targets)
        return self._plural_unit_indices

    @property
    def distinct_flags(self) -> Iterable[Flags]:
        """Distinct `Flags` objects of the units. Most units share one object."""
        if self._distinct_flags is None:
            self._distinct_flags = dict(zip(map(id, self.flags), self.flags, strict=True)).values()
        return self._distinct_flags

    def with_states_and_flags(self, states: bytes, flags: Sequence[Flags]) -> "UnitColumns":
        """Return columns of the same units in which `states` and `flags` replace the previous states and flags."""
        return UnitColumns(
            self.contexts,
            self.sources,
            self.targets,
            states,
            flags,
            identifying_texts=self._texts,
            plural_unit_indices=self._plural_unit_indices,
            read_only_indices=self.read_only_indices,
            total_counts=self.total_counts,
            has_distinct_texts=self.has_distinct_texts,
        )

    def with_targets(self, targets: Sequence[str]) -> "UnitColumns":
        """Return columns of the same units in which `targets` replace the previous targets."""
        changed = copy(self)
        changed.targets = targets
        changed._plural_unit_indices = None
        return changed

    def indices_in_state(self, state: State) -> Iterable[int]:
        """Return the indices of the units that have the given state."""
        return compress(count(), self.states.translate(_STATE_SELECTORS[state])) if state in self.states else ()

    def sources_in_state(self, state: State) -> Iterable[str]:
        """Return the sources of the units that have the given state."""
        return compress(self.sources, self.states.translate(_STATE_SELECTORS[state]))


class UnitList(list[Unit]):
    """List of units. The columns of the units are created on first access."""

    def unit_without_line(self, index: int) -> Unit:
        """Return the unit with this index, with its line number. `UnitTable` has a method with the same name."""
        return self[index]

    @cached_property
    def columns(self) -> UnitColumns:
        contexts, sources, targets, states, flags, read_only = ([*map(field, self)] for field in _FIELD_GETTERS)
        locked = [*compress(count(), read_only)]
        return UnitColumns(contexts, sources, targets, bytes(states), flags, read_only_indices=locked)

    def comments_of_unit(self, index: int) -> str:
        return self[index].comments

    def note_of_unit(self, index: int) -> str:
        return self[index].note

    def line_numbers(self) -> Sequence[int]:
        """Return the line numbers of all units."""
        return [unit.line for unit in self]


class UnitTable(Sequence[Unit]):
    """Sequence of units that are stored as columns. A unit object is created each time a unit is accessed."""

    def __init__(
        self, columns: UnitColumns, find_comments: Callable[[int], str], find_line_numbers: Callable[[], Sequence[int]]
    ) -> None:
        """Create a table of units.

        `find_comments` returns the comments of the unit at an index. `find_line_numbers` returns the line numbers of
        all units; the result is cached.
        """
        self.columns = columns
        self.comments_of_unit = find_comments
        self._read_only_indices = frozenset(columns.read_only_indices)
        self._find_line_numbers = find_line_numbers
        self._line_numbers: Sequence[int] | None = None

    def line_numbers(self) -> Sequence[int]:
        """Return the line numbers of all units."""
        if self._line_numbers is None:
            self._line_numbers = self._find_line_numbers()
        return self._line_numbers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    def __len__(self) -> int:
        return len(self.columns.states)

    def __iter__(self) -> Iterator[Unit]:
        columns = self.columns
        states = map(_STATES_BY_NUMBER.__getitem__, columns.states)
        locked = self._read_only_indices
        read_only = map(locked.__contains__, range(len(self))) if locked else _ALWAYS_FALSE
        comments = map(self.comments_of_unit, range(len(self)))
        texts = (columns.contexts, columns.sources, columns.targets)
        return map(
            _create_tuple,
            repeat(Unit),
            zip(*texts, states, columns.flags, read_only, comments, self.line_numbers(), _ALWAYS_FALSE, strict=False),
        )

    @overload
    def __getitem__(self, index: int) -> Unit: ...

    @overload
    def __getitem__(self, index: slice) -> list[Unit]: ...

    def __getitem__(self, index: int | slice) -> Unit | list[Unit]:
        if isinstance(index, slice):
            return [*map(self.__getitem__, range(*index.indices(len(self))))]
        return self.unit_without_line(index)._replace(line=self.line_numbers()[index])

    def unit_without_line(self, index: int) -> Unit:
        """Return the unit with this index. Its attribute `line` is 0 instead of the line number in the file.

        Finding a line number requires a search through the whole file.
        """
        columns = self.columns
        index = range(len(self))[index]  # a negative index becomes the index from the start
        context, source, target = columns.contexts[index], columns.sources[index], columns.targets[index]
        state, flags = _STATES_BY_NUMBER[columns.states[index]], columns.flags[index]
        read_only = index in self._read_only_indices
        return _create_tuple(
            Unit, (context, source, target, state, flags, read_only, self.comments_of_unit(index), 0, False)
        )

    def note_of_unit(self, index: int) -> str:
        return self.unit_without_line(index).note


Units = UnitTable | UnitList


def as_units_with_columns(units: Iterable[Unit]) -> Units:
    return units if isinstance(units, (UnitTable, UnitList)) else UnitList(units)


def columns_of(units: Iterable[Unit]) -> UnitColumns:
    return as_units_with_columns(units).columns


def _find_plural_unit_indices(sources: Sequence[str], targets: Sequence[str]) -> Sequence[int]:
    # Searching one long text is much faster than searching many short ones.
    if PLURAL_SEPARATOR not in "\n".join(chain(sources, targets)):
        return ()
    pairs = zip(sources, targets, strict=True)
    return [index for index, texts in enumerate(pairs) if any(PLURAL_SEPARATOR in text for text in texts)]
