"""Measure `history` for a short range of a long history, and `stats --all` of many components after a commit."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.catalogues import generate_entries, render_po
from benchmarks.claims import MEGABYTE, ClaimResult, CostRatioClaim, check_cost_ratios
from benchmarks.languages import LANGUAGES
from benchmarks.measurement import Command
from benchmarks.ratios import Ratio
from benchmarks.repository import FileContents, RepositorySize, create_repository, run_git, write_commits
from benchmarks.rounds import CommandCase, Samples
from benchmarks.variants import find_transtats_command

FILE_SET_NAME = "long history"
COMPONENTS, COMMITS = 50, 600
LARGEST_MEMORY_MEGABYTES = 150
_RANGE_LENGTH = 40
_WITHOUT_HISTORY = "stats --all --no-history, cold"
COST_RATIO_CLAIMS = (
    CostRatioClaim("history of a short range, cold", FILE_SET_NAME, "a short range", "in a short history", at_most=1.2),
    CostRatioClaim("stats --all, cold", FILE_SET_NAME, "stats --all, cold", _WITHOUT_HISTORY, at_most=1.5),
    CostRatioClaim(
        "stats --all after an empty commit", FILE_SET_NAME, "stats --all, new commit", _WITHOUT_HISTORY, at_most=1.1
    ),
)


def create_repositories(share: float, work: Path) -> None:
    """Create a repository of 30,000 commits, a shallow clone of it, and a repository of 50 components.

    `share` is the fraction of the commits to create, at most 1. The number of commits of the clone is always the same.
    """
    whole, short = work / "long", work / "short" / "long"
    create_repository(RepositorySize(commits=round(1500 * share), languages=5, strings=100), whole)
    run_git(work, "clone", "--quiet", f"--depth={_RANGE_LENGTH + 2}", whole.as_uri(), str(short))
    write_commits(_generate_commits(round(COMMITS * share)), work / "many")


def list_cases(work: Path) -> list[CommandCase]:
    cache = work / "many-cache"
    cache_options = ("--cache-dir", str(cache))
    stats_all = (
        *find_transtats_command(),
        "stats",
        "--all",
        "--root",
        str(work / "many"),
        "--format",
        "ndjson",
        "--jobs",
        "1",
    )
    identity = ("-c", "user.name=T", "-c", "user.email=t@example.org")
    commands = {
        "a short range": _history_command(work / "long"),
        "in a short history": _history_command(work / "short" / "long"),
        "stats --all, cold": (*stats_all, "--no-cache"),
        _WITHOUT_HISTORY: (*stats_all, "--no-cache", "--no-history"),
        "stats --all, to fill the cache": (*stats_all, *cache_options),
        "an empty commit": ("git", "-C", str(work / "many"), *identity, "commit", "-q", "--allow-empty", "-m", "x"),
        "stats --all, new commit": (*stats_all, *cache_options),
    }
    return [CommandCase(FILE_SET_NAME, name, Command(argv), is_ours=True) for name, argv in commands.items()]


def check_claims(samples: Samples) -> Iterator[ClaimResult]:
    yield from check_cost_ratios(samples, COST_RATIO_CLAIMS)
    most = max(sample.memory for sample in samples[FILE_SET_NAME, "a short range"]) / MEGABYTE
    work = "history of a short range: peak memory in MB"
    yield ClaimResult(
        work, "", f"at most {LARGEST_MEMORY_MEGABYTES}", Ratio(most, most, most), most <= LARGEST_MEMORY_MEGABYTES
    )


def _history_command(root: Path) -> tuple[str, ...]:
    options = ("--root", str(root), "--every", "commit", "--format", "ndjson", "--jobs", "1", "--no-cache")
    return (*find_transtats_command(), "history", "long", "po", f"HEAD~{_RANGE_LENGTH}..HEAD", *options)


def _generate_commits(commits: int) -> Iterator[FileContents]:
    """Yield the contents of the changed files of each commit, by path.

    The first commit adds 50 components in ten languages. Each further commit changes one string of one file.
    """
    random = Random("many")
    strings = generate_entries(60, "many")
    paths = {
        f"part{number:02}/po/{language.code}.po": language
        for number in range(COMPONENTS)
        for language in LANGUAGES[:10]
    }
    contents = {path: render_po(strings, language, path).split("\n\n") for path, language in paths.items()}
    yield {path: "\n\n".join(entries).encode() for path, entries in contents.items()}
    for number in range(1, commits + 1):
        path = random.choice(list(paths))
        other = render_po(strings, paths[path], f"{number}").split("\n\n")
        position = random.randrange(1, len(strings))
        contents[path][position] = other[position]
        yield {path: "\n\n".join(contents[path]).encode()}
