"""The interpreter's search for cycles of objects, kept off what a file holds: there are none, however long it looks."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

_Read = TypeVar("_Read")


def unsearched(read: Callable[[], _Read]) -> _Read:
    """What is read, with no search while that goes on: each would go through all that was read before."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        return read()
    finally:
        if is_on:
            gc.enable()


@contextmanager
def set_aside() -> Iterator[None]:
    """Search nothing that is there already; the checks make cycles of their own, and these do not pile up."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
