"""Shell completion of names, checks and revisions. If an error occurs, there are no candidates."""

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

from transtats_cli import settings
from transtats_cli.checks import CHECKS
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.git import repository, revisions
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.pipeline.language_selection import find_translations

_PATH_PREFIXES = ("./", "../", "/", "~")
_REVISION_ARGUMENTS = {"a", "revision"}


class CompletionRequest(NamedTuple):
    """Arguments of the command line that are already parsed, and the word to complete."""

    root: str
    project: str | None
    component: str | None
    has_joined_names: bool
    """True if project and component are written as one argument: `PROJECT/COMPONENT`."""
    selects_all: bool
    """True if `--all` is given. Then the arguments are revisions."""
    accepts_revisions: bool
    """True if the command accepts revisions after the project and the component."""
    incomplete_word: str
    """Beginning of the word to complete."""


def _parse_completion_request(ctx: click.Context, incomplete_word: str) -> CompletionRequest:
    # If an option lacks its value, the arguments are only in `ctx.args`.
    arguments = {**ctx.params, **dict(zip(("project", "component"), ctx.args, strict=False))}
    root = arguments.get("root") or "."
    project, slash, component = (arguments.get("project") or "").partition("/")
    has_revisions = any(parameter.name in _REVISION_ARGUMENTS for parameter in ctx.command.params)
    return CompletionRequest(
        root,
        lookup.ComponentLocator(root).project_name if project == "." else project or None,
        component if slash else arguments.get("component"),
        bool(slash),
        bool(arguments.get("select_all")),
        has_revisions,
        incomplete_word,
    )


def _find_components(request: CompletionRequest) -> list[Component]:
    return lookup.find_components(request.root, settings.load_settings(request.root))


def _list_project_candidates(request: CompletionRequest) -> Iterator[str]:
    """Yield the names of projects. If the incomplete word contains a slash, yield `PROJECT/COMPONENT`.

    If the command accepts revisions, yield revisions, too, unless there are several components. Then a name must come
    first. With `--all`, only revisions are yielded.
    """
    components = [] if request.selects_all else _find_components(request)
    for component in components:
        yield component.full_name if "/" in request.incomplete_word else component.project
    if len(components) <= 1:
        yield from _list_accepted_revisions(request)


def _list_component_candidates(request: CompletionRequest) -> Iterator[str]:
    """Yield the components of the project.

    If the command accepts revisions, yield revisions, too, where a component is already selected: after `--all`, a
    path, a pattern, both names in one word, or a project with one component. After anything else, such as a first
    revision, they are yielded if there is only one component.
    """
    if request.selects_all or request.has_joined_names:
        yield from _list_accepted_revisions(request)
        return
    components = _find_components(request)
    slugs = [each.slug for each in components if each.project == request.project]
    yield from slugs
    first = request.project or ""
    is_selection = os.path.exists(first) or bool(set("*?[") & set(first))
    if len(slugs or components) <= 1 or (is_selection and not slugs):
        yield from _list_accepted_revisions(request)


def _list_accepted_revisions(request: CompletionRequest) -> Iterator[str]:
    return _list_revision_candidates(request) if request.accepts_revisions else iter(())


def _list_language_candidates(request: CompletionRequest) -> Iterator[str]:
    for component in _find_components(request):
        if request.project in (None, component.project) and request.component in (None, component.slug):
            yield from (translation.language.code for translation in find_translations(component).translations)


def _list_check_candidates(_request: CompletionRequest) -> Iterator[str]:
    return (check.id for check in CHECKS)


def _list_revision_candidates(request: CompletionRequest) -> Iterator[str]:
    """Yield the names of branches and tags.

    If the incomplete word is a range such as `v1.0..`, yield ranges with the same first revision.
    """
    found = repository.find_repository(request.root)
    if found is None:
        return iter(())
    start, dots, _ = request.incomplete_word.rpartition("..")
    return (f"{start}{dots}{name}" for name in ["HEAD", *revisions.list_branches_and_tags(found)])


CANDIDATE_FUNCTIONS: dict[str, Callable[[CompletionRequest], Iterator[str]]] = {
    "projects": _list_project_candidates,
    "components": _list_component_candidates,
    "languages": _list_language_candidates,
    "checks": _list_check_candidates,
    "revisions": _list_revision_candidates,
}
"""Functions that yield candidates, by kind of argument or option value."""


def complete_word(candidate_kind: str, ctx: click.Context, incomplete_word: str) -> list[CompletionItem]:
    """Return the completions of a word on the command line. If an error occurs, return an empty list.

    `candidate_kind` is a key of `CANDIDATE_FUNCTIONS`. If a name of a project is expected, but the word starts like a
    path, such as `./`, the shell completes the path.
    """
    if candidate_kind == "projects" and incomplete_word.startswith(_PATH_PREFIXES):
        return [CompletionItem(incomplete_word, type="file")]
    try:
        names = sorted(set(CANDIDATE_FUNCTIONS[candidate_kind](_parse_completion_request(ctx, incomplete_word))))
    except (TranstatsError, OSError):
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete_word)]
