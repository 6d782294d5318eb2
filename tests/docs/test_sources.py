"""Markdown sources beside the built pages, and `llms.txt`, which lists them."""

import re
from pathlib import Path

import pytest
from transtats_docs.sources import copy_sources

DOCS = Path(__file__).parents[2] / "docs"
ENTRY = re.compile(r"^- \[([^]]+)\]\(([\w/-]+\.md)\): (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    copy_sources(DOCS, folder)
    return folder


def test_llms_txt_begins_with_the_title_and_a_description(copied: Path) -> None:
    lines = (copied / "llms.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# transtats"
    assert lines[2].startswith("> transtats prints how complete translations are")


def test_llms_txt_lists_each_page_with_its_title_and_a_sentence(copied: Path) -> None:
    entries = ENTRY.findall((copied / "llms.txt").read_text(encoding="utf-8"))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"index.md"}
    assert sorted(name for _, name, _ in entries) == sorted(pages)
    assert [
        title for title, name, _ in entries if not (DOCS / name).read_text("utf-8").startswith(f"# {title}\n")
    ] == []
    assert [sentence for *_, sentence in entries if not re.match(r"[A-Za-z`]", sentence)] == []


def test_llms_txt_has_the_headings_of_the_table_of_contents(copied: Path) -> None:
    headings = re.findall(r"^## (.+)$", (copied / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == ["Start", "Guides", "Reference", "Explanation"]


def test_links_between_the_copied_sources_lead_to_copied_files(copied: Path) -> None:
    for page in copied.rglob("*.md"):
        text = re.sub(r"`[^`\n]+`", "", page.read_text(encoding="utf-8"))
        assert [link for link in LINK.findall(text) if not (page.parent / link).is_file()] == [], page
