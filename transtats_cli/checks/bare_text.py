r"""Bare text: what is left to translate when tags, addresses, paths and the like are taken out of a string.

The expressions take linear time on any text. `++` keeps a run of characters from being tried again at each of them, and
a domain name is read up to as many labels as one can have.
"""

import re

_SYMBOL = re.compile("[\u2600-\u27bf\U0001f000-\U0001fffd]")
_EMAIL = re.compile(r"[a-z0-9_.-]++(@[a-z0-9_.-]+\.[a-z0-9-]{2,})?", re.IGNORECASE)
_FINAL_URL = re.compile(r"(?:https?|ftps?)://[a-z0-9_.-]*(?::[0-9]+)?(?:[/?]\S+|/?)(?=\n?\Z)", re.IGNORECASE)
_HASH = re.compile(r"#[A-Za-z0-9_-]*")
_DOMAIN = re.compile(
    r"(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.){1,127}(?:[A-Z]{2,6}\.?|[A-Z0-9-]{2,}\.?)", re.IGNORECASE
)
_PATH = re.compile(r"(?:\A| )(?:/[a-zA-Z0-9=:?._-]+)+")
_NAME_IN_MARKS = re.compile(r"\{[a-z_-]+\}|@[A-Z_]@", re.IGNORECASE)


def bare(text: str) -> str:
    """The text without all that nobody translates; the order of the steps is a server's."""
    if "<" in text and ">" in text:
        from transtats_cli.checks.html_tags import without_tags

        text = without_tags(text)
    if not text.isascii():
        text = _SYMBOL.sub(" ", text)
    if "@" in text:
        text = _EMAIL.sub(lambda run: "" if run[1] else run[0], text)
    if "://" in text:
        text = _without_final_url(text)
    if "#" in text:
        text = _HASH.sub("", text)
    if "." in text:
        text = _DOMAIN.sub("", text)
    if "/" in text:
        text = _PATH.sub("", text)
    return _NAME_IN_MARKS.sub("", text)


def _without_final_url(text: str) -> str:
    body = text.removesuffix("\n")
    if not body or body[-1].isspace():
        return text
    # There is no blank in a URL, so it begins in the last word.
    start = len(body) - len(body.rsplit(None, 1)[-1])
    return text[:start] + _FINAL_URL.sub("", text[start:], count=1)
