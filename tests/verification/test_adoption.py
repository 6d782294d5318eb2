"""Tables with the settings of a server are added to transtats.toml, or nothing is written."""

from pathlib import Path

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.verification.server_settings import AdoptedSettings, build_document


@pytest.mark.parametrize(
    "table",
    [
        pytest.param('[project.shop.component.app]\npath = "x\udcff"\n', id="path that is not UTF-8"),
        pytest.param("[project.shop.component.app]\n[project.shop.component.app]\n", id="table that is given twice"),
    ],
)
def test_a_table_that_cannot_be_written_is_an_error(tmp_path: Path, table: str) -> None:
    with pytest.raises(TranstatsError, match=r"transtats\.toml: no table can be added"):
        build_document(str(tmp_path), [AdoptedSettings(("shop", "app"), table, is_defined=False)])
