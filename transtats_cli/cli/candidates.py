"""Shell completion of names, checks and revisions. If an error occurs, there are no candidates."""

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

from transtats_cli.checks import CHECKS
from transtats_cli.errors import TranstatsError
from transtats_cli.git import repository, revisions
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelector

_PATH_PREFIXES = ("./", "../", "/", "~")
_REVISION_ARGUMENTS = {"a", "revision"}


class CompletionRequest(NamedTuple):
    """Arguments of the command line that are already parsed, and the word to complete."""

    selector: ComponentSelector
    arguments: ComponentArguments
    """With `--all`, all other arguments are revisions."""
    accepts_revisions: bool
    """True if the command accepts revisions after the project and the component."""
    incomplete_word: str
    """Beginning of the word to complete."""


def _parse_completion_request(ctx: click.Context, incomplete_word: str) -> CompletionRequest:
    # If an option lacks its value, the arguments are only in `ctx.args`.
    values = {**ctx.params, **dict(zip(("project", "component"), ctx.args, strict=False))}
    selector = ComponentSelector(values.get("root") or ".")
    arguments = ComponentArguments(values.get("project"), values.get("component"), bool(values.get("select_all")))
    accepts_revisions = any(parameter.name in _REVISION_ARGUMENTS for parameter in ctx.command.params)
    return CompletionRequest(selector, selector.replace_dot(arguments), accepts_revisions, incomplete_word)


def _list_project_candidates(request: CompletionRequest) -> Iterator[str]:
    """Yield the names of projects. If the incomplete word contains a slash, yield `PROJECT/COMPONENT`.

    If the command accepts revisions, yield revisions, too, unless there are several components. Then a name must come
    first. With `--all`, only revisions are yielded.
    """
    components = [] if request.arguments.select_all else request.selector.survey.components
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
    first = request.arguments.project or ""
    if request.arguments.select_all or "/" in first:
        yield from _list_accepted_revisions(request)
        return
    components = request.selector.survey.components
    slugs = [each.slug for each in components if each.project == first]
    yield from slugs
    is_selection = os.path.exists(first) or request.arguments.is_pattern()
    if len(slugs or components) <= 1 or (is_selection and not slugs):
        yield from _list_accepted_revisions(request)


def _list_accepted_revisions(request: CompletionRequest) -> Iterator[str]:
    return _list_revision_candidates(request) if request.accepts_revisions else iter(())


def _list_language_candidates(request: CompletionRequest) -> Iterator[str]:
    project, slash, joined = (request.arguments.project or "").partition("/")
    slug = joined if slash else request.arguments.component
    for component in request.selector.survey.components:
        if project in ("", component.project) and slug in (None, component.slug):
            yield from (translation.language.code for translation in find_translations(component).translations)


def _list_revision_candidates(request: CompletionRequest) -> Iterator[str]:
    """Yield the names of branches and tags.

    If the incomplete word is a range such as `v1.0..`, yield ranges with the same first revision.
    """
    found = repository.find_repository(request.selector.root)
    if found is None:
        return iter(())
    start, dots, _ = request.incomplete_word.rpartition("..")
    return (f"{start}{dots}{name}" for name in ["HEAD", *revisions.list_branches_and_tags(found)])


CANDIDATE_FUNCTIONS: dict[str, Callable[[CompletionRequest], Iterator[str]]] = {
    "projects": _list_project_candidates,
    "components": _list_component_candidates,
    "languages": _list_language_candidates,
    "checks": lambda _request: (check.id for check in CHECKS),
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
