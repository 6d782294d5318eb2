"""Comparison of the fast readers of a format with its reference reader."""

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import IrregularFile, ReadOptions, import_function
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
    try:
        found = [*FILE_FORMATS[file_format].create_reader(options)(content).units]
    except UnreadableFile as error:
        found = str(error), error.line
    assert found == expected, content.decode(errors="replace")
    return _is_regular(file_format, content, options)


def _is_regular(file_format: str, content: bytes, options: ReadOptions) -> bool:
    described = FILE_FORMATS[file_format]
    if described.encoding:
        declared = options.encoding if options.encoding in described.encoding.values else described.encoding.default
        options = options._replace(encoding=described.encoding.find_encoding(content, declared))
    try:
        import_function(described.fast_reader)(content, options)
    except IrregularFile:
        return False
    return True
