"""Names of classes: each public name is the name of only one class."""

import ast
from collections import Counter

from tests.package_source import PACKAGE, parse


def count_public_classes() -> Counter[str]:
    """Return the number of classes with each public name, nested classes included."""
    return Counter(
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(parse(path))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def test_no_public_class_name_occurs_twice() -> None:
    repeated = {name for name, number in count_public_classes().items() if number > 1}
    assert repeated == set(), "choose another name for the new class"
