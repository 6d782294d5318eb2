"""The documentation is built without warnings, and each built page has its Markdown source beside it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.system

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="the packages of the extra `docs` are not installed")
    folder = tmp_path_factory.mktemp("docs")
    options = ["-q", "-E", "-W", "--keep-going", "-n", "-d", str(folder / "doctrees")]
    command = [sys.executable, "-m", "sphinx", *options, str(DOCS), str(folder / "pages")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "pages"


def test_each_page_links_to_its_source_beside_it(built: Path) -> None:
    sources = sorted(path.relative_to(DOCS) for path in DOCS.rglob("*.md"))
    assert sources
    for source in sources:
        page = (built / source).with_suffix(".html").read_text(encoding="utf-8")
        assert re.findall(r'<link rel="alternate" type="text/markdown" href="([^"]+)">', page) == [source.name]
        assert (built / source).read_bytes() == (DOCS / source).read_bytes()


def test_llms_txt_is_at_the_top_of_the_built_pages(built: Path) -> None:
    listed = re.findall(r"\]\(([^)]+)\)", (built / "llms.txt").read_text(encoding="utf-8"))
    assert "guides/ci.md" in listed
    assert [name for name in listed if not (built / name).is_file()] == []
