"""Generated trees of components: the same files for the same numbers, on any machine."""

import json
from pathlib import Path
from typing import Literal, NamedTuple

from benchmarks.catalogues import entries, po, xliff
from benchmarks.tongues import LANGUAGES

PER_PROJECT = 50

Kind = Literal["po", "xliff"]


class Tree(NamedTuple):
    """How large a generated tree is; strings are those of one language in one component."""

    components: int
    languages: int
    strings: int
    kind: Kind = "po"
    rest: bool = False


def plant(tree: Tree, root: Path) -> None:
    """Write the tree into a folder, as `<project>/<component>/` with a definition in each."""
    mask = f"locale/*.{'po' if tree.kind == 'po' else 'xlf'}"
    write = po if tree.kind == "po" else xliff
    for number in range(tree.components):
        folder = root / f"project-{number // PER_PROJECT:03}" / f"component-{number:05}"
        (folder / "locale").mkdir(parents=True)
        definition = {"filemask": mask, "file_format": tree.kind, "source_language": "en"}
        (folder / "component.json").write_text(json.dumps(definition), encoding="utf-8")
        strings = entries(tree.strings, f"{tree.kind} {number}", rest=tree.rest)
        for language in LANGUAGES[: tree.languages]:
            text = write(strings, language, f"{number} {language.code}")
            (folder / mask.replace("*", language.code)).write_text(text, encoding="utf-8")
