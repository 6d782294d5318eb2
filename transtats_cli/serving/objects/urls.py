"""Build the URLs of all objects: API URLs below `/api/`, and URLs of web pages."""

from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import escape_slug, quote_url_path


class UrlBuilder(NamedTuple):
    """Builds the URLs of one server."""

    base_url: str
    format_suffix: str = ""
    """Format at the end of API URLs, without a dot: `json`. If the suffix is empty, API URLs end with a slash."""

    def api_url(self, *path_segments: str) -> str:
        """Return the URL below `/api/` with these path segments.

        The segments are percent-encoded, except for slashes.
        """
        return (
            self.base_url
            + quote_url_path("/".join(("/api", *path_segments)))
            + (f".{self.format_suffix}" if self.format_suffix else "/")
        )

    def web_page_url(self, *path_segments: str) -> str:
        """Return the URL of the web page with these path segments."""
        return self.base_url + quote_url_path("/".join(("", *path_segments, "")))

    def project_url(self, project: str, *path_segments: str) -> str:
        return self.api_url("projects", project, *path_segments)

    def component_url(self, component: Component, *path_segments: str) -> str:
        return self.api_url("components", component.project, escape_slug(component.slug), *path_segments)

    def translation_url(self, component: Component, language_code: str, *path_segments: str) -> str:
        return self.api_url(
            "translations", component.project, escape_slug(component.slug), language_code, *path_segments
        )

    def language_url(self, language_code: str, *path_segments: str) -> str:
        return self.api_url("languages", language_code, *path_segments)
