"""Addresses of a badge, and the texts that show it on other web pages."""

from typing import NamedTuple

_TITLE = "Translation status"


class Badge(NamedTuple):
    """Badge of a project, a component, a translation, or a language of a project."""

    picture: str
    """Address of the picture for the page itself."""
    url: str
    """Address of the picture for other web pages."""
    page_url: str
    """Address of the page with the figures, for other web pages."""

    @property
    def snippets(self) -> list[tuple[str, str]]:
        """Markup languages, and the text that shows the badge with a link to the page.

        The addresses are percent-encoded, so that no character has to be escaped.
        """
        return [
            ("Markdown", f"[![{_TITLE}]({self.url})]({self.page_url})"),
            ("HTML", f'<a href="{self.page_url}"><img src="{self.url}" alt="{_TITLE}"></a>'),
            ("reStructuredText", f".. image:: {self.url}\n   :alt: {_TITLE}\n   :target: {self.page_url}"),
            ("AsciiDoc", f'image:{self.url}[{_TITLE},link="{self.page_url}"]'),
        ]
