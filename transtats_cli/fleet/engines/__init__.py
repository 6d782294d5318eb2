"""Distribute work items: to processes of this machine (`local`), or to the workers of a Dask cluster (`dask`)."""

from collections.abc import Callable, Iterator
from typing import Protocol, Self

from transtats_cli.fleet.items import Assignment, ItemResult, LostItem, WorkOptions

AssignmentSupplier = Callable[[], Assignment | None]
"""Function that returns the next assignment, or None if there is none at the moment."""
AssignmentOutcome = tuple[Assignment, ItemResult | LostItem]


class Engine(Protocol):
    """Runner of assignments in other processes. On exit from the context, processes or connections are ended."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *raised: object) -> None: ...

    def run(self, take_assignment: AssignmentSupplier, options: WorkOptions) -> Iterator[AssignmentOutcome]:
        """Yield the outcome of each assignment, in the order in which the assignments finish.

        `take_assignment` is called whenever a worker is free. It is called again after each outcome, even if it has
        returned None before. The iterator ends when nothing is running and `take_assignment` returns None. Raises
        TranstatsError if no assignment can be run any more.
        """
        ...
