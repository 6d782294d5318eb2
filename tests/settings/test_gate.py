"""Tables of the gate in settings files."""

import pytest

from tests.fixture_types import WriteTree
from transtats_cli import settings
from transtats_cli.settings.documents import SettingsError


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("[gate]\nfail_under = 101\n", r":2: gate.fail_under: 101 is no percentage", id="over 100"),
        pytest.param("[gate]\nfail_under = true\n", "must be a number of percent, not true or false", id="a switch"),
        pytest.param("[gate]\nfail_under = nan\n", "nan is no percentage", id="not a number"),
        pytest.param('[gate]\nmeasure = "word"\n', "did you mean 'words'", id="an unknown measure"),
        pytest.param("[gate]\nfail_udner = 3\n", "did you mean fail_under", id="an unknown setting"),
        pytest.param("[gate]\nmax_fuzzy = -1\n", "-1 is not between", id="below 0"),
        pytest.param("[gate]\nmax_check = 1\n", "must be a table", id="a number for a table"),
        pytest.param("[gate.language.fr]\nrequire = ['de']\n", "unknown setting", id="a language in a language"),
        pytest.param("[gate.language.',']\nfail_under = 3\n", "names no language", id="no language"),
        pytest.param('[gate.language." , "]\nfail_under = 3\n', "names no language", id="only spaces"),
        pytest.param("[gate.groups]\nnordic = []\n", "names no language", id="an empty group"),
        pytest.param("[gate.groups]\nnordic = 'sv'\n", "must be a list", id="a text for a list"),
        pytest.param("[project.a.gate.groups]\nx = ['sv']\n", "unknown setting", id="groups below a project"),
        pytest.param('[gate]\nallow_drop = "half"\n', "neither a number of strings nor a share", id="a word"),
        pytest.param('[gate]\nallow_drop = "101%"\n', "neither a number of strings nor a share", id="over 100 percent"),
        pytest.param("[gate]\nfail_under_total = 101\n", "101 is no percentage", id="a total over 100"),
        pytest.param(
            "[project.a.gate]\nfail_under_overall = 9\n", "unknown setting", id="an overall limit of a project"
        ),
        pytest.param("[gate.language.total]\nfail_under = 9\n", "total is fail_under_total", id="a total as language"),
        pytest.param("[gate.language.'de, overall']\nfail_under = 9\n", "fail_under_overall", id="total in a list"),
        pytest.param("[gate.groups]\ntotal = ['de']\n", "'total' is not a language", id="a group named total"),
        pytest.param("gate = 3\n", "must be a table", id="no table"),
    ],
)
def test_a_wrong_value_is_an_error_with_a_reason(tree: WriteTree, text: str, reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        settings.load_settings(str(tree({"transtats.toml": text})))


def test_tables_of_the_gate_are_read_from_pyproject_toml(tree: WriteTree) -> None:
    root = tree(
        {"pyproject.toml": "[tool.transtats.gate]\nallow_drop = 5\n[tool.transtats.gate.language.fr]\nmax_fuzzy = 1"}
    )
    entries = settings.load_settings(str(root)).gate_settings("a", "b")
    assert [(each.key, each.value, each.languages) for each in entries] == [
        ("max_fuzzy", 1, ("fr",)),
        ("allow_drop", "5", ()),
    ]


def test_transtats_toml_overrides_pyproject_toml(tree: WriteTree) -> None:
    files = {
        "transtats.toml": "[gate]\nfail_under = 3\n",
        "pyproject.toml": "[tool.transtats.gate.language.fr]\nfail_under = 4\n",
    }
    first, *_ = settings.load_settings(str(tree(files))).gate_settings("a", "b")
    assert (first.value, first.languages) == (3, ())


@pytest.mark.parametrize(
    ("component_table", "own_count"),
    [
        pytest.param("", 0, id="general tables"),
        pytest.param("[project.p.component.c{0}.gate]\nallow_drop = {0}\n", 20, id="and a table of each component"),
    ],
)
def test_components_share_the_settings_of_general_tables(tree: WriteTree, component_table: str, own_count: int) -> None:
    languages = "".join(f"[gate.language.l{number}]\nfail_under = {number}\n" for number in range(30))
    own = "".join(component_table.format(number) for number in range(20))
    loaded = settings.load_settings(str(tree({"transtats.toml": languages + own})))
    results = [loaded.gate_settings("p", f"c{number}") for number in range(20)]
    assert {len(entries) for entries in results} == {30 + bool(own_count)}
    assert len({id(entry) for entries in results for entry in entries}) == 30 + own_count
