"""Checks of placeholders, and the rules that are common to the placeholders of all programming languages."""
