"""Select the components of a command that takes one component, all components, or a pattern."""

from fnmatch import fnmatchcase
from typing import NamedTuple

import click

from transtats_cli import settings
from transtats_cli.cli.options import Names, Voice
from transtats_cli.cli.selection import NOTHING, asked
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import nearest
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import DiscoveryResult, locate, survey

ONE_COMPONENT_ONLY = ("filemask", "file_format", "template", "new_base", "source_language")
_LISTED = 20


class Chosen(NamedTuple):
    """Selected components, and messages about those that cannot be used."""

    components: tuple[Component, ...]
    problems: tuple[str, ...] = ()
    found: DiscoveryResult | None = None
    """Result of the search if all components are selected. Otherwise None."""


def chosen(names: Names, every: bool, root: str, overrides: Overrides, command: str) -> Chosen:
    """Return the components that the user named. Raises TranstatsError if there are none."""
    if every and any(names):
        raise click.UsageError(f"{next(filter(None, names))} cannot be combined with --all.")
    if not (every or is_pattern(names)):
        with asked(names, root, command, hint="`--all` selects all components.") as named:
            return Chosen((locate(root, *named, overrides),))
    for name in ONE_COMPONENT_ONLY:
        if getattr(overrides, name) is not None:
            raise click.UsageError(
                f"--{name.replace('_', '-')} applies to one component and cannot be combined with --all or a pattern."
            )
    found = survey(root, settings.load(root))
    if not found.components:
        raise TranstatsError(NOTHING.format(root), *found.problems)
    components = [overrides.on(component) for component in found.components]
    if not every:
        components = _matching(names, components)
    return Chosen(tuple(components), tuple(found.problems), found if every else None)


def is_pattern(names: Names) -> bool:
    return any(name and set("*?[") & set(name) for name in names)


def tell(problems: tuple[str, ...], voice: Voice) -> None:
    for problem in problems:
        voice.say(problem)


def _matching(names: Names, components: list[Component]) -> list[Component]:
    """Return the components that the names match. A pattern for the project alone matches all its components."""
    project, slash, slug = (names.project or "").partition("/")
    slug = names.component or (slug if slash else "*")
    matching = [each for each in components if fnmatchcase(each.project, project) and fnmatchcase(each.slug, slug)]
    if not matching:
        known = [f"{each.project}/{each.slug}" for each in components]
        wanted = f"{project}/{slug}"
        meant = nearest(wanted, known)
        more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
        hint = f"; did you mean {meant}?" if meant else "."
        raise TranstatsError(f"{wanted} matches no component{hint} There are: {', '.join(known[:_LISTED])}{more}")
    return matching
