"""Checks of placeholders. Each module checks the placeholders of one programming language or library."""
