"""Pages of a long table."""

from transtats_cli.pages import overviews
from transtats_cli.pages.links import Links
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.tables import PAGE_SIZE, TableBuilder
from transtats_cli.static_report.page_paths import PagePaths, make_links
from transtats_cli.static_report.pages import generate_table_pages

NAMES = [f"p{number:03}" for number in range(2 * PAGE_SIZE + 1)]


def test_the_rows_of_a_long_table_are_made_once() -> None:
    made: list[Page] = []

    def make_page(links: Links, tables: TableBuilder) -> Page:
        made.append(overviews.make_home_page([(name, name, []) for name in NAMES], links, tables))
        return made[-1]

    paths = PagePaths({name: name for name in NAMES}, {}, {})
    files = list(generate_table_pages("index.html", make_links(paths, {}, "index.html"), make_page))
    assert [path for path, _ in files] == ["index.html", "index-2.html", "index-3.html"]
    assert [content.count(b'<a href="projects/p') for _, content in files] == [PAGE_SIZE, PAGE_SIZE, 1]
    assert b'<a rel="prev" href="index.html">' in files[1][1]
    assert b'<a rel="next" href="index-3.html">' in files[1][1]
    assert len(made) == 1
