"""What one scan of a component found."""

from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import Language
from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.model import Finding, Unit


class Record(NamedTuple):
    """The counted strings of one language."""

    language: Language
    path: str
    """The file, relative to the component's root; empty for a source language that no file holds."""
    statistics: Statistics
    last_change: str | None = None
    recent_changes: int = 0


class Failure(NamedTuple):
    """A file that could not be read."""

    path: str
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.reason}"


class Report(NamedTuple):
    """The records of a component in the order of their paths, and all that stood in the way."""

    component: Component
    translations: tuple[Record, ...]
    source: Record | None = None
    """The source language, which a server lists first; only where it was asked for."""
    failures: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()
    """What changes the answer and a user should know."""
    notes: tuple[str, ...] = ()
    """What a curious user may want to know."""
    unchecked: int = 0
    """Number of strings that are not checked for lack of time; they count as not failing."""

    @property
    def records(self) -> tuple[Record, ...]:
        """What the answer lists."""
        return self.translations if self.source is None else (self.source, *self.translations)


class FoundUnit(NamedTuple):
    """One string that a user asked to see, and what is wrong with it."""

    language: Language
    path: str
    """The file as it is named where the user works."""
    unit: "Unit"
    """With the state and flags that hold."""
    findings: "tuple[Finding, ...]" = ()
    is_compared: bool = False
    """The findings are those that only a comparison of all strings tells."""
    is_repeated: bool = False
    """The string came before, with what it tells by itself."""
