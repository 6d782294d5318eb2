import os
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.output.remarks.remark import Level, Remark, Rule, relative_to_top, severity_key


def test_a_fingerprint_stays_when_lines_move_and_sentences_change(remark: Callable[..., Remark]) -> None:
    assert remark(line=7).fingerprint == remark(line=700, message="otherwise", level=Level.ERROR).fingerprint


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"path": "po/de.po"}, id="another file"),
        pytest.param({"rule": Rule("c_format", "Placeholders are the same.")}, id="another rule"),
        pytest.param({"key": ("menu", "Close")}, id="another string"),
        pytest.param({"key": ("", "menuOpen")}, id="the same letters, divided otherwise"),
        pytest.param({"owner": "garden/web"}, id="another component"),
    ],
)
def test_a_fingerprint_tells_what_is_not_the_same(remark: Callable[..., Remark], other: dict[str, object]) -> None:
    assert remark().fingerprint != remark(**other).fingerprint


def test_the_worst_come_first_and_then_the_order_of_places(remark: Callable[..., Remark]) -> None:
    levels = [Level.PASSED, Level.NOTE, Level.WARNING, Level.ERROR, Level.UNREADABLE]
    shuffled = [remark(level, line=line) for level in levels for line in (2, 1)]
    ordered = sorted(shuffled, key=severity_key)
    assert [each.level for each in ordered[::2]] == levels[::-1]
    assert [each.line for each in ordered[:2]] == [1, 2]


def test_a_path_starts_at_the_top_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "repository" / "src"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    top = str(tmp_path / "repository")
    assert relative_to_top(os.path.join("po", "fr.po"), top) == "src/po/fr.po"
    assert relative_to_top(str(folder / "..cs.po"), top) == "src/..cs.po"
    assert relative_to_top(str(tmp_path / "elsewhere.po"), top) == (tmp_path / "elsewhere.po").as_posix()
