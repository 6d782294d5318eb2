"""Languages that a scan reports."""

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.scanning.pipeline.language_selection import choose_language_codes, find_translations


def test_languages_are_selected_in_any_spelling(tree: WriteTree) -> None:
    root = tree({"po/pt_BR.po": "", "po/cs_CZ.po": ""})
    found, source = find_translations(Component("demo", "app", str(root), "po/*.po")), language_by_code("en")
    assert choose_language_codes(found, ["pt-br", "cs_CZ", "en"], source, must_exist=True) == {"pt_BR", "cs", "en"}
    with pytest.raises(TranstatsError, match="no language 'pt' here; did you mean 'pt_BR'"):
        choose_language_codes(found, ["pt"], source, must_exist=True)
    assert choose_language_codes(found, ["xx", "cs"], source, must_exist=False) == {"cs"}
