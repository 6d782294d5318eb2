"""Values of settings with their origins, and their precedence if several tables or files contain a setting."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from transtats_cli.component import GateSetting, GateSettings
from transtats_cli.settings.keys import Value

FOUND = "found"
"""Origin of values that come from discovery instead of a settings file."""


class Setting(NamedTuple):
    """Value of a setting, with the place that contains the value."""

    value: Value
    origin: str
    """File and line of the value, for messages: `transtats.toml:12`, `component.json`, or `found` without a file."""


Layer = Mapping[str, Setting]
"""Settings in one table of a settings file, or in one component.json, by their names."""


class GateTable(NamedTuple):
    """Settings in one table `gate` of a settings file, or in one of its subtables for languages."""

    project: str
    """Project that the table applies to. Empty if the table applies to all projects."""
    component: str
    """Component that the table applies to. Empty if the table applies to all components of the project."""
    languages: str
    """Languages and groups of languages, separated by commas. Empty if the table applies to all languages."""
    layer: Layer


class Source(NamedTuple):
    """Contents of one transtats.toml or pyproject.toml."""

    document: str
    general: Layer
    projects: Mapping[str, Layer]
    components: Mapping[tuple[str, str], Layer]
    gates: Mapping[tuple[str, str], tuple[GateTable, ...]] = {}
    """Gate tables by project and component. An empty name applies to all projects or all components."""
    groups: Mapping[str, tuple[str, ...]] = {}
    """Languages of each group, by the name of the group. Gate tables contain such names."""

    def layers(self, project: str, component: str) -> Iterator[Layer]:
        """Yield the layers of settings that apply to a component, in descending order of precedence."""
        yield self.components.get((project, component), {})
        # The `name` of a project must not become the name of its components.
        yield {key: setting for key, setting in self.projects.get(project, {}).items() if key != "name"}
        yield self.general

    def gate_tables(self, project: str, component: str) -> Iterator[GateTable]:
        """Yield the gate tables that apply to a component: general tables first, its own tables last."""
        for names in (("", ""), (project, ""), (project, component)):
            yield from self.gates.get(names, ())


class Settings(NamedTuple):
    """Settings files of one folder. If several files contain a setting, the value in the first file is used."""

    folder: str = ""
    """Absolute path of the folder. Paths in the settings files are relative to it. Empty without a settings file."""
    sources: tuple[Source, ...] = ()

    def layers(self, project: str, component: str) -> Iterator[Layer]:
        for source in self.sources:
            yield from source.layers(project, component)

    def components(self) -> list[tuple[str, str]]:
        """Return the project and the component name of each component with its own table, sorted."""
        return sorted({names for source in self.sources for names in source.components})

    def describes(self, names: tuple[str, str]) -> bool:
        """Return True if a settings file contains a table for a component. `names` are its project and its name."""
        return any(names in source.components for source in self.sources)

    def project(self) -> str:
        """Return the name of the project that the settings are about: the setting `project`, or the only project table.

        '' if there is neither.
        """
        named = [source.general["project"] for source in self.sources if "project" in source.general]
        tables = {name for source in self.sources for name in source.projects}
        return str(named[0].value) if named else min(tables) if len(tables) == 1 else ""

    def project_name(self, project: str) -> Setting | None:
        layers = (source.projects.get(project, {}) for source in self.sources)
        return next((layer["name"] for layer in layers if "name" in layer), None)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the value of `exclude`, `select`, `ignore` or `words`. By default, return an empty tuple."""
        for source in self.sources:
            value = source.general[key].value if key in source.general else None
            if isinstance(value, tuple):
                return value
        return ()

    def gate(self, project: str, component: str) -> GateSettings:
        """Return the gate settings of a component, sorted by precedence, highest first.

        Settings in the first file override all settings in the second file. In one file, settings for one language
        override settings for several languages or a group, and these override settings for all languages. If neither
        rule decides, settings of the component override settings of the project, and these override general settings.
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
        """Return the languages of each group, by the name of the group.

        If only one file has groups, return its mapping instead of a copy, so that all components share the mapping.
        """
        with_groups = [source.groups for source in self.sources if source.groups]
        if len(with_groups) == 1:
            return with_groups[0]
        return {name: languages for groups in reversed(with_groups) for name, languages in groups.items()}


def expand_groups(languages: str, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the languages in a list like `fr, nordic`. A group name is replaced by the languages of the group."""
    names = [name.strip() for name in languages.split(",")]
    return tuple(language for name in names if name for language in groups.get(name, (name,)))


def breadth(languages: tuple[str, ...]) -> int:
    """Return the breadth of a setting: 0 for one language, 1 for several languages, 2 for all (an empty tuple)."""
    return min(len(languages) - 1, 1) if languages else 2
