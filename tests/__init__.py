"""Tests. This module exists because another package that is installed has the same name."""
