"""Representations of the API's objects: a module of pure functions for each kind, and `prometheus` for metrics."""
