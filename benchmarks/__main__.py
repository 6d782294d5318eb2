"""`python -m benchmarks`: arguments in, measurements made, what they say printed."""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import chart, claims, corpus, growth, hot_spots, line_up, ours, past, readme, report
from benchmarks.measuring import Command, aside, run
from benchmarks.rounds import CommandError, Samples, Tools, measure
from benchmarks.sets import SETS, FileSet, build_all
from benchmarks.story import Story
from benchmarks.surroundings import environment, machine, settle

QUICK_SHARE = 0.08
QUICK_SECONDS = 35
"""No round begins later; one more takes some ten seconds."""


class Session:
    """One call of the command: where it works, with which tools, on how much."""

    def __init__(self, options: argparse.Namespace, work: Path) -> None:
        self.options = options
        self.work = work
        self.noted: set[str] = set()
        self.share = QUICK_SHARE if options.quick else 1.0
        surrounding = environment(work, os.environ)
        deadline = time.monotonic() + QUICK_SECONDS if options.quick else float("inf")
        self.tools = Tools(surrounding, work / "stderr", self.note, deadline)
        run(settle(work), surrounding)
        self.ground = line_up.Ground(work, ours.options_known(surrounding), self.note)

    def note(self, text: str) -> None:
        """Say it on standard error, once."""
        if text not in self.noted:
            self.noted.add(text)
            print(text, file=sys.stderr, flush=True)

    def build(self, names: Sequence[str]) -> list[FileSet]:
        real = self.options.corpus
        self.note(f"making the files, {'some of them copies of ' + str(real) if real.is_dir() else 'all generated'}")
        return aside(build_all, names, self.work, real, self.share)

    def measure(self, made: Sequence[FileSet]) -> Samples:
        field = [contender for files in made for contender in line_up.contenders(files, self.ground)]
        line_up.warm_up(field, self.ground, self.tools)
        return measure(field, self.options.rounds, self.tools)

    def grow(self) -> list[growth.Growth]:
        series = [growth.shortened(one, self.share) for one in growth.SERIES] if self.options.quick else growth.SERIES
        cache = self.work / "growth-cache"

        def command(root: Path) -> Command:
            # How long a file system takes to make so many documents is not for us to say.
            return ours.command(ours.Variant(("--no-cache",)), root, self.ground.known, cache)

        return growth.grow(series, self.work, command, self.options.rounds, self.tools)

    def look_back(self) -> Samples:
        whole = Story()
        story = Story(
            round(whole.commits * self.share), whole.between, whole.languages, round(whole.strings * self.share)
        )
        self.note(f"making a repository of {story.commits * (1 + story.between)} commits")
        aside(past.prepare, story, self.work)
        return measure(past.contenders(self.work), self.options.rounds, self.tools)

    def profile(self) -> str:
        files = self.build(self.options.set or ["plain-po"])[0]
        variant = ours.VARIANTS[SETS[files.name].ours[0]]
        command = ours.command(variant, files.root, self.ground.known, self.work / "profile-cache")
        argv = list(command.argv[command.argv.index("stats") :])
        return hot_spots.report(hot_spots.spots(hot_spots.profile(argv)))


def parser() -> argparse.ArgumentParser:
    described = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    described.add_argument("--quick", action="store_true", help="small files, within a minute: the direction, no proof")
    described.add_argument("--set", action="append", choices=SETS, help="only this set; may be given several times")
    described.add_argument("--rounds", type=int, default=3, help="how often everybody runs")
    described.add_argument("--growth", action="store_true", help="only how cost grows with strings, files, languages")
    described.add_argument("--history", action="store_true", help="only what looking back into a repository costs")
    described.add_argument("--profile", action="store_true", help="only where our time goes, on --set or plain-po")
    described.add_argument("--corpus", type=Path, default=corpus.BESIDE_US, help="real components, project/component/")
    described.add_argument("--chart", type=Path, metavar="FILE.svg", help="draw the bars there, too")
    described.add_argument("--readme", action="store_true", help="write the table into README.md")
    return described


def main(argv: Sequence[str] | None = None) -> int:
    options = parser().parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="transtats-benchmarks-") as work:
        try:
            session = Session(options, Path(work))
            if options.profile:
                print(session.profile())
            elif options.history:
                print(report.of_claims(list(past.verdicts(session.look_back()))))
            elif options.growth:
                print(report.of_growth(session.grow()))
            else:
                compare(session)
        except CommandError as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


def compare(session: Session) -> None:
    """Us and everybody else, and what of our claims that shows."""
    options = session.options
    print(f"{machine()}; load {os.getloadavg()[0]:.1f}. Python programs find their bytecode cached, ours and others.\n")
    made = session.build(options.set or list(SETS))
    samples = session.measure(made)
    for files in made:
        print(report.of_set(files, samples))
    grown = [] if options.quick or options.set else session.grow()
    if grown:
        print(report.of_growth(grown))
    bars = report.bars(made, samples)
    print(chart.text(bars))
    figures = {one.what: one.exponent for one in grown} | claims.memory(samples)
    verdicts = [*claims.floors(samples), *claims.limits(figures)]
    if options.quick:
        print(
            "Quick: a twelfth of the files, so starting up weighs more than in the floors, which are for all of them.\n"
        )
    print(report.of_claims(verdicts))
    if options.chart:
        options.chart.write_text(chart.svg(bars, str(machine())), encoding="utf-8")
    if options.readme:
        readme.rewrite(report.for_readme(verdicts, made, samples, str(machine())))


if __name__ == "__main__":
    sys.exit(main())
