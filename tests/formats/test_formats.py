"""Table of formats, and values that are computed from the table."""

import pytest

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.detection import EXTENSIONS, format_of_extension
from transtats_cli.formats.table import FILE_FORMATS


def test_every_format_has_a_reader() -> None:
    for name, file_format in FILE_FORMATS.items():
        assert callable(file_format.create_reader(ReadOptions())), name


def test_a_monolingual_format_may_have_a_template() -> None:
    for name, file_format in FILE_FORMATS.items():
        assert file_format.may_have_template >= file_format.is_monolingual, name


@pytest.mark.parametrize(
    ("extension", "expected"),
    [
        pytest.param("po", "po", id="PO, bilingual by default"),
        pytest.param("xlf", "xliff", id="XLIFF"),
        pytest.param("mxliff", "xliff", id="XLIFF of a program"),
        pytest.param("poxliff", "poxliff", id="an extension of only one format"),
        pytest.param("docx", None, id="an unknown extension"),
    ],
)
def test_the_format_of_an_extension_is_the_first_format_with_the_extension(
    extension: str, expected: str | None
) -> None:
    assert format_of_extension(extension) == expected


def test_all_extensions_are_listed_once() -> None:
    assert EXTENSIONS[:6] == ("po", "xlf", "xliff", "sdlxliff", "mxliff", "poxliff")
    assert len(EXTENSIONS) == len(set(EXTENSIONS))
