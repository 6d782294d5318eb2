"""Values of a lookup: files of components, and their changes."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.scanning.filemask.matching import matches


class ChangeSummary(NamedTuple):
    """Changes of one file according to git."""

    last: int | None
    """Time of the last change in seconds since 1970. If None, the time in the file is used."""
    recent: int
    """Number of strings with recent changes."""


class ComponentFile(NamedTuple):
    """A file of a component in a repository."""

    component: Component
    path: str
    """Absolute path."""
    repository_path: str
    """Path from the top of the repository, with links resolved."""
    reader_key: str
    """Result of `reader_key_of` for the component."""

    @property
    def key(self) -> tuple[str, str]:
        """Key of the changes in the cache of one commit."""
        return self.reader_key, self.repository_path


def reader_key_of(component: Component) -> str:
    """Return a text of the settings of a component that affect how its files are parsed."""
    return repr((component.file_format, component.options))


def possible_files(component: Component) -> Iterator[str]:
    """Yield the paths of all files that a scan of a component may read. Some of them may not be translations."""
    yield from (path for path, *_ in matches(component.root, component.filemask))
    yield from component.paths.values()
    if component.template:
        yield component.template
