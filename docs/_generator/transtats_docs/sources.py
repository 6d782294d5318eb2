"""Markdown sources of the pages beside the built pages, and the list of them in `llms.txt`."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

_TOCTREE_PATTERN = re.compile(r"^```\{toctree\}\n((?::.*\n)*)\n([^`]*)```$", re.MULTILINE)
_CAPTION_PATTERN = re.compile(r"^:caption: (.*)$", re.MULTILINE)
_LINK_PATTERN = re.compile(r"!?\[([^]]*)\]\([^)]*\)")


def copy_sources(docs: Path, output: Path) -> None:
    """Copy the pages and their pictures from `docs` to the folder of the built pages, and write `llms.txt`."""
    for path in [*docs.rglob("*.md"), *docs.glob("pictures/*")]:
        target = output / path.relative_to(docs)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    (output / "llms.txt").write_text("\n".join(_list_pages(docs)), encoding="utf-8")


def _list_pages(docs: Path) -> Iterator[str]:
    """Yield the lines of `llms.txt`: title and description of the documentation, and a list for each table of contents.

    https://llmstxt.org describes the format.
    """
    index = (docs / "index.md").read_text(encoding="utf-8")
    title, description, _ = index.split("\n\n", 2)
    yield f"{title}\n\n> {_join_lines(description)}\n"
    for options, names in _TOCTREE_PATTERN.findall(index):
        caption = _CAPTION_PATTERN.search(options)
        yield f"## {caption[1] if caption else 'Start'}\n"
        for name in names.split():
            title, description, *_ = (docs / f"{name}.md").read_text(encoding="utf-8").split("\n\n", 2)
            first_sentence = _join_lines(description).partition(". ")[0].rstrip(".:")
            yield f"- [{title.removeprefix('# ')}]({name}.md): {first_sentence}"
        yield ""


def _join_lines(paragraph: str) -> str:
    """Return a paragraph in one line, with the texts of links in place of the links."""
    return _LINK_PATTERN.sub(r"\1", " ".join(paragraph.split()))
