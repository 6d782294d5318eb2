"""Syntax trees of the package's modules, for the tests of its structure."""

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "transtats_cli"


@cache
def parse(path: Path) -> ast.Module:
    """Return the syntax tree of a module. Each module is parsed once."""
    return ast.parse(path.read_text(encoding="utf-8"))
