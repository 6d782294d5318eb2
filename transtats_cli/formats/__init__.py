"""The readers: a file's bytes become a Catalog of units."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from transtats_cli.model import Catalog


class ReadOptions(NamedTuple):
    """How a format with a choice is to be read."""

    plain: bool = False
    """XLIFF: count the text alone, inline elements dropped."""
    whitespace: str = "preserve"
    """XLIFF: `preserve`, `standard` or `normalize`."""


Reader = Callable[[bytes, ReadOptions], Catalog]


class Format(NamedTuple):
    """One format: where its reader is, and what sets it apart."""

    reader: str
    """`module:function` inside this package; imported when the first file of the format is read."""
    monolingual: bool = False
    """Needs a template: its units have keys, and texts in one language."""
    gettext_plurals: bool = False
    """Its header may declare a plural rule."""

    def load(self) -> Reader:
        module, function = self.reader.split(":")
        reader: Reader = getattr(import_module(f"{__name__}.{module}"), function)
        return reader


READERS: dict[str, Format] = {
    "po": Format("po:read", gettext_plurals=True),
    "po-mono": Format("po:read_monolingual", monolingual=True, gettext_plurals=True),
    "xliff": Format("xliff:read"),
    "xliff2": Format("xliff:read_version_2"),
    "poxliff": Format("toolkit:read_poxliff", gettext_plurals=True),
    "apple-xliff": Format("toolkit:read_apple_xliff"),
}
