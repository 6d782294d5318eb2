"""Checks of placeholders, and the rules that the placeholders of all programming languages have in common."""
