"""Generate folders of components. Equal sizes give equal files on all machines."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from benchmarks.catalogues import CatalogueEntry, generate_entries, render_po, render_xliff
from benchmarks.keyed_catalogues import KEYED_FORMATS, source_strings, translate_keyed
from benchmarks.languages import LANGUAGES, CatalogueLanguage

COMPONENTS_PER_PROJECT = 50
_TERRITORIES = ("CA", "CH", "ZA")

CatalogueKind = Literal["po", "xliff", "android", "properties", "json", "yaml"]


class TreeSize(NamedTuple):
    """Size and kind of a generated folder of components."""

    components: int
    languages: int
    strings: int
    """Number of strings in each file."""
    kind: CatalogueKind = "po"
    is_rst: bool = False
    has_settings: bool = True
    """True if each component has a `component.json`."""


def write_tree(tree: TreeSize, root: Path) -> None:
    """Write components to folders `<project>/<component>/` below `root`, by default each with a `component.json`."""
    for number in range(tree.components):
        folder = root / f"project-{number // COMPONENTS_PER_PROJECT:03}" / f"component-{number:05}"
        (folder / "locale").mkdir(parents=True)
        entries = generate_entries(tree.strings, f"{tree.kind} {number}", is_rst=tree.is_rst)
        write = _write_keyed_component if tree.kind in KEYED_FORMATS else _write_bilingual_component
        write(folder, tree, number, entries)


def _write_bilingual_component(folder: Path, tree: TreeSize, number: int, entries: Sequence[CatalogueEntry]) -> None:
    mask = f"locale/*.{'po' if tree.kind == 'po' else 'xlf'}"
    write = render_po if tree.kind == "po" else render_xliff
    definition = {"filemask": mask, "file_format": tree.kind, "source_language": "en"}
    if tree.has_settings:
        (folder / "component.json").write_text(json.dumps(definition), encoding="utf-8")
    for language in list_languages(tree.languages):
        text = write(entries, language, f"{number} {language.code}")
        (folder / mask.replace("*", language.code)).write_text(text, encoding="utf-8")


def _write_keyed_component(folder: Path, tree: TreeSize, number: int, entries: Sequence[CatalogueEntry]) -> None:
    file_format, extension, render = KEYED_FORMATS[tree.kind]
    mask, template = f"locale/*.{extension}", f"locale/en.{extension}"
    definition = {"filemask": mask, "file_format": file_format, "template": template, "source_language": "en"}
    (folder / "component.json").write_text(json.dumps(definition), encoding="utf-8")
    (folder / template).write_text(render(source_strings(entries)), encoding="utf-8")
    for language in list_languages(tree.languages):
        strings = translate_keyed(entries, language, f"{number} {language.code}")
        (folder / mask.replace("*", language.code)).write_text(render(strings), encoding="utf-8")


def list_languages(count: int) -> list[CatalogueLanguage]:
    """Return the first `count` languages of a fixed list.

    The list contains LANGUAGES, followed by the same languages with territories, such as `de_CH`.
    """
    variants = [each._replace(code=f"{each.code}_{territory}") for territory in _TERRITORIES for each in LANGUAGES]
    return [*LANGUAGES, *variants][:count]
