"""Print messages to standard error: problems, files that are not counted, and the progress of a run."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Self

import click

from transtats_cli.cli import streams
from transtats_cli.cli.exit_codes import PARTLY_DONE
from transtats_cli.component import Component
from transtats_cli.errors import NoFilesError, TranstatsError
from transtats_cli.measures import COMPLETE_MEASURE, TRANSLATED_MEASURE, Share, add_shares, measure_translated
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.paths import path_for_messages
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile, Report
from transtats_cli.scanning.discovery.left_out import NO_LANGUAGE_REASON
from transtats_cli.scanning.discovery.lookup import DiscoveryResult
from transtats_cli.scanning.reading.reader import ComponentReader

_MAX_EXAMPLES = 3
"""Maximum number of places that one line names, if several problems have the same reason."""
_MAX_EXAMPLES_LENGTH = 80
_MAX_LINES = 8
"""Maximum number of lines about problems. With `-v`, there is no maximum."""
_MAX_NAMED_FILES = 3
"""Maximum number of files with a line each. If there are more, one line contains their number."""
_LEFT_OUT = " (left out)"
_REMEDY = "; mend the file, or leave out its folder with --exclude"
_WARNING = "warning: "
_NOTE = "note: "

FilesLeftOut = Mapping[str, LeftOutFile]
"""Files that are left out, by path as messages contain it."""


class Messages(NamedTuple):
    """Writer of messages to standard error. `quiet` and `verbose` determine which messages are written."""

    quiet: bool = False
    verbose: bool = False

    def print(self, text: str) -> None:
        with streams.ignore_write_errors():
            click.echo(escape_controls(text), err=True)

    def print_unless_quiet(self, text: str) -> None:
        if not self.quiet:
            self.print(text)

    def print_warning(self, problem: Problem) -> None:
        self.print_unless_quiet(f"{_WARNING}{problem}")


class RunLog:
    """Messages and progress of a run over components. The methods are used as callbacks of the run.

    At the end of the run, one line is printed for all problems with the same reason. If `messages` is verbose, each
    problem is printed at once.
    """

    def __init__(self, messages: Messages, problems: Iterable[Problem] = (), step_count: int = 0) -> None:
        """Create a log that contains the problems of the search for components.

        `step_count` is the number of steps of the progress bar, 0 for an unknown number.
        """
        self.progress = ProgressBar(None if messages.quiet else sys.stderr, step_count)
        self.is_complete = True
        """False if a component or a file could not be read."""
        self.left_out_files: dict[str, LeftOutFile] = {}
        """Files of the components that are left out, by path as messages contain it."""
        self.has_component_without_files = False
        self.explains_shares = False
        """True to print a note if the total of the shares of the reports differs from that of a server."""
        self.names_shares = False
        """True to print a note with the fields of the shares if one of them differs from that of a server."""
        self._messages = messages
        self._remedy = ""
        """End of the first message about files that are left out. Empty if no file of the working tree is left out."""
        self._groups: dict[tuple[str, str, str], list[Problem]] = {}
        """Problems by label, reason and effect."""
        self._has_other_share = False
        """True if the share of a language differs from the one that a server shows."""
        self._complete_share = self._translated_share = Share(0, 0)
        """Sums of the languages that are measured by their reference: their shares, and those that a server shows."""
        for problem in problems:
            self.add_failure(problem)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Print the messages that are not printed yet. Failures come first."""
        labels = ["", _WARNING, _NOTE]
        groups = sorted(self._groups.items(), key=lambda group: labels.index(group[0][0]))
        for (label, _, effect), problems in groups[:_MAX_LINES]:
            is_left_out = effect == _LEFT_OUT
            self.print(f"{label}{_join_problems(problems, effect)}{self._remedy if is_left_out else ''}")
            self._remedy = "" if is_left_out else self._remedy
        if others := sum(len(problems) for _, problems in groups[_MAX_LINES:]):
            self.print(f"{format_count(others, 'more message')} (-v shows all)")
        self.progress.clear()
        if self.explains_shares and self._complete_share.tenths != self._translated_share.tenths:
            self._messages.print_unless_quiet(
                f"{_NOTE}complete: share of the template's strings; a server, which counts only the strings in each"
                f" file, shows {self._translated_share.percent} %"
            )
        if self.names_shares and self._has_other_share:
            self._messages.print_unless_quiet(
                f"{_NOTE}translated_percent is a server's share, of the strings in each file; --fields"
                " code,percent,measure prints the share of the template's strings"
            )

    @property
    def exit_status(self) -> int:
        return 0 if self.is_complete else PARTLY_DONE

    def add_component_error(self, component: Component, error: TranstatsError) -> None:
        """Add the error of a component that has no report."""
        self.has_component_without_files |= isinstance(error, NoFilesError)
        found = error.problem
        is_named = found.path == component.full_name
        self.add_failure(found if is_named else Problem(component.full_name, "; ".join(error.lines)))

    def add_failure(self, problem: Problem, effect: str = "") -> None:
        """Add an error, and set `is_complete` to False. The effect of the error follows its message."""
        self.is_complete = False
        self._add("", problem, effect)

    def add_warning(self, problem: Problem, *, is_always_printed: bool = False) -> None:
        self._add(_WARNING, problem, is_always_printed=is_always_printed)

    def add_note(self, problem: Problem) -> None:
        self._add(_NOTE, problem)

    def add_report(self, report: Report, revision: str | None = None) -> None:
        """Add the messages of a component's report, and update `is_complete` and `left_out_files`.

        If a revision is given, paths are printed as in git (`HEAD~1:po/de.po`), and notes and left-out files are not
        added.
        """

        def locate(path: str) -> str:
            return ":".join(filter(None, (revision, path)))

        for failure in report.failures:
            template, new_base = report.component.template, report.component.new_base
            only_names_shares = self.names_shares and not template and not self._messages.verbose
            if only_names_shares and failure.path == ComponentReader(report.component).reference_path:
                continue  # Only the note needs this file.
            effects = {
                new_base: " (no language is compared with it)",
                template: " (all languages depend on this template)",
            }
            path = locate(report.component.path_for_messages(failure.path))
            self.add_failure(failure._replace(path=path), effects.get(failure.path, _LEFT_OUT))
            self._remedy = self._remedy if revision else _REMEDY
        for warning in report.warnings:
            self.add_warning(warning._replace(path=locate(warning.path)))
        if not revision:
            self.add_shares(report)
            for note in report.notes if self._messages.verbose else ():
                self.print(f"{_NOTE}{note}")
            warned = {each.path for each in report.warnings}
            left_out = report.files_left_out().items()
            self.left_out_files |= {path: each for path, each in left_out if path not in warned}

    def add_shares(self, report: Report) -> None:
        """Add the shares of a report to the sums that `explains_shares` compares."""
        if report.measure in (COMPLETE_MEASURE, TRANSLATED_MEASURE):
            counted = report.translations
            self._complete_share = add_shares([self._complete_share, *(each.share for each in counted)])
            translated = [measure_translated(each.statistics) for each in counted]
            self._translated_share = add_shares([self._translated_share, *translated])
            pairs = zip(counted, translated, strict=True)
            self._has_other_share |= any(each.share.tenths != share.tenths for each, share in pairs if share.whole)

    def print(self, text: str) -> None:
        self.progress.clear()
        self._messages.print(text)

    def _add(self, label: str, problem: Problem, effect: str = "", *, is_always_printed: bool = False) -> None:
        if label and self._messages.quiet and not is_always_printed:
            return
        if self._messages.verbose:
            self.print(f"{label}{problem}{effect}")
        else:
            self._groups.setdefault((label, problem.reason, effect), []).append(problem)


def _join_problems(problems: Sequence[Problem], effect: str) -> str:
    """Return one message for problems with the same reason. It names the first places."""
    first, *others = problems
    if not others:
        return f"{first}{effect}"
    places = [*dict.fromkeys(filter(None, (each.place for each in problems)))]
    is_cut = len(places) > _MAX_EXAMPLES or any(each.detail for each in problems)
    start = f"{_name_examples(places)}: " if places else ""
    return f"{start}{first.reason}{effect}{' (-v shows all)' if is_cut else ''}"


def _name_examples(places: Sequence[str]) -> str:
    """Return the first places, or only the first one if they are long, and the number of the others."""
    if len(places) <= _MAX_EXAMPLES:
        return ", ".join(places)
    shown = places[:_MAX_EXAMPLES]
    shown = shown if sum(map(len, shown)) <= _MAX_EXAMPLES_LENGTH else shown[:1]
    return f"{', '.join(shown)} and {len(places) - len(shown)} more"


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
    hidden: Iterable[str] = ()
    if discovery is not None:
        hidden, files = describe_hidden_components(discovery), add_files_in_no_component(files, discovery)
    for line in (*hidden, *describe_left_out_files(files, verbose=messages.verbose, names_masks=names_masks)):
        messages.print(f"{_NOTE}{line}")


def describe_left_out_files(files: FilesLeftOut, *, verbose: bool = False, names_masks: bool = False) -> Iterator[str]:
    """Yield a line with the reason for each file, or a single line if there are many files.

    Then yield a line for each reason with masks of files in no component, or a single line without `names_masks`. If
    `verbose` is True, yield a line for each reason, also for files that need no message, or with `names_masks` a line
    for each file and each mask.
    """
    masks = {} if verbose else {path: each for path, each in files.items() if each.file_count > 1}
    shown = {
        path: each.description
        for path, each in sorted(files.items())
        if path not in masks and (verbose or each.needs_message)
    }
    if (verbose and names_masks) or len(shown) <= _MAX_NAMED_FILES:
        yield from (f"{path}: left out: {reason}" for path, reason in shown.items())
    elif verbose:
        for reason in dict.fromkeys(shown.values()):
            paths = [path for path in shown if shown[path] == reason]
            hint = "; `transtats components --ignored` lists them" if len(paths) > _MAX_EXAMPLES else ""
            yield f"{_name_examples(paths)}: left out: {reason}{hint}"
    else:
        path, reason = next(iter(shown.items()))
        example = f"such as {path} ({reason}); `transtats components --ignored` lists them"
        yield f"{len(shown)} translation files are left out, {example}"
    reasons = sorted({each.reason for each in masks.values()}) if names_masks else [""] if masks else []
    for reason in reasons:
        yield _describe_masks({path: each for path, each in masks.items() if reason in ("", each.reason)}, reason)


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
