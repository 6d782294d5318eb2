"""Print messages to standard error, and show the progress of a run over several components."""

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

import click

from transtats_cli.cli import streams
from transtats_cli.cli.exit_codes import PARTLY_DONE
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile, Report

_MAX_EXAMPLES = 3
"""Maximum number of places that one line names, if several problems have the same reason."""
_MAX_LINES = 8
"""Maximum number of lines about problems. With `-v`, there is no maximum."""
_WARNING = "warning: "
_NOTE = "note: "


class Messages(NamedTuple):
    """Writer of messages to standard error. `quiet` and `verbose` determine which messages are written."""

    quiet: bool = False
    verbose: bool = False

    def print(self, text: str) -> None:
        with streams.ignore_write_errors():
            click.echo(escape_controls(text), err=True)


class RunLog:
    """Messages and progress of a run over components. The methods are used as callbacks of the run.

    At the end of the run, one line is printed for all problems with the same reason. If `messages` is verbose, each
    problem is printed at once.
    """

    def __init__(self, messages: Messages, problems: Iterable[Problem] = (), step_count: int = 0) -> None:
        """Create a log that contains the problems of the search for components.

        `step_count` is the number of steps of the progress bar, 0 for an unknown number.
        """
        self.progress = ProgressBar(sys.stderr, step_count)
        self.is_complete = True
        """False if a component or a file could not be read."""
        self.left_out_files: dict[str, LeftOutFile] = {}
        """Files of the components that are left out, by path as messages contain it."""
        self._messages = messages
        self._groups: dict[tuple[str, str, str], list[Problem]] = {}
        """Problems by label, reason and effect."""
        for problem in problems:
            self.add_failure(problem)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        """Print the messages that are not printed yet. Failures come first."""
        labels = ["", _WARNING, _NOTE]
        groups = sorted(self._groups.items(), key=lambda group: labels.index(group[0][0]))
        for (label, _, effect), problems in groups[:_MAX_LINES]:
            self.print(f"{label}{_join_problems(problems, effect)}")
        if others := sum(len(problems) for _, problems in groups[_MAX_LINES:]):
            self.print(f"{format_count(others, 'more message')} (-v shows all)")
        self.progress.clear()

    @property
    def exit_status(self) -> int:
        return 0 if self.is_complete else PARTLY_DONE

    def add_component_error(self, component: Component, error: TranstatsError) -> None:
        """Add the error of a component that has no report."""
        self.add_failure(Problem(component.full_name, "; ".join(error.lines)))

    def add_failure(self, problem: Problem, effect: str = "") -> None:
        """Add an error, and set `is_complete` to False. The effect of the error follows its message."""
        self.is_complete = False
        self._add("", problem, effect)

    def add_warning(self, problem: Problem) -> None:
        if not self._messages.quiet:
            self._add(_WARNING, problem)

    def add_note(self, problem: Problem) -> None:
        if not self._messages.quiet:
            self._add(_NOTE, problem)

    def add_report(self, report: Report, revision: str | None = None) -> None:
        """Add the messages of a component's report, and update `is_complete` and `left_out_files`.

        If a revision is given, paths are printed as in git (`HEAD~1:po/de.po`), and notes and left-out files are not
        added.
        """

        def locate(path: str) -> str:
            return ":".join(filter(None, (revision, path)))

        for failure in report.failures:
            is_template = failure.path == report.component.template
            path = locate(report.component.path_for_messages(failure.path))
            effect = "all languages depend on this template" if is_template else "left out"
            self.add_failure(failure._replace(path=path), f" ({effect})")
        for warning in report.warnings:
            self.add_warning(warning._replace(path=locate(warning.path)))
        if not revision:
            for note in report.notes if self._messages.verbose else ():
                self.print(f"{_NOTE}{note}")
            self.left_out_files |= report.files_left_out()

    def advance_progress(self, component: Component) -> None:
        self.progress.advance(component.full_name)

    def print(self, text: str) -> None:
        self.progress.clear()
        self._messages.print(text)

    def _add(self, label: str, problem: Problem, effect: str = "") -> None:
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
    shown = ", ".join(places[:_MAX_EXAMPLES])
    more = f" and {len(places) - _MAX_EXAMPLES} more" if len(places) > _MAX_EXAMPLES else ""
    hint = " (-v shows all)" if more or any(each.detail for each in problems) else ""
    return f"{shown}{more}{': ' if shown else ''}{first.reason}{effect}{hint}"
