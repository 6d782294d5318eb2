"""The table of formats: what is derived from it, so that a new format is one line in it."""

import pytest

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import EXTENSIONS, FILE_FORMATS, format_of_extension


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_a_format_has_its_reader(name: str) -> None:
    assert callable(FILE_FORMATS[name].create_reader(ReadOptions()))


@pytest.mark.parametrize("name", FILE_FORMATS)
def test_what_needs_a_template_may_have_one(name: str) -> None:
    assert FILE_FORMATS[name].may_have_template >= FILE_FORMATS[name].is_monolingual


@pytest.mark.parametrize(
    ("extension", "expected"),
    [
        pytest.param("po", "po", id="PO, bilingual unless it is said to be otherwise"),
        pytest.param("xlf", "xliff", id="XLIFF"),
        pytest.param("mxliff", "xliff", id="XLIFF of a program"),
        pytest.param("poxliff", "poxliff", id="an extension of its own"),
        pytest.param("docx", None, id="nothing that is read here"),
    ],
)
def test_an_extension_means_the_first_format_that_has_it(extension: str, expected: str | None) -> None:
    assert format_of_extension(extension) == expected


def test_all_extensions_are_known_once() -> None:
    assert EXTENSIONS[:6] == ("po", "xlf", "xliff", "sdlxliff", "mxliff", "poxliff")
    assert len(EXTENSIONS) == len(set(EXTENSIONS))
