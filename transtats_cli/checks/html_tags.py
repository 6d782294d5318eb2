"""HTML tags taken out of a text, as the standard library's parser sees them."""

from html.parser import HTMLParser

from transtats_cli.checks.limits import NotChecked

_MOST_ROUNDS = 50
_MOST_WORK = 20_000_000


def without_tags(text: str) -> str:
    """Tags are taken out until none is left, as some only appear when others are gone."""
    for _ in range(_MOST_ROUNDS):
        if "<" not in text or ">" not in text:
            break
        # The parser reads on to the end of the text for every tag that has none.
        if len(text) * text.count("<") > _MOST_WORK:
            raise NotChecked("the string has too many tags for its length")
        remover = _TagRemover()
        remover.feed(text)
        remover.close()
        remaining = "".join(remover.kept)
        if remaining.count("<") == text.count("<"):
            break
        text = remaining
    return text


class _TagRemover(HTMLParser):
    """Keeps everything between the tags, references as they are written."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []

    def handle_data(self, data: str) -> None:
        self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept.append(f"&#{name};")
