"""Checks of the messages and terms of Fluent files. `reading` parses a string, `inner_html` finds elements in it."""
