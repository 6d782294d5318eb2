"""Examples: the statistics of each component are those of its golden file."""

import json
from pathlib import Path

import pytest

from tests.fixture_types import Golden, Run

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    pytest.param("examples", "gettext", "hello", id="gettext"),
    pytest.param("examples/django", "django", "django", id="django"),
    pytest.param("examples/django", "django", "djangojs", id="djangojs"),
    pytest.param("examples/angular", "angular", "messages", id="angular"),
    pytest.param("examples/sphinx", "sphinx", "index", id="sphinx"),
    pytest.param("examples/sphinx", "sphinx", "installation", id="sphinx, second page"),
    pytest.param("examples/symfony", "symfony", "messages", id="symfony"),
    pytest.param("examples/symfony", "symfony", "validators", id="symfony validators"),
    pytest.param("examples/wordpress", "wordpress", "shop-tools", id="wordpress"),
    pytest.param("examples/xliff2", "xliff2", "editor", id="xliff2"),
    pytest.param("examples/android", "android", "strings", id="android"),
    pytest.param("examples/apple", "apple", "localizable", id="apple"),
    pytest.param("examples/i18next", "i18next", "common", id="i18next"),
    pytest.param("examples/flutter", "flutter", "app", id="flutter"),
    pytest.param("examples/rails", "rails", "locales", id="rails"),
    pytest.param("examples/dotnet", "dotnet", "strings", id="dotnet"),
    pytest.param("examples/qt", "qt", "notes", id="qt"),
]


@pytest.mark.parametrize(("root", "project", "component"), EXAMPLES)
def test_the_statistics_of_an_example_are_those_of_its_golden_file(
    run: Run, golden: Golden, root: str, project: str, component: str
) -> None:
    done = run("stats", project, component, "--root", root, "--with-source", cwd=ROOT)
    assert (done.status, done.stderr) == (0, "")
    golden(
        f"examples/{project}-{component}.json", json.dumps(json.loads(done.stdout), indent=1, ensure_ascii=False) + "\n"
    )


def test_every_folder_of_examples_is_tested() -> None:
    folders = {path.name for path in (ROOT / "examples").iterdir() if path.is_dir()}
    assert folders == {parameter.values[1] for parameter in EXAMPLES}
