"""Program that counts the strings of PO or XLIFF files with a library: polib, rspolib, translate-toolkit or moz.l10n.

The program reads NUL-separated paths from standard input. The argument is the name of the library, and no other library
is imported.
"""

import sys
from collections.abc import Callable

EXIT_PARTIAL = 3
"""Exit status if the library could not read all files."""


def _polib_counter() -> Callable[[str], int]:
    import polib

    def count(path: str) -> int:
        catalog = polib.pofile(path)
        return len(catalog.translated_entries()) + len(catalog.fuzzy_entries()) + len(catalog.untranslated_entries())

    return count


def _rspolib_counter() -> Callable[[str], int]:
    import rspolib

    def count(path: str) -> int:
        catalog = rspolib.pofile(path)
        return len(catalog.translated_entries()) + len(catalog.fuzzy_entries()) + len(catalog.untranslated_entries())

    return count


def _translate_toolkit_counter() -> Callable[[str], int]:
    from translate.storage.factory import getobject

    def count(path: str) -> int:
        return sum(1 for unit in getobject(path).units if unit.istranslatable())

    return count


def _moz_counter() -> Callable[[str], int]:
    from moz.l10n.resource import parse_resource

    def count(path: str) -> int:
        return sum(len(section.entries) for section in parse_resource(path).sections)

    return count


LIBRARIES = {
    "polib": _polib_counter,
    "rspolib": _rspolib_counter,
    "translate": _translate_toolkit_counter,
    "moz.l10n": _moz_counter,
}


def main(library: str) -> int:
    count = LIBRARIES[library]()
    total, unread = 0, 0
    for path in sys.stdin.read().split("\0"):
        try:
            total += count(path)
        except Exception:  # whatever a library raises for a file that it cannot read
            unread += 1
    print(total)
    return EXIT_PARTIAL if unread else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
