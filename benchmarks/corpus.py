"""Find and copy the components of the corpus: a folder with real components, each with a file `component.json`."""

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

KINDS_BY_SUFFIX = {
    ".po": "po",
    ".xlf": "xliff",
    ".xliff": "xliff",
    ".xml": "android",
    ".properties": "properties",
    ".json": "json",
    ".yaml": "yaml",
}
DEFINITION_FILE_NAME = "component.json"
LABORATORY_PREFIX = "lab-"
"""Prefix of the names of projects that contain many failing strings on purpose, to test checks."""
DEFAULT_CORPUS = Path(__file__).parents[2] / "shared" / "conformance" / "components"

_MARKUP_REFERENCE_PATTERN = re.compile(rb"^#:.*\.(?:rst|adoc|asciidoc):", re.MULTILINE)
_RST_REFERENCE_PATTERN = re.compile(rb"^#:.*\.rst:", re.MULTILINE)
_STRING_START_PATTERN = re.compile(rb"^msgid ", re.MULTILINE)
_BLANK_LINE_PATTERN = re.compile(rb"\n[ \t\r]*\n")


class CorpusComponent(NamedTuple):
    """One component of the corpus. `size` is the size of all its translation files together, in bytes."""

    folder: Path
    kind: str
    size: int
    has_markup: bool
    """True if at least one string comes from reStructuredText or AsciiDoc."""
    is_sphinx: bool
    """True if more than half of the strings come from reStructuredText."""
    is_laboratory: bool
    """True if the component contains many failing strings on purpose, to test checks."""


def find_translations(root: Path, kind: str) -> list[Path]:
    """Return the sorted paths of all translation files of a kind, such as `po` or `xliff`, below a folder."""
    found = (
        path
        for path in root.rglob("*")
        if KINDS_BY_SUFFIX.get(path.suffix) == kind and path.name != DEFINITION_FILE_NAME
    )
    return sorted(path for path in found if path.is_file())


def find_components(corpus: Path) -> Iterator[CorpusComponent]:
    """Yield all components of the corpus except for XLIFF 2, which the other tools do not read."""
    for definition in sorted(corpus.glob(f"*/*/{DEFINITION_FILE_NAME}")):
        if json.loads(definition.read_bytes()).get("file_format") == "xliff2":
            continue
        folder = definition.parent
        for kind in ("po", "xliff"):
            if files := find_translations(folder, kind):
                yield _describe_component(folder, kind, files)
                break


def _describe_component(folder: Path, kind: str, files: list[Path]) -> CorpusComponent:
    markup = rst = strings = size = 0
    for path in files:
        content = path.read_bytes()
        size += len(content)
        if kind == "po":
            markup += len(_MARKUP_REFERENCE_PATTERN.findall(content))
            rst += len(_RST_REFERENCE_PATTERN.findall(content))
            strings += len(_STRING_START_PATTERN.findall(content))
    is_laboratory = folder.parent.name.startswith(LABORATORY_PREFIX)
    return CorpusComponent(folder, kind, size, markup > 0, 2 * rst > strings, is_laboratory)


def copy_components(components: Iterable[CorpusComponent], root: Path, size: int) -> None:
    """Copy components to the folder `root` until `size` bytes are copied.

    If all components are smaller than `size`, they are copied several times under different project names.
    """
    components = list(components)
    copied = repetition = 0
    while copied < size:
        for component in components:
            project = component.folder.parent.name + (f"-{repetition + 1}" if repetition else "")
            shutil.copytree(component.folder, root / project / component.folder.name, copy_function=shutil.copyfile)
            copied += component.size
            if copied >= size:
                return
        repetition += 1


def merge_components(components: Iterable[CorpusComponent], target: Path, size: int) -> None:
    """Write a PO file of about `size` bytes with the strings of many PO files. The largest file comes first.

    The context of each string is the path of its original file, so that no string is repeated.
    """
    files = [path for component in components for path in find_translations(component.folder, "po")]
    with target.open("wb") as out:
        left = size
        for path in sorted(files, key=lambda path: -path.stat().st_size):
            for block in _mergeable_entries(path, with_header=left == size):
                left -= out.write(block + b"\n\n")
                if left <= 0:
                    return


def _mergeable_entries(path: Path, *, with_header: bool) -> Iterator[bytes]:
    """Yield the entries of a PO file that can be copied into another PO file. Each entry gets a context."""
    content = path.read_bytes()
    if not _is_mergeable(content):
        return
    header, *entries = _BLANK_LINE_PATTERN.split(content.strip())
    if with_header:
        yield header
    context = b'msgctxt "%s"\nmsgid ' % "/".join(path.parts[-4:]).encode()
    for entry in entries:
        if b"msgctxt" not in entry and b"#~" not in entry:
            yield _STRING_START_PATTERN.sub(context, entry, count=1)


def _is_mergeable(content: bytes) -> bool:
    """Return True if a PO file is in UTF-8 and has no plural forms, so that its strings are valid in all PO files."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return b"\nmsgid_plural" not in content and b"\r" not in content and b"charset=utf-8" in content.lower()
