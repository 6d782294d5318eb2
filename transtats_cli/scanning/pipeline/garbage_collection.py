"""Control of the garbage collector: objects of a file form no reference cycles, and visiting them takes time."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

_Read = TypeVar("_Read")


def without_gc(read: Callable[[], _Read]) -> _Read:
    """Call `read` with the garbage collector disabled. Each collection would visit all objects read so far."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        return read()
    finally:
        if is_on:
            gc.enable()


@contextmanager
def gc_frozen() -> Iterator[None]:
    """Exclude all existing objects from garbage collection within the block.

    The collector is not disabled, because checks create reference cycles that must not accumulate.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
