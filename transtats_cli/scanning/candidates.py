"""What a folder holds: sets of translation files that nobody has described, or other tools only in part."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from transtats_cli import languages
from transtats_cli.component import DEFAULT_LANGUAGE_REGEX
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning import foreign, layouts, masks, sniffing
from transtats_cli.scanning.layouts import Layout
from transtats_cli.scanning.matching import matches
from transtats_cli.scanning.tree import Tree
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

    @property
    def mask(self) -> str:
        return str(self.layer["filemask"].value)


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


def found(tree: Tree, below: str, paths: Sequence[str]) -> list[Candidate]:
    """What our own rules make of paths in a folder, then translation-finder; nothing else there is looked at."""
    root = os.path.join(tree.root, below)
    ours = layouts.discover(paths, lambda path, part: sniffing.is_in_language(os.path.join(root, path), part))
    taken = {path for layout in ours for path in layout.languages.values()}
    left = [path for path in paths if path not in taken and (not taken or _is_in_a_language_s_folder(path))]
    theirs = _of_finder(root, left, taken) if left else []
    return [Candidate(below, _layer(root, layout.mask)) for layout in (*ours, *theirs)]


def _is_in_a_language_s_folder(path: str) -> bool:
    """Whether a path beside known sets of files is worth another look, and not just what those are made from."""
    return any(map(masks.is_distinct, path.split("/")[:-1]))


def _of_finder(root: str, left: Sequence[str], taken: Set[str]) -> list[Layout]:
    """What translation-finder proposes; beside our own finds, folders of languages only, for it believes any name."""
    from transtats_cli.scanning.finder import discover

    proposed = discover(root, left)
    if not taken:
        return proposed
    return [
        layout
        for layout in proposed
        if "*" in layout.mask.split("/")[:-1]
        and any(map(masks.is_distinct, layout.languages))
        and taken.isdisjoint(path for path, *_ in matches(root, layout.mask))
    ]


def _layer(root: str, mask: str) -> Layer:
    values = {"filemask": mask}
    odd = odd_parts(root, mask)
    if odd:
        exceptions = "|".join(map(re.escape, odd))
        values["language_regex"] = f"^(?!(?:{exceptions})$)" + DEFAULT_LANGUAGE_REGEX.removeprefix("^")
    return {key: Setting(value, FOUND) for key, value in values.items()}


def odd_parts(root: str, mask: str) -> list[str]:
    """What the mask matches that is no language: `README` of `po/README.po`."""
    parts = {languages.language_part(stars) or "" for _, stars, _ in matches(root, mask)}
    return sorted(part for part in parts if re.match(DEFAULT_LANGUAGE_REGEX, part) and not masks.is_plausible(part))


def completed(root: str, layer: Layer, *, new_base: bool = True) -> Layer:
    """What the files of a mask tell beyond what the settings say: format, template, source language."""
    mask = str(layer["filemask"].value)
    paths = sorted(path for path, *_ in matches(root, mask))
    values = _read_from(root, mask, paths, layer) if paths else {"file_format": sniffing.file_format([mask])}
    if new_base and values["file_format"] in ("po", "po-mono"):
        values["new_base"] = gettext_template(root, mask)
    return {key: Setting(value, FOUND) for key, value in values.items() if value}


def _read_from(root: str, mask: str, paths: list[str], layer: Layer) -> dict[str, str]:
    first = [os.path.join(root, path) for path in paths[:_ASKED]]
    said = str(layer["file_format"].value) if "file_format" in layer else ""
    # No file is opened for what is said. A PO file's name is enough to tell one, and what is said of it decides later.
    file_format = sniffing.file_format(first) if said in ("", "po", "po-mono") else said
    values = {"file_format": file_format}
    if file_format != "po":
        if "source_language" not in layer:
            values["source_language"] = _source_language(first)
    elif "template" in layer:
        values["file_format"] = "po-mono"
    else:
        values |= _monolingual(root, mask, paths, layer)
    return values


def _monolingual(root: str, mask: str, paths: list[str], layer: Layer) -> dict[str, str]:
    """The source language's PO file as the template, where it explains keys or the settings want it so.

    Below LC_MESSAGES lies what gettext itself reads: keys or not, each file there has its source texts.
    """
    path = mask.replace("*", str(layer["source_language"].value) if "source_language" in layer else "en")
    if path not in paths:
        return {}
    if "file_format" in layer:
        is_wanted = layer["file_format"].value == "po-mono"
    else:
        is_wanted = "/LC_MESSAGES/" not in mask and sniffing.has_keys(os.path.join(root, path))
    return {"file_format": "po-mono", "template": path} if is_wanted else {}


def _source_language(paths: list[str]) -> str:
    """What the files agree on; a regional English is English, which servers take where nobody says otherwise."""
    said = {language for language in map(sniffing.source_language, paths) if language is not None}
    if len(said) != 1 or not masks.is_known(min(said)):
        return ""
    language = languages.by_code(min(said))
    return "" if language.base == "en" else language.code


def gettext_template(root: str, mask: str) -> str:
    """The `.pot` file beside the translations, or beside the folder of languages: the one named so, or the only one."""
    folder = mask[: mask.index("*")].rpartition("/")[0]
    try:
        names = sorted(name for name in os.listdir(os.path.join(root, folder)) if name.endswith(".pot"))
    except OSError:
        return ""
    named = f"{layouts.domain(mask)}.pot"
    chosen = named if named in names else names[0] if len(names) == 1 else ""
    return f"{folder}/{chosen}" if chosen and folder else chosen
