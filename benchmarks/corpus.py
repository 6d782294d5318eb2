"""A folder of real components, each with a `component.json` that says how it is set up: what is in it, and copies."""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

SUFFIXES = {".po": "po", ".xlf": "xliff", ".xliff": "xliff"}
LABORATORY_PREFIX = "lab-"
"""What the names of projects begin with that nobody publishes."""
DEFAULT_CORPUS = Path(__file__).parents[2] / "shared" / "conformance" / "components"

_MARKUP = re.compile(rb"^#:.*\.(?:rst|adoc|asciidoc):", re.MULTILINE)
_RST = re.compile(rb"^#:.*\.rst:", re.MULTILINE)
_STRING = re.compile(rb"^msgid ", re.MULTILINE)
_BLANK_LINE = re.compile(rb"\n[ \t\r]*\n")


class CorpusComponent(NamedTuple):
    """One component of the corpus."""

    folder: Path
    kind: str
    size: int
    is_prose: bool
    """Strings of it come from reStructuredText or AsciiDoc."""
    is_sphinx: bool
    """So do most of them, and from reStructuredText."""
    is_laboratory: bool
    """It was made to see checks fail, not to be published."""


def translations(root: Path, kind: str) -> list[Path]:
    """The translation files of a kind below a folder."""
    return sorted(path for path in root.rglob("*") if SUFFIXES.get(path.suffix) == kind and path.is_file())


def find_components(corpus: Path) -> Iterator[CorpusComponent]:
    """Every component of the corpus that says how it is set up, in formats that the other tools read, too."""
    for definition in sorted(corpus.glob("*/*/component.json")):
        if json.loads(definition.read_bytes()).get("file_format") == "xliff2":
            continue
        folder = definition.parent
        for kind in ("po", "xliff"):
            if files := translations(folder, kind):
                yield _component(folder, kind, files)
                break


def _component(folder: Path, kind: str, files: list[Path]) -> CorpusComponent:
    prose = rst = strings = size = 0
    for path in files:
        content = path.read_bytes()
        size += len(content)
        if kind == "po":
            prose += len(_MARKUP.findall(content))
            rst += len(_RST.findall(content))
            strings += len(_STRING.findall(content))
    is_laboratory = folder.parent.name.startswith(LABORATORY_PREFIX)
    return CorpusComponent(folder, kind, size, prose > 0, 2 * rst > strings, is_laboratory)


def copy(chosen: Iterable[CorpusComponent], root: Path, size: int) -> None:
    """Copy components until there is so much of it, and then copies of copies under other project names."""
    chosen = list(chosen)
    copied = lap = 0
    while copied < size:
        for component in chosen:
            project = component.folder.parent.name + (f"-{lap + 1}" if lap else "")
            shutil.copytree(component.folder, root / project / component.folder.name, copy_function=shutil.copyfile)
            copied += component.size
            if copied >= size:
                return
        lap += 1


def merge(chosen: Iterable[CorpusComponent], target: Path, size: int) -> None:
    """One PO file of the strings of many, the largest first, so long; their contexts say where they are from."""
    files = [path for component in chosen for path in translations(component.folder, "po")]
    with target.open("wb") as out:
        left = size
        for path in sorted(files, key=lambda path: -path.stat().st_size):
            for block in _blocks(path, with_header=left == size):
                left -= out.write(block + b"\n\n")
                if left <= 0:
                    return


def _blocks(path: Path, *, with_header: bool) -> Iterator[bytes]:
    """The entries of a file that may stand in any other."""
    content = path.read_bytes()
    if not _is_mergeable(content):
        return
    header, *entries = _BLANK_LINE.split(content.strip())
    if with_header:
        yield header
    context = b'msgctxt "%s"\nmsgid ' % "/".join(path.parts[-4:]).encode()
    for entry in entries:
        if b"msgctxt" not in entry and b"#~" not in entry:
            yield _STRING.sub(context, entry, count=1)


def _is_mergeable(content: bytes) -> bool:
    """Whether the file's strings may stand in any other file: UTF-8, and no plural forms."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return b"\nmsgid_plural" not in content and b"\r" not in content and b"charset=utf-8" in content.lower()
