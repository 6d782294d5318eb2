"""Annotation: a message for a CI system, with its severity and its position in a file."""

import os
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.output.text import escape_controls, shorten_source
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit


class AnnotationLevel(IntEnum):
    """Severity of an annotation. The most severe level has the smallest value."""

    UNREADABLE = 0
    """Level for an unreadable file, whose problems are unknown."""
    ERROR = 1
    WARNING = 2
    NOTE = 3
    PASSED = 4
    """Level for a test case that succeeded. Only formats that list successful test cases show such an annotation."""


class AnnotationRule(NamedTuple):
    """Rule that an annotation refers to, such as a check or a limit."""

    id: str
    description: str
    """Description of the rule: one sentence that is true if there is no problem."""


class Annotation(NamedTuple):
    """Message for a CI system about a file, with the line, the severity and the rule."""

    level: AnnotationLevel
    rule: AnnotationRule
    path: str
    """Path relative to the top of the repository, or absolute for a file outside the repository.

    The separator is `/`.
    """
    line: int
    """Line number in the file. 0 if the annotation concerns the whole file."""
    title: str
    message: str
    component_name: str
    """Project and name of the component: `project/component`."""
    case_name: str
    """Name of the JUnit test case: a language and a rule."""
    distinguishing_texts: tuple[str, ...] = ()
    """Texts that distinguish annotations of the same rule in the same file. The texts contain no line numbers."""
    is_detail: bool = False
    """True if the annotation gives details of another annotation of the same test case."""

    @property
    def fingerprint(self) -> str:
        """Hash that identifies the annotation. The hash does not change if the string moves to another line."""
        # Imported late, because it loads OpenSSL.
        from hashlib import sha256

        parts = (self.rule.id, self.path, self.component_name, self.case_name, *self.distinguishing_texts)
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def escape_texts(self) -> "Annotation":
        """Return the annotation with control characters in its texts escaped."""
        return self._replace(
            path=escape_controls(self.path),
            title=escape_controls(self.title),
            message=escape_controls(self.message, keeps_newlines=True),
        )


def create_severity_key(annotation: Annotation) -> tuple[int, str, int]:
    """Return the sort key of an annotation: by level, the most severe first, and then by path and line."""
    return annotation.level, annotation.path, annotation.line


def make_relative_to_top(path: str, repository_top: str) -> str:
    """Return a path relative to the top of the repository, with the separator `/`.

    The path of a file outside the repository is absolute.
    """
    absolute = os.path.abspath(path)
    try:
        relative = os.path.relpath(absolute, repository_top)
    except ValueError:
        # Windows has no relative path from one drive to another.
        relative = os.pardir
    return (absolute if relative.split(os.sep)[0] == os.pardir else relative).replace(os.sep, "/")


def create_unit_annotation(
    located_unit: LocatedUnit, level: AnnotationLevel, rule: AnnotationRule, component_name: str, repository_top: str
) -> Annotation:
    """Return the annotation on a string. The message is the source text."""
    unit, name = located_unit.unit, f"{located_unit.language.code}: {rule.id}"
    path = make_relative_to_top(located_unit.path, repository_top)
    texts = (unit.context, unit.source)
    return Annotation(level, rule, path, unit.line, name, shorten_source(unit.source), component_name, name, texts)


_UNREADABLE_RULE = AnnotationRule("unreadable", "Every file of a component can be read.")


def create_unreadable_file_annotations(
    component: Component, failures: Iterable[Problem], repository_top: str
) -> Iterator[Annotation]:
    """Yield an annotation for each file of a component that cannot be read."""
    for failure in failures:
        yield Annotation(
            AnnotationLevel.UNREADABLE,
            _UNREADABLE_RULE,
            make_relative_to_top(os.path.join(component.root, failure.path), repository_top),
            failure.line or 0,
            "cannot be read",
            failure.reason,
            component.full_name,
            f"{failure.path}: readable",
        )
