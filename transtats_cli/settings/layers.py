"""Values of settings with their origins, and their precedence if several tables or files contain a setting."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from transtats_cli.component import CheckSettings, GateSetting
from transtats_cli.errors import TranstatsError
from transtats_cli.settings.keys import SETTING_SPECS, option_of_setting, validate_setting
from transtats_cli.settings.kinds import SettingValue

DISCOVERY_ORIGIN = "found"
"""Origin of values that come from discovery instead of a settings file."""


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
"""Settings from one source, by their names: a table of a settings file, a component.json, or the command line."""
Scope = tuple[str, str]
"""Project and component that settings apply to. An empty name stands for all projects, or all components."""
EVERYWHERE: Scope = ("", "")
SLICE_MARK = "@"
"""First character of the names of slices, in `--where` and in the layer of all projects."""
DEFAULT_SETTINGS: SettingsLayer = {
    key: Setting(spec.default, "default") for key, spec in SETTING_SPECS.items() if spec.default is not None
}
"""Values of settings that nothing else contains."""
Overrides = SettingsLayer
"""Settings from options of the command line and their environment variables."""
NO_OVERRIDES: Overrides = {}


def make_overrides(**values: object) -> Overrides:
    """Return the settings of options, each with its option as the origin. A value is None if the option is not given.

    Raises TranstatsError for an invalid value.
    """
    layer: dict[str, Setting] = {}
    for key, value in values.items():
        option = option_of_setting(key)
        if value is not None:
            try:
                layer[key] = Setting(validate_setting(key, value), option)
            except ValueError as error:
                raise TranstatsError(f"{option}: {error}") from error
    return layer


def merge_layers(layers: Iterable[SettingsLayer]) -> dict[str, Setting]:
    """Merge layers of settings. If several layers contain a key, the first layer is used."""
    return dict(chain.from_iterable(layer.items() for layer in reversed([*layers])))


class SettingsFile(NamedTuple):
    """Contents of one transtats.toml or pyproject.toml."""

    name: str
    layers: Mapping[Scope, SettingsLayer]
    """Settings of everything, of projects and of components."""
    gate_layers: Mapping[Scope, Mapping[str, SettingsLayer]] = {}
    """Settings of the tables `gate` and of their subtables for languages.

    The inner keys are languages and groups of languages, separated by commas, or empty for all languages.
    """
    language_groups: Mapping[str, tuple[str, ...]] = {}
    """Languages of each group, by the name of the group."""

    def component_names(self) -> set[Scope]:
        """Return the project and the name of each component that has a table."""
        return {scope for scope in self.layers if scope[1]}


class Settings:
    """Settings files of one folder. If several files contain a setting, the value in the first file is used."""

    def __init__(
        self, folder: str = "", settings_files: Sequence[SettingsFile] = (), excluded_by_option: tuple[str, ...] = ()
    ) -> None:
        """Paths in the settings files are relative to `folder`, an absolute path. It is empty without a settings file.

        `excluded_by_option` are the patterns of the option `--exclude`, which are added to the setting `exclude`.
        """
        self.folder = folder
        self.settings_files = settings_files
        self.excluded_by_option = excluded_by_option
        self.language_groups = {
            name: languages for source in reversed(settings_files) for name, languages in source.language_groups.items()
        }
        """Languages of each group, by the name of the group."""
        self._gate_settings: dict[Scope, tuple[GateSetting, ...]] = {}
        """Results of `gate_settings`, by the most specific gate table that applies."""

    def applicable_layers(self, project: str, component: str) -> Iterator[SettingsLayer]:
        """Yield the layers of settings that apply to a component, in descending order of precedence."""
        for source in self.settings_files:
            yield source.layers.get((project, component), {})
            # The `name` of a project must not become the name of its components.
            layer = source.layers.get((project, ""), {})
            yield {key: setting for key, setting in layer.items() if key != "name"}
            yield source.layers[EVERYWHERE]

    def components(self) -> list[Scope]:
        """Return the project and the component name of each component with its own table, sorted."""
        return sorted({names for source in self.settings_files for names in source.component_names()})

    def has_component(self, component_names: Scope) -> bool:
        return any(component_names in source.layers for source in self.settings_files)

    def project(self) -> str:
        """Return the name of the project: the setting `project`, or the name of the only project table.

        Return '' if the setting is missing, and there is no project table or more than one.
        """
        named = self.find_setting("project")
        tables = {project for source in self.settings_files for project, _ in source.layers if project}
        return str(named.value) if named else min(tables) if len(tables) == 1 else ""

    def find_setting(self, key: str, scope: Scope = EVERYWHERE) -> Setting | None:
        """Return a setting of exactly this scope, from the first file that contains it, or None."""
        layers = (source.layers.get(scope, {}) for source in self.settings_files)
        return next((layer[key] for layer in layers if key in layer), None)

    def named_slices(self) -> dict[str, Setting]:
        """Return the queries in the tables `[slices]` by their names with a mark: `@app`."""
        layers = [source.layers.get(EVERYWHERE, {}) for source in self.settings_files]
        return {name: setting for name, setting in merge_layers(layers).items() if name.startswith(SLICE_MARK)}

    def excluded_patterns(self) -> dict[str, tuple[str, ...]]:
        """Return the patterns of folders that are not searched, by their origin: a file and a line, or the option."""
        setting = self.find_setting("exclude")
        named = {setting.origin: setting.value} if setting is not None and isinstance(setting.value, tuple) else {}
        return {**named, **({"--exclude": self.excluded_by_option} if self.excluded_by_option else {})}

    def check_settings(self) -> CheckSettings:
        found = {key: self.find_setting(key) for key in CheckSettings._fields}
        values: dict[str, Any] = {key: setting.value for key, setting in found.items() if setting is not None}
        return CheckSettings(**values)

    def gate_settings(self, project: str, component: str) -> tuple[GateSetting, ...]:
        """Return the gate settings of a component, sorted by precedence, highest first.

        The first of these rules that applies determines the precedence of two settings:

        1. A setting in the first file overrides a setting in the second file.
        2. A setting for one language overrides a setting for several languages. Both override a setting for all
           languages. A group counts as the languages that it contains.
        3. A setting of the component overrides a setting of the project. Both override a general setting.

        Components to which the same tables apply share one result, because there may be thousands of components and
        tables.
        """
        found: tuple[GateSetting, ...] = ()
        for scope in (EVERYWHERE, (project, ""), (project, component)):
            if any(source.gate_layers.get(scope) for source in self.settings_files):
                found = self._add_gate_layers(scope, found)
        return found

    def _add_gate_layers(self, scope: Scope, wider: tuple[GateSetting, ...]) -> tuple[GateSetting, ...]:
        """Return the gate settings in `wider`, which apply to more components, with those of a project or component."""
        if scope in self._gate_settings:
            return self._gate_settings[scope]
        found = [*wider]
        for position, source in enumerate(self.settings_files):
            for written, layer in source.gate_layers.get(scope, {}).items():
                languages = expand_groups(written.split(","), self.language_groups)
                precedence = 100 * position + 10 * rank_language_scope(languages) + scope.count("")
                found += [
                    GateSetting(key, setting.value, languages, setting.origin, precedence)
                    for key, setting in layer.items()
                ]
        resolved = self._gate_settings[scope] = tuple(sorted(found, key=lambda setting: setting.precedence))
        return resolved


def expand_groups(languages: Iterable[str], groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return languages without empty names. The name of a group is replaced by the languages of the group."""
    names = [name.strip() for name in languages]
    return tuple(language for name in names if name for language in groups.get(name, (name,)))


def rank_language_scope(languages: tuple[str, ...]) -> int:
    """Return the breadth of a setting: 0 for one language, 1 for several languages, 2 for all (an empty tuple)."""
    return min(len(languages) - 1, 1) if languages else 2
