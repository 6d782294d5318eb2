"""When the interpreter looks for cycles of objects."""

import gc
from collections.abc import Iterator

import pytest

from transtats_cli.scanning.pipeline.file_scanner import call_without_gc, gc_frozen


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_no_search_goes_on_while_something_is_read() -> None:
    assert call_without_gc(gc.isenabled) is False
    assert gc.isenabled()


def test_a_file_that_cannot_be_read_does_not_end_the_searches() -> None:
    with pytest.raises(ZeroDivisionError):
        call_without_gc(lambda: 1 // 0)
    assert gc.isenabled()


def test_who_has_switched_searches_off_finds_them_off() -> None:
    gc.disable()
    call_without_gc(str)
    assert not gc.isenabled()


def test_what_is_set_aside_comes_back() -> None:
    with gc_frozen():
        assert gc.get_freeze_count() > 0
        assert gc.isenabled()
    assert gc.get_freeze_count() == 0
