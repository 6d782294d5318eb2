"""Distribute work items: to processes of this machine (`local`), or to the workers of a Dask cluster (`dask`)."""

from collections.abc import Callable, Iterator
from typing import Protocol, Self

from transtats_cli.fleet.items import ItemResult, LostItem, WorkItem, WorkOptions

ItemSupplier = Callable[[], WorkItem | None]
"""Function that returns the next item, or None if there is none at the moment."""
ItemOutcome = tuple[WorkItem, ItemResult | LostItem]


class Engine(Protocol):
    """Runner of work items in other processes. On exit from the context, processes or connections are ended."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *raised: object) -> None: ...

    def run(self, take_item: ItemSupplier, options: WorkOptions) -> Iterator[ItemOutcome]:
        """Yield the outcome of each item, in the order in which the items finish.

        `take_item` is called whenever a worker is free. It is called again after each outcome, even if it has returned
        None before. The iterator ends when nothing is running and `take_item` returns None. Raises TranstatsError if no
        item can be run any more.
        """
        ...
