"""From commit to commit, the newest first: what a component counted at each, under whatever name it had."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.git import past
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import Repository
from transtats_cli.git.shadow import Shadow
from transtats_cli.git.steps import Difference, Steps
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


class _Layout(NamedTuple):
    """A point with the digest of its files, and the tree that they were found in."""

    number: int
    tree: str
    """Of this point, or of a newer one that is laid out alike."""
    digest: str


class _Walk(ExitStack):
    def __init__(self, place: Place, options: ScanOptions) -> None:
        super().__init__()
        self._place = place
        self._shadow = Shadow(place.repository, place.root)
        self._components = past.ComponentsByLayout(self._shadow, place.overrides)
        self._is_open = False
        self._last: tuple[Names, str, State | Absent] = self._place.names, "", Absent("", is_unknown=True)
        self._points: Sequence[Point] = ()
        self._steps: Iterator[tuple[int, list[Difference]]] | None = None
        self._laid_out: _Layout | None = None
        self._memory = Memory(options.cache, self._shadow.identity)
        self._options = options._replace(cache="", memory=self._memory, progress=None)
        self._advance: Callable[[str], None] = options.progress or (lambda _: None)
        facts = (place.repository.top, self._shadow.inside, place.overrides, options.checks, options.file_notes)
        self._states = States(options.cache, *facts)
        self.callback(self._states.save)

    def moments(self, points: Sequence[Point]) -> Iterator[Moment]:
        names = self._place.names
        self._points = points
        newer: tuple[Point, State] | None = None
        first: Absent | None = None
        found = False
        for number, point in enumerate(points):
            self._advance(point.commit)
            state = self._state(names, number)
            if isinstance(state, Absent) and state.is_unknown and newer is not None:
                moved = self._before(names, *newer, point)
                if moved is not None:
                    names, state = moved, self._state(moved, number)
            if isinstance(state, Absent):
                first, newer = first or state, None
            else:
                newer, found = (point, state), True
                yield Moment(point, state)
        if not found:
            raise TranstatsError(_nowhere(self._place.names, points, first))

    def _state(self, names: Names, number: int) -> State | Absent:
        point = self._points[number]
        digest = self._states.digest(point.tree, lambda _: self._digest(number))
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

    def _digest(self, number: int) -> str:
        """The digest of a point; the one before, if nothing that is laid out differs: mostly, only code changes."""
        shadow = self._opened()
        tree = self._points[number].tree
        if shadow.keeps_all:
            return shadow.digest(tree)
        newer = self._laid_out
        if newer is not None and newer.number == number - 1:
            differences = self._differences(number)
            if shadow.is_blind_to(newer.tree, differences):
                self._laid_out = newer._replace(number=number)
                return newer.digest
        self._laid_out = _Layout(number, tree, shadow.digest(tree))
        return self._laid_out.digest

    def _differences(self, number: int) -> list[Difference]:
        """The differences of a point from the one before. Points must come in their order."""
        if self._steps is None:
            self._steps = self._all_steps(number)
        return next(differences for each, differences in self._steps if each == number)

    def _all_steps(self, first: int) -> Iterator[tuple[int, list[Difference]]]:
        trees = [point.tree for point in self._points]
        numbers = [number for number in range(first, len(trees)) if not self._states.has_digest(trees[number])]
        steps = self.enter_context(Steps(self._place.repository, self._shadow.trees.refuse_beyond_limits))
        return zip(numbers, steps.between([(trees[each - 1], trees[each]) for each in numbers]), strict=True)

    def _scanned(self, names: Names, point: Point) -> State | Absent:
        shadow = self._opened()
        try:
            component = self._components.component(shadow.at_tree(point.tree, point.commit), names)
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


def _nowhere(names: Names, points: Sequence[Point], first: Absent | None) -> str:
    if first is None:
        return f"{'/'.join(names)}: there are no commits to look at; choose another range, date or period"
    newest = points[0].commit[:12]
    older = len(points) - 1
    more = f"; nor is it in {'the one' if older == 1 else f'the {older}'} before" if older else ""
    return f"{newest}: {first.reason}{more}"
