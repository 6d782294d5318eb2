"""Derive settings from the files of a mask: format, template, source language and encoding."""

import os
import re
from codecs import getincrementaldecoder
from collections.abc import Mapping

from transtats_cli import languages
from transtats_cli.formats import detection
from transtats_cli.formats.detection import CATALOGUE_EXTENSIONS, extension_of, format_of_extension
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.scanning.discovery import groups, sniffing
from transtats_cli.scanning.discovery.grouping import choose_source
from transtats_cli.scanning.discovery.groups import Group
from transtats_cli.scanning.discovery.sniffing import Folder
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import normalize_spelling
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.layers import DISCOVERY_ORIGIN, Setting, SettingsLayer

_MAX_SAMPLED_FILES = 5
"""Maximum number of files that are read to detect the format and the source language of a set.

All files that declare a source language must declare the same language.
"""
_MAX_SAMPLED_TRANSLATIONS = 3
"""Maximum number of translations that are read to detect the format if the source file is not recognised."""
_MIN_LANGUAGES_WITHOUT_SOURCE = 3
"""Minimum number of languages of files whose keys are the source texts."""
_MAX_FILES_WITH_ENCODING = 20
"""Maximum number of files that are read to detect their character encoding."""
_ENGLISH_CODES = ("en", "en_US", "en-US", "en_GB", "en-GB")

SettingValues = dict[str, SettingValue]
"""Values of settings, by name. Empty values are left out."""


def make_layer(values: Mapping[str, SettingValue], origin: str = DISCOVERY_ORIGIN) -> SettingsLayer:
    return {key: Setting(value, origin) for key, value in values.items()}


def derive_settings(folder: Folder, settings_layer: SettingsLayer, *, with_new_base: bool = True) -> SettingsLayer:
    """Return settings that are derived from the files of a mask: format, template, source language.

    `settings_layer` contains the known settings, at least the filemask. With `with_new_base`, the result for PO files
    also contains the gettext template, as the setting `new_base`.
    """
    mask = str(settings_layer["filemask"].value)
    paths = sorted(path for path, *_ in folder.match(mask))
    values: SettingValues | None = None
    if sniffing.is_multilingual_file(mask):
        values = {**sniffing.describe_multilingual_file(folder, mask)}
    elif paths:
        given = str(settings_layer["file_format"].value) if "file_format" in settings_layer else ""
        extensions = FILE_FORMATS[given].extensions if given in FILE_FORMATS else [extension_of(paths[0])]
        is_catalogue = given == "plainxliff" or not set(CATALOGUE_EXTENSIONS).isdisjoint(extensions)
        find_values = _describe_catalogue if is_catalogue else _describe_other_files
        values = find_values(folder, paths, given, settings_layer)
    values = values or {"file_format": sniffing.detect_file_format(folder, [mask])}
    if with_new_base and values["file_format"] in ("po", "po-mono"):
        values["new_base"] = find_gettext_template(folder, mask)
    return make_layer({key: value for key, value in values.items() if value})


def _describe_catalogue(
    folder: Folder, paths: list[str], given_format: str, settings_layer: SettingsLayer
) -> SettingValues:
    first = paths[:_MAX_SAMPLED_FILES]
    # Files are opened only if the settings leave the format open. The name of a PO file is enough to recognise the
    # format, and the settings decide later between `po` and `po-mono`.
    file_format = sniffing.detect_file_format(folder, first) if given_format in ("", "po", "po-mono") else given_format
    values: SettingValues = {"file_format": file_format}
    source_language = ""
    if file_format != "po" and "source_language" not in settings_layer:
        # Files without a declaration are ignored, such as the file of the source language itself.
        declared = {sniffing.read_source_language(folder, path) for path in first} - {None, ""}
        if len(declared) == 1:
            source_language = language_spellings.source_language_setting(declared.pop() or "")
        values["source_language"] = source_language
    if "template" in settings_layer:
        return {**values, "file_format": "po-mono"} if file_format == "po" else values
    # The file of the source language is the mask with this language, English with or without a usual region by default.
    mask, setting = str(settings_layer["filemask"].value), settings_layer.get("source_language")
    language = str(setting.value) if setting else source_language or "en"
    candidates = (mask.replace("*", code) for code in (_ENGLISH_CODES if language == "en" else (language,)))
    path = next((path for path in candidates if path in paths and path != mask), "")
    # Gettext itself reads the files in LC_MESSAGES, so their sources are no keys.
    may_be_keyed = path != "" and not given_format and not (file_format == "po" and "/LC_MESSAGES/" in path)
    is_keyed = may_be_keyed and sniffing.has_keys_as_sources(folder, path)
    if file_format == "xliff" and is_keyed and sniffing.detect_file_format(folder, [path]) == "xliff":
        # The strings of XLIFF 1 are matched by key, so the files must have the same keys for the same ids.
        others = [other for other in paths if other != path][:_MAX_SAMPLED_FILES]
        if sniffing.have_same_sources(folder, path, others):
            values["template"] = path
    if file_format == "po" and path and (is_keyed or given_format == "po-mono"):
        values |= {"file_format": "po-mono", "template": path}
    return values


def find_gettext_template(folder: Folder, mask: str) -> str:
    """Return the path of the `.pot` file beside the translations, or beside the folders of languages.

    The file must have the name of the mask's domain (`django` in `django.*.po`). If the mask has no domain, such as
    `po/*.po`, the only `.pot` file in the folder is returned. '' if there is no such file.
    """
    parent = mask.partition("*")[0].rpartition("/")[0]
    try:
        by_name = folder.listings.list_templates(f"{folder.root}/{parent}/" if parent else f"{folder.root}/")
    except OSError:
        return ""
    domain = groups.extract_domain(mask)
    chosen = by_name.get(normalize_spelling(domain), "")
    if not domain and len(by_name) == 1:
        (chosen,) = by_name.values()
    return f"{parent}/{chosen}" if chosen and parent else chosen


def _describe_other_files(
    folder: Folder, paths: list[str], given_format: str, settings_layer: SettingsLayer
) -> SettingValues | None:
    """Return the settings of files in formats other than PO and XLIFF. None if the files are not recognised.

    If the settings contain the format and a template, or a format that needs no template, only the format is returned.
    """
    template = str(settings_layer["template"].value) if "template" in settings_layer else ""
    if given_format and ("template" in settings_layer or not FILE_FORMATS[given_format].is_monolingual):
        return {"file_format": given_format}
    mask = str(settings_layer["filemask"].value)
    parts = list_language_parts(folder, mask)
    bases = (mask.replace(f"{mark}*", "") for mark in "-_." if f"{mark}*" in mask)
    source = template or choose_source(bases, parts, [mask.replace("*", "Base")], folder.is_file)
    group = Group(mask, parts, source)
    return describe_group(folder, group, is_certain=True) if parts or group.source_path else None


def list_language_parts(folder: Folder, mask: str) -> dict[str, str]:
    """Return the part of each path that is the language, by path, for the files of a mask.

    Files whose paths contain no language are left out.
    """
    found = ((path, languages.find_code_in_path(stars)) for path, stars in folder.match(mask))
    return {path: part for path, part in found if part and language_spellings.is_plausible_language(part)}


def describe_group(folder: Folder, group: Group, *, is_certain: bool = False) -> SettingValues | None:
    """Return the settings of a group of files in a format other than PO and XLIFF. None if they are no translations.

    `is_certain` is True if a user or another tool has named the mask. Then the parts of the paths in place of the star
    count as languages without further evidence.
    """
    if not group.languages and not (is_certain and group.source_path):
        return None
    source = _choose_source_path(folder, group)
    first = source or min(group.language_parts)
    # A source file without strings is not recognised, so a translation decides.
    samples = (first, *sorted(group.language_parts)[:_MAX_SAMPLED_TRANSLATIONS])
    file_format = next(filter(None, (_read_format(folder, path) for path in samples)), "")
    if not file_format and is_certain and not detection.needed_byte_count(first):
        file_format = format_of_extension(extension_of(first)) or ""
    if not file_format or not (is_certain or _has_enough_languages(group, file_format, has_source=bool(source))):
        return None
    described = FILE_FORMATS[file_format]
    if not described.may_have_template or described.contains_sources:
        return {"file_format": file_format}
    is_keyed = (
        described.keys_may_be_sources
        and group.distinct_language_count >= _MIN_LANGUAGES_WITHOUT_SOURCE
        and sniffing.has_texts_as_names(b"\n".join(map(folder.read_beginning, samples[1:])))
    )
    if is_keyed and _find_source_language(group.language_parts.get(source, "")):
        # The names are the English texts, so a file for `en_GB` is a translation.
        source = ""
    is_usable = described.may_have_source_column or is_keyed or (is_certain and not described.is_monolingual)
    if not (source or is_usable):
        return None
    has_column = (
        described.may_have_source_column and source and b"source" in folder.read_beginning(source, 1000).lower()
    )
    paths = [*sorted(group.language_parts), *filter(None, [source])]
    values: SettingValues = {
        "file_format": file_format,
        "template": "" if has_column else source,
        "source_language": _find_source_language(group.language_parts.get(source, "")),
        "file_format_params": _detect_encoding(folder, file_format, paths),
    }
    return {key: value for key, value in values.items() if value}


def _read_format(folder: Folder, path: str) -> str:
    """Return the format of a file according to its content, or `appstore` for a folder. '' for an unknown format."""
    if os.path.isdir(folder.join(path)):
        return "appstore"
    beginning = folder.read_beginning(path, detection.needed_byte_count(path))
    found = detection.detect_format(beginning, path)
    # Laravel's folder also contains the messages of its validation.
    sibling = f"{path.rpartition('/')[0]}/validation.php".lstrip("/")
    if found == "php" and b"return [" in beginning and b":attribute" in folder.read_beginning(sibling):
        return "laravel"
    return found


def _has_enough_languages(group: Group, file_format: str, *, has_source: bool) -> bool:
    """True if the paths of a group contain languages, and not only words that look like language codes.

    Examples of such words are `is` (also the code of Icelandic) and `app`.
    """
    if FILE_FORMATS[file_format].is_translation_only:
        return True
    # Two letters are a language if English is at the same place of another path. Three letters may be any word.
    short = sum(len(part) == 2 or language_spellings.is_distinct_language(part) for part in group.languages)
    has_several = group.distinct_language_count > 0 and has_source + short >= 2
    has_source_language = short > 0 and group.source_path in group.language_parts
    is_usual = group.is_in_translation_folder and len(group.languages) + has_source >= 2
    return has_several or has_source_language or is_usual


def _choose_source_path(folder: Folder, group: Group) -> str:
    """Return the path of the file with the source texts. '' if there is no such file.

    In a browser extension, `default_locale` in the file `manifest.json` is the source language.
    """
    parent, _, name = group.mask.rpartition("/")
    if name != "messages.json" or not parent.endswith("_locales/*"):
        return group.source_path
    manifest = folder.read_beginning(f"{parent.removesuffix('_locales/*')}manifest.json")
    found = re.search(rb'"default_locale"\s*:\s*"([\w-]+)"', manifest)
    path = group.mask.replace("*", found[1].decode()) if found else ""
    return path if path in group.language_parts else group.source_path


def _find_source_language(path_part: str) -> str:
    """Return the code of the language in the path of a template. '' for the default: `en`, `en_US`, `Base` or ''."""
    code = languages.language_by_code(path_part).code if path_part and path_part.lower() != "base" else ""
    return "" if code in ("en", "en_US") else code


def _detect_encoding(folder: Folder, file_format: str, paths: list[str]) -> dict[str, str]:
    """Return the format parameter with the character encoding of files, as a mapping with one item.

    {} if the encoding is the default of the format, if it is unknown, or if the files have different encodings.
    """
    parameter = FILE_FORMATS[file_format].encoding
    if parameter is None or not parameter.is_detected:
        return {}
    encodings = {_detect_unicode(folder.read_beginning(path)) for path in paths[:_MAX_FILES_WITH_ENCODING]}
    encodings.discard("ascii")
    found = encodings.pop() if len(encodings) == 1 else ""
    return {} if found in ("", parameter.default) else {parameter.name: found}


def _detect_unicode(beginning: bytes) -> str:
    """Return the encoding of the beginning of a file: `ascii`, `utf-8` or `utf-16`. '' for any other encoding."""
    if beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        # The last character of the beginning may be incomplete.
        getincrementaldecoder("utf-8")().decode(beginning)
    except UnicodeDecodeError:
        return ""
    return "ascii" if beginning.isascii() else "utf-8"
