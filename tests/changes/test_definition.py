"""Changes match their definition in the example repository and in random repositories."""

import subprocess
from calendar import timegm
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import strptime
from typing import NamedTuple

import polib
import pytest

from tests.git_repositories import ScriptedRepository
from transtats_cli import settings
from transtats_cli.changes import with_git_dates
from transtats_cli.component import Component
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.pipeline.scan import scan_component


def list_all_commits(example: ScriptedRepository) -> list[str]:
    return example.git("rev-list", "--all", "--topo-order").split()


def find_components(root: str | Path) -> dict[tuple[str, str], Component]:
    found = survey_components(str(root), settings.load_settings(str(root)))
    assert found.problems == []
    return {(each.project, each.slug): each for each in found.components}


class Dated(NamedTuple):
    last: int
    recent: int


Units = dict[tuple[str, str], tuple[str, bool]]


class ChangeDefinition:
    """Literal implementation of the definition. It goes from each commit to its parents, without a log."""

    def __init__(self, example: ScriptedRepository) -> None:
        self._git = example.git
        self._path = example.path
        self._units: dict[tuple[str, str], Units | None] = {}
        self._before: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._times = {
            commit: (int(time), parents)
            for line in example.git("log", "--all", "--format=%H %ct %P").splitlines()
            for commit, time, *parents in [line.split(" ")]
        }

    def units(self, commit: str, path: str) -> Units | None:
        if (commit, path) not in self._units:
            self._units[commit, path] = self._read(commit, path)
        return self._units[commit, path]

    def existing(self, commit: str, path: str) -> Units:
        units = self.units(commit, path)
        assert units is not None
        return units

    def before(self, commit: str, path: str) -> list[tuple[str, str]]:
        """Return the parents that have the file, with its path there."""
        if (commit, path) not in self._before:
            self._before[commit, path] = list(self._parents(commit, path))
        return self._before[commit, path]

    def _read(self, commit: str, path: str) -> Units | None:
        done = subprocess.run(
            ["git", "show", f"{commit}:{path}"], cwd=self._path, capture_output=True, check=False, text=True
        )
        if done.returncode:
            return None
        if path.endswith(".xlf"):
            from lxml import etree

            space = "{urn:oasis:names:tc:xliff:document:1.2}"
            return {
                (unit.get("resname") or "", unit.findtext(f"{space}source") or ""): (
                    unit.findtext(f"{space}target") or "",
                    unit.get("approved") == "yes",
                )
                for unit in etree.fromstring(done.stdout.encode()).iter(f"{space}trans-unit")
            }
        try:
            entries = polib.pofile(done.stdout)
        except OSError:
            return {}
        return {(entry.msgctxt or "", entry.msgid): (entry.msgstr, entry.fuzzy) for entry in entries}

    def _parents(self, commit: str, path: str) -> Iterator[tuple[str, str]]:
        for parent in self._times[commit][1]:
            listed = self._git("diff", "--raw", "--name-status", "-M", "--diff-filter=R", parent, commit).splitlines()
            renamed = {new: old for line in listed for _, old, new in [line.split("\t")]}
            name = renamed.get(path, path)
            if self.units(parent, name) is not None:
                yield parent, name

    def last(self, commit: str, path: str) -> tuple[int, str, str]:
        """Return the time of the last change of the units, with its commit and path."""
        units = self.existing(commit, path)
        parents = self.before(commit, path)
        for parent, name in parents:
            if self.units(parent, name) == units:
                return self.last(parent, name)
        states = [self.existing(parent, name) for parent, name in parents]
        keys = {key for each in (units, *states) for key in each}
        if states and all(any(each.get(key) == units.get(key) for each in states) for key in keys):
            return max(self.last(parent, name) for parent, name in parents)
        return self._times[commit][0], commit, path

    def recent(self, commit: str, path: str, since: int) -> set[tuple[str, str]]:
        """Return the units that changed in this commit and its ancestors after a time."""
        time, _ = self._times[commit]
        units = self.existing(commit, path)
        parents = self.before(commit, path)
        found: set[tuple[str, str]] = set()
        states = [self.existing(parent, name) for parent, name in parents]
        if states and time > since:
            found = {
                key
                for key in units
                if all(each.get(key) != units[key] for each in states) and any(key in each for each in states)
            }
        same = [pair for pair, state in zip(parents, states, strict=True) if state == units]
        for parent, name in same[:1] or parents:
            found |= self.recent(parent, name, since)
        return found

    def dated(self, commit: str, path: str) -> Dated:
        time, *_ = self.last(commit, path)
        return Dated(time, len(self.recent(commit, path, time - 6 * 3600) & self.existing(commit, path).keys()))


@pytest.mark.slow
def test_changes_match_the_definition_for_all_commits_of_the_example(
    example: ScriptedRepository, checkouts: Callable[[str], Path], tmp_path: Path
) -> None:
    definition = ChangeDefinition(example)
    seen, recent = 0, 0
    for commit in list_all_commits(example):
        root = checkouts(commit)
        for component in find_components(root).values():
            plain = scan_component(component)
            for cache in ("", str(tmp_path), str(tmp_path)):
                report = with_git_dates(plain, cache=cache)
                assert report.warnings == plain.warnings
                for record in report.records:
                    path = str((Path(component.root) / record.path).resolve().relative_to(root))
                    last = timegm(strptime(record.last_change or "", "%Y-%m-%dT%H:%M:%SZ"))
                    assert Dated(last, record.recent_changes) == definition.dated(commit, path), (commit, path)
                    seen += 1
                    recent += record.recent_changes
    assert seen > 100
    assert recent > 30


class RandomRepository:
    """Generator of random commits, branches, and merges that keep one side, the other side or a mixture."""

    def __init__(self, demo: ScriptedRepository, seed: int, *, repeats_contents: bool) -> None:
        self.demo, self.random = demo, Random(seed)  # noqa: S311  the same at each run
        self.repeats_contents = repeats_contents
        self.branch = "main"
        self.states = {"main": {f"po/{code}.po": dict.fromkeys("ABC", "") for code in ("de", "fr")}}
        self.commit()

    def commit(self, hours: int | None = None) -> None:
        line, year = (
            (1, 2020) if self.repeats_contents else (self.random.randrange(1, 4), self.random.randrange(2010, 2030))
        )
        files = self.states[self.branch]
        written = {path: self.demo.po(each, line=line, date=f"{year}-01-01 00:00+0000") for path, each in files.items()}
        self.demo.commit("by chance", written, hours=self.random.choice([1, 1, 2, 3, 5]) if hours is None else hours)

    def step(self) -> None:
        kind = self.random.random()
        others = [name for name in self.states if name != self.branch]
        if kind < 0.15:
            name = f"branch{len(self.states)}"
            self.states[name] = {path: dict(each) for path, each in self.states[self.branch].items()}
            self.demo.git("checkout", "--quiet", "-b", name)
            self.branch = name
        elif kind < 0.35 and others:
            self.branch = self.random.choice(others)
            self.demo.git("checkout", "--quiet", self.branch)
        elif kind < 0.55 and others:
            self.merge(self.random.choice(others))
        else:
            self.change(self.random.choice(list(self.states[self.branch].values())))
            self.commit()

    def change(self, entries: dict[str, str]) -> None:
        kind = self.random.random()
        if kind < 0.5:
            entries[self.random.choice("ABC")] = self.random.choice(["", "x", "y", "~x"])
        elif kind < 0.65:
            entries.setdefault("D", "")
        elif kind < 0.8:
            entries.pop("D", None)

    def merge(self, other: str) -> None:
        self.demo.merge(other, "--no-commit")
        merged = {}
        for path, mine in self.states[self.branch].items():
            theirs = self.states[other][path]
            sides = self.random.choice([[mine], [theirs], [mine, theirs]])
            both = mine | theirs if len(sides) == 2 else sides[0]
            merged[path] = {key: self.random.choice(sides).get(key, value) for key, value in both.items()}
        self.states[self.branch] = merged
        self.commit(hours=0)


@pytest.mark.slow
@pytest.mark.parametrize("repeats_contents", [False, True], ids=["each content is new", "contents are restored"])
@pytest.mark.parametrize("seed", range(4))
def test_changes_match_the_definition_for_random_repositories(
    repository: Callable[[str], ScriptedRepository],
    seed: int,
    repeats_contents: bool,
) -> None:
    demo = repository("demo")
    random_repository = RandomRepository(demo, seed, repeats_contents=repeats_contents)
    for _ in range(25):
        random_repository.step()
    definition = ChangeDefinition(demo)
    for commit in demo.git("rev-list", "--all").split():
        demo.git("checkout", "--quiet", "--detach", commit)
        for component in find_components(demo.path).values():
            for record in with_git_dates(scan_component(component)).records:
                last = timegm(strptime(record.last_change or "", "%Y-%m-%dT%H:%M:%SZ"))
                path = str((Path(component.root) / record.path).relative_to(demo.path))
                assert Dated(last, record.recent_changes) == definition.dated(commit, path), (commit, path)
