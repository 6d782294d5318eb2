"""Entry point for PO files. The fast reader reads regular files, `reference.py` reads all other files."""

from transtats_cli.columns import Columns, UnitTable, with_columns
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.po.fast.units import read_regular
from transtats_cli.model import PLURAL_SEPARATOR, Catalog


def read(content: bytes, options: ReadOptions) -> Catalog:
    """Return the units of a bilingual file."""
    found = None if options.reference else read_regular(content)
    if found is None:
        from transtats_cli.formats.po import reference

        found = reference.read(content, strict=options.strict)
    return found


def read_monolingual(content: bytes, options: ReadOptions) -> Catalog:
    """Return the units of a file whose msgids are keys.

    The source of a unit is empty. Its context is the key, or `msgctxt.key` if there is a msgctxt.
    """
    found = read(content, options)
    units = with_columns(found.units)
    columns = units.columns
    keys = [*map(_key, columns.contexts, columns.sources)]
    keyed = Columns(keys, [""] * len(keys), columns.targets, columns.states, columns.flags, texts=keys)
    return found._replace(units=UnitTable(keyed, units.comments, units.lines))


def _key(context: str, source: str) -> str:
    if PLURAL_SEPARATOR in source:
        source = source.partition(PLURAL_SEPARATOR)[0]
    return f"{context}.{source}" if context and source else context or source
