"""The output of wrk is parsed, and outdated responses are detected."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.serving import LoadResult, parse_wrk
from benchmarks.staleness import StalenessProbe

ROOT = Path(__file__).parents[2]
WRK_OUTPUT = """\
Running 1s test @ http://127.0.0.1:41237/api/
  1 threads and 50 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     4.08ms    1.11ms  21.13ms   93.05%
    Req/Sec    12.40k     1.01k   13.42k    72.73%
  Latency Distribution
     50%    3.79ms
     99%    8.39ms
  13567 requests in 1.10s, 12.35MB read
"""
END = "Requests/sec:  12334.55\nTransfer/sec:     11.23MB\n"


def test_the_output_of_wrk_is_parsed() -> None:
    assert parse_wrk(WRK_OUTPUT + END, cpu=0.5, seconds=1, memory=7) == LoadResult(12334.55, 8.39, 0, 0.5, 1, 7)


@pytest.mark.parametrize(
    ("line", "errors"),
    [
        pytest.param("  Non-2xx or 3xx responses: 12\n", 12, id="error responses"),
        pytest.param("  Socket errors: connect 1, read 2, write 3, timeout 4\n", 10, id="no responses"),
    ],
)
def test_errors_are_counted(line: str, errors: int) -> None:
    assert parse_wrk(WRK_OUTPUT + line + END, cpu=0.5, seconds=1, memory=7).errors == errors


def test_a_percentile_in_seconds_is_converted_to_milliseconds() -> None:
    load = parse_wrk(WRK_OUTPUT.replace("8.39ms", "1.20s") + END, cpu=0.5, seconds=1, memory=7)
    assert load.latency_percentile_99 == 1200


def test_an_outdated_response_is_detected(tmp_path: Path) -> None:
    changes = StalenessProbe()
    for _ in range(3):
        changes.write(tmp_path / "de.po")
    changes.written[2] -= 5
    records = [{"code": "cs", "translated": 9}, {"code": "de", "translated": 3}]
    changes.check(lambda: json.dumps({"results": records}).encode())
    assert changes.is_ok
    assert changes.largest_age == 0
    records[1]["translated"] = 2
    changes.check(lambda: json.dumps({"results": records}).encode())
    assert not changes.is_ok
    assert changes.largest_age > 5


@pytest.mark.system
@pytest.mark.skipif(shutil.which("wrk") is None, reason="needs wrk")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads CPU time from /proc")
def test_a_measurement_of_one_second_prints_results() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.serving", "--seconds", "1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    # The result depends on the load of the machine.
    assert done.returncode in (0, 1), done.stderr
    assert "of the bare route's requests per second" in done.stdout
    assert " 0 errors, the oldest response" in done.stdout


@pytest.mark.parametrize("body", [b"", b"{}", b'{"results": []}', b'{"results": [1]}'])
def test_a_response_without_the_changed_language_is_an_error(body: bytes) -> None:
    changes = StalenessProbe()
    changes.check(lambda: body)
    assert (changes.is_ok, changes.responses, len(changes.errors)) == (False, 0, 1)
