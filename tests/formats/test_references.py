"""Flags for markup, which follow from the extensions of source references."""

import pytest

from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats.references import flags_of_references


@pytest.mark.parametrize(
    ("references", "expected"),
    [
        pytest.param([], "", id="no reference"),
        pytest.param(["src/main.c:12"], "", id="program code"),
        pytest.param(["doc/index.rst:3"], "rst-text", id="restructuredtext"),
        pytest.param(["README.md"], "md-text", id="markdown without a line"),
        pytest.param(["README.markdown:1"], "md-text", id="markdown, long"),
        pytest.param(["page.mdx:1"], "md-text, safe-mdx", id="markdown with components"),
        pytest.param(["a.adoc:1"], "asciidoc-text", id="asciidoc"),
        pytest.param(["a.ad:1"], "asciidoc-text", id="asciidoc, short"),
        pytest.param(["a.asciidoc:1"], "asciidoc-text", id="asciidoc, long"),
        pytest.param(["a.c:1", "b.rst:2"], "rst-text", id="one of several is enough"),
        pytest.param(["a.md:1 b.rst:2"], "md-text, rst-text", id="several in one text"),
        pytest.param(["INDEX.RST:1"], "", id="upper case is another extension"),
        pytest.param(["docs.rst/build.py:1"], "", id="a directory has no extension"),
        pytest.param([".rst"], "", id="a hidden file has no extension"),
        pytest.param(["main.c:index.rst"], "", id="only the text before the colon"),
        pytest.param(["main.rst.c:1"], "", id="only the last extension"),
        pytest.param(["my%20page%2Erst:1"], "rst-text", id="percent escapes"),
        pytest.param(["my+page.rst:1"], "rst-text", id="plus for a blank"),
        pytest.param(["100%ff.rst:1"], "rst-text", id="an escape that is no UTF-8 stays"),
        pytest.param(["module.py:docstring of docutils.parsers.rst:1"], "", id="docstring of a module"),
        pytest.param(["module.py:docstring+of+docutils.parsers.rst:1"], "", id="docstring, escaped"),
        pytest.param(["a.rst:docstring of package.name:1 b.md:2"], "md-text, rst-text", id="docstring, then a file"),
    ],
)
def test_extensions_imply_flags(references: list[str], expected: str) -> None:
    assert str(flags_of_references(references)) == expected


def test_equal_extensions_share_their_flags() -> None:
    assert flags_of_references(["a.rst:1"]) is flags_of_references(["b.rst:2", "c.rst:3"])


def test_references_to_code_share_the_absence_of_flags() -> None:
    assert flags_of_references(["a.c:1"]) is NO_FLAGS


def test_a_long_reference_takes_linear_time() -> None:
    assert flags_of_references([":docstring of " * 100_000 + "x.rst"]) == flags_of_references(["x.rst"])
