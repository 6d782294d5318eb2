"""Readers for XLIFF dialects with units of several elements. The only module that uses translate-toolkit."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.xliff.attributes import details_of, last_change, own_flags
from transtats_cli.formats.xliff.document import Document, Surroundings, line_of, parse_version_1
from transtats_cli.formats.xliff.rules import NEEDS_EDITING, comment_lines, forbids_translation, state_of
from transtats_cli.formats.xliff.text import refuse_entities, settle_whitespace
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit

_ID_SEPARATOR = "\x04"
_PLURAL_GROUP = "x-gettext-plurals"
_HEADER = "gettext-domain-header"


def read_poxliff(content: bytes, options: ReadOptions) -> Catalog:
    """Read the gettext profile of XLIFF 1.2. The forms of a plural are the units of a <group>."""
    from translate.storage.poxliff import PoXliffFile

    return _read(content, PoXliffFile, options)


def read_apple_xliff(content: bytes, options: ReadOptions) -> Catalog:
    """Read an XLIFF file from Xcode. The forms of a plural are units whose ids have a common prefix."""
    from translate.storage.applestrings_xliff import AppleStringsXliffFile

    return _read(content, AppleStringsXliffFile, options, unsigned="developer")


def _read(content: bytes, store_class: Any, options: ReadOptions, unsigned: str = "") -> Catalog:
    """Read a file with a store class of the toolkit. Notes without an author get the author `unsigned`."""
    document = parse_version_1(content)  # for the messages of our own parser
    _refuse_what_grows(document)
    refuse_entities(document.root)  # the toolkit would expand or drop them
    try:
        store = _store(content, store_class, options.whitespace)
        units = [
            _unit(document, unit, unsigned) for unit in store.units if any(_forms(unit.source)) and not _is_header(unit)
        ]
        plural_forms = store.parseheader().get("Plural-Forms", "") if hasattr(store, "parseheader") else ""
    except UnreadableFile:
        raise
    except Exception as error:
        # The toolkit has no exception class for files that it cannot read. Any exception may be raised.
        raise UnreadableFile(f"translate-toolkit cannot read it: {error!r}") from error
    return Catalog(units, plural_forms, last_change(document))


def _refuse_what_grows(document: Document) -> None:
    """Raise UnreadableFile for nested units and plural groups: invalid XLIFF that takes the toolkit quadratic time."""
    group, surroundings = document.tag("group"), Surroundings(document, "trans-unit")
    for unit in document.root.iter(document.tag("trans-unit")):
        surroundings[unit.getparent()]
    for element in document.root.iter(group):
        around: Iterator[Any] = element.iterancestors(group)
        if element.get("restype") == _PLURAL_GROUP and any(each.get("restype") == _PLURAL_GROUP for each in around):
            raise UnreadableFile("the plural groups are nested", line_of(element))


def _store(content: bytes, store_class: Any, whitespace: str) -> Any:
    class Store(store_class):  # type: ignore[misc]  # the base class is an argument
        def initbody(self) -> None:
            """Write the whitespace policy into the tree, before the toolkit reads texts from it."""
            super().initbody()
            texts = self.namespaced("source"), self.namespaced("target")
            settle_whitespace(self.document.getroot(), texts, whitespace)

        def switchfile(self, filename: str, createifmissing: bool = False) -> bool:
            """Do nothing. The original method searches the <file> of each unit, and only writing needs the result."""
            return True

    store = Store()
    store.parse(content)
    return store


def _unit(document: Document, unit: Any, unsigned: str) -> Unit:
    element = unit.xmlelement
    targets = _forms(unit.target)
    details = details_of(document, element)
    notes = [(text, author or unsigned) for text, author in details.notes]
    return Unit(
        context=element.get("resname") or unit.getid().replace(_ID_SEPARATOR, "///"),
        source=PLURAL_SEPARATOR.join(_forms(unit.source)),
        target=PLURAL_SEPARATOR.join(targets),
        state=state_of("".join(targets), _needs_editing(unit), element.get("approved") == "yes"),
        flags=own_flags(element.get, details.locations, NO_FLAGS, element.sourceline),
        read_only=forbids_translation(element.get("translate")),
        comments=comment_lines(notes, details.locations),
        line=element.sourceline or 0,
        suggested=details.suggested,
    )


def _forms(text: Any) -> list[str]:
    """Return the plural forms of a text, or a list of the text if it has no plural forms."""
    return [str(form or "") for form in getattr(text, "strings", [text])]


def _is_header(unit: Any) -> bool:
    return _HEADER in (unit.getrestype() or "")


def _needs_editing(unit: Any) -> bool:
    # If the toolkit provides a list of parts, only the states of the parts count. For a single unit of the gettext
    # profile the list is empty: a server treats the unit as translated, regardless of its state.
    targets = [part.get_target_dom() for part in getattr(unit, "units", [unit])]
    return any(target is not None and target.get("state") in NEEDS_EDITING for target in targets)
