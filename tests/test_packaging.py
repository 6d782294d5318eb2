"""Metadata of the package as it is built: addresses of the project, and the README on an index page."""

import os
import re
import subprocess
import sys
import tomllib
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

from transtats_cli import __version__

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
ADDRESS = "https://git.example.org/OWNER/transtats"
TAG = f"v{__version__}"
NOTICE = "TRANSTATS_REPOSITORY is not set: the metadata has no addresses of the project\n"


def build_wheel(folder: Path, address: str | None) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if name != "TRANSTATS_REPOSITORY"}
    if address is not None:
        environment["TRANSTATS_REPOSITORY"] = address
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def read_metadata(folder: Path) -> Message:
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def find_links(text: str) -> list[str]:
    outside_of_code = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"\[[^\]]*\]\(([^)]+)\)", outside_of_code)


@pytest.fixture(scope="module")
def published_metadata(tmp_path_factory: pytest.TempPathFactory) -> Message:
    folder = tmp_path_factory.mktemp("published")
    done = build_wheel(folder, f"{ADDRESS}/")
    assert (done.returncode, NOTICE in done.stderr) == (0, False)
    return read_metadata(folder)


@pytest.fixture(scope="module")
def local_metadata(tmp_path_factory: pytest.TempPathFactory) -> Message:
    folder = tmp_path_factory.mktemp("local")
    done = build_wheel(folder, None)
    assert (done.returncode, NOTICE in done.stderr) == (0, True)
    return read_metadata(folder)


def test_a_published_wheel_has_the_addresses_of_the_project(published_metadata: Message) -> None:
    assert published_metadata.get_all("Project-URL") == [
        f"Repository, {ADDRESS}",
        f"Documentation, {ADDRESS}/blob/{TAG}/docs/index.md",
        f"Changelog, {ADDRESS}/blob/{TAG}/CHANGELOG.md",
        f"Issues, {ADDRESS}/issues",
    ]


def test_each_link_of_a_published_readme_is_absolute_and_leads_to_a_file(published_metadata: Message) -> None:
    found = find_links(str(published_metadata.get_payload()))
    assert len(found) > 20
    for link in found:
        kind, tag, path = link.removeprefix(f"{ADDRESS}/").partition("#")[0].split("/", 2)
        assert (kind, tag) == ("raw" if path.endswith((".svg", ".png")) else "blob", TAG)
        assert (ROOT / path).is_file()


def test_a_wheel_built_without_an_address_has_no_addresses_and_an_unchanged_readme(local_metadata: Message) -> None:
    assert local_metadata.get_all("Project-URL") is None
    assert str(local_metadata.get_payload()).strip() == (ROOT / "README.md").read_text(encoding="utf-8").strip()


def test_the_metadata_has_authors_but_no_mail_address(local_metadata: Message) -> None:
    assert local_metadata["Author"] == "transtats contributors"
    assert local_metadata["Author-email"] is None
    assert local_metadata["Description-Content-Type"] == "text/markdown"


def test_the_wheel_installs_the_manual_pages(tmp_path: Path) -> None:
    assert build_wheel(tmp_path, None).returncode == 0
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        installed = [name.partition(".data/")[2] for name in archive.namelist() if name.endswith(".1")]
    pages = (ROOT / "man" / "man1").iterdir()
    assert sorted(installed) == sorted(f"data/share/man/man1/{page.name}" for page in pages)


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("OWNER/transtats", id="no scheme"),
        pytest.param("http://git.example.org/OWNER/transtats", id="not encrypted"),
        pytest.param("https://me:secret@git.example.org/OWNER/transtats", id="password"),
        pytest.param("https://git.example.org", id="no path"),
    ],
)
def test_an_invalid_repository_address_stops_the_build(address: str, tmp_path: Path) -> None:
    done = build_wheel(tmp_path, address)
    assert done.returncode != 0
    assert "TRANSTATS_REPOSITORY must be an address like https://git.example.org/OWNER/transtats" in done.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_the_classifiers_contain_the_python_versions_of_the_workflow() -> None:
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    named = [each.rpartition(" ")[2] for each in classifiers if re.search(r":: 3\.\d+$", each)]
    workflow = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    assert named == re.findall(r"'(3\.\d+)'", re.findall(r"^ *python: \[(.*)\]$", workflow, re.MULTILINE)[0])
