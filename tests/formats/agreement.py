"""Comparison of the fast readers of a format with its reference reader."""

from transtats_cli.columns import UnitColumns
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS


def assert_readers_agree(file_format: str, content: bytes, options: ReadOptions) -> bool:
    """Assert that both readers return equal units with equal line numbers, or raise equal errors.

    Return True if a fast reader has read the file.
    """
    expected: object
    try:
        reference = FILE_FORMATS[file_format].create_reader(options._replace(uses_reference_readers=True))
        expected = [*reference(content).units]
    except UnreadableFile as error:
        expected = str(error), error.line
    found: object
    is_fast = False
    try:
        units = FILE_FORMATS[file_format].create_reader(options)(content).units
        found, is_fast = [*units], isinstance(units, UnitColumns) and _is_from_fast_reader(units)
    except UnreadableFile as error:
        found = str(error), error.line
    assert found == expected, content.decode(errors="replace")
    return is_fast


def _is_from_fast_reader(units: UnitColumns) -> bool:
    return ".formats." in units._find_line_numbers.__module__
