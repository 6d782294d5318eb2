"""Checks of many strings together, called by the runner."""
