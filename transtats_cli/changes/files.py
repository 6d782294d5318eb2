"""Files whose changes are looked up in git, and the changes found."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.scanning.matching import matches


class ChangeSummary(NamedTuple):
    """Changes of one file according to git; without a time, the file's own is used."""

    last: int | None
    recent: int


class ComponentFile(NamedTuple):
    """A file of a component in a repository."""

    component: Component
    path: str
    """Absolute."""
    repository_path: str
    """The path from the top of the repository, links resolved."""
    reader_key: str
    """The way in which its component is read, as `way_of` has it."""

    @property
    def key(self) -> tuple[str, str]:
        """Everything that its changes depend on, besides the commit and the file itself."""
        return self.reader_key, self.repository_path


def reader_key_of(component: Component) -> str:
    """Everything that changes of files depend on besides the files."""
    return repr((component.file_format, component.options))


def possible_files(component: Component) -> Iterator[str]:
    """Paths of all files that a scan of a component may read; some of them may be no translations."""
    yield from (path for path, *_ in matches(component.root, component.filemask))
    yield from component.paths.values()
    if component.template:
        yield component.template
