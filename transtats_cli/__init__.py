"""Translation statistics from files, equal to those of a Weblate server."""

__version__ = "0.1.0"
