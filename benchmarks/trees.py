"""Generate folders of components. Equal sizes give equal files on all machines."""

import json
from pathlib import Path
from typing import Literal, NamedTuple

from benchmarks.catalogues import generate_entries, render_po, render_xliff
from benchmarks.languages import LANGUAGES, CatalogueLanguage

COMPONENTS_PER_PROJECT = 50
_TERRITORIES = ("CA", "CH", "ZA")

Kind = Literal["po", "xliff"]


class TreeSize(NamedTuple):
    """Size of a generated folder of components. `strings` is the number of strings in each file."""

    components: int
    languages: int
    strings: int
    kind: Kind = "po"
    is_rst: bool = False


def write_tree(tree: TreeSize, root: Path) -> None:
    """Write components to folders `<project>/<component>/` below `root`, each with a `component.json`."""
    mask = f"locale/*.{'po' if tree.kind == 'po' else 'xlf'}"
    write = render_po if tree.kind == "po" else render_xliff
    for number in range(tree.components):
        folder = root / f"project-{number // COMPONENTS_PER_PROJECT:03}" / f"component-{number:05}"
        (folder / "locale").mkdir(parents=True)
        definition = {"filemask": mask, "file_format": tree.kind, "source_language": "en"}
        (folder / "component.json").write_text(json.dumps(definition), encoding="utf-8")
        strings = generate_entries(tree.strings, f"{tree.kind} {number}", is_rst=tree.is_rst)
        for language in list_languages(tree.languages):
            text = write(strings, language, f"{number} {language.code}")
            (folder / mask.replace("*", language.code)).write_text(text, encoding="utf-8")


def list_languages(count: int) -> list[CatalogueLanguage]:
    """Return languages for files. After all languages follow the same languages with territories, such as `de_CH`."""
    variants = [each._replace(code=f"{each.code}_{territory}") for territory in _TERRITORIES for each in LANGUAGES]
    return [*LANGUAGES, *variants][:count]
