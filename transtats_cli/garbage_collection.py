"""Keep the garbage collector from visiting objects that form no reference cycles, which would take time."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

_Result = TypeVar("_Result")


def call_without_gc(function: Callable[[], _Result]) -> _Result:
    """Call a function with the garbage collector disabled, and return its result.

    Without this, each garbage collection would visit all objects that the function has created so far.
    """
    is_on = gc.isenabled()
    gc.disable()
    try:
        return function()
    finally:
        if is_on:
            gc.enable()


@contextmanager
def gc_frozen() -> Iterator[None]:
    """Exclude all existing objects from garbage collection until the end of the block.

    The garbage collector is not disabled, so that objects of the block that form reference cycles do not fill the
    memory.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
