"""Definition of a component: location of its translation files, options of the readers, and names."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from transtats_cli import paths
from transtats_cli.formats import ReadOptions
from transtats_cli.languages import Language, resolve_language

DEFAULT_BASE_URL = "http://127.0.0.1:8000"
DEFAULT_LANGUAGE_REGEX = "^[^.]+$"
DEFAULT_SOURCE_LANGUAGE = "en"


class CheckSettings(NamedTuple):
    """Settings of the checks, the same for all components of a run."""

    select: tuple[str, ...] = ()
    """Ids of the checks that run. If empty, all checks run."""
    ignore: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Words that may stay untranslated, for the check `same`."""


class GateSetting(NamedTuple):
    """Value of one setting of `transtats gate`, with the place in a settings file that contains the value."""

    key: str
    value: Any
    languages: tuple[str, ...] = ()
    """Languages that the setting applies to, in any spelling. If empty, the setting applies to all languages."""
    origin: str = ""
    """Option or settings file that contains the value, for messages."""
    precedence: int = 0
    """Rank among the values for the same key and language. The value with the lowest number is used.

    If several values have the lowest number, they must be equal.
    """

    @property
    def is_option(self) -> bool:
        """True if the value comes from an option of the command line, not from a settings file."""
        return self.precedence < 0


class Component(NamedTuple):
    """A component as settings and discovery define it, with all settings that a scan needs."""

    project: str
    slug: str
    """Name of the component in URLs, unique within its project. A category is a prefix: `docs/manual`."""
    root: str
    """Absolute path of the directory that contains the component. All other paths are relative to this directory."""
    filemask: str
    file_format: str = "po"
    template: str = ""
    is_template_found: bool = False
    """True if discovery has chosen the template. Then a template without strings is ignored."""
    new_base: str = ""
    source_language: str = DEFAULT_SOURCE_LANGUAGE
    language_regex: str = DEFAULT_LANGUAGE_REGEX
    aliases: Mapping[str, str] = {}
    """Language codes by the spelling of the language in a path. These codes override all other rules."""
    paths_by_language: Mapping[str, str] = {}
    """Paths of single files from settings or discovery, by the spelling of the language.

    Such a file replaces the file that matches the file mask with the same spelling of the language.
    """
    check_flags: str = ""
    checks: CheckSettings = CheckSettings()
    review: bool = True
    base_url: str = DEFAULT_BASE_URL
    measure: str = ""
    """Measure of the shares that stand for the languages. '' for the default, see `measures.py`."""
    read_options: ReadOptions = ReadOptions()
    detects_xliff_version: bool = False
    """True if no setting names the file format, so that the XLIFF version of each file is detected."""
    excluded_paths: tuple[str, ...] = ()
    """Paths of files that match the file mask but do not belong to this component."""
    link_boundary: str = ""
    """Directory to which symbolic links are restricted: a link to a file outside of it is not followed. If empty, the
    directory is `root`."""
    project_name: str = ""
    name: str = ""
    origin: str = ""
    """Origin of the component's definition, for messages: a settings file such as `transtats.toml`, or `found`."""
    notes: tuple[str, ...] = ()
    """Messages about settings of the component that cannot be used."""
    gate_settings: tuple[GateSetting, ...] = ()
    """Settings of `transtats gate`. These settings do not affect the statistics."""
    language_groups: Mapping[str, tuple[str, ...]] = {}
    """Languages of each group in the settings of `transtats gate`, by the name of the group."""
    displayed_root: str = ""
    """Directory that messages contain instead of `root`, if `root` is a temporary copy. Empty if it is not a copy."""

    @property
    def full_name(self) -> str:
        """Names in URLs of the project and the component: `project/component`."""
        return f"{self.project}/{self.slug}"

    @property
    def name_fields(self) -> dict[str, str]:
        """Names in URLs of the project and the component, as fields of JSON objects."""
        return {"project": self.project, "component": self.slug}

    @property
    def title(self) -> str:
        """Display name of the component: `name` if it is set, otherwise the slug."""
        return self.name or self.slug

    @property
    def project_title(self) -> str:
        """Display name of the project: `project_name` if it is set, otherwise the name in URLs."""
        return self.project_name or self.project

    @property
    def counts_missing_strings(self) -> bool:
        """True if the statistics of a language count the strings that the file of the language lacks.

        In a monolingual component, the strings of the template count for each language. In a bilingual component, only
        the strings in the file count.
        """
        return bool(self.template)

    def resolve_language(self, spelling: str) -> Language:
        """Return the language of a spelling in a path or in an argument, such as `pt-rBR`."""
        return resolve_language(spelling, source_language=self.source_language, aliases=self.aliases)

    def path_for_messages(self, path: str) -> str:
        """Return a path for messages: relative to the current directory, or absolute if that is shorter.

        `path` is relative to the root of the component.
        """
        return paths.path_for_messages(os.path.join(self.displayed_root or self.root, path))
