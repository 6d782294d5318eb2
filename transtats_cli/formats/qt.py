"""Reader of the TS files of Qt Linguist."""

from functools import partial
from typing import Any

from translate.misc.multistring import multistring
from translate.storage.ts2 import tsfile, tsunit

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.attributes import flags_of_element
from transtats_cli.formats.toolkit import build_unit, create_store_reader
from transtats_cli.model import Unit

_OPTIONAL_PLURAL = "(s)"


class _Message(tsunit):
    """Message with a fast `getcontextname`. The original method searches all messages of the context."""

    def getcontextname(self) -> str | None:
        parent = self.xmlelement.getparent()
        return next((element.text for element in parent if element.tag == "name"), None) if parent is not None else None


class _MessageFile(tsfile):
    UnitClass = _Message


def create_ts_reader(options: ReadOptions) -> Reader:
    return create_store_reader(_MessageFile, partial(_build_unit, options.is_monolingual), options)


def _build_unit(is_monolingual: bool, unit: Any) -> Unit | None:
    """Return the Unit of a message, or None if the message is obsolete or has no source and no context.

    A finished message without a text is translated: its text is the source. In a monolingual component, context and
    source together are the key.
    """
    if unit.isheader() or unit.isblank() or unit.isobsolete():
        return None
    source = _read_source(unit)
    target = unit.target
    element = unit.xmlelement
    source_element = element.find("{*}source")
    locations = _read_locations(element)
    is_review = unit.isreview()
    if not is_review and not _has_text(target):
        target = source
    return build_unit(
        unit.getid() if is_monolingual else unit.getcontext() or "",
        target,
        source="" if is_monolingual else source,
        note=unit.getnotes(),
        locations=locations,
        flags=flags_of_element(element),
        is_fuzzy=is_review,
        line=(element if source_element is None else source_element).sourceline or 0,
    )


def _read_locations(element: Any) -> list[str]:
    """Return the source locations of a message. Locations with a relative line number, such as `+3`, are left out.

    `getlocations` of the toolkit is not used. It fails on messages with absolute and relative line numbers, and takes
    quadratic time for a file with relative line numbers.
    """
    found = ((location.get("filename", ""), location.get("line", "")) for location in element.iterfind("{*}location"))
    return [f"{name}:{line}" if name else line for name, line in found if line and not line.startswith(("+", "-"))]


def _has_text(target: Any) -> bool:
    return any(map(str, getattr(target, "strings", [target or ""])))


def _read_source(unit: Any) -> object:
    """Return the source of a message. If the message has plural forms, return a singular and a plural.

    The singular and the plural of `file(s)` are `file` and `files`.
    """
    source = unit.source
    if not unit.hasplural():
        return source
    text = str(source)
    return multistring([text.replace(_OPTIONAL_PLURAL, ""), text.replace(_OPTIONAL_PLURAL, "s")])
