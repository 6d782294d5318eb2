"""Escape text from files for XML."""

from xml.sax.saxutils import escape

from transtats_cli.output.text import escape_controls


def escape_xml(text: str) -> str:
    """Return a text for the content of an element or for an attribute in double quotes.

    Characters that are invalid in XML are escaped as in Python.
    """
    return escape(escape_controls(text), {'"': "&quot;"})
