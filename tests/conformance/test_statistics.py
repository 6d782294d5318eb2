"""The records of every real component are equal to those of a server."""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.envelope import statistics_response
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component

pytestmark = pytest.mark.slow

HISTORY = {"last_change", "recent_changes"}
"""Keys about the history of a server. Files do not contain it."""


def test_the_records_of_a_component_are_those_of_a_server(case: Any) -> None:
    report = scan_component(case.component, ScanOptions(with_source=True))
    ours = statistics_response(case.component, report.records, extended=True)
    assert report.failures == ()
    assert {key: ours[key] for key in ("count", "next", "previous")} == {
        key: case.expected[key] for key in ("count", "next", "previous")
    }
    assert [drop_history(record) for record in ours["results"]] == [
        drop_history(record) for record in case.expected["results"]
    ]


def drop_history(record: dict[str, Any]) -> list[tuple[str, type, Any]]:
    return [(key, type(value), value) for key, value in record.items() if key not in HISTORY]


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
