"""Shell completion of projects, components, languages and checks. Errors result in no candidates."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _parameters(ctx: click.Context) -> dict[str, Any]:
    """Return the parameters on the line so far. If an option lacks its value, the arguments are only in `ctx.args`."""
    return {**ctx.params, **dict(zip(("project", "component"), ctx.args, strict=False))}


def _components(parameters: dict[str, Any]) -> list[Component]:
    from transtats_cli import settings
    from transtats_cli.scanning.discovery import lookup

    root = parameters.get("root") or "."
    return lookup.find(root, settings.load(root))


def _projects(parameters: dict[str, Any]) -> Iterator[str]:
    return (component.project for component in _components(parameters))


def _slugs(parameters: dict[str, Any]) -> Iterator[str]:
    return (component.slug for component in _components(parameters) if component.project == parameters.get("project"))


def _languages(parameters: dict[str, Any]) -> Iterator[str]:
    from transtats_cli.scanning.filemask import files

    for component in _components(parameters):
        if parameters.get("project") in (None, component.project) and parameters.get("component") in (
            None,
            component.slug,
        ):
            yield from (translation.language.code for translation in files.find(component).translations)


def _checks(_parameters: dict[str, Any]) -> Iterator[str]:
    from transtats_cli.checks import CHECKS

    return (check.id for check in CHECKS)


CANDIDATES: dict[str, Callable[[dict[str, Any]], Iterator[str]]] = {
    "projects": _projects,
    "components": _slugs,
    "languages": _languages,
    "checks": _checks,
}
"""Function that yields the candidates for each kind of parameter, from the parameters on the line so far."""


def complete(kind: str, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
    """Return the candidates that start with the incomplete word."""
    from click.shell_completion import CompletionItem

    try:
        names = sorted(set(CANDIDATES[kind](_parameters(ctx))))
    except (TranstatsError, OSError):
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
