"""Measure `transtats history`, and the cost of dates from git in `transtats stats`.

The cost of `history` is compared with `git log`, and with `stats` on files that contain all versions.
"""

from collections.abc import Iterator
from pathlib import Path

from benchmarks import long_history
from benchmarks.claims import ClaimResult, CostRatioClaim, check_cost_ratios
from benchmarks.measurement import Command, Sample
from benchmarks.ratios import ratio
from benchmarks.repository import RepositorySize, create_repository, write_versions
from benchmarks.rounds import CommandCase, Samples
from benchmarks.variants import find_transtats_command

FILE_SET_NAME = "history"
COST_RATIO_CLAIMS = (
    CostRatioClaim("history, cold", FILE_SET_NAME, "history, cold", "its contents read once", at_most=3),
    CostRatioClaim("history, warm", FILE_SET_NAME, "history, warm", "git log --raw", at_most=1.5),
    CostRatioClaim(
        "stats in a repository, warm", FILE_SET_NAME, "stats, warm", "stats --no-history, warm", at_most=1.1
    ),
)
GIT_OVERHEAD = "what git adds to stats, cold"
LARGEST_GIT_OVERHEAD = 1.3
"""Largest allowed cost of dates from git, as a multiple of the CPU time of `git log` for the component's files."""


def create_repositories(size: RepositorySize, work: Path) -> None:
    """Create all repositories in `work`, and a folder with every version of every translation as a separate file."""
    create_repository(size, work / "app")
    write_versions(work / "app", work / "contents")
    long_history.create_repositories(size.commits / RepositorySize().commits, work)


def list_cases(work: Path) -> list[CommandCase]:
    app, contents, cache = str(work / "app"), str(work / "contents"), work / "past-cache"
    options = ("--cache-dir", str(cache))
    history = (
        *find_transtats_command(),
        "history",
        "app",
        "po",
        "--root",
        app,
        "--format",
        "ndjson",
        "--jobs",
        "1",
        *options,
    )
    stats = (*find_transtats_command(), "stats", "app", "po", "--root", app, "--jobs", "1")
    read = (
        *find_transtats_command(),
        "stats",
        "--all",
        "--root",
        contents,
        "--format",
        "ndjson",
        "--jobs",
        "1",
        "--no-cache",
    )
    git = ("git", "-C", app, "log", "--raw")
    commands = {
        "history, warm": history,
        "git log --raw": git,
        "git log --raw -- po": (*git, "--", "po"),
        "its contents read once": (*read, "--no-history"),
        "stats, cold": (*stats, "--no-cache"),
        "stats --no-history, cold": (*stats, "--no-cache", "--no-history"),
        "stats, to fill the cache": (*stats, *options),
        "stats, warm": (*stats, *options),
        "stats --no-history, warm": (*stats, *options, "--no-history"),
    }
    cold = CommandCase(FILE_SET_NAME, "history, cold", Command(history), deleted_cache=cache, is_ours=True)
    others = (CommandCase(FILE_SET_NAME, name, Command(argv), is_ours=True) for name, argv in commands.items())
    return [cold, *others, *long_history.list_cases(work)]


def check_claims(samples: Samples) -> Iterator[ClaimResult]:
    yield from check_cost_ratios(samples, COST_RATIO_CLAIMS)
    runs = {name: found for (_, name), found in samples.items()}
    added = _subtract_cpu(runs["stats, cold"], runs["stats --no-history, cold"])
    found = ratio(added, runs["git log --raw -- po"])
    yield ClaimResult(
        GIT_OVERHEAD,
        "git log --raw -- po",
        f"at most {LARGEST_GIT_OVERHEAD:g} times",
        found,
        found.median <= LARGEST_GIT_OVERHEAD,
    )
    yield from long_history.check_claims(samples)


def _subtract_cpu(samples: list[Sample], others: list[Sample]) -> list[Sample]:
    """Return copies of `samples` with the CPU time of the same round in `others` subtracted, but at least 0."""
    return [one._replace(cpu=max(one.cpu - other.cpu, 0.0)) for one, other in zip(samples, others, strict=True)]
