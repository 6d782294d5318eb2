"""The records of every real component are equal to those of a server."""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.comparison import assert_records_are_equal

pytestmark = pytest.mark.slow


def test_the_records_of_a_component_are_those_of_a_server(case: Any) -> None:
    assert_records_are_equal(case.component, case.expected)


@pytest.mark.parametrize("options", [[], ["--extended"]], ids=["standard", "extended"])
def test_the_output_of_the_command_is_that_of_a_server(shared: Path, options: list[str]) -> None:
    """The command is run for a few components. The previous test compares all components without the command."""
    command = f"{shlex.quote(sys.executable)} -W error -m transtats_cli"
    compare: list[str | Path] = [
        sys.executable,
        shared / "conformance" / "compare.py",
        "--command",
        command,
        "--fields",
        "all",
    ]
    done = subprocess.run([*compare, "--only", "kimai", *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
