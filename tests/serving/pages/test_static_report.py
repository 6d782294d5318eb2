"""Pages of a server and of a static report have the same figures."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree
from tests.serving.conftest import Server
from transtats_cli.static_report.page_paths import make_file_names

EXAMPLES = Path(__file__).parents[3] / "examples"
FIGURE = re.compile(r"<dt>(?!last change).*?</dd>|<rect.*?>|<th scope=\"row\">.*?</th>|<td class=\"number.*?</td>")


def find_figures(text: str) -> list[str]:
    """Return the figures and bars of a page without links, dates, and the table below the chart."""
    text = re.sub(r"(?s)<details.*?</details>", "", text)
    figures = [re.sub(r"</?a\b.*?>", "", each) for each in FIGURE.findall(text)]
    return [each for each in figures if "c-changed" not in each]


@pytest.fixture
def report(run: Run, tmp_path: Path) -> Path:
    done = run("report", "--root", EXAMPLES, "--history", "--output", "report")
    assert done.status == 0, done.stderr
    return tmp_path / "report"


def find_page_pairs(server: Any) -> dict[str, str]:
    """Return the paths of pages of the report, and the paths of the same pages on the server."""
    listed = server.get("/api/components/?page_size=1000").json["results"]
    names = [(each["project"]["slug"], each["slug"]) for each in listed]
    projects = make_file_names(project for project, _ in names)
    pairs = {"": "/", "languages": "/languages/", "checks": "/checks/"}
    for project, slug in names:
        folder = f"projects/{projects[project]}"
        pairs[folder] = f"/projects/{project}/"
        pairs[f"{folder}/languages"] = f"/projects/{project}/-/"
        component = make_file_names(each for other, each in names if other == project)[slug]
        pairs[f"{folder}/components/{component}"] = f"/projects/{project}/{slug}/"
        translations = server.get(f"/api/components/{project}/{slug.replace('/', '%252F')}/statistics/").json
        for record in translations["results"]:
            pairs[f"{folder}/components/{component}/{record['code']}"] = f"/projects/{project}/{slug}/{record['code']}/"
            pairs[f"languages/{record['code']}"] = f"/languages/{record['code']}/"
    return pairs


def test_a_static_report_has_the_figures_of_a_server(examples_server: Server, report: Path) -> None:
    pairs = find_page_pairs(examples_server)
    pairs |= {f"checks/{each.name}": f"/checks/{each.name}/" for each in (report / "checks").iterdir() if each.is_dir()}
    assert len(pairs) > 40
    for folder, path in pairs.items():
        figures = find_figures((report / folder / "index.html").read_text(encoding="utf-8"))
        assert figures, path
        assert figures == find_figures(examples_server.get(path).body.decode()), path


def test_the_strings_left_of_a_language_lead_to_the_table_of_its_components(report: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in (report / "languages").glob("*/index.html")]
    unfinished = [page for page in pages if '<dd><a href="#components">' in page]
    assert unfinished
    assert all('<section id="components">' in page for page in unfinished)


def test_a_missing_string_has_its_plural_forms_its_context_its_note_and_its_places_of_use(
    run: Run, tree: WriteTree
) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    string = '#. Any %\n#: a.py:1 b.py:2 c.py:3\nmsgctxt "filter"\nmsgid "%(size)s\\nor <any>"\n'
    string += 'msgid_plural "many"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    settings = '[project.shop.component.app]\nfilemask = "po/*.po"\nnew_base = "po/app.pot"\n'
    files = {"po/app.pot": header + string, "po/de.po": header, "transtats.toml": settings}
    root = tree(files)
    done = run("report", "--root", root, "--output", root / "report")
    assert done.status == 0, done.stderr
    page = (root / "report/projects/shop/components/app/de/unfinished.html").read_text(encoding="utf-8")
    assert "<title>Strings to do · German · " in page
    assert "<h1>Strings to do: German " in page
    item = page.partition('id="missing">')[2].partition("</li>")[0]
    assert '<bdi><span class="ph">%(size)s</span><span class="ws" title="line break">↵\n</span>or ' in item
    assert "<bdi>many</bdi> <code>filter</code><div>Any % · Used in <code>a.py:1, b.py:2</code></div>" in item
