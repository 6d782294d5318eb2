"""Settings of one or several files, each value with its origin, and the order in which they apply."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from transtats_cli.component import GateSetting, GateSettings
from transtats_cli.settings.keys import Value

FOUND = "found"
"""Origin of values that discovery found, not a settings file."""


class Setting(NamedTuple):
    """A value with its origin."""

    value: Value
    origin: str
    """Source of the value, for messages: `transtats.toml:12`, `component.json`, `found`."""


Layer = Mapping[str, Setting]
"""Settings of one table or document, by key."""


class GateTable(NamedTuple):
    """Gate settings of one table of a settings file."""

    project: str
    """Empty if the table applies to all projects."""
    component: str
    """Empty if the table applies to all components of the project."""
    languages: str
    """Languages and groups, separated by commas. Empty if the table applies to all languages."""
    layer: Layer


class Source(NamedTuple):
    """Contents of one settings file."""

    document: str
    general: Layer
    projects: Mapping[str, Layer]
    components: Mapping[tuple[str, str], Layer]
    gates: Mapping[tuple[str, str], tuple[GateTable, ...]] = {}
    """Gate tables by project and component. An empty name applies to all projects or all components."""
    groups: Mapping[str, tuple[str, ...]] = {}
    """Groups of languages by name, for use in gate tables."""

    def layers(self, project: str, component: str) -> Iterator[Layer]:
        """Yield the layers that apply to a component, in descending precedence."""
        yield self.components.get((project, component), {})
        # The `name` of a project must not become the name of its components.
        yield {key: setting for key, setting in self.projects.get(project, {}).items() if key != "name"}
        yield self.general

    def gate_tables(self, project: str, component: str) -> Iterator[GateTable]:
        """Yield the gate tables that apply to a component, the general ones first."""
        for names in (("", ""), (project, ""), (project, component)):
            yield from self.gates.get(names, ())


class Settings(NamedTuple):
    """Settings files of one folder. For each setting, the first file that contains it wins."""

    folder: str = ""
    """Absolute path that the paths in the files are relative to. Empty if there is no settings file."""
    sources: tuple[Source, ...] = ()

    def layers(self, project: str, component: str) -> Iterator[Layer]:
        for source in self.sources:
            yield from source.layers(project, component)

    def components(self) -> list[tuple[str, str]]:
        """Return the project and component names that have their own table, sorted."""
        return sorted({names for source in self.sources for names in source.components})

    def describes(self, names: tuple[str, str]) -> bool:
        """Return True if the component with this project and name has its own table."""
        return any(names in source.components for source in self.sources)

    def project_name(self, project: str) -> Setting | None:
        layers = (source.projects.get(project, {}) for source in self.sources)
        return next((layer["name"] for layer in layers if "name" in layer), None)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list that applies to all components: `exclude`, `select`, `ignore` or `words`. Default: empty."""
        for source in self.sources:
            value = source.general[key].value if key in source.general else None
            if isinstance(value, tuple):
                return value
        return ()

    def gate(self, project: str, component: str) -> GateSettings:
        """Return the gate settings of a component, sorted by precedence.

        A setting of one language wins over a setting of several languages or a group, and both win over a setting of
        all languages. Among settings of equal breadth, the component wins over the project, and the project over the
        general table. A setting in the first file wins over every setting in the second file.
        """
        groups = self._groups()
        gate_settings: list[GateSetting] = []
        for position, source in enumerate(self.sources):
            for table in source.gate_tables(project, component):
                languages = expand_groups(table.languages, groups)
                general = (not table.component) + (not table.project)
                precedence = 100 * position + 10 * breadth(languages) + general
                gate_settings += [
                    GateSetting(key, setting.value, languages, setting.origin, precedence)
                    for key, setting in table.layer.items()
                ]
        return GateSettings(tuple(sorted(gate_settings, key=lambda setting: setting.precedence)), groups)

    def _groups(self) -> Mapping[str, tuple[str, ...]]:
        """Return the languages by group. If only one file has groups, all components share its mapping."""
        with_groups = [source.groups for source in self.sources if source.groups]
        if len(with_groups) == 1:
            return with_groups[0]
        return {name: languages for groups in reversed(with_groups) for name, languages in groups.items()}


def expand_groups(languages: str, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Parse a list of languages like `fr, nordic`, and replace each group by its languages."""
    names = [name.strip() for name in languages.split(",")]
    return tuple(language for name in names if name for language in groups.get(name, (name,)))


def breadth(languages: tuple[str, ...]) -> int:
    """Return the breadth of a setting for these languages: 0 for one, 1 for several, 2 for all (an empty tuple)."""
    return min(len(languages) - 1, 1) if languages else 2
