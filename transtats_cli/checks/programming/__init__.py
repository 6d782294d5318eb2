"""Checks of the placeholders of one programming language or library each."""
