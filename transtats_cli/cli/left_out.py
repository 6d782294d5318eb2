"""Messages about translation files that are not counted, and about components in folders of tests."""

from collections.abc import Iterator, Mapping

from transtats_cli.cli.messages import Messages
from transtats_cli.paths import path_for_messages
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery.left_out import combine_reasons
from transtats_cli.scanning.discovery.lookup import DiscoveryResult

_MAX_NAMED_FILES = 3
"""Maximum number of files with a line each. If there are more, one line contains their number."""

FilesLeftOut = Mapping[str, LeftOutFile]
"""Files that are left out, by path as messages contain it."""


def print_left_out_files_of_run(messages: Messages, files: FilesLeftOut, discovery: "DiscoveryResult | None") -> None:
    """Print notes about the files that the components of a run leave out.

    If `discovery` is not None, also print notes about files in no component, and about components in folders of tests.
    If `messages` is quiet, print nothing.
    """
    if messages.quiet:
        return
    if discovery is not None:
        for line in describe_hidden_components(discovery):
            messages.print(f"note: {line}")
        files = add_files_in_no_component(files, discovery)
    print_left_out_files(messages, files)


def print_left_out_files(messages: Messages, files: FilesLeftOut) -> None:
    """Print a note about each file, or one note if there are many files. If `messages` is quiet, print nothing.

    Files that need no message are printed only if `messages` is verbose.
    """
    if not messages.quiet:
        for line in describe_left_out_files(files, verbose=messages.verbose):
            messages.print(f"note: {line}")


def describe_left_out_files(files: FilesLeftOut, *, verbose: bool = False) -> Iterator[str]:
    """Yield a line with the reason for each file, or a single line if there are many files.

    If `verbose` is True, always yield a line for each file, also for files that need no message.
    """
    shown = {path: each.reason for path, each in sorted(files.items()) if verbose or each.needs_message}
    if verbose or len(shown) <= _MAX_NAMED_FILES:
        yield from (f"{path}: left out: {reason}" for path, reason in shown.items())
        return
    path, reason = next(iter(shown.items()))
    yield (
        f"{len(shown)} translation files are left out, such as {path} ({reason});"
        " `transtats components --ignored` lists them"
    )


def describe_hidden_components(discovery: "DiscoveryResult") -> Iterator[str]:
    """Yield a line with the number of components in folders of tests that are not listed, if there are any."""
    if discovery.test_component_count:
        number = (
            "1 component" if discovery.test_component_count == 1 else f"{discovery.test_component_count} components"
        )
        yield f"{number} in folders of tests and examples left out; `transtats components --all-folders` lists all"


def add_files_in_no_component(files: FilesLeftOut, discovery: "DiscoveryResult") -> dict[str, LeftOutFile]:
    """Return the files that components leave out, together with the files in no component."""
    combined = dict(files)
    for each in discovery.find_left_out_files():
        path = path_for_messages(each.path)
        known = files.get(path)
        combined[path] = each._replace(reason=combine_reasons(each.reason, known.reason)) if known else each
    return combined
