"""Write the step summary of GitHub Actions. It is a Markdown file, and an environment variable contains its path."""

import os
from collections.abc import Iterable

from transtats_cli.errors import TranstatsError
from transtats_cli.output.fitting import LARGEST_SUMMARY, fitted

VARIABLE = "GITHUB_STEP_SUMMARY"


def add_to_summary(markdown: Iterable[str]) -> None:
    """Append the text to the summary, truncated to the size limit. Outside of GitHub Actions, do nothing.

    Raises TranstatsError if the file cannot be written.
    """
    path = os.environ.get(VARIABLE)
    if not path:
        return
    try:
        # The existing content counts towards the size limit.
        taken = os.path.getsize(path) if os.path.exists(path) else 0
        with open(path, "ab") as file:
            for line in fitted(markdown, LARGEST_SUMMARY - taken):
                file.write(line.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise TranstatsError(f"{VARIABLE}: {path} cannot be written: {error.strerror or error}") from error
