"""The summary of a step of GitHub Actions: Markdown, added to the file that its environment names."""

import os
from collections.abc import Iterable

from transtats_cli.errors import TranstatsError
from transtats_cli.output.fitting import LARGEST_SUMMARY, fitted

VARIABLE = "GITHUB_STEP_SUMMARY"


def add_to_summary(markdown: Iterable[str]) -> None:
    """Add the text to the summary; outside of GitHub Actions there is none, and nothing is added."""
    path = os.environ.get(VARIABLE)
    if not path:
        return
    try:
        # What is there already counts: too large a summary is not shown at all.
        taken = os.path.getsize(path) if os.path.exists(path) else 0
        with open(path, "ab") as file:
            for line in fitted(markdown, LARGEST_SUMMARY - taken):
                file.write(line.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise TranstatsError(f"{VARIABLE}: {path} cannot be written: {error.strerror or error}") from error
