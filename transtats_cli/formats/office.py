"""Readers of OpenDocument and IDML files, which are archives of XML documents."""

from io import BytesIO
from typing import Any

from translate.storage import po
from translate.storage.idml import INLINE_ELEMENTS, NO_TRANSLATE_ELEMENTS, open_idml
from translate.storage.odf_io import open_odf
from translate.storage.odf_shared import inline_elements, no_translate_content_elements
from translate.storage.xml_extract.extract import (
    IdMaker,
    ParseState,
    build_idml_store,
    build_store,
    make_postore_adder,
)

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.keyed import build_unit
from transtats_cli.formats.toolkit import library_errors_as_unreadable
from transtats_cli.model import Catalog, Unit

_ODF_KEY_PREFIX = "odf///"
"""Prefix of the key of each string in an OpenDocument file."""


def read_odf(content: bytes, _: ReadOptions) -> Catalog:
    """Return the Catalog of the strings in all documents of an OpenDocument file, without their markup."""
    with library_errors_as_unreadable():
        units: list[Unit] = []

        def add_text(_: Any, element: Any) -> None:
            units.append(build_unit(_ODF_KEY_PREFIX + element.xpath, _join_text(element)))

        for document in open_odf(BytesIO(content)).values():
            state = ParseState(no_translate_content_elements, inline_elements)
            build_store(BytesIO(document), None, state, store_adder=add_text)
        return Catalog(units)


def _join_text(element: Any) -> str:
    return "".join(
        chunk if isinstance(chunk, str) else _join_text(chunk) if chunk.is_inline else "" for chunk in element.source
    )


def read_idml(content: bytes, _: ReadOptions) -> Catalog:
    """Return the Catalog of the strings in all documents of an IDML file."""
    with library_errors_as_unreadable():
        store = po.pofile()
        id_maker = IdMaker()
        for name, document in open_idml(BytesIO(content)).items():
            add_text = make_postore_adder(store, id_maker, name)  # type: ignore[no-untyped-call]
            state = ParseState(NO_TRANSLATE_ELEMENTS, INLINE_ELEMENTS)
            build_idml_store(BytesIO(document), store, state, store_adder=add_text)
        return Catalog(
            [
                build_unit(" ".join(unit.getlocations()), unit.source, locations=unit.getlocations())
                for unit in store.units
                if not unit.isheader()
            ]
        )
