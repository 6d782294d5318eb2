"""Garbage collection is disabled or limited while many objects are created."""

import gc
from collections.abc import Iterator

import pytest

from transtats_cli.garbage_collection import call_without_gc, gc_frozen


@pytest.fixture(autouse=True)
def restore_garbage_collection() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_garbage_collection_is_disabled_during_a_call() -> None:
    assert call_without_gc(gc.isenabled) is False
    assert gc.isenabled()


def test_garbage_collection_is_enabled_after_an_exception() -> None:
    with pytest.raises(ZeroDivisionError):
        call_without_gc(lambda: 1 // 0)
    assert gc.isenabled()


def test_disabled_garbage_collection_stays_disabled_after_a_call() -> None:
    gc.disable()
    call_without_gc(str)
    assert not gc.isenabled()


def test_frozen_objects_are_unfrozen_after_the_block() -> None:
    with gc_frozen():
        assert gc.get_freeze_count() > 0
        assert gc.isenabled()
    assert gc.get_freeze_count() == 0
