"""Files whose changes are looked up in git, and the changes found."""

from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.scanning.matching import matches


class Changes(NamedTuple):
    """Changes of one file according to git; without a time, the file's own is used."""

    last: int | None
    recent: int


class Wanted(NamedTuple):
    """A file of a component in a repository."""

    component: Component
    path: str
    """Absolute."""
    inside: str
    """The path from the top of the repository, links resolved."""
    way: str
    """The way in which its component is read, as `way_of` has it."""

    @property
    def key(self) -> tuple[str, str]:
        """Everything that its changes depend on, besides the commit and the file itself."""
        return self.way, self.inside


def way_of(component: Component) -> str:
    """Everything that changes of files depend on besides the files."""
    return repr((component.file_format, component.options))


def files_of(component: Component) -> Iterator[str]:
    """Paths of all files that a scan of a component may read; some of them may be no translations."""
    yield from (path for path, *_ in matches(component.root, component.filemask))
    yield from component.paths.values()
    if component.template:
        yield component.template
