"""Read components at several commits, newest first.

If a component was renamed, the component with the old name is read at older commits.
"""

from collections.abc import Callable, Iterable, Sequence
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
from transtats_cli.settings.layers import EVERYWHERE, NO_OVERRIDES, Overrides, Setting

_ALL_FILES_SUFFIX = " with all files"


class ComponentLocation(NamedTuple):
    """Names of a component, and the directory and the repository that contain the component."""

    repository: Repository
    root: str
    names: ComponentNames
    overrides: Overrides = NO_OVERRIDES
    measure: str = ""
    """Measure of the shares at all commits. '' for the measure at the newest commit that has the component."""

    def with_present_measure(self) -> "ComponentLocation":
        """Return the location with the measure of the overrides or of the present settings, if they have one."""
        found = load_settings(self.root)
        scopes = (self.names, (self.names[0], ""), EVERYWHERE)
        settings = (self.overrides.get("measure"), *(found.find_setting("measure", scope) for scope in scopes))
        return self._replace(measure=next((str(each.value) for each in settings if each is not None), ""))


def read_histories(
    locations: Sequence[ComponentLocation], commits: Sequence[Commit], options: ScanOptions
) -> list[list[HistoryEntry] | TranstatsError]:
    """Return for each component the statistics at the commits that have it, or its error if no commit has it.

    `commits` must be sorted, newest first. All locations must have the same repository, root and overrides: each commit
    is checked out and searched once. Cached statistics are not computed again. Raises TranstatsError if there are no
    commits.
    """
    if not commits:
        raise TranstatsError("no commits in this range; choose another range, date or period")
    followed = [_FollowedComponent(each.names, each.measure) for each in locations]
    with _HistoryReader(locations[0], options) as reader:
        reader.compare_commits([commit.tree_id for commit in commits])
        for commit in commits:
            reader.read_commit(commit, followed)
    return [each.entries or _create_absence_error(commits, each.first_absence) for each in followed]


class _FollowedComponent:
    """Component that is followed from commit to commit, newest first, with its entries."""

    def __init__(self, names: ComponentNames, measure: str) -> None:
        self.names = names
        """Names at the commit that was read last."""
        self.measure = measure
        self.entries: list[HistoryEntry] = []
        self.newer_entry: HistoryEntry | None = None
        """Entry of the commit that was read last. None if this commit does not have the component."""
        self.first_absence: UnavailableComponent | None = None


class _HistoryReader(ExitStack):
    """Reader of the statistics of components, with a cache and a checkout. The cache is saved on exit."""

    def __init__(self, location: ComponentLocation, options: ScanOptions) -> None:
        super().__init__()
        self._repository = location.repository
        self._overrides = location.overrides
        self._checkout = Checkout(location.repository, location.root)
        self._components = ComponentFinder(self._checkout)
        self._content_caches = ContentCaches(options.cache_directory, self._checkout.find_object_id)
        self._options = options._replace(with_shares=True, cache_directory="", progress=None)
        self._report_progress: Callable[[str], None] = options.progress or (lambda _: None)
        facts = location.repository.top, self._checkout.root_path, location.overrides
        self._cache = HistoryCache(options.cache_directory, *facts, options.runs_checks, options.with_file_notes)
        self.callback(self._cache.save)

    def read_commit(self, commit: Commit, components: Iterable[_FollowedComponent]) -> None:
        """Add the entries of a commit to the components that it has."""
        for component in components:
            newer = component.newer_entry
            figures = self._read_figures_at(component.names, commit, component.measure)
            if isinstance(figures, UnavailableComponent) and figures.is_unknown and newer is not None:
                older_names = self._find_older_names(component.names, newer, commit)
                if older_names is not None:
                    component.names = older_names
                    figures = self._read_figures_at(older_names, commit, component.measure)
            if isinstance(figures, UnavailableComponent):
                component.first_absence, component.newer_entry = component.first_absence or figures, None
            else:
                component.newer_entry = HistoryEntry(commit, figures)
                component.entries.append(component.newer_entry)
                component.measure = component.measure or (figures.measure if figures.languages else "")
        self._report_progress(commit.commit_id[:10])

    def compare_commits(self, trees: Sequence[str]) -> None:
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
        with TreeComparison(self._repository, checkout.trees.refuse_beyond_limits) as comparison:
            for (older, newer), differences in zip(missing, comparison.compare(missing), strict=True):
                linked = trees_with_same_links.get(older, older)
                is_all = states[older].endswith(_ALL_FILES_SUFFIX)
                is_affected = is_all or any(checkout.may_affect_files(linked, *each) for each in differences)
                self._cache.set_state(newer, newer if is_affected else states[older])
                if not any("link" in kinds for _, *kinds in differences):
                    trees_with_same_links[newer] = linked

    def _read_figures_at(
        self, names: ComponentNames, commit: Commit, measure: str
    ) -> ComponentFigures | UnavailableComponent:
        """Return the statistics at a commit, with the shares by `measure` if the commit can be measured by it."""
        figures = self._read_measured_figures(names, commit, self._overrides)
        # For example, an older commit has no template. Its strings are compared with those of all languages instead.
        if isinstance(figures, ComponentFigures) and figures.languages and measure not in ("", figures.measure):
            overrides = {**self._overrides, "measure": Setting(measure, "history")}
            return self._read_measured_figures(names, commit, overrides, measure)
        return figures

    def _read_measured_figures(
        self, names: ComponentNames, commit: Commit, overrides: Overrides, measure: str = ""
    ) -> ComponentFigures | UnavailableComponent:
        figures = self._cache.get_figures(names, measure + self._find_state(commit))
        if figures is None:
            figures = self._scan_commit(names, commit, overrides)
            self._cache.add_figures(names, measure + self._find_state(commit), figures)
        return figures

    def _find_state(self, commit: Commit) -> str:
        """Return a text that is equal for commits with the same checked-out files.

        If a scan has shown that all files are needed, no other commit has the same text.
        """
        if self._checkout.includes_all_files:
            self._cache.set_state(commit.tree_id, f"{commit.tree_id}{_ALL_FILES_SUFFIX}")
        return self._cache.states_by_tree[commit.tree_id]

    def _scan_commit(
        self, names: ComponentNames, commit: Commit, overrides: Overrides
    ) -> ComponentFigures | UnavailableComponent:
        checkout = self._opened_checkout
        try:
            component = self._components.find_in_checkout(
                checkout.check_out_tree(commit.tree_id, commit.commit_id), names, overrides
            )
            listings = self._components.folder_listings
            report = scan_component(component, self._options, listings, self._content_caches)
            return create_component_figures(report, checkout)
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


def _create_absence_error(commits: Sequence[Commit], first_absence: UnavailableComponent | None) -> TranstatsError:
    assert first_absence is not None
    newest = commits[0].commit_id[:12]
    older = len(commits) - 1
    more = f" (also at {'the commit' if older == 1 else f'the {older} commits'} before)" if older else ""
    first, *others = first_absence.error_lines
    error = UnknownComponentError if first_absence.is_unknown else TranstatsError
    return error(f"{newest}: {first}{more}", *others)
