"""Checks of the messages and terms of Fluent files. `messages` parses a string, `inner_html` finds elements in it."""
