"""Readers of file formats: functions that convert the bytes of a file to a Catalog of units.

FILE_FORMATS lists the formats, each with its family. Each of the packages `po` and `xliff` contains the readers of one
family. Its module `sniffing` reads declarations at the beginning of a file. Its package `fast` contains readers and
counters that exist for speed only. `references` and `sizes` are used for all formats.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.model import Catalog, Unit


class ReadOptions(NamedTuple):
    """Options of the readers of translation files.

    `uses_reference_readers` applies to all formats, each other option to one.
    """

    removes_inline_tags: bool = False
    """XLIFF: True if inline elements are removed from texts before the texts are counted and checked."""
    xliff_whitespace: str = "preserve"
    """XLIFF: treatment of white space in texts: `preserve`, `standard` or `normalize`."""
    refuses_control_characters: bool = False
    """PO: True if control characters in the strings of a file make the file unreadable. False: the file is read with a
    warning."""
    uses_reference_readers: bool = False
    """True if the reference readers, based on polib and translate-toolkit, are used instead of the fast readers."""


Reader = Callable[[bytes], "Catalog"]
"""Function that converts the content of a translation file to a Catalog. Raises UnreadableFile."""


class IrregularFile(Exception):  # noqa: N818  not an error: another reader reads the file
    """The file contains a notation that a fast reader does not support, so that another reader has to read the file."""


class BulkCount(NamedTuple):
    """Statistics and date of a translation file, computed without creating a Unit for each string."""

    statistics: Statistics
    last_change: str | None
    """Date of the last translation in the header of the file: ISO 8601 in UTC. None if the file has no valid date."""


class BulkCountSettings(NamedTuple):
    """Settings for counting the files of a component in bulk, which means without creating a Unit for each string."""

    read_options: ReadOptions = ReadOptions()
    review: bool = False
    template_units: "Sequence[Unit]" = ()
    """Units of the template of a monolingual component. Settings are applied: the state of a unit may be READ_ONLY."""


BulkCounter = Callable[[bytes], BulkCount | None]
"""Function that returns the counts of a file from its content, or None if the file must be read with a Reader."""


class LanguageDeclaration(NamedTuple):
    """Language of a translation file, as the beginning of the file declares it."""

    language_code: str = ""
    """Code of the declared target language. Empty if the file declares no target language."""
    is_source: bool = False
    """True if the file contains source texts only: no target and no target language, or a target language that is
    equal to the source language."""


class FormatFamily(NamedTuple):
    """Group of file formats with a common syntax, such as all kinds of XLIFF."""

    media_type: str
    """Media type of the files for HTTP, such as `application/xliff+xml`."""
    sniffing_module: str = ""
    """Module in this package with functions that read the beginning of a file. `read_target_declaration` returns a
    LanguageDeclaration, `read_source_language` the declared source language, `detect_format` the format, and
    `read_simple_entries` sources and targets. Empty if files declare nothing."""

    def read_target_declaration(self, content: bytes) -> LanguageDeclaration:
        """Return the language that the beginning of a file declares. Without a declaration, its code is empty."""
        found: LanguageDeclaration = (
            _import_function(f"{self.sniffing_module}:read_target_declaration")(content)
            if self.sniffing_module
            else LanguageDeclaration()
        )
        return found

    def read_simple_entries(self, content: bytes) -> list[tuple[bytes, bytes]]:
        """Return source and target of the simple entries at the beginning of a file."""
        found: list[tuple[bytes, bytes]] = (
            _import_function(f"{self.sniffing_module}:read_simple_entries")(content) if self.sniffing_module else []
        )
        return found

    def read_source_language(self, content: bytes) -> str | None:
        """Return the source language that the beginning of a file declares.

        Return '' if the file declares no source language, or if its source and target language are equal. Return None
        if `content` is no file of this family, or if such files never declare a source language.
        """
        found: str | None = (
            _import_function(f"{self.sniffing_module}:read_source_language")(content) if self.sniffing_module else None
        )
        return found

    def detect_format(self, content: bytes) -> str:
        """Return the name of the format that the beginning of a file shows, or '' if no format is detected."""
        found: str = _import_function(f"{self.sniffing_module}:detect_format")(content) if self.sniffing_module else ""
        return found


class FileFormat(NamedTuple):
    """Reader and properties of a file format."""

    family: FormatFamily
    reader_function: str
    """Path of the function that creates a Reader from ReadOptions: `module:function`, relative to this package."""
    extensions: tuple[str, ...]
    """Extensions of the files of this format, without a dot. If several formats have an extension in common, the file
    has the first of these formats in FILE_FORMATS, unless its content shows another format."""
    is_detected: bool = False
    """True if files with the extensions of this format may have another format of the family, so that the format of
    each file is detected from its content. Set only for the first format in FILE_FORMATS with these extensions."""
    may_have_template: bool = True
    """True if the source texts of a component may be in a separate file, the template."""
    is_monolingual: bool = False
    """True if a file contains keys and texts in one language only, so that a template with source texts is required."""
    has_gettext_plurals: bool = False
    """True if the header of a file may declare a plural rule."""
    bulk_counter_function: str = ""
    """Path of the function that creates a BulkCounter from BulkCountSettings: `module:function`, relative to this
    package. Empty if the format has no bulk counter."""

    def create_reader(self, options: ReadOptions) -> Reader:
        """Return a reader for the files of one component. The reader may cache strings that several files contain."""
        reader: Reader = _import_function(self.reader_function)(options)
        return reader

    def create_bulk_counter(self, settings: BulkCountSettings) -> BulkCounter | None:
        counter: BulkCounter | None = (
            _import_function(self.bulk_counter_function)(settings) if self.bulk_counter_function else None
        )
        return counter


def _import_function(path: str) -> Any:
    module, name = path.split(":")
    return getattr(import_module(f"{__name__}.{module}"), name)


_GETTEXT = FormatFamily("text/x-gettext-translation", "po.sniffing")
_XLIFF = FormatFamily("application/xliff+xml", "xliff.sniffing")

FILE_FORMATS: dict[str, FileFormat] = {
    "po": FileFormat(
        _GETTEXT,
        "po.reader:PoReader",
        ("po",),
        may_have_template=False,
        has_gettext_plurals=True,
        bulk_counter_function="po.fast.counts:PoCounter",
    ),
    "po-mono": FileFormat(
        _GETTEXT,
        "po.reader:MonolingualPoReader",
        ("po",),
        is_monolingual=True,
        has_gettext_plurals=True,
        bulk_counter_function="po.fast.counts:MonolingualPoCounter",
    ),
    "xliff": FileFormat(
        _XLIFF,
        "xliff.reader:create_xliff_1_reader",
        ("xlf", "xliff", "sdlxliff", "mxliff"),
        is_detected=True,
        bulk_counter_function="xliff.fast.counts:create_xliff_counter",
    ),
    "xliff2": FileFormat(_XLIFF, "xliff.reader:create_xliff_2_reader", ("xlf", "xliff"), may_have_template=False),
    "poxliff": FileFormat(
        _XLIFF, "xliff.reference:create_poxliff_reader", ("poxliff", "xlf", "xliff"), has_gettext_plurals=True
    ),
    "apple-xliff": FileFormat(_XLIFF, "xliff.reference:create_apple_xliff_reader", ("xliff",)),
}

EXTENSIONS = tuple(dict.fromkeys(extension for known in FILE_FORMATS.values() for extension in known.extensions))
"""File extensions of all supported formats, without a dot."""
MEDIA_TYPES = tuple(dict.fromkeys(known.family.media_type for known in FILE_FORMATS.values()))
"""Media types of all supported file formats."""
DEFAULT_FORMAT = "xliff"
"""Default format of a file: its extension is unknown, and its content shows no format."""


def format_of_extension(extension: str) -> str | None:
    """Return the name of the first file format in FILE_FORMATS with this extension, or None if no format has it."""
    return next((name for name, known in FILE_FORMATS.items() if extension in known.extensions), None)
