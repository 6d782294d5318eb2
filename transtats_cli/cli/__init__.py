"""The command `transtats`."""

from transtats_cli.cli.group import main

__all__ = ["main"]
