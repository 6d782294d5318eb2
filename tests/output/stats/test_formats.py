"""The table of formats contains all formats, and libraries that draw tables are imported when they are used."""

import subprocess
import sys
from collections.abc import Sequence

import pytest

from transtats_cli.envelope import ResponsePage
from transtats_cli.output import View
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.report import Report


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("kind", ["app", "empty", "hostile"])
def test_every_text_is_empty_or_ends_in_one_line_end(name: str, kind: str, request: pytest.FixtureRequest) -> None:
    report: Report = request.getfixturevalue(kind)
    text = "".join(OUTPUTS[name].render([report], View()))
    assert not text or text.endswith("\n")
    assert not text.endswith(("\n\n", "\r\n\r\n"))


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_format_accepts_any_number_of_components(name: str, all_reports: Sequence[Report]) -> None:
    render = OUTPUTS[name].render
    assert "".join(render(all_reports, View(has_several_components=True)))
    "".join(render([], View(has_several_components=True)))


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_format_shows_only_the_requested_page(name: str, app: Report) -> None:
    render = OUTPUTS[name].render
    pages = ["".join(render([app], View(page=ResponsePage(number, 4)))) for number in (1, 2)]
    assert "".join(render([app], View())) not in pages
    if name != "total":
        assert ["German" in page for page in pages] == [True, False]
        assert ["zh_Hant_HK" in page for page in pages] == [False, True]


def test_no_slow_module_is_imported_for_json() -> None:
    script = (
        "import sys; from transtats_cli.output.stats import OUTPUTS; import transtats_cli.output.writing;"
        "assert not {'rich', 'pathlib', 'difflib', 'shutil'} & {*sys.modules}, sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
