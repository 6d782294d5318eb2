"""Removal of HTML tags from a text. A module of its own, because the import of `html.parser` takes long."""

from html.parser import HTMLParser

from transtats_cli.limits import NotChecked

_MAX_REMOVAL_ROUNDS = 50
_MAX_LENGTH_TIMES_TAGS = 20_000_000


def remove_html_tags(text: str) -> str:
    """Return the text without HTML tags. Raise NotChecked if the text has too many tags for its length.

    Removal is repeated, because some tags only appear after other tags are removed.
    """
    for _ in range(_MAX_REMOVAL_ROUNDS):
        if "<" not in text or ">" not in text:
            break
        # For every tag without an end, the parser reads to the end of the text.
        if len(text) * text.count("<") > _MAX_LENGTH_TIMES_TAGS:
            raise NotChecked("the string has too many tags for its length")
        remover = _HtmlTagRemover()
        remover.feed(text)
        remover.close()
        remaining = "".join(remover.kept_texts)
        if remaining.count("<") == text.count("<"):
            break
        text = remaining
    return text


class _HtmlTagRemover(HTMLParser):
    """HTML parser that collects the text between tags. Character references are not decoded."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.kept_texts: list[str] = []

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Skip a section such as `<![if x]>`. If its name is unknown, skip it as newer versions of Python do.

        Newer versions do not call this method. In older versions, an unknown name is an AssertionError.
        """
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i, report)

    def handle_data(self, data: str) -> None:
        self.kept_texts.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept_texts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept_texts.append(f"&#{name};")
