"""Find the outdated strings of components by their places, and the commits that outdated them."""

from collections.abc import Callable, Collection, Sequence

from transtats_cli.component import Component
from transtats_cli.git.process import run_git
from transtats_cli.outdated.finder import OutdatedFinder
from transtats_cli.outdated.strings import OutdatedStrings
from transtats_cli.problems import Problem
from transtats_cli.report import SourceChange, StringPlace
from transtats_cli.scanning.pipeline.language_selection import select_languages
from transtats_cli.times import format_as_utc, parse_seconds

_MAX_ARGUMENTS = 500
"""Maximum number of ids in the arguments of git."""


def index_by_place(component: Component, found: OutdatedStrings) -> dict[StringPlace, SourceChange]:
    """Return the changes that outdated the strings of a component, by the places of the strings."""
    return {
        (component.path_for_messages(path), each.unit.context, each.unit.line): each.source_change
        for path, strings in found.strings_by_path.items()
        for each in strings
    }


class OutdatedSearch:
    """Search for outdated strings in components. `add_warning` is called with each warning."""

    def __init__(
        self,
        components: Sequence[Component],
        languages: Collection[str] = (),
        cache: str = "",
        add_warning: Callable[[Problem], None] = lambda _: None,
    ) -> None:
        """`languages` are selected as by `select_languages`. `cache` is the cache directory, or ''."""
        self._finder = OutdatedFinder(components, cache, add_warning)
        self._languages = languages
        self._add_warning = add_warning

    def find(self, component: Component) -> dict[StringPlace, SourceChange]:
        """Return the changes that outdated the strings of a component, by the places of the strings.

        Raises TranstatsError if the component has no files.
        """
        codes: Collection[str] = ()
        if self._languages:
            codes = select_languages(component, self._languages, must_exist=False).language_codes
            if not codes:
                return {}
        found = self._finder.find(component, codes)
        for warning in found.warnings:
            self._add_warning(warning)
        return index_by_place(component, found)

    def read_commits(self, commit_ids: Collection[str]) -> list[tuple[str, str, str]]:
        """Return the id, the day and the subject of commits, newest first. Raises GitError."""
        ids, found = sorted(commit_ids), []
        options = ("--no-walk", "--ignore-missing", "--no-show-signature", "--no-color", "--format=%H %ct %s")
        for repository in self._finder.repositories:
            for start in range(0, len(ids), _MAX_ARGUMENTS):
                output = run_git(repository.top, "log", *options, *ids[start : start + _MAX_ARGUMENTS], "--")
                found += [line.split(" ", 2) for line in output.decode("utf-8", "replace").split("\n")[:-1]]
        times = {commit: parse_seconds(digits) or 0 for commit, digits, _ in found}
        found.sort(key=lambda each: times[each[0]], reverse=True)
        return [(commit, (format_as_utc(times[commit]) or "")[:10], subject) for commit, _, subject in found]
