"""Git is asked for the past of files: what the work tree has changed, then commit by commit."""

import os
from collections.abc import Iterator, Mapping

from transtats_cli import regular_file
from transtats_cli.changes import Changes
from transtats_cli.changes.difference import Comparing
from transtats_cli.changes.following import Following
from transtats_cli.changes.trace import Trace
from transtats_cli.changes.work_tree import Place, identity_of
from transtats_cli.component import Component
from transtats_cli.git.objects import Objects
from transtats_cli.git.process import run
from transtats_cli.git.repository import Repository
from transtats_cli.git.trees import Trees
from transtats_cli.times import known

_TOGETHER = 500
"""Paths on one command line."""


def ask(
    component: Component, repository: Repository, located: Mapping[str, Place], head: str
) -> Iterator[tuple[str, Changes]]:
    """What git tells of each file that can be read; all of them are in one repository."""
    comparing = Comparing(component)
    traces: dict[str, Trace] = {}
    unknown: dict[str, int | None] = {}
    with Objects(repository) as objects:
        trees = Trees(objects)
        tree = trees.of(head) if head else ""
        for path, place in located.items():
            absolute = os.path.join(component.root, path)
            try:
                content, changed = regular_file.read(absolute), known(int(os.stat(absolute).st_mtime))
            except OSError:
                continue
            entry = trees.entry(tree, place.path)
            if entry is None or entry.kind != "file":
                unknown[path] = changed
                continue
            trace = traces[path] = Trace(place.path, entry.identity)
            if identity_of(content, entry.identity) != entry.identity:
                old = objects.read(entry.identity, "blob")
                trace.take(comparing.difference(old, content), changed)
                content = old
            trace.content = entry.identity, content
        if traces:
            Following(trees, comparing).follow(head, traces.values())
    ignored = _ignored(repository, [located[path].path for path in unknown])
    for path, changed in unknown.items():
        # What git is told to ignore is none of its business: it has no past here.
        yield path, Changes(None if located[path].path in ignored else changed, 0)
    for path, trace in traces.items():
        yield path, Changes(trace.last, trace.recent)


def _ignored(repository: Repository, paths: list[str]) -> frozenset[str]:
    found: set[str] = set()
    for start in range(0, len(paths), _TOGETHER):
        asked = paths[start : start + _TOGETHER]
        told = run(repository.top, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", *asked)
        found |= {os.fsdecode(path) for path in told.split(b"\0")}
    return frozenset(found)
