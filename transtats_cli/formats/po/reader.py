"""Entry points for PO files. A fast reader reads regular PO files, and `reference.py` reads all other PO files."""

from transtats_cli.columns import UnitColumns, UnitTable, as_units_with_columns
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.po.fast.units import RegularReader
from transtats_cli.model import PLURAL_SEPARATOR, Catalog


class PoReader:
    """Reader for the PO files of a bilingual component.

    It caches strings and flags, because the files of a component mostly have the same. It is not thread-safe.
    """

    def __init__(self, options: ReadOptions) -> None:
        self._is_strict = options.strict
        self._fast_reader = None if options.reference else RegularReader()

    def __call__(self, content: bytes) -> Catalog:
        catalog = self._fast_reader.read(content) if self._fast_reader else None
        if catalog is None:
            from transtats_cli.formats.po import reference

            catalog = reference.read(content, strict=self._is_strict)
        return catalog


class MonolingualPoReader(PoReader):
    """Reader for PO files in which each msgid is a key instead of a source text.

    The source of each unit is empty. The context of a unit is its key, or `msgctxt.key` if the entry has a msgctxt.
    """

    def __call__(self, content: bytes) -> Catalog:
        catalog = super().__call__(content)
        units = as_units_with_columns(catalog.units)
        columns = units.columns
        keys = [*map(_join_key, columns.contexts, columns.sources)]
        keyed_columns = UnitColumns(
            keys, [""] * len(keys), columns.targets, columns.states, columns.flags, identifying_texts=keys
        )
        return catalog._replace(units=UnitTable(keyed_columns, units.comments_of_unit, units.line_numbers))


def _join_key(context: str, source: str) -> str:
    if PLURAL_SEPARATOR in source:
        source = source.partition(PLURAL_SEPARATOR)[0]
    return f"{context}.{source}" if context and source else context or source
