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

    @property
    def key(self) -> tuple[str, str]:
        """Everything that its changes depend on, besides the commit and the file itself."""
        return repr((self.component.file_format, self.component.options)), self.inside


def files_of(component: Component) -> Iterator[str]:
    """Paths of all files that a scan of a component may read; some of them may be no translations."""
    yield from (path for path, *_ in matches(component.root, component.filemask))
    yield from component.paths.values()
    if component.template:
        yield component.template
