"""Change a translation file twice a second while a server runs, and measure how outdated its responses are."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LARGEST_AGE_SECONDS = 2.0
BETWEEN_CHANGES_SECONDS = 0.5
BETWEEN_REQUESTS_SECONDS = 0.02
CHANGED_FILE = "project-000/component-00000/locale/de.po"
PO_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


class StalenessProbe:
    """Times of all changes of a translation file, and the largest age of outdated responses of a server."""

    def __init__(self) -> None:
        self.written: list[float] = []
        """Time of each change of the file. The first change writes one string, each further change adds one string."""
        self.responses = 0
        self.largest_age = 0.0
        """Largest time in seconds between a change and a later request whose response does not contain the change."""
        self.errors: list[str] = []

    @property
    def is_ok(self) -> bool:
        return bool(self.responses) and not self.errors and self.largest_age <= LARGEST_AGE_SECONDS

    def __str__(self) -> str:
        first = f"; the first error: {self.errors[0]}" if self.errors else ""
        return (
            f"{len(self.written)} changes, {self.responses} responses checked: {len(self.errors)} errors,"
            f" the oldest response outdated by {self.largest_age:.2f} s{first}."
        )

    def write(self, path: Path) -> None:
        """Add one string to the file. The file is replaced atomically, like files that git checks out."""
        count = len(self.written) + 1
        strings = (f'msgid "text {number}"\nmsgstr "Text {number}"\n' for number in range(count))
        new = path.with_suffix(".new")
        new.write_text("\n".join([PO_HEADER, *strings]), encoding="utf-8")
        new.replace(path)
        self.written.append(time.monotonic())

    def check(self, get: Callable[[], bytes]) -> None:
        """Send one request, and record how outdated the response is. `get` sends the request and returns the body.

        The number of translated strings in the response identifies the version of the file.
        """
        sent = time.monotonic()
        try:
            results = json.loads(get())["results"]
            (state,) = (record["translated"] for record in results if record["code"] == "de")
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.errors.append(f"{type(error).__name__}: {error}")
            return
        self.responses += 1
        # The version was outdated from the time of the next change, if that came before the request.
        if state < len(self.written) and self.written[state] < sent:
            self.largest_age = max(self.largest_age, sent - self.written[state])


@contextmanager
def probe_while_changing(get: Callable[[str], bytes], root: Path, path: str) -> Iterator[StalenessProbe]:
    """Change a file in one thread, and check responses of the server in another thread. Yield the recorded results.

    Both threads stop at the end of the `with` block.
    """
    probe, ended = StalenessProbe(), threading.Event()
    probe.write(root / CHANGED_FILE)
    # Wait, because the server may still serve the state before the first change.
    time.sleep(LARGEST_AGE_SECONDS)

    def write() -> None:
        while not ended.wait(BETWEEN_CHANGES_SECONDS):
            probe.write(root / CHANGED_FILE)

    def check() -> None:
        while not ended.wait(BETWEEN_REQUESTS_SECONDS):
            probe.check(lambda: get(path))

    threads = [threading.Thread(target=each) for each in (write, check)]
    for thread in threads:
        thread.start()
    try:
        yield probe
    finally:
        ended.set()
        for thread in threads:
            thread.join()
