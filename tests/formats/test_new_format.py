"""A format that a contributor adds works in every command, without a change outside `formats/`.

The formats are added to a copy of the package, just as CONTRIBUTING describes it: a row in `FILE_FORMATS`, and a module
for a syntax that no library reads. Two of the formats share an extension that no other format has. Another one shares
its extension with a format that is there, and its detector is tried first, because it is stricter.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import transtats_cli

pytestmark = pytest.mark.slow

PACKAGE = Path(transtats_cli.__file__).parent
ROWS = """
    "pairs": FileFormat(
        "pairs:read", ("pairs",), "text/x-pairs", detector="pairs:detect", sniffing_module="pairs"
    ),
    "pairs2": FileFormat(
        "pairs:read_second", ("pairs",), "text/x-pairs", sniffing_module="pairs", may_have_template=False
    ),
    "blocks": FileFormat(
        "pairs:read_blocks",
        ("lang",),
        detector=rb"^;",
        is_detected_first=True,
        contains_sources=True,
        may_have_template=False,
    ),
"""
MODULE = '''
"""Read files with a string on each line: `source = target`, or `source -> target` in version 2.

The first line of such a file is `# VERSION SOURCE TARGET`. In a file of blocks, a line `;source` precedes a target.
"""

import re

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import LanguageDeclaration
from transtats_cli.model import Catalog, State, Unit


def read(content, options):
    return _read(content.decode(), " = ")


def read_second(content, options):
    return _read(content.decode(), " -> ")


def read_blocks(content, options):
    return _to_catalog(re.findall(r";(.*)\\n(.*)\\n", content.decode()))


def _read(text, separator):
    pairs = [line.split(separator) for line in text.splitlines() if not line.startswith("#")]
    if any(len(pair) != 2 for pair in pairs):
        raise UnreadableFile("not a pair", None)
    return _to_catalog(pairs)


def _to_catalog(pairs):
    return Catalog([Unit("", source, target, State.TRANSLATED if target else State.EMPTY) for source, target in pairs])


def detect(content, path):
    return {b"1": "pairs", b"2": "pairs2"}.get(content[2:3], "")


def read_target_declaration(content):
    return LanguageDeclaration(content.split()[3].decode())


def read_source_language(content):
    return content.split()[2].decode()
'''
DOWNLOAD = """
import asyncio, os, sys
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.routes import ROUTES
from transtats_cli.serving.view_types import ViewRequest
from transtats_cli.serving.views.download import translation_file

async def main(root):
    cache = ComponentCache(ServeOptions(root), print)
    names = {"project": os.path.basename(root), "component": "demo/second", "language": "de"}
    request = ViewRequest(names, (), CacheReader(cache))
    try:
        print((await translation_file(request)).media_type)
    finally:
        cache.workers.end_processes()

if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
    print(next(route for route in ROUTES if route.view is translation_file).media_types)
"""


@pytest.fixture
def project(tree: Callable[[dict[str, str]], Path]) -> Path:
    """Directory with a copy of the package that contains the new formats, and with files in these formats."""
    folder = tree(
        {
            "demo/first/de.pairs": "# 1 fr de\nOuvrir = Auf\nFermer = \n",
            "demo/first/cs.pairs": "# 1 fr cs\nOuvrir = \nFermer = \n",
            "demo/second/de.pairs": "# 2 en de\nOpen the file -> Auf\n",
            "demo/third/en.lang": "open: Open the file\nclose: Close the file\n",
            "demo/third/de.lang": "open: Datei öffnen\n",
            "demo/fourth/locales/de/main.lang": ";Open: the file\nDatei: auf\n;Close the file\nDatei zu\n",
            "demo/fourth/locales/cs/main.lang": ";Open: the file\n\n",
            "download.py": DOWNLOAD,
        }
    )
    formats = shutil.copytree(PACKAGE, folder / PACKAGE.name) / "formats"
    (formats / "pairs.py").write_text(MODULE.lstrip("\n"), encoding="utf-8")
    table = formats / "table.py"
    before, found, after = table.read_text(encoding="utf-8").partition('\n    "joomla": ')
    assert found
    assert '"mi18n-lang": ' in before
    table.write_text(before + ROWS.rstrip("\n") + found + after, encoding="utf-8")
    return folder


def run_python(project: Path, *arguments: str) -> str:
    """Run Python in the project, whose package is a copy. Return its standard output."""
    environment = {**os.environ, "PYTHONPATH": str(project)}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_files_of_new_formats_are_found_with_their_format(project: Path) -> None:
    found = json.loads(run_python(project, "-m", "transtats_cli", "components", "--format", "json"))
    assert [(each["component"], each["format"]) for each in found["results"]] == [
        ("demo/first", "pairs"),
        ("demo/fourth/main", "blocks"),
        ("demo/second", "pairs2"),
        ("demo/third", "mi18n-lang"),
    ]


def test_a_file_that_no_detector_recognises_keeps_the_format_of_its_extension(project: Path) -> None:
    program = "from transtats_cli.formats.detection import format_of_extension; print(format_of_extension('lang'))"
    assert run_python(project, "-c", program) == "mi18n-lang\n"


@pytest.mark.parametrize(
    ("component", "expected"),
    [
        pytest.param("first", {"fr": (2, 2), "de": (2, 1), "cs": (2, 0)}, id="version 1, source language declared"),
        pytest.param("second", {"en": (1, 1), "de": (1, 1)}, id="version 2, detected by its content"),
        pytest.param("third", {"en": (2, 2), "de": (2, 1)}, id="an extension that another format shares"),
        pytest.param("fourth/main", {"en": (2, 2), "de": (2, 2), "cs": (1, 0)}, id="another format with an extension"),
    ],
)
def test_strings_of_new_formats_are_counted(
    project: Path, component: str, expected: dict[str, tuple[int, int]]
) -> None:
    output = run_python(project, "-m", "transtats_cli", "stats", "demo", component, "--with-source", "--no-cache")
    records = json.loads(output)["results"]
    assert {record["code"]: (record["total"], record["translated"]) for record in records} == expected


def test_a_download_has_the_media_type_of_the_new_format(project: Path) -> None:
    media_type, media_types = run_python(project, "download.py", str(project)).splitlines()
    assert media_type == "text/x-pairs"
    assert media_types.startswith("('text/x-gettext-translation', 'application/xliff+xml', ")
    assert ", 'text/x-pairs', " in media_types
