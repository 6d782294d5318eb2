"""Index of the components and projects of a directory tree, as the server presents them."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery.assembly import override_settings
from transtats_cli.scanning.discovery.lookup import DiscoveryResult
from transtats_cli.serving.options import ServeOptions

ComponentName = tuple[str, str]
"""Project and slug of a component."""


class ComponentIndex(NamedTuple):
    """Components and projects of a directory tree."""

    components: dict[ComponentName, Component]
    """Components by project and slug, sorted by both."""
    projects: dict[str, list[Component]]
    settings_problems: tuple[Problem, ...] = ()
    """Settings files that could not be parsed, and components that cannot be used."""


def assemble_index(
    discovered: DiscoveryResult, old_index: ComponentIndex | None, options: ServeOptions
) -> ComponentIndex:
    """Return the index of the components that a search has found, with the options of the server.

    A component of the old index is kept if the file that describes it cannot be parsed, perhaps because an editor is
    writing it.
    """
    folders_with_problems = {
        folder for problem in discovered.problems for folder in parent_folders(os.path.abspath(problem.path))
    }
    components = {
        (each.project, each.slug): override_settings(each, options.overrides)._replace(base_url=options.base_url)
        for each in discovered.components
    }
    for names, component in old_index.components.items() if old_index else ():
        if component.root in folders_with_problems:
            components.setdefault(names, component)
    components = {names: components[names] for names in sorted(components)}
    projects: dict[str, list[Component]] = {}
    for (project, _), component in components.items():
        projects.setdefault(project, []).append(component)
    return ComponentIndex(components, projects, tuple(discovered.problems))


def parent_folders(path: str) -> Iterator[str]:
    """Yield all parent folders of a path, innermost first."""
    folder = os.path.dirname(path)
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent
