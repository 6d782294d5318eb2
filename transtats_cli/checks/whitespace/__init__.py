"""Checks of blanks and line breaks."""
