"""Arguments and results of a lookup of changes: files of components, and the changes of these files."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.scanning.filemask.folders import find_matches


class ChangeSummary(NamedTuple):
    """Last change and number of recent changes of one file, according to git."""

    last_change_time: int | None
    """Time of the last change in seconds since 1970. If None, the time in the header of the file is used."""
    recent_changes: int
    """Number of strings that changed shortly before the last change of the file."""


class ComponentFile(NamedTuple):
    """File of a component, with its path in a repository."""

    component: Component
    path: str
    """Absolute path of the file."""
    repository_path: str
    """Path of the file from the top of the repository, with links resolved."""
    parsing_settings: str
    """Text that `describe_parsing_settings` returns for the component."""

    @property
    def cache_key(self) -> tuple[str, str]:
        """Key of the file's changes in the cache of one commit."""
        return self.parsing_settings, self.repository_path


def describe_parsing_settings(component: Component) -> str:
    """Return a text that contains all settings of a component that affect the parsing of its files."""
    return repr((component.file_format, component.read_options))


def find_component_paths(component: Component) -> Iterator[str]:
    """Yield the paths of the files that a scan of a component may read: matches of its mask, other files, template.

    Some of the files may not be translations.
    """
    yield from (path for path, *_ in find_matches(component.root, component.filemask))
    yield from component.paths_by_language.values()
    if component.template:
        yield component.template
