"""Cache of the statistics of components at past commits."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.caching.shapes import AnyOfShapes
from transtats_cli.history.figures import ComponentFigures, ComponentNames, FiguresTable


class UnavailableComponent(NamedTuple):
    """Result for a commit in which a component is missing or cannot be read."""

    error_lines: Sequence[str]
    """Lines of the error message."""
    is_unknown: bool
    """True if the commit has no component with this name. False if the component exists, but cannot be read."""


_LANGUAGE_SHAPE = (str, str, str, (*((int, int, int),) * 5, int, int, int))
_COMPONENT_FIGURES_SHAPE = ((str, str), [int], [(str, str, AnyOfShapes((None, int)))])
_CACHE_PART_SHAPES = (
    [_LANGUAGE_SHAPE],
    {str: str},
    {str: AnyOfShapes((_COMPONENT_FIGURES_SHAPE, ([str], bool)))},
    {str: AnyOfShapes((None, (str, str)))},
)
"""Shapes of the four parts of the cache document.

Rows of the FiguresTable; digests by tree id; statistics by component names and digest; older names of a component by
its names and a pair of tree ids.
"""


class HistoryCache:
    """Cache of the statistics of components, by component names and digest of the checked-out files.

    The digests are cached, too, by tree id. If one of the arguments `facts` of the constructor changes, all statistics
    may change, so another cache file is used.
    """

    def __init__(self, directory: str, *facts: object) -> None:
        self._document = CacheDocument(directory, "history", *facts, part_shapes=_CACHE_PART_SHAPES)
        self._figures_table = FiguresTable(self._document.take_part(0) or [])
        self._digests_by_tree: dict[str, str] = self._document.take_part(1) or {}
        self._figures: dict[str, list[Any]] = self._document.take_part(2) or {}
        self._older_names: dict[str, ComponentNames | None] = self._document.take_part(3) or {}
        self._loaded: dict[str, ComponentFigures | UnavailableComponent] = {}
        self._is_modified = False

    def find_or_compute_digest(self, tree_id: str, compute: Callable[[str], str]) -> str:
        """Return the digest of the files of a tree.

        If the digest is not cached, `compute` is called with the tree id.
        """
        return self._digests_by_tree.get(tree_id) or self.store_digest(tree_id, compute(tree_id))

    def has_digest(self, tree_id: str) -> bool:
        return tree_id in self._digests_by_tree

    def store_digest(self, tree_id: str, digest: str) -> str:
        self._is_modified = True
        self._digests_by_tree[tree_id] = digest
        return digest

    def get_figures(self, names: ComponentNames, digest: str) -> ComponentFigures | UnavailableComponent | None:
        """Return the cached statistics of a component, or None if there are none."""
        key = _join_cache_key(names, digest)
        cached = self._loaded.get(key)
        if cached is None and key in self._figures:
            row = self._figures[key]
            if len(row) == len(ComponentFigures._fields) and not self._figures_table.has_rows(row[1]):
                return None
            cached = (
                UnavailableComponent(*row)
                if len(row) == len(UnavailableComponent._fields)
                else self._figures_table.unpack_figures(*row)
            )
            self._loaded[key] = cached
        return cached

    def add_figures(self, names: ComponentNames, digest: str, figures: ComponentFigures | UnavailableComponent) -> None:
        key = _join_cache_key(names, digest)
        self._is_modified = True
        self._loaded[key] = figures
        self._figures[key] = (
            list(figures) if isinstance(figures, UnavailableComponent) else self._figures_table.pack_figures(figures)
        )

    def find_or_compute_older_names(
        self, names: ComponentNames, tree_ids: str, compute: Callable[[], ComponentNames | None]
    ) -> ComponentNames | None:
        """Return the names that a component has at the older of two commits. None if there is no such component.

        `names` are the names at the newer commit. `tree_ids` is a text that contains the tree ids of both commits.
        If the result is not cached, `compute` is called.
        """
        key = _join_cache_key(names, tree_ids)
        if key not in self._older_names:
            self._is_modified = True
            self._older_names[key] = compute()
        cached = self._older_names[key]
        return None if cached is None else (cached[0], cached[1])

    def save(self) -> None:
        if self._is_modified:
            self._document.save(self._figures_table.rows, self._digests_by_tree, self._figures, self._older_names)


def _join_cache_key(names: ComponentNames, last_part: str) -> str:
    return "\n".join([*names, last_part])
