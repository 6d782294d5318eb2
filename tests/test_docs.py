"""The pages in `docs/` agree with the program, and their links lead somewhere."""

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "SECURITY.md"]
LIMIT = re.compile(r"^\| .+ \| ([0-9,.]+) \| `([\w.]+)\.(\w+)` \|$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#([\w-]+))?\)")


def limits() -> list[tuple[str, str, str]]:
    return LIMIT.findall((ROOT / "docs" / "pull-requests.md").read_text(encoding="utf-8"))


def test_the_table_of_limits_has_rows() -> None:
    assert len(limits()) > 10


@pytest.mark.parametrize(("value", "module", "name"), limits(), ids=lambda part: part)
def test_a_limit_is_what_the_page_says(value: str, module: str, name: str) -> None:
    assert getattr(import_module(f"transtats_cli.{module}"), name) == float(value.replace(",", ""))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        linked = page.parent / target
        assert linked.is_file(), target
        titles = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
        assert not anchor or anchor in {title.lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", ["docs/pull-requests.md", "SECURITY.md"])
def test_the_readme_links_to_the_page(page: str) -> None:
    assert f"({page})" in (ROOT / "README.md").read_text(encoding="utf-8")
