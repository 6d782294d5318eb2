"""Reader of TBX files, which contain the terms of a glossary."""

from functools import partial
from typing import Any

from translate.misc.multistring import multistring
from translate.storage.tbx import tbxfile

from transtats_cli.flags import LOCKED_STRING_FLAGS, NO_FLAGS, Flags
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_store_reader
from transtats_cli.model import Unit

_FORBIDDEN_FLAGS = Flags({"forbidden": ()})
_FORBIDDEN_STATUSES = frozenset({"forbidden", "obsolete"})


def create_tbx_reader(options: ReadOptions) -> Reader:
    source = options.source_language_code or "en"
    return create_store_reader(partial(tbxfile, sourcelanguage=source), _build_unit, options)


def _build_unit(unit: Any) -> Unit:
    """Return the Unit of a glossary entry. If the entry has several terms in a language, they become several texts."""
    sources = [term.text for term in unit.get_source_terms()]
    targets = [term.text for term in unit.get_target_terms()]
    element = unit.xmlelement
    return build_unit(
        element.get("id") or "",
        _join_terms(targets),
        source=_join_terms(sources),
        note=unit.getnotes("pos"),
        flags=_read_flags(unit, has_source=any(sources)),
        is_read_only=not any(sources),
        line=element.sourceline or 0,
    )


def _join_terms(terms: list[str]) -> object:
    return multistring(terms) if len(terms) > 1 else "".join(terms)


def _read_flags(unit: Any, *, has_source: bool) -> Flags:
    statuses = (note.text for note in unit.xmlelement.iterfind(".//{*}termNote[@type='administrativeStatus']"))
    flags = _FORBIDDEN_FLAGS if any((status or "").strip() in _FORBIDDEN_STATUSES for status in statuses) else NO_FLAGS
    return flags.joined_with(LOCKED_STRING_FLAGS) if has_source and not unit.istranslatable() else flags
