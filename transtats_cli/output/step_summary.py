"""Write the step summary of GitHub Actions: a Markdown file whose path is in an environment variable."""

import os
from collections.abc import Iterable

from transtats_cli import regular_file
from transtats_cli.errors import TranstatsError
from transtats_cli.output.text import limit_text_size

SUMMARY_VARIABLE = "GITHUB_STEP_SUMMARY"
MAX_SUMMARY_BYTES = 1024 * 1024
"""Size limit of a step summary in bytes. GitHub does not show a larger summary at all."""


def append_to_step_summary(markdown: Iterable[str]) -> None:
    """Append a text to the step summary, truncated to the size limit. Outside of GitHub Actions, do nothing.

    If the environment variable names a pipe or a device, nothing is written. Raises TranstatsError if the file cannot
    be written.
    """
    path = os.environ.get(SUMMARY_VARIABLE)
    if not path:
        return
    try:
        descriptor = regular_file.open_for_appending(path)
        if descriptor is None:
            return
        with open(descriptor, "ab") as file:
            # The existing content counts towards the size limit.
            taken = os.fstat(descriptor).st_size
            for line in limit_text_size(markdown, MAX_SUMMARY_BYTES - taken):
                file.write(line.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise TranstatsError(f"{SUMMARY_VARIABLE}: {path} cannot be written: {error.strerror or error}") from error
