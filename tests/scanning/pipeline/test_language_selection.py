"""Languages that a scan reports."""

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.pipeline.language_selection import select_languages


def test_languages_are_selected_in_any_spelling(tree: WriteTree) -> None:
    root = tree({"po/pt_BR.po": "", "po/cs_CZ.po": ""})
    component = Component("demo", "app", str(root), "po/*.po")
    assert select_languages(component, ["pt-br", "cs_CZ", "en"]).language_codes == {"pt_BR", "cs", "en"}
    with pytest.raises(TranstatsError, match="no language 'pt' here; did you mean 'pt_BR'"):
        select_languages(component, ["pt"])
    assert select_languages(component, ["xx", "cs"], must_exist=False).language_codes == {"cs"}
