"""Checks of Markdown, MDX, reStructuredText, AsciiDoc, BBCode and addresses, and what they share."""
