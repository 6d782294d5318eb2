"""Definition of a component: the result of discovery, before the settings files and the command line override it."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from transtats_cli.formats.detection import CATALOGUE_EXTENSIONS
from transtats_cli.paths import relative_path
from transtats_cli.settings.documents import COMPONENT_FILE
from transtats_cli.settings.layers import DISCOVERY_ORIGIN, SettingsLayer

RULE_NAMED_AFTER_PATHS = "the path of the file mask without folders for translations"
RULE_NAMED_AFTER_FOLDERS = "the folders PROJECT/COMPONENT below the root"
RULE_NAMED_AFTER_COMPONENT_JSON = "the folder of component.json"
RULE_NAMED_BY_TOOL = "the names in the configuration of another tool"
RULE_NAMED_ON_COMMAND_LINE = "the names on the command line"
"""Rules for the names of a project and a component, as phrases for `transtats explain`."""

ComponentNames = tuple[str, str]
"""Names of a project and a component."""


class Definition(NamedTuple):
    """Files of a component, and their settings in the source that defines it. Paths are relative to `root`."""

    settings_layer: SettingsLayer
    """Settings in the source. Without a filemask, the settings files or the command line contain one."""
    origin: str = DISCOVERY_ORIGIN
    """File or option that defines the component, such as `component.json`, or `found` if no file defines it."""
    project: str = ""
    slug: str = ""
    """Names of the project and the component. '' until a name is chosen."""
    paths_by_language: Mapping[str, str] = {}
    """Paths of translation files that the mask does not match, by language."""
    source_path: str = ""
    """Path of the source file that the configuration of another tool names, or ''."""
    root: str = ""
    """Absolute path of the component's root directory. '' in the configuration of another tool: its folder."""
    link_boundary: str = ""
    """Absolute path of the directory that links may not lead out of."""
    excluded_paths: tuple[str, ...] = ()
    """Paths that the mask matches, but that do not belong to the component."""
    names_rule: str = RULE_NAMED_AFTER_PATHS
    """Rule by which the names were chosen. A table in the settings can still replace the name of the component."""

    @property
    def names(self) -> ComponentNames:
        return self.project, self.slug

    @property
    def has_component_json(self) -> bool:
        """True if a component.json defines the component.

        The translation files are then searched for other settings only if `file_format` is missing.
        """
        return self.origin == COMPONENT_FILE

    @property
    def mask(self) -> str:
        return str(self.settings_layer["filemask"].value)

    @property
    def is_catalogue(self) -> bool:
        """True for PO and XLIFF files."""
        return self.mask.rpartition(".")[2] in CATALOGUE_EXTENSIONS

    def mask_below(self, folder: str) -> str:
        """Return the file mask relative to a folder, whose path is absolute. It begins with `..` outside of it."""
        return relative_path(os.path.join(self.root, self.mask), folder)
