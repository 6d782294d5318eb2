"""Entry points for PO files. A fast reader reads regular PO files, and `reference.py` reads all other PO files."""

from transtats_cli.columns import UnitColumns, columns_of
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.formats.po.fast.units import RegularPoReader
from transtats_cli.model import PLURAL_SEPARATOR, Catalog


class PoReader:
    """Reader for the PO files of a bilingual component.

    The reader caches strings and flags, which are mostly equal in all files. Not thread-safe.
    """

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._fast_reader = None if options.uses_reference_readers else RegularPoReader()

    def __call__(self, content: bytes) -> Catalog:
        catalog = self._fast_reader.read_catalog(content) if self._fast_reader else None
        if catalog is None:
            catalog = create_guarded_reader("po.reference:create_po_reader", self._options)(content)
        return catalog


class MonolingualPoReader(PoReader):
    """Reader for PO files in which each msgid is a key instead of a source text.

    The source of each unit is empty. The context of a unit is its key, or `msgctxt.key` if the entry has a msgctxt. The
    msgctxt is a note as well.
    """

    def __call__(self, content: bytes) -> Catalog:
        catalog = super().__call__(content)
        columns = columns_of(catalog.units)
        keys = [*map(_join_context_and_key, columns.contexts, columns.sources)]

        def find_comments(index: int) -> str:
            context = columns.contexts[index]
            written = columns.comments_of_unit(index)
            return f"{written}\n#. {context}".lstrip("\n") if context else written

        keyed = UnitColumns(
            keys,
            [""] * len(keys),
            columns.targets,
            columns.states,
            columns.flags,
            find_comments=find_comments,
            find_line_numbers=columns.line_numbers,
            identifying_texts=keys,
        )
        return catalog._replace(units=keyed)


def _join_context_and_key(context: str, key: str) -> str:
    if PLURAL_SEPARATOR in key:
        key = key.partition(PLURAL_SEPARATOR)[0]
    return f"{context}.{key}" if context and key else context or key
