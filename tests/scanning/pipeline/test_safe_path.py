"""Started processes import no modules from the current directory, and the environment is restored."""

import os
from contextlib import ExitStack

import pytest

from transtats_cli.scanning.pipeline.pool import ignore_local_modules


def test_the_environment_is_restored_after_overlapping_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    first, second = ExitStack(), ExitStack()
    first.enter_context(ignore_local_modules())
    second.enter_context(ignore_local_modules())
    assert os.environ["PYTHONSAFEPATH"] == "1"
    # The blocks do not end in reverse order, as in tasks that run at the same time.
    first.close()
    second.close()
    assert "PYTHONSAFEPATH" not in os.environ


def test_a_variable_that_the_user_has_set_is_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "yes")
    with ignore_local_modules():
        assert os.environ["PYTHONSAFEPATH"] == "yes"
    assert os.environ["PYTHONSAFEPATH"] == "yes"
