"""Find the section of a component in a baseline file that may have been written under another name of the project.

The name of a project comes from its git remote, so that a fork or a renamed repository has another name.
"""

from collections import Counter
from functools import cached_property

from transtats_cli import settings
from transtats_cli.gate.baseline import Baseline
from transtats_cli.scanning.discovery.lookup import survey_components


class BaselineSectionFinder:
    """Finder of the sections of components in one baseline."""

    def __init__(self, baseline: Baseline, root: str) -> None:
        """`root` is the directory that is searched for components if a component has no section of its own name."""
        self._baseline = baseline
        self._root = root

    def find_section_name(self, component_name: str) -> str | None:
        """Return the name of the component's section, or None if there is no section.

        If no section has the name, return the only section of another project with a component of the same name. The
        component that this section is named after must not exist, and no other component may have a claim to it.
        """
        if component_name in self._baseline:
            return component_name
        slug = _get_slug(component_name)
        candidates = self._section_names_by_slug.get(slug, [])
        if not candidates or self._existing_names is None:
            return None
        unused = [name for name in candidates if name not in self._existing_names]
        claims = self._slugs_without_section[slug] + (component_name not in self._existing_names)
        return unused[0] if len(unused) == 1 and claims == 1 else None

    @cached_property
    def _section_names_by_slug(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for name in self._baseline:
            names.setdefault(_get_slug(name), []).append(name)
        return names

    @cached_property
    def _existing_names(self) -> frozenset[str] | None:
        """Names of all components of the root. None if a component may be missing because of an error."""
        discovery = survey_components(self._root, settings.load_settings(self._root))
        return None if discovery.problems else frozenset(each.full_name for each in discovery.components)

    @cached_property
    def _slugs_without_section(self) -> Counter[str]:
        """Number of components without a section of their name, by the name without the project."""
        return Counter(_get_slug(name) for name in self._existing_names or () if name not in self._baseline)


def _get_slug(component_name: str) -> str:
    return component_name.partition("/")[2]
