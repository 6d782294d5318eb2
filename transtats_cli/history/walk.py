"""From commit to commit, the newest first: what a component counted at each, under whatever name it had."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git import past
from transtats_cli.git.log import steps
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import Repository
from transtats_cli.git.shadow import Shadow
from transtats_cli.history.figures import Moment, Names, State, state_of
from transtats_cli.history.memory import Absent, Memory, States
from transtats_cli.history.points import Point
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.engine import ScanOptions, scan_component


class Place(NamedTuple):
    """Where a user stands, and which component is meant."""

    repository: Repository
    root: str
    names: Names
    overrides: Overrides = Overrides()


def look_back(place: Place, points: Sequence[Point], options: ScanOptions) -> Iterator[Moment]:
    """What the component was at each of the points where it was there; these come the newest first.

    Nothing is read that is known from before. Raises TranstatsError where the component was at none of them.
    """
    with _Walk(place, options) as walk:
        yield from walk.moments(points)


class _Walk(ExitStack):
    def __init__(self, place: Place, options: ScanOptions) -> None:
        super().__init__()
        self._place = place
        self._shadow = Shadow(place.repository, place.root)
        self._is_open = False
        self._last: tuple[Names, str, State | Absent] = self._place.names, "", Absent("", is_unknown=True)
        self._newest = ""
        self._alike: dict[str, str] | None = None
        self._memory = Memory(options.cache, self._shadow.identity)
        self._options = options._replace(cache="", memory=self._memory, progress=None)
        self._advance: Callable[[str], None] = options.progress or (lambda _: None)
        facts = (place.repository.top, self._shadow.inside, place.overrides, options.checks, options.file_notes)
        self._states = States(options.cache, *facts)
        self.callback(self._states.save)

    def moments(self, points: Sequence[Point]) -> Iterator[Moment]:
        names = self._place.names
        self._newest = points[0].commit if points else ""
        newer: tuple[Point, State] | None = None
        first: Absent | None = None
        found = False
        for point in points:
            self._advance(point.commit)
            state = self._state(names, point)
            if isinstance(state, Absent) and state.is_unknown and newer is not None:
                moved = self._before(names, *newer, point)
                if moved is not None:
                    names, state = moved, self._state(moved, point)
            if isinstance(state, Absent):
                first, newer = first or state, None
            else:
                newer, found = (point, state), True
                yield Moment(point, state)
        if not found:
            raise TranstatsError(_nowhere(self._place.names, points, first))

    def _state(self, names: Names, point: Point) -> State | Absent:
        digest = self._states.digest(point.tree, self._digest)
        if self._last[:2] == (names, digest):
            return self._last[2]
        known = self._states.known(names, digest)
        if known is None:
            known = self._scanned(names, point)
            if self._shadow.keeps_all:
                # What was found depends on more than the digest tells that was made before this was known.
                digest = self._states.learn(point.tree, self._shadow.digest(point.tree))
            if isinstance(known, Absent) or not known.unchecked:
                self._states.keep(names, digest, known)
        self._last = names, digest, known
        return known

    def _digest(self, tree: str) -> str:
        shadow = self._opened()
        if self._alike is None:
            self._alike = dict(_alike(shadow, self._newest))
        return shadow.digest(tree if shadow.keeps_all else self._alike.get(tree, tree))

    def _scanned(self, names: Names, point: Point) -> State | Absent:
        shadow = self._opened()
        try:
            component = past.component_in(
                shadow, shadow.at_tree(point.tree, point.commit), names, self._place.overrides
            )
            return state_of(scan_component(component, self._options), shadow)
        except UnknownComponentError as error:
            return Absent(shadow.plainly(str(error)), is_unknown=True)
        except GitError:
            # Nothing is known then of this commit, and not only of the component.
            raise
        except TranstatsError as error:
            return Absent(shadow.plainly(str(error)), is_unknown=False)

    def _before(self, names: Names, newer: Point, state: State, older: Point) -> Names | None:
        def found() -> Names | None:
            return past.renamed(self._opened(), (older.tree, newer.tree), [figures.path for figures in state.languages])

        return self._states.move(names, f"{older.tree} {newer.tree}", found)

    def _opened(self) -> Shadow:
        if not self._is_open:
            self._is_open = True
            self.enter_context(self._shadow)
            self.callback(self._memory.save)
        return self._shadow


def _alike(shadow: Shadow, newest: str) -> Iterator[tuple[str, str]]:
    """For each tree on the way one that is laid out alike: between most commits only code changes."""
    alike = ""
    for step in steps(shadow.repository, newest, shadow.trees.refuse_beyond_limits):
        alike = alike or step.tree
        yield step.tree, alike
        if not (step.is_plain and shadow.is_blind_to(alike, step.modified)):
            alike = ""


def _nowhere(names: Names, points: Sequence[Point], first: Absent | None) -> str:
    if first is None:
        return f"{'/'.join(names)}: there are no commits to look at; choose another range, date or period"
    newest = points[0].commit[:12]
    older = len(points) - 1
    more = f"; nor is it in {'the one' if older == 1 else f'the {older}'} before" if older else ""
    return f"{newest}: {first.reason}{more}"
