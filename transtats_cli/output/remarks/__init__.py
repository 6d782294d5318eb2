"""Render remarks for CI systems.

`remark` contains the type of remarks, and each of the other modules renders one format.
"""
