"""Git is asked for the past of files: what the work tree has changed, then commit by commit."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from transtats_cli import regular_file
from transtats_cli.changes.difference import Comparing, Difference
from transtats_cli.changes.following import Contents, Following
from transtats_cli.changes.trace import Trace
from transtats_cli.changes.wanted import Changes, Wanted
from transtats_cli.changes.work_tree import identity_of
from transtats_cli.git.objects import Objects
from transtats_cli.git.process import run
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import Trees
from transtats_cli.times import known

_TOGETHER = 500
"""Paths on one command line."""


class _Start(NamedTuple):
    """A file that is in the commit that is checked out."""

    file: Wanted
    identity: str
    difference: Difference
    """Between the commit and the work tree."""
    changed: int | None

    def trace(self) -> Trace:
        trace = Trace(self.file.inside, self.identity, Comparing(self.file.component))
        trace.take(self.difference, self.changed)
        return trace


def ask(repository: Repository, head: str, wanted: Sequence[Wanted]) -> Iterator[tuple[Wanted, Changes]]:
    """Return what git says of each file of a repository that can be read; one log serves several components."""
    with Objects(repository) as objects:
        trees = Trees(objects)
        contents = Contents(objects.read)
        starts, others = _looked_at(wanted, trees, contents, head)
        traced = list(_traced(starts, Following(trees, contents), repository, head)) if starts else []
    ignored = _ignored(repository, [file.inside for file, _ in others])
    for file, changed in others:
        # What git is told to ignore is none of its business: it has no past here.
        yield file, Changes(None if file.inside in ignored else changed, 0)
    for start, trace in traced:
        yield start.file, Changes(trace.last, trace.recent)


def _looked_at(
    wanted: Iterable[Wanted], trees: Trees, contents: Contents, head: str
) -> tuple[list[_Start], list[tuple[Wanted, int | None]]]:
    """Read each file. Return those that are in the commit, and the others with the time of their last change."""
    starts: list[_Start] = []
    others: list[tuple[Wanted, int | None]] = []
    tree = trees.of(head) if head else ""
    for file in wanted:
        try:
            content, changed = regular_file.read(file.path), known(int(os.stat(file.path).st_mtime))
        except OSError:
            continue
        entry = trees.entry(tree, file.inside)
        if entry is None or entry.kind != "file":
            others.append((file, changed))
            continue
        difference = Difference()
        if identity_of(content, entry.identity) == entry.identity:
            contents.keep(entry.identity, content)
        else:
            difference = Comparing(file.component).difference(contents.read(entry.identity), content)
        starts.append(_Start(file, entry.identity, difference, changed))
    return starts, others


def _traced(
    starts: Iterable[_Start], following: Following, repository: Repository, head: str
) -> Iterator[tuple[_Start, Trace]]:
    by_component: dict[int, list[_Start]] = {}
    for start in starts:
        by_component.setdefault(id(start.file.component), []).append(start)
    events = None
    if len(by_component) > 1:
        # Imported late: often there is but one.
        from transtats_cli.changes.together import Events

        events = Events(repository, head, [start.file.inside for start in starts])
    for group in by_component.values():
        traces = [start.trace() for start in group]
        if events is None or not all(events.follow(trace, following) for trace in traces):
            traces = [start.trace() for start in group]
            following.follow(head, traces)
        yield from zip(group, traces, strict=True)


def _ignored(repository: Repository, paths: list[str]) -> frozenset[str]:
    found: set[str] = set()
    for start in range(0, len(paths), _TOGETHER):
        asked = paths[start : start + _TOGETHER]
        told = run(repository.top, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", *asked)
        found |= {os.fsdecode(path) for path in told.split(b"\0")}
    return frozenset(found)
