"""`python -m benchmarks` runs from start to end on tiny file sets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__, long_history
from benchmarks.growth import SERIES, GrowthResult, scale_series

ROOT = Path(__file__).parents[2]


def run_benchmarks(*argv: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *map(str, argv)],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.system
def test_a_small_set_is_measured(tmp_path: Path) -> None:
    done = run_benchmarks("--quick", "--set", "tiny", "--rounds", "1", "--corpus", tmp_path / "absent")
    assert done.returncode == 0, done.stderr
    assert "a tiny component: 10 files, 0.1 MB; rounds: 1" in done.stdout
    assert "transtats, all checks" in done.stdout
    assert "exponent of cost against strings" in done.stdout


@pytest.mark.system
def test_a_profile_shows_the_functions_that_take_the_most_time(tmp_path: Path) -> None:
    done = run_benchmarks("--quick", "--profile", "--set", "tiny", "--corpus", tmp_path / "absent")
    assert done.returncode == 0, done.stderr
    assert os.path.join("transtats_cli", "") in done.stdout


@pytest.mark.parametrize("arguments", ["--set nonsense", "--rounds 0", "--fleet --components 10 0", "--rounds x"])
def test_an_unknown_set_and_a_wrong_number_are_wrong_usage(arguments: str) -> None:
    done = run_benchmarks(*arguments.split())
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_scaled_series_keep_their_proportions() -> None:
    strings, files, languages, components, discovery = [scale_series(one, 0.01) for one in SERIES]
    assert (strings.sizes[-1], files.sizes[-1], components.sizes[-1]) == (1000, 20, 80)
    assert (discovery.sizes[-1], discovery.create_size(1).has_settings) == (1000, False)
    assert languages.create_size(40).languages == 40
    assert languages.create_size(40).strings == 50


def test_the_exponent_of_linear_growth_is_one() -> None:
    assert GrowthResult("strings", (10, 20, 40), [[0.5, 1.0, 2.0]]).exponent == pytest.approx((1.0, 1.0, 1.0))


@pytest.mark.system
def test_history_is_measured_in_generated_repositories(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The repositories of `--quick` take three times as long as all measured commands.
    monkeypatch.setattr(__main__, "QUICK_SHARE", 0.02)
    monkeypatch.setattr(long_history, "COMPONENTS", 3)
    monkeypatch.chdir(ROOT)
    assert __main__.main(["--quick", "--history", "--rounds", "1"]) == 0
    output = capsys.readouterr().out
    assert "history, warm" in output
    assert "what git adds to stats, cold" in output
    assert "history of a short range: peak memory in MB" in output
