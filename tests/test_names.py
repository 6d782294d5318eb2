"""Names of classes: one name stands for one thing."""

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "transtats_cli"

NOT_YET_UNIQUE = frozenset("Answer Candidate Choice Definition Found".split())
"""Names that still occur more than once. This list may only become shorter."""


def public_classes() -> Counter[str]:
    """Return the number of classes with each public name, nested classes included."""
    return Counter(
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def test_no_public_class_name_occurs_twice() -> None:
    repeated = {name for name, number in public_classes().items() if number > 1}
    assert repeated - NOT_YET_UNIQUE == set(), "choose another name for the new class"


def test_the_list_of_repeated_class_names_is_up_to_date() -> None:
    repeated = {name for name, number in public_classes().items() if number > 1}
    assert NOT_YET_UNIQUE - repeated == set(), "remove the names that are unique now"
