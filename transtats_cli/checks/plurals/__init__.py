"""Checks of plural forms."""
