"""Render remarks for CI systems, one module for each format. `remark` is the shared value."""
