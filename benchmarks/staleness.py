"""Files that change twice a second while a server is sent: is any answer older than it may be?"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LARGEST_AGE_SECONDS = 2.0
BETWEEN_CHANGES_SECONDS = 0.5
BETWEEN_REQUESTS_SECONDS = 0.02
FILE = "project-000/component-00000/locale/de.po"
PO_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


class StalenessProbe:
    """What was written, and what was answered meanwhile."""

    def __init__(self) -> None:
        self.written: list[float] = []
        """When the file came to hold one string more; the first time, one."""
        self.responses = 0
        self.largest_age = 0.0
        """Seconds for which an answer had not been true any more, when it was sent for."""
        self.errors: list[str] = []

    @property
    def is_ok(self) -> bool:
        return bool(self.responses) and not self.errors and self.largest_age <= LARGEST_AGE_SECONDS

    def __str__(self) -> str:
        first = f"; the first error: {self.errors[0]}" if self.errors else ""
        return (
            f"{len(self.written)} changes, {self.responses} answers looked at: {len(self.errors)} errors,"
            f" the stalest answer {self.largest_age:.2f} s behind{first}."
        )

    def write(self, path: Path) -> None:
        """One string more, all at once, as an editor or a checkout does it."""
        count = len(self.written) + 1
        strings = (f'msgid "text {number}"\nmsgstr "Text {number}"\n' for number in range(count))
        new = path.with_suffix(".new")
        new.write_text("\n".join([PO_HEADER, *strings]), encoding="utf-8")
        new.replace(path)
        self.written.append(time.monotonic())

    def check(self, get: Callable[[], bytes]) -> None:
        """Ask once: the strings that the answer counts say which state of the file it is of."""
        sent = time.monotonic()
        try:
            results = json.loads(get())["results"]
        except (OSError, ValueError) as error:
            self.errors.append(str(error) or type(error).__name__)
            return
        self.responses += 1
        (state,) = (record["translated"] for record in results if record["code"] == "de")
        # The state ended when the next one was written, if one was before we sent.
        if state < len(self.written) and self.written[state] < sent:
            self.largest_age = max(self.largest_age, sent - self.written[state])


@contextmanager
def probe_while_changing(get: Callable[[str], bytes], root: Path, path: str) -> Iterator[StalenessProbe]:
    """Change a file, and look at what is answered, until the end of the block."""
    probe, ended = StalenessProbe(), threading.Event()
    probe.write(root / FILE)
    # What was there before does not count.
    time.sleep(LARGEST_AGE_SECONDS)

    def write() -> None:
        while not ended.wait(BETWEEN_CHANGES_SECONDS):
            probe.write(root / FILE)

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
