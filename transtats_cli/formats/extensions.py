"""What the name of a file says about its format: extensions, and names of files in folders of translations."""

from collections.abc import Callable
from typing import Any

from transtats_cli.formats import FileFormat
from transtats_cli.formats.table import FILE_FORMATS

EXTENSIONS = tuple(dict.fromkeys(extension for known in FILE_FORMATS.values() for extension in known.extensions))
"""File extensions of all supported formats, without a dot."""


def collect_by_extension(read_property: Callable[[FileFormat], Any]) -> dict[str, tuple[Any, ...]]:
    """Return the values of a property of the formats, by extension. Extensions without a true value are left out."""
    found: dict[str, dict[Any, None]] = {}
    for known in FILE_FORMATS.values():
        for extension in known.extensions if read_property(known) else ():
            found.setdefault(extension, {})[read_property(known)] = None
    return {extension: tuple(values) for extension, values in found.items()}


_EXTENSIONS_WITHOUT_DECLARATIONS = collect_by_extension(lambda known: not known.sniffing_module)
CATALOGUE_EXTENSIONS = tuple(extension for extension in EXTENSIONS if extension not in _EXTENSIONS_WITHOUT_DECLARATIONS)
"""File extensions of formats whose files all declare their language or format, such as PO and XLIFF. Files with these
extensions are nearly always translations."""
DETECTED_EXTENSIONS = collect_by_extension(lambda known: known.detector is not None).keys() - {*CATALOGUE_EXTENSIONS}
"""Extensions of all other files that are recognised by the language in their name and their content. Files with other
extensions are found only by settings, except those of MULTILINGUAL_FORMATS."""
MULTILINGUAL_FORMATS = {
    extension: name
    for name, known in FILE_FORMATS.items()
    for extension in known.extensions
    if known.multilingual_module
}
"""Formats whose files contain the strings of all languages, by extension."""
FOLDER_FILE_NAMES = frozenset(name for known in FILE_FORMATS.values() for name in known.names_in_folder)
"""Names of files by which a folder is recognised as a translation."""
DEFAULT_FORMAT = "xliff"
"""Format of a file whose extension is unknown, and whose format is not detected from its content."""


def format_of_extension(extension: str) -> str | None:
    """Return the first format with this extension, which is that of files that no detector recognises, or None."""
    return next((name for name, known in FILE_FORMATS.items() if extension in known.extensions), None)
