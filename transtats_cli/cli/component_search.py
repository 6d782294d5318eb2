"""Search for all components of a command. The command can use the first components while the search continues."""

from collections.abc import Iterator
from itertools import chain

from transtats_cli import settings
from transtats_cli.cli.messages import RunLog
from transtats_cli.component import Component
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.discovery.lookup import DiscoveryResult


class ComponentSearch:
    """Search for all components of a directory, which can be used once."""

    def __init__(self, root: str, *, all_folders: bool = False, in_parts: bool = False) -> None:
        """Search until the first components are found, or until the end if `in_parts` is false.

        If `in_parts` is true, the components are in the order in which they are found, and the rest of the directory is
        searched while the components are used. Otherwise, the components are sorted.
        """
        loaded = settings.load_settings(root)
        self._results = (
            lookup.survey_parts(root, loaded, all_folders=all_folders)
            if in_parts
            else iter([lookup.survey_components(root, loaded, all_folders=all_folders)])
        )
        self._found: list[DiscoveryResult] = []
        for result in self._results:
            self._found.append(result)
            if result.components:
                break
        self.has_components = bool(self._found and self._found[-1].components)
        self.component_count = 0 if in_parts else len(self._found[-1].components)
        """Number of components, or 0 if it is not known before the end of the search."""

    @property
    def discovery(self) -> DiscoveryResult:
        """Result of the search so far. After `iterate`, it contains no components."""
        return lookup.join_results(self._found)

    def iterate(self, log: RunLog, progress: ProgressBar) -> Iterator[Component]:
        """Yield the components. Problems are printed as soon as they are found."""
        component_count = 0
        results = chain(self._found, self._results)
        self._found = []
        for result in results:
            # The components are used once, so they need not be kept.
            self._found.append(result._replace(components=[]))
            for problem in result.problems:
                log.print_failure(str(problem))
            component_count += len(result.components)
            yield from result.components
        progress.step_count = component_count
