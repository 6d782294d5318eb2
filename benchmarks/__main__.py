"""Command line of `python -m benchmarks`: parse the options, run the measurements and print the results."""

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from benchmarks import (
    cases,
    claims,
    corpus,
    fleet,
    growth,
    history,
    outdated,
    pages,
    report,
    variants,
)
from benchmarks.environment import clean_environment, copy_package, describe_machine
from benchmarks.measurement import Command, run, run_in_process
from benchmarks.repository import RepositorySize
from benchmarks.rounds import CommandError, RunSettings, Samples, measure
from benchmarks.sets import SETS, FileSet, build_file_sets

QUICK_SHARE = 0.08
"""Fraction of the full size of all file sets that `--quick` creates."""
QUICK_SECONDS = 35
"""Time in seconds after which `--quick` begins no further round of measurements. A round takes about ten seconds."""
SHOWN_FUNCTIONS = 40
"""Number of functions that `--profile` shows."""


class Session:
    """Options, environment and temporary folder of one invocation of `python -m benchmarks`."""

    def __init__(self, options: argparse.Namespace, work: Path) -> None:
        self.options = options
        self.work = work
        self.noted: set[str] = set()
        self.share = QUICK_SHARE if options.quick else 1.0
        environment = clean_environment(work, os.environ)
        deadline = time.monotonic() + QUICK_SECONDS if options.quick else float("inf")
        self.settings = RunSettings(environment, work / "stderr", self.note, deadline)
        run(copy_package(work), environment)
        self.context = cases.CaseContext(work, self.note)

    def note(self, text: str) -> None:
        """Print a text on standard error. Do nothing if the same text was already printed."""
        if text not in self.noted:
            self.noted.add(text)
            print(text, file=sys.stderr, flush=True)

    def create_file_sets(self, names: Sequence[str]) -> list[FileSet]:
        real = self.options.corpus
        self.note(f"creating the files, {'some of them copies of ' + str(real) if real.is_dir() else 'all generated'}")
        return run_in_process(build_file_sets, names, self.work, real, self.share)

    def measure(self, file_sets: Sequence[FileSet]) -> Samples:
        selected = [case for file_set in file_sets for case in cases.list_cases(file_set, self.context)]
        cases.warm_up(selected, self.context, self.settings)
        return measure(selected, self.options.rounds, self.settings)

    def measure_growth(self) -> list[growth.GrowthResult]:
        series = (
            [growth.scale_series(one, self.share) for one in growth.SERIES] if self.options.quick else growth.SERIES
        )
        cache = self.work / "growth-cache"

        def create_command(root: Path, is_discovery: bool) -> Command:
            if is_discovery:
                return variants.create_discovery_command(root)
            # Without the cache, the time to create many cache files is not part of the measured growth.
            return variants.create_command(variants.Variant(("--no-cache",)), root, cache)

        return growth.measure_growth(series, self.work, create_command, self.options.rounds, self.settings)

    def measure_history(self) -> Samples:
        whole = RepositorySize()
        size = RepositorySize(
            round(whole.commits * self.share), whole.code_commits, whole.languages, round(whole.strings * self.share)
        )
        self.note(f"creating a repository of {size.commits * (1 + size.code_commits)} commits")
        run_in_process(history.create_repositories, size, self.work)
        return measure(history.list_cases(self.work), self.options.rounds, self.settings)

    def measure_outdated(self) -> Samples:
        self.note("creating a repository with versions of translations, unless an earlier run has created it")
        run_in_process(outdated.create_repository, self.share, self.work)
        return measure(outdated.list_cases(self.work), self.options.rounds, self.settings)

    def measure_pages(self) -> int:
        """Print the times and sizes of pages. Return the exit status: 1 if a page is too slow or too large."""
        tree = pages.QUICK_TREE_SIZE if self.options.quick else pages.TREE_SIZE
        results = pages.measure_pages(self.work, tree, self.note)
        print(f"{describe_machine()}; load {os.getloadavg()[0]:.1f}.\n\n{pages.render_pages(results)}")
        return 0 if all(each.is_ok for each in results) else 1

    def measure_fleet(self) -> str:
        sizes = self.options.components or (fleet.QUICK_SIZES if self.options.quick else fleet.SIZES)
        cases_of_fleet = fleet.list_cases(sizes, self.options.engine or fleet.ENGINES)
        environment = self.settings.environment
        results = fleet.measure_fleet(self.work, cases_of_fleet, self.options.rounds, environment, self.note)
        return f"{describe_machine()}; load {os.getloadavg()[0]:.1f}.\n\n{fleet.render_fleet(results)}"

    def profile(self) -> None:
        """Print the functions in which one run spends the most time of its own."""
        # Without a profile, this process stays small, because measured processes start with its peak memory.
        from transtats_cli.cli.group import cli

        file_set = self.create_file_sets(self.options.set or ["plain-po"])[0]
        variant = variants.VARIANTS[SETS[file_set.name].our_case_names[0]]
        command = variants.create_command(variant, file_set.root, self.work / "profile-cache")
        argv = list(command.argv[command.argv.index("stats") :])
        profiler = cProfile.Profile()
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            profiler.runcall(cli.main, argv, standalone_mode=False)
        pstats.Stats(profiler).sort_stats("tottime").print_stats(SHOWN_FUNCTIONS)


def _parse_count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError(f"{count} is not at least 1")
    return count


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="small files, within a minute; results are only a rough direction"
    )
    parser.add_argument(
        "--set", action="append", choices=SETS, help="measure only this file set; can be given several times"
    )
    parser.add_argument("--rounds", type=_parse_count, default=3, help="number of runs of each command")
    parser.add_argument("--growth", action="store_true", help="measure only the growth of cost with size")
    parser.add_argument("--history", action="store_true", help="measure only the cost of history and git dates")
    parser.add_argument("--outdated", action="store_true", help="measure only the cost of `stats --outdated`")
    parser.add_argument("--pages", action="store_true", help="measure only the pages of the server")
    parser.add_argument("--fleet", action="store_true", help="measure only `fleet` on many components")
    parser.add_argument(
        "--components",
        type=_parse_count,
        nargs="+",
        metavar="NUMBER",
        help="sizes of the fleet, the smallest size first",
    )
    parser.add_argument(
        "--engine", action="append", choices=fleet.ENGINES, help="engine of the fleet; can be given several times"
    )
    parser.add_argument("--profile", action="store_true", help="only profile one run, on --set or plain-po")
    parser.add_argument(
        "--corpus", type=Path, default=corpus.DEFAULT_CORPUS, help="folder of real components, project/component/"
    )
    parser.add_argument("--docs", action="store_true", help="write the tables into docs/explanation/performance.md")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    options = build_parser().parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="transtats-benchmarks-") as work:
        try:
            session = Session(options, Path(work))
            if options.profile:
                session.profile()
            elif options.pages:
                return session.measure_pages()
            elif options.fleet:
                print(session.measure_fleet())
            elif options.history:
                print(report.render_claims(list(history.check_claims(session.measure_history()))))
            elif options.outdated:
                print(report.render_claims(list(outdated.check_claims(session.measure_outdated()))))
            elif options.growth:
                print(report.render_growth(session.measure_growth()))
            else:
                compare(session)
        except CommandError as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


def compare(session: Session) -> None:
    """Measure all programs on the selected file sets, and print tables and the results of all claims."""
    options = session.options
    print(f"{describe_machine()}; load {os.getloadavg()[0]:.1f}. Bytecode caches are filled for all Python programs.\n")
    file_sets = session.create_file_sets(options.set or list(SETS))
    samples = session.measure(file_sets)
    for file_set in file_sets:
        print(report.render_set(file_set, samples))
    grown = [] if options.quick or options.set else session.measure_growth()
    if grown:
        print(report.render_growth(grown))
    figures = {one.subject: one.exponent for one in grown} | claims.peak_memory(samples)
    results = [*claims.check_cost_ratios(samples), *claims.check_figures(figures)]
    if options.quick:
        print("Quick: a twelfth of the files, so start-up weighs more. The floors are for all files.\n")
    print(report.render_claims(results))
    if options.docs:
        report.update_page(report.render_page(results, file_sets, samples, str(describe_machine())))


if __name__ == "__main__":
    sys.exit(main())
