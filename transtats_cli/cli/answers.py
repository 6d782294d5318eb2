"""Answers in the cache: what was printed of a component, for as long as all that it was made from stays the same."""

import marshal
import time

from transtats_cli.changes.work_tree import Places
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Failure, Report
from transtats_cli.scanning import cache
from transtats_cli.scanning.matching import matches
from transtats_cli.scanning.stamps import Stamp, is_settled, stamp_of
from transtats_cli.scanning.surroundings import surroundings


class Answer:
    """What is printed of one component, if that is known."""

    def __init__(self, directory: str, component: Component, facts: str, places: Places | None) -> None:
        """The facts are everything else that the text depends on; places are looked at where git has its say."""
        self.component = component
        self._opened = time.time_ns()
        self._directory = directory
        self._key = f"{surroundings()}answer{tuple(component)!r}{facts}".encode("utf-8", "backslashreplace")
        self._stamps = _stamps(component)
        self._state = self._found_state(component, places)
        self.text = self._known()
        if self.text is not None:
            # There may be thousands of files, and nothing will be kept.
            self._stamps, self._state = {}, b""

    def keep(self, report: Report, text: str) -> None:
        """Remember what is printed of a report, unless more has to be said of it, or a file may change unnoticed.

        The files were looked at before they were read: one that has changed since is not any more what it was.
        """
        is_all = not (report.failures or report.warnings)
        if self._state and is_all and all(is_settled(stamp, self._opened) for stamp in self._stamps.values()):
            answer = self._state + text.encode("utf-8", "backslashreplace")
            cache.save(self._directory, self._key, [b"%d" % len(self._state), answer])

    def _known(self) -> str | None:
        if not self._state:
            return None
        length, answer = cache.load(self._directory, self._key, parts=2) or (b"", b"")
        if length != b"%d" % len(self._state) or not answer.startswith(self._state):
            return None
        try:
            return answer[len(self._state) :].decode()
        except UnicodeDecodeError:
            return None

    def _found_state(self, component: Component, places: Places | None) -> bytes:
        """What tells whether anything has changed; nothing where that cannot be told."""
        if not self._stamps:
            return b""
        try:
            positions = places.positions(component.root, self._stamps) if places else []
        except TranstatsError:
            return b""
        # Several times faster than any text; later versions of the notation depend on more than what is said.
        return marshal.dumps((self._stamps, positions), 2)


def _stamps(component: Component) -> dict[str, Stamp]:
    """The state of each file that the component's mask matches.

    None at all where other files matter, too, where a link leads to one, or a folder cannot be looked into.
    """
    failures: list[Failure] = []
    found: dict[str, Stamp] = {}
    for path, _, status in matches(component.root, component.filemask, failures):
        if status is None:
            return {}
        found[path] = stamp_of(path, status)
    has_others = component.paths or (component.template and component.template not in found)
    return {} if failures or has_others else found
