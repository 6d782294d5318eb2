"""Bare text: a string without the parts that are not translated, such as tags, addresses and paths."""

import re
from html.parser import HTMLParser

from transtats_cli.limits import NotChecked

# Compiled on first use, because most of them match in few texts.
_SYMBOL_REGEX = "[\u2600-\u27bf\U0001f000-\U0001fffd]"
_EMAIL_REGEX = r"(?i)[a-z0-9_.-]++(@[a-z0-9_.-]+\.[a-z0-9-]{2,})?"
_FINAL_URL_REGEX = r"(?i)(?:https?|ftps?)://[a-z0-9_.-]*(?::[0-9]+)?(?:[/?]\S+|/?)(?=\n?\Z)"
_HASH_TAG_REGEX = r"#[A-Za-z0-9_-]*"
_DOMAIN_REGEX = r"(?i)(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.){1,127}(?:[A-Z]{2,6}\.?|[A-Z0-9-]{2,}\.?)"
_PATH_REGEX = r"(?:\A| )(?:/[a-zA-Z0-9=:?._-]+)+"
_PLACEHOLDER_REGEX = r"(?i)\{[a-z_-]+\}|@[A-Z_]@"


def remove_untranslated_parts(text: str) -> str:
    """Return a text without the parts that are not translated, such as tags, addresses and paths.

    The steps have the same order as on a Weblate server.
    """
    if "<" in text and ">" in text:
        text = remove_html_tags(text)
    if not text.isascii():
        text = re.sub(_SYMBOL_REGEX, " ", text)
    if "@" in text:
        text = re.sub(_EMAIL_REGEX, lambda run: "" if run[1] else run[0], text)
    if "://" in text:
        text = _remove_final_url(text)
    if "#" in text:
        text = re.sub(_HASH_TAG_REGEX, "", text)
    if "." in text:
        text = re.sub(_DOMAIN_REGEX, "", text)
    if "/" in text:
        text = re.sub(_PATH_REGEX, "", text)
    if "{" in text or "@" in text:
        text = re.sub(_PLACEHOLDER_REGEX, "", text)
    return text


def _remove_final_url(text: str) -> str:
    body = text.removesuffix("\n")
    if not body or body[-1].isspace():
        return text
    # A URL contains no blanks, so it begins in the last word.
    start = len(body) - len(body.rsplit(None, 1)[-1])
    return text[:start] + re.sub(_FINAL_URL_REGEX, "", text[start:], count=1)


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
