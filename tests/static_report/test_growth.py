"""The number of files that a report reads grows in proportion to the number of languages."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree

COUNTING_PROGRAM = """
import sys
opened = []
sys.addaudithook(lambda event, values: opened.append(values[0]) if event == "open" else None)
from transtats_cli.cli.group import main
sys.argv = ["transtats", "report", "--root", sys.argv[1], "--output", sys.argv[2], "--no-cache", "--jobs", "1", "-q"]
assert main() == 0
print(sum(str(path).endswith(".po") for path in opened))
"""
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
CODES = ("cs", "da", "de", "es", "fi", "fr", "hu", "it", "nl", "pl", "pt", "sv")


def count_opened_files(tree: WriteTree, tmp_path: Path, codes: tuple[str, ...]) -> int:
    """Return how often a report opens a PO file. Each language lacks the strings of the other languages."""
    name = f"root{len(codes)}"
    tree({f"{name}/shop/app/po/{code}.po": f'{HEAD}\nmsgid "Only {code}"\nmsgstr ""\n' for code in codes})
    command = [sys.executable, "-c", COUNTING_PROGRAM, tmp_path / name, tmp_path / f"out{len(codes)}"]
    done = subprocess.run([*map(str, command)], cwd=tmp_path, capture_output=True, timeout=120, check=True)
    return int(done.stdout)


@pytest.mark.slow
def test_a_report_opens_files_in_proportion_to_the_number_of_languages(tree: WriteTree, tmp_path: Path) -> None:
    half, whole = (count_opened_files(tree, tmp_path, codes) for codes in (CODES[:6], CODES))
    assert half >= 6
    assert whole <= 2 * half + len(CODES)
