"""What a folder holds: sets of translation files that nobody has described, or other tools only in part."""

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
from transtats_cli.settings import FOUND, Layer, Setting

_ASKED = 5
"""How many files are asked for their format, and must agree on what they are translated from."""


class Candidate(NamedTuple):
    """A set of translation files in a folder; its paths start there."""

    folder: str
    """Relative to the root of the tree."""
    layer: Layer
    origin: str = FOUND
    project: str = ""
    slug: str = ""
    """Names, where another tool gives them."""
    paths: Mapping[str, str] = {}
    excluded: tuple[str, ...] = ()
    """Files that the mask matches and that belong elsewhere."""

    @property
    def mask(self) -> str:
        return str(self.layer["filemask"].value)


class FolderSets(NamedTuple):
    """The sets of translation files in a folder."""

    candidates: list[Candidate]
    left: dict[str, str]
    """The files in no set, each with the reason, which is empty where only the file can give it."""


def described(tree: Tree, below: str, problems: list[str]) -> Iterator[Candidate]:
    """What other tools' documents in and below a folder describe."""
    for folder in tree.below(below):
        if folder in tree.documents:
            yield from described_in(tree, folder, problems)


def described_in(tree: Tree, folder: str, problems: list[str]) -> list[Candidate]:
    """What other tools' documents in one folder describe; the first with something for us has the word."""
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
    """The sets of translation files among paths in a folder; nothing else there is looked at.

    Our own rules come first, then those for files of a single language, then translation-finder. `others` are files
    that belong to components already.
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
        return FolderSets([*_candidates(below, sets), *single], {**_sources(sets), **sets.left_out})
    is_first = not sets.claimed
    theirs = [path for path in left if is_first or _is_in_a_language_s_folder(path)]
    if theirs:
        sets.add(_of_finder(root, theirs, evidence, folders, taken=None if is_first else sets.claimed.keys()))
    left_out = {**dict.fromkeys(sets.left(), UNCLEAR), **_sources(sets), **sets.left_out}
    return FolderSets(_candidates(below, sets), left_out)


def _candidates(below: str, sets: Sets) -> list[Candidate]:
    return [Candidate(below, _layer(each.values()), excluded=tuple(sorted(each.excluded))) for each in sets.found()]


def _layer(values: Mapping[str, str]) -> Layer:
    return {key: Setting(value, FOUND) for key, value in values.items()}


def _only_language(left: Sequence[str], evidence: Evidence) -> str:
    """The language of files that name none in their paths; '' where there is none, or where it is the source's."""
    ordinary = [path for path in left if not is_test_data(path)]
    language = evidence.only_language(ordinary or left) if left else ""
    return "" if languages.by_code(language).base == "en" else language


def _sources(sets: Sets) -> dict[str, str]:
    """The files that are named as what a set is translated from, with that as the reason."""
    return {path: SOURCE for path in sets.left() if path in sets.sources}


def _is_in_a_language_s_folder(path: str) -> bool:
    """Whether a path beside known sets of files is worth another look, and not just what those are made from."""
    return any(map(language_spellings.is_distinct, path.split("/")[:-1]))


def _of_finder(
    root: str, left: Sequence[str], evidence: Evidence, folders: Folders, *, taken: Set[str] | None
) -> list[Layout]:
    """What translation-finder proposes; beside our own finds, folders of languages only, for it believes any name."""
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
    root: str, layer: Layer, folders: Folders | None = None, *, boundary: str = "", new_base: bool = True
) -> Layer:
    """Return the settings that the files of a mask imply: format, template, source language.

    Settings that the layer contains are left out. No link may leave the boundary, by default the root.
    """
    mask = str(layer["filemask"].value)
    folders = folders or Folders()
    paths = sorted(path for path, *_ in matches(root, mask, folders))
    boundary = boundary or root
    values = _read_from(root, boundary, paths, layer) if paths else {"file_format": sniffing.file_format([mask], root)}
    if new_base and values["file_format"] in ("po", "po-mono"):
        values["new_base"] = gettext_template(root, mask, folders)
    return {key: Setting(value, FOUND) for key, value in values.items() if value}


def _read_from(root: str, boundary: str, paths: list[str], layer: Layer) -> dict[str, str]:
    first = [os.path.join(root, path) for path in paths[:_ASKED]]
    said = str(layer["file_format"].value) if "file_format" in layer else ""
    # No file is opened for what is said. A PO file's name is enough to tell one, and what is said of it decides later.
    file_format = sniffing.file_format(first, boundary) if said in ("", "po", "po-mono") else said
    values = {"file_format": file_format}
    if file_format != "po":
        if "source_language" not in layer:
            values["source_language"] = _source_language(first, boundary)
        if file_format == "xliff" and not {"file_format", "template"} & layer.keys():
            values["template"] = _keyed(root, boundary, paths, _source_path(layer))
    elif "template" in layer:
        values["file_format"] = "po-mono"
    else:
        values |= _monolingual(root, boundary, paths, layer)
    return values


def _keyed(root: str, boundary: str, paths: list[str], path: str) -> str:
    """Return the path of the source language if its sources are keys, as in many XLIFF files of Symfony. Else ''."""
    return path if path in paths and sniffing.has_keys(os.path.join(root, path), boundary) else ""


def _source_path(layer: Layer) -> str:
    """Return the path at which the mask has the source language. Without a setting, the language is `en`."""
    language = str(layer["source_language"].value) if "source_language" in layer else "en"
    return str(layer["filemask"].value).replace("*", language)


def _monolingual(root: str, boundary: str, paths: list[str], layer: Layer) -> dict[str, str]:
    """The source language's PO file as the template, where it explains keys or the settings want it so.

    Below LC_MESSAGES lies what gettext itself reads: keys or not, each file there has its source texts.
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
    """What the files agree on; a regional English is English, which servers take where nobody says otherwise."""
    declared = [sniffing.source_language(path, boundary) for path in paths]
    said = {language for language in declared if language is not None}
    if len(said) != 1 or not language_spellings.is_known(min(said)):
        return ""
    language = languages.by_code(min(said))
    return "" if language.base == "en" else language.code


def gettext_template(root: str, mask: str, folders: Folders | None = None) -> str:
    """The `.pot` file beside the translations, or beside the folder of languages.

    It has the name of the mask's domain. Where the mask has none, as `po/*.po`, it is the only one.
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
