"""Cache of the figures of components at commits, and of the results of reading file contents."""

from collections.abc import Callable
from typing import Any, NamedTuple

from transtats_cli.caching.entries import CachedEntries
from transtats_cli.caching.shapes import Either, Fields
from transtats_cli.history.figures import ComponentFigures, ComponentNames, FiguresTable
from transtats_cli.scanning.pipeline.contents import ContentResultCache, anywhere
from transtats_cli.scanning.pipeline.file_scanner import Plan


class AbsentComponent(NamedTuple):
    """Result for a commit that does not have the component."""

    reason: str
    is_unknown: bool
    """True if no component has this name. False if the component cannot be read."""


_LANGUAGE_SHAPE = (str, str, str, (*((int, int, int),) * 5, int, int, int))
_FIGURES_SHAPE = ((str, str), [int], [(str, str, Either((None, int)))])
_SHAPE = Fields(
    {
        "rows": [_LANGUAGE_SHAPE],
        "trees": {str: str},
        "states": {str: Either((_FIGURES_SHAPE, (str, bool)))},
        "moves": {str: Either((None, (str, str)))},
    }
)


class HistoryCache:
    """Cache of figures by component names and digest of the checkout, and of digests by tree id.

    `facts` are all other values that the figures depend on.
    """

    def __init__(self, directory: str, *facts: object) -> None:
        self._notes = CachedEntries(directory, "history", *facts, shape=_SHAPE)
        entries = self._notes.entries
        self._table = FiguresTable(entries.setdefault("rows", []))
        entries["rows"] = self._table.rows
        self._trees: dict[str, str] = entries.setdefault("trees", {})
        self._figures: dict[str, list[Any]] = entries.setdefault("states", {})
        self._older_names: dict[str, ComponentNames | None] = entries.setdefault("moves", {})
        self._loaded: dict[str, ComponentFigures | AbsentComponent] = {}
        self._is_modified = False

    def digest(self, tree: str, compute: Callable[[str], str]) -> str:
        """Return the digest of a tree. If it is not cached, `compute` is called with the tree."""
        return self._trees.get(tree) or self.set_digest(tree, compute(tree))

    def has_digest(self, tree: str) -> bool:
        return tree in self._trees

    def set_digest(self, tree: str, digest: str) -> str:
        self._is_modified = True
        self._trees[tree] = digest
        return digest

    def get(self, names: ComponentNames, digest: str) -> ComponentFigures | AbsentComponent | None:
        key = _key(names, digest)
        cached = self._loaded.get(key)
        if cached is None and key in self._figures:
            row = self._figures[key]
            if len(row) == len(ComponentFigures._fields) and not self._table.has_rows(row[1]):
                return None
            cached = AbsentComponent(*row) if len(row) == len(AbsentComponent._fields) else self._table.unpack(*row)
            self._loaded[key] = cached
        return cached

    def add(self, names: ComponentNames, digest: str, figures: ComponentFigures | AbsentComponent) -> None:
        key = _key(names, digest)
        self._is_modified = True
        self._loaded[key] = figures
        self._figures[key] = list(figures) if isinstance(figures, AbsentComponent) else self._table.pack(figures)

    def older_names(
        self, names: ComponentNames, step: str, compute: Callable[[], ComponentNames | None]
    ) -> ComponentNames | None:
        """Return the names of a component in the first tree of a step. If they are not cached, `compute` is called."""
        key = _key(names, step)
        if key not in self._older_names:
            self._is_modified = True
            self._older_names[key] = compute()
        cached = self._older_names[key]
        return None if cached is None else (cached[0], cached[1])

    def save(self) -> None:
        if self._is_modified:
            self._notes.save()


class ContentCaches:
    """Caches of results of reading file contents, one for each combination of options that affects the results."""

    def __init__(self, directory: str, identity: Callable[[str], str]) -> None:
        self._directory = directory
        self._identity = identity
        self._contents: dict[str, ContentResultCache] = {}

    def __call__(self, plan: Plan) -> ContentResultCache:
        key = repr(anywhere(plan))
        contents = self._contents.get(key)
        if contents is None:
            contents = self._contents[key] = ContentResultCache(self._directory, plan, self._identity)
        contents.component = plan.component
        return contents

    def save(self) -> None:
        for contents in self._contents.values():
            contents.write()


def _key(names: ComponentNames, rest: str) -> str:
    return "\n".join([*names, rest])
