"""Read a component at several commits, newest first.

If the component was renamed, the component with the old name is read at older commits.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import ComponentFinder, find_older_names
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import Repository
from transtats_cli.git.tree_comparison import TreeComparison
from transtats_cli.history.cache import HistoryCache, UnavailableComponent
from transtats_cli.history.commits import Commit
from transtats_cli.history.figures import ComponentFigures, ComponentNames, HistoryEntry, create_component_figures
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.result_cache import ContentCaches
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings import load_settings
from transtats_cli.settings.layers import EVERYWHERE, NO_OVERRIDES, Overrides

_ALL_FILES_SUFFIX = " with all files"


class ComponentLocation(NamedTuple):
    """Names of a component, and the directory and the repository that contain the component."""

    repository: Repository
    root: str
    names: ComponentNames
    overrides: Overrides = NO_OVERRIDES

    def with_present_measure(self) -> "ComponentLocation":
        """Return the location with the measure of the present settings, so that the shares of all commits have it."""
        found = load_settings(self.root)
        scopes = (self.names, (self.names[0], ""), EVERYWHERE)
        settings = [setting for scope in scopes if (setting := found.find_setting("measure", scope)) is not None]
        return self if not settings else self._replace(overrides={"measure": settings[0], **self.overrides})


def read_history(
    location: ComponentLocation, commits: Sequence[Commit], options: ScanOptions
) -> Iterator[HistoryEntry]:
    """Yield the statistics at each commit that has the component. `commits` must be sorted, newest first.

    Cached statistics are not computed again. Raises TranstatsError if no commit has the component.
    """
    with _HistoryReader(location, options) as reader:
        yield from reader.read_entries(commits)


class _HistoryReader(ExitStack):
    """Reader of the statistics of a component, with a cache and a checkout. The cache is saved on exit."""

    def __init__(self, location: ComponentLocation, options: ScanOptions) -> None:
        super().__init__()
        self._location = location
        self._checkout = Checkout(location.repository, location.root)
        self._components = ComponentFinder(self._checkout)
        self._content_caches = ContentCaches(options.cache_directory, self._checkout.find_object_id)
        self._options = options._replace(with_shares=True, cache_directory="", progress=None)
        self._report_progress: Callable[[str], None] = options.progress or (lambda _: None)
        facts = location.repository.top, self._checkout.root_path, location.overrides
        self._cache = HistoryCache(options.cache_directory, *facts, options.runs_checks, options.with_file_notes)
        self.callback(self._cache.save)

    def read_entries(self, commits: Sequence[Commit]) -> Iterator[HistoryEntry]:
        names = self._location.names
        self._compare_commits([commit.tree_id for commit in commits])
        newer_entry: HistoryEntry | None = None
        first_absence: UnavailableComponent | None = None
        has_entries = False
        for commit in commits:
            self._report_progress(commit.commit_id)
            figures = self._read_figures_at(names, commit)
            if isinstance(figures, UnavailableComponent) and figures.is_unknown and newer_entry is not None:
                older_names = self._find_older_names(names, newer_entry, commit)
                if older_names is not None:
                    names, figures = older_names, self._read_figures_at(older_names, commit)
            if isinstance(figures, UnavailableComponent):
                first_absence, newer_entry = first_absence or figures, None
            else:
                newer_entry, has_entries = HistoryEntry(commit, figures), True
                yield newer_entry
        if not has_entries:
            is_unknown = first_absence is not None and first_absence.is_unknown
            error = UnknownComponentError if is_unknown else TranstatsError
            raise error(*_list_absence_lines(self._location.names, commits, first_absence))

    def _compare_commits(self, trees: Sequence[str]) -> None:
        """Find the commits whose checked-out files are equal to those of the next older commit.

        This is frequent, because most commits change only code. `trees` are the tree ids of the commits, newest first.
        """
        states = self._cache.states_by_tree
        missing = [(older, newer) for newer, older in pairwise(trees) if newer not in states][::-1]
        if trees and trees[-1] not in states:
            self._cache.set_state(trees[-1], trees[-1])
        if not missing:
            return
        checkout = self._opened_checkout
        # Reading the symbolic links of a tree takes longer than comparing it, so equal links are read once.
        trees_with_same_links: dict[str, str] = {}
        with TreeComparison(self._location.repository, checkout.trees.refuse_beyond_limits) as comparison:
            for (older, newer), differences in zip(missing, comparison.compare(missing), strict=True):
                linked = trees_with_same_links.get(older, older)
                is_all = states[older].endswith(_ALL_FILES_SUFFIX)
                is_affected = is_all or any(checkout.may_affect_files(linked, *each) for each in differences)
                self._cache.set_state(newer, newer if is_affected else states[older])
                if not any("link" in kinds for _, *kinds in differences):
                    trees_with_same_links[newer] = linked

    def _read_figures_at(self, names: ComponentNames, commit: Commit) -> ComponentFigures | UnavailableComponent:
        figures = self._cache.get_figures(names, self._find_state(commit))
        if figures is None:
            figures = self._scan_commit(names, commit)
            self._cache.add_figures(names, self._find_state(commit), figures)
        return figures

    def _find_state(self, commit: Commit) -> str:
        """Return a text that is equal for commits with the same checked-out files.

        If a scan has shown that all files are needed, no other commit has the same text.
        """
        if self._checkout.includes_all_files:
            self._cache.set_state(commit.tree_id, f"{commit.tree_id}{_ALL_FILES_SUFFIX}")
        return self._cache.states_by_tree[commit.tree_id]

    def _scan_commit(self, names: ComponentNames, commit: Commit) -> ComponentFigures | UnavailableComponent:
        checkout = self._opened_checkout
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

    def _find_older_names(self, names: ComponentNames, newer: HistoryEntry, older: Commit) -> ComponentNames | None:
        trees = older.tree_id, newer.commit.tree_id
        paths = [each.path for each in newer.figures.languages]
        return self._cache.find_or_compute_older_names(
            names, " ".join(trees), lambda: find_older_names(self._opened_checkout, trees, paths)
        )

    @cached_property
    def _opened_checkout(self) -> Checkout:
        """Checkout, which is opened when it is needed first."""
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
