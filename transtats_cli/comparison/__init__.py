"""Snapshots of all strings of a component, at present or at a git revision, and their comparison."""
