"""Strings of regular PO files: what they look like, and their texts."""

from collections.abc import Sequence

from transtats_cli.formats.po_text import hide_pairs, reveal

# Nothing in here backtracks: a string of 50 MB or of 400,000 lines costs neither stack nor a second look.
STRING = r'"(?:.*+\n")*+.*+\n'
# Most strings are one line without an escape: their text comes ready to use.
TEXT_OR_STRING = rf'(?:"(?!_:)([^"\\\n]*+)"\n(?!")|({STRING}))'
_MARK = "\x1f"
"""Stands between two strings. No file may hold it."""


class Irregular(Exception):  # noqa: N818  no error: the careful reader takes over
    pass


def texts_of(strings: Sequence[str]) -> list[str]:
    """The texts of strings, each one or more quoted lines; of all together, which takes less than one by one."""
    if not strings:
        return []
    together = _MARK.join(strings)
    has_escapes = "\\" in together
    if has_escapes:
        together = hide_pairs(together)
    texts = together[1:-2].replace(f'"\n{_MARK}"', _MARK).replace('"\n"', "")
    # What is left of quotes and line ends is not where it belongs.
    if '"' in texts or "\n" in texts or not together.endswith('"\n', 1):
        raise Irregular
    return (reveal(texts) if has_escapes else texts).split(_MARK)


def text_of(string: str) -> str:
    return texts_of([string])[0]
