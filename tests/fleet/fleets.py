"""Small fleets for tests: roots with PO files, an engine in this process, and the rows of a data set."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from transtats_cli import __version__
from transtats_cli.fleet.items import (
    RECORDS_TABLE,
    Engine,
    ItemOutcome,
    ItemSupplier,
    Root,
    RootFailure,
    Row,
    WorkItem,
    WorkOptions,
    sort_key,
)
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.roots.addresses import parse_address
from transtats_cli.fleet.run import FleetRun, RunSummary
from transtats_cli.fleet.work import run_item

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
OPTIONS = WorkOptions(__version__)
LANGUAGES = ("cs", "de", "fr")


def write_component(folder: Path, strings: int, seed: int = 0) -> None:
    """Write a component with all LANGUAGES. The untranslated strings depend on the language and on `seed`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "component.json").write_text('{"filemask": "*.po", "file_format": "po"}')
    for place, language in enumerate(LANGUAGES):
        targets = ("" if (number + place + seed) % 3 else f"{language} {number}" for number in range(strings))
        units = (f'msgid "Word {number} of {seed}."\nmsgstr "{target}"\n' for number, target in enumerate(targets))
        (folder / f"{language}.po").write_text(HEADER + "\n".join(units))


def write_roots(folder: Path, count: int, components: int = 2, strings: int = 4) -> list[str]:
    """Write `count` roots, each with `components` components, and return their paths relative to the folder.

    `strings` is the number of strings in the files of the first root. Each further root has one string more.
    """
    for root in range(count):
        for component in range(components):
            path = folder / f"root-{root:02d}" / f"project-{root}" / f"app-{component}"
            write_component(path, strings + root, seed=root * 10 + component)
    return [f"root-{root:02d}" for root in range(count)]


def create_root(name: str, address: str | Path, known_keys: tuple[str, ...] = ()) -> Root:
    return Root(parse_address(str(address))._replace(shown=name), known_keys)


class DirectEngine:
    """Engine that runs the items in this process, a few at a time, and yields their results in a random order."""

    def __init__(self, seed: int = 0, slots: int = 3, loss_probability: float = 0.0) -> None:
        """Create an engine that runs at most `slots` items at a time.

        `loss_probability` is the probability that the worker of an item is lost. No item is lost twice in a row.
        """
        self._random = random.Random(seed)  # noqa: S311  the same order for the same seed
        self._slots = slots
        self._loss_probability = loss_probability
        self.started: list[WorkItem] = []
        self._lost: set[str] = set()
        """Names of the roots that were lost, none of which is lost again."""

    def __call__(self, take_item: ItemSupplier, options: WorkOptions) -> Iterator[ItemOutcome]:
        running: list[WorkItem] = []
        while True:
            while len(running) < self._slots and (item := take_item()) is not None:
                running.append(item)
                self.started.append(item)
            if not running:
                return
            chosen = running.pop(self._random.randrange(len(running)))
            names = {root.name for root in chosen.roots}
            is_lost = self._lost.isdisjoint(names) and self._random.random() < self._loss_probability
            self._lost |= names if is_lost else set()
            yield chosen, "lost by the test" if is_lost else run_item(chosen, options)


def run_roots(
    roots: list[str],
    output: str,
    engine: Engine | None = None,
    options: WorkOptions = OPTIONS,
    formats: tuple[str, ...] = ("ndjson",),
    item_bytes: int = 1_000_000,
    prefix: str = "",
    on_step_done: Callable[[str], None] = lambda _name: None,
) -> RunSummary:
    """Run a fleet over `roots` in this process, and return the summary. The default engine is a `DirectEngine`."""
    failures: list[RootFailure] = []
    callbacks = (on_step_done, lambda _number: None, failures.append)
    run = FleetRun(Dataset(output, prefix), options, formats, *callbacks, item_bytes)
    return run.run([parse_address(root) for root in roots], engine or DirectEngine())


def read_rows(output: str | os.PathLike[str], table: str = RECORDS_TABLE) -> list[Row]:
    """Return all rows in the files of a data set, sorted. Rows that were replaced, but not removed, are included."""
    dataset = Dataset(str(output))
    return sorted((row for part in dataset.parts for row in dataset.read_rows(part, part.roots, table)), key=sort_key)
