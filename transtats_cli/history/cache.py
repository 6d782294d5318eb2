"""Cache of the statistics of components at past commits."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.history.figures import ComponentFigures, ComponentNames, LanguageFigures
from transtats_cli.problems import Problem


class UnavailableComponent(NamedTuple):
    """Result for a commit in which a component is missing or cannot be read."""

    error_lines: tuple[str, ...]
    """Lines of the error message."""
    is_unknown: bool
    """True if the commit has no component with this name. False if the component exists, but cannot be read."""


class _PackedFigures(NamedTuple):
    """Statistics of a component at one commit. The row numbers are indexes of `_CachedHistory.languages`."""

    names: ComponentNames
    row_numbers: list[int]
    failures: tuple[Problem, ...]
    measure: str


class _CachedHistory(NamedTuple):
    """Content of the cache document."""

    languages: list[LanguageFigures]
    """Statistics of languages. If a language has equal statistics at several commits, these commits share a row."""
    states_by_tree: dict[str, str]
    figures: dict[str, _PackedFigures | UnavailableComponent]
    """Statistics by component names and state of the checked-out files."""
    older_names: dict[str, ComponentNames | None]
    """Older names of a component by its names and a pair of tree ids."""


class HistoryCache:
    """Cache of the statistics of components, by component names and state of the checked-out files.

    A state is a text that is equal for trees with the same checked-out files. If one of the arguments `facts` of the
    constructor changes, all statistics may change, so another cache file is used.
    """

    def __init__(self, directory: str, *facts: object) -> None:
        self._document = CacheDocument(directory, _CachedHistory, "history", *facts)
        self._cached = self._document.load() or _CachedHistory([], {}, {}, {})
        self._row_numbers = {row: number for number, row in enumerate(self._cached.languages)}
        """Numbers of all rows. The rows of `_cached` are those that were loaded."""
        self._loaded: dict[str, ComponentFigures | UnavailableComponent] = {}
        self._is_modified = False

    @property
    def states_by_tree(self) -> Mapping[str, str]:
        """Cached texts that are equal for trees with the same checked-out files, by tree id."""
        return self._cached.states_by_tree

    def set_state(self, tree_id: str, state: str) -> None:
        self._is_modified = True
        self._cached.states_by_tree[tree_id] = state

    def get_figures(self, names: ComponentNames, state: str) -> ComponentFigures | UnavailableComponent | None:
        """Return the cached statistics of a component, or None if there are none."""
        key = _join_cache_key(names, state)
        cached = self._loaded.get(key)
        if cached is None and key in self._cached.figures:
            row = self._cached.figures[key]
            if isinstance(row, UnavailableComponent):
                cached = row
            elif all(0 <= number < len(self._cached.languages) for number in row.row_numbers):
                languages = tuple(map(self._cached.languages.__getitem__, row.row_numbers))
                cached = ComponentFigures(row.names, languages, row.failures, measure=row.measure)
            else:
                return None
            self._loaded[key] = cached
        return cached

    def add_figures(self, names: ComponentNames, state: str, figures: ComponentFigures | UnavailableComponent) -> None:
        """Add the statistics of a component. If some strings were not checked, they are not saved."""
        key = _join_cache_key(names, state)
        self._is_modified = True
        self._loaded[key] = figures
        if isinstance(figures, UnavailableComponent):
            self._cached.figures[key] = figures
            return
        if figures.unchecked_count:
            return
        numbers = [self._row_numbers.setdefault(each, len(self._row_numbers)) for each in figures.languages]
        self._cached.figures[key] = _PackedFigures(figures.names, numbers, figures.failures, figures.measure)

    def find_or_compute_older_names(
        self, names: ComponentNames, tree_ids: str, compute: Callable[[], ComponentNames | None]
    ) -> ComponentNames | None:
        """Return the names that a component has at the older of two commits. None if there is no such component.

        `names` are the names at the newer commit. `tree_ids` is a text that contains the tree ids of both commits.
        If the result is not cached, `compute` is called.
        """
        key = _join_cache_key(names, tree_ids)
        if key not in self._cached.older_names:
            self._is_modified = True
            self._cached.older_names[key] = compute()
        return self._cached.older_names[key]

    def save(self) -> None:
        if self._is_modified:
            self._document.save(self._cached._replace(languages=[*self._row_numbers]))


def _join_cache_key(names: ComponentNames, last_part: str) -> str:
    return "\n".join([*names, last_part])
