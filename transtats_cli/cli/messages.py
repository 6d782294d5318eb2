"""Print messages to standard error, and show the progress of a run over several components."""

from typing import NamedTuple

import click

from transtats_cli.cli import streams
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import escape_controls
from transtats_cli.report import LeftOutFile, Report


class Messages(NamedTuple):
    """Writer of messages to standard error. `quiet` and `verbose` determine which messages are written."""

    quiet: bool = False
    verbose: bool = False

    def print(self, text: str) -> None:
        with streams.ignore_write_errors():
            click.echo(escape_controls(text), err=True)

    def print_report(self, report: Report, revision: str | None = None) -> None:
        """Print the messages of a report: unreadable files, warnings unless quiet, and notes if verbose.

        If a revision is given, paths are printed as in git (`HEAD~1:po/de.po`), and notes are not printed.
        """
        for failure in report.failures:
            is_template = failure.path == report.component.template
            path = report.component.path_for_messages(failure.path)
            shown = failure._replace(path=f"{revision}:{path}" if revision else path)
            effect = "all languages depend on this template" if is_template else "the file is left out"
            self.print(f"{shown} ({effect})")
        if not self.quiet:
            for warning in report.warnings:
                self.print(f"warning: {revision}: {warning}" if revision else f"warning: {warning}")
        if self.verbose and not revision:
            for note in report.notes:
                self.print(f"note: {note}")


class RunLog:
    """Messages and progress of a run over several components. The methods are used as callbacks of the run."""

    def __init__(self, messages: Messages, progress: "ProgressBar", *, is_complete: bool = True) -> None:
        self.is_complete = is_complete
        """False if a component or a file could not be read."""
        self.left_out_files: dict[str, LeftOutFile] = {}
        """Files of the components that are left out, by path as messages contain it."""
        self._messages = messages
        self._progress = progress

    def print_component_error(self, component: "Component", error: "TranstatsError") -> None:
        """Print the error of a component that has no report."""
        first, *others = error.lines
        self.print_failure(f"{component.project}/{component.slug}: {first}")
        for line in others:
            self.print(line)

    def print_note(self, text: str) -> None:
        """Print a note, unless the messages are quiet."""
        if not self._messages.quiet:
            self.print(f"note: {text}")

    def print_failure(self, text: str) -> None:
        """Print an error message, and set `is_complete` to False."""
        self.is_complete = False
        self.print(text)

    def add_report(self, report: Report) -> None:
        """Print the messages of a component's report, and update `is_complete` and `left_out_files`."""
        self._progress.clear()
        self._messages.print_report(report)
        self.left_out_files |= report.files_left_out()
        self.is_complete = self.is_complete and not report.failures

    def advance_progress(self, component: "Component") -> None:
        self._progress.advance(f"{component.project}/{component.slug}")

    def print(self, text: str) -> None:
        self._progress.clear()
        self._messages.print(text)
