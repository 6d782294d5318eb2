"""Pictures of pages in the README and the documentation are small, and a command creates all of them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
MAX_BYTES = 150_000
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def list_pictures(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.png") if path.read_bytes().startswith(SIGNATURE)}


def test_all_pictures_are_small_and_used_on_a_page() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in pages for name in re.findall(r"pictures/([\w-]+\.png)", page.read_text(encoding="utf-8"))}
    assert list_pictures(PICTURES) == shown == {"project.png", "component.png", "strings.png"}
    assert max((PICTURES / name).stat().st_size for name in shown) < MAX_BYTES


@pytest.mark.system
@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")
def test_the_command_creates_all_pictures(tmp_path: Path) -> None:
    command = [sys.executable, ROOT / "docs" / "page_pictures.py", tmp_path]
    subprocess.run([*map(str, command)], cwd=tmp_path, check=True, timeout=300)
    assert list_pictures(tmp_path) == list_pictures(PICTURES)
