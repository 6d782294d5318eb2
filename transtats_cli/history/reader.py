"""Read a component at several commits, newest first.

If the component was renamed, the component with the old name is read at older commits.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import ComponentFinder, find_older_names
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import Repository
from transtats_cli.git.tree_comparison import EntryDifference, TreeComparison
from transtats_cli.history.cache import HistoryCache, UnavailableComponent
from transtats_cli.history.commits import Commit
from transtats_cli.history.figures import ComponentFigures, ComponentNames, HistoryEntry, create_component_figures
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.result_cache import ContentCaches
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides


class ComponentLocation(NamedTuple):
    """Names of a component, and the directory and the repository that contain the component."""

    repository: Repository
    root: str
    names: ComponentNames
    overrides: Overrides = NO_OVERRIDES


def read_history(
    location: ComponentLocation, commits: Sequence[Commit], options: ScanOptions
) -> Iterator[HistoryEntry]:
    """Yield the statistics at each commit that has the component. `commits` must be sorted, newest first.

    Cached statistics are not computed again. Raises TranstatsError if no commit has the component.
    """
    with _HistoryReader(location, options) as reader:
        yield from reader.read_entries(commits)


class _DigestedCommit(NamedTuple):
    """Commit, and the digest of its checked-out files."""

    commit_index: int
    """Index of the commit in the list of commits."""
    tree_id: str
    """Tree id of this commit, or of a newer commit with the same checked-out files."""
    digest: str


class _HistoryReader(ExitStack):
    """Reader of the statistics of a component, with a cache and a checkout. The cache is saved on exit."""

    def __init__(self, location: ComponentLocation, options: ScanOptions) -> None:
        super().__init__()
        self._location = location
        self._checkout = Checkout(location.repository, location.root)
        self._components = ComponentFinder(self._checkout)
        self._is_open = False
        self._last_result: tuple[ComponentNames, str, ComponentFigures | UnavailableComponent] = (
            self._location.names,
            "",
            UnavailableComponent((), is_unknown=True),
        )
        self._commits: Sequence[Commit] = ()
        self._comparison: Iterator[tuple[int, list[EntryDifference]]] | None = None
        self._last_digest: _DigestedCommit | None = None
        self._content_caches = ContentCaches(options.cache_directory, self._checkout.find_object_id)
        self._options = options._replace(cache_directory="", progress=None)
        self._report_progress: Callable[[str], None] = options.progress or (lambda _: None)
        facts = (
            location.repository.top,
            self._checkout.root_path,
            location.overrides,
            options.runs_checks,
            options.with_file_notes,
        )
        self._cache = HistoryCache(options.cache_directory, *facts)
        self.callback(self._cache.save)

    def read_entries(self, commits: Sequence[Commit]) -> Iterator[HistoryEntry]:
        names = self._location.names
        self._commits = commits
        newer_entry: tuple[Commit, ComponentFigures] | None = None
        first_absence: UnavailableComponent | None = None
        has_entries = False
        for number, commit in enumerate(commits):
            self._report_progress(commit.commit_id)
            figures = self._read_figures_at(names, number)
            if isinstance(figures, UnavailableComponent) and figures.is_unknown and newer_entry is not None:
                older_names = self._find_older_names(names, *newer_entry, commit)
                if older_names is not None:
                    names, figures = older_names, self._read_figures_at(older_names, number)
            if isinstance(figures, UnavailableComponent):
                first_absence, newer_entry = first_absence or figures, None
            else:
                newer_entry, has_entries = (commit, figures), True
                yield HistoryEntry(commit, figures)
        if not has_entries:
            is_unknown = first_absence is not None and first_absence.is_unknown
            error = UnknownComponentError if is_unknown else TranstatsError
            raise error(*_list_absence_lines(self._location.names, commits, first_absence))

    def _read_figures_at(self, names: ComponentNames, commit_index: int) -> ComponentFigures | UnavailableComponent:
        commit = self._commits[commit_index]
        digest = self._cache.find_or_compute_digest(commit.tree_id, lambda _: self._compute_commit_digest(commit_index))
        if self._last_result[:2] == (names, digest):
            return self._last_result[2]
        cached = self._cache.get_figures(names, digest)
        if cached is None:
            cached = self._scan_commit(names, commit)
            if self._checkout.includes_all_files:
                # The digest was computed before the scan needed all files, so it must be computed again.
                digest = self._cache.store_digest(commit.tree_id, self._checkout.compute_digest(commit.tree_id))
            if isinstance(cached, UnavailableComponent) or not cached.unchecked_count:
                self._cache.add_figures(names, digest, cached)
        self._last_result = names, digest, cached
        return cached

    def _compute_commit_digest(self, commit_index: int) -> str:
        """Return the digest of the checked-out files of the commit with this index.

        If no checked-out file differs from the next newer commit, the digest of the newer commit is returned. This is
        frequent, because most commits change only code.
        """
        checkout = self._open_checkout()
        tree = self._commits[commit_index].tree_id
        if checkout.includes_all_files:
            return checkout.compute_digest(tree)
        newer = self._last_digest
        if newer is not None and newer.commit_index == commit_index - 1:
            differences = self._find_differences_from_newer(commit_index)
            if checkout.is_unaffected_by(newer.tree_id, differences):
                self._last_digest = newer._replace(commit_index=commit_index)
                return newer.digest
        self._last_digest = _DigestedCommit(commit_index, tree, checkout.compute_digest(tree))
        return self._last_digest.digest

    def _find_differences_from_newer(self, commit_index: int) -> list[EntryDifference]:
        """Return the differences between the commit with this index and the next newer commit.

        The calls must be made with ascending indexes. `commit_index` must be an index of a commit without a cached
        digest.
        """
        if self._comparison is None:
            self._comparison = self._compare_commits(commit_index)
        return next(differences for each, differences in self._comparison if each == commit_index)

    def _compare_commits(self, first_index: int) -> Iterator[tuple[int, list[EntryDifference]]]:
        """Return the index of each commit without a cached digest, and its differences from the next newer commit."""
        trees = [commit.tree_id for commit in self._commits]
        numbers = [number for number in range(first_index, len(trees)) if not self._cache.has_digest(trees[number])]
        comparison = self.enter_context(
            TreeComparison(self._location.repository, self._checkout.trees.refuse_beyond_limits)
        )
        return zip(numbers, comparison.compare([(trees[each - 1], trees[each]) for each in numbers]), strict=True)

    def _scan_commit(self, names: ComponentNames, commit: Commit) -> ComponentFigures | UnavailableComponent:
        checkout = self._open_checkout()
        try:
            component = self._components.find_in_checkout(
                checkout.check_out_tree(commit.tree_id, commit.commit_id), names, self._location.overrides
            )
            return create_component_figures(
                scan_component(component, self._options, open_cache=self._content_caches), checkout
            )
        except UnknownComponentError as error:
            return UnavailableComponent(tuple(map(checkout.without_temporary_path, error.lines)), is_unknown=True)
        except GitError:
            # The error concerns the whole commit, so it must not be cached as a missing component.
            raise
        except TranstatsError as error:
            return UnavailableComponent(tuple(map(checkout.without_temporary_path, error.lines)), is_unknown=False)

    def _find_older_names(
        self,
        newer_names: ComponentNames,
        newer_commit: Commit,
        newer_figures: ComponentFigures,
        older_commit: Commit,
    ) -> ComponentNames | None:
        trees = older_commit.tree_id, newer_commit.tree_id

        def find() -> ComponentNames | None:
            return find_older_names(self._open_checkout(), trees, [each.path for each in newer_figures.languages])

        return self._cache.find_or_compute_older_names(newer_names, " ".join(trees), find)

    def _open_checkout(self) -> Checkout:
        if not self._is_open:
            self._is_open = True
            self.enter_context(self._checkout)
            self.callback(self._content_caches.save)
        return self._checkout


def _list_absence_lines(
    names: ComponentNames, commits: Sequence[Commit], first_absence: UnavailableComponent | None
) -> list[str]:
    if first_absence is None:
        return [f"{'/'.join(names)}: no commits in this range; choose another range, date or period"]
    newest = commits[0].commit_id[:12]
    older = len(commits) - 1
    more = f" (also at {'the commit' if older == 1 else f'the {older} commits'} before)" if older else ""
    first, *others = first_absence.error_lines
    return [f"{newest}: {first}{more}", *others]
