"""Values that all pages of a server have in common."""

from urllib.parse import urlsplit

from transtats_cli.pages.links import PageLinks
from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.serving.http.headers import PAGE_HEADERS
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.view_types import RawContent

HTML_CONTENT_TYPE = "text/html; charset=utf-8"


def make_page_links(options: ServeOptions) -> PageLinks:
    """Return the builder of addresses. They begin with the path of the base URL, at which a proxy serves the pages."""
    return PageLinks(root=f"{urlsplit(options.base_url).path.rstrip('/')}/", has_login=bool(options.tokens))


def make_page(page: Page, options: ServeOptions) -> RawContent:
    return RawContent(
        render_page(page.template, make_page_links(options), **page.values), HTML_CONTENT_TYPE, PAGE_HEADERS
    )
