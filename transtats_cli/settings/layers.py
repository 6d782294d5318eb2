"""Values of settings with their origins, and their precedence if several tables or files contain a setting."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from transtats_cli.component import GateSetting, GateSettings
from transtats_cli.settings.kinds import SettingValue

DISCOVERY_ORIGIN = "found"
"""Origin of values that come from discovery instead of a settings file."""
_NO_GATE_SETTINGS = GateSettings()


class Setting(NamedTuple):
    """Value of a setting, with the place that contains the value."""

    value: SettingValue
    source: str
    """File or option that contains the value, or `found` or `default` without a file."""
    line: int | None = None

    @property
    def origin(self) -> str:
        """File and line of the value, for messages: `transtats.toml:12`, `component.json`, or `found`."""
        return self.source if self.line is None else f"{self.source}:{self.line}"


SettingsLayer = Mapping[str, Setting]
"""Settings in one table of a settings file, or in one component.json, by their names."""


class GateTable(NamedTuple):
    """Settings in one table `gate` of a settings file, or in one of its subtables for languages."""

    project: str
    """Project that the table applies to. Empty if the table applies to all projects."""
    component: str
    """Component that the table applies to. Empty if the table applies to all components of the project."""
    languages: str
    """Languages and groups of languages, separated by commas. Empty if the table applies to all languages."""
    settings: SettingsLayer


class SettingsFile(NamedTuple):
    """Contents of one transtats.toml or pyproject.toml."""

    name: str
    general_settings: SettingsLayer
    project_settings: Mapping[str, SettingsLayer]
    component_settings: Mapping[tuple[str, str], SettingsLayer]
    gate_tables: Mapping[tuple[str, str], tuple[GateTable, ...]] = {}
    """Gate tables by project and component. An empty name applies to all projects or all components."""
    language_groups: Mapping[str, tuple[str, ...]] = {}
    """Languages of each group, by the name of the group. `GateTable.languages` can contain names of groups."""

    def applicable_layers(self, project: str, component: str) -> Iterator[SettingsLayer]:
        """Yield the layers of settings that apply to a component, in descending order of precedence."""
        yield self.component_settings.get((project, component), {})
        # The `name` of a project must not become the name of its components.
        yield {key: setting for key, setting in self.project_settings.get(project, {}).items() if key != "name"}
        yield self.general_settings


class Settings(NamedTuple):
    """Settings files of one folder. If several files contain a setting, the value in the first file is used."""

    folder: str = ""
    """Absolute path of the folder. Paths in the settings files are relative to it. Empty without a settings file."""
    settings_files: tuple[SettingsFile, ...] = ()
    gate_settings_by_scope: dict[tuple[str, str], GateSettings] | None = None
    """Cache of the method `gate_settings`. None to cache nothing.

    The keys are the project and the component of the most specific gate table that applies. A name is empty if the
    table applies to all projects, or to all components of a project.
    """

    def applicable_layers(self, project: str, component: str) -> Iterator[SettingsLayer]:
        for source in self.settings_files:
            yield from source.applicable_layers(project, component)

    def components(self) -> list[tuple[str, str]]:
        """Return the project and the component name of each component with its own table, sorted."""
        return sorted({names for source in self.settings_files for names in source.component_settings})

    def has_component(self, component_names: tuple[str, str]) -> bool:
        """Return True if a settings file contains a table for a component.

        `component_names` contains the project and the name of the component.
        """
        return any(component_names in source.component_settings for source in self.settings_files)

    def project(self) -> str:
        """Return the name of the project: the setting `project`, or the name of the only project table.

        Return '' if the setting is missing, and there is no project table or more than one.
        """
        named = [
            source.general_settings["project"] for source in self.settings_files if "project" in source.general_settings
        ]
        tables = {name for source in self.settings_files for name in source.project_settings}
        return str(named[0].value) if named else min(tables) if len(tables) == 1 else ""

    def find_display_name(self, project: str) -> Setting | None:
        """Return the setting `name` of a project, from the first file that contains it. Return None by default."""
        for source in self.settings_files:
            layer = source.project_settings.get(project, {})
            if "name" in layer:
                return layer["name"]
        return None

    def text_list(self, key: str) -> tuple[str, ...]:
        """Return the value of `exclude`, `select`, `ignore` or `words`. By default, return an empty tuple."""
        setting = self.find_general_setting(key)
        return setting.value if setting is not None and isinstance(setting.value, tuple) else ()

    def find_general_setting(self, key: str) -> Setting | None:
        """Return a setting that applies to all components, from the first file that contains it.

        Return None if no file contains the setting.
        """
        for source in self.settings_files:
            if key in source.general_settings:
                return source.general_settings[key]
        return None

    def gate_settings(self, project: str, component: str) -> GateSettings:
        """Return the gate settings of a component, sorted by precedence, highest first.

        The first of these rules that applies determines the precedence of two settings:

        1. A setting in the first file overrides a setting in the second file.
        2. A setting for one language overrides a setting for several languages. Both override a setting for all
           languages. A group counts as the languages that it contains.
        3. A setting of the component overrides a setting of the project. Both override a general setting.

        Components to which the same tables apply share one result, because there may be thousands of components and
        tables.
        """
        if not self.settings_files:
            return _NO_GATE_SETTINGS
        scopes = [names for names in (("", ""), (project, ""), (project, component)) if self._has_gate_table(names)]
        resolved = GateSettings((), self._merge_language_groups())
        for names in scopes:
            resolved = self._add_gate_tables(names, resolved)
        return resolved

    def _has_gate_table(self, names: tuple[str, str]) -> bool:
        return any(source.gate_tables.get(names) for source in self.settings_files)

    def _add_gate_tables(self, names: tuple[str, str], wider: GateSettings) -> GateSettings:
        """Return the gate settings in `wider` together with those in the gate tables of a project or a component.

        `names` contains the names of the project and the component. An empty name stands for all projects or
        components. `wider` contains the settings of the tables that apply to more components.
        """
        known = self.gate_settings_by_scope
        if known is not None and names in known:
            return known[names]
        added: list[GateSetting] = []
        for position, source in enumerate(self.settings_files):
            for table in source.gate_tables.get(names, ()):
                languages = expand_groups(table.languages, wider.groups)
                general = (not table.component) + (not table.project)
                precedence = 100 * position + 10 * rank_language_scope(languages) + general
                added += [
                    GateSetting(key, setting.value, languages, setting.origin, precedence)
                    for key, setting in table.settings.items()
                ]
        entries = sorted((*wider.entries, *added), key=lambda setting: setting.precedence)
        resolved = wider._replace(entries=tuple(entries))
        if known is not None:
            known[names] = resolved
        return resolved

    def _merge_language_groups(self) -> Mapping[str, tuple[str, ...]]:
        """Return the languages of each group, by the name of the group.

        If only one file has groups, return its mapping instead of a copy, so that all components share the mapping.
        """
        with_groups = [source.language_groups for source in self.settings_files if source.language_groups]
        if len(with_groups) == 1:
            return with_groups[0]
        return {name: languages for groups in reversed(with_groups) for name, languages in groups.items()}


def expand_groups(languages: str, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the languages in a list like `fr, nordic`. A group name is replaced by the languages of the group."""
    names = [name.strip() for name in languages.split(",")]
    return tuple(language for name in names if name for language in groups.get(name, (name,)))


def rank_language_scope(languages: tuple[str, ...]) -> int:
    """Return the breadth of a setting: 0 for one language, 1 for several languages, 2 for all (an empty tuple)."""
    return min(len(languages) - 1, 1) if languages else 2
