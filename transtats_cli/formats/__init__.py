"""Readers of file formats: functions that convert the bytes of a file to a Catalog of units.

READERS lists the formats. Each of the packages `po` and `xliff` contains its readers, and in `fast` what exists for
speed only. `references` and `sizes` are used for all formats.
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


class Format(NamedTuple):
    """Reader and properties of a file format."""

    reader: str
    """Function that creates a Reader from ReadOptions, as `module:function` in this package."""
    extensions: tuple[str, ...]
    """Extensions of its files. If formats share one, the first in READERS is used, unless the content shows another."""
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


READERS: dict[str, Format] = {
    "po": Format(
        "po.reader:PoReader", ("po",), may_have_template=False, gettext_plurals=True, bulk="po.fast.counts:Counter"
    ),
    "po-mono": Format(
        "po.reader:MonolingualPoReader",
        ("po",),
        monolingual=True,
        gettext_plurals=True,
        bulk="po.fast.counts:MonolingualCounter",
    ),
    "xliff": Format("xliff.reader:version_1", ("xlf", "xliff", "sdlxliff", "mxliff"), bulk="xliff.fast.counts:counter"),
    "xliff2": Format("xliff.reader:version_2", ("xlf", "xliff"), may_have_template=False),
    "poxliff": Format("xliff.reference:poxliff", ("poxliff", "xlf", "xliff"), gettext_plurals=True),
    "apple-xliff": Format("xliff.reference:apple_xliff", ("xliff",)),
}

EXTENSIONS = tuple(dict.fromkeys(extension for known in READERS.values() for extension in known.extensions))
"""Extensions of all supported files."""


def of_extension(extension: str) -> str | None:
    """Return the first format in READERS with this extension, or None."""
    return next((name for name, known in READERS.items() if extension in known.extensions), None)
