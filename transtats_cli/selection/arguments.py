"""Arguments that name a component or are patterns of names."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple

from transtats_cli.component import Component


class ComponentArguments(NamedTuple):
    """Arguments that select components: names, patterns, a path, or `--all`.

    `project` can contain both names: `project/component`.
    """

    project: str | None = None
    component: str | None = None
    select_all: bool = False

    def as_name_pair(self) -> tuple[str, str] | None:
        """Return the names of the project and the component, or None if a name is missing."""
        if self.project is not None and self.component is not None:
            return self.project, self.component
        project, _, component = (self.project or "").partition("/")
        return (project, component) if project and component else None

    def as_project_name(self) -> str:
        """Return the name of the project. Return '' for a component or a pattern."""
        project = (self.project or "").rstrip("/")
        return "" if self.component or "/" in project or self.is_pattern() else project

    def is_pattern(self) -> bool:
        """Return True if a name contains a wildcard."""
        return any(name and set("*?[") & set(name) for name in (self.project, self.component))

    def find_matching(self, components: Iterable[Component]) -> list[Component]:
        """Return the components that match the patterns.

        If there is only a pattern for the project, all components of the matching projects are returned. If a single
        argument such as `user/*` matches no component, the whole argument is compared with the names of components,
        which may contain slashes.
        """
        project, slash, slug = (self.project or "").partition("/")
        slug = self.component or (slug if slash else "*")
        matching = [each for each in components if fnmatchcase(each.project, project) and fnmatchcase(each.slug, slug)]
        if not matching and self.component is None:
            matching = [each for each in components if fnmatchcase(each.slug, self.project or "")]
        return matching
