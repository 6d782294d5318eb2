"""Fast and reference readers return the same units for real files in `../shared`. If missing, the test is skipped."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.formats.agreement import assert_readers_agree
from transtats_cli.formats import ReadOptions

COMPONENTS = Path(__file__).parents[3] / "shared" / "conformance-formats" / "components"
EXTENSIONS = {
    "json": "json",
    "json-nested": "json",
    "i18next": "json",
    "aresource": "xml",
    "yaml": "y*ml",
    "ruby-yaml": "y*ml",
    "properties": "properties",
}
IRREGULAR = {"fmt-ruby-yaml", "fmt-zero-ruby-yaml"}
"""Components in which each file has an anchor, a flow collection or a symbol, which fast readers do not support."""
FOUND: list[Any] = [
    (description["file_format"], path.parent)
    for path in sorted(COMPONENTS.glob("*/*/component.json"))
    if (description := json.loads(path.read_text(encoding="utf-8")))["file_format"] in EXTENSIONS
]


@pytest.mark.parametrize(
    ("file_format", "folder"),
    FOUND or [pytest.param("", Path(), marks=pytest.mark.skip("needs ../shared/conformance-formats"))],
    ids=lambda value: value.parent.name if isinstance(value, Path) else value,
)
def test_the_readers_agree_on_real_files(file_format: str, folder: Path) -> None:
    parameters = json.loads((folder / "component.json").read_bytes()).get("file_format_params", {})
    encoding = next((str(value) for name, value in parameters.items() if name.endswith("_encoding")), "")
    options = ReadOptions(
        is_monolingual=True,
        encoding=encoding,
        language_code="cs",
        format_parameters=tuple((name, str(value)) for name, value in parameters.items()),
    )
    files = [path for path in folder.rglob(f"*.{EXTENSIONS[file_format]}") if path.name != "component.json"]
    fast = [assert_readers_agree(file_format, path.read_bytes(), options) for path in files]
    assert any(fast) or folder.parent.name in IRREGULAR
