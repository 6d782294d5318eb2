"""Make the response of a page, and the links that all pages of a server contain."""

from urllib.parse import urlsplit

from transtats_cli.pages.assets import EVENTS_SCRIPT
from transtats_cli.pages.links import Links, make_query_string, make_server_links
from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.serving.data.change_feed import ALL_COMPONENTS, FeedScope
from transtats_cli.serving.http.headers import PAGE_HEADERS
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.view_types import RawContent

EVENTS_PATH = "events/"
HTML_CONTENT_TYPE = "text/html; charset=utf-8"


def make_page_links(options: ServeOptions) -> Links:
    """Return the links of all pages. An address begins with the path of the base URL.

    This path is not `/` if a proxy serves the pages below another path.
    """
    return make_server_links(f"{urlsplit(options.base_url).path.rstrip('/')}/", has_login=bool(options.tokens))


def make_page_content(page: Page, options: ServeOptions, scope: FeedScope = ALL_COMPONENTS) -> RawContent:
    """Return the content of a response with a page. A script updates the page when a component of `scope` changes."""
    links = make_page_links(options)
    events = f"{links.root}{EVENTS_PATH}{make_query_string(list(scope._asdict().items()))}"
    # The scripts are executed in this order, and the first one needs the content without the buttons of the second.
    links = links._replace(events_address=events, script_names=(EVENTS_SCRIPT, *links.script_names))
    return RawContent(render_page(page.template, links, **page.values), HTML_CONTENT_TYPE, PAGE_HEADERS)
