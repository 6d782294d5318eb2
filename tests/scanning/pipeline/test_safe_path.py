"""Processes that are started find no modules in the current directory, and nothing of that stays behind."""

import os
from contextlib import ExitStack

import pytest

from transtats_cli.scanning.pipeline.pool import ignore_local_modules


def test_the_environment_is_afterwards_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    first, second = ExitStack(), ExitStack()
    first.enter_context(ignore_local_modules())
    second.enter_context(ignore_local_modules())
    assert os.environ["PYTHONSAFEPATH"] == "1"
    # Not the last one first, as it happens where nobody waits for another.
    first.close()
    second.close()
    assert "PYTHONSAFEPATH" not in os.environ


def test_what_the_user_says_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "yes")
    with ignore_local_modules():
        assert os.environ["PYTHONSAFEPATH"] == "yes"
    assert os.environ["PYTHONSAFEPATH"] == "yes"
