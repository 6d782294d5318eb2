"""The only home of translate-toolkit: the XLIFF dialects that gather several elements into one unit."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.xliff_attributes import details_of, last_change, own_flags
from transtats_cli.formats.xliff_document import Document, Surroundings, line_of, parse_version_1
from transtats_cli.formats.xliff_meanings import NEEDS_EDITING, comment_lines, forbids_translation, state_of
from transtats_cli.formats.xliff_text import refuse_entities, settle_whitespace
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit

_ID_SEPARATOR = "\x04"
_PLURAL_GROUP = "x-gettext-plurals"
_HEADER = "gettext-domain-header"


def read_poxliff(content: bytes, options: ReadOptions) -> Catalog:
    """The gettext profile of XLIFF 1.2: a plural is a <group> of units."""
    from translate.storage.poxliff import PoXliffFile

    return _read(content, PoXliffFile, options)


def read_apple_xliff(content: bytes, options: ReadOptions) -> Catalog:
    """What Xcode exports: the forms of a plural are units whose ids share their beginning."""
    from translate.storage.applestrings_xliff import AppleStringsXliffFile

    return _read(content, AppleStringsXliffFile, options, unsigned="developer")


def _read(content: bytes, store_class: Any, options: ReadOptions, unsigned: str = "") -> Catalog:
    """The units of a store; notes that nobody signed are taken as written by `unsigned`."""
    document = parse_version_1(content)  # says what is wrong in our words
    _refuse_what_grows(document)
    refuse_entities(document.root)  # the toolkit would put in what they stand for, or nothing
    try:
        store = _store(content, store_class, options.whitespace)
        units = [
            _unit(document, unit, unsigned) for unit in store.units if any(_forms(unit.source)) and not _is_header(unit)
        ]
        plural_forms = store.parseheader().get("Plural-Forms", "") if hasattr(store, "parseheader") else ""
    except UnreadableFile:
        raise
    except Exception as error:
        # The toolkit has no error of its own for a file it does not understand: it is whatever breaks first.
        raise UnreadableFile(f"translate-toolkit cannot read it: {error!r}") from error
    return Catalog(units, plural_forms, last_change(document))


def _refuse_what_grows(document: Document) -> None:
    """Stop files that the toolkit needs the square of their size for: none of them is right anyway."""
    group, surroundings = document.tag("group"), Surroundings(document, "trans-unit")
    for unit in document.root.iter(document.tag("trans-unit")):
        surroundings[unit.getparent()]
    for element in document.root.iter(group):
        around: Iterator[Any] = element.iterancestors(group)
        if element.get("restype") == _PLURAL_GROUP and any(each.get("restype") == _PLURAL_GROUP for each in around):
            raise UnreadableFile("the plural groups are nested", line_of(element))


def _store(content: bytes, store_class: Any, whitespace: str) -> Any:
    class Store(store_class):  # type: ignore[misc]  # the class is one of several
        def initbody(self) -> None:
            """Prepare the tree, before the toolkit reads any text from it."""
            super().initbody()
            texts = self.namespaced("source"), self.namespaced("target")
            settle_whitespace(self.document.getroot(), texts, whitespace)

        def switchfile(self, filename: str, createifmissing: bool = False) -> bool:
            """Leave out what is for writing alone: for each unit, a search for its <file> from the first one on."""
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
    """The plural forms of a text; one, where there is no plural."""
    return [str(form or "") for form in getattr(text, "strings", [text])]


def _is_header(unit: Any) -> bool:
    return _HEADER in (unit.getrestype() or "")


def _needs_editing(unit: Any) -> bool:
    # Where the toolkit knows of parts, only these are asked: a single unit of the gettext profile has none, and
    # whatever state it declares, a server takes it for translated.
    targets = [part.get_target_dom() for part in getattr(unit, "units", [unit])]
    return any(target is not None and target.get("state") in NEEDS_EDITING for target in targets)
