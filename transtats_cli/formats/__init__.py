"""Readers of file formats: functions that convert the bytes of a file to a Catalog of units.

READERS lists the formats, each with its family. Each of the packages `po` and `xliff` contains one family: its readers,
in `sniffing` what the beginning of a file declares, and in `fast` what exists for speed only. `references` and `sizes`
are used for all formats.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.model import Catalog, Unit


class ReadOptions(NamedTuple):
    """Options of the readers. Each option but the last applies to one format only."""

    plain: bool = False
    """XLIFF: count the text without inline elements."""
    whitespace: str = "preserve"
    """XLIFF: `preserve`, `standard` or `normalize`."""
    strict: bool = False
    """PO: reject files with control characters in their strings."""
    reference: bool = False
    """Use the reference readers, based on polib and translate-toolkit, instead of the fast ones."""


Reader = Callable[[bytes], "Catalog"]
"""Function that reads one file. Raises UnreadableFile."""


class IrregularFile(Exception):  # noqa: N818  not an error: another reader reads the file
    """Raised inside a fast reader if the file has to be left to another reader."""


class BulkCount(NamedTuple):
    """Counts of one file, computed without creating units."""

    statistics: Statistics
    changed: str | None
    """Date of the last translation, as in `Catalog`."""


class BulkPlan(NamedTuple):
    """Settings that apply to all files of a component that are counted in bulk."""

    options: ReadOptions = ReadOptions()
    review: bool = False
    template: "Sequence[Unit]" = ()
    """Units of the template of a monolingual component. Their states may be READ_ONLY, unlike those from readers."""


BulkCounter = Callable[[bytes], BulkCount | None]
"""Function that counts one file. It returns None if only the reader can read the file."""


class Declaration(NamedTuple):
    """Declaration of a language at the beginning of a file."""

    language: str = ""
    """Language code, or empty."""
    is_source: bool = False
    """True for a file of source texts: without target and target language, or with equal languages."""


class Family(NamedTuple):
    """Formats with a common syntax."""

    media_type: str
    """Media type of a file, for HTTP."""
    sniffing: str = ""
    """Module in this package with functions that read the beginning of a file: `declaration` returns a Declaration,
    `source_language` the declared source language, `detect_format` the format, and `entries` sources and targets.
    Empty if files declare nothing."""

    def declaration(self, content: bytes) -> Declaration:
        """Return the language that the beginning of a file declares."""
        found: Declaration = _function(f"{self.sniffing}:declaration")(content) if self.sniffing else Declaration()
        return found

    def entries(self, content: bytes) -> list[tuple[bytes, bytes]]:
        """Return source and target of the simple entries at the beginning of a file."""
        found: list[tuple[bytes, bytes]] = _function(f"{self.sniffing}:entries")(content) if self.sniffing else []
        return found

    def source_language(self, content: bytes) -> str | None:
        """Return the source language that the beginning of a file declares.

        Return '' if the file declares none, or its target language, and None if the file is not recognized.
        """
        found: str | None = _function(f"{self.sniffing}:source_language")(content) if self.sniffing else None
        return found

    def detect_format(self, content: bytes) -> str:
        """Return the format of a file from its beginning, or '' if it is not detected."""
        found: str = _function(f"{self.sniffing}:detect_format")(content) if self.sniffing else ""
        return found


class Format(NamedTuple):
    """Reader and properties of a file format."""

    family: Family
    reader: str
    """Function that creates a Reader from ReadOptions, as `module:function` in this package."""
    extensions: tuple[str, ...]
    """Extensions of its files. If formats share one, the first in READERS is used, unless the content shows another."""
    is_detected: bool = False
    """True if the content of files with these extensions shows which format of the family they have. Set for the first
    format with an extension."""
    may_have_template: bool = True
    """True if the source texts may be in a separate file."""
    monolingual: bool = False
    """True if units have keys and texts in one language only, so that a template is required."""
    gettext_plurals: bool = False
    """True if the header of a file may declare a plural rule."""
    bulk: str = ""
    """Function that creates a bulk counter from a BulkPlan, as `module:function`. Empty if there is none."""

    def create_reader(self, options: ReadOptions) -> Reader:
        """Return a reader for the files of one component. It may cache what they share."""
        reader: Reader = _function(self.reader)(options)
        return reader

    def bulk_counter(self, plan: BulkPlan) -> BulkCounter | None:
        counter: BulkCounter | None = _function(self.bulk)(plan) if self.bulk else None
        return counter


def _function(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(f"{__name__}.{module}"), name)


_GETTEXT = Family("text/x-gettext-translation", "po.sniffing")
_XLIFF = Family("application/xliff+xml", "xliff.sniffing")

READERS: dict[str, Format] = {
    "po": Format(
        _GETTEXT,
        "po.reader:PoReader",
        ("po",),
        may_have_template=False,
        gettext_plurals=True,
        bulk="po.fast.counts:Counter",
    ),
    "po-mono": Format(
        _GETTEXT,
        "po.reader:MonolingualPoReader",
        ("po",),
        monolingual=True,
        gettext_plurals=True,
        bulk="po.fast.counts:MonolingualCounter",
    ),
    "xliff": Format(
        _XLIFF,
        "xliff.reader:version_1",
        ("xlf", "xliff", "sdlxliff", "mxliff"),
        is_detected=True,
        bulk="xliff.fast.counts:counter",
    ),
    "xliff2": Format(_XLIFF, "xliff.reader:version_2", ("xlf", "xliff"), may_have_template=False),
    "poxliff": Format(_XLIFF, "xliff.reference:poxliff", ("poxliff", "xlf", "xliff"), gettext_plurals=True),
    "apple-xliff": Format(_XLIFF, "xliff.reference:apple_xliff", ("xliff",)),
}

EXTENSIONS = tuple(dict.fromkeys(extension for known in READERS.values() for extension in known.extensions))
"""Extensions of all supported files."""
MEDIA_TYPES = tuple(dict.fromkeys(known.family.media_type for known in READERS.values()))
"""Media types of all supported files."""
OTHER = "xliff"
"""Format of files with an unknown extension whose format is not detected."""


def of_extension(extension: str) -> str | None:
    """Return the first format in READERS with this extension, or None."""
    return next((name for name, known in READERS.items() if extension in known.extensions), None)
