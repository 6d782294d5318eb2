from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli import settings
from transtats_cli.component import CheckSettings
from transtats_cli.settings.documents import SettingsError
from transtats_cli.settings.layers import Setting, Settings

COMPLETE = """\
review = false
source_language = "de"

[project.hello]
name = "Hello"
review = true

[project.hello.component.app]
filemask = "po/*.po"
source_language = "fr"

[project.hello.component."docs/manual"]
filemask = "docs/*.po"

[checks]
ignore = ["ellipsis"]
"""


def load_settings(root: Path) -> Settings:
    return settings.load_settings(str(root))


def find_value(loaded: Settings, key: str, project: str = "hello", component: str = "app") -> object:
    layers = loaded.applicable_layers(project, component)
    return next((layer[key].value for layer in layers if key in layer), None)


def test_settings_of_a_component_override_those_of_its_project_and_of_all_projects(tree: WriteTree) -> None:
    loaded = load_settings(tree({"transtats.toml": COMPLETE}))
    assert find_value(loaded, "source_language") == "fr"
    assert find_value(loaded, "review") is True
    assert find_value(loaded, "source_language", "other", "app") == "de"
    assert loaded.components() == [("hello", "app"), ("hello", "docs/manual")]
    assert loaded.check_settings() == CheckSettings(ignore=("ellipsis",))


def test_the_name_of_a_project_is_not_the_name_of_its_components(tree: WriteTree) -> None:
    loaded = load_settings(tree({"transtats.toml": COMPLETE}))
    assert find_value(loaded, "name") is None
    assert loaded.find_setting("name", ("hello", "")) == Setting("Hello", f"{loaded.folder}/transtats.toml", 5)
    assert loaded.find_setting("name", ("other", "")) is None


def test_every_value_contains_its_file_and_line(tree: WriteTree) -> None:
    loaded = load_settings(tree({"transtats.toml": COMPLETE}))
    origins = [
        layer["source_language"].origin
        for layer in loaded.applicable_layers("hello", "app")
        if "source_language" in layer
    ]
    assert [origin.rpartition("/")[2] for origin in origins] == ["transtats.toml:10", "transtats.toml:2"]


def test_each_value_in_transtats_toml_overrides_the_value_in_pyproject_toml(tree: WriteTree) -> None:
    pyproject = '[tool.transtats]\nreview = true\nbase_url = "https://weblate.example.org"\n'
    loaded = load_settings(tree({"transtats.toml": "review = false\n", "pyproject.toml": pyproject}))
    assert find_value(loaded, "review") is False
    assert find_value(loaded, "base_url") == "https://weblate.example.org"


@pytest.mark.parametrize(
    "pyproject",
    [
        pytest.param("[project]\nname = 'x'\n", id="no table of tools"),
        pytest.param("[tool]\nx = 1\n", id="another tool"),
        pytest.param("tool = 1\n", id="tool is not a table"),
        pytest.param("this is not TOML", id="not valid TOML"),
    ],
)
def test_a_pyproject_toml_without_a_table_for_transtats_is_ignored(tree: WriteTree, pyproject: str) -> None:
    assert not load_settings(tree({"pyproject.toml": pyproject})).settings_files


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"sub/transtats.toml": "review = true", "transtats.toml": ""}, True, id="nearest"),
        pytest.param({"transtats.toml": "review = false", "sub/x": ""}, False, id="above"),
        pytest.param({"sub/.git/HEAD": "", "transtats.toml": "review = false"}, None, id="not above the repository"),
    ],
)
def test_settings_are_searched_up_to_the_top_of_the_repository(
    tree: WriteTree, files: Mapping[str, str], expected: object
) -> None:
    root = tree({".git/HEAD": "", **files})
    assert find_value(load_settings(root / "sub"), "review") is expected


def test_without_a_repository_settings_are_searched_only_in_the_root(tree: WriteTree) -> None:
    assert load_settings(tree({"transtats.toml": "review = false", "sub/x": ""}) / "sub").settings_files == ()


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        pytest.param("reviw = true", r":1: reviw: unknown setting; did you mean review\?", id="misspelt"),
        pytest.param("\n\nxyzzy = 1", r":3: xyzzy: unknown setting; allowed here: base_url,", id="unknown"),
        pytest.param("fail_under = 90", "unknown setting; it belongs in \\[gate\\]$", id="a limit at the top"),
        pytest.param("xyzzy = 1", "allowed here:(?!.*, project,.*, project,)", id="each name once"),
        pytest.param("review = 'x'", ":1: review: must be true or false, not a text", id="wrong type"),
        pytest.param("filemask = '*.po'", ":1: filemask: unknown setting", id="setting of a component at the top"),
        pytest.param(
            "[project.a]\npath = 'x'", ":2: project.a.path: unknown setting", id="setting of a component in a project"
        ),
        pytest.param(
            "[project.a.component.b]\nfilemask = '../*.po'",
            ":2: project.a.component.b.filemask: .*leads out",
            id="path",
        ),
        pytest.param("[project.a]\ncomponent = 1", ":2: project.a.component: must be a table", id="no table"),
        pytest.param("project = []", ":1: project: must be a table", id="list for a table"),
        pytest.param("[project.'../x']", "cannot stand in an address", id="name of a project leads out"),
        pytest.param(
            "[project.a.component.'x/../y']", "cannot stand in an address", id="name of a component leads out"
        ),
        pytest.param("[project.'a b']", "cannot stand in an address", id="blank in a name"),
        pytest.param("[checks]\nselekt = []", r":2: checks.selekt: .*did you mean select\?", id="in checks"),
        pytest.param("a = 1\nb = ", ":2: not valid TOML", id="syntax"),
        pytest.param("a = " + "[" * 3000, "not valid TOML", id="nested deep"),
        pytest.param("[checks]\nx = 1\n[gate]\ny = 1", ":2: checks.x: unknown setting", id="the first of several"),
        pytest.param("[project.'.']", "cannot stand in an address", id="project named like a folder"),
        pytest.param("a." * 2001, ":1: a line of more than 4000 characters", id="a very long key"),
    ],
)
def test_a_wrong_setting_is_an_error_with_file_line_and_key(tree: WriteTree, toml: str, message: str) -> None:
    with pytest.raises(SettingsError, match=r"transtats\.toml" + (message if message[0] == ":" else ".*" + message)):
        load_settings(tree({"transtats.toml": toml}))


def test_a_wrong_setting_in_pyproject_toml_is_an_error_with_its_full_key(tree: WriteTree) -> None:
    with pytest.raises(SettingsError, match=r"pyproject\.toml:2: tool\.transtats\.reviw"):
        load_settings(tree({"pyproject.toml": "[tool.transtats]\nreviw = true"}))
    with pytest.raises(SettingsError, match=r"tool\.transtats: must be a table"):
        load_settings(tree({"pyproject.toml": "[tool]\ntranstats = 1"}))
