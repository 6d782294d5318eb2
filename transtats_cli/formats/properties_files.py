"""Readers of properties files, based on translate-toolkit: Java, GWT, mi18n, Joomla, XWiki and `.strings`."""

from typing import Any

from translate.lang.data import get_cldr_plural_tags
from translate.misc.quote import propertiesdecode, xwiki_properties_decode
from translate.storage import properties

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.keyed import build_unit
from transtats_cli.formats.toolkit import (
    ToolkitReader,
    get_source,
    is_blank,
    is_not_translatable,
    library_errors_as_unreadable,
)
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit
from transtats_cli.problems import Problem

_GWT_OTHER = "other"
_MISSING_GWT_KEY_MESSAGE = (
    "a plural form such as 'key[one]' stands alone, without 'key'; a Weblate server reads no string of such a file"
)

_MISSING_SEPARATOR_MESSAGE = "the first line has no separator such as '='; this may be no properties file"


def _create_java_store(store_class: Any, options: ReadOptions) -> Any:
    personality = {"iso-8859-1": "java", "utf-8": "java-utf8", "utf-16": "java-utf16"}[options.encoding]
    # The toolkit guesses the encoding of a file unless it is set.
    return _add_key_lines(store_class(personality=personality, encoding=options.encoding))


def _create_strings_store(store_class: Any, options: ReadOptions) -> Any:
    if options.encoding.startswith("utf-16"):
        return _add_key_lines(store_class(personality="strings"))
    return _add_key_lines(store_class(personality="strings-utf8", encoding="utf-8"))


def _add_key_lines(store: Any) -> Any:
    """Return a store of the toolkit whose units have the attribute `key_line`: the line number of their key.

    The line number that the toolkit stores is not used, because it is that of the comment above the key.
    """
    consume_entry_line = store._consume_entry_line

    def consume_located_line(state: Any, line: str, line_number: int) -> None:
        state.unit.key_line = line_number
        consume_entry_line(state, line, line_number)

    store._consume_entry_line = consume_located_line
    return store


def _find_warnings(store: Any) -> tuple[Problem, ...]:
    """Return a warning if the first property has no separator. The toolkit reads any text as properties."""
    return (Problem("", _MISSING_SEPARATOR_MESSAGE),) if store.units and not store.units[0].delimiter else ()


def _find_line(unit: Any) -> int:
    """Return the line number of a property, or of the first of its plural forms."""
    forms = getattr(unit, "units", None) or {"": unit}
    return min((form.key_line for form in forms.values() if hasattr(form, "key_line")), default=0)


def read_gwt(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of a GWT file, in which `key[one]` is a plural form of `key`."""
    with library_errors_as_unreadable():
        store = _add_key_lines(properties.gwtfile(encoding=options.encoding or None))
        if options.language_code:
            store.settargetlanguage(options.language_code)
        store.parse(content)
        warnings = _find_warnings(store)
        units = [unit for unit in store.units if not unit.isblank()]
        if any(_GWT_OTHER not in unit.units for unit in units if hasattr(unit, "units")):
            return Catalog([], warnings=(*warnings, Problem("", _MISSING_GWT_KEY_MESSAGE)))
        categories = get_cldr_plural_tags(store.get_base_locale_code())
        return Catalog([_build_gwt_unit(unit, categories) for unit in units], warnings=warnings)


def _build_gwt_unit(unit: Any, categories: list[str]) -> Unit:
    """Return the Unit of a property of a GWT file. `categories` are the plural categories of the language.

    If the property has plural forms, the unit has a form for each category. The property `key` is the form for the
    category `other`, and `key[one]` the form for `one`. If the form for `other` is empty, the unit has the state EMPTY.
    """
    forms = getattr(unit, "units", {_GWT_OTHER: unit})
    base = forms[_GWT_OTHER]
    target = base.source
    if len(forms) > 1:
        target = PLURAL_SEPARATOR.join(forms[category].source if category in forms else "" for category in categories)
    return build_unit(unit.name, target, note=base.getnotes(), is_empty=not base.source, line=_find_line(unit))


def _find_element_lines(_: bytes, store: Any) -> list[int]:
    lines = {element.tag: element.sourceline for element in store.root.iterchildren("content", "title")}
    return [lines.get(unit.name, 0) for unit in store.units]


# A property without a key is read-only. A comment without a property is no string.
JAVA = ToolkitReader(
    "properties:propfile",
    _create_java_store,
    skip=is_blank,
    key=lambda unit: unit.name,
    decode_key=propertiesdecode,
    target=get_source,
    is_read_only=is_not_translatable,
    line=_find_line,
    find_warnings=_find_warnings,
)
STRINGS = JAVA._replace(create_store=_create_strings_store, find_warnings=lambda _: ())
MI18N = JAVA._replace(
    store="properties:javautf8file", create_store=lambda store_class, _: _add_key_lines(store_class())
)
JOOMLA = MI18N._replace(store="properties:joomlafile")
# Escapes are decoded twice, so that `\\\\n` becomes a line break. A server decodes only the escapes of sources twice.
XWIKI_JAVA = MI18N._replace(store="properties:xwikifile", target=lambda unit: xwiki_properties_decode(unit.source))
# A page is an XML file whose element <content> contains the properties.
XWIKI_PAGE = XWIKI_JAVA._replace(
    store="properties:XWikiPageProperties",
    find_lines=lambda _, store: [_find_line(unit) + store.root.find("content").sourceline - 1 for unit in store.units],
)
XWIKI_FULL_PAGE = MI18N._replace(store="properties:XWikiFullPage", find_lines=_find_element_lines)
