"""The readers: a file's bytes become a Catalog of units."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from transtats_cli.statistics import Statistics

if TYPE_CHECKING:
    from transtats_cli.model import Catalog, Unit


class ReadOptions(NamedTuple):
    """How a format with a choice is to be read."""

    plain: bool = False
    """XLIFF: count the text alone, inline elements dropped."""
    whitespace: str = "preserve"
    """XLIFF: `preserve`, `standard` or `normalize`."""
    strict: bool = False
    """PO: a file with control characters in its strings is unreadable."""


Reader = Callable[[bytes, ReadOptions], "Catalog"]


class BulkCount(NamedTuple):
    """What a file counts, found without making units."""

    statistics: Statistics
    changed: str | None
    """As a Catalog has it."""


class BulkPlan(NamedTuple):
    """What holds for all files of a component that are counted in bulk."""

    options: ReadOptions = ReadOptions()
    review: bool = False
    template: "Sequence[Unit]" = ()
    """The strings of a monolingual component, with the state that the template gives them."""


BulkCounter = Callable[[bytes], BulkCount | None]
"""Counts one file after the other; None for one that only the reader understands."""


class Format(NamedTuple):
    """One format: where its reader is, and what sets it apart."""

    reader: str
    """`module:function` inside this package; imported when the first file of the format is read."""
    extensions: tuple[str, ...]
    """Of its files. Where several formats share one, a file is of the first, unless its content says otherwise."""
    may_have_template: bool = True
    """Its source texts may be in a file of their own."""
    monolingual: bool = False
    """Needs a template: its units have keys, and texts in one language."""
    gettext_plurals: bool = False
    """Its header may declare a plural rule."""
    bulk: str = ""
    """What makes a bulk counter of a BulkPlan, if there is one, in the same notation."""

    def load(self) -> Reader:
        reader: Reader = _function(self.reader)
        return reader

    def bulk_counter(self, plan: BulkPlan) -> BulkCounter | None:
        counter: BulkCounter | None = _function(self.bulk)(plan) if self.bulk else None
        return counter


def _function(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(f"{__name__}.{module}"), name)


READERS: dict[str, Format] = {
    "po": Format("po:read", ("po",), may_have_template=False, gettext_plurals=True, bulk="po_bulk:Counter"),
    "po-mono": Format(
        "po:read_monolingual", ("po",), monolingual=True, gettext_plurals=True, bulk="po_bulk:MonolingualCounter"
    ),
    "xliff": Format("xliff_regular:read", ("xlf", "xliff", "sdlxliff", "mxliff"), bulk="xliff_bulk:counter"),
    "xliff2": Format("xliff:read_version_2", ("xlf", "xliff"), may_have_template=False),
    "poxliff": Format("toolkit:read_poxliff", ("poxliff", "xlf", "xliff"), gettext_plurals=True),
    "apple-xliff": Format("toolkit:read_apple_xliff", ("xliff",)),
}

EXTENSIONS = tuple(dict.fromkeys(extension for known in READERS.values() for extension in known.extensions))
"""Of all files that we read."""


def forget() -> None:
    """A component is done: what its files had in common need not be remembered any longer."""
    heads = sys.modules.get(f"{__name__}.po_heads")
    if heads is not None:
        heads.forget()


def of_extension(extension: str) -> str | None:
    """The format of files with this extension."""
    return next((name for name, known in READERS.items() if extension in known.extensions), None)
