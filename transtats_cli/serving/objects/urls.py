"""Build the URLs of all objects: API URLs below `/api/`, and URLs of web pages."""

from typing import NamedTuple
from urllib.parse import quote

from transtats_cli.component import Component
from transtats_cli.envelope import SURROGATE_ERRORS, quote_url_path


class UrlBuilder(NamedTuple):
    """Builds the URLs of one server."""

    base_url: str
    suffix: str = ""
    """Format at the end of API URLs, without a dot: `json`. If the suffix is empty, API URLs end with a slash."""

    def api(self, *parts: str) -> str:
        """Return the API URL with these path segments. The segments are percent-encoded, except for slashes."""
        return self.base_url + quote_url_path("/".join(("/api", *parts))) + (f".{self.suffix}" if self.suffix else "/")

    def web_page(self, *parts: str) -> str:
        """Return the URL of the web page with these path segments."""
        return self.base_url + quote_url_path("/".join(("", *parts, "")))

    def project(self, project: str, *parts: str) -> str:
        return self.api("projects", project, *parts)

    def component(self, component: Component, *parts: str) -> str:
        return self.api("components", component.project, _escaped_slug(component.slug), *parts)

    def translation(self, component: Component, code: str, *parts: str) -> str:
        return self.api("translations", component.project, _escaped_slug(component.slug), code, *parts)

    def language(self, code: str, *parts: str) -> str:
        return self.api("languages", code, *parts)


def _escaped_slug(slug: str) -> str:
    """Percent-encode a component slug.

    `UrlBuilder.api` encodes the slug again, so `/` becomes `%252F` in the URL, as on a Weblate server.
    """
    return quote(slug, safe="", errors=SURROGATE_ERRORS)
