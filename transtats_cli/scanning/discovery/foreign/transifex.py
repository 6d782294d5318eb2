"""Read `.tx/config`, the configuration file with the resources of a Transifex project."""

import configparser
import re
from collections.abc import Iterable, Iterator, Mapping

from transtats_cli.formats.detection import CATALOGUE_EXTENSIONS, EXTENSIONS
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.foreign import build_settings_layer, require_path, require_value
from transtats_cli.scanning.discovery.naming import make_slug
from transtats_cli.settings.documents import SettingsError

_MAX_PERCENTAGE = 100
_MAX_ALIASES = 500_000
"""Maximum number of entries in the shared `lang_map`, multiplied by the number of sections that get a copy."""
_MAX_SPACES = 200
"""Maximum number of spaces in a row. Parsing takes time quadratic in this number."""
_CATALOGUE_TYPES = ("PO", "XLIFF")
"""Types of resources that are supported with any file extension."""
_LANGUAGE_PLACEHOLDER = "<lang>"


def read_components(document: str, text: str, files: Iterable[str]) -> Iterable[Definition]:
    """Return a component for each resource in `.tx/config` that has a supported format.

    Raises SettingsError if the configuration file is invalid.
    """
    # Values contain `%`, which has no meaning here, and language codes are case-sensitive. No section is a default for
    # the others, because each of them would get a copy of its options.
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",), default_section="\0")
    parser.optionxform = str  # type: ignore[method-assign,assignment]
    if spaces := re.search(rf"[^\S\n]{{{_MAX_SPACES + 1}}}", text):
        place = text.count("\n", 0, spaces.start()) + 1
        raise SettingsError(document, f"more than {_MAX_SPACES} spaces in a row; use fewer", line=place)
    try:
        parser.read_string(text, source=document)
    except configparser.Error as error:
        line = getattr(error, "lineno", None) or next((number for number, _ in getattr(error, "errors", ())), None)
        raise SettingsError(document, "not in the form of [section] and name = value lines", line=line) from error
    shared = _parse_language_map(parser.get("main", "lang_map", fallback=""))
    if len(shared) * len(parser.sections()) > _MAX_ALIASES:
        reason = f"{len(shared)} codes for {len(parser.sections())} sections, too many together; shorten lang_map"
        raise SettingsError(document, reason, key="lang_map")
    return _convert_sections(document, parser, shared)


def _convert_sections(
    document: str, parser: configparser.RawConfigParser, shared_aliases: Mapping[str, str]
) -> Iterator[Definition]:
    for section in parser.sections():
        names = _parse_section_name(section)
        options = parser[section]
        mask = options.get("file_filter", "").replace(_LANGUAGE_PLACEHOLDER, "*")
        kind, extension = options.get("type", "").upper(), mask.rpartition(".")[2]
        # With another type, PO and XLIFF files are probably not translations of this format.
        extensions = set(EXTENSIONS).difference(CATALOGUE_EXTENSIONS if kind else ())
        is_supported = kind in _CATALOGUE_TYPES or extension in extensions
        if names is None or "*" not in mask or not is_supported:
            continue
        place = f"{document} [{section}]"
        source = require_path(place, "source_file", options.get("source_file", ""))
        least = _parse_percentage(place, options.get("minimum_perc", parser.get("main", "minimum_perc", fallback="")))
        values: dict[str, object] = {
            "filemask": mask,
            "new_base": source if source.endswith(".pot") else "",
            "source_language": options.get("source_lang", ""),
            "fail_under": least,
            "aliases": {**shared_aliases, **_parse_language_map(options.get("lang_map", ""))},
        }
        paths = {}
        for option, value in options.items():
            if option.startswith("trans."):
                language = require_value(place, "source_language", option.removeprefix("trans."), option)
                paths[str(language)] = require_path(place, option, value)
        project, resource = map(make_slug, names)
        yield Definition(build_settings_layer(place, values), place, project, resource, paths, source)


def _parse_section_name(section: str) -> tuple[str, str] | None:
    """Parse the name of a section in `.tx/config`, and return project and resource.

    The name is `o:organisation:p:project:r:resource`, or `project.resource` in older files. None for any other name.
    """
    parts = section.split(":")
    if len(parts) == 6 and parts[0::2] == ["o", "p", "r"]:
        return parts[3], parts[5]
    project, dot, resource = section.partition(".")
    return (project, resource) if dot and project and resource and ":" not in section else None


def _parse_percentage(document: str, text: str) -> int | None:
    """Parse `minimum_perc`. None if it is missing, 0 or not a number. Raises SettingsError if it is more than 100."""
    number = text.strip()
    if not re.fullmatch("[0-9]{1,9}", number):
        return None
    if int(number) > _MAX_PERCENTAGE:
        raise SettingsError(document, f"{number} is more than {_MAX_PERCENTAGE} percent", key="minimum_perc")
    return int(number) or None


def _parse_language_map(text: str) -> dict[str, str]:
    """Parse a `lang_map` such as `pt_BR: pt-br, ...` into a mapping from local codes to Transifex codes."""
    pairs = (pair.partition(":") for pair in text.replace("\n", ",").split(","))
    return {local.strip(): code.strip() for code, colon, local in pairs if colon and local.strip() and code.strip()}
