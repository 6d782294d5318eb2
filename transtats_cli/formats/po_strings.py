"""Strings of regular PO files: what they look like, and their text."""

from transtats_cli.formats.po_text import hide_pairs, reveal

# Nothing in here backtracks: a string of 50 MB or of 400,000 lines costs neither stack nor a second look.
STRING = r'"(?:.*+\n")*+.*+\n'
# Most strings are one line without an escape: their text comes ready to use.
TEXT_OR_STRING = rf'(?:"(?!_:)([^"\\\n]*+)"\n(?!")|({STRING}))'


class Irregular(Exception):  # noqa: N818  no error: the careful reader takes over
    pass


def text_of(string: str) -> str:
    """The text of quoted lines."""
    has_escapes = "\\" in string
    if has_escapes:
        string = hide_pairs(string)
    text = string[1:-2].replace('"\n"', "")
    if '"' in text or "\n" in text or not string.endswith('"\n', 1):
        raise Irregular
    return reveal(text) if has_escapes else text
