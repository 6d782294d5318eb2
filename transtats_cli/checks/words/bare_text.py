"""Bare text: a string without the parts that are not translated, such as tags, addresses and paths."""

import re

from transtats_cli.checks import load_function

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
        text = load_function("words.html_tags:remove_html_tags")(text)
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
