"""Checks of punctuation marks."""
