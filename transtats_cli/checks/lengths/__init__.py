"""Checks of the length and the number of lines of a string."""
