"""Where everything is found: addresses for programs below `/api/`, and those for people."""

from typing import NamedTuple
from urllib.parse import quote

from transtats_cli.component import Component
from transtats_cli.envelope import NO_LETTER, quoted


class Addresses(NamedTuple):
    """All addresses of one server."""

    base_url: str
    suffix: str = ""
    """The format that addresses for programs end in, where they name one."""

    def api(self, *parts: str) -> str:
        """An address for programs; the parts are escaped already where they need more than usual."""
        return self.base_url + quoted("/".join(("/api", *parts))) + (f".{self.suffix}" if self.suffix else "/")

    def people(self, *parts: str) -> str:
        """An address for people."""
        return self.base_url + quoted("/".join(("", *parts, "")))

    def project(self, project: str, *parts: str) -> str:
        return self.api("projects", project, *parts)

    def component(self, component: Component, *parts: str) -> str:
        return self.api("components", component.project, _escaped_slug(component.slug), *parts)

    def translation(self, component: Component, code: str, *parts: str) -> str:
        return self.api("translations", component.project, _escaped_slug(component.slug), code, *parts)

    def language(self, code: str, *parts: str) -> str:
        return self.api("languages", code, *parts)


def _escaped_slug(slug: str) -> str:
    """A category's slash is escaped twice, as a server's router wants it."""
    return quote(slug, safe="", errors=NO_LETTER)
