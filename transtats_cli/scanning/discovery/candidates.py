"""Find the sets of translation files in a folder.

A set is described in a document of another tool, or is derived from paths and from the content of files. Settings that
a description lacks are derived from the files.
"""

import os
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.discovery import foreign, layouts, sniffing
from transtats_cli.scanning.discovery.evidence import Evidence
from transtats_cli.scanning.discovery.layouts import Layout
from transtats_cli.scanning.discovery.left_out import SOURCE, UNCLEAR, is_test_data
from transtats_cli.scanning.discovery.sets import Sets
from transtats_cli.scanning.discovery.tree import Tree
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.scanning.filemask.folders import Folders, alike
from transtats_cli.scanning.filemask.matching import matches
from transtats_cli.settings import DISCOVERY_ORIGIN, Setting, SettingsLayer

_ASKED = 5
"""Maximum number of files that are read to detect the format and the source language of a set.

All files that declare a source language must declare the same language.
"""


class Candidate(NamedTuple):
    """Set of translation files in a folder. All paths are relative to this folder."""

    folder: str
    """Path of the folder, relative to the root of the tree."""
    layer: SettingsLayer
    origin: str = DISCOVERY_ORIGIN
    project: str = ""
    slug: str = ""
    """Name of the component in the configuration of another tool.

    `project` is the name of the project. Otherwise, both are ''.
    """
    paths: Mapping[str, str] = {}
    excluded: tuple[str, ...] = ()
    """Files that the mask matches, but that belong to other sets."""

    @property
    def mask(self) -> str:
        return str(self.layer["filemask"].value)


class FolderSets(NamedTuple):
    """Sets of translation files in a folder, and the files in no set."""

    candidates: list[Candidate]
    left: dict[str, str]
    """Reason for each file that is in no set, by path. '' if the file has to be read to determine the reason."""


def described(tree: Tree, below: str, problems: list[str]) -> Iterator[Candidate]:
    """Yield the sets of files that configuration files of other tools describe, in and below a folder.

    Messages about errors in these configuration files are added to `problems`.
    """
    for folder in tree.below(below):
        if folder in tree.documents:
            yield from described_in(tree, folder, problems)


def described_in(tree: Tree, folder: str, problems: list[str]) -> list[Candidate]:
    """Return the sets of files that a configuration file of another tool in this folder describes.

    If several configuration files describe sets, the first file is used. Messages about errors are added to `problems`.
    """
    for document in foreign.READERS:
        if document not in tree.documents.get(folder, ()):
            continue
        try:
            definitions = foreign.read(os.path.join(tree.root, folder), document, tree.paths(folder))
        except TranstatsError as error:
            problems.append(str(error))
            continue
        if definitions:
            return [Candidate(folder, *definition) for definition in definitions]
    return []


def found(
    tree: Tree, below: str, paths: Sequence[str], others: Set[str] = frozenset(), folders: Folders | None = None
) -> FolderSets:
    """Find sets of translation files among the paths of a folder. Other files in the folder are ignored.

    The rules of `layouts` are applied first, then the rule for files of a single language, then translation-finder.
    `others` are files that already belong to components.
    """
    root = tree.absolute(below)
    folders = folders or Folders()
    evidence = Evidence(root, paths, tree.root)
    sets = Sets(root, paths, evidence, others, folders)
    sets.add(layouts.discover(paths, evidence.supports))
    left = [path for path in sets.left() if path not in sets.sources]
    language = _only_language(left, evidence)
    if language:
        single = [Candidate(below, _layer({"filemask": path}), paths={language: path}) for path in left]
        return FolderSets([*_candidates(below, sets, left), *single], {**_sources(sets), **sets.left_out})
    is_first = not sets.claimed
    theirs = [path for path in left if is_first or _is_in_a_language_s_folder(path)]
    if theirs:
        sets.add(_of_finder(root, theirs, evidence, folders, taken=None if is_first else sets.claimed.keys()))
    left_out = {**dict.fromkeys(sets.left(), UNCLEAR), **_sources(sets), **sets.left_out}
    return FolderSets(_candidates(below, sets), left_out)


def _candidates(below: str, sets: Sets, of_others: Sequence[str] = ()) -> list[Candidate]:
    """Return the candidates of the sets. `of_others` are files of components with a single file."""
    return [
        Candidate(below, _layer(each.values()), excluded=tuple(sorted(each.excluded.union(each.rejected(of_others)))))
        for each in sets.found()
    ]


def _layer(values: Mapping[str, str]) -> SettingsLayer:
    return {key: Setting(value, DISCOVERY_ORIGIN) for key, value in values.items()}


def _only_language(left: Sequence[str], evidence: Evidence) -> str:
    """Return the language of files whose paths do not contain a language.

    '' if the language is unknown, or if it is English.
    """
    ordinary = [path for path in left if not is_test_data(path)]
    language = evidence.only_language(ordinary or left) if left else ""
    return "" if languages.language_by_code(language).base_code == "en" else language


def _sources(sets: Sets) -> dict[str, str]:
    """Return the files that contain the source texts of a set according to their paths. The values are the reason."""
    return {path: SOURCE for path in sets.left() if path in sets.sources}


def _is_in_a_language_s_folder(path: str) -> bool:
    """True if a folder in the path is named after a language.

    Only such paths are searched again after sets of files were found. Other paths are probably source texts.
    """
    return any(map(language_spellings.is_distinct, path.split("/")[:-1]))


def _of_finder(
    root: str, left: Sequence[str], evidence: Evidence, folders: Folders, *, taken: Set[str] | None
) -> list[Layout]:
    """Return the layouts that translation-finder proposes for paths, if there is enough evidence.

    `taken` contains the paths that are already in a set, or is None if there are no sets. If there are sets, only
    layouts with folders of languages are returned, because translation-finder treats any name as a language.
    """
    from transtats_cli.scanning.discovery.finder import discover

    proposed = discover(root, left, folders)
    if taken is None:
        return [layout for layout in proposed if evidence.supports(layout, frozenset())]
    return [
        layout
        for layout in proposed
        if "*" in layout.mask.split("/")[:-1]
        and layout.distinct
        and taken.isdisjoint(path for path, *_ in matches(root, layout.mask, folders))
    ]


def completed(
    root: str, layer: SettingsLayer, folders: Folders | None = None, *, boundary: str = "", new_base: bool = True
) -> SettingsLayer:
    """Return settings that are derived from the files of a mask: format, template, source language.

    `layer` contains the known settings, at least the filemask. Links that lead out of `boundary`
    are not read. The default of `boundary` is `root`.
    """
    mask = str(layer["filemask"].value)
    folders = folders or Folders()
    paths = sorted(path for path, *_ in matches(root, mask, folders))
    boundary = boundary or root
    values = _read_from(root, boundary, paths, layer) if paths else {"file_format": sniffing.file_format([mask], root)}
    if new_base and values["file_format"] in ("po", "po-mono"):
        values["new_base"] = gettext_template(root, mask, folders)
    return {key: Setting(value, DISCOVERY_ORIGIN) for key, value in values.items() if value}


def _read_from(root: str, boundary: str, paths: list[str], layer: SettingsLayer) -> dict[str, str]:
    first = [os.path.join(root, path) for path in paths[:_ASKED]]
    said = str(layer["file_format"].value) if "file_format" in layer else ""
    # No file is opened for what is said. A PO file's name is enough to tell one, and what is said of it decides later.
    file_format = sniffing.file_format(first, boundary) if said in ("", "po", "po-mono") else said
    values = {"file_format": file_format}
    if file_format != "po":
        if "source_language" not in layer:
            values["source_language"] = _source_language(first, boundary)
    elif "template" in layer:
        values["file_format"] = "po-mono"
    else:
        values |= _monolingual(root, boundary, paths, layer)
    return values


def _source_path(layer: SettingsLayer) -> str:
    """Return the path at which the mask has the source language. Without a setting, the language is `en`."""
    language = str(layer["source_language"].value) if "source_language" in layer else "en"
    return str(layer["filemask"].value).replace("*", language)


def _monolingual(root: str, boundary: str, paths: list[str], layer: SettingsLayer) -> dict[str, str]:
    """Return the format and the template of PO files whose sources are keys. {} if the files contain the source texts.

    The PO file of the source language is the template if the settings contain the format `po-mono`, or if nearly all
    sources in this file are keys. Files below LC_MESSAGES are excluded, because gettext itself reads these files.
    """
    mask = str(layer["filemask"].value)
    path = _source_path(layer)
    if path not in paths or path == mask:
        return {}
    if "file_format" in layer:
        is_wanted = layer["file_format"].value == "po-mono"
    else:
        is_wanted = "/LC_MESSAGES/" not in mask and sniffing.has_keys(os.path.join(root, path), boundary)
    return {"file_format": "po-mono", "template": path} if is_wanted else {}


def _source_language(paths: list[str], boundary: str) -> str:
    """Return the code of the source language that the files declare.

    '' if the files declare several languages or an unlisted language. Also '' for any English, which is the default.
    """
    declared = [sniffing.source_language(path, boundary) for path in paths]
    said = {language for language in declared if language is not None}
    if len(said) != 1 or not language_spellings.is_known(min(said)):
        return ""
    language = languages.language_by_code(min(said))
    return "" if language.base_code == "en" else language.code


def gettext_template(root: str, mask: str, folders: Folders | None = None) -> str:
    """Return the path of the `.pot` file beside the translations, or beside the folders of languages.

    The file must have the name of the mask's domain (`django` in `django.*.po`). If the mask has no domain, such as
    `po/*.po`, the only `.pot` file in the folder is returned. '' if there is no such file.
    """
    folder = mask.partition("*")[0].rpartition("/")[0]
    try:
        templates = (folders or Folders()).listed(f"{root}/{folder}/" if folder else f"{root}/").templates
    except OSError:
        return ""
    domain = layouts.domain(mask)
    names = templates.get(alike(domain), ())
    if not domain and len(templates) == 1:
        (names,) = templates.values()
        names = () if len(names) > 1 else names
    chosen = names[0] if names else ""
    return f"{folder}/{chosen}" if chosen and folder else chosen
