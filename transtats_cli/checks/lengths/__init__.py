"""Checks of the size of a string."""
