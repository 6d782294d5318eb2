"""Find dead links in the pages of a directory, and pages that no other page links to."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.page_parser import parse_page


def find_dead_links(top: Path) -> Iterator[str]:
    """Yield a description of each link to another site, to no file, or to a fragment that its page does not have."""
    pages = {path.resolve(): parse_page(path.read_bytes()) for path in top.rglob("*.html")}
    for path, page in pages.items():
        for address in (*page.values("href"), *page.values("src")):
            parts = urlsplit(address)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if parts.scheme or parts.netloc or not target.is_file() or not target.is_relative_to(top.resolve()):
                yield f"{path.name}: {address}"
            elif parts.fragment and parts.fragment not in pages[target].values("id"):
                yield f"{path.name}: {address} (fragment)"
        for element, given in page.elements:
            if element == "a" and not given.get("href"):
                yield f"{path.name}: a link without an address"


def find_unlinked_pages(top: Path) -> set[str]:
    """Return the paths of the pages that no chain of links from the first page reaches."""
    waiting, reached = [(top / "index.html").resolve()], set()
    while waiting:
        path = waiting.pop()
        if path in reached:
            continue
        reached.add(path)
        for address in parse_page(path.read_bytes()).values("href"):
            target = (path.parent / unquote(urlsplit(address).path)).resolve()
            if target.suffix == ".html":
                waiting.append(target)
    return {str(path.relative_to(top)) for path in top.rglob("*.html") if path.resolve() not in reached}
