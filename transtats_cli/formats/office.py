"""Readers of OpenDocument and IDML files, which are archives of XML documents."""

from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from typing import Any

from translate.storage import po
from translate.storage.xml_extract.extract import (
    IdMaker,
    ParseState,
    build_idml_store,
    build_store,
    make_postore_adder,
)

from transtats_cli.columns import UnitList
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, library_errors_as_unreadable
from transtats_cli.model import Catalog, Unit

_ODF_KEY_PREFIX = "odf///"
"""Prefix of the key of each string in an OpenDocument file."""


def create_odf_reader(options: ReadOptions) -> Reader:
    from translate.storage.odf_io import open_odf
    from translate.storage.odf_shared import inline_elements, no_translate_content_elements

    return partial(_read_odf, open_odf, (no_translate_content_elements, inline_elements))


def create_idml_reader(options: ReadOptions) -> Reader:
    from translate.storage.idml import INLINE_ELEMENTS, NO_TRANSLATE_ELEMENTS, open_idml

    return partial(_read_archive, open_idml, build_idml_store, (NO_TRANSLATE_ELEMENTS, INLINE_ELEMENTS))


def _read_odf(
    open_archive: Callable[..., Mapping[str, bytes]], element_names: tuple[Any, Any], content: bytes
) -> Catalog:
    """Return the Catalog of the strings in all documents of an OpenDocument file, without their markup."""
    with library_errors_as_unreadable():
        units: list[Unit] = []

        def add_text(_: Any, element: Any) -> None:
            units.append(build_unit(_ODF_KEY_PREFIX + element.xpath, _join_text(element)))

        for document in open_archive(BytesIO(content)).values():
            build_store(BytesIO(document), None, ParseState(*element_names), store_adder=add_text)
        return Catalog(UnitList(units))


def _join_text(element: Any) -> str:
    """Return the text of an element and of its inline elements."""
    return "".join(
        chunk if isinstance(chunk, str) else _join_text(chunk) if chunk.is_inline else "" for chunk in element.source
    )


def _read_archive(
    open_archive: Callable[..., Mapping[str, bytes]],
    add_document: Callable[..., object],
    element_names: tuple[Any, Any],
    content: bytes,
) -> Catalog:
    """Return the Catalog of the strings in all documents of an archive."""
    with library_errors_as_unreadable():
        store = po.pofile()
        id_maker = IdMaker()
        for name, document in open_archive(BytesIO(content)).items():
            add_document(
                BytesIO(document),
                store,
                ParseState(*element_names),
                store_adder=make_postore_adder(store, id_maker, name),  # type: ignore[no-untyped-call]
            )
        return Catalog(
            UnitList(
                build_unit(" ".join(unit.getlocations()), unit.source, locations=unit.getlocations())
                for unit in store.units
                if not unit.isheader()
            )
        )
