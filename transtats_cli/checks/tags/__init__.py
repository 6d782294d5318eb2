"""Checks of XML and HTML, with the parsers, entities and the sanitiser that these checks use."""
