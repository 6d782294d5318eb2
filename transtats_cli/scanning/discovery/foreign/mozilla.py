"""Read `l10n.toml`, the configuration file with the paths of translations in Mozilla's projects."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX
from transtats_cli.formats.detection import EXTENSIONS
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.foreign import (
    LANGUAGE_PLACEHOLDER,
    build_settings_layer,
    expand_pattern_pair,
    find_language_of_source,
    join_path,
    refuse_slow_patterns,
    require_path,
    require_value,
    text_or_empty,
)
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.settings.documents import SettingsError, parse_toml
from transtats_cli.settings.layers import Setting, SettingsLayer

_VARIABLE_PATTERN = re.compile(r"\{ *([a-z0-9_]+) *\}")
_MAX_VARIABLE_DEPTH = 10
"""Maximum depth of nested variables. The value of a variable may contain other variables."""
_MAX_LOCALE_CHARACTERS = 3000
"""Maximum number of characters of all languages in one list. Each entry of the configuration repeats the list."""
_ANDROID_CODES = {"he": "iw", "id": "in", "yi": "ji"}
"""Old language codes that Android uses, by current code."""


def read_components(document: str, text: str, files: Iterable[str]) -> Iterator[Definition]:
    """Yield the components with a supported format that `l10n.toml` describes."""
    content = parse_toml(document, text)
    variables = {key: value for key, value in _table_or_empty(content.get("env")).items() if isinstance(value, str)}
    variables |= dict.fromkeys(("locale", "android_locale"), LANGUAGE_PLACEHOLDER)
    base = require_path(document, "basepath", text_or_empty(content.get("basepath")))
    entries = content.get("paths")
    if not isinstance(entries, list):
        return
    existing = dict.fromkeys(files)
    refuse_slow_patterns(document, len(entries), len(existing))
    for entry in entries:
        reference, localised = (text_or_empty(_table_or_empty(entry).get(key)) for key in ("reference", "l10n"))
        pattern = _resolve_variables(localised, variables)
        if pattern.rpartition(".")[2] not in EXTENSIONS or "{" in pattern or LANGUAGE_PLACEHOLDER not in pattern:
            continue
        for source, target in expand_pattern_pair(join_path(base, reference), join_path(base, pattern), existing):
            mask = str(require_value(document, "filemask", target.replace(LANGUAGE_PLACEHOLDER, "*")))
            language = find_language_of_source(mask, source)
            values = {
                "filemask": mask,
                "new_base": source if source.endswith(".pot") or source in existing else "",
                "source_language": language_spellings.source_language_setting(language),
            }
            layer = {
                **build_settings_layer(document, values),
                **_build_language_filter(document, language, _list_locales(entry) or _list_locales(content)),
            }
            yield Definition(layer, document, source_path=source)


def _build_language_filter(document: str, source_file_language: str, locales: list[str]) -> SettingsLayer:
    """Return the setting `language_regex`, which may be longer than a setting that a user writes, or {}.

    The expression matches `locales`, or any language if `locales` is empty, but not the language in the path of the
    source file. Raises SettingsError if there are too many locales.
    """
    if sum(map(len, locales)) > _MAX_LOCALE_CHARACTERS:
        raise SettingsError(document, f"{len(locales)} languages, too many to be true", key="locales")
    spellings = {spelling for locale in locales for spelling in (locale, _spell_for_android(locale))}
    spellings.discard(source_file_language)
    if locales:
        regex = f"^(?:{'|'.join(map(re.escape, sorted(spellings)))})$"
    elif source_file_language:
        regex = f"^(?!{re.escape(source_file_language)}$){DEFAULT_LANGUAGE_REGEX.removeprefix('^')}"
    else:
        return {}
    return {"language_regex": Setting(regex, document)}


def _spell_for_android(locale: str) -> str:
    """Return the spelling of a locale in Android's resource folders, such as `pt-rBR`."""
    language, *rest = locale.split("-")
    spelled = _ANDROID_CODES.get(language, language)
    if not rest:
        return spelled
    return f"{spelled}-r{rest[0]}" if len(rest) == 1 and len(rest[0]) == 2 else "+".join(["b", language, *rest])


def _list_locales(table: object) -> list[str]:
    listed = _table_or_empty(table).get("locales")
    return [locale for locale in listed if isinstance(locale, str)] if isinstance(listed, list) else []


def _resolve_variables(pattern: str, variables: Mapping[str, str]) -> str:
    for _ in range(_MAX_VARIABLE_DEPTH):
        resolved = _VARIABLE_PATTERN.sub(lambda found: variables.get(found[1], found[0]), pattern)[:1000]
        if resolved == pattern:
            break
        pattern = resolved
    return pattern


def _table_or_empty(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
