"""Checks of Markdown, MDX, reStructuredText, AsciiDoc, BBCode and addresses, and the parsers that these checks use."""
