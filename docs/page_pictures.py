"""Take the pictures of pages in the README and the documentation: `python docs/page_pictures.py [FOLDER]`.

The pages are those of the static report of examples/, in a window of Chromium without a screen.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDTH = 1000
PAGES = {
    "project.png": ("projects/examples/index.html", 760),
    "component.png": ("projects/gettext/components/hello/index.html", 700),
    "strings.png": ("projects/gettext/components/hello/cs/failing.html", 760),
}
"""Path of the page in the report, and height of the window, by the name of the picture."""


def take_pictures(folder: Path) -> None:
    """Write the pictures. Raises CalledProcessError if the report or a picture cannot be made."""
    with TemporaryDirectory() as directory:
        work = Path(directory)
        report = work / "report"
        command = [sys.executable, "-m", "transtats_cli", "report", "--quiet"]
        subprocess.run([*command, "--root", str(ROOT / "examples"), "--output", str(report)], check=True)
        for name, (page, height) in PAGES.items():
            _take_picture((report / page).as_uri(), folder / name, height, work / "profile")


def _take_picture(address: str, picture: Path, height: int, profile: Path) -> None:
    # Chromium refuses to run as root with its sandbox.
    sandbox = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    options = [f"--user-data-dir={profile}", f"--screenshot={picture}", f"--window-size={WIDTH},{height}"]
    look = ["--hide-scrollbars", "--force-device-scale-factor=1", "--blink-settings=preferredColorScheme=1"]
    subprocess.run(
        [_find_browser(), "--headless=new", "--disable-gpu", *sandbox, *look, *options, address],
        check=True,
        capture_output=True,
        timeout=120,
    )


def _find_browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise SystemExit("the pictures need Chromium, which is not installed")


if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
