"""Select the components for a command: one component, all components, or the components that match a pattern."""

import os
from typing import NamedTuple

import click

from transtats_cli import settings
from transtats_cli.cli.default_component import MOST_LISTED, no_components
from transtats_cli.cli.options import ComponentArguments, resolve_component
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import find_similar_name
from transtats_cli.output.text import escape_controls
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import DiscoveryResult, locate, survey

_ONE_COMPONENT_ONLY = ("filemask", "file_format", "template", "new_base", "source_language")
"""Names of overrides that describe a single component. Several components cannot be selected with these overrides."""


class ComponentSelection(NamedTuple):
    """Selected components, and error messages about components that cannot be used."""

    components: tuple[Component, ...]
    problems: tuple[str, ...] = ()
    discovery: DiscoveryResult | None = None
    """Result of the search for components if all components are selected, otherwise None."""


def select_components(
    names: ComponentArguments, select_all: bool, root: str, overrides: Overrides, command: str
) -> ComponentSelection:
    """Return the component with these names, all components, or the components that match a pattern.

    Raises TranstatsError if no component is selected.
    """
    if select_all and any(names):
        raise click.UsageError(f"{next(filter(None, names))} cannot be combined with --all.")
    if not (select_all or names.is_pattern()):
        with resolve_component(names, root, command, hint="`--all` selects all components.") as named:
            return ComponentSelection((locate(root, *named, overrides),))
    for option in one_component_options(overrides):
        raise click.UsageError(f"{option} applies to one component and cannot be combined with --all or a pattern.")
    discovery = survey(root, settings.load_settings(root))
    if not discovery.components:
        raise TranstatsError(no_components(escape_controls(os.path.abspath(root))), *discovery.problems)
    components = [overrides.on(component) for component in discovery.components]
    if not select_all:
        components = _matching(names, components)
    return ComponentSelection(tuple(components), tuple(discovery.problems), discovery if select_all else None)


def one_component_options(overrides: Overrides) -> list[str]:
    """Return the options that were given and that describe a single component, such as `--filemask`."""
    return [f"--{name.replace('_', '-')}" for name in _ONE_COMPONENT_ONLY if getattr(overrides, name) is not None]


def _matching(names: ComponentArguments, components: list[Component]) -> list[Component]:
    """Return the components that match the patterns.

    A pattern for the project only matches all components of the project. Raises TranstatsError if no component matches.
    """
    from fnmatch import fnmatchcase

    project, slash, slug = (names.project or "").partition("/")
    slug = names.component or (slug if slash else "*")
    matching = [each for each in components if fnmatchcase(each.project, project) and fnmatchcase(each.slug, slug)]
    if not matching:
        existing = [f"{each.project}/{each.slug}" for each in components]
        pattern = f"{project}/{slug}"
        similar = find_similar_name(pattern, existing)
        hint = f"; did you mean {similar}?" if similar else "."
        more = f" and {len(existing) - MOST_LISTED} more" if len(existing) > MOST_LISTED else ""
        listed = ", ".join(existing[:MOST_LISTED])
        raise TranstatsError(f"{pattern} matches no component{hint} There are: {listed}{more}")
    return matching
