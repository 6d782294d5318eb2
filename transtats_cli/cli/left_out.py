"""Messages about translation files that are not counted, and about components in folders of tests."""

from collections.abc import Iterator, Mapping

from transtats_cli.cli.messages import Messages
from transtats_cli.output.text import format_count
from transtats_cli.paths import path_for_messages
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.discovery.left_out import NO_LANGUAGE_REASON
from transtats_cli.scanning.discovery.lookup import DiscoveryResult

_MAX_NAMED_FILES = 3
"""Maximum number of files with a line each. If there are more, one line contains their number."""

FilesLeftOut = Mapping[str, LeftOutFile]
"""Files that are left out, by path as messages contain it."""


def print_left_out_files(
    messages: Messages, files: FilesLeftOut, discovery: DiscoveryResult | None = None, *, names_masks: bool = False
) -> None:
    """Print a note about each file that the components of a run leave out, or one note if there are many files.

    If `discovery` is not None, also print notes about files in no component, and about components in folders of tests.
    With `names_masks`, the masks of such files are named for each reason, and else in one note. Files that need no
    message are printed only if `messages` is verbose. If `messages` is quiet, print nothing.
    """
    if messages.quiet:
        return
    if discovery is not None:
        for line in describe_hidden_components(discovery):
            messages.print(f"note: {line}")
        files = add_files_in_no_component(files, discovery)
    for line in describe_left_out_files(files, verbose=messages.verbose, names_masks=names_masks):
        messages.print(f"note: {line}")


def describe_left_out_files(files: FilesLeftOut, *, verbose: bool = False, names_masks: bool = False) -> Iterator[str]:
    """Yield a line with the reason for each file, or a single line if there are many files.

    Then yield a line for each reason with masks of files in no component, or a single line without `names_masks`. If
    `verbose` is True, always yield a line for each file and each mask, also for files that need no message.
    """
    masks = {} if verbose else {path: each for path, each in files.items() if each.file_count > 1}
    shown = {
        path: each.description
        for path, each in sorted(files.items())
        if path not in masks and (verbose or each.needs_message)
    }
    if verbose or len(shown) <= _MAX_NAMED_FILES:
        yield from (f"{path}: left out: {reason}" for path, reason in shown.items())
    else:
        yield _describe_many_files(shown)
    reasons = sorted({each.reason for each in masks.values()}) if names_masks else [""] if masks else []
    for reason in reasons:
        yield _describe_masks({path: each for path, each in masks.items() if reason in ("", each.reason)}, reason)


def _describe_many_files(reasons: Mapping[str, str]) -> str:
    path, reason = next(iter(reasons.items()))
    return (
        f"{len(reasons)} translation files are left out, such as {path} ({reason});"
        " `transtats components --ignored` lists them"
    )


def _describe_masks(masks: FilesLeftOut, reason: str) -> str:
    """Return a line with the number of files in no component, and the masks of the most files.

    If `reason` is '', the masks have different reasons, and the line contains the first mask with its reason.
    """
    count = sum(each.file_count for each in masks.values())
    first, *others = sorted(masks, key=lambda path: (-masks[path].file_count, path))
    if not reason:
        return (
            f"{count} files with languages in their paths are in no component, such as {first}"
            f" ({masks[first].reason}); `transtats components` gives all reasons"
        )
    named = [first, *others[: _MAX_NAMED_FILES - 1]]
    more_count = len(masks) - len(named)
    more = f" and {format_count(more_count, 'more mask')}" if more_count else ""
    return f"{count} files are in no component, because {reason}: {', '.join(named)}{more}"


def describe_hidden_components(discovery: DiscoveryResult) -> Iterator[str]:
    """Yield a line with the number of components in folders of tests that are not listed, if there are any."""
    if discovery.test_component_count:
        number = format_count(discovery.test_component_count, "component")
        yield (
            f"{number} in folders of tests, examples and other projects left out;"
            " `transtats components --all-folders` lists all"
        )


def add_files_in_no_component(files: FilesLeftOut, discovery: DiscoveryResult) -> dict[str, LeftOutFile]:
    """Return the files that components leave out, together with the files in no component."""
    combined = dict(files)
    for each in discovery.find_left_out_files():
        path = path_for_messages(each.path)
        known = files.get(path)
        if known:
            # The reason of the file is more precise, except for the language, which the mask of the component has.
            each = each._replace(reason=each.reason.replace(NO_LANGUAGE_REASON, known.reason))
        combined[path] = each
    return combined
