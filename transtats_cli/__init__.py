"""Translation statistics from the files alone, equal to a Weblate server's."""

__version__ = "0.1.0"
