"""Damaged configuration files either can be read or cause an error that names the file."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from transtats_cli.scanning.discovery import foreign
from transtats_cli.settings import grammar
from transtats_cli.settings.client_config import read_client_settings
from transtats_cli.settings.documents import SettingsError
from transtats_cli.settings.grammar import read_component_settings

pytestmark = pytest.mark.slow

MARKS = ["[", "]", "{", "}", "=", ":", "\n", " ", "  ", "- ", "\t", '"', "'", "#", ",", "*a", "&a", "!!", "\\", "%"]
WORDS = [
    "files",
    "paths",
    "[[paths]]\n",
    "source: ",
    "translation: ",
    "/%locale%.po",
    "[a.b]\n",
    "file_filter = ",
    "..",
]
MORE_WORDS = ["<lang>", "[weblate]\n", "url", "https://", "basepath", "filemask", "review", "trans.", "10" * 99, "1"]
ODD = ["\x00", "\udc80", "é", "\r", "\u2028"]
PIECES = st.one_of([st.sampled_from(words) for words in (MARKS, WORDS, MORE_WORDS, ODD)])


@pytest.mark.parametrize("document", [*foreign.READER_MODULES, ".weblate", "transtats.toml", "component.json"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, max_size=30).map("".join))
def test_an_error_in_a_damaged_file_names_the_file(tmp_path: Path, document: str, text: str) -> None:
    path = tmp_path / document
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(os.fsencode(text))
    try:
        if document in foreign.READER_MODULES:
            foreign.read_components(str(tmp_path), document, ["po/a.pot"])
        elif document == ".weblate":
            read_client_settings(str(tmp_path))
        elif document == "component.json":
            read_component_settings(str(tmp_path))
        else:
            grammar.parse_settings_file(str(path))
    except SettingsError as error:
        message = str(error)
    else:
        message = document
    assert document in message
