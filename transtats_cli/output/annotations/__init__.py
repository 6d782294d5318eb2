"""Render annotations for CI systems.

`annotation` contains the type of annotations, and each of the other modules renders one format.
"""
