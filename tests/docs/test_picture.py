"""Picture of a terminal in the README. The picture is up to date, and loads nothing from the network."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "table.svg"


def test_the_script_creates_the_picture_of_the_readme(tmp_path: Path) -> None:
    drawn = tmp_path / "table.svg"
    subprocess.run([sys.executable, ROOT / "docs" / "picture.py", drawn], cwd=tmp_path, check=True)
    assert drawn.read_text(encoding="utf-8") == PICTURE.read_text(encoding="utf-8")


def test_the_picture_refers_to_no_other_address() -> None:
    text = PICTURE.read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^\s\"')]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "url(http" not in text
    assert "@import" not in text
