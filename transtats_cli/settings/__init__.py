"""Settings files, from the nearest folder that has one: what they say, and where they say it."""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from transtats_cli.component import GateSetting, GateSettings
from transtats_cli.settings.keys import Value

SETTINGS_FILE = "transtats.toml"
PROJECT_FILE = "pyproject.toml"
FOUND = "found"
"""The origin of what nobody has said: discovery."""


class Setting(NamedTuple):
    """A value, and who says so."""

    value: Value
    origin: str


Layer = Mapping[str, Setting]
"""The settings that one place gives, by key."""


class GateTable(NamedTuple):
    """What one table says of gates: all of them, a project's or a component's; of all languages, or of some."""

    project: str
    component: str
    languages: str
    layer: Layer


class Source(NamedTuple):
    """What one settings file says, from the general to the particular."""

    document: str
    general: Layer
    projects: Mapping[str, Layer]
    components: Mapping[tuple[str, str], Layer]
    gates: Mapping[tuple[str, str], tuple[GateTable, ...]] = {}
    """Gate tables by project and component, both of which are empty in a table that is about all of them."""
    groups: Mapping[str, tuple[str, ...]] = {}
    """Languages by the name that a gate may call them."""

    def layers(self, project: str, component: str) -> Iterator[Layer]:
        """All that concerns a component, the particular first."""
        yield self.components.get((project, component), {})
        # A project's name is not its components' name.
        yield {key: setting for key, setting in self.projects.get(project, {}).items() if key != "name"}
        yield self.general

    def gate_tables(self, project: str, component: str) -> Iterator[GateTable]:
        """The gate tables that hold for a component, the general ones first."""
        for names in (("", ""), (project, ""), (project, component)):
            yield from self.gates.get(names, ())


class Settings(NamedTuple):
    """All settings files of one folder; the first that says something wins."""

    folder: str = ""
    """Absolute; paths in the files start here. Empty when there is no settings file."""
    sources: tuple[Source, ...] = ()

    def layers(self, project: str, component: str) -> Iterator[Layer]:
        for source in self.sources:
            yield from source.layers(project, component)

    def components(self) -> list[tuple[str, str]]:
        """The project and component names that have settings of their own."""
        return sorted({names for source in self.sources for names in source.components})

    def describes(self, names: tuple[str, str]) -> bool:
        """Return True if the component with this project and name has settings of its own."""
        return any(names in source.components for source in self.sources)

    def project_name(self, project: str) -> Setting | None:
        layers = (source.projects.get(project, {}) for source in self.sources)
        return next((layer["name"] for layer in layers if "name" in layer), None)

    def texts(self, key: str) -> tuple[str, ...]:
        """A general list: `exclude`, `select`, `ignore` or `words`."""
        for source in self.sources:
            value = source.general[key].value if key in source.general else None
            if isinstance(value, tuple):
                return value
        return ()

    def gate(self, project: str, component: str) -> GateSettings:
        """What is said of a component's gate.

        A language's own limit wins over that of a group, and both over those of all; then the component's over the
        project's, and that over everybody's.
        """
        groups = self._groups()
        said: list[GateSetting] = []
        for place, source in enumerate(self.sources):
            for table in source.gate_tables(project, component):
                languages = expanded(table.languages, groups)
                general = (not table.component) + (not table.project)
                precedence = 100 * place + 10 * breadth(languages) + general
                said += [
                    GateSetting(key, setting.value, languages, setting.origin, precedence)
                    for key, setting in table.layer.items()
                ]
        return GateSettings(tuple(sorted(said, key=lambda setting: setting.precedence)), groups)

    def _groups(self) -> Mapping[str, tuple[str, ...]]:
        """Languages by group; one mapping for all components where a single file has groups."""
        with_groups = [source.groups for source in self.sources if source.groups]
        if len(with_groups) == 1:
            return with_groups[0]
        return {name: languages for groups in reversed(with_groups) for name, languages in groups.items()}


def expanded(languages: str, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The languages of a text like `fr, nordic`, where groups stand for their languages."""
    names = [name.strip() for name in languages.split(",")]
    return tuple(language for name in names if name for language in groups.get(name, (name,)))


def breadth(languages: tuple[str, ...]) -> int:
    """How general it is what is said of these languages: of one, of several, of all."""
    return min(len(languages) - 1, 1) if languages else 2


def load(root: str) -> Settings:
    """The settings that hold in a directory: its own, or those of the nearest folder above within its repository."""
    for folder in folders_upward(root):
        present = [name for name in (SETTINGS_FILE, PROJECT_FILE) if os.path.lexists(os.path.join(folder, name))]
        if present:
            from transtats_cli.settings.grammar import source

            found = (source(os.path.join(folder, name)) for name in present)
            sources = tuple(each for each in found if each is not None)
            if sources:
                return Settings(folder, sources)
    return Settings()


def in_toml(value: Value) -> str:
    """The value as a settings file says it."""
    from json import dumps

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        # Of the escapes of JSON, TOML lacks none; it only wants one more character escaped.
        return dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    return "{" + ", ".join(f"{in_toml(key)} = {in_toml(each)}" for key, each in value.items()) + "}"


def folders_upward(root: str) -> Iterator[str]:
    """The directory, then the folders above it up to the top of its repository; alone where it is in none."""
    start = os.path.abspath(root)
    folders = [start]
    while not os.path.lexists(os.path.join(folders[-1], ".git")):
        parent = os.path.dirname(folders[-1])
        if parent == folders[-1]:
            return iter([start])
        folders.append(parent)
    return iter(folders)
