"""Shell completion of names, checks and revisions. If an error occurs, there are no candidates."""

from collections.abc import Iterator
from itertools import chain

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


class CompletionRequest:
    """Arguments of the command line that are already parsed, and the word to complete."""

    def __init__(self, ctx: click.Context, incomplete_word: str) -> None:
        # If an option lacks its value, the arguments are only in `ctx.args`.
        values = {**ctx.params, **dict(zip(("project", "component"), ctx.args, strict=False))}
        self._selector = ComponentSelector(values.get("root") or ".")
        names = ComponentArguments(values.get("project"), values.get("component"), bool(values.get("select_all")))
        self._arguments = self._selector.replace_dot(names)
        self._accepts_revisions = any(parameter.name in _REVISION_ARGUMENTS for parameter in ctx.command.params)
        self._word = incomplete_word

    def list_candidates(self, candidate_kind: str) -> Iterator[str]:
        """Yield the candidates for a kind of argument or option value."""
        if candidate_kind == "checks":
            return (check.id for check in CHECKS)
        if candidate_kind == "languages":
            return self._list_languages()
        if candidate_kind == "revisions":
            return self._list_revisions()
        return chain(
            self._list_projects() if candidate_kind == "projects" else self._list_components(),
            self._list_revisions() if self._accepts_revisions else (),
        )

    def _list_projects(self) -> Iterator[str]:
        """Yield the names of projects. If the incomplete word contains a slash, yield `PROJECT/COMPONENT`.

        With `--all`, all arguments are revisions, so there are none.
        """
        for component in [] if self._arguments.select_all else self._selector.survey.components:
            yield component.full_name if "/" in self._word else component.project

    def _list_components(self) -> Iterator[str]:
        if not (self._arguments.select_all or "/" in (self._arguments.project or "")):
            for component in self._selector.survey.components:
                if component.project == self._arguments.project:
                    yield component.slug

    def _list_languages(self) -> Iterator[str]:
        project, slash, joined = (self._arguments.project or "").partition("/")
        slug = joined if slash else self._arguments.component
        for component in self._selector.survey.components:
            if project in ("", component.project) and slug in (None, component.slug):
                yield from (translation.language.code for translation in find_translations(component).translations)

    def _list_revisions(self) -> Iterator[str]:
        """Yield the names of branches and tags.

        If the incomplete word is a range such as `v1.0..`, yield ranges with the same first revision.
        """
        if found := repository.find_repository(self._selector.root):
            start, dots, _ = self._word.rpartition("..")
            yield from (f"{start}{dots}{name}" for name in ["HEAD", *revisions.list_branches_and_tags(found)])


def complete_word(candidate_kind: str, ctx: click.Context, incomplete_word: str) -> list[CompletionItem]:
    """Return the completions of a word on the command line. If an error occurs, return an empty list.

    `candidate_kind` is `projects`, `components`, `languages`, `checks` or `revisions`. If a name of a project is
    expected, but the word starts like a path, such as `./`, the shell completes the path.
    """
    if candidate_kind == "projects" and incomplete_word.startswith(_PATH_PREFIXES):
        return [CompletionItem(incomplete_word, type="file")]
    try:
        names = sorted({*CompletionRequest(ctx, incomplete_word).list_candidates(candidate_kind)})
    except (TranstatsError, OSError):
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete_word)]
