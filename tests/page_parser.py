"""Parser of HTML pages."""

from html.parser import HTMLParser


class PageParser(HTMLParser):
    """Parser that collects the elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def values(self, attribute: str, tag: str = "") -> list[str]:
        """Return the values of an attribute of all elements, or of the elements with a tag."""
        return [
            value for name, given in self.elements if tag in ("", name) and (value := given.get(attribute)) is not None
        ]


def parse_page(content: bytes) -> PageParser:
    parser = PageParser()
    parser.feed(content.decode())
    return parser
