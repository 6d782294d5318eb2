"""Definition of a component: location of its files, reading options and name."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from transtats_cli import paths
from transtats_cli.formats import ReadOptions

DEFAULT_BASE_URL = "http://127.0.0.1:8000"
DEFAULT_LANGUAGE_REGEX = "^[^.]+$"


class CheckSettings(NamedTuple):
    """Settings of the checks, the same for all components of a run."""

    select: tuple[str, ...] = ()
    """Ids of the checks to run. If empty, all checks run."""
    ignore: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Words that are correct without translation."""


class GateSetting(NamedTuple):
    """One setting of the gate, with its origin."""

    key: str
    value: Any
    languages: tuple[str, ...] = ()
    """Languages that the setting applies to, in any spelling. If empty, it applies to all."""
    origin: str = ""
    precedence: int = 0
    """The lowest precedence wins. Two settings of equal precedence must not contradict each other."""


class GateSettings(NamedTuple):
    """Settings of the gate for one component."""

    entries: tuple[GateSetting, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = {}
    """Groups of languages by name."""


class Component(NamedTuple):
    """A component as settings and discovery define it. A scan needs no other settings."""

    project: str
    slug: str
    """Slug within the project. A component in a category includes the category: `docs/manual`."""
    root: str
    """Absolute path of the directory that all other paths are relative to."""
    filemask: str
    file_format: str = "po"
    template: str = ""
    new_base: str = ""
    source_language: str = "en"
    language_regex: str = DEFAULT_LANGUAGE_REGEX
    aliases: Mapping[str, str] = {}
    """Language codes by file-name part. Takes precedence over all other rules."""
    paths: Mapping[str, str] = {}
    """Files outside the mask, by language part. Takes precedence over the mask."""
    check_flags: str = ""
    checks: CheckSettings = CheckSettings()
    review: bool = True
    base_url: str = DEFAULT_BASE_URL
    options: ReadOptions = ReadOptions()
    any_xliff: bool = False
    """Detect the version of XLIFF of each file. True if no setting names the format."""
    excluded: tuple[str, ...] = ()
    """Files that match the mask but do not belong to this component."""
    boundary: str = ""
    """Directory that no link may leave. If empty, the root."""
    project_name: str = ""
    name: str = ""
    origin: str = ""
    """Source of the definition, for messages: `component.json`, `transtats.toml`, `found`."""
    notes: tuple[str, ...] = ()
    """Notes about settings that could not be used."""
    gate: GateSettings = GateSettings()
    """Settings of the gate. They do not affect the statistics."""
    real_root: str = ""
    """Directory that messages name instead of the root, if the root is a temporary copy."""

    def from_here(self, path: str) -> str:
        """Return a path below the root relative to the current directory."""
        return paths.from_here(os.path.join(self.real_root or self.root, path))
