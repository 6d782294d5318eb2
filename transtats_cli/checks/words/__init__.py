"""Checks of words and letters."""
