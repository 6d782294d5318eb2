"""Shell completion of projects, components, languages and checks. Errors result in no candidates."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def _offer(candidates: Callable[[dict[str, Any]], Iterator[str]]) -> Complete:
    def complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        try:
            names = sorted(set(candidates(_said(ctx))))
        except (TranstatsError, OSError):
            return []
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]

    return complete


def _said(ctx: click.Context) -> dict[str, Any]:
    """Return the parameters on the line so far. If an option lacks its value, the arguments are only in `ctx.args`."""
    return {**ctx.params, **dict(zip(("project", "component"), ctx.args, strict=False))}


def _components(said: dict[str, Any]) -> list[Component]:
    from transtats_cli import settings
    from transtats_cli.scanning.discovery import lookup

    root = said.get("root") or "."
    return lookup.find(root, settings.load(root))


def _projects(said: dict[str, Any]) -> Iterator[str]:
    return (component.project for component in _components(said))


def _slugs(said: dict[str, Any]) -> Iterator[str]:
    return (component.slug for component in _components(said) if component.project == said.get("project"))


def _languages(said: dict[str, Any]) -> Iterator[str]:
    from transtats_cli.scanning.pipeline.selection import find_translations

    for component in _components(said):
        if said.get("project") in (None, component.project) and said.get("component") in (None, component.slug):
            yield from (translation.language.code for translation in find_translations(component).translations)


def _checks(_said: dict[str, Any]) -> Iterator[str]:
    from transtats_cli.checks import CHECKS

    return (check.id for check in CHECKS)


projects = _offer(_projects)
components = _offer(_slugs)
languages = _offer(_languages)
checks = _offer(_checks)
