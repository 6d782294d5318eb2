"""Find the sets of translation files in a folder.

A set is described in a configuration file of another tool, or is derived from paths and from the content of files. If
the description does not contain a setting, the setting is derived from the translation files.
"""

import os
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from transtats_cli import languages
from transtats_cli.formats.table import CATALOGUE_EXTENSIONS, FILE_FORMATS
from transtats_cli.scanning.discovery import layouts, sniffing
from transtats_cli.scanning.discovery.conventions.description import describe_mask
from transtats_cli.scanning.discovery.evidence import LanguageEvidence
from transtats_cli.scanning.discovery.finder import propose_layouts
from transtats_cli.scanning.discovery.layouts import FileLayout
from transtats_cli.scanning.discovery.left_out import SOURCE_FILE_REASON, UNDETERMINED_REASON, is_test_data
from transtats_cli.scanning.discovery.sets import FileSets
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import FolderListings, normalize_spelling
from transtats_cli.scanning.filemask.matching import find_matches
from transtats_cli.settings import DISCOVERY_ORIGIN, Setting, SettingsLayer

_MAX_SAMPLED_FILES = 5
_ENGLISH_CODES = ("en", "en_US", "en-US", "en_GB", "en-GB")
"""Maximum number of files that are read to detect the format and the source language of a set.

All files that declare a source language must declare the same language.
"""


class ComponentCandidate(NamedTuple):
    """Set of translation files in a folder, which may become a component. Paths of files are relative to the folder."""

    folder: str
    """Path of the folder, relative to the root of the tree."""
    settings_layer: SettingsLayer
    """Settings of the component, at least the filemask."""
    origin: str = DISCOVERY_ORIGIN
    """Configuration file of another tool that describes the set, or `found`."""
    project: str = ""
    """Name of the project in the configuration of another tool, or ''."""
    slug: str = ""
    """Name of the component in the configuration of another tool, or ''."""
    paths_by_language: Mapping[str, str] = {}
    """Paths of translation files that the mask does not match, by language."""
    excluded_paths: tuple[str, ...] = ()
    """Files that the mask matches, but that belong to other sets."""

    @property
    def mask(self) -> str:
        return str(self.settings_layer["filemask"].value)

    @property
    def is_catalogue(self) -> bool:
        """True for PO and XLIFF files."""
        return self.mask.rpartition(".")[2] in CATALOGUE_EXTENSIONS


class FolderCandidates(NamedTuple):
    """Sets of translation files in a folder, and the files in no set."""

    candidates: list[ComponentCandidate]
    left_out_reasons: dict[str, str]
    """Reason for each file that is in no set, by path. '' if the file has to be read to determine the reason."""


def derive_candidates(
    tree: DirectoryTree,
    top_folder: str,
    paths: Sequence[str],
    claimed_paths: Set[str] = frozenset(),
    listings: FolderListings | None = None,
) -> FolderCandidates:
    """Find sets of translation files among the paths of a folder. Other files in the folder are ignored.

    The rules of `layouts` are applied first, then the rule for files of a single language, then translation-finder.
    `claimed_paths` are files that already belong to components.
    """
    root = tree.to_absolute_path(top_folder)
    listings = listings or FolderListings()
    evidence = LanguageEvidence(root, paths, tree.root)
    sets = FileSets(root, paths, evidence, claimed_paths, listings)
    sets.add_layouts(layouts.find_layouts(paths, evidence.supports_layout))
    left = [path for path in sets.list_remaining_paths() if path not in sets.source_paths]
    language = _find_common_language(left, evidence)
    if language:
        single = [
            ComponentCandidate(
                top_folder, _build_settings_layer({"filemask": path}), paths_by_language={language: path}
            )
            for path in left
        ]
        return FolderCandidates(
            [*_build_candidates(top_folder, sets, left), *single],
            {**_explain_source_files(sets), **sets.left_out_reasons},
        )
    is_first = not sets.sets_by_path
    theirs = [path for path in left if is_first or _is_in_language_folder(path)]
    if theirs:
        sets.add_layouts(
            _propose_layouts(
                root, theirs, evidence, listings, claimed_paths=None if is_first else sets.sets_by_path.keys()
            )
        )
    left_out = {
        **dict.fromkeys(sets.list_remaining_paths(), UNDETERMINED_REASON),
        **_explain_source_files(sets),
        **sets.left_out_reasons,
    }
    return FolderCandidates(_build_candidates(top_folder, sets), left_out)


def _build_candidates(
    top_folder: str, file_sets: FileSets, single_files: Sequence[str] = ()
) -> list[ComponentCandidate]:
    """Return a candidate for each set.

    `single_files` are files that become components of their own. They are excluded from all sets.
    """
    return [
        ComponentCandidate(
            top_folder,
            _build_settings_layer(each.to_setting_values()),
            excluded_paths=tuple(sorted(each.list_excluded_paths().union(each.find_rejected_paths(single_files)))),
        )
        for each in file_sets.sorted_sets()
    ]


def _build_settings_layer(values: Mapping[str, str]) -> SettingsLayer:
    return {key: Setting(value, DISCOVERY_ORIGIN) for key, value in values.items()}


def _find_common_language(paths: Sequence[str], evidence: LanguageEvidence) -> str:
    """Return the language of files whose paths do not contain a language.

    '' if the language is unknown, or if it is English.
    """
    ordinary = [path for path in paths if not is_test_data(path)]
    language = evidence.infer_common_language(ordinary or paths) if paths else ""
    is_other = language != "" and languages.language_by_code(language).base_code != "en"
    return language if is_other else ""


def _explain_source_files(file_sets: FileSets) -> dict[str, str]:
    """Return the reason for each file in no set that has the path of a source file, by path."""
    return {path: SOURCE_FILE_REASON for path in file_sets.list_remaining_paths() if path in file_sets.source_paths}


def _is_in_language_folder(path: str) -> bool:
    """True if a folder in the path is named after a language.

    After sets of files were found, only such paths are passed to translation-finder. Other paths are probably source
    texts.
    """
    return any(map(language_spellings.is_distinct_language, path.split("/")[:-1]))


def _propose_layouts(
    root: str,
    paths: Sequence[str],
    evidence: LanguageEvidence,
    listings: FolderListings,
    *,
    claimed_paths: Set[str] | None,
) -> list[FileLayout]:
    """Return the layouts that translation-finder proposes for paths. Layouts without enough evidence are left out.

    `claimed_paths` contains the paths that are already in a set, or is None if there are no sets. If there are sets,
    only layouts with the language in the name of a folder are returned, because translation-finder treats any name as a
    language. Layouts that match a path in a set are also left out.
    """
    proposed = propose_layouts(root, paths, listings)
    if claimed_paths is None:
        return [layout for layout in proposed if evidence.supports_layout(layout, frozenset())]
    return [
        layout
        for layout in proposed
        if "*" in layout.mask.split("/")[:-1]
        and layout.distinct_language_count
        and claimed_paths.isdisjoint(path for path, *_ in find_matches(root, layout.mask, listings))
    ]


def derive_settings(
    root: str,
    settings_layer: SettingsLayer,
    listings: FolderListings | None = None,
    *,
    link_boundary: str = "",
    with_new_base: bool = True,
) -> SettingsLayer:
    """Return settings that are derived from the files of a mask: format, template, source language.

    `settings_layer` contains the known settings, at least the filemask. Links that lead out of `link_boundary` are not
    read. If `link_boundary` is '', the boundary is `root`. With `with_new_base`, the result for PO files also contains
    the gettext template, as the setting `new_base`.
    """
    mask = str(settings_layer["filemask"].value)
    listings = listings or FolderListings()
    paths = sorted(path for path, *_ in find_matches(root, mask, listings))
    link_boundary = link_boundary or root
    if sniffing.is_multilingual_file(mask):
        values: dict[str, Any] = {**sniffing.describe_multilingual_file(os.path.join(root, mask), link_boundary)}
    elif paths:
        values = _detect_settings(root, link_boundary, paths, settings_layer, listings)
    else:
        values = {"file_format": sniffing.detect_file_format([mask], root)}
    if with_new_base and values["file_format"] in ("po", "po-mono"):
        values["new_base"] = find_gettext_template(root, mask, listings)
    return {key: Setting(value, DISCOVERY_ORIGIN) for key, value in values.items() if value}


def _detect_settings(
    root: str, link_boundary: str, paths: list[str], settings_layer: SettingsLayer, listings: FolderListings
) -> dict[str, Any]:
    first = [os.path.join(root, path) for path in paths[:_MAX_SAMPLED_FILES]]
    given_format = str(settings_layer["file_format"].value) if "file_format" in settings_layer else ""
    if not _is_catalogue_format_or_extension(given_format or paths[0].rpartition(".")[2].lower()):
        return _detect_settings_by_convention(root, link_boundary, settings_layer, listings)
    # Files are opened only if the settings leave the format open. The name of a PO file is enough to recognise the
    # format, and the settings decide later between `po` and `po-mono`.
    file_format = (
        sniffing.detect_file_format(first, link_boundary) if given_format in ("", "po", "po-mono") else given_format
    )
    values = {"file_format": file_format}
    if file_format != "po":
        if "source_language" not in settings_layer:
            values["source_language"] = _detect_source_language(first, link_boundary)
        if file_format == "xliff" and settings_layer.keys().isdisjoint({"file_format", "template"}):
            values["template"] = _find_keyed_xliff_template(
                root, link_boundary, paths, _find_source_file(paths, settings_layer, values.get("source_language", ""))
            )
    elif "template" in settings_layer:
        values["file_format"] = "po-mono"
    else:
        values |= _detect_monolingual_po(root, link_boundary, paths, settings_layer)
    return values


def _is_catalogue_format_or_extension(name: str) -> bool:
    """Return True if `name` is a format of PO or XLIFF files, or an extension of these files."""
    if name == "plainxliff":
        return True
    extensions = FILE_FORMATS[name].extensions if name in FILE_FORMATS else (name,)
    return not set(CATALOGUE_EXTENSIONS).isdisjoint(extensions)


def _detect_settings_by_convention(
    root: str, link_boundary: str, settings_layer: SettingsLayer, listings: FolderListings
) -> dict[str, Any]:
    """Return the settings of files in formats other than PO and XLIFF, by name of the setting.

    `settings_layer` contains at least the file mask. If this layer contains the format and a template, or a format that
    needs no template, only the format is returned. Otherwise, format, template and source language are detected from
    the files of the mask. If the files are not recognised, only a format is returned, according to the extension.
    """
    format_setting = settings_layer.get("file_format")
    if format_setting is not None and (
        "template" in settings_layer or not FILE_FORMATS[str(format_setting.value)].is_monolingual
    ):
        return {"file_format": str(format_setting.value)}
    mask = str(settings_layer["filemask"].value)
    template = str(settings_layer["template"].value) if "template" in settings_layer else ""
    description = describe_mask(root, mask, template, listings, link_boundary)
    if description is None:
        return {"file_format": sniffing.detect_file_format([mask], root)}
    return description.to_setting_values()


def _detect_monolingual_po(
    root: str, link_boundary: str, paths: list[str], settings_layer: SettingsLayer
) -> dict[str, str]:
    """Return the format and the template of PO files whose sources are keys. {} if the files contain the source texts.

    The template is the PO file of the source language. If the settings contain the format, this format must be
    `po-mono`. Otherwise, nearly all sources in the template must be keys, and the files must not be in LC_MESSAGES,
    because gettext itself reads the files in such folders.
    """
    path = _find_source_file(paths, settings_layer)
    if not path:
        return {}
    if "file_format" in settings_layer:
        is_wanted = settings_layer["file_format"].value == "po-mono"
    else:
        is_wanted = "/LC_MESSAGES/" not in path and sniffing.has_keys_as_sources(
            os.path.join(root, path), link_boundary
        )
    return {"file_format": "po-mono", "template": path} if is_wanted else {}


def _find_keyed_xliff_template(root: str, link_boundary: str, paths: list[str], source_path: str) -> str:
    """Return `source_path` if the sources of this XLIFF 1 file are keys, and other files have the same. Otherwise ''.

    The strings of a monolingual component are matched by their ids. So the ids must belong to the same keys in all
    files.
    """
    template = os.path.join(root, source_path)
    if (
        not source_path
        or sniffing.detect_file_format([template], link_boundary) != "xliff"
        or not sniffing.has_keys_as_sources(template, link_boundary)
    ):
        return ""
    others = [os.path.join(root, path) for path in paths if path != source_path][:_MAX_SAMPLED_FILES]
    return source_path if sniffing.have_same_sources(template, others, link_boundary) else ""


def _find_source_file(paths: list[str], settings_layer: SettingsLayer, detected_language: str = "") -> str:
    """Return the one of `paths` that is the mask with the source language in the place of each star. '' if none is.

    The language in the settings takes precedence over `detected_language`. The default is `en`, with or without a
    usual region.
    """
    mask = str(settings_layer["filemask"].value)
    setting = settings_layer.get("source_language")
    language = str(setting.value) if setting else detected_language or "en"
    candidates = (mask.replace("*", code) for code in (_ENGLISH_CODES if language == "en" else (language,)))
    return next((path for path in candidates if path in paths and path != mask), "")


def _detect_source_language(paths: list[str], link_boundary: str) -> str:
    """Return the code of the source language that the files declare.

    '' if the files declare no language, several languages or an unlisted language, and for English. Files without a
    declaration are ignored, such as the file of the source language itself.
    """
    declared = (sniffing.read_source_language(path, link_boundary) for path in paths)
    source_languages = {language for language in declared if language}
    return language_spellings.source_language_setting(min(source_languages)) if len(source_languages) == 1 else ""


def find_gettext_template(root: str, mask: str, listings: FolderListings | None = None) -> str:
    """Return the path of the `.pot` file beside the translations, or beside the folders of languages.

    The file must have the name of the mask's domain (`django` in `django.*.po`). If the mask has no domain, such as
    `po/*.po`, the only `.pot` file in the folder is returned. '' if there is no such file.
    """
    folder = mask.partition("*")[0].rpartition("/")[0]
    try:
        templates = (
            (listings or FolderListings()).list_folder(f"{root}/{folder}/" if folder else f"{root}/").templates_by_name
        )
    except OSError:
        return ""
    domain = layouts.extract_domain(mask)
    names = templates.get(normalize_spelling(domain), ())
    if not domain and len(templates) == 1:
        (names,) = templates.values()
        names = () if len(names) > 1 else names
    chosen = names[0] if names else ""
    return f"{folder}/{chosen}" if chosen and folder else chosen
