"""With every description removed, discovery finds what the descriptions say."""

import shutil
from pathlib import Path

import pytest

from transtats_cli.scanning.discovery.lookup import locate_component

EXCEPTIONS = {
    "xliff-mono/main": "nothing in its files tells that en.xlf is a template, and not a translation into English",
    "xliff-plain/main": "whether inline elements count is a setting of the server",
}


@pytest.fixture(scope="session")
def undescribed(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The components without their component.json, those made for single checks left out."""
    root = tmp_path_factory.mktemp("undescribed")
    for project in (shared / "conformance" / "components").iterdir():
        if not project.name.startswith("lab-"):
            shutil.copytree(project, root / project.name, ignore=shutil.ignore_patterns("component.json"))
    return root


@pytest.mark.slow
def test_files_alone_say_how_they_are_read(shared: Path, undescribed: Path) -> None:
    described = shared / "conformance" / "components"
    differing = set()
    for folder in sorted(undescribed.glob("*/*")):
        names = folder.parent.name, folder.name
        ours, theirs = locate_component(str(undescribed), *names), locate_component(str(described), *names)
        fields = ("filemask", "file_format", "template", "source_language", "language_regex", "read_options")
        if any(getattr(ours, field) != getattr(theirs, field) for field in fields):
            differing.add("/".join(names))
    assert differing == EXCEPTIONS.keys()
