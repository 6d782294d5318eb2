"""Program that counts the translated words of files with keys, as pocount does for bilingual files.

The program reads NUL-separated paths from standard input. Each file is read with the class of translate-toolkit for its
extension.
"""

import sys
from importlib import import_module
from typing import Any

from translate.tools.pocount import wordcount

STORE_CLASSES_BY_EXTENSION = {
    "xml": ("aresource", "AndroidResourceFile"),
    "properties": ("properties", "javafile"),
    "json": ("jsonl10n", "JsonNestedFile"),
    "yaml": ("yaml", "YAMLFile"),
}
"""Module and class of the toolkit by the extension of a file."""


def count_words(path: str) -> int:
    module, name = STORE_CLASSES_BY_EXTENSION[path.rpartition(".")[2]]
    with open(path, "rb") as file:
        store = getattr(import_module(f"translate.storage.{module}"), name).parsestring(file.read())
    # A unit of a properties file has its text as source.
    return sum(_count_forms(unit.target or unit.source) for unit in store.units if unit.istranslatable())


def _count_forms(target: Any) -> int:
    return sum(wordcount(str(form)) for form in getattr(target, "strings", [target or ""]))  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    print(sum(map(count_words, sys.stdin.read().split("\0"))))
