"""Distribute work items: to processes of this machine (`local`), or to the workers of a Dask cluster (`dask`)."""

from collections.abc import Callable, Iterator

from transtats_cli.fleet.items import ItemResult, WorkItem, WorkOptions

ItemSupplier = Callable[[], WorkItem | None]
"""Function that returns the next item, or None if there is none at the moment."""
ItemOutcome = tuple[WorkItem, ItemResult | str]
"""Item with its result, or with the reason why its worker ended before the result was received."""
Engine = Callable[[ItemSupplier, WorkOptions], Iterator[ItemOutcome]]
"""Function that runs work items in other processes, and yields the outcome of each item when it has finished.

The supplier is called whenever a worker is free. It is called again after each outcome, even if it has returned None
before. The iterator ends when nothing is running and the supplier returns None. Raises TranstatsError if no item can be
run any more.
"""
