"""Checks of XML and HTML, and what they share: parsers, entities and a sanitiser."""
