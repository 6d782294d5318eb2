"""Readers of all Android formats, based on translate-toolkit. Slow, but complete."""

from collections.abc import Callable
from typing import Any

from translate.storage.aresource import AndroidResourceFile, AndroidResourceUnit, CMPResourceFile, MOKOResourceFile

from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.attributes import flags_of_element
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit

_XML_FLAGS = Flags({"xml-text": ()})
_FLAGS_OF_MARKUP = {
    AndroidResourceUnit.TARGET_MARKUP_ESCAPED: Flags({"safe-html": ()}),
    AndroidResourceUnit.TARGET_MARKUP_CDATA: Flags({"auto-safe-html": ()}),
}
"""Flags of a string whose markup is written as escaped text, or in a CDATA section."""


def create_android_reader(options: ReadOptions) -> Reader:
    return _create_reader(AndroidResourceFile, options)


def create_compose_reader(options: ReadOptions) -> Reader:
    return _create_reader(CMPResourceFile, options)


def create_moko_reader(options: ReadOptions) -> Reader:
    return _create_reader(MOKOResourceFile, options)


def _create_reader(store_class: Callable[[], Any], options: ReadOptions) -> Reader:
    return create_keyed_reader(store_class, _build_unit, options)


def _build_unit(unit: Any) -> Unit | None:
    if unit.isblank():
        return None
    element = unit.xmlelement
    return build_unit(
        unit.getid(),
        unit.target,
        note=unit.getnotes(),
        flags=_flags_of_markup(unit).joined_with(flags_of_element(element)),
        is_read_only=not unit.istranslatable(),
        line=element.sourceline or 0,
    )


def _flags_of_markup(unit: Any) -> Flags:
    element = unit.xmlelement
    texts = [element] if element.tag == unit.SINGULAR_TAG else element.iterchildren("item")
    # Comments and references to entities are children, too.
    if any(len(text) for text in texts):
        return _XML_FLAGS
    return _FLAGS_OF_MARKUP.get(unit.target_markup_mode, NO_FLAGS)
