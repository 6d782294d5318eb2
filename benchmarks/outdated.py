"""Measure `transtats stats --outdated` on a component with a long history, compared with `git log -p` of its files.

The generated repository is kept between runs, in the folder `generated` beside this module.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.catalogues import generate_entries
from benchmarks.claims import MEGABYTE, ClaimResult, CostRatioClaim, check_cost_ratios
from benchmarks.keyed_catalogues import KEYED_FORMATS, source_strings, translate_keyed
from benchmarks.languages import LANGUAGES
from benchmarks.measurement import Command
from benchmarks.ratios import Ratio
from benchmarks.repository import FileContents, run_git, write_commits
from benchmarks.rounds import CommandCase, Samples
from benchmarks.variants import find_transtats_command

FILE_SET_NAME = "outdated"
STRINGS, LANGUAGE_COUNT, COMMITS = 5000, 40, 2000
LARGEST_MEMORY_MEGABYTES = 150
_SETTINGS = b'[project.app.component.ui]\nfilemask = "locales/*.json"\ntemplate = "locales/en.json"\n'
_FOLDER = Path(__file__).parent / "generated"
_COLD, _NEW_COMMIT, _GIT_LOG = "stats --outdated, cold", "stats --outdated, new commit", "git log -p"
COST_RATIO_CLAIMS = (
    CostRatioClaim(_COLD, FILE_SET_NAME, _COLD, _GIT_LOG, at_most=3),
    CostRatioClaim(_NEW_COMMIT, FILE_SET_NAME, _NEW_COMMIT, _COLD, at_most=0.1),
)


def create_repository(share: float, work: Path) -> Path:
    """Return a copy of the repository in the folder `work`. `share` is the fraction of the strings and the commits."""
    strings, commits = round(STRINGS * share), round(COMMITS * share)
    kept = _FOLDER / f"outdated-{strings}-{commits}"
    if not kept.exists():
        unfinished = kept.with_suffix(".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        write_commits(_generate_commits(strings, commits), unfinished)
        # Not the deltas of fast-import, of which most have a file of another language as their base.
        run_git(unfinished, "repack", "--quiet", "-a", "-d", "-f")
        unfinished.rename(kept)
    copy = work / "outdated"
    run_git(work, "clone", "--quiet", str(kept), str(copy))
    return copy


def list_cases(work: Path) -> list[CommandCase]:
    root, cache = str(work / "outdated"), work / "outdated-cache"
    stats = (
        *find_transtats_command(),
        "stats",
        "app",
        "ui",
        "--root",
        root,
        "--outdated",
        "--no-history",
        "--no-checks",
    )
    stats = (*stats, "--format", "ndjson", "--jobs", "1", "--cache-dir", str(cache))
    git = ("git", "-C", root)
    identity = ("-c", "user.name=T", "-c", "user.email=t@example.org")
    # The new commit changes a translation, as most commits do.
    change = r"sed -i '0,/string_7\"/s/\(string_7\": \"\)/\1More: /' locales/de.json"
    commands = {
        _GIT_LOG: (*git, "log", "--first-parent", "-p", "--", "locales"),
        "a change": ("sh", "-c", f"cd '{root}' && {change}"),
        "a commit": (*git, *identity, "commit", "-q", "-a", "-m", "x"),
        _NEW_COMMIT: stats,
        "stats --outdated, warm": stats,
    }
    cold = CommandCase(FILE_SET_NAME, _COLD, Command(stats), deleted_cache=cache, is_ours=True)
    return [cold, *(CommandCase(FILE_SET_NAME, name, Command(argv), is_ours=True) for name, argv in commands.items())]


def check_claims(samples: Samples) -> Iterator[ClaimResult]:
    yield from check_cost_ratios(samples, COST_RATIO_CLAIMS)
    most = max(sample.memory for sample in samples[FILE_SET_NAME, _COLD]) / MEGABYTE
    is_met = most <= LARGEST_MEMORY_MEGABYTES
    yield ClaimResult(
        f"{_COLD}: peak memory in MB", "", f"at most {LARGEST_MEMORY_MEGABYTES}", Ratio(most, most, most), is_met
    )


def _generate_commits(strings: int, commits: int) -> Iterator[FileContents]:
    """Yield the contents of the changed files of each commit, by path.

    The first commit adds all files. Of ten commits, one changes two texts of the template, one changes three
    translations of each of eight languages, and each of the others changes five translations of one language.
    """
    random = Random("outdated")
    render = KEYED_FORMATS["json"].render
    entries = generate_entries(strings, "outdated")
    template, languages = "locales/en.json", [each for each in LANGUAGES if each.code != "en"][:LANGUAGE_COUNT]
    texts = {f"locales/{each.code}.json": render(translate_keyed(entries, each, "outdated")) for each in languages}
    everything = {template: render(source_strings(entries)), **texts}
    lines = {path: text.splitlines(keepends=True) for path, text in everything.items()}
    yield {"transtats.toml": _SETTINGS, **{path: _join(each) for path, each in lines.items()}}
    for number in range(1, commits):
        paths, count = [random.choice([*texts])], 5
        if number % 10 == 0:
            paths, count = [template], 2
        elif number % 10 == 5:
            paths, count = random.sample([*texts], 8), 3
        for path in paths:
            places = [place for place, line in enumerate(lines[path]) if '"string_' in line]
            for place in random.sample(places, count):
                key, _, text = lines[path][place].partition('": "')
                lines[path][place] = f'{key}": "{number} {text}'
        yield {path: _join(lines[path]) for path in paths}


def _join(lines: list[str]) -> bytes:
    return "".join(lines).encode()
