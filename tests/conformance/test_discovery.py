"""Discovery without `component.json` files finds the values of these files."""

import shutil
from pathlib import Path

import pytest

from transtats_cli.scanning.discovery.lookup import locate_component

KEYED = "the server was told that the sources are texts, although they are keys with texts in the English file"
EXCEPTIONS = {
    "kimai-daterangepicker/daterangepicker": KEYED,
    "kimai-tasks/tasks": KEYED,
    "symfony-demo-validators/demo-validators": KEYED,
    "xliff-mono/main": "nothing in its files tells that en.xlf is a template, and not a translation into English",
    "xliff-plain/main": "whether inline elements count is a setting of the server",
}


@pytest.fixture(scope="session")
def components_without_settings(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the components without `component.json` files and without the components for single checks."""
    root = tmp_path_factory.mktemp("undescribed")
    for project in (shared / "conformance" / "components").iterdir():
        if not project.name.startswith("lab-"):
            shutil.copytree(project, root / project.name, ignore=shutil.ignore_patterns("component.json"))
    return root


@pytest.mark.slow
def test_discovery_finds_the_fields_of_component_json_without_the_file(
    shared: Path, components_without_settings: Path
) -> None:
    described = shared / "conformance" / "components"
    differing = set()
    for folder in sorted(components_without_settings.glob("*/*")):
        names = folder.parent.name, folder.name
        ours, theirs = (
            locate_component(str(components_without_settings), *names),
            locate_component(str(described), *names),
        )
        fields = ("filemask", "file_format", "template", "source_language", "language_regex", "read_options")
        if any(getattr(ours, field) != getattr(theirs, field) for field in fields):
            differing.add("/".join(names))
    assert differing == EXCEPTIONS.keys()
