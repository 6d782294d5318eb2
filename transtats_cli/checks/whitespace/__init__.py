"""Checks of blanks, line breaks and invisible characters."""
