"""One component, fully decided: where its files are, how they are read, and what it is called."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from transtats_cli import paths
from transtats_cli.formats import ReadOptions

DEFAULT_BASE_URL = "http://127.0.0.1:8000"
DEFAULT_LANGUAGE_REGEX = "^[^.]+$"


class CheckSettings(NamedTuple):
    """What the user says of checks, for all components of a run."""

    select: tuple[str, ...] = ()
    """The ids of the checks that run; all where empty."""
    ignore: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Words that are right untranslated."""


class GateSetting(NamedTuple):
    """One thing that is said of the gate, and by whom."""

    key: str
    value: Any
    languages: tuple[str, ...] = ()
    """The languages it is about, in any spelling; all where empty."""
    origin: str = ""
    precedence: int = 0
    """The lowest wins; two of the same may not disagree about a language."""


class GateSettings(NamedTuple):
    """All that settings say of a component's gate."""

    said: tuple[GateSetting, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = {}
    """Languages by the name under which people speak of several."""


class Component(NamedTuple):
    """What settings and discovery agree on; the only thing a scan needs to know of either."""

    project: str
    slug: str
    """The component's address within the project; with its category in front where it lies deeper (`docs/manual`)."""
    root: str
    """The absolute directory that every path here is relative to."""
    filemask: str
    file_format: str = "po"
    template: str = ""
    new_base: str = ""
    source_language: str = "en"
    language_regex: str = DEFAULT_LANGUAGE_REGEX
    aliases: Mapping[str, str] = {}
    """File-name part to language code, before any other rule."""
    paths: Mapping[str, str] = {}
    """Language part to a file outside the mask; it wins over the mask."""
    check_flags: str = ""
    checks: CheckSettings = CheckSettings()
    review: bool = True
    base_url: str = DEFAULT_BASE_URL
    options: ReadOptions = ReadOptions()
    any_xliff: bool = False
    """Each file is read as the version of XLIFF that it is: no settings name the format."""
    excluded: tuple[str, ...] = ()
    """Files that the mask matches and that belong to other components, or to none."""
    boundary: str = ""
    """No link may lead out of this directory; the root where empty."""
    project_name: str = ""
    name: str = ""
    origin: str = ""
    """Where this definition comes from, in a user's words: `component.json`, `transtats.toml`, `found`."""
    notes: tuple[str, ...] = ()
    """What was said of it and could not be used."""
    gate: GateSettings = GateSettings()
    """What it has to reach; this changes no number."""
    real_root: str = ""
    """Directory that messages name instead of the root, where the root is a temporary copy."""

    def from_here(self, path: str) -> str:
        """Return a path below the root as the current directory sees it."""
        return paths.from_here(os.path.join(self.real_root or self.root, path))
