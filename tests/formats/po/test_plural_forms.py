"""Plural forms of a translation: as many as its header says, or the default rule of its language, as on a server."""

from pathlib import Path

import pytest

from tests.formats.reading import READERS, Row, read_bilingual
from transtats_cli.formats import ReadOptions

IRISH = 'msgid ""\nmsgstr "Plural-Forms: nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4;\\n"\n\n'
ENTRY = 'msgid "%d file"\nmsgid_plural "%d files"\n'


@READERS
@pytest.mark.parametrize(
    ("header", "forms", "target", "state"),
    [
        pytest.param(IRISH, ("", ""), "¦¦¦¦", 0, id="empty, with fewer forms than the header"),
        pytest.param(IRISH, ("a", "b"), "a¦b¦¦¦", 20, id="fewer forms than the header"),
        pytest.param(IRISH, ("a", "b", "c", "d", "e", "f"), "a¦b¦c¦d¦e", 20, id="more forms than the header"),
        pytest.param(IRISH, ("", "", "", "", "", "f"), "¦¦¦¦", 20, id="a text in a surplus form only"),
        pytest.param("", ("", ""), "¦¦", 0, id="fewer forms than the default rule of the language"),
    ],
)
def test_a_plural_has_the_forms_of_its_language(
    tmp_path: Path, header: str, forms: tuple[str, ...], target: str, state: int, uses_reference_readers: bool
) -> None:
    content = header + ENTRY + "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms))
    options = ReadOptions(uses_reference_readers=uses_reference_readers)
    _, found = read_bilingual(tmp_path, "po", content, language="cs", options=options)
    assert found == [Row("", "%d file¦%d files", target, state)]
