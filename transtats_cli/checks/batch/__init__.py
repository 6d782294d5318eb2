"""Checks that compare many strings. The module `runner` calls these checks."""
