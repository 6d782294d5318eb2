"""Shell completion of names, checks and revisions. If an error occurs, there are no candidates."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_PATH_BEGINNINGS = ("./", "../", "/", "~")
_REVISION_ARGUMENTS = {"a", "revision"}


class Line(NamedTuple):
    """Arguments of the command line that are already parsed, and the word to complete."""

    root: str
    project: str | None
    component: str | None
    is_one_word: bool
    """True if project and component are written as one argument: `PROJECT/COMPONENT`."""
    selects_all: bool
    """True if `--all` is given. Then the arguments are revisions."""
    has_revisions: bool
    """True if the command accepts revisions after the project and the component."""
    incomplete: str
    """Beginning of the word to complete."""


def _parse_line(ctx: click.Context, incomplete: str) -> Line:
    # If an option lacks its value, the arguments are only in `ctx.args`.
    arguments = {**ctx.params, **dict(zip(("project", "component"), ctx.args, strict=False))}
    project, slash, component = (arguments.get("project") or "").partition("/")
    has_revisions = any(parameter.name in _REVISION_ARGUMENTS for parameter in ctx.command.params)
    return Line(
        arguments.get("root") or ".",
        project or None,
        component if slash else arguments.get("component"),
        bool(slash),
        bool(arguments.get("select_all")),
        has_revisions,
        incomplete,
    )


def _find_components(line: Line) -> list[Component]:
    from transtats_cli import settings
    from transtats_cli.scanning.discovery import lookup

    return lookup.find_components(line.root, settings.load_settings(line.root))


def _project_candidates(line: Line) -> Iterator[str]:
    """Yield the names of projects. If the incomplete word contains a slash, yield `PROJECT/COMPONENT`."""
    if line.selects_all:
        yield from _revision_candidates(line) if line.has_revisions else ()
        return
    for component in _find_components(line):
        yield f"{component.project}/{component.slug}" if "/" in line.incomplete else component.project


def _component_candidates(line: Line) -> Iterator[str]:
    if line.is_one_word or line.selects_all:
        return _revision_candidates(line) if line.has_revisions else iter(())
    return (component.slug for component in _find_components(line) if component.project == line.project)


def _language_candidates(line: Line) -> Iterator[str]:
    from transtats_cli.scanning.pipeline.language_selection import find_translations

    for component in _find_components(line):
        if line.project in (None, component.project) and line.component in (None, component.slug):
            yield from (translation.language.code for translation in find_translations(component).translations)


def _check_candidates(_line: Line) -> Iterator[str]:
    from transtats_cli.checks import CHECKS

    return (check.id for check in CHECKS)


def _revision_candidates(line: Line) -> Iterator[str]:
    """Yield the names of branches and tags.

    If the incomplete word is a range such as `v1.0..`, yield ranges with the same first revision.
    """
    from transtats_cli.git import repository, revisions

    found = repository.find(line.root)
    if found is None:
        return iter(())
    start, dots, _ = line.incomplete.rpartition("..")
    return (f"{start}{dots}{name}" for name in ["HEAD", *revisions.branches_and_tags(found)])


CANDIDATES: dict[str, Callable[[Line], Iterator[str]]] = {
    "projects": _project_candidates,
    "components": _component_candidates,
    "languages": _language_candidates,
    "checks": _check_candidates,
    "revisions": _revision_candidates,
}
"""Functions that yield candidates, by kind of argument or option value."""


def complete(kind: str, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
    """Return the candidates that start with the incomplete word. If an error occurs, return an empty list.

    A path in place of the names is completed by the shell.
    """
    from click.shell_completion import CompletionItem

    if kind == "projects" and incomplete.startswith(_PATH_BEGINNINGS):
        return [CompletionItem(incomplete, type="file")]
    try:
        names = sorted(set(CANDIDATES[kind](_parse_line(ctx, incomplete))))
    except (TranstatsError, OSError):
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
